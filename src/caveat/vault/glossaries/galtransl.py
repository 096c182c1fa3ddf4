"""
GalTransl, GPT dictionary: ``headword⇥rendering[⇥note]`` or ``headword->rendering #note``, and name tables.

As the program reads it: four spaces are a tab; a line with ``->`` anywhere is cut at ``->`` and ``#``; a
rendering may offer several, parted by ``/``; a line without two cells is passed over, one that looks like a
comment and has a tab is not.
"""

from collections.abc import Sequence

from caveat.model.terms import Term
from caveat.vault.glossaries.cells import CellRow, cell, columns, comma_rows, tab_rows, too_many
from caveat.vault.glossaries.rows import Collector, Content, Rows
from caveat.vault.glossaries.sheet import NotASheet, read_sheet
from caveat.vault.glossaries.writing import Entry, Losses, Written, entries

HOLDS = ("aliases", "note")
COMMENTS = ("//", "\\\\", "#")
NAME_COLUMNS = {
    "jp_name": "headword", "src_name": "headword", "cn_name": "rendering", "dst_name": "rendering",
    "count": "count",
}  # fmt: skip

_HEADER = ["src", "dst", "note"]


def read(content: Content) -> Rows:
    """The entries of a GPT dictionary."""
    collector = Collector()
    for row in tab_rows(content.text.replace("    ", "\t")):
        if collector.is_full:
            break
        _read_row(row, collector)
    return collector.rows()


def _read_row(row: CellRow, collector: Collector) -> None:
    line = "\t".join(row.cells)
    if "->" in line and not line.lstrip().startswith(COMMENTS):
        row = CellRow(row.line, tuple(line.replace("->", "\t").replace("#", "\t").split("\t")))
    if len(row.cells) < 2:
        if not line.lstrip().startswith(COMMENTS):
            help = "Part headword and rendering with a tab or ->; begin a comment with //."
            collector.refuse(row.line, f"{line.strip()[:40]!r} has no second column", help)
        return
    if line.lstrip().startswith(("//", "\\\\")):
        help = "GalTransl takes a comment with a tab for an entry: take the tab out."
        collector.refuse(row.line, f"{line.strip()[:40]!r} is a comment with a tab", help)
        return
    is_header = [one.strip().lower() for one in row.cells[:3]] in (_HEADER, _HEADER[:2])
    if is_header or too_many(row, 3, collector):
        return
    note = row.cells[2] if len(row.cells) > 2 else ""
    offers = [offer.strip() for offer in row.cells[1].split("/")]
    offers = [offer for offer in offers if offer] or [""]
    collector.add(Term("", row.cells[0], offers[0], aliases=tuple(offers[1:]), note=note, line=row.line))


def write(terms: Sequence[Term]) -> Written:
    """*terms* as a GPT dictionary, parted by tabs."""
    losses = Losses()
    lines = []
    for entry in entries(terms, losses, HOLDS):
        cells = _cells(entry, losses)
        if cells:
            lines.append("\t".join(cells) + "\n")
    return losses.written("".join(lines).encode("utf-8"), len(lines))


def _cells(entry: Entry, losses: Losses) -> list[str]:
    offers = [entry.rendering]
    for alias in entry.term.aliases if entry.rendering == entry.term.rendering else ():
        if is_unsayable(alias) or "/" in alias:
            losses.lose("further renderings with a slash, a tab or ->", entry.term)
        else:
            offers.append(alias)
    source = entry.key.text
    if is_unsayable(source) or is_unsayable(entry.rendering) or "/" in entry.rendering:
        losses.leave_out("names with a slash, a tab, four blanks or ->", entry.term)
        return []
    if source.startswith(("//", "\\\\")) or [source.lower(), entry.rendering.lower()] == _HEADER[:2]:
        losses.leave_out("headwords that look like a comment or a header", entry.term)
        return []
    note = " ".join(entry.term.note.split())
    if note != entry.term.note:
        losses.lose("line ends and runs of blanks in notes", entry.term)
    if "->" in note:
        losses.lose("notes with ->", entry.term)
        note = ""
    return [source, "/".join(offers), *([note] if note else [])]


def is_unsayable(text: str) -> bool:
    """Whether *text* would be cut apart: by a tab, four blanks or an arrow."""
    return "\t" in text or "    " in text or "->" in text


def read_names(content: Content) -> Rows:
    """The entries of a name table, CSV or XLSX; a name without a rendering is passed over, as it waits."""
    collector = Collector()
    if content.data.startswith(b"PK"):
        try:
            rows = [CellRow(line.number, line.cells) for line in read_sheet(content.data)]
        except NotASheet as error:
            collector.refuse(0, f"it is no workbook: {error}", code="unreadable-glossary")
            rows = []
    else:
        rows = list(comma_rows(content.text, collector))
    places = columns(rows[0].cells, NAME_COLUMNS) if rows else {}
    if rows and not {"headword", "rendering"} <= places.keys():
        help = "Its first row names the columns JP_Name and CN_Name."
        collector.refuse(rows[0].line, "it has no columns JP_Name and CN_Name", help)
        return collector.rows()
    for row in rows[1:]:
        if collector.is_full:
            break
        rendering = cell(row, places, "rendering")
        if rendering.strip():
            name = cell(row, places, "headword")
            collector.add(Term("", name, rendering, line=row.line))
    return collector.rows()
