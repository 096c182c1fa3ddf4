"""Opening the index file: pragmas, migrations, and clear words when it cannot be used."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from caveat.model.errors import IndexMissing, IndexUnusable
from caveat.store.schema import MIGRATIONS, VERSION

BUSY_SECONDS = 30.0
"""How long a writer waits for another writer; our choice, longer than any single transaction here."""

MAPPED = 1 << 30
"""
Bytes of the index that a reader maps instead of copying page by page; our choice.

A search that loads two thousand scattered rows takes half the time. SQLite itself never shortens the file
below what a reader sees; whoever else cuts it while it is open ends the reader, as deleting it does not.
"""

LOG_PAGES = 16_384
"""
Pages that a writer lets the log grow by before it copies them into the file; our choice: 64 MB.

Notes touch the same pages of the full-text index again and again. At a gigabyte, with SQLite's own 1,000
pages each of them is written to the disk twice as often, and filling the index takes half as long again.
"""

_ELSEWHERE = "make its folder writable, or name another one in XDG_CACHE_HOME"


def connect(path: Path, *, is_writer: bool) -> sqlite3.Connection:
    """
    An open index, its schema brought up to date when *is_writer*.

    Args:
        path: The index file.
        is_writer: Create and migrate; else only read, and never take a write lock.

    Raises:
        IndexMissing: There is no index and *is_writer* is false.
        IndexUnusable: The file is damaged, of another version, or cannot be opened.
    """
    if not is_writer and not path.exists():
        raise IndexMissing("this vault has no index yet: run `caveat index` once")
    try:
        if is_writer:
            path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise IndexUnusable(f"cannot open the index {path}: {error}: {_ELSEWHERE}") from error
    try:
        _prepare(connection, path, is_writer=is_writer)
    except sqlite3.Error as error:
        connection.close()
        sealed = None if is_writer or not _is_denied(error) else _sealed(path)
        if sealed is None:
            raise IndexUnusable(_damage(path, error)) from error
        return sealed
    except (IndexUnusable, IndexMissing):
        connection.close()
        raise
    return connection


class Sealed(sqlite3.Connection):
    """
    A connection to an index in a folder where nothing can be written, see `is_sealed`.

    SQLite needs a file of its own beside one with a log, even to read it. Where it may not make one it can
    still read the file as one that nobody changes, which holds as long as no log lies beside it.
    """


def is_sealed(connection: sqlite3.Connection) -> bool:
    """Whether *connection* would not see what others write: it is good for one question."""
    return isinstance(connection, Sealed)


def _sealed(path: Path) -> sqlite3.Connection | None:
    """The index as a file that nobody changes; None when somebody does, or left changes in its log."""
    if path.with_name(f"{path.name}-wal").exists():
        return None
    connection: sqlite3.Connection | None = None
    try:
        address = f"{path.absolute().as_uri()}?immutable=1"
        connection = sqlite3.connect(address, uri=True, isolation_level=None, factory=Sealed)
        _prepare(connection, path, is_writer=False)
    except (sqlite3.Error, IndexUnusable, IndexMissing) as error:
        if connection is not None:
            connection.close()
        if isinstance(error, sqlite3.Error):
            return None
        raise
    return connection


def _is_denied(error: sqlite3.Error) -> bool:
    """Whether the system refused to let something be opened or written; the file itself may be sound."""
    # The low byte is the kind of an extended code (https://www.sqlite.org/rescode.html).
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)


def _damage(path: Path | str, error: sqlite3.Error) -> str:
    if _is_denied(error):
        return f"the index {path} cannot be opened ({error}): {_ELSEWHERE}"
    return f"the index {path} cannot be used ({error}): delete it and run `caveat index`, nothing is lost"


def _prepare(connection: sqlite3.Connection, path: Path, *, is_writer: bool) -> None:
    connection.execute("PRAGMA busy_timeout = 30000")
    if is_writer:
        connection.execute("PRAGMA journal_mode = WAL")
        # A power cut may lose the last notes written, never the file: the vault is the truth anyway.
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA cache_size = -65536")
        connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
    else:
        connection.execute("PRAGMA query_only = 1")
        # Windows lets no writer shorten a file that somebody has mapped, and forgetting has to.
        if sys.platform != "win32":
            connection.execute(f"PRAGMA mmap_size = {MAPPED}")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise IndexUnusable(
            f"the index {path} was written by a newer caveat (schema {version}, this one reads {VERSION}): "
            "upgrade caveat, or delete the file and run `caveat index`"
        )
    if version < VERSION:
        if not is_writer:
            raise IndexMissing(f"the index is of an older form (schema {version}): run `caveat index` once")
        _migrate(connection)


def _migrate(connection: sqlite3.Connection) -> None:
    with transaction(connection):
        # Read again under the lock: another process may have migrated meanwhile.
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        for number in range(version, VERSION):
            for statement in MIGRATIONS[number].split(";\n"):
                if statement.strip():
                    connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number + 1}")


def is_free(path: Path) -> bool:
    """Whether the index file at *path* can be written now, without waiting for anybody."""
    try:
        connection = sqlite3.connect(path, timeout=0, isolation_level=None)
    except (OSError, sqlite3.Error):
        return False
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    except sqlite3.Error:
        return False
    finally:
        connection.close()
    return True


@contextmanager
def usable(path: Path) -> Iterator[None]:
    """
    Work on the index file at *path*, whose damage is told in plain words.

    Raises:
        IndexUnusable: The file turns out to be damaged.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise IndexUnusable(_damage(path, error)) from error


