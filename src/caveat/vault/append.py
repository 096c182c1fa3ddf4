"""
Writing the ledger: under a lock, on the disk before anybody is told, all of it or nothing.

Events are only ever added at the end of this device's file. The one thing that changes what stands there is
`forget`, which replaces the body of an event in every file that holds it.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from caveat.model.errors import LedgerUnwritable
from caveat.model.events import Event
from caveat.vault.device import device
from caveat.vault.ledger import encode_event
from caveat.vault.ledger_files import FOLDER
from caveat.vault.replacement import replace, sync_folder

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
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND
    with _complaints(path, "nothing was recorded"), _locked(path, flags) as descriptor:
        is_first = os.fstat(descriptor).st_size == 0
        _put(descriptor, data)
        # Whoever appends next may take it that the file is there for good, so it waits for that.
        for folder in (path.parent, path.parent.parent, root) if is_first else ():
            sync_folder(folder)


def rewrite(path: Path, change: Callable[[bytes], bytes]) -> bool:
    """
    Replace what the ledger file at *path* holds, in one step: a reader sees all of it old or all of it new.

    Nobody appends meanwhile: it holds the lock that `append` takes, and who waited for it looks again
    which file lies at *path*. What was there before is no longer reachable by a name; whether the disk still
    has it is the file system's affair.

    Args:
        path: An existing file of the ledger.
        change: From all bytes of the file to all bytes that it shall hold.

    Returns:
        Whether anything changed.

    Raises:
        LedgerUnwritable: The file cannot be read or replaced; it is as it was.
    """
    with _complaints(path, "it is as it was"), _locked(path, os.O_RDWR) as descriptor:
        with os.fdopen(os.dup(descriptor), "rb") as stream:
            stream.seek(0)
            old = stream.read()
        new = change(old)
        if new == old:
            return False
        # Over a link it is the file behind it that is replaced, not the link.
        replace(Path(os.path.realpath(path)), new, like=os.fstat(descriptor))
    return True


@contextmanager
def _locked(path: Path, flags: int) -> Iterator[int]:
    """
    A descriptor of the file that lies at *path*, under its lock.

    While one waits for the lock the file may be replaced by another; a lock on the old one guards nothing,
    and what is written to it is lost.
    """
    while True:
        descriptor = os.open(path, flags | os.O_CLOEXEC, 0o644)
        try:
            if fcntl is not None:
                fcntl.flock(descriptor, fcntl.LOCK_EX)
            if _lies_at(descriptor, path):
                yield descriptor
                return
        finally:
            os.close(descriptor)


def _lies_at(descriptor: int, path: Path) -> bool:
    try:
        there = os.stat(path)
    except FileNotFoundError:
        return False
    return os.path.samestat(os.fstat(descriptor), there)


def _file(root: Path) -> Path:
    """Where this device appends; its folder is made, and lies in the vault."""
    path = root / FOLDER / f"{device()}.jsonl"
    with _complaints(path, "nothing was recorded"):
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


@contextmanager
def _complaints(path: Path, outcome: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise LedgerUnwritable(f"{path} cannot be written: {reason}; {outcome}") from error
