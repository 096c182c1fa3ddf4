"""
Digits that are no quantity by what stands beside them: names, labels, years, places in an order.

Asked only about numbers without a unit: a sign or a word of money or percent wins over every name.
"""

import re
from functools import cache

from caveat.text.numbers_lex import Numeral
from caveat.text.numbers_units import Place
from caveat.text.patterns import regex
from caveat.text.tables_number_noise import (
    FUNCTION_WORDS,
    LABELS,
    MAKERS,
    MEASURES,
    ORDINALS,
    ORDINARY_LABELS,
)

LONGEST_HEAD = 40
"""Characters of a name before its digits that are looked at (our choice)."""

_BEFORE = regex(r"([^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿\u2e80-\uffff]+)(\.?)[ \u00a0]{0,2}$")
_AFTER = regex(r"[-–]?([^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿]{1,24})")
# 7-of-14 and 5-to-7 are two numbers.
_JOINED = regex(r"[0-9]-[a-z]{1,4}-$")
_HASH = regex(r"[0-9a-f]{7,}")
_PROTOCOL = regex(r"(?<![\w/])[A-Z]{2,8}/$")
_TAIL = regex(r"(?:[^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿]|_|[0-9]|[-.](?=[^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿])){1,40}")
_NAME_TAIL = regex(r"(?:-[^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿]{1,24}|[-_.]?[^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿][\w]{0,24}){1,3}")
_YEAR = regex(r"(?:1[5-9]|20)[0-9]{2}|21[0-4][0-9]")
_ORDINAL_MARK = regex(r"[ \u00a0]?[第제]$|第[ \u00a0]?$")
_SECTION_AFTER = regex(
    r"[ \u00a0]?(?:[章节節条條頁页ページ篇部編編卷巻回話话]|장|절|조|쪽|페이지|항|번째|번|호|회|판|차|권|위)"
)
_CJK_LABEL = regex(r"(?:图|圖|図|表|그림|표|版本|バージョン|버전|页|第|步骤|附录|章)[ \u00a0]?$")
_PERIOD = regex(r"(?:^|[^\w])(?:Q|H|FY|CY|К|кв)$")
_PERIOD_BEFORE = regex(r"(?<!\w)(?:q[1-4]|h[12]|[1-4]q|fy|кв\.?)[ \u00a0,]{0,2}$")
_YEAR_BEHIND = regex(
    r"[ \u00a0]?(?:(?:г\.|гг\.|годах|годы|года|году|годом|год|годов)(?!\w)|年|년)"
    r"|[ \u00a0]?[–—/-][ \u00a0]?(?:(?:19|20)[0-9]{2}|(?<=/)[0-9]{2})(?![0-9]|[.,][0-9]|[ \u00a0]?[%$€])"
)
_SCORE = regex(r"[-–][0-9]")
_QUOTED = regex(r"[«\"“„'(]$")
_ENDING = regex(r"[ \u00a0]?(?:[.,;:!?)»”\"\]\n—–]|$)")
_NEXT_WORD = regex(r"[ \u00a0]([^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿]+)")
_HEADING_NUMBER = regex(r"[ \u00a0]?[0-9]+(?:\.[0-9]+)*\.?[ \u00a0](?=[^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿])")
_MARKER = regex(r"(?:^|(?<=\n))[ \u00a0]{0,12}\(?[0-9]{1,3}[.)](?=[ \u00a0])")


@cache
def _labels() -> dict[str, str]:
    found: dict[str, str] = {}
    for name, words in LABELS.items():
        for word in words.split():
            found.setdefault(word, name)
    return found


def markers(text: str, *, is_heading: bool) -> list[tuple[int, int, str]]:
    """List markers at the begin of lines, and the number of a heading."""
    if is_heading:
        number = _HEADING_NUMBER.match(text)
        if number and "." in number[0]:
            return [(0, number.end() - 1, "section")]
    return [(found.start(), found.end(), "list-marker") for found in _MARKER.finditer(text)]


