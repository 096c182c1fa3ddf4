"""
The switch: does trust ranking earn its place (TRUST.md, "Relevance must be a magnitude")?

Two gates. Where trust is informative it must help: RAMDocs, with a declared reliability that was drawn
high for correct and low for misinforming documents. Where it says nothing it must hurt little: retrieval
with reliabilities drawn without regard to the answer. Every draw follows from the seed.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from caveat.bench.collection import Collection
from caveat.bench.engine import engine
from caveat.bench.metrics import Mean, ndcg
from caveat.bench.ramdocs import Conflicting
from caveat.model.embedder import Embedder

SEED = 1
CORRECT = (0.6, 1.0)
MISINFORMING = (0.0, 0.4)
WRONG_LABELS = 0.2
"""Ranges and share of wrong labels of the first gate (TRUST.md)."""
PEDIGREES = (0.6, 1.0)
"""What the pedigrees of a real vault look like (TRUST.md)."""
FULL_RANGE = (0.0, 1.0)


class OffOn(NamedTuple):
    """
    One figure with trust off and on.

    Attributes:
        name: What was measured.
        off: With trust off.
        on: With trust on.
    """

    name: str
    off: Mean
    on: Mean

    @property
    def share(self) -> float | None:
        """On ÷ off; None when either is no figure or off is 0."""
        off, on = self.off.value, self.on.value
        return on / off if off and on is not None else None

    @property
    def loss(self) -> float | None:
        """How much of the off value is lost, as a share of it; negative for a gain."""
        return None if self.share is None else 1 - self.share


def misinformation_first(
    data: Conflicting,
    *,
    wrong_labels: float = 0.0,
    seed: int = SEED,
    is_pooled: bool = True,
    embedder: Embedder | None = None,
) -> OffOn:
    """
    Share of questions with a misinforming document at rank 1.

    Args:
        data: RAMDocs, or data in its format.
        wrong_labels: Chance of each correct or misinforming document to be declared as the other kind.
        seed: Of all draws.
        is_pooled: Search the documents of all questions together, as in a vault; else each question
            searches only its own handful.
        embedder: Searches go by meaning too; None = by words alone.
    """
    declared = informative(data, wrong_labels=wrong_labels, seed=seed)
    name = "misinformation at rank 1"
    if is_pooled:
        with engine(data.collection.documents, declared, embedder) as ours:
            return _off_on(
                name,
                [(query.text, _is_misinforming(data), ours.ranking) for query in data.collection.queries],
            )
    documents = {document.id: document for document in data.collection.documents}
    found = OffOn(name, Mean(), Mean())
    for query in data.collection.queries:
        with engine([documents[id_] for id_ in data.own.get(query.id, ())], declared, embedder) as ours:
            more = _off_on(name, [(query.text, _is_misinforming(data), ours.ranking)])
        found = OffOn(name, found.off + more.off, found.on + more.on)
    return found


def informative(data: Conflicting, *, wrong_labels: float = 0.0, seed: int = SEED) -> dict[str, float]:
    """
    Reliability by document: high for correct, low for misinforming ones; noise stays undeclared.

    The reliabilities are drawn apart from which labels are wrong, so that two rows with one seed differ
    in the wrong labels alone.
    """
    values, labels = random.Random(seed), random.Random(f"labels {seed}")
    found = {}
    for document in data.collection.documents:
        kind = data.kinds[document.id]
        if kind == "noise":
            continue
        share = values.random()
        is_wrong = labels.random() < wrong_labels
        low, high = CORRECT if (kind == "correct") != is_wrong else MISINFORMING
        found[document.id] = low + share * (high - low)
    return found


def uninformative_loss(
    name: str,
    collections: Sequence[Collection],
    within: tuple[float, float],
    *,
    seed: int = SEED,
    embedder: Embedder | None = None,
) -> OffOn:
    """
    nDCG@10 with reliabilities drawn uniformly *within* a range, without regard to the answer.

    Args:
        name: How the set is called.
        collections: Each is searched by itself; their queries count together.
        within: Least and most reliability.
        seed: Of the draws, which follow the order of the documents.
        embedder: Searches go by meaning too; None = by words alone.
    """
    draw = random.Random(seed)
    found = OffOn(name, Mean(), Mean())
    for collection in collections:
        declared = {document.id: draw.uniform(*within) for document in collection.documents}
        with engine(collection.documents, declared, embedder) as ours:
            rows = [
                (query.text, _graded(collection.qrels.get(query.id, {})), ours.ranking)
                for query in collection.queries
            ]
            more = _off_on(name, rows)
        found = OffOn(name, found.off + more.off, found.on + more.on)
    return found


_Row = tuple[str, Callable[[list[str]], float | None], Callable[..., list[str]]]
"""A query, what its ranking is worth, and the search to ask."""


def _off_on(name: str, rows: Sequence[_Row]) -> OffOn:
    return OffOn(
        name,
        Mean.of(worth(ranking(text, is_trust_on=False)) for text, worth, ranking in rows),
        Mean.of(worth(ranking(text, is_trust_on=True)) for text, worth, ranking in rows),
    )


def _graded(grades: Mapping[str, int]) -> Callable[[list[str]], float | None]:
    return lambda ranking: ndcg(ranking, grades)


def _is_misinforming(data: Conflicting) -> Callable[[list[str]], float | None]:
    return lambda ranking: float(bool(ranking) and data.kinds[ranking[0]] == "misinfo")
