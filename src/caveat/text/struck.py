"""Stretches of a Markdown text that its author struck out."""

import re
from bisect import bisect_right
from collections.abc import Sequence

Span = tuple[int, int]

_EDGE = re.compile(r"(?<!\\)~~|<(?P<end>/?)(?:del|s|strike)\b[^<>]{0,200}>|\n", re.IGNORECASE)


def struck(text: str) -> list[Span]:
    """
    Where *text* is struck out: between ``~~`` on one line, or in ``del``, ``s`` and ``strike``; linear.

    Args:
        text: Markdown as it is written.

    Returns:
        Stretches of *text*, by start, without overlap; an element that is never closed ends nowhere.
    """
    found: list[Span] = []
    opened: int | None = None
    tilde: int | None = None
    for match in _EDGE.finditer(text):
        if match[0] == "\n":
            tilde = None
        elif match[0] == "~~":
            if tilde is not None and opened is None:
                found.append((tilde, match.end()))
            tilde = match.start() if tilde is None else None
        elif not match["end"]:
            opened = match.start() if opened is None else opened
        elif opened is not None:
            found.append((opened, match.end()))
            opened = tilde = None
    if opened is not None:
        found.append((opened, len(text)))
    return found


def is_struck(spans: Sequence[Span], place: int) -> bool:
    """Whether *place* lies in one of *spans*, as `struck` gives them."""
    at = bisect_right(spans, (place, place)) - 1
    return any(start <= place < end for start, end in spans[max(at, 0) : at + 2])
