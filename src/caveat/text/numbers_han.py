"""
East Asian numerals: 十二万, 3億5000万, 12만 3천, 오만, 열두.

Numerals in characters are candidates and count only beside a unit; digits with a scale always count.
"""

import re
from collections.abc import Mapping
from decimal import Decimal

from caveat.model.quantities import Reading
from caveat.text.numbers_lex import DIGITS, EXACT, Numeral, place, times
from caveat.text.patterns import regex
from caveat.text.tables_number_words import (
    HAN_DIGITS,
    HAN_GREAT,
    HAN_SMALL,
    HANGUL_DIGITS,
    HANGUL_NATIVE,
    UNDECIDED_HEADS,
)

MOST_CHARACTERS = 40
"""Characters of one numeral that are read (our choice)."""

LARGEST = Decimal("1e30")
"""Value of a numeral in characters up to which it is read (our choice)."""

HAN = "".join((*HAN_DIGITS, *(sign for sign in (*HAN_SMALL, *HAN_GREAT) if sign < "\uac00"), "点"))
"""Characters of Chinese and Japanese numerals."""

_POWERS = {**HAN_SMALL, **HAN_GREAT}
_SCALE_RUN = regex(f"[{''.join(_POWERS)}]{{1,4}}")
_HAN_RUN = regex(f"[{HAN}]{{1,{MOST_CHARACTERS}}}")
_HANGUL = "".join((*HANGUL_DIGITS, "십백천만억조"))
_HANGUL_RUN = regex(f"[{_HANGUL}]{{1,{MOST_CHARACTERS}}}")
_ENDS_HANGUL = regex(
    r"[ \u00a0]?(?![가-힣])|[ \u00a0]?(?:원|달러|엔|유로|위안|파운드|센트|퍼센트|프로|루블|명|개)"
    r"|[ \u00a0][일이삼사오육칠팔구십백천]"
)
# 이분의 일 is *this person's work* more often than a half.
_PART_OF = regex(r"(?<!이)분의[ \u00a0]?[일이삼사오육칠팔구]")
_PARTICLE = regex(r"(?:이|가|은|는|을|를|의|로|에|도|만|과|와)(?![가-힣]{2})")
_NATIVE = regex(
    f"(?:{'|'.join(sorted(HANGUL_NATIVE, key=len, reverse=True))})"
    f"(?:(?<=[물른흔쉰순든])(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉))?"
)
_NATIVE_PIECES = regex("|".join(sorted(HANGUL_NATIVE, key=len, reverse=True)))
_MORE = regex(f"[ \u00a0零]?(?P<digits>{DIGITS})(?P<scale>[{''.join(_POWERS)}]{{0,4}})")
_ALONE = regex(r"[ \u00a0]?[^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿]")
# A lone scale in brackets is a unit of something else: （千円）.
_NO_HEADS = UNDECIDED_HEADS | frozenset("(（[：:/／")
_PLAIN_DIGITS = regex(r"[0-9.,]+")


def han_numeral(text: str, start: int) -> Numeral | None:
    """The numeral in Chinese characters at *start*; None when what stands there is vague or no number."""
    found = _HAN_RUN.match(text, start)
    if found is None:
        return None
    written = found[0].rstrip("点")
    if not written or (start and written[0] in _POWERS and text[start - 1] in _NO_HEADS):
        return None
    value = _han_value(written)
    if value is None or value > LARGEST:
        return None
    return Numeral(start, start + len(written), (Reading(value, _han_step(written, value)),), "words")


def hangul_numeral(text: str, start: int, *, is_top: bool = False) -> Numeral | None:
    """The Korean numeral at *start*, Sino-Korean or native; *is_top* lets a particle stick to a digit."""
    found = _HANGUL_RUN.match(text, start)
    if found:
        ends = _PARTICLE if is_top else _PART_OF
        is_part = (
            len(found[0]) == 1
            and text[found.end() : found.end() + 1] > "\uabff"
            and ends.match(text, found.end()) is None
        )
        is_unit = found[0][0] in _POWERS and text[start - 1 : start] in ("(", "（", ":", "：")
        value = None if is_part or is_unit else _hangul_value(found[0])
        if value is not None and value <= LARGEST:
            return _with_lower_myriads(text, start, found, value)
    native = _NATIVE.match(text, start)
    if native is None:
        return None
    pieces = _NATIVE_PIECES.findall(native[0])
    value = Decimal(sum(HANGUL_NATIVE[piece] for piece in pieces))
    return Numeral(start, native.end(), (Reading(value, Decimal(1)),), "words")


def _with_lower_myriads(text: str, start: int, found: re.Match[str], value: Decimal) -> Numeral:
    """A Korean numeral with the myriads behind a blank: 이만 오천, 삼억 오천만."""
    written, end = found[0], found.end()
    for _ in range(3):
        more = _HANGUL_RUN.match(text, end + 1) if text[end : end + 1] in (" ", "\u00a0") else None
        floor = HAN_GREAT.get(written[-1])
        if more is None or floor is None or not _ENDS_HANGUL.match(text, more.end()):
            break
        part = _hangul_value(more[0])
        if part is None or part >= Decimal(1).scaleb(floor):
            break
        value, written, end = EXACT.add(value, part), more[0], more.end()
    return Numeral(start, end, (Reading(value, _han_step(written, value)),), "words")


