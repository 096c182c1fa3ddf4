"""Where a vault lies, and how its index is opened: for questions, for an act, anew when it was replaced."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from caveat.model.embedder import Embedder
from caveat.model.errors import IndexUnusable
from caveat.model.store import Store
from caveat.ops.behind import MADE_BY, SETTLED, is_ledger_behind, ledger_sizes
from caveat.ops.embedding import Embedders
from caveat.ops.made_by import fingerprint_of
from caveat.ops.warm import Warm
from caveat.vault.config import FILE_NAME, Config, load


class Site:
    """
    One vault's folder and its index, opened when first used.

    Args:
        root: Real path of the vault.
        index_path: Where its index lies.
        given: An open store to use instead of that file.
        embedder: A model of meaning to use instead of what is configured.
    """

    def __init__(
        self, root: Path, index_path: Path, given: Store | None, embedder: Embedder | None = None
    ) -> None:
        self.root = root
        self.index_path = index_path
        self.given = given
        self.warm = Warm()
        self.embedders = Embedders(embedder)
        self._reader: Store | None = given
        self._writer: Store | None = None
        self._inode = 0
        self._is_sealed = False
        self._not_quick: dict[str, int] | None = None
        self._config: tuple[tuple[int, ...] | None, Config, str] | None = None

    def config(self) -> Config:
        """
        What ``caveat.toml`` says now; read again when its size, times or inode are not what they were.

        Raises:
            ConfigError: The file cannot be used.
        """
        try:
            found = os.stat(self.root / FILE_NAME)
            seen = (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)
        except OSError:
            seen = None
        if self._config is None or self._config[0] != seen:
            config = load(self.root)
            self._config = (seen, config, fingerprint_of(config))
        return self._config[1]

    def made_by(self) -> str:
        """What an index run would be made by now, see `made_by.fingerprint_of`; errors as of `config`."""
        self.config()
        assert self._config is not None
        return self._config[2]

    def close(self) -> None:
        """Release the index; a second call does nothing."""
        for store in (self._reader, self._writer):
            if store is not None:
                store.close()
        self._reader = self._writer = None

    @contextmanager
    def reading(self) -> Iterator[Store]:
        """The index for one question: all of it in one state, and the file that lies there now."""
        self._leave_replaced()
        if self._reader is None:
            self._reader = self.opened(is_writer=False)
            self._inode = self._inode_now()
        try:
            self._catch_up(self._reader)
            with self._reader.reading():
                yield self._reader
        finally:
            if self._is_sealed:
                self._forget()

    @contextmanager
    def writing(self) -> Iterator[Store]:
        """The index for one act that records; it stays open until the vault is closed."""
        from caveat.store.connection import usable

        self._leave_replaced()
        with usable(self.index_path):
            if self._writer is None:
                self._writer = self.opened(is_writer=True)
                self._inode = self._inode_now()
            yield self._writer

    def opened(self, *, is_writer: bool) -> Store:
        """The index, opened; the given store when there is one."""
        if self.given is not None:
            return self.given
        from caveat.store.sqlite import SqliteStore

        store = SqliteStore(self.index_path, is_writer=is_writer)
        self._is_sealed = store.is_sealed
        return store

    def _catch_up(self, reader: Store) -> None:
        """Take in what the ledger newly says, when that is quick; who asks is told when it is not."""
        with reader.reading():
            if not is_ledger_behind(self.root, reader):
                return
            is_current = reader.meta(SETTLED) == SETTLED and reader.meta(MADE_BY) == self.made_by()
        sizes = ledger_sizes(self.root)
        if sizes == self._not_quick or not is_current or not self._is_free():
            return
        from caveat.ops.catching_up import catch_up

        with suppress(IndexUnusable), self.writing() as store:
            self._not_quick = None if catch_up(self.root, store) else sizes

    def _is_free(self) -> bool:
        if self.given is not None:
            return True
        from caveat.store.connection import is_free

        return is_free(self.index_path)

    def _leave_replaced(self) -> None:
        """Let go of an index whose file was deleted or replaced since it was opened."""
        is_open = self._reader is not None or self._writer is not None
        if self.given is None and is_open and self._inode_now() != self._inode:
            self._forget()

    def _forget(self) -> None:
        """Close the index, and keep nothing of what it said."""
        self.close()
        self.warm = Warm()

    def _inode_now(self) -> int:
        return self.index_path.stat().st_ino if self.index_path.exists() else 0
