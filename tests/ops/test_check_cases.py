"""Number notations that other checkers read wrongly, each through the whole gate."""

import os
from decimal import Decimal
from pathlib import Path

import pytest

from caveat.model.facts import Verdict
from caveat.ops.check import Asked, DraftSource, check_files
from tests.vaults import make


def judged(tmp_path: Path, draft: str, *facts: str, language: str = "") -> list[Verdict]:
    """The verdicts on a draft against facts without a subject."""
    make(tmp_path, {"facts.md": "".join(f"- {fact} — a number\n" for fact in facts)})
    asked = Asked((DraftSource("-", draft.encode()),), (os.fspath(tmp_path / "facts.md"),), language=language)
    report = check_files(asked)

    assert () == report.faults
    return list(report.drafts[0].verdicts)


def values(found: list[Verdict]) -> list[Decimal]:
    return [one.quantity.value for one in found if one.quantity is not None]


def test_groups_of_three_before_decimals_are_one_number(tmp_path: Path) -> None:
    found = judged(tmp_path, "Total $1,234,567.890 and rate 3.350 USD", "$1234567.89", "$3350")

    assert Decimal("1234567.890") == values(found)[0]
    assert "BOUND" == found[0].reason
    # Never silently 3350: it is asked about, or taken as it is written.
    assert found[1].reason in ("READING", "UNKNOWN")


def test_a_leading_separator_is_a_decimal_one(tmp_path: Path) -> None:
    found = judged(tmp_path, "now only ,89 € or $.75", "0.89 EUR", "0.75 USD")

    assert [Decimal("0.89"), Decimal("0.75")] == values(found)
    assert ["BOUND", "BOUND"] == [one.reason for one in found]


@pytest.mark.parametrize(
    "draft",
    [
        "12\u00a0500,50 рублей",
        "12\u202f500,5 руб",
        "12.500,50 ₽",
        "12,500.50 RUB",
        "12500.5 руб",
    ],
)
def test_notations_of_one_value_are_that_value(tmp_path: Path, draft: str) -> None:
    assert ["BOUND"] == [one.reason for one in judged(tmp_path, draft, "12 500,50 руб.")]


def test_all_notations_of_one_value_in_one_draft(tmp_path: Path) -> None:
    draft = "12\u00a0500,50 рублей; 12\u202f500,5 руб; 12.500,50 ₽; 12,500.50 RUB; 12500.5 руб"

    assert ["BOUND"] * 5 == [one.reason for one in judged(tmp_path, draft, "12 500,50 руб.")]


def test_scales_and_grouped_digits_are_one_number_and_the_bare_one_is_not(tmp_path: Path) -> None:
    draft = "USD 890,000,000; $890M; 0.89 billion dollars; 890 млн долларов; $890; $890 thousand"
    found = judged(tmp_path, draft, "$890 million", language="en")

    assert ["BOUND"] * 4 + ["UNKNOWN"] * 2 == [one.reason for one in found]


PERCENTS = (
    "20 %, 20\u00a0%, 20％, ２０%, 20 percent, 20 per cent, 20 процентов, 20 проц., 20 퍼센트, 百分之二十"
)


def test_percent_is_read_in_every_spelling(tmp_path: Path) -> None:
    assert ["BOUND"] * 10 == [one.reason for one in judged(tmp_path, PERCENTS, "20%")]


def test_negatives_of_every_kind_are_one_and_a_positive_one_is_told_apart(tmp_path: Path) -> None:
    found = judged(tmp_path, "fell −4 % (U+2212), (4)% in the table, -4%, 4% down", "-4%")

    assert ["BOUND", "BOUND", "BOUND", "UNKNOWN"] == [one.reason for one in found]
    assert "only the sign differs" == found[3].detail


def test_a_part_of_a_number_never_stands_for_it(tmp_path: Path) -> None:
    found = judged(tmp_path, "$1000.50 and $1,700.00 and $70", "$1000", "$700")

    assert ["UNKNOWN"] * 3 == [one.reason for one in found]
