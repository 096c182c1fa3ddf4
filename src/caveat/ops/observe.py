"""Observe: which contents an audit has to note down so that looks stay bound and moves can be followed."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from caveat.history.fold import SEPARATOR, State
from caveat.history.views import moves
from caveat.model.records import Day, Record
from caveat.model.store import Entry, Store, StoredLink
from caveat.ops.clock import tonight
from caveat.ops.ledger import folded
from caveat.ops.looks import hashes_of_sources, look_body
from caveat.ops.recording import PROGRAM, Draft
from caveat.text.dates import day_of

KEPT = "seen/3"
"""Key of what was folded before, as JSON; a cache, bound to how far each ledger file was read."""


class Seen(NamedTuple):
    """
    What the ledger has noted down of contents and looks.

    Attributes:
        hashes: Ref → content hashes that a look or an observation names.
        days: Ref → hand-written days that an observation carried.
        looks: Ref → days of all human looks, whatever content they were at.
        moves: Old ref → the ref under which an audit found that note last.
        ahead: Day, author and id of each event that was of a later day when this was folded.
    """

    hashes: Mapping[str, Collection[str]]
    days: Mapping[str, Collection[Day]]
    looks: Mapping[str, Collection[Day]]
    moves: Mapping[str, str]
    ahead: Sequence[tuple[Day, str, str]] = ()

    def has(self, ref: str, written: Day) -> bool:
        """Whether *written* was carried by an observation of *ref*; of an old one perhaps its date only."""
        return any(
            day == written or (day == day // 1 and day == written // 1) for day in self.days.get(ref, ())
        )


def seen(state: State) -> Seen:
    """What *state* has noted down, forgotten events left out."""
    hashes: dict[str, list[str]] = {}
    days: dict[str, list[Day]] = {}
    looks: dict[str, list[Day]] = {}
    night = tonight()
    ahead = {(row.at, row.by, row.id) for rows in state.rows.values() for row in rows if row.at >= night}
    for key, rows in state.rows.items():
        kind = key.partition(SEPARATOR)[0]
        if kind not in ("verify", "observed"):
            continue
        for row in rows:
            if row.id in state.forgotten:
                continue
            ref = row.refs[0]
            hashes.setdefault(ref, []).append(row.payload["hash"])
            if kind == "verify":
                # All of them: one from a device whose clock is ahead must not hide the one before it.
                looks.setdefault(ref, []).append(row.at)
            elif (day := day_of(row.payload.get("verified") or "")) is not None:
                days.setdefault(ref, []).append(day)
    told = sorted(one for one in ahead if one[2] not in state.forgotten)
    return Seen(hashes, days, looks, moves(state), told)


def seen_so_far(store: Store) -> Seen:
    """What the whole ledger has noted down; it is folded only when it is not what it was."""
    marks = [[name, *mark] for name, mark in sorted(store.ledger_marks().items())]
    kept = json.loads(store.meta(KEPT) or "{}")
    if kept.get("marks") == marks:
        return Seen(*kept["seen"])
    found = seen(folded(store))
    store.put_meta({KEPT: json.dumps({"marks": marks, "seen": found}, ensure_ascii=False)})
    return found


def unseen_day(entry: Entry, names: Iterable[str], known: Seen) -> Day | None:
    """
    The hand-written ``verified`` of a note that no observation carries yet; None when there is none.

    A day that has not come yet is nobody's look, and is not bound.

    Args:
        entry: The note.
        names: Refs under which the ledger may speak of it.
        known: What was noted down.
    """
    written = entry.verified_written
    if written is None or written >= tonight() or any(known.has(name, written) for name in names):
        return None
    return written


class Due(NamedTuple):
    """
    What has to be noted down now.

    Attributes:
        drafts: Observations, by ref.
        pins: How many of them bind a hand-written day.
    """

    drafts: list[Draft]
    pins: int


def due(
    store: Store,
    entries: Mapping[str, Entry],
    links: Iterable[StoredLink],
    moved: Mapping[str, str],
    known: Seen,
) -> Due:
    """
    The observations that an audit has to record; none when the ledger knows everything already.

    A hand-written ``verified`` is bound to the content that it is first seen with. Of a note that the ledger
    speaks of, or that a claim was made from, each new content is noted, so that it is found when it moves;
    and one that was found by it is noted under its new name, so that it may be edited from then on.

    Args:
        store: The index, up to date with files and ledger.
        entries: What it keeps of every record, by ref.
        links: Links to sources.
        moved: Old ref → ref now, of notes that the ledger knows under another path.
        known: What the ledger has noted down.
    """
    spoken = store.ledger_refs(entries) | _ground_of_claims(links)
    names: dict[str, list[str]] = {}
    for old, now in moved.items():
        names.setdefault(now, [now]).append(old)
    wanted: dict[str, Day | None] = {}
    for ref, entry in entries.items():
        if not entry.record.path:
            continue
        written = unseen_day(entry, names.get(ref, (ref,)), known)
        if written is not None:
            wanted[ref] = written
        elif ref in spoken and entry.record.content_hash not in known.hashes.get(ref, ()):
            wanted[ref] = None
    gone = {
        old: entries[now].record
        for old, now in moved.items()
        # From name to name it is followed, so that one word for each move is enough.
        if now not in (step := known.moves.get(old), moved.get(step or ""))
    }
    for record in gone.values():
        # That word tells the content too.
        if record.ref in wanted and wanted[record.ref] is None:
            del wanted[record.ref]
    return Due(
        observations({ref: entries[ref].record for ref in sorted(wanted)}, wanted, store)
        + _moves(gone, store),
        sum(written is not None for written in wanted.values()),
    )


def _moves(gone: Mapping[str, Record], store: Store) -> list[Draft]:
    """Events that note down what became of refs, so that it is known when the note is edited later."""
    sources = hashes_of_sources({record.ref: record for record in gone.values()}, store) if gone else {}
    return [
        Draft("observed", look_body(record, sources[record.ref], was=old), PROGRAM)
        for old, record in sorted(gone.items())
    ]


def observations(records: Mapping[str, Record], days: Mapping[str, Day | None], store: Store) -> list[Draft]:
    """Events that note down the content of *records* now, each with the hand-written day that it pins."""
    if not records:
        return []
    sources = hashes_of_sources(records, store)
    return [
        Draft("observed", look_body(record, sources[ref], written=days.get(ref)), PROGRAM)
        for ref, record in records.items()
    ]


def _ground_of_claims(links: Iterable[StoredLink]) -> set[str]:
    """Notes that claims were made from; the ledger names them only inside of the claims."""
    return {link.target for link in links if link.event and link.target is not None}
