"""Retrieval by words and meaning: each leg alone, their ranks fused, and the list that a search shows."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from caveat.bench.collection import Collection
from caveat.bench.embedded import Remembered
from caveat.bench.engine import DEPTH, Engine, engine
from caveat.bench.retrieval import Scores, scored
from caveat.rank.fusion import reciprocal_ranks

FUSED = 100
"""Records of each leg whose ranks are fused, as many as a search looks at."""

WAYS = ("words", "meaning alone", "RRF", "hybrid")
HALVES = ("development", "check")
"""The weight of meaning was chosen on the first half of the questions, and holds on the other."""


class Hybrid(NamedTuple):
    """
    What was measured on one set.

    Attributes:
        name: The set.
        documents: Number of documents, over all its collections.
        queries: Number of queries that have a relevant document.
        scores: By way, one of `WAYS`.
        halves: The same by half of the questions, one of `HALVES`.
        nothing: Share of questions that the hybrid gives no document for.
    """

    name: str
    documents: int
    queries: int
    scores: Mapping[str, Scores]
    halves: Mapping[str, Mapping[str, Scores]]
    nothing: float

    def figures(self) -> dict[str, float | None]:
        """Every figure by name; ``lost`` is what the hybrid loses against words alone, as a share."""
        found = {
            f"{self.name} {way} {measure}": value
            for way, scores in self.scores.items()
            for measure, value in scores.named().items()
        }
        for half, ways in self.halves.items():
            for way in ("words", "hybrid"):
                found[f"{self.name} {way} nDCG@10, {half} half"] = ways[way].ndcg.value
        words, hybrid = self.scores["words"].ndcg.value, self.scores["hybrid"].ndcg.value
        found[f"{self.name} lost"] = 1 - hybrid / words if words and hybrid is not None else None
        found[f"{self.name} nothing"] = self.nothing
        return found


class _Row(NamedTuple):
    """A question's half, its judgements, and its rankings by way."""

    half: str
    grades: Mapping[str, int]
    rankings: Mapping[str, Sequence[str]]


def measure_hybrid(name: str, collections: Sequence[Collection], embedder: Remembered) -> Hybrid:
    """
    Every way on the same queries, trust off.

    Args:
        name: How the set is called.
        collections: Each is searched by itself; their queries count together.
        embedder: Makes the vectors.
    """
    rows: list[_Row] = []
    for number, collection in enumerate(collections):
        qrels = collection.qrels
        judged = [q for q in collection.queries if any(g > 0 for g in qrels.get(q.id, {}).values())]
        # All at once, so that a search finds its vector at hand.
        embedder.embed_queries([query.text for query in judged])
        with engine(collection.documents, embedder=embedder) as ours:
            rows += [
                _Row(half_of(f"{name}/{number}/{q.id}"), qrels[q.id], _rankings(ours, q.text)) for q in judged
            ]
    nothing = sum(not row.rankings["hybrid"] for row in rows) / len(rows)
    return Hybrid(
        name,
        sum(len(collection.documents) for collection in collections),
        len(rows),
        _by_way(rows),
        {half: _by_way([row for row in rows if row.half == half]) for half in HALVES},
        nothing,
    )


def half_of(key: str) -> str:
    """Which half a question belongs to: of `HALVES`, by the first bit of its digest."""
    return HALVES[hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()[0] & 1]


def _rankings(ours: Engine, text: str) -> dict[str, Sequence[str]]:
    near = ours.nearest(text, FUSED)
    ranks = reciprocal_ranks(ours.ranking(text, k=FUSED, meaning=False), near)
    return {
        "words": ours.ranking(text, meaning=False),
        "meaning alone": near[:DEPTH],
        "RRF": sorted(ranks, key=lambda ref: (-ranks[ref], ref))[:DEPTH],
        "hybrid": ours.ranking(text),
    }


def _by_way(rows: Sequence[_Row]) -> dict[str, Scores]:
    return {way: scored([(row.rankings[way], row.grades) for row in rows]) for way in WAYS}
