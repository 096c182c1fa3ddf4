"""Whether a number as written states a fact."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.judge.tolerance import Values, accepts
from caveat.model.facts import Leeway
from caveat.model.quantities import Quantity
from tests.judge.facts import fact


def written(value: str, step: str) -> Quantity:
    return Quantity(Decimal(value), "USD", "money", 0, 1, Decimal(step))


@pytest.mark.parametrize(
    ("value", "step", "stated", "is_stated"),
    [
        ("1.2", "0.1", "1.15", True),
        ("1.2", "0.1", "1.249", True),
        ("1.2", "0.1", "1.25", False),
        ("1.2", "0.1", "1.149", False),
        ("12", "1", "12.4", True),
        ("0", "1", "0.2", False),
        ("0", "1", "0", True),
        ("-1.2", "0.1", "-1.21", True),
        ("1.23", "0.01", "1.2", False),
    ],
)
def test_what_is_written_stands_for_its_half_open_stretch(
    value: str, step: str, stated: str, is_stated: bool
) -> None:
    found = accepts(fact("a", "A", "", stated), Decimal(value), step=Decimal(step), is_about=False)

    assert is_stated == found


MONEY = st.decimals("-1000", "1000", places=2)


@given(st.lists(MONEY, max_size=12), MONEY, st.sampled_from(["0.01", "0.1", "1", "10"]))
def test_lookup_finds_what_one_by_one_finds(values: list[Decimal], value: Decimal, step: str) -> None:
    facts = [
        fact(str(n), "A", "", str(one), leeway=Leeway(n % 2 == 0, Decimal(n % 3)))
        for n, one in enumerate(values)
    ]
    quantity = written(str(value), step)
    expected = {one.id for one in facts if accepts(one, value, step=Decimal(step), is_about=False)}

    assert expected == {one.id for one in Values(facts).stating(quantity)}


@given(st.lists(MONEY, min_size=1, max_size=12), MONEY)
def test_nearest_is_the_nearest(values: list[Decimal], value: Decimal) -> None:
    facts = [fact(str(n), "A", "", str(one)) for n, one in enumerate(values)]
    found = Values(facts).nearest(written(str(value), "0.01"))

    assert found is not None
    assert min(abs(one - value) for one in values) == abs(found.value - value)


@given(MONEY, st.sampled_from(["0.01", "0.1", "1"]))
def test_every_fact_states_itself_in_every_leeway(value: Decimal, step: str) -> None:
    for leeway in (Leeway(), Leeway(True), Leeway(within=Decimal(1))):
        assert accepts(
            fact("a", "A", "", str(value), leeway=leeway), value, step=Decimal(step), is_about=False
        )
