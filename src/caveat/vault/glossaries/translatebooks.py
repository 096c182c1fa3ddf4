"""
TranslateBooksWithLLMs: ``{source, target, category}`` and ``gender``, as JSON or CSV.

A source offers its spellings parted by ``|``: ``Muggle|Muggles|Muggle's``. The first is the headword.
"""

from collections.abc import Sequence
from typing import Any

from caveat.model.terms import Key, Term
from caveat.vault.glossaries.cells import (
    COMPUTED,
    CellRow,
    cell,
    columns,
    comma_rows,
    comma_text,
    is_computed,
    too_many,
)
from caveat.vault.glossaries.json_items import Damaged, Document, words
from caveat.vault.glossaries.linguagacha import json_bytes
from caveat.vault.glossaries.rows import Collector, Content, Rows
from caveat.vault.glossaries.wenyi import gender_of, kind_of
from caveat.vault.glossaries.writing import Losses, Written, kept_keys, speakable

HOLDS = ("gender", "kind", "keys")
COLUMNS = ("source", "target", "category", "gender")


def read(content: Content) -> Rows:
    """The entries of a JSON file: an array, or an object that holds one under ``glossary`` or ``terms``."""
    collector = Collector()
    document = Document(content.text)
    try:
        for item in document.items(_array(document)):
            if collector.is_full:
                break
            if isinstance(item.value, dict):
                _entry(item.line, {name: words(item.value.get(name)) for name in COLUMNS}, collector)
            else:
                collector.refuse(item.line, "an entry that is no object", 'Write {"source": …, "target": …}.')
    except Damaged as error:
        collector.refuse(error.line, f"it is no JSON from here on: {error.reason}", "Mend the file.")
    return collector.rows()


def _array(document: Document) -> int | None:
    if document.opening() != "{":
        return None
    found: dict[str, Any] = {item.name: item for item in document.items()}
    inner = next((found[one] for one in ("glossary", "terms", "entries") if one in found), None)
    return None if inner is None or not isinstance(inner.value, list) else int(inner.start)


def read_commas(content: Content) -> Rows:
    """The entries of a CSV file with a header."""
    collector = Collector()
    rows = list(comma_rows(content.text, collector))
    places = columns(rows[0].cells, {name: name for name in COLUMNS}) if rows else {}
    if rows and not {"source", "target"} <= places.keys():
        help = "Its first row names the columns source and target."
        collector.refuse(rows[0].line, "it has no columns source and target", help)
        return collector.rows()
    for row in rows[1:]:
        if collector.is_full:
            break
        if not too_many(row, len(rows[0].cells), collector):
            _row(row, places, collector)
    return collector.rows()


def _row(row: CellRow, places: dict[str, int], collector: Collector) -> None:
    _entry(row.line, {name: cell(row, places, name) for name in COLUMNS}, collector)


def _entry(line: int, said: dict[str, str], collector: Collector) -> None:
    texts = [text for one in said["source"].split("|") if (text := one.strip())] or [""]
    collector.add(
        Term(
            "",
            texts[0],
            said["target"],
            keys=tuple(Key(text, "canonical" if text == texts[0] else "orthographic") for text in texts),
            gender=gender_of(said["gender"], line, collector),
            kind=kind_of(said["category"], line, collector),
            line=line,
        )
    )


def write(terms: Sequence[Term]) -> Written:
    """*terms* as a JSON array."""
    losses = Losses()
    found = _rows(terms, losses)
    return losses.written(json_bytes([dict(zip(COLUMNS, row, strict=True)) for row in found]), len(found))


def write_commas(terms: Sequence[Term]) -> Written:
    """*terms* as CSV with a header."""
    losses = Losses()
    for term in terms:
        # Spellings stand in the cell of the headword.
        if is_computed(term.headword) or is_computed(term.rendering):
            losses.lose(COMPUTED, term)
    found = _rows(terms, losses)
    return losses.written(comma_text([COLUMNS, *found]).encode("utf-8"), len(found))


def _rows(terms: Sequence[Term], losses: Losses) -> list[tuple[str, str, str, str]]:
    found: list[tuple[str, str, str, str]] = []
    for term in speakable(terms, losses, HOLDS):
        texts = [key.text for key in kept_keys(term, losses, HOLDS)]
        if "|" in term.headword:
            losses.leave_out("headwords with a bar", term)
            continue
        if any("|" in text for text in texts):
            losses.leave_out("spellings with a bar", term)
        if any(key.kind != "canonical" for key in term.keys):
            losses.lose("kinds of spellings", term)
        source = "|".join(text for text in texts if "|" not in text)
        gender = "" if term.gender == "unknown" else term.gender
        found.append((source, term.rendering, "" if term.kind == "concept" else term.kind, gender))
    return found
