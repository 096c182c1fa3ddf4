"""The explanation says in words what a reader should know."""

import pytest

from caveat.model.assessment import Explanation, LeftOut
from caveat.model.errors import RefNotFound
from caveat.model.records import Edge, Tally
from caveat.trust.explanation import explain, explain_reliability
from caveat.trust.graph import build_graph
from tests.trust.building import derived, primary


def tree(records, edges=(), ref: str = "n", *, as_of: float = 0.0, **options) -> Explanation:
    return explain(ref, build_graph(records, edges), as_of=as_of, **options)


def part(node: Explanation, name: str) -> Explanation:
    found = find(node, name)
    assert found is not None, name
    return found


def find(node: Explanation, name: str) -> Explanation | None:
    if node.name == name:
        return node
    return next((found for child in node.children if (found := find(child, name))), None)


def test_terms_have_their_names() -> None:
    node = tree([primary("n", 0.9)])

    assert [part(node, name).value for name in ("multiplier", "trust", "credibility", "prior")] == [
        pytest.approx(0.95),
        0.9,
        0.9,
        0.9,
    ]
    assert [part(node, name).value for name in ("support", "challenge", "witness", "freshness")] == [
        0,
        0,
        0.9,
        1,
    ]


def test_declared_says_where_it_is_from() -> None:
    assert part(tree([primary("n", 1.0, declared_by="kind contract")]), "declared").detail == "kind contract"
    assert part(tree([primary("n")]), "declared").detail.startswith("undeclared")


def test_step_that_is_not_stated_is_said_to_be_so() -> None:
    records = [primary("p", 0.9), primary("q", 0.8)]

    unstated = tree([*records, derived("n", "p", "q")])
    stated = tree([*records, derived("n", "p", step="copy")])

    assert part(unstated, "retention").detail == "synthesis (step not stated)"
    assert part(unstated, "weakest link").detail == "q, the weakest of 2 sources"
    assert part(unstated, "weakest link").refs == ("q",)
    assert part(stated, "retention").detail == "copy"


def test_prior_follows_the_least_credible_source_and_reliability_the_least_reliable() -> None:
    records = [primary("p", 0.9), primary("q", 0.8), primary("x", 1.0), derived("n", "p", "q")]
    graph = build_graph(records, [Edge("contradicts", "x", "p")])

    assert part(explain("n", graph, as_of=0.0), "weakest link").refs == ("p",)
    assert part(explain_reliability("n", graph, as_of=0.0), "weakest link").refs == ("q",)


def test_calibration_tells_its_counts() -> None:
    record = primary("n", 0.9, asserted_by="A")
    wrong = (("c", 0.9), ("d", 0.6))

    node = part(tree([record], tallies={"A": Tally(5, wrong)}), "calibration")
    few = part(tree([record], tallies={"A": Tally(2, wrong)}), "calibration")

    assert (node.value, node.detail) == (1 - 1.5 / 5, "A: 5 other claims, 2 of them wrong")
    assert few.value == 1.0 and few.detail.endswith("fewer than 3, so they do not score")
    assert part(tree([record]), "calibration").value == 1.0
    assert "no author" in part(tree([primary("n")]), "calibration").detail


def test_supporters_that_have_no_voice_are_named_with_the_reason() -> None:
    records = [
        primary("n", 0.5),
        primary("p", 0.8),
        derived("a", "p", step="copy"),
        derived("b", "p", step="leap"),
        derived("echo", "n"),
        primary("gone", 0.9, status="retracted"),
    ]
    edges = [Edge("supports", ref, "n") for ref in ("a", "b", "echo", "gone", "n")]

    node = part(tree(records, edges), "support")

    assert node.detail == "one voice supports it"
    assert part(node, "supporter").refs == ("a",)
    assert node.left_out == (
        LeftOut("b", "same voice as a"),
        LeftOut("echo", "echo: it rests only on what the record rests on"),
        LeftOut("gone", "inactive: retracted"),
        LeftOut("n", "self"),
    )


