"""Stretches of a text, asked whether they touch another one."""

from bisect import bisect_right
from collections.abc import Iterable


class Stretches:
    """
    Some half-open stretches of a text.

    Args:
        spans: (start, end) of each, in any order; they may overlap.
    """

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        furthest = 0
        for start, end in sorted(spans):
            furthest = max(furthest, end)
            self._starts.append(start)
            self._ends.append(furthest)

    def touch(self, start: int, end: int) -> bool:
        """Whether one of them overlaps ``[start, end)``, in logarithmic time."""
        place = bisect_right(self._starts, end - 1) - 1
        return place >= 0 and self._ends[place] > start
