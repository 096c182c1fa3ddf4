"""From numerals to amounts: each number with its sign, its scale and the unit beside it."""

import re
from decimal import Decimal
from typing import NamedTuple

from caveat.model.quantities import Modifier, RangeEnd, Reading
from caveat.text.numbers_beside import left_of, right_of
from caveat.text.numbers_between import behind, is_spelled, spelled_out
from caveat.text.numbers_han import han_numeral, hangul_numeral
from caveat.text.numbers_lex import (
    EXACT,
    SHORT,
    Form,
    Numeral,
    numerals_at,
    times,
)
from caveat.text.numbers_signs import signed
from caveat.text.numbers_units import Found, Place, Unit, unit_of
from caveat.text.patterns import regex
from caveat.text.tables_number_units import SIGNS

_TIMES_FR = regex(r"[ \u00a0]?fois[ \u00a0](?:plus|moins|le|la|les|sup|inf|aussi|mieux)(?!\w)")
_TIMES_EN = regex(r"[ \u00a0-]?times[ \u00a0](?:as|more|less|the|better|worse|over|[a-z]{2,12}er)(?!\w)")
_TIMES_DE = regex(r"[ \u00a0-]?mal[ \u00a0](?:so|mehr|weniger|[a-zäöü]{2,14}er)(?!\w)")
_TIMES_RU = regex(r"(?:-?х)?[ \u00a0]?раза?(?!\w)")
_MORE_RU = regex(
    r"[ \u00a0](?:больше|меньше|выше|ниже|быстрее|медленнее|дороже|дешевле|лучше|хуже|чаще|реже|сильнее)"
)
_IN_RU = regex(r"(?<!\w)(?:в|во|от|до)[ \u00a0](?:[\w.,½]{1,12}[ \u00a0]?(?:–|-|до|или|—)[ \u00a0]?)?$")
_GLUED_X = regex(r"[xX×хХ](?![\w])(?![$€£]?[0-9]|[ \u00a0]?[+*/^=][ \u00a0]?[0-9a-z(])")
_CROSS_BEFORE = regex(r"(?:(?<![\w×])×[ \u00a0]?|(?<![\w])[xх])$")
_HALVED = (" demi", " demie", " half", " halb")
_YEAR = regex(r"(?:19|20)[0-9]{2}")
_FORMULA_SIGN = regex(r"[ \u00a0]?[=+*^,)\]/-]")
_TENTHS = regex(
    r"割(?:[ \u00a0]?(?P<bu>[0-9一二三四五六七八九])分)?(?!り算)"
    r"|成(?:(?P<half>[0-9一二三四五六七八九])(?![0-9一二三四五六七八九十百千万亿个個人名位家成]))?"
    r"(?![立功为為长長本员員果熟绩績都型品语語])"
    r"|할(?![가-힣]{2})"
)
_FOLD_PRICE = regex(r"折(?![叠页頁磨腾合返扇断線线])")
_NEXT_NUMBER = regex(r"[ \u00a0][0-9]")
_PART_OF = regex(r"分之|分の|분의[ \u00a0]?")
_LABEL_NUMERAL = regex(r"第[ \u00a0]?$")


class Amount(NamedTuple):
    """
    A number on its way to a quantity, in characters of the passage.

    Attributes:
        start: First character of number and unit.
        end: One past the last.
        number: The number alone.
        unit: None as long as nothing says what it counts.
        side: Where the unit came from: ``left``, ``right``, ``shared``; ``""`` without one.
        scale: What multiplies the number as written.
        is_negative: A minus sign stands before it.
        range_end: As in `Quantity`.
        modifier: As in `Quantity`.
        noise: Not empty for digits that are no quantity: their name.
        is_vague: More than that many: 30多元.
    """

    start: int
    end: int
    number: Numeral
    unit: Unit | None = None
    side: str = ""
    scale: Decimal = Decimal(1)
    is_negative: bool = False
    range_end: RangeEnd = ""
    modifier: Modifier = ""
    noise: str = ""

    @property
    def form(self) -> Form:
        """How the number is written."""
        return self.number.form

    @property
    def is_open(self) -> bool:
        """Whether it is a number that still lacks a unit."""
        return self.unit is None and not self.noise

    def readings(self) -> tuple[Reading, ...]:
        """Every reading in the major unit, with its sign."""
        factor = self.scale if self.unit is None else EXACT.multiply(self.scale, self.unit.factor)
        return times(self.number.readings, -factor if self.is_negative else factor)

    def value(self) -> Decimal:
        """The likely value in the major unit."""
        return self.readings()[0].value


