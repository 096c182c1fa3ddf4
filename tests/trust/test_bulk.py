"""The whole-graph engine gives the numbers of the lazy one."""

import json
import subprocess
import sys
from math import tanh
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.model.assessment import Assessment
from caveat.model.errors import InputError
from caveat.model.policy import DEFAULT_POLICY, Policy
from caveat.model.records import Edge, Record
from caveat.trust.assess import assess
from caveat.trust.calibration import claims_in, tallies
from caveat.trust.graph import build_graph
from tests.trust.building import AS_OF, World, derived, primary, worlds

np = pytest.importorskip("numpy")

from caveat.trust import bulk, bulk_roots  # noqa: E402

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "trust.json").read_text(encoding="utf-8"))
ULPS = 1e-12
SHARES = (*Assessment._fields[2:12], "root_freshness")
EXACT = (
    "ref",
    "tier",
    "volatility",
    "is_grounded",
    "is_undeclared",
    "has_aged_source",
    "is_approved",
    "stands_on_retracted",
    "stands_on_superseded",
)


def in_bulk(
    world: World, *, as_of: float, policy: Policy = DEFAULT_POLICY, calibration=None, plan=None
) -> dict[str, Assessment]:
    columns = bulk.columns(*world)
    if calibration is not None:
        calibration = np.array([calibration.get(author, 1.0) for author in columns.authors])
    plan = plan or bulk.plan(columns, witness_limit=policy.witness_limit)
    arrays = bulk.assess_all(columns, plan, as_of=as_of, policy=policy, calibration=calibration)
    assessments: dict[str, Assessment] = bulk.to_assessments(arrays, columns, plan)
    return assessments


def one_by_one(world: World, *, as_of: float, policy: Policy = DEFAULT_POLICY, calibration=None):
    graph = build_graph(*world)
    claims = claims_in(graph)
    known = {} if calibration is not None else tallies(claims, graph, claims, policy=policy)
    return assess(graph.records, graph, as_of=as_of, policy=policy, tallies=known, calibration=calibration)


def assert_equal(world: World, *, as_of: float = AS_OF, **options) -> dict[str, Assessment]:
    expected, actual = one_by_one(world, as_of=as_of, **options), in_bulk(world, as_of=as_of, **options)

    assert sorted(expected) == list(actual)
    for ref, found in actual.items():
        for field in SHARES:
            assert getattr(expected[ref], field) == pytest.approx(getattr(found, field), abs=ULPS), (
                ref,
                field,
            )
        for field in EXACT:
            assert getattr(expected[ref], field) == getattr(found, field), (ref, field)
        # Of two sources that differ by less than rounding either may be called the weakest.
        for field, share in (("weakest", "reliability"), ("weakest_prior", "credibility")):
            names = getattr(expected[ref], field), getattr(found, field)
            one, other = (name and getattr(expected[name], share) for name in names)
            assert one == other if one is None else one == pytest.approx(other, abs=ULPS)
    return actual


def case_world(case: dict) -> World:
    records = [
        Record(
            item["id"],
            declared=item["declared"],
            sources=tuple(item["sources"]),
            step=item["step"],
            asserted_by=item["asserted_by"],
            volatility=item["volatility"],
            is_grounded=item["grounded"],
            status=item["status"],
            created=item["created_day"],
            verified=item["verified_day"],
        )
        for item in case["records"]
    ]
    edges = [
        Edge(item["kind"], item["source"], item["target"], item["day"], item["confirmed"])
        for item in case["edges"]
    ]
    return World(tuple(records), tuple(edges))


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["name"])
def test_engines_agree_on_every_vector(case: dict) -> None:
    found = assert_equal(case_world(case), as_of=case["as_of_day"], calibration=case["calibration"])

    for ref, numbers in case["expect"].items():
        for field, expected in numbers.items():
            assert getattr(found[ref], field) == pytest.approx(expected, abs=VECTORS["tolerance"])


@st.composite
def varied(draw, most: int = 14) -> World:
    """A random world, some of its verifications pinned or stale, some of its sources missing."""
    world = draw(worlds(cyclic=True, most=most))
    flags = st.booleans()
    records = [
        record._replace(
            is_pinned=draw(flags),
            is_stale=draw(flags),
            is_model_text=draw(st.integers(0, 5)) == 5,
            sources=(*record.sources, "gone") if draw(st.integers(0, 9)) == 9 else record.sources,
        )
        for record in world.records
    ]
    return World(tuple(records), world.edges)


@given(varied())
def test_engines_agree_on_random_worlds(world: World) -> None:
    assert_equal(world)


@given(varied(), st.sampled_from([{}, {"A": 0.5}, {"A": 0.7, "B": 0.9, "C": 0.6}]))
def test_engines_agree_with_given_calibration(world: World, calibration: dict) -> None:
    assert_equal(world, calibration=calibration)


