"""Which record each chunk belongs to: looked up at first, remembered when asked again."""

import sqlite3
from collections.abc import Mapping, Sequence

from caveat.store.rows import marks

MOST_REMEMBERED = 200_000
"""Highest chunk row up to which all owners are remembered; our choice: 20 MB, a fifth of a second to load."""


class Owners:
    """
    The refs of the records that chunks belong to.

    A command asks once or twice and looks up what it asks for. From the third time on, while nobody writes,
    the owners of all chunks are at hand: a search names hundreds of chunks, and looking them up takes as
    long as finding them.

    Args:
        connection: The index.
        is_writer: It may write, and take back what it wrote: nothing is remembered then.
    """

    def __init__(self, connection: sqlite3.Connection, *, is_writer: bool) -> None:
        self._db = connection
        self._may_remember = not is_writer
        self._version = -1
        self._times = 0
        self._all: dict[int, str] | None = None

    def of(self, ids: Sequence[int]) -> Mapping[int, str]:
        """Refs by chunk row, of all *ids* and maybe of others; each of them is in the index."""
        return self._remembered() or self._looked_up(ids)

    def _remembered(self) -> dict[int, str] | None:
        if not self._may_remember:
            return None
        version = self._db.execute("PRAGMA data_version").fetchone()[0]
        if version != self._version:
            self._version, self._times, self._all = version, 0, None
        self._times += 1
        # A search asks up to twice: for all of its words, and for any of them.
        if self._times == 3 and self._last() <= MOST_REMEMBERED:
            # Both answered from indexes alone, without a look at any text.
            refs = dict(self._db.execute("SELECT id, ref FROM record"))
            chunks = self._db.execute("SELECT id, record FROM chunk")
            self._all = {chunk: refs[record] for chunk, record in chunks}
        return self._all

    def _last(self) -> int:
        found: int = self._db.execute("SELECT coalesce(max(id), 0) FROM chunk").fetchone()[0]
        return found

    def _looked_up(self, ids: Sequence[int]) -> dict[int, str]:
        found: dict[int, str] = {}
        for start in range(0, len(ids), 500):
            part = ids[start : start + 500]
            found.update(
                self._db.execute(
                    "SELECT chunk.id, record.ref FROM chunk JOIN record ON record.id = chunk.record"
                    f" WHERE chunk.id IN ({marks(len(part))})",
                    part,
                ).fetchall()
            )
        return found
