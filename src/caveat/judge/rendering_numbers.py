"""
Numbers of the source that the translation lost or changed.

Both sides are read by the number gate's extractor. What it leaves out because no unit stands beside it, Han
numerals with a power of ten and Russian number words, is read here, leniently on the Russian side: a number
is lost only when neither its digits nor any of its words are there.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from caveat.judge.rendering_align import Pair
from caveat.text.numbers import Setting, extract_text
from caveat.text.numbers_han import han_numeral

_HAN = re.compile("(?<![千万百十亿第])[一二两三四五六七八九][十百千万][一二三四五六七八九十百千万亿零〇]*")
_DIGITS = re.compile(r"\d+")
_GROUPED = re.compile(r"(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))")
_WORDS: dict[int, str] = {
    1: "один одн перв", 2: "два две дву двум двух дво вдво втор пар обе оба", 3: "три тре тро трет",
    4: "четыр четв", 5: "пят", 6: "шест", 7: "сем седьм", 8: "восем восьм", 9: "девят", 10: "десят",
    11: "одиннадцат", 12: "двенадцат дюжин", 13: "тринадцат", 14: "четырнадцат", 15: "пятнадцат",
    16: "шестнадцат", 17: "семнадцат", 18: "восемнадцат",
    19: "девятнадцат", 20: "двадцат", 30: "тридцат", 40: "сорок",
    50: "пятьдесят пятидесят половин", 60: "шестьдесят шестидесят", 70: "семьдесят семидесят",
    80: "восемьдесят восьмидесят", 90: "девяност", 100: "сто. ста. стах. сотн сотен",
    200: "двести двухс двумст двумяст",
    300: "триста трехс тремс тремяст", 400: "четыреста четырехс четырем", 500: "пятьсот пятис пятьюст",
    600: "шестьсот шестис шестьюст", 700: "семьсот семис семьюст", 800: "восемьсот восьмис восьмьюст",
    900: "девятьсот девятис девятьюст", 1000: "тысяч", 10**6: "миллион", 10**9: "миллиард",
}  # fmt: skip


class LostNumber(NamedTuple):
    """
    A number that the translation does not have.

    Attributes:
        pair: Index of the pair that it stands in.
        words: What the source says.
        value: Its value.
        instead: A number of the translation that the source does not have; empty when there is none.
        start: Where that stands in the translation, else where the pair starts there.
    """

    pair: int
    words: str
    value: Decimal
    instead: str
    start: int


class _Found(NamedTuple):
    value: Decimal
    start: int
    end: int


def lost_numbers(
    source: str, translation: str, pairs: Sequence[Pair], *, languages: tuple[str, str] = ("zh", "ru")
) -> list[LostNumber]:
    """
    Numbers of *source* without an equal in the same part of *translation*, by pair.

    Args:
        source: The whole source.
        translation: The whole translation.
        pairs: Their parts, by place.
        languages: Of both.
    """
    ours = _numbers(source, languages[0])
    theirs = _numbers(translation, languages[1])
    lost: list[LostNumber] = []
    for index, pair in enumerate(pairs):
        here = _within(ours, pair.source_start, pair.source_end)
        if here:
            there = _within(theirs, pair.start, pair.end)
            lost += _lost(index, pair, (source, translation), here, there)
    return lost


def _lost(
    index: int, pair: Pair, texts: tuple[str, str], here: Sequence["_Found"], there: Sequence["_Found"]
) -> list[LostNumber]:
    source, translation = texts
    text = translation[pair.start : pair.end]
    digits = (run for run in _DIGITS.findall(_GROUPED.sub("", text)) if len(run) < 19)
    known = {one.value for one in there} | set(map(Decimal, digits))
    words = f" {' '.join(re.findall('[а-я]+', text.lower().replace('ё', 'е')))} "
    own = {one.value for one in here}
    extra = [one for one in there if one.value not in own]
    lost = []
    for one in here:
        if one.value in known or _is_said(one.value, words):
            continue
        instead = extra.pop(0) if extra else None
        words_instead = translation[instead.start : instead.end] if instead else ""
        start = instead.start if instead else pair.start
        lost.append(LostNumber(index, source[one.start : one.end], one.value, words_instead, start))
    return lost


def _numbers(text: str, language: str) -> list[_Found]:
    extraction = extract_text(
        text, Setting(language=language) if language in ("zh", "ja", "ko", "ru", "en") else None
    )
    found = [_Found(one.value, one.start, one.end) for one in extraction.quantities]
    taken = {place for one in found for place in range(one.start, min(one.end, one.start + 64))}
    if language in ("zh", "ja"):
        for match in _HAN.finditer(text):
            numeral = han_numeral(text, match.start())
            if numeral is not None and numeral.readings and match.start() not in taken:
                found.append(_Found(numeral.readings[0].value, match.start(), numeral.end))
    return sorted(found, key=lambda one: one.start)


def _within(found: Sequence[_Found], start: int, end: int) -> Sequence[_Found]:
    first = bisect_left(found, start, key=lambda one: one.start)
    return found[first : bisect_left(found, end, key=lambda one: one.start)]


def _is_said(value: Decimal, words: str) -> bool:
    """Whether the words of a Russian text may say *value*: each of its parts begins some word."""
    if value != value.to_integral_value() or not 0 < value < 10**12:
        return _begins("половин", words) or _begins("полтор", words)
    return all(any(_begins(stem, words) for stem in _WORDS[part].split()) for part in _parts(int(value)))


def _begins(stem: str, words: str) -> bool:
    """Whether a word begins with *stem*; with a dot behind it, whether it is one."""
    return f" {stem.replace('.', ' ')}" in words


def _parts(value: int) -> list[int]:
    """The numbers whose words make up *value*: 23 → 20, 3; 30,000 → 30, 1000."""
    parts: list[int] = []
    for scale in (10**9, 10**6, 1000):
        count, value = divmod(value, scale)
        if count:
            parts += [scale] if count == 1 else [*_parts(count), scale]
    if value >= 100:
        parts.append(value // 100 * 100)
        value %= 100
    if value > 20:
        parts.append(value // 10 * 10)
        value %= 10
    return [*parts, value] if value else parts
