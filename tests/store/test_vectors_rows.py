"""Vectors in the index: a text is embedded once, a stop loses nothing, and two models never mix."""

import json
import sqlite3
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from numpy.typing import NDArray

from caveat.model.errors import EmbedderUnusable, InputError
from caveat.model.vectors import Embedded
from caveat.models.hashed import Hashed
from caveat.store import vectors_rows
from caveat.store.connection import transaction
from caveat.store.schema import MIGRATIONS
from caveat.store.vectors import pack
from caveat.store.vectors_model import (
    check_model,
    forget_vectors,
    model_of,
    progress_of,
    prune,
    put_floor,
    use_model,
)
from caveat.store.vectors_rows import chunks_of, embed_pending, passage_text, vectors_of

MODEL = Hashed(24)


class Counting(Hashed):
    """Keeps what it was asked, and stops working after so many texts."""

    def __init__(self, most: int = 1_000_000) -> None:
        super().__init__(24)
        self.texts: list[str] = []
        self.most = most

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if len(self.texts) + len(texts) > self.most:
            raise EmbedderUnusable("the server went away")
        self.texts += texts
        return super().embed_passages(texts)


def opened() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    for migration in MIGRATIONS:
        # As store.connection runs them.
        for statement in migration.split(";\n"):
            if statement.strip():
                connection.execute(statement)
    return connection


@pytest.fixture
def index() -> Iterator[sqlite3.Connection]:
    """An index with its tables and the test model in use."""
    connection = opened()
    use_model(connection, MODEL.fingerprint, 24)
    yield connection
    connection.close()


def add(
    connection: sqlite3.Connection,
    text: str,
    *,
    title: str = "",
    heading: Sequence[str] = (),
    **fields: object,
) -> int:
    """A record with one chunk; the row of the chunk."""
    record = {
        "ref": f"note:{connection.execute('SELECT count(*), total_changes() FROM record').fetchone()}",
        "kind": "note", "title": title, "declared_by": "", "is_model_text": 0, "is_grounded": 0,
        "status": "active", "is_pinned": 0, "is_stale": 0, "path": "", "line": 1, "content_hash": "",
        "aliases": "[]", "tags": "[]", "language": "", "written": "{}",
    } | fields  # fmt: skip
    names, marks = ", ".join(record), ", ".join("?" * len(record))
    row = connection.execute(
        f"INSERT INTO record ({names}) VALUES ({marks})", list(record.values())
    ).lastrowid
    chunk = (row, json.dumps(list(heading)), text)
    made = connection.execute(
        "INSERT INTO chunk (record, heading, text, start_line, end_line, names_tokens, heading_tokens, "
        "text_tokens) VALUES (?, ?, ?, 1, 1, '', '', '')",
        chunk,
    )
    assert made.lastrowid
    return made.lastrowid


def kept(connection: sqlite3.Connection) -> dict[int, bytes]:
    rows = [row.tobytes() for part in vectors_of(connection, 24) for row in part]
    return dict(zip(chunks_of(connection), rows, strict=True))


def expected(connection: sqlite3.Connection) -> dict[int, bytes]:
    rows = connection.execute("SELECT id, text FROM chunk").fetchall()
    return {row: pack(MODEL.embed_passages([text]))[0] for row, text in rows}


def test_every_chunk_gets_the_vector_of_its_text(index: sqlite3.Connection) -> None:
    for text in ("a lease", "the rent", "a cat"):
        add(index, text)

    assert 3 == embed_pending(index, MODEL, transaction)
    assert expected(index) == kept(index)
    assert Embedded(3, 3) == progress_of(index)


def test_equal_texts_are_embedded_once_and_a_second_run_asks_nothing(index: sqlite3.Connection) -> None:
    model = Counting()
    for text in ("a lease", "the rent", "a lease"):
        add(index, text)

    assert 3 == embed_pending(index, model, transaction)
    assert 0 == embed_pending(index, model, transaction)
    assert ["a lease", "the rent"] == model.texts


def test_a_note_that_is_indexed_again_asks_only_for_what_changed(index: sqlite3.Connection) -> None:
    model = Counting()
    for text in ("a lease", "the rent"):
        add(index, text)
    embed_pending(index, model, transaction)
    index.execute("DELETE FROM chunk")
    for text in ("a lease", "the new rent"):
        add(index, text)

    assert {} == kept(index)
    assert 2 == embed_pending(index, model, transaction)
    assert ["a lease", "the rent", "the new rent"] == model.texts
    assert expected(index) == kept(index)


def test_a_row_that_is_used_again_has_no_vector_of_another_text(index: sqlite3.Connection) -> None:
    row = add(index, "a lease")
    embed_pending(index, MODEL, transaction)
    index.execute("DELETE FROM chunk WHERE id = ?", (row,))

    assert row == add(index, "a cat")
    assert Embedded(1, 0) == progress_of(index)


@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_what_was_written_before_a_failure_stays(
    index: sqlite3.Connection, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors_rows, "PORTION", 1)
    for text in ("one", "two", "three", "four"):
        add(index, text)

    with pytest.raises(EmbedderUnusable):
        embed_pending(index, Counting(most), transaction)

    assert Embedded(4, most) == progress_of(index)
    assert 4 - most == embed_pending(index, MODEL, transaction)
    assert expected(index) == kept(index)


def test_as_many_as_asked_for_are_embedded_and_told(
    index: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors_rows, "PORTION", 2)
    for number in range(7):
        add(index, f"text {number}")
    told: list[Embedded] = []

    assert 5 == embed_pending(index, MODEL, transaction, told=told.append, most=5)
    assert [Embedded(7, 2), Embedded(7, 4), Embedded(7, 5)] == told


