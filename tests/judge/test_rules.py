"""Every verdict that does not pass is told by a rule that says what it is good for."""

import pytest

from caveat.judge.rules import DOCUMENTED, RULES, sections
from tests.judge.facts import PRICES, fact, verdicts

HEADINGS = ["What it finds", "Why it matters", "Example", "Do instead", "Limits"]


@pytest.mark.parametrize("code", DOCUMENTED)
def test_rule_says_what_it_finds_why_and_what_to_do(code: str) -> None:
    assert HEADINGS == list(sections(code))
    assert all(sections(code).values())


@pytest.mark.parametrize("rule", {rule.__name__ for rule in RULES.values()})
def test_every_rule_is_documented(rule: str) -> None:
    assert rule in {one.__name__ for one in DOCUMENTED.values()}


@pytest.mark.parametrize(
    ("draft", "code", "message", "help"),
    [
        ("Alpha costs $9.", "unknown-number", "“$9” is in no fact for Alpha", "Nearest is 3$ = Alpha input (alpha.in), facts.md:1"),
        ("Beta costs $15.", "misbound-number", "“$15” is said of Beta, but is Alpha output (alpha.out)", "facts.md:1"),
        ("Alpha's input costs $15.", "misbound-number", "“$15” of Alpha: the text says input, the value is that of output", "Alpha input is 3$ (alpha.in, facts.md:1)"),
        ("It costs $15.", "ambiguous-number", "“$15” names no subject; it is Alpha output (alpha.out)", "<!-- fact: alpha.out -->"),
        ("Alpha is new. It costs $15.", "ambiguous-number", "“$15” names no subject in its sentence (before: Alpha)", "Name the subject"),
        ("Both Alpha and Beta cost $15.", "ambiguous-number", "“$15” may be said of Alpha, Beta", "Name the subject"),
    ],
)  # fmt: skip
def test_what_is_told(draft: str, code: str, message: str, help: str) -> None:
    found = verdicts(draft)[0]
    told = RULES[found.reason](found)

    assert (code, message) == (told.code, told.message)
    assert help in told.help


def test_a_stale_fact_is_told_with_what_changed_and_where() -> None:
    found = verdicts("Alpha costs $5.", (fact("a", "Alpha", "", "5")._replace(objection="it aged"),))[0]
    told = RULES[found.reason](found)

    assert "“$5” rests on a, which may not be relied on: it aged" == told.message
    assert "facts.md:1" in told.help


def test_a_unit_that_no_fact_has_is_told() -> None:
    found = verdicts("It costs 7 EUR.", PRICES)[0]

    assert "none has this unit" in RULES[found.reason](found).message
