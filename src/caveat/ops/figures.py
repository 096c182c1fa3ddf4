"""
Figures: the money amounts, percentages and other numbers that a record states, each with its line.

The numbers are those of the number gate's extractor; what is decided here is which of them are worth a word
when no source states them.
"""

from bisect import bisect_right
from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

from caveat.model.quantities import Extraction, Quantity
from caveat.text.decode import line_starts
from caveat.text.frontmatter import split
from caveat.text.numbers import extract, extract_text
from caveat.text.visible import visible

LEAST_BARE = 10
"""Whole numbers below this, with no unit, count things at hand and are no figures; our choice."""

YEARS = (1800, 2200)
"""Whole numbers from the first up to the second, with no unit, are taken for years; our choice."""

ROUNDED = Decimal("0.05")
"""Share by which what is said to be *about* so much may be off; our choice."""


class Figure(NamedTuple):
    """
    A number that a record states.

    Attributes:
        readings: What it may be worth, in the major unit, each with its last written place; several where the
            notation can be read in more than one way.
        unit: A currency code, ``%``, ``pp``, ``x``, or ``""`` for a bare number.
        line: Line of the text, from 1.
        shown: As written, on one line.
        is_about: It is said to be *about* so much.
    """

    readings: tuple[tuple[Decimal, Decimal], ...]
    unit: str
    line: int
    shown: str
    is_about: bool = False


class Figures(NamedTuple):
    """The figures of a record: in its prose, and in its properties, which only a source states things by."""

    prose: tuple[Figure, ...]
    properties: tuple[Figure, ...] = ()


def figures(text: str, *, is_note: bool) -> Figures:
    """
    The figures of *text*, in its order.

    Args:
        text: A file's whole text, or a claim's statement.
        is_note: It may open with a block of properties.
    """
    seen = visible(text, "markdown")
    starts = line_starts(text)
    prose = []
    for quantity in extract(seen).quantities:
        start, end = seen.origin(quantity.start, quantity.end)
        prose.append(_figure(quantity, bisect_right(starts, start), text[start:end]))
    block = split(text) if is_note else None
    return Figures(_kept(prose), _kept(_plain(extract_text(block.yaml), block.yaml)) if block else ())


def _plain(extracted: Extraction, text: str) -> Iterable[Figure | None]:
    return (_figure(one, 1, text[one.start : one.end]) for one in extracted.quantities)


def _kept(found: Iterable[Figure | None]) -> tuple[Figure, ...]:
    return tuple(figure for figure in found if figure is not None)


def _figure(quantity: Quantity, line: int, shown: str) -> Figure | None:
    """The figure that *quantity* is; None for a year, for a count of things at hand, and for *half of it*."""
    readings = (
        (quantity.value, quantity.step),
        *((other.value, other.step) for other in quantity.others),
    )
    if quantity.kind == "fraction":
        return None
    if quantity.kind == "number" and all(_is_idle(value, step) for value, step in readings):
        return None
    return Figure(readings, quantity.unit, line, " ".join(shown.split()), quantity.modifier == "approx")


def _is_idle(value: Decimal, step: Decimal) -> bool:
    return step == 1 and (value < LEAST_BARE or YEARS[0] <= value < YEARS[1])


def stands_in(figure: Figure, others: Iterable[Figure]) -> bool:
    """
    Whether one of *others* says what *figure* says.

    The unit must be the same unless one of the two bears none (a table's column, a property); and the other's
    value must be what *figure* would be when it is written less exactly: 1.2 million stands in 1,234,567.
    """
    bounds = []
    for value, step in figure.readings:
        half = max(step / 2, abs(value) * ROUNDED) if figure.is_about else step / 2
        bounds.append((value - half, value + half))
    for other in others:
        if figure.unit and other.unit and figure.unit != other.unit:
            continue
        if any(low <= value < high for value, _ in other.readings for low, high in bounds):
            return True
    return False
