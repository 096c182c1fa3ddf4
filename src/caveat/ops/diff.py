"""Diff: what gained or lost trust since a day, and through which event."""

from collections.abc import Iterable, Mapping, Sequence

from caveat.model.assessment import Assessment
from caveat.model.errors import InputError
from caveat.model.events import Event
from caveat.model.policy import Policy
from caveat.model.records import Day, Record
from caveat.model.store import Store
from caveat.ops.behind import moved_names
from caveat.ops.clock import tonight
from caveat.ops.event_words import affected, in_words
from caveat.ops.past import TRUST_EDGES, Past, past
from caveat.ops.recorded import TOLD
from caveat.ops.results_diff import Diff, DiffEvent, Shift
from caveat.ops.whole import Whole, whole, whole_of
from caveat.text.dates import day_of, iso_date


def diff(store: Store, since: Day, *, as_of: Day, policy: Policy) -> Diff:
    """
    What gained or lost trust between *since* and *as_of*.

    Both states are reckoned whole, with the texts of today; what only aged is told apart from what was
    moved by an event, and each move names the events about the record itself, its ancestors, those who
    speak of them, and the claims of its author.

    Args:
        store: The index.
        since: The day looked back to; what happened on it counts as new.
        as_of: The day freshness is reckoned at now.
        policy: Constants of the arithmetic.

    Raises:
        InputError: *since* lies after *as_of*.
    """
    if since > as_of:
        raise InputError(f"{iso_date(since)} lies after {iso_date(as_of)}: nothing has happened since")
    latest = max(tonight(), as_of)
    before = past(store, since)
    then = whole_of(before.records, before.edges, as_of=since, now=since, policy=policy)
    now = whole(store, as_of=as_of, now=latest, policy=policy)
    events = _events(before, now.records, since, moved_names(store))
    shifts = _shifts(then, now, _Causes(store, now.records, events))
    return Diff(
        since=since,
        as_of=as_of,
        moved=_largest(shift for shift in shifts if shift.before is not None and not shift.is_aged_only),
        aged=_largest(shift for shift in shifts if shift.is_aged_only),
        new=tuple(sorted(shift for shift in shifts if shift.before is None)),
        events=tuple(events),
    )


def _events(
    before: Past, records: Mapping[str, Record], since: Day, moved: Mapping[str, str]
) -> list[DiffEvent]:
    # The ledger may call a note by the name that it had.
    titled = {**{old: records[ref] for old, ref in moved.items() if ref in records}, **records}
    told = [_told(event, titled, moved) for event in before.later if event.kind != "observed"]
    for record in records.values():
        if record.kind == "note" and record.created is not None and record.created >= since:
            words = f"“{record.title}” was written"
            by = record.asserted_by or ""
            told.append(DiffEvent(record.path, record.created, "note", by, (record.ref,), words))
        day = record.verified
        # Only where the date itself counts; a recorded look of that day is a later instant.
        if day is not None and day >= since and day == before.written.get(record.ref):
            words = f"“{record.title}” bears the date of a human look"
            told.append(DiffEvent(f"{record.path}:verified", day, "dated", "", (record.ref,), words))
    return sorted(told, key=lambda event: (event.at, event.id))


def _told(event: Event, records: Mapping[str, Record], moved: Mapping[str, str]) -> DiffEvent:
    refs = tuple(moved.get(ref, ref) for ref in affected(event))
    return DiffEvent(event.id, day_of(event.at) or 0.0, event.kind, event.by, refs, in_words(event, records))


_SILENCING = ("supersede", "retract", "withdraw", "note")
"""Kinds of event that change how much somebody weighs who speaks of a record: they end or begin it."""

_CALIBRATING = ("edge", "supersede", "withdraw", "verify", "retract")
"""Kinds of event about a claim that its author feels in other claims."""


class _Causes:
    """Which events may have moved a record: a walk over what its numbers are made of."""

    def __init__(self, store: Store, records: Mapping[str, Record], events: Sequence[DiffEvent]) -> None:
        self._records = records
        self._speakers: dict[str, list[str]] = {}
        for link in store.links(TRUST_EDGES):
            if link.target is not None:
                self._speakers.setdefault(link.target, []).append(link.source)
        self._events: dict[str, list[DiffEvent]] = {}
        self._by_author: dict[str, list[DiffEvent]] = {}
        self._ids_by_author: dict[str, tuple[str, ...]] = {}
        for event in events:
            for ref in event.refs:
                self._events.setdefault(ref, []).append(event)
                record = records.get(ref)
                is_claim = record is not None and record.kind == "claim" and ref == event.refs[0]
                if record is not None and is_claim and record.asserted_by and event.kind in _CALIBRATING:
                    self._by_author.setdefault(record.asserted_by, []).append(event)
            if event.kind == "note":
                self._tell_note(store, event)

    def _tell_note(self, store: Store, event: DiffEvent) -> None:
        """A note that came speaks of others, and they may have moved by it."""
        for link in store.links_from(event.refs):
            if link.kind in TRUST_EDGES and link.target is not None:
                self._events.setdefault(link.target, []).append(event)

    def of(self, ref: str) -> tuple[str, ...]:
        """Ids of the events that are about what *ref* is made of, and about who speaks of it, by instant."""
        core = self._ancestors([ref])
        heard = self._ancestors([s for one in core for s in self._speakers.get(one, ())])
        found = [event for one in core for event in self._events.get(one, ())]
        found += [e for one in heard for e in self._events.get(one, ()) if e.kind in _SILENCING]
        return _ids(found)

    def of_author(self, ref: str) -> tuple[str, ...]:
        """Ids of the events about the claims of the author of *ref*, by instant."""
        author = self._records[ref].asserted_by
        if author is None:
            return ()
        # An author may have thousands of claims that all feel the same events.
        found = self._ids_by_author.get(author)
        if found is None:
            found = self._ids_by_author[author] = _ids(self._by_author.get(author, ()))
        return found

    def _ancestors(self, refs: Iterable[str]) -> list[str]:
        found: dict[str, None] = {}
        pending = list(refs)
        while pending:
            ref = pending.pop()
            if ref not in found and ref in self._records:
                found[ref] = None
                pending += self._records[ref].sources
        return list(found)


def _shifts(then: Whole, now: Whole, causes: _Causes) -> list[Shift]:
    found = []
    for ref, new in now.assessments.items():
        old = then.assessments.get(ref)
        if old is not None and abs(old.trust - new.trust) < TOLD:
            continue
        record = now.records[ref]
        is_aged = old is not None and _is_only_older(old, new) and then.records[ref] == record
        is_recalibrated = old is not None and old.calibration != new.calibration
        found.append(
            Shift(
                ref,
                record.title,
                old.trust if old else None,
                new.trust,
                old.credibility if old else None,
                new.credibility,
                old.freshness if old else None,
                new.freshness,
                old.calibration if old else None,
                new.calibration,
                record.asserted_by or "",
                () if is_aged else causes.of(ref),
                causes.of_author(ref) if is_recalibrated else (),
                is_aged,
            )
        )
    return found


def _ids(events: Iterable[DiffEvent]) -> tuple[str, ...]:
    return tuple(event.id for event in sorted(set(events), key=lambda event: (event.at, event.id)))


def _is_only_older(old: Assessment, new: Assessment) -> bool:
    return abs(old.credibility - new.credibility) < TOLD / 10


def _largest(shifts: Iterable[Shift]) -> tuple[Shift, ...]:
    return tuple(sorted(shifts, key=lambda s: (-abs(s.after - (s.before or 0.0)), s.ref)))
