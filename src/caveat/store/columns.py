"""The columns of a whole index, straight from its rows: no record comes into being."""

import sqlite3
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from caveat.model.columns import Columns
from caveat.model.records import STEPS, VOLATILITIES
from caveat.trust.bulk_columns import KINDS, STATUSES

DERIVES = len(KINDS)
"""Place of a source among the kinds of links here."""


def _place(column: str, words: Sequence[str], *, otherwise: int) -> str:
    """SQL for the place of the word in *column* among *words*."""
    cases = " ".join(f"WHEN '{word}' THEN {place}" for place, word in enumerate(words))
    return f"CASE {column} {cases} ELSE {otherwise} END"


# Small numbers and flags travel in one number: handing over a value costs more than reckoning it.
_RECORDS = (
    f"SELECT id, {_place('step', STEPS, otherwise=7)} + 8 * {_place('volatility', VOLATILITIES, otherwise=3)}"
    f" + 32 * {_place('status', STATUSES, otherwise=0)} + 128 * (kind = 'claim') + 256 * is_model_text"
    " + 512 * is_grounded + 1024 * is_pinned + 2048 * is_stale, declared, created, verified FROM record"
)
_KIND = _place("link.kind", KINDS, otherwise=DERIVES)
# Both tables in the order of refs, from their indexes alone: no target is looked up.
_SAID = f"4 * {_KIND} + 2 * link.is_confirmed + (link.because IS 'corrected')"
_LINKS = (
    f"SELECT record.id, 32 * link.owner + {_SAID}, link.at FROM record"
    " CROSS JOIN link INDEXED BY link_target ON link.target = record.ref AND link.kind != 'mentions'"
    " AND link.owner != 0"
)
_BY_LEDGER = (
    f"SELECT target.id, {_SAID}, link.at, coalesce(record.id, 0) FROM link"
    " JOIN record AS target ON target.ref = link.target"
    " LEFT JOIN record ON record.ref = link.source WHERE link.owner = 0 AND link.kind != 'mentions'"
)


class _Records(NamedTuple):
    """
    Records by their number.

    Attributes:
        bits: What `_RECORDS` packs.
        declared: As in `Columns`, and so are the others.
        created: A day.
        verified: A day.
        author: Number in *authors*.
        identity: Number that copies share.
        authors: Names, sorted.
    """

    bits: NDArray[np.int16]
    declared: NDArray[np.float64]
    created: NDArray[np.float64]
    verified: NDArray[np.float64]
    author: NDArray[np.int32]
    identity: NDArray[np.int32]
    authors: list[str]


class _Links(NamedTuple):
    """
    Links that lead to a record, in no order that means anything.

    Attributes:
        kind: A place in `KINDS`, or `DERIVES`.
        speaker: Number of the record that speaks, -1 where it is not there.
        target: Number of the record that it leads to.
        at: A day.
        confirmed: As in `Columns`.
        corrected: As in `Columns`.
    """

    kind: NDArray[np.int8]
    speaker: NDArray[np.int32]
    target: NDArray[np.int32]
    at: NDArray[np.float64]
    confirmed: NDArray[np.bool_]
    corrected: NDArray[np.bool_]


