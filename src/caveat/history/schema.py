"""
Schema of the ledger, version 1: which kinds of event there are and what their bodies hold.

| kind | body | who may |
|---|---|---|
| ``claim`` | ``text``, ``stated``, ``from`` [ref], ``step``?, ``volatility``?, ``class``? | anyone |
| ``edge`` | ``kind`` supports · contradicts · concerns, ``source``, ``target``, ``confirmed``? | anyone |
| ``confirm`` | ``edge``: event id, or ``{kind, source, target}``; ``hashes`` {ref: hash}? | human, program |
| ``withdraw`` | ``edge``: event id, or ``{kind, source, target}`` | anyone; an agent its own only |
| ``supersede`` | ``source`` (new), ``target`` (old), ``because`` updated · corrected | anyone |
| ``retract`` | ``ref`` | anyone; an agent only what it claimed itself |
| ``verify`` | ``ref``, ``hash``, ``sources`` {ref: hash}? | human |
| ``observed`` | ``ref``, ``hash``, ``sources`` {ref: hash}?, ``verified``? day, ``was``? note | program |
| ``request`` | ``ref``, ``reason``? : a human is asked to look | anyone |
| ``forget`` | ``id`` of the event to forget | human, program |
| ``term`` ``rendering`` ``decide`` | of a book's terms, see `schema_terms` | anyone; decide a human |

A claim's ref is ``claim:<event id>``. Keys that are not named here are kept and ignored. An event whose body
is wrong is kept too, has no effect and is a finding. docs/ledger.md tells the same to users.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from caveat.history.schema_terms import decide_problem, rendering_problem, term_problem
from caveat.model.events import Event
from caveat.model.records import CLASSES, EVIDENCE, STEPS, VOLATILITIES
from caveat.text.dates import day_of
from caveat.text.fold import is_blank

VERSION = 1
"""Version of the schema that this program reads and writes."""

_ULID = r"[0-7][0-9A-HJKMNP-TV-Z]{25}"
# A key of the state joins refs with U+001F, which no name of a file or record needs.
_REF = re.compile(rf"claim:{_ULID}|(?:note|fact):[^\0\x1f]+|term:[^\0\x1f/]+/[^\0\x1f]+")
_ID = re.compile(_ULID)
_CLAIM_REF = re.compile(f"claim:{_ULID}")
TAKEN_BACK = (*EVIDENCE, "supersedes")
"""Kinds of edge that can be taken back."""

_NUMBERS = (int, float)
_SHOWN = 40
"""Most characters of a wrong value that a message repeats (our choice: a line of 80 with its reason)."""


class Objection(NamedTuple):
    """
    What is wrong with an event.

    Attributes:
        code: ``invalid-event`` (its body) or ``actor-not-allowed`` (who wrote it).
        reason: What is wrong, at most about 80 characters.
        is_fatal: The event has no effect at all; otherwise only the named part has none.
    """

    code: str
    reason: str
    is_fatal: bool = True


def is_event_id(text: object) -> bool:
    """Whether *text* is a ULID as the ledger writes it: 26 capitals and digits of Crockford's base 32."""
    return isinstance(text, str) and _ID.fullmatch(text) is not None


def is_ref(text: object) -> bool:
    """Whether *text* has the form of a canonical ref; says nothing about whether the record exists."""
    if not isinstance(text, str):
        return False
    # Most refs are claims, and for them one plain pattern is enough.
    return _CLAIM_REF.fullmatch(text) is not None or _REF.fullmatch(text) is not None


def is_known(event: Event) -> bool:
    """Whether this program knows what *event* means; one that it does not know is kept and has no effect."""
    return event.v <= VERSION and event.kind in _PROBLEMS


def is_tombstone(event: Event) -> bool:
    """
    Whether the body of *event* was forgotten: it is there, keeps its place and says nothing any more.

    A body that says anything beside that is none: what it says would be left standing in the file.
    """
    body = event.body
    return len(body) == 1 and body.get("forgotten") is True


def tombstone(event: Event) -> Event:
    """*event* without its body, in the form that `is_tombstone` recognises."""
    return event._replace(body={"forgotten": True})


def objection(event: Event) -> Objection | None:
    """
    What is wrong with *event*, or None when it counts in full.

    Who may write it comes first: an agent's ``verify`` is refused whatever it says. An event of an unknown
    kind or of a newer version is not objected to, for nothing is known of its body.
    """
    return None if not is_known(event) or is_tombstone(event) else objection_to_known(event)


def objection_to_known(event: Event) -> Objection | None:
    """As `objection`, of an event that `is_known` and is no tombstone."""
    allowed = _ALLOWED.get(event.kind)
    if allowed is not None and event.actor not in allowed:
        return Objection("actor-not-allowed", f"only a {' or '.join(allowed)} can {_ACTS[event.kind]}")
    reason = _PROBLEMS[event.kind](event.body)
    if reason is not None:
        return Objection("invalid-event", reason)
    if event.kind == "edge" and "confirmed" in event.body:
        return _confirmed_objection(event)
    return None


def _confirmed_objection(event: Event) -> Objection | None:
    if event.body["kind"] != "supports":
        return Objection("invalid-event", "only a support can be confirmed; the edge itself counts", False)
    if event.actor == "agent" and event.body["confirmed"]:
        reason = "only a human or program can confirm; the edge counts unconfirmed"
        return Objection("actor-not-allowed", reason, False)
    return None


