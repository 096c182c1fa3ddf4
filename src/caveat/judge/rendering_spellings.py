"""
What a translation may write for a term, and what shows that it meant the term and wrote it wrongly.

Right are the declared forms, those by rule, and of common words those that a dictionary knows. Wrong are the
same words in a gender or number that is not the term's.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from caveat.judge.rendering_forms import (
    PERSONS,
    Lexemes,
    Subject,
    by_dictionary,
    counted,
    forms_in_any_gender,
    head_gender,
    of_phrase,
    table_of,
)
from caveat.judge.rendering_words import name_words
from caveat.text.forms_russian_adjectives import adjective_gender

_LONGEST = 12
"""Most words of a rendering whose forms are looked for; our choice: longer ones are sentences."""


class Spelling(NamedTuple):
    """
    A right form.

    Attributes:
        words: As compared: lower case, ё as е.
        capitals: Which of them are written with a capital in the name.
        is_nominative: It can be one; then a predicate beside it may be its own.
        is_oblique: It can be another case as well.
        genders: Those that a predicate may have; empty = nothing can be told.
        needs_capital: In small letters it is something else.
    """

    words: tuple[str, ...]
    capitals: tuple[bool, ...]
    is_nominative: bool
    is_oblique: bool
    genders: frozenset[str]
    needs_capital: bool


class Spellings(NamedTuple):
    """
    All spellings of a subject.

    Attributes:
        right: By words.
        wrong: For each name, the forms of each of its words, in any gender and number.
        pronouns: Genders of the pronouns that may stand in for it; empty = none may.
        is_name: In small letters it is something else, so that a broken spelling has a capital too.
    """

    right: Mapping[tuple[str, ...], Spelling]
    wrong: tuple[tuple[frozenset[str], ...], ...]
    pronouns: frozenset[str]
    is_name: bool


def spellings(
    subject: Subject, *, lexemes: Lexemes | None = None, is_russian: bool = True, has_wrong: bool = True
) -> Spellings:
    """
    The spellings of *subject*.

    Args:
        subject: The entity.
        lexemes: A dictionary of common words; None = rules and declared forms only.
        is_russian: The translation is; else only what was written down counts.
        has_wrong: Wrong forms are wanted too.
    """
    right: dict[tuple[str, ...], Spelling] = {}
    wrong: list[tuple[frozenset[str], ...]] = []
    for name in (subject.rendering, *subject.aliases):
        words = name_words(name)
        if not words:
            continue
        genders = expected_genders(name, subject)
        if not is_russian or len(words) > _LONGEST:
            _add(right, name, words, subject, genders, True, True)
            continue
        table = table_of(name, subject)
        for form in (*table.forms, *of_phrase(name, words, subject), *counted(table, words)):
            cases = {slot.case for slot in form.slots}
            plural_only = all(slot.number == "pl" for slot in form.slots)
            is_nominative = "nom" in cases and not plural_only
            _add(right, form.text, words, subject, genders, is_nominative, _is_oblique(cases, subject))
        for text in by_dictionary(name, table, lexemes):
            _add(right, text, words, subject, genders, False, True)
        if has_wrong:
            wrong.append(forms_in_any_gender(name, words, subject))
    for text in subject.declared:
        _add(right, text, name_words(subject.rendering), subject, frozenset(), False, True)
    return Spellings(
        right, tuple(wrong), _pronouns(subject), any(one.needs_capital for one in right.values())
    )


def expected_genders(name: str, subject: Subject) -> frozenset[str]:
    """
    The genders that a predicate of *name* may have; empty when nothing can be told.

    A declared gender holds; a phrase whose head noun has another one (Чёрная Тень, a man) may take that too.
    For a hidden gender the head noun alone decides, and no predicate may tell more than it.
    """
    head = head_gender(name, subject.origin)
    if subject.gender == "hidden":
        return head
    if subject.gender == "unknown":
        return frozenset()
    own = frozenset({subject.gender})
    first = next(iter(name.split()), "")
    is_phrase = first.islower() or (" " in name.strip() and adjective_gender(first.lower()) is not None)
    return own | head if is_phrase else own


def _is_oblique(cases: Iterable[str], subject: Subject) -> bool:
    """Whether a form may be no subject; the accusative of a thing is spelt as one, and does not count."""
    return bool(set(cases) - {"nom", "acc"}) or ("acc" in cases and subject.kind in PERSONS)


def _add(
    right: dict[tuple[str, ...], Spelling],
    text: str,
    base: tuple[str, ...],
    subject: Subject,
    genders: frozenset[str],
    is_nominative: bool,
    is_oblique: bool,
) -> None:
    words = name_words(text)
    if not words:
        return
    low = tuple(word.lower() for word in words)
    capitals = tuple(word[:1].isupper() for word in words)
    old = right.get(low)
    if old is not None:
        right[low] = old._replace(
            is_nominative=old.is_nominative or is_nominative,
            is_oblique=old.is_oblique or is_oblique,
            genders=old.genders | genders if old.genders and genders else frozenset(),
            needs_capital=old.needs_capital and _needs_capital(base, subject),
        )
        return
    right[low] = Spelling(low, capitals, is_nominative, is_oblique, genders, _needs_capital(base, subject))


def _needs_capital(base: tuple[str, ...], subject: Subject) -> bool:
    """Whether small letters make something else of a name: Грушка, грушка; but Пик Облака, пик Облака."""
    if not base[0][:1].isupper():
        return False
    if len(base) == 1:
        return subject.kind in ("person", "place", "organisation")
    if not any(word[:1].isupper() for word in base[1:]):
        return False
    return subject.kind in ("person", "place")


def _pronouns(subject: Subject) -> frozenset[str]:
    """Genders of the pronouns that may stand in: only for a person, of its own gender."""
    if subject.kind not in ("person", "title"):
        return frozenset()
    if subject.gender == "unknown":
        return frozenset("mf")
    if subject.gender == "hidden":
        return head_gender(subject.rendering, subject.origin) or frozenset("mf")
    return frozenset({subject.gender})
