"""Pedigrees: missing sources, cycles, long chains, and steps that cannot be what they say."""

import pytest

from caveat.model.records import Edge
from caveat.trust.cycles import ancestors_first, cycles
from caveat.trust.graph import build_graph
from tests.trust.building import derived, numbers, primary


def codes(*records) -> list[str]:
    return [finding.code for finding in build_graph(records, []).findings]


def test_missing_source_is_left_out_with_a_finding() -> None:
    graph = build_graph([primary("a", 0.9), derived("n", "a", "gone", step="copy", path="n.md", line=7)], [])

    assert graph.sources == {"n": ("a",)}
    assert [(f.code, f.path, f.line) for f in graph.findings] == [
        ("copy-of-several", "n.md", 7),
        ("missing-source", "n.md", 7),
    ]


def test_record_without_any_source_left_is_a_primary() -> None:
    found = numbers([derived("n", "gone", has_missing_source=True)])["n"]

    assert (found.tier, found.reliability, found.is_undeclared) == (0, 0.6, True)


def test_two_cycle_is_one_finding_and_both_are_undeclared_primaries() -> None:
    records = [derived("a", "b"), derived("b", "a")]

    finding = build_graph(records, []).findings[0]
    found = numbers(records)

    assert codes(*records) == ["source-cycle"]
    assert finding.message == "sources form a cycle: a, b"
    assert [(n.tier, n.reliability, n.roots) for n in found.values()] == [(0, 0.6, ("a",)), (0, 0.6, ("b",))]


def test_member_of_a_cycle_that_declares_keeps_it() -> None:
    found = numbers([derived("a", "b", kind="claim", declared=0.9), derived("b", "a")])

    assert (found["a"].reliability, found["b"].reliability) == (0.9, 0.6)


def test_record_that_names_itself_ignores_itself() -> None:
    records = [primary("p", 0.9), derived("a", "a", "p", step="leap"), derived("b", "b")]

    found = numbers(records)

    assert codes(*records) == ["source-cycle", "source-cycle"]
    assert (found["a"].tier, found["a"].reliability) == (1, 0.9 * 0.9)
    assert (found["b"].tier, found["b"].reliability) == (0, 0.6)


def test_three_cycle_keeps_its_outside_source() -> None:
    records = [
        primary("p", 1.0),
        derived("a", "c", "p", step="copy"),
        derived("b", "a"),
        derived("c", "b"),
        derived("below", "a", step="copy"),
    ]

    graph = build_graph(records, [])
    found = numbers(records)

    assert graph.sources == {"a": ("p",), "below": ("a",)}
    assert [(found[ref].tier, found[ref].reliability) for ref in ("a", "b", "c")] == [
        (1, 1.0),
        (0, 0.6),
        (0, 0.6),
    ]
    assert (found["below"].tier, found["below"].roots) == (2, ("p",))


def test_interlocked_cycles_are_one_finding() -> None:
    records = [
        derived("a", "b"),
        derived("b", "a", "c"),
        derived("c", "b"),
        derived("d", "c"),
        derived("e", "e"),
    ]

    messages = [finding.message for finding in build_graph(records, []).findings]

    assert messages == ["sources form a cycle: a, b, c", "sources form a cycle: e"]
    assert numbers(records)["d"].tier == 1


def test_cycles_in_a_row_are_two_findings_and_the_order_stands() -> None:
    records = [derived("a", "b"), derived("b", "a"), derived("c", "d", "a"), derived("d", "c")]

    assert cycles("abcd", {"a": ("b",), "b": ("a",), "c": ("d", "a"), "d": ("c",)}) == [
        ("a", "b"),
        ("c", "d"),
    ]
    assert numbers(records)["c"].tier == 1


def test_large_cycle_names_some_members_and_counts_the_rest() -> None:
    records = [derived(f"r{i:02}", f"r{(i + 1) % 20:02}") for i in range(20)]

    assert build_graph(records, []).findings[0].message.endswith("r07 and 12 more")


@pytest.mark.parametrize("is_closed", [False, True])
def test_chain_of_fifty_thousand_is_no_recursion(is_closed: bool) -> None:
    last = 50_000
    records = [derived(f"r{i}", f"r{i - 1}", step="copy") for i in range(1, last + 1)]
    records.append(derived("r0", f"r{last}") if is_closed else primary("r0", 0.9))

    found = numbers(records[-1:] + records[:-1])[f"r{last}"]

    assert found.tier == (0 if is_closed else last)
    assert found.reliability == (0.6 if is_closed else 0.9)


def test_ancestors_come_before_what_was_made_from_them() -> None:
    sources = {"d": ("b", "c"), "b": ("a",), "c": ("a",), "e": ("d",)}

    assert ancestors_first(["d"], sources) == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (derived("n", "a", "b", step="copy"), ["copy-of-several"]),
        (derived("n", "a", step="copy"), []),
        (derived("n", "a", "a", step="copy"), []),
        (derived("n", "a", step="weave"), ["weave-of-one"]),
        (derived("n", "a", step="weave", has_missing_source=True), []),
        (derived("n", "a", "b", step="weave"), []),
        (primary("n", step="weave"), []),
    ],
)
def test_step_that_cannot_be_is_a_finding(record, expected: list[str]) -> None:
    assert codes(primary("a"), primary("b"), record) == expected


def test_edges_of_and_to_nobody_say_nothing() -> None:
    edges = [Edge("contradicts", "gone", "a"), Edge("contradicts", "a", "gone")]

    assert numbers([primary("a", 0.9)], edges)["a"].credibility == 0.9


@pytest.mark.parametrize(
    ("own", "sources", "expected"),
    [
        (None, ["static", "fast", "slow"], "fast"),
        (None, ["static", "slow"], "slow"),
        (None, [None], "static"),
        ("static", ["fast"], "static"),
    ],
)
def test_volatility_is_the_fastest_source_s(own, sources, expected: str) -> None:
    records = [primary(f"s{i}", volatility=pace) for i, pace in enumerate(sources)]
    records.append(derived("mid", *(record.ref for record in records)))
    records.append(derived("n", "mid", volatility=own))

    assert numbers(records)["n"].volatility == expected


@pytest.mark.parametrize(("declared", "expected"), [(-1.0, 0.0), (1.5, 1.0), (float("nan"), 0.6)])
def test_declared_out_of_range_is_brought_back(declared: float, expected: float) -> None:
    assert numbers([primary("a", declared)])["a"].credibility == expected
