"""Columns: what a whole graph is reckoned from, as arrays."""

from collections.abc import Iterable

import numpy as np

from caveat.model.columns import Columns
from caveat.model.records import STEPS, VOLATILITIES, Edge, EdgeKind, Record, Status

KINDS: tuple[EdgeKind, ...] = ("supports", "contradicts", "concerns", "supersedes")
STATUSES: tuple[Status, ...] = ("active", "superseded", "retracted")
SUPPORTS, CONTRADICTS, CONCERNS, SUPERSEDES = range(len(KINDS))
ACTIVE, SUPERSEDED, RETRACTED = range(len(STATUSES))


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
