"""
Vectors in the index: one for each different text, and which chunk has which.

A chunk's vector hangs on the digest of its text, so a note that is indexed again costs nothing for what did
not change, and neither does one that was moved. Chunks without a vector are simply not found by meaning;
embedding goes on from wherever it was stopped. Everything here is one model's; see `vectors_model.use_model`.
"""

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager

import numpy as np
from numpy.typing import NDArray

from caveat.model.embedder import Embedder
from caveat.model.search import Scope
from caveat.model.vectors import Embedded
from caveat.store.rows import leading_to
from caveat.store.vectors import pack, unpack
from caveat.store.vectors_model import check_model, progress_of

PORTION = 256
"""Chunks that are embedded and written in one transaction; our choice, about a second."""

FETCH = 4_096
"""Vectors read from the index at a time; our choice, a few megabytes."""

Transaction = Callable[[sqlite3.Connection], AbstractContextManager[None]]
"""One write transaction, such as `store.connection.transaction`."""


def passage_text(title: str, heading: Sequence[str], text: str) -> str:
    """What is embedded of a chunk: the names above it that it does not hold itself, then its text."""
    # A heading opens the chunk that it belongs to; a chunk further down has lost it.
    opening = text[:400]
    names = [name for name in dict.fromkeys((title, *heading)) if name and name not in opening]
    return "\n".join([*names, text])


def embed_pending(
    connection: sqlite3.Connection,
    embedder: Embedder,
    transaction: Transaction,
    *,
    told: Callable[[Embedded], None] | None = None,
    most: int | None = None,
) -> int:
    """
    Give chunks that have no vector one, some at a time; what is written stays, whatever happens later.

    Readers and other writers work meanwhile: nothing is locked while texts are embedded. A chunk that
    is gone when its vector comes gets none.

    Args:
        connection: The index, open for writing, outside a transaction.
        embedder: The model that `use_model` put to use.
        transaction: One write transaction.
        told: Told how far it is, after each portion.
        most: Most chunks to take on; None = all.

    Returns:
        Number of chunks that have a vector now and had none before.

    Raises:
        InputError: The vectors are another model's.
        EmbedderUnusable: There are no vectors to be had; what was written before stays.
    """
    check_model(connection, embedder.fingerprint)
    done, after = 0, 0
    while most is None or done < most:
        size = PORTION if most is None else min(PORTION, most - done)
        portion = _pending(connection, after, size)
        if not portion:
            break
        after = portion[-1][0]
        digests = {chunk: _digest(text) for chunk, text in portion}
        known = _known(connection, set(digests.values()))
        missing = {digests[chunk]: text for chunk, text in portion if digests[chunk] not in known}
        vectors = embedder.embed_passages(list(missing.values()))
        with transaction(connection):
            done += _put(connection, embedder.fingerprint, digests, dict(zip(missing, vectors, strict=True)))
        if told is not None:
            told(progress_of(connection))
    return done


def chunks_of(connection: sqlite3.Connection) -> Iterator[int]:
    """Every chunk that has a vector, ascending."""
    for row in connection.execute("SELECT chunk FROM chunk_vector ORDER BY chunk"):
        yield row[0]


def vectors_of(connection: sqlite3.Connection, dimensions: int) -> Iterator[NDArray[np.float16]]:
    """
    The vectors of `chunks_of`, in its order, some thousands at a time.

    Raises:
        ValueError: One has another number of dimensions.
    """
    rows = connection.execute(
        "SELECT data FROM chunk_vector JOIN vector ON vector.id = chunk_vector.vector ORDER BY chunk"
    )
    while part := rows.fetchmany(FETCH):
        yield unpack([data for (data,) in part], dimensions)


def chunks_within(connection: sqlite3.Connection, scope: Scope) -> list[int]:
    """Chunks of the records that may lead to a hit in *scope*, ascending."""
    limits, values = leading_to(scope)
    rows = connection.execute(
        "SELECT chunk.id FROM record JOIN chunk ON chunk.record = record.id"
        f" WHERE {limits or 1} ORDER BY chunk.id",
        values,
    )
    return [row[0] for row in rows]


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:16]


def _pending(connection: sqlite3.Connection, after: int, limit: int) -> list[tuple[int, str]]:
    """Chunks without a vector behind the row *after*, each with the text that is embedded."""
    rows = connection.execute(
        "SELECT chunk.id, title, heading, text FROM chunk JOIN record ON record.id = chunk.record "
        "LEFT JOIN chunk_vector ON chunk_vector.chunk = chunk.id "
        "WHERE chunk_vector.chunk IS NULL AND chunk.id > ? ORDER BY chunk.id LIMIT ?",
        (after, limit),
    )
    return [(row, passage_text(title, json.loads(heading), text)) for row, title, heading, text in rows]


def _known(connection: sqlite3.Connection, digests: set[bytes]) -> set[bytes]:
    marks = ", ".join("?" * len(digests))
    rows = connection.execute(f"SELECT digest FROM vector WHERE digest IN ({marks})", list(digests))
    return {row[0] for row in rows}


def _put(
    connection: sqlite3.Connection,
    fingerprint: str,
    digests: dict[int, bytes],
    vectors: dict[bytes, NDArray[np.float32]],
) -> int:
    """Write new vectors and hang chunks on them; chunks that changed meanwhile are left for later."""
    # Another process may have put another model to use while this one was reckoning.
    check_model(connection, fingerprint)
    if vectors:
        packed = pack(np.stack(list(vectors.values())))
        connection.executemany(
            "INSERT OR IGNORE INTO vector (digest, data) VALUES (?, ?)", zip(vectors, packed, strict=True)
        )
    marks = ", ".join("?" * len(digests))
    now = connection.execute(
        "SELECT chunk.id, title, heading, text FROM chunk JOIN record ON record.id = chunk.record "
        f"WHERE chunk.id IN ({marks})",
        list(digests),
    )
    same = [
        (row, digests[row])
        for row, title, heading, text in now
        if _digest(passage_text(title, json.loads(heading), text)) == digests[row]
    ]
    before = connection.total_changes
    connection.executemany(
        "INSERT OR IGNORE INTO chunk_vector SELECT ?, id FROM vector WHERE digest = ?", same
    )
    added = connection.total_changes - before
    connection.execute("UPDATE vector_model SET generation = generation + 1")
    return added
