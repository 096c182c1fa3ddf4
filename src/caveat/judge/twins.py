"""Twins: facts that the gate cannot tell apart, and how easily an invented number would pass."""

from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise
from typing import NamedTuple

from caveat.judge.book import Book
from caveat.judge.numbers import Case, is_decided
from caveat.judge.surroundings import Binding
from caveat.judge.tolerance import Unit, unit_of
from caveat.model.facts import Fact


class Twins(NamedTuple):
    """
    Two facts that bind the same words.

    Attributes:
        first: The one that is told first.
        second: The other.
        is_equal: They have the same value too; else either value passes where one of them is meant.
    """

    first: Fact
    second: Fact
    is_equal: bool


def twins(book: Book) -> list[Twins]:
    """
    Neighbouring pairs of facts with one unit that have the same subject and the same attribute.

    Two facts about different subjects, or of different attributes, are told apart by those words.
    """
    groups: dict[object, list[Fact]] = {}
    for fact in book.facts:
        owned = book.owned[fact.id]
        if not owned.parts and not fact.attributes:
            # Facts of a plain list are told apart by nothing but their value: only equal ones are twins.
            groups.setdefault((unit_of(fact), fact.value), []).append(fact)
            continue
        ends = fact.range_end
        groups.setdefault((unit_of(fact), owned.parts, owned.attributes, ends), []).append(fact)
    return [
        Twins(first, second, first.value == second.value)
        for group in groups.values()
        for first, second in pairwise(group)
    ]


def chance(cases: Iterable[Case], book: Book, *, is_value_only: bool = False) -> float | None:
    """
    How likely an invented number would pass where the draft has its numbers.

    Each number is thought to be replaced by one of the same unit, the same number of digits before the point
    and the same last place, all of them equally likely; the share of those that the gate would let pass is
    averaged over the numbers of the draft.

    Args:
        cases: The judged numbers.
        book: The facts.
        is_value_only: As in `judge`.

    Returns:
        A share in ``[0, 1]``; None without numbers.
    """
    shares: list[float] = []
    known: dict[tuple[Unit, Binding, Decimal, int], float] = {}
    for case in cases:
        quantity = case.quantity
        if not is_decided(quantity):
            continue
        binding = Binding() if is_value_only else case.binding
        magnitude = max(abs(quantity.value), quantity.step).adjusted()
        key = (unit_of(quantity), binding, quantity.step, magnitude)
        share = known.get(key)
        if share is None:
            facts = _passing(book, unit_of(quantity), binding, is_value_only=is_value_only)
            share = known[key] = _share(facts, quantity.step, magnitude)
        shares.append(share)
    return sum(shares) / len(shares) if shares else None


def _passing(book: Book, unit: Unit, binding: Binding, *, is_value_only: bool) -> Sequence[Fact]:
    """The facts whose value would pass there."""
    if is_value_only:
        return [fact for fact in book.values.of(unit) if not fact.objection]
    found = [*book.allowed(unit, binding), *book.unbound_values.of(unit)]
    return [fact for fact in found if not fact.objection]


def _share(facts: Iterable[Fact], step: Decimal, magnitude: int) -> float:
    """Of all multiples of *step* with that many digits the share that states one of *facts*."""
    low = Decimal(1).scaleb(magnitude)
    first, last = max(1, int(low / step)), int(low * 10 / step) - 1
    if last < first:
        return 1.0
    stretches = []
    for fact in facts:
        value, reach = abs(fact.value), fact.leeway.within
        if not (fact.leeway.is_exact and not reach and value % step):
            start, end = _nearest(value - reach, step), _nearest(value + reach, step)
            stretches.append((max(start, first), min(end, last)))
    passing, done = 0, first
    for start, end in sorted(stretches):
        passing += max(0, end + 1 - max(start, done))
        done = max(done, end + 1)
    return passing / (last - first + 1)


def _nearest(value: Decimal, step: Decimal) -> int:
    return int((value / step).to_integral_value(rounding=ROUND_HALF_UP))
