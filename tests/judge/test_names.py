"""Names: subjects and attributes are found declined, the longest first, whole words only."""

import pytest

from caveat.judge.book import Book
from caveat.model.facts import Fact
from caveat.text.visible import visible
from tests.judge.facts import PRICES, fact


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
