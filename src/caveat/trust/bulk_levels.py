"""Levels: the records of a graph by tier, cycles cut, so that each level is one stretch of an array."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from caveat.model.columns import Columns
from caveat.trust.bulk_arrays import Bools, Ints, distinct, ordered, picked, ranges
from caveat.trust.cycles import cycles


class Level(NamedTuple):
    """
    The records of one tier above 0, as the places ``[first, last)``.

    Attributes:
        first: First place.
        last: One past the last place.
        sources: Places of their sources, record by record.
        starts: Where the sources of each record start in *sources*; None when each has one.
    """

    first: int
    last: int
    sources: Ints
    starts: Ints | None


class Pedigree(NamedTuple):
    """
    The derivation graph in the order in which it is reckoned. A *place* is a position in that order.

    Attributes:
        order: ``(n,)`` number of the record at each place: tier by tier, by number within a tier.
        place: ``(n,)`` place of each record, the inverse of *order*.
        primaries: Number of primaries; they have the places ``[0, primaries)``.
        bounds: ``(tiers + 1,)`` first place of each tier, and n.
        starts: ``(n - primaries + 1,)`` where the sources of each derived place start in *sources*.
        sources: Places of sources, by the place of what was made from them.
        levels: The tiers above 0.
    """

    order: Ints
    place: Ints
    primaries: int
    bounds: Ints
    starts: Ints
    sources: Ints
    levels: tuple[Level, ...]


def pedigree(columns: Columns) -> Pedigree:
    """
    The pedigrees of *columns* by tier.

    As in `build_graph`: a source that cannot be found is left out, and the members of a cycle ignore
    the sources inside of it.
    """
    size = columns.declared.size
    made = np.repeat(np.arange(size), np.diff(columns.source_starts))
    source = columns.sources.astype(np.intp)
    if source.size and source.min() < 0:
        made, source = made[source >= 0], source[source >= 0]
    tiers, left = _tiers(size, made, source)
    if left.any():
        counts = ~_inside_cycle(size, made, source, left)
        made, source = made[counts], source[counts]
        tiers, _ = _tiers(size, made, source)
    return _laid_out(size, made, source, tiers)


def _laid_out(size: int, made: Ints, source: Ints, tiers: Sequence[Ints]) -> Pedigree:
    order = np.concatenate(tiers) if tiers else np.zeros(0, dtype=np.intp)
    bounds = np.zeros(len(tiers) + 1, dtype=np.intp)
    np.cumsum([tier.size for tier in tiers], out=bounds[1:])
    place = np.empty(size, dtype=np.intp)
    place[order] = np.arange(size)
    primaries = tiers[0].size if tiers else 0
    count = np.bincount(made, minlength=size)
    first = np.cumsum(count) - count
    derived = order[primaries:]
    starts = np.zeros(derived.size + 1, dtype=np.intp)
    np.cumsum(count[derived], out=starts[1:])
    sources = picked(place, picked(source, ranges(first[derived], count[derived])))
    return Pedigree(
        order, place, primaries, bounds, starts, sources, _levels(primaries, bounds, starts, sources)
    )


def _levels(primaries: int, bounds: Ints, starts: Ints, sources: Ints) -> tuple[Level, ...]:
    found = []
    for first, last in pairwise(bounds[1:].tolist()):
        inside = starts[first - primaries : last - primaries + 1]
        begin, end = int(inside[0]), int(inside[-1])
        offsets = None if end - begin == last - first else inside[:-1] - begin
        found.append(Level(first, last, sources[begin:end], offsets))
    return tuple(found)


def _tiers(size: int, made: Ints, source: Ints) -> tuple[list[Ints], Bools]:
    """
    Numbers of records tier by tier, ascending within a tier, and which records no tier holds because
    they are in or below a cycle. (Kahn 1962, a whole tier at a time.)
    """
    waiting = np.bincount(made, minlength=size)
    by_source = ordered(source, below=size)
    dependants = picked(made, by_source)
    count = np.bincount(source, minlength=size)
    first = np.cumsum(count) - count
    tier = np.flatnonzero(waiting == 0)
    tiers = []
    while tier.size:
        tiers.append(tier)
        nearer = picked(dependants, ranges(picked(first, tier), picked(count, tier)))
        np.subtract.at(waiting, nearer, 1)
        tier = distinct(nearer[picked(waiting, nearer) == 0], below=size)
    return tiers, waiting > 0


def _inside_cycle(size: int, made: Ints, source: Ints, left: Bools) -> Bools:
    """Which links lead from a member of a cycle to a member of the same one; *left* holds all members."""
    among = left[made] & left[source]
    _, core = _tiers(size, source[among], made[among])  # upside down: sheds what is only below a cycle
    among &= core[made] & core[source]
    made_from: dict[str, list[str]] = {}
    for one, other in zip(made[among].tolist(), source[among].tolist(), strict=True):
        made_from.setdefault(str(one), []).append(str(other))
    group = np.arange(size)
    is_member = np.zeros(size, dtype=np.bool_)
    for members in cycles(made_from, {ref: tuple(sources) for ref, sources in made_from.items()}):
        numbers = np.array(members, dtype=np.intp)
        group[numbers] = numbers[0]
        is_member[numbers] = True
    inside: Bools = is_member[made] & (group[made] == group[source])
    return inside
