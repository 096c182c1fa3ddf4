"""
Vectors as an index keeps and searches them: sixteen bits a number, and one bit a number to look first.

Every vector is also kept as its signs (after the mean of all is taken away): 512 numbers are 64 bytes. A
question's signs are compared with all of them, which is a few machine instructions a vector; among the
nearest, those of its larger numbers count twice or three times. Some thousands are then compared by their
numbers, so that the first ten are those that comparing everything gives.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Bits = NDArray[np.uint64]
Rows = NDArray[np.int64]

STORED = np.dtype("<f2")
"""How a number is kept. Sixteen bits change a cosine by less than .0005, eight by ten times as much."""

WORD = 64
"""Numbers whose signs fill one word of a code."""

CANDIDATES = 2_000
"""Fewest vectors that are compared by their numbers; our choice, measured for recall 1.0."""

SHARE = 150
"""One in so many vectors is compared by its numbers when there are more; our choice, as above."""

WEIGHED = 10
"""For each vector that is compared by its numbers, so many have their signs weighed; our choice, as above."""

LEVELS = (1 / 3, 2 / 3)
"""Shares of a question's numbers that are smaller than those whose signs count once more each."""

FEW = 20_000
"""Allowed rows up to which all of them are compared by their numbers; our choice, about 10 ms."""

AT_ONCE = 256
"""Vectors that are compared by their numbers at a time; our choice: they stay in a core's cache."""

BLOCK = 1 << 15
"""Vectors whose signs are compared at a time; our choice: a word of each stays in a core's cache."""


class Table(NamedTuple):
    """
    Vectors ready to be searched; the arrays may be mapped from a file.

    Attributes:
        chunks: ``(n,)`` row of the chunk that each vector stands for, ascending.
        read: Positions → their vectors, ``(positions, dimensions)``, `STORED`, each of length 1 or all 0.
        centre: ``(dimensions,)`` what is taken away before signs are taken.
        codes: ``(words, n)`` signs, 64 to a word.
    """

    chunks: Rows
    read: Callable[[Rows], NDArray[np.float16]]
    centre: Floats
    codes: Bits


class Nearest(NamedTuple):
    """
    What lies nearest to a question.

    Attributes:
        chunks: Rows of chunks, the nearest first, equal ones by row.
        cosines: Of each, in ``[-1, 1]`` up to rounding.
    """

    chunks: list[int]
    cosines: list[float]


def pack(vectors: Floats) -> list[bytes]:
    """Each row of *vectors* as the bytes that an index keeps."""
    return [row.tobytes() for row in np.asarray(vectors, STORED)]


def unpack(kept: Sequence[bytes], dimensions: int) -> NDArray[np.float16]:
    """
    ``(len(kept), dimensions)``: the vectors that `pack` made *kept* of.

    Raises:
        ValueError: One has another number of bytes.
    """
    size = STORED.itemsize * dimensions
    if any(len(data) != size for data in kept):
        raise ValueError(f"a vector of {dimensions} numbers has {size} bytes")
    return np.frombuffer(b"".join(kept), STORED).reshape(len(kept), dimensions)


