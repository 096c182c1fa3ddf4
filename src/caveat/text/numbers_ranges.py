"""
Numbers that share a unit: ranges, lists, pairs, and amounts in two units.

Works on neighbours only, from left to right and back, so that it stays linear.
"""

from decimal import Decimal

from caveat.model.quantities import Reading
from caveat.text.numbers_amounts import Amount
from caveat.text.numbers_beside import right_of
from caveat.text.numbers_han import scale_of
from caveat.text.numbers_lex import EXACT, Numeral
from caveat.text.numbers_units import Place, Unit
from caveat.text.patterns import regex
from caveat.text.tables_number_noise import CHANGES

_DASH = regex(r"[ \u00a0]?(?:[-–—~−]{1,2}|\.{2,3}|…)[ \u00a0]?")
_TO = regex(
    r"(?:-|[ \u00a0\n]{1,2})(?:to|through|till|until|bis|à|a|auf|до|по)(?:-|[ \u00a0\n]{1,2})"
    r"|至|到|から|에서[ \u00a0]?|부터[ \u00a0]?"
)
_AND = regex(r"[ \u00a0\n]{1,2}(?:and|und|et|и)[ \u00a0\n]{1,2}|と|和|과[ \u00a0]|와[ \u00a0]")
_FROM = regex(r"(?<!\w)(?:from|von|de|от|с|со|entre|zwischen|between|между)[ \u00a0\n]{1,2}$|[从從]$")
_BETWEEN = regex(r"(?<!\w)(?:between|zwischen|entre|между)[ \u00a0\n]{1,2}$|(?:在|介于)$")
_LAST = regex(
    r",?[ \u00a0\n]{1,2}(?:and|or|und|oder|et|ou|и|или|либо|sowie|respectively)[ \u00a0\n]{1,2}"
    r"|[ \u00a0]?/[ \u00a0]?|[ \u00a0]?(?:±|\+/-)[ \u00a0]?"
    r"|[、，]?(?:と|和|或|か|及び|および|または|以及)|,?[ \u00a0](?:및|또는)[ \u00a0]"
)
_COMMA = regex(r",[ \u00a0\n]{1,2}|、|，|・|[ \u00a0]?/[ \u00a0]?")
_LIST_END = regex(
    r"[ \u00a0]?(?:[.;:!?)\]»”\"。；！？）]|$|\n|[ \u00a0](?:per|a|an|each|respectively|apiece)(?!\w))"
)
_CHANGED = regex(rf"(?<!\w)(?:{CHANGES})\w{{0,12}}(?:[ \u00a0\n]+\w{{1,12}}){{0,3}}[ \u00a0\n]+$")
_AND_CENTS = regex(r"\.?[ \u00a0]?(?:(?:,[ \u00a0])?(?:and|и|und|et)[ \u00a0])?[ \u00a0]?")
_NO_NOUN = regex(
    r"[ \u00a0]?(?:[^\w \u00a0]|$|\n)"
    r"|[ \u00a0](?:le|la|par|pour|pro|je|im|am|statt|au|et|und|bei|für|de)(?!\w)"
)
_INSTEAD = regex(
    r"[ \u00a0\n](?:вместо|против|instead of|rather than|not|vs\.?|versus|against|compared (?:with|to)"
    r"|statt|anstatt|gegenüber"
    r"|au lieu de|contre|а не|nicht)[ \u00a0\n]"
)
_CONJUNCTION = regex(r",?[ \u00a0\n](?:and|but|и|а|но|und|et)[ \u00a0\n]")
_SMALL = {"角": "10", "毛": "10", "分": "100"}
_YEAR = regex(r"(?:19|20)[0-9]{2}")


def joined(place: Place, amounts: list[Amount]) -> list[Amount]:
    """Amounts in a major and a minor unit made one: 12 долл. 50 центов is 12.50 USD."""
    kept: list[Amount] = []
    for amount in amounts:
        whole = _cascaded(place, kept[-1], amount) or _with_minor(place, kept[-1], amount) if kept else None
        if whole is not None:
            kept[-1] = whole
        else:
            kept.append(amount)
    return kept


