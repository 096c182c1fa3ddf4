"""How far the index is behind the files: asked by every reader, decided by bytes."""

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from caveat.model.store import FileState, Store
from caveat.ops.results import Behind
from caveat.ops.warm import Look, Warm
from caveat.vault.ledger_files import LedgerFile, ledger_files
from caveat.vault.scan import ScannedFile, read_bytes, scan

FILE_LIMIT = 20_000
"""Above this many files only those of the hits are looked at (DESIGN, "Retrieval")."""

SETTLED = "settled"
"""Key, and the value when it holds, of the mark that links and standing fit the notes."""

MADE_BY = "made_by"
"""Key of what besides the files decides what the index holds."""

MOVED = "moved"
"""Key of the refs that the ledger names and the vault has elsewhere now, as JSON."""

UNREADABLE = "unreadable"
"""Key of the paths that the last run could not read, as JSON."""


def moved_names(store: Store) -> dict[str, str]:
    """Refs of notes as the ledger calls them → where they are now."""
    found: dict[str, str] = json.loads(store.meta(MOVED) or "{}")
    return found


def signature(file: ScannedFile) -> tuple[int, int, int, int]:
    """Size, modification and status-change time in ns, and inode of *file*."""
    return (file.size, file.mtime_ns, file.ctime_ns, file.inode)


def digest(data: bytes) -> str:
    """SHA-256 of *data*, hex."""
    return hashlib.sha256(data).hexdigest()


def behind(
    root: Path, store: Store, made_by: str, *, hits: Iterable[str] = (), warm: Warm | None = None
) -> Behind:
    """
    What the index does not have as it is.

    A file whose size, times and inode are all as remembered is taken for unchanged, except for the files
    of *hits*, which are always read: the status-change time is the kernel's, so no tool that restores a
    modification time escapes it. Any other file is read and hashed; touching one is no change.

    Args:
        root: Real path of the vault.
        store: Its index.
        made_by: What an index run would be made by now.
        hits: Paths whose bytes must be looked at whatever their times say.
        warm: What this process remembers of the index.

    Returns:
        Paths in order; not complete when the vault has more than `FILE_LIMIT` notes.
    """
    warm = warm or Warm()
    known = warm.files(store)
    is_complete = len(known) <= FILE_LIMIT
    seen = warm.look(lambda: _of_all(root, store, known)) if is_complete else Look()
    read = _of_hits(root, known, set(hits) - seen.removed)
    return Behind(
        changed=tuple(sorted(seen.changed | read.changed)),
        new=tuple(sorted(seen.new)),
        removed=tuple(sorted(seen.removed | read.removed)),
        is_ledger_behind=is_ledger_behind(root, store),
        are_rules_behind=warm.meta(store, MADE_BY) != made_by,
        is_settled=warm.meta(store, SETTLED) == SETTLED,
        is_complete=is_complete,
    )


def _of_all(root: Path, store: Store, known: Mapping[str, FileState]) -> Look:
    files = {file.path: file for file in scan(root).files}
    changed = frozenset(
        path
        for path, state in known.items()
        if (file := files.get(path)) is not None
        and signature(file) != state.signature
        and _differs(file.os_path, state)
    )
    # A file that cannot be read is a finding of the index run, not something that it has yet to do.
    unreadable = json.loads(store.meta(UNREADABLE) or "[]")
    new = files.keys() - known.keys() - set(unreadable)
    return Look(changed, frozenset(new), frozenset(known.keys() - files.keys()))


def _of_hits(root: Path, known: Mapping[str, FileState], hits: set[str]) -> Look:
    changed: set[str] = set()
    removed: set[str] = set()
    for path in hits & known.keys():
        # A path shown with an escape is not the path that opens the file.
        if "\\" in path:
            continue
        os_path = os.path.join(root, path)
        if _differs(os_path, known[path]):
            (changed if os.path.lexists(os_path) else removed).add(path)
    return Look(frozenset(changed), frozenset(), frozenset(removed))


def _differs(os_path: str, state: FileState) -> bool:
    try:
        return digest(read_bytes(os_path)) != state.file_hash
    except (OSError, ValueError):
        # It was readable when it was indexed: that it no longer is, is a change. A ValueError is a name
        # that this locale cannot write.
        return True


def size_of(file: LedgerFile) -> int:
    """Bytes of a ledger file; -1 when the system does not tell."""
    try:
        return file.path.stat().st_size
    except OSError:
        return -1


def ledger_sizes(root: Path) -> dict[str, int]:
    """Bytes of each ledger file by its name, see `size_of`."""
    return {file.name: size_of(file) for file in ledger_files(root)}


def is_ledger_behind(root: Path, store: Store) -> bool:
    """Whether a ledger file grew, shrank, came or went; what a file of the same size holds is not read."""
    return ledger_sizes(root) != {name: mark.size for name, mark in store.ledger_marks().items()}
