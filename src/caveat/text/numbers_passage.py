"""One passage from its characters to its amounts: the order in which everything is asked."""

from decimal import Decimal

from caveat.text.numbers_amounts import Amount, attached
from caveat.text.numbers_beside import right_of
from caveat.text.numbers_candidates import is_without_numbers, numerals
from caveat.text.numbers_lex import DECIMAL_DOT, Numeral, numerals_at
from caveat.text.numbers_modifiers import modifier_of
from caveat.text.numbers_noise import beside, glued, markers
from caveat.text.numbers_ranges import joined, ranged, shared
from caveat.text.numbers_shapes import is_beside_sign, shapes
from caveat.text.numbers_units import Place, Unit, phrase_at
from caveat.text.patterns import regex
from caveat.text.tables_number_noise import ACCOUNTING_WORDS

_NEXT_WORD = regex(r"[ \u00a0\n-]([^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿]+)")
# Dates and clocks are left out: a sentence may go on with the name of a currency.
_NOT_BEFORE_UNITS = frozenset("footnote idiom phone version isbn id".split())
_DIGITS = regex(r"\d+")
_ACCOUNT_WORD = regex(r"([^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿]+|[:=])[ \u00a0]$")
_INVERTED = regex(r"(?<!\w)([а-я]{3,12})[ \u00a0](?:(?:в|на|за|по|до|от|около|примерно)[ \u00a0])?$")
# Not one dollar, ни одного рубля: none is no amount.
_NOT_ONE = regex(r"(?<!\w)(?:not|ни|pas)[ \u00a0]$")
_DOTTED = regex(r"[0-9]+(?:\.[0-9]+){2,}")
# iPhone 12 $ 799: behind a name the sign belongs to the number that follows.
_SIGN_OF_NEXT = regex(r"[ \u00a0](?:[$€£¥₽₩₹]|[A-Z]{3}(?=[ \u00a0]))[ \u00a0]?[0-9]")
_RATE = regex(r"率|比|割合|シェア|金利|支持|パーセント|비율|율|률|지지|금리|점유")
_POINTS = regex(r"[ \u00a0]?(?:ポイント|포인트)")


def digit_runs(text: str) -> list[tuple[int, int]]:
    """Every run of decimal digits of any script, as start and end."""
    return [found.span() for found in _DIGITS.finditer(text)]


def read(place: Place, *, is_heading: bool = False, is_cell: bool = False) -> list[Amount]:
    """
    Amounts of the passage, noise among them, by start; number words without a unit are left out.

    Args:
        place: What to read.
        is_heading: A dotted number at the begin is the heading's own.
        is_cell: It is a cell of a table, where parentheses around a number are no list marker.
    """
    text = place.passage.text
    if is_without_numbers(place.passage):
        return []
    spans = _barred(place, is_heading=is_heading, is_cell=is_cell)
    amounts: list[Amount] = []
    bound, index = 0, 0
    for item in numerals(place):
        while index < len(spans) and spans[index][1] <= item.start:
            amounts.append(_barred_amount(spans[index]))
            bound = max(bound, spans[index][1])
            index += 1
        if index < len(spans) and item.end > spans[index][0]:
            continue
        if item.start < bound:
            continue
        limit = spans[index][0] if index < len(spans) else len(text)
        found = [_within(amount, limit) for amount in _amounts(place, item, bound)]
        amounts += found
        bound = found[-1].end
    amounts += map(_barred_amount, spans[index:])
    return _settled(place, amounts)


def _within(amount: Amount, limit: int) -> Amount:
    """*amount* without a unit that reaches into what is no quantity."""
    if amount.end <= limit:
        return amount
    if amount.noise or amount.number.end > limit:
        return amount._replace(end=limit, noise=amount.noise or "unclassified")
    return amount._replace(end=amount.number.end, unit=None, side="", scale=Decimal(1))


def _settled(place: Place, amounts: list[Amount]) -> list[Amount]:
    amounts = ranged(place, joined(place, amounts))
    amounts = [_named(place, amounts, at) for at in range(len(amounts))]
    amounts = shared(place, amounts)
    amounts = [_inverted(place, amounts, at) for at in range(len(amounts))]
    amounts = [_accounted(place, amount) for amount in amounts]
    return [amount for amount in amounts if amount.noise or amount.unit or _is_counted(place, amount)]


