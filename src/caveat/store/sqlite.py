"""The index in one SQLite file."""

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from caveat.model.columns import Columns
from caveat.model.errors import IndexUnusable, InputError
from caveat.model.findings import Finding
from caveat.model.notes import Chunk, Relation
from caveat.model.records import Edge, Record, RecordKind, Status
from caveat.model.search import EVERYWHERE, Match, Query, Scope
from caveat.model.store import (
    AuthorClaims,
    ChunkTokens,
    Counts,
    Entry,
    FileState,
    LedgerMark,
    StoredChunk,
    StoredLink,
)
from caveat.model.vectors import VectorStore
from caveat.store import fulltext, ledger_rows, trust_rows
from caveat.store.connection import connect, is_sealed, scrub, snapshot, transaction
from caveat.store.owners import Owners
from caveat.store.rows import (
    ENTRY_COLUMNS,
    LINK_COLUMNS,
    RECORD_COLUMNS,
    clean,
    dump,
    entry_of,
    fetched,
    finding_row,
    heading_of,
    link_of,
    link_row,
    load,
    marks,
    record_row,
    storable,
)
from caveat.store.vectors_model import file_of

_NAME = "FROM name JOIN record ON record.id = name.record"
_CHUNK = "FROM chunk JOIN record ON record.id = chunk.record"


