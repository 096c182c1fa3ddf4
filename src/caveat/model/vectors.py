"""The part of a store that finds by meaning: vectors of chunks, all of them one model's."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from caveat.model.embedder import Embedder
from caveat.model.search import EVERYWHERE, Match, Scope

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]
    """``(dimensions,)`` of length 1; of length 0 it is near to nothing."""
else:
    # What a question by words alone needs must not load numpy.
    Vector = Any


class VectorModel(NamedTuple):
    """
    Whose vectors an index holds.

    Attributes:
        fingerprint: As `model.embedder.Embedder` gives it.
        dimensions: Numbers of a vector.
        lineage: Drawn when the model was put to use, so that two indexes are never taken for one another.
        generation: Grows with every change to the vectors.
        floor: Cosine below which nothing is good enough (`rank.fusion.floor_of`); None = no such limit.
    """

    fingerprint: str
    dimensions: int
    lineage: str
    generation: int
    floor: float | None


class Embedded(NamedTuple):
    """
    How far embedding is.

    Attributes:
        chunks: Chunks there are.
        embedded: Those that have a vector.
    """

    chunks: int
    embedded: int

    @property
    def pending(self) -> int:
        """Chunks that have none yet."""
        return self.chunks - self.embedded


class VectorStore(Protocol):
    """
    Vectors behind a `Store`; chunks without one are simply not found by meaning.

    Two implementations: `store.vectors_sqlite.SqliteVectors` and `store.vectors_memory.MemoryVectors`.
    `embed`, `nearest`, `cosines` and `prepare` need numpy.
    """

    def model(self) -> VectorModel | None:
        """Whose vectors there are; None when none were ever asked for."""
        ...

    def use(self, fingerprint: str, dimensions: int, *, may_replace: bool = False) -> VectorModel:
        """
        Put a model to use; the vectors of another one go, when they *may* be *replaced*.

        Raises:
            InputError: They may not; the message names both models and what to do.
        """
        ...

    def embedded(self) -> Embedded:
        """How far embedding is."""
        ...

    def embed(
        self, embedder: Embedder, *, told: Callable[[Embedded], None] | None = None, most: int | None = None
    ) -> int:
        """
        Give vectors to chunks that have none; not within a `batch`.

        Written some at a time, and what is written stays. Nothing is locked while texts are embedded.

        Args:
            embedder: The model in use.
            told: Told how far it is, after each portion.
            most: Most chunks to take on; None = all.

        Returns:
            Number of chunks that have a vector now and had none before.

        Raises:
            InputError: The vectors are another model's.
            EmbedderUnusable: There are no vectors to be had.
        """
        ...

    def prune(self) -> int:
        """Drop the vectors of texts that no chunk has; how many those were."""
        ...

    def put_floor(self, floor: float | None) -> None:
        """Keep the cosine below which nothing is good enough."""
        ...

    def nearest(self, query: Vector, *, limit: int, scope: Scope = EVERYWHERE) -> list[Match]:
        """
        The chunks nearest to *query*, the score of each its cosine; equal ones by ref and place.

        Args:
            query: Vector of a question.
            limit: Number of chunks wanted, ``>= 1``; more are returned when the last ones are equal.
            scope: As `Store.match` has it.
        """
        ...

    def cosines(self, query: Vector, chunks: Iterable[int]) -> dict[int, float]:
        """Cosine of *query* and each of *chunks* that has a vector, by chunk."""
        ...

    def prepare(self) -> None:
        """Put the vectors in order now, which the next search would do otherwise."""
        ...