def _barred(place: Place, *, is_heading: bool, is_cell: bool) -> list[tuple[int, int, str]]:
    """Shapes and markers; one with a sign of money or percent at its side may be an amount after all."""
    text = place.passage.text
    spans = shapes(place.passage)
    marks = [] if is_cell else markers(text, is_heading=is_heading)
    merged = sorted((*spans, *marks), key=lambda span: (span[0], -span[1]))
    kept: list[tuple[int, int, str]] = []
    for start, end, name in merged:
        if kept and start < kept[-1][1]:
            continue
        is_near = name not in ("url", "math", "code", "shell-variable") and is_beside_sign(text, start, end)
        if name in _NOT_BEFORE_UNITS and not is_near:
            is_near = _names_money(place, end)
        if name == "standard" and _names_money(place, end):
            continue  # USB 30元: the digits belong to the price
        kept.append((start, end, "unclassified" if is_near else name))
    return kept


def _names_money(place: Place, end: int) -> bool:
    """Whether a unit in words stands behind *end*."""
    behind = right_of(place, end, number="")
    return behind is not None and behind.unit is not None


def _barred_amount(span: tuple[int, int, str]) -> Amount:
    return Amount(span[0], span[1], Numeral(span[0], span[1], (), "bad"), noise=span[2])


def _amounts(place: Place, item: Numeral | Amount, bound: int) -> list[Amount]:
    if isinstance(item, Amount):
        return [item]
    if item.form == "words":
        amount = attached(place, item, bound)
        is_none = item.readings[0].value == 1 and _NOT_ONE.search(
            place.passage.low, max(0, item.start - 6), item.start
        )
        return [amount._replace(unit=None, side="") if is_none else amount]
    amount = attached(place, item, bound)
    if amount.noise == "unclassified":
        return [_whole_chain(place, amount, bound)]
    if amount.unit is None and _is_doubtful_group(place, item):
        return [attached(place, part, max(bound, part.start - 1)) for part in _ungrouped(place, item)]
    text = place.passage.text
    if amount.side == "right" and _SIGN_OF_NEXT.match(text, item.end) and beside(place, item):
        return [Amount(item.start, item.end, item)]
    if amount.unit is None and (amount.scale == 1 or text[item.start - 1 : item.start].isalpha()):
        name = glued(place, item, bound)
        if name is not None:
            near = is_beside_sign(text, name[0], name[1])
            return [_barred_amount((max(bound, name[0]), name[1], "unclassified" if near else name[2]))]
    points = _POINTS.match(text, item.end)
    if amount.unit is None and points and _RATE.search(text, max(0, item.start - 24), item.start):
        return [amount._replace(unit=Unit("pp", "pp"), side="right", end=points.end())]
    if amount.side == "left" and amount.end < len(text) and _is_spelled_on(text, amount):
        name = glued(place, item, bound)
        end = name[1] if name else amount.end
        return [amount._replace(end=max(end, amount.end), unit=None, noise="unclassified")]
    return [amount]


def _is_spelled_on(text: str, amount: Amount) -> bool:
    """``$1OO``: letters that stick to an amount and are no unit."""
    after = text[amount.end]
    return (
        amount.end == amount.number.end
        and after.isalpha()
        and after < "\u2e80"
        and text[amount.end : amount.end + 2] != "/"
    )


def _whole_chain(place: Place, amount: Amount, bound: int) -> Amount:
    """Digits that do not read: a version when they are dotted and nothing of money is near."""
    text = place.passage.text
    start, end = amount.number.start, amount.number.end
    if _DOTTED.fullmatch(text, start, end) and not is_beside_sign(text, start, end) and end - start < 40:
        return _barred_amount((start, end, beside(place, amount.number) or "version"))
    return amount._replace(start=max(bound, amount.start))


def _is_doubtful_group(place: Place, item: Numeral) -> bool:
    """Whether ``12 128`` is more likely two numbers: a plain blank in a language that groups with commas."""
    written = place.passage.text[item.start : item.end]
    return place.language in DECIMAL_DOT and written.count(" ") == 1 and written.replace(" ", "").isdecimal()


def _ungrouped(place: Place, item: Numeral) -> list[Numeral]:
    text = place.passage.text
    cut = text.index(" ", item.start)
    first = numerals_at(text[:cut], item.start, place.language)
    return [*first, *numerals_at(text, cut + 1, place.language)]


