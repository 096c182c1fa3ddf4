"""
The vectors of an index in one file that is mapped into memory, beside the index.

It is a copy of what the index holds, in the order that searching reads it: deleting it costs the next search
some time, nothing else. It is written whole under another name and then renamed. Its header says whose
vectors it holds and of which state of the index; a file of another state, of another size, or whose content
is not what the header says, is not used.
"""

import json
import mmap
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from caveat.model.vectors import VectorModel
from caveat.store.vectors import STORED, WORD, Table, centre_of, codes_of, widened
from caveat.store.vectors_model import count_of, model_of
from caveat.store.vectors_rows import chunks_of, vectors_of

HEADER = 4_096
"""Bytes of the header: JSON, filled up with blanks."""

FORM = "caveat vectors 1"
"""First words of the header; the number changes with the layout."""

LARGE = 256 << 20
"""Bytes of vectors from which they are read instead of mapped; our choice."""

ABANDONED = 3_600.0
"""Seconds after which a draft counts as left by a killed process; our choice, far more than one takes."""

SAMPLE = 16
"""Portions of vectors whose mean is taken for that of all; our choice, some 65,000 vectors."""


def open_table(connection: sqlite3.Connection, path: Path) -> Table | None:
    """
    The vectors of an index, from the file at *path*, which is written when it does not fit.

    Read within one snapshot of the index. When the file cannot be written the vectors are taken into memory.

    Returns:
        A table, empty when no chunk has a vector; None when the index was never embedded.
    """
    model = model_of(connection)
    if model is None:
        return None
    if (found := _mapped(path, model)) is not None:
        return found
    try:
        write_table(connection, path, model)
    except OSError:
        return _in_memory(connection, model)
    return _mapped(path, model) or _in_memory(connection, model)


def write_table(connection: sqlite3.Connection, path: Path, model: VectorModel) -> None:
    """
    Put the vectors of *model* into the file at *path*, in one step.

    Needs memory for the signs only: 64 bytes for a vector of 512 numbers.

    Raises:
        OSError: It cannot be written; what was there before is untouched.
    """
    _sweep(path)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    at = time.time_ns()
    try:
        with draft.open("xb") as stream:
            header = _written(connection, stream, model) | {"mtime_ns": at}
            stream.seek(0)
            stream.write(json.dumps(header).encode("ascii").ljust(HEADER))
            stream.flush()
            os.fsync(stream.fileno())
        os.utime(draft, ns=(at, at))
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def _sweep(path: Path) -> None:
    """Remove what killed processes left beside *path*: each is as large as the vectors."""
    from contextlib import suppress
    from fnmatch import fnmatchcase

    now = time.time()
    with suppress(OSError):
        drafts = [one for one in path.parent.iterdir() if one.name.startswith(f".{path.name}.")]
        for draft in drafts:
            is_ours = fnmatchcase(draft.name[len(path.name) + 2 :], "[0-9a-f]" * 8)
            if is_ours and now - draft.stat().st_mtime > ABANDONED:
                draft.unlink(missing_ok=True)


