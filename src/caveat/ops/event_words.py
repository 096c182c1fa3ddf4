"""Events in plain words, one vocabulary for every face, and the records whose trust an event speaks for."""

from collections.abc import Mapping

from caveat.history.schema import is_tombstone
from caveat.model.events import Event
from caveat.model.records import Record

SAYS = {
    "supports": "supports",
    "contradicts": "contradicts",
    "concerns": "casts doubt on",
    "supersedes": "supersedes",
}
"""What a record says of another, by the kind of the edge."""

SAID_OF_IT = {
    "supports": "supported by",
    "contradicts": "contradicted by",
    "concerns": "doubted by",
    "supersedes": "superseded by",
}
"""The same as the other one has it."""

DONE = {"retract": "taken back", "verify": "verified", "request": "a look asked for"}
"""What was done to a record, by the kind of the event; who did it follows behind *by*."""


def affected(event: Event) -> tuple[str, ...]:
    """
    Refs of the records whose own numbers *event* is about, the nearest first.

    The supporter or challenger of an edge is not among them: what is said by it changes nothing of it.
    """
    body = event.body
    match event.kind:
        case "claim":
            return (f"claim:{event.id}",)
        case "edge":
            return (str(body.get("target")),)
        case "supersede":
            return (str(body.get("target")), str(body.get("source")))
        case "confirm" | "withdraw":
            edge = body.get("edge")
            return (str(edge.get("target")),) if isinstance(edge, dict) else ()
        case "retract" | "verify" | "observed" | "request" | "term" | "rendering":
            return (str(body.get("ref")),)
        case _:
            return ()


def in_words(event: Event, records: Mapping[str, Record]) -> str:
    """What *event* says, in one line: who, what, of which records by their titles."""
    body, by = event.body, event.by
    if is_tombstone(event):
        return f"{by} recorded an event of kind {event.kind!r} that was forgotten since"
    ref = _named(body, "ref", records)
    match event.kind:
        case "claim":
            return f"{by} claimed {_name(f'claim:{event.id}', records)} (stated {body.get('stated')})"
        case "edge":
            return f"{by}: {_ends(body, str(body.get('kind')), records)}"
        case "supersede":
            return f"{by}: {_ends(body, 'supersedes', records)} ({body.get('because')})"
        case "confirm" | "withdraw":
            return f"{by} {_spoken(event, records)}"
        case "retract":
            return f"{by} took back {ref}"
        case "verify":
            return f"{by} looked at {ref} and found it right"
        case "observed":
            return f"the audit saw {ref}"
        case "request":
            return f"{by} asks a human to look at {ref}"
        case "forget":
            return f"{by} had an event forgotten"
        case _:
            return f"{by} {_of_terms(event)}"


def _spoken(event: Event, records: Mapping[str, Record]) -> str:
    """A confirmation, or what is taken back: of an edge, or of the event that stated it."""
    edge = event.body.get("edge")
    if isinstance(edge, dict):
        ends = _ends(edge, str(edge.get("kind")), records)
        return f"confirmed that {ends}" if event.kind == "confirm" else f"took back that {ends}"
    of_event = f"confirmed the support of event {edge}"
    return of_event if event.kind == "confirm" else f"took back event {edge}"


def _of_terms(event: Event) -> str:
    """What is said of a book's terms; or that nobody here knows what is said."""
    body = event.body
    match event.kind:
        case "term":
            term = body.get("term")
            headword = term.get("headword") if isinstance(term, dict) else ""
            return f"proposed the term “{headword}” ({body.get('ref')})"
        case "rendering":
            return f"renders {body.get('ref')} as “{body.get('rendering')}”"
        case "decide":
            return f"decided about {body.get('about')}: {body.get('decision')}"
        case _:
            return f"recorded something of kind {event.kind!r}, which this program does not know"


def _ends(edge: Mapping[str, object], kind: str, records: Mapping[str, Record]) -> str:
    return f"{_named(edge, 'source', records)} {SAYS.get(kind, kind)} {_named(edge, 'target', records)}"


def _named(body: Mapping[str, object], key: str, records: Mapping[str, Record]) -> str:
    return _name(str(body.get(key)), records)


def _name(ref: str, records: Mapping[str, Record]) -> str:
    record = records.get(ref)
    return f"“{record.title}”" if record is not None and record.title else ref
