"""Events in plain words, and the records whose trust an event speaks for."""

from collections.abc import Mapping

from caveat.model.events import Event
from caveat.model.records import Record

_RELATIONS = {"supports": "supports", "contradicts": "contradicts", "concerns": "raises a concern about"}


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
        case "confirm":
            edge = body.get("edge")
            return (str(edge.get("target")),) if isinstance(edge, dict) else ()
        case "retract" | "verify" | "observed" | "request":
            return (str(body.get("ref")),)
        case _:
            return ()


def in_words(event: Event, records: Mapping[str, Record]) -> str:
    """What *event* says, in one line: who, what, of which records by their titles."""
    body, by = event.body, event.by
    match event.kind:
        case "claim":
            stated = body.get("stated")
            return f"{by} claimed {_name(f'claim:{event.id}', records)} (stated {stated})"
        case "edge":
            relation = _RELATIONS.get(str(body.get("kind")), str(body.get("kind")))
            return f"{by}: {_named(body, 'source', records)} {relation} {_named(body, 'target', records)}"
        case "supersede":
            ends = f"{_named(body, 'source', records)} takes the place of {_named(body, 'target', records)}"
            return f"{by}: {ends} ({body.get('because')})"
        case "confirm":
            edge = body.get("edge")
            if not isinstance(edge, dict):
                return f"{by} confirmed the support of event {edge}"
            ends = f"{_named(edge, 'source', records)} supports {_named(edge, 'target', records)}"
            return f"{by} confirmed that {ends}"
        case "retract":
            return f"{by} took back {_named(body, 'ref', records)}"
        case "verify":
            return f"{by} looked at {_named(body, 'ref', records)} and found it right"
        case "observed":
            return f"the audit saw {_named(body, 'ref', records)}"
        case "request":
            return f"{by} asks a human to look at {_named(body, 'ref', records)}"
        case "forget":
            return f"{by} had an event forgotten"
        case _:
            return f"{by} recorded something of kind {event.kind!r}, which this program does not know"


def _named(body: Mapping[str, object], key: str, records: Mapping[str, Record]) -> str:
    return _name(str(body.get(key)), records)


def _name(ref: str, records: Mapping[str, Record]) -> str:
    record = records.get(ref)
    return f"“{record.title}”" if record is not None and record.title else ref
