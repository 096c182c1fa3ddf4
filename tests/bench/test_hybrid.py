"""Both legs and their fusion on a small collection, and the embedder that remembers."""

import sqlite3
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from caveat.bench.cli_hybrid import hybrid_text
from caveat.bench.collection import Collection, Document, Question
from caveat.bench.embedded import Remembered
from caveat.bench.engine import engine
from caveat.bench.hybrid import HALVES, WAYS, half_of, measure_hybrid
from caveat.models.hashed import Hashed

DOCUMENTS = tuple(
    Document(f"d{number}", text)
    for number, text in enumerate(
        (
            "the kiln is fired at night",
            "rent is due in advance",
            "the chimney sweeper comes in spring",
            "glaze runs",
        )
    )
)
QUERIES = (Question("q1", "kilns"), Question("q2", "chimneysweep"), Question("q3", "unjudged"))
QRELS = {"q1": {"d0": 1}, "q2": {"d2": 1}}


class Counting(Hashed):
    """Keeps what it was asked."""

    def __init__(self) -> None:
        super().__init__(64)
        self.asked: list[str] = []

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        return super().embed_queries(texts)


@pytest.fixture
def embedder() -> Remembered:
    return Remembered(Counting(), sqlite3.connect(":memory:"))


def test_a_text_is_embedded_once_for_each_kind(embedder: Remembered) -> None:
    first = embedder.embed_queries(["a kiln", "rent", "a kiln"])
    again = embedder.embed_queries(["rent", "a kiln"])
    embedder.embed_passages(["rent"])

    assert (first[[1, 0]] == again).all()
    assert (first[0] == first[2]).all()
    inner = embedder._inner
    assert isinstance(inner, Counting) and ["a kiln", "rent", "rent"] == inner.asked


def test_nothing_is_a_matrix_without_rows(embedder: Remembered) -> None:
    assert (0, 64) == embedder.embed_passages([]).shape


def test_every_way_is_measured_on_the_judged_questions(embedder: Remembered) -> None:
    found = measure_hybrid("small", [Collection(DOCUMENTS, QUERIES, QRELS)], embedder)

    assert (4, 2) == (found.documents, found.queries)
    assert WAYS == tuple(found.scores)
    # Words have no idea of a part of a word; the test's embedder has.
    assert found.scores["words"].ndcg.value == 0.5
    assert found.scores["hybrid"].ndcg.value == 1.0
    assert found.scores["meaning alone"].ndcg.value == 0.75
    assert -1.0 == found.figures()["small lost"]
    assert 0.0 == found.figures()["small nothing"]
    assert "hybrid" in hybrid_text(found) and "development half" in hybrid_text(found)


def test_the_halves_share_out_the_questions() -> None:
    halves = [half_of(f"set/0/{number}") for number in range(400)]

    assert set(HALVES) == set(halves)
    assert 150 < halves.count(HALVES[0]) < 250
    assert halves == [half_of(f"set/0/{number}") for number in range(400)]


def test_an_engine_without_an_embedder_goes_by_words() -> None:
    with engine(DOCUMENTS) as ours:
        assert ["d0"] == ours.ranking("kilns")
        assert [] == ours.ranking("chimneysweep")
