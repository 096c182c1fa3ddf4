"""Views: claims as records, and what the ledger says of any ref."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.history.views import (
    claim_records,
    claims,
    edges,
    observations,
    statement_hash,
    status,
    verifications,
)
from caveat.model.events import Event
from caveat.model.records import Record
from tests.history.ledgers import claim, claim_ref, edge, event, ulid
from tests.history.test_fold import folded

A, B, NOTE = claim_ref(1), claim_ref(2), "note:dir/b.md"


def test_claim_becomes_a_record() -> None:
    body = {"stated": 1, "from": [NOTE, A, NOTE], "step": "summary", "volatility": "fast", "class": "lesson"}
    said = claim(2, "Rent is 900\n a month.", by="ben", minute=720, body=body)

    expected = Record(
        B,
        kind="claim",
        title="Rent is 900 a month.",
        declared=1.0,
        declared_by="stated by its author",
        sources=(NOTE, A),
        step="summary",
        asserted_by="ben",
        volatility="fast",
        created=20513.5,
        identity=statement_hash("Rent is 900 a month."),
        record_class="lesson",
        content_hash=statement_hash("Rent is 900 a month."),
    )
    assert [expected] == claim_records(folded(said))
    assert ["Rent is 900\n a month."] == [claim.text for claim in claims(folded(said))]


def test_claims_are_in_order_of_their_refs_and_can_be_picked() -> None:
    state = folded(claim(2), claim(1), claim(3))

    assert [A, B, claim_ref(3)] == [record.ref for record in claim_records(state)]
    assert [B] == [record.ref for record in claim_records(state, [B, NOTE, claim_ref(9)])]


def test_identical_claims_are_one_voice() -> None:
    state = folded(
        claim(1, "use port 8080"), claim(2, " use  port\r\n8080", by="ben"), claim(3, "use port 8081")
    )
    first, second, third = claim_records(state)

    assert first.identity == second.identity != third.identity


def test_another_hash_can_be_given() -> None:
    (record,) = claim_records(folded(claim(1, "x")), hashed=str.upper)

    assert ("X", "X") == (record.identity, record.content_hash)


@given(st.text())
def test_hash_is_the_same_for_composed_and_decomposed_letters(text: str) -> None:
    assert statement_hash(unicodedata.normalize("NFC", text)) == statement_hash(
        unicodedata.normalize("NFD", text)
    )


@pytest.mark.parametrize("other", ["use port 8080.", "Use port 8080", "use port８080"])
def test_hash_tells_statements_apart(other: str) -> None:
    assert statement_hash("use port 8080") != statement_hash(other)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a" * 80, "a" * 80),
        ("a" * 81, "a" * 79 + "…"),
        ("word " * 40, ("word " * 16)[:-1] + "…"),
        ("租" * 100, "租" * 79 + "…"),
        ("\n " * 500 + "x", "x"),
    ],
)
def test_title_is_one_short_line(text: str, expected: str) -> None:
    (record,) = claim_records(folded(claim(1, text)))

    assert expected == record.title
    assert len(record.title) <= 80


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([], "active"),
        ([event(5, "supersede", {"source": B, "target": A, "because": "updated"})], "superseded"),
        ([event(5, "supersede", {"source": A, "target": B, "because": "updated"})], "active"),
        ([event(5, "retract", {"ref": A})], "retracted"),
        (
            [
                event(5, "retract", {"ref": A}),
                event(6, "supersede", {"source": B, "target": A, "because": "corrected"}),
            ],
            "retracted",
        ),
        ([event(5, "retract", {"ref": A}), event(6, "forget", {"id": ulid(5)})], "active"),
    ],
)
def test_status_comes_from_the_ledger(events: list[Event], expected: str) -> None:
    state = folded(claim(1), claim(2), *events)

    assert expected == status(state, A) == claim_records(state, [A])[0].status


def test_supersede_is_an_edge_with_its_reason() -> None:
    (found,) = edges(folded(event(5, "supersede", {"source": B, "target": A, "because": "corrected"})))

    assert ("supersedes", B, A, "corrected", ulid(5)) == (*found[:3], found.because, found.origin)


def test_edges_of_a_ref_start_or_end_there() -> None:
    state = folded(edge(1, "supports", A, B), edge(2, "concerns", NOTE, A), edge(3, "contradicts", NOTE, B))

    assert ["concerns", "supports"] == [found.kind for found in edges(state, [A])]
    assert edges(state) == edges(state, [A, B, NOTE, "note:c.md"])


def test_looks_and_observations_keep_their_whole_history() -> None:
    state = folded(
        event(3, "verify", {"ref": NOTE, "hash": "h2"}),
        event(2, "verify", {"ref": NOTE, "hash": "h1", "sources": {A: "s"}}, by="ben"),
        event(4, "verify", {"ref": NOTE, "hash": "h2"}, actor="agent"),
        event(5, "observed", {"ref": NOTE, "hash": "h1", "verified": "2026-03-01"}),
        event(6, "observed", {"ref": NOTE, "hash": "h2", "sources": {A: "s"}}),
        event(7, "observed", {"ref": NOTE + "x", "hash": "h2"}),
    )

    assert [("h1", {A: "s"}, "ben"), ("h2", {}, "ada")] == [look[1:4] for look in verifications(state, NOTE)]
    assert [("h1", {}, 20513.0), ("h2", {A: "s"}, None)] == [seen[1:4] for seen in observations(state, NOTE)]