@st.composite
def crowded(draw) -> World:
    """A world in which many confirm few: shared roots, shared authors, copies, more than a group takes."""
    roots = [
        Record(f"p{i}", declared=draw(WEIGHTS), is_grounded=draw(st.integers(0, 3)) > 0) for i in range(5)
    ]
    speakers = [
        Record(
            f"s{i:02}",
            declared=draw(WEIGHTS | st.none()),
            sources=tuple(draw(st.lists(st.sampled_from([root.ref for root in roots]), max_size=3))),
            step="copy",
            asserted_by=draw(st.sampled_from([None, None, "A", "B", "C"])),
            identity=draw(st.sampled_from([None] * 4 + ["I", "J"])),
            is_grounded=True,
            status=draw(st.sampled_from(["active"] * 9 + ["superseded", "retracted"])),
        )
        for i in range(draw(st.integers(2, 18)))
    ]
    target = Record(
        "n",
        declared=draw(WEIGHTS),
        sources=tuple(draw(st.lists(st.sampled_from([root.ref for root in roots]), max_size=2))),
        asserted_by=draw(st.sampled_from([None, "A"])),
        is_grounded=draw(st.booleans()),
        verified=draw(st.sampled_from([None, None, 50.0])),
    )
    heard = draw(st.lists(st.sampled_from([*roots, *speakers]), min_size=1, max_size=24))
    edges = [
        Edge("supports", speaker.ref, "n", is_confirmed=draw(st.integers(0, 5)) > 0) for speaker in heard
    ]
    return World((target, *roots, *speakers), tuple(edges))


WEIGHTS = st.sampled_from([0.0, 0.2, 0.5, 0.5, 0.8, 0.9, 1.0])
LIMITS = st.sampled_from([0, 1, 2, 3, 5, 12])


@given(crowded(), LIMITS)
def test_engines_agree_on_crowds(world: World, limit: int) -> None:
    assert_equal(world, policy=DEFAULT_POLICY._replace(witness_limit=limit))