def glued(place: Place, numeral: Numeral) -> tuple[int, int, str] | None:
    """
    The name that the digits are a part of (COVID-19, 5G, gpt-3.5-turbo, 1st), with all that belongs to it.

    Returns:
        Start, end and name; None when nothing sticks to the digits, or only a unit of measure.
    """
    text, low = place.passage.text, place.passage.low
    start, end = numeral.start, numeral.end
    before = text[start - 1 : start]
    if before == "." and start > 1 and text[start - 2].isupper() and not text[max(0, start - 3)].isalnum():
        return (start - 2, end, "model-name") if low[start - 2] not in _labels() else None
    if before == "/" and _PROTOCOL.search(text, max(0, start - 12), start):
        return start - len(_PROTOCOL.search(text[max(0, start - 12) : start])[0]), end, "model-name"  # type: ignore[index]
    if before and before in "xXхХ×" and text[start - 2 : start - 1].isdecimal():
        return None
    if before == "-" and _JOINED.search(text, max(0, start - 8), start):
        return None
    if (
        (before.isalpha() and before < "\u2e80")
        or before == "_"
        or (before in "-–" and before and _is_word(text, start))
    ):
        begin = _head_of(text, start)
        tail = _NAME_TAIL.match(text, end)
        name = "model-name" if tail else _name_of_head(text[begin:start], text[start:end])
        last = tail.end() if tail else end
        return begin, last, "hex" if _HASH.fullmatch(low, begin, last) else name
    return _glued_behind(place, start, end)


def _glued_behind(place: Place, start: int, end: int) -> tuple[int, int, str] | None:
    """The name that digits begin: 5G, 737MAX, 1st."""
    text, low = place.passage.text, place.passage.low
    after = _AFTER.match(low, end)
    if after is None or after[1][0] >= "\u2e80":
        return None
    word, is_hyphened = after[1], low[end] in "-–"
    if word in ORDINALS or (word == "s" and _is_decade(text[start:end])):
        name = "year" if _is_decade(text[start:end]) and word in ("s", "е", "х", "er") else "ordinal"
        return (start, after.end(), name) if is_hyphened or word not in _MEASURES_TOO else None
    if is_hyphened or (word in MEASURES and text[end : after.end()] not in ("G", "D")):
        return None
    if text[end] in "xXхХ×" and not text[end + 1 : end + 2].isalpha():
        return None
    tail = _TAIL.match(text, end)
    return start, tail.end() if tail else end, "name"


_MEASURES_TOO = frozenset("м е d h г".split())


def _head_of(text: str, start: int) -> int:
    """Where the name begins that the digits at *start* stick to."""
    begin = start
    while start - begin < LONGEST_HEAD and begin and text[begin - 1] < "\u2e80":
        if not text[begin - 1].isalnum() and text[begin - 1] not in "._-–":
            break
        begin -= 1
    while begin < start - 1 and not text[begin].isalnum():
        begin += 1
    return begin


def _is_word(text: str, start: int) -> bool:
    return start > 1 and text[start - 2].isalpha()


def _is_decade(digits: str) -> bool:
    return bool(_YEAR.fullmatch(digits)) or (len(digits) == 2 and digits[1] == "0")


def _name_of_head(head: str, digits: str) -> str:
    bare = head.rstrip("-–_").lower()
    if bare in ("v", "ver", "version", "rev"):
        return "version"
    if bare in ("fy", "cy", "mid", "pre", "post", "early", "late", "since") and _YEAR.fullmatch(digits):
        return "year"
    if bare in ("q", "h") and digits in ("1", "2", "3", "4"):
        return "period"
    return "model-name"


def beside(place: Place, numeral: Numeral) -> str | None:
    """The name of bare digits that a word beside them gives; None for a number."""
    text, low = place.passage.text, place.passage.low
    start, end = numeral.start, numeral.end
    digits = text[start:end]
    window = low[max(0, start - 32) : start]
    mark = text[start - 1 : start].strip() or text[start - 2 : start - 1]
    if mark in ("#", "№") or window.endswith(("n°", "n° ", "nº", "nº ")):
        return "id"
    if mark == "§":
        return "section"
    if mark > "\u2e80" and (_CJK_LABEL.search(window) or _ORDINAL_MARK.search(window)):
        return "section" if _SECTION_AFTER.match(low, end) else "ordinal" if mark in "第제" else "label"
    if digits.isdecimal() and _is_year(place, numeral, window):
        return "year"
    word = _BEFORE.search(window)
    if word is None:
        return None
    label = _labels().get(word[1])
    if label is not None and _is_label(label, word, text, numeral):
        return label
    return "model-name" if _is_named(place, numeral, word) else None


