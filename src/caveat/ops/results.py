"""What journeys return: plain values that a face renders and ``--json`` spells out."""

from collections.abc import Callable
from typing import NamedTuple

from caveat.model.assessment import Assessment, Explanation
from caveat.model.findings import Finding
from caveat.model.records import Day, Record
from caveat.model.search import Hit
from caveat.model.store import Counts, StoredLink
from caveat.ops.results_meaning import Meaning

Progress = Callable[[int, int], None]
"""Called with the number of notes done and the number of all."""


class Behind(NamedTuple):
    """
    How far the index is behind the files.

    Attributes:
        changed: Paths of notes whose bytes differ from what was indexed.
        new: Paths of notes that were never indexed.
        removed: Paths of notes that are gone.
        is_ledger_behind: Events were recorded, or the ledger's files changed, since.
        are_rules_behind: ``caveat.toml``, or caveat itself, changed since.
        is_settled: No index run is under way or was interrupted.
        is_complete: All files were looked at; False above the limit, where only the hits' files were.
    """

    changed: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    is_ledger_behind: bool = False
    are_rules_behind: bool = False
    is_settled: bool = True
    is_complete: bool = True

    @property
    def words(self) -> str:
        """What the index is behind, in words; empty when it is not."""
        parts = [
            f"{len(paths):,} {word}"
            for paths, word in ((self.changed, "changed"), (self.new, "new"), (self.removed, "removed"))
            if paths
        ]
        parts += ["the ledger grew"] if self.is_ledger_behind else []
        parts += ["rules changed"] if self.are_rules_behind else []
        parts += ["an index run is under way or was interrupted"] if not self.is_settled else []
        return ", ".join(parts)


class Answer(NamedTuple):
    """
    What `search` found.

    Attributes:
        query: What was asked.
        hits: Best first; empty when nothing was found.
        reason: Why there is no hit, or that the match is only partial; empty otherwise.
        behind: How far the index is behind the files.
        is_trust_on: Trust took part in the order.
        is_reordered: With trust off other hits, or the same in another order, would be shown.
        leader: Ref that would lead with trust off; empty when there is no hit.
        as_of: The day freshness was reckoned at.
        titles: Titles of the records that hits replace or are contradicted by, by ref.
        explanations: Explanation of each hit's score by ref; empty unless asked for.
        is_by_meaning: Meaning took part in the order.
        notices: What a reader should know of the part that meaning took, or why it took none.
    """

    query: str
    hits: tuple[Hit, ...]
    reason: str
    behind: Behind
    is_trust_on: bool
    is_reordered: bool
    leader: str
    as_of: Day
    titles: dict[str, str]
    explanations: dict[str, Explanation]
    is_by_meaning: bool = False
    notices: tuple[str, ...] = ()


class Skipped(NamedTuple):
    """A file that was not indexed, and why."""

    path: str
    reason: str


class IndexReport(NamedTuple):
    """
    What an index run did; every file of the vault is in exactly one of the first four or left aside.

    Attributes:
        indexed: Paths of notes that were read anew.
        unchanged: Number of notes whose bytes are as they were.
        removed: Paths that are gone from the vault.
        skipped: Files that look like notes and were not indexed, with the reason.
        ignored: Paths that are no notes, or that are left out on purpose, by reason.
        events: Number of ledger events taken in.
        findings: What is wrong in the vault, all of it, not only in what changed.
        with_bad_metadata: Number of notes whose frontmatter could not be read whole.
        counts: What the index holds now.
    """

    indexed: tuple[str, ...]
    unchanged: int
    removed: tuple[str, ...]
    skipped: tuple[Skipped, ...]
    ignored: dict[str, tuple[str, ...]]
    events: int
    findings: tuple[Finding, ...]
    with_bad_metadata: int
    counts: Counts


class Relative(NamedTuple):
    """
    A record near the one explained.

    Attributes:
        depth: Steps away, from 1.
        record: The relative.
        assessment: Its trust.
        badges: What a reader should know.
    """

    depth: int
    record: Record
    assessment: Assessment
    badges: tuple[str, ...]


class Why(NamedTuple):
    """
    Why a record is trusted as far as it is.

    Attributes:
        record: The record.
        assessment: Its trust.
        badges: What a reader should know of it.
        sentence: One plain sentence.
        advice: The act that helps most.
        explanation: The number, term by term.
        pedigree: What it was made from, upwards, in reading order.
        dependants: What was made from it, downwards, in reading order.
        replaced_by: Ref of the head of its chain; empty unless superseded.
        links: What it points to, resolved or not.
        backlinks: What points to it.
        findings: What is wrong with its file.
        written: Written tier and reliability with what was computed: ``(key, written, computed)``.
        is_changed: Its file changed since it was indexed.
        behind: How far the index is behind the files.
    """

    record: Record
    assessment: Assessment
    badges: tuple[str, ...]
    sentence: str
    advice: str
    explanation: Explanation
    pedigree: tuple[Relative, ...]
    dependants: tuple[Relative, ...]
    replaced_by: str
    links: tuple[StoredLink, ...]
    backlinks: tuple[StoredLink, ...]
    findings: tuple[Finding, ...]
    written: tuple[tuple[str, float, float], ...]
    is_changed: bool
    behind: Behind


class Status(NamedTuple):
    """
    What a vault holds and how it stands.

    Attributes:
        vault: Absolute path.
        index_path: Path of the index file.
        index_bytes: Its size.
        indexed_at: When the last index run ended, ISO in UTC; empty when never.
        counts: What the index holds.
        behind: How far the index is behind the files.
        declared: Number of primary notes by where their reliability comes from.
        tiers: Number of records by tier.
        bands: Number of records by trust, in fifths from ``0.0-0.2`` up.
        verified: Number of records that a human verified.
        contested: Refs with an open challenge.
        superseded: Number of superseded records.
        retracted: Number of retracted records.
        findings: Number of findings by code.
        formula: Id of the arithmetic.
        meaning: How it stands with meaning.
    """

    vault: str
    index_path: str
    index_bytes: int
    indexed_at: str
    counts: Counts
    behind: Behind
    declared: dict[str, int]
    tiers: dict[int, int]
    bands: dict[str, int]
    verified: int
    contested: tuple[str, ...]
    superseded: int
    retracted: int
    findings: dict[str, int]
    formula: str
    meaning: Meaning


class Check(NamedTuple):
    """One thing that `doctor` looked at: its name, whether it is well, and what it saw."""

    name: str
    is_well: bool
    detail: str
    help: str = ""


class Diagnosis(NamedTuple):
    """What `doctor` saw: checks of the set-up, and every finding in the vault."""

    checks: tuple[Check, ...]
    findings: tuple[Finding, ...]


class ProposedRule(NamedTuple):
    """A rule worth having: what it selects, how many notes that is, what it says of them, and why."""

    words: str
    notes: int
    change: str
    reason: str


class Setup(NamedTuple):
    """
    What `init` saw and proposes.

    Attributes:
        vault: Absolute path.
        notes: Number of notes looked at.
        rules: Rules to write.
        hints: Rules that a human has to switch on.
        ignore: Folders of templates, for ``.caveatignore``.
        untouched: Number of notes that no rule selects.
        undeclared_before: Number of primary notes without a reliability today.
        undeclared_after: The same with the proposed rules.
        toml: Text of the file.
        is_written: It was written.
    """

    vault: str
    notes: int
    rules: tuple[ProposedRule, ...]
    hints: tuple[ProposedRule, ...]
    ignore: tuple[str, ...]
    untouched: int
    undeclared_before: int
    undeclared_after: int
    toml: str
    is_written: bool
