"""
Vectors in the index: one for each different text, and which chunk has which.

A chunk's vector hangs on the digest of its text, so a note that is indexed again costs nothing for what did
not change, and neither does one that was moved. Chunks without a vector are simply not found by meaning;
embedding goes on from wherever it was stopped. Everything here is one model's; see `use_model`.
"""

import hashlib
import json
import secrets
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from caveat.model.embedder import Embedder
from caveat.model.errors import InputError
from caveat.store.vectors import pack, unpack

TABLES = """
    CREATE TABLE vector_model (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        fingerprint TEXT NOT NULL,
        dimensions INTEGER NOT NULL,
        lineage TEXT NOT NULL,
        generation INTEGER NOT NULL,
        floor REAL
    );
    CREATE TABLE vector (id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, data BLOB NOT NULL);
    CREATE TABLE chunk_vector (chunk INTEGER PRIMARY KEY, vector INTEGER NOT NULL);
    CREATE INDEX chunk_vector_vector ON chunk_vector (vector);
    CREATE TRIGGER chunk_is_gone AFTER DELETE ON chunk
        BEGIN DELETE FROM chunk_vector WHERE chunk = old.id; END;
    CREATE TRIGGER vector_is_gone AFTER DELETE ON chunk_vector
        BEGIN UPDATE vector_model SET generation = generation + 1; END;
"""
"""
Tables for one migration; no line within a statement ends in a semicolon.

Rows of chunks are used again by SQLite, so a trigger takes the vector away in the transaction that takes the
chunk away: the vector of one text can never stand for another.
"""

PORTION = 256
"""Chunks that are embedded and written in one transaction; our choice, about a second."""

FETCH = 4_096
"""Vectors read from the index at a time; our choice, a few megabytes."""

ADVICE = "`caveat index --full` embeds everything anew"


class VectorModel(NamedTuple):
    """
    Whose vectors an index holds.

    Attributes:
        fingerprint: As `model.embedder.Embedder` gives it.
        dimensions: Numbers of a vector.
        lineage: Drawn when the model was put to use, so that two indexes are never taken for one another.
        generation: Grows with every change to the vectors.
        floor: Cosine below which nothing is good enough (`rank.fusion.floor`); None = not reckoned yet.
    """

    fingerprint: str
    dimensions: int
    lineage: str
    generation: int
    floor: float | None


class Progress(NamedTuple):
    """
    How far embedding is.

    Attributes:
        chunks: Chunks there are.
        embedded: Those that have a vector.
    """

    chunks: int
    embedded: int


Transaction = Callable[[sqlite3.Connection], AbstractContextManager[None]]
"""One write transaction, such as `store.connection.transaction`."""


def model_of(connection: sqlite3.Connection) -> VectorModel | None:
    """Whose vectors the index holds; None when it holds none."""
    row = connection.execute(
        "SELECT fingerprint, dimensions, lineage, generation, floor FROM vector_model"
    ).fetchone()
    return VectorModel(*row) if row else None


def check_model(connection: sqlite3.Connection, fingerprint: str) -> VectorModel | None:
    """
    As `model_of`, when it is the model called *fingerprint*, or none.

    Raises:
        InputError: The vectors are another model's; the message names both and what to do.
    """
    found = model_of(connection)
    if found is not None and found.fingerprint != fingerprint:
        raise InputError(
            f"the index has vectors of {found.fingerprint!r}, and the embedder is {fingerprint!r}: "
            f"they cannot be compared. {ADVICE}"
        )
    return found


def use_model(
    connection: sqlite3.Connection, fingerprint: str, dimensions: int, *, may_replace: bool = False
) -> VectorModel:
    """
    Put a model to use, within the caller's transaction.

    Args:
        connection: The index, open for writing.
        fingerprint: The model.
        dimensions: Numbers of its vectors.
        may_replace: Drop the vectors of another model; else they are in the way.

    Raises:
        InputError: The vectors are another model's, and may not be replaced.
    """
    found = model_of(connection) if may_replace else check_model(connection, fingerprint)
    if found is not None and (found.fingerprint, found.dimensions) == (fingerprint, dimensions):
        return found
    forget_vectors(connection)
    made = VectorModel(fingerprint, dimensions, secrets.token_hex(8), 0, None)
    connection.execute("INSERT INTO vector_model VALUES (1, ?, ?, ?, ?, ?)", made)
    return made


def forget_vectors(connection: sqlite3.Connection) -> None:
    """Drop every vector and the model, within the caller's transaction."""
    # The model first: then the trigger on each row that goes has nothing to count.
    for table in ("vector_model", "chunk_vector", "vector"):
        connection.execute(f"DELETE FROM {table}")


def progress_of(connection: sqlite3.Connection) -> Progress:
    """How far embedding is."""
    chunks = connection.execute("SELECT count(*) FROM chunk").fetchone()[0]
    return Progress(chunks, connection.execute("SELECT count(*) FROM chunk_vector").fetchone()[0])


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
    told: Callable[[Progress], None] | None = None,
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


def prune(connection: sqlite3.Connection) -> int:
    """Drop vectors of texts that no chunk has, within the caller's transaction; how many those were."""
    return connection.execute("DELETE FROM vector WHERE id NOT IN (SELECT vector FROM chunk_vector)").rowcount


def put_floor(connection: sqlite3.Connection, floor: float | None) -> None:
    """Keep the cosine below which nothing is good enough, within the caller's transaction."""
    connection.execute("UPDATE vector_model SET floor = ?", (floor,))


def count_of(connection: sqlite3.Connection) -> int:
    """How many chunks have a vector."""
    return int(connection.execute("SELECT count(*) FROM chunk_vector").fetchone()[0])


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


def chunks_that(
    connection: sqlite3.Connection,
    *,
    record_class: str | None = None,
    folder: str = "",
    since: float | None = None,
    until: float | None = None,
) -> list[int]:
    """
    Chunks of the records that a question is limited to, ascending.

    Args:
        connection: The index.
        record_class: Only records of this class, and superseded ones: what replaces them may have it.
        folder: Only notes below this folder, ``/`` between its parts; empty = everywhere.
        since: Only records created at this day or later.
        until: Only records created before this day.
    """
    where, values = ["1"], list[object]()
    if record_class is not None:
        where.append("(record_class = ? OR status = 'superseded')")
        values.append(record_class)
    if folder:
        where.append("substr(path, 1, ?) = ?")
        values += [len(folder.rstrip("/")) + 1, folder.rstrip("/") + "/"]
    if since is not None:
        where.append("created >= ?")
        values.append(since)
    if until is not None:
        where.append("created < ?")
        values.append(until)
    rows = connection.execute(
        "SELECT chunk.id FROM record JOIN chunk ON chunk.record = record.id "
        f"WHERE {' AND '.join(where)} ORDER BY chunk.id",
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
