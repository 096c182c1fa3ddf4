"""Search: what fits the words, ordered by how far it can be trusted."""

import re
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from caveat.model.assessment import Assessment, Explanation
from caveat.model.policy import Policy
from caveat.model.records import Day, Record, RecordClass
from caveat.model.search import Hit, Match, Query
from caveat.model.store import Store, StoredChunk
from caveat.ops.badges import badges
from caveat.ops.behind import behind
from caveat.ops.results import Answer
from caveat.rank.explanation import explain_score
from caveat.rank.order import Candidate, Ranked, candidates, class_weight, heads, order, replace
from caveat.text.fold import fold_key
from caveat.text.snippet import snippet
from caveat.text.tokenize import query as analysed
from caveat.trust.assess import assess
from caveat.trust.explanation import explain
from caveat.trust.reach import Known, known_of, reach

CANDIDATES = 100
"""Records among which trust may reorder (DESIGN, "Retrieval")."""

CHUNKS = 300
"""Chunks fetched to find that many records; our choice: three chunks a record on average."""

CHUNKS_OF_CLASS = 5_000
"""Chunks fetched when only one class is wanted, which the text index cannot tell; our choice."""


_HEADINGS = re.compile(r"\A(?:#{1,6}[ \t][^\r\n]*(?:\r\n?|\n|\Z)\s*)+")


class Request(NamedTuple):
    """
    What a reader asks for.

    Attributes:
        text: The query as typed; never an error.
        k: Most hits to return, ``>= 1``.
        is_trust_on: Whether trust takes part in the order.
        as_of: The day freshness is reckoned at.
        record_class: Only records of this class; None = all.
        min_trust: Least trust of a hit, in ``[0, 1]``; needs trust on.
        is_explained: Whether to explain each score.
    """

    text: str
    k: int = 10
    is_trust_on: bool = True
    as_of: Day = 0.0
    record_class: RecordClass | None = None
    min_trust: float = 0.0
    is_explained: bool = False


class _Found(NamedTuple):
    """What the lexical search found: chunks, whether all terms had to be there, titles named exactly."""

    matches: list[Match]
    is_partial: bool
    exact: tuple[str, ...]


def search(root: Path, store: Store, request: Request, policy: Policy) -> Answer:
    """
    Records that fit *request*, best first, each with its place, snippet, trust and badges.

    Args:
        root: Real path of the vault, for the check that the index is not behind its files.
        store: Its index.
        request: What is asked.
        policy: Constants of the arithmetic.
    """
    query = analysed(request.text, store.languages())
    found = _lexical(store, query, request)
    listed = candidates(found.matches, found.exact, limit=CANDIDATES)
    if request.record_class:
        records = store.records([c.ref for c in listed])
        listed = _renormalised([c for c in listed if records[c.ref].record_class == request.record_class])
    known = known_of(reach([c.ref for c in listed], store), policy=policy)
    if request.is_trust_on:
        listed, known = _without_superseded(listed, known, store, policy)
    assessments = _assessments(listed, known, request, policy) if request.is_trust_on else None
    ranked = order(listed, known.graph.records, assessments, policy)
    if assessments is not None and request.min_trust > 0:
        ranked = [r for r in ranked if assessments[r.candidate.ref].trust >= request.min_trust]
    shown = ranked[: request.k]
    hits = tuple(_hits(store, query, shown, known, assessments, policy))
    is_explained = request.is_explained and assessments is not None
    return Answer(
        query=request.text,
        hits=hits,
        reason=_reason(query, found, ranked, request),
        behind=behind(root, store.files(), hits=[hit.path for hit in hits if hit.path]),
        is_trust_on=request.is_trust_on,
        is_reordered=[r.plain_rank for r in shown] != sorted(r.plain_rank for r in shown),
        as_of=request.as_of,
        titles=_titles(hits, known),
        explanations=_explanations(shown, known, request, policy) if is_explained else {},
    )


def _lexical(store: Store, query: Query, request: Request) -> _Found:
    exact = tuple(store.named(key)) if (key := fold_key(request.text)) else ()
    limit = CHUNKS_OF_CLASS if request.record_class else CHUNKS
    matches = store.match(query, limit=limit, is_every_term=True)
    if len({match.ref for match in matches}) >= request.k or len(query.terms) < 2:
        return _Found(matches, False, exact)
    # All terms in too few records: any of them, which scores the complete ones as before.
    return _Found(store.match(query, limit=limit, is_every_term=False), not matches, exact)


