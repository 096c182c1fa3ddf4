"""
The fold: from events to a state that depends on which events there are, and on nothing else.

An event becomes changes; a change speaks for one key. A key keeps one row for every event that spoke for it
and its value is the row with the last ``(at, id)``, so neither order nor batches nor repetition matter. Rows
that lost are kept, because ``forget`` may take the winner away and then the one before it counts again.

| event | keys that it speaks for |
|---|---|
| ``claim`` ``retract`` | that, and the ref |
| ``edge`` | the relation and both ends; with *confirmed* the confirmation of the two as well |
| ``supersede`` | the relation and both ends, and the old ref as superseded |
| ``confirm`` ``withdraw`` | the ends, or the id of the event that stated the edge; the refs it is bound to |
| ``verify`` ``observed`` ``term`` ``rendering`` | the ref and its own id, so that all of them are kept |
| ``request`` | the ref and who asks |
| ``decide`` ``forget`` | what it is about |

A store need not keep the rows: events filed under `index_keys` give the same state of what is asked about.
"""

from bisect import insort
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from caveat.history.schema import Objection, is_event_id, is_known, is_tombstone, objection_to_known
from caveat.model.events import Event
from caveat.model.findings import Finding
from caveat.model.records import Day
from caveat.text.dates import day_of

SEPARATOR = "\x1f"
"""Parts a key; no valid ref contains it."""


WORDS = "words"
"""Kind of the keys under which stands whose words a confirmation rests on."""

_FORGET = f"forget{SEPARATOR}"


class Change(NamedTuple):
    """
    What one event says about one key.

    Attributes:
        key: What is spoken of; its parts are joined by `SEPARATOR`, the first one names the kind.
        at: Instant of the event.
        id: Id of the event; the last ``(at, id)`` of a key wins.
        refs: Refs whose records or edges may look different because of it; they follow from the key alone.
        by: Author of the event.
        payload: Body of the event.
        about: Id of the event that this one speaks of; the refs of that event are touched too.
    """

    key: str
    at: Day
    id: str
    refs: tuple[str, ...]
    by: str
    payload: Mapping[str, Any]
    about: str = ""


class State(NamedTuple):
    """
    The fold of every event so far, changed in place by `apply` alone.

    Attributes:
        events: Event by id; where an id came with several contents, the one that counts.
        rows: Key → its changes, the last ``(at, id)`` last; never empty.
        keys: Ref → keys that touch it.
        conflicted: Ids that came with several contents.
        forgotten: Ids of events that were forgotten.
    """

    events: dict[str, Event]
    rows: dict[str, list[Change]]
    keys: dict[str, set[str]]
    conflicted: set[str]
    forgotten: set[str]


def empty() -> State:
    """A state of no events."""
    return State({}, {}, {}, set(), set())


def apply(state: State, events: Iterable[Event]) -> frozenset[str]:
    """
    Adds *events* to *state*, in place.

    Args:
        state: Changed in place.
        events: In any order; those that the state knows already change nothing.

    Returns:
        The refs whose records, edges, status or verifications may have changed; everything that was
        computed for another ref still holds.
    """
    return apply_judged(state, ((event, changes(event)) for event in events))


def apply_judged(state: State, said: Iterable[tuple[Event, tuple[Change, ...]]]) -> frozenset[str]:
    """As `apply`, of events that come with their `changes`, for who has judged them already."""
    touched: set[str] = set()
    for event, changed in said:
        known = state.events.get(event.id)
        if known is not None:
            if known is event or canonical(known) == canonical(event):
                continue
            kept = winner(known, event)
            if is_tombstone(kept):
                state.conflicted.discard(event.id)
            else:
                state.conflicted.add(event.id)
            if kept is known:
                continue
            for change in changes(known):
                _withdraw(state, change)
                _touch(touched, state, change)
        state.events[event.id] = event
        for change in changed:
            _enter(state, change)
            touched.update(change.refs)
            if change.about:
                _touch(touched, state, change)
    return frozenset(touched)


