"""Who counts for and against a record, and what a reader is told beside the numbers."""

import time
from itertools import combinations
from math import tanh

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.model.policy import DEFAULT_POLICY
from caveat.model.records import Edge
from caveat.trust.witnesses import Candidate, best_independent, joint, strongest_distinct
from tests.trust.building import derived, numbers, primary


def grounded(ref: str, declared: float, **fields):
    return primary(ref, declared, is_grounded=True, **fields)


def confirms(*refs: str, of: str = "n") -> list[Edge]:
    return [Edge("supports", ref, of, is_confirmed=True) for ref in refs]


@pytest.mark.parametrize(("at", "counts"), [(49.0, False), (50.0, False), (50.5, True), (None, True)])
def test_verification_settles_what_is_not_later(at: float | None, counts: bool) -> None:
    records = [primary("n", 0.9, verified=50.0), primary("x", 1.0)]

    found = numbers(records, [Edge("contradicts", "x", "n", at=at)], as_of=50.0)["n"]

    assert (found.challenge > 0) is counts
    assert found.challengers == (("x",) if counts else ())


def test_older_contradiction_is_dropped_before_the_newer_concern_counts() -> None:
    records = [primary("n", 0.9, verified=50.0), primary("x", 1.0)]
    edges = [Edge("contradicts", "x", "n", at=10.0), Edge("concerns", "x", "n", at=60.0)]

    assert numbers(records, edges)["n"].challenge == 0.6 * tanh(0.5)


@pytest.mark.parametrize("kind", ["contradicts", "concerns"])
def test_copies_of_one_challenger_are_one(kind) -> None:
    records = [primary("n", 0.9), primary("x", 0.5, identity="same"), primary("y", 0.7, identity="same")]
    both = [Edge(kind, "x", "n"), Edge(kind, "y", "n")]

    assert numbers(records, both)["n"].challenge == numbers(records, both[1:])["n"].challenge
    assert numbers(records, both)["n"].challengers == ("y",)


def test_superseded_record_keeps_its_numbers_and_is_no_evidence() -> None:
    records = [primary("n", 0.9), primary("old", 0.8, status="superseded")]

    found = numbers(records, [Edge("contradicts", "old", "n"), Edge("contradicts", "n", "old")])

    assert found["n"].challenge == 0.0
    assert found["old"].reliability == 0.8 and found["old"].challenge > 0


def test_retracted_record_has_no_number_and_what_stands_on_it_says_so() -> None:
    records = [
        grounded("s", 0.9, status="retracted"),
        primary("w", 0.8),
        derived("mid", "s"),
        derived("n", "mid", "w"),
    ]

    found = numbers(records, [Edge("supports", "w", "mid"), Edge("supports", "w", "s")])

    assert found["s"][2:8] == (0.0,) * 6 and found["s"].multiplier == 0.5
    assert found["n"].reliability == 0.0 and found["n"].multiplier == 0.5 * (1 + found["n"].trust)
    assert found["mid"].prior == 0.0 and found["mid"].support == 0.15 * tanh(0.8)
    assert found["n"].stands_on_retracted == ("s",) and found["s"].stands_on_retracted == ()


def test_standing_on_superseded_names_the_nearest() -> None:
    records = [
        primary("a", status="superseded"),
        derived("b", "a", status="superseded"),
        derived("c", "b"),
    ]

    assert numbers(records)["c"].stands_on_superseded == ("b",)


def test_copy_of_a_root_is_an_echo() -> None:
    records = [
        primary("p", 0.8, identity="same"),
        primary("q", 0.8, identity="same"),
        derived("n", "p"),
    ]

    found = numbers(records, [Edge("supports", "q", "n")])["n"]

    assert found.support == 0.0
    assert found.roots == ("p",)


def test_copy_of_the_record_itself_says_nothing() -> None:
    records = [grounded("n", 0.8, identity="same"), grounded("q", 0.9, identity="same")]

    found = numbers(records, [*confirms("q"), Edge("contradicts", "q", "n")])["n"]

    assert (found.support, found.witness, found.challenge) == (0.0, 0.8, 0.0)


def test_copies_with_different_sources_are_one_voice() -> None:
    records = [
        primary("n", 0.5),
        primary("p", 0.4),
        primary("q", 0.6),
        derived("x", "p", step="copy", identity="same"),
        derived("y", "q", step="copy", identity="same"),
    ]
    edges = [Edge("supports", "x", "n"), Edge("supports", "y", "n")]

    found = numbers(records, edges)["n"]

    assert found.support == 0.15 * tanh(0.6)
    assert found.supporters == ("y",)


