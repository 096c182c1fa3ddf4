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
    ARTICLES,
    COUNTERS,
    FUNCTION_WORDS,
    LABELS,
    MAKERS,
    MEASURES,
    ORDERED,
    ORDERED_GENITIVES,
    ORDINALS,
    ORDINARY_LABELS,
)

LEAST_KEY = 15
"""Digits in one run from which it is a key and no count (our choice): nobody writes a quadrillion bare."""

LONGEST_HEAD = 40
"""Characters of a name before its digits that are looked at (our choice)."""

_BEFORE = regex(r"([^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿\u2e80-\uffff]+)(\.?)[ \u00a0]{0,2}$")
_AFTER = regex(r"[-–]?([^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿]{1,24})")
# 7-of-14 and 5-to-7 are two numbers.
_JOINED = regex(r"[0-9]-[a-z]{1,4}-$")
_HASH = regex(r"[0-9a-f]{7,}")
_PROTOCOL = regex(r"(?<![\w/])[A-Z]{2,8}/$")
# East Asian letters stand beside a name without a blank, and no name goes on over them.
_LETTER = r"[^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿\u2e80-\uffff]"
_TAIL = regex(rf"(?:{_LETTER}|_|[0-9]|[-.](?={_LETTER})){{1,40}}")
_NAME_CHAIN = regex(
    rf"(?:[-–][0-9]{{1,8}}(?:\.[0-9]{{1,3}})?{_LETTER}{{0,12}}|[-_]{_LETTER}{{1,24}}[0-9]{{0,8}}){{1,6}}(?![\w.,]?[0-9])"
)
_NAME_TAIL = regex(rf"(?:-{_LETTER}{{1,24}}|[-_.]?{_LETTER}(?:{_LETTER}|[0-9_]){{0,24}}){{1,3}}")
_YEAR = regex(r"(?:1[5-9]|20)[0-9]{2}|21[0-4][0-9]")
_ORDINAL_MARK = regex(r"[ \u00a0]?[第제]$|第[ \u00a0]?$")
_SECTION_AFTER = regex(
    r"[ \u00a0]?(?:[章节節条條頁页ページ篇部編編卷巻回話话]|장|절|조|쪽|페이지|항|번째|번|호|회|판|차|권|위)"
)
_CJK_KEY = regex(
    r"(?:编号|編號|番号|番號|号码|號碼|房间号|房号|邮编|邮政编码|郵便番号|单号|订单号|型号|代码|学号|工号|账号|帳號|口座"
    r"|번호|코드|계좌|호실)(?:[は은는为為:：]?[ \u00a0]?)?$"
)
_CJK_MAKER = regex(
    r"(?:波音|空客|空中客车|苹果|小米|华为|三星|歼|新冠|长征|神舟|ボーイング|エアバス|アイフォン|ギャラクシー|コロナ|アポロ|ウィンドウズ"
    r"|보잉|에어버스|아이폰|아이패드|갤럭시|코로나|아폴로|윈도우|윈도|누리호)[ \u00a0]?$"
)
_CJK_LABEL = regex(r"(?:图|圖|図|表|그림|표|版本|バージョン|버전|页|第|步骤|附录|章)[ \u00a0]?$")
_PERIOD = regex(r"(?:^|[^\w])(?:Q|H|FY|CY|К|кв)$")
_PERIOD_BEFORE = regex(r"(?<!\w)(?:[qt][1-4]|h[12]|[1-4]q|fy|кв\.?)[ \u00a0,]{0,2}$")
_YEAR_BEHIND = regex(
    r"[ \u00a0]?(?:(?:г\.|гг\.|годах|годы|года|году|годом|год|годов)(?!\w)|年|년)"
    r"|[ \u00a0](?:à|bis|to|until|through|по|до|and|et|und|и)[ \u00a0](?:19|20)[0-9]{2}"
    r"(?![0-9]|[.,][0-9]|[ \u00a0][%$€\w])"
    r"|[ \u00a0]?[–—/-][ \u00a0]?(?:(?:19|20)[0-9]{2}|(?<=/)[0-9]{2})(?![0-9]|[.,][0-9]|[ \u00a0]?[%$€])"
)
_SCORE = regex(r"[-–][0-9]")
_QUOTED = regex(r"[《「『«\"“„'(]$")
_ENDING = regex(r"[ \u00a0]?(?:[.,;:!?)》」』。、，»”\"\]\n—–]|$)")
_NEXT_WORD = regex(r"[ \u00a0]([^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿]+)")
_COUNTED = regex(rf"[ \u00a0]?({'|'.join(COUNTERS)})")
_NUMBERED = regex(
    r"(?P<key>号|號|番(?![手組人目])|호(?![텔흡수주])|(?<=[0-9]{3})室)"
    r"|(?P<floor>階(?![建段級层層])|층(?![짜]|[ \u00a0]?(?:건물|높이)))"
    r"|(?P<page>(?:ページ|頁|页|쪽|페이지)(?:目|[ \u00a0]?(?:[をの]?(?:参照|參照|見|ご覧|参考|表|図|图)"
    r"|に(?:記|掲|書|あ)|[을를]?[ \u00a0]?(?:참|보)|에|의[ \u00a0](?:표|그림)|[とと과와][ \u00a0]?[第제])))"
)
_SHORT_YEAR = regex(
    r"(?<!\w)(?:in|of|since|from|until|till|by|the|early|late|mid|spring|summer|autumn|fall|winter|im|seit|en)"
    r"[ \u00a0]'$"
)
_DOT_WORD = regex(r"\.[ \u00a0][^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿]{3}")
_YEAR_NEXT = regex(r"[ \u00a0](?:19|20)[0-9]{2}(?![0-9])")
_HEADING_NUMBER = regex(r"[ \u00a0]?[0-9]+(?:\.[0-9]+)*\.?[ \u00a0](?=[^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿])")
_MARKER = regex(r"(?:^|(?<=\n))[ \u00a0]{0,12}\(?[0-9]{1,3}[.)](?=[ \u00a0])")
_INLINE_MARKER = regex(r"[;:.][ \u00a0](\(?[0-9]{1,2}\))(?=[ \u00a0][^\W\d_])")


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
    found = [(mark.start(), mark.end(), "list-marker") for mark in _MARKER.finditer(text)]
    found += [
        (mark.start(1), mark.end(1), "list-marker")
        for mark in _INLINE_MARKER.finditer(text)
        if text.rfind("(", max(0, mark.start() - 80), mark.start())
        <= text.rfind(")", max(0, mark.start() - 80), mark.start())
    ]
    return found


