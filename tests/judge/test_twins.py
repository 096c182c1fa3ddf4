"""Facts that cannot be told apart, and the chance that an invented number passes."""

import pytest

from caveat.judge.book import Book
from caveat.judge.numbers import judge
from caveat.judge.twins import chance, twins
from caveat.model.facts import Fact
from caveat.text.numbers import extract
from caveat.text.visible import visible
from tests.judge.facts import PRICES, fact


def pairs(*facts: Fact) -> list[tuple[str, str, bool]]:
    return [(one.first.id, one.second.id, one.is_equal) for one in twins(Book(facts))]


def test_one_subject_and_attribute_cannot_be_told_apart() -> None:
    assert [("a", "b", False)] == pairs(fact("a", "Alpha", "out", "5"), fact("b", "Alpha", "out", "6"))
    assert [("a", "b", True)] == pairs(fact("a", "Alpha", "", "5"), fact("b", "Alpha", "", "5"))
    assert [("a", "b", True)] == pairs(fact("a", "", "", "5"), fact("b", "", "", "5"))


@pytest.mark.parametrize(
    "other",
    [
        fact("b", "Beta", "out", "5"),
        fact("b", "Alpha", "in", "5"),
        fact("b", "Alpha", "out", "5", "%"),
    ],
)
def test_another_subject_attribute_or_unit_tells_facts_apart(other: Fact) -> None:
    assert [] == pairs(fact("a", "Alpha", "out", "5"), other)


def test_facts_of_a_plain_list_are_told_apart_by_their_values() -> None:
    assert [] == pairs(fact("a", "", "", "5"), fact("b", "", "", "6"))


def share(draft: str, *facts: Fact, value_only: bool = False) -> float | None:
    text = visible(draft, "text")
    book = Book(facts)
    found = judge(text, extract(text), book, is_value_only=value_only)
    return chance(found.cases, book, is_value_only=value_only)


def test_chance_is_the_share_of_numbers_of_that_length_that_would_pass() -> None:
    # One of the nine numbers from $1 to $9.
    assert pytest.approx(1 / 9) == share("Alpha costs $5.", fact("a", "Alpha", "", "5"))
    # Two of the ninety from $10 to $99.
    two = (fact("a", "Alpha", "", "15"), fact("b", "Alpha", "", "16"), fact("c", "Beta", "", "17"))
    assert pytest.approx(2 / 90) == share("Alpha costs $15.", *two)


def test_chance_grows_with_the_facts_when_subjects_are_not_looked_at() -> None:
    bound = share("Alpha costs $15.", *PRICES)
    loose = share("Alpha costs $15.", *PRICES, value_only=True)

    assert bound is not None and loose is not None
    assert pytest.approx(1 / 90) == bound
    assert pytest.approx(2 / 90) == loose


def test_nothing_passes_where_no_subject_is_named() -> None:
    assert 0 == share("It costs $5.", fact("a", "Alpha", "", "5"))


def test_chance_of_a_draft_without_numbers_is_none() -> None:
    assert share("No numbers.", *PRICES) is None


def test_a_wide_leeway_is_counted_without_walking_it() -> None:
    from decimal import Decimal

    from caveat.model.facts import Leeway

    wide = fact("a", "Alpha", "", "500000000", leeway=Leeway(within=Decimal(400_000_000)))

    assert pytest.approx(0.89, abs=0.01) == share("Alpha costs $500000000.", wide)