@contextmanager
def snapshot(connection: sqlite3.Connection) -> Iterator[None]:
    """
    Reads that all see one state of the index; within another transaction, that one's.

    Raises:
        IndexUnusable: The file turns out to be damaged.
    """
    is_outer = not connection.in_transaction
    try:
        if is_outer:
            connection.execute("BEGIN")
        yield
    except sqlite3.Error as error:
        path = connection.execute("PRAGMA database_list").fetchone()[2]
        raise IndexUnusable(_damage(path, error)) from error
    finally:
        if is_outer and connection.in_transaction:
            connection.execute("ROLLBACK")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """
    One write transaction: all of it, or nothing. Within another one, a part of it that can fail alone.

    Raises:
        IndexUnusable: Another writer held the lock for longer than `BUSY_SECONDS`, or the disk is full.
    """
    begin, commit, undo = ("BEGIN IMMEDIATE", "COMMIT", "ROLLBACK")
    if connection.in_transaction:
        begin, commit, undo = ("SAVEPOINT part", "RELEASE part", "ROLLBACK TO part")
    try:
        connection.execute(begin)
    except sqlite3.OperationalError as error:
        advice = f": {_ELSEWHERE}" if _is_denied(error) else ""
        raise IndexUnusable(f"cannot write to the index: {error}{advice}") from error
    is_done = False
    try:
        yield
        connection.execute(commit)
        is_done = True
    except sqlite3.Error as error:
        # Damage is a plain DatabaseError; the kinds below it are a lock, a full disk, a bad value.
        if type(error) is sqlite3.DatabaseError:
            path = connection.execute("PRAGMA database_list").fetchone()[2]
            raise IndexUnusable(_damage(path, error)) from error
        raise IndexUnusable(f"cannot write to the index, nothing was changed: {error}") from error
    finally:
        if not is_done and connection.in_transaction:
            connection.execute(undo)
            if undo != "ROLLBACK":
                connection.execute(commit)


def scrub(connection: sqlite3.Connection) -> bool:
    """
    Write the index anew without the bytes of what was removed from it.

    Returns:
        False when somebody else used the index for longer than `BUSY_SECONDS`, or the disk is full.
    """
    try:
        # Words of removed text stay in the full-text index until its parts are merged.
        connection.execute("INSERT INTO chunk_index (chunk_index) VALUES ('optimize')")
        connection.execute("VACUUM")
        return bool(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0)
    except sqlite3.OperationalError:
        return False
