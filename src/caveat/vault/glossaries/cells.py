"""Delimited text: the cells of each row, with the line that it starts on."""

import csv
import io
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from caveat.vault.glossaries.rows import Collector

FORMULA = ("=", "+", "-", "@")
"""What a cell begins with that a spreadsheet takes for a formula (OWASP, "CSV Injection")."""

COMPUTED = "that names or notes which begin with = + - or @ are words: a spreadsheet may compute them"
"""What a CSV file cannot say: a mark that kept the cell from being computed would become part of the name."""


class CellRow(NamedTuple):
    """A row: the line that it starts on, from 1, and its cells as written."""

    line: int
    cells: tuple[str, ...]


def comma_rows(text: str, collector: Collector) -> Iterator[CellRow]:
    """
    The rows of *text* as comma-separated values (RFC 4180); a quoted cell may hold line ends.

    What follows a quote that nobody closed cannot be read and is refused by the line where it starts.
    """
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    line = 1
    try:
        for cells in reader:
            if cells:
                yield CellRow(line, tuple(cells))
            line = reader.line_num + 1
    except csv.Error as error:
        help = "Close the quotes of its cells; a quote inside one is written twice."
        collector.refuse(line, f"it is no CSV from here on: {error}", help)


def tab_rows(text: str) -> Iterator[CellRow]:
    """The lines of *text* that are not blank, cut at tabs; nothing is quoted."""
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if line.strip():
            yield CellRow(number, tuple(line.split("\t")))


def comma_text(rows: Sequence[Sequence[str]]) -> str:
    """*rows* as comma-separated values, lines ended by a line feed."""
    stream = io.StringIO(newline="")
    csv.writer(stream, lineterminator="\n").writerows(rows)
    return stream.getvalue()


def is_computed(text: str) -> bool:
    """Whether a spreadsheet that opens *text* as a cell of a CSV file would reckon with it."""
    return text.startswith(FORMULA)


def too_many(row: CellRow, most: int, collector: Collector) -> bool:
    """Whether *row* has words in more than *most* columns; then it is refused."""
    if any(cell.strip() for cell in row.cells[most:]):
        help = "Its columns are mixed with those of another table: take the row apart."
        collector.refuse(row.line, f"it has {len(row.cells)} columns where the format has {most}", help)
        return True
    return False


def columns(header: Sequence[str], known: dict[str, str]) -> dict[str, int]:
    """
    Where each column stands, by what it is called; empty when *header* is none.

    Args:
        header: Cells of the first row.
        known: Name in lower case → name of the field.
    """
    found: dict[str, int] = {}
    for place, cell in enumerate(header):
        field = known.get(cell.strip().lower())
        if field and field not in found:
            found[field] = place
    return found


def cell(row: CellRow, places: dict[str, int], field: str) -> str:
    """The cell of *field*; empty when the row or the table has none."""
    place = places.get(field, -1)
    return row.cells[place] if 0 <= place < len(row.cells) else ""