def test_partly_new_supporter_is_no_echo() -> None:
    records = [primary("p", 0.8), primary("q", 0.8), derived("n", "p"), derived("w", "p", "q", step="weave")]

    assert numbers(records, [Edge("supports", "w", "n")])["n"].support == 0.15 * tanh(0.95 * 0.8)


@pytest.mark.parametrize(
    ("witness", "edge"),
    [
        (primary("w", 0.8), confirms("w")),
        (grounded("w", 0.8), [Edge("supports", "w", "n")]),
        (grounded("w", 0.8, asserted_by="A"), confirms("w")),
        (grounded("w", 0.8, status="superseded"), confirms("w")),
    ],
    ids=["not grounded", "not confirmed", "same author", "inactive"],
)
def test_supporter_that_is_no_witness(witness, edge) -> None:
    found = numbers([grounded("n", 0.5, asserted_by="A"), witness], edge)["n"]

    assert found.witness == 0.5 and found.witnesses == ()


def test_one_confirmed_edge_is_enough() -> None:
    records = [grounded("n", 0.5), grounded("w", 0.8)]
    edges = [*confirms("w"), Edge("supports", "w", "n")]

    assert numbers(records, edges)["n"].witness == pytest.approx(0.9)


def test_witnesses_of_one_author_do_not_add_up() -> None:
    records = [primary("n", 0.1), *(grounded(ref, 0.8, asserted_by="B") for ref in ("w", "v"))]

    assert numbers(records, confirms("w", "v"))["n"].witness == pytest.approx(0.8)


def test_witness_that_shares_the_root_replaces_the_prior() -> None:
    records = [grounded("p", 0.8), derived("n", "p", step="leap"), grounded("q", 0.5)]

    found = numbers(records, confirms("p", "q"))["n"]

    assert found.witness == pytest.approx(1 - 0.2 * 0.5)
    assert found.support == 0.15 * tanh(0.5)
    assert found.witnesses == ("p", "q")


def test_prior_wins_over_a_weaker_witness_that_shares_its_root() -> None:
    records = [grounded("p", 0.8), derived("n", "p", step="copy"), derived("w", "p", step="leap")]

    found = numbers(records, confirms("w"))["n"]

    assert found.witness == pytest.approx(0.8)
    assert found.witnesses == ()


def test_best_set_is_exact_where_the_strongest_first_is_wrong() -> None:
    strong = Candidate(0.9, "a", None, 0b11)
    pair = [Candidate(0.8, "b", None, 0b01), Candidate(0.7, "c", None, 0b10)]

    assert best_independent([strong, *pair]) == pair
    assert joint([0.8, 0.7]) == pytest.approx(0.94)


def test_of_each_author_and_root_set_only_the_best_is_looked_at() -> None:
    twelve = [Candidate(0.9, f"a{i}", "A", 0b1) for i in range(50)] + [Candidate(0.1, "b", "B", 0b10)]

    assert [candidate.ref for candidate in strongest_distinct(twelve)] == ["a0", "b"]


def test_only_the_twelve_strongest_are_looked_at() -> None:
    records = [grounded("n", 0.5), *(grounded(f"w{i:02}", 0.1) for i in range(14))]

    found = numbers(records, confirms(*(f"w{i:02}" for i in range(14))))["n"]

    assert found.witnesses == tuple(f"w{i:02}" for i in range(12))
    assert found.witness == pytest.approx(1 - 0.9**12 * 0.5)


def test_wide_graphs_stay_fast() -> None:
    roots = [grounded(f"p{i:02}", 0.5) for i in range(40)]
    wide = [
        derived(f"w{i:04}", f"p{i % 40:02}", f"p{i * 7 % 40:02}", asserted_by=f"A{i % 17}", step="weave")
        for i in range(2_000)
    ]

    before = time.process_time()
    found = numbers([grounded("n", 0.5), *roots, *wide], confirms(*(record.ref for record in wide)))["n"]

    assert found.credibility <= 1.0 and 0 < len(found.witnesses) <= 12
    assert time.process_time() - before < 2.0


