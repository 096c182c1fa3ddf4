"""
What is apart: a number in whose clause somebody else is the owner, while the one subject that the sentence
names stands in another clause, or is only what something is compared to.

*Gamma costs $15, Alpha is cheaper* names Alpha alone when no fact knows Gamma. Grammar is not read. A stretch
between commas that names no subject is taken for a clause of its own when, before any subject, it begins
with a word that is no preposition, participle or attribute, and behind one, when it begins with a name.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from caveat.judge.names import Mention
from caveat.judge.tables_comparison import (
    ARTICLES,
    BEFORE_REFERENCE,
    BEHIND_REFERENCE,
    PHRASES_BEFORE_REFERENCE,
)
from caveat.judge.tables_openers import NO_OWNERS, OPENERS, OPENERS_EAST_ASIAN, REASONS, RELATIVE, SKIPPED
from caveat.model.quantities import Quantity
from caveat.text.patterns import regex

_WORD = regex(r"[^\W\d_](?:[^\W_]|[-'’.](?=[^\W_]))*")
_EAST_ASIAN = regex(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_PART = regex(r"[,;，、；。]|\s(?:and|but|и|но|und|aber|et|mais)\s")
_ADVERB = regex(r"\w{3,}(?:ly|ed|ing)", re.IGNORECASE)
_RELATIVE_COMMA = regex(rf"\s*[,，]\s*(?:{'|'.join(sorted(RELATIVE))})\b")
_FURTHEST = 80
"""Code points between what is compared to and its own number, or at a stretch's start; our choice."""


class Line(NamedTuple):
    """
    A sentence with numbers.

    Attributes:
        text: All visible text.
        pieces: Its stretches between commas and joining words, by start.
        subjects: Where it names subjects, by start.
        attributes: Where it names attributes, by start.
        numbers: Its numbers, by start.
    """

    text: str
    pieces: Sequence[tuple[int, int, bool]]
    subjects: Sequence[Mention]
    attributes: Sequence[Mention]
    numbers: Sequence[Quantity]


def apart(line: Line) -> set[int]:
    """Starts of the numbers of *line* whose clause has an owner of its own that no fact knows."""
    subjects = [mention.start for mention in line.subjects]
    attributes = [mention.start for mention in line.attributes]
    starts = [number.start for number in line.numbers]
    found: set[int] = set()
    listed: list[int] = []
    is_foreign = is_seen = False
    begun: int | None = None
    for start, end, _ in line.pieces:
        here = line.numbers[bisect_left(starts, start) : bisect_left(starts, end)]
        named = line.subjects[bisect_left(subjects, start) : bisect_left(subjects, end)]
        if named:
            if _goes_on(line.text, start, here, named[0]):
                found.difference_update(listed)
            is_foreign, is_seen = False, True
        elif here:
            first = here[0].start
            is_blank = begun is not None and not is_seen and not line.text[start:first].strip()
            opening = begun if is_blank and begun is not None else start
            told = bisect_left(attributes, opening)
            until = min(first, attributes[told]) if told < len(attributes) else first
            is_foreign |= _is_owner(line.text, opening, until, is_first=not is_seen)
        if is_foreign:
            found.update(number.start for number in here)
        begun = None if here or named else start if begun is None else begun
        if here and not named:
            listed += [number.start for number in here]
        else:
            listed = []
    is_only_reference = all(is_reference(line.text, one) for one in line.subjects)
    for number in line.numbers:
        at = bisect_left(subjects, number.start)
        if _is_measured_against(line, number, at, is_only_reference=is_only_reference):
            found.add(number.start)
    return found


def _goes_on(text: str, start: int, here: Sequence[Quantity], first: Mention) -> bool:
    """Whether a stretch is the end of a list of numbers, with their subjects behind it ($5 and $6 for …)."""
    return (
        bool(here)
        and here[0].start < first.start
        and not text[start : here[0].start].strip()
        and not is_reference(text, first)
    )


def is_reference(text: str, mention: Mention) -> bool:
    """Whether the words around *mention* make of it what something is compared to."""
    behind = BEHIND_REFERENCE.match(text, mention.end) is not None
    return behind or _compares(text[max(0, mention.start - 40) : mention.start])


