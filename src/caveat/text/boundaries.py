"""
What stands at the ends of a match: a border of words, the inside of one, or nobody can tell.

Scripts differ. In an alphabet, and in a run of katakana, a key inside a longer word is no match at all. In
hiragana no border is written, so that what lies inside a longer run may be the key or not. Korean writes a
word with its particles behind it. Han characters have no borders, and keys in them need none.
"""

import re
from functools import lru_cache
from typing import Literal

from caveat.text.tables_scripts import ALPHABETIC, UNSPACED

Ends = Literal["whole", "inside", "hiragana", "hangul"]
Script = Literal["alphabet", "katakana", "hiragana", "hangul", "han", ""]

LONGEST_WORD = 4
"""Most characters of an ordinary word that a key may cut; the lists have no longer ones."""

_ALPHABET = re.compile(f"[{ALPHABETIC}]")
_UNSPACED = re.compile(f"[{UNSPACED}]")
_HANGUL_RUN = re.compile("[\uac00-\ud7a3\u1100-\u11ff]*")

PARTICLES = (
    "을 를 이 가 은 는 에 의 와 과 도 로 으로 만 께 께서 에게 에게서 한테 한테서 에서 부터 까지 처럼 "
    "보다 이나 나 이라 라 이랑 랑 이며 며 하고 마다 조차 마저 밖에 이여 여 이야 야 아 씨 님 들 이란 란 "
    "이다 다 입니다 이라고 라고 이라는 라는 이었다 였다 인 이지만 지만 대로 같이 뿐 만큼 에는 에도 "
    "에서는 에서도 에게는 에게도 으로는 로는 으로도 로도 와는 과는 만은 만이 까지도 까지는 부터는 들은 "
    "들이 들을 들의 들과 들에게 들도 님은 님이 님을 님의 님께 님께서 님도 씨는 씨가 씨를 씨의 씨도 씨와 "
    "이라도 라도 든지 이든지 치고 더러 보고 로서 으로서 로써 으로써 "
).split()
"""Korean particles, address and copula, alone and in the pairs that are usual; written for this project."""

_PARTICLES = frozenset(PARTICLES)


@lru_cache(maxsize=8192)
def script(character: str) -> Script:
    """
    The script of a character, as far as borders depend on it; empty for punctuation and blanks.

    The prolonged sound mark is katakana and the middle dot is none, so that the dot parts names.
    """
    if character.isascii():
        return "alphabet" if character.isalnum() else ""
    if ("\u30a1" <= character <= "\u30ff" and character != "\u30fb") or "\u31f0" <= character <= "\u31ff":
        return "katakana"
    if "\u3041" <= character <= "\u309f":
        return "hiragana"
    if "\uac00" <= character <= "\ud7a3" or "\u1100" <= character <= "\u11ff":
        return "hangul"
    if _ALPHABET.match(character):
        return "alphabet"
    if _UNSPACED.match(character):
        return "han"
    return "alphabet" if character.isalnum() else ""


def ends(composed: str, start: int, end: int) -> Ends:
    """
    What stands at the ends of ``composed[start:end]``, by the script at each end.

    Args:
        composed: The text before kana fall together.
        start: First code point, ``0 <= start < end``.
        end: One past the last.
    """
    found = _end(composed, start, start - 1)
    if found == "inside":
        return "inside"
    is_korean = script(composed[end - 1]) == "hangul"
    after = _tail(composed, end) if is_korean else _end(composed, end - 1, end)
    return after if found == "whole" or after == "inside" else found


def is_inside_run(composed: str, start: int, end: int) -> bool:
    """Whether the script at one end goes on beyond it, whatever script it is."""
    before = script(composed[start - 1]) if start else ""
    after = script(composed[end]) if end < len(composed) else ""
    return (before != "" and before == script(composed[start])) or (
        after != "" and after == script(composed[end - 1])
    )


def cuts_word(text: str, start: int, end: int, words: frozenset[str]) -> str:
    """
    An ordinary word that ``text[start:end]`` cuts, or lies in; empty when there is none.

    Args:
        text: The folded text.
        start: First code point.
        end: One past the last.
        words: Ordinary words, folded, of at most `LONGEST_WORD` characters.
    """
    for border in (start, end):
        for first in range(max(0, border - LONGEST_WORD + 1), border):
            for last in range(border + 1, min(len(text), first + LONGEST_WORD) + 1):
                if not (start <= first and last <= end) and text[first:last] in words:
                    return text[first:last]
    return ""


def _end(composed: str, own: int, other: int) -> Ends:
    if not 0 <= other < len(composed):
        return "whole"
    mine = script(composed[own])
    if mine in ("", "han") or mine != script(composed[other]):
        return "whole"
    if mine == "hiragana" or mine == "hangul":
        return mine
    return "inside"


def _tail(composed: str, end: int) -> Ends:
    run = _HANGUL_RUN.match(composed, end, end + 8)
    rest = run[0] if run else ""
    return "whole" if not rest or rest in _PARTICLES else "hangul"
