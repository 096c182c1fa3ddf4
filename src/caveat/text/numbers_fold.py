"""
Folding for numbers: one character a character, so that ½, ① and ² stay what they are.

Compatibility composition of a whole string makes ``2½`` into ``21/2`` and ``12²`` into ``122``. Here only
widths, decimal digits, blanks, dashes and quotes fall together, invisible characters go, and each character
knows where it came from.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from caveat.text.fold import MARK_LIMIT
from caveat.text.patterns import regex

SKIP = "\x1e"
"""Stands for a footnote mark: no number goes on behind it, but a unit may (``12¹ million``)."""

OPAQUE = "\x1f"
"""Stands for what is not read as prose (code, an address, a formula): nothing reaches across it."""

OVERRIDES = frozenset("\u202d\u202e")
"""Bidirectional overrides: what stands after one is shown in another order than it is stored."""

HARD_SPACE = "\u00a0"
"""Every blank that does not break or is thinner than a word space: a likely separator of groups."""

_INVISIBLE = frozenset(
    map(
        chr,
        (
            0xAD, 0x61C, 0x180E, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F),
            *range(0x2060, 0x2070),
            *range(0xFE00, 0xFE10), *range(0xE0000, 0xE0200),
        ),
    )
)  # fmt: skip
_SAME = {
    "\t": " ",
    "\r": " ",
    "\n": "\n",
    "\x0b": "\n",
    "\x0c": "\n",
    "\x85": "\n",
    "\u2028": "\n",
    "\u2029": "\n",
    "\u2010": "-",
    "\u2011": "-",
    "\u2043": "-",
    "\ufe63": "-",
    "\uff0d": "-",
    "\u2012": "–",
    "\u2015": "—",
    "\ufe58": "—",
    "\u2213": "±",
    "\u301c": "~",
    "\uff5e": "~",
    "\u223c": "~",
    "\u2248": "≈",
    "\u2019": "'",
    "\u02bc": "'",
    "\u2032": "'",
    "\uff07": "'",
    "\u066c": "'",
    "\u066a": "%",
    "\ufe6a": "%",
    "\u2044": "/",
    "\u2215": "/",
    "\u2a7d": "≤",
    "\u2a7e": "≥",
    "\u2266": "≤",
    "\u2267": "≥",
    "\u2024": ".",
    "\u02c9": "¯",
    "\uff0c": "，",
    "\uff0e": "．",
    "\u0130": "I",
}
# Spelled in escapes, because they look alike.
_THIN = frozenset("\u00a0\u2007\u2009\u200a\u202f\u205f\u2005\u2006\u2008")
_SMALL = frozenset(map(chr, range(0xFE50, 0xFE6C)))
_FULL_DIGITS = "[\uff10-\uff19]"
_FULL_COMMA = regex(f"(?<={_FULL_DIGITS})[\uff0c\uff0e](?={_FULL_DIGITS})")


class Passage(NamedTuple):
    """
    A stretch of text as the extractor reads it.

    Attributes:
        text: Folded, case kept.
        low: The same in lower case, with е for ё; as long as `text`.
        starts: For each character of `text` its place in the text it came from, and the end as one more.
        is_turned: A bidirectional override stands in it, so that digits are not shown as they are stored.
    """

    text: str
    low: str
    starts: Sequence[int]
    is_turned: bool = False

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where ``text[start:end]`` came from, ``start < end``; invisible characters behind it are inside."""
        return self.starts[start], self.starts[end]


def folded(text: str, start: int, end: int, replaced: Sequence[tuple[int, int, str]] = ()) -> Passage:
    """
    ``text[start:end]`` folded, in linear time.

    Args:
        text: Any string.
        start: First code point.
        end: One past the last.
        replaced: Stretches inside, in order, with what stands for each: one character, or one for each.
    """
    pieces: list[str] = []
    places: list[Sequence[int]] = []
    done = start
    for first, last, sign in (*replaced, (end, end, "")):
        if done < first:
            piece, came_from = _fold(text[done:first], done)
            pieces.append(piece)
            places.append(came_from)
        if sign:
            pieces.append(sign)
            places.append(range(first, first + len(sign)))
        done = max(done, last)
    whole = "".join(pieces)
    starts: Sequence[int] = (
        [*places[0], end] if len(places) == 1 else [at for run in places for at in run] + [end]
    )
    return Passage(whole, _lower(whole), starts, not OVERRIDES.isdisjoint(text[start:end]))


def _lower(text: str) -> str:
    low = text.lower()
    if len(low) != len(text):
        low = "".join(letter if len(letter.lower()) != 1 else letter.lower() for letter in text)
    return low if text.isascii() else low.replace("ё", "е")


def _fold(text: str, first: int) -> tuple[str, Sequence[int]]:
    if text.isascii():
        return text.translate(_ASCII), range(first, first + len(text))
    text = _FULL_COMMA.sub(lambda found: "," if found[0] == "\uff0c" else ".", text)
    characters = set(text)
    if any(map(_joins, characters)):
        return _fold_clusters(text, first)
    table = {letter: _fold_one(letter) for letter in characters}
    whole = "".join(map(table.__getitem__, text))
    if len(whole) == len(text):
        return whole, range(first, first + len(text))
    return whole, [place for place, letter in enumerate(text, first) if table[letter]]


@lru_cache(maxsize=8192)
def _joins(letter: str) -> bool:
    if letter < "\u0300":
        return False
    return unicodedata.combining(letter) > 0 or "\u1160" <= letter <= "\u11ff" or letter in "\uff9e\uff9f"


def _fold_clusters(text: str, first: int) -> tuple[str, Sequence[int]]:
    letters: list[str] = []
    places: list[int] = []
    start = 0
    for place in range(1, len(text) + 1):
        if place < len(text) and place - start < MARK_LIMIT and _joins(text[place]):
            continue
        cluster = "".join(map(_fold_one, text[start:place]))
        composed = unicodedata.normalize("NFC", cluster)
        letters.append(composed)
        places.extend(min(first + start + at, first + place - 1) for at in range(len(composed)))
        start = place
    return "".join(letters), places


@lru_cache(maxsize=8192)
def _fold_one(letter: str) -> str:
    if letter in _INVISIBLE:
        return ""
    if letter in _SAME:
        return _SAME[letter]
    if letter in _THIN:
        return HARD_SPACE
    kind = unicodedata.category(letter)
    if kind == "Nd":
        return str(unicodedata.decimal(letter))
    if kind == "Zs":
        return " "
    if kind == "Cc":
        return OPAQUE
    wide = unicodedata.normalize("NFKC", letter)
    is_width = unicodedata.east_asian_width(letter) in "FH" or letter in "\uff9e\uff9f" or letter in _SMALL
    return wide if is_width and len(wide) == 1 else letter


_ASCII = {place: _fold_one(chr(place)) for place in range(32)}
