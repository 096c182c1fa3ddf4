"""Where a translation names its entities, rightly or in a wrong form: the longest first, from the left."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from caveat.judge.rendering_spellings import Spelling, Spellings
from caveat.judge.rendering_words import Word, are_joined, is_nominative_address, unaddressed


class Reading(NamedTuple):
    """
    One entity that a stretch of the translation may name.

    Attributes:
        subject: Its index.
        spelling: The right form that stands there; None when the form is wrong.
    """

    subject: int
    spelling: Spelling | None


class Place(NamedTuple):
    """
    A stretch of the translation that names something.

    Attributes:
        first: Index of its first word.
        last: One past its last word.
        readings: Every entity that is written so; right ones only, where there are any.
    """

    first: int
    last: int
    readings: tuple[Reading, ...]


class _Pattern(NamedTuple):
    """A wrong form: one set of words for each place."""

    subject: int
    sets: tuple[frozenset[str], ...]


def places(text: str, words: Sequence[Word], known: Sequence[Spellings]) -> list[Place]:
    """
    Every stretch that names one of *known*, by place and without overlap.

    Args:
        text: The translation.
        words: Its words.
        known: The spellings of each entity.
    """
    right = _right(known)
    wrong = _wrong(known)
    bare = unaddressed(words)
    found: list[Place] = []
    at = 0
    while at < len(words):
        place = _longest(_right_at(text, words, at, right), _wrong_at(text, words, at, wrong))
        if bare is not words:
            without = _longest(_right_at(text, bare, at, right), _wrong_at(text, bare, at, wrong))
            place = _longest(place, without and _addressed(without, words, bare))
        if place is None:
            at += 1
            continue
        found.append(place)
        at = place.last
    return found


def _longest(one: Place | None, other: Place | None) -> Place | None:
    """The longer of two stretches that begin with the same word, the first where they are equal."""
    if one is None or (other is not None and other.last > one.last):
        return other
    return one


def _addressed(place: Place, words: Sequence[Word], bare: Sequence[Word]) -> Place:
    """*place* as it stands before a suffix of address, where any case may be spelt as the nominative."""
    last = words[place.last - 1]
    if last is bare[place.last - 1]:
        return place
    may_be_subject = is_nominative_address(last.low.rpartition("-")[2])
    readings = tuple(
        one._replace(
            spelling=one.spelling
            and one.spelling._replace(
                is_nominative=one.spelling.is_nominative and may_be_subject, is_oblique=True
            )
        )
        for one in place.readings
    )
    return place._replace(readings=readings)


def is_written(text: str, words: Sequence[Word], first: int, spelling: Spelling) -> bool:
    """Whether the words from *first* on are *spelling*: with a capital where one is needed."""
    size = len(spelling.words)
    if first + size > len(words):
        return False
    for at in range(size):
        if words[first + at].low != spelling.words[at]:
            return False
        if at and not are_joined(text, words[first + at - 1], words[first + at]):
            return False
    if not spelling.needs_capital:
        return True
    return any(words[first + at].is_capital for at in range(size) if spelling.capitals[at])


_Right = Mapping[tuple[str, ...], list[tuple[int, Spelling]]]


def _right(known: Sequence[Spellings]) -> _Right:
    """The first two words, or the only one → right forms, the longest first: many persons share a surname."""
    found: dict[tuple[str, ...], list[tuple[int, Spelling]]] = {}
    for subject, one in enumerate(known):
        for spelling in one.right.values():
            found.setdefault(spelling.words[:2], []).append((subject, spelling))
    for entries in found.values():
        entries.sort(key=lambda entry: -len(entry[1].words))
    return found


def _wrong(known: Sequence[Spellings]) -> Mapping[str, list[_Pattern]]:
    found: dict[str, list[_Pattern]] = {}
    for subject, one in enumerate(known):
        for sets in one.wrong:
            for word in sets[0]:
                found.setdefault(word, []).append(_Pattern(subject, sets))
    return found


def _right_at(text: str, words: Sequence[Word], at: int, right: _Right) -> Place | None:
    pair = (words[at].low, words[at + 1].low) if at + 1 < len(words) else ()
    size = 0
    readings: list[Reading] = []
    for key in (pair, (words[at].low,)):
        for subject, spelling in right.get(key, ()):
            if len(spelling.words) < size:
                break
            if is_written(text, words, at, spelling):
                size = len(spelling.words)
                readings.append(Reading(subject, spelling))
        if readings:
            return Place(at, at + size, tuple(readings))
    return None


def _wrong_at(text: str, words: Sequence[Word], at: int, wrong: Mapping[str, list[_Pattern]]) -> Place | None:
    found: list[Reading] = []
    size = 0
    for pattern in wrong.get(words[at].low, ()):
        length = len(pattern.sets)
        if length < size or not _fits(text, words, at, pattern.sets):
            continue
        if length > size:
            found, size = [], length
        if all(reading.subject != pattern.subject for reading in found):
            found.append(Reading(pattern.subject, None))
    return Place(at, at + size, tuple(found)) if found else None


def _fits(text: str, words: Sequence[Word], at: int, sets: Sequence[frozenset[str]]) -> bool:
    if at + len(sets) > len(words):
        return False
    for index, allowed in enumerate(sets):
        word = words[at + index]
        if word.low not in allowed or (index and not are_joined(text, words[at + index - 1], word)):
            return False
    return True


def capital_checked(
    found: Sequence[Place], words: Sequence[Word], is_name: Callable[[int], bool]
) -> list[Place]:
    """*found* without wrong forms in small letters of what is a name: those are ordinary words."""
    kept = []
    for place in found:
        readings = tuple(
            one
            for one in place.readings
            if one.spelling is not None
            or not is_name(one.subject)
            or any(word.is_capital for word in words[place.first : place.last])
        )
        if readings:
            kept.append(place._replace(readings=readings))
    return kept
