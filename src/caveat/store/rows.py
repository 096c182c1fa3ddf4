"""Rows ↔ values: how a record, a link and a finding are spelled in a table."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, cast

from caveat.model.findings import Finding
from caveat.model.records import Edge, Record
from caveat.model.search import Scope
from caveat.model.store import Entry, StoredLink

RECORD_COLUMNS = (
    "ref, kind, title, declared, declared_by, step, asserted_by, generated_by, volatility, is_model_text, "
    "is_grounded, status, created, verified, is_pinned, is_stale, identity, record_class, path, line, "
    "content_hash"
)
ENTRY_COLUMNS = "aliases, tags, language, written, verified_written, own_identity"
LINK_COLUMNS = (
    "id, kind, source, target, raw, fragment, path, line, at, is_confirmed, because, event, how, candidates"
)

EDGE_COLUMNS = "kind, source, target, at, is_confirmed, because, event, path, line"

# Made once: `json.dumps` makes an encoder for every call that asks for one of its own kind.
_as_list = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def dump(value: Sequence[Any]) -> str:
    """A list as compact JSON text."""
    return _as_list(value) if value else "[]"


def load(text: str) -> list[Any]:
    """The list that `dump` wrote."""
    return cast(list[Any], json.loads(text)) if text != "[]" else []


@lru_cache(maxsize=4096)
def heading_of(text: str) -> tuple[str, ...]:
    """The headings that a chunk stands under, of the list that `dump` wrote; many chunks share theirs."""
    return tuple(load(text))


def storable(text: str) -> str:
    """*text* with lone surrogates replaced, which SQLite's UTF-8 cannot hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def clean(row: Iterable[Any]) -> tuple[Any, ...]:
    """*row* with every text made storable."""
    return tuple(storable(value) if isinstance(value, str) else value for value in row)


def record_row(entry: Entry) -> tuple[Any, ...]:
    """The columns of `RECORD_COLUMNS` and `ENTRY_COLUMNS` for *entry*."""
    r = entry.record
    return (
        r.ref, r.kind, r.title, r.declared, r.declared_by, r.step, r.asserted_by, r.generated_by,
        r.volatility, r.is_model_text, r.is_grounded, r.status, r.created, r.verified, r.is_pinned,
        r.is_stale, r.identity, r.record_class, r.path, r.line, r.content_hash,
        dump(entry.aliases), dump(entry.tags), entry.language, dump(entry.written), entry.verified_written,
        entry.own_identity,
    )  # fmt: skip


def record_of(row: Sequence[Any], sources: tuple[str, ...], *, has_missing_source: bool) -> Record:
    """The record of a row that starts with `RECORD_COLUMNS`, which stand in the order of its fields."""
    # By position: a whole graph is read a record at a time, and keywords would double that.
    return Record._make((
        *row[:5], sources, *row[5:9], bool(row[9]), bool(row[10]), *row[11:14], bool(row[14]), bool(row[15]),
        *row[16:21], has_missing_source,
    ))  # fmt: skip


def entry_of(record: Record, row: Sequence[Any]) -> Entry:
    """The entry of *record* and a row of `ENTRY_COLUMNS`."""
    return Entry(
        record=record,
        aliases=tuple(load(row[0])),
        tags=tuple(load(row[1])),
        language=row[2],
        written=tuple((key, value) for key, value in load(row[3])),
        verified_written=row[4],
        own_identity=row[5],
    )


def link_row(link: StoredLink) -> tuple[Any, ...]:
    """The columns of `LINK_COLUMNS` for *link*, without its id."""
    return (
        link.kind, link.source, link.target, link.raw, link.fragment, link.path, link.line, link.at,
        link.is_confirmed, link.because, link.event, link.how, dump(link.candidates),
    )  # fmt: skip


def link_of(row: Sequence[Any]) -> StoredLink:
    """The link of a row of `LINK_COLUMNS`."""
    return StoredLink(
        id=row[0], kind=row[1], source=row[2], target=row[3], raw=row[4], fragment=row[5], path=row[6],
        line=row[7], at=row[8], is_confirmed=bool(row[9]), because=row[10], event=row[11], how=row[12],
        candidates=tuple(load(row[13])),
    )  # fmt: skip


def edge_of(link: StoredLink) -> Edge:
    """The edge that a resolved trust link is."""
    assert link.target is not None and link.kind != "mentions"
    return Edge(
        kind=link.kind,
        source=link.source,
        target=link.target,
        at=link.at,
        is_confirmed=link.is_confirmed,
        because=link.because,
        origin=link.event or f"{link.path}:{link.line}",
    )


def edge_of_row(row: Sequence[Any]) -> Edge:
    """The edge of a row of `EDGE_COLUMNS`, a trust link that is resolved."""
    return Edge._make((*row[:4], bool(row[4]), row[5], row[6] or f"{row[7]}:{row[8]}"))


def finding_row(owner: str, ordinal: int, finding: Finding) -> tuple[Any, ...]:
    """The columns of the finding table."""
    return (
        owner, ordinal, finding.code, finding.severity, finding.message, finding.path, finding.line,
        finding.column, finding.help,
    )  # fmt: skip


def batches(values: Sequence[str], size: int = 500) -> list[list[str]]:
    """*values* in lists of at most *size*: SQLite takes a bounded number of parameters."""
    return [list(values[start : start + size]) for start in range(0, len(values), size)]


def marks(count: int) -> str:
    """``?, ?, …`` for *count* parameters."""
    return ", ".join("?" * count)


def fetched(connection: sqlite3.Connection, statement: str, values: Iterable[str]) -> list[tuple[Any, ...]]:
    """The rows of *statement*, whose ``{}`` is filled with marks for *values*, batch by batch."""
    found: list[tuple[Any, ...]] = []
    for part in batches(sorted({storable(value) for value in values})):
        found += connection.execute(statement.format(marks(len(part))), part).fetchall()
    return found


def leading_to(scope: Scope) -> tuple[str, list[object]]:
    """What `Scope.may_lead` says, as a condition on ``record`` and its values; empty when all records may."""
    limits: list[tuple[str, list[object]]] = []
    if scope.record_class is not None:
        limits.append(("record.record_class = ?", [scope.record_class]))
    if scope.folder:
        beginning = storable(f"{scope.folder}/")
        limits.append(("substr(record.path, 1, ?) = ?", [len(beginning), beginning]))
    if scope.since is not None:
        limits.append(("record.created >= ?", [scope.since]))
    if scope.until is not None:
        limits.append(("record.created < ?", [scope.until]))
    if not limits:
        return "", []
    every = " AND ".join(limit for limit, _ in limits)
    return f"(({every}) OR record.status = 'superseded')", [value for _, values in limits for value in values]
