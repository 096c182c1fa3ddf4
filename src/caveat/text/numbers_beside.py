"""
What stands beside a number and makes it a quantity: units and scales, to the right and to the left.

Every look goes over a bounded stretch, so that a text full of numbers stays linear.
"""

import re
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from caveat.text import tables_number_units as tables
from caveat.text.numbers_billion import billion
from caveat.text.numbers_units import (
    GAP,
    WORD,
    Found,
    Place,
    Unit,
    east_asian_unit,
    is_shouting,
    phrase_at,
    unit_of,
)
from caveat.text.patterns import regex
from caveat.text.tables_currency import CODES
from caveat.text.tables_currency import SIGNS as CURRENCY_SIGNS

_LETTERS_BEFORE = regex(r"[A-Za-z][A-Za-z.]{0,6}[ \u00a0]?$")
_LETTER = r"[^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿\u2e80-\uffff]"
_WORD_BEFORE = regex(rf"(?<!{_LETTER})({_LETTER}{{1,12}})(\.?)$")
_RAND = regex(
    r"[0-9]{1,3}(?:[ \u00a0,][0-9]{3})+(?:\.[0-9]{2})?(?!\w)"
    r"|[0-9]{1,9}(?:\.[0-9]+)?[ \u00a0]?(?:million|billion|bn|m)(?!\w)"
)
_CJK_BEFORE = regex("(?:人民币|人民幣|日元|美元|欧元|港币|新台币|新台幣)$")
_SCALE_CODE = regex(r"([MTkK]|Mio|Mrd|Md)(?=EUR|USD|GBP|CHF|RUB|JPY|CAD|AUD)")
_SCREEN = regex(
    r"[ \u00a0-](?:uhd|hdr|tvs?|videos?|screens?|displays?|monitors?|resolution|footage|content|cameras?"
    r"|видео|телевизор|экран|монитор|разрешени|камер)"
)
_YEARLIKE = regex(r"(?:1[89]|20)[0-9]{2}")
_BLANKS = frozenset(" \u00a0\n\x1e")
_CONNECTED = regex(r"['\u00a0 \n]")
_PREFIXED = regex(r"([A-Za-z]{1,3})\$(?![ \u00a0]?[0-9])")
_POINTS = regex(
    r"-?p(?:p|t|ts)?(?!\w)|[ \u00a0]?포인트|ポイント|[ \u00a0-](?:points?|punkte?n?)(?!\w)", re.IGNORECASE
)
_DOLLAR_OF = regex(r"[ \u00a0]?([A-Z]{2,3}|США)(?!\w)")
_PLAIN = regex(r"[0-9]+")
# A 12-€-Tarif, the 5-%-Hürde.
_SIGN_IN_NAME = regex(r"-[$€£¥₽%‰]-[^\W\d_]")


def right_of(
    place: Place, at: int, *, number: str, is_money: bool = False, in_words: bool = False
) -> Found | None:
    """
    The scale and the unit behind the number that ends at *at*.

    Args:
        place: Where.
        at: One past the number.
        number: The number as written, for words that need a reason to be a currency.
        is_money: A currency stands before it, so that ``m`` means million.
        in_words: The number is in words.

    Returns:
        None when neither is there.
    """
    text = place.passage.text
    begin = at
    while text[begin : begin + 1] in _BLANKS and begin - at < 3:
        begin += 1
    after = text[begin : begin + 1]
    if not after or not (after.isalpha() or after == "-" or after in tables.SIGNS or after in CURRENCY_SIGNS):
        return None
    if begin == at and after == "-" and (text[at + 1 : at + 2].isalpha() or _SIGN_IN_NAME.match(text, at)):
        begin += 1
    scale, end, more = _scales(place, at, begin, number=number, is_money=is_money)
    is_scaled = scale != 1
    unit_at = _behind_scale(text, end) if is_scaled else begin
    if is_scaled or in_words:
        unit_at = _behind_connector(place, unit_at)
    is_plain = not is_scaled and _PLAIN.fullmatch(number) is not None
    found = _unit_at(place, unit_at, at, number=number, is_plain=is_plain, in_words=in_words)
    if found is not None and not is_scaled and found[0].kind == "money":
        scale, end, more = _scale_behind_code(place, found[1], number)
        return Found(found[0], scale, end, begin == at, more)
    if found is not None:
        return Found(found[0], scale, found[1], begin == at and not is_scaled, more)
    return Found(None, scale, end, more=more) if is_scaled else None


