"""
Whose vectors an index holds, and how many: what can be told without numpy.

The tables are made by the last migration of `schema`: each different text has one vector, and each chunk
hangs on the vector of its text.
"""

import sqlite3
from pathlib import Path

from caveat.model.errors import InputError
from caveat.model.vectors import Embedded, VectorModel

ADVICE = "`caveat index --full` embeds everything anew"


def file_of(index: Path) -> Path:
    """Where the vectors of the index at *index* are mapped from."""
    return index.with_name(index.name + ".vectors")


def model_of(connection: sqlite3.Connection) -> VectorModel | None:
    """Whose vectors the index holds; None when it holds none."""
    row = connection.execute(
        "SELECT fingerprint, dimensions, lineage, generation, floor FROM vector_model"
    ).fetchone()
    return VectorModel(*row) if row else None


def other_model(kept: str, asked: str) -> str:
    """That vectors of the model *kept* are of no use to the model *asked*, and what to do."""
    return (
        f"the index has vectors of {kept!r}, and the embedder is {asked!r}: they cannot be compared. {ADVICE}"
    )


def check_model(connection: sqlite3.Connection, fingerprint: str) -> VectorModel | None:
    """
    As `model_of`, when it is the model called *fingerprint*, or none.

    Raises:
        InputError: The vectors are another model's; the message names both and what to do.
    """
    found = model_of(connection)
    if found is not None and found.fingerprint != fingerprint:
        raise InputError(other_model(found.fingerprint, fingerprint))
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
    import secrets

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


def progress_of(connection: sqlite3.Connection) -> Embedded:
    """How far embedding is."""
    chunks = connection.execute("SELECT count(*) FROM chunk").fetchone()[0]
    return Embedded(chunks, connection.execute("SELECT count(*) FROM chunk_vector").fetchone()[0])


def prune(connection: sqlite3.Connection) -> int:
    """Drop vectors of texts that no chunk has, within the caller's transaction; how many those were."""
    return connection.execute("DELETE FROM vector WHERE id NOT IN (SELECT vector FROM chunk_vector)").rowcount


def put_floor(connection: sqlite3.Connection, floor: float | None) -> None:
    """Keep the cosine below which nothing is good enough, within the caller's transaction."""
    connection.execute("UPDATE vector_model SET floor = ?", (floor,))


def count_of(connection: sqlite3.Connection) -> int:
    """How many chunks have a vector."""
    return int(connection.execute("SELECT count(*) FROM chunk_vector").fetchone()[0])
