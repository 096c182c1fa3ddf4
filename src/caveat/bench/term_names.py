"""
What a translation calls a name, whether or not it is the right one: found by which word goes with it.

Without a memory a name has no known rendering, and a wrong one has an unknown one. So each word's stem is
counted in the lines whose source names the term and in those whose source does not; the stem that goes with
it best is what the translation calls it, and consistency is how many of its lines have that stem. It is an
estimate by line; a term that one line names cannot be inconsistent and does not count.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from caveat.bench.metrics import Mean
from caveat.judge.rendering_words import words_of
from caveat.text.tables_stopwords import STOPWORDS

CASES: Mapping[str, frozenset[str]] = {
    word: frozenset(cases.split())
    for words, cases in (
        ("у из изо от ото без безо до для около возле вокруг после кроме ради против среди мимо", "gen"),
        ("из-за из-под вместо насчёт насчет внутри напротив", "gen"),
        ("к ко", "dat"),
        ("по", "dat acc prep"),
        ("про через сквозь", "acc"),
        ("над надо перед передо между", "ins"),
        ("с со", "ins gen acc"),
        ("за под подо", "acc ins"),
        ("при", "prep"),
        ("о об обо", "prep acc"),
        ("в во на", "prep acc"),
    )
    for word in words.split()
}
"""Preposition → cases that it governs."""

SHORTEST = 2
"""Fewest letters of a word that is looked at (our choice: a name of one letter is told by its neighbour)."""


class Line(NamedTuple):
    """
    A line of a translation with what its source names.

    Attributes:
        text: The line.
        named: Refs of the terms that the source names there.
        stands: Of those, the ones that stand there, rightly or broken.
        missing: Ref → occurrences that nothing of the name stands for.
        taken: Stretches of the line that names take.
    """

    text: str
    named: set[str]
    stands: set[str]
    missing: Counter[str]
    taken: tuple[tuple[int, int], ...]


def consistency(lines: Sequence[Line]) -> Mean:
    """Share of the lines with a recurring name that have the stem which goes with the name best."""
    found = Mean()
    for ref, stem in called(lines).items():
        due = [line for line in lines if ref in line.named and _says_something(line, ref)]
        found += Mean(sum(stem in _stems(line.text) for line in due), len(due))
    return found


def called(lines: Sequence[Line]) -> dict[str, str]:
    """Ref → the stem that goes with it best, of terms that several lines name; ties by the alphabet."""
    count = Counter(stem for line in lines for stem in _stems(line.text))
    refs = sorted({ref for line in lines for ref in line.named})
    found = {}
    for ref in refs:
        due = [line for line in lines if ref in line.named and _says_something(line, ref)]
        if len(due) < 2:
            continue
        there = Counter(stem for line in due for stem in _stems(line.text))
        if there:
            found[ref] = min(there, key=lambda one: (-2 * there[one] / (len(due) + count[one]), one))
    return found


def omitted(lines: Sequence[Line], missing: int) -> int:
    """
    How many of the *missing* occurrences have nothing in their line that could be a name for them.

    What could be one: the stem that goes with the term, or a capitalised word inside the sentence that no
    other name takes.
    """
    stems = called(lines)
    named = 0
    for line in lines:
        free = _free_capitals(line)
        for ref, count in line.missing.items():
            is_called = ref not in line.stands and stems.get(ref, "") in _stems(line.text)
            given = count if is_called else min(count, free)
            free -= 0 if is_called else given
            named += given
    return missing - min(missing, named)


def _says_something(line: Line, ref: str) -> bool:
    """Whether the line owes a name: a pronoun in its place owes none."""
    return ref in line.stands or line.missing[ref] > 0


def _free_capitals(line: Line) -> int:
    words = words_of(line.text)
    first: dict[int, int] = {}
    for word in words:
        first.setdefault(word.sentence, word.start)
    return sum(
        word.is_capital
        and first[word.sentence] != word.start
        and not any(start <= word.start < end for start, end in line.taken)
        for word in words
    )


@lru_cache(maxsize=4096)
def _stems(text: str) -> frozenset[str]:
    stop = STOPWORDS["ru"]
    words = {word.low for word in words_of(text) if len(word.low) >= SHORTEST}
    return frozenset(_ENDING.sub("", word) for word in words if word not in stop)


# A stemmer for common words takes endings of verbs from names (Вэйчжуан|а is no Вэйчжу|ана).
_ENDING = re.compile(
    "(?<=[а-я-][а-я-])(?:[аеиоу]ем|[аеиоу][яюеий]|[аяыи]ми|[ое]го|[ое]му|[оеё]й|[ое]ю|[оеё]м|[ая]м|[ая]х|[ое]в|[ыи]й|[ая]я|[ую]ю|[ые]е|ие"
    "|[ыи]х|[ыи]м|[аяуюеыиоьй])$"
)
