"""The books of a vault: which folders are one, and which is meant by a name."""

from pathlib import Path

from caveat.model.errors import ConfigError, InputError
from caveat.ops.book.opening import OpenBook, open_book
from caveat.vault.book import FILE_NAME, read_book

DEPTH = 3
"""Folders below the vault in which a book is looked for (our choice)."""


def book_folders(root: Path) -> tuple[Path, ...]:
    """The folders with a ``book.toml`` at most `DEPTH` below *root*, hidden ones left out, by path."""
    found = []
    level = [root]
    for _ in range(DEPTH + 1):
        found += [folder for folder in level if (folder / FILE_NAME).is_file()]
        level = [
            one
            for folder in level
            for one in sorted(folder.iterdir())
            if not one.name.startswith(".") and one.is_dir() and not one.is_symlink()
        ]
    return tuple(sorted(found))


def book_called(root: Path, name: str = "", *, known: OpenBook | None = None) -> OpenBook:
    """
    The book *name* of the vault at *root*; without a name the only one.

    Args:
        root: Real path of the vault.
        name: As in ``book.toml``.
        known: A book that was opened before; given back when it is meant and nothing changed since.

    Raises:
        InputError: There is none, or several and *name* is none of them.
        ConfigError: Its ``book.toml`` cannot be used.
    """
    folders = book_folders(root)
    if not folders:
        raise InputError("this vault has no book: `caveat book init` makes a folder one")
    if len(folders) == 1 and not name:
        return open_book(folders[0], known=known)
    names = {_name(folder): folder for folder in folders}
    if name not in names:
        listed = ", ".join(sorted(one for one in names if one))
        raise InputError(f"say which book is meant: {listed}")
    return open_book(names[name], known=known)


def _name(folder: Path) -> str:
    try:
        return read_book(folder).book.name
    except (ConfigError, InputError):
        return ""
