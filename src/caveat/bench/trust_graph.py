"""
A graph of made-up records for the measurements of trust: notes and claims in clusters, three edges each.

A cluster is a subject: records are made from earlier records of it, speak of records of it, and rest on
nothing outside, as the notes on one matter do. Everything follows from the seed.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from caveat.model.columns import Columns
from caveat.model.records import STEPS, VOLATILITIES, Edge, Record
from caveat.model.store import Entry, StoredLink
from caveat.trust.bulk_arrays import Ints
from caveat.trust.bulk_columns import (
    ACTIVE,
    CONTRADICTS,
    KINDS,
    RETRACTED,
    STATUSES,
    SUPERSEDED,
    SUPERSEDES,
    SUPPORTS,
)

CLUSTER = 20
"""Records of one subject; our choice."""

EDGES = 3
"""Edges for each record, sources included (DESIGN.md: 3M edges for 1M records)."""

PRIMARY, CLAIM, UNDECLARED, VERIFIED = 0.4, 0.2, 0.3, 0.2
"""Shares of the records; our choice."""

KIND_SHARES = (0.70, 0.05, 0.20, 0.05)
"""Shares of `KINDS` among the evidence; our choice: most of what is said agrees."""

RETRACTED_SHARE = 0.01

MOST_SOURCES = 3

CLAIMS_PER_AUTHOR = 20

FIRST_DAY, LAST_DAY = 19_000.0, 20_400.0
AS_OF = 20_454.0


class World(NamedTuple):
    """
    A graph as arrays.

    Attributes:
        columns: What the whole-graph engine takes, without refs.
        edges: Number of edges, sources included.
    """

    columns: Columns
    edges: int


def world(records: int, seed: int, *, authors: int | None = None) -> World:
    """
    A graph of *records* records and about `EDGES` times as many edges.

    Args:
        records: How many, ``>= 1``.
        seed: Of every draw.
        authors: Authors of its claims; None = one for `CLAIMS_PER_AUTHOR` claims.
    """
    draw = np.random.default_rng(seed)
    place = np.arange(records) % CLUSTER
    is_primary = (draw.random(records) < PRIMARY) | (place == 0)
    starts, sources = _sources(draw, place, is_primary)
    is_claim = draw.random(records) < CLAIM
    count = authors or max(int(is_claim.sum()) // CLAIMS_PER_AUTHOR, 1)
    verified = np.where(draw.random(records) < VERIFIED, _days(draw, records), np.nan)
    kind, speaker, target = _evidence(draw, records, EDGES * records - sources.size)
    columns = Columns(
        declared=np.where(draw.random(records) < UNDECLARED, np.nan, draw.uniform(0.5, 1.0, records)),
        step=np.where(is_primary, -1, draw.integers(0, len(STEPS), records)).astype(np.int8),
        author=np.where(is_claim, draw.integers(0, count, records), -1).astype(np.int32),
        is_claim=is_claim,
        volatility=draw.integers(-1, len(VOLATILITIES), records).astype(np.int8),
        model_text=draw.random(records) < 0.05,
        grounded=is_primary & (draw.random(records) < 0.5),
        status=_statuses(draw, records, target[kind == SUPERSEDES]),
        created=_days(draw, records),
        verified=verified,
        pinned=~np.isnan(verified) & (draw.random(records) < 0.8),
        stale=~np.isnan(verified) & (draw.random(records) < 0.1),
        identity=np.full(records, -1, dtype=np.int32),
        source_starts=starts,
        sources=sources,
        kind=kind,
        speaker=speaker,
        target=target,
        at=_days(draw, kind.size),
        confirmed=(kind == SUPPORTS) & (draw.random(kind.size) < 0.3),
        corrected=(kind == SUPERSEDES) & (draw.random(kind.size) < 0.5),
    )
    return World(columns, kind.size + sources.size)


def ref_of(number: int) -> str:
    """The ref of record *number*; refs stand in the order of their numbers."""
    return f"note:{number:08d}.md"


def records_of(columns: Columns) -> list[Record]:
    """Every record of *columns*."""
    fields = zip(
        *(getattr(columns, name).tolist() for name in _RECORD_FIELDS),
        columns.source_starts[:-1].tolist(),
        columns.source_starts[1:].tolist(),
        strict=True,
    )
    sources = columns.sources.tolist()
    refs = [ref_of(number) for number in range(columns.declared.size)]
    return [
        _record(refs[number], row[:-2], tuple([refs[source] for source in sources[row[-2] : row[-1]]]))
        for number, row in enumerate(fields)
    ]


def edges_of(columns: Columns) -> Iterator[Edge]:
    """All evidence of *columns*."""
    refs = [ref_of(number) for number in range(columns.declared.size)]
    rows = (columns.kind, columns.speaker, columns.target, columns.at, columns.confirmed, columns.corrected)
    for kind, speaker, target, at, is_confirmed, is_corrected in zip(
        *(r.tolist() for r in rows), strict=True
    ):
        is_old = KINDS[kind] == "supersedes"
        because = ("corrected" if is_corrected else "updated") if is_old else None
        yield Edge(KINDS[kind], refs[speaker], refs[target], at, is_confirmed, because)  # type: ignore[arg-type]


def entries_of(columns: Columns) -> Iterator[Entry]:
    """An index entry for each record of *columns*, with what it says of others."""
    said: dict[str, list[StoredLink]] = {}
    for edge in edges_of(columns):
        link = StoredLink(
            0, edge.kind, edge.source, edge.target, edge.target,
            at=edge.at, is_confirmed=edge.is_confirmed, because=edge.because,
        )  # fmt: skip
        said.setdefault(edge.source, []).append(link)
    for record in records_of(columns):
        made_from = [StoredLink(0, "derives", record.ref, source, source) for source in record.sources]
        yield Entry(record, links=(*made_from, *said.get(record.ref, ())))


_RECORD_FIELDS = (
    "declared", "step", "author", "is_claim", "volatility", "model_text", "grounded", "status", "created",
    "verified", "pinned", "stale",
)  # fmt: skip


def _record(ref: str, row: tuple[Any, ...], sources: tuple[str, ...]) -> Record:
    declared, step, author, is_claim, pace, is_model, grounded, status, created, verified, pinned, stale = row
    return Record(
        ref,
        kind="claim" if is_claim else "note",
        title=ref,
        declared=None if declared != declared else declared,
        sources=sources,
        step=STEPS[step] if step >= 0 else None,
        asserted_by=f"author-{author:06d}" if author >= 0 else None,
        volatility=VOLATILITIES[pace] if pace >= 0 else None,
        is_model_text=is_model,
        is_grounded=grounded,
        status=STATUSES[status],
        created=created,
        verified=None if verified != verified else verified,
        is_pinned=pinned,
        is_stale=stale,
    )


def _statuses(draw: np.random.Generator, records: int, replaced: NDArray[np.int32]) -> NDArray[np.int8]:
    found = np.full(records, ACTIVE, dtype=np.int8)
    found[replaced] = SUPERSEDED
    found[draw.random(records) < RETRACTED_SHARE] = RETRACTED
    return found


def _sources(
    draw: np.random.Generator, place: Ints, is_primary: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Where the sources of each record start, and the sources: one to three earlier ones of its cluster."""
    size = place.size
    count = np.where(is_primary, 0, np.minimum(draw.integers(1, MOST_SOURCES + 1, size), place))
    starts = np.zeros(size + 1, dtype=np.int64)
    np.cumsum(count, out=starts[1:])
    made = np.repeat(np.arange(size), count)
    nth = np.arange(made.size) - starts[made]
    # Neighbours among the earlier ones, from a drawn one on: so none is named twice.
    first = (draw.random(size) * place).astype(np.int64)
    back = 1 + (first[made] + nth) % place[made]
    return starts, (made - back).astype(np.int32)


def _evidence(
    draw: np.random.Generator, records: int, count: int
) -> tuple[NDArray[np.int8], NDArray[np.int32], NDArray[np.int32]]:
    """Kind, speaker and target of *count* edges; an older record never supersedes a newer one."""
    kind = draw.choice(len(KINDS), count, p=KIND_SHARES).astype(np.int8)
    speaker = draw.integers(0, records, count)
    first = speaker - speaker % CLUSTER
    target = first + draw.integers(0, CLUSTER, count) % np.minimum(CLUSTER, records - first)
    is_old = kind == SUPERSEDES
    kind[is_old & (speaker <= target)] = CONTRADICTS
    return kind, speaker.astype(np.int32), target.astype(np.int32)


def _days(draw: np.random.Generator, count: int) -> NDArray[np.float64]:
    return draw.uniform(FIRST_DAY, LAST_DAY, count)
