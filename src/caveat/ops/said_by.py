"""Who said that one record speaks of another, where that is somebody else than who stands behind it."""

from collections.abc import Iterable

from caveat.model.events import Event
from caveat.model.records import Edge
from caveat.model.store import Store
from caveat.vault.ledger import parse_event


def said_by(store: Store, edges: Iterable[Edge]) -> dict[tuple[str, str], str]:
    """
    Who recorded each of *edges*, by source and target; an edge by its speaker's own author is left out.

    What a note says itself nobody recorded, so that is left out as well. An agent is told as one.
    """
    recorded = [edge for edge in edges if edge.origin and ":" not in edge.origin]
    lines = store.ledger_lines({f"event:{edge.origin}" for edge in recorded})
    events = {event.id: event for event in map(parse_event, lines) if isinstance(event, Event)}
    speakers = store.records({edge.source for edge in recorded})
    found = {}
    for edge in recorded:
        event, speaker = events.get(edge.origin), speakers.get(edge.source)
        if event is not None and (speaker is None or speaker.asserted_by != event.by):
            found[edge.source, edge.target] = event.by + (" (agent)" if event.actor == "agent" else "")
    return found
