"""Judgment words: whether what must stand near a key does, and what must not does not."""

import re
from collections.abc import Iterable
from functools import lru_cache

from caveat.text.boundaries import ends

REACH = 60
"""Characters on either side that count as near, within the sentence (our choice)."""

_END = re.compile("[。！？!?…\n]|[.](?= |\n|$)")


def fits(
    folded: str,
    composed: str,
    span: tuple[int, int],
    *,
    key: str,
    requires: Iterable[str],
    forbids: Iterable[str],
) -> bool:
    """
    Whether the words near ``folded[span]`` are as a key asks.

    Args:
        folded: The text, folded.
        composed: The same before scripts fall together.
        span: Where the key stands, (start, end).
        key: The key, folded. A judgment word that holds it counts only where it lies over the key itself.
        requires: Words, folded, one of which must be near; none = nothing is asked.
        forbids: Words, folded, none of which may be near.
    """
    start, end = zone(folded, *span)
    asked = list(requires)
    if asked and not any(_stands(folded, composed, word, key, span, start, end) for word in asked):
        return False
    return not any(_stands(folded, composed, word, key, span, start, end) for word in forbids)


def is_near(text: str, words: Iterable[str]) -> bool:
    """Whether one of *words* stands in *text*, both folded; in an alphabet as a whole word."""
    return any(_found(text, text, word, 0, len(text)) for word in words)


def zone(text: str, start: int, end: int) -> tuple[int, int]:
    """What is near ``text[start:end]``: its sentence, `REACH` characters on either side at most."""
    first = max(0, start - REACH)
    before = [match.end() for match in _END.finditer(text, first, start)]
    after = _END.search(text, end, min(len(text), end + REACH))
    return (before[-1] if before else first), (after.start() if after else min(len(text), end + REACH))


def _stands(
    folded: str, composed: str, word: str, key: str, span: tuple[int, int], start: int, end: int
) -> bool:
    if key in word and word != key:
        first, last = max(0, span[1] - len(word)), span[0]
        place = folded.find(word, first, last + len(word))
        return place >= 0
    return _found(folded, composed, word, start, span[0]) or _found(folded, composed, word, span[1], end)


def _found(folded: str, composed: str, word: str, start: int, end: int) -> bool:
    place = folded.find(word, start, end) if word else -1
    while place >= 0:
        if not _is_alphabetic(word) or ends(composed, place, place + len(word)) != "inside":
            return True
        place = folded.find(word, place + 1, end)
    return False


@lru_cache(maxsize=1024)
def _is_alphabetic(word: str) -> bool:
    return any(character.isalpha() and character < "\u2e80" for character in word)
