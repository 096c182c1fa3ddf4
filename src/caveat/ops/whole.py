"""The trust of everything at once: by whole-graph arrays where numpy is there, else record by record."""

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import NamedTuple

from caveat.model.assessment import Assessment
from caveat.model.policy import Policy
from caveat.model.records import Day, Edge, Record
from caveat.model.store import Store
from caveat.trust.assess import assess
from caveat.trust.calibration import claims_in, tallies
from caveat.trust.graph import build_graph
from caveat.trust.reach import known_of, reach, seen_by

MANY = 5_000
"""Records from which arrays pay for the import of numpy; our choice, about a second of the lazy engine."""


class Whole(NamedTuple):
    """Every record and its assessment, by ref."""

    records: Mapping[str, Record]
    assessments: Mapping[str, Assessment]


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
        now: A human look later than this did not happen yet.
        policy: Constants of the arithmetic.
        records: All records of *store* by ref, from whoever has loaded them already.

    Returns:
        With more than `MANY` records and numpy, assessments that name no supporters, challengers,
        witnesses and roots.
    """
    refs = store.refs()
    if len(refs) > MANY and find_spec("numpy") is not None:
        loaded = store.records(refs) if records is None else records
        return _by_arrays(store, loaded, as_of=as_of, now=now, policy=policy)
    known = known_of(reach(refs, store), policy=policy, now=now)
    found = assess(refs, known.graph, as_of=as_of, policy=policy, tallies=known.tallies)
    return Whole(known.graph.records, found)


@uncollected()
def whole_of(
    records: Iterable[Record], edges: Sequence[Edge], *, as_of: Day, now: Day, policy: Policy
) -> Whole:
    """
    The trust of *records*, of which *edges* are all that is said; arguments and answer as in `whole`.

    For a state that no store holds, such as that of an earlier day.
    """
    seen = {record.ref: record for record in seen_by(records, now)}
    if len(seen) > MANY and find_spec("numpy") is not None:
        return _of_arrays(seen, edges, as_of=as_of, policy=policy)
    graph = build_graph(seen.values(), edges)
    claims = claims_in(graph)
    counted = tallies(claims, graph, claims, policy=policy)
    return Whole(seen, assess(list(seen), graph, as_of=as_of, policy=policy, tallies=counted))


def _by_arrays(store: Store, loaded: Mapping[str, Record], *, as_of: Day, now: Day, policy: Policy) -> Whole:
    records = {record.ref: record for record in seen_by(loaded.values(), now)}
    return _of_arrays(records, store.evidence_into(loaded), as_of=as_of, policy=policy)


def _of_arrays(records: Mapping[str, Record], edges: Sequence[Edge], *, as_of: Day, policy: Policy) -> Whole:
    from caveat.trust.bulk import assess_all, columns, plan, to_assessments

    table = columns(records.values(), edges)
    planned = plan(table, witness_limit=policy.witness_limit)
    arrays = assess_all(table, planned, as_of=as_of, policy=policy)
    return Whole(records, to_assessments(arrays, table, planned))
