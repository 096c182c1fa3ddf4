"""Further rules of an audit: what stands written against what is so, dates, copies, and unsaid steps."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from caveat.model.findings import Finding
from caveat.model.records import Day
from caveat.ops.audit_rules import Survey
from caveat.ops.audit_words import void_confirmations, void_copies
from caveat.ops.drift import Reading
from caveat.ops.results_audit import Ranked
from caveat.ops.written import differences, future_look
from caveat.text.dates import iso_date


class Evidence(NamedTuple):
    """
    What these rules need beside the survey.

    Attributes:
        readings: What the bytes of derived notes, and of notes with computed values, say.
        looks: Ref → days of the human looks that the ledger records, whatever content they were at.
        ahead: Day, author and id of each event that may be dated in the future.
    """

    readings: Mapping[str, Reading]
    looks: Mapping[str, Collection[Day]]
    ahead: Sequence[tuple[Day, str, str]] = ()


def drift(survey: Survey, evidence: Evidence) -> Iterator[Ranked]:
    """
    A figure that no source states.

    What it finds: money amounts, percentages and other figures of a derived record that occur in none of its
    direct sources.
    Why it matters: figures drift a little with each retelling, and fluent text does not show it.
    Example: the lease says EUR 1,480, the overview made from it EUR 1,840.
    Do instead: correct the figure, or name the note it comes from as a source.
    Limits: what was rightly computed (a sum) is flagged too; dates and small counts are not looked at.
    """
    for record in survey.active:
        reading = evidence.readings.get(record.ref)
        if reading is None or not reading.drifts:
            continue
        is_sure = not record.has_missing_source
        tail = "none of its sources" if is_sure else "none of the sources that are there"
        for number, (line, shown, above) in enumerate(reading.drifts):
            is_last = number == len(reading.drifts) - 1 and reading.more
            more = f", like {reading.more} more figures," if is_last else ""
            advice = "Correct the figure, or name the note that states it as a source."
            if above:
                advice = f"It stands in {survey.title(above)}: name that as a source if it was one."
            yield survey.found(
                record,
                "drift",
                "warning" if is_sure else "note",
                f"{_short(shown)}{more} stands in {tail}",
                advice,
                line=line,
                about=(above,) if above else (),
            )


def _short(shown: str) -> str:
    return f"“{shown if len(shown) <= 30 else shown[:29] + '…'}”"


def written_values(survey: Survey, evidence: Evidence) -> Iterator[Ranked]:
    """
    A computed value stands written, and wrong.

    What it finds: a written ``tier``, or on a derived note ``reliability``, that is not what is computed.
    Why it matters: nobody computes with it, but people and other programs read it.
    Example: ``reliability: 0.99`` on a summary of a web page.
    Do instead: ``caveat stamp --write``, or take the line out.
    Limits: a reliability on a note without sources is an input, and never wrong; what was taken back or
    replaced is left as it stands.
    """
    for ref in sorted(survey.entries):
        entry = survey.entries[ref]
        if not entry.written or entry.record.status != "active":
            continue
        reading = evidence.readings.get(ref)
        for key, written, computed in differences(entry, survey.assessments[ref]):
            yield survey.found(
                survey.records[ref],
                f"written-{key}",
                "warning",
                f"{key}: {written:.12g} is written, {computed:.12g} is computed",
                "Run `caveat stamp` on it, with --write to correct the line; or take the line out.",
                line=reading.lines.get(key, 0) if reading is not None else 0,
            )


def void_looks(survey: Survey, evidence: Evidence) -> Iterator[Ranked]:
    """
    It changed since a human looked at it.

    What it finds: a record whose last human look, recorded or written by hand, was at another content.
    Why it matters: the date in the note says verified, and nobody has seen what it says now.
    Example: a paragraph was added under ``verified: 2026-03-01``.
    Do instead: read it, then ``caveat verify``, with ``--write`` when it bears a date line.
    Limits: a change of bookkeeping (tier, reliability, verified, …) is none.
    """
    for record in survey.active:
        names = survey.names.get(record.ref, (record.ref,))
        days = [day for name in names for day in evidence.looks.get(name, ())]
        written = survey.entries[record.ref].verified_written
        days += [written] if written is not None else []
        last = max((day for day in days if day < survey.tonight), default=None)
        if last is not None and record.verified is None:
            yield survey.found(
                record,
                "void-verification",
                "warning",
                f"changed since a human looked on {iso_date(last)}, so that look does not count",
                "Read it again and `caveat verify` it; --write corrects the date line.",
            )


def unpinned(survey: Survey, evidence: Evidence) -> Iterator[Ranked]:
    """
    A hand-written look that no event has bound to its content.

    What it finds: notes that count as verified, unpinned.
    Why it matters: they cannot be approved, and cannot be found stale.
    Example: ``verified: 2026-03-01`` before the first audit.
    Do instead: ``caveat audit`` without ``--no-observe`` binds it.
    Limits: none.
    """
    for record in survey.active:
        if record.verified is not None and not record.is_pinned:
            yield survey.found(
                record,
                "unpinned",
                "note",
                f"verified {iso_date(record.verified)}, unpinned: not bound to its content yet",
                "Run `caveat audit` without --no-observe.",
            )


def future_dates(survey: Survey, evidence: Evidence) -> Iterator[Ranked]:
    """
    A date that has not come yet.

    What it finds: ``verified``, or ``created`` (also from the file's name), later than today.
    Why it matters: a look that has not happened counts nothing, and what will be made does not age.
    Example: ``verified: 2062-01-05``.
    Do instead: correct the date.
    Limits: notes that plan ahead in their file names are a note only.
    """
    for record in survey.active:
        if (finding := future_look(survey.entries[record.ref], survey.tonight)) is not None:
            yield Ranked(finding, record.ref, (), survey.dependants.get(record.ref, 0))
        if record.created is not None and record.created >= survey.tonight:
            yield survey.found(
                record,
                "future-date",
                "note",
                f"created {iso_date(record.created)} lies in the future, so it does not age",
                "Correct the date, unless the note is meant for that day.",
            )


def future_events(survey: Survey, evidence: Evidence) -> Iterator[Ranked]:
    """
    Events of the ledger that are dated in the future.

    What it finds: events of tomorrow or later, one finding for each author.
    Why it matters: they win over whatever is recorded until then, and no look made today settles them.
    Example: a laptop whose clock is a year ahead recorded a contradiction.
    Do instead: set that clock; say it anew there, and ``caveat forget`` what bears the wrong date.
    Limits: a clock that is ahead by less than a day is not noticed.
    """
    by_author: dict[str, list[tuple[Day, str]]] = {}
    for day, author, event_id in evidence.ahead:
        if day >= survey.tonight:
            by_author.setdefault(author, []).append((day, event_id))
    for author, events in sorted(by_author.items()):
        last, event_id = max(events)
        count = f"{len(events)} events by {author!r} are" if len(events) > 1 else f"an event by {author!r} is"
        message = f"{count} dated in the future: {event_id} on {iso_date(last)}"
        advice = "Set that device's clock; say it anew, and `caveat forget` what bears the wrong date."
        yield Ranked(Finding("future-date", "warning", message, help=advice), "")


def identical_sources(survey: Survey, evidence: Evidence) -> Iterator[Ranked]:
    """
    One text that poses as several sources.

    What it finds: a record that names two records of the same text (copies, sync conflicts) as sources, or
    that two such records support; and, as a note, every pair of notes with the same text.
    Why it matters: ten copies are one voice.
    Example: ``web/wire story.md`` and ``web/wire story 2.md`` below one summary.
    Do instead: keep one of them, or say where the copy comes from.
    Limits: texts must be the same but for line ends and Unicode form; short bodies never count.
    """
    same: dict[str, list[str]] = {}
    for ref, record in sorted(survey.records.items()):
        if record.identity is not None:
            same.setdefault(record.identity, []).append(ref)
    several = {ref: refs for refs in same.values() if len(refs) > 1 for ref in refs}
    if not several:
        return
    for ref, twins in sorted(_posing(survey, several).items()):
        if survey.records[ref].status == "active":
            yield survey.found(
                survey.records[ref],
                "same-source-twice",
                "warning",
                f"{survey.title(twins[0])} and {survey.title(twins[1])} are one text, so one source",
                "Keep one of them, or name where the copy comes from as its source.",
                line=survey.lines.get((ref, twins[1]), 0),
                about=twins,
            )
    for refs in same.values():
        yield from _pair(survey, refs)


def _posing(survey: Survey, several: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Records that name, or are supported by, two of one text: those of them, by ref."""
    named = {ref: {*made_from} & several.keys() for ref, made_from in survey.sources.items()}
    for edge in survey.store.evidence_into(survey.records):
        if edge.kind == "supports" and edge.source in several:
            named.setdefault(edge.target, set()).add(edge.source)
    twins = {
        ref: sorted(one for one in found if any(other != one and other in found for other in several[one]))
        for ref, found in named.items()
    }
    return {ref: found for ref, found in twins.items() if found}


def _pair(survey: Survey, refs: Sequence[str]) -> Iterator[Ranked]:
    notes = [ref for ref in refs if survey.records[ref].path and survey.records[ref].status == "active"]
    if len(notes) < 2:
        return
    others = f" and {len(notes) - 2} more" if len(notes) > 2 else ""
    yield survey.found(
        survey.records[notes[1]],
        "identical-body",
        "note",
        f"has the same text as {survey.title(notes[0])}{others}: one voice, not several",
        "Nothing to do unless one of them should say something else.",
        about=(notes[0], *notes[2:]),
    )


def unsaid_steps(survey: Survey, evidence: Evidence) -> Iterator[Ranked]:
    """
    A derived note that does not say how it was made.

    What it finds: notes with sources and without ``step``.
    Why it matters: it counts as a synthesis, which may be too much or too little.
    Example: ``sources: "[[Call with Ada]]"`` and nothing else.
    Do instead: write ``step:`` copy, summary, synthesis, weave or leap; or give the folder a rule.
    Limits: only a note; most vaults never say it.
    """
    for record in survey.active:
        if record.ref in survey.sources and record.step is None and record.path:
            yield survey.found(
                record,
                "step-not-stated",
                "note",
                "does not say how it was made from its sources: taken for a synthesis",
                "Write step: copy, summary, synthesis, weave or leap.",
            )


LINTS: tuple[Callable[[Survey, Evidence], Iterator[Ranked]], ...] = (
    drift,
    written_values,
    void_looks,
    unpinned,
    future_dates,
    future_events,
    identical_sources,
    unsaid_steps,
    void_confirmations,
    void_copies,
)
"""What an audit looks for in what notes say of themselves, in the order in which a report tells it."""
