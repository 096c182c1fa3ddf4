"""What a check of drafts gives back."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from caveat.model.facts import Verdict
from caveat.model.findings import Finding


class Place(NamedTuple):
    """
    A stretch of a draft.

    Attributes:
        name: What it is: a kind of noise, or of numbers that are not judged.
        words: What stands there.
        line: From 1.
        column: From 1, in code points.
    """

    name: str
    words: str
    line: int
    column: int


class FactsFile(NamedTuple):
    """
    A file that facts were read from.

    Attributes:
        path: How it is called in messages.
        facts: Number of facts in it.
        is_vouched: It lies outside of a vault, so that it counts as verified by who handed it over.
        objection: Why none of its facts may be relied on; empty when they may.
    """

    path: str
    facts: int
    is_vouched: bool
    objection: str = ""


class Survivor(NamedTuple):
    """
    A wrong number that the gate let pass, or a right one that it blocked.

    Attributes:
        kind: Class of the mutant.
        words: What stood in the draft.
        mutant: What was put in its place.
        line: Line of the draft, from 1.
        reason: Id of the fact that excused a wrong number; the reason that blocked a right one.
    """

    kind: str
    words: str
    mutant: str
    line: int
    reason: str


class Caught(NamedTuple):
    """How many mutants of one class were made, and how many of them the gate decided rightly."""

    kind: str
    right: int
    tried: int


class Strength(NamedTuple):
    """
    How much the gate catches in one draft.

    Attributes:
        classes: By class of mutant; ``format`` are right numbers in another notation.
        survivors: What the gate decided wrongly.
        numbers: Numbers that were changed.
        left_out: Swaps that were not tried because the facts are too many.
    """

    classes: tuple[Caught, ...]
    survivors: tuple[Survivor, ...]
    numbers: int
    left_out: int = 0

    @property
    def share(self) -> float | None:
        """Share of the wrong numbers that were caught, in ``[0, 1]``; None when none was tried."""
        wrong = [one for one in self.classes if one.kind != "format"]
        tried = sum(one.tried for one in wrong)
        return sum(one.right for one in wrong) / tried if tried else None


class DraftReport(NamedTuple):
    """
    One draft, checked.

    Attributes:
        name: How it is called in messages.
        format: How it was read.
        findings: What does not pass, and remarks, by place.
        faults: Why it could not be judged; then nothing else is told of it.
        verdicts: Every number that was judged, by place.
        lines: Line and column of each verdict.
        seen: Numbers and other digits that were found.
        checked: Numbers that were judged.
        passed: Those that a fact binds.
        waived: Those that somebody let pass.
        not_gated: Numbers of kinds that are not judged, by kind.
        skipped: Digits that are no numbers, by name.
        places: Those, and the ones of *not_gated*, one by one.
        used: Ids of the facts that bind a number here, sorted.
        chance: How likely an invented number would pass, in ``[0, 1]``; None without numbers.
        strength: How much the gate catches; None when it was not asked for.
    """

    name: str
    format: str = ""
    findings: tuple[Finding, ...] = ()
    faults: tuple[Finding, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    lines: tuple[tuple[int, int], ...] = ()
    seen: int = 0
    checked: int = 0
    passed: int = 0
    waived: int = 0
    not_gated: Mapping[str, int] = MappingProxyType({})
    skipped: Mapping[str, int] = MappingProxyType({})
    places: tuple[Place, ...] = ()
    used: tuple[str, ...] = ()
    chance: float | None = None
    strength: Strength | None = None

    @property
    def is_blocked(self) -> bool:
        """Something in it keeps it from being published."""
        return any(finding.severity != "note" for finding in self.findings)


class CheckReport(NamedTuple):
    """
    Drafts against facts.

    Attributes:
        drafts: One report for each, in the order asked for.
        files: Where the facts came from.
        facts: Number of facts, computed ones included.
        unbound: Number of facts without a subject.
        unapproved: Number of facts that may not be relied on now.
        remarks: What is worth knowing of the facts; blocks nothing.
        faults: Why nothing could be judged: what is wrong with the facts.
        is_value_only: Subjects were not looked at.
    """

    drafts: tuple[DraftReport, ...]
    files: tuple[FactsFile, ...] = ()
    facts: int = 0
    unbound: int = 0
    unapproved: int = 0
    remarks: tuple[Finding, ...] = ()
    faults: tuple[Finding, ...] = ()
    is_value_only: bool = False

    @property
    def status(self) -> int:
        """0 every number is bound or waived, 1 something is blocked, 2 something could not be judged."""
        if self.faults or any(draft.faults for draft in self.drafts):
            return 2
        return 1 if any(draft.is_blocked for draft in self.drafts) else 0
