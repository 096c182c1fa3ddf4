"""
How Chinese characters are read in names: declared word, surname, word, then the usual reading.

The tables of this room decide; `pypinyin` (extra ``book``) is asked only for characters that they lack, so
that installing it never changes an answer, only adds some.
"""

from functools import lru_cache
from typing import NamedTuple

from caveat.model.errors import MissingExtra
from caveat.text.fold import compose
from caveat.text.pinyin import Words, parse_pinyin

Choices = tuple[tuple[str, ...], ...]
"""For each character its readings in pinyin without tone, the expected one first."""

LONGEST = 24
"""No name has more characters; a longer headword is not read."""

_LONGEST_WORD = 6
_LONGEST_SURNAME = 4


class NameReading(NamedTuple):
    """
    A headword read aloud.

    Attributes:
        parts: One for each word that it is written in: surname and given name of a person, else one.
        is_sure: Where it is cut is known; False when the surname is as often an ordinary word.
        is_declared: The reading was given, so that no other one is admissible.
    """

    parts: tuple[Choices, ...]
    is_sure: bool = True
    is_declared: bool = False


def read_name(headword: str, *, kind: str = "person", reading: str = "") -> NameReading | None:
    """
    The reading of a Chinese headword.

    Args:
        headword: Simplified or traditional characters, at most `LONGEST`.
        kind: ``person`` is cut into surname and given name; everything else is one word.
        reading: Declared pinyin in any spelling; empty = read by the tables. Spaces in it decide where a
            person's name is cut.

    Returns:
        The reading, or None when the headword is not written in Han characters only (阿Q, 哈利·波特) and
        has no declared reading, or when that does not fit.

    Raises:
        MissingExtra: A character is in no table and the extra ``book`` is not installed.
    """
    name = simplify("".join(headword.split()))
    if len(name) > LONGEST:
        return None
    if not is_han(name):
        words = parse_pinyin(reading) if reading else None
        return None if words is None else _declared(words, 0, kind, is_sure=True)
    surname, is_sure = cut_surname(name) if kind == "person" else (0, True)
    if reading:
        words = parse_pinyin(reading, choices=_lenient(name))
        return None if words is None else _declared(words, surname, kind, is_sure)
    choices = _choices(name, surname)
    if not all(choices):
        return None
    parts = (choices[:surname], choices[surname:]) if surname else (choices,)
    return NameReading(parts, is_sure)


def is_han(text: str) -> bool:
    """Whether *text* is Han characters and nothing else; False when it is empty."""
    return bool(text) and all(
        "\u3400" <= character <= "\u9fff" or "\U00020000" <= character <= "\U000323af" or character == "〇"
        for character in text
    )


def simplify(text: str) -> str:
    """*text* in composed form, with the traditional characters that the tables know made simplified."""
    from caveat.text.tables_readings_zh import SIMPLIFIED

    return compose(text, "NFC").translate(dict(SIMPLIFIED))


def cut_surname(name: str) -> tuple[int, bool]:
    """
    How many characters of a person's name are the surname, and whether that is sure.

    Args:
        name: Simplified characters.

    Returns:
        ``(0, …)`` when it is one word: no surname known, or called by a style, a reign or a servant's name.
    """
    from caveat.text.tables_established_ru import WHOLE_ZH
    from caveat.text.tables_surnames_zh import DOUBLE, EVERYDAY, SINGLE

    if name in WHOLE_ZH:
        return 0, True
    if len(name) == 2 and name[0] == name[1]:
        return 0, False
    for length in range(min(_LONGEST_SURNAME, len(name) - 1), 1, -1):
        if name[:length] in DOUBLE:
            return length, True
    if len(name) >= 2 and name[0] in SINGLE:
        is_everyday = name[0] in EVERYDAY or name[1:] in {"儿", "哥", "爷", "姐", "妹", "嫂", "老"}
        return 1, not is_everyday
    return 0, name[:1] in {"小", "阿", "老", "大"} or len(name) == 1


def _declared(words: Words, surname: int, kind: str, is_sure: bool) -> NameReading:
    syllables = [syllable for word in words for syllable in word]
    if kind != "person":
        cut = 0
    elif len(words) == 2:
        cut = len(words[0])
        is_sure = True
    else:
        cut = surname
    choices = tuple((syllable,) for syllable in syllables)
    parts = (choices[:cut], choices[cut:]) if cut else (choices,)
    return NameReading(parts, is_sure, is_declared=True)


def _choices(name: str, surname: int) -> Choices:
    from caveat.text.tables_readings_zh import WORDS
    from caveat.text.tables_surnames_zh import DOUBLE, SINGLE

    if name in WORDS:
        return tuple((syllable,) for syllable in WORDS[name])
    found: list[tuple[str, ...]] = []
    if surname > 1:
        found += [(syllable,) for syllable in DOUBLE[name[:surname]]]
    elif surname:
        found.append(SINGLE[name[0]])
    while len(found) < len(name):
        rest = name[len(found) :]
        lengths = range(min(_LONGEST_WORD, len(rest)), 1, -1)
        word = next((rest[:length] for length in lengths if rest[:length] in WORDS), "")
        found += [(syllable,) for syllable in WORDS[word]] if word else [readings_of(rest[0])]
    return tuple(found)


def _lenient(name: str) -> Choices:
    from caveat.text.tables_surnames_zh import SINGLE

    found = []
    for character in name:
        try:
            usual = readings_of(character)
        except MissingExtra:
            usual = ()
        found.append((*usual, *SINGLE.get(character, ())))
    return tuple(found)


@lru_cache(maxsize=4096)
def readings_of(character: str) -> tuple[str, ...]:
    """
    Readings that a Han character has in given names and words, the usual one first.

    Raises:
        MissingExtra: It is in no table and the extra ``book`` is not installed.
    """
    from caveat.text.tables_hanzi import HANZI
    from caveat.text.tables_readings_zh import OTHERS

    usual = HANZI.get(character) or _ask_pypinyin(character)
    return (usual, *OTHERS.get(character, ())) if usual else ()


def _ask_pypinyin(character: str) -> str:
    """The usual reading by pypinyin; empty when it has none either."""
    try:
        from pypinyin import Style, pinyin  # type: ignore[import-not-found, unused-ignore]
    except ImportError as error:
        raise MissingExtra(
            f"{character} is in no table of readings: declare its reading, or install the extra `book`: "
            "pip install 'caveat[book]'"
        ) from error
    found = pinyin(character, style=Style.NORMAL, errors="ignore", v_to_u=True)
    words = parse_pinyin(found[0][0]) if found else None
    return words[0][0] if words else ""