def _named(place: Place, amounts: list[Amount], at: int) -> Amount:
    """Bare digits with the name that a word beside gives them; a list of pages is pages all through."""
    amount = amounts[at]
    if not amount.is_open or amount.form in ("words", "bad") or amount.scale != 1 or amount.is_negative:
        return amount
    name = beside(place, amount.number)
    if name is None and at and amount.start - amounts[at - 1].end <= 6:
        before = amounts[at - 1]
        gap = place.passage.low[before.end : amount.start].strip(" \u00a0")
        is_tight = before.noise == "label" and amount.start - before.end == 1 and gap == "-"
        goes_on = (
            is_tight
            or before.noise in _CARRIED
            or (before.range_end == "lo" and _label_before(place, before))
        )
        if goes_on and gap in _CARRIERS:
            name = before.noise or _label_before(place, before)
    if name is None:
        return amount
    amounts[at] = amount._replace(noise=name, range_end="")
    return amounts[at]


_CARRIED = frozenset("section page table volume year id".split())
_CARRIERS = frozenset(
    (
        ",",
        "-",
        "–",
        "—",
        "and",
        "und",
        "et",
        "и",
        "&",
        "to",
        "bis",
        "по",
        "до",
        "à",
        "/",
        "、",
        "장",
        "절",
        "章",
        "节",
        "節",
    )
)


def _label_before(place: Place, amount: Amount) -> str:
    return beside(place, amount.number) or "" if amount.is_open else amount.noise


def _inverted(place: Place, amounts: list[Amount], at: int) -> Amount:
    """долларов в 12, рублей сто: the unit before the number makes it a rough one."""
    amount = amounts[at]
    if not amount.is_open or place.language not in ("ru", "") or amount.range_end:
        return amount
    bound = amounts[at - 1].end if at else 0
    low = place.passage.low
    found = _INVERTED.search(low[max(bound, amount.start - 32) : amount.start])
    if found is None:
        return amount
    start = amount.start - len(found[0])
    unit = phrase_at(place, start)
    if (
        unit is None
        or unit[1] != start + len(found[1])
        or not found[1].endswith(("ов", "ей", "ек", "ен", "на", "та"))
    ):
        return amount
    return amount._replace(unit=unit[0], side="left", start=start, modifier="approx")


def _accounted(place: Place, amount: Amount) -> Amount:
    """``($40)`` behind a verb or a word of bookkeeping is minus 40; behind a noun it is an aside."""
    text = place.passage.text
    is_money = amount.unit is not None and amount.unit.kind == "money" and not amount.is_negative
    if (
        not is_money
        or text[amount.start - 1 : amount.start] != "("
        or text[amount.end : amount.end + 1] != ")"
    ):
        return amount
    word = _ACCOUNT_WORD.search(place.passage.low, max(0, amount.start - 20), amount.start - 1)
    if amount.start < 2 or word is None or (word[1] not in ACCOUNTING_WORDS and word[1] not in ":="):
        return amount
    more = right_of(place, amount.end + 1, number="", is_money=True) if amount.scale == 1 else None
    end, scale = (more.at, more.scale) if more and more.unit is None else (amount.end + 1, amount.scale)
    return amount._replace(is_negative=True, start=amount.start - 1, end=end, scale=scale)


def _is_counted(place: Place, amount: Amount) -> bool:
    """Whether a number without a unit counts: in digits always, in words beside a noun of the setting."""
    if amount.form != "words" or place.setting.has_bare_words:
        return True
    if amount.range_end or not place.setting.nouns:
        return False
    after = _NEXT_WORD.match(place.passage.low, amount.end)
    return after is not None and after[1] in place.setting.nouns


def modified(place: Place, amounts: list[Amount]) -> list[Amount]:
    """The same with what the words around each say: about, at least, at most."""
    found: list[Amount] = []
    for at, amount in enumerate(amounts):
        if amount.noise or amount.modifier == "approx":
            found.append(amount)
            continue
        bound = amounts[at - 1].end if at else 0
        limit = amounts[at + 1].start if at + 1 < len(amounts) else len(place.passage.text)
        modifier = modifier_of(place, amount, bound, limit)
        found.append(amount if modifier == amount.modifier else amount._replace(modifier=modifier))
    return found
