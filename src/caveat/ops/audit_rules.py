"""
Rules of an audit, those that take several records or their history; each is one function.

What one file shows by itself, and every link that leads nowhere, is found when the vault is indexed and joins
the same report. `RULES` lists all; a rule that is not in it does not exist.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from caveat.history.verification import is_stale, valid_verification
from caveat.history.views import observations, verifications
from caveat.model.assessment import Assessment
from caveat.model.findings import Finding, Severity
from caveat.model.policy import Policy
from caveat.model.records import Day, Edge, Record
from caveat.model.store import Entry, Store
from caveat.ops.dependants import Children, paths_to
from caveat.ops.ledger import folded_about
from caveat.ops.linking import NOTE
from caveat.ops.looks import missing_sources
from caveat.ops.results_audit import Ranked
from caveat.ops.said_by import said_by
from caveat.rank.order import heads
from caveat.text.dates import iso_date
from caveat.trust.assess import assess
from caveat.trust.freshness import clock_start
from caveat.trust.reach import known_of, reach

SOON = 30.0
"""Days before an approval lapses from which on it is told; our choice, and the issue's."""

TITLE = 40
"""Characters of a title that a message shows; our choice, so that a message stays one line."""


class Survey(NamedTuple):
    """
    A whole vault at one instant, as rules look at it.

    Attributes:
        store: Its index.
        records: Every record by ref, without looks that did not happen yet.
        active: Those that still speak, by ref: nobody has to mend what was replaced or taken back.
        assessments: Their trust.
        entries: What the index keeps of each.
        sources: Sources that count, by ref, acyclic; a primary is absent.
        children: What was made from each directly.
        dependants: How many records stand on each, directly or not; a record without is absent.
        lines: ``(ref, source)`` → line on which the one names the other.
        names: Refs under which the ledger may speak of a record, where that is not its ref alone.
        as_of: The day freshness is reckoned at.
        tonight: What is dated later did not happen yet.
        policy: Constants of the arithmetic.
    """

    store: Store
    records: Mapping[str, Record]
    active: Sequence[Record]
    assessments: Mapping[str, Assessment]
    entries: Mapping[str, Entry]
    sources: Mapping[str, Sequence[str]]
    children: Children
    dependants: Mapping[str, int]
    lines: Mapping[tuple[str, str], int]
    names: Mapping[str, Sequence[str]]
    as_of: Day
    tonight: Day
    policy: Policy

    def title(self, ref: str) -> str:
        """How a message names a record."""
        record = self.records.get(ref)
        name = record.title if record is not None and record.title else ref.removeprefix(NOTE)
        return f"“{name if len(name) <= TITLE else name[: TITLE - 1] + '…'}”"

    def found(
        self,
        record: Record,
        code: str,
        severity: Severity,
        message: str,
        advice: str,
        *,
        line: int = 0,
        about: Sequence[str] = (),
    ) -> Ranked:
        """A finding about *record*; one without a file is named in the message."""
        said = message if record.path else f"{record.ref} {message}"
        place = line if record.path else 0
        finding = Finding(code, severity, said, record.path, place, 0, advice)
        return Ranked(finding, record.ref, tuple(about), self.dependants.get(record.ref, 0))


def stale(survey: Survey) -> Iterator[Ranked]:
    """
    A source changed since a human looked.

    What it finds: a verified record of which a source has another content than at the last human look.
    Why it matters: the look spoke of a source that is not there any more. It withdraws approval.
    Example: ``summary.md`` was verified in March; the contract that it sums up was amended in May.
    Do instead: read both again, correct the note, ``caveat verify`` it.
    Limits: without a look that is bound to hashes nothing is stale.
    """
    for record in survey.active:
        if record.is_stale:
            changed = _changed_sources(survey, record)
            names = survey.title(changed[0]) if changed else "a source"
            more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
            day = iso_date(record.verified) if record.verified is not None else "then"
            yield survey.found(
                record,
                "stale",
                "warning",
                f"{names}{more} changed since a human looked on {day}",
                "Read it against its sources, correct it, then `caveat verify` it.",
                line=next((survey.lines.get((record.ref, ref), 0) for ref in changed), 0),
                about=changed,
            )


def _changed_sources(survey: Survey, record: Record) -> list[str]:
    """Refs of the sources that are not what they were at the look that counts."""
    names = survey.names.get(record.ref, (record.ref,))
    state = folded_about(survey.store, names)
    look = valid_verification(
        [look for name in names for look in verifications(state, name)],
        [seen for name in names for seen in observations(state, name)],
        content_hash=record.content_hash,
        written_day=survey.entries[record.ref].verified_written,
        now=survey.tonight,
    )
    now = {ref: _hash(survey, ref) for ref in record.sources}
    if record.has_missing_source:
        lost = missing_sources(survey.store.links_from([record.ref]))
        now.update((raw, "") for raw in lost.get(record.ref, ()))
    return [ref for ref, digest in now.items() if is_stale(look.source_hashes, {ref: digest})]


def _hash(survey: Survey, ref: str) -> str:
    return survey.records[ref].content_hash if ref in survey.records else ""


def standing_on_stale(survey: Survey) -> Iterator[Ranked]:
    """
    Something further up the pedigree is stale.

    What it finds: records that were made, over any number of steps, from a stale one; with the path.
    Why it matters: a change travels. Nobody knows yet whether it reaches this note.
    Example: ``letter.md`` was made from ``summary.md``, which is stale.
    Do instead: settle the stale one first; if it has to be corrected, this one becomes stale in turn.
    Limits: the nearest one is named; there may be more.
    """
    marked = [record.ref for record in survey.active if record.is_stale]
    yield from _standing(
        survey, marked, "standing-on-stale", "stale", "Settle the stale note first, then look at this one."
    )


