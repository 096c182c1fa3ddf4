"""
OmegaT: three columns (source, target, comment), parted by tabs or commas; a line after ``#`` is a comment.

A first line ``# -*- coding: … -*-`` names the encoding. Several lines of one source are alternatives there;
here they wait for a human, who says which one is meant.
"""

import re
from collections.abc import Iterable, Sequence

from caveat.model.terms import Term
from caveat.vault.glossaries.cells import (
    COMPUTED,
    CellRow,
    comma_rows,
    comma_text,
    is_computed,
    tab_rows,
    too_many,
)
from caveat.vault.glossaries.decoding import ENCODINGS
from caveat.vault.glossaries.rows import Collector, Content, Rows
from caveat.vault.glossaries.writing import Entry, Losses, Written, entries

HOLDS = ("note",)
_CODING = re.compile(rb"\A(?:\xef\xbb\xbf)?#[^\n]{0,40}coding[:=][ \t]*([\w.-]{1,40})")
_HEAD = "# -*- coding: utf-8 -*-\n"
_SAME = {"shift-jis": "shift_jis", "sjis": "shift_jis", "gbk": "gb18030", "gb2312": "gb18030",
         "utf8": "utf-8", "cp1251": "windows-1251", "cp1252": "windows-1252"}  # fmt: skip


def declared_encoding(data: bytes) -> str:
    """The encoding that the first line of *data* names, of those that are read; empty when it names none."""
    match = _CODING.match(data)
    name = match[1].decode("ascii", "replace").lower() if match else ""
    name = _SAME.get(name, name)
    return name if name in ENCODINGS else ""


def read(content: Content) -> Rows:
    """The entries of a file with tabs."""
    collector = Collector()
    _read(tab_rows(content.text), collector, "a tab")
    return collector.rows()


def read_commas(content: Content) -> Rows:
    """The entries of a file with commas."""
    collector = Collector()
    _read(comma_rows(content.text, collector), collector, "a comma")
    return collector.rows()


def _read(rows: Iterable[CellRow], collector: Collector, mark: str) -> None:
    for row in rows:
        if collector.is_full:
            break
        if row.cells[0].startswith("#"):
            continue
        if len(row.cells) < 2:
            help = f"Part source and target with {mark}; begin a comment with #."
            collector.refuse(row.line, f"{row.cells[0].strip()[:40]!r} has no second column", help)
        elif not too_many(row, 3, collector):
            note = row.cells[2] if len(row.cells) > 2 else ""
            collector.add(Term("", row.cells[0], row.cells[1], note=note, line=row.line))


def write(terms: Sequence[Term]) -> Written:
    """*terms* in columns parted by tabs."""
    losses = Losses()
    found = []
    for entry in _sayable(terms, losses):
        note = " ".join(entry.term.note.split())
        if note != entry.term.note:
            losses.lose("line ends and runs of blanks in notes", entry.term)
        found.append("\t".join([entry.key.text, entry.rendering, note]).rstrip("\t") + "\n")
    return losses.written((_HEAD + "".join(found)).encode("utf-8"), len(found))


def write_commas(terms: Sequence[Term]) -> Written:
    """*terms* as comma-separated values."""
    losses = Losses()
    found = []
    for one in _sayable(terms, losses):
        cells = (one.key.text, one.rendering, one.term.note)
        if any(map(is_computed, cells)):
            losses.lose(COMPUTED, one.term)
        found.append(cells)
    return losses.written(comma_text(found).encode("utf-8"), len(found))


def _sayable(terms: Sequence[Term], losses: Losses) -> list[Entry]:
    found = []
    for entry in entries(terms, losses, HOLDS):
        if entry.key.text.startswith("#"):
            losses.leave_out("spellings that begin with #, which is a comment there", entry.term)
        else:
            found.append(entry)
    return found
