"""Kana and Latin spellings of Japanese as morae, and morae as Cyrillic after Polivanov."""

import re
import unicodedata
from typing import Literal, NamedTuple

from caveat.text.fold import compose
from caveat.text.tables_polivanov import FOREIGN, LONG_PAIRS, MORAE, OWN_I, OWN_VOWEL, ROMAJI

LongVowels = Literal["plain", "double", "macron"]

LONGEST = 120
"""No reading of a name is longer, in code points; a longer one is not read."""

_KATAKANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
_LONG = "ー"
_KANA_WORD = re.compile(r"[ぁ-ゖー]+")
_BREAK = re.compile(r"[\s・･=＝‐-]+")
_ROMAJI_WORD = re.compile(r"[a-z'’ー]+")
_VOWEL_OF = {
    "а": "あ",
    "я": "あ",
    "и": "い",
    "у": "う",
    "ю": "う",
    "э": "え",
    "е": "え",
    "о": "お",
    "ё": "お",
}
_WRITTEN = {"あ": "а", "い": "и", "う": "у", "え": "э", "お": "о"}


class Spelling(NamedTuple):
    """
    A word in Cyrillic.

    Attributes:
        text: Lower case.
        others: Spellings that are as good, because kana does not tell where one part of a name ends.
        is_foreign: It has morae that only foreign words have.
    """

    text: str
    others: tuple[str, ...] = ()
    is_foreign: bool = False


def kana_words(text: str) -> tuple[str, ...] | None:
    """
    The words of a Japanese reading in hiragana, with ``ー`` for a length that no kana writes.

    Args:
        text: Hiragana, katakana of any width, or Latin letters (Hepburn, Kunrei; ``ō``, ``ô``), words parted
            by blanks, ``・`` or hyphens; at most `LONGEST`.

    Returns:
        The words in the order written, or None when anything else is in it.
    """
    if not text.strip() or len(text) > LONGEST:
        return None
    words = [word for word in _BREAK.split(compose(text)) if word]
    if any(character.isascii() and character.isalpha() for character in text):
        read = [_from_romaji(word) for word in words]
        return None if None in read or not read else tuple(word for word in read if word)
    plain = tuple(word.translate(_KATAKANA) for word in words)
    return plain if plain and all(map(_KANA_WORD.fullmatch, plain)) else None


def spell(word: str, *, headword: str = "", long: LongVowels = "plain") -> Spelling:
    """
    A word in hiragana as Cyrillic.

    Args:
        word: Hiragana and ``ー``, as `kana_words` gives it.
        headword: The characters that it reads, where known: they tell a vowel of its own from the length of
        the
            one before it (井上 Иноуэ), and и from й (酒井 Сакаи).
        long: ``plain`` writes a long vowel as a short one (Токё), ``double`` twice, ``macron`` with a line.
    """
    morae = _morae(word)
    own = _own_places(word, headword)
    has_kanji = any("\u3400" <= character <= "\u9fff" for character in headword)
    text = _assemble(morae, own, long)
    others = [_assemble(morae, frozenset(), long)] if own and has_kanji and "のうえ" not in word else []
    free_i = frozenset(place for place, mora in morae if mora == "い" and place)
    if not has_kanji or own & free_i:
        others += [_assemble(morae, own | free_i, long), _assemble(morae, own - free_i, long)]
    if text.endswith("сукэ"):
        others += [form.removesuffix("сукэ") + "скэ" for form in (text, *others)]
    is_foreign = any(mora in FOREIGN for _, mora in morae)
    return Spelling(text, tuple(dict.fromkeys(form for form in others if form != text)), is_foreign)


def _morae(word: str) -> list[tuple[int, str]]:
    """``(place, mora)`` of each mora; ん, っ and ー stand alone."""
    found = []
    place = 0
    while place < len(word):
        pair = word[place : place + 2]
        length = 2 if len(pair) > 1 and (pair in MORAE or pair in FOREIGN) else 1
        found.append((place, word[place : place + length]))
        place += length
    return found


def _own_places(word: str, headword: str) -> frozenset[int]:
    """Places of vowel kana that begin a part of the name, so that they are neither length nor й."""
    own = {match.start() + 1 for match in re.finditer("のうえ", word)}
    if word == "ゆい":
        own.add(1)
    for kanji in headword[1:]:
        for reading in OWN_VOWEL.get(kanji, "").split():
            starts = {match.start() for match in re.finditer(reading, word) if match.start()}
            # After ょ and ゅ the kana う is the length of a Sino-Japanese reading.
            own |= {start for start in starts if word[start - 1] not in "ょゅ"}
        if kanji in OWN_I:
            own |= {match.start() for match in re.finditer("い", word) if match.start()}
    return frozenset(own)


def _assemble(morae: list[tuple[int, str]], own: frozenset[int], long: LongVowels) -> str:
    out = ""
    is_doubled = is_long = False
    for index, (place, mora) in enumerate(morae):
        before = "" if not out or is_doubled else _VOWEL_OF.get(out[-1], "")
        if mora == "っ":
            is_doubled = True
            continue
        if mora == _LONG or (before + mora in LONG_PAIRS and place not in own and not is_long):
            out += _length(before, long)
            is_long = True
            continue
        if mora == "ん":
            written = _nasal(morae[index + 1][1] if index + 1 < len(morae) else "")
        elif mora == "い" and before not in ("", "い") and place not in own and not is_long:
            written = "й"
        else:
            written = MORAE.get(mora) or FOREIGN.get(mora, "")
        if is_doubled and written and written[0] not in _VOWEL_OF:
            written = written[0] + written
        out += written
        is_doubled = is_long = False
    return out


def _length(vowel: str, long: LongVowels) -> str:
    if long == "double":
        return _WRITTEN.get(vowel, "")
    return "\u0304" if long == "macron" and vowel else ""


def _nasal(following: str) -> str:
    first = (MORAE.get(following) or FOREIGN.get(following) or " ")[0]
    if first in "бпм":
        return "м"
    return "нъ" if first in _VOWEL_OF else "н"


def _from_romaji(word: str) -> str | None:
    """A word in Latin letters as hiragana; None when it is not Japanese."""
    marked = unicodedata.normalize("NFD", word.casefold())
    letters = re.sub("[\u0304\u0302]", _LONG, marked)
    if not _ROMAJI_WORD.fullmatch(letters):
        return None
    out = ""
    place = 0
    while place < len(letters):
        kana, length = _romaji_mora(letters, place)
        if not length:
            return None
        out += kana
        place += length
    return out


def _romaji_mora(letters: str, place: int) -> tuple[str, int]:
    """Kana at *place* with the number of letters that write it; ``("", 0)`` when none does."""
    here, following = letters[place], letters[place + 1 : place + 2]
    if here == _LONG:
        return _LONG, 1
    for length in (3, 2, 1):
        mora = ROMAJI.get(letters[place : place + length])
        if mora and len(letters[place : place + length]) == length:
            return mora, length
    if here == "n":
        return "ん", 2 if following in ("'", "’") else 1
    if here == "m" and following in ("b", "p", "m"):
        return "ん", 1
    if here == following or (here, following) == ("t", "c"):
        return "っ", 1
    return "", 0
