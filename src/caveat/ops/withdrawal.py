"""Withdrawal: what somebody said of a record is taken back; the records stay as they are."""

from typing import NamedTuple

from caveat.history.fold import State
from caveat.history.schema import TAKEN_BACK, is_event_id
from caveat.history.views import stated_rows
from caveat.model.errors import InputError
from caveat.model.events import Event
from caveat.ops.about import about, telling
from caveat.ops.behind import moved_names
from caveat.ops.clock import now
from caveat.ops.ledger import folded_about, names_by_ref
from caveat.ops.recorded import Recorded
from caveat.ops.recording import Desk, Draft
from caveat.text.dates import day_of


class _Said(NamedTuple):
    """An edge as the ledger states it, who said so, and the records that it is about now."""

    kind: str
    source: str
    target: str
    events: list[Event]


def withdraw(desk: Desk, source: str, target: str = "") -> Recorded:
    """
    Record that what was said of one record by another is taken back: it counts nothing from now on.

    Args:
        desk: Where it is recorded. An agent takes back what it said itself, a human anything.
        source: The record that speaks, as a person names it; or the id of the event that made it speak.
        target: The record spoken of; empty with an event id.

    Raises:
        InputError: Nothing of the kind stands in the ledger, or an agent did not say it.
        RefNotFound: One of them fits no record.
        RefAmbiguous: One fits several.
    """
    said = _between(desk, source, target) if target else [_by_event(desk, source)]
    drafts, others = [], []
    for one in said:
        own = [event for event in one.events if _may(desk, event)]
        others += [event for event in one.events if event not in own]
        edge = {"kind": one.kind, "source": one.source, "target": one.target}
        # What bears a later date than this, from a device whose clock is ahead, is taken back by its id: said
        # of the two records, the withdrawal would lose to it.
        late = [event for event in own if not target or (day_of(event.at) or 0.0) >= now()]
        if len(late) < len(own):
            drafts.append(Draft("withdraw", {"edge": edge}))
        drafts += [Draft("withdraw", {"edge": event.id}) for event in late]
    names = ", ".join(sorted({event.by for event in others}))
    if not drafts:
        raise InputError(f"{names} said that: an agent takes back only what it said itself")
    moved = moved_names(desk.store)
    named = moved.get(said[0].target, said[0].target)
    recorded = telling(desk, [named], lambda: desk.commit(desk.made(drafts), named))
    remarks = (f"{names} said it too, so it still stands",) if others else ()
    return recorded._replace(remarks=(*remarks, *recorded.remarks))


def _between(desk: Desk, source: str, target: str) -> list[_Said]:
    speaker, named = desk.found(source), about(desk, target)
    # The ledger may know both under the names that they had.
    names = names_by_ref([speaker, named], moved_names(desk.store))
    state = folded_about(desk.store, [name for called in names.values() for name in called])
    found = [
        _Said(kind, one, other, _makers(state, kind, one, other))
        for kind in TAKEN_BACK
        for one in names[speaker]
        for other in names[named]
    ]
    if said := [one for one in found if one.events]:
        return said
    advice = "what a note says itself is taken back in the note"
    raise InputError(f"nobody recorded that {speaker} says anything of {named}; {advice}")


def _makers(state: State, kind: str, source: str, target: str) -> list[Event]:
    return [state.events[row.id] for row in stated_rows(state, kind, source, target)]


def _by_event(desk: Desk, text: str) -> _Said:
    event_id = text.strip().upper()
    state = folded_about(desk.store, [f"event:{event_id}"]) if is_event_id(event_id) else None
    event = state.events.get(event_id) if state is not None else None
    if state is None or event is None or event.kind not in ("edge", "supersede"):
        raise InputError(f"{text!r} is no event that said something of a record: name the two records")
    kind = str(event.body.get("kind", "supersedes"))
    source, target = str(event.body.get("source")), str(event.body.get("target"))
    if event not in _makers(state, kind, source, target):
        raise InputError(f"{event_id} does not count any more: it was taken back or forgotten before")
    return _Said(kind, source, target, [event])


def _may(desk: Desk, event: Event) -> bool:
    return desk.author.actor != "agent" or (event.by, event.actor) == (desk.author.name, "agent")
