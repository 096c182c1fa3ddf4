"""Field by field: what a row adds to a term of the book, and where the two do not agree."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from caveat.model.terms import Key, Term
from caveat.ops.book.results_import import Change
from caveat.text.fold_book import Profile, fold_name
from caveat.vault.terms_lines import fields_of

_SCALARS: Mapping[str, tuple[Callable[[Term], Any], Any]] = {
    "gender": (lambda term: term.gender, "unknown"),
    "kind": (lambda term: term.kind, "concept"),
    "reading": (lambda term: term.reading, ""),
    "note": (lambda term: term.note, ""),
    "example": (lambda term: term.example, ""),
    "sticky": (lambda term: term.sticky, 0),
}
"""Fields with one value: how it is found, and what says nothing."""


def changes(here: Term, row: Term, form: Profile) -> tuple[Change, ...]:
    """
    Where *row* says something that *here* does not say in the same way; what it leaves out is no change.

    Args:
        here: A term of the book.
        row: What a file says of it; its rendering is empty or one of those that *here* has.
        form: The book's fold profile.
    """
    found: list[Change] = []
    if row.rendering and not here.rendering:
        found.append(Change("rendering", "", row.rendering, True))
    for name, (value, nothing) in _SCALARS.items():
        said, there = value(here), value(row)
        if there not in (nothing, said):
            found.append(Change(name, "" if said == nothing else str(said), str(there), said == nothing))
    known = [here.rendering or row.rendering, *here.aliases]
    found += _added("aliases", here.aliases, [one for one in row.aliases if one not in known])
    forbidden = [one.text for one in here.forbidden]
    found += _added("forbidden", forbidden, [one.text for one in row.forbidden if one.text not in forbidden])
    keys = new_keys(here, row, form)
    found += _added("keys", [key.text for key in here.keys], [key.text for key in keys])
    return tuple(found)


def new_keys(here: Term, row: Term, form: Profile) -> list[Key]:
    """The keys of *row* whose folded text is none of *here*."""
    known = {fold_name(here.headword, form), *(fold_name(key.text, form) for key in here.keys)}
    found: dict[str, Key] = {}
    for key in row.keys:
        folded = fold_name(key.text, form)
        if folded not in known:
            found.setdefault(folded, key)
    return list(found.values())


def additions(here: Term, row: Term, filled: Iterable[str], form: Profile) -> dict[str, Any]:
    """
    The fields of a terms file that add to *here* what *row* fills.

    Args:
        here: A term of the book.
        row: What a file says of it.
        filled: Names of the fields, as in a `Change` that is a fill.
        form: The book's fold profile.
    """
    aliases = tuple(one for one in row.aliases if one not in (here.rendering, *here.aliases))
    known = {one.text for one in here.forbidden}
    partial = row._replace(
        keys=(Key(row.headword), *(key for key in new_keys(here, row, form) if key.text != row.headword)),
        aliases=aliases,
        forbidden=tuple(one for one in row.forbidden if one.text not in known),
    )
    fields = fields_of(partial)
    return {name: fields[name] for name in filled if name in fields}


def joined(here: Term, row: Term, form: Profile) -> Term:
    """
    *here* with what *row* adds to it; both are rows of one file about one headword.

    Args:
        here: The first of them.
        row: Another one.
        form: The book's fold profile.
    """
    named = {change.field for change in changes(here, row, form) if change.is_fill}
    scalars = {name: value(row) for name, (value, _) in _SCALARS.items() if name in named}
    known = [here.rendering, *here.aliases]
    forbidden = [one.text for one in here.forbidden]
    return here._replace(
        **scalars,
        keys=(*here.keys, *new_keys(here, row, form)),
        aliases=(*here.aliases, *(one for one in row.aliases if one not in known)),
        forbidden=(*here.forbidden, *(one for one in row.forbidden if one.text not in forbidden)),
    )


def _added(field: str, here: Iterable[str], more: list[str]) -> list[Change]:
    return [Change(field, ", ".join(here), ", ".join(more), True)] if more else []
