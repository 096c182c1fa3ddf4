"""Appending to the ledger: under a lock, on the disk before anybody is told, all of it or nothing."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from caveat.model.errors import LedgerUnwritable
from caveat.model.events import Event
from caveat.vault.device import device
from caveat.vault.ledger import FOLDER, encode_event

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows has no fcntl; a process there is alone with its own file.
    fcntl = None  # type: ignore[assignment]


def append(root: Path, events: Sequence[Event]) -> None:
    """
    Put *events* at the end of this device's ledger file; when it returns they are on the disk.

    They go in together, in one write: a process that is killed leaves at most a torn last line, which the
    next append ends and every reader reports. A disk that is full leaves the file as it was.

    Args:
        root: Real path of the vault.
        events: What to record, each as `encode_event` takes it.

    Raises:
        InputError: An event cannot be written as a line.
        LedgerUnwritable: The file cannot be written; nothing was recorded.
    """
    data = b"".join(encode_event(event) for event in events)
    if not data:
        return
    path = _file(root)
    with _complaints(path):
        is_new = not path.exists()
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        try:
            _lock(descriptor)
            _put(descriptor, data)
        finally:
            os.close(descriptor)
        if is_new:
            for folder in (path.parent, path.parent.parent, root):
                sync_folder(folder)


def _file(root: Path) -> Path:
    """Where this device appends; its folder is made, and lies in the vault."""
    path = root / FOLDER / f"{device()}.jsonl"
    with _complaints(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    real = Path(os.path.realpath(path))
    if not real.is_relative_to(os.path.realpath(root)):
        raise LedgerUnwritable(f"{path} leads out of the vault, to {real}: replace the link by a folder")
    return path


def _put(descriptor: int, data: bytes) -> None:
    end = os.lseek(descriptor, 0, os.SEEK_END)
    if end and os.pread(descriptor, 1, end - 1) != b"\n":
        data = b"\n" + data
    try:
        _write(descriptor, data)
        os.fsync(descriptor)
    except OSError:
        # Under the lock nobody else has appended since, so what is cut off is ours alone.
        os.ftruncate(descriptor, end)
        raise


def _write(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        written = os.write(descriptor, view)
        view = view[written:]


def _lock(descriptor: int) -> None:
    if fcntl is not None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)


@contextmanager
def _complaints(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise LedgerUnwritable(f"{path} cannot be written: {reason}; nothing was recorded") from error


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
