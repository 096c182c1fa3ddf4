"""The fold: the state depends on which events there are, and on nothing else."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.history.fold import State, apply, canonical, conflicts, empty, winner
from caveat.history.schema import tombstone
from caveat.history.views import claim_records, edges, observations, status, verifications
from caveat.model.events import Event
from caveat.model.records import Edge
from tests.history.ledgers import EVENTS, claim, claim_ref, edge, event, ulid

A, B, NOTE = claim_ref(1), claim_ref(2), "note:dir/b.md"


def folded(*events: Event) -> State:
    state = empty()
    apply(state, events)
    return state


def answers(state: State, ref: str) -> Any:
    """Everything that can be asked about *ref*."""
    return (
        claim_records(state, [ref]),
        edges(state, [ref]),
        status(state, ref),
        verifications(state, ref),
        observations(state, ref),
    )


@given(st.lists(EVENTS, max_size=14), st.randoms(use_true_random=False))
def test_order_and_repetition_do_not_matter(events: list[Event], random: Any) -> None:
    expected = folded(*events)
    shuffled = events + [random.choice(events) for _ in range(len(events) // 2)]
    random.shuffle(shuffled)

    assert expected == folded(*shuffled)
    assert conflicts(expected) == conflicts(folded(*shuffled))


@given(st.lists(EVENTS, max_size=14), st.lists(st.integers(0, 14)))
def test_batches_do_not_matter(events: list[Event], cuts: list[int]) -> None:
    state, start = empty(), 0
    for cut in [*sorted(cuts), len(events)]:
        apply(state, events[start:cut])
        start = max(start, cut)

    assert folded(*events) == state


@given(st.lists(EVENTS, max_size=14), st.lists(EVENTS, max_size=3))
def test_answers_change_for_touched_refs_only(before: list[Event], new: list[Event]) -> None:
    state = folded(*before)
    refs = {*(claim_ref(number) for number in range(12)), "note:a.md", "fact:rent"}
    old = {ref: answers(state, ref) for ref in refs}

    touched = apply(state, new)

    assert {ref for ref in refs if answers(state, ref) != old[ref]} <= touched


@given(st.lists(EVENTS, max_size=14))
def test_known_events_touch_nothing(events: list[Event]) -> None:
    state = folded(*events)

    assert apply(state, list(state.events.values())) == frozenset()


@given(EVENTS, EVENTS)
def test_winner_does_not_depend_on_the_side(one: Event, other: Event) -> None:
    assert canonical(winner(one, other)) == canonical(winner(other, one))


def test_one_true_and_one_point_oh_are_different_contents() -> None:
    first, second = claim(1, body={"stated": 1}), claim(1, body={"stated": True})

    assert folded(first, second) == folded(second, first)
    assert ["event-conflict"] == [finding.code for finding in conflicts(folded(first, second))]


def test_the_later_of_two_events_with_one_id_counts_and_is_a_finding() -> None:
    first, second = claim(1, "old"), claim(1, "new", minute=5)
    state = folded(second, first)
    (finding,) = conflicts(state)

    assert ["new"] == [record.title for record in claim_records(state)]
    assert ulid(1) in finding.message


def test_replaced_event_leaves_no_trace() -> None:
    first = edge(1, "supports", A, B)
    second = claim(1, minute=5)

    assert folded(second)[1:3] == folded(first, second)[1:3]


def test_last_instant_wins_although_its_text_sorts_first() -> None:
    # "00.500Z" sorts before "00Z", and is later.
    early = event(2, "supersede", {"source": A, "target": B, "because": "updated"}, at="2026-03-01T00:00:00Z")
    late = event(
        1, "supersede", {"source": A, "target": B, "because": "corrected"}, at="2026-03-01T00:00:00.500Z"
    )

    assert ["corrected"] == [edge.because for edge in edges(folded(late, early))]


def test_equal_instants_are_decided_by_the_id() -> None:
    early = event(1, "supersede", {"source": A, "target": B, "because": "updated"}, minute=0)
    late = event(2, "supersede", {"source": A, "target": B, "because": "corrected"}, minute=0)

    assert ["corrected"] == [edge.because for edge in edges(folded(late, early))]


def test_forgotten_claim_is_gone_in_any_order() -> None:
    said, forget = claim(1), event(2, "forget", {"id": ulid(1)})

    assert claim_records(folded(said)) and not claim_records(folded(said, forget))
    assert folded(said, forget) == folded(forget, said)


def test_forgotten_event_gives_way_to_the_one_before() -> None:
    first = edge(1, "contradicts", NOTE, A)
    second = edge(2, "contradicts", NOTE, A)
    state = folded(first, second, event(3, "forget", {"id": ulid(2)}))

    assert [ulid(1)] == [edge.origin for edge in edges(state)]


def test_forgetting_cannot_be_forgotten() -> None:
    state = folded(claim(1), event(2, "forget", {"id": ulid(1)}), event(3, "forget", {"id": ulid(2)}))

    assert claim_records(state) == []


@pytest.mark.parametrize("is_first", [True, False])
def test_tombstone_beats_a_copy_that_still_has_the_secret(is_first: bool) -> None:
    said = claim(1, "my password is swordfish", minute=9)
    both = [tombstone(said), said] if is_first else [said, tombstone(said)]
    state = folded(*both)

    assert claim_records(state) == [] and conflicts(state) == []
    assert "swordfish" not in repr(state)


def test_contradiction_deletes_nothing() -> None:
    state = folded(claim(1, "likes tea"), claim(2, "dislikes tea"), edge(3, "contradicts", B, A))

    assert ["likes tea", "dislikes tea"] == [record.title for record in claim_records(state)]
    assert [("contradicts", B, A)] == [edge[:3] for edge in edges(state)]


def test_same_edge_twice_counts_once_with_its_last_date() -> None:
    (found,) = edges(folded(edge(1, "supports", A, B), edge(5, "supports", A, B, minute=1440)))

    assert Edge("supports", A, B, at=found.at, origin=ulid(5)) == found
    assert found.at == 20514.0


def confirmed(*events: Event) -> list[bool]:
    return [edge.is_confirmed for edge in edges(folded(*events))]


PAIR = {"kind": "supports", "source": A, "target": B}


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([edge(1, "supports", A, B)], False),
        ([edge(1, "supports", A, B, confirmed=True, actor="human")], True),
        ([edge(1, "supports", A, B, confirmed=True, actor="agent")], False),
        ([event(1, "confirm", {"edge": PAIR}), edge(2, "supports", A, B)], True),
        ([event(1, "confirm", {"edge": ulid(2)}), edge(2, "supports", A, B)], True),
        ([event(1, "confirm", {"edge": ulid(2)}), edge(2, "contradicts", A, B)], False),
        ([event(1, "confirm", {"edge": ulid(2)}, actor="agent"), edge(2, "supports", A, B)], False),
        ([edge(1, "supports", A, B, confirmed=True, actor="human"), edge(2, "supports", A, B)], True),
        (
            [
                event(1, "confirm", {"edge": ulid(2)}),
                edge(2, "supports", A, B, confirmed=False, actor="human"),
            ],
            False,
        ),
        (
            [
                event(3, "confirm", {"edge": ulid(2)}),
                edge(2, "supports", A, B),
                event(4, "forget", {"id": ulid(3)}),
            ],
            False,
        ),
    ],
)
def test_edge_is_confirmed_by_those_who_may(events: list[Event], expected: bool) -> None:
    assert [expected] == confirmed(*events) == confirmed(*reversed(events))
