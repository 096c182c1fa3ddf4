"""Loading only what is reached gives what loading everything gives."""

from hypothesis import given
from hypothesis import strategies as st

from caveat.model.records import Edge, Record
from caveat.trust.assess import assess
from caveat.trust.calibration import claims_in, tallies
from caveat.trust.explanation import explain
from caveat.trust.graph import build_graph
from caveat.trust.reach import assess_through, known_of, reach
from tests.trust.building import AS_OF, Memory, World, derived, primary, whole, worlds


@given(worlds(cyclic=True, most=14), st.data())
def test_reached_part_agrees_with_the_whole(world: World, data) -> None:
    refs = data.draw(st.lists(st.sampled_from([record.ref for record in world.records]), max_size=3))
    complete = whole(world)

    found = assess_through(refs, Memory(world), as_of=AS_OF)

    assert found == {ref: complete[ref] for ref in refs}


@st.composite
def disputed_worlds(draw) -> World:
    """
    A world whose authors have claims enough to be calibrated, many of them disputed: models' texts, cycles,
    missing sources, copies, judges that are old, retracted or of the same author.
    """
    world = draw(worlds(cyclic=True, most=9))
    flags = st.booleans()
    records = [
        record._replace(
            kind="claim" if draw(st.integers(0, 3)) else "note",
            is_model_text=draw(flags),
            sources=(*record.sources, "gone") if draw(st.integers(0, 9)) == 9 else record.sources,
            asserted_by=draw(st.sampled_from(["A", "A", "B", None])),
        )
        for record in world.records
    ]
    refs = st.sampled_from([record.ref for record in records])
    verdicts = st.builds(
        Edge,
        st.sampled_from(["contradicts", "contradicts", "supersedes"]),
        refs,
        refs,
        at=st.sampled_from([None, 20.0, 120.0]),
        because=st.sampled_from(["updated", "corrected"]),
    )
    return World(tuple(records), (*world.edges, *draw(st.lists(verdicts, min_size=2, max_size=12))))


@given(disputed_worlds(), st.data())
def test_reached_part_agrees_with_the_whole_however_much_is_disputed(world: World, data) -> None:
    refs = data.draw(st.lists(st.sampled_from([record.ref for record in world.records]), max_size=2))
    complete = whole(world)

    found = assess_through(refs, Memory(world), as_of=AS_OF)

    assert found == {ref: complete[ref] for ref in refs}


@given(disputed_worlds(), st.data())
def test_authors_fare_in_the_reached_part_as_in_the_whole(world: World, data) -> None:
    ref = data.draw(st.sampled_from([record.ref for record in world.records]))
    graph = build_graph(*world)
    claims = claims_in(graph)

    known = known_of(reach([ref], Memory(world)))

    assert known.tallies == tallies(known.tallies, graph, claims)


def test_ancestors_of_disputed_claims_and_idle_judges_are_not_loaded() -> None:
    claims = [Record(f"c{i}", kind="claim", declared=0.9, asserted_by="A") for i in range(4)]
    world = World(
        (
            *(claim._replace(sources=(f"s{i}",)) for i, claim in enumerate(claims)),
            *(primary(f"s{i}", 0.9) for i in range(6)),
            primary("n", 0.9, asserted_by="A"),
            derived("old", "s4", status="superseded"),
            derived("new", "s5"),
            derived("fix", "s4"),
        ),
        (
            Edge("contradicts", "old", "c0"),
            Edge("contradicts", "new", "c1"),
            Edge("supersedes", "fix", "c2", because="corrected"),
        ),
    )
    memory = Memory(world)

    found = assess_through(["n"], memory, as_of=0.0)["n"]

    assert found.calibration == 1 - 1.8 / 4
    assert memory.asked == {"n", "c0", "c1", "c2", "old", "new", "fix", "s5"}


def test_unknown_ref_is_absent() -> None:
    assert assess_through(["gone"], Memory(World((), ())), as_of=0.0) == {}


def test_disputed_claims_of_an_author_are_loaded_with_their_critics() -> None:
    claims = [Record(f"c{i}", kind="claim", declared=0.9, asserted_by="A") for i in range(4)]
    world = World(
        (*claims, primary("n", 0.9, asserted_by="A"), primary("p", 0.9), derived("x", "p"), primary("far")),
        (Edge("contradicts", "x", "c0"), Edge("supports", "far", "p")),
    )
    memory = Memory(world)

    found = assess_through(["n"], memory, as_of=0.0)["n"]

    assert found.calibration == 1 - 0.9 / 4
    assert memory.asked == {"n", "c0", "x", "p"}


def test_deep_pedigree_takes_one_call_a_generation() -> None:
    records = [primary("r0", 0.9), *(derived(f"r{i}", f"r{i - 1}") for i in range(1, 6))]
    memory = Memory(World(tuple(records), ()))

    assess_through(["r5"], memory, as_of=0.0)

    assert memory.calls == 6 + 1


def test_what_is_said_of_a_critic_is_not_loaded() -> None:
    world = World(
        (primary("n", 0.9), primary("x", 0.9), primary("y", 0.9)),
        (Edge("contradicts", "x", "n"), Edge("contradicts", "y", "x")),
    )
    memory = Memory(world)

    known = known_of(reach(["n"], memory))

    assert set(known.graph.records) == {"n", "x"}
    assert assess(["n"], known.graph, as_of=0.0, tallies=known.tallies)["n"].challengers == ("x",)
    assert explain("n", known.graph, as_of=0.0, tallies=known.tallies).value < 0.8
