"""
What an opened book came to, kept in the user's cache: to read and weigh ten thousand terms takes a second.

It is used only while every byte that it was made from, the code that made it and the day are the same; else
it is as if it were not there. Deleting it changes no answer.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from caveat.history.terms import Decision
from caveat.model.findings import Finding
from caveat.model.preparation import Snapshot
from caveat.model.records import Day
from caveat.model.terms import (
    ALWAYS,
    NOTHING_NEARBY,
    Approval,
    Assembly,
    Book,
    DeclaredForm,
    Forbidden,
    Key,
    Nearby,
    Revision,
    Term,
    Window,
)
from caveat.ops.book.approval import digests, note_bytes
from caveat.ops.paths import index_path
from caveat.vault.book import input_files
from caveat.vault.config import FILE_NAME as CONFIG
from caveat.vault.ledger_files import ledger_files
from caveat.vault.scan import read_bytes

LEAST = 300
"""Terms from which a book is kept; our choice: fewer are read as quickly."""
MOST_BYTES = 256 * 1024 * 1024
"""Largest file that is believed to be ours; our choice."""
_ROOMS = ("model", "trust", "text", "judge", "history", "vault", "ops", "ops/book")


class Kept(NamedTuple):
    """
    What opening a book gives.

    Attributes:
        book: With its terms, weighed.
        snapshot: Of it.
        decided: What humans decided, by what it is about.
        folders: Chapters, translations and summaries, as in ``book.toml``.
        notes: Notes that the weights depend on: ref → SHA-256 (hex) of its bytes, empty when not there.
    """

    book: Book
    snapshot: Snapshot
    decided: Mapping[str, Decision]
    folders: tuple[str, str, str]
    notes: Mapping[str, str]


def state_key(folder: Path, root: Path, as_of: Day) -> str:
    """
    SHA-256 (hex) over all that decides what opening gives, but the notes; empty when that cannot be told.

    Args:
        folder: Real path of the book.
        root: Real path of its vault, or the folder itself.
        as_of: The day freshness is reckoned at.
    """
    try:
        files = [*input_files(folder), root / CONFIG, *(file.path for file in ledger_files(root))]
        digest = hashlib.sha256(
            f"{folder}\0{root}\0{as_of!r}\0{_code()}\0".encode("utf-8", "surrogateescape")
        )
        for file in files:
            data = file.read_bytes() if file.exists() else b""
            digest.update(f"{file}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
            digest.update(data)
    except (OSError, UnicodeError):
        return ""
    return digest.hexdigest()


def recalled(folder: Path, root: Path, key: str) -> Kept | None:
    """What was kept of the book under *key*; None when nothing was, or it cannot be used."""
    if not key:
        return None
    try:
        data = read_bytes(os.fspath(kept_path(folder)), limit=MOST_BYTES)
        head, _, body = data.partition(b"\n")
        if head.decode("ascii") != f"{key} {hashlib.sha256(body).hexdigest()}":
            return None
        said = json.loads(body)
        if said["notes"] != notes_now(root, said["notes"]):
            return None
        return _read(said)
    except (OSError, ValueError, KeyError, TypeError, IndexError, RecursionError):
        return None


def keep(folder: Path, key: str, kept: Kept) -> None:
    """Keep *kept* under *key*; a cache that cannot be written is no trouble of who asked."""
    from caveat.vault.replacement import replace

    if not key or len(kept.book.terms) < LEAST:
        return
    said = {
        "book": kept.book._replace(terms=()),
        "terms": kept.book.terms,
        "snapshot": kept.snapshot,
        "decided": kept.decided,
        "folders": kept.folders,
        "notes": kept.notes,
    }
    try:
        body = json.dumps(said, ensure_ascii=True, separators=(",", ":")).encode("ascii")
        path = kept_path(folder)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        head = f"{key} {hashlib.sha256(body).hexdigest()}\n".encode("ascii")
        replace(path, head + body, mode=0o600)
    except (OSError, ValueError):
        return


def kept_path(folder: Path) -> Path:
    """Where what is kept of the book in *folder* lies."""
    return index_path(folder).with_name("book.json")


def _code() -> str:
    """The state of the program: sizes and times of its modules."""
    home = Path(__file__).parents[2]
    stamp = hashlib.sha256()
    for room in _ROOMS:
        for entry in sorted(os.scandir(home / room), key=lambda one: one.name):
            if entry.name.endswith(".py"):
                state = entry.stat()
                stamp.update(f"{room}/{entry.name} {state.st_size} {state.st_mtime_ns}\n".encode())
    return stamp.hexdigest()


def notes_now(root: Path, refs: Iterable[str]) -> dict[str, str]:
    """SHA-256 (hex) of the notes *refs* as they are now, empty for what is not there."""
    return digests({ref: note_bytes(root, ref) for ref in refs})


def _read(said: dict[str, Any]) -> Kept:
    name, source, target, fold, system, assembly, _, plan, findings = said["book"]
    book = Book(
        name,
        source,
        target,
        fold,
        system,
        Assembly(*assembly),
        tuple(map(_term, said["terms"])),
        _tuple(plan),
        tuple(Finding(*one) for one in findings),
    )
    snapshot_id, parts = said["snapshot"]
    decided = {about: Decision(*one) for about, one in said["decided"].items()}
    chapters, translations, summaries = said["folders"]
    folders = (chapters, translations, summaries)
    return Kept(book, Snapshot(snapshot_id, _tuple(parts)), decided, folders, said["notes"])


_PLACE = {name: place for place, name in enumerate(Term._fields)}
_KEYS, _FORMS, _NEARBY, _FORBIDDEN = (_PLACE[name] for name in ("keys", "forms", "nearby", "forbidden"))
_WINDOW, _REVISIONS, _APPROVAL = (_PLACE[name] for name in ("window", "revisions", "approval"))
_ALIASES, _SOURCES = _PLACE["aliases"], _PLACE["sources"]


def _term(said: list[Any]) -> Term:
    said[_KEYS] = tuple([Key(one[0], one[1], _nearby(one[2]), *one[3:]) for one in said[_KEYS]])
    said[_REVISIONS] = tuple([Revision(one[0], _forms(one[1]), *one[2:]) for one in said[_REVISIONS]])
    said[_APPROVAL] = Approval(*said[_APPROVAL])
    said[_WINDOW] = Window(*said[_WINDOW]) if said[_WINDOW] != [0, None] else ALWAYS
    said[_NEARBY] = _nearby(said[_NEARBY])
    said[_FORMS] = _forms(said[_FORMS])
    said[_FORBIDDEN] = tuple([Forbidden(one[0], _nearby(one[1]), one[2]) for one in said[_FORBIDDEN]])
    said[_ALIASES], said[_SOURCES] = tuple(said[_ALIASES]), tuple(said[_SOURCES])
    return Term(*said)


def _nearby(said: list[list[str]]) -> Nearby:
    return NOTHING_NEARBY if said == [[], []] else Nearby(tuple(said[0]), tuple(said[1]))


def _forms(said: list[list[str]]) -> tuple[DeclaredForm, ...]:
    return tuple([DeclaredForm(*one) for one in said]) if said else ()


def _tuple(said: list[list[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((one[0], one[1]) for one in said)
