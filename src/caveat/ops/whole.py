"""The trust of everything at once: by whole-graph arrays where numpy is there, else record by record."""

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from caveat.model.assessment import Assessment
from caveat.model.columns import Columns
from caveat.model.policy import Policy
from caveat.model.records import Day, Edge, Record
from caveat.model.store import Store
from caveat.trust.assess import assess
from caveat.trust.calibration import claims_in, tallies
from caveat.trust.graph import build_graph
from caveat.trust.reach import known_of, reach, seen_by

if TYPE_CHECKING:
    from caveat.trust.bulk import Arrays, Plan

MANY = 5_000
"""Records from which arrays pay for the import of numpy; our choice, about a second of the lazy engine."""


class Whole(NamedTuple):
    """Every record and its assessment, by ref."""

    records: Mapping[str, Record]
    assessments: Mapping[str, Assessment]


class Numbers(NamedTuple):
    """
    The trust of every record as arrays, by its number in *columns*.

    Attributes:
        columns: What it was reckoned from, `refs` named.
        plan: Of the same.
        arrays: The numbers.
    """

    columns: Columns
    plan: "Plan"
    arrays: "Arrays"


@contextmanager
def uncollected() -> Iterator[None]:
    """
    No search for garbage in the meantime.

    Millions of values come into being and all of them stay, so that each search would look at everything
    made so far and find nothing.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@uncollected()
def whole(
    store: Store, *, as_of: Day, now: Day, policy: Policy, records: Mapping[str, Record] | None = None
) -> Whole:
    """
    The trust of every record of *store*; both engines give the same numbers.

    Args:
        store: The index.
        as_of: The day freshness is reckoned at.
        now: A human look of this instant or later did not happen yet.
        policy: Constants of the arithmetic.
        records: All records of *store* by ref, from whoever has loaded them already.

    Returns:
        With more than `MANY` records and numpy, assessments that name no supporters, challengers,
        witnesses and roots.
    """
    refs = store.refs()
    if _is_for_arrays(len(refs)):
        from caveat.trust.bulk import to_assessments

        with store.reading():
            loaded = store.records(refs) if records is None else records
            table, planned, arrays = numbers(store, as_of=as_of, now=now, policy=policy)
        seen = {record.ref: record for record in seen_by(loaded.values(), now)}
        return Whole(seen, to_assessments(arrays, table, planned))
    known = known_of(reach(refs, store), policy=policy, now=now)
    found = assess(refs, known.graph, as_of=as_of, policy=policy, tallies=known.tallies)
    return Whole(known.graph.records, found)


def numbers_of_many(store: Store, *, as_of: Day, now: Day, policy: Policy) -> Numbers | None:
    """
    The trust of every record of *store* where arrays pay, for callers that need no more than numbers.

    Arguments as in `whole`; no record is loaded, so that it takes a fifth of the time.

    Returns:
        None with no more than `MANY` records or without numpy: ask `whole` then.
    """
    if not _is_for_arrays(len(store.refs())):
        return None
    return numbers(store, as_of=as_of, now=now, policy=policy)


@uncollected()
def numbers(store: Store, *, as_of: Day, now: Day, policy: Policy) -> Numbers:
    """
    The trust of every record of *store* by arrays; arguments as in `whole`.

    Raises:
        ImportError: numpy is not there.
    """
    from caveat.trust.bulk import assess_all, plan

    table = _seen_by(store.columns(), now)
    planned = plan(table, witness_limit=policy.witness_limit)
    return Numbers(table, planned, assess_all(table, planned, as_of=as_of, policy=policy))


def _is_for_arrays(count: int) -> bool:
    return count > MANY and find_spec("numpy") is not None


def _seen_by(table: Columns, now: Day) -> Columns:
    """As `seen_by`."""
    is_later = table.verified >= now
    if not is_later.any():
        return table
    verified = table.verified.copy()
    verified[is_later] = float("nan")
    return table._replace(verified=verified, pinned=table.pinned & ~is_later, stale=table.stale & ~is_later)


@uncollected()
def whole_of(
    records: Iterable[Record], edges: Sequence[Edge], *, as_of: Day, now: Day, policy: Policy
) -> Whole:
    """
    The trust of *records*, of which *edges* are all that is said; arguments and answer as in `whole`.

    For a state that no store holds, such as that of an earlier day.
    """
    seen = {record.ref: record for record in seen_by(records, now)}
    if _is_for_arrays(len(seen)):
        return _of_arrays(seen, edges, as_of=as_of, policy=policy)
    graph = build_graph(seen.values(), edges)
    claims = claims_in(graph)
    counted = tallies(claims, graph, claims, policy=policy)
    return Whole(seen, assess(list(seen), graph, as_of=as_of, policy=policy, tallies=counted))


def _of_arrays(records: Mapping[str, Record], edges: Sequence[Edge], *, as_of: Day, policy: Policy) -> Whole:
    from caveat.trust.bulk import assess_all, columns, plan, to_assessments

    table = columns(records.values(), edges)
    planned = plan(table, witness_limit=policy.witness_limit)
    arrays = assess_all(table, planned, as_of=as_of, policy=policy)
    return Whole(records, to_assessments(arrays, table, planned))