def attached(place: Place, numeral: Numeral, bound: int) -> Amount:
    """*numeral* with what stands beside it; nothing before *bound* is looked at."""
    text = place.passage.text
    if numeral.form == "bad":
        return Amount(numeral.start, numeral.end, numeral, noise="unclassified")
    start, is_negative = signed(place, numeral.start, bound)
    left = left_of(place, start, bound, number=text[numeral.start : numeral.end])
    if left is not None:
        start, minus = signed(place, left.at, bound)
        is_negative = is_negative or minus
    inside = _in_parentheses(place, numeral, bound)
    if inside is not None:
        return inside
    special = _special(place, numeral, bound)
    if special is not None:
        return special._replace(is_negative=is_negative or special.is_negative)
    right, modifier = _behind(place, numeral, left)
    if right is not None and right.more != 1:
        numeral = numeral._replace(readings=numeral.readings + times(numeral.readings, right.more))
    amount = _joined(place, numeral, left, right)
    if "(" in text[numeral.end : numeral.end + 2]:
        amount = _spelled(place, amount)
    if not is_negative and not modifier and start >= amount.start:
        return amount
    return amount._replace(start=min(start, amount.start), is_negative=is_negative, modifier=modifier)


def _spelled(place: Place, amount: Amount) -> Amount:
    """``5 (пяти)`` is one number with or without a unit behind it; ``5 (семи) процентов`` says two things."""
    words = spelled_out(place, amount.number, amount.number.end)
    if words is None:
        return amount
    if words[1]:
        return amount._replace(end=max(amount.end, words[0]))
    return amount._replace(noise="unclassified", unit=None) if amount.end >= words[0] else amount


def _behind(place: Place, numeral: Numeral, left: Found | None) -> tuple[Found | None, Modifier]:
    """Scale and unit behind *numeral*, and what stands between says: 30多元, 20-odd dollars."""
    text = place.passage.text
    written = text[numeral.start : numeral.end]
    is_money = left is not None and left.unit is not None and left.unit.kind == "money"
    right = right_of(
        place,
        numeral.end,
        number=written,
        is_money=is_money,
        in_words=numeral.form == "words" or place.passage.low.endswith(_HALVED, numeral.start, numeral.end),
    )
    modifier: Modifier = ""
    between = None
    if not is_money and (right is None or right.unit is None):
        between = behind(place, numeral, right.at if right else numeral.end)
    if between is not None:
        further = right_of(place, between.end, number=written, in_words=numeral.form == "words")
        if further is not None and further.unit is not None:
            scale = EXACT.multiply(right.scale if right else between.scale, further.scale)
            right, modifier = further._replace(scale=scale), between.modifier
    if left is not None and right is not None and right.scale == 1 and _NEXT_NUMBER.match(text, right.at):
        right = None  # in "$ 20 $ 30" each sign stands before its number
    return right, modifier


def _in_parentheses(place: Place, numeral: Numeral, bound: int) -> Amount | None:
    """
    ``(4)%`` and ``$(40) million``: minus, as in accounts; the unit stands outside.

    Behind the same number in words it is that number: *twelve (12) dollars*.
    """
    text = place.passage.text
    start, end = numeral.start - 1, numeral.end + 1
    if text[start : start + 1] != "(" or text[end - 1 : end] != ")" or start < bound:
        return None
    behind_it, before = text[end : end + 1], text[max(0, start - 1) : start]
    left = left_of(place, start, bound, number="") if before in SIGNS and before else None
    right = right_of(place, end, number="", is_money=left is not None)
    is_sign = behind_it in SIGNS or before in SIGNS
    if not is_sign and (right is None or right.unit is None or _YEAR.fullmatch(text, start + 1, end - 1)):
        return None
    amount = _joined(place, numeral, left, right)
    is_negative = not is_spelled(place.passage.low, start)
    return amount._replace(start=min(start, amount.start), end=max(end, amount.end), is_negative=is_negative)


def _joined(place: Place, numeral: Numeral, left: Found | None, right: Found | None) -> Amount:
    """Number and units put together; a bare ``$`` gives way to the code behind the number."""
    start, end = numeral.start, numeral.end
    scale = Decimal(1)
    if right is not None:
        end, scale = right.at, right.scale
    unit = right.unit if right is not None else None
    if left is None or left.unit is None:
        return Amount(start, end, numeral, unit, "right" if unit else "", scale)
    own = left.unit
    if unit is None:
        return Amount(left.at, end, numeral, own, "left", scale)
    if unit.kind != own.kind:
        is_word = place.passage.text[left.at].isalpha()
        if is_word:
            return Amount(start, end, numeral, unit, "right", scale)
        return Amount(left.at, end, numeral, noise="unclassified")
    if own.is_assumed and (not unit.is_minor or unit.code == own.code):
        return Amount(left.at, end, numeral, unit, "right", scale)
    if unit.code == own.code:
        return Amount(left.at, end, numeral, own, "left", scale)
    if unit.is_assumed and not unit.is_minor:
        return Amount(left.at, end, numeral, own, "left", scale)
    scale_only = right_of(place, numeral.end, number="", is_money=True) if scale != 1 else None
    return Amount(left.at, numeral.end if scale_only is None else end, numeral, own, "left", scale)


_SPECIAL_SIGNS = frozenset("分분割成할折")
_TIMES_LETTERS = frozenset("tfmрх")


