"""What the records and edges of a vault were on an earlier day, as far as dates and events tell."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from caveat.history import fold, views
from caveat.history.fold import State
from caveat.model.events import Event
from caveat.model.records import Day, Edge, EdgeKind, Record
from caveat.model.store import Entry, Store, StoredLink
from caveat.ops import ledger
from caveat.ops.behind import moved_names
from caveat.ops.linking import ledger_edge
from caveat.ops.looks import missing_sources
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
        later: Events of that day and after it that count, by instant.
        written: Hand-written days of looks, by ref, of every note of today.
    """

    records: list[Record]
    edges: list[Edge]
    later: list[Event]
    written: dict[str, Day]


def past(store: Store, since: Day) -> Past:
    """
    The vault of *store* as it was before *since*.

    The texts of notes are those of today, for nobody keeps the old ones: looked back are claims, edges,
    status and human looks, and the notes that were made later are left out. A note or an edge without a
    date counts as old.
    """
    events = [event for event in map(parse_event, store.ledger_lines()) if isinstance(event, Event)]
    state = fold.empty()
    fold.apply(state, [event for event in events if (day_of(event.at) or 0.0) < since])
    moved = moved_names(store)
    everything = store.entries(store.refs())
    entries = _entries(everything, state, since)
    links = _links(store, state, entries, since, moved)
    names = ledger.names_by_ref(entries, moved)
    retracted = ledger.retracted(state, names)
    superseded, _ = superseded_among([k for k in links if k.kind == "supersedes"], retracted)
    records = _records(store, state, entries, names, retracted, superseded, since)
    written = {ref: e.verified_written for ref, e in everything.items() if e.verified_written is not None}
    # From here on the state is that of today.
    fold.apply(state, events)
    return Past(records, [edge_of(link) for link in links], _later(state, since), written)


def _later(state: State, since: Day) -> list[Event]:
    """Events of *since* and later that have an effect: known, allowed, not forgotten."""
    refused = {event.id for event in (*views.refused_retractions(state), *views.refused_withdrawals(state))}
    found = [
        event
        for event in state.events.values()
        if (day_of(event.at) or 0.0) >= since
        and event.id not in refused
        and event.id not in state.forgotten
        and fold.changes(event)
    ]
    return sorted(found, key=lambda event: (event.at, event.id))


def _entries(entries: Mapping[str, Entry], state: State, since: Day) -> dict[str, Entry]:
    claimed = {claim.record.ref for claim in views.claims(state)}
    return {
        ref: entry
        for ref, entry in entries.items()
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
    # Texts are those of today, so a confirmation holds that holds today.
    stated = views.edges(state, content=ledger.words_now(store, state, moved))
    said = (ledger_edge(edge, refs, moved) for edge in stated)
    return [*written, *(link for link in said if link is not None)]


def _records(
    store: Store,
    state: State,
    entries: dict[str, Entry],
    names: dict[str, list[str]],
    retracted: Collection[str],
    superseded: Collection[str],
    since: Day,
) -> list[Record]:
    found = ledger.settled(
        entries,
        state,
        names,
        retracted=retracted,
        superseded=superseded,
        hashes={ref: entry.record.content_hash for ref, entry in entries.items()},
        identities={ref: entry.record.identity for ref, entry in entries.items()},
        # Texts and sources are those of today, here as well: what is missing now was missing then.
        missing=missing_sources(store.links(["derives"])),
        now=since,
    )
    records = {ref: entry.record for ref, entry in entries.items()}
    records.update((record.ref, record) for record in found.changed)
    return list(records.values())
