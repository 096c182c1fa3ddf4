"""One suite that every store passes: what one of them does, all do."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.model.findings import Finding
from caveat.model.notes import Chunk
from caveat.model.records import Edge, Record
from caveat.model.search import Query, Scope, Term
from caveat.model.store import (
    AuthorClaims,
    ChunkTokens,
    Counts,
    Entry,
    FileState,
    LedgerMark,
    Store,
    StoredLink,
)
from caveat.store.memory import MemoryStore
from caveat.store.sqlite import SqliteStore


@pytest.fixture(params=["sqlite", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made: Store = (
        SqliteStore(tmp_path / "index.sqlite", is_writer=True) if request.param == "sqlite" else MemoryStore()
    )
    yield made
    made.close()


def note(name: str, *texts: str, links: tuple[StoredLink, ...] = (), **fields: object) -> Entry:
    """An entry for ``name.md`` with one chunk for each text, its words as tokens."""
    path = f"{name}.md"
    record = Record(ref=f"note:{path}", title=name, path=path, **fields)  # type: ignore[arg-type]
    return Entry(
        record=record,
        names=(name.casefold(),),
        chunks=tuple(Chunk(text, ("Top",), n, n) for n, text in enumerate(texts, start=1)),
        tokens=tuple(ChunkTokens(name.casefold(), "top", text) for text in texts),
        links=links,
        file=FileState(f"hash of {name}", (1, 2, 3, 4)),
    )


def link(kind: str, source: str, target: str | None, **fields: object) -> StoredLink:
    return StoredLink(0, kind, f"note:{source}.md", target and f"note:{target}.md", target or "?", **fields)  # type: ignore[arg-type]


def asked(*words: str) -> Query:
    return Query(" ".join(words), tuple(Term((word,)) for word in words))


def found(store: Store, *words: str, is_every_term: bool = False) -> list[str]:
    return [m.ref for m in store.match(asked(*words), limit=50, is_every_term=is_every_term)]


def test_a_record_comes_back_as_it_was_put(store: Store) -> None:
    entry = note(
        "a", "apple", declared=0.5, declared_by="kind web", step="leap", asserted_by="Ada", volatility="fast",
        is_grounded=True, created=20000.25, verified=20001.0, identity="x", record_class="log",
        content_hash="h", generated_by="m",
    )  # fmt: skip
    store.put(entry)

    assert {"note:a.md": entry.record} == store.records(["note:a.md", "note:absent.md"])


def test_putting_again_replaces_everything(store: Store) -> None:
    store.put(note("a", "apple", "pear", links=(link("mentions", "a", None),)))
    store.put(note("a", "plum"))

    assert Counts(notes=1, claims=0, chunks=1, links=0) == store.counts()
    assert [] == found(store, "apple")
    assert ["note:a.md"] == found(store, "plum")


def test_removing_leaves_nothing_behind(store: Store) -> None:
    store.put(note("a", "apple", links=(link("mentions", "a", None),)))
    store.put(note("b", "apple"))
    store.remove(["note:a.md", "note:absent.md"])

    assert ["note:b.md"] == found(store, "apple")
    assert ["note:b.md"] == store.refs()
    assert {"b.md"} == store.files().keys()
    assert [] == store.named("a")
    assert [] == store.links()


def test_sources_are_the_resolved_derives_links_in_order_and_once(store: Store) -> None:
    links = (
        link("derives", "a", "c"),
        link("derives", "a", "b"),
        link("derives", "a", "c"),
        link("derives", "a", None),
    )
    store.put(note("a", links=links))

    record = store.records(["note:a.md"])["note:a.md"]

    assert ("note:c.md", "note:b.md") == record.sources
    assert record.has_missing_source


def test_evidence_is_told_by_target_and_only_when_it_leads_somewhere(store: Store) -> None:
    store.put(
        note(
            "a",
            links=(link("contradicts", "a", "b", path="a.md", line=3, at=5.0), link("supports", "a", None)),
        )
    )
    store.put(note("c", links=(link("mentions", "c", "b"), link("derives", "c", "b"))))

    edge = Edge("contradicts", "note:a.md", "note:b.md", at=5.0, origin="a.md:3")

    assert [edge] == store.evidence_into(["note:b.md"])
    assert [] == store.evidence_into(["note:a.md"])


def test_targets_can_be_set_later(store: Store) -> None:
    store.put(note("a", links=(link("mentions", "a", None),)))
    kept = store.links()[0]
    store.put_targets([kept._replace(target="note:b.md", how="path", candidates=("x.md", "y.md"))])

    assert ("note:b.md", "path", ("x.md", "y.md")) == store.links()[0][3:4] + store.links()[0][12:]
    assert ["note:a.md"] == [k.source for k in store.links_into(["note:b.md"])]
    assert store.links() == store.links_from(["note:a.md"])
    assert [] == store.links(["derives"])


def test_every_term_or_any(store: Store) -> None:
    store.put(note("one", "apple pear"))
    store.put(note("two", "apple plum"))

    assert ["note:one.md"] == found(store, "apple", "pear", is_every_term=True)
    assert {"note:one.md", "note:two.md"} == set(found(store, "apple", "pear"))
    assert [] == found(store, "apple", "fig", is_every_term=True)
    assert [] == store.match(Query("", ()), limit=5, is_every_term=False)


def test_alternatives_and_prefixes(store: Store) -> None:
    store.put(note("one", "houses 朝リ"))
    store.put(note("two", "hous"))
    either = Query("houses", (Term(("houses", "hous")),))
    prefix = Query("朝", (Term(("朝",), is_prefix=True),))

    assert 2 == len(store.match(either, limit=5, is_every_term=True))
    assert ["note:one.md"] == [m.ref for m in store.match(prefix, limit=5, is_every_term=True)]


def test_words_that_look_like_operators_are_words(store: Store) -> None:
    store.put(note("one", "near"))

    for word in ("NEAR", '"', "*", "AND", "a:b", "^x", "-"):
        store.match(asked(word, "near"), limit=5, is_every_term=True)


def test_equal_scores_come_by_ref_and_are_not_cut_apart(store: Store) -> None:
    for name in ("c", "a", "b", "d"):
        store.put(note(name, "apple"))

    matches = store.match(asked("apple"), limit=2, is_every_term=True)

    assert ["note:a.md", "note:b.md", "note:c.md", "note:d.md"] == [m.ref for m in matches]
    assert 1 == len({m.score for m in matches})


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
def test_a_scope_holds_for_words(store: Store, scope: Scope, names: list[str]) -> None:
    for name, fields in SCOPED.items():
        store.put(note(name, "apple", **fields))
    store.put(note("old", "apple", status="superseded"))

    found = [m.ref for m in store.match(asked("apple"), limit=9, is_every_term=True, scope=scope)]

    # What is superseded may lead to what lies in the scope.
    assert sorted([f"note:{name}.md" for name in names] + ["note:old.md"]) == sorted(found)


def test_a_limit_cuts_between_different_scores(store: Store) -> None:
    store.put(note("a", "apple apple apple"))
    store.put(note("b", "apple pear plum fig"))
    for number in range(5):
        store.put(note(f"x{number}", "other"))

    assert ["note:a.md"] == [m.ref for m in store.match(asked("apple"), limit=1, is_every_term=True)]


def test_names_aliases_and_languages(store: Store) -> None:
    store.put(note("a")._replace(aliases=("First", "Uno"), names=("a", "first"), language="en"))
    store.put(note("b")._replace(names=("b", "first"), language="de"))

    assert ["note:a.md", "note:b.md"] == store.named("first")
    assert {"a.md": ("First", "Uno")} == store.aliases()
    assert ("de", "en") == store.languages()


def test_claims_by_author_and_which_are_disputed(store: Store) -> None:
    def claim(number: int, author: str, status: str = "active") -> Entry:
        return Entry(Record(f"claim:{number}", kind="claim", asserted_by=author, status=status))  # type: ignore[arg-type]

    for entry in (claim(1, "ada"), claim(2, "ada"), claim(3, "ada", "retracted"), claim(4, "bob")):
        store.put(entry)
    edges = [
        StoredLink(0, "contradicts", "claim:4", "claim:1", "claim:1", event="e1"),
        StoredLink(0, "supersedes", "claim:4", "claim:2", "claim:2", because="updated", event="e2"),
        StoredLink(0, "concerns", "claim:1", "claim:4", "claim:4", event="e3"),
    ]
    store.put_edges(edges)

    assert {"ada": AuthorClaims(2, ("claim:1",)), "bob": AuthorClaims(1, ())} == store.claims_by(
        ["ada", "bob", "eve"]
    )


def test_ledger_edges_are_replaced_as_a_whole(store: Store) -> None:
    store.put(note("a", links=(link("supports", "a", "b"),)))
    store.put_edges([StoredLink(0, "contradicts", "note:a.md", "note:b.md", "note:b.md", event="e1")])
    store.put_edges([StoredLink(0, "concerns", "note:a.md", "note:b.md", "note:b.md", event="e2")])

    assert ["supports", "concerns"] == [edge.kind for edge in store.evidence_into(["note:b.md"])]


def test_standing_is_stored_without_touching_the_rest(store: Store) -> None:
    store.put(note("a", "apple", declared=0.7))
    record = store.records(["note:a.md"])["note:a.md"]
    changed = record._replace(status="superseded", verified=3.0, is_pinned=True, is_stale=True, identity="i")
    store.put_standing([changed, Record("note:absent.md")])

    assert {"note:a.md": changed} == store.records(["note:a.md"])
    assert ["note:a.md"] == store.refs(status="superseded", kind="note")


def test_findings_are_replaced_by_owner_and_sorted_by_place(store: Store) -> None:
    one, two = Finding("x", "error", "m", "b.md", 2), Finding("y", "note", "m", "a.md", 9, 1, "do")
    store.put_findings("scan", [one])
    store.put(note("a")._replace(findings=(two,)))
    store.put_findings("scan", [one, one])

    assert [two, one, one] == store.findings()


def test_file_states_can_be_refreshed(store: Store) -> None:
    store.put(note("a"))
    state = FileState("hash of a", (9, 9, 9, 9))
    store.put_files({"a.md": state})

    assert {"a.md": state} == store.files()


def test_an_opening_is_the_first_chunk(store: Store) -> None:
    store.put(note("a", "first", "second"))

    opening = store.opening("note:a.md")

    assert opening is not None
    assert "first" == opening.chunk.text
    assert store.opening("note:absent.md") is None


def test_ledger_lines_are_a_set_and_can_be_cleared(store: Store) -> None:
    store.put_ledger({"l": LedgerMark(10, "h")}, {"b": ["x", "y"], "a": ["y"]})
    store.put_ledger({"l": LedgerMark(20, "i")}, {"b": ["x", "y"], "c": []})
    store.put_findings("ledger:l:0", [Finding("x", "error", "m")])

    assert (["a", "b", "c"], {"l": LedgerMark(20, "i")}) == (store.ledger_lines(), store.ledger_marks())

    assert [["a", "b"], ["b"], []] == [store.ledger_lines(keys) for keys in (["y", "x"], ["x"], ["c"])]
    assert {"a", "c"} == store.known_lines(["c", "z", "a"])

    store.clear_ledger()

    assert ([], {}, [], []) == (
        store.ledger_lines(),
        store.ledger_marks(),
        store.findings(),
        store.ledger_lines(["y"]),
    )


def test_meta_is_kept_by_key(store: Store) -> None:
    store.put_meta({"a": "1", "b": "2"})
    store.put_meta({"a": "3"})

    assert ("3", "2", None) == (store.meta("a"), store.meta("b"), store.meta("c"))


def test_text_that_utf8_cannot_hold_is_kept_readable(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "index.sqlite", is_writer=True)
    store.put(note("a", "x")._replace(aliases=("\ud800",)))

    assert {"a.md": ("?",)} == store.aliases()
    store.close()


WORDS = st.sampled_from(["a", "b", "c", "朝リ", "朝", "リン"])
TEXTS = st.lists(WORDS, max_size=12).map(" ".join)


@given(
    texts=st.lists(st.lists(TEXTS, max_size=3), min_size=1, max_size=6),
    removed=st.sets(st.integers(0, 5)),
    words=st.lists(WORDS, min_size=1, max_size=4, unique=True),
    is_every_term=st.booleans(),
    is_prefix=st.booleans(),
    beside=st.lists(st.lists(WORDS, min_size=1, max_size=2).map(tuple), max_size=2, unique=True),
)
def test_both_stores_score_alike(
    tmp_path_factory: pytest.TempPathFactory,
    texts: list[list[str]],
    removed: set[int],
    words: list[str],
    is_every_term: bool,
    is_prefix: bool,
    beside: list[tuple[str, ...]],
) -> None:
    folder = tmp_path_factory.mktemp("twin")
    stores: list[Store] = [SqliteStore(folder / "index.sqlite", is_writer=True), MemoryStore()]
    terms = (Term((words[0],), is_prefix), *(Term((word,)) for word in words[1:]))
    query = Query("", terms, tuple((words[-1], *rest) for rest in beside))
    rows = []
    for store in stores:
        for number, chunks in enumerate(texts):
            store.put(note(f"n{number}", *chunks))
        store.remove([f"note:n{number}.md" for number in removed])
        rows.append(store.match(query, limit=3, is_every_term=is_every_term))
        store.close()

    assert [(m.ref, m.score) for m in rows[0]] == [(m.ref, m.score) for m in rows[1]]


def test_verdicts_are_contradictions_and_corrections(store: Store) -> None:
    store.put(note("a"))
    said = (
        link("supports", "b", "a"),
        link("contradicts", "b", "a", at=3.0),
        link("concerns", "b", "a"),
        link("supersedes", "b", "a", because="updated"),
        link("supersedes", "b", "a", because="corrected"),
        link("contradicts", "b", None),
    )
    store.put(note("b", links=said))

    found = store.verdicts_on(["note:a.md", "note:absent.md"])

    assert [("contradicts", 3.0), ("supersedes", None)] == [(edge.kind, edge.at) for edge in found]
    assert found == [e for e in store.evidence_into(["note:a.md"]) if e in found]


def many_kinds(store: Store) -> None:
    """Records of every kind, with links of every kind between them."""
    said = (
        link("derives", "b", "c"),
        link("derives", "b", "a"),
        link("derives", "b", "a"),
        link("derives", "b", None),
        link("mentions", "b", "a"),
        link("supports", "b", "a", is_confirmed=True, at=4.5),
        link("supersedes", "b", "c", because="corrected"),
        link("contradicts", "b", "gone"),
        link("derives", "b", "gone"),
    )
    store.put(note("b", step="weave", volatility="slow", asserted_by="Zoë", identity="same", links=said))
    store.put(note("a", declared=0.25, is_grounded=True, created=1.5, verified=2.5, is_pinned=True))
    store.put(note("c", is_model_text=True, status="superseded", identity="same", volatility="static"))
    store.put(note("é", status="retracted", is_stale=True, step="copy", asserted_by="Ada"))
    record = Record("claim:1", kind="claim", declared=0.5, asserted_by="Ada", identity="own")
    store.put(Entry(record, links=(StoredLink(0, "concerns", "claim:1", "note:a.md", "note:a.md"),)))
    store.put_edges(
        [
            StoredLink(0, "contradicts", "claim:1", "note:b.md", "note:b.md", at=7.0, event="1"),
            StoredLink(0, "supports", "note:é.md", "note:a.md", "note:a.md", event="2"),
        ]
    )


def test_columns_are_those_of_the_records_and_the_evidence(store: Store) -> None:
    np = pytest.importorskip("numpy")
    from caveat.trust.bulk_columns import columns

    many_kinds(store)
    refs = store.refs()

    expected = columns(store.records(refs).values(), store.evidence_into(refs))
    actual = store.columns()

    assert (refs, ["Ada", "Zoë"]) == (list(actual.refs), list(actual.authors))
    for name in expected._fields[:12]:
        np.testing.assert_array_equal(getattr(expected, name), getattr(actual, name), name)
        assert getattr(expected, name).dtype == getattr(actual, name).dtype, name
    same = [actual.identity[refs.index(ref)] for ref in ("note:b.md", "note:c.md", "claim:1", "note:a.md")]
    assert same[0] == same[1] != same[2] and same[2] >= 0 and same[3] == -1
    assert sources_of(expected) == sources_of(actual) == {2: [1, 3]}
    assert evidence_of(expected) == evidence_of(actual)
    assert 5 == len(evidence_of(actual))


def sources_of(columns) -> dict[int, list[int]]:
    """Numbers of the sources that are there, by number of what was made from them, ascending."""
    starts = columns.source_starts.tolist()
    own = [sorted(s for s in columns.sources[a:b].tolist() if s >= 0) for a, b in pairwise(starts)]
    return {number: sources for number, sources in enumerate(own) if sources}


def evidence_of(columns) -> list[tuple[str, ...]]:
    names = ("kind", "speaker", "target", "at", "confirmed", "corrected")
    return sorted(zip(*(map(str, getattr(columns, name).tolist()) for name in names), strict=True))


def test_columns_of_nothing_are_empty(store: Store) -> None:
    pytest.importorskip("numpy")

    found = store.columns()

    assert (0, 0, 0, [0]) == (
        found.declared.size,
        found.sources.size,
        found.at.size,
        found.source_starts.tolist(),
    )