def _behind_scale(text: str, end: int) -> int:
    """Where the unit behind a scale may begin: a 500-million-euro package."""
    if text[end : end + 1] == "-" and text[end + 1 : end + 2].isalpha():
        return end + 1
    return GAP.match(text, end).end()  # type: ignore[union-attr]


class _Scale(NamedTuple):
    """Product of scale words, where they end, and what another reading multiplies it by."""

    scale: Decimal
    end: int
    more: Decimal = Decimal(1)


def _scale_behind_code(place: Place, at: int, number: str) -> _Scale:
    """``75 USD million``: the scale word behind a code, and where it ends; 1 and *at* for none."""
    text = place.passage.text
    if text[at : at + 1] != " " or text[at - 3 : at] not in CODES:
        return _Scale(Decimal(1), at)
    word = WORD.match(text, at + 1)
    if word is None or len(word[0]) == 1:
        return _Scale(Decimal(1), at)
    factor = _scale_of(place, word, is_first=True, number=number, is_money=True)
    return factor or _Scale(Decimal(1), at)


def _scales(place: Place, at: int, begin: int, *, number: str, is_money: bool) -> _Scale:
    """Product of the scale words from *begin*, and where they end; 1 and *at* when there are none."""
    text, low = place.passage.text, place.passage.low
    scale, end, more = Decimal(1), at, Decimal(1)
    for _ in range(3):
        word = WORD.match(text, begin)
        if word is None:
            break
        found = _scale_of(place, word, is_first=end == at, number=number, is_money=is_money)
        if found is None and end == at:
            found = _letter_scale(place, word, begin == at, is_money=is_money)
        if found is None:
            break
        scale, end, more = scale * found.scale, found.end, more * found.more
        dot = text[end : end + 1] == "." and low[word.start() : end] in _DOTTED
        end += dot
        begin = GAP.match(text, end).end()  # type: ignore[union-attr]
    return _Scale(scale, end, more)


_DOTTED = frozenset("тыс млн млрд трлн mio mrd tsd bio mn mln bn".split())


def _scale_of(
    place: Place, word: re.Match[str], *, is_first: bool, number: str, is_money: bool
) -> _Scale | None:
    """The scale that *word* names."""
    low = word[0].lower()
    spec = tables.SCALES.get(low)
    if spec is None and place.passage.text[word.start() - 1 : word.start()] == "-":
        spec = _adjective_scales().get(low)  # 5-миллионный; without the hyphen it is a share
    if spec is None or (low == "md" and word[0] not in ("Md", "md", "MD")):
        return None
    if low in ("billion", "billions"):
        worth = billion(
            place.passage.text,
            *word.span(),
            place.language,
            is_told=bool(place.setting.language),
            number=number,
            is_money=is_money,
        )
        return _Scale(worth.scale, word.end(), worth.more)
    if low in ("mm", "mn", "bio", "md") and not is_first:
        return None
    return _Scale(Decimal(spec), word.end())


@cache
def _adjective_scales() -> dict[str, str]:
    return {
        stem + ending: spec
        for stem, spec in tables.SCALE_ADJECTIVES.items()
        for ending in tables.ADJECTIVE_ENDINGS
    }


def _letter_scale(place: Place, word: re.Match[str], is_glued: bool, *, is_money: bool) -> _Scale | None:
    """A scale of one letter, or one that sticks to a code: ``k``, ``M€``, ``MEUR``."""
    text = place.passage.text
    glued_code = _SCALE_CODE.match(text, word.start())
    if glued_code and len(word[0]) == len(glued_code[0]) + 3:
        spec = {"T": "1e3", "M": "1e6", "Mio": "1e6"}.get(
            glued_code[0], "1e3" if glued_code[0] in "kK" else "1e9"
        )
        return _Scale(Decimal(spec), glued_code.end())
    end = word.end()
    if word[0] in ("mm", "MM") and is_money:
        return _Scale(Decimal("1e6"), end)
    if len(word[0]) > 1:
        return None
    behind = GAP.match(text, end).end()  # type: ignore[union-attr]
    before_unit = text[behind : behind + 1] in _MONEY_SIGNS or text[behind : behind + 3] in CODES
    before_unit = before_unit or text[behind : behind + 6] == "d'euro"
    if word[0] == "T" and text[behind : behind + 1] == "€":
        return _Scale(Decimal("1e3"), end)
    if is_money or before_unit:
        spec_or_none = tables.MONEY_SCALES.get(word[0])
        if not is_glued and not before_unit and word[0] not in "kKMBTк":
            spec_or_none = None
    else:
        is_screen = word[0] in "KК" and _SCREEN.match(place.passage.low, end) is not None
        spec_or_none = tables.LETTER_SCALES.get(word[0]) if is_glued and not is_screen else None
    return _Scale(Decimal(spec_or_none), end) if spec_or_none else None


