"""
Recording: events are made, judged, put into the ledger, taken into the index, and what they did is told.

Every journey that records something goes through `Desk`: one vault, one open index, one author.
"""

import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from caveat.history import ids, views
from caveat.history.schema import VERSION, objection
from caveat.model.assessment import Assessment
from caveat.model.errors import IndexUnusable, InputError, RefNotFound
from caveat.model.events import Event
from caveat.model.records import Day, Record
from caveat.model.store import Store
from caveat.ops import ledger
from caveat.ops.behind import MADE_BY, SETTLED
from caveat.ops.clock import now, tonight
from caveat.ops.index import index
from caveat.ops.intake import take_in
from caveat.ops.made_by import fingerprint_of
from caveat.ops.recorded import TOLD, Author, Moved, Recorded
from caveat.ops.refs import found_ref
from caveat.ops.settle_events import settle_events
from caveat.text.dates import iso_instant
from caveat.text.fold import compose, is_blank
from caveat.trust.assess import assess
from caveat.trust.reach import Known, known_of, reach
from caveat.vault.append import append
from caveat.vault.checks import has_unseen
from caveat.vault.config import Config

PROGRAM = Author("caveat", "program")
"""The author of what the program finds itself; never evidence."""

MOST_MOVED = 200
"""Dependants whose trust is told before and after; our choice, a screen or two."""

LATEST = 2_932_896.0
"""The first day of the year 10,000: no event can bear a later one."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")

MILLISECONDS = 86_400_000
"""Milliseconds of a day: what the instant of an event is cut to, as that of its id is."""


class Draft(NamedTuple):
    """An event that is not made yet: its kind, its body, and its author when that is not the desk's."""

    kind: str
    body: Mapping[str, Any]
    author: Author | None = None


class Trusts(NamedTuple):
    """How some records stand: themselves and their trust, by ref."""

    records: Mapping[str, Record]
    assessments: Mapping[str, Assessment]


class Done(NamedTuple):
    """
    What was recorded, and how what it speaks of stood before and stands after.

    Attributes:
        recorded: The same for a face.
        before: The records spoken of and what stands on them, as they stood.
        after: As they stand; as before when the index could not take the events in.
    """

    recorded: Recorded
    before: Trusts
    after: Trusts


