"""
Parsing notes, on several cores when they are many.

The work is dealt out to forked readers before it begins, and each sends its entries back over a pipe of its
own, in order. A reader whose parent is gone ends at its next write, so nothing outlives a killed run.
"""

import gc
import hashlib
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import BinaryIO, NamedTuple, TypeVar

from caveat.model.store import Entry, FileState
from caveat.ops.behind import signature
from caveat.vault.config import Config
from caveat.vault.notes import note_entry
from caveat.vault.scan import ScannedFile, read_bytes

Item = TypeVar("Item")
Result = TypeVar("Result")

MANY = 256
"""Notes from which forking pays; our choice: about half a second of work."""

MOST_READERS = 4
"""Readers beyond which the one that writes is the slowest; our choice."""

PIPE_BYTES = 1 << 20
"""Size of the pipe from a reader; what Linux grants to anybody (pipe-max-size in pipe(7))."""

COLLECTED_AFTER = 100_000
"""Objects after which a reader looks for circles of them; our choice: after 700 it took a tenth longer."""


class Unreadable(NamedTuple):
    """A note that cannot be read, and the system's reason."""

    reason: str


def parsed(
    files: Sequence[ScannedFile], config: Config, *, may_fork: bool = True
) -> Iterator[Entry | Unreadable]:
    """
    The entry of each of *files*, in their order, read and hashed as it lies there now.

    Args:
        files: Notes to read.
        config: Rules of the vault.
        may_fork: Several cores may be used; not while something else runs in this process.
    """
    return spread(files, lambda file: _parsed(file, config), may_fork=may_fork)


def spread(
    items: Sequence[Item], work: Callable[[Item], Result], *, may_fork: bool = True
) -> Iterator[Result]:
    """
    *work* of each of *items*, in their order, done by forked readers when they are `MANY`.

    Args:
        items: What to work on.
        work: Reads files and the process's memory, and nothing that is open; its results can be pickled.
        may_fork: Several cores may be used; not while something else runs in this process.
    """
    readers = min(os.cpu_count() or 1, MOST_READERS)
    # Forking a process with several threads may copy a lock that nobody will ever release.
    is_alone = may_fork and sys.platform == "linux" and threading.active_count() == 1
    if is_alone and readers > 1 and len(items) >= MANY:
        yield from _by_readers(items, work, readers)
    else:
        yield from map(work, items)


def _parsed(file: ScannedFile, config: Config) -> Entry | Unreadable:
    try:
        data = read_bytes(file.os_path)
    except OSError as error:
        return Unreadable(error.strerror or str(error))
    state = FileState(hashlib.sha256(data).hexdigest(), signature(file))
    return note_entry(file.path, data, config)._replace(file=state)


def _by_readers(items: Sequence[Item], work: Callable[[Item], Result], count: int) -> Iterator[Result]:
    streams: list[tuple[int, BinaryIO]] = []
    try:
        for number in range(count):
            source, sink = os.pipe()
            _widen(sink)
            process = os.fork()
            if process == 0:
                _read(items[number::count], work, sink, [source, *(s.fileno() for _, s in streams)])
            os.close(sink)
            streams.append((process, os.fdopen(source, "rb", buffering=1 << 16)))
        for number, item in enumerate(items):
            try:
                yield pickle.load(streams[number % count][1])
            except (EOFError, pickle.UnpicklingError):
                # The reader ended early, by a mistake of ours or a lack of memory: here it will be told.
                yield work(item)
    finally:
        for process, stream in streams:
            stream.close()
            os.waitpid(process, 0)


def _widen(sink: int) -> None:
    """Let a reader go on while the one that writes commits; a smaller pipe does, where no more is granted."""
    import fcntl

    with suppress(OSError):
        fcntl.fcntl(sink, fcntl.F_SETPIPE_SZ, PIPE_BYTES)


def _read(items: Sequence[Item], work: Callable[[Item], object], sink: int, others: Sequence[int]) -> None:
    """What a reader does; it never returns into the code that it was forked from."""
    status = 1
    try:
        for descriptor in others:
            os.close(descriptor)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        # A reader keeps nothing from one note to the next, so there is little to collect.
        gc.freeze()
        gc.set_threshold(COLLECTED_AFTER)
        with os.fdopen(sink, "wb", buffering=1 << 16) as stream:
            for item in items:
                pickle.dump(work(item), stream, protocol=pickle.HIGHEST_PROTOCOL)
        status = 0
    finally:
        os._exit(status)