def test_aged_source_is_told_apart_from_the_record_s_own_age() -> None:
    records = [primary("p", 0.9, volatility="fast", created=0.0), derived("n", "p", verified=200.0)]

    found = numbers(records, as_of=200.0)["n"]

    assert found.freshness == 1.0 and found.volatility == "fast"
    assert found.root_freshness == 0.5 ** (200 / 90) and found.has_aged_source


def test_undated_record_does_not_age_until_a_human_looks() -> None:
    undated = primary("p", 0.9, volatility="fast")

    assert numbers([undated], as_of=900.0)["p"].freshness == 1.0
    assert numbers([undated._replace(verified=810.0)], as_of=900.0)["p"].freshness == 0.5


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, True),
        ({"verified": None}, False),
        ({"is_pinned": False}, False),
        ({"is_stale": True}, False),
        ({"status": "retracted"}, False),
        ({"volatility": "fast", "verified": 0.0}, False),
        ({"volatility": "fast", "verified": 10.0}, True),
    ],
)
def test_approved_is_computed(changes: dict, expected: bool) -> None:
    record = primary("n", 0.5, verified=100.0, is_pinned=True)._replace(**changes)

    assert numbers([record], as_of=100.0)["n"].is_approved is expected


def test_contradiction_withdraws_approval() -> None:
    records = [primary("n", 0.9, verified=50.0, is_pinned=True), primary("x", 1.0)]

    assert not numbers(records, [Edge("contradicts", "x", "n", at=51.0)], as_of=51.0)["n"].is_approved


def test_constants_come_from_the_policy() -> None:
    policy = DEFAULT_POLICY._replace(undeclared=0.4, challenge_cap=0.3, retention={"synthesis": 0.5})
    records = [primary("p"), derived("n", "p"), primary("x", 1.0)]

    found = numbers(records, [Edge("contradicts", "x", "n")], policy=policy)["n"]

    assert (found.reliability, found.challenge) == (0.2, 0.3 * tanh(1.0))


@given(
    st.lists(
        st.builds(
            Candidate,
            st.floats(0, 1),
            st.just(""),
            st.sampled_from([None, "A", "B", "C"]),
            st.integers(1, 63),
            st.sampled_from([None, None, "I"]),
        ),
        max_size=8,
    )
)
def test_best_set_is_as_strong_as_any_independent_set(candidates: list[Candidate]) -> None:
    def clash(one: Candidate, other: Candidate) -> bool:
        return bool(
            one.roots & other.roots
            or (one.author and one.author == other.author)
            or (one.identity and one.identity == other.identity)
        )

    sets = [
        chosen
        for size in range(len(candidates) + 1)
        for chosen in combinations(candidates, size)
        if not any(clash(*pair) for pair in combinations(chosen, 2))
    ]

    found = best_independent(candidates)

    assert tuple(found) in sets
    assert joint([candidate.strength for candidate in found]) == pytest.approx(
        max(joint([candidate.strength for candidate in chosen]) for chosen in sets), abs=1e-12
    )


def test_root_that_was_reached_is_named_and_not_its_copy() -> None:
    records = [primary("p", 0.8, identity="same"), primary("q", 0.8, identity="same")]
    records += [derived("m", "p"), derived("n", "q"), derived("both", "p", "q")]

    found = numbers(records)

    assert [found[ref].roots for ref in ("m", "n", "both")] == [("p",), ("q",), ("p", "q")]


def test_of_equal_voices_the_first_by_ref_speaks() -> None:
    records = [primary("n", 0.5), primary("p", 0.8), *(derived(ref, "p", step="copy") for ref in "acb")]

    for order in ("acb", "cba", "bac"):
        found = numbers(records, [Edge("supports", ref, "n") for ref in order])["n"]

        assert found.supporters == ("a",)


def test_copy_gives_way_when_it_can_speak_for_other_roots() -> None:
    """A copy rests on p as well as on q; beside another that rests on p both are heard."""
    records = [
        primary("n", 0.5),
        primary("p", 0.7),
        primary("q", 0.6),
        derived("x", "p", step="copy", identity="same"),
        derived("y", "q", step="copy", identity="same"),
        derived("z", "p", step="leap"),
    ]
    edges = [Edge("supports", ref, "n") for ref in ("x", "y", "z")]

    found = numbers(records, edges)["n"]

    assert found.supporters == ("x", "z")
    assert found.support == 0.15 * tanh(0.7 + 0.9 * 0.7)
