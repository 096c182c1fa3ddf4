"""Every kind of event has words, in one vocabulary."""

from typing import Any

import pytest

from caveat.history.schema import tombstone
from caveat.model.records import Record
from caveat.ops.event_words import SAID_OF_IT, SAYS, affected, in_words
from tests.history.ledgers import claim, claim_ref, event, ulid

ONE, TWO = claim_ref(1), claim_ref(2)
PAIR = {"source": ONE, "target": TWO}
RECORDS = {ONE: Record(ONE, title="one"), TWO: Record(TWO, title="two")}


@pytest.mark.parametrize(
    ("kind", "body", "words", "refs"),
    [
        ("edge", {"kind": "supports", **PAIR}, "ada: “one” supports “two”", (TWO,)),
        ("edge", {"kind": "contradicts", **PAIR}, "ada: “one” contradicts “two”", (TWO,)),
        ("edge", {"kind": "concerns", **PAIR}, "ada: “one” casts doubt on “two”", (TWO,)),
        ("supersede", {"because": "updated", **PAIR}, "ada: “one” supersedes “two” (updated)", (TWO, ONE)),
        (
            "confirm",
            {"edge": {"kind": "supports", **PAIR}},
            "ada confirmed that “one” supports “two”",
            (TWO,),
        ),
        ("confirm", {"edge": ulid(9)}, f"ada confirmed the support of event {ulid(9)}", ()),
        (
            "withdraw",
            {"edge": {"kind": "concerns", **PAIR}},
            "ada took back that “one” casts doubt on “two”",
            (TWO,),
        ),
        ("retract", {"ref": ONE}, "ada took back “one”", (ONE,)),
        ("verify", {"ref": ONE, "hash": "x"}, "ada looked at “one” and found it right", (ONE,)),
        ("request", {"ref": ONE}, "ada asks a human to look at “one”", (ONE,)),
        ("observed", {"ref": ONE, "hash": "x"}, "the audit saw “one”", (ONE,)),
        ("forget", {"id": ulid(1)}, "ada had an event forgotten", ()),
        (
            "term",
            {"ref": "term:b/x", "term": {"headword": "鼬"}},
            "ada proposed the term “鼬” (term:b/x)",
            ("term:b/x",),
        ),
        (
            "rendering",
            {"ref": "term:b/x", "rendering": "stoat"},
            "ada renders term:b/x as “stoat”",
            ("term:b/x",),
        ),
        ("decide", {"about": ulid(3), "decision": "accept"}, f"ada decided about {ulid(3)}: accept", ()),
        (
            "applause",
            {},
            "ada recorded something of kind 'applause', which this program does not know",
            (),
        ),
    ],
)
def test_an_event_in_words(kind: str, body: dict[str, Any], words: str, refs: tuple[str, ...]) -> None:
    said = event(5, kind, body)._replace(actor="human", by="ada")

    assert (words, refs) == (in_words(said, RECORDS), affected(said))


def test_a_claim_is_told_by_its_title_and_what_was_forgotten_by_its_kind() -> None:
    assert "ada claimed “one” (stated 0.9)" == in_words(claim(1), RECORDS)
    assert "forgotten since" in in_words(tombstone(claim(1)), RECORDS)


def test_both_sides_of_every_relation_have_a_word() -> None:
    assert SAYS.keys() == SAID_OF_IT.keys() == {"supports", "contradicts", "concerns", "supersedes"}