_MONEY_SIGNS = frozenset(sign for sign in (*tables.SIGNS, *CURRENCY_SIGNS) if sign not in "%‰‱")


def _behind_connector(place: Place, at: int) -> int:
    word = WORD.match(place.passage.low, at)
    if word is None or word[0] not in tables.CONNECTORS:
        return at
    rest = _CONNECTED.match(place.passage.low, word.end())
    return rest.end() if rest else at


def _unit_at(
    place: Place, at: int, number_end: int, *, number: str, is_plain: bool, in_words: bool
) -> tuple[Unit, int] | None:
    text = place.passage.text
    sign = text[at : at + 1]
    if not sign:
        return None
    if sign in tables.SIGNS or sign in CURRENCY_SIGNS:
        return _sign_at(place, at, number_end)
    if not sign.isalpha():
        return None
    if sign >= "\u2e80":
        return east_asian_unit(place, at, in_words=in_words)
    phrase = phrase_at(place, at)
    if phrase is not None and is_plain and _is_risky(place, at, phrase[1], number):
        return None
    if phrase is not None:
        return phrase
    if sign == "p" and at == number_end and not text[at + 1 : at + 2].isalnum() and place.language == "en":
        return (unit_of("GBP/100", place, is_assumed=True), at + 1) if number not in _VIDEO else None
    return _prefixed_sign(place, at)


_VIDEO = frozenset("144 240 360 480 540 576 720 1080 1440 2160 4320".split())


def _prefixed_sign(place: Place, at: int) -> tuple[Unit, int] | None:
    """``12 US$``: letters that belong to the sign behind them, unless a number follows that."""
    found = _PREFIXED.match(place.passage.text, at)
    if found is None or found[1].lower() not in tables.DOLLARS or not found[1][0].isupper():
        return None
    return Unit("money", tables.DOLLARS[found[1].lower()]), found.end()


def _is_risky(place: Place, start: int, end: int, number: str) -> bool:
    """Whether a word that is a currency at times is more likely not one, beside this plain number."""
    word = place.passage.text[start:end]
    if word in ("Bucks", "Cent") and place.language == "en":
        return True
    if word.lower() in tables.RISKY_WORDS:
        return len(number) < 3 or _YEARLIKE.fullmatch(number) is not None
    return word in tables.RISKY_CODES and len(number) < 3


def _sign_at(place: Place, at: int, number_end: int) -> tuple[Unit, int] | None:
    text = place.passage.text
    sign = text[at]
    end = at + 1
    spec = tables.SIGNS.get(sign) or CURRENCY_SIGNS[sign]
    if sign in "%‰‱":
        points = _POINTS.match(text, end)
        if points and sign == "%":
            return Unit("pp", "pp"), points.end()
        return unit_of(spec, place), end
    after = GAP.match(text, end)
    assert after
    if sign == "$":
        letters = _DOLLAR_OF.match(text, end)
        if letters and letters[1].lower() in (*tables.DOLLARS, "сша"):
            return Unit("money", tables.DOLLARS.get(letters[1].lower(), "USD")), letters.end()
    if text[after.end() : after.end() + 1].isdecimal() and after.end() == end and at > number_end:
        return None
    return unit_of(spec, place), end


