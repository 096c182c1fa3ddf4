"""Conflict copies: the second file that a sync tool leaves when two devices changed one note."""

import re
import unicodedata

_CONFLICT = r"(?:confl|konfl|конфл|канфл|競合|竞合|冲突|衝突|충돌|çakış|motstrid|ristiriit)"
"""How the word for a conflict starts in the languages that sync tools speak."""

_COPY = r"(?:cop[iy]|cóp|kop[iy]|копи|копі|コピー|副本|複本|拷贝|拷貝|사본|복사|version|версия)"
"""The same for a copy."""

_STAMP = r"[\d\W_]*"
"""A date, a time or a number, and nothing else."""

_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # Dropbox, Nextcloud, Obsidian Sync, Box, Tresorit, each in the language of its user: "Todo (Ada's
        # conflicted copy 2026-07-10).md", "Todo (In Konflikt stehende Kopie von Ada …).md".
        rf"(?P<name>.+?) ?[(\[（](?=[^()\[\]（）]*{_CONFLICT})(?=[^()\[\]（）]*{_COPY})[^()\[\]（）]*[)\]）]",
        # Google Drive, pCloud, Unison: "Todo [Conflict].md", "Todo (conflict on 2026-07-10).md". In round
        # brackets without a date it may be what the note is about.
        rf"(?P<name>.+?) ?\[{_CONFLICT}\w*{_STAMP}\]",
        rf"(?P<name>.+?) ?[(（]{_CONFLICT}\w*(?: on)? ?\d{_STAMP}[)）]",
        r"(?P<name>.+?) ?\([^()]*case conflict[^()]*\)",
        # Syncthing: "Todo.sync-conflict-20260710-070952-ABCDEFG.md".
        r"(?P<name>.+?)\.sync-conflict-\d{8}-\d{6}(?:-[0-9a-z]+)?",
        # ownCloud, and Synology with the device before the date: "Todo_conflict-20260710-070952.md",
        # "Todo_ada-pc_Jul-10-070952-2026_Conflict.md".
        r"(?P<name>.+?)_conflict-\d{8}-\d{6}",
        r"(?P<name>.+?)_[^_]+_[a-z]{3}-\d{2}-\d{6}-\d{4}_conflict",
        # Resilio and rclone: "Todo.Conflict.md", "Todo.conflict1.md".
        r"(?P<name>.+?)\.conflict\d*",
        # Seafile: "Todo (SFConflict ada@example.org 2026-07-10-07-09-52).md".
        r"(?P<name>.+?) ?\(SFConflict [^()]*\)",
        # OneDrive appends the computer's name; one that Windows made up is told from a word by its shape.
        r"(?P<name>.+?)-(?-i:DESKTOP-[0-9A-Z]{7}|LAPTOP-[0-9A-Z]{8})(?:-\d{1,3})?",
    )
)

_MARK = re.compile(rf"{_CONFLICT}|-(?-i:DESKTOP|LAPTOP)-", re.IGNORECASE)


def original_of(path: str) -> str | None:
    """
    The path of the note that the one at *path* is a conflict copy of, by its name alone.

    ``Todo 2.md``, ``Todo (1).md`` and ``My conflict notes.md`` are ordinary names. Linear.

    Returns:
        None for an ordinary name. Whether the original is there is the caller's to look up.
    """
    folder, slash, file = path.rpartition("/")
    stem, dot, suffix = file.rpartition(".")
    # macOS hands letters over in pieces; the marks are looked for in whole ones.
    is_marked = dot and _MARK.search(unicodedata.normalize("NFC", stem))
    if not is_marked:
        return None
    for form in dict.fromkeys((stem, unicodedata.normalize("NFC", stem))):
        for pattern in _PATTERNS:
            if match := pattern.fullmatch(form):
                return f"{folder}{slash}{match['name']}.{suffix}"
    return None
