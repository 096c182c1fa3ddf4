"""Databases of other programs: the rows of named tables, from bytes, with nothing of theirs run."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from caveat.model.errors import InputError

MOST_ROWS = 250_000
"""Most rows of a table that are read; our choice."""

_MAGIC = b"SQLite format 3\0"
_LOG_MODE = slice(18, 20)
_LONGEST = 10_000_000
"""Longest value, stored or computed, in bytes; our choice."""
_STEPS = 20_000_000
"""Steps of the virtual machine that a whole reading may take; 250,000 rows take a tenth; our choice."""


def tables(data: bytes, names: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """
    The rows of those of *names* that are tables, by name, in the order of their row ids.

    A view, a virtual table and a trigger are never run. What stands in a write-ahead log beside the file is
    no part of *data*.

    Args:
        data: All bytes of a SQLite file.
        names: Of the tables.

    Raises:
        InputError: It is no SQLite file, or a damaged one.
    """
    if not data.startswith(_MAGIC):
        raise InputError("it is no SQLite file")
    # A file in WAL mode cannot be opened from memory; the same bytes in the older mode can.
    image = bytearray(data)
    image[_LOG_MODE] = b"\x01\x01"
    connection = sqlite3.connect(":memory:")
    try:
        connection.deserialize(bytes(image))
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
        connection.set_authorizer(_allowed)
        left = [_STEPS]
        connection.set_progress_handler(lambda: _tick(left), 10_000)
        connection.row_factory = sqlite3.Row
        connection.text_factory = lambda value: value.decode("utf-8", "replace")
        return {name: _rows(connection, name) for name in names if _is_table(connection, name)}
    except (sqlite3.Error, sqlite3.Warning, MemoryError) as error:
        what = f"the database cannot be read ({error}): check it with PRAGMA integrity_check"
        raise InputError(what) from error
    finally:
        connection.close()


def _allowed(action: int, *_: object) -> int:
    may = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ)
    return sqlite3.SQLITE_OK if action in may else sqlite3.SQLITE_DENY


def _tick(left: list[int]) -> int:
    left[0] -= 10_000
    return 1 if left[0] < 0 else 0


def _is_table(connection: sqlite3.Connection, name: str) -> bool:
    found = connection.execute("SELECT type, sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    if not found or found["type"] != "table":
        return False
    return "VIRTUAL" not in str(found["sql"]).partition("(")[0].upper()


def _rows(connection: sqlite3.Connection, name: str) -> list[dict[str, Any]]:
    quoted = '"' + name.replace('"', '""') + '"'
    rows = connection.execute(f"SELECT * FROM {quoted} LIMIT {MOST_ROWS}")
    return [dict(row) for row in rows]
