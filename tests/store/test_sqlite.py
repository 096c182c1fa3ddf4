"""What only the file on disk can do wrong."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from caveat.model.errors import IndexMissing, IndexUnusable
from caveat.model.notes import Chunk
from caveat.model.records import Record
from caveat.model.search import Query, Scope, Term
from caveat.model.store import ChunkTokens, Entry
from caveat.store.schema import VERSION
from caveat.store.sqlite import SqliteStore


def test_reading_without_an_index_says_so(tmp_path: Path) -> None:
    with pytest.raises(IndexMissing, match="caveat index"):
        SqliteStore(tmp_path / "index.sqlite")

    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "content", [b"not a database, but long enough to be read as one" * 50, b"\x00" * 4096]
)
def test_a_damaged_file_is_named_with_the_way_out(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "index.sqlite"
    path.write_bytes(content)

    with pytest.raises((IndexUnusable, IndexMissing), match="caveat index"):
        SqliteStore(path)


def test_an_index_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite"
    SqliteStore(path, is_writer=True).close()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()

    for is_writer in (True, False):
        with pytest.raises(IndexUnusable, match="newer caveat"):
            SqliteStore(path, is_writer=is_writer)


def test_an_index_of_an_older_form_asks_for_an_index_run(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite"
    sqlite3.connect(path).close()
    path.touch()

    with pytest.raises(IndexMissing, match="caveat index"):
        SqliteStore(path)

    SqliteStore(path, is_writer=True).close()
    SqliteStore(path).close()


def test_a_reader_neither_waits_nor_writes(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite"
    writer = SqliteStore(path, is_writer=True)
    writer.put(Entry(Record("claim:1", kind="claim")))
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    holder.execute("DELETE FROM record")

    reader = SqliteStore(path)

    assert ["claim:1"] == reader.refs()
    with pytest.raises(IndexUnusable, match="cannot write"):
        reader.put(Entry(Record("claim:2", kind="claim")))
    holder.execute("ROLLBACK")
    for connection in (holder, reader, writer):
        connection.close()


def test_a_failed_write_changes_nothing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "index.sqlite", is_writer=True)
    store.put(Entry(Record("claim:1", kind="claim", title="kept")))
    bad = Entry(Record("claim:1", kind="claim", title=object()))  # type: ignore[arg-type]

    with pytest.raises(IndexUnusable, match="nothing was changed"):
        store.put(bad)

    assert "kept" == store.records(["claim:1"])["claim:1"].title
    store.close()


def pear(ref: str) -> Entry:
    return Entry(Record(ref), chunks=(Chunk("pear", (), 1, 1),), tokens=(ChunkTokens("", "", "pear"),))


def test_owners_of_chunks_are_remembered_only_while_nobody_writes(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite"
    writer = SqliteStore(path, is_writer=True)
    writer.put(pear("note:a.md"))
    reader = SqliteStore(path)
    query = Query("pear", (Term(("pear",)),))

    def refs() -> list[str]:
        return [m.ref for m in reader.match(query, limit=9, is_every_term=True)]

    before = [refs() for _ in range(5)]
    # Row 1 is free again, and the next record's chunk takes it.
    writer.remove(["note:a.md"])
    writer.put(pear("note:b.md"))
    after = [refs() for _ in range(5)]
    writer.put(pear("note:c.md"))
    more = refs()
    reader.close()
    writer.close()

    assert ([["note:a.md"]] * 5, [["note:b.md"]] * 5) == (before, after)
    assert ["note:b.md", "note:c.md"] == more


@pytest.mark.parametrize("scope", [Scope(), Scope("log"), Scope("log", "a", 1.0, 2.0)])
def test_the_full_text_index_is_asked_once_and_not_for_each_chunk(tmp_path: Path, scope: Scope) -> None:
    store = SqliteStore(tmp_path / "index.sqlite", is_writer=True)
    statements: list[str] = []
    store._db.set_trace_callback(statements.append)
    store.match(Query("pear", (Term(("pear",)),)), limit=9, is_every_term=True, scope=scope)
    store._db.set_trace_callback(None)
    asked = next(statement for statement in statements if "bm25" in statement)
    plan = " ".join(str(row[3]) for row in store._db.execute(f"EXPLAIN QUERY PLAN {asked}"))
    store.close()

    # An "=" stands for a search by row, which SQLite would repeat for every row of the class.
    assert "INDEX 0:M3" in plan


def denying(monkeypatch: pytest.MonkeyPatch, refused: list[str]) -> None:
    """Let SQLite refuse every index that is not opened as one that nobody changes, as a sealed folder does."""
    plain = sqlite3.connect

    class Denied(sqlite3.Connection):
        def execute(self, sql: str, *given: object) -> sqlite3.Cursor:
            if "user_version" in sql:
                refused.append(sql)
                error = sqlite3.OperationalError("attempt to write a readonly database")
                error.sqlite_errorcode = sqlite3.SQLITE_READONLY_CANTINIT
                raise error
            return super().execute(sql)

    def connected(database: str | Path, **options: Any) -> sqlite3.Connection:
        return plain(database, **({"factory": Denied} | options))

    monkeypatch.setattr(sqlite3, "connect", connected)


def test_an_index_in_a_folder_that_cannot_be_written_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "an index.sqlite"
    with closing(SqliteStore(path, is_writer=True)) as writer:
        writer.put(Entry(Record("claim:1", kind="claim")))
    refused: list[str] = []
    denying(monkeypatch, refused)

    with closing(SqliteStore(path)) as reader:
        assert (["claim:1"], True, True) == (reader.refs(), reader.is_sealed, bool(refused))

    with pytest.raises(IndexUnusable, match="XDG_CACHE_HOME"):
        SqliteStore(path, is_writer=True)


def test_a_sealed_index_with_changes_in_its_log_is_not_read_as_if_it_had_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "index.sqlite"
    with closing(SqliteStore(path, is_writer=True)) as writer:
        writer.put(Entry(Record("claim:1", kind="claim")))
        denying(monkeypatch, [])

        with pytest.raises(IndexUnusable, match="make its folder writable"):
            SqliteStore(path)
