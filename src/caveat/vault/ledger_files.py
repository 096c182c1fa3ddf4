"""The files of the ledger: one for each device, and the copies that sync tools leave beside them."""

import os
import re
from pathlib import Path
from typing import NamedTuple

from caveat.model.errors import VaultMissing

FOLDER = ".caveat/ledger"
"""Where the ledger lies in a vault."""

_SUFFIX = ".jsonl"
_COPY = re.compile(r"[.]sync-conflict-\d{8}-|conflicted copy| \(\d+\)$| \d+$", re.IGNORECASE)


class LedgerFile(NamedTuple):
    """
    One file of the ledger.

    Attributes:
        path: Where it lies.
        name: Vault-relative path with ``/``, as findings show it.
        is_copy: A sync tool made it when two devices disagreed; its events count like all others.
        is_outside: It is reached over a link that leads out of the vault, and is not read.
    """

    path: Path
    name: str
    is_copy: bool = False
    is_outside: bool = False


def ledger_files(root: Path) -> tuple[LedgerFile, ...]:
    """
    Every file of the ledger of the vault at *root*, by name; empty when nothing was ever recorded.

    Conflict copies that sync tools leave beside a device's file are among them, for the state is the fold
    of the union. Hidden files (``._x.jsonl``) and folders are not.

    Raises:
        VaultMissing: The folder is there and cannot be read.
    """
    folder = root / FOLDER
    try:
        names = sorted(os.listdir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as error:
        raise VaultMissing(f"{folder} cannot be read: {error.strerror}; check who may open it") from error
    home = os.path.realpath(root)
    found = []
    for name in names:
        path = folder / name
        if name.lower().endswith(_SUFFIX) and not name.startswith(".") and _is_file(path):
            is_inside = Path(os.path.realpath(path)).is_relative_to(home)
            is_copy = _COPY.search(name[: -len(_SUFFIX)]) is not None
            # A name that is no UTF-8 must still fit into a message and a database.
            shown = os.fsencode(name).decode("utf-8", "backslashreplace")
            found.append(LedgerFile(path, f"{FOLDER}/{shown}", is_copy, not is_inside))
    return tuple(found)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError as error:
        # Whoever may list a folder may still not be let into it.
        reason = f"{path} cannot be looked at: {error.strerror}; check who may enter {path.parent}"
        raise VaultMissing(reason) from error
