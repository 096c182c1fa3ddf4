"""Searching by signs finds what comparing everything finds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from caveat.store.vectors import (
    CANDIDATES,
    Table,
    codes_of,
    exact,
    nearest,
    pack,
    positions,
    table_of,
    unpack,
    widened,
)

Floats = NDArray[np.float32]


def clustered(count: int, dimensions: int = 128, *, spread: float = 0.5, seed: int = 1) -> Floats:
    """Vectors around some centres that share a direction, as those of texts do."""
    random = np.random.default_rng(seed)
    centres = random.normal(size=(max(count // 30, 1), dimensions)) + random.normal(size=dimensions)
    found = centres[random.integers(len(centres), size=count)]
    found = found + spread * random.normal(size=found.shape)
    return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True), np.float32)


def by_everything(
    table: Table, query: Floats, limit: int, allowed: NDArray[np.bool_] | None = None
) -> list[int]:
    every = np.arange(len(table.chunks))
    every = every if allowed is None else every[allowed]
    cosines = exact(table, query, every)
    return [int(table.chunks[every[i]]) for i in np.lexsort((every, -cosines))[:limit]]


@pytest.mark.parametrize("count", [1, 9, 2_000, 2_001, 30_000])
@pytest.mark.parametrize("dimensions", [7, 64, 130])
def test_the_nearest_are_those_of_comparing_everything(count: int, dimensions: int) -> None:
    if dimensions < 64 and count > CANDIDATES:
        pytest.skip("seven signs tell too little to leave anything out")
    vectors = clustered(count, dimensions)
    table = table_of([3 * number + 1 for number in range(count)], vectors)

    for query in vectors[:: max(count // 20, 1)] + np.float32(0.02):
        assert by_everything(table, query, 10) == nearest(table, query, 10).chunks


@pytest.mark.parametrize("share", [0.0, 0.001, 0.3, 0.9, 1.0])
def test_what_is_not_allowed_is_not_found_and_hides_nothing(share: float) -> None:
    vectors = clustered(30_000, 64)
    table = table_of(range(30_000), vectors)
    allowed = np.random.default_rng(2).random(30_000) < share

    for query in vectors[::3_000]:
        found = nearest(table, query, 10, allowed=allowed)

        assert by_everything(table, query, 10, allowed) == found.chunks


def test_cosines_are_those_of_the_kept_numbers_and_fall() -> None:
    vectors = clustered(500)
    found = nearest(table_of(range(500), vectors), vectors[7], 20)

    assert 7 == found.chunks[0]
    assert sorted(found.cosines, reverse=True) == found.cosines
    assert np.abs(vectors[found.chunks] @ vectors[7] - found.cosines).max() < 5e-4


def test_equal_vectors_come_by_row_and_none_of_them_is_cut() -> None:
    vectors = np.repeat(clustered(3), 1_500, axis=0)

    assert list(range(1_500, 3_000)) == nearest(table_of(range(4_500), vectors), vectors[2_000], 10).chunks


def test_a_question_without_meaning_is_near_to_nothing() -> None:
    table = table_of(range(5), clustered(5))

    assert ([], []) == nearest(table, np.zeros(128, np.float32), 10)
    assert ([], []) == nearest(table_of([], np.zeros((0, 128), np.float32)), clustered(1)[0], 10)


def test_a_text_without_meaning_is_far_from_everything() -> None:
    vectors = clustered(5)
    vectors[2] = 0

    assert 0 == dict(zip(*nearest(table_of(range(5), vectors), vectors[0], 5), strict=True))[2]


def test_places_of_chunks_leave_out_those_without_a_vector() -> None:
    table = table_of([2, 5, 9], clustered(3))

    assert [0, 2, 1] == positions(table, [2, 9, 5]).tolist()
    assert [2] == positions(table, [1, 9, 10, 3]).tolist()
    assert [] == positions(table, []).tolist()
    assert [] == positions(table_of([], clustered(1)[:0]), [1]).tolist()


@given(st.lists(st.floats(-1, 1, width=16), min_size=1, max_size=40))
def test_sixteen_bits_are_widened_exactly(numbers: list[float]) -> None:
    rows = np.array([numbers], np.float16)

    assert np.array_equal(rows.astype(np.float32), widened(rows))


def test_what_is_kept_comes_back() -> None:
    vectors = clustered(4, 10)

    assert np.array_equal(vectors.astype(np.float16), unpack(pack(vectors), 10))
    assert (0, 10) == unpack([], 10).shape
    with pytest.raises(ValueError, match="10 numbers has 20 bytes"):
        unpack([b"\0" * 20, b"\0" * 18], 10)


def test_codes_are_signs_around_the_centre() -> None:
    vectors = np.array([[1, -1, 0.5], [0.1, 1, -1]], np.float32)

    assert [[0b101, 0b010]] == codes_of(vectors, np.array([0.2, 0, 0], np.float32)).tolist()
