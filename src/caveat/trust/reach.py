"""Reach: everything that has to be loaded to assess some records exactly, in few rounds."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from caveat.model.assessment import Assessment
from caveat.model.policy import DEFAULT_POLICY, Policy
from caveat.model.records import EVIDENCE, Day, Edge, Record, Tally
from caveat.model.store import AuthorClaims, RecordSource
from caveat.trust.assess import assess
from caveat.trust.calibration import tallies
from caveat.trust.graph import Graph, build_graph


class Reached(NamedTuple):
    """
    What was loaded.

    Attributes:
        records: By ref.
        edges: Evidence about the records asked for, their ancestors and the disputed claims, each once.
        author_claims: Claims of every author whose calibration matters.
    """

    records: Mapping[str, Record]
    edges: list[Edge]
    author_claims: Mapping[str, AuthorClaims]


class Known(NamedTuple):
    """
    A graph that is complete for some records, and how its authors have fared.

    Attributes:
        graph: From `build_graph`.
        tallies: By author.
    """

    graph: Graph
    tallies: Mapping[str, Tally]


def reach(refs: Iterable[str], source: RecordSource) -> Reached:
    """
    Everything that the numbers of *refs* depend on: assessing it gives what assessing the whole gives.

    That is: the records and their ancestors (credibility flows down); the evidence about all of those;
    who speaks in it, with their ancestors (their reliability and roots count, what is said about them
    does not); the number of claims of every author met; and of the disputed claims the records that
    contradict or correct them, all with their ancestors (reckoned with every κ = 1, so that no
    further author matters).

    Breadth first, one call of *source* per round, and never the same ref twice.

    Args:
        refs: Which records; an unknown ref is left out.
        source: A store, or anything that answers as one.
    """
    records: dict[str, Record] = {}
    asked: set[str] = set()
    core = _load(refs, source, records, asked)
    edges = source.evidence_into(core) if core else []
    _load([edge.source for edge in edges if edge.kind in EVIDENCE], source, records, asked)
    authors = sorted({record.asserted_by for record in records.values() if record.asserted_by is not None})
    author_claims = source.claims_by(authors) if authors else {}
    disputed = dict.fromkeys(ref for claims in author_claims.values() for ref in claims.disputed)
    known = set(core)
    more = [ref for ref in disputed if ref not in known]
    verdicts = source.evidence_into(more) if more else []
    edges = edges + [edge for edge in verdicts if _may_prove_wrong(edge)]
    judges = [edge.source for edge in edges if edge.target in disputed and _may_prove_wrong(edge)]
    _load([*disputed, *judges], source, records, asked)
    return Reached(records, edges, author_claims)


def chain(refs: Iterable[str], source: RecordSource) -> list[str]:
    """Every record that supersedes one of *refs*, directly or not, sorted; *refs* themselves left out."""
    start = set(refs)
    found: set[str] = set()
    frontier = start
    while frontier:
        edges = source.evidence_into(frontier)
        frontier = {edge.source for edge in edges if edge.kind == "supersedes"} - found - start
        found |= frontier
    return sorted(found)


def known_of(reached: Reached, *, policy: Policy = DEFAULT_POLICY, now: Day | None = None) -> Known:
    """
    The graph of what was reached, and the tallies of its authors.

    Args:
        reached: From `reach`.
        policy: Every constant.
        now: A human look later than this did not happen yet and counts nothing; None = all count.
    """
    records: Iterable[Record] = reached.records.values()
    if now is not None:
        records = seen_by(records, now)
    graph = build_graph(records, reached.edges)
    found = tallies(reached.author_claims, graph, reached.author_claims, policy=policy)
    return Known(graph, found)


def seen_by(records: Iterable[Record], now: Day) -> list[Record]:
    """*records* without the human looks that are later than *now*: those did not happen yet."""
    return [
        record._replace(verified=None, is_pinned=False, is_stale=False)
        if record.verified is not None and record.verified > now
        else record
        for record in records
    ]


def assess_through(
    refs: Iterable[str], source: RecordSource, *, as_of: Day, policy: Policy = DEFAULT_POLICY
) -> dict[str, Assessment]:
    """
    The trust of *refs* at *as_of*, loading from *source* no more than they reach.

    Args:
        refs: Which records; an unknown ref is absent from the answer.
        source: A store, or anything that answers as one.
        as_of: The instant that is asked about.
        policy: Every constant.
    """
    refs = list(refs)
    known = known_of(reach(refs, source), policy=policy)
    return assess(refs, known.graph, as_of=as_of, policy=policy, tallies=known.tallies)


def _may_prove_wrong(edge: Edge) -> bool:
    return edge.kind == "contradicts" or (edge.kind == "supersedes" and edge.because == "corrected")


def _load(
    refs: Iterable[str], source: RecordSource, records: dict[str, Record], asked: set[str]
) -> list[str]:
    """Load *refs* and their ancestors into *records*, those that were not *asked* for; what is new."""
    loaded: list[str] = []
    wanted = [ref for ref in dict.fromkeys(refs) if ref not in asked]
    while wanted:
        asked.update(wanted)
        found = source.records(wanted)
        records.update(found)
        loaded += found
        deeper = (other for record in found.values() for other in record.sources)
        wanted = [ref for ref in dict.fromkeys(deeper) if ref not in asked]
    return loaded
