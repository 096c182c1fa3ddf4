"""Events for tests: short to write, valid unless told otherwise."""

from typing import Any

from hypothesis import strategies as st

from caveat.model.events import Actor, Event

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ACTORS: dict[str, Actor] = {"verify": "human", "observed": "program", "confirm": "human", "forget": "human"}


def ulid(number: int) -> str:
    """The event id with this number; ids sort as their numbers do."""
    text = ""
    for _ in range(26):
        number, digit = divmod(number, 32)
        text = DIGITS[digit] + text
    return text


def claim_ref(number: int) -> str:
    return f"claim:{ulid(number)}"


def event(
    number: int, kind: str, body: dict[str, Any], *, minute: int | None = None, by: str = "ada", **other: Any
) -> Event:
    """The event *number*, by default in minute *number* and by an actor who may."""
    at = number if minute is None else minute
    said = Event(
        v=1,
        id=ulid(number),
        at=f"2026-03-{1 + at // 1440:02}T{at // 60 % 24:02}:{at % 60:02}:00Z",
        kind=kind,
        by=by,
        actor=ACTORS.get(kind, "agent"),
        body=body,
    )
    return said._replace(**other)


def claim(number: int, text: str = "use port 8080", **other: Any) -> Event:
    body = {"text": text, "stated": 0.9, "from": [], **other.pop("body", {})}
    return event(number, "claim", body, **other)


def edge(
    number: int, kind: str, source: str, target: str, *, confirmed: bool | None = None, **other: Any
) -> Event:
    body: dict[str, Any] = {"kind": kind, "source": source, "target": target}
    if confirmed is not None:
        body["confirmed"] = confirmed
    return event(number, "edge", body, **other)


_REFS = st.sampled_from([claim_ref(0), claim_ref(1), claim_ref(2), "note:a.md", "fact:rent"])
_HASHES = st.sampled_from(["h1", "h2"])
_IDS = st.integers(0, 11).map(ulid)
_ENDS = st.fixed_dictionaries({"source": _REFS, "target": _REFS})
_LOOKS = st.fixed_dictionaries(
    {"ref": _REFS, "hash": _HASHES}, optional={"sources": st.just({"note:s.md": "h"})}
)
_BODIES: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "claim": st.fixed_dictionaries(
        {
            "text": st.sampled_from(["a", "b", " "]),
            "stated": st.sampled_from([0, 0.5, 1, True, 2]),
            "from": st.lists(_REFS),
        }
    ),
    "edge": st.builds(
        lambda ends, kind, more: {**ends, "kind": kind, **more},
        _ENDS,
        st.sampled_from(["supports", "contradicts", "concerns", "likes"]),
        st.sampled_from([{}, {"confirmed": True}, {"confirmed": False}]),
    ),
    "confirm": st.fixed_dictionaries({"edge": _IDS | _ENDS.map(lambda ends: {**ends, "kind": "supports"})}),
    "supersede": st.builds(
        lambda ends, because: {**ends, "because": because}, _ENDS, st.sampled_from(["updated", "corrected"])
    ),
    "retract": st.fixed_dictionaries({"ref": _REFS}),
    "verify": _LOOKS,
    "observed": st.builds(
        lambda look, more: {**look, **more}, _LOOKS, st.sampled_from([{}, {"verified": "2026-03-09"}])
    ),
    "request": st.builds(
        lambda ref, more: {"ref": ref, **more}, _REFS, st.sampled_from([{}, {"reason": "why"}])
    ),
    "forget": st.fixed_dictionaries({"id": _IDS}),
    "applause": st.just({}),
}


@st.composite
def _events(draw: st.DrawFn) -> Event:
    kind = draw(st.sampled_from(sorted(_BODIES)))
    body = draw(_BODIES[kind] | st.just({"forgotten": True}) if draw(st.booleans()) else _BODIES[kind])
    usual: Actor = ACTORS.get(kind, "agent")
    return event(
        draw(st.integers(0, 11)),
        kind,
        body,
        minute=draw(st.integers(0, 3)),
        by=draw(st.sampled_from(["ada", "ben"])),
        actor=draw(st.sampled_from([usual, usual, "agent", "human"])),
        v=draw(st.sampled_from([1, 1, 1, 2])),
    )


EVENTS = _events()
"""Events that clash: few ids, few instants, few refs, some of them wrong, unknown or forgotten."""
