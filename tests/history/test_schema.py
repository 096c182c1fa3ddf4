"""The schema: which bodies have an effect, and who may write what."""

import math
from typing import Any

import pytest

from caveat.history.fold import changes
from caveat.history.schema import is_event_id, is_known, is_ref, is_tombstone, objection, tombstone
from caveat.model.events import Event
from tests.history.ledgers import claim, claim_ref, edge, event, ulid

A, B = claim_ref(1), "note:dir/b.md"


@pytest.mark.parametrize(
    "said",
    [
        claim(1),
        claim(1, body={"stated": 0}),
        claim(1, body={"stated": 1, "from": [B, "term:book/x", "fact:rent"], "step": "leap"}),
        claim(1, body={"volatility": "fast", "class": "lesson", "mood": "good"}),
        event(1, "claim", {"text": "x", "stated": 0.5}),
        edge(1, "supports", A, B),
        edge(1, "supports", A, B, confirmed=True, actor="program"),
        edge(1, "supports", A, B, confirmed=False),
        event(1, "confirm", {"edge": ulid(7)}),
        event(1, "confirm", {"edge": {"kind": "supports", "source": A, "target": B}}, actor="program"),
        event(1, "supersede", {"source": A, "target": B, "because": "updated"}),
        event(1, "retract", {"ref": "note:a\tb\n.md"}),
        event(1, "verify", {"ref": B, "hash": "h", "sources": {A: "h", "note:gone.md": ""}}),
        event(1, "observed", {"ref": B, "hash": "h", "verified": "2026-03-09"}),
        event(1, "observed", {"ref": B, "hash": "h", "verified": None}),
        event(1, "request", {"ref": B, "reason": "the lease changed"}),
        event(1, "request", {"ref": B}),
        event(1, "forget", {"id": ulid(7)}),
    ],
)
def test_valid_event_counts(said: Event) -> None:
    assert objection(said) is None
    assert changes(said)


@pytest.mark.parametrize(
    ("kind", "body", "part"),
    [
        ("claim", {"text": "x"}, "stated"),
        ("claim", {"text": "x", "stated": 1.01}, "stated"),
        ("claim", {"text": "x", "stated": -0.01}, "stated"),
        ("claim", {"text": "x", "stated": math.nan}, "stated"),
        ("claim", {"text": "x", "stated": math.inf}, "stated"),
        ("claim", {"text": "x", "stated": True}, "stated"),
        ("claim", {"text": "x", "stated": "0.9"}, "stated"),
        ("claim", {"text": " \n", "stated": 0.9}, "text"),
        ("claim", {"text": ["x"], "stated": 0.9}, "text"),
        ("claim", {"text": "x", "stated": 0.9, "from": B}, "from"),
        ("claim", {"text": "x", "stated": 0.9, "from": ["b.md"]}, "from"),
        ("claim", {"text": "x", "stated": 0.9, "from": [["note:b.md"]]}, "from"),
        ("claim", {"text": "x", "stated": 0.9, "step": "guess"}, "step"),
        ("claim", {"text": "x", "stated": 0.9, "volatility": []}, "volatility"),
        ("claim", {"text": "x", "stated": 0.9, "class": {}}, "class"),
        ("edge", {"kind": "likes", "source": A, "target": B}, "kind"),
        ("edge", {"kind": "derives", "source": A, "target": B}, "kind"),
        ("edge", {"kind": "supersedes", "source": A, "target": B}, "kind"),
        ("edge", {"kind": ["supports"], "source": A, "target": B}, "kind"),
        ("edge", {"kind": "supports", "source": A, "target": A}, "same"),
        ("edge", {"kind": "supports", "source": A}, "target"),
        ("edge", {"kind": "supports", "source": "web:x", "target": B}, "source"),
        ("edge", {"kind": "supports", "source": A, "target": B, "confirmed": 1}, "confirmed"),
        ("confirm", {"edge": "the one"}, "edge"),
        ("confirm", {"edge": {"kind": "contradicts", "source": A, "target": B}}, "support"),
        ("confirm", {"edge": {"kind": "supports", "source": A, "target": A}}, "same"),
        ("supersede", {"source": A, "target": B}, "because"),
        ("supersede", {"source": A, "target": B, "because": ["updated"]}, "because"),
        ("supersede", {"source": A, "target": A, "because": "updated"}, "same"),
        ("retract", {}, "ref"),
        ("verify", {"ref": "b.md", "hash": "h"}, "ref"),
        ("verify", {"ref": B}, "hash"),
        ("verify", {"ref": B, "hash": ""}, "hash"),
        ("verify", {"ref": B, "hash": "h", "sources": [A]}, "sources"),
        ("verify", {"ref": B, "hash": "h", "sources": {"b": "h"}}, "sources"),
        ("verify", {"ref": B, "hash": "h", "sources": {A: None}}, "sources"),
        ("observed", {"ref": B, "hash": "h", "verified": "2024-13-45"}, "verified"),
        ("observed", {"ref": B, "hash": "h", "verified": 20260309}, "verified"),
        ("forget", {"id": "x"}, "id"),
        ("forget", {}, "id"),
    ],
)
def test_wrong_body_is_named_and_has_no_effect(kind: str, body: dict[str, Any], part: str) -> None:
    said = event(1, kind, body)
    against = objection(said)

    assert against is not None
    assert ("invalid-event", True) == (against.code, against.is_fatal)
    assert part in against.reason
    assert changes(said) == ()


