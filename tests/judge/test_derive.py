"""Declared arithmetic: exact, with units that go together, and nothing is evaluated but that."""

import contextlib
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.judge.derive import derived, parsed
from caveat.model.errors import InputError
from caveat.model.facts import Derivation, Fact
from tests.judge.facts import fact

FACTS = (
    fact("a", "Alpha", "", "15"),
    fact("b", "Beta", "", "12"),
    fact("e", "Euro", "", "10", "€"),
    fact("p", "Share", "", "20", "%"),
    fact("q", "Share", "", "15", "%"),
    fact("z", "Zero", "", "0"),
    fact("k", "Factor", "", "2", "x"),
    fact("a.b-c", "Hyphen", "", "7"),
)


def declared(formula: str, id: str = "d") -> Derivation:
    return Derivation(fact(id, "Alpha vs Beta", "", "0"), formula)


def one(formula: str) -> Fact | str:
    """The computed fact, or why there is none."""
    found, refused = derived(FACTS, [declared(formula)])
    return found[0] if found else refused[0].reason


@pytest.mark.parametrize(
    ("formula", "value", "unit"),
    [
        ("a / b, round 2", "1.25", "x"),
        ("a ÷ b round 1", "1.3", "x"),
        ("a - b", "3", "USD"),
        ("a − b", "3", "USD"),
        ("a + b × 2", "39", "USD"),
        ("(a + b) * 2", "54", "USD"),
        ("p - q", "5", "pp"),
        ("p + q", "35", "%"),
        ("a * p", "3", "USD"),
        ("a × k", "30", "USD"),
        ("a / 4", "3.75", "USD"),
        ("(a - b) / a as %, round 0", "20", "%"),
        ("-a + b", "-3", "USD"),
        ("a.b-c - 2 * a.b-c", "-7", "USD"),
        ("a", "15", "USD"),
    ],
)
def test_formula_gives(formula: str, value: str, unit: str) -> None:
    found = one(formula)

    assert isinstance(found, Fact), found
    assert (Decimal(value), unit) == (found.value, found.unit)


@pytest.mark.parametrize(
    ("formula", "word"),
    [
        ("a + e", "USD and EUR cannot be added"),
        ("a - p", "USD and percent cannot be added"),
        ("a * b", "cannot be multiplied"),
        ("a / e", "cannot be divided"),
        ("2 / a", "cannot be divided"),
        ("a / z", "divides by zero"),
        ("a / (b - b)", "divides by zero"),
        ("a + nope", "'nope' is no fact"),
        ("a +", "ends where"),
        ("a b", "is not expected"),
        ("(a", "not closed"),
        ("a ^ 2", "no part of a formula"),
        ("a ** b", "is not expected"),
        ("__import__('os')", "no part of a formula"),
        ("", "empty"),
        ("(" * 100 + "a", "parentheses"),
        ("-" * 100 + "a", "parentheses"),
        ("a + " * 400 + "a", "characters"),
        ("a as %", "cannot be told as"),
        ("a-b", "'a-b' is no fact"),
    ],
)
def test_formula_is_refused_with_its_reason(formula: str, word: str) -> None:
    found = one(formula)

    assert isinstance(found, str), found
    assert word in found


def test_a_circle_names_its_members() -> None:
    _, refused = derived(FACTS, [declared("d2 + a", "d1"), declared("d1 + a", "d2"), declared("d1", "d3")])

    assert "d1 → d2 → d1" in refused[0].reason
    assert ["d1", "d2", "d3"] == [one.derivation.fact.id for one in refused]


def test_formulas_may_rest_on_each_other_in_any_order() -> None:
    found, refused = derived(FACTS, [declared("d2 * 2", "d1"), declared("a + b", "d2")])

    assert ([], ["d1", "d2"], [54, 27]) == (refused, [f.id for f in found], [int(f.value) for f in found])


def test_a_computed_fact_inherits_what_speaks_against_its_operands() -> None:
    stale = FACTS[0]._replace(objection="it was never verified")
    found, _ = derived([stale, *FACTS[1:]], [declared("a / b", "d1"), declared("d1 * 2", "d2")])

    assert ["it is computed from a: it was never verified"] == [found[0].objection]
    assert "it is computed from d1" in found[1].objection
    assert ("a", "b") == found[0].operands


def test_a_rounded_result_is_exact_at_its_places() -> None:
    found = one("a / b, round 1")

    assert isinstance(found, Fact)
    assert (Decimal("1.3"), Decimal("0.1")) == (found.value, found.step)


@given(st.text("ab.()+-*/×÷ 0123456789,roundas%x", max_size=60))
def test_no_text_makes_it_fail_otherwise(formula: str) -> None:
    found, refused = derived(FACTS, [declared(formula)])

    assert 1 == len(found) + len(refused)


@given(st.text(max_size=80))
def test_parsing_raises_nothing_else(formula: str) -> None:
    with contextlib.suppress(InputError):
        assert parsed(formula).tokens


def test_many_formulas_in_a_chain_and_in_a_circle_take_little_time() -> None:
    chain = [declared(f"d{n + 1}" if n < 500 else "a", f"d{n}") for n in range(501)]
    circle = [declared(f"d{(n + 1) % 500}", f"d{n}") for n in range(500)]

    assert [] == derived(FACTS, chain)[1]
    assert 500 == len(derived(FACTS, circle)[1])


def test_a_number_that_is_also_an_id_is_refused() -> None:
    numbered = (fact("12", "Alpha", "", "5"), fact("1.5", "Beta", "", "6"), fact("a", "Gamma", "", "7"))
    found, refused = derived(
        numbered, [declared("12 * 2", "d"), declared("a * 1.5", "e"), declared("a * 2", "f")]
    )

    assert ["f"] == [one.id for one in found]
    assert all("is a number and the id of a fact" in one.reason for one in refused)
