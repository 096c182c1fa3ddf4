"""Names: subjects and attributes are found declined, the longest first, whole words only."""

import pytest

from caveat.judge.book import Book
from caveat.model.facts import Fact
from caveat.text.visible import visible
from tests.judge.facts import PRICES, fact, reasons


def named(draft: str, *facts: Fact) -> list[tuple[str, str]]:
    """What stands where a subject is named, and its name."""
    book = Book(facts or PRICES)
    text = visible(draft, "markdown")
    subjects, _ = book.lexicon.mentions(text)
    return [(text.text[m.start : m.end], book.subjects.titles[min(m.names)]) for m in subjects]


@pytest.mark.parametrize(
    ("draft", "expected"),
    [
        ("Alpha and Beta", [("Alpha", "Alpha"), ("Beta", "Beta")]),
        ("Alpha mini, Alpha", [("Alpha mini", "Alpha mini"), ("Alpha", "Alpha")]),
        ("ALPHA's", [("ALPHA", "Alpha")]),
        ("Alpha\u00a0mini", [("Alpha\u00a0mini", "Alpha mini")]),
        ("Alpha\nmini", [("Alpha mini", "Alpha mini")]),
        ("Ａlpha", [("Ａlpha", "Alpha")]),
        ("**Al**pha", [("Alpha", "Alpha")]),
        ("«Альфой мини»", [("Альфой мини", "Alpha mini")]),
        ("Alphabet, preAlpha", []),
        ("pre-Alpha, Alpha-2", []),
        ("alpha", []),
        ("| Alpha | mini |\n|---|---|\n| x | y |", [("Alpha", "Alpha")]),
    ],
)
def test_subjects_are_found(draft: str, expected: list[tuple[str, str]]) -> None:
    assert expected == named(draft)


def test_attributes_are_found_in_the_plural_and_not_inside_subjects() -> None:
    book = Book((fact("a", "Output Labs", "output;rebound;policy", "5"),))
    text = visible("Output Labs has outputs, rebounds and policies.", "text")
    _, attributes = book.lexicon.mentions(text)

    assert ["outputs", "rebounds", "policies"] == [text.text[m.start : m.end] for m in attributes]


def test_a_thousand_subjects_are_looked_for_at_once() -> None:
    facts = [fact(f"f{n}", f"Model{n}", "", "5") for n in range(1000)]

    assert [("Model999", "Model999")] == named("We like Model999 here.", *facts)


@pytest.mark.parametrize(
    ("draft", "reason"),
    [
        ("It costs $12.", "SUBJECT"),
        ("What IT costs: $12.", "BOUND"),
        ("Us it costs $13.", "SUBJECT"),
        ("The US pays $13.", "BOUND"),
        ("All pays $3M.", "SUBJECT"),
        ("3M pays $3M.", "BOUND"),
        ("It costs 12 USD.", "SUBJECT"),
        ("The USD costs 92 RUB.", "BOUND"),
    ],
)
def test_a_pronoun_is_no_acronym_and_a_number_names_nobody(draft: str, reason: str) -> None:
    facts = (
        fact("it", "IT", "", "12"),
        fact("us", "US", "", "13"),
        fact("3m", "3M", "", "3000000"),
        fact("usd", "USD", "", "92")._replace(unit="RUB"),
    )

    assert [reason] == reasons(draft, facts)


@pytest.mark.parametrize(
    ("draft", "reason"),
    [
        ("Alpha™ costs $15.", "BOUND"),
        ("Alpha® mini costs $1.20.", "BOUND"),
        ("«Alpha»™ costs $15.", "BOUND"),
        ("Alpha™ 2.5 costs $15.", "SUBJECT"),
        ("Alpha™ 2 costs $15.", "SUBJECT"),
    ],
)
def test_a_sign_of_registration_is_no_part_of_a_name(draft: str, reason: str) -> None:
    assert [reason] == reasons(draft)
    assert ["BOUND"] == reasons("Alpha costs $15.", (fact("a", "Alpha™", "", "15"),))