@pytest.mark.parametrize(
    ("kind", "body", "allowed"),
    [
        ("verify", {"ref": B, "hash": "h"}, {"human"}),
        ("confirm", {"edge": ulid(7)}, {"human", "program"}),
        ("observed", {"ref": B, "hash": "h"}, {"program"}),
        ("forget", {"id": ulid(7)}, {"human", "program"}),
        ("retract", {"ref": B}, {"human", "program", "agent"}),
    ],
)
@pytest.mark.parametrize("actor", ["human", "program", "agent"])
def test_only_some_may_write_some_kinds(
    kind: str, body: dict[str, Any], allowed: set[str], actor: str
) -> None:
    said = event(1, kind, body, actor=actor)
    against = objection(said)

    assert (actor in allowed) == (against is None) == bool(changes(said))
    assert against is None or against.code == "actor-not-allowed"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (edge(1, "supports", A, B, confirmed=True, actor="agent"), "actor-not-allowed"),
        (edge(1, "contradicts", A, B, confirmed=True, actor="human"), "invalid-event"),
    ],
)
def test_confirmation_that_may_not_be_leaves_the_edge(said: Event, code: str) -> None:
    against = objection(said)

    assert against is not None
    assert (code, False) == (against.code, against.is_fatal)
    assert ["edge"] == [change.key.split("\x1f")[0] for change in changes(said)]


@pytest.mark.parametrize("said", [event(1, "applause", {}), claim(1, v=2, body={"stated": "high"})])
def test_unknown_event_is_neither_wrong_nor_effective(said: Event) -> None:
    assert not is_known(said)
    assert objection(said) is None
    assert changes(said) == ()


def test_tombstone_keeps_the_envelope_and_says_nothing() -> None:
    said = claim(1, "my password is swordfish")
    left = tombstone(said)

    assert is_tombstone(left) and not is_tombstone(said)
    assert said[:-1] == left[:-1]
    assert "swordfish" not in repr(left)
    assert objection(left) is None and changes(left) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("note:a.md", True), ("note:папка/б.md", True), (claim_ref(3), True), ("fact:x", True),
        ("term:book/x/y", True), ("note:", False), ("term:x", False), ("term:/x", False), ("claim:1", False),
        ("claim:" + "I" * 26, False), ("NOTE:a.md", False), ("a.md", False), ("", False), (None, False),
        ("note:a\x1fb", False), ("note:a\0", False),
    ],
)  # fmt: skip
def test_ref_has_a_known_scheme(text: object, expected: bool) -> None:
    assert expected == is_ref(text)


@pytest.mark.parametrize("text", ["", "0" * 25, "0" * 27, "8" + "0" * 25, "0" * 25 + "u", "0" * 26 + "\n", 7])
def test_other_ids_are_no_ulids(text: object) -> None:
    assert not is_event_id(text)


def test_reason_stays_short_whatever_the_value() -> None:
    against = objection(event(1, "retract", {"ref": "x" * 2_000_000}))

    assert against is not None and len(against.reason) < 90


@pytest.mark.parametrize("was", [7, "", "claim:01ARYZ6S41TSV4RRFFQ69G5FAV", "note:a.md", "a.md"])
def test_what_a_note_was_is_another_note(was: object) -> None:
    said = event(1, "observed", {"ref": "note:a.md", "hash": "x", "was": was})
    found = objection(said)

    assert found is not None and "was is" in found.reason
    assert objection(said._replace(body={**said.body, "was": "note:b.md"})) is None