class Desk:
    """
    Where one author records things about the records of one vault.

    Args:
        root: Real path of the vault.
        store: Its index, open for writing.
        config: Its rules and constants.
        author: Who records.
        as_of: The day freshness is reckoned at, in what is told before and after.
    """

    def __init__(self, root: Path, store: Store, config: Config, author: Author, *, as_of: Day) -> None:
        if is_blank(author.name):
            raise InputError("an author needs a name: give one with --by")
        # Names that look the same are one author, or a statement would be its own independent witness.
        name = " ".join(compose(author.name, "NFC").split())
        if has_unseen(name) or _CONTROL.search(name):
            raise InputError(f"the author {name[:40]!a} has a character that nobody sees: take it out")
        self.root = root
        self.store = store
        self.config = config
        self.author = author._replace(name=name)
        self.as_of = as_of

    def refresh(self) -> None:
        """Bring the index up to date, so that what is said is said of what the files hold now."""
        index(self.root, self.store, self.config)

    def found(self, text: str) -> str:
        """
        The ref that *text* means; when the index does not know it, it is looked for again in fresh files.

        Raises:
            RefNotFound: Nothing fits, or the record was taken back by ``forget``.
            RefAmbiguous: Several records fit.
        """
        try:
            return found_ref(self.root, self.store, text)
        except RefNotFound:
            self.refresh()
            return found_ref(self.root, self.store, text)

    def new_id(self) -> str:
        """
        A fresh event id of this instant.

        Raises:
            InputError: The clock is wrong: it stands before 1970, or far beyond any date.
        """
        if not 0 <= now() < LATEST:
            raise InputError("this device's clock is wrong: set its date, for every event bears one")
        return ids.ulid(int(now() * MILLISECONDS), secrets.randbits(ids.RANDOM_BITS - 1))

    def made(self, drafts: Sequence[Draft], *, first_id: str = "") -> list[Event]:
        """
        Events of one instant, one for each draft, their ids in order.

        Args:
            drafts: What they say.
            first_id: Id of the first one, from `new_id`; empty = a fresh one.

        Raises:
            InputError: One of them would have no effect; the message says why.
        """
        event_id = first_id or self.new_id()
        # One instant for the ids and for what they say: whoever asks what came after one finds no twin of it.
        at = iso_instant(ids.instant_of(event_id) / MILLISECONDS)
        events = []
        for draft in drafts:
            by = draft.author or self.author
            event = Event(VERSION, event_id, at, draft.kind, by.name, by.actor, draft.body)
            if (against := objection(event)) is not None:
                raise InputError(against.reason)
            events.append(event)
            event_id = ids.after(event_id)
        return events

    def trusts(self, refs: Iterable[str]) -> Trusts:
        """How *refs* stand now; those that are not there are absent."""
        known = self.known(refs)
        present = [ref for ref in refs if ref in known.graph.records]
        found = assess(
            present, known.graph, as_of=self.as_of, policy=self.config.policy, tallies=known.tallies
        )
        return Trusts(known.graph.records, found)

    def known(self, refs: Iterable[str]) -> Known:
        """A graph that is complete for *refs*."""
        latest = max(tonight(), self.as_of)
        return known_of(reach(refs, self.store), policy=self.config.policy, now=latest)

    def _sightings(self, events: Sequence[Event]) -> list[Event]:
        """
        What the notes that *events* speak of hold now, where the ledger does not know it yet.

        A note that is moved later is found by that.
        """
        notes = sorted({ref for event in events for ref in spoken_of(event) if ref.startswith("note:")})
        if not notes:
            return []
        state = ledger.folded_about(self.store, notes)
        looks = [event.body for event in events if event.kind in ("verify", "observed")]
        told = {(body["ref"], body["hash"]) for body in looks}
        drafts = []
        for ref, record in sorted(self.store.records(notes).items()):
            seen = {look.hash for look in views.verifications(state, ref)}
            seen |= {look.hash for look in views.observations(state, ref)}
            if record.content_hash not in seen and (ref, record.content_hash) not in told:
                drafts.append(Draft("observed", {"ref": ref, "hash": record.content_hash}, PROGRAM))
        return self.made(drafts, first_id=ids.after(events[-1].id)) if drafts else []

    def commit(self, events: Sequence[Event], ref: str, *, also: Iterable[str] = ()) -> Recorded:
        """
        Put *events* into the ledger and the index.

        Args:
            events: From `made`.
            ref: The record that is made or spoken of.
            also: Further records that are spoken of.

        Returns:
            What they did to it, to those and to what stands on all of them. Once the events are on the disk
            nothing makes this fail: an index that cannot take them in now does so at its next run.

        Raises:
            LedgerUnwritable: Nothing was recorded.
        """
        return self.record(events, ref, also=also).recorded

    def record(self, events: Sequence[Event], ref: str, *, also: Iterable[str] = ()) -> Done:
        """As `commit`, for who asks how all of it stood before and stands after."""
        others = [other for other in dict.fromkeys(also) if other != ref]
        watched = list(dict.fromkeys([ref, *others, *dependants(self.store, [ref, *others])]))
        before = self.trusts(watched)
        append(self.root, [*events, *self._sightings(events)])
        written = tuple(event.id for event in events)
        try:
            take_in_events(self.root, self.store, self.config)
        except IndexUnusable as error:
            remark = f"recorded, and not in the index yet ({error}): the next `caveat index` takes it in"
            recorded = Recorded(written, ref, None, None, None, (), (remark,), is_indexed=False)
            return Done(recorded, before, before)
        after = self.trusts(watched)
        own = before.assessments.get(ref), after.assessments.get(ref)
        others_moved = moved(watched[1:], before, after)
        return Done(Recorded(written, ref, after.records.get(ref), *own, others_moved), before, after)


def spoken_of(event: Event) -> list[str]:
    """Refs that the body of *event* names, in no order that matters."""
    body = event.body
    edge = body.get("edge")
    named = [body.get("ref"), body.get("source"), body.get("target"), *body.get("from", ())]
    named += [edge.get("source"), edge.get("target")] if isinstance(edge, dict) else []
    named += body.get("hashes", ())
    return [ref for ref in named if isinstance(ref, str)]


def take_in_events(root: Path, store: Store, config: Config) -> None:
    """
    Bring what the ledger newly says into the index.

    Raises:
        IndexUnusable: Another process holds it for too long, or it cannot be written.
    """
    is_known = store.meta(SETTLED) == SETTLED and store.meta(MADE_BY) == fingerprint_of(config)
    if is_known:
        with store.batch():
            intake = take_in(root, store)
            if not intake.is_changed or (not intake.is_anew and settle_events(store, intake.events)):
                return
            store.put_meta({SETTLED: "no"})
    index(root, store, config)


def dependants(store: Store, refs: Iterable[str]) -> list[str]:
    """What was made from *refs*, nearest first, `MOST_MOVED` at most."""
    level = list(refs)
    start, found = set(level), dict[str, None]()
    while level and len(found) < MOST_MOVED:
        links = (link for link in store.links_into(level) if link.kind == "derives")
        level = [source for source in dict.fromkeys(link.source for link in links) if source not in found]
        found.update(dict.fromkeys(level))
    return [ref for ref in found if ref not in start][:MOST_MOVED]


def moved(refs: Iterable[str], before: Trusts, after: Trusts) -> tuple[Moved, ...]:
    """Those of *refs* whose trust is another one now, in their order."""
    told = []
    for ref in refs:
        old, new = before.assessments.get(ref), after.assessments.get(ref)
        was, now_is = old.trust if old else None, new.trust if new else None
        if was is None or now_is is None or abs(was - now_is) >= TOLD:
            record = after.records.get(ref) or before.records.get(ref)
            if record is not None and (was, now_is) != (None, None):
                told.append(Moved(ref, record.title, was, now_is))
    return tuple(told)
