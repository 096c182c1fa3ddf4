"""
Strength: wrong numbers, and right ones written in another way, to be put into a draft and judged.

The classes: one digit, two digits changed over, the last digit, 5, 10 and 20 % more or less, ten times as
much, a round number nearby, the value of every other fact of the unit (swap), another unit; and *format*, the
right value in another notation, which must still pass.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from caveat.judge.book import Book
from caveat.judge.numbers import Case
from caveat.judge.tolerance import unit_of
from caveat.model.quantities import Quantity

CLASSES = (
    "one digit",
    "transposition",
    "last digit",
    "5 %",
    "10 %",
    "20 %",
    "ten times",
    "round number",
    "swap",
    "unit",
    "format",
)
"""Every class of mutant, in the order in which they are told."""

MOST_SWAPS = 64
"""Other facts of the unit that are tried at one number, those of the nearest values; our choice."""

_MOST_DIGITS = 4
_SHARES = (("5 %", Decimal("0.05")), ("10 %", Decimal("0.1")), ("20 %", Decimal("0.2")))
_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "RUB": "₽"}


class Mutant(NamedTuple):
    """
    Something to write in place of a number.

    Attributes:
        kind: A member of `CLASSES`.
        text: What to write.
    """

    kind: str
    text: str


class Mutants(NamedTuple):
    """
    What to try at one number.

    Attributes:
        mutants: In the order of `CLASSES`, each text once.
        left_out: Swaps beyond `MOST_SWAPS`.
    """

    mutants: tuple[Mutant, ...]
    left_out: int


def mutants(case: Case, written: str, book: Book, *, is_russian: bool) -> Mutants:
    """
    What to try in place of a number that the gate lets pass.

    Args:
        case: The number.
        written: All that stands there.
        book: The facts, for the swaps.
        is_russian: The draft is in Russian, so that units have Russian words.
    """
    quantity = case.quantity
    swaps = _swaps(quantity, book)
    # A text of several classes counts as the first of these.
    found = [
        *(Mutant("swap", _plain(value, quantity)) for value in swaps[:MOST_SWAPS]),
        *_by_digit(written if _digits(written) else _plain(quantity.value, quantity)),
        *_by_value(quantity),
        *_by_unit(quantity),
        *_by_format(quantity, is_russian=is_russian),
    ]
    unique: dict[str, Mutant] = {}
    for mutant in found:
        if mutant.text != written:
            unique.setdefault(mutant.text, mutant)
    ordered = sorted(unique.values(), key=lambda one: CLASSES.index(one.kind))
    return Mutants(tuple(ordered), max(0, len(swaps) - MOST_SWAPS))


def _digits(written: str) -> list[int]:
    return [place for place, letter in enumerate(written) if letter in "0123456789"]


def _by_digit(written: str) -> Iterator[Mutant]:
    """The number with a digit changed, the rest as it is written."""
    places = _digits(written)
    for place in places[:-1][:_MOST_DIGITS]:
        # Neither 0 nor the digit that stood there: the number keeps its length.
        yield Mutant("one digit", _with(written, place, str(int(written[place]) % 9 + 1)))
    for first, second in pairwise(places):
        if second == first + 1 and written[first] != written[second] and written[second] != "0":
            swapped = written[:first] + written[second] + written[first] + written[second + 1 :]
            yield Mutant("transposition", swapped)
            break
    if places:
        last = places[-1]
        digit = (int(written[last]) + 1) % 10 or 1
        yield Mutant("last digit", _with(written, last, str(digit)))


def _with(written: str, place: int, digit: str) -> str:
    return written[:place] + digit + written[place + 1 :]


def _by_value(quantity: Quantity) -> Iterator[Mutant]:
    value, step = quantity.value, quantity.step
    for kind, share in _SHARES:
        for factor in (1 + share, 1 - share):
            other = (
                (value * factor).quantize(step) if step < 1 else (value * factor / step).quantize(1) * step
            )
            if other == value:
                other = value * factor
            yield Mutant(kind, _plain(other, quantity))
    yield Mutant("ten times", _plain(value * 10, quantity))
    for other in _round_numbers(value):
        yield Mutant("round number", _plain(other, quantity))


def _round_numbers(value: Decimal) -> list[Decimal]:
    """The nearest of 1, 2 and 5 times a power of ten below and above *value*."""
    size = abs(value)
    if not size:
        return [Decimal(1)]
    power = Decimal(1).scaleb(size.adjusted())
    grid = [power / 2, *(power * factor for factor in (1, 2, 5, 10))]
    below = [one for one in grid if one < size][-1:]
    above = [one for one in grid if one > size][:1]
    return [one.copy_sign(value) for one in (*below, *above)]


def _swaps(quantity: Quantity, book: Book) -> list[Decimal]:
    """The values of the other facts of the unit, the nearest first."""
    values = {fact.value for fact in book.values.of(unit_of(quantity))} - {quantity.value}
    return sorted(values, key=lambda value: (abs(value - quantity.value), value))


def _by_unit(quantity: Quantity) -> Iterator[Mutant]:
    value = quantity.value
    if quantity.kind == "money":
        other = "EUR" if quantity.unit != "EUR" else "USD"
        yield Mutant("unit", _plain(value, quantity._replace(unit=other)))
        yield Mutant("unit", _plain(value, quantity._replace(kind="percent")))
    elif quantity.kind == "percent":
        yield Mutant("unit", _plain(value, quantity._replace(kind="pp")))
    else:
        yield Mutant("unit", _plain(value, quantity._replace(kind="percent")))


def _by_format(quantity: Quantity, *, is_russian: bool) -> Iterator[Mutant]:
    """The right value in other notations."""
    number = _number(quantity.value)
    texts = [_plain(quantity.value, quantity)]
    if quantity.kind == "money":
        unit = quantity.unit
        texts.append(f"{unit} {number}")
        short = _number(quantity.value.normalize())
        if unit in _SIGNS:
            sign = _SIGNS[unit]
            texts.append(f"{number} {sign}" if unit == "RUB" else f"{sign}{short}")
        whole, _, places = number.partition(".")
        if len(places) in (1, 2):
            texts.append(f"{whole},{places} {_SIGNS.get(unit, unit)}")
        cents = quantity.value * 100
        if unit == "USD" and 0 < quantity.value < 1 and cents == int(cents):
            texts.append(f"{int(cents)} {'центов' if is_russian else 'cents'}")
    elif quantity.kind == "percent":
        texts += [f"{number} %", f"{number} {'процентов' if is_russian else 'percent'}"]
    elif quantity.kind == "pp":
        texts.append(f"{number} {'п.п.' if is_russian else 'percentage points'}")
    elif quantity.kind == "multiplier":
        texts.append(f"{number}×")
    yield from (Mutant("format", text) for text in texts)


def _plain(value: Decimal, quantity: Quantity) -> str:
    """*value* with the unit of *quantity*, in a notation that every language reads alike."""
    number = _number(value)
    match quantity.kind:
        case "money":
            return f"{number} {quantity.unit}"
        case "percent":
            return f"{number}%"
        case "pp":
            return f"{number} pp"
        case "multiplier":
            return f"{number}x"
        case _:
            return number


def _number(value: Decimal) -> str:
    text = format(value, "f")
    if "." not in text and value.as_tuple().exponent != 0:
        text = format(value.quantize(Decimal(1)), "f")
    places = len(text.partition(".")[2])
    # Three places behind a point may be read as thousands.
    return text + "0" if places == 3 else text


def rounds(cases: Sequence[Case], found: Sequence[Sequence[Mutant]]) -> Iterator[dict[int, Mutant]]:
    """
    Mutants that can be tried in one reading of the draft: of neighbouring numbers only every second one.

    Args:
        cases: The numbers, by place.
        found: The mutants of each.

    Yields:
        By the index of the number, what to write there; every mutant once.
    """
    for parity in (0, 1):
        indexes = [index for index in range(len(cases)) if index % 2 == parity]
        longest = max((len(found[index]) for index in indexes), default=0)
        for turn in range(longest):
            yield {index: found[index][turn] for index in indexes if turn < len(found[index])}