def _cascaded(place: Place, great: Amount, small: Amount) -> Amount | None:
    """1 млн 200 тыс. рублей is one number."""
    if (
        great.unit is not None
        or great.noise
        or small.noise
        or great.scale <= small.scale
        or small.is_negative
    ):
        return None
    is_near = small.start == small.number.start and small.start - great.end <= 2
    if (
        not is_near
        or (small.scale == 1 and small.side != "right")
        or place.passage.text[great.end : small.start].strip(" \u00a0")
    ):
        return None
    if len(great.number.readings) != 1 or len(small.number.readings) != 1:
        return None
    above, below = great.readings()[0].value, small.number.readings[0]
    part = EXACT.multiply(below.value, small.scale)
    if part >= great.scale or above != above.to_integral_value():
        return None
    readings = (Reading(EXACT.add(above, part), EXACT.multiply(below.step, small.scale)),)
    number = Numeral(great.number.start, small.number.end, readings, "written")
    return small._replace(start=great.start, number=number, scale=Decimal(1), is_negative=great.is_negative)


def _with_minor(place: Place, major: Amount, minor: Amount) -> Amount | None:
    text = place.passage.text
    unit = major.unit
    if (
        unit is None
        or unit.kind != "money"
        or minor.noise
        or minor.is_negative
        or len(minor.number.readings) != 1
    ):
        return None
    if minor.start - major.end > 8 or not _AND_CENTS.fullmatch(text, major.end, minor.start):
        return None
    if major.form not in ("whole", "words", "written") or len(major.number.readings) != 1:
        return None
    if major.readings()[0].step < 1 and not unit.is_minor:
        return None
    part, end = _minor_part(place, major, minor, unit)
    if part is None or not 0 <= part.value < major.readings()[0].step * (10 if unit.is_minor else 1):
        return None
    total = EXACT.add(EXACT.divide(major.value(), unit.factor), EXACT.divide(part.value, unit.factor))
    readings = (Reading(total, EXACT.divide(part.step, unit.factor)),)
    number = Numeral(major.number.start, end, readings, "written")
    return major._replace(end=end, number=number, scale=Decimal(1))


def _minor_part(place: Place, major: Amount, minor: Amount, unit: Unit) -> tuple[Reading | None, int]:
    """What the second number adds, in the major unit, and where it ends."""
    own = minor.unit
    text = place.passage.text
    if (
        own is None
        and unit.code == "RUB"
        and minor.scale == 1000
        and text[minor.number.end : minor.end].lower() == "к"
    ):
        value, step = minor.number.readings[0]
        return Reading(value.scaleb(-2), step.scaleb(-2)), minor.end
    if own is not None:
        fits = (
            own.is_minor
            and minor.side == "right"
            and (own.code == unit.code or own.is_assumed or unit.is_assumed)
        )
        if not fits or minor.form not in ("whole", "words") or (unit.is_minor and own.factor >= unit.factor):
            return None, 0
        return minor.readings()[0], minor.end
    if major.end == minor.start and unit.code == "CNY":
        share = _SMALL.get(text[minor.end : minor.end + 1])
        end = minor.end + 1
        if share is None and text[major.end - 1] in "块塊毛" and minor.number.readings[0].value < 10:
            share, end = "10" if text[major.end - 1] != "毛" else "100", minor.end
        if share is None:
            return None, 0
        value, step = minor.number.readings[0]
        return Reading(EXACT.divide(value, Decimal(share)), EXACT.divide(step, Decimal(share))), end
    if place.language in ("fr", "de") and major.side == "right" and _is_bare_cents(place, minor):
        return Reading(minor.number.readings[0].value.scaleb(-2), Decimal("0.01")), minor.end
    return None, 0


def _is_bare_cents(place: Place, minor: Amount) -> bool:
    """Whether a number straight behind an amount can be its cents: 15 euros 50, deux euros cinquante."""
    text = place.passage.text
    if minor.form == "words":
        is_small = 10 <= minor.number.readings[0].value < 100 and minor.number.readings[0].step == 1
    else:
        is_small = minor.end - minor.start == 2 and text[minor.start : minor.end].isdecimal()
    return is_small and minor.scale == 1 and _NO_NOUN.match(text, minor.end) is not None


def ranged(place: Place, amounts: list[Amount]) -> list[Amount]:
    """Neighbours that are the two ends of a range, marked; unit and scale spread to both."""
    found = list(amounts)
    at = 0
    while at + 1 < len(found):
        low, high = found[at], found[at + 1]
        pair = None if low.noise or high.noise else _range(place, low, high, found[at - 1].end if at else 0)
        if pair is not None:
            found[at : at + 2] = pair
            at += 1
        at += 1
    return found