def _renormalised(listed: list[Candidate]) -> list[Candidate]:
    top = max((c.relevance for c in listed), default=1.0)
    return [c._replace(relevance=c.relevance / top) for c in listed]


def _without_superseded(
    listed: list[Candidate], known: Known, store: Store, policy: Policy
) -> tuple[list[Candidate], Known]:
    records = known.graph.records
    refs = [c.ref for c in listed if records[c.ref].status == "superseded"]
    if not refs:
        return listed, known
    chain, frontier = set(refs), set(refs)
    while frontier:
        frontier = {e.source for e in store.evidence_into(frontier) if e.kind == "supersedes"} - chain
        chain |= frontier
    wider = known_of(reach([*(c.ref for c in listed), *chain], store), policy=policy)
    head_of = heads(refs, wider.graph.records, lambda ref: wider.graph.supersessions.get(ref, ()))
    return replace(listed, head_of), wider


def _assessments(
    listed: list[Candidate], known: Known, request: Request, policy: Policy
) -> dict[str, Assessment]:
    refs = [c.ref for c in listed]
    return assess(refs, known.graph, as_of=request.as_of, policy=policy, tallies=known.tallies)


def _titles(hits: tuple[Hit, ...], known: Known) -> dict[str, str]:
    named = [ref for hit in hits for ref in (*hit.replaces, *hit.challengers)]
    return {ref: known.graph.records[ref].title for ref in named}


def _explanations(
    shown: list[Ranked], known: Known, request: Request, policy: Policy
) -> dict[str, Explanation]:
    found = {}
    for r in shown:
        record = known.graph.records[r.candidate.ref]
        multiplier = explain(
            record.ref, known.graph, as_of=request.as_of, policy=policy, tallies=known.tallies
        )
        found[record.ref] = explain_score(r, multiplier, class_weight(record, policy))
    return found


def _hits(
    store: Store,
    query: Query,
    shown: list[Ranked],
    known: Known,
    assessments: dict[str, Assessment] | None,
    policy: Policy,
) -> list[Hit]:
    records = known.graph.records
    chunks = store.chunks([r.candidate.chunk for r in shown if r.candidate.chunk is not None])
    hits = []
    for r in shown:
        record = records[r.candidate.ref]
        chunk = chunks.get(r.candidate.chunk) if r.candidate.chunk is not None else None
        hit = _hit(r, record, chunk or store.opening(record.ref), query, policy)
        hits.append(_with_trust(hit, record, assessments[record.ref]) if assessments else hit)
    return hits


def _hit(r: Ranked, record: Record, chunk: StoredChunk | None, query: Query, policy: Policy) -> Hit:
    return Hit(
        rank=r.rank,
        ref=record.ref,
        title=record.title,
        path=record.path,
        line=chunk.chunk.start_line if chunk else record.line,
        heading=chunk.chunk.heading if chunk else (),
        snippet=snippet(_prose(chunk.chunk.text), query, chunk.language) if chunk else "",
        score=r.score,
        relevance=r.candidate.relevance,
        raw_score=r.candidate.raw_score,
        class_weight=class_weight(record, policy),
        record_class=record.record_class,
        verified=record.verified,
        replaces=r.candidate.replaces,
        plain_rank=r.plain_rank,
    )


def _prose(text: str) -> str:
    """A chunk without the heading lines that open it, unless it has no others: its hit shows them."""
    return _HEADINGS.sub("", text, count=1) or text


def _with_trust(hit: Hit, record: Record, assessment: Assessment) -> Hit:
    return hit._replace(
        trust=assessment.trust,
        credibility=assessment.credibility,
        freshness=assessment.freshness,
        multiplier=assessment.multiplier,
        tier=assessment.tier,
        badges=badges(record, assessment),
        challengers=assessment.challengers,
    )


def _reason(query: Query, found: _Found, ranked: Collection[Ranked], request: Request) -> str:
    if not query.terms and not found.exact:
        return "the query has no word or number to look for"
    if not ranked and found.matches:
        limits = [f"class {request.record_class}"] if request.record_class else []
        limits += [f"trust of {request.min_trust:g} or more"] if request.min_trust else []
        return "records match the words, but none has " + " and ".join(limits)
    if not ranked:
        return "no note or claim holds any of these words"
    if found.is_partial:
        return "nothing holds all of these words: showing what holds some"
    return ""
