"""How far the index is behind the files: asked by every reader, decided by bytes."""

import hashlib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from caveat.model.store import FileState
from caveat.ops.results import Behind
from caveat.vault.scan import ScannedFile, read_bytes, scan

FILE_LIMIT = 20_000
"""Above this many files only those of the hits are looked at (DESIGN, "Retrieval")."""


def signature(file: ScannedFile) -> tuple[int, int, int, int]:
    """Size, modification and status-change time in ns, and inode of *file*."""
    return (file.size, file.mtime_ns, file.ctime_ns, file.inode)


def digest(data: bytes) -> str:
    """SHA-256 of *data*, hex."""
    return hashlib.sha256(data).hexdigest()


def behind(root: Path, known: Mapping[str, FileState], *, hits: Iterable[str] = ()) -> Behind:
    """
    Which files the index does not have as they are.

    A file whose size, times and inode are all as remembered is taken for unchanged, except for the files
    of *hits*, which are always read: the status-change time is the kernel's, so no tool that restores a
    modification time escapes it. Any other file is read and hashed; touching one is no change.

    Args:
        root: Real path of the vault.
        known: What the index remembers, by path.
        hits: Paths whose bytes must be looked at whatever their times say.

    Returns:
        Paths in order; not complete when the vault has more than `FILE_LIMIT` notes.
    """
    wanted = set(hits)
    if len(known) > FILE_LIMIT:
        return _behind_of(root, known, wanted)
    files = {file.path: file for file in scan(root).files}
    changed = [
        path
        for path, state in known.items()
        if (file := files.get(path)) is not None
        and (path in wanted or signature(file) != state.signature)
        and _differs(file.os_path, state)
    ]
    return Behind(
        changed=tuple(sorted(changed)),
        new=tuple(sorted(files.keys() - known.keys())),
        removed=tuple(sorted(known.keys() - files.keys())),
    )


def _behind_of(root: Path, known: Mapping[str, FileState], paths: set[str]) -> Behind:
    changed, removed = [], []
    for path in sorted(paths & known.keys()):
        try:
            data = read_bytes(os.path.join(root, path))
        except FileNotFoundError:
            # A path shown with an escape is not the path that opens the file.
            if "\\" not in path:
                removed.append(path)
            continue
        except OSError:
            changed.append(path)
            continue
        if digest(data) != known[path].file_hash:
            changed.append(path)
    return Behind(tuple(changed), (), tuple(removed), is_complete=False)


def _differs(os_path: str, state: FileState) -> bool:
    try:
        return digest(read_bytes(os_path)) != state.file_hash
    except OSError:
        # It was readable when it was indexed: that it no longer is, is a change.
        return True
