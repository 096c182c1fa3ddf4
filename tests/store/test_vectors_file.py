"""The file that vectors are mapped from is a copy: lost, stale or damaged, the answers stay the same."""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from caveat.models.hashed import Hashed
from caveat.store import vectors_file
from caveat.store.connection import transaction
from caveat.store.schema import MIGRATIONS
from caveat.store.vectors import Table, nearest
from caveat.store.vectors_file import HEADER, open_table
from caveat.store.vectors_model import file_of, use_model
from caveat.store.vectors_rows import embed_pending

MODEL = Hashed(100)
TEXTS = ["the tenant pays rent", "a cat sleeps", "boundary layer of a plate", "lease", "rent and lease", ""]


@pytest.fixture
def index() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    for migration in MIGRATIONS:
        for statement in migration.split(";\n"):
            if statement.strip():
                connection.execute(statement)
    connection.execute(
        "INSERT INTO record (id, ref, kind, title, declared_by, is_model_text, is_grounded, status, is_pinned, "
        "is_stale, path, line, content_hash, aliases, tags, language, written) "
        "VALUES (1, 'r', 'note', '', '', 0, 0, 'active', 0, 0, '', 1, '', '[]', '[]', '', '{}')"
    )
    use_model(connection, MODEL.fingerprint, MODEL.dimensions)
    add(connection, *TEXTS)
    yield connection
    connection.close()


def add(connection: sqlite3.Connection, *texts: str) -> None:
    for text in texts:
        connection.execute(
            "INSERT INTO chunk (record, heading, text, start_line, end_line, names_tokens, heading_tokens, "
            "text_tokens) VALUES (1, '[]', ?, 1, 1, '', '', '')",
            (text,),
        )
    embed_pending(connection, MODEL, transaction)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return file_of(tmp_path / "index.sqlite")


def answers(table: Table | None) -> list[tuple[list[int], list[float]]]:
    assert table is not None
    return [nearest(table, query, 3) for query in MODEL.embed_queries(["rent", "cat", "plate"])]


def no_reading(*_: object) -> None:
    raise AssertionError("the vectors were read from the index")


@pytest.fixture
def good(index: sqlite3.Connection, path: Path) -> list[tuple[list[int], list[float]]]:
    """The right answers, with the file written."""
    return answers(open_table(index, path))


def test_the_file_lies_beside_the_index(path: Path) -> None:
    assert "index.sqlite.vectors" == path.name


def test_a_whole_file_is_mapped_without_reading_the_index(
    index: sqlite3.Connection, path: Path, good: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors_file, "vectors_of", no_reading)

    assert good == answers(open_table(index, path))


def test_answers_are_those_of_the_nearest_texts(good: list[tuple[list[int], list[float]]]) -> None:
    assert [5, 2, 3] == [chunks[0] for chunks, _ in good]