def test_challengers_are_named_with_what_became_of_them() -> None:
    records = [
        primary("n", 0.9, verified=31.0),
        primary("x", 0.8),
        primary("y", 0.8),
        primary("z", 0.8),
        primary("old", 0.8, status="superseded"),
        primary("nil", 0.0),
    ]
    edges = [
        Edge("contradicts", "x", "n", at=40.0),
        Edge("concerns", "z", "n"),
        Edge("contradicts", "y", "n", at=31.0),
        Edge("contradicts", "old", "n"),
        Edge("contradicts", "nil", "n"),
        Edge("contradicts", "y", "x"),
    ]

    node = part(tree(records, edges), "challenge")

    told = [child.detail for child in part(node, "challengers").children]
    assert told == [
        "x contradicts it; itself contested, which takes nothing from its weight",
        "z concerns it, which weighs 0.5",
    ]
    assert node.left_out == (
        LeftOut("nil", "it weighs nothing: its reliability is 0"),
        LeftOut("old", "inactive: superseded"),
        LeftOut("y", "settled by the verification of 1970-02-01"),
    )


def test_witnesses_are_chosen_and_the_others_have_their_reason() -> None:
    records = [
        primary("n", 0.5, is_grounded=True, verified=31.0, asserted_by="A"),
        primary("w", 0.8, is_grounded=True),
        derived("kin", "w"),
        primary("loose", 0.8),
        primary("own", 0.8, is_grounded=True, asserted_by="A"),
        primary("plain", 0.8, is_grounded=True),
    ]
    edges = [Edge("supports", ref, "n", is_confirmed=True) for ref in ("w", "kin", "loose", "own")]

    node = part(tree(records, [*edges, Edge("supports", "plain", "n")]), "witness")

    assert [(child.name, child.value) for child in node.children] == [
        ("independent witness", 0.8),
        ("human", 0.95),
        ("own prior", 0.5),
    ]
    assert node.children[1].detail == "a human verified it on 1970-02-01"
    assert node.left_out == (
        LeftOut("kin", "shares a root with w"),
        LeftOut("loose", "not grounded: none of its roots is stored and stated"),
        LeftOut("own", "by the same author as the record"),
        LeftOut("plain", "not confirmed by a human or a matcher"),
    )


def test_more_candidates_than_were_looked_at_are_counted() -> None:
    records = [primary("n", 0.5), *(primary(f"w{i:02}", 0.1, is_grounded=True) for i in range(14))]
    edges = [Edge("supports", f"w{i:02}", "n", is_confirmed=True) for i in range(14)]

    node = part(tree(records, edges), "witness")

    assert node.detail == "2 weaker candidates were not looked at"
    assert [left.reason for left in node.left_out] == ["not among the 12 strongest"] * 2


def test_clipping_is_said() -> None:
    records = [primary("n", 1.0), primary("s", 1.0)]

    assert part(tree(records, [Edge("supports", "s", "n")]), "credibility").detail == "clipped from 1.114"


def test_freshness_tells_age_and_half_life() -> None:
    node = part(tree([primary("n", 0.9, volatility="fast", created=10.0)], as_of=100.0), "freshness")

    assert node.value == 0.5
    assert [(child.name, child.value) for child in node.children[0].children] == [
        ("age", 90.0),
        ("half-life", 90.0),
    ]
    assert part(node, "age").detail == "days since it was created on 1970-01-11"


@pytest.mark.parametrize(
    ("fields", "detail"),
    [
        ({}, "static (not declared): it does not age"),
        ({"volatility": "static"}, "static: it does not age"),
        ({"volatility": "slow"}, "slow, but undated: its age is unknown"),
    ],
)
def test_record_that_does_not_age_says_why(fields: dict, detail: str) -> None:
    assert part(tree([primary("n", 0.9, **fields)]), "freshness").detail == detail


def test_retracted_record_is_explained_in_one_word() -> None:
    node = tree([primary("n", 0.9, status="retracted")])

    assert node.value == 0.5 and part(node, "credibility").detail.startswith("retracted")


def test_unknown_record_is_refused() -> None:
    with pytest.raises(RefNotFound, match="gone: no such record"):
        tree([primary("n")], ref="gone")


def test_day_outside_of_every_calendar_is_still_told() -> None:
    node = tree([primary("n", 0.9, volatility="slow", created=-1e9)])

    assert part(node, "age").detail == "days since it was created on day -1e+09"
