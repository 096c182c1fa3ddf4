"""What the records and edges of a vault were on an earlier day, as far as dates and events tell."""

import json
from collections.abc import Collection, Iterable
from typing import NamedTuple

from caveat.history import fold, views
from caveat.history.fold import State
from caveat.model.events import Event
from caveat.model.records import Day, Edge, EdgeKind, Record, Status
from caveat.model.store import Entry, Store, StoredLink
from caveat.ops import ledger
from caveat.ops.behind import MOVED
from caveat.ops.linking import ledger_edge
from caveat.ops.settle import superseded_among
from caveat.store.rows import edge_of
from caveat.text.dates import day_of
from caveat.vault.ledger import parse_event

TRUST_EDGES: tuple[EdgeKind, ...] = ("supports", "contradicts", "concerns", "supersedes")


class Past(NamedTuple):
    """
    A vault before a day.

    Attributes:
        records: Those that were there.
        edges: What they said of each other.
        later: Events of that day and after it, by instant.
    """

    records: list[Record]
    edges: list[Edge]
    later: list[Event]


def past(store: Store, since: Day) -> Past:
    """
    The vault of *store* as it was before *since*.

    The texts of notes are those of today, for nobody keeps the old ones: looked back are claims, edges,
    status and human looks, and the notes that were made later are left out. A note or an edge without a
    date counts as old.
    """
    events = [event for event in map(parse_event, store.ledger_lines()) if isinstance(event, Event)]
    later = [event for event in events if (day_of(event.at) or 0.0) >= since]
    state = fold.empty()
    fold.apply(state, [event for event in events if (day_of(event.at) or 0.0) < since])
    moved: dict[str, str] = json.loads(store.meta(MOVED) or "{}")
    entries = _entries(store, state, since)
    links = _links(store, state, entries, since, moved)
    names = ledger.names_by_ref(entries, moved)
    retracted = ledger.retracted(state, names)
    superseded, _ = superseded_among([k for k in links if k.kind == "supersedes"], retracted)
    records = _records(store, state, entries, names, retracted, superseded)
    return Past(records, [edge_of(link) for link in links], sorted(later, key=lambda e: (e.at, e.id)))


def _entries(store: Store, state: State, since: Day) -> dict[str, Entry]:
    claimed = {claim.record.ref for claim in views.claims(state)}
    found = store.entries(store.refs())
    return {
        ref: entry
        for ref, entry in found.items()
        if (ref in claimed if entry.record.kind == "claim" else (entry.record.created or 0.0) < since)
    }


def _links(
    store: Store, state: State, refs: Collection[str], since: Day, moved: dict[str, str]
) -> list[StoredLink]:
    written = (
        link
        for link in store.links(TRUST_EDGES)
        if not link.event and link.source in refs and link.target in refs and (link.at or 0.0) < since
    )
    said = (ledger_edge(edge, refs, moved) for edge in views.edges(state))
    return [*written, *(link for link in said if link is not None)]


def _records(
    store: Store,
    state: State,
    entries: dict[str, Entry],
    names: dict[str, list[str]],
    retracted: Iterable[str],
    superseded: Iterable[str],
) -> list[Record]:
    statuses: dict[str, Status] = {
        **dict.fromkeys(superseded, "superseded"),
        **dict.fromkeys(retracted, "retracted"),
    }
    changed = ledger.settled(
        entries,
        state,
        names,
        statuses=statuses,
        hashes={ref: entry.record.content_hash for ref, entry in entries.items()},
        identities={ref: entry.record.identity for ref, entry in entries.items()},
        missing={},
    )
    records = {ref: entry.record for ref, entry in entries.items()}
    records.update((record.ref, record) for record in changed)
    return list(records.values())
