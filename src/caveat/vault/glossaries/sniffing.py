"""Which format a file has, by what is in it and, where that leaves a choice, by its name."""

import re
from typing import Any, NamedTuple

from caveat.vault.glossaries import galtransl, omegat
from caveat.vault.glossaries.cells import comma_rows
from caveat.vault.glossaries.decoding import text_of
from caveat.vault.glossaries.json_items import Damaged, Document
from caveat.vault.glossaries.rows import MOST_BYTES, Collector
from caveat.vault.glossaries.sheet import NotASheet, read_sheet

_SAMPLE = 200
_CONDITION = re.compile(r"^(?:pre|post)_(?:src|dst|jp|zh)\t|^(?:mono|diag)\t", re.MULTILINE)
_LISTED = re.compile(r"\s*\[\s*[{\[]")
_MARKUP = re.compile(r"\s*<[?!A-Za-z_]")
"""What a document in XML begins with; a name in a plain list may begin with a bracket too."""
_ROOT = re.compile(rb"<(?:\w+:)?(martif|tbx)[\s>]")


class Guess(NamedTuple):
    """
    What a file seems to be.

    Attributes:
        name: Of the format; empty when nothing fits.
        is_sure: Nothing else fits.
    """

    name: str
    is_sure: bool = True


NOTHING = Guess("", False)


def sniff(data: bytes, filename: str = "", encoding: str = "") -> Guess:
    """
    The format of *data*.

    Args:
        data: All bytes of the file.
        filename: Its name, for what the bytes leave open.
        encoding: When somebody knows it.
    """
    if len(data) > MOST_BYTES:
        return NOTHING
    if data.startswith(b"SQLite format 3\0"):
        return Guess("wenyi")
    if data.startswith(b"PK"):
        return _workbook(data)
    name = filename.lower()
    declared = omegat.declared_encoding(data)
    text = text_of(data, encoding or declared).text
    opening = text.lstrip()[:1]
    if _MARKUP.match(text) or (not text and b"<" in data[:4]):
        match = _ROOT.search(data[:4096]) or _ROOT.search(text[:4096].encode("utf-8", "replace"))
        return Guess("tbx-v2" if match[1] == b"martif" else "tbx") if match else NOTHING
    if opening in ("{", "["):
        found = _json(text)
        # A bracket may open a name; one before a brace, or in a file called so, opens a list of JSON.
        if found.name or opening == "{" or name.endswith(".json") or _LISTED.match(text):
            return found
    if not text.strip():
        return NOTHING
    if name.endswith(".csv"):
        return _commas(text)
    found = _tabs(text, name, bool(declared))
    first = text.lstrip().partition("\n")[0]
    return _commas(text) if not found.name and "," in first else found


def _workbook(data: bytes) -> Guess:
    try:
        lines = read_sheet(data, "rules")
    except NotASheet:
        return NOTHING
    header = {cell.strip().lower() for cell in lines[0].cells} if lines else set()
    if header & galtransl.NAME_COLUMNS.keys() - {"count"}:
        return Guess("galtransl-names")
    if header & {"regex", "case_sensitive"}:
        return Guess("linguagacha-xlsx")
    if {"src", "dst"} <= header:
        return Guess("ainiee-xlsx", is_sure="src_state" in header)
    return NOTHING


def _json(text: str) -> Guess:
    document = Document(text)
    values: list[Any] = []
    names: list[str] = []
    try:
        for item in document.items():
            names.append(item.name)
            values.append(item.value)
            if document.opening() == "[" and len(values) >= _SAMPLE:
                break
    except Damaged:
        if not values:
            return NOTHING
    if document.opening() == "{":
        return _object(dict(zip(names, values, strict=True)))
    objects = [value for value in values if isinstance(value, dict)]
    keys = {name for value in objects for name in value}
    if {"source", "target"} <= keys:
        return Guess("translatebooks")
    is_actors = {"id", "name"} <= keys and "src" not in keys
    if is_actors or keys & {"regex", "case_sensitive"}:
        return Guess("linguagacha")
    if keys & {"src", "srt"} and "dst" in keys:
        return Guess("ainiee", is_sure=bool(keys & {"srt", "src_state"}))
    return NOTHING


def _object(members: dict[str, Any]) -> Guess:
    if "proper" in members:
        return Guess("wmt25")
    entries = members.get("entries")
    if isinstance(entries, dict):
        return Guess("sillytavern")
    if isinstance(members.get("data"), dict) or "character_book" in members:
        return Guess("character-book")
    listed = next((members[name] for name in ("glossary", "terms", "entries") if name in members), None)
    if isinstance(listed, list):
        first = next((one for one in listed if isinstance(one, dict)), {})
        return Guess("translatebooks" if "source" in first else "character-book")
    if members and all(isinstance(value, str) for value in members.values()):
        return Guess("linguagacha")
    return NOTHING


def _commas(text: str) -> Guess:
    first = next(comma_rows(text[:100_000], Collector()), None)
    header = {cell.strip().lower() for cell in first.cells} if first else set()
    if {"source", "target"} <= header:
        return Guess("translatebooks-csv")
    if header & galtransl.NAME_COLUMNS.keys() - {"count"}:
        return Guess("galtransl-names")
    return Guess("omegat-csv")


def _tabs(text: str, name: str, has_magic: bool) -> Guess:
    sample = text[:200_000]
    lines = [line for line in sample.splitlines() if line.strip()]
    marked = [line for line in lines if line.startswith("#")]
    if has_magic or name.endswith((".utf8", ".tab")) or marked:
        # A comment with a tab may as well be a name that begins with #, which elsewhere is a row.
        return Guess("omegat", is_sure=has_magic or not any("\t" in line for line in marked))
    if "译前" in name or "_pre" in name:
        return Guess("galtransl-pre")
    if "译后" in name or "_post" in name:
        return Guess("galtransl-post")
    tabbed = sample.replace("    ", "\t")
    if _CONDITION.search(tabbed):
        return Guess("galtransl-post", is_sure=False)
    if "gpt" in name or "->" in sample or any(line.startswith(("//", "\\\\")) for line in lines):
        return Guess("galtransl")
    if "\t" not in tabbed:
        return NOTHING
    # Plain pairs read alike in OmegaT, but a slash and four blanks mean something to GalTransl only.
    return Guess("galtransl", is_sure="/" not in sample and "    " not in sample)
