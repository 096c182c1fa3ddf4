"""The part of a search that goes by meaning: what words found and what is near, as one list."""

from collections.abc import Mapping, Sequence

from caveat.model.assessment import Assessment
from caveat.model.records import Record
from caveat.model.search import Match, Query, Scope
from caveat.model.store import Store
from caveat.model.vectors import Embedded
from caveat.ops.embedding import TROUBLES, Embedders
from caveat.ops.results_meaning import Meaning, Meant, Senses
from caveat.rank.duplicates import Text, collapsed
from caveat.rank.fusion import Fused, Fusion, covered, fuse
from caveat.rank.order import Candidate, Ranked
from caveat.vault.config import Config

CHUNKS_PER_RECORD = 3
"""Nearest chunks fetched for each record wanted; our choice, as for words."""

COVERING = 8
"""Best chunks of the best record by words that are looked into for the query's terms; our choice."""

LARGE = 50_000
"""Vectors from which a search does not put them in order anew while many are still to come; our choice."""

MANY = 0.05
"""Share of chunks without a vector that counts as many; our choice."""


def by_meaning(
    store: Store,
    query: Query,
    plain: list[Candidate],
    *,
    limit: int,
    scope: Scope,
    senses: Senses,
    embedded: Embedded,
) -> Meant:
    """
    *plain* and what is near to *query* in meaning, as one list; *plain* alone when meaning has no say.

    Nothing here makes a search fail: a model that is missing or another one is a notice.

    Args:
        store: The index.
        query: Analysed query.
        plain: What words found, best first.
        limit: Most records to keep, ``>= 1``; those named exactly are never cut.
        scope: As `Store.match` has it.
        senses: What asks by meaning.
        embedded: How far the index is embedded.
    """
    vectors = store.vectors()
    model = vectors.model()
    if model is None or not query.terms or not embedded.embedded:
        return Meant(plain)
    if embedded.embedded > LARGE and embedded.pending > MANY * embedded.chunks:
        return Meant(plain, notices=(f"searched by words alone: {_under_way(embedded)}",))
    try:
        vector = senses.embedders.vector(senses.config, model, query.text)
    except TROUBLES as error:
        return Meant(plain, notices=(f"searched by words alone: {error}",))
    if vector is None:
        return Meant(plain)
    near = vectors.nearest(vector, limit=limit * CHUNKS_PER_RECORD, scope=scope)
    found = _near(near, plain, vectors.cosines(vector, _rest(near, plain)), limit)
    fusion = fuse(
        {c.ref: c.raw_score for c in plain if c.raw_score > 0},
        {ref: cosine for ref, (cosine, _) in found.items()},
        coverage=_coverage(store, query, plain),
        floor=model.floor,
    )
    notices = (_under_way(embedded),) if embedded.pending else ()
    return Meant(_merged(plain, fusion, found, limit), True, notices, fusion.best_left_out, model.floor)


def said_twice(
    store: Store,
    ranked: Sequence[Ranked],
    records: Mapping[str, Record],
    assessments: Mapping[str, Assessment] | None,
) -> dict[str, tuple[str, ...]]:
    """Refs of hits that say the same as another one, by the ref that is shown for all of them."""
    chunks = store.chunks([r.candidate.chunks[0] for r in ranked if r.candidate.chunks])
    texts = []
    for r in ranked:
        c = r.candidate
        chunk = chunks.get(c.chunks[0]) if c.chunks else None
        assessment = assessments[c.ref] if assessments is not None else None
        texts.append(
            Text(
                c.ref,
                records[c.ref].kind,
                chunk.tokens.split() if chunk else (),
                assessment.trust if assessment else 0.0,
                is_kept=c.is_exact,
                apart=assessment.challengers if assessment else (),
            )
        )
    return {ref: others for ref, others in collapsed(texts).items() if others}


def meaning(store: Store, config: Config, embedders: Embedders, *, is_tried: bool) -> Meaning:
    """How the index behind *store* stands with meaning; its model is asked for a vector when *is_tried*."""
    vectors = store.vectors()
    model = vectors.model()
    name, trouble = "", ""
    try:
        choice = embedders.choice(config)
        name = "" if choice.is_off and choice.name != "none" else choice.name
        if is_tried and model is not None:
            embedders.vector(config, model, "caveat")
    except TROUBLES as error:
        trouble = str(error)
    fingerprint, floor = (model.fingerprint, model.floor) if model else ("", None)
    return Meaning(fingerprint, name, vectors.embedded(), floor, trouble)


def _under_way(embedded: Embedded) -> str:
    return (
        f"{embedded.pending:,} of {embedded.chunks:,} chunks are not embedded yet, and found by words only: "
        "run `caveat index`"
    )


def _rest(near: Sequence[Match], plain: Sequence[Candidate]) -> set[int]:
    """Chunks that words found and that are not among the nearest."""
    return {chunk for c in plain for chunk in c.chunks} - {match.chunk for match in near}


def _near(
    near: Sequence[Match], plain: Sequence[Candidate], rest: Mapping[int, float], limit: int
) -> dict[str, tuple[float, int]]:
    """Cosine and row of the nearest chunk of each record: of the *limit* nearest, and of *plain*."""
    found: dict[str, tuple[float, int]] = {}
    wanted = {c.ref for c in plain}
    for ref, chunk, cosine in near:
        if ref not in found and (len(found) < limit or ref in wanted):
            found[ref] = (cosine, chunk)
    for c in plain:
        nearest = max(((rest[chunk], -chunk) for chunk in c.chunks if chunk in rest), default=None)
        if nearest is not None and (c.ref not in found or nearest[0] > found[c.ref][0]):
            found[c.ref] = (nearest[0], -nearest[1])
    return found


def _coverage(store: Store, query: Query, plain: Sequence[Candidate]) -> float:
    """The share of the query's terms that the best record by words holds."""
    best = max((c for c in plain if c.chunks), key=lambda c: c.raw_score, default=None)
    if best is None:
        return 0.0
    streams = store.streams(best.chunks[:COVERING]).values()
    tokens = {token for stream in streams for part in stream for token in part.split(" ")}
    beginnings = tuple(term.alternatives[0] for term in query.terms if term.is_prefix)
    if beginnings:
        tokens |= {start for start in beginnings if any(token.startswith(start) for token in tokens)}
    return covered([term.alternatives for term in query.terms], tokens)


def _merged(
    plain: Sequence[Candidate], fusion: Fusion, found: Mapping[str, tuple[float, int]], limit: int
) -> list[Candidate]:
    by_words = {c.ref: c for c in plain}
    merged = []
    for ref, fused in fusion.records.items():
        c = by_words.get(ref) or Candidate(ref, (), 0.0, 0.0)
        chunks = _shown(c, fused, found.get(ref))
        relevance = c.relevance if c.is_exact and not c.chunks else fused.relevance
        merged.append(c._replace(chunks=chunks, relevance=relevance, fused=fused))
    merged += [c for c in plain if c.is_exact and c.ref not in fusion.records]
    merged.sort(key=lambda c: (-c.relevance, c.ref))
    return [c for number, c in enumerate(merged) if number < limit or c.is_exact]


def _shown(c: Candidate, fused: Fused, nearest: tuple[float, int] | None) -> tuple[int, ...]:
    """Chunks that may be shown: what speaks more for the record decides."""
    if nearest is not None and (not c.chunks or fused.meaning > fused.words):
        return (nearest[1],)
    return c.chunks
