"""What every implementation of the arithmetic must show."""

from itertools import pairwise
from math import fsum, tanh

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.model.records import Edge, Record
from caveat.trust.explanation import explain, explain_reliability, recompute
from caveat.trust.graph import build_graph
from tests.trust.building import AS_OF, SHARES, World, numbers, whole, worlds

ULPS = 1e-12
SHARE_FIELDS = (
    "reliability",
    "prior",
    "support",
    "witness",
    "challenge",
    "credibility",
    "freshness",
    "trust",
    "multiplier",
    "calibration",
)


def reckoned(world: World, kappas: dict[str, float] | None = None):
    return numbers(*world, as_of=AS_OF, calibration=kappas or {})


@given(worlds(cyclic=True), st.randoms(use_true_random=False))
def test_order_of_records_and_edges_makes_no_difference(world: World, chance) -> None:
    records, edges = list(world.records), list(world.edges)
    chance.shuffle(records)
    chance.shuffle(edges)

    assert whole(World(tuple(records), tuple(edges))) == whole(world)
    assert build_graph(records, edges).findings == build_graph(*world).findings


@given(worlds(cyclic=True))
def test_every_number_lies_in_its_range(world: World) -> None:
    for found in whole(world).values():
        assert all(0.0 <= getattr(found, field) <= 1.0 for field in SHARE_FIELDS)
        assert 0.5 <= found.multiplier and found.support <= 0.15 and found.challenge <= 0.6


@given(worlds(), st.data())
def test_support_or_confirmation_never_lowers_its_target(world: World, data) -> None:
    refs = st.sampled_from([record.ref for record in world.records])
    edge = Edge("supports", data.draw(refs), data.draw(refs), is_confirmed=data.draw(st.booleans()))

    before = reckoned(world)[edge.target].credibility
    after = reckoned(World(world.records, (*world.edges, edge)))[edge.target].credibility

    assert after >= before - ULPS


@given(worlds(), st.data())
def test_verification_never_lowers_credibility(world: World, data) -> None:
    target = data.draw(st.sampled_from(world.records))
    verified = target._replace(verified=max(target.verified or 0.0, data.draw(st.floats(0, 200))))
    after = tuple(verified if record is target else record for record in world.records)

    assert (
        reckoned(World(after, world.edges))[target.ref].credibility
        >= reckoned(world)[target.ref].credibility - ULPS
    )


@given(worlds(), st.data())
def test_contradiction_never_raises_its_target(world: World, data) -> None:
    refs = st.sampled_from([record.ref for record in world.records])
    kind = data.draw(st.sampled_from(["contradicts", "concerns"]))
    edge = Edge(kind, data.draw(refs), data.draw(refs), at=data.draw(st.none() | st.floats(0, 200)))

    before = reckoned(world)[edge.target].credibility
    after = reckoned(World(world.records, (*world.edges, edge)))[edge.target].credibility

    assert after <= before


@given(worlds(), st.data())
def test_retracting_a_challenger_restores_the_number_exactly(world: World, data) -> None:
    target = data.draw(st.sampled_from(world.records)).ref
    critic = Record("critic", declared=data.draw(SHARES))
    edge = Edge("contradicts", "critic", target)
    retracted = World((*world.records, critic._replace(status="retracted")), (*world.edges, edge))

    assert reckoned(retracted)[target] == reckoned(world)[target]


@given(SHARES, st.floats(0.5, 1), st.lists(SHARES, max_size=6), st.lists(SHARES, max_size=6))
def test_plain_claims_follow_the_plain_formula(stated, kappa, supporters, challengers) -> None:
    records = [Record("a", kind="claim", declared=stated, asserted_by="A")]
    records += [Record(f"s{i}", declared=share) for i, share in enumerate(supporters)]
    records += [Record(f"x{i}", declared=share) for i, share in enumerate(challengers)]
    edges = [Edge("supports", f"s{i}", "a", is_confirmed=True) for i in range(len(supporters))]
    edges += [Edge("contradicts", f"x{i}", "a") for i in range(len(challengers))]

    found = numbers(records, edges, calibration={"A": kappa})["a"].credibility

    plain = stated * kappa + 0.15 * tanh(fsum(supporters)) - 0.60 * tanh(fsum(challengers))
    assert found == min(1.0, max(0.0, plain))


@given(worlds(cyclic=True))
def test_without_evidence_and_verifications_credibility_is_reliability(world: World) -> None:
    records = [record._replace(verified=None) for record in world.records]

    for found in numbers(records, calibration={"A": 0.7, "B": 0.9}).values():
        assert found.credibility == found.reliability


@given(worlds(cyclic=True))
def test_explanation_recomputes_to_the_number(world: World) -> None:
    graph = build_graph(*world)
    kappas = {"A": 0.7, "B": 0.9}
    for ref, found in reckoned(world, kappas).items():
        tree = explain(ref, graph, as_of=AS_OF, calibration=kappas)
        pedigree = explain_reliability(ref, graph, as_of=AS_OF, calibration=kappas)

        assert tree.value == pytest.approx(found.multiplier, abs=ULPS)
        assert pedigree.value == pytest.approx(found.reliability, abs=ULPS)
        for node in [*nodes(tree), *nodes(pedigree)]:
            assert recompute(node) == pytest.approx(node.value, abs=ULPS)


def nodes(tree):
    yield tree
    for child in tree.children:
        yield from nodes(child)


@given(worlds())
def test_no_two_different_trusts_tie(world: World) -> None:
    found = sorted(reckoned(world).values(), key=lambda number: number.trust)

    for lower, higher in pairwise(found):
        # Closer than the grain of a number around 1 no double can tell them apart.
        assert lower.multiplier < higher.multiplier or higher.trust - lower.trust < ULPS
