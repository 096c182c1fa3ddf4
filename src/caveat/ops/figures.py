"""
Figures: the money amounts, percentages and other numbers that a record states, each with its line.

The numbers are those of the number gate's extractor; what is decided here is which of them are worth a word
when no source states them.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

from caveat.model.quantities import Extraction, Quantity
from caveat.text.decode import line_starts
from caveat.text.forms_keys import fold_subject
from caveat.text.frontmatter import split
from caveat.text.numbers import Setting, extract, extract_text
from caveat.text.visible import visible

LEAST_BARE = 10
"""Whole numbers below this, with no unit, count things at hand and are no figures; our choice."""

YEARS = (1800, 2200)
"""Whole numbers from the first up to the second, with no unit, are taken for years; our choice."""

MOST_PLACES = 1_000
"""Places of waived words in one text that are looked at; our choice."""

ROUNDED = Decimal("0.05")
"""Share by which what is said to be *about* so much may be off; our choice."""


_DIGIT = re.compile(r"\d")


_ONE_SEPARATOR = re.compile(r"\D*?([1-9][0-9]{0,2})[.,]([0-9]{3})\D*")


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
        start: Where it begins in the text, in code points.
        end: Where it ends.
    """

    readings: tuple[tuple[Decimal, Decimal], ...]
    unit: str
    line: int
    shown: str
    is_about: bool = False
    start: int = 0
    end: int = 0


class Figures(NamedTuple):
    """
    The figures of a record.

    Attributes:
        prose: In its prose.
        properties: In its properties; only a source states things by them.
        words: Spelled in words without a unit beside them (one thousand four hundred eighty); likewise.
    """

    prose: tuple[Figure, ...]
    properties: tuple[Figure, ...] = ()
    words: tuple[Figure, ...] = ()

    @property
    def stated(self) -> tuple[Figure, ...]:
        """All that a record states as a source."""
        return self.prose + self.properties + self.words


def figures(text: str, *, is_note: bool) -> Figures:
    """
    The figures of *text*, in its order.

    Args:
        text: A file's whole text, or a claim's statement.
        is_note: It may open with a block of properties.
    """
    seen = visible(text, "markdown")
    starts = line_starts(text)
    prose: list[Figure | None] = []
    words: list[Figure | None] = []
    for quantity in extract(seen, Setting(has_bare_words=True)).quantities:
        start, end = seen.origin(quantity.start, quantity.end)
        figure = _figure(quantity, bisect_right(starts, start), text, start, end)
        is_spelled = quantity.kind == "number" and not _DIGIT.search(text, start, end)
        (words if is_spelled else prose).append(figure)
    block = split(text) if is_note else None
    properties = _kept(_plain(extract_text(block.yaml), block.yaml)) if block else ()
    return Figures(_kept(prose), properties, _kept(words))


def covered(text: str, words: Iterable[str]) -> list[tuple[int, int]]:
    """
    Where some words stand in a text as its reader sees it, as stretches of the text itself.

    Args:
        text: A file's whole text, or a claim's statement.
        words: Case, kinds of blanks and quotation marks do not count.
    """
    seen = visible(text, "markdown")
    whole = fold_subject(seen.text)
    found: list[tuple[int, int]] = []
    for one in words:
        sought = fold_subject(one).text.strip()
        at = whole.text.find(sought) if sought else -1
        while at >= 0 and len(found) < MOST_PLACES:
            found.append(seen.origin(*whole.span(at, at + len(sought))))
            at = whole.text.find(sought, at + 1)
    return found


def _plain(extracted: Extraction, text: str) -> Iterable[Figure | None]:
    return (_figure(one, 1, text, one.start, one.end) for one in extracted.quantities)


def _kept(found: Iterable[Figure | None]) -> tuple[Figure, ...]:
    return tuple(figure for figure in found if figure is not None)


def _figure(quantity: Quantity, line: int, text: str, start: int, end: int) -> Figure | None:
    """The figure that *quantity* is; None for a year, for a count of things at hand, and for *half of it*."""
    readings = _readings(quantity, text[start:end])
    if quantity.kind == "fraction":
        return None
    if quantity.kind == "number" and all(_is_idle(value, step) for value, step in readings):
        return None
    shown = " ".join(text[start:end].split())
    return Figure(readings, quantity.unit, line, shown, quantity.modifier == "approx", start, end)


def _readings(quantity: Quantity, shown: str) -> tuple[tuple[Decimal, Decimal], ...]:
    """
    All that *quantity* may be worth, whatever language its text was taken to be in.

    With one separator and three digits behind it, the language decides between thousands and thousandths. A
    text may be in another one than it seems, so thousands are always among the readings; thousandths of
    money, or none at all (``12,000``), are not, or any sum would stand in a thousandth of it.
    """
    readings = ((quantity.value, quantity.step), *((other.value, other.step) for other in quantity.others))
    found = _ONE_SEPARATOR.fullmatch(shown)
    if found is None:
        return readings
    whole, parted = Decimal(found[1] + found[2]), Decimal(f"{found[1]}.{found[2]}")
    if any(abs(value) not in (whole, parted) for value, _ in readings):
        return readings
    thousands = (whole.copy_sign(quantity.value), Decimal(1))
    if quantity.kind == "money" or found[2] == "000":
        return (thousands,)
    return readings if thousands in readings else (*readings, thousands)


def _is_idle(value: Decimal, step: Decimal) -> bool:
    # Of a loss or a fall the size counts; there are no years below nought.
    return step == 1 and (abs(value) < LEAST_BARE or YEARS[0] <= value < YEARS[1])


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