def _claim_problem(body: Mapping[str, Any]) -> str | None:
    text, sources = body.get("text"), body.get("from", [])
    if not isinstance(text, str) or is_blank(text):
        return f"text must say something, not {_shown(text)}"
    stated = body.get("stated")
    # bool is an int in Python, and NaN fails every comparison.
    if not isinstance(stated, _NUMBERS) or isinstance(stated, bool) or not 0 <= stated <= 1:
        return f"stated must be a number from 0 to 1, not {_shown(stated)}"
    if not isinstance(sources, list):
        return f"from must be a list of refs, not {_shown(sources)}"
    for ref in sources:
        if not is_ref(ref):
            return f"from holds {_shown(ref)}, which is no ref"
    for key, values in _CHOICES:
        if key in body and body[key] not in values:
            return f"{key} must be one of {', '.join(values)}, not {_shown(body[key])}"
    return None


def _edge_problem(body: Mapping[str, Any]) -> str | None:
    if body.get("kind") not in EVIDENCE:
        return f"kind must be one of {', '.join(EVIDENCE)}, not {_shown(body.get('kind'))}"
    if not isinstance(body.get("confirmed", False), bool):
        return f"confirmed must be true or false, not {_shown(body['confirmed'])}"
    return _ends_problem(body)


def _ends_problem(body: Mapping[str, Any]) -> str | None:
    source, target = body.get("source"), body.get("target")
    if source != target and is_ref(source) and is_ref(target):
        return None
    for end in ("source", "target"):
        if not is_ref(body.get(end)):
            return f"{end} is {_shown(body.get(end))}, which is no ref"
    return f"source and target are the same: {_shown(source)}"


def _confirm_problem(body: Mapping[str, Any]) -> str | None:
    edge = body.get("edge")
    if isinstance(edge, dict):
        if edge.get("kind") != "supports":
            return f"only a support can be confirmed, not {_shown(edge.get('kind'))}"
        return _ends_problem(edge) or _hashes_problem(body, "hashes")
    if not is_event_id(edge):
        return f"edge is {_shown(edge)}, neither an event id nor an edge"
    return _hashes_problem(body, "hashes")


def _withdraw_problem(body: Mapping[str, Any]) -> str | None:
    edge = body.get("edge")
    if isinstance(edge, dict):
        if edge.get("kind") not in TAKEN_BACK:
            return f"kind must be one of {', '.join(TAKEN_BACK)}, not {_shown(edge.get('kind'))}"
        return _ends_problem(edge)
    return None if is_event_id(edge) else f"edge is {_shown(edge)}, neither an event id nor an edge"


def _supersede_problem(body: Mapping[str, Any]) -> str | None:
    if body.get("because") not in ("updated", "corrected"):
        return f"because must be updated or corrected, not {_shown(body.get('because'))}"
    return _ends_problem(body)


def _retract_problem(body: Mapping[str, Any]) -> str | None:
    return None if is_ref(body.get("ref")) else f"ref is {_shown(body.get('ref'))}, which is no ref"


def _look_problem(body: Mapping[str, Any]) -> str | None:
    if not is_ref(body.get("ref")):
        return _retract_problem(body)
    digest = body.get("hash")
    if not isinstance(digest, str) or not digest:
        return f"hash must name the content, not {_shown(digest)}"
    return _hashes_problem(body, "sources")


def _hashes_problem(body: Mapping[str, Any], key: str) -> str | None:
    hashes = body.get(key, {})
    if not isinstance(hashes, dict):
        return f"{key} must map refs to hashes, not {_shown(hashes)}"
    for ref, digest in hashes.items():
        if not is_ref(ref):
            return f"{key} holds {_shown(ref)}, which is no ref"
        if not isinstance(digest, str):
            return f"{key} gives {_shown(ref)} no hash but {_shown(digest)}"
    return None


def _observed_problem(body: Mapping[str, Any]) -> str | None:
    verified = body.get("verified")
    if verified is not None and (not isinstance(verified, str) or day_of(verified) is None):
        return f"verified is {_shown(verified)}, which is no ISO date"
    was = body.get("was")
    if was is not None and (not is_ref(was) or not was.startswith("note:") or was == body.get("ref")):
        return f"was is {_shown(was)}, which is no other note's ref"
    return _look_problem(body)


def _request_problem(body: Mapping[str, Any]) -> str | None:
    reason = body.get("reason", "")
    if not isinstance(reason, str):
        return f"reason must be words, not {_shown(reason)}"
    return _retract_problem(body)


def _forget_problem(body: Mapping[str, Any]) -> str | None:
    return None if is_event_id(body.get("id")) else f"id is {_shown(body.get('id'))}, which is no event id"


def _shown(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    text = value[: _SHOWN + 1] if isinstance(value, str) else str(value)
    text = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return repr(text) if isinstance(value, str) else text


_PROBLEMS: Mapping[str, Callable[[Mapping[str, Any]], str | None]] = MappingProxyType(
    {
        "claim": _claim_problem,
        "edge": _edge_problem,
        "confirm": _confirm_problem,
        "withdraw": _withdraw_problem,
        "supersede": _supersede_problem,
        "retract": _retract_problem,
        "verify": _look_problem,
        "observed": _observed_problem,
        "request": _request_problem,
        "forget": _forget_problem,
        "term": partial(term_problem, is_ref=is_ref),
        "rendering": partial(rendering_problem, is_ref=is_ref),
        "decide": partial(decide_problem, is_ref=is_ref),
    }
)
_CHOICES = (("step", STEPS), ("volatility", VOLATILITIES), ("class", CLASSES))
_ALLOWED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "confirm": ("human", "program"),
        "verify": ("human",),
        "observed": ("program",),
        "forget": ("human", "program"),
        "decide": ("human",),
    }
)
_ACTS = {
    "confirm": "confirm",
    "verify": "verify",
    "observed": "observe",
    "forget": "forget",
    "decide": "decide",
}