def glued(place: Place, numeral: Numeral, bound: int = 0) -> tuple[int, int, str] | None:
    """
    The name that the digits are a part of (COVID-19, 5G, gpt-3.5-turbo, 1st), with all that belongs to it.

    Args:
        place: Where.
        numeral: The digits.
        bound: End of the amount before; a dash straight behind it parts two ends of a range.

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
    if before and before in "-–" and start - 1 == bound:
        return _glued_behind(place, start, end)
    if before == "-" and _JOINED.search(text, max(0, start - 8), start):
        return None
    if (
        (before.isalpha() and before < "\u2e80")
        or before == "_"
        or (before in "-–" and before and _is_word(text, start))
    ):
        begin = _head_of(text, start)
        tail = _name_tail(text, end)
        name = "model-name" if tail else _name_of_head(text[begin:start], text[start:end])
        last = tail.end() if tail else end
        return begin, last, "hex" if _HASH.fullmatch(low, begin, last) else name
    return _glued_behind(place, start, end)


def _name_tail(text: str, end: int) -> re.Match[str] | None:
    """What goes on behind the digits of a name: GPT-4o, Llama-3-70B, claude-3-5-sonnet-20241022."""
    tail = _NAME_TAIL.match(text, end)
    return _NAME_CHAIN.match(text, tail.end() if tail else end) or tail


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
    if mark > "\u2e80" or mark in ":":
        if _CJK_KEY.search(window):
            return "id"
        if numeral.form == "whole" and _CJK_MAKER.search(window):
            return "model-name"
    if mark > "\u2e80" and (_CJK_LABEL.search(window) or _ORDINAL_MARK.search(window)):
        return "section" if _SECTION_AFTER.match(low, end) else "ordinal" if mark in "第제" else "label"
    if digits.isdecimal() and len(digits) >= LEAST_KEY:
        return "id"
    if digits.isdecimal() and _is_year(place, numeral, window):
        return "year"
    named = _in_a_row(place, numeral, window) if digits.isdecimal() and len(digits) <= 6 else None
    if named is not None:
        return named
    ordinal = _ordinal(place, numeral, window) if digits.isdecimal() and len(digits) <= 3 else None
    if ordinal is not None:
        return ordinal
    word = _BEFORE.search(window)
    if word is None:
        return None
    if word[1] == "années" and len(digits) == 2 and digits[1] == "0":
        return "year"
    label = "id" if word[1].endswith(("nummer", "nr")) else _labels().get(word[1])
    if label is not None and _is_label(label, word, text, numeral):
        return label
    return "model-name" if _is_named(place, numeral, word) else None


def _in_a_row(place: Place, numeral: Numeral, window: str) -> str | None:
    """The name of digits that are one of a row by what stands around: 5号線, 12ページを参照, back in '08."""
    text, start, end = place.passage.text, numeral.start, numeral.end
    number = _NUMBERED.match(text, end)
    if number:
        return "id" if number.lastgroup == "key" else "ordinal" if number.lastgroup == "floor" else "page"
    if end - start == 2 and _SHORT_YEAR.search(window) and not text[end : end + 1].isalnum():
        return "year" if text[end : end + 1] != "'" else None
    return None


