"""
Folding: spellings that a reader takes for the same become the same string, with a way back.

Full and half width, case, ligatures, composed and decomposed letters fall together. The result is the
string that compatibility composition (NFKC, Unicode Standard Annex #15) and full case folding (Unicode
3.13) reach together; the way back leads to whole characters as readers see them, that is a base with its
marks, or the jamo of one Hangul syllable.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

MARK_LIMIT = 30
"""Most marks after one base that are folded as one (stream-safe text, UAX #15 section 13)."""

# Reordering the marks of one base takes quadratic time in CPython: 40,000 of them cost 1.2 s. Only a run
# of characters that are no letters, digits, blanks or ASCII can hold so many.
_MARK_RUN = re.compile(rf"[^\w\s!-~]{{{MARK_LIMIT + 1},}}")
# Default-ignorable characters (UAX #44) that get into names by copying: soft hyphen, zero-width space and
# joiners, word joiner, variation selectors, byte-order mark.
_INVISIBLE = dict.fromkeys(
    [0xAD, *range(0x200B, 0x2010), 0x2060, *range(0xFE00, 0xFE10), 0xFEFF, *range(0xE0100, 0xE01F0)]
)


_UNSEEN = frozenset(("Cc", "Cf", "Cn", "Mn", "Me", "Zs", "Zl", "Zp"))
# Letters and a symbol by their category, and drawn as nothing: Hangul fillers and the empty Braille cell.
_FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")


class Folded(NamedTuple):
    """
    A folded text and the way back to the original.

    Attributes:
        text: The folded text.
        offsets: For each character of `text`, where in the original the character it came from starts;
            one more entry holds the length of the original. Code points, never decreasing.
    """

    text: str
    offsets: Sequence[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """
        The stretch of the original that ``text[start:end]`` came from, widened to whole characters.

        Args:
            start: First code point in the folded text, ``0 <= start <= end``.
            end: One past the last code point, ``end <= len(text)``.

        Returns:
            Code points in the original, end exclusive; an empty stretch stays empty.

        Raises:
            ValueError: The stretch does not lie in the folded text.
        """
        if not 0 <= start <= end <= len(self.text):
            raise ValueError(f"no stretch [{start}, {end}) in {len(self.text)} folded code points")
        if start == end:
            return self.offsets[start], self.offsets[start]
        after = bisect_right(self.offsets, self.offsets[end - 1])
        return self.offsets[start], self.offsets[after]


def fold(text: str) -> Folded:
    """
    *text* in compatibility composition and without case, with a map back to the original.

    Composed and decomposed spellings fold to the same text, and folding twice changes nothing; beyond
    `MARK_LIMIT` marks on one base neither is promised.

    Args:
        text: Any string; lone surrogates are kept as they are.

    Returns:
        The folded text with its map.
    """
    if text.isascii():
        return Folded(text.lower(), range(len(text) + 1))
    characters = set(text)
    if any(map(_extends, characters)):
        return _fold_clusters(text)
    table = {character: _fold_cluster(character) for character in characters}
    folded = "".join(map(table.__getitem__, text))
    if all(len(form) == 1 for form in table.values()):
        return Folded(folded, range(len(text) + 1))
    starts = [place for place, character in enumerate(text) for _ in table[character]]
    return Folded(folded, [*starts, len(text)])


def fold_text(text: str) -> str:
    """
    The folded text alone, without the map back: ``fold(text).text``, faster.

    Args:
        text: Any string.
    """
    if text.isascii():
        return text.lower()
    return "".join(map(_settle, _safe_pieces(text)))


def is_blank(text: str) -> bool:
    """Whether nothing of *text* can be seen: blanks, control and format characters, marks without a base."""
    first = text[:1]
    # Most texts begin with a letter; outside ASCII it may still be a filler.
    if first.isascii() and first.isalnum():
        return False
    return not any(
        character.isalnum() or unicodedata.category(character) not in _UNSEEN
        for character in text
        if character not in _FILLERS
    )


def compose(text: str, form: Literal["NFC", "NFKC"] = "NFKC") -> str:
    """
    *text* composed, case kept, in linear time for any input.

    Args:
        text: Any string; more than `MARK_LIMIT` marks on one base are composed apart.
        form: ``NFKC`` also makes widths and other variants of a character one; ``NFC`` keeps them apart.
    """
    if text.isascii():
        return text
    return "".join(unicodedata.normalize(form, piece) for piece in _safe_pieces(text))


def fold_key(text: str) -> str:
    """
    The form in which two names (titles, link targets) are compared.

    Args:
        text: A name of any length.

    Returns:
        The folded name without invisible characters, its blanks collapsed to one and trimmed; empty when
        nothing visible is left.
    """
    return " ".join(fold_text(text.translate(_INVISIBLE)).split())


@lru_cache(maxsize=8192)
def _extends(character: str) -> bool:
    """Whether the character joins the one before it: a mark, or a medial or final jamo, at any width."""
    first = unicodedata.normalize("NFKD", character)[0]
    return unicodedata.category(first)[0] == "M" or "\u1160" <= first <= "\u11ff"


@lru_cache(maxsize=8192)
def _fold_cluster(cluster: str) -> str:
    return _settle(cluster)


def _settle(text: str) -> str:
    # Case folding can undo a composition (U+0390 becomes three characters), and composing can make a
    # capital (U+1D400 is a bold A), so both repeat until nothing changes: two rounds for every character.
    for _ in range(4):
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
        if folded == text:
            break
        text = folded
    return text


def _fold_clusters(text: str) -> Folded:
    pieces: list[str] = []
    offsets: list[int] = []
    for start, end in _clusters(text):
        folded = _fold_cluster(text[start:end])
        pieces.append(folded)
        offsets.extend([start] * len(folded))
    return Folded("".join(pieces), [*offsets, len(text)])


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    joining = {character for character in set(text) if _extends(character)}
    start = 0
    for place, character in enumerate(text):
        if place and (character not in joining or place - start > MARK_LIMIT):
            yield start, place
            start = place
    if text:
        yield start, len(text)


def _safe_pieces(text: str) -> Iterator[str]:
    done = 0
    for run in _MARK_RUN.finditer(text):
        marks = 0
        for place in range(*run.span()):
            marks = marks + 1 if unicodedata.combining(text[place]) else 0
            if marks > MARK_LIMIT:
                yield text[done:place]
                done, marks = place, 0
    yield text[done:]
