"""Inheritance: what a record takes over from its sources besides numbers: pace, age, and bad news."""

from collections.abc import Iterable
from typing import NamedTuple

from caveat.model.policy import Policy
from caveat.model.records import Day, Status, Volatility
from caveat.trust.freshness import SPEED, freshness
from caveat.trust.graph import Graph


class Inheritance(NamedTuple):
    """
    What flows down the pedigrees of some records, by ref.

    Attributes:
        volatility: Declared, else the fastest among the sources, else ``static``.
        root_freshness: The smallest freshness among the roots, in ``[0, 1]``.
        on_retracted: Records with a retracted ancestor.
        on_superseded: Records with a superseded ancestor.
    """

    volatility: dict[str, Volatility]
    root_freshness: dict[str, float]
    on_retracted: set[str]
    on_superseded: set[str]


def inheritance(order: Iterable[str], graph: Graph, *, as_of: Day, policy: Policy) -> Inheritance:
    """
    What the records of *order* take over from their ancestors.

    Args:
        order: Refs, every source before what was made from it, and all ancestors present.
        graph: Holds the records and the sources that count.
        as_of: The instant at which roots are aged.
        policy: Uses `half_life`.
    """
    volatility: dict[str, Volatility] = {}
    root_freshness: dict[str, float] = {}
    below: dict[Status, set[str]] = {"active": set(), "superseded": set(), "retracted": set()}
    on_retracted, on_superseded = below["retracted"], below["superseded"]
    records, sources = graph.records, graph.sources
    for ref in order:
        record = records[ref]
        made_from = sources.get(ref)
        if not made_from:
            pace = volatility[ref] = record.volatility or "static"
            root_freshness[ref] = freshness(record, pace, as_of=as_of, policy=policy)
            continue
        if len(made_from) == 1:
            pace = volatility[made_from[0]]
            root_freshness[ref] = root_freshness[made_from[0]]
        else:
            pace = max([volatility[source] for source in made_from], key=SPEED.__getitem__)
            root_freshness[ref] = min([root_freshness[source] for source in made_from])
        volatility[ref] = record.volatility or pace
        for source in made_from:
            status = records[source].status
            if status != "active":
                below[status].add(ref)
            if source in on_retracted:
                on_retracted.add(ref)
            if source in on_superseded:
                on_superseded.add(ref)
    return Inheritance(volatility, root_freshness, on_retracted, on_superseded)


def nearest(ref: str, status: Status, affected: set[str], graph: Graph) -> tuple[str, ...]:
    """
    The ancestors of *ref* with *status* that no other such ancestor hides, sorted.

    Args:
        ref: Where to start; its own status is not looked at.
        status: What to look for.
        affected: The records that have such an ancestor.
        graph: Holds the records and the sources that count.
    """
    if ref not in affected:
        return ()
    found = set()
    seen = {ref}
    path = [ref]
    while path:
        for source in graph.sources.get(path.pop(), ()):
            if source in seen:
                continue
            seen.add(source)
            if graph.records[source].status == status:
                found.add(source)
            elif source in affected:
                path.append(source)
    return tuple(sorted(found))
