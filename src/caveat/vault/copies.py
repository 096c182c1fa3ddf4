"""Conflict copies: the second file that a sync tool leaves when two devices changed one note."""

import re

_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # Dropbox, Nextcloud, Obsidian Sync: "Todo (Ada's conflicted copy 2026-07-10).md" and the like.
        r"(?P<name>.+?) ?\([^()]*conflicted copy[^()]*\)",
        r"(?P<name>.+?) ?\([^()]*case conflict[^()]*\)",
        r"(?P<name>.+?) ?\((?:in konflikt stehende kopie|copie en conflit|конфликтующая копия)[^()]*\)",
        # Syncthing: "Todo.sync-conflict-20260710-070952-ABCDEFG.md".
        r"(?P<name>.+?)\.sync-conflict-\d{8}-\d{6}(?:-[0-9a-z]+)?",
        # ownCloud: "Todo_conflict-20260710-070952.md".
        r"(?P<name>.+?)_conflict-\d{8}-\d{6}",
        # Seafile: "Todo (SFConflict ada@example.org 2026-07-10-07-09-52).md".
        r"(?P<name>.+?) ?\(SFConflict [^()]*\)",
    )
)

_MARKS = ("conflict", "conflit", "konflikt", "конфликт")


def original_of(path: str) -> str | None:
    """
    The path of the note that the one at *path* is a conflict copy of, by its name alone.

    ``Todo 2.md`` and ``My conflict notes.md`` are ordinary names.

    Returns:
        None for an ordinary name. Whether the original is there is the caller's to look up.
    """
    folder, slash, file = path.rpartition("/")
    stem, dot, suffix = file.rpartition(".")
    if not dot or not any(mark in stem.casefold() for mark in _MARKS):
        return None
    for pattern in _PATTERNS:
        if match := pattern.fullmatch(stem):
            return f"{folder}{slash}{match['name']}.{suffix}"
    return None
