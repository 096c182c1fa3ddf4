"""
What SQLite alone would find: FTS5 with its own tokenizers, on the same documents and queries.

Each peer gets its query in the way that serves it best: words joined by OR, the same stop words left out
as caveat leaves out, ranked by FTS5's own bm25. The trigram tokenizer is asked both ways that a careful
user might try: whole words as substrings, and every trigram of them.
"""

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from caveat.bench.collection import Collection
from caveat.text.tables_stopwords import STOPWORDS
from caveat.text.tokenize import detect_language

DEPTH = 10
_WORD = re.compile(r"\w+")


class Peer(NamedTuple):
    """
    A way to search with SQLite alone.

    Attributes:
        name: As it is printed.
        tokenizer: FTS5 tokenizer.
        phrases: Words of a query → what is asked for.
    """

    name: str
    tokenizer: str
    phrases: Callable[[list[str]], list[str]]


def _words(words: list[str]) -> list[str]:
    return words


def _substrings(words: list[str]) -> list[str]:
    return [word for word in words if len(word) > 2]


def _trigrams(words: list[str]) -> list[str]:
    return [word[at : at + 3] for word in words for at in range(len(word) - 2)]


PEERS = (
    Peer("unicode61", "unicode61", _words),
    Peer("trigram, words", "trigram", _substrings),
    Peer("trigram, trigrams", "trigram", _trigrams),
)


@contextmanager
def peer_ranking(peer: Peer, collection: Collection) -> Iterator[Callable[[str], list[str]]]:
    """
    The search of *peer* over the documents of *collection*: query → ids, best first, at most `DEPTH`.

    Equal scores stand in the order of the documents.
    """
    stop = stop_words(query.text for query in collection.queries)
    ids = [document.id for document in collection.documents]
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute(f"CREATE VIRTUAL TABLE peer USING fts5(body, tokenize = '{peer.tokenizer}')")
        connection.executemany(
            "INSERT INTO peer (rowid, body) VALUES (?, ?)",
            ((row, f"{d.title}\n{d.text}".strip()) for row, d in enumerate(collection.documents)),
        )

        def ranking(text: str) -> list[str]:
            words = [word.lower() for word in _WORD.findall(text)]
            phrases = dict.fromkeys(peer.phrases([w for w in words if w not in stop] or words))
            if not phrases:
                return []
            rows = connection.execute(
                "SELECT rowid FROM peer WHERE peer MATCH ? ORDER BY rank, rowid LIMIT ?",
                (" OR ".join(f'"{phrase}"' for phrase in phrases), DEPTH),
            )
            return [ids[row] for (row,) in rows]

        yield ranking
    finally:
        connection.close()


def stop_words(texts: Iterable[str]) -> frozenset[str]:
    """Stop words of the language of *texts* (English when it cannot be told), and the Russian ones."""
    language = detect_language(" ".join(texts)) or "en"
    return frozenset(STOPWORDS[language]) | frozenset(STOPWORDS["ru"])
