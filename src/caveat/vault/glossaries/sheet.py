"""
XLSX without a library: the cells of one sheet as words, and a file of one sheet.

The parts and their names are those of ECMA-376, Part 1 (SpreadsheetML): a workbook names its sheets, a
relationship says in which part each stands, and a string stands in its cell or in a table of shared ones.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from caveat.vault.glossaries.xml_walk import Node, Refused, walk

MOST_UNPACKED = 128 * 1024 * 1024
"""Most bytes that all parts read may have unpacked; our choice, for a small file can hold a huge one."""

MOST_COLUMNS = 64
"""Columns that are looked at; our choice."""

_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, RuntimeError, ValueError)
_CODE = re.compile("_x([0-9A-Fa-f]{4})_")
_UNWRITABLE = re.compile("_(?=x[0-9A-Fa-f]{4}_)|[\x00-\x08\x0b\x0c\x0e-\x1f\r\ufffe\uffff]")
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


class Line(NamedTuple):
    """A row of a sheet: its number from 1, and its cells as words, empty ones included."""

    number: int
    cells: tuple[str, ...]


class NotASheet(ValueError):
    """The bytes are no workbook that can be read; the message says why."""


def read_sheet(data: bytes, name: str = "") -> list[Line]:
    """
    The rows of the sheet called *name*, or of the first one; rows without any words are left out.

    Raises:
        NotASheet: It is no workbook, is cut off, or unpacks to too much.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return list(_Workbook(archive).rows(name))
    except Refused as error:
        raise NotASheet(f"line {error.line} of a part: {error.reason}") from error
    except NotASheet:
        raise
    except _DAMAGE as error:
        raise NotASheet("the archive is damaged or encrypted") from error


class _Workbook:
    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.archive = archive
        self.left = MOST_UNPACKED

    def part(self, path: str) -> bytes | None:
        """A part, unpacked; None when there is none. Believes no stated size."""
        try:
            info = self.archive.getinfo(path.lstrip("/"))
        except KeyError:
            return None
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise NotASheet("it is packed in a way that no workbook is")
        with self.archive.open(info) as stream:
            data = stream.read(self.left + 1)
        if len(data) > self.left:
            raise NotASheet(f"it unpacks to more than {MOST_UNPACKED // 2**20} MB")
        self.left -= len(data)
        return data

    def nodes(self, path: str, *names: str) -> list[Node]:
        found: list[Node] = []
        if data := self.part(path):
            walk(data, names, found.append)
        return found

    def rows(self, name: str) -> Iterator[Line]:
        sheets = self.nodes("xl/workbook.xml", "sheet")
        if not sheets:
            raise NotASheet("it names no sheet")
        sheet = next((one for one in sheets if one.attributes.get("name") == name), sheets[0])
        relations = self.nodes("xl/_rels/workbook.xml.rels", "Relationship")
        targets = {one.attributes.get("Id", ""): one.attributes.get("Target", "") for one in relations}
        target = targets.get(sheet.attributes.get("id", ""), "worksheets/sheet1.xml")
        data = self.part(target if target.startswith("/") else f"xl/{target}")
        if data is None:
            raise NotASheet(f"the part of the sheet {sheet.attributes.get('name', '')[:40]!r} is missing")
        strings = [_string(one) for one in self.nodes("xl/sharedStrings.xml", "si")]
        lines: list[Line] = []
        walk(data, ("row",), lambda row: lines.append(_line(row, len(lines) + 1, strings)))
        yield from (line for line in lines if any(cell.strip() for cell in line.cells))


def _line(row: Node, number: int, strings: Sequence[str]) -> Line:
    cells: list[str] = []
    for cell in row.children("c"):
        place = _column(cell.attributes.get("r", ""), len(cells))
        if place >= MOST_COLUMNS:
            break
        cells += [""] * (place + 1 - len(cells))
        cells[place] = _words(cell, strings)
    stated = row.attributes.get("r", "")
    return Line(int(stated) if stated.isdecimal() and len(stated) < 9 else number, tuple(cells))


def _column(address: str, default: int) -> int:
    letters = re.match("[A-Z]{1,3}", address)
    if not letters:
        return default
    number = 0
    for letter in letters[0]:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _words(cell: Node, strings: Sequence[str]) -> str:
    kind = cell.attributes.get("t", "n")
    if kind == "inlineStr":
        return _string(cell)
    value = "".join(one.text() for one in cell.children("v"))
    if kind == "s":
        place = int(value) if value.strip().isdecimal() and len(value) < 10 else -1
        return strings[place] if 0 <= place < len(strings) else ""
    if kind == "b":
        return "TRUE" if value.strip() == "1" else "FALSE"
    if kind == "str":
        return _decoded(value)
    return value.strip().removesuffix(".0")


def _string(node: Node) -> str:
    """The text of a string; the readings above it (``rPh``) are no part of it."""
    return _decoded(node.text(without=("rPh", "f", "v")))


def _decoded(text: str) -> str:
    return _CODE.sub(lambda match: chr(int(match[1], 16)), text)


def write_sheet(name: str, rows: Sequence[Sequence[str | bool]]) -> bytes:
    """
    A workbook with one sheet called *name*; the same rows give the same bytes.

    Args:
        name: At most 31 characters.
        rows: Cells as words or truth values; a row may be short.
    """
    lines = []
    for number, row in enumerate(rows, 1):
        cells = "".join(_cell(f"{_letters(place)}{number}", value) for place, value in enumerate(row))
        lines.append(f'<row r="{number}">{cells}</row>')
    parts = {
        "[Content_Types].xml": (
            f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
            f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPE}.worksheet+xml"/></Types>'
        ),
        "_rels/.rels": _relation("officeDocument", "xl/workbook.xml"),
        "xl/workbook.xml": (
            f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
            f'<sheet name={quoteattr(name[:31])} sheetId="1" r:id="rId1"/></sheets></workbook>'
        ),
        "xl/_rels/workbook.xml.rels": _relation("worksheet", "worksheets/sheet1.xml"),
        "xl/worksheets/sheet1.xml": (
            f'<worksheet xmlns="{_MAIN}"><sheetData>{"".join(lines)}</sheetData></worksheet>'
        ),
    }
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in parts.items():
            # A fixed day, the earliest that the archive format has.
            info = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, (_HEAD + text).encode("utf-8"))
    return stream.getvalue()


def _relation(kind: str, target: str) -> str:
    return (
        f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/{kind}" Target="{target}"/></Relationships>'
    )


def _letters(place: int) -> str:
    return chr(65 + place) if place < 26 else _letters(place // 26 - 1) + chr(65 + place % 26)


def _cell(address: str, value: str | bool) -> str:
    if isinstance(value, bool):
        return f'<c r="{address}" t="b"><v>{int(value)}</v></c>'
    if not value:
        return ""
    text = escape(_UNWRITABLE.sub(lambda match: f"_x{ord(match[0]):04X}_", value))
    return f'<c r="{address}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