def _written(connection: sqlite3.Connection, stream: BinaryIO, model: VectorModel) -> dict[str, Any]:
    """Write everything behind the header; what the header says of it."""
    from hashlib import sha256

    hashed = sha256()

    def put(array: NDArray[Any]) -> None:
        data = np.ascontiguousarray(array).data
        hashed.update(data)
        stream.write(data)

    count = count_of(connection)
    stream.write(bytes(HEADER))
    put(np.fromiter(chunks_of(connection), np.int64, count))
    centre = _centre(connection, model, count)
    put(centre)
    codes = np.empty((-(-model.dimensions // WORD), count), np.uint64)
    done = 0
    for rows in vectors_of(connection, model.dimensions):
        codes[:, done : done + len(rows)] = codes_of(widened(rows), centre)
        done += len(rows)
        put(rows)
    stream.write(bytes(_gap(count, model.dimensions)))
    put(codes)
    return {
        "form": FORM,
        "fingerprint": model.fingerprint,
        "lineage": model.lineage,
        "generation": model.generation,
        "dimensions": model.dimensions,
        "count": count,
        "size": stream.tell(),
        "sha256": hashed.hexdigest(),
    }


def _centre(connection: sqlite3.Connection, model: VectorModel, count: int) -> NDArray[np.float32]:
    """The mean of the vectors, or of the first ones when they are many: any centre gives right answers."""
    total = np.zeros(model.dimensions, np.float64)
    seen = 0
    for number, rows in enumerate(vectors_of(connection, model.dimensions)):
        if number == SAMPLE:
            break
        total += centre_of(widened(rows)).astype(np.float64) * len(rows)
        seen += len(rows)
    return (total / max(seen, 1)).astype(np.float32)


def _gap(count: int, dimensions: int) -> int:
    """Bytes between the vectors and the signs, which start at a multiple of 8."""
    return -(4 * dimensions + STORED.itemsize * dimensions * count) % 8


def _mapped(path: Path, model: VectorModel) -> Table | None:
    """The table in the file; None when there is none, or it is of another state, or damaged."""
    try:
        with path.open("rb") as stream:
            header = json.loads(stream.read(HEADER))
            state = os.fstat(stream.fileno())
            if header["size"] != state.st_size or not _fits(header, model):
                return None
            data = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
            is_as_written = header["mtime_ns"] == state.st_mtime_ns
            if not is_as_written and header["sha256"] != _digest(data, header["count"], model):
                return None
            return _table(data, stream.fileno(), header["count"], model.dimensions)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _fits(header: dict[str, Any], model: VectorModel) -> bool:
    keys = ("fingerprint", "dimensions", "lineage", "generation")
    return header["form"] == FORM and all(header[key] == getattr(model, key) for key in keys)


def _parts(count: int, dimensions: int) -> Iterator[tuple[int, int]]:
    """Where chunks, centre, vectors and signs lie: offset and bytes of each."""
    words = -(-dimensions // WORD)
    offset = HEADER
    for size, gap in (
        (8 * count, 0),
        (4 * dimensions, 0),
        (STORED.itemsize * dimensions * count, _gap(count, dimensions)),
        (8 * words * count, 0),
    ):
        yield offset, size
        offset += size + gap


def _table(data: mmap.mmap, descriptor: int, count: int, dimensions: int) -> Table:
    (chunks, _), (centre, _), (rows, size), (codes, _) = _parts(count, dimensions)
    words = -(-dimensions // WORD)
    if size >= LARGE and hasattr(os, "preadv"):
        read: Callable[[NDArray[np.int64]], NDArray[np.float16]] = _Reader(descriptor, rows, dimensions)
    else:
        read = np.frombuffer(data, STORED, count * dimensions, rows).reshape(count, dimensions).__getitem__
    return Table(
        np.frombuffer(data, np.int64, count, chunks),
        read,
        np.frombuffer(data, np.float32, dimensions, centre),
        np.frombuffer(data, np.uint64, count * words, codes).reshape(words, count),
    )


class _Reader:
    """
    Reads vectors from the file without mapping them: what is mapped counts as this program's memory.

    A mapped file of a million vectors would bring in 64 KB around each one that is looked at.
    """

    __slots__ = ("_descriptor", "_offset", "_size")

    def __init__(self, descriptor: int, offset: int, dimensions: int) -> None:
        self._descriptor = os.dup(descriptor)
        self._offset = offset
        self._size = STORED.itemsize * dimensions

    def __del__(self) -> None:
        os.close(self._descriptor)

    def __call__(self, found: NDArray[np.int64]) -> NDArray[np.float16]:
        size = self._size
        data = bytearray(size * len(found))
        places = memoryview(data)
        for start, offset in enumerate((found * size + self._offset).tolist()):
            os.preadv(self._descriptor, [places[start * size : (start + 1) * size]], offset)
        return np.frombuffer(data, STORED).reshape(len(found), -1)


def _digest(data: mmap.mmap, count: int, model: VectorModel) -> str:
    from hashlib import sha256

    hashed = sha256()
    with memoryview(data) as view:
        for offset, size in _parts(count, model.dimensions):
            hashed.update(view[offset : offset + size])
    return hashed.hexdigest()


def _in_memory(connection: sqlite3.Connection, model: VectorModel) -> Table:
    rows = [np.zeros((0, model.dimensions), STORED), *vectors_of(connection, model.dimensions)]
    every = np.concatenate(rows)
    centre = centre_of(widened(every))
    chunks = np.fromiter(chunks_of(connection), np.int64, len(every))
    return Table(chunks, every.__getitem__, centre, codes_of(widened(every), centre))
