"""The full-text side of the SQLite index: chunks in, ranked matches out."""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from caveat.model.many import many
from caveat.model.notes import Chunk
from caveat.model.search import Match, Query, Scope, Term
from caveat.model.store import ChunkTokens
from caveat.store.bm25 import settled
from caveat.store.owners import Owners
from caveat.store.rows import dump, leading_to
from caveat.store.schema import BM25_WEIGHTS

# The plus keeps SQLite from asking the full-text index once for each of these chunks, which took seconds.
_WITHIN = " AND +rowid IN (SELECT chunk.id FROM chunk JOIN record ON record.id = chunk.record WHERE {})"
# Sorted by our own call of bm25(): "ORDER BY rank" reckons each score twice, and takes half as long again.
_BEST = (
    "SELECT rowid, bm25(chunk_index, {}, {}, {}) AS score FROM chunk_index WHERE chunk_index MATCH ?".format(
        *BM25_WEIGHTS
    )
    + "{} ORDER BY score LIMIT ?"
)


def put_chunks(
    connection: sqlite3.Connection,
    record: int,
    chunks: Sequence[Chunk],
    tokens: Sequence[ChunkTokens],
    row_of: Callable[[Iterable[Any]], tuple[Any, ...]],
) -> None:
    """Write the chunks of row *record* and their token streams; *row_of* makes each row storable."""
    for chunk, stream in zip(chunks, tokens, strict=True):
        row = (record, dump(chunk.heading), chunk.text, chunk.start_line, chunk.end_line, *stream)
        cursor = connection.execute(
            "INSERT INTO chunk (record, heading, text, start_line, end_line,"
            " names_tokens, heading_tokens, text_tokens) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            row_of(row),
        )
        connection.execute(
            "INSERT INTO chunk_index (rowid, names_tokens, heading_tokens, text_tokens) VALUES (?, ?, ?, ?)",
            (cursor.lastrowid, *row_of(stream)),
        )


def remove_chunks(connection: sqlite3.Connection, record: int) -> None:
    """Take the chunks of row *record* out of the table and of the full-text index."""
    # FTS5 with external content must be told the old words before they are gone from the table.
    connection.execute(
        "INSERT INTO chunk_index (chunk_index, rowid, names_tokens, heading_tokens, text_tokens)"
        " SELECT 'delete', id, names_tokens, heading_tokens, text_tokens FROM chunk WHERE record = ?",
        (record,),
    )
    connection.execute("DELETE FROM chunk WHERE record = ?", (record,))


def streams(connection: sqlite3.Connection, ids: Iterable[int]) -> dict[int, ChunkTokens]:
    """Token streams by chunk row."""
    wanted = sorted(set(ids))
    found: dict[int, ChunkTokens] = {}
    for start in range(0, len(wanted), 500):
        part = wanted[start : start + 500]
        rows = connection.execute(
            "SELECT id, names_tokens, heading_tokens, text_tokens FROM chunk"
            f" WHERE id IN ({', '.join('?' * len(part))})",
            part,
        )
        found.update((row[0], ChunkTokens(*row[1:])) for row in rows)
    return found


def expression(query: Query, *, is_every_term: bool) -> str:
    """The FTS5 match expression of *query*; empty when it has no terms."""
    # Beside its own first token a phrase adds to the score and lets no other chunk in.
    beside: dict[str, list[str]] = {}
    for tokens in query.phrases:
        beside.setdefault(tokens[0], []).append(f'"{" ".join(tokens)}"')
    clauses = (_clause(term, beside.get(term.alternatives[0], ())) for term in query.terms)
    return (" AND " if is_every_term else " OR ").join(clauses)


def _clause(term: Term, phrases: Iterable[str]) -> str:
    quoted = ['"' + token.replace('"', '""') + '"' for token in term.alternatives]
    if term.is_prefix:
        return quoted[0] + "*"
    quoted += phrases
    return quoted[0] if len(quoted) == 1 else "(" + " OR ".join(quoted) + ")"


def match(
    connection: sqlite3.Connection,
    words: str,
    owners: Owners,
    *,
    limit: int,
    scope: Scope,
) -> list[Match]:
    """
    The best chunks for the FTS5 expression *words*, at least *limit* when there are as many.

    Chunks that score the same as the last one are all returned, so that the cut never depends on the
    order in which notes were indexed.
    """
    if not words:
        return []
    limits, values = leading_to(scope)
    statement = _BEST.format(_WITHIN.format(limits) if limits else "")
    wanted = limit
    while True:
        rows: list[tuple[int, float]] = connection.execute(statement, (words, *values, wanted + 1)).fetchall()
        if len(rows) <= limit:
            break
        end, edge = limit, settled(rows[limit - 1][1])
        while end < len(rows) and settled(rows[end][1]) == edge:
            end += 1
        if len(rows) <= wanted or end < len(rows):
            del rows[end:]
            break
        wanted *= 4
    return _named(rows, owners)


def _named(rows: Sequence[tuple[int, float]], owners: Owners) -> list[Match]:
    refs = owners.of([id_ for id_, _ in rows]) if rows else {}
    # FTS5's scores are negative, the best first; the rows of a record's chunks ascend as the chunks do.
    ranked = sorted([(settled(score), refs[id_], id_) for id_, score in rows])
    return many(Match, [(ref, id_, -score) for score, ref, id_ in ranked])