def codes_of(vectors: NDArray[Any], centre: Floats) -> Bits:
    """``(words, n)``: the signs of *vectors* around *centre*, 64 to a word, the rest of the last one 0."""
    bits = np.packbits(np.asarray(vectors, np.float32) > centre, axis=1, bitorder="little")
    words = -(-vectors.shape[1] // WORD)
    padded = np.zeros((len(vectors), words * 8), np.uint8)
    padded[:, : bits.shape[1]] = bits
    return np.ascontiguousarray(padded.view("<u8").T)


def table_of(chunks: Sequence[int], vectors: NDArray[Any]) -> Table:
    """A table in memory of *vectors*, one for each of *chunks*, which ascend."""
    rows = np.asarray(vectors, STORED)
    centre = centre_of(rows)
    return Table(np.asarray(chunks, np.int64), rows.__getitem__, centre, codes_of(rows, centre))


def centre_of(rows: NDArray[Any]) -> Floats:
    """The mean of *rows*; zeros when there are none."""
    if not len(rows):
        return np.zeros(rows.shape[1], np.float32)
    mean: Floats = np.asarray(rows, np.float32).mean(axis=0, dtype=np.float32)
    return mean


def nearest(table: Table, query: Floats, limit: int, *, allowed: NDArray[np.bool_] | None = None) -> Nearest:
    """
    The *limit* chunks nearest to *query*.

    Args:
        table: What is searched.
        query: ``(dimensions,)`` of length 1; of length 0 it is near to nothing.
        limit: Number of chunks wanted, ``>= 1``; more are returned when the last ones are equal.
        allowed: ``(n,)`` which vectors may be found; None = all.
    """
    if not len(table.chunks) or not np.any(query):
        return Nearest([], [])
    found = _looked_at(table, query, limit, allowed)
    cosines = exact(table, query, found)
    order = np.lexsort((found, -cosines))
    if len(order) > limit:
        order = order[cosines[order] >= cosines[order[limit - 1]]]
    return Nearest(table.chunks[found[order]].tolist(), cosines[order].tolist())


def positions(table: Table, chunks: Sequence[int]) -> Rows:
    """Where the vectors of *chunks* stand in *table*; a chunk without one is left out."""
    if not len(table.chunks):
        return np.zeros(0, np.int64)
    wanted = np.asarray(chunks, np.int64)
    places = np.minimum(np.searchsorted(table.chunks, wanted), len(table.chunks) - 1)
    found: Rows = places[table.chunks[places] == wanted]
    return found


def exact(table: Table, query: Floats, found: Rows) -> Floats:
    """``(len(found),)``: cosine of *query* and each vector at *found*, reckoned in 32 bits."""
    cosines = np.empty(len(found), np.float32)
    for start in range(0, len(found), AT_ONCE):
        part = found[start : start + AT_ONCE]
        # Not a matrix product: that one's last bits depend on the place of a row, and equal texts are equal.
        cosines[start : start + AT_ONCE] = np.einsum("ij,j->i", widened(table.read(part)), query)
    return cosines


def widened(rows: NDArray[np.float16]) -> Floats:
    """
    *rows* with 32 bits a number, exactly.

    The bits of a 16-bit number, moved to where a 32-bit one has them, are that number times 2 ** -112:
    five times as fast as numpy's own conversion, which is most of the cost of a question otherwise.
    """
    wide = rows.view(np.int16).astype(np.int32)
    wide <<= 13
    # What sign extension filled between sign and exponent goes.
    wide &= np.int32(-0x70002000)
    found: Floats = wide.view(np.float32)
    found *= np.float32(2.0**112)
    return found


def _looked_at(table: Table, query: Floats, limit: int, allowed: NDArray[np.bool_] | None) -> Rows:
    """Positions that are compared by their numbers, ascending."""
    found = None if allowed is None else np.flatnonzero(allowed)
    if found is not None and len(found) <= FEW:
        return found
    count = len(table.chunks) if found is None else len(found)
    wanted = max(CANDIDATES, count // SHARE, 4 * limit)
    if count <= wanted:
        return np.arange(count)
    signs, masks = _signs(query, table.centre)
    codes = table.codes if found is None else table.codes[:, found]
    near = _smallest(_distances(codes, signs, []), wanted * WEIGHED)
    best = near[_smallest(_distances(codes[:, near], signs, masks), wanted)]
    return best if found is None else found[best]


def _smallest(distances: NDArray[np.uint16], wanted: int) -> Rows:
    """Where the *wanted* smallest stand, ascending; all of the last size, so that no order decides."""
    if len(distances) <= wanted:
        return np.arange(len(distances))
    counts = np.bincount(distances).cumsum()
    return np.flatnonzero(distances <= int(np.searchsorted(counts, wanted)))


def _signs(query: Floats, centre: Floats) -> tuple[Bits, list[Bits]]:
    """The code of a question, and masks of its larger numbers, whose signs count once more each."""
    sizes = np.abs(query - centre)
    ascending = np.sort(sizes)
    none = np.zeros_like(centre)
    limits = [ascending[int(len(ascending) * level)] for level in LEVELS]
    masks = [codes_of((sizes >= limit)[None].astype(np.float32), none)[:, 0] for limit in limits]
    return codes_of(query[None], centre)[:, 0], masks


def _distances(codes: Bits, query: Bits, masks: Sequence[Bits]) -> NDArray[np.uint16]:
    """How many signs differ, of each vector, weighted."""
    count = codes.shape[1]
    found = np.zeros(count, np.uint16)
    mixed, masked = np.empty((2, min(BLOCK, count)), np.uint64)
    ones = np.empty(min(BLOCK, count), np.uint8)
    for start in range(0, count, BLOCK):
        size = min(BLOCK, count - start)
        total = found[start : start + size]
        for number, word in enumerate(codes):
            np.bitwise_xor(word[start : start + size], query[number], out=mixed[:size])
            np.bitwise_count(mixed[:size], out=ones[:size])
            total += ones[:size]
            for mask in masks:
                np.bitwise_and(mixed[:size], mask[number], out=masked[:size])
                np.bitwise_count(masked[:size], out=ones[:size])
                total += ones[:size]
    return found
