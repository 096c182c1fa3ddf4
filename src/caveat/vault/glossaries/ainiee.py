"""
AiNiee: ``{"src", "dst", "info"}`` in an array or a sheet; ``src_state`` says whether a source is a pattern.

``srt`` for ``src`` is an older name (KeywordGacha). Letter case and whole words are settings of the whole
program, not of an entry.
"""

from collections.abc import Sequence
from typing import Any

from caveat.model.terms import Term
from caveat.vault.glossaries.cells import cell
from caveat.vault.glossaries.json_items import Damaged, Document, words
from caveat.vault.glossaries.linguagacha import json_bytes, sheet_rows
from caveat.vault.glossaries.rows import Collector, Content, Rows
from caveat.vault.glossaries.sheet import write_sheet
from caveat.vault.glossaries.writing import Losses, Written, entries

HOLDS = ("note",)
KEYS = ("src", "dst", "info")
SHEET = "rules"
_KNOWN = (*KEYS, "src_state")


def read(content: Content) -> Rows:
    """The entries of a JSON file."""
    collector = Collector()
    try:
        for item in Document(content.text).items():
            if collector.is_full:
                break
            if not isinstance(item.value, dict):
                collector.refuse(item.line, "an entry that is no object", 'Write {"src": …, "dst": …}.')
                continue
            _entry(item.line, {name: words(value) for name, value in _named(item.value).items()}, collector)
    except Damaged as error:
        collector.refuse(error.line, f"it is no JSON from here on: {error.reason}", "Mend the file.")
    return collector.rows()


def _named(value: dict[str, Any]) -> dict[str, Any]:
    return value if "src" in value else {**value, "src": value.get("srt")}


def read_workbook(content: Content) -> Rows:
    """The entries of a workbook."""
    collector = Collector()
    for row, places in sheet_rows(content.data, SHEET, _KNOWN, collector):
        _entry(row.line, {name: cell(row, places, name) for name in _KNOWN}, collector)
    return collector.rows()


def _entry(line: int, said: dict[str, str], collector: Collector) -> None:
    source, state = said.get("src", ""), said.get("src_state", "").strip().lower()
    if state in ("regex", "invalid"):
        help = "Keys are literal. Write the names that it stands for, one a row."
        said_to_be = "a pattern" if state == "regex" else "invalid"
        collector.refuse(line, f"{source[:30]!r} is marked as {said_to_be}", help, code="pattern-key")
        return
    collector.add(Term("", source, said.get("dst", ""), note=said.get("info", ""), line=line))


def write(terms: Sequence[Term]) -> Written:
    """*terms* as a JSON array."""
    losses = Losses()
    found = _rows(terms, losses)
    return losses.written(json_bytes([dict(zip(KEYS, row, strict=True)) for row in found]), len(found))


def write_workbook(terms: Sequence[Term]) -> Written:
    """*terms* as a workbook."""
    losses = Losses()
    found = _rows(terms, losses)
    return losses.written(write_sheet(SHEET, [KEYS, *found]), len(found))


def _rows(terms: Sequence[Term], losses: Losses) -> list[tuple[str, str, str]]:
    return [(one.key.text, one.rendering, one.term.note) for one in entries(terms, losses, HOLDS)]