class SqliteStore:
    """
    A `Store` in the SQLite file at *path*.

    Args:
        path: The index file; its folder is made when *is_writer*.
        is_writer: Whether it may be created, migrated and written. A reader takes no write lock, so it
            neither waits for a writer nor makes one wait.

    Raises:
        IndexMissing: There is none and *is_writer* is false.
        IndexUnusable: The file is damaged or of a newer version.
    """

    def __init__(self, path: Path, *, is_writer: bool = False) -> None:
        self._db = connect(path, is_writer=is_writer)
        self._owners = Owners(self._db, is_writer=is_writer)
        self._path = path
        self._vectors: VectorStore | None = None
        self.is_sealed = is_sealed(self._db)

    def close(self) -> None:
        self._db.close()

    def scrub(self) -> bool:
        try:
            self.vectors().prune()
            file_of(self._path).unlink(missing_ok=True)
        except (IndexUnusable, OSError):
            return False
        return scrub(self._db)

    def vectors(self) -> VectorStore:
        if self._vectors is None:
            from caveat.store.vectors_sqlite import SqliteVectors

            self._vectors = SqliteVectors(self._db, self._path, self._owners)
        return self._vectors

    def meta(self, key: str) -> str | None:
        row = self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def generation(self) -> tuple[int, ...]:
        # data_version tells what others wrote, total_changes what this connection did.
        return (self._db.execute("PRAGMA data_version").fetchone()[0], self._db.total_changes)

    def reading(self) -> AbstractContextManager[None]:
        return snapshot(self._db)

    def put_meta(self, values: Mapping[str, str]) -> None:
        with transaction(self._db):
            self._db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", sorted(values.items()))

    # Writing records

    def batch(self) -> AbstractContextManager[None]:
        return transaction(self._db)

    def put(self, entry: Entry) -> None:
        try:
            self._put(entry, tuple)
        except UnicodeEncodeError:
            # Half a surrogate pair somewhere, which no file can hold but an escape in YAML can name.
            self._put(entry, clean)

    def _put(self, entry: Entry, row_of: Callable[[Iterable[Any]], tuple[Any, ...]]) -> None:
        with transaction(self._db):
            _remove(self._db, entry.record.ref)
            row = row_of(record_row(entry))
            cursor = self._db.execute(
                f"INSERT INTO record ({RECORD_COLUMNS}, {ENTRY_COLUMNS}) VALUES ({marks(len(row))})", row
            )
            id_ = cursor.lastrowid
            assert id_ is not None
            names = sorted({row_of((name, id_)) for name in entry.names})
            self._db.executemany("INSERT INTO name VALUES (?, ?)", names)
            fulltext.put_chunks(self._db, id_, entry.chunks, entry.tokens, row_of)
            self._put_links(id_, entry.links, row_of)
            self._put_findings(entry.record.ref, entry.findings)
            if entry.file:
                self._put_file(entry.record.path, entry.file)

    def remove(self, refs: Iterable[str]) -> None:
        with transaction(self._db):
            for ref in refs:
                _remove(self._db, ref)

    def put_files(self, files: Mapping[str, FileState]) -> None:
        with transaction(self._db):
            for path, state in files.items():
                self._put_file(path, state)

    def put_standing(self, records: Iterable[Record]) -> None:
        rows = [(r.status, r.verified, r.is_pinned, r.is_stale, r.identity, r.ref) for r in records]
        with transaction(self._db):
            self._db.executemany(
                "UPDATE record SET status = ?, verified = ?, is_pinned = ?, is_stale = ?, identity = ?"
                " WHERE ref = ?",
                rows,
            )

    def _put_file(self, path: str, state: FileState) -> None:
        row = (path, state.file_hash, *state.signature)
        self._db.execute("INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?, ?)", row)

    def _put_links(
        self,
        owner: int,
        links: Sequence[StoredLink],
        row_of: Callable[[Iterable[Any]], tuple[Any, ...]],
    ) -> None:
        self._db.executemany(
            f"INSERT INTO link ({LINK_COLUMNS.removeprefix('id, ')}, owner) VALUES ({marks(14)})",
            [row_of((*link_row(link), owner)) for link in links],
        )

    def _put_findings(self, owner: str, findings: Sequence[Finding]) -> None:
        self._db.execute("DELETE FROM finding WHERE owner = ?", (owner,))
        rows = [clean(finding_row(owner, ordinal, finding)) for ordinal, finding in enumerate(findings)]
        self._db.executemany(f"INSERT INTO finding VALUES ({marks(9)})", rows)

    def put_findings(self, owner: str, findings: Sequence[Finding]) -> None:
        with transaction(self._db):
            self._put_findings(owner, findings)

    # Reading records

    def files(self) -> dict[str, FileState]:
        rows = self._db.execute("SELECT path, file_hash, size, mtime_ns, ctime_ns, inode FROM file")
        return {row[0]: FileState(row[1], (row[2], row[3], row[4], row[5])) for row in rows}

    def refs(self, *, kind: RecordKind | None = None, status: Status | None = None) -> list[str]:
        statement = "SELECT ref FROM record WHERE coalesce(?1, kind) = kind AND coalesce(?2, status) = status"
        return [row[0] for row in self._db.execute(f"{statement} ORDER BY ref", (kind, status))]

    def records(self, refs: Iterable[str]) -> dict[str, Record]:
        return trust_rows.records(self._db, refs)

    def entries(self, refs: Iterable[str]) -> dict[str, Entry]:
        wanted = sorted(set(refs))
        records = self.records(wanted)
        rows = self._rows(f"SELECT ref, {ENTRY_COLUMNS} FROM record WHERE ref IN ({{}})", wanted)
        return {ref: entry_of(records[ref], rest) for ref, *rest in rows}

    def evidence_into(self, refs: Iterable[str]) -> list[Edge]:
        return trust_rows.evidence_into(self._db, refs)

    def verdicts_on(self, refs: Iterable[str]) -> list[Edge]:
        return trust_rows.verdicts_on(self._db, refs)

    def claims_by(self, authors: Iterable[str]) -> dict[str, AuthorClaims]:
        return trust_rows.claims_by(self._db, authors)

    def columns(self) -> Columns:
        from caveat.store.columns import columns

        with self.reading():
            return columns(self._db)

    def named(self, name: str) -> list[str]:
        rows = self._db.execute(f"SELECT ref {_NAME} WHERE key = ? ORDER BY ref", (storable(name),))
        return [row[0] for row in rows]

    def aliases(self) -> dict[str, tuple[str, ...]]:
        rows = self._db.execute("SELECT path, aliases FROM record WHERE kind = 'note' AND aliases != '[]'")
        return {path: tuple(load(aliases)) for path, aliases in rows}

    def languages(self) -> tuple[str, ...]:
        rows = self._db.execute("SELECT DISTINCT language FROM record WHERE language != '' ORDER BY language")
        return tuple(row[0] for row in rows)

    def counts(self) -> Counts:
        def one(statement: str) -> int:
            value: int = self._db.execute(statement).fetchone()[0]
            return value

        return Counts(
            notes=one("SELECT count(*) FROM record WHERE kind = 'note'"),
            claims=one("SELECT count(*) FROM record WHERE kind = 'claim'"),
            chunks=one("SELECT count(*) FROM chunk"),
            links=one("SELECT count(*) FROM link"),
        )

    def findings(self) -> list[Finding]:
        rows = self._db.execute(
            "SELECT code, severity, message, path, line, place, help FROM finding"
            " ORDER BY path, line, place, code, message, owner, ordinal"
        )
        return [Finding(*row) for row in rows]

    # Links

    def links(self, kinds: Iterable[Relation] | None = None) -> list[StoredLink]:
        if kinds is None:
            rows = self._db.execute(f"SELECT {LINK_COLUMNS} FROM link ORDER BY id").fetchall()
        else:
            rows = sorted(self._rows(f"SELECT {LINK_COLUMNS} FROM link WHERE kind IN ({{}})", kinds))
        return [link_of(row) for row in rows]

    def links_after(self, last: int, most: int) -> list[StoredLink]:
        statement = f"SELECT {LINK_COLUMNS} FROM link WHERE id > ? ORDER BY id LIMIT ?"
        return [link_of(row) for row in self._db.execute(statement, (last, most))]

    def links_to_nowhere(self, kinds: Iterable[Relation]) -> list[StoredLink]:
        statement = f"SELECT {LINK_COLUMNS} FROM link WHERE target IS NULL AND kind IN ({{}})"
        return [link_of(row) for row in sorted(self._rows(statement, kinds))]

    def links_from(self, refs: Iterable[str]) -> list[StoredLink]:
        rows = self._rows(f"SELECT {LINK_COLUMNS} FROM link WHERE source IN ({{}}) ORDER BY id", refs)
        return [link_of(row) for row in rows]

    def links_into(self, refs: Iterable[str]) -> list[StoredLink]:
        statement = f"SELECT {LINK_COLUMNS} FROM link WHERE target IN ({{}}) ORDER BY source, id"
        return [link_of(row) for row in self._rows(statement, refs)]

    def put_targets(self, links: Sequence[StoredLink]) -> None:
        rows = [
            (link.target, link.how, dump(link.candidates), link.id, storable(link.source), storable(link.raw))
            for link in links
        ]
        with transaction(self._db):
            changed = self._db.executemany(
                "UPDATE link SET target = ?, how = ?, candidates = ? WHERE id = ? AND source = ? AND raw = ?",
                rows,
            ).rowcount
            if changed < len(rows):
                raise InputError("a link is not kept any more: read the links again before resolving them")

    def put_edges(self, edges: Sequence[StoredLink], *, among: Iterable[str] | None = None) -> None:
        with transaction(self._db):
            # Owner 0 is the ledger: no record has that row.
            if among is None:
                self._db.execute("DELETE FROM link WHERE owner = 0")
            else:
                rows = [(storable(ref), storable(ref)) for ref in among]
                # One index for each end; the ledger's own one would walk through all of its edges.
                statement = "DELETE FROM link WHERE +owner = 0 AND (source = ? OR target = ?)"
                self._db.executemany(statement, rows)
            self._put_links(0, edges, clean)

    def dangling(self, raws: Iterable[str]) -> bool:
        return bool(self._rows("SELECT 1 FROM link WHERE target IS NULL AND raw IN ({})", raws))

    # Text

    def match(
        self, query: Query, *, limit: int, is_every_term: bool, scope: Scope = EVERYWHERE
    ) -> list[Match]:
        words = storable(fulltext.expression(query, is_every_term=is_every_term))
        return fulltext.match(self._db, words, self._owners, limit=limit, scope=scope)

    def chunks(self, ids: Iterable[int]) -> dict[int, StoredChunk]:
        wanted = sorted(set(ids))
        found: dict[int, StoredChunk] = {}
        for start in range(0, len(wanted), 500):
            part = wanted[start : start + 500]
            rows = self._db.execute(
                "SELECT chunk.id, ref, text, heading, start_line, end_line, language, text_tokens FROM chunk"
                f" JOIN record ON record.id = chunk.record WHERE chunk.id IN ({marks(len(part))})",
                part,
            )
            for id_, ref, text, heading, first, last, language, tokens in rows:
                found[id_] = StoredChunk(ref, Chunk(text, heading_of(heading), first, last), language, tokens)
        return found

    def streams(self, ids: Iterable[int]) -> dict[int, ChunkTokens]:
        return fulltext.streams(self._db, ids)

    def prose(self, ref: str) -> list[Chunk]:
        ids = self._db.execute(f"SELECT chunk.id {_CHUNK} WHERE ref = ? ORDER BY chunk.id", (ref,))
        return [kept.chunk for _, kept in sorted(self.chunks(row[0] for row in ids.fetchall()).items())]

    def opening(self, ref: str) -> StoredChunk | None:
        row = self._db.execute(f"SELECT chunk.id {_CHUNK} WHERE ref = ? ORDER BY chunk.id", (ref,)).fetchone()
        return self.chunks([row[0]])[row[0]] if row else None

    # Ledger

    def ledger_marks(self) -> dict[str, LedgerMark]:
        rows = self._db.execute("SELECT name, offset, prefix_hash, pending, size FROM ledger_file")
        return {row[0]: LedgerMark(*row[1:]) for row in rows}

    def put_ledger(self, marks: Mapping[str, LedgerMark], lines: Mapping[str, Iterable[str]]) -> None:
        with transaction(self._db):
            rows = [(name, *mark) for name, mark in sorted(marks.items())]
            self._db.executemany("INSERT OR REPLACE INTO ledger_file VALUES (?, ?, ?, ?, ?)", rows)
            ledger_rows.put(self._db, lines)

    def clear_ledger(self) -> None:
        with transaction(self._db):
            for table in ("ledger_file", "ledger_line", "ledger_key"):
                self._db.execute(f"DELETE FROM {table}")
            self._db.execute("DELETE FROM finding WHERE owner LIKE 'ledger:%'")

    def ledger_lines(self, keys: Iterable[str] | None = None) -> list[str]:
        if keys is None:
            return sorted(row[0] for row in self._db.execute("SELECT line FROM ledger_line"))
        statement = (
            "SELECT DISTINCT line FROM ledger_key JOIN ledger_line USING (id) WHERE ledger_key.key IN ({})"
        )
        return sorted({row[0] for row in self._rows(statement, keys)})

    def known_lines(self, among: Iterable[str]) -> set[str]:
        return ledger_rows.known(self._db, among)

    def put_ledger_refs(self, refs: Iterable[str], *, is_more: bool = False) -> None:
        with transaction(self._db):
            if not is_more:
                self._db.execute("DELETE FROM ledger_ref")
            self._db.executemany("INSERT OR IGNORE INTO ledger_ref VALUES (?)", [(r,) for r in sorted(refs)])

    def ledger_refs(self, among: Iterable[str]) -> set[str]:
        return {row[0] for row in self._rows("SELECT ref FROM ledger_ref WHERE ref IN ({})", among)}

    def _rows(self, statement: str, values: Iterable[str]) -> list[tuple[Any, ...]]:
        return fetched(self._db, statement, values)


def _remove(connection: sqlite3.Connection, ref: str) -> None:
    """Take a record and everything it wrote out of every table."""
    row = connection.execute("SELECT id, path FROM record WHERE ref = ?", (ref,)).fetchone()
    if row is None:
        return
    id_, path = row
    fulltext.remove_chunks(connection, id_)
    for table in ("link", "name"):
        column = "owner" if table == "link" else "record"
        connection.execute(f"DELETE FROM {table} WHERE {column} = ?", (id_,))
    connection.execute("DELETE FROM finding WHERE owner = ?", (ref,))
    connection.execute("DELETE FROM record WHERE id = ?", (id_,))
    if path:
        connection.execute("DELETE FROM file WHERE path = ?", (path,))