def changes(event: Event) -> tuple[Change, ...]:
    """
    What *event* says, key by key; nothing when it is unknown, forgotten or has no effect.

    Pure: the same event gives the same changes wherever and whenever it is read.
    """
    return judged(event)[1]


def judged(event: Event) -> tuple[Objection | None, tuple[Change, ...]]:
    """What is wrong with *event*, see `schema.objection`, and its `changes`, for who asks both."""
    if not is_known(event) or is_tombstone(event):
        return None, ()
    against = objection_to_known(event)
    if against is not None and against.is_fatal:
        return against, ()
    at = day_of(event.at)
    return against, () if at is None else _CHANGES[event.kind](event, at)


def winner(one: Event, other: Event) -> Event:
    """
    Which of two events with the same id counts, whatever order they come in.

    A tombstone, for what was forgotten stays forgotten although a copy of the file still has it; else the
    later one; else the one whose canonical text sorts last.
    """
    return max(one, other, key=lambda event: (is_tombstone(event), day_of(event.at) or 0.0, canonical(event)))


def canonical(event: Event) -> str:
    """*event* as JSON with sorted keys: equal for equal events, and 1, 1.0 and true stay apart."""
    import json

    return json.dumps([*event[:-1], dict(event.body)], sort_keys=True)


def conflicts(state: State) -> list[Finding]:
    """A finding for every id that came with several contents, by id."""
    return [
        Finding(
            code="event-conflict",
            severity="warning",
            message=f"event {event_id} exists with different contents",
            help="The later one counts. Look for a copied or edited ledger file and remove the wrong line.",
        )
        for event_id in sorted(state.conflicted)
    ]


def key_of(kind: str, *parts: str) -> str:
    """The key of *kind* for *parts*, such as ``key_of("edge", "supports", source, target)``."""
    return SEPARATOR.join((kind, *parts))


def forget_key(event_id: str) -> str:
    """The key that has a row when the event *event_id* was forgotten."""
    return f"{_FORGET}{event_id}"


def index_keys(event: Event) -> frozenset[str]:
    """
    What a store files *event* under, so that what touches a ref is found without reading everything.

    Returns:
        The refs that its changes touch, ``event:`` and its own id, and ``event:`` and the id of the event
        that it speaks of.
    """
    found = {f"event:{event.id}"}
    for change in changes(event):
        found.update(change.refs)
        if change.about:
            found.add(f"event:{change.about}")
    return frozenset(found)


def live_rows(state: State, key: str) -> list[Change]:
    """The rows of *key* that nobody forgot, the last ``(at, id)`` last; empty when the key says nothing."""
    rows = state.rows.get(key, ())
    if not state.forgotten:
        return list(rows)
    return [change for change in rows if change.id not in state.forgotten]


def latest(state: State, key: str) -> Change | None:
    """The row of *key* that counts; None when it says nothing."""
    found = live_rows(state, key)
    return found[-1] if found else None


def order(change: Change) -> tuple[Day, str]:
    """``(at, id)``: what sorts the rows of a key, the one that counts last."""
    return change.at, change.id


def _enter(state: State, change: Change) -> None:
    key = change.key
    rows = state.rows.get(key)
    if rows is not None:
        insort(rows, change, key=order)
        return
    state.rows[key] = [change]
    if change.about and key.startswith(_FORGET):
        state.forgotten.add(change.about)
    for ref in change.refs:
        keys = state.keys.get(ref)
        if keys is None:
            state.keys[ref] = {key}
        else:
            keys.add(key)


def _withdraw(state: State, change: Change) -> None:
    rows = state.rows[change.key]
    rows.remove(change)
    if rows:
        return
    del state.rows[change.key]
    if change.key.startswith(_FORGET):
        state.forgotten.discard(change.about)
    for ref in change.refs:
        state.keys[ref].discard(change.key)
        if not state.keys[ref]:
            del state.keys[ref]


