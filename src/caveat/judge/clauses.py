"""Clauses: where a sentence ends, and which stretches of it speak of one thing."""

import re
from collections.abc import Iterator, Sequence

from caveat.text.patterns import regex

Span = tuple[int, int]

# A full stop ends a sentence when blanks and no small letter follow; after one or two letters it ends an
# abbreviation (ca. 5, S. 12, т. е.).
_END = regex(
    r"(?:(?<![\s.][^\W\d_])(?<![\s.][^\W\d_]{2})(?<!^[^\W\d_])\.|[!?…]+)[\"»”’)\]]*(?=\s+[^\sa-zа-яё])|[。！？]+[」』”）]*"
)
_BREAK = regex(r"\n[ \t]*\n")
_JOINING = (
    "and|but|while|whereas|or|versus|vs|и|а|но|или|тогда как|und|aber|während|oder|et|mais|tandis que|ou"
)
_SOFT = regex(rf"[,，、](?!\d)|(?<=\s)(?:{_JOINING})(?=[\s.])", re.IGNORECASE)
_HARD = regex(r"[;；]")


def sentences(text: str, span: Span, solid: Sequence[Span]) -> Iterator[Span]:
    """
    The sentences of a block.

    Args:
        text: The whole visible text.
        span: The block.
        solid: Stretches in the block that no sentence ends inside of (numbers, names), by start.
    """
    start, end = span
    inside = _Inside(solid)
    places = sorted(
        [match.end() for match in _END.finditer(text, start, end) if not inside(match.start())]
        + [match.end() for match in _BREAK.finditer(text, start, end)]
    )
    for place in (*places, end):
        if text[start:place].strip():
            yield start, place
        start = place


def pieces(text: str, span: Span, solid: Sequence[Span]) -> list[tuple[int, int, bool]]:
    """
    The stretches of a sentence between commas, semicolons and words like *and*.

    Returns:
        Start and end of each, and whether a semicolon stands before it.
    """
    start, end = span
    inside = _Inside(solid)
    cuts = [(match.start(), match.end(), False) for match in _SOFT.finditer(text, start, end)]
    cuts += [(match.start(), match.end(), True) for match in _HARD.finditer(text, start, end)]
    found = []
    is_hard = False
    for first, last, is_semicolon in sorted(cuts):
        if inside(first):
            continue
        found.append((start, first, is_hard))
        start, is_hard = last, is_semicolon
    found.append((start, end, is_hard))
    return found


class _Inside:
    """Whether a place lies in one of some stretches; asked with places that never decrease."""

    def __init__(self, solid: Sequence[Span]) -> None:
        # The full stop of an abbreviated unit (12 руб.) may be that of the sentence.
        self._solid = [(start, end - 1) for start, end in solid]
        self._at = 0

    def __call__(self, place: int) -> bool:
        solid = self._solid
        while self._at < len(solid) and solid[self._at][1] <= place:
            self._at += 1
        return self._at < len(solid) and solid[self._at][0] <= place
