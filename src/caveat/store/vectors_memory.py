"""The strict in-memory twin of the vectors: everything is compared, and misuse is a complaint."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from caveat.model.embedder import Embedder
from caveat.model.errors import InputError
from caveat.model.records import Record
from caveat.model.search import EVERYWHERE, Match, Scope
from caveat.model.store import StoredChunk
from caveat.model.vectors import Embedded, Vector, VectorModel
from caveat.store.vectors_model import other_model
from caveat.store.vectors_sqlite import DECIMALS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from caveat.store.vectors import Table


class MemoryVectors:
    """
    A `VectorStore` over the chunks that a `MemoryStore` keeps.

    Args:
        chunks: Those chunks, as they are now.
        record_of: The record of a ref.
    """

    def __init__(
        self, chunks: Callable[[], Mapping[int, StoredChunk]], record_of: Callable[[str], Record]
    ) -> None:
        self._chunks = chunks
        self._record_of = record_of
        self._model: VectorModel | None = None
        self._kept: dict[str, NDArray[np.float16]] = {}
        self._hung: dict[int, str] = {}

    def model(self) -> VectorModel | None:
        return self._model

    def use(self, fingerprint: str, dimensions: int, *, may_replace: bool = False) -> VectorModel:
        if self._model is not None and self._model[:2] != (fingerprint, dimensions):
            if not may_replace:
                self._check(fingerprint)
            self._model = None
        if self._model is None:
            self._kept.clear()
            self._hung.clear()
            self._model = VectorModel(fingerprint, dimensions, "memory", 0, None)
        return self._model

    def embedded(self) -> Embedded:
        return Embedded(len(self._chunks()), len(self._rows()))

    def embed(
        self, embedder: Embedder, *, told: Callable[[Embedded], None] | None = None, most: int | None = None
    ) -> int:
        import numpy as np

        from caveat.store.vectors import STORED
        from caveat.store.vectors_rows import PORTION

        if self._model is None:
            raise InputError("no model is in use: name one with `use` before embedding")
        self._check(embedder.fingerprint)
        waiting = sorted(self._chunks().keys() - self._rows().keys())[:most]
        for start in range(0, len(waiting), PORTION):
            texts = {chunk: self._text(chunk) for chunk in waiting[start : start + PORTION]}
            missing = [text for text in dict.fromkeys(texts.values()) if text not in self._kept]
            vectors = np.asarray(embedder.embed_passages(missing), STORED)
            self._kept.update(zip(missing, vectors, strict=True))
            self._hung.update(texts)
            self._changed()
            if told is not None:
                told(self.embedded())
        return len(waiting)

    def prune(self) -> int:
        used = set(self._rows().values())
        gone = [text for text in self._kept if text not in used]
        for text in gone:
            del self._kept[text]
        return len(gone)

    def put_floor(self, floor: float | None) -> None:
        if self._model is not None:
            self._model = self._model._replace(floor=floor)

    def nearest(self, query: Vector, *, limit: int, scope: Scope = EVERYWHERE) -> list[Match]:
        from caveat.store.vectors import nearest

        chunks = self._chunks()
        rows = {c: t for c, t in self._rows().items() if scope.may_lead(self._record_of(chunks[c].ref))}
        if self._model is None or not rows:
            return []
        found = nearest(self._table(rows), query, limit)
        ranked = [
            Match(chunks[chunk].ref, chunk, round(cosine, DECIMALS))
            for chunk, cosine in zip(found.chunks, found.cosines, strict=True)
        ]
        return sorted(ranked, key=lambda m: (-m.score, m.ref, m.chunk))

    def cosines(self, query: Vector, chunks: Iterable[int]) -> dict[int, float]:
        from caveat.store.vectors import exact, positions

        rows = self._rows()
        if self._model is None or not rows:
            return {}
        table = self._table(rows)
        places = positions(table, sorted(set(chunks)))
        pairs = zip(table.chunks[places].tolist(), exact(table, query, places).tolist(), strict=True)
        return {chunk: round(cosine, DECIMALS) for chunk, cosine in pairs}

    def prepare(self) -> None:
        """Nothing: the table is made for each question."""

    def _table(self, rows: Mapping[int, str]) -> "Table":
        import numpy as np

        from caveat.store.vectors import table_of

        ordered = sorted(rows)
        return table_of(ordered, np.stack([self._kept[rows[chunk]] for chunk in ordered]))

    def _rows(self) -> dict[int, str]:
        """Text by chunk, of the chunks that have a vector and are still there."""
        there = self._chunks()
        if gone := self._hung.keys() - there.keys():
            for chunk in gone:
                del self._hung[chunk]
            self._changed()
        return self._hung

    def _changed(self) -> None:
        if self._model is not None:
            self._model = self._model._replace(generation=self._model.generation + 1)

    def _check(self, fingerprint: str) -> None:
        assert self._model is not None
        if self._model.fingerprint != fingerprint:
            raise InputError(other_model(self._model.fingerprint, fingerprint))

    def _text(self, chunk: int) -> str:
        from caveat.store.vectors_rows import passage_text

        kept = self._chunks()[chunk]
        return passage_text(self._record_of(kept.ref).title, kept.chunk.heading, kept.chunk.text)
