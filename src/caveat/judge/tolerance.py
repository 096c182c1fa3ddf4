"""Tolerance: whether a number as written states the value of a fact."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import NamedTuple

from caveat.model.facts import Fact
from caveat.model.quantities import Quantity, QuantityKind

Unit = tuple[QuantityKind, str]
"""What two numbers must share before their values are compared: kind and unit."""


def states(fact: Fact, quantity: Quantity) -> bool:
    """Whether *quantity*, which has the fact's unit, states *fact*."""
    is_about = quantity.modifier == "approx"
    return accepts(fact, quantity.value, step=quantity.step, is_about=is_about) and fits_bound(fact, quantity)


def unit_of(number: Fact | Quantity) -> Unit:
    """Kind and unit of a fact or of a number in a text."""
    return number.kind, number.unit


def accepts(fact: Fact, value: Decimal, *, step: Decimal, is_about: bool) -> bool:
    """
    Whether *value*, written to the place *step*, states *fact*; the units are the same.

    What is written as $1.2M stands for every value in [1.15M, 1.25M), so a fact of $1,234,567 may be written
    so. It is not so the other way round: places that the fact does not have are invented.

    Args:
        fact: Its leeway decides: exact, rounded to what is written, or within a distance.
        value: In the major unit.
        step: Place of the last written digit in the same unit, ``> 0``.
        is_about: A word like *about* stands beside it, so that the fact's own leeway for it counts.
    """
    leeway = fact.leeway
    difference = value - fact.value
    if not difference:
        return True
    distance = abs(difference)
    if distance <= leeway.within or (is_about and distance <= leeway.about):
        return True
    half = step / 2
    # Nothing is left of a fact that is rounded to zero.
    return not leeway.is_exact and bool(value) and -half < difference <= half


def fits_bound(fact: Fact, quantity: Quantity) -> bool:
    """
    Whether what the words make of a number (*at least*, *up to*, one end of a range) goes with the fact.

    A fact that is a bound is stated as that bound only. A plain fact may be stated as a bound: *up to $12*
    is then a claim about the number 12.
    """
    ends = {fact.range_end, quantity.range_end} - {""}
    if len(ends) > 1:
        return False
    return fact.modifier not in ("min", "max") or fact.modifier == quantity.modifier


class _Shelf(NamedTuple):
    """Facts of one unit by value, and the widest leeway among them."""

    values: list[Decimal]
    facts: list[Fact]
    widest: Decimal


class Values:
    """
    Facts that can be asked by value.

    Args:
        facts: In the order in which they are to be told.
    """

    def __init__(self, facts: Iterable[Fact]) -> None:
        groups: dict[Unit, list[Fact]] = {}
        for fact in facts:
            groups.setdefault(unit_of(fact), []).append(fact)
        self._shelves: Mapping[Unit, _Shelf] = {unit: _shelf(group) for unit, group in groups.items()}
        self._stating: dict[tuple[Unit, Decimal, Decimal, str, str], list[Fact]] = {}

    def of(self, unit: Unit) -> list[Fact]:
        """All facts of a unit, by value."""
        shelf = self._shelves.get(unit)
        return shelf.facts if shelf else []

    def stating(self, quantity: Quantity) -> list[Fact]:
        """The facts that *quantity* states, whoever's they are, by value."""
        key = (unit_of(quantity), quantity.value, quantity.step, quantity.modifier, quantity.range_end)
        found = self._stating.get(key)
        if found is None:
            found = self._stating[key] = self._looked_up(quantity)
        return found

    def _looked_up(self, quantity: Quantity) -> list[Fact]:
        shelf = self._shelves.get(unit_of(quantity))
        if shelf is None:
            return []
        reach = max(quantity.step / 2, shelf.widest)
        first = bisect_left(shelf.values, quantity.value - reach)
        last = bisect_right(shelf.values, quantity.value + reach)
        return [fact for fact in shelf.facts[first:last] if states(fact, quantity)]

    def equal(self, unit: Unit, value: Decimal) -> list[Fact]:
        """The facts of exactly this value."""
        shelf = self._shelves.get(unit)
        if shelf is None:
            return []
        return shelf.facts[bisect_left(shelf.values, value) : bisect_right(shelf.values, value)]

    def nearest(self, quantity: Quantity, *, among: Iterable[Fact] | None = None) -> Fact | None:
        """
        The fact of the same unit whose value is nearest, the first among equals; None when there is none.

        Args:
            quantity: What was written.
            among: Only these; None = every fact.
        """
        facts: Iterable[Fact]
        if among is None:
            shelf = self._shelves.get(unit_of(quantity))
            if shelf is None:
                return None
            at = bisect_left(shelf.values, quantity.value)
            facts = shelf.facts[max(at - 1, 0) : at + 1]
        else:
            facts = among
        return min(facts, key=lambda fact: abs(fact.value - quantity.value), default=None)


def _shelf(facts: list[Fact]) -> _Shelf:
    ordered = sorted(facts, key=lambda fact: fact.value)
    widest = max(max(fact.leeway.within, fact.leeway.about) for fact in facts)
    return _Shelf([fact.value for fact in ordered], ordered, widest)
