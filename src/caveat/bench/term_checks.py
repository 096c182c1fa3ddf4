"""What must hold for any text: snapshots that move with a rendering only, equal bytes, closed windows."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from caveat.bench.term_gold import gold_terms
from caveat.judge.terms_lexicon import Lexicon
from caveat.judge.terms_prepare import Chunk, prepare
from caveat.judge.terms_snapshot import snapshot
from caveat.model.preparation import NO_STATE, CarriedState, Prepared, Sticky
from caveat.model.terms import Book, Window

SECONDS = 60
"""How long another process may take (our choice)."""


class Check(NamedTuple):
    """
    A property and whether it holds.

    Attributes:
        name: What must hold.
        is_met: It does.
        detail: What was seen.
    """

    name: str
    is_met: bool
    detail: str


def run_checks(passages: Sequence[str]) -> list[Check]:
    """
    All of them.

    Args:
        passages: Chinese text that the terms of the gold stand in.
    """
    return [*_snapshots(), _same_bytes(passages), *_windows(passages)]


def account(passages: Sequence[str]) -> str:
    """SHA-256 (hex) of everything that preparing *passages* gives, one after the other."""
    from hashlib import sha256

    terms = tuple(term._replace(sticky=2) for term in gold_terms("ah-q"))
    told = [one._asdict() for one in _prepared(Book("ah-q", terms=terms), passages, chapter=1)]
    return sha256(json.dumps(told, ensure_ascii=True, default=str).encode("ascii")).hexdigest()


def _snapshots() -> list[Check]:
    """Two books in one folder: what changes the id of the first?"""
    from caveat.ops.book.opening import open_book

    with TemporaryDirectory() as scratch:
        first, second = Path(scratch) / "first", Path(scratch) / "second"
        line = '{"headword": "阿Q", "rendering": "А-Кью", "kind": "person"}\n'
        for folder in (first, second):
            (folder / "terms").mkdir(parents=True)
            (folder / "book.toml").write_text(f'name = "{folder.name}"\n', encoding="utf-8")
            (folder / "terms" / "a.jsonl").write_text(line, encoding="utf-8")
        before = open_book(first).snapshot.id
        again = open_book(first).snapshot.id
        (second / "terms" / "a.jsonl").write_text(line.replace("Кью", "Ку"), encoding="utf-8")
        other = open_book(first).snapshot.id
        (first / "terms" / "a.jsonl").write_text(line.replace("Кью", "Ку"), encoding="utf-8")
        changed = open_book(first).snapshot.id
    return [
        Check("opening a book twice gives one snapshot", before == again, f"{before} {again}"),
        Check("another book leaves the snapshot", before == other, f"{before} {other}"),
        Check("one rendering changes the snapshot", before != changed, f"{before} {changed}"),
    ]


def _same_bytes(passages: Sequence[str]) -> Check:
    """Here and in a process whose hashes are seeded otherwise."""
    script = (
        "import json, sys; from caveat.bench.term_checks import account; print(account(json.load(sys.stdin)))"
    )
    ours = account(passages)
    theirs = []
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", script],
            input=json.dumps(list(passages)),
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            capture_output=True,
            text=True,
            check=False,
            timeout=SECONDS,
        )
        theirs.append(done.stdout.strip() or done.stderr.strip()[-80:])
    is_met = set(theirs) == {ours}
    return Check("runs in three processes are byte-identical", is_met, f"{ours[:16]} {theirs[0][:16]}")


def _windows(passages: Sequence[str]) -> list[Check]:
    """Every term before its window, and after it: no path may show it."""
    checks = []
    for name, window, chapter in (("before", Window(10), 9), ("after", Window(0, 9), 9)):
        terms = tuple(term._replace(window=window, sticky=3) for term in gold_terms("ah-q"))
        book = Book("ah-q", terms=terms)
        carried = CarriedState(chapter - 1, 1, "", tuple(Sticky(term.ref, 3) for term in terms))
        shown = sum(
            bool(one.block) or bool(one.entries) or bool(one.trace.injected) or bool(one.state.sticky)
            for one in _prepared(book, passages, chapter=chapter, state=carried)
        )
        said = f"{shown} of {len(passages)} passages showed something"
        checks.append(Check(f"nothing is shown {name} its window, carried over or not", shown == 0, said))
    return checks


def _prepared(
    book: Book, passages: Sequence[str], *, chapter: int, state: CarriedState = NO_STATE
) -> list[Prepared]:
    lexicon = Lexicon(book.terms, book.fold)
    of_book = snapshot(book)
    found: list[Prepared] = []
    for number, text in enumerate(passages, 1):
        given = found[-1].state if found else state
        chunk = Chunk(text, chapter, number, digest=str(number))
        found.append(prepare(lexicon, book, chunk, snapshot=of_book, state=given))
    return found
