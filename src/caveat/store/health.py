"""Can SQLite here hold an index, and is an index file sound?"""

import sqlite3
from pathlib import Path

from caveat.model.errors import IndexMissing, IndexUnusable
from caveat.store.connection import connect


def sqlite_version() -> str:
    """Version of the SQLite library, such as ``3.40.1``."""
    return sqlite3.sqlite_version


def has_full_text() -> bool:
    """Whether this SQLite was built with FTS5, which the index needs."""
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute("CREATE VIRTUAL TABLE probe USING fts5(text)")
    except sqlite3.OperationalError:
        return False
    finally:
        connection.close()
    return True


def damage(path: Path) -> str:
    """What is wrong with the index file at *path*; empty when it is sound."""
    try:
        connection = connect(path, is_writer=False)
    except (IndexMissing, IndexUnusable) as error:
        return str(error)
    try:
        answer = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        return str(error)
    finally:
        connection.close()
    return "" if answer == "ok" else answer
