"""
References: words that stand for one of the subjects named before them: *the former*, *letztere*, 后者.

Such a word is a mention like a name: it decides which of two subjects is meant. Where more than two were
named it stands for each of them, so that it decides nothing, and a number beside it does not fall to the
nearest name.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from caveat.judge.clauses import sentences
from caveat.judge.names import Mention
from caveat.judge.surroundings import Located, Names, distinct, union
from caveat.model.quantities import Quantity
from caveat.model.visible import Block, Visible
from caveat.text.patterns import regex

_VERB = (
    r"(?=\s+(?:is|was|has|had|will|can|costs?|charges|asks|gets|gained|got|rose|fell|sells|sold|offers|adds"
    r"|comes|came|went|put|took|scores|posts|stands|at|with|for|by|being|[a-z]{2,14}(?:ing|ed))\b"
    r"|\s*(?:[,;:.)–—]|$)|\s+[-$€£¥0-9])"
)
_WORDS = regex(
    rf"\bthe\s+(?:(?P<en1>former)|(?P<en2>latter))\b{_VERB}"
    r"|\b(?:(?P<de1>ersterer?[smn]?)|(?P<de2>letzterer?[smn]?|ce dernier|cette dernière))\b"
    rf"|\bthe\s+(?:(?P<first>first)|(?P<second>second))(?:\s+one)?\b{_VERB}"
    r"|\b(?:(?P<ru1>перв(?:ый|ая|ое))|(?P<ru2>втор(?:ой|ая|ое)))"
    r"(?=\s*[,–—-]|\s+(?:на|за|в|по|уже|теперь|[$€₽0-9]|[а-яё]{2,14}(?:ит|ет|ёт|ют|ят|ла|ло|ал|ел|ил|ся|сь)\b))"
    r"|(?P<zh1>前者)|(?P<zh2>后者|後者)"
    r"|(?<![가-힣])(?:(?P<ko1>전자)|(?P<ko2>후자))(?=는|가|의|를|은|이|에)",
    re.IGNORECASE,
)
_PAIRED = {"first": "second", "ru1": "ru2", "ko1": "ko2"}
"""Words that mean many things alone, and count only where the other one follows in the same block."""

_MAY_REFER = (
    *("the former", "the latter", "the first", "the second", "erster", "letzter", "derni", "перв", "втор"),
    *("前者", "后者", "後者", "전자", "후자"),
)
"""What a text holds, in small letters, when it holds one of the words: a cheap first look."""

# What somebody is made to do is theirs: forced them to commit 17 turnovers.
_OBJECT = regex(r"(?:them|him|her)\s+(?=(?:in)?to\b|at\b|under\b|below\b)")
_MADE = regex(
    r"\b(?:forc(?:ed|es|ing)|caus(?:ed|es|ing)|held|hold(?:s|ing)|limit(?:ed|s|ing)|restrict(?:ed|s|ing)"
    r"|kept|keep(?:s|ing))\s+$",
    re.IGNORECASE,
)
_FURTHEST = 1_000
"""Code points back in which a word finds what it refers to; our choice."""

_EARLIER = 3
"""Sentences back from which *them* may take its meaning; our choice."""


class _Word(NamedTuple):
    """A word that refers: its place, and which of two it means; None for *them*."""

    start: int
    end: int
    is_second: bool | None


def with_references(
    text: Visible, subjects: Sequence[Mention], numbers: Sequence[Quantity] = ()
) -> list[Mention]:
    """
    *subjects* and the words that refer to them, by place.

    A name that is referred to and has no number of its own before that has done its work: it is left out.

    Args:
        text: What a reader sees.
        subjects: Where it names subjects, by place, without overlap.
        numbers: Those that look for a subject, by place.
    """
    if len({mention.names for mention in subjects}) < 2:
        return list(subjects)
    found = list(subjects)
    located = Located(subjects)
    starts = [number.start for number in numbers]
    done: set[Mention] = set()
    for word in (*_words(text.text), *_made(text.text)):
        index = text.block_at(word.start)
        names = None if index is None else _meant(text, text.blocks[index], word, located)
        if not names or index is None:
            continue
        found.append(Mention(word.start, word.end, names))
        at = bisect_left(starts, word.start)
        since = max(text.blocks[index].start, word.start - _FURTHEST, numbers[at - 1].end if at else 0)
        if word.is_second is not None:
            done.update(located.within(since, word.start))
    if len(found) == len(subjects):
        return found
    return sorted((one for one in found if one not in done), key=lambda mention: mention.start)


def _words(text: str) -> Iterator[_Word]:
    low = text.lower()
    if not any(word in low for word in _MAY_REFER):
        return
    matches = [(str(match.lastgroup), match) for match in _WORDS.finditer(text)]
    kinds = {kind for kind, _ in matches}
    halves = {half for pair in _PAIRED.items() if not kinds.issuperset(pair) for half in pair}
    for kind, match in matches:
        if kind not in halves:
            yield _Word(*match.span(kind), kind[-1] == "2" or kind == "second")


def _made(text: str) -> Iterator[_Word]:
    for match in _OBJECT.finditer(text):
        start = match.start()
        if _MADE.search(text, max(0, start - 16), start):
            yield _Word(start, start + len(match[0].rstrip()), None)


def _meant(text: Visible, block: Block, word: _Word, subjects: Located) -> Names | None:
    """What the two subjects before *word*, in its sentence or the one before, make of it."""
    begin = max(block.start, word.start - _FURTHEST)
    before = subjects.within(begin, word.start)
    starts = [start for start, _ in sentences(text.text, (begin, word.start), _solid(before))]
    if word.is_second is None:
        since = starts[-1 - _EARLIER :][0] if starts else begin
        every = union(distinct(mention for mention in before if mention.start >= since))
        return every if len(every) > 1 else None
    for start in reversed(starts[-2:]):
        near = [mention for mention in before if mention.start >= start]
        named = distinct(near)
        if len(named) == 1 < len(near):
            return named[0]
        if len(named) == 2:
            return named[word.is_second]
        if len(named) > 2:
            return union(named)
    return None


def _solid(mentions: Sequence[Mention]) -> list[tuple[int, int]]:
    return [(mention.start, mention.end) for mention in mentions]
