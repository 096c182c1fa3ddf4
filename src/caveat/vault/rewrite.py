"""Rewriting one note: its bytes are replaced at once or not at all, and never outside the vault."""

import hashlib
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from caveat.model.errors import EditRefused
from caveat.vault.append import sync_folder


class Rewrite(NamedTuple):
    """
    A change of one file that was judged and is not made yet.

    Attributes:
        path: Vault-relative path of the note.
        os_path: Real path of the file.
        old: Its bytes when it was judged.
        new: What they become; equal to *old* when there is nothing to do.
    """

    path: str
    os_path: str
    old: bytes
    new: bytes

    @property
    def is_new(self) -> bool:
        """Whether there is anything to write."""
        return self.new != self.old


def planned(root: Path, path: str, change: Callable[[bytes], bytes], *, file_hash: str) -> Rewrite:
    """
    What *change* makes of the note at *path*; nothing is written.

    Args:
        root: Real path of the vault.
        path: Vault-relative path, as `vault.scan` shows it.
        change: All bytes before → all bytes after.
        file_hash: SHA-256 (hex) of the bytes that the change was decided on.

    Raises:
        EditRefused: The path leads out of the vault or to nothing, the file is not what it was, or *change*
            refuses.
    """
    given = os.path.join(root, path)
    os_path = os.path.realpath(given)
    if not Path(os_path).is_relative_to(os.path.realpath(root)):
        raise EditRefused(f"{path} leads out of the vault, to {os_path}: nothing was written")
    if not os.path.isfile(os_path):
        what = "is a link to nothing" if os.path.islink(given) else "cannot be opened under this name"
        raise EditRefused(f"{path} {what}: nothing was written")
    try:
        old = Path(os_path).read_bytes()
    except OSError as error:
        raise _unwritable(path, error) from error
    if hashlib.sha256(old).hexdigest() != file_hash:
        raise EditRefused(f"{path} changed a moment ago: nothing was written; look at it and try again")
    try:
        return Rewrite(path, os_path, old, change(old))
    except EditRefused as error:
        raise EditRefused(f"{path}: {error}; nothing was written") from error


def rewrite(plan: Rewrite) -> bool:
    """
    Make the change, all of it or nothing, and make it last; the file keeps its mode.

    Returns:
        Whether the file is another one now.

    Raises:
        EditRefused: The file changed since it was judged, or the system does not let it be written.
    """
    if not plan.is_new:
        return False
    try:
        with _Draft(plan.os_path) as draft:
            draft.write(plan.new)
            # The last moment at which an editor's own save can be told from what was judged.
            if Path(plan.os_path).read_bytes() != plan.old:
                raise EditRefused(f"{plan.path} changed a moment ago: nothing was written")
            os.replace(draft.path, plan.os_path)
    except OSError as error:
        raise _unwritable(plan.path, error) from error
    sync_folder(Path(plan.os_path).parent)
    return True


class _Draft:
    """A file beside the note that is gone afterwards, unless it became the note."""

    def __init__(self, os_path: str) -> None:
        folder, name = os.path.split(os_path)
        # Its name starts with a dot, so no index takes it for a note; it is short enough for any file system.
        self.path = os.path.join(folder, f".{name[:40]}.{secrets.token_hex(6)}.tmp")
        self._model = os.stat(os_path)

    def __enter__(self) -> "_Draft":
        return self

    def write(self, data: bytes) -> None:
        descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            _keep_owner(descriptor, self._model)
            os.fchmod(descriptor, self._model.st_mode & 0o7777)
            stream.flush()
            os.fsync(descriptor)

    def __exit__(self, *error: object) -> None:
        if os.path.lexists(self.path):
            os.unlink(self.path)


def _keep_owner(descriptor: int, model: os.stat_result) -> None:
    own = os.fstat(descriptor)
    if (own.st_uid, own.st_gid) != (model.st_uid, model.st_gid):
        try:
            os.fchown(descriptor, model.st_uid, model.st_gid)
        except PermissionError:
            # Only the superuser gives files away; who may write the folder may own the note.
            return


def _unwritable(path: str, error: OSError) -> EditRefused:
    return EditRefused(f"{path} cannot be written: {error.strerror or error}; nothing was written")