def _special(place: Place, numeral: Numeral, bound: int) -> Amount | None:
    """Units that are no words of their own: times, 割, 成, 折, 百分之, parts of."""
    text = place.passage.text
    begin, end = numeral.start, numeral.end
    head = text[max(bound, begin - 4) : begin]
    if head and head[-1] in "之负負":
        head = head.rstrip("负負")
        for sign, spec in (("百分之", "%"), ("千分之", "%/10"), ("万分之", "%/100")):
            if head.endswith(sign):
                start = begin - 3
                is_minus = text[max(bound, start - 1) : start] in ("负", "負")
                return Amount(
                    start - is_minus, end, numeral, unit_of(spec, place), "left", is_negative=is_minus
                )
    after = text[end : end + 2]
    if after[:1] not in _SPECIAL_SIGNS:
        return _times(place, numeral, bound)
    if after in ("分之", "分の", "분의"):
        return _fraction(place, numeral)
    tenths = _TENTHS.match(text, end)
    if tenths and (numeral.form != "words" or tenths[0][0] != "할") and not _LABEL_NUMERAL.search(head):
        return _of_tenths(place, numeral, tenths)
    price = _FOLD_PRICE.match(text, end)
    if price:
        return _folded_price(place, numeral, price.end())
    return _times(place, numeral, bound)


def _fraction(place: Place, numeral: Numeral) -> Amount | None:
    """三分之二, 3分の2, 3분의 2."""
    text = place.passage.text
    after = _PART_OF.match(text, numeral.end)
    assert after
    top = None
    if text[after.end() : after.end() + 1].isdecimal():
        top = numerals_at(text, after.end(), place.language)[0]
    elif after.end() < len(text):
        top = han_numeral(text, after.end()) or hangul_numeral(text, after.end(), is_top=True)
    if top is None or not top.readings or not numeral.readings or not numeral.readings[0].value:
        return None
    below, above = numeral.readings[0].value, top.readings[0].value
    reading = Reading(SHORT.divide(above, below), Decimal("0.01"))
    whole = Numeral(numeral.start, top.end, (reading,), "fraction")
    return Amount(whole.start, whole.end, whole)


def _of_tenths(place: Place, numeral: Numeral, found: re.Match[str]) -> Amount:
    unit = Unit("percent", "%", Decimal("1e1"))
    digit = found["bu"] or found["half"]
    if digit:
        part = Decimal("一二三四五六七八九".find(digit) + 1 if not digit.isdecimal() else int(digit)).scaleb(
            -1
        )
        readings = tuple(Reading(EXACT.add(value, part), Decimal("0.1")) for value, _ in numeral.readings)
        numeral = numeral._replace(readings=readings)
    return Amount(numeral.start, found.end(), numeral, unit, "right")


def _folded_price(place: Place, numeral: Numeral, end: int) -> Amount | None:
    """八折: what is paid, in tenths; 85折 in hundredths."""
    value = numeral.readings[0].value
    written = place.passage.text[numeral.start : numeral.end]
    is_whole = value == value.to_integral_value()
    factor = Decimal(1) if is_whole and len(written) == 2 and value > 10 else Decimal("1e1")
    if not 0 < value * factor <= 100:
        return None
    return Amount(numeral.start, end, numeral, Unit("percent", "%", factor), "right")


def _times(place: Place, numeral: Numeral, bound: int) -> Amount | None:
    """2x, ×2, 3 times as much, в 2 раза, 3 fois plus, dreimal so."""
    text, low, end = place.passage.text, place.passage.low, numeral.end
    unit = Unit("multiplier", "x")
    if text[end : end + 1] in ("x", "X", "×", "х", "Х") and numeral.form != "words":
        cross = _GLUED_X.match(text, end)
        if cross:
            return Amount(numeral.start, cross.end(), numeral, unit, "right")
    if text[numeral.start - 1 : numeral.start] in ("×", "x", "х", " ", "\u00a0"):
        cross = _CROSS_BEFORE.search(text, max(bound, numeral.start - 2), numeral.start)
        is_variable = (
            cross is not None
            and cross[0] in "xх"
            and (
                text[numeral.start : end] in ("86", "64", "32") or _FORMULA_SIGN.match(text, end) is not None
            )
        )
        if cross and not is_variable and numeral.form != "words":
            return Amount(cross.start(), end, numeral, unit, "left")
    behind = low[end : end + 2].lstrip(" \u00a0-")[:1]
    if behind not in _TIMES_LETTERS:
        return None
    ru = _TIMES_RU.match(low, end)
    if ru and (
        _IN_RU.search(low[max(0, numeral.start - 20) : numeral.start]) or _MORE_RU.match(low, ru.end())
    ):
        return Amount(numeral.start, ru.end(), numeral, unit, "right")
    for pattern, size in ((_TIMES_EN, "times"), (_TIMES_FR, "fois"), (_TIMES_DE, "mal")):
        found = pattern.match(low, end)
        if found:
            return Amount(numeral.start, low.index(size, end) + len(size), numeral, unit, "right")
    return None
