"""Replacement: a file holds all of its new bytes at once or stays as it was, and lasts when that is told."""

import os
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path


def replace(
    path: Path,
    data: bytes | Iterable[bytes],
    *,
    like: os.stat_result | None = None,
    mode: int | None = None,
    check: Callable[[], None] | None = None,
) -> None:
    """
    Put *data* at *path* in one step: whoever reads it sees all of the old bytes or all of the new ones.

    The draft lies beside it under a name that starts with a dot, which neither an index nor a ledger reads,
    and is gone afterwards. A link at *path* itself is replaced; resolve it first when it shall stay.

    Args:
        path: The file; its folder has to be there.
        data: All bytes that it shall hold, whole or in parts.
        like: Whose mode and, where the system lets us, owner it takes; None = a new file's.
        mode: Its mode instead, as ``0o600``; None = what *like* has, or what the system gives new files.
        check: Called at the last moment, when the draft is on the disk; what it raises leaves the old file.

    Raises:
        OSError: It cannot be written; what was there is untouched.
    """
    # Short enough for any file system, whatever the name is.
    draft = path.with_name(f".{path.name[:40]}.{secrets.token_hex(6)}.new")
    is_private = like is not None or mode is not None
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    descriptor = os.open(draft, flags, 0o600 if is_private else 0o666)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.writelines([data] if isinstance(data, bytes) else data)
            if like is not None:
                _keep_owner(descriptor, like)
            wanted = mode if mode is not None or like is None else like.st_mode & 0o7777
            if wanted is not None:
                os.chmod(draft, wanted)
            stream.flush()
            os.fsync(descriptor)
        if check is not None:
            check()
        os.replace(draft, path)
    finally:
        # Once it has its name there is nothing left to take away.
        draft.unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in *folder* last, where the system can."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        # Some file systems refuse this of a folder; the file itself is on the disk.
        pass
    finally:
        os.close(descriptor)


def _keep_owner(descriptor: int, model: os.stat_result) -> None:
    own = os.fstat(descriptor)
    if (own.st_uid, own.st_gid) != (model.st_uid, model.st_gid):
        try:
            os.fchown(descriptor, model.st_uid, model.st_gid)
        except PermissionError:
            # Only the superuser gives files away; who may write the folder may own the note.
            return
