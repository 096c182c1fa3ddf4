"""Waivers: words that somebody else than the draft's author let pass."""

import pytest

from caveat.judge.book import Book
from caveat.judge.numbers import judge
from caveat.judge.waivers import excused
from caveat.model.facts import Waiver
from caveat.text.numbers import extract
from caveat.text.visible import visible
from tests.judge.facts import PRICES


def outcome(draft: str, *words: str, inline: bool = False) -> list[str]:
    text = visible(draft, "markdown")
    found = judge(text, extract(text), Book(PRICES))
    waivers = [Waiver(one, reason="said to be a guess", who="Mara") for one in words]
    return [
        one.reason
        for one in excused(found.verdicts, text, waivers, marks=text.marks if inline else ()).verdicts
    ]


@pytest.mark.parametrize(
    ("draft", "words", "reason"),
    [
        ("A market of $5 billion.", "a market of $5 billion", "WAIVED"),
        ("A market of **$5**\u00a0billion.", "market of $5 billion", "WAIVED"),
        ("A market of $5 billion.", "$5 billion", "WAIVED"),
        ("A market of $5 billion.", "a market of", "UNKNOWN"),
        ("A market of $5 billion.", "$5", "UNKNOWN"),
        ("A market of $5 billion.", "$6 billion", "UNKNOWN"),
        ("A market of $5 billion.", "", "UNKNOWN"),
    ],
)
def test_a_waiver_holds_where_its_words_stand_with_the_number(draft: str, words: str, reason: str) -> None:
    assert [reason] == outcome(draft, words)


def test_a_waiver_says_who_and_why() -> None:
    text = visible("It is $5 billion.", "text")
    found = judge(text, extract(text), Book(PRICES))
    waiver = Waiver("$5 billion", reason="a guess", who="Mara", path="facts.md", line=7)

    assert "waived by Mara: a guess, facts.md:7" == excused(found.verdicts, text, [waiver]).verdicts[0].detail


def test_what_is_bound_stays_bound() -> None:
    assert ["BOUND"] == outcome("Alpha costs $15.", "Alpha costs $15")


def test_a_waiver_in_the_draft_counts_only_when_asked_for() -> None:
    draft = "A market of $5 billion <!-- allow: my guess -->."
    text = visible(draft, "markdown")
    if not any(mark.kind == "allow" for mark in text.marks):
        pytest.skip("the visible text reads no such mark")

    assert ["UNKNOWN"] == outcome(draft)
    assert ["WAIVED"] == outcome(draft, inline=True)


def test_many_places_of_one_waiver_stay_cheap() -> None:
    assert {"WAIVED", "UNKNOWN"} >= set(outcome("It is $5 billion. " * 2000, "it is $5 billion"))


@pytest.mark.parametrize(
    ("draft", "outcomes"),
    [
        ("Alpha costs $12.\n\nBeta costs $12. <!-- allow: x -->", ["MISBOUND", "BOUND"]),
        ("Alpha costs $99.\n\nNothing. <!-- allow: x -->", ["UNKNOWN"]),
        ("Alpha costs $99 and $98. <!-- allow: x -->", ["UNKNOWN", "WAIVED"]),
        ("Alpha costs $99 <!-- allow: x --> and $98.", ["WAIVED", "UNKNOWN"]),
    ],
)
def test_a_mark_excuses_the_number_just_before_it_and_no_other(draft: str, outcomes: list[str]) -> None:
    assert outcomes == outcome(draft, inline=True)


def test_the_words_of_a_waiver_are_whole_words() -> None:
    assert ["UNKNOWN"] == outcome("The roundabout $5 billion.", "about $5 billion")
    assert ["WAIVED"] == outcome("(About $5 billion!)", "about $5 billion")
    assert ["WAIVED"] == outcome("市场约50亿美元。", "约50亿美元")