def standing_on_retracted(survey: Survey) -> Iterator[Ranked]:
    """
    Something in the pedigree was taken back.

    What it finds: records that were made, over any number of steps, from a retracted one; with the path.
    Why it matters: their ground is gone, and their numbers with it.
    Example: ``plan.md`` was made from a claim that its author took back.
    Do instead: name what holds now as the source, or take this one back too.
    Limits: none.
    """
    marked = [ref for ref, record in survey.records.items() if record.status == "retracted"]
    advice = "Name what holds now as its source, or take it back too."
    yield from _standing(survey, marked, "standing-on-retracted", "retracted", advice)


def standing_on_superseded(survey: Survey) -> Iterator[Ranked]:
    """
    Something in the pedigree was replaced.

    What it finds: records that were made, over any number of steps, from a superseded one; with the path.
    Why it matters: they may still say what used to be so.
    Example: ``price list.md`` was made from the offer of January, which the offer of June replaced.
    Do instead: make it anew from what holds now.
    Limits: a history that is meant to tell what used to be is flagged too; mark it as superseded itself.
    """
    marked = [ref for ref, record in survey.records.items() if record.status == "superseded"]
    edges = survey.store.evidence_into(marked) if marked else []
    successors: dict[str, list[Edge]] = {}
    for edge in edges:
        if edge.kind == "supersedes":
            successors.setdefault(edge.target, []).append(edge)
    head_of = heads(marked, survey.records, lambda ref: successors.get(ref, ()))
    advice = "Make it anew from what holds now{}."
    for found in _standing(survey, marked, "standing-on-superseded", "superseded", advice):
        head = head_of.get(found.about[-1])
        tail = f", {survey.title(head)}" if head is not None else ""
        finding = found.finding
        yield found._replace(finding=finding._replace(help=finding.help.replace("{}", tail)))


def _standing(survey: Survey, marked: Sequence[str], code: str, what: str, advice: str) -> Iterator[Ranked]:
    paths = paths_to(marked, survey.children)
    for record in survey.active:
        path = paths.get(record.ref)
        if path is None:
            continue
        way = f" Path: {' ← '.join(_place(survey, ref) for ref in (record.ref, *path))}."
        yield survey.found(
            record,
            code,
            "warning",
            f"stands on {survey.title(path[-1])}, which is {what}",
            advice + way,
            line=survey.lines.get((record.ref, path[0]), 0),
            about=path,
        )


def _place(survey: Survey, ref: str) -> str:
    record = survey.records[ref]
    return record.path or ref


def contested(survey: Survey) -> Iterator[Ranked]:
    """
    A live contradiction lowers it.

    What it finds: active records with an open contradiction or concern.
    Why it matters: one of the two is wrong, and everything that stands on the wrong one with it.
    Example: a claim says that the rent is 1,480, the overview says 1,840.
    Do instead: find out which; retract or correct the wrong one, or verify this one.
    Limits: whether the challenger is itself contested is told by ``caveat why``.
    """
    refs = [record.ref for record in survey.active if survey.assessments[record.ref].challenge > 0]
    challengers = _challengers(survey, refs)
    said = said_by(survey.store, survey.store.evidence_into(refs))
    for ref in refs:
        own, against = survey.assessments[ref], challengers[ref]
        names = survey.title(against[0]) if against else "another record"
        if against and (by := said.get((against[0], ref))):
            names += f" (said by {by})"
        more = f" and {len(against) - 1} more" if len(against) > 1 else ""
        yield survey.found(
            survey.records[ref],
            "contested",
            "warning",
            f"contested by {names}{more}: credibility {own.credibility:.2f}",
            "Compare the two; take back or correct the wrong one, or verify this one.",
            about=against,
        )


def _challengers(survey: Survey, refs: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """Who counts against each; the engine for whole graphs does not say."""
    if all(survey.assessments[ref].challengers for ref in refs):
        return {ref: survey.assessments[ref].challengers for ref in refs}
    known = known_of(reach(refs, survey.store), policy=survey.policy, now=survey.tonight)
    found = assess(refs, known.graph, as_of=survey.as_of, policy=survey.policy, tallies=known.tallies)
    return {ref: own.challengers for ref, own in found.items()}


def expiring(survey: Survey) -> Iterator[Ranked]:
    """
    An approval is about to lapse.

    What it finds: approved records whose freshness falls below the policy's bound within 30 days.
    Why it matters: look again while it is cheap.
    Example: a price of class ``fast`` was verified 70 days ago.
    Do instead: ``caveat verify`` it.
    Limits: what has lapsed already is not told again; ``caveat review`` ranks it.
    """
    bound = survey.policy.approval_freshness
    for record in survey.active:
        own = survey.assessments[record.ref]
        half_life = survey.policy.half_life.get(own.volatility)
        start = clock_start(record)
        if not own.is_approved or half_life is None or start is None or not 0 < bound < 1:
            continue
        lapses = start + half_life * math.log2(1 / bound)
        if lapses < survey.as_of + SOON:
            yield survey.found(
                record,
                "expiring",
                "note",
                f"its approval lapses on {iso_date(lapses)}: freshness falls below {bound:.2f}",
                "Look at it again and `caveat verify` it.",
            )


RULES: tuple[Callable[[Survey], Iterator[Ranked]], ...] = (
    stale,
    standing_on_stale,
    standing_on_retracted,
    standing_on_superseded,
    contested,
    expiring,
)
"""What an audit looks for among records and their history, in the order in which a report tells it."""