def _is_label(label: str, word: re.Match[str], text: str, numeral: Numeral) -> bool:
    """Labels of one or two letters need their dot; *in 5* is a year only for a year; *no 5* needs No."""
    start = numeral.start - (len(word[0]))
    written = text[start : start + len(word[1])]
    if label == "year":
        return False
    if len(word[1]) <= 2 and word[1] not in ("id", "pr"):
        return bool(word[2]) and (word[1] not in ("no",) or written[0].isupper())
    if word[1] in ORDINARY_LABELS and not written[0].isupper() and not word[2]:
        return False
    return numeral.form != "fraction"


def _is_year(place: Place, numeral: Numeral, window: str) -> bool:
    text, low = place.passage.text, place.passage.low
    if _YEAR.fullmatch(text, numeral.start, numeral.end) is None:
        return False
    if _YEAR_BEHIND.match(low, numeral.end):
        return True
    if _PERIOD_BEFORE.search(window):
        return True
    word = _BEFORE.search(window)
    if word and word[1] in LABELS["year"].split():
        return not _counts(place, numeral)
    if word is None or (_QUOTED.search(window) and _ENDING.match(text, numeral.end)):
        return (
            bool(_QUOTED.search(window))
            or (not window.strip() and not _counts(place, numeral))
            or window[-1:] == "©"
        )
    if word[1] in ("the", "our", "its", "their", "his", "her", "this") or window.endswith("'s "):
        return True
    return _ENDING.match(text, numeral.end) is not None


def _counts(place: Place, numeral: Numeral) -> bool:
    """Whether the word behind reads like what is counted: a plural in English, a noun in German."""
    found = _NEXT_WORD.match(place.passage.text, numeral.end)
    if found is None:
        return False
    word = found[1]
    if place.language == "de":
        return word[0].isupper()
    if place.language == "ru":
        return word.endswith(("ов", "ей", "ек", "ок", "ий", "ам", "ями", "ами")) and word not in (
            "этой",
            "ней",
        )
    low = word.lower()
    return (low.endswith("s") and low not in _NO_PLURALS and len(low) > 3) or low in (
        "people",
        "men",
        "women",
        "children",
    )


_NO_PLURALS = frozenset(
    "was has is its this does as thus less plus dans plus mais sous sans très puis vous nous".split()
)


def _is_named(place: Place, numeral: Numeral, word: re.Match[str]) -> bool:
    """Whether the word before is a name that the number belongs to: iPhone 12, Boeing 737."""
    if numeral.form != "whole" and not re.fullmatch(r"[0-9]{1,2}[.][0-9]{1,2}", _written(place, numeral)):
        return False
    text = place.passage.text
    start = numeral.start - len(word[0])
    written = text[start : start + len(word[1])]
    if _SCORE.match(text, numeral.end):
        return False  # the Wizards 29-18 is a score
    if text[start - 1 : start] == "&":
        return True
    if word[2] or word[1] in FUNCTION_WORDS or len(written) < 2 or (start and text[start - 1] in "'-"):
        return False
    if written.isupper():
        return not _is_shouted(text, start) and not _counts(place, numeral)
    if any(map(str.isupper, written[1:])) and not written.isupper():
        return not _counts(place, numeral) or written[0].islower()
    if not written[0].isupper() or _counts(place, numeral):
        return False
    if place.language == "de":
        return _ENDING.match(text, numeral.end) is None or written.isupper()
    return not _is_sentence_start(text, start) or word[1] in MAKERS


def _written(place: Place, numeral: Numeral) -> str:
    return place.passage.text[numeral.start : numeral.end]


def _is_shouted(text: str, start: int) -> bool:
    letters = [letter for letter in text[max(0, start - 24) : start + 40] if letter.isalpha()]
    return sum(map(str.isupper, letters)) > 0.8 * len(letters)


def _is_sentence_start(text: str, start: int) -> bool:
    before = text[max(0, start - 4) : start].rstrip(" \u00a0\"'«(*_")
    return not before.strip() or before[-1] in ".!?…:\n—–"