def _range(place: Place, low: Amount, high: Amount, bound: int) -> tuple[Amount, Amount] | None:
    text = place.passage.text
    if high.start - low.end > 12:
        return None
    is_dash = _DASH.fullmatch(text, low.end, high.start) is not None
    before = place.passage.low[max(bound, low.start - 40) : low.start]
    is_word = not is_dash and _TO.fullmatch(place.passage.low, low.end, high.start) is not None
    is_between = (
        not is_dash
        and _AND.fullmatch(place.passage.low, low.end, high.start) is not None
        and _BETWEEN.search(before) is not None
    )
    if not (is_dash or is_word or is_between):
        return None
    spread = _spread(place, low, high, is_dash=is_dash, is_between=is_between)
    if spread is None:
        return None
    first, second = spread
    if is_word and not _FROM.search(before) and first.unit is None:
        return None
    is_change = is_word and (
        "auf" in place.passage.low[low.end : high.start]
        or (_FROM.search(before) is not None and _CHANGED.search(_before_from(before)) is not None)
    )
    if first.value() < second.value() and not is_change:
        return first._replace(range_end="lo"), second._replace(range_end="hi")
    return first, second


def _before_from(before: str) -> str:
    found = _FROM.search(before)
    return before[: found.start()] if found else before


def _spread(
    place: Place, low: Amount, high: Amount, *, is_dash: bool, is_between: bool
) -> tuple[Amount, Amount] | None:
    """Both with unit and scale; None when they have units that differ."""
    if low.unit is not None and high.unit is not None:
        if (low.unit.kind, low.unit.code) != (high.unit.kind, high.unit.code):
            return _bare_dollar(low, high)
    elif high.unit is not None:
        if low.form == "fraction" and high.form != "fraction":
            return None
        if _is_year(place, low) and not _is_year(place, high):
            return None
        if high.side == "left" and is_between:
            return None
        low = low._replace(unit=high.unit, side="shared")
    elif low.unit is not None:
        if (not is_dash and low.side != "left") or (
            low.side == "right" and not _LIST_END.match(place.passage.text, high.end)
        ):
            return None
        high = _same_letter(place, low, high._replace(unit=low.unit, side="shared"))
    elif "words" in (low.form, high.form):
        return None
    return _scaled(place, low, high), high


def _same_letter(place: Place, low: Amount, high: Amount) -> Amount:
    """*high* with the letter of scale that both ends have: $3m–5m, where m alone would be metres."""
    text, at = place.passage.text, high.number.end
    if low.side == "left" and low.unit is not None and low.unit.kind == "money" and high.end == at:
        behind = right_of(place, at, number="", is_money=True)  # $4-6m: behind a sign m is no metre
        if behind is not None and behind.unit is None:
            return high._replace(scale=behind.scale, end=behind.at)
    is_same = low.scale != 1 and high.scale == 1 and low.end - low.number.end == 1 and high.end == at
    if not is_same or text[at : at + 1] != text[low.number.end : low.end] or text[at + 1 : at + 2].isalnum():
        return high
    return high._replace(scale=low.scale, end=at + 1)


def _bare_dollar(low: Amount, high: Amount) -> tuple[Amount, Amount] | None:
    """``$5–7 CAD``: the code behind the second says what the bare sign before the first is."""
    first, second = low.unit, high.unit
    if first is None or second is None or not first.kind == second.kind == "money":
        return None
    is_bare = first.is_assumed and low.side == "left" and high.side == "right" and not second.is_minor
    return (low._replace(unit=second), high) if is_bare else None


def _scaled(place: Place, low: Amount, high: Amount) -> Amount:
    """*low* times the scale of *high*, where that keeps it the smaller one: $3–5M, but $500–1.5M."""
    scale = high.scale if high.scale != 1 else _own_scale(place, high)
    if low.scale != 1 or scale == 1 or _own_scale(place, low) != 1 or not low.number.readings:
        return low
    raised = low._replace(scale=scale)
    return raised if raised.value() <= high.value() else low


def _own_scale(place: Place, amount: Amount) -> Decimal:
    """The East Asian scale inside the number: 万 of 5万."""
    return scale_of(place.passage.text[amount.number.start : amount.number.end])


def _is_year(place: Place, amount: Amount) -> bool:
    return _YEAR.fullmatch(place.passage.text, amount.number.start, amount.number.end) is not None


