"""Rewriting one note: its bytes are replaced at once or not at all, and never outside the vault."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from caveat.model.errors import EditRefused
from caveat.vault.replacement import replace


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
        EditRefused: The path leads out of the vault or to nothing, the file is not what it was, may not be
            written, or lies under several names; or *change* refuses.
    """
    given = os.path.join(root, path)
    os_path = os.path.realpath(given)
    if not Path(os_path).is_relative_to(os.path.realpath(root)):
        raise EditRefused(f"{path} leads out of the vault, to {os_path}: nothing was written")
    if not os.path.isfile(os_path):
        what = "is a link to nothing" if os.path.islink(given) else "cannot be opened under this name"
        raise EditRefused(f"{path} {what}: nothing was written")
    _check_replaceable(path, os_path)
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


def _check_replaceable(path: str, os_path: str) -> None:
    """Replacing a file needs the right to write its folder only, and would leave its other names behind."""
    found = os.stat(os_path)
    # To the superuser everything is writable; that a file is marked read-only is a word to everybody.
    if not os.access(os_path, os.W_OK) or not found.st_mode & 0o222:
        raise EditRefused(f"{path} is read-only: nothing was written; allow writing it, or edit it yourself")
    if found.st_nlink > 1:
        others = found.st_nlink - 1
        names = "another name" if others == 1 else f"{others} other names"
        raise EditRefused(
            f"{path} is a hard link with {names}, which would keep the old text: nothing was written"
        )


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
    path = Path(plan.os_path)

    def check() -> None:
        # The last moment at which an editor's own save can be told from what was judged.
        if path.read_bytes() != plan.old:
            raise EditRefused(f"{plan.path} changed a moment ago: nothing was written")

    try:
        replace(path, plan.new, like=path.stat(), check=check)
    except OSError as error:
        raise _unwritable(plan.path, error) from error
    return True


def _unwritable(path: str, error: OSError) -> EditRefused:
    return EditRefused(f"{path} cannot be written: {error.strerror or error}; nothing was written")
