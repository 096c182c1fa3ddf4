"""
Chinese and Japanese names in Cyrillic: Palladius for Mandarin, Polivanov for Japanese.

A person is surname, space, given name as one word; a place is one word; what is no name is in lower case.
Where a
syllable in *-ng* meets a vowel ъ stands between (长安 Чанъань), *-n* keeps its soft sign (延安 Яньань, 近平
Цзиньпин); Japanese ん is м before б, п, м and нъ before a vowel.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, permutations, product
from typing import Literal, NamedTuple

from caveat.text.kana import LongVowels, Spelling, kana_words, spell
from caveat.text.readings_zh import Choices, NameReading
from caveat.text.tables_palladius import SYLLABLES

Standard = Literal["palladius", "polivanov"]

MOST_FORMS = 64
"""Most spellings that are listed for one name: our choice, far above what the readings of a name give."""

_VOWELS = frozenset("аеёиоуыэюя")
_NAMED = frozenset({"person", "place", "organisation"})
_RETROFLEX = "р"


class Transliteration(NamedTuple):
    """
    A name in Cyrillic.

    Attributes:
        text: As the system writes it, under the expected reading.
        others: Spellings that are as good: another reading of a character, another order of a Japanese name,
            и or й where kana does not tell.
        standard: The system.
        is_foreign: The kana has morae of foreign words only, for which the system has no rule.
    """

    text: str
    others: tuple[str, ...]
    standard: Standard
    is_foreign: bool = False


def palladius(parts: Sequence[Sequence[str]], *, kind: str = "person") -> Transliteration:
    """
    Mandarin syllables in Cyrillic.

    Args:
        parts: Words of syllables in pinyin without tone (``[["lü"], ["shu"]]``), as `pinyin.parse_pinyin`
        gives
            them; a person's are surname and given name.
        kind: ``person`` keeps the words apart; everything else is one word. Persons, places and organisations
            have capitals.

    Raises:
        ValueError: A syllable is not Mandarin in pinyin.
    """
    words = [_join(part) for part in parts if part]
    return Transliteration(_lay_out(words, kind), (), "palladius")


def palladius_of(reading: NameReading, *, kind: str = "person") -> Transliteration:
    """
    A name that was read from its characters, in Cyrillic.

    Args:
        reading: As `readings_zh.read_name` gives it.
        kind: As for `palladius`.

    Returns:
        `others` holds the spellings under other readings, `MOST_FORMS` at most, and, where it is not sure
        what the surname is, the name written as one word.
    """
    forms = [
        palladius(parts, kind=kind).text
        for parts in islice(product(*map(_readings, reading.parts)), MOST_FORMS)
    ]
    if not reading.is_sure:
        whole = tuple(choice for part in reading.parts for choice in part)
        if len(reading.parts) > 1:
            forms += [palladius([part], kind=kind).text for part in islice(_readings(whole), MOST_FORMS)]
        elif len(whole) > 1 and kind == "person":
            split = (whole[:1], whole[1:])
            forms += [
                palladius(p, kind=kind).text for p in islice(product(*map(_readings, split)), MOST_FORMS)
            ]
    first, *others = dict.fromkeys(forms)
    return Transliteration(first, tuple(others), "palladius")


def polivanov(
    reading: str, *, kind: str = "person", headword: str = "", long: LongVowels = "plain"
) -> Transliteration | None:
    """
    A Japanese reading in Cyrillic.

    Args:
        reading: Kana or Latin letters; the blank between surname and given name decides where a name is cut.
        kind: ``person``: a name of two words given surname first (as kana always is) is laid out given name
            first, and `others` has it the other way round. Everything else is one word.
        headword: The characters that it reads, where known: see `kana.spell`.
        long: How long vowels are written; books write them plain.

    Returns:
        The name, or None when *reading* is neither kana nor Latin Japanese.
    """
    words = kana_words(reading)
    if words is None:
        return None
    spelt = [_spell_word(word, headword, long, kind) for word in words]
    is_foreign = any(word.is_foreign for word in spelt)
    forms = [
        _lay_out(list(order), kind)
        for chosen in islice(product(*((word.text, *word.others) for word in spelt)), MOST_FORMS)
        for order in _orders(list(chosen), kind, is_latin=reading.isascii() or reading[:1].isascii())
    ]
    first, *others = dict.fromkeys(forms)
    return Transliteration(first, tuple(others), "polivanov", is_foreign)


def _readings(choices: Choices) -> Iterator[tuple[str, ...]]:
    return product(*choices)


def _join(syllables: Sequence[str]) -> str:
    out = ""
    before = ""
    for syllable in syllables:
        written = _RETROFLEX if syllable == "r" else SYLLABLES.get(syllable)
        if written is None:
            raise ValueError(f"{syllable!r} is no Mandarin syllable in pinyin without tone")
        out += "ъ" + written if before.endswith("ng") and written[0] in _VOWELS else written
        before = syllable
    return out


def _spell_word(word: str, headword: str, long: LongVowels, kind: str) -> Spelling:
    """A word with its honorific after a hyphen, and the old genitive (藤原の) likewise."""
    from caveat.text.tables_polivanov import HONORIFICS

    if kind == "person":
        for kana, written in HONORIFICS.items():
            if (
                word.endswith(kana)
                and len(word) > len(kana) + 1
                and headword.endswith((kana, *_ADDRESS[kana]))
            ):
                stem = spell(word.removesuffix(kana), headword=headword, long=long)
                joined = [f"{form}-{written}" for form in (stem.text, *stem.others)]
                return Spelling(joined[0], tuple(joined[1:]), stem.is_foreign)
    spelt = spell(word, headword=headword, long=long)
    if kind == "person" and word.endswith("の") and len(word) > 2 and not set(headword) & set("野乃之能埜"):
        stem = spell(word[:-1], headword=headword, long=long)
        return Spelling(f"{stem.text}-но", (spelt.text,), spelt.is_foreign)
    return spelt


_ADDRESS = {
    "さん": (), "くん": ("君",), "ちゃん": (), "さま": ("様",), "せんせい": ("先生",), "せんぱい": ("先輩",),
    "どの": ("殿",), "たん": (), "ちん": (),
}  # fmt: skip


def _orders(words: list[str], kind: str, *, is_latin: bool) -> list[tuple[str, ...]]:
    if kind != "person" or len(words) == 1:
        return [tuple(words)]
    written = tuple(words)
    given_first = written if is_latin else (*written[1:], written[0])
    # A name of three words has one order that is usual; all six would let mistakes through.
    others = list(permutations(written)) if len(written) == 2 else [written]
    return list(dict.fromkeys([given_first, *others]))


def _lay_out(words: list[str], kind: str) -> str:
    if kind == "person":
        return " ".join(word[:1].upper() + word[1:] for word in words)
    whole = "".join(words)
    return whole[:1].upper() + whole[1:] if kind in _NAMED else whole