def test_a_chunk_that_changes_while_it_is_embedded_is_left_for_later(index: sqlite3.Connection) -> None:
    row, other = add(index, "a lease"), add(index, "the rent")

    class Slow(Hashed):
        def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
            index.execute("DELETE FROM chunk WHERE id = ?", (other,))
            index.execute("UPDATE chunk SET text = 'a cat' WHERE id = ?", (row,))
            return super().embed_passages(texts)

    assert 0 == embed_pending(index, Slow(24), transaction)
    assert 1 == embed_pending(index, MODEL, transaction)
    assert expected(index) == kept(index)


def test_two_models_never_mix(index: sqlite3.Connection) -> None:
    add(index, "a lease")
    embed_pending(index, MODEL, transaction)
    other = Hashed(24, seed="other")

    for refused in (
        lambda: use_model(index, other.fingerprint, 24),
        lambda: check_model(index, other.fingerprint),
        lambda: embed_pending(index, other, transaction),
    ):
        with pytest.raises(InputError, match=r"'hashed/v1 24'.*'hashed/v1 24 other'.*--full"):
            refused()

    use_model(index, other.fingerprint, 24, may_replace=True)

    assert {} == kept(index)
    assert 1 == embed_pending(index, other, transaction)


def test_another_model_put_to_use_meanwhile_is_seen(index: sqlite3.Connection) -> None:
    add(index, "a lease")

    class Overtaken(Hashed):
        def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
            use_model(index, "another", 3, may_replace=True)
            return super().embed_passages(texts)

    with pytest.raises(InputError, match="another"):
        embed_pending(index, Overtaken(24), transaction)

    assert 0 == index.execute("SELECT count(*) FROM vector").fetchone()[0]


def test_the_same_model_keeps_what_is_there(index: sqlite3.Connection) -> None:
    before = model_of(index)
    add(index, "a lease")
    embed_pending(index, MODEL, transaction)
    put_floor(index, 0.2)

    assert before is not None
    assert before._replace(generation=1, floor=0.2) == use_model(
        index, MODEL.fingerprint, 24, may_replace=True
    )


def test_an_index_made_anew_is_of_another_lineage() -> None:
    found = [use_model(opened(), "m", 3).lineage for _ in range(2)]

    assert found[0] != found[1]


def test_every_change_makes_another_generation(index: sqlite3.Connection) -> None:
    def generation() -> int:
        found = model_of(index)
        assert found
        return found.generation

    row = add(index, "a lease")
    seen = [generation()]
    embed_pending(index, MODEL, transaction)
    seen.append(generation())
    index.execute("DELETE FROM chunk WHERE id = ?", (row,))
    seen.append(generation())

    assert sorted(set(seen)) == seen


def test_vectors_of_texts_that_are_gone_are_pruned(index: sqlite3.Connection) -> None:
    row = add(index, "a secret")
    add(index, "a lease")
    embed_pending(index, MODEL, transaction)
    index.execute("DELETE FROM chunk WHERE id = ?", (row,))

    assert (1, 0) == (prune(index), prune(index))
    assert expected(index) == kept(index)


def test_forgetting_leaves_nothing(index: sqlite3.Connection) -> None:
    add(index, "a lease")
    embed_pending(index, MODEL, transaction)
    forget_vectors(index)

    assert model_of(index) is None
    assert Embedded(1, 0) == progress_of(index)
    assert 0 == index.execute("SELECT count(*) FROM vector").fetchone()[0]


@pytest.mark.parametrize(
    ("title", "heading", "text", "told"),
    [
        ("Lease", ("Rent", "Due"), "Before the fifth.", "Lease\nRent\nDue\nBefore the fifth."),
        ("Lease", ("Rent",), "# Rent\nBefore the fifth.", "Lease\n# Rent\nBefore the fifth."),
        ("Lease", ("Lease",), "# Lease\nBefore the fifth.", "# Lease\nBefore the fifth."),
        ("Lease", ("Lease",), "Before the fifth.", "Lease\nBefore the fifth."),
        ("", (), "Before the fifth.", "Before the fifth."),
    ],
)
def test_a_passage_names_what_it_stands_under(
    title: str, heading: tuple[str, ...], text: str, told: str
) -> None:
    assert told == passage_text(title, heading, text)


class Vault(RuleBasedStateMachine):
    """Whatever is added, taken away and stopped: a chunk has no vector or its own."""

    @initialize()
    def start(self) -> None:
        self.index = opened()
        use_model(self.index, MODEL.fingerprint, 24)

    @rule(words=st.lists(st.sampled_from(["lease", "rent", "cat"]), min_size=1, max_size=3))
    def add(self, words: list[str]) -> None:
        add(self.index, " ".join(words))

    @rule(place=st.integers(0, 5))
    def remove(self, place: int) -> None:
        self.index.execute(
            "DELETE FROM chunk WHERE id = (SELECT id FROM chunk ORDER BY id DESC LIMIT 1 OFFSET ?)", (place,)
        )

    @rule(most=st.integers(1, 3))
    def embed(self, most: int) -> None:
        embed_pending(self.index, MODEL, transaction, most=most)

    @rule()
    def prune(self) -> None:
        prune(self.index)

    @invariant()
    def every_vector_is_that_of_its_text(self) -> None:
        found, wanted = kept(self.index), expected(self.index)

        assert found.items() <= wanted.items()

    def teardown(self) -> None:
        embed_pending(self.index, MODEL, transaction)

        assert expected(self.index) == kept(self.index)
        self.index.close()


TestVault = Vault.TestCase
TestVault.settings = settings(max_examples=20, stateful_step_count=15, deadline=None)