@given(crowded() | varied(), st.sampled_from([0, 1, 7]))
def test_root_sets_that_look_alike_are_spelled_out(world: World, budget: int) -> None:
    """Marks that tell nothing apart, and so little room that the roots are taken in parts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bulk_roots, "bits_of", lambda roots: np.zeros(roots.size, dtype=np.uint64))
        patch.setattr(bulk_roots, "BUDGET", budget)

        assert_equal(world)


def test_equal_root_sets_of_supporters_that_may_be_echoes_are_one_voice() -> None:
    records = [primary(ref, 0.5) for ref in "pqr"]
    records += [derived(ref, "q", "r", step="weave") for ref in ("s", "t")]
    world = World((*records, derived("n", "p", "q")), tuple(Edge("supports", ref, "n") for ref in "st"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bulk_roots, "bits_of", lambda roots: np.zeros(roots.size, dtype=np.uint64))

        found = assert_equal(world)["n"]

    assert found.support == pytest.approx(0.15 * tanh(0.475), abs=ULPS)


def test_copy_does_not_speak_for_the_roots_of_a_superseded_copy() -> None:
    records = (
        primary("p", 0.2),
        primary("old", 0.9, identity="same", status="superseded"),
        derived("new", "p", step="copy", identity="same"),
        primary("n", 0.5),
    )

    found = assert_equal(World(records, tuple(Edge("supports", ref, "n") for ref in ("p", "old", "new"))))

    assert found["n"].support == pytest.approx(0.15 * tanh(0.2), abs=ULPS)


@given(varied(), st.randoms(use_true_random=False))
def test_order_of_records_and_edges_makes_no_difference(world: World, chance) -> None:
    records, edges = list(world.records), list(world.edges)
    chance.shuffle(records)
    chance.shuffle(edges)

    assert in_bulk(World(tuple(records), tuple(edges)), as_of=AS_OF) == in_bulk(world, as_of=AS_OF)


@settings(max_examples=20)
@given(varied(most=9), varied(most=4), st.data())
def test_plan_outlives_numbers_days_and_statuses(world: World, other: World, data) -> None:
    plan = bulk.plan(bulk.columns(*world))
    fields = ("declared", "step", "volatility", "is_grounded", "status", "created", "verified", "is_pinned")
    records = [
        record._replace(
            **{field: getattr(data.draw(st.sampled_from(other.records)), field) for field in fields}
        )
        for record in world.records
    ]
    edges = [edge._replace(at=data.draw(st.none() | st.sampled_from([10.0, 60.0]))) for edge in world.edges]
    changed = World(tuple(records), tuple(edges))

    assert in_bulk(changed, as_of=AS_OF, plan=plan) == in_bulk(changed, as_of=AS_OF)
    assert_equal(changed)


@pytest.mark.parametrize(
    "policy",
    [
        DEFAULT_POLICY._replace(half_life={"static": 1000.0, "fast": 50.0}, aged_source=0.9),
        DEFAULT_POLICY._replace(support_cap=0.4, challenge_cap=0.9, concern_weight=0.2, human_witness=0.5),
        DEFAULT_POLICY._replace(calibration_minimum=1, calibration_floor=0.1, junk_share=0.9, undeclared=0.3),
    ],
    ids=["clocks", "caps", "calibration"],
)
@settings(max_examples=30)
@given(world=varied())
def test_engines_agree_on_other_policies(world: World, policy: Policy) -> None:
    assert_equal(world, policy=policy)


def test_age_of_one_half_life_is_not_below_one_half() -> None:
    records = (
        primary("p", 0.9, volatility="fast", created=10.0),
        derived("n", "p", verified=10.0, is_pinned=True),
    )

    found = assert_equal(World(records, ()), as_of=100.0)["n"]

    assert found.freshness == 0.5 and not found.has_aged_source and found.is_approved


def test_deep_pedigree_and_large_cycle() -> None:
    chain = [
        primary("c0000", 0.9),
        *(derived(f"c{i:04}", f"c{i - 1:04}", step="copy") for i in range(1, 3000)),
    ]
    cycle = [derived(f"o{i:04}", f"o{(i + 1) % 3000:04}") for i in range(3000)]
    below = derived("z", "o0000", "c2999", "gone", step="weave")

    found = assert_equal(World((*chain, *cycle, below), ()))

    assert (found["c2999"].tier, found["o0007"].tier, found["z"].tier) == (2999, 0, 3000)


def test_records_between_two_cycles_keep_their_sources() -> None:
    records = [derived("a", "b"), derived("b", "a"), derived("m", "a", declared=0.5)]
    records += [derived("x", "y", "m"), derived("y", "x"), derived("s", "s", "m")]

    found = assert_equal(World(tuple(records), ()))

    assert [found[ref].tier for ref in "abmxys"] == [0, 0, 1, 2, 0, 2]


def test_thousands_who_say_the_same_are_weighed_as_one_by_one() -> None:
    roots = [primary(f"p{i:02}", 0.5, is_grounded=True) for i in range(40)]
    wide = [
        derived(f"w{i:04}", f"p{i % 40:02}", f"p{i * 7 % 40:02}", asserted_by=f"A{i % 17}", step="weave")
        for i in range(2_000)
    ]
    target = derived("n", "p00", "p01", declared=0.5)
    edges = [Edge("supports", record.ref, "n", is_confirmed=True) for record in wide]
    edges += [Edge("contradicts", record.ref, "p03") for record in wide]

    found = assert_equal(World((target, *roots, *wide), tuple(edges)))

    assert found["n"].witness > 0.9 and found["p03"].challenge > 0.5


def test_model_text_without_a_source_that_counts_declares_nothing() -> None:
    records = [primary("p", 0.9, is_model_text=True, is_grounded=True), primary("q", 0.9)]
    records += [derived("n", "q", declared=0.4, is_model_text=True)]
    records += [derived("lost", "gone", declared=0.9, is_model_text=True)]

    found = assert_equal(World(tuple(records), ()))

    assert [found[ref].credibility for ref in ("p", "n", "lost")] == [0.6, 0.4, 0.6]
    assert not found["p"].is_grounded and found["lost"].is_undeclared


def test_nothing_is_assessed_of_nothing() -> None:
    assert in_bulk(World((), ()), as_of=0.0) == {}


def test_some_assessments_are_those_of_all() -> None:
    world = World((primary("a", 0.9), derived("b", "a"), derived("c", "b")), ())
    columns = bulk.columns(*world)
    plan = bulk.plan(columns)
    arrays = bulk.assess_all(columns, plan, as_of=0.0)

    every = bulk.to_assessments(arrays, columns, plan)

    assert bulk.to_assessments(arrays, columns, plan, [2, 0]) == {"c": every["c"], "a": every["a"]}


def test_plan_of_other_records_is_refused() -> None:
    plan = bulk.plan(bulk.columns([primary("a")], []))

    with pytest.raises(InputError, match="plan is of 1 records and the columns are of 2"):
        bulk.assess_all(bulk.columns([primary("a"), primary("b")], []), plan, as_of=0.0)


def test_plan_for_a_larger_witness_limit_is_refused() -> None:
    columns = bulk.columns([primary("a")], [])

    with pytest.raises(InputError, match="witness_limit is 2; make the plan with that limit"):
        bulk.assess_all(
            columns, bulk.plan(columns), as_of=0.0, policy=DEFAULT_POLICY._replace(witness_limit=2)
        )


@pytest.mark.parametrize("name", ["sources", "speaker", "target"])
def test_column_that_names_no_record_is_refused(name: str) -> None:
    columns = bulk.columns([primary("a"), derived("b", "a")], [Edge("supports", "a", "b")])

    with pytest.raises(InputError, match=f"column '{name}' names record 2 of 2"):
        bulk.plan(columns._replace(**{name: np.array([2], dtype=np.int32)}))


def test_only_the_bulk_modules_import_numpy() -> None:
    """Start-up of every command depends on it."""
    names = [path.stem for path in Path(bulk.__file__).parent.glob("*.py")]
    imports = "; ".join(f"import caveat.trust.{name}" for name in names if not name.startswith(("bulk", "_")))
    code = f"{imports}; import sys; sys.exit('numpy' in sys.modules)"

    assert 0 == subprocess.run([sys.executable, "-c", code], check=False).returncode
