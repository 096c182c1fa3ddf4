"""What finds by meaning, on every store: one model, resumable, the same answers."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from caveat.model.errors import EmbedderUnusable, InputError
from caveat.model.notes import Chunk
from caveat.model.records import Record
from caveat.model.search import Match, Scope
from caveat.model.store import ChunkTokens, Entry, Store
from caveat.model.vectors import Embedded
from caveat.models.hashed import Hashed
from caveat.store.memory import MemoryStore
from caveat.store.sqlite import SqliteStore

MODEL = Hashed(64)


@pytest.fixture(params=["sqlite", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made: Store = (
        SqliteStore(tmp_path / "index.sqlite", is_writer=True) if request.param == "sqlite" else MemoryStore()
    )
    yield made
    made.close()


def put(store: Store, name: str, *texts: str, **fields: object) -> None:
    record = Record(ref=f"note:{name}.md", title=name, path=f"{name}.md", **fields)  # type: ignore[arg-type]
    chunks = tuple(Chunk(text, (), n, n) for n, text in enumerate(texts, start=1))
    tokens = tuple(ChunkTokens(name, "", text) for text in texts)
    store.put(Entry(record=record, chunks=chunks, tokens=tokens))


def filled(store: Store) -> Store:
    put(store, "rent", "the rent of the flat", "the kiln in the yard")
    put(store, "kiln", "the kiln in the yard and its flue")
    store.vectors().use(MODEL.fingerprint, 64)
    store.vectors().embed(MODEL)
    return store


def vector(text: str) -> NDArray[np.float32]:
    found: NDArray[np.float32] = MODEL.embed_queries([text])[0]
    return found


def refs(matches: list[Match]) -> list[str]:
    return [match.ref for match in matches]


def test_a_store_without_vectors_finds_nothing_by_meaning(store: Store) -> None:
    put(store, "rent", "the rent of the flat")
    vectors = store.vectors()

    assert vectors.model() is None
    assert Embedded(1, 0) == vectors.embedded()
    assert [] == vectors.nearest(vector("rent"), limit=3)
    assert {} == vectors.cosines(vector("rent"), [1])


def test_the_nearest_chunk_comes_first_with_its_cosine(store: Store) -> None:
    found = filled(store).vectors().nearest(vector("the rent of the flat"), limit=2)

    assert "note:rent.md" == found[0].ref
    assert 0.5 < found[0].score <= 1
    assert "the rent of the flat" == store.chunks([found[0].chunk])[found[0].chunk].chunk.text


def test_cosines_are_those_of_the_nearest(store: Store) -> None:
    vectors = filled(store).vectors()
    found = vectors.nearest(vector("kiln"), limit=10)

    assert {m.chunk: m.score for m in found} == vectors.cosines(vector("kiln"), [m.chunk for m in found])
    assert {} == vectors.cosines(vector("kiln"), [999])


def test_equal_texts_are_equally_near_in_the_order_of_their_refs(store: Store) -> None:
    for name in ("c", "a", "b"):
        # It holds every title, which is embedded with it otherwise.
        put(store, name, "a b c the same kiln")
    store.vectors().use(MODEL.fingerprint, 64)
    store.vectors().embed(MODEL)

    found = store.vectors().nearest(vector("the same kiln"), limit=1)

    assert ["note:a.md", "note:b.md", "note:c.md"] == refs(found)
    assert 1 == len({match.score for match in found})


SCOPED: dict[str, dict[str, Any]] = {
    "log/a": {"record_class": "log", "created": 10.0},
    "log/deep/b": {"record_class": "skill", "created": 20.0},
    "logbook/c": {},
    "100%_ü/d": {"created": 20.5},
    "log": {},
}


@pytest.mark.parametrize(
    ("scope", "names"),
    [
        (Scope(), ["100%_ü/d", "log", "log/a", "log/deep/b", "logbook/c"]),
        (Scope("log"), ["log/a"]),
        (Scope(folder="log"), ["log/a", "log/deep/b"]),
        (Scope(folder="log/deep"), ["log/deep/b"]),
        (Scope(folder="100%_ü"), ["100%_ü/d"]),
        (Scope(folder="100__ü"), []),
        (Scope(folder="\ud800"), []),
        (Scope(since=20.0), ["100%_ü/d", "log/deep/b"]),
        (Scope(until=20.0), ["log/a"]),
        (Scope("skill", "log", 10.0, 30.0), ["log/deep/b"]),
    ],
)
def test_a_scope_holds_for_meaning(store: Store, scope: Scope, names: list[str]) -> None:
    for name, fields in SCOPED.items():
        put(store, name, "the kiln", **fields)
    put(store, "old", "the kiln", status="superseded")
    store.vectors().use(MODEL.fingerprint, 64)
    store.vectors().embed(MODEL)

    found = store.vectors().nearest(vector("the kiln"), limit=9, scope=scope)

    assert sorted([f"note:{name}.md" for name in names] + ["note:old.md"]) == sorted(refs(found))


def test_what_is_removed_is_not_found_any_more(store: Store) -> None:
    filled(store).remove(["note:kiln.md"])
    vectors = store.vectors()

    assert Embedded(2, 2) == vectors.embedded()
    assert {"note:rent.md"} == set(refs(vectors.nearest(vector("kiln flue"), limit=9)))


def test_a_changed_text_has_no_vector_until_it_is_embedded(store: Store) -> None:
    put(filled(store), "kiln", "something else")
    vectors = store.vectors()

    assert 1 == vectors.embedded().pending
    assert ["note:rent.md"] * 2 == refs(vectors.nearest(vector("something else"), limit=9))
    assert 1 == vectors.embed(MODEL)
    assert "note:kiln.md" == vectors.nearest(vector("something else"), limit=1)[0].ref


def test_the_generation_tells_every_change(store: Store) -> None:
    vectors = filled(store).vectors()
    before = vectors.model()
    store.remove(["note:kiln.md"])
    assert vectors.embedded()
    after = vectors.model()

    assert before is not None and after is not None
    assert before.lineage == after.lineage and before.generation < after.generation


def test_another_model_is_refused_with_both_names(store: Store) -> None:
    other = Hashed(64, seed="other")
    vectors = filled(store).vectors()

    with pytest.raises(InputError, match=r"'hashed/v1 64'.*'hashed/v1 64 other'.*--full"):
        vectors.use(other.fingerprint, 64)
    with pytest.raises(InputError, match="cannot be compared"):
        vectors.embed(other)

    assert 3 == vectors.embedded().embedded


def test_another_model_may_take_the_place(store: Store) -> None:
    other = Hashed(32, seed="other")
    vectors = filled(store).vectors()
    made = vectors.use(other.fingerprint, 32, may_replace=True)

    assert (other.fingerprint, 32) == made[:2]
    assert 0 == vectors.embedded().embedded
    assert 3 == vectors.embed(other)
    assert vectors.nearest(other.embed_queries(["kiln"])[0], limit=1)


class Stopping(Hashed):
    """Stops working after so many texts."""

    def __init__(self, most: int) -> None:
        super().__init__(64)
        self._left = most

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self._left -= len(texts)
        if self._left < 0:
            raise EmbedderUnusable("gone")
        return super().embed_passages(texts)


def test_what_was_embedded_before_a_stop_stays(store: Store) -> None:
    for number in range(300):
        put(store, f"n{number:03}", f"text number {number}")
    vectors = store.vectors()
    vectors.use(MODEL.fingerprint, 64)
    with pytest.raises(EmbedderUnusable):
        vectors.embed(Stopping(280))
    done = vectors.embedded().embedded
    told: list[Embedded] = []

    assert 0 < done < 300
    assert 300 - done == vectors.embed(MODEL, told=told.append)
    assert Embedded(300, 300) == told[-1]


def test_the_floor_is_kept_and_texts_of_nobody_are_pruned(store: Store) -> None:
    vectors = filled(store).vectors()
    vectors.put_floor(0.25)
    store.remove(["note:kiln.md"])

    assert 1 == vectors.prune()
    assert 0 == vectors.prune()
    assert (model := vectors.model()) is not None and 0.25 == model.floor


def test_scrubbing_takes_the_vectors_of_removed_texts_away(store: Store) -> None:
    vectors = filled(store).vectors()
    vectors.nearest(vector("kiln"), limit=1)
    store.remove(["note:kiln.md"])

    assert store.scrub()
    assert 0 == vectors.prune()
    assert 2 == len(vectors.nearest(vector("kiln"), limit=9))


def test_token_streams_come_by_row(store: Store) -> None:
    filled(store)
    match = store.vectors().nearest(vector("the rent of the flat"), limit=1)[0]

    assert {match.chunk: ChunkTokens("rent", "", "the rent of the flat")} == store.streams([match.chunk, 999])


def test_both_stores_answer_the_same(tmp_path: Path) -> None:
    sqlite = SqliteStore(tmp_path / "index.sqlite", is_writer=True)
    answers = []
    for made in (sqlite, MemoryStore()):
        vectors = filled(made).vectors()
        found = vectors.nearest(vector("kiln in the flat"), limit=5)
        answers.append([(match.ref, match.score) for match in found])
        made.close()

    assert answers[0] == answers[1]
