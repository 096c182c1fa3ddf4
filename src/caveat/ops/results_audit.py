"""What verify, review, audit and stamp return."""

from typing import NamedTuple

from caveat.model.assessment import Assessment
from caveat.model.findings import Finding
from caveat.model.records import Day, Record
from caveat.ops.recorded import Moved
from caveat.ops.written import TOLERANCE


class Named(NamedTuple):
    """A record by ref, and how a reader names it."""

    ref: str
    title: str


class Verified(NamedTuple):
    """
    What a human look at one record did.

    Attributes:
        ref: The record.
        title: How a reader names it.
        path: Its file; empty for a claim.
        event: Id of the event that records the look.
        before: Its trust until now.
        after: Its trust from now on; None when the index could not take the look in yet.
        unapproved: Why it is not approved even so; empty when it is.
        settled: Challenges that count no longer, because a human looked after them.
        written: Line that was written into the note; empty when none was asked for or it stood there.
        moved: What stands on it and gained or lost trust by it.
        remarks: What a person should know.
        failure: Why the line could not be written although the look is recorded; empty when nothing failed.
    """

    ref: str
    title: str
    path: str
    event: str
    before: Assessment
    after: Assessment | None
    unapproved: tuple[str, ...] = ()
    settled: tuple[Named, ...] = ()
    written: str = ""
    moved: tuple[Moved, ...] = ()
    remarks: tuple[str, ...] = ()
    failure: str = ""

    @property
    def is_approved(self) -> bool:
        """Whether it may be relied on without asking, as of now."""
        return self.after is not None and self.after.is_approved


class Worth(NamedTuple):
    """
    A record that is worth a human look.

    Attributes:
        record: The record.
        reasons: Why, in words, the weightiest first.
        points: What puts it at its place, the more the earlier; comparable within one review only.
        dependants: Records that stand on it, directly or not.
        citations: Records that speak of it or link to it.
        before: Its trust now, in ``[0, 1]``.
        after: Its trust once a human has looked.
        rising: Records standing on it that gain trust by that look; at most `RISING` are reckoned.
        is_approved_after: The look makes it approved.
    """

    record: Record
    reasons: tuple[str, ...]
    points: float
    dependants: int
    citations: int
    before: float
    after: float
    rising: int
    is_approved_after: bool


class Review(NamedTuple):
    """
    What is most worth a human look.

    Attributes:
        items: The weightiest first.
        waiting: Records with a reason to be looked at, those beyond the ones listed included.
        asked: Of those the ones that somebody asked to be looked at.
        as_of: The day freshness was reckoned at.
        behind: What the index is behind the files, in words; empty when it is not.
        is_direct: Of so many records only what stands on each directly was counted.
    """

    items: tuple[Worth, ...]
    waiting: int
    asked: int
    as_of: Day
    behind: str = ""
    is_direct: bool = False


class Ranked(NamedTuple):
    """
    A finding, and how much hangs on it.

    Attributes:
        finding: The finding.
        ref: Record that it is about; empty when it is about none.
        about: Further records that it names, such as the path to a stale source, nearest first.
        dependants: Records that stand on *ref*, directly or not.
    """

    finding: Finding
    ref: str = ""
    about: tuple[str, ...] = ()
    dependants: int = 0


class AuditReport(NamedTuple):
    """
    What an audit found.

    Attributes:
        vault: Absolute path.
        as_of: The day freshness was reckoned at.
        since: Only findings about what is dated this day or later were kept; None = all.
        notes: Number of notes looked at.
        claims: Number of claims looked at.
        findings: By severity, kind, and what hangs on them.
        observed: Number of observations that were recorded, pins among them.
        pinned: Number of hand-written verifications that were bound to their content by it.
        left_out: Number of findings that *since* left out.
        is_direct: Of so many records only what stands on each directly was counted.
    """

    vault: str
    as_of: Day
    since: Day | None
    notes: int
    claims: int
    findings: tuple[Ranked, ...]
    observed: int = 0
    pinned: int = 0
    left_out: int = 0
    is_direct: bool = False

    @property
    def is_clean(self) -> bool:
        """Whether nobody has to act: there is nothing but notes."""
        return all(found.finding.severity == "note" for found in self.findings)

    @property
    def is_empty(self) -> bool:
        """Whether there is no note and no claim: nothing that could be judged."""
        return not self.notes and not self.claims


class StampLine(NamedTuple):
    """
    One computed line of a note.

    Attributes:
        ref: The note.
        path: Its file.
        key: ``tier`` or ``reliability``.
        old: The value as it is written; None when it is absent or cannot be read.
        new: The computed value, as it is written.
        is_written: It stands in the file now.
    """

    ref: str
    path: str
    key: str
    old: float | None
    new: str
    is_written: bool = False

    @property
    def is_right(self) -> bool:
        """Whether the value that was written is the computed one."""
        return self.old is not None and abs(self.old - float(self.new)) <= TOLERANCE


class Stamped(NamedTuple):
    """
    What `stamp` showed or wrote.

    Attributes:
        lines: By path and key; lines that are right already are left out when no ref was given.
        failures: Notes that could not be written, with the reason.
        notes: Number of notes looked at.
    """

    lines: tuple[StampLine, ...]
    failures: tuple[tuple[str, str], ...] = ()
    notes: int = 0

    @property
    def is_wrong(self) -> bool:
        """Whether a value stands written that is not the computed one."""
        return any(not line.is_written and line.old is not None and not line.is_right for line in self.lines)
