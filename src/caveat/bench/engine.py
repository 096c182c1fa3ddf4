"""caveat's own search over the documents of a collection, in an index of its own that is thrown away."""

import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from caveat.bench.collection import Document
from caveat.model.embedder import Embedder
from caveat.model.notes import Chunk
from caveat.model.records import Record
from caveat.model.store import ChunkTokens, Entry, Store
from caveat.ops.vault import Vault, open_vault
from caveat.store.sqlite import SqliteStore
from caveat.text.chunk import chunks
from caveat.text.fold import fold_key
from caveat.text.markdown import parse
from caveat.text.tokenize import analyse, detect_language

REF = "note:"
DEPTH = 10
"""Hits asked for: what the command line shows, and what nDCG@10 and R@10 look at."""


class Engine:
    """
    The search that every face calls, over a store of documents.

    Args:
        vault: An empty folder with that store, filled by `entry_of`.
        store: That store.
        embedder: Embedded its chunks; None = words alone.
    """

    def __init__(self, vault: Vault, store: Store, embedder: Embedder | None) -> None:
        self._vault = vault
        self._store = store
        self._embedder = embedder

    def ranking(
        self, text: str, *, is_trust_on: bool = False, k: int = DEPTH, meaning: bool = True
    ) -> list[str]:
        """Ids of the documents found for *text*, best first, at most *k*; by words alone unless *meaning*."""
        # No document has a date, so any day gives the same answer.
        hits = self._vault.search(text, k, trust=is_trust_on, as_of=0.0, meaning=meaning)
        return [hit.ref.removeprefix(REF) for hit in hits]

    def nearest(self, text: str, k: int) -> list[str]:
        """Ids of the *k* documents nearest to *text* in meaning; an engine without an embedder has none."""
        assert self._embedder is not None
        vector = self._embedder.embed_queries([text])[0]
        found = self._store.vectors().nearest(vector, limit=3 * k)
        return list(dict.fromkeys(match.ref.removeprefix(REF) for match in found))[:k]


def entry_of(document: Document, declared: float | None = None) -> Entry:
    """
    The index entry of a document: what indexing makes of a note with that title and text.

    Args:
        document: It has no file, so its id is no name that it can be found by.
        declared: Reliability stated for it; None = undeclared.
    """
    language = detect_language(document.text)
    prose = chunks(document.text, parse(document.text)) or (Chunk("", (), 1, 1),)
    names = " ".join(analyse(document.title, language))
    key = fold_key(document.title)
    return Entry(
        record=Record(
            ref=REF + document.id,
            title=document.title,
            declared=declared,
            is_grounded=declared is not None,
        ),
        names=(key,) if key else (),
        chunks=prose,
        tokens=tuple(
            ChunkTokens(
                names,
                " ".join(analyse(" ".join(chunk.heading), language)),
                " ".join(analyse(chunk.text, language)),
            )
            for chunk in prose
        ),
        language=language,
    )


@contextmanager
def engine(
    documents: Iterable[Document],
    declared: Mapping[str, float] | None = None,
    embedder: Embedder | None = None,
) -> Iterator[Engine]:
    """
    caveat's search over *documents*, in a temporary SQLite index.

    Args:
        documents: What is indexed.
        declared: Reliability by document id; who is absent is undeclared.
        embedder: Embeds them too; None = by words alone.
    """
    stated = declared or {}
    with tempfile.TemporaryDirectory(prefix="caveat-bench-") as folder:
        vault = Path(folder) / "vault"
        vault.mkdir()
        store = SqliteStore(Path(folder) / "index.sqlite", is_writer=True)
        try:
            with store.batch():
                for document in documents:
                    store.put(entry_of(document, stated.get(document.id)))
            opened = open_vault(vault, store=store, embedder=embedder)
            if embedder is not None:
                opened.embed()
            yield Engine(opened, store, embedder)
        finally:
            store.close()
