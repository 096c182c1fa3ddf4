"""Which part of a translation answers which part of the source: by lines, by paragraphs, or as a whole."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Literal, NamedTuple

Unit = Literal["line", "paragraph", "chapter", "field"]

_LINE = re.compile(r"[^\r\n]*\S[^\r\n]*")
_PARAGRAPH = re.compile(r"\S[^\r\n]*(?:(?:\r\n|\r|\n)[^\S\r\n]*\S[^\r\n]*)*")


class Pair(NamedTuple):
    """
    A part of the source with its translation; all are code points, ends exclusive.

    Attributes:
        source_start: Where it starts in the source.
        source_end: Where it ends there.
        start: Where it starts in the translation.
        end: Where it ends there.
        field: The field of a record that it is; empty for running text.
    """

    source_start: int
    source_end: int
    start: int
    end: int
    field: str = ""


class Aligned(NamedTuple):
    """
    Source and translation side by side.

    Attributes:
        unit: What stands against what.
        pairs: By place.
    """

    unit: Unit
    pairs: tuple[Pair, ...]


def aligned(source: str, translation: str) -> Aligned:
    """
    *source* and *translation* side by side: by lines where both have as many, else by paragraphs.

    Args:
        source: A chapter.
        translation: The same, translated.

    Returns:
        At least one pair. Empty lines do not count.
    """
    units: tuple[tuple[Unit, re.Pattern[str]], ...] = (("line", _LINE), ("paragraph", _PARAGRAPH))
    for unit, pattern in units:
        ours = [match.span() for match in pattern.finditer(source)]
        theirs = [match.span() for match in pattern.finditer(translation)]
        if len(ours) == len(theirs) > 1:
            return Aligned(unit, tuple(Pair(*one, *other) for one, other in zip(ours, theirs, strict=True)))
    return Aligned("chapter", (Pair(0, len(source), 0, len(translation)),))


def pair_at(pairs: Sequence[Pair], place: int) -> int:
    """Index of the last pair that starts at or before the code point *place* of the source; 0 at least."""
    return max(0, bisect_right(pairs, place, key=lambda pair: pair.source_start) - 1)
