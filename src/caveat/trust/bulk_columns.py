"""Columns: what a whole graph is reckoned from, as arrays."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from caveat.model.records import STEPS, VOLATILITIES, Edge, EdgeKind, Record, Status
from caveat.trust.bulk_arrays import Bools, Bytes, Floats

KINDS: tuple[EdgeKind, ...] = ("supports", "contradicts", "concerns", "supersedes")
STATUSES: tuple[Status, ...] = ("active", "superseded", "retracted")
SUPPORTS, CONTRADICTS, CONCERNS, SUPERSEDES = range(len(KINDS))
ACTIVE, SUPERSEDED, RETRACTED = range(len(STATUSES))

Numbers = NDArray[np.int32]


class Columns(NamedTuple):
    """
    Records and evidence, a column for each input; n records in ascending order of their refs.

    A record is known by its number in that order, so that ties between refs are ties between numbers.

    Attributes:
        declared: ``(n,)`` float64; NaN = undeclared.
        step: ``(n,)`` int8, a place in `STEPS`; -1 = not stated.
        author: ``(n,)`` int32, a number for each author; -1 = an author of its own.
        is_claim: ``(n,)`` bool; only claims feed calibration.
        volatility: ``(n,)`` int8, a place in `VOLATILITIES`; -1 = undeclared.
        model_text: ``(n,)`` bool, as `Record.is_model_text`.
        grounded: ``(n,)`` bool, read on primaries only.
        status: ``(n,)`` int8, a place in `STATUSES`.
        created: ``(n,)`` float64, a day; NaN = unknown.
        verified: ``(n,)`` float64, a day; NaN = never.
        pinned: ``(n,)`` bool, as `Record.is_pinned`.
        stale: ``(n,)`` bool, as `Record.is_stale`.
        identity: ``(n,)`` int32, a number that copies share; -1 = only itself.
        source_starts: ``(n + 1,)`` int64; the sources of record i are
            ``sources[source_starts[i]:source_starts[i + 1]]``.
        sources: int32, numbers of records; -1 = cannot be found.
        kind: ``(m,)`` int8, a place in `KINDS`.
        speaker: ``(m,)`` int32, the record that speaks; -1 = cannot be found.
        target: ``(m,)`` int32, the record spoken of; -1 = cannot be found.
        at: ``(m,)`` float64, a day; NaN = unknown.
        confirmed: ``(m,)`` bool, as `Edge.is_confirmed`.
        corrected: ``(m,)`` bool, a record that was superseded because it was wrong.
        refs: Refs by number; may be left out.
        authors: Names of authors by number; may be left out.
    """

    declared: Floats
    step: Bytes
    author: Numbers
    is_claim: Bools
    volatility: Bytes
    model_text: Bools
    grounded: Bools
    status: Bytes
    created: Floats
    verified: Floats
    pinned: Bools
    stale: Bools
    identity: Numbers
    source_starts: NDArray[np.int64]
    sources: Numbers
    kind: Bytes
    speaker: Numbers
    target: Numbers
    at: Floats
    confirmed: Bools
    corrected: Bools
    refs: Sequence[str] = ()
    authors: Sequence[str] = ()


def columns(records: Iterable[Record], edges: Iterable[Edge]) -> Columns:
    """
    The columns of *records* and *edges*.

    Args:
        records: In any order; of several with one ref the last counts.
        edges: Edges of any kind, in any order. ``derives`` is ignored: sources stand in the records.
    """
    by_ref = {record.ref: record for record in records}
    refs = sorted(by_ref)
    rows = [by_ref[ref] for ref in refs]
    number = {ref: i for i, ref in enumerate(refs)}
    authors = sorted({row.asserted_by for row in rows if row.asserted_by is not None})
    identities = {name: i for i, name in enumerate(dict.fromkeys(row.identity for row in rows))}
    author_numbers = {name: i for i, name in enumerate(authors)}
    steps = {step: i for i, step in enumerate(STEPS)}
    paces = {pace: i for i, pace in enumerate(VOLATILITIES)}
    statuses = {status: i for i, status in enumerate(STATUSES)}
    spoken = [edge for edge in edges if edge.kind != "derives"]
    kinds = {kind: i for i, kind in enumerate(KINDS)}
    starts = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum([len(row.sources) for row in rows], out=starts[1:])
    return Columns(
        declared=np.array([row.declared for row in rows], dtype=np.float64),  # None becomes NaN
        step=np.array([steps[row.step] if row.step else -1 for row in rows], dtype=np.int8),
        author=np.array(
            [-1 if row.asserted_by is None else author_numbers[row.asserted_by] for row in rows],
            dtype=np.int32,
        ),
        is_claim=np.array([row.kind == "claim" for row in rows], dtype=np.bool_),
        volatility=np.array([paces[row.volatility] if row.volatility else -1 for row in rows], dtype=np.int8),
        model_text=np.array([row.is_model_text for row in rows], dtype=np.bool_),
        grounded=np.array([row.is_grounded for row in rows], dtype=np.bool_),
        status=np.array([statuses[row.status] for row in rows], dtype=np.int8),
        created=np.array([row.created for row in rows], dtype=np.float64),
        verified=np.array([row.verified for row in rows], dtype=np.float64),
        pinned=np.array([row.is_pinned for row in rows], dtype=np.bool_),
        stale=np.array([row.is_stale for row in rows], dtype=np.bool_),
        identity=np.array(
            [-1 if row.identity is None else identities[row.identity] for row in rows], dtype=np.int32
        ),
        source_starts=starts,
        sources=np.array([number.get(ref, -1) for row in rows for ref in row.sources], dtype=np.int32),
        kind=np.array([kinds[edge.kind] for edge in spoken], dtype=np.int8),
        speaker=np.array([number.get(edge.source, -1) for edge in spoken], dtype=np.int32),
        target=np.array([number.get(edge.target, -1) for edge in spoken], dtype=np.int32),
        at=np.array([edge.at for edge in spoken], dtype=np.float64),
        confirmed=np.array([edge.is_confirmed for edge in spoken], dtype=np.bool_),
        corrected=np.array([edge.because == "corrected" for edge in spoken], dtype=np.bool_),
        refs=refs,
        authors=authors,
    )
