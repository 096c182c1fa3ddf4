"""Pinyin as people write it: tones, digits, apostrophes and run-on words, cut into syllables."""

import re
import unicodedata
from collections.abc import Sequence

from caveat.text.fold import compose
from caveat.text.tables_palladius import SYLLABLES, UMLAUTS, VOWELLESS

Words = tuple[tuple[str, ...], ...]
"""Words of syllables in pinyin without tone, ``ü`` written so."""

LONGEST = 120
"""No reading of a name is longer, in code points; a longer one is not read."""

_TONES = dict.fromkeys(map(ord, "\u0300\u0301\u0304\u0306\u030c"))
_LOOKALIKES = str.maketrans({"ɑ": "a", "ɡ": "g", ":": "", "∶": ""})
_BORDER = re.compile(r"['’‘ʼ`´·-]+|[0-5]")
_LONGEST_SYLLABLE = 6
_RETROFLEX = "r"
"""The suffix of 花儿 huar: a syllable to the eye that counts characters, a letter to the ear."""


def parse_pinyin(text: str, *, choices: Sequence[Sequence[str]] = ()) -> Words | None:
    """
    The words of a reading in pinyin, each as its syllables.

    Args:
        text: Any mix of ``Lǚ Shù``, ``lü3 shu4``, ``lv shu``, ``Xi'an``, ``Zeng Guofan``, at most `LONGEST`.
        choices: For each Han character that is read, what it may be read as; the text is then cut into as
        many
            syllables, as well as it fits them (``xian`` for two characters is ``xi an``).

    Returns:
        Words in the order written, or None when the text is not pinyin, or not of that many syllables.
    """
    if len(text) > LONGEST:
        return None
    plain = unicodedata.normalize("NFC", unicodedata.normalize("NFD", compose(text)).translate(_TONES))
    words = [_BORDER.split(word) for word in plain.casefold().translate(_LOOKALIKES).split()]
    pieces = [piece for word in words for piece in word if piece]
    cuts = _cut_all(pieces, choices)
    if cuts is None:
        return None
    remaining = iter(cuts)
    found = (tuple(s for piece in word if piece for s in next(remaining)) for word in words)
    return tuple(word for word in found if word)


def _cut_all(pieces: list[str], choices: Sequence[Sequence[str]]) -> list[tuple[str, ...]] | None:
    """Every piece cut, so that the numbers of syllables add up to that of *choices* where there are any."""
    best: dict[int, tuple[int, list[tuple[str, ...]]]] = {0: (0, [])}
    for piece in pieces:
        further: dict[int, tuple[int, list[tuple[str, ...]]]] = {}
        for count, (cost, done) in best.items():
            for added, (more, cut) in _cuts(piece, choices[count:]).items():
                entry = (cost + more, [*done, cut])
                if count + added not in further or entry[0] < further[count + added][0]:
                    further[count + added] = entry
        best = further
    if choices:
        best = {count: entry for count, entry in best.items() if count == len(choices)}
    return min(best.values(), key=lambda entry: entry[0])[1] if best and pieces else None


def _cuts(piece: str, choices: Sequence[Sequence[str]]) -> dict[int, tuple[int, tuple[str, ...]]]:
    """Number of syllables → the cheapest way to cut *piece* into so many, with its cost."""
    if piece in VOWELLESS:
        return {1: (0, (piece,))}
    at: list[dict[int, tuple[int, tuple[str, ...]]]] = [{} for _ in range(len(piece) + 1)]
    at[0][0] = (0, ())
    for place in range(len(piece)):
        for count, (cost, done) in at[place].items():
            for end in range(place + 1, min(place + _LONGEST_SYLLABLE, len(piece)) + 1):
                syllable = _known(piece[place:end], place)
                if syllable is None:
                    continue
                price = cost + _price(syllable, place, choices[count : count + 1])
                if count + 1 not in at[end] or price < at[end][count + 1][0]:
                    at[end][count + 1] = (price, (*done, syllable))
    return at[len(piece)]


def _known(text: str, place: int) -> str | None:
    if text == _RETROFLEX and place:
        return text
    syllable = UMLAUTS.get(text, text)
    return syllable if syllable in SYLLABLES and syllable not in VOWELLESS else None


def _price(syllable: str, place: int, choices: Sequence[Sequence[str]]) -> int:
    # An inner syllable that begins with a vowel is written with an apostrophe, so without one it is dear.
    price = 1 + 10 * bool(place and syllable[0] in "aoeê") + 5 * (syllable == _RETROFLEX)
    return price + 100 * bool(choices and syllable not in choices[0])
