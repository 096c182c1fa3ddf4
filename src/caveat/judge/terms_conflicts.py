"""Conflicts among a book's terms, in both directions: found for a human, and never decided here."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from caveat.judge.terms_lexicon import lexicon_keys
from caveat.model.terms import Conflict, ConflictKind, Term
from caveat.text.fold import fold_key
from caveat.text.fold_book import Profile, fold_name


class Decided(NamedTuple):
    """What a human decided of a conflict: the decision and who took it."""

    decision: str
    by: str


def conflicts(
    terms: Iterable[Term], form: Profile, *, decided: Mapping[str, Decided] | None = None
) -> tuple[Conflict, ...]:
    """
    Everything about *terms* that a human has to decide, by kind and subject.

    Args:
        terms: Of one book, those of a shared file among them.
        form: The book's fold profile.
        decided: What was decided, by the id of the conflict.

    Returns:
        Two terms are in conflict only where their windows overlap. One headword with several renderings is
        one whatever its senses, for a sense that nobody needs is how a second rendering slips in.
    """
    there = sorted(terms, key=lambda term: term.ref)
    found = [
        *_proposals(there),
        *_groups(there, "renderings", lambda t: [fold_name(t.headword, form)], _rendering),
        *_groups(there, "headwords", lambda t: [_rendering(t)], lambda t: fold_name(t.headword, form)),
        *_groups(there, "keys", lambda t: _keys(t, form), lambda t: fold_name(t.headword, form)),
    ]
    said = decided or {}
    told = [
        one._replace(decision=said[one.id].decision, by=said[one.id].by) if one.id in said else one
        for one in found
    ]
    return tuple(sorted(told, key=lambda one: (_ORDER.index(one.kind), one.subject, one.id)))


_ORDER: tuple[ConflictKind, ...] = ("proposal", "renderings", "headwords", "keys")


def _proposals(terms: Iterable[Term]) -> list[Conflict]:
    return [
        Conflict("proposal", revision.id, term.headword, (term.ref,), (term.rendering, revision.rendering))
        for term in terms
        for revision in term.revisions
        if revision.is_proposal
    ]


def _groups(
    terms: Iterable[Term],
    kind: ConflictKind,
    subjects: Callable[[Term], list[str]],
    differs: Callable[[Term], str],
) -> list[Conflict]:
    """Terms of one subject that differ, where some two of them hold for a common chapter."""
    groups: dict[str, list[Term]] = {}
    for term in terms:
        for subject in filter(None, dict.fromkeys(subjects(term))):
            groups.setdefault(subject, []).append(term)
    found = []
    for subject, group in groups.items():
        clashing = [
            one
            for one in group
            if any(differs(one) != differs(other) and one.window.overlaps(other.window) for other in group)
        ]
        if clashing:
            renderings = tuple(term.rendering for term in clashing)
            refs = tuple(term.ref for term in clashing)
            found.append(Conflict(kind, _id(kind, subject, refs, renderings), subject, refs, renderings))
    return found


def _id(kind: str, subject: str, refs: tuple[str, ...], renderings: tuple[str, ...]) -> str:
    """Another one as soon as a term joins or a rendering changes: an old decision does not cover that."""
    from hashlib import sha256

    text = "\0".join((kind, subject, *refs, "", *renderings))
    return f"{kind}:{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def _rendering(term: Term) -> str:
    return fold_key(term.rendering)


def _keys(term: Term, form: Profile) -> list[str]:
    return [one.folded for one in lexicon_keys(term, form)]
