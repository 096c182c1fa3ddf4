"""Many texts, several processes: forked before the work is dealt out, each with a pipe of its own."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

MANY = 128
"""Texts from which forking pays; our choice: about half a second of work."""

Embed = Callable[[Sequence[str]], NDArray[np.float32]]


def spread(embed: Embed, texts: Sequence[str], *, dimensions: int, processes: int) -> NDArray[np.float32]:
    """
    ``embed(texts)``, reckoned by several processes where that is safe.

    Only a process of a single thread is forked: a copy of several may hold a lock that nobody releases. A
    process that ends early costs time, nothing else: its share is reckoned here.

    Args:
        embed: Any part of *texts* → its vectors.
        texts: In any number.
        dimensions: Columns that *embed* gives.
        processes: Most processes, ``>= 1``, this one included.
    """
    if processes < 2 or sys.platform != "linux" or threading.active_count() > 1 or _threads() > 1:
        return embed(texts)
    found = np.empty((len(texts), dimensions), np.float32)
    # By length in turns, so that all have about the same to do.
    order = sorted(range(len(texts)), key=lambda number: len(texts[number]), reverse=True)
    shares = [order[number::processes] for number in range(processes)]
    streams: list[tuple[int, BinaryIO]] = []
    try:
        for share in shares[1:]:
            streams.append(_forked(embed, [texts[number] for number in share], streams))
        found[shares[0]] = embed([texts[number] for number in shares[0]])
        for share, (_, stream) in zip(shares[1:], streams, strict=True):
            data = stream.read()
            if len(data) == 4 * dimensions * len(share):
                found[share] = np.frombuffer(data, np.float32).reshape(len(share), dimensions)
            else:
                found[share] = embed([texts[number] for number in share])
    finally:
        for process, stream in streams:
            stream.close()
            os.waitpid(process, 0)
    return found


def _threads() -> int:
    """Threads of this process, those of libraries included; 1 where the system does not tell."""
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return 1


def _forked(
    embed: Embed, texts: Sequence[str], others: Sequence[tuple[int, BinaryIO]]
) -> tuple[int, BinaryIO]:
    source, sink = os.pipe()
    process = os.fork()
    if process == 0:
        _work(embed, texts, sink, [source, *(stream.fileno() for _, stream in others)])
    os.close(sink)
    return process, os.fdopen(source, "rb")


def _work(embed: Embed, texts: Sequence[str], sink: int, others: Sequence[int]) -> None:
    """What a forked process does; it never returns into the code that it was forked from."""
    status = 1
    try:
        for descriptor in others:
            os.close(descriptor)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        # A parent that is gone ends its children at their next write.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        with os.fdopen(sink, "wb") as stream:
            stream.write(embed(texts).tobytes())
        status = 0
    finally:
        os._exit(status)
