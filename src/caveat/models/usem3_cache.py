"""
The model's arrays in one file that is mapped into memory: the second load costs a few milliseconds.

    caveat  8 bytes  length  8 bytes  header, JSON  arrays, each from a multiple of 64 bytes

The header says where each array lies, what the file was made from, the SHA-256 of all that follows it,
and the modification time that the file was given when it was whole. A file with that size and time is
taken as it is; one with another time is hashed; whatever does not fit is made anew. It holds plain numbers
only, so that reading it can run nothing.
"""

import json
import mmap
import os
import secrets
import time
from pathlib import Path
from typing import Any

import numpy as np

from caveat.models.usem3_source import FILES, Arrays, read_source

MAGIC = b"caveat\x00\x02"
"""Opens the file; its last byte is the number of this form, which changes with any array."""

ALIGNMENT = 64
MOST_HEADER = 1 << 16


class Model:
    """
    A loaded model.

    Attributes:
        arrays: By name, mapped or in memory; never written to.
        digest: SHA-256 of the files that it was made from, hex.
        is_mapped: It came from the cache, so that other processes share its memory.
    """

    __slots__ = ("arrays", "digest", "is_mapped")

    def __init__(self, arrays: Arrays, digest: str, *, is_mapped: bool) -> None:
        self.arrays = arrays
        self.digest = digest
        self.is_mapped = is_mapped


def load(folder: Path, cached: Path) -> Model:
    """
    The model in *folder*, from the file *cached* when that fits, which is written when it does not.

    A cache that cannot be written is no error: the next load takes as long as this one.

    Args:
        folder: The package's resources.
        cached: Where the cache lies or shall lie.

    Raises:
        EmbedderUnusable: The package's files cannot be read.
    """
    if (found := _mapped(folder, cached)) is not None:
        return found
    arrays = read_source(folder)
    digest = _digest_of([folder / name for name in FILES])
    try:
        _write(cached, arrays, digest, _states(folder))
    except OSError:
        return Model(arrays, digest, is_mapped=False)
    return _mapped(folder, cached) or Model(arrays, digest, is_mapped=False)


def _mapped(folder: Path, cached: Path) -> Model | None:
    """The model in the cache; None when there is none, or it is of something else, or damaged."""
    try:
        with cached.open("rb") as stream:
            state = os.fstat(stream.fileno())
            header, start = _header(stream.read(MOST_HEADER))
            if header["size"] != state.st_size:
                return None
            data = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        if header["mtime_ns"] != state.st_mtime_ns and header["sha256"] != _sha256(memoryview(data)[start:]):
            return None
        if header["source"] != _states(folder) and header["digest"] != _digest_of(
            [folder / name for name in FILES]
        ):
            return None
        arrays = {name: _array(data, start, *place) for name, place in header["arrays"].items()}
        return Model(arrays, str(header["digest"]), is_mapped=True)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _header(data: bytes) -> tuple[dict[str, Any], int]:
    """The header, and where the arrays begin."""
    if data[:8] != MAGIC:
        raise ValueError("another form")
    size = int.from_bytes(data[8:16], "little")
    if size > MOST_HEADER - 16:
        raise ValueError("damaged")
    return json.loads(data[16 : 16 + size]), _aligned(16 + size)


def _array(data: mmap.mmap, start: int, dtype: str, shape: list[int], offset: int) -> np.ndarray[Any, Any]:
    kind = np.dtype(dtype)
    if kind.hasobject:
        raise ValueError("no plain numbers")
    count = int(np.prod(shape))
    return np.frombuffer(data, kind, count, start + offset).reshape(shape)


def _write(cached: Path, arrays: Arrays, digest: str, source: list[list[int]]) -> None:
    """Put the cache in place in one step."""
    from hashlib import sha256

    places: dict[str, tuple[str, tuple[int, ...], int]] = {}
    parts: list[bytes] = []
    offset = 0
    for name, array in arrays.items():
        plain = np.ascontiguousarray(array)
        places[name] = (plain.dtype.str, plain.shape, offset)
        parts += [plain.tobytes(), bytes(_aligned(plain.nbytes) - plain.nbytes)]
        offset += _aligned(plain.nbytes)
    hashed = sha256()
    for part in parts:
        hashed.update(part)
    at = time.time_ns()
    told: dict[str, object] = {
        "arrays": places,
        "digest": digest,
        "source": source,
        "sha256": hashed.hexdigest(),
        "mtime_ns": at,
        "size": 0,
    }
    # The header's own length does not change with the size: it is padded.
    size = _aligned(16 + len(json.dumps(told)) + 20) - 16
    told["size"] = 16 + size + offset
    header = json.dumps(told).encode("ascii").ljust(size)
    cached.parent.mkdir(parents=True, exist_ok=True)
    draft = cached.with_name(f".{cached.name}.{secrets.token_hex(4)}")
    try:
        with draft.open("xb") as stream:
            stream.write(MAGIC + size.to_bytes(8, "little") + header)
            stream.writelines(parts)
        os.utime(draft, ns=(at, at))
        os.replace(draft, cached)
    finally:
        draft.unlink(missing_ok=True)


def _states(folder: Path) -> list[list[int]]:
    """Size and modification time of each of the package's files."""
    found = [(folder / name).stat() for name in FILES]
    return [[state.st_size, state.st_mtime_ns] for state in found]


def _digest_of(paths: list[Path]) -> str:
    from hashlib import sha256

    hashed = sha256()
    for path in paths:
        hashed.update(path.read_bytes())
    return hashed.hexdigest()


def _sha256(data: memoryview) -> str:
    from hashlib import sha256

    return sha256(data).hexdigest()


def _aligned(size: int) -> int:
    return -(-size // ALIGNMENT) * ALIGNMENT
