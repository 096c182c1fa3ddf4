"""Records and graphs for the trust tests, and the strategies that make random ones."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from hypothesis import strategies as st

from caveat.model.assessment import Assessment
from caveat.model.records import STEPS, VOLATILITIES, Edge, Record
from caveat.model.store import AuthorClaims
from caveat.trust.assess import assess
from caveat.trust.calibration import claims_in, tallies
from caveat.trust.graph import build_graph

AS_OF = 100.0
CORRECTION = ("supersedes", "corrected")


class World(NamedTuple):
    """Records and edges, complete."""

    records: tuple[Record, ...]
    edges: tuple[Edge, ...]


def primary(ref: str, declared: float | None = None, **fields) -> Record:
    return Record(ref, declared=declared, **fields)


def derived(ref: str, *sources: str, **fields) -> Record:
    return Record(ref, sources=sources, **fields)


def numbers(records: Iterable[Record], edges: Iterable[Edge] = (), *, as_of: float = 0.0, **options):
    """Assessments of all *records* by ref."""
    graph = build_graph(records, edges)
    return assess(graph.records, graph, as_of=as_of, **options)


def whole(world: World, *, as_of: float = AS_OF) -> dict[str, Assessment]:
    """Assessments of everything, calibration from the claims in the world."""
    graph = build_graph(*world)
    claims = claims_in(graph)
    return assess(graph.records, graph, as_of=as_of, tallies=tallies(claims, graph, claims))


class Memory:
    """A store in memory that refuses to be asked for the same ref twice."""

    def __init__(self, world: World) -> None:
        self.graph = build_graph(*world)
        self.by_ref = {record.ref: record for record in world.records}
        self.edges = world.edges
        self.asked: set[str] = set()
        self.asked_evidence: set[str] = set()
        self.calls = 0

    def records(self, refs: Iterable[str]) -> Mapping[str, Record]:
        self.calls += 1
        refs = list(refs)
        assert len(refs) == len(set(refs)) and not self.asked & set(refs)
        self.asked |= set(refs)
        return {ref: self.by_ref[ref] for ref in refs if ref in self.by_ref}

    def verdicts_on(self, refs: Iterable[str]) -> list[Edge]:
        found = self.evidence_into(refs)
        return [e for e in found if e.kind == "contradicts" or (e.kind, e.because) == CORRECTION]

    def evidence_into(self, refs: Iterable[str]) -> list[Edge]:
        self.calls += 1
        refs = set(refs)
        assert not self.asked_evidence & refs
        self.asked_evidence |= refs
        return [edge for edge in self.edges if edge.target in refs]

    def claims_by(self, authors: Iterable[str]) -> Mapping[str, AuthorClaims]:
        self.calls += 1
        claims = claims_in(self.graph)
        return {author: claims[author] for author in authors if author in claims}


SHARES = st.sampled_from([0.0, 0.1, 0.3, 0.45, 0.5, 0.6, 0.8, 0.9, 0.95, 1.0]) | st.floats(0, 1)
DAYS = st.sampled_from([0.0, 20.0, 50.0, 60.0, 100.0, 150.0]) | st.none()
AUTHORS = st.sampled_from([None, "A", "B", "C"])


@st.composite
def _record(draw, number: int, size: int, cyclic: bool) -> Record:
    below = size if cyclic else number
    sources = st.lists(st.sampled_from([f"r{i}" for i in range(max(1, below))]), max_size=3)
    return Record(
        f"r{number}",
        kind=draw(st.sampled_from(["note", "claim"])),
        declared=draw(SHARES | st.none()),
        sources=tuple(draw(sources)) if below else (),
        step=draw(st.sampled_from([None, *STEPS])),
        asserted_by=draw(AUTHORS),
        volatility=draw(st.sampled_from([None, *VOLATILITIES])),
        is_grounded=draw(st.booleans()),
        status=draw(st.sampled_from(["active"] * 6 + ["superseded", "retracted"])),
        created=draw(DAYS),
        verified=draw(st.none() | DAYS),
        identity=draw(st.sampled_from([None] * 8 + ["I", "J"])),
    )


@st.composite
def worlds(draw, *, cyclic: bool = False, most: int = 9) -> World:
    """A random world, its records of every kind; acyclic unless said otherwise."""
    size = draw(st.integers(1, most))
    records = tuple(draw(_record(number, size, cyclic)) for number in range(size))
    refs = st.sampled_from([record.ref for record in records])
    edge = st.builds(
        Edge,
        st.sampled_from(["supports", "supports", "contradicts", "concerns", "supersedes"]),
        refs,
        refs,
        at=DAYS,
        is_confirmed=st.booleans(),
        because=st.sampled_from(["updated", "corrected"]),
    )
    return World(records, tuple(draw(st.lists(edge, max_size=2 * size))))
