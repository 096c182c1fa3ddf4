"""Order: one candidate a record, heads in the place of what they replace, ties that share a rank."""

import pytest

from caveat.model.policy import DEFAULT_POLICY
from caveat.model.records import Edge, Record
from caveat.model.search import Match
from caveat.rank.explanation import explain_score
from caveat.rank.order import Candidate, candidates, heads, order, replace
from caveat.trust.assess import assess
from caveat.trust.explanation import explain, recompute
from caveat.trust.graph import build_graph


def candidate(ref: str, relevance: float, **fields: object) -> Candidate:
    return Candidate(ref, (1,), relevance * 10, relevance, **fields)  # type: ignore[arg-type]


def test_a_record_is_there_once_with_its_best_chunk() -> None:
    found = candidates([Match("a", 1, 4.0), Match("b", 2, 2.0), Match("a", 3, 1.0)], (), limit=10)

    assert [("a", (1, 3), 1.0), ("b", (2,), 0.5)] == [(c.ref, c.chunks, c.relevance) for c in found]


def test_what_is_named_exactly_is_never_cut_and_needs_no_match() -> None:
    found = candidates([Match("a", 1, 4.0), Match("b", 2, 2.0)], ("b", "c"), limit=1)

    assert [("a", False), ("b", True), ("c", True)] == [(c.ref, c.is_exact) for c in found]
    assert 1.0 == found[-1].relevance


def test_what_stands_near_the_best_chunk_counts_in_part_and_what_stands_far_does_not() -> None:
    near, far = Match("near", 10, 3.0), Match("far", 20, 3.0)
    matches = [Match("one", 1, 4.0), near, far, Match("near", 12, 2.5), Match("far", 40, 2.5)]
    words = [[Match("one", 1, 4.0), near, far], [Match("near", 12, 2.5), Match("far", 40, 2.5)]]
    found = {c.ref: c.raw_score for c in candidates(matches, (), limit=10, words=words)}

    assert {"near": 4.25, "one": 4.0, "far": 3.0} == found
    assert ["near", "one", "far"] == list(found)
    assert 4.25 == candidates(matches, (), limit=1, words=words)[0].raw_score


def record(ref: str, **fields: object) -> Record:
    return Record(ref, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ([("b", "a", 1.0)], {"a": "b"}),
        ([("b", "a", 1.0), ("c", "b", 2.0)], {"a": "c", "b": "c"}),
        ([("b", "a", 1.0), ("c", "a", 2.0)], {"a": "c"}),
        ([("b", "a", 3.0), ("c", "a", None)], {"a": "b"}),
        ([("b", "a", 1.0), ("a", "b", 2.0)], {}),
        ([("gone", "a", 1.0)], {}),
    ],
)
def test_the_head_is_the_last_that_stands(
    edges: list[tuple[str, str, float | None]], expected: dict[str, str]
) -> None:
    old = {target for _, target, _ in edges}
    records = {r: record(r, status="superseded" if r in old else "active") for r in "abc"}
    into = {t: [Edge("supersedes", s, t, at=at) for s, t2, at in edges if t2 == t] for t in old}

    assert expected == heads(sorted(old & records.keys()), records, lambda ref: into.get(ref, []))


def test_a_head_that_was_taken_back_replaces_nothing() -> None:
    records = {"a": record("a", status="superseded"), "b": record("b", status="retracted")}

    assert {} == heads(["a"], records, lambda ref: [Edge("supersedes", "b", "a")] if ref == "a" else [])


def test_a_head_inherits_relevance_and_the_exact_name() -> None:
    found = replace([candidate("old", 1.0, is_exact=True), candidate("new", 0.2)], {"old": "new"})

    assert [("new", 1.0, True, ("old",))] == [(c.ref, c.relevance, c.is_exact, c.replaces) for c in found]


def test_equal_scores_share_a_rank_and_the_later_verified_stands_first() -> None:
    records = {
        "a": record("a", verified=1.0),
        "b": record("b", verified=2.0),
        "c": record("c"),
        "d": record("d"),
    }
    listed = [candidate("d", 0.5), *(candidate(ref, 1.0) for ref in "abc")]
    ranked = order(listed, records, None, DEFAULT_POLICY)

    assert [("b", 1), ("a", 1), ("c", 1), ("d", 4)] == [(r.candidate.ref, r.rank) for r in ranked]


def test_scores_are_products_that_their_explanation_recomputes() -> None:
    records = [
        record("a", declared=0.8, record_class="log", created=0.0, volatility="slow"),
        record("b", sources=("a",), step="leap", record_class="skill"),
    ]
    graph = build_graph(records, [])
    found = assess(["a", "b"], graph, as_of=100.0)
    ranked = order([candidate("a", 1.0), candidate("b", 0.9)], graph.records, found, DEFAULT_POLICY)

    for r in ranked:
        ref = r.candidate.ref
        weight = {"a": 0.55, "b": 1.2}[ref]
        tree = explain_score(r, explain(ref, graph, as_of=100.0), weight)

        assert r.score == r.candidate.relevance * found[ref].multiplier * weight
        assert recompute(tree) == pytest.approx(r.score, abs=1e-12)


def test_what_is_named_exactly_stands_first_whatever_its_score() -> None:
    records = {"a": record("a"), "b": record("b")}
    ranked = order([candidate("a", 1.0), candidate("b", 0.1, is_exact=True)], records, None, DEFAULT_POLICY)

    assert ["b", "a"] == [r.candidate.ref for r in ranked]
