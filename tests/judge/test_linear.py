"""Hostile drafts take time in proportion to their length: nothing hangs the gate."""

from collections.abc import Callable

import pytest

from caveat.judge.binding import bindings
from caveat.judge.book import Book
from caveat.judge.numbers import judge
from caveat.judge.twins import chance
from caveat.model.quantities import Extraction
from caveat.text.numbers import extract
from caveat.text.visible import visible
from tests.judge.facts import PRICES, fact

MANY = tuple(fact(f"f{n}", f"Model{n}", "output", "5") for n in range(1000))

HOSTILE: dict[str, Callable[[int], str]] = {
    "one sentence of prices": lambda n: "Alpha costs " + "$15, " * n,
    "alternating subjects": lambda n: "Alpha $15 and Beta $12 and " * n,
    "subjects without numbers": lambda n: "Alpha, Beta, " * n + "$15",
    "numbers without subjects": lambda n: "It is $15. " * n,
    "items under one heading": lambda n: "# Alpha and Beta\n\n" + "- $15\n" * n,
    "a long table": lambda n: "| m | output |\n|---|---|\n" + "| Alpha | $15 |\n" * n,
    "a wide table": lambda n: "|" + " Alpha |" * n + "\n|" + "---|" * n + "\n|" + " $15 |" * n,
    "semicolons": lambda n: "Alpha; $15; " * n,
    "comparisons": lambda n: "than Alpha less than Beta $15 " * n,
    "only comparisons": lambda n: "$15, " * n + "than Alpha " * n,
    "marks": lambda n: "$15 <!-- fact: alpha.out --> " * n,
}


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE)
def test_judging_is_linear(make: Callable[[int], str]) -> None:
    """Counts what is looked at instead of seconds: calls of the interpreter, per number."""
    import sys

    def calls(size: int) -> int:
        text = visible(make(size), "markdown")
        extraction = extract(text)
        book = Book(PRICES)
        count = 0

        def trace(*_: object) -> None:
            nonlocal count
            count += 1

        sys.setprofile(trace)
        try:
            judge(text, extraction, book)
        finally:
            sys.setprofile(None)
        return count

    assert calls(800) < 6 * calls(200)


def test_a_thousand_facts_of_one_value_are_not_walked_for_each_number() -> None:
    draft = "".join(f"Model{n % 1000} takes $5 for output.\n\n" for n in range(2000))
    text = visible(draft, "markdown")
    book = Book(MANY)
    found = judge(text, extract(text), book)

    assert {"BOUND"} == {one.reason for one in found.verdicts}
    assert chance(found.cases, book)


def test_nothing_at_all_is_no_problem() -> None:
    text = visible("", "text")

    assert () == judge(text, extract(text), Book(())).verdicts
    assert [] == bindings(text, [], [], [])
    assert () == judge(text, Extraction((), ()), Book(PRICES)).cases