def cascaded(text: str, numeral: Numeral) -> Numeral:
    """*numeral*, written in digits, with the East Asian scales behind it: 3億5000万 is one number."""
    found = _SCALE_RUN.match(text, numeral.end + (text[numeral.end : numeral.end + 1] in (" ", "\u00a0")))
    if (
        found is None
        or numeral.form == "bad"
        or (found.start() > numeral.end and not _is_scale_word(text, found))
    ):
        return numeral
    if len(numeral.readings) > 1:
        numeral = numeral._replace(readings=numeral.readings[:1])
    factor = _factor(found[0])
    total = times(numeral.readings, factor)[0]
    end, ceiling, step = found.end(), factor, total.step
    section = total.value
    while True:
        more = _MORE.match(text, end)
        if more is None or not _PLAIN_DIGITS.fullmatch(more["digits"]):
            break
        part = Decimal(more["digits"].replace(",", "")) if more["digits"].count(".") < 2 else None
        own = _factor(more["scale"]) if more["scale"] else Decimal(1)
        if part is None or own >= ceiling or EXACT.multiply(part, own) >= ceiling or not _goes_on(text, more):
            break
        section = EXACT.add(section, EXACT.multiply(part, own))
        end, ceiling, step = more.end(), own, EXACT.multiply(place(part), own)
        if own == 1:
            break
    return Numeral(numeral.start, end, times((Reading(section, step),), Decimal(1)), "written")


def _is_scale_word(text: str, found: re.Match[str]) -> bool:
    """Korean and Chinese write a blank before the scale at times: 3 억 원."""
    after = text[found.end() : found.end() + 2].lstrip()
    return bool(after) and after[0] in "원元円달美欧유엔위"


def _goes_on(text: str, more: re.Match[str]) -> bool:
    """Whether the digits belong to the number before: they have a scale of their own or stick to a unit."""
    if more["scale"]:
        return True
    is_apart = more.start("digits") > more.start()
    follows = text[more.end() : more.end() + 2].lstrip()[:1]
    return follows in tuple("원元円圆块달엔위유美") if is_apart or follows else not is_apart


def _factor(run: str) -> Decimal:
    return Decimal(1).scaleb(sum(_POWERS[sign] for sign in run))


def _han_value(written: str) -> Decimal | None:
    """Value of Chinese characters; None for what is no number (二三十, 一二)."""
    whole, point, after = written.partition("点")
    if not whole:
        return None
    digits = after.rstrip("".join(_POWERS))
    if point and (not digits or any(sign not in HAN_DIGITS for sign in digits)):
        return None
    value = _scaled_value(whole, HAN_DIGITS)
    if value is None or not point:
        return value
    value = EXACT.add(value, Decimal("0." + "".join(str(HAN_DIGITS[sign]) for sign in digits)))
    return EXACT.multiply(value, _factor(after[len(digits) :]))


def _hangul_value(written: str) -> Decimal | None:
    return (
        _scaled_value(written, HANGUL_DIGITS)
        if any(sign in _POWERS for sign in written) or len(written) == 1
        else None
    )


def _scaled_value(written: str, digits: Mapping[str, int]) -> Decimal | None:
    if _POWERS.keys().isdisjoint(written):
        values = [digits[sign] for sign in written]
        # 三四 are three or four, 七五 are seventy-five.
        is_rough = len(values) == 2 and values[1] == values[0] + 1
        return None if is_rough else Decimal("".join(map(str, values)))
    total, section = Decimal(0), Decimal(0)
    current: int | None = None
    floor, ceiling = 10, Decimal("1e30")
    for sign in written:
        if sign in digits:
            if current:
                return None
            current = digits[sign]
            continue
        power = _POWERS[sign]
        if sign in HAN_SMALL:
            if power >= floor:
                return None
            section += Decimal(current or 1).scaleb(power)
            floor, current = power, None
            continue
        section += current or 0
        scale = Decimal(1).scaleb(power)
        is_product = scale >= ceiling
        total = (total + section) * scale if is_product else total + (section or Decimal(1)) * scale
        section, floor, ceiling, current = Decimal(0), 10, scale, None
    return EXACT.plus(total + section + (current or 0))


def _han_step(written: str, value: Decimal) -> Decimal:
    if value != value.to_integral_value():
        return place(value)
    return _factor(written[len(written.rstrip("".join(_POWERS))) :])


def scale_of(written: str) -> Decimal:
    """The East Asian scale that ends a number of digits with one scale: 10,000 for ``5万``; else 1."""
    found = _ONE_SCALE.fullmatch(written)
    return _factor(found[1]) if found else Decimal(1)


_ONE_SCALE = regex(f"[0-9.,]{{1,20}}[ \u00a0]?([{''.join(_POWERS)}]{{1,4}})")
