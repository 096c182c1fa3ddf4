"""What an opened book came to is kept: it gives the same as opening anew, and is not believed a byte too long."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from caveat.model.terms import Book
from caveat.ops.book import kept
from caveat.ops.book.kept import kept_path
from caveat.ops.book.opening import open_book
from caveat.ops.book.record import find_term, propose_term, revise
from caveat.ops.book.review import find_item, queue, settle
from tests.ops.books import ADA, BOT, book, found, verified
from tests.vaults import make

RICH = {
    "headword": "黑衣人", "sense": "二", "rendering": "Чёрный", "aliases": ["чёрный"], "since": 3, "until": 9,
    "keys": [{"text": "黑衣", "near": ["人"], "kind": "nick", "rendering": "Чёрн"}],
    "forms": {"gen": "Чёрного", "pl.gen": "Чёрных"}, "used_near": ["人"], "declared": 0.5,
    "forbidden": [{"text": "Негр", "near": ["人"], "reason": "no"}], "from": ["note:chapters/01.txt"],
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CAVEAT_DEVICE", "0000000a")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(kept, "LEAST", 1)
    root = book(tmp_path / "book", **{"terms/rich.jsonl": json.dumps(RICH) + "\n", "brief.md": "x"})
    make(root, {"book.toml": 'name = "b"\nbrief = "brief.md"\n'})
    opened = verified(root)
    revise(opened, find_term(opened, "未庄"), "Вэй-Чжуан", BOT)
    assert open_book(root).snapshot
    return root


def fresh(folder: Path) -> Book:
    """The book without anything kept."""
    shutil.rmtree(kept_path(folder).parent)
    return open_book(folder).book


def test_kept_book_is_the_book(folder: Path) -> None:
    again = open_book(folder)
    snapshot, told = again.snapshot, again.conflicts()
    assert again._kept is not None
    anew = fresh(folder)

    assert anew == again.book
    assert (snapshot, told) == (open_book(folder).snapshot, open_book(folder).conflicts())


def test_history_and_records_are_there_when_they_are_asked_for(folder: Path) -> None:
    again = open_book(folder)

    assert {term.ref for term in again.book.terms} == again.records.keys()
    assert again.history.events


def _decide(folder: Path) -> None:
    opened = open_book(folder)
    settle(opened, find_item(queue(opened, found(folder)), "王胡"), "reject", ADA)


CHANGES: dict[str, Callable[[Path], object]] = {
    "terms": lambda at: make(at, {"terms/t.jsonl": '{"headword": "阿Q", "rendering": "Акью"}\n'}),
    "another terms file": lambda at: make(at, {"terms/u.jsonl": '{"headword": "王胡", "rendering": "В"}\n'}),
    "no terms file": lambda at: (at / "terms/t.jsonl").unlink(),
    "settings": lambda at: make(
        at, {"book.toml": 'name = "b"\nbrief = "brief.md"\n[assembly]\nbudget = 9\n'}
    ),
    "brief": lambda at: make(at, {"brief.md": "y"}),
    "rules": lambda at: make(at, {"caveat.toml": "# nothing\n"}),
    "note": lambda at: make(at, {"chapters/01.txt": "y"}),
    "rendering": lambda at: revise(open_book(at), find_term(open_book(at), "阿Q"), "Акью", ADA),
    "proposal": lambda at: propose_term(open_book(at), "x", {"headword": "王胡", "rendering": "В"}, BOT),
    "decision": _decide,
}


@pytest.mark.parametrize("change", CHANGES)
def test_any_change_of_what_it_was_made_from_counts_at_once(folder: Path, change: str) -> None:
    before = open_book(folder)
    assert before._kept is not None
    CHANGES[change](folder)
    after = open_book(folder, known=before)

    assert after is not before and after._kept is None
    decided = dict(after.decided)
    assert (after.book, decided) == (fresh(folder), dict(open_book(folder).decided))


def test_same_bytes_again_are_the_same_book_and_another_day_is_not(folder: Path) -> None:
    before = open_book(folder)
    os.utime(folder / "terms/t.jsonl", (1, 1))

    assert before is open_book(folder, known=before)
    assert open_book(folder, as_of=1.0)._kept is None


@pytest.mark.parametrize("damage", [b"", b"x", b"\n\n", b"[" * 10_000])
def test_damaged_cache_is_as_if_it_were_not_there(folder: Path, damage: bytes) -> None:
    whole = open_book(folder).book
    path = kept_path(folder)
    head, _, body = path.read_bytes().partition(b"\n")
    for data in (damage, head + b"\n" + damage, head + b"\n" + body[:-9], head[:-1] + b"\n" + body):
        path.write_bytes(data)
        assert whole == open_book(folder).book


def test_cache_that_cannot_be_written_is_no_trouble(folder: Path) -> None:
    shutil.rmtree(kept_path(folder).parent)
    kept_path(folder).parent.write_text("a file in the way")

    assert open_book(folder).snapshot == open_book(folder).snapshot
