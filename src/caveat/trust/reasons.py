"""Reasons: why somebody who speaks of a record does not count, in plain words."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from caveat.model.assessment import LeftOut
from caveat.model.policy import Policy
from caveat.model.records import Day, Edge, Record
from caveat.trust.assess import Reckoning
from caveat.trust.calibration import is_settled
from caveat.trust.graph import Graph
from caveat.trust.voices import Voice
from caveat.trust.witnesses import Candidate, strongest_distinct


class View(NamedTuple):
    """
    One record with everything that its explanation looks at.

    Attributes:
        record: The record.
        graph: The graph it is part of.
        found: The numbers reckoned for it.
        as_of: The instant they hold for.
        policy: Every constant.
    """

    record: Record
    graph: Graph
    found: Reckoning
    as_of: Day
    policy: Policy


def day_words(day: Day) -> str:
    """*day* as ``YYYY-MM-DD``; as a number of days when no calendar reaches that far."""
    try:
        return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=day)).date().isoformat()
    except (OverflowError, ValueError):
        return f"day {day:g}"


def is_contested(ref: str, graph: Graph) -> bool:
    """Whether an active record challenges *ref* and no human settled it; as far as *graph* holds edges."""
    verified = graph.records[ref].verified
    return any(
        edge.kind != "supports"
        and graph.records[edge.source].status == "active"
        and not is_settled(edge, verified)
        for edge in graph.evidence.get(ref, ())
    )


def supporters_left_out(view: View) -> tuple[LeftOut, ...]:
    """The supporters that have no voice in S, sorted, each with its reason."""
    record, graph, roots = view.record, view.graph, view.found.roots
    voices = view.found.confirmations[record.ref].supporters
    spoken = {voice.ref for voice in voices}
    reasons = _selves(view, ("supports",))
    for edge in graph.evidence.get(record.ref, ()):
        speaker = edge.source
        if edge.kind != "supports" or speaker in spoken:
            continue
        if graph.records[speaker].status != "active":
            reasons[speaker] = f"inactive: {graph.records[speaker].status}"
        elif not roots.masks[speaker] & ~roots.masks[record.ref]:
            reasons[speaker] = "echo: it rests only on what the record rests on"
        else:
            reasons[speaker] = f"same voice as {_heard_as(speaker, voices, view)}"
    return _sorted(reasons)


def witnesses_left_out(view: View) -> tuple[LeftOut, ...]:
    """The supporters that are no witnesses in B, sorted, each with its reason."""
    record, graph, roots = view.record, view.graph, view.found.roots
    known = view.found.confirmations[record.ref]
    chosen = {voice.ref for voice in known.witnesses}
    edges = [edge for edge in graph.evidence.get(record.ref, ()) if edge.kind == "supports"]
    confirmed = {edge.source for edge in edges if edge.is_confirmed}
    reasons = _selves(view, ("supports",))
    independent = []
    for speaker in {edge.source for edge in edges} - chosen:
        other = graph.records[speaker]
        if other.status != "active":
            reasons[speaker] = f"inactive: {other.status}"
        elif speaker not in confirmed:
            reasons[speaker] = "not confirmed by a human or a matcher"
        elif not roots.grounded[speaker]:
            reasons[speaker] = "not grounded: none of its roots is stored and stated"
        elif other.asserted_by is not None and other.asserted_by == record.asserted_by:
            reasons[speaker] = "by the same author as the record"
        else:
            independent.append(speaker)
    looked_at = {candidate.ref for candidate in _looked_at(independent + sorted(chosen), view)}
    for speaker in independent:
        reason = _rival(speaker, view)
        if not reason and speaker not in looked_at:
            reason = f"not among the {view.policy.witness_limit} strongest"
        reasons[speaker] = reason or "not independent of the witnesses chosen"
    return _sorted(reasons)


def challengers_left_out(view: View) -> tuple[LeftOut, ...]:
    """Who contradicts or concerns the record and takes nothing from it, sorted, each with its reason."""
    record, graph = view.record, view.graph
    voices = view.found.confirmations[record.ref].challengers
    spoken = {voice.ref for voice in voices}
    reasons = _selves(view, ("contradicts", "concerns"))
    for edge in graph.evidence.get(record.ref, ()):
        speaker = edge.source
        if edge.kind == "supports" or speaker in spoken:
            continue
        reason = _unheard(edge, voices, view)
        # An edge that was settled says more than one that merely weighs nothing.
        if speaker not in reasons or reason.startswith("settled"):
            reasons[speaker] = reason
    return _sorted(reasons)


def _unheard(edge: Edge, voices: tuple[Voice, ...], view: View) -> str:
    speaker, verified = view.graph.records[edge.source], view.record.verified
    if speaker.status != "active":
        return f"inactive: {speaker.status}"
    if verified is not None and is_settled(edge, verified):
        return f"settled by the verification of {day_words(verified)}"
    for voice in voices:
        if speaker.identity is not None and view.graph.records[voice.ref].identity == speaker.identity:
            return f"same content as {voice.ref}"
    return "it weighs nothing: its reliability is 0"


def _heard_as(speaker: str, voices: tuple[Voice, ...], view: View) -> str:
    records, masks = view.graph.records, view.found.roots.masks
    identity = records[speaker].identity
    for voice in voices:
        if identity is not None and records[voice.ref].identity == identity:
            return voice.ref
    for voice in voices:
        if masks[voice.ref] == masks[speaker]:
            return voice.ref
    return "others that rest on the same"


def _looked_at(speakers: list[str], view: View) -> list[Candidate]:
    candidates = [_candidate(ref, view) for ref in speakers]
    return strongest_distinct(candidates)[: view.policy.witness_limit]


def _candidate(ref: str, view: View) -> Candidate:
    record = view.graph.records[ref]
    return Candidate(
        view.found.standing.reliability[ref],
        ref,
        record.asserted_by,
        view.found.roots.masks[ref],
        record.identity,
    )


def _rival(speaker: str, view: View) -> str:
    """Which witness of the best set *speaker* is not independent of; empty when it is of all."""
    known, roots = view.found.confirmations[view.record.ref], view.found.roots
    author = view.graph.records[speaker].asserted_by
    for voice in known.witnesses:
        if roots.masks[voice.ref] & roots.masks[speaker]:
            return f"shares a root with {voice.ref}"
        if author is not None and view.graph.records[voice.ref].asserted_by == author:
            return f"shares its author with {voice.ref}"
    if known.has_prior and roots.masks[view.record.ref] & roots.masks[speaker]:
        return "shares a root with the record itself"
    return ""


def _selves(view: View, kinds: tuple[str, ...]) -> dict[str, str]:
    return {
        edge.source: "self" if edge.source == view.record.ref else "self: a copy of the record"
        for edge in view.graph.self_evidence.get(view.record.ref, ())
        if edge.kind in kinds
    }


def _sorted(reasons: dict[str, str]) -> tuple[LeftOut, ...]:
    return tuple(LeftOut(ref, reasons[ref]) for ref in sorted(reasons))
