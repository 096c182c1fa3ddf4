"""Audit: the nightly pass over a whole vault; one report of everything that someone should look at."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from caveat.history.fold import State
from caveat.model.findings import Finding, Severity
from caveat.model.records import Day
from caveat.model.store import Entry, Store, StoredLink
from caveat.ops import ledger
from caveat.ops.audit_lints import LINTS, Evidence
from caveat.ops.audit_rules import RULES, Survey
from caveat.ops.behind import moved_names
from caveat.ops.clock import tonight
from caveat.ops.declared import declared
from caveat.ops.dependants import COUNTED, children_of, dependants_of
from caveat.ops.drift import readings
from caveat.ops.index import index
from caveat.ops.linking import NOTE
from caveat.ops.looks import missing_name
from caveat.ops.observe import Due, Seen, due, seen_so_far
from caveat.ops.recording import PROGRAM, Desk
from caveat.ops.results_audit import AuditReport, Ranked
from caveat.ops.whole import uncollected, whole
from caveat.trust.graph import build_graph
from caveat.vault.append import append
from caveat.vault.config import Config

SEVERITIES: Mapping[Severity, int] = {"error": 0, "warning": 1, "note": 2}
"""The order in which a report tells them."""


@uncollected()
def audit(
    root: Path, store: Store, config: Config, *, as_of: Day, since: Day | None, is_observing: bool
) -> AuditReport:
    """
    Everything in the vault that someone should look at, ranked by how much stands on it.

    The index is brought up to date first, and contents that were never noted down are noted in the ledger,
    all of them in one append; a second audit of the same files records nothing. Only bytes decide: touching
    or cloning every file is no change.

    Args:
        root: Real path of the vault.
        store: Its index, open for writing.
        config: Rules and constants of the vault.
        as_of: The day freshness is reckoned at.
        since: Only findings about records of which something is dated this day or later; None = all.
        is_observing: New contents are noted down.

    Raises:
        LedgerUnwritable: They cannot be.
        IndexUnusable: The index cannot be written.
    """
    looked = _looked(root, store, config, is_observing=is_observing)
    survey = _survey(store, config, looked.entries, looked.links, as_of=as_of)
    wanted = [ref for ref, entry in looked.entries.items() if ref in survey.sources or entry.written]
    said = declared(root, store, config, as_of=as_of)
    read = readings(root, store, survey.records, survey.sources, wanted, said)
    evidence = Evidence(read, looked.seen.looks, looked.seen.ahead)
    found = [
        *_indexed(looked.findings, survey.dependants),
        *(one for rule in RULES for one in rule(survey)),
        *(one for lint in LINTS for one in lint(survey, evidence)),
    ]
    kept = found if since is None else _recent(found, survey, since)
    counts = store.counts()
    return AuditReport(
        str(root),
        as_of,
        since,
        counts.notes,
        counts.claims,
        _ranked(kept),
        observed=len(looked.noted.drafts),
        pinned=looked.noted.pins,
        left_out=len(found) - len(kept),
        is_direct=len(survey.records) > COUNTED,
    )


class _Looked(NamedTuple):
    """A vault whose index is up to date, and what was noted down for that."""

    entries: Mapping[str, Entry]
    links: Sequence[StoredLink]
    seen: Seen
    findings: Sequence[Finding]
    noted: Due


def _looked(root: Path, store: Store, config: Config, *, is_observing: bool) -> _Looked:
    """Take in what files and ledger say, and note down what the ledger has to know."""
    report = index(root, store, config)
    entries, seen = store.entries(store.refs()), seen_so_far(store)
    links = store.links(["derives"])
    noted = due(store, entries, links, moved_names(store), seen) if is_observing else Due([], 0)
    if noted.drafts:
        append(root, Desk(root, store, config, PROGRAM, as_of=tonight()).made(noted.drafts))
        report = index(root, store, config)
        # What was noted down says nothing of human looks, so that what was seen of them stands.
        entries = store.entries(entries)
    return _Looked(entries, links, seen, report.findings, noted)


def _survey(
    store: Store,
    config: Config,
    entries: Mapping[str, Entry],
    links: Sequence[StoredLink],
    *,
    as_of: Day,
) -> Survey:
    now = max(tonight(), as_of)
    loaded = {ref: entry.record for ref, entry in entries.items()}
    everything = whole(store, as_of=as_of, now=now, policy=config.policy, records=loaded)
    graph = build_graph(everything.records.values(), ())
    children = children_of(graph.sources)
    lines: dict[tuple[str, str], int] = {}
    for link in links:
        lines.setdefault((link.source, link.target or missing_name(link)), link.line)
    moved = moved_names(store)
    return Survey(
        store=store,
        records=everything.records,
        active=[r for _, r in sorted(everything.records.items()) if r.status == "active"],
        assessments=everything.assessments,
        entries=entries,
        sources=graph.sources,
        children=children,
        dependants=dependants_of(graph.order, children),
        lines=lines,
        names=ledger.names_by_ref(moved.values(), moved),
        as_of=as_of,
        tonight=now,
        policy=config.policy,
    )


def _indexed(findings: Sequence[Finding], dependants: Mapping[str, int]) -> Iterator[Ranked]:
    """What indexing found, each with the note that it is about."""
    for finding in findings:
        ref = NOTE + finding.path if finding.path else ""
        yield Ranked(finding, ref, (), dependants.get(ref, 0))


def _recent(found: Sequence[Ranked], survey: Survey, since: Day) -> list[Ranked]:
    state = ledger.folded(survey.store)
    return [one for one in found if _is_recent(one, survey, state, since)]


def _is_recent(found: Ranked, survey: Survey, state: State, since: Day) -> bool:
    """Whether something of what it is about is dated *since* or later; what is about no record always is."""
    refs = [ref for ref in (found.ref, *found.about) if ref in survey.records]
    return not refs or any(_last_day(ref, survey, state) >= since for ref in refs)


def _last_day(ref: str, survey: Survey, state: State) -> Day:
    """The last day that a record bears, or an event about it; only these are dated, never a file."""
    record = survey.records[ref]
    keys = (key for name in survey.names.get(ref, (ref,)) for key in state.keys.get(name, ()))
    days = [row.at for key in keys for row in state.rows[key] if row.id not in state.forgotten]
    days += [day for day in (record.created, record.verified) if day is not None]
    return max(days, default=float("-inf"))


def _ranked(found: Sequence[Ranked]) -> tuple[Ranked, ...]:
    """By severity; then kinds in the order of what hangs on their weightiest; within one, the weightiest."""
    heaviest: dict[tuple[int, str], int] = {}
    for one in found:
        kind = (SEVERITIES[one.finding.severity], one.finding.code)
        heaviest[kind] = max(one.dependants, heaviest.get(kind, 0))
    order = sorted(heaviest, key=lambda kind: (kind[0], -heaviest[kind], kind[1]))
    place = {kind: number for number, kind in enumerate(order)}

    def key(one: Ranked) -> tuple[int, int, str, int, str]:
        finding = one.finding
        number = place[SEVERITIES[finding.severity], finding.code]
        return (number, -one.dependants, finding.path, finding.line, finding.message)

    return tuple(sorted(found, key=key))
