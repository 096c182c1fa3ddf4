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
    contradict or correct them. A judge's pedigree is weighed with every κ = 1, so that no further author
    matters, and only of one that is active; of the claim itself nothing is weighed but what it declares,
    for which a model's text alone has to have sources that count. So the other ones come without sources.

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
    edges = edges + (source.verdicts_on(more) if more else [])
    _load_trials(disputed, edges, source, records, asked)
    return Reached(records, edges, author_claims)


def _load_trials(
    disputed: Mapping[str, None],
    edges: Iterable[Edge],
    source: RecordSource,
    records: dict[str, Record],
    asked: set[str],
) -> None:
    """Load *disputed* claims and their judges into *records*, with the ancestors of those that need them."""
    verdicts = [edge for edge in edges if edge.target in disputed and _may_prove_wrong(edge)]
    involved = dict.fromkeys([*disputed, *[edge.source for edge in verdicts]])
    new = [ref for ref in involved if ref not in asked]
    at_hand = dict(source.records(new)) if new else {}
    weighed = {edge.source for edge in verdicts if edge.kind == "contradicts"}
    needed = [
        ref
        for ref, record in at_hand.items()
        # A cycle among its ancestors decides whether a source of it counts.
        if (record.is_model_text and ref in disputed) or (record.status == "active" and ref in weighed)
    ]
    _load(needed, source, records, asked, at_hand)
    for ref, record in at_hand.items():
        records[ref] = record._replace(sources=()) if record.sources else record


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
        now: A human look of this instant or later did not happen yet and counts nothing; None = all count.
    """
    records: Iterable[Record] = reached.records.values()
    if now is not None:
        records = seen_by(records, now)
    graph = build_graph(records, reached.edges)
    found = tallies(reached.author_claims, graph, reached.author_claims, policy=policy)
    return Known(graph, found)


def seen_by(records: Iterable[Record], now: Day) -> list[Record]:
    """*records* without the human looks of *now* and later: those did not happen yet."""
    return [
        record._replace(verified=None, is_pinned=False, is_stale=False)
        if record.verified is not None and record.verified >= now
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
    refs: Iterable[str],
    source: RecordSource,
    records: dict[str, Record],
    asked: set[str],
    at_hand: dict[str, Record] | None = None,
) -> list[str]:
    """
    Load *refs* and their ancestors into *records*, those that were not *asked* for; what is new.

    A record *at_hand* is taken from there.
    """
    loaded: list[str] = []
    wanted = [ref for ref in dict.fromkeys(refs) if ref not in asked]
    while wanted:
        asked.update(wanted)
        found = {ref: at_hand.pop(ref) for ref in wanted if ref in at_hand} if at_hand else {}
        if len(found) < len(wanted):
            found |= source.records([ref for ref in wanted if ref not in found])
        records.update(found)
        loaded += found
        deeper = (other for record in found.values() for other in record.sources)
        wanted = [ref for ref in dict.fromkeys(deeper) if ref not in asked]
    return loaded