def test_a_copied_file_is_hashed_and_used(
    index: sqlite3.Connection, path: Path, good: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.utime(path, (1, 1))
    monkeypatch.setattr(vectors_file, "vectors_of", no_reading)

    assert good == answers(open_table(index, path))


def flip(path: Path, offset: int) -> None:
    data = bytearray(path.read_bytes())
    data[offset] ^= 0x40
    path.write_bytes(data)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "gone": lambda path: path.unlink(),
    "empty": lambda path: os.truncate(path, 0),
    "short": lambda path: os.truncate(path, path.stat().st_size - 1),
    "long": lambda path: path.write_bytes(path.read_bytes() + b"\0"),
    "a vector": lambda path: flip(path, HEADER + 8 * len(TEXTS) + 400 + 33),
    "a row": lambda path: flip(path, HEADER),
    "a sign": lambda path: flip(path, -8),
    "the header": lambda path: flip(path, 40),
    "another header": lambda path: path.write_bytes(b"[]".ljust(HEADER) + path.read_bytes()[HEADER:]),
    "a nested header": lambda path: path.write_bytes(b"[" * HEADER + path.read_bytes()[HEADER:]),
    "noise": lambda path: path.write_bytes(os.urandom(9_999)),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_written_anew(
    index: sqlite3.Connection, path: Path, good: object, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    DAMAGES[damage](path)

    assert good == answers(open_table(index, path))
    monkeypatch.setattr(vectors_file, "vectors_of", no_reading)
    assert good == answers(open_table(index, path))
    assert [path.name] == [p.name for p in path.parent.iterdir() if ".vectors" in p.name]


def test_a_file_of_an_older_state_is_not_used(index: sqlite3.Connection, path: Path, good: object) -> None:
    old = path.read_bytes(), path.stat().st_mtime_ns
    add(index, "rent rent rent")
    newer = answers(open_table(index, path))
    path.write_bytes(old[0])
    os.utime(path, ns=(old[1], old[1]))

    assert len(TEXTS) + 1 == newer[0][0][0]
    assert newer == answers(open_table(index, path))


def test_a_removed_chunk_is_not_found(index: sqlite3.Connection, path: Path, good: object) -> None:
    index.execute("DELETE FROM chunk WHERE id = 2")

    assert 2 not in [chunk for chunks, _ in answers(open_table(index, path)) for chunk in chunks]


def test_a_file_of_an_index_that_was_made_anew_is_not_used(
    index: sqlite3.Connection, path: Path, good: object
) -> None:
    index.execute("UPDATE vector_model SET lineage = 'another'")
    index.execute("UPDATE vector SET data = (SELECT data FROM vector WHERE id = 1)")

    assert good != answers(open_table(index, path))


def test_where_nothing_can_be_written_vectors_are_held_in_memory(
    index: sqlite3.Connection, tmp_path: Path, good: object
) -> None:
    (tmp_path / "file").touch()

    assert good == answers(open_table(index, tmp_path / "file" / "x.vectors"))


def test_large_files_are_read_instead_of_mapped(
    index: sqlite3.Connection, path: Path, good: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors_file, "LARGE", 0)

    assert good == answers(open_table(index, path))


def test_an_open_table_survives_its_file(index: sqlite3.Connection, path: Path, good: object) -> None:
    table = open_table(index, path)
    path.unlink()
    add(index, "rent rent rent")
    open_table(index, path)

    assert good == answers(table)


def test_no_model_is_no_table_and_no_vector_an_empty_one(index: sqlite3.Connection, path: Path) -> None:
    index.execute("DELETE FROM chunk")
    table = open_table(index, path)

    assert table is not None and 0 == len(table.chunks)
    assert [([], [])] * 3 == answers(table)

    index.execute("DELETE FROM vector_model")
    assert open_table(index, path) is None


def test_a_draft_that_a_killed_process_left_is_in_nobodys_way(
    index: sqlite3.Connection, path: Path, good: object
) -> None:
    shutil.copy(path, path.with_name(f".{path.name}.0badcafe"))
    path.unlink()

    assert good == answers(open_table(index, path))


def test_the_mean_of_many_is_that_of_the_first(
    index: sqlite3.Connection, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors_file, "SAMPLE", 1)
    monkeypatch.setattr("caveat.store.vectors_rows.FETCH", 2)
    table = open_table(index, path)

    assert table is not None
    assert np.allclose(MODEL.embed_passages(TEXTS[:2]).mean(axis=0), table.centre, atol=1e-3)


def test_what_killed_processes_left_is_removed_and_nothing_else(
    index: sqlite3.Connection, path: Path
) -> None:
    names = [f".{path.name}.0123abcd", f".{path.name}.0123abce", f".{path.name}.mine", "0123abcd"]
    for name in names:
        (path.parent / name).touch()
    for name in (names[0], names[2], names[3]):
        os.utime(path.parent / name, (1, 1))

    answers(open_table(index, path))

    assert {*names[1:], path.name} == {one.name for one in path.parent.iterdir()}
