"""
A small embedder that ships for tests: deterministic, without any file, and without an idea of meaning.

Texts that share words or parts of words are near each other. That is enough to test everything around an
embedder, and to see at once that a result came from it: it knows no synonym and no second language.
"""

from collections.abc import Iterator, Sequence
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from caveat.models.rows import unit_rows
from caveat.text.fold import fold_key

SHARE = 0.5
"""Weight of a part of three characters beside a whole word; our choice."""


class Hashed:
    """
    A test double with the behaviour of an embedder.

    Args:
        dimensions: Numbers of a vector, ``>= 1``.
        seed: Another one is another model, whose vectors say nothing about those of this one.
    """

    def __init__(self, dimensions: int = 256, seed: str = "") -> None:
        self._dimensions = dimensions
        self._seed = seed

    @property
    def fingerprint(self) -> str:
        """Dimensions and seed."""
        return f"hashed/v1 {self._dimensions} {self._seed}".rstrip()

    @property
    def dimensions(self) -> int:
        """As made."""
        return self._dimensions

    @property
    def batch_size(self) -> int:
        """Small, so that tests see several batches."""
        return 8

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of *texts*; a text without a letter or digit has none."""
        found = np.zeros((len(texts), self._dimensions), np.float64)
        for number, text in enumerate(texts):
            for part, weight in _parts(text):
                digest = blake2b(f"{self._seed}\0{part}".encode("utf-8", "replace"), digest_size=8).digest()
                value = int.from_bytes(digest, "big")
                found[number, (value >> 1) % self._dimensions] += weight if value & 1 else -weight
        return unit_rows(found, count=len(texts), dimensions=self._dimensions, who="the test embedder")

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of *texts*, as `embed_queries`."""
        return self.embed_queries(texts)


def _parts(text: str) -> Iterator[tuple[str, float]]:
    folded = fold_key(text)
    for word in "".join(c if c.isalnum() else " " for c in folded).split():
        yield word, 1.0
        around = f" {word} "
        for start in range(len(around) - 2):
            yield around[start : start + 3], SHARE
