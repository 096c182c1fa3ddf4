"""Rows of the ledger in the index: each line once, found by the keys that it is filed under."""

import hashlib
import sqlite3
from collections.abc import Iterable, Mapping

from caveat.store.rows import marks, storable


def put(connection: sqlite3.Connection, lines: Mapping[str, Iterable[str]]) -> None:
    """Keep *lines*, each under its keys; one that is kept already changes nothing."""
    insert = "INSERT OR IGNORE INTO ledger_line (digest, line) VALUES (?, ?)"
    file = "INSERT OR IGNORE INTO ledger_key VALUES (?, ?)"
    for line, keys in lines.items():
        cursor = connection.execute(insert, (_digest(line), line))
        if cursor.rowcount:
            connection.executemany(file, [(storable(key), cursor.lastrowid) for key in keys])


def known(connection: sqlite3.Connection, among: Iterable[str]) -> set[str]:
    """Those of *among* that are kept."""
    by_digest = {_digest(line): line for line in among}
    found: set[str] = set()
    digests = sorted(by_digest)
    for start in range(0, len(digests), 500):
        part = digests[start : start + 500]
        statement = f"SELECT digest FROM ledger_line WHERE digest IN ({marks(len(part))})"
        found.update(by_digest[row[0]] for row in connection.execute(statement, part))
    return found


def _digest(line: str) -> bytes:
    return hashlib.sha256(line.encode("utf-8", "surrogatepass")).digest()[:16]
