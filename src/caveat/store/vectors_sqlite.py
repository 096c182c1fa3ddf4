"""The vectors of an index file behind `model.vectors.VectorStore`; numpy is loaded when they are used."""

import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from caveat.model.embedder import Embedder
from caveat.model.search import EVERYWHERE, Match, Scope
from caveat.model.vectors import Embedded, Vector, VectorModel
from caveat.store import vectors_model
from caveat.store.connection import transaction
from caveat.store.owners import Owners

if TYPE_CHECKING:
    from caveat.store.vectors import Table

DECIMALS = 6
"""Decimals of a cosine that count: the rest is noise of 32-bit arithmetic."""


class SqliteVectors:
    """
    A `VectorStore` over the tables of one index.

    The table that is searched stays at hand until the vectors change.

    Args:
        connection: The index.
        path: Its file; the vectors are mapped from one beside it.
        owners: Which record each chunk belongs to.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, owners: Owners) -> None:
        self._db = connection
        self._path = path
        self._owners = owners
        self._opened: tuple[VectorModel, Table] | None = None

    def model(self) -> VectorModel | None:
        return vectors_model.model_of(self._db)

    def use(self, fingerprint: str, dimensions: int, *, may_replace: bool = False) -> VectorModel:
        with transaction(self._db):
            return vectors_model.use_model(self._db, fingerprint, dimensions, may_replace=may_replace)

    def embedded(self) -> Embedded:
        return vectors_model.progress_of(self._db)

    def embed(
        self, embedder: Embedder, *, told: Callable[[Embedded], None] | None = None, most: int | None = None
    ) -> int:
        from caveat.store.vectors_rows import embed_pending

        return embed_pending(self._db, embedder, transaction, told=told, most=most)

    def prune(self) -> int:
        with transaction(self._db):
            return vectors_model.prune(self._db)

    def put_floor(self, floor: float | None) -> None:
        with transaction(self._db):
            vectors_model.put_floor(self._db, floor)

    def nearest(self, query: Vector, *, limit: int, scope: Scope = EVERYWHERE) -> list[Match]:
        import numpy as np

        from caveat.store.vectors import nearest
        from caveat.store.vectors_rows import chunks_within

        if (table := self._table()) is None:
            return []
        allowed = None
        if scope != EVERYWHERE:
            allowed = np.isin(table.chunks, chunks_within(self._db, scope))
        found = nearest(table, query, limit, allowed=allowed)
        refs = self._owners.of(found.chunks)
        scores = [round(cosine, DECIMALS) for cosine in found.cosines]
        ranked = sorted(zip(scores, found.chunks, strict=True), key=lambda s: (-s[0], refs[s[1]], s[1]))
        return [Match(refs[chunk], chunk, score) for score, chunk in ranked]

    def cosines(self, query: Vector, chunks: Iterable[int]) -> dict[int, float]:
        from caveat.store.vectors import exact, positions

        if (table := self._table()) is None:
            return {}
        places = positions(table, sorted(set(chunks)))
        found = exact(table, query, places)
        pairs = zip(table.chunks[places].tolist(), found.tolist(), strict=True)
        return {chunk: round(cosine, DECIMALS) for chunk, cosine in pairs}

    def prepare(self) -> None:
        self._table()

    def _table(self) -> "Table | None":
        from caveat.store.vectors_file import open_table

        model = self.model()
        if model is None:
            return None
        # The floor is no part of the table.
        state = model._replace(floor=None)
        if self._opened is None or self._opened[0] != state:
            table = open_table(self._db, vectors_model.file_of(self._path))
            if table is None:
                return None
            self._opened = (state, table)
        return self._opened[1]
