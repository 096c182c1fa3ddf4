"""Retrieval: how well words alone find what is relevant, beside SQLite's own tokenizers in the same run."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from caveat.bench.collection import Collection, Qrels
from caveat.bench.engine import engine
from caveat.bench.metrics import Mean, ndcg, recall, reciprocal_rank
from caveat.bench.peers import PEERS, peer_ranking
from caveat.bench.trec import Scored
from caveat.model.errors import InputError

OURS = "caveat"


class Scores(NamedTuple):
    """
    How rankings fared.

    Attributes:
        ndcg: nDCG@10.
        recall: R@10.
        mrr: Reciprocal rank among the first 10.
    """

    ndcg: Mean = Mean()
    recall: Mean = Mean()
    mrr: Mean = Mean()

    def __add__(self, other: "Scores") -> "Scores":  # type: ignore[override]
        """Both sets of rankings together."""
        return Scores(*(a + b for a, b in zip(self, other, strict=True)))

    def named(self) -> dict[str, float | None]:
        """Each figure by the name that it is printed with."""
        return {"nDCG@10": self.ndcg.value, "R@10": self.recall.value, "MRR@10": self.mrr.value}


class Retrieval(NamedTuple):
    """
    What was measured on one set.

    Attributes:
        name: The set.
        documents: Number of documents, over all its collections.
        queries: Number of queries that have a relevant document.
        scores: By engine: caveat first, then the peers.
        remarks: What was left out of the files.
    """

    name: str
    documents: int
    queries: int
    scores: dict[str, Scores]
    remarks: tuple[str, ...]

    def figures(self) -> dict[str, float | None]:
        """Every figure under ``set engine measure``."""
        return {
            f"{self.name} {who} {measure}": value
            for who, scores in self.scores.items()
            for measure, value in scores.named().items()
        }


def measure_retrieval(name: str, collections: Sequence[Collection]) -> Retrieval:
    """
    caveat with trust off and every peer, on the same queries.

    Args:
        name: How the set is called.
        collections: Each is searched by itself; their queries count together.
    """
    scores: dict[str, Scores] = {}
    for collection in collections:
        with engine(collection.documents) as ours:
            scores[OURS] = scores.get(OURS, Scores()) + rank_all(ours.ranking, collection)
        for peer in PEERS:
            with peer_ranking(peer, collection) as ranking:
                scores[peer.name] = scores.get(peer.name, Scores()) + rank_all(ranking, collection)
    return Retrieval(
        name,
        sum(len(collection.documents) for collection in collections),
        scores[OURS].ndcg.count,
        scores,
        tuple(remark for collection in collections for remark in collection.remarks),
    )


def rank_all(ranking: Callable[[str], Sequence[str]], collection: Collection) -> Scores:
    """How *ranking* (query → ids, best first) fares on the queries that have a relevant document."""
    rows = []
    for query in collection.queries:
        grades = collection.qrels.get(query.id, {})
        if any(grade > 0 for grade in grades.values()):
            rows.append((ranking(query.text), grades))
    return scored(rows)


def score_run(run: Mapping[str, Sequence[Scored]], qrels: Qrels, where: str) -> Scores:
    """
    How the rankings of a run file fare; a judged query that the run leaves out counts as 0.

    Args:
        run: Rankings by query, best first.
        qrels: Judgements.
        where: The run's file, for the message.

    Raises:
        InputError: No query of the run is judged relevant to anything.
    """
    if not any(grade > 0 for query in run for grade in qrels.get(query, {}).values()):
        raise InputError(f"{where}: none of its queries has a relevant document in the judgements")
    rows = [([scored.document for scored in run.get(query, ())], grades) for query, grades in qrels.items()]
    return scored(rows)


def scored(rows: Sequence[tuple[Sequence[str], Mapping[str, int]]]) -> Scores:
    """How rankings fare, each with the judgements of its query."""
    return Scores(
        Mean.of(ndcg(found, grades) for found, grades in rows),
        Mean.of(recall(found, grades) for found, grades in rows),
        Mean.of(reciprocal_rank(found, grades) for found, grades in rows),
    )