def _touch(touched: set[str], state: State, change: Change) -> None:
    """
    Adds to *touched* the refs of *change* and of the event that it speaks of.

    An event that is not here yet touches its own refs when it comes.
    """
    touched.update(change.refs)
    reached = [change] if change.about else []
    # Two steps reach everything: a forget speaks of a confirm, which speaks of an edge.
    for _ in range(2 if reached else 0):
        spoken = [state.events[one.about] for one in reached if one.about in state.events]
        reached = [one for event in spoken for one in changes(event)]
        touched.update(ref for one in reached for ref in one.refs)


def _change(event: Event, at: Day, key: str, *refs: str, about: str = "") -> Change:
    return Change(key, at, event.id, refs, event.by, event.body, about)


def _claim(event: Event, at: Day) -> tuple[Change, ...]:
    ref = f"claim:{event.id}"
    return (Change(f"claim{SEPARATOR}{ref}", at, event.id, (ref,), event.by, event.body),)


def _edge(event: Event, at: Day) -> tuple[Change, ...]:
    body = event.body
    kind, source, target = body["kind"], body["source"], body["target"]
    key = key_of("edge", kind, source, target)
    spoken = Change(key, at, event.id, (source, target), event.by, body)
    if kind != "supports" or "confirmed" not in body or event.actor == "agent":
        return (spoken,)
    return spoken, _change(event, at, key_of("confirm", source, target), source, target)


def _confirm(event: Event, at: Day) -> tuple[Change, ...]:
    # What it is bound to is touched as well: it counts as long as that says what it said.
    words = [_change(event, at, key_of(WORDS, ref, event.id), ref) for ref in event.body.get("hashes", ())]
    edge = event.body["edge"]
    if isinstance(edge, str):
        return (_change(event, at, key_of("confirm-event", edge), about=edge), *words)
    source, target = edge["source"], edge["target"]
    return (_change(event, at, key_of("confirm", source, target), source, target), *words)


def _withdrawal(event: Event, at: Day) -> tuple[Change, ...]:
    edge = event.body["edge"]
    if isinstance(edge, str):
        return (_change(event, at, key_of("withdraw-event", edge), about=edge),)
    kind, source, target = edge["kind"], edge["source"], edge["target"]
    return (_change(event, at, key_of("withdraw", kind, source, target), source, target),)


def _supersede(event: Event, at: Day) -> tuple[Change, ...]:
    source, target = event.body["source"], event.body["target"]
    return (
        _change(event, at, key_of("edge", "supersedes", source, target), source, target),
        _change(event, at, key_of("superseded", target), target),
    )


def _retract(event: Event, at: Day) -> tuple[Change, ...]:
    ref = event.body["ref"]
    return (_change(event, at, key_of("retract", ref), ref),)


def _look(event: Event, at: Day) -> tuple[Change, ...]:
    # Every look, and every rendering of a term, is a key of its own: the whole history counts.
    ref = event.body["ref"]
    return (_change(event, at, key_of(event.kind, ref, event.id), ref),)


def _request(event: Event, at: Day) -> tuple[Change, ...]:
    ref = event.body["ref"]
    return (_change(event, at, key_of("request", ref, event.by), ref),)


def _forget(event: Event, at: Day) -> tuple[Change, ...]:
    forgotten = event.body["id"]
    return (_change(event, at, forget_key(forgotten), about=forgotten),)


def _decide(event: Event, at: Day) -> tuple[Change, ...]:
    about = event.body["about"]
    key = key_of("decide", about)
    return (_change(event, at, key, about=about if is_event_id(about) else ""),)


_CHANGES: Mapping[str, Callable[[Event, Day], tuple[Change, ...]]] = MappingProxyType(
    {
        "claim": _claim,
        "edge": _edge,
        "confirm": _confirm,
        "withdraw": _withdrawal,
        "supersede": _supersede,
        "retract": _retract,
        "verify": _look,
        "observed": _look,
        "request": _request,
        "forget": _forget,
        "term": _look,
        "rendering": _look,
        "decide": _decide,
    }
)
