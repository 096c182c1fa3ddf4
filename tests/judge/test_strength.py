"""Mutants: wrong numbers to be caught, and right ones that must still pass."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.judge.book import Book
from caveat.judge.numbers import Case
from caveat.judge.strength import CLASSES, MOST_SWAPS, mutants, rounds
from caveat.judge.surroundings import Binding
from caveat.model.quantities import Quantity
from caveat.text.numbers import extract_text
from tests.judge.facts import PRICES, fact


def case(written: str) -> Case:
    return Case(extract_text(written).quantities[0], Binding(), written)


def made(written: str, *facts: object) -> dict[str, list[str]]:
    found = mutants(case(written), written, Book(facts or PRICES), is_russian=False)  # type: ignore[arg-type]
    return {kind: [one.text for one in found.mutants if one.kind == kind] for kind in CLASSES}


def test_digits_change_in_place() -> None:
    found = made("$15")

    assert (["$25"], ["$51"], ["$16"]) == (found["one digit"], found["transposition"], found["last digit"])


def test_shares_keep_the_places_unless_nothing_would_change() -> None:
    found = made("$1.20")

    assert ["1.26 USD", "1.14 USD"] == found["5 %"]
    assert "12.00 USD" in found["ten times"]
    assert "3.1500 USD" in made("$3")["5 %"] or "3.15 USD" in made("$3")["5 %"]


def test_swaps_are_the_values_of_the_other_facts_of_the_unit() -> None:
    assert {"3 USD", "0.20 USD", "1.20 USD", "2 USD", "12 USD"} == set(made("$15")["swap"])


def test_swaps_are_bounded_and_the_rest_is_counted() -> None:
    facts = [fact(f"f{n}", f"Model{n}", "", str(n + 100)) for n in range(200)]
    found = mutants(case("$100"), "$100", Book(facts), is_russian=False)

    assert (MOST_SWAPS, 199 - MOST_SWAPS) == (
        sum(one.kind == "swap" for one in found.mutants),
        found.left_out,
    )


@pytest.mark.parametrize("written", ["$15", "0.20 USD", "20 %", "5 pp", "1.25x", "12 руб.", "3 EUR"])
def test_formats_say_the_same_number(written: str) -> None:
    own = case(written).quantity
    for text in made(written)["format"]:
        other = extract_text(f"It is {text} now").quantities[0]

        assert (own.value, own.unit, own.kind) == (other.value, other.unit, other.kind), text


@given(st.decimals("0.01", "100000", places=2), st.sampled_from(["USD", "EUR", "RUB"]))
def test_no_wrong_mutant_says_the_right_number(value: Decimal, unit: str) -> None:
    quantity = Quantity(value, unit, "money", 0, 1, Decimal("0.01"))
    written = f"{value} {unit}"
    for one in mutants(Case(quantity, Binding(), written), written, Book(PRICES), is_russian=False).mutants:
        if one.kind not in ("format", "unit"):
            number = one.text.removesuffix(f" {unit}")

            assert Decimal(number) != value, one


def test_rounds_hold_every_mutant_once_and_no_neighbours() -> None:
    cases = [case("$15")] * 5
    found = [mutants(one, "$15", Book(PRICES), is_russian=False).mutants for one in cases]
    turns = list(rounds(cases, found))

    assert sum(map(len, found)) == sum(len(turn) for turn in turns)
    assert all(abs(a - b) != 1 for turn in turns for a in turn for b in turn)