def columns(connection: sqlite3.Connection) -> Columns:
    """As `Store.columns`, of one state: the caller sees to it that nobody writes in between."""
    # Answered from the index of refs, whose order is that of their code points.
    refs = list(chain.from_iterable(connection.execute("SELECT ref FROM record ORDER BY ref")))
    (rows,) = _numbers(connection, "SELECT id FROM record ORDER BY ref", 1)
    # By row of the table; no record has row 0, to which the ledger's own links belong.
    number = np.full(int(rows.max(initial=0)) + 1, -1, dtype=np.int32)
    number[rows.astype(np.intp)] = np.arange(len(refs))
    own, said = _records(connection, number, len(refs)), _links(connection, number)
    starts, sources = _sources(said, len(refs))
    spoken = said.kind != DERIVES
    return Columns(
        declared=own.declared,
        step=_or_none(own.bits & 7, 7),
        author=own.author,
        is_claim=(own.bits & 128) > 0,
        volatility=_or_none(own.bits >> 3 & 3, 3),
        model_text=(own.bits & 256) > 0,
        grounded=(own.bits & 512) > 0,
        status=(own.bits >> 5 & 3).astype(np.int8),
        created=own.created,
        verified=own.verified,
        pinned=(own.bits & 1024) > 0,
        stale=(own.bits & 2048) > 0,
        identity=own.identity,
        source_starts=starts,
        sources=sources,
        kind=said.kind[spoken],
        speaker=said.speaker[spoken],
        target=said.target[spoken],
        at=said.at[spoken],
        confirmed=said.confirmed[spoken],
        corrected=said.corrected[spoken],
        refs=refs,
        authors=own.authors,
    )


def _or_none(places: NDArray[np.int16], none: int) -> NDArray[np.int8]:
    return np.where(places == none, -1, places).astype(np.int8)


def _numbers(connection: sqlite3.Connection, statement: str, width: int) -> NDArray[np.float64]:
    """``(width, n)``: the columns of a statement that gives numbers below 2⁵³; NULL becomes NaN."""
    flat = np.fromiter(chain.from_iterable(connection.execute(statement)), dtype=np.float64)
    return flat.reshape(-1, width).T


def _records(connection: sqlite3.Connection, number: NDArray[np.int32], size: int) -> _Records:
    row, packed, *days = _numbers(connection, _RECORDS, 5)
    order = np.empty(size, dtype=np.intp)
    order[number[row.astype(np.intp)]] = np.arange(size)
    author, names = _words(connection, "asserted_by", number, size)
    identity, _ = _words(connection, "identity", number, size)
    declared, created, verified = [day[order] for day in days]
    bits = packed[order].astype(np.int16)
    return _Records(bits, declared, created, verified, author, identity, names)


def _words(
    connection: sqlite3.Connection, column: str, number: NDArray[np.int32], size: int
) -> tuple[NDArray[np.int32], list[str]]:
    """The place of what each record has in *column* among all of it, sorted; -1 where it has nothing."""
    found = connection.execute(f"SELECT id, {column} FROM record WHERE {column} IS NOT NULL").fetchall()
    names = sorted({name for _, name in found})
    place = {name: at for at, name in enumerate(names)}
    places = np.full(size, -1, dtype=np.int32)
    places[number[[row for row, _ in found]]] = [place[name] for _, name in found]
    return places, names


def _links(connection: sqlite3.Connection, number: NDArray[np.int32]) -> _Links:
    target, packed, at = _numbers(connection, _LINKS, 3)
    by_ledger = _numbers(connection, _BY_LEDGER, 4)
    bits = np.concatenate([packed, by_ledger[1]]).astype(np.int64)
    rows = np.concatenate([bits[: packed.size] >> 5, by_ledger[3].astype(np.int64)])
    return _Links(
        (bits >> 2 & 7).astype(np.int8),
        number[rows],
        number[np.concatenate([target, by_ledger[0]]).astype(np.intp)],
        np.concatenate([at, by_ledger[2]]),
        (bits & 2) > 0,
        (bits & 1) > 0,
    )


def _sources(said: _Links, size: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Where the sources of each record start, and the sources, each once and in ascending order."""
    is_source = said.kind == DERIVES
    made = said.speaker[is_source].astype(np.int64)
    pairs = np.unique(made[made >= 0] * size + said.target[is_source][made >= 0])
    starts = np.zeros(size + 1, dtype=np.int64)
    np.cumsum(np.bincount(pairs // max(size, 1), minlength=size), out=starts[1:])
    return starts, (pairs % max(size, 1)).astype(np.int32)
