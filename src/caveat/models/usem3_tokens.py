"""
Texts into the pieces of the model's vocabulary: normalised, then cut where the scores add up to most.

This is the unigram segmentation of SentencePiece (Kudo and Richardson 2018): of all ways to cut a text into
known pieces the one with the largest sum of scores, found from left to right.
"""

from bisect import bisect_left
from collections.abc import Mapping
from typing import Any

from caveat.models.usem3_source import CHARACTER_BITS

UNKNOWN, BEGIN, END = 0, 1, 2
"""Numbers of the pieces for an unknown character, the beginning and the end of a text."""

SPACE = "▁"
"""Stands for a blank in the vocabulary (SentencePiece's convention)."""

UNKNOWN_PENALTY = 10.0
"""An unknown character scores this much less than the worst piece (SentencePiece's constant)."""

MOST_CHARACTERS = 8
"""Characters of a sequence that is looked up; the longest in the table has 4."""

MOST_BYTES = 256
"""Bytes within which a replacement ends; the longest in the table has 33."""

MOST_STEPS = 1 << 20
"""Steps remembered before they are forgotten; our choice, about 100 MB."""


class Tokens:
    """
    Cuts texts; it remembers the steps of the tree that it has taken, so the second text is cheaper.

    Args:
        arrays: As `usem3_source.read_source` gives them; only read where a text leads.
    """

    def __init__(self, arrays: Mapping[str, Any]) -> None:
        # Views over memory give plain numbers several times faster than array elements do.
        self._steps = memoryview(arrays["steps"])
        self._ends = memoryview(arrays["ends"])
        self._scores = memoryview(arrays["scores"])
        self._unknown_score = float(arrays["scores"].min()) - UNKNOWN_PENALTY
        single, single_to, nul_to, seconds = (
            bytes(arrays[name]).decode("utf-8") for name in ("single", "single_to", "nul_to", "seconds")
        )
        pairs = zip(single.split("\0"), single_to.split("\0"), strict=True)
        self._single = {ord(key): value for key, value in pairs if key} | {0: nul_to}
        self._seconds = frozenset(seconds)
        self._units = memoryview(arrays["units"])
        self._replacements = arrays["replacements"]
        self._known: dict[int, int] = {}

    def cut(self, text: str) -> list[int]:
        """Numbers of the pieces of *text*, with `BEGIN` and `END` around them; never fewer than three."""
        normal = self.normal(text)
        return [BEGIN, *(self._best(normal) if normal else [UNKNOWN]), END]

    def normal(self, text: str) -> str:
        """*text* as it is looked up: compatibility forms replaced, runs of blanks as one `SPACE`."""
        # Half of a surrogate pair is no character; the reference would refuse the whole text for it.
        text = text.encode("utf-8", "replace").decode("utf-8")
        is_plain = self._seconds.isdisjoint(text)
        mapped = text.translate(self._single) if is_plain else self._by_sequences(text)
        words = [word for word in mapped.split(" ") if word]
        return (SPACE + SPACE.join(words)).rstrip(SPACE)

    def _by_sequences(self, text: str) -> str:
        found: list[str] = []
        place, last = 0, len(text)
        while place < last:
            if text[place + 1 : place + 2] in self._seconds:
                value, length = self._longest(text[place : place + MOST_CHARACTERS])
            else:
                value, length = "", 0
            found.append(value if length else self._single.get(ord(text[place]), text[place]))
            place += length or 1
        return "".join(found)

    def _longest(self, text: str) -> tuple[str, int]:
        """The replacement of the longest key that *text* begins with, and its characters; 0 for none."""
        units = self._units
        data = text.encode("utf-8")
        node, start, size = 0, -1, 0
        for number, byte in enumerate(data, 1):
            unit = units[node]
            node ^= (unit >> 10) << ((unit & 0x200) >> 6) ^ byte
            if node >= len(units) or units[node] & 0x800000FF != byte:
                break
            if units[node] & 0x100:
                unit = units[node]
                start = units[node ^ (unit >> 10) << ((unit & 0x200) >> 6)] & 0x7FFFFFFF
                size = number
        if not size:
            return "", 0
        raw = bytes(self._replacements[start : start + MOST_BYTES])
        return raw[: raw.index(b"\0")].decode("utf-8"), len(data[:size].decode("utf-8"))

    def _best(self, text: str) -> list[int]:
        size = len(text)
        characters = [ord(c) for c in text]
        best = [0.0] + [float("-inf")] * size
        start_of = [0] * (size + 1)
        piece_of = [0] * (size + 1)
        known, ends, scores = self._known, self._ends, self._scores
        for start in range(size):
            before = best[start]
            node = 0
            is_single = False
            for end in range(start, size):
                step = node << CHARACTER_BITS | characters[end]
                found = known.get(step)
                node = self._step(step) if found is None else found
                if not node:
                    break
                piece = ends[node - 1]
                if piece >= 0:
                    is_single |= end == start
                    score = before + scores[piece]
                    if score > best[end + 1]:
                        best[end + 1], start_of[end + 1], piece_of[end + 1] = score, start, piece
            if not is_single and before + self._unknown_score > best[start + 1]:
                best[start + 1] = before + self._unknown_score
                start_of[start + 1], piece_of[start + 1] = start, UNKNOWN
        pieces = []
        place = size
        while place:
            pieces.append(piece_of[place])
            place = start_of[place]
        return pieces[::-1]

    def _step(self, step: int) -> int:
        """The node that *step* leads to, 0 for none."""
        place = bisect_left(self._steps, step)
        is_there = place < len(self._steps) and self._steps[place] == step
        if len(self._known) >= MOST_STEPS:
            self._known.clear()
        self._known[step] = place + 1 if is_there else 0
        return self._known[step]