def _ordinal(place: Place, numeral: Numeral, window: str) -> str | None:
    """The name of digits that a word behind makes a place in an order: в 19 веке, im 3. Quartal, 3분기."""
    text, low, end = place.passage.text, place.passage.low, numeral.end
    counted = _COUNTED.match(text, end)
    if counted:
        return COUNTERS[counted[1]]
    if place.language == "de" and text[end : end + 1] == ".":
        word = _BEFORE.search(window)
        is_named = word is not None and word[1] in ARTICLES and _DOT_WORD.match(text, end) is not None
        return "ordinal" if is_named else None
    word = _NEXT_WORD.match(low, end)
    if word is None:
        return None
    is_plural = text[numeral.start : end] in ("2", "3", "4") and not _YEAR_NEXT.match(low, word.end())
    return "ordinal" if word[1] in ORDERED or (word[1] in ORDERED_GENITIVES and not is_plural) else None


def _is_label(label: str, word: re.Match[str], text: str, numeral: Numeral) -> bool:
    """Labels of one or two letters need their dot; *in 5* is a year only for a year; *no 5* needs No."""
    start = numeral.start - (len(word[0]))
    written = text[start : start + len(word[1])]
    if label == "year":
        return False
    if len(word[1]) <= 2 and word[1] not in ("id", "pr", "sn"):
        is_long = numeral.end - numeral.start > 3
        return bool(word[2]) and (word[1] not in ("no",) or written[0].isupper() or is_long)
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
            or window.rstrip(" \u00a0").endswith(("©", "(c)"))
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
    """
    sells costs ships gets runs comes goes uses needs takes makes gives offers weighs lasts wins sees remains
    becomes arrives launches includes features supports requires beats ranks brings says lets hits falls rises
    opens closes leaves works looks feels means helps replaces retails debuts holds fits tastes
    was has is its this does as thus less plus dans mais sous sans très puis vous nous
    """.split()
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
    if len(word[1]) > 3 and word[1] in MAKERS and written[0].isupper() and not word[2]:
        return True
    if text[start - 1 : start] == "." and text[start - 2 : start - 1].isalpha() and word[1] == "js":
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