def left_of(place: Place, at: int, bound: int, *, number: str) -> Found | None:
    """
    The unit before the number that begins at *at*.

    Args:
        place: Where.
        at: First character of the number, behind a sign that belongs to it.
        bound: Nothing before this is looked at: it belongs to the number before.
        number: The number as written.
    """
    text = place.passage.text
    begin = at
    while begin > bound and at - begin < 2 and text[begin - 1] in " \u00a0\x1e":
        begin -= 1
    if begin <= bound:
        return None
    sign = text[begin - 1]
    if sign in tables.SIGNS or sign in CURRENCY_SIGNS:
        return _sign_before(place, begin - 1, bound, is_glued=begin == at)
    if sign == "." or sign.isalpha():
        return _word_before(place, begin, bound, number=number, is_glued=begin == at)
    return None


def _sign_before(place: Place, at: int, bound: int, *, is_glued: bool) -> Found | None:
    text = place.passage.text
    sign = text[at]
    if sign in "%‰‱":
        is_own = is_glued and (at == 0 or not text[at - 1].isalnum())
        return Found(unit_of(tables.SIGNS[sign], place), Decimal(1), at, True) if is_own else None
    spec = tables.SIGNS.get(sign) or CURRENCY_SIGNS[sign]
    letters = _LETTERS_BEFORE.search(text, max(bound, at - 8), at)
    if letters:
        word = letters[0].rstrip(" \u00a0").lower()
        is_apart = not (letters.start() and _sticks(text[letters.start() - 1]))
        is_tight = letters.end() == letters.start() + len(word)
        named = tables.DOLLARS.get(word) if sign == "$" else tables.OTHER_PREFIXED.get(word + sign)
        if named and is_apart and (is_tight or len(word) > 1) and (len(word) > 1 or letters[0][0].isupper()):
            return Found(Unit("money", named), Decimal(1), letters.start(), is_glued)
        if sign != "$" and letters[0].rstrip() in CODES and is_apart:
            return Found(unit_of(spec, place), Decimal(1), letters.start(), is_glued)
    return Found(unit_of(spec, place), Decimal(1), at, is_glued)


def _word_before(place: Place, end: int, bound: int, *, number: str, is_glued: bool) -> Found | None:
    text = place.passage.text
    window = text[max(bound, end - 14) : end]
    found = _WORD_BEFORE.search(window)
    start = end - len(window) + found.start() if found else end
    if found is None or (start and text[start - 1] == "$" and found[1].lower() not in tables.DOLLARS):
        named = _CJK_BEFORE.search(window)
        return _named_before(end, named[0], is_glued) if named else None
    word = found[1]
    if start > bound and text[start - 1] == "$" and word.isupper() and len(word) > 1 and not found[2]:
        return Found(Unit("money", tables.DOLLARS[word.lower()]), Decimal(1), start - 1, is_glued)
    if start and _sticks(text[start - 1]):
        return None
    if word == "R" and _RAND.match(text, end):
        return Found(Unit("money", "ZAR"), Decimal(1), start, is_glued)
    code = tables.ABBREVIATIONS.get(word.lower())
    if code is not None and _is_written_as_prefix(word, found[2], is_glued=is_glued):
        return Found(unit_of(code, place), Decimal(1), start, is_glued)
    if (
        word in CODES
        and not found[2]
        and not _is_doubtful_code(place, word, start, number, is_glued=is_glued)
    ):
        return Found(Unit("money", word), Decimal(1), start, is_glued)
    named = _CJK_BEFORE.search(window)
    return _named_before(end, named[0], is_glued) if named else None


def _sticks(letter: str) -> bool:
    """Whether a word goes on before it; East Asian letters stand beside Latin ones without a blank."""
    return (letter.isalnum() and letter < "\u2e80") or letter == "_"


def _named_before(end: int, name: str, is_glued: bool) -> Found:
    return Found(Unit("money", tables.ABBREVIATIONS[name]), Decimal(1), end - len(name), is_glued)


def _is_written_as_prefix(word: str, dot: str, *, is_glued: bool) -> bool:
    low = word.lower()
    if low in ("fr", "re", "rs", "rp", "sfr"):
        return word[0].isupper() and (bool(dot) or low in ("rs", "rp", "sfr"))
    if low in ("kr", "rm", "dm"):
        return word.isupper() if low in ("rm", "dm") else True
    return not dot and not (is_glued and low in ("eth",))


def _is_doubtful_code(place: Place, word: str, start: int, number: str, *, is_glued: bool) -> bool:
    if word not in tables.RISKY_CODES:
        return False
    is_small = _PLAIN.fullmatch(number) is not None and len(number) < 3
    return is_small or is_shouting(place.passage.text, start)
