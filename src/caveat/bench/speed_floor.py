"""
The floor: the least that a lexical search can do, written by hand over the same index file.

The same tokens, the same full-text index, the same ranking function, all words first and any of them when
too few notes hold all; then titles and texts of the chunks found. No trust, no snippet, no look at files.
"""

import sqlite3
from pathlib import Path
from typing import NamedTuple

from caveat.model.search import Query
from caveat.store.schema import BM25_WEIGHTS

SHOWN = 10
"""Hits that a result list shows; with fewer chunks that hold all words, any of them will do."""

_STATEMENT = (
    "SELECT record.title, chunk.text FROM ("
    "SELECT rowid AS id, rank AS score FROM chunk_index WHERE chunk_index MATCH ?"
    " AND rank MATCH 'bm25({}, {}, {})' ORDER BY rank LIMIT ?"
    ") AS found JOIN chunk ON chunk.id = found.id JOIN record ON record.id = chunk.record ORDER BY score"
).format(*BM25_WEIGHTS)


class Asked(NamedTuple):
    """A query as SQLite takes it: all of its words, and any of them."""

    every: str
    some: str


def asked(query: Query) -> Asked:
    """The two expressions of *query*; both empty when it asks for nothing."""
    words = []
    for term in query.terms:
        quoted = [f'"{token}"' for token in term.alternatives]
        words.append(quoted[0] + "*" if term.is_prefix else f"({' OR '.join(quoted)})")
    return Asked(" AND ".join(words), " OR ".join(words))


class Floor:
    """
    A search by hand over the index file at *path*.

    Args:
        path: An index that is complete.
    """

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path)
        self._db.execute("PRAGMA query_only = 1")

    def close(self) -> None:
        """Release the file."""
        self._db.close()

    def found(self, words: Asked, *, limit: int) -> list[tuple[str, str]]:
        """Title and text of the *limit* best chunks."""
        if not words.every:
            return []
        rows = self._db.execute(_STATEMENT, (words.every, limit)).fetchall()
        if len(rows) < SHOWN and words.some != words.every:
            rows = self._db.execute(_STATEMENT, (words.some, limit)).fetchall()
        return rows
