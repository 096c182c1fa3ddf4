r"""
LinguaGacha: ``{"src", "dst", "info", "regex", "case_sensitive"}`` in an array or in a sheet called ``rules``.

Also read: an object of headword → rendering, and the actors of an RPG-Maker game, whose ``\n[ID]`` and
``\N[ID]`` are spellings of their names.
"""

import json
from collections.abc import Sequence
from typing import Any

from caveat.model.terms import Key, Term
from caveat.vault.glossaries.cells import CellRow, cell, columns
from caveat.vault.glossaries.json_items import Damaged, Document, Item, flag, words
from caveat.vault.glossaries.rows import Collector, Content, Rows, is_pattern
from caveat.vault.glossaries.sheet import NotASheet, read_sheet, write_sheet
from caveat.vault.glossaries.writing import Losses, Written, entries

HOLDS = ("note", "case")
COLUMNS = ("src", "dst", "info", "regex", "case_sensitive")
SHEET = "rules"


def read(content: Content) -> Rows:
    """The entries of a JSON file."""
    collector = Collector()
    document = Document(content.text)
    try:
        if document.opening() == "{":
            for item in document.items():
                _pair(item, collector)
        else:
            for item in document.items():
                if collector.is_full:
                    break
                _item(item, collector)
    except Damaged as error:
        collector.refuse(error.line, f"it is no JSON from here on: {error.reason}", "Mend the file.")
    return collector.rows()


def _pair(item: Item, collector: Collector) -> None:
    if isinstance(item.value, str):
        collector.add(Term("", item.name, item.value, line=item.line))
    else:
        collector.refuse(item.line, f"{item.name[:30]!r} has no word as its rendering")


def _item(item: Item, collector: Collector) -> None:
    value = item.value
    if value is None:
        return
    if not isinstance(value, dict):
        collector.refuse(item.line, "an entry that is no object", 'Write {"src": …, "dst": …}.')
    elif "src" not in value and "id" in value and "name" in value:
        _actor(item.line, value, collector)
    else:
        entry(item.line, {name: words(value.get(name)) for name in COLUMNS[:3]}, value, collector)


def _actor(line: int, value: dict[str, Any], collector: Collector) -> None:
    number, name = value.get("id"), words(value.get("name"))
    if not isinstance(number, int) or isinstance(number, bool):
        collector.refuse(line, "an actor whose id is no number")
    elif name.strip():
        marks = (Key(f"\\n[{number}]", "orthographic"), Key(f"\\N[{number}]", "orthographic"))
        collector.add(Term("", name, keys=(Key(name.strip()), *marks), line=line))
        collector.remark_once("actors name nobody's rendering: they add spellings to terms that are here")


def entry(line: int, said: dict[str, str], flags: dict[str, Any], collector: Collector) -> None:
    """Take one entry, whose ``regex`` and ``case_sensitive`` stand in *flags*."""
    source = said["src"].strip()
    if flag(flags.get("regex")) and is_pattern(source):
        help = "Keys are literal. Write the names that it stands for, one a row."
        collector.refuse(line, f"{source[:30]!r} is marked as a pattern", help, code="pattern-key")
        return
    is_sensitive = flag(flags.get("case_sensitive"))
    own = Key(source, is_case_sensitive=is_sensitive is not False)
    collector.add(Term("", source, said["dst"], keys=(own,), note=said["info"], line=line))


def read_workbook(content: Content) -> Rows:
    """The entries of a workbook: its sheet ``rules``, or its first one."""
    collector = Collector()
    for row, places in sheet_rows(content.data, SHEET, COLUMNS, collector):
        said = {name: cell(row, places, name) for name in COLUMNS}
        entry(row.line, said, dict(said), collector)
    return collector.rows()


def sheet_rows(
    data: bytes, sheet: str, known: Sequence[str], collector: Collector
) -> list[tuple[CellRow, dict[str, int]]]:
    """The rows of a workbook with the places of its columns; without a header, *known* in their order."""
    try:
        lines = [CellRow(line.number, line.cells) for line in read_sheet(data, sheet)]
    except NotASheet as error:
        collector.refuse(0, f"it is no workbook: {error}", code="unreadable-glossary")
        return []
    places = columns(lines[0].cells, {name: name for name in known}) if lines else {}
    if places.keys() & {"src", "dst"}:
        lines = lines[1:]
    else:
        places = {name: place for place, name in enumerate(known)}
    if not {"src", "dst"} <= places.keys():
        collector.refuse(1, "its header has src or dst, not both", "Name both columns.")
        return []
    found = []
    for row in lines:
        if collector.is_full:
            break
        extra = [place for place, one in enumerate(row.cells) if one.strip() and place not in places.values()]
        if extra:
            collector.remark_once("it has columns that are not known here: they are not read", line=row.line)
        found.append((row, places))
    return found


def _entries(terms: Sequence[Term], losses: Losses) -> list[dict[str, str | bool]]:
    return [
        {
            "src": one.key.text,
            "dst": one.rendering,
            "info": one.term.note,
            "regex": False,
            "case_sensitive": one.key.is_case_sensitive,
        }
        for one in entries(terms, losses, HOLDS)
    ]


def write(terms: Sequence[Term]) -> Written:
    """*terms* as a JSON array, indented by four as the program does."""
    losses = Losses()
    found = _entries(terms, losses)
    return losses.written(json_bytes(found), len(found))


def write_workbook(terms: Sequence[Term]) -> Written:
    """*terms* as a workbook with the sheet ``rules``."""
    losses = Losses()
    found = _entries(terms, losses)
    rows = [COLUMNS, *([one[name] for name in COLUMNS] for one in found)]
    return losses.written(write_sheet(SHEET, rows), len(found))


def json_bytes(value: Any) -> bytes:
    """*value* as JSON in UTF-8, indented by four, with a line end."""
    return (json.dumps(value, ensure_ascii=False, indent=4) + "\n").encode("utf-8")
