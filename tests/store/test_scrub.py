"""Scrubbing: what was removed from an index cannot be read from its bytes, and nothing else is lost."""

from pathlib import Path

import pytest

from caveat.model.notes import Chunk
from caveat.model.records import Record
from caveat.model.store import ChunkTokens, Entry, Store
from caveat.store.memory import MemoryStore
from caveat.store.sqlite import SqliteStore


def claim(number: int, text: str) -> Entry:
    record = Record(f"claim:{number}", kind="claim", title=text)
    return Entry(record, (text,), chunks=(Chunk(text, (), 1, 1),), tokens=(ChunkTokens("", "", text),))


@pytest.mark.parametrize("kind", ["sqlite", "memory"])
def test_what_is_kept_stays(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite"
    store: Store = SqliteStore(path, is_writer=True) if kind == "sqlite" else MemoryStore()
    store.put(claim(1, "a word"))
    store.put(claim(2, "another word"))
    store.remove(["claim:1"])

    assert store.scrub()
    assert (["claim:2"], "another word") == (store.refs(), store.prose("claim:2")[0].text)
    store.close()


def test_the_bytes_of_the_file_no_longer_hold_it(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "index.sqlite", is_writer=True)
    for number in range(50):
        store.put(claim(number, f"word{number} " * 40))
    store.put(claim(99, "hunter2 " * 40))
    store.put_ledger({}, {"hunter2 line": ["key"]})
    store.remove(["claim:99"])
    store.clear_ledger()

    held = [path.name for path in tmp_path.iterdir() if b"hunter2" in path.read_bytes()]

    assert held
    assert store.scrub()
    assert [] == [path.name for path in tmp_path.iterdir() if b"hunter2" in path.read_bytes()]
    store.close()


def test_a_reader_that_holds_the_index_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SqliteStore(tmp_path / "index.sqlite", is_writer=True)
    store.put(claim(1, "hunter2"))
    store._db.execute("PRAGMA busy_timeout = 50")
    reader = SqliteStore(tmp_path / "index.sqlite")
    with reader.reading():
        assert ["claim:1"] == reader.refs()
        store.remove(["claim:1"])

        assert not store.scrub()
    assert store.scrub()
    reader.close()
    store.close()
