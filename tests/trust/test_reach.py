"""Loading only what is reached gives what loading everything gives."""

from hypothesis import given
from hypothesis import strategies as st

from caveat.model.records import Edge, Record
from caveat.trust.assess import assess
from caveat.trust.explanation import explain
from caveat.trust.reach import assess_through, known_of, reach
from tests.trust.building import AS_OF, Memory, World, derived, primary, whole, worlds


@given(worlds(cyclic=True, most=14), st.data())
def test_reached_part_agrees_with_the_whole(world: World, data) -> None:
    refs = data.draw(st.lists(st.sampled_from([record.ref for record in world.records]), max_size=3))
    complete = whole(world)

    found = assess_through(refs, Memory(world), as_of=AS_OF)

    assert found == {ref: complete[ref] for ref in refs}


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
