"""The rows that trust reads: records with their sources, what is said of them, and who claimed how much."""

import sqlite3
from collections.abc import Iterable

from caveat.model.records import Edge, Record
from caveat.model.store import AuthorClaims
from caveat.store.rows import EDGE_COLUMNS, RECORD_COLUMNS, edge_of_row, fetched, record_of

EVIDENCE = "kind IN ('supports', 'contradicts', 'concerns', 'supersedes')"

_VERDICT = "(link.kind = 'contradicts' OR (link.kind = 'supersedes' AND link.because = 'corrected'))"
_CLAIMS = "FROM record WHERE kind = 'claim' AND status != 'retracted' AND asserted_by IN ({})"


def records(connection: sqlite3.Connection, refs: Iterable[str]) -> dict[str, Record]:
    """As `RecordSource.records`."""
    rows = fetched(connection, f"SELECT {RECORD_COLUMNS} FROM record WHERE ref IN ({{}})", refs)
    sources, missing = _sources(connection, [row[0] for row in rows])
    return {
        row[0]: record_of(row, tuple(sources.get(row[0], ())), has_missing_source=row[0] in missing)
        for row in rows
    }


def _sources(connection: sqlite3.Connection, refs: list[str]) -> tuple[dict[str, list[str]], set[str]]:
    found: dict[str, list[str]] = {}
    missing: set[str] = set()
    statement = "SELECT source, target FROM link WHERE kind = 'derives' AND source IN ({}) ORDER BY id"
    for source, target in fetched(connection, statement, refs):
        if target is None:
            missing.add(source)
        elif target not in (known := found.setdefault(source, [])):
            known.append(target)
    return found, missing


def evidence_into(connection: sqlite3.Connection, refs: Iterable[str]) -> list[Edge]:
    """As `RecordSource.evidence_into`."""
    statement = f"SELECT {EDGE_COLUMNS} FROM link WHERE {EVIDENCE} AND target IN ({{}}) ORDER BY id"
    return [edge_of_row(row) for row in fetched(connection, statement, refs)]


def verdicts_on(connection: sqlite3.Connection, refs: Iterable[str]) -> list[Edge]:
    """As `RecordSource.verdicts_on`."""
    statement = (
        f"SELECT {EDGE_COLUMNS} FROM link INDEXED BY link_verdict WHERE {_VERDICT} AND target IN ({{}})"
        " ORDER BY id"
    )
    return [edge_of_row(row) for row in fetched(connection, statement, refs)]


def claims_by(connection: sqlite3.Connection, authors: Iterable[str]) -> dict[str, AuthorClaims]:
    """As `RecordSource.claims_by`."""
    # Both are answered from indexes alone, and few claims are disputed.
    counts = dict(
        fetched(connection, f"SELECT asserted_by, count(*) {_CLAIMS} GROUP BY asserted_by", authors)
    )
    statement = (
        f"SELECT asserted_by, ref {_CLAIMS} AND EXISTS"
        f" (SELECT 1 FROM link INDEXED BY link_verdict WHERE target = ref AND {_VERDICT}) ORDER BY ref"
    )
    disputed: dict[str, list[str]] = {}
    for author, ref in fetched(connection, statement, counts):
        disputed.setdefault(author, []).append(ref)
    return {author: AuthorClaims(count, tuple(disputed.get(author, ()))) for author, count in counts.items()}
