"""
Does the gate tell wrong numbers from right ones? Reports of games whose wrong numbers people marked.

Each report is judged against the box score of its game, in three ways: by value alone, by the subject that a
number belongs to, and by subject and attribute. Beside them stands the script that the gate grew from.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from caveat.bench.inlg import Error, Report
from caveat.bench.script import amounts, values
from caveat.judge import book as facts_book
from caveat.judge.book import Book
from caveat.judge.numbers import Case, judge
from caveat.model.errors import InputError
from caveat.model.facts import Fact, Verdict
from caveat.model.quantities import Quantity, QuantityKind
from caveat.text.fold import fold_key
from caveat.text.numbers import Setting, extract
from caveat.text.visible import visible
from caveat.vault.facts import facts_note

SCRIPT, VALUE, SUBJECT, ATTRIBUTE = "original script", "value only", "subject", "subject + attribute"
WAYS = (SCRIPT, VALUE, SUBJECT, ATTRIBUTE)
"""Every way to judge, the weakest first."""

EVERY, NAMED = "every number", "one subject named, attribute word"
CLASSES = (EVERY, NAMED)
"""
Numbers that are looked at: all; and those for which the text names one subject, in the clause or in the
sentence, with the word for what they count right behind them.
"""

HALVES = ("development", "measured")
"""Reports that may be looked at, and those that are only measured."""

_KINDS: tuple[QuantityKind, ...] = ("number",)
_BEHIND = 3
_NEXT = re.compile(r"[\s-]*")


class Key(NamedTuple):
    """What is counted: a half, a class of numbers and a way to judge them."""

    half: str
    numbers: str
    way: str


class Slip(NamedTuple):
    """A number of the development half that subject and attribute decide otherwise than the annotators."""

    name: str
    words: str
    is_passed: bool
    correction: str
    reason: str


class Found(NamedTuple):
    """
    How the ways fared.

    Attributes:
        wrong: Wrong numbers, by what is counted.
        passed: Those of them that pass.
        right: Right numbers.
        blocked: Those of them that are blocked.
        unseen: Annotated numbers that hold nothing the gate reads as a number (*a steal*, *second*).
        slips: Of the development half, under `NAMED` and `ATTRIBUTE`.
    """

    wrong: Counter[Key]
    passed: Counter[Key]
    right: Counter[Key]
    blocked: Counter[Key]
    unseen: int
    slips: tuple[Slip, ...]

    def shares(self, numbers: str, way: str, half: str = "") -> tuple[float | None, float | None]:
        """Share of the wrong numbers that pass and of the right ones that are blocked; None without any."""
        keys = [Key(one, numbers, way) for one in ([half] if half else HALVES)]
        wrong, right = sum(self.wrong[key] for key in keys), sum(self.right[key] for key in keys)
        passed, blocked = sum(self.passed[key] for key in keys), sum(self.blocked[key] for key in keys)
        return passed / wrong if wrong else None, blocked / right if right else None


def measure_gate(reports: Sequence[Report]) -> Found:
    """
    How each way decides the numbers of *reports*.

    Raises:
        InputError: A box score makes no facts.
    """
    found = Found(Counter(), Counter(), Counter(), Counter(), 0, ())
    unseen = 0
    slips: list[Slip] = []
    for report in reports:
        one = _Judged(report)
        unseen += len(one.unseen)
        for key, is_wrong, is_passed in one.outcomes():
            total, odd = (found.wrong, found.passed) if is_wrong else (found.right, found.blocked)
            total[key] += 1
            odd[key] += is_wrong == is_passed
        slips += one.slips() if report.is_development else ()
    return found._replace(unseen=unseen, slips=tuple(slips))


class _Judged:
    """One report, judged in every way."""

    def __init__(self, report: Report) -> None:
        self.report = report
        note = facts_note(report.name, report.facts, Setting("en"))
        wrong = next((finding for finding in note.findings if finding.severity == "error"), None)
        if wrong is not None:
            raise InputError(f"the box score of {report.name}, line {wrong.line}: {wrong.message}")
        nouns = frozenset(
            word for fact in note.facts for name in fact.attributes for word in fold_key(name).split()
        )
        self.text = visible(report.text, "text")
        self.extraction = extract(self.text, Setting("en", nouns=nouns))
        self.quantities = [one for one in self.extraction.quantities if one.kind in _KINDS]
        self.verdicts = {
            VALUE: self._verdicts(Book(note.facts), is_value_only=True),
            SUBJECT: self._verdicts(Book([_without_attribute(fact) for fact in note.facts])),
            ATTRIBUTE: self._verdicts(Book(note.facts)),
        }
        self.script = self._script(note.facts)
        self.unseen = [
            error for error in report.errors if not any(_meets(error, one) for one in self.quantities)
        ]

    def _verdicts(self, book: Book, *, is_value_only: bool = False) -> dict[tuple[int, int], Verdict]:
        judged = judge(self.text, self.extraction, book, kinds=_KINDS, is_value_only=is_value_only)
        if not is_value_only:
            self.book, self.cases = book, judged.cases
        return {(verdict.start, verdict.end): verdict for verdict in judged.verdicts}

    def _script(self, facts: Iterable[Fact]) -> list[tuple[int, int]]:
        """Where the script finds an amount that the facts do not hold."""
        known = values("\n".join(fact.words for fact in facts))
        return [(start, end) for start, end, value in amounts(self.report.text) if value not in known]

    def outcomes(self) -> Iterable[tuple[Key, bool, bool]]:
        """What is counted, whether the number is wrong, and whether it passes."""
        half = HALVES[not self.report.is_development]
        for case in self.cases:
            error = self.error(case.quantity)
            for way in WAYS:
                is_passed = self.is_passed(case.quantity, way)
                for numbers in CLASSES if self.is_named(case) else (EVERY,):
                    yield Key(half, numbers, way), error is not None, is_passed
        for error in self.unseen:
            for way in WAYS:
                is_passed = way != SCRIPT or not any(
                    error.start < end and start < error.end for start, end in self.script
                )
                yield Key(half, EVERY, way), True, is_passed

    def is_passed(self, quantity: Quantity, way: str) -> bool:
        """Whether a number passes."""
        if way == SCRIPT:
            return not any(start < quantity.end and quantity.start < end for start, end in self.script)
        return self.verdicts[way][quantity.start, quantity.end].decision == "CONFIRMED"

    def is_named(self, case: Case) -> bool:
        """Whether one subject is named for a number, and what it counts stands right behind it."""
        if len(facts_book.numbers(case.binding)) != 1 or case.binding.how not in (
            "clause",
            "sentence",
            "apart",
        ):
            return False
        behind = _NEXT.match(self.text.text, case.quantity.end)
        at = behind.end() if behind else case.quantity.end
        return at - case.quantity.end <= _BEHIND and at in self.attributes

    @cached_property
    def attributes(self) -> frozenset[int]:
        """Where a word for what is counted begins."""
        return frozenset(one.start for one in self.book.lexicon.mentions(self.text)[1])

    def error(self, quantity: Quantity) -> Error | None:
        """The annotation that calls a number wrong."""
        return next((error for error in self.report.errors if _meets(error, quantity)), None)

    def slips(self) -> Iterable[Slip]:
        """Where subject and attribute decide otherwise than the annotators."""
        for case in self.cases:
            quantity, error = case.quantity, self.error(case.quantity)
            is_passed = self.is_passed(quantity, ATTRIBUTE)
            if is_passed == (error is not None) and self.is_named(case):
                verdict = self.verdicts[ATTRIBUTE][quantity.start, quantity.end]
                told = ", ".join(
                    f"{fact.subjects[0]} {fact.attributes[0]} = {fact.words}" for fact in verdict.facts[:2]
                )
                words = self.text.text[max(0, quantity.start - 90) : quantity.end + 30]
                yield Slip(
                    self.report.name,
                    words,
                    is_passed,
                    error.correction if error else "",
                    f"{verdict.reason}: {told}",
                )


def _meets(error: Error, quantity: Quantity) -> bool:
    return error.start < quantity.end and quantity.start < error.end


def _without_attribute(fact: Fact) -> Fact:
    return fact._replace(attributes=())