def shared(place: Place, amounts: list[Amount]) -> list[Amount]:
    """Lists and pairs with one unit for all: 0,20/0,80 долл.; $5, 7 and 9; from 15 to 12 dollars."""
    found = list(amounts)
    for at in range(len(found) - 1, 0, -1):
        if found[at].unit is not None and found[at].side in ("right", "shared") and found[at - 1].is_open:
            _spread_left(place, found, at)
    for at in range(len(found) - 1):
        if (
            found[at].unit is not None
            and found[at + 1].is_open
            and _is_contrast(place, found[at], found[at + 1])
        ):
            found[at + 1] = found[at + 1]._replace(unit=found[at].unit, side="shared")
    at = 0
    while at < len(found):
        at = _spread_right(place, found, at) if found[at].side == "left" else at + 1
    return found


def _spread_left(place: Place, found: list[Amount], at: int) -> None:
    """Give the unit of ``found[at]`` to the open numbers before it, as far as the list goes."""
    first = at - 1
    gap = (found[first].end, found[at].start)
    if gap[1] - gap[0] > 12 or not (
        _LAST.fullmatch(place.passage.low, *gap)
        or _is_change(place, found, at)
        or _is_enumerated(place, found, at)
    ):
        return
    if found[at].range_end == "hi" or _is_year(place, found[first]) or found[first].form == "fraction":
        return
    while first and found[first - 1].is_open and not _is_year(place, found[first - 1]):
        gap = (found[first - 1].end, found[first].start)
        if gap[1] - gap[0] > 12 or not (
            _COMMA.fullmatch(place.passage.low, *gap) or _LAST.fullmatch(place.passage.low, *gap)
        ):
            break
        first -= 1
    for index in range(first, at):
        raised = found[index]._replace(unit=found[at].unit, side="shared")
        found[index] = (
            _scaled(place, raised, found[at]) if found[at].scale != 1 and raised.scale == 1 else raised
        )


def _is_enumerated(place: Place, found: list[Amount], at: int) -> bool:
    """5、10元, and 5, 10, 15 %: a comma alone may part two clauses, two of them make a list."""
    text, first = place.passage.text, found[at - 1]
    sign = text[first.end : found[at].start].strip(" \u00a0")
    if sign in ("、", "・") and text[: first.start].rstrip(" \u00a0")[-1:] not in ("", "\n"):
        return True  # where a line begins, the first is an item's number: 1、5元
    if (
        sign not in (",", "，", "、", "・")
        or at < 2
        or not found[at - 2].is_open
        or _is_year(place, found[at - 2])
    ):
        return False
    return text[found[at - 2].end : first.start].strip(" \u00a0") == sign


def _is_contrast(place: Place, first: Amount, second: Amount) -> bool:
    """8 долларов вместо 12: what is set against an amount has its unit, unless a noun says otherwise."""
    low = place.passage.low
    if second.start - first.end > 24 or second.form == "words" or _is_year(place, second):
        return False
    return _INSTEAD.fullmatch(low, first.end, second.start) is not None and (
        _LIST_END.match(low, second.end) is not None or _CONJUNCTION.match(low, second.end) is not None
    )


def _is_change(place: Place, found: list[Amount], at: int) -> bool:
    """From 15 to 12 dollars: not a range, but the unit holds for both."""
    gap = (found[at - 1].end, found[at].start)
    bound = found[at - 2].end if at > 1 else 0
    before = place.passage.low[max(bound, found[at - 1].start - 12) : found[at - 1].start]
    return _TO.fullmatch(place.passage.low, *gap) is not None and _FROM.search(before) is not None


def _spread_right(place: Place, found: list[Amount], at: int) -> int:
    """Give the sign before ``found[at]`` to a list of open numbers behind it; returns where to go on."""
    last = at
    while last + 1 < len(found) and found[last + 1].is_open and found[last + 1].form != "words":
        gap = (found[last].end, found[last + 1].start)
        if gap[1] - gap[0] > 12 or not (
            _COMMA.fullmatch(place.passage.low, *gap) or _LAST.fullmatch(place.passage.low, *gap)
        ):
            break
        if found[last + 1].form == "fraction" or _is_year(place, found[last + 1]):
            break
        last += 1
    if last > at and _LIST_END.match(place.passage.low, found[last].end):
        for index in range(at + 1, last + 1):
            found[index] = found[index]._replace(unit=found[at].unit, side="shared")
    return last + 1
