"""References: *the former* and its like are mentions of what was named before them."""

import pytest

from caveat.judge.book import Book
from caveat.judge.numbers import judge
from caveat.text.numbers import Setting, extract
from caveat.text.visible import visible
from caveat.vault.facts import facts_note

FACTS = """\
| id | subject | attribute | value |
|---|---|---|---|
| a | Alpha; Альфа | output | $15 |
| b | Beta; Бета | output | $12 |
| c | Gamma; Гамма | output | $9 |
"""


def verdicts(text: str, language: str = "en") -> list[tuple[str, str, tuple[str, ...]]]:
    """Decision, reason and named subjects of every number."""
    book = Book(facts_note("facts.md", FACTS, Setting(language)).facts)
    seen = visible(text, "text")
    judged = judge(seen, extract(seen, Setting(language)), book)
    return [(one.decision, one.reason, one.named) for one in judged.verdicts]


BOUND = [("CONFIRMED", "BOUND", ("Alpha",)), ("CONFIRMED", "BOUND", ("Beta",))]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("They cut Alpha and Beta, with the former costing $15 and the latter costing $12.", "en"),
        ("They cut Alpha and Beta. The former costs $15, the latter $12.", "en"),
        ("Two are left, Alpha and Beta: the first is at $15, the second is at $12.", "en"),
        ("Alpha und Beta bleiben, ersterer zu $15, letzterer zu $12.", "de"),
        ("Остались Альфа и Бета: первая стоит $15, вторая стоит $12.", "ru"),
        ("剩下Alpha和Beta，前者$15，后者$12。", "zh"),
    ],
)
def test_former_and_latter_are_the_two_that_were_named(text: str, language: str) -> None:
    assert BOUND == verdicts(text, language)
    swapped = text.replace("$15", "$00").replace("$12", "$15").replace("$00", "$12")
    assert [("REJECTED", "MISBOUND")] * 2 == [one[:2] for one in verdicts(swapped, language)]


def test_one_of_three_is_not_decided() -> None:
    found = verdicts("Alpha, Beta and Gamma fell, with the latter costing $12 now.")

    assert [("AMBIGUOUS", "SUBJECT")] == [one[:2] for one in found]


@pytest.mark.parametrize(
    "text",
    [
        "Alpha beat Beta. The latter half of the year saw Alpha at $15.",
        "Alpha beat Beta. The former champion of prices, Alpha, costs $15.",
        "Alpha beat Beta. At the first glance Alpha costs $15.",
        "Alpha beat Beta. Первая новость: Alpha costs $15.",
    ],
)
def test_an_adjective_refers_to_nothing(text: str) -> None:
    assert [("CONFIRMED", "BOUND", ("Alpha",))] == verdicts(text)


def test_what_somebody_is_made_to_do_is_not_the_maker_s() -> None:
    book = "Beta was dear. Alpha forced them to charge $15."

    assert [("AMBIGUOUS", "SUBJECT")] == [one[:2] for one in verdicts(book)]


def test_references_take_linear_time() -> None:
    text = "Alpha and Beta: " + "the former costs $15, the latter $12, forced them to pay $9, " * 800

    assert 2_400 == len(verdicts(text))
