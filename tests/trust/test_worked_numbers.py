"""The worked numbers of the specification."""

import pytest

from caveat.model.records import Edge, Tally
from caveat.trust.calibration import kappa
from tests.trust.building import derived, numbers, primary


def close(expected: float, digits: float = 5e-4):
    return pytest.approx(expected, abs=digits)


@pytest.mark.parametrize(("contradictions", "expected"), [(0, 0.90), (1, 0.44), (2, 0.32)])
def test_new_claim_falls_with_each_contradiction(contradictions: int, expected: float) -> None:
    records = [primary("a", 0.9), *(primary(f"x{i}", 1.0) for i in range(contradictions))]
    edges = [Edge("contradicts", f"x{i}", "a") for i in range(contradictions)]

    assert numbers(records, edges)["a"].credibility == close(expected, 5e-3)


def test_reliability_falls_step_by_step() -> None:
    found = numbers(
        [
            primary("transcript", 0.99),
            primary("contract", 1.0),
            primary("scrape", 0.80),
            derived("clean", "transcript", step="copy"),
            derived("summary", "clean", step="summary"),
            derived("synthesis", "summary", "contract", step="synthesis"),
            derived("weave", "synthesis", "scrape", step="weave"),
            derived("leap", "weave", step="leap"),
        ]
    )

    chain = [found[ref].reliability for ref in ("clean", "summary", "synthesis", "weave", "leap")]
    assert chain == pytest.approx([0.99, 0.9702, 0.931392, 0.76, 0.684], abs=1e-12)
    assert [found[ref].tier for ref in ("contract", "clean", "synthesis", "weave", "leap")] == [0, 1, 3, 4, 5]
    assert found["weave"].weakest == "scrape" and found["scrape"].weakest is None


@pytest.mark.parametrize(("days", "expected"), [(90, 0.49), (180, 0.245)])
def test_fast_price_loses_half_its_trust_in_ninety_days(days: float, expected: float) -> None:
    price = primary("p", 0.98, volatility="fast", created=0.0)

    assert numbers([price], as_of=days)["p"].trust == close(expected, 1e-12)


@pytest.mark.parametrize(("witnesses", "expected"), [(0, 0.8), (1, 0.96), (2, 0.992), (3, 0.9984)])
def test_independent_confirmed_witnesses_settle_a_web_note(witnesses: int, expected: float) -> None:
    records = [primary(ref, 0.8, is_grounded=True) for ref in ("n", *(f"w{i}" for i in range(witnesses)))]
    edges = [Edge("supports", f"w{i}", "n", is_confirmed=True) for i in range(witnesses)]

    assert numbers(records, edges)["n"].credibility == close(expected, 1e-12)


def test_ten_copies_of_its_own_wire_story_add_nothing() -> None:
    records = [primary("wire", 0.8, is_grounded=True), derived("n", "wire", step="copy")]
    records += [derived(f"w{i}", "wire", step="copy") for i in range(10)]
    edges = [Edge("supports", f"w{i}", "n", is_confirmed=True) for i in range(10)]

    assert numbers(records, edges)["n"].credibility == close(0.8, 1e-12)


def test_ten_copies_of_another_claim_are_one_voice() -> None:
    records = [primary("a", 0.5), primary("o", 0.6)]
    records += [derived(f"k{i}", "o", step="copy") for i in range(10)]
    ten = [Edge("supports", f"k{i}", "a") for i in range(10)]

    assert numbers(records, ten)["a"] == numbers(records, ten[:1])["a"]


def test_human_raises_credibility_and_not_reliability() -> None:
    found = numbers(
        [
            primary("web", 0.8, is_grounded=True),
            derived("s1", "web", step="summary"),
            derived("s2", "s1", step="weave"),
            derived("n", "s2", step="leap", verified=10.0),
        ],
        as_of=10.0,
    )["n"]

    assert found.credibility == close(0.9835, 5e-5)
    assert found.reliability == close(0.67, 5e-3)


def test_ten_other_claims_of_which_three_are_contradicted() -> None:
    assert kappa(10, 2.7) == pytest.approx(0.73, abs=1e-12)
    wrong = (("x", 0.9), ("y", 0.9), ("z", 0.9))
    record = primary("c", 1.0, kind="claim", asserted_by="A")

    found = numbers([record], tallies={"A": Tally(11, wrong)})["c"]

    assert found.calibration == pytest.approx(0.73, abs=1e-12)


def test_contradiction_of_a_source_flows_downstream() -> None:
    records = [primary("web", 0.8), primary("doc", 1.0), derived("syn", "web")]

    before, after = numbers(records), numbers(records, [Edge("contradicts", "doc", "web")])

    assert before["syn"].credibility == close(0.768)
    assert after["web"].credibility == close(0.343)
    assert after["syn"].credibility == close(0.329)
    assert after["syn"].reliability == before["syn"].reliability