def _compares(before: str) -> bool:
    """Whether the words that end *before* make of the next name what something is compared to."""
    words = before.lower().replace("\n", " ").split()
    while words and words[-1].strip('«"“„(') in ARTICLES | {""}:
        words.pop()
    tail = " ".join(words)
    return bool(words) and (
        words[-1].strip('(«"“„,.') in BEFORE_REFERENCE or tail.endswith(PHRASES_BEFORE_REFERENCE)
    )


def is_close(text: str, end: int, start: int) -> bool:
    """Whether what is compared to, which ends at *end*, may have the number at *start* for its own."""
    if not end <= start <= end + _FURTHEST:
        return False
    relative = _RELATIVE_COMMA.match(text, end, start)
    return _PART.search(text, relative.end() if relative else end, start) is None


def _is_owner(text: str, start: int, end: int, *, is_first: bool) -> bool:
    """Whether ``text[start:end]``, which no subject stands in, begins with somebody's name."""
    words = (match for match in _WORD.finditer(text, start, min(end, start + _FURTHEST)))
    for match in words:
        word = match.group()
        if word.lower() in SKIPPED:
            continue
        if is_first:
            is_opener = word.lower() in OPENERS or word.startswith(OPENERS_EAST_ASIAN)
            return not (is_opener or _ADVERB.fullmatch(word))
        return _is_name(word) and not _is_last_of_list(text, start, match.end(), end)
    return False


def _is_last_of_list(text: str, start: int, name: int, end: int) -> bool:
    """Whether a name ends a list of such names, with nothing but prepositions before the number."""
    before = _WORD.findall(text, max(0, start - 40), start)
    while before and before[-1].lower() in SKIPPED:
        before.pop()
    between = [word.lower() for word in _WORD.findall(text, name, end)]
    return bool(before) and _is_name(before[-1]) and OPENERS.issuperset(between)


def _is_name(word: str) -> bool:
    return word[0].isupper() and word.lower() not in NO_OWNERS and word.lower() not in OPENERS


def _is_measured_against(line: Line, number: Quantity, at: int, *, is_only_reference: bool) -> bool:
    """
    Whether a number stands with subjects that something is only compared to, or behind an unknown one.

    *Unlike Alpha, Gamma costs $15*; *$15 more than Alpha*; *Alpha is cheaper than Gamma at $15*.

    Args:
        line: The sentence.
        number: One of its numbers.
        at: How many mentions of subjects begin before it.
        is_only_reference: Whether every one of the sentence is only compared to.
    """
    if at == 0:
        return is_only_reference or _is_bracketed_behind_word(line, number)
    last = line.subjects[at - 1]
    if not is_reference(line.text, last):
        return _is_behind_another(line, last.end, number.start)
    if not is_close(line.text, last.end, number.start):
        return is_only_reference
    return _names_another(line, last.end, number.start)


def _is_bracketed_behind_word(line: Line, number: Quantity) -> bool:
    """Whether a number stands in brackets behind a word that is no attribute: that of *Gamma ($15)*."""
    before = line.text[max(0, number.start - _FURTHEST) : number.start].rstrip()
    if not before.endswith(("(", "（")):
        return False
    word = number.start - 1
    while word > 0 and not line.text[word].isalnum() and number.start - word < _FURTHEST:
        word -= 1
    return word >= line.pieces[0][0] and line.text[word].isalpha() and not _is_attribute(line, word)


def _names_another(line: Line, start: int, end: int) -> bool:
    """Whether a name that no fact knows stands in between."""
    return any(
        _is_name(match.group()) and not _is_attribute(line, match.start())
        for match in _WORD.finditer(line.text, start, end)
    )


def _is_behind_another(line: Line, start: int, end: int) -> bool:
    """Whether an unknown name that is compared to, or has a clause of its own, has the number at *end*."""
    text = line.text
    for match in _WORD.finditer(text, max(start, end - _FURTHEST), end):
        if not _is_name(match.group()) or _is_attribute(line, match.start()):
            continue
        before = text[max(start, match.start() - 40) : match.start()]
        is_reason = not REASONS.isdisjoint(before.lower().split()[-1:])
        if (_compares(before) or is_reason) and is_close(text, match.end(), end):
            return True
    return False


def _is_attribute(line: Line, place: int) -> bool:
    at = bisect_left(line.attributes, place + 1, key=lambda one: one.start) - 1
    return at >= 0 and line.attributes[at].start <= place < line.attributes[at].end
