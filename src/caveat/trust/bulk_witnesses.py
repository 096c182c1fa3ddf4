"""Witnesses of a whole graph: which are independent, and how much doubt the best of them leave."""

from itertools import combinations
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from caveat.trust.bulk_arrays import Bools, Floats, Ints, is_first, picked
from caveat.trust.bulk_roots import ASK, YES, Answers, RootSets, has_common
from caveat.trust.witnesses import Candidate, best_independent, strongest_distinct

Pair = tuple[int, int]


class Group(NamedTuple):
    """
    Targets that have the same small number k of possible witnesses. Records are places.

    Attributes:
        targets: ``(g,)``.
        members: ``(g, k)`` who may be a witness.
        clashes: ``(g, pairs)`` int8, for each of `pairs_of` k whether the two are not independent:
            NO, YES or, while the group is being made, ASK.
    """

    targets: Ints
    members: Ints
    clashes: NDArray[np.int8]


class Crowd(NamedTuple):
    """
    A target with more possible witnesses than a `Group` takes. Records are places.

    Attributes:
        target: Whom they confirm.
        members: Who may be a witness, each once.
        authors: Their authors; -1 = none.
        sets: Numbers of their root sets.
        identities: What copies share; -1 = nothing.
        own_set: Number of the target's root set.
    """

    target: int
    members: list[int]
    authors: list[int]
    sets: list[int]
    identities: list[int]
    own_set: int


class Witnesses(NamedTuple):
    """
    Everybody who may be a witness, but for how much each one weighs.

    Attributes:
        groups: Targets by number of possible witnesses.
        crowds: Targets with many of them.
        roots: The roots of the sets that *crowds* name, but for those of one root.
    """

    groups: tuple[Group, ...]
    crowds: tuple[Crowd, ...]
    roots: dict[int, Ints]


class Doubts(NamedTuple):
    """
    What doubt the best independent witnesses leave, ``(n,)`` by place; 1 where there is none.

    Attributes:
        alone: ``Π (1 − W)`` of the best set.
        beside: The same of the best set that shares no root with the target.
        has_witness: There is a candidate.
    """

    alone: Floats
    beside: Floats
    has_witness: Bools


def pairs_of(members: int) -> list[Pair]:
    """Pairs of *members*, then each member with the target, which has the number *members*."""
    return [*combinations(range(members), 2), *((member, members) for member in range(members))]


def grouped(targets: Ints, speakers: Ints, most: int) -> tuple[list[Group], list[tuple[int, Ints]]]:
    """
    Possible witnesses by target: groups of up to *most*, nothing known of their clashes, and the others.

    Args:
        targets: Ascending.
        speakers: Who may be a witness of each.
        most: ``>= 0``.
    """
    starts = np.flatnonzero(is_first(targets))
    counts = np.diff(np.append(starts, targets.size))
    groups = []
    for members in range(1, most + 1):
        chosen = starts[counts == members]
        if chosen.size:
            table = speakers[chosen[:, None] + np.arange(members)]
            clashes = np.zeros((chosen.size, len(pairs_of(members))), dtype=np.int8)
            groups.append(Group(targets[chosen], table, clashes))
    large = counts > most
    many = [
        (int(targets[start]), speakers[start : start + count])
        for start, count in zip(starts[large].tolist(), counts[large].tolist(), strict=True)
    ]
    return groups, many


def look_for_clashes(group: Group, sets: RootSets, author: Ints, identity: Ints) -> None:
    """Fill in the clashes of *group*, as far as they are plain; *author* and *identity* are by place."""
    count = group.members.shape[1]
    everyone = _with_target(group)
    for column, (i, j) in enumerate(pairs_of(count)):
        one, other = everyone[i], everyone[j]
        clash = has_common(sets, one, other)
        if j < count:
            same_author = (author[one] >= 0) & (author[one] == author[other])
            same_content = (identity[one] >= 0) & (identity[one] == identity[other])
            clash[same_author | same_content] = YES
        group.clashes[:, column] = clash


def open_pairs(group: Group) -> tuple[Ints, Ints]:
    """The places whose roots have to be compared to know all clashes of *group*."""
    everyone = np.array(_with_target(group))
    pairs = np.array(pairs_of(group.members.shape[1]))
    row, column = np.nonzero(group.clashes == ASK)
    return everyone[pairs[column, 0], row], everyone[pairs[column, 1], row]


def close(group: Group, common: Ints) -> None:
    """Fill in the clashes that were open, *common* being the number of shared roots of `open_pairs`."""
    group.clashes[group.clashes == ASK] = common > 0


def crowd(target: int, members: Ints, sets: RootSets, found: Answers, author: Ints, identity: Ints) -> Crowd:
    """A target with many possible witnesses; *author* and *identity* are by place."""
    members = np.unique(members)
    return Crowd(
        target,
        members.tolist(),
        author[members].tolist(),
        found.name[sets.set_of[members]].tolist(),
        identity[members].tolist(),
        int(found.name[sets.set_of[target]]),
    )


def doubts(
    witnesses: Witnesses, order: Ints, reliability: Floats, may_witness: Bools, *, limit: int
) -> Doubts:
    """
    What doubt the best witnesses leave.

    Args:
        witnesses: Who they may be.
        order: ``(n,)`` number of the record at each place; decides between equals.
        reliability: ``(n,)`` W by place.
        may_witness: ``(n,)`` by place, whether it is active and grounded.
        limit: Strongest candidates among which the best set is sought; not below the size of any group.
    """
    size = order.size
    found = Doubts(np.ones(size), np.ones(size), np.zeros(size, dtype=np.bool_))
    doubt = np.where(may_witness, 1.0 - reliability, 1.0)
    for group in witnesses.groups:
        _weigh_group(group, doubt, may_witness, found)
    for many in witnesses.crowds:
        _weigh_crowd(many, witnesses.roots, order, reliability, may_witness, limit, found)
    return found


def _with_target(group: Group) -> list[Ints]:
    return [*group.members.T, group.targets]


def _weigh_group(group: Group, doubt: Floats, may_witness: Bools, found: Doubts) -> None:
    count = group.members.shape[1]
    pairs = pairs_of(count)
    each = [picked(doubt, member) for member in group.members.T]
    alone, beside = np.ones(group.targets.size), np.ones(group.targets.size)
    for subset in range(1, 1 << count):
        chosen = [i for i in range(count) if subset >> i & 1]
        left = each[chosen[0]]
        for i in chosen[1:]:
            left = left * each[i]
        inside = [column for column, (i, j) in enumerate(pairs) if j < count and {i, j} <= {*chosen}]
        own = [column for column, (i, j) in enumerate(pairs) if j == count and i in chosen]
        if inside:
            left = np.where(group.clashes[:, inside].any(axis=1), 1.0, left)
        np.minimum(alone, left, out=alone)
        np.minimum(beside, np.where(group.clashes[:, own].any(axis=1), 1.0, left), out=beside)
    found.alone[group.targets] = alone
    found.beside[group.targets] = beside
    found.has_witness[group.targets] = picked(may_witness, group.members).any(axis=1)


def _weigh_crowd(
    crowd: Crowd,
    roots: dict[int, Ints],
    order: Ints,
    reliability: Floats,
    may_witness: Bools,
    limit: int,
    found: Doubts,
) -> None:
    heard = [i for i, member in enumerate(crowd.members) if may_witness[member]]
    candidates = [
        Candidate(
            float(reliability[crowd.members[i]]),
            f"{order[crowd.members[i]]:012d}",  # sorts as refs do
            None if crowd.authors[i] < 0 else str(crowd.authors[i]),
            crowd.sets[i],
            None if crowd.identities[i] < 0 else str(crowd.identities[i]),
        )
        for i in heard
    ]
    # Whether sets are equal is all that matters here, so their numbers stand in for masks.
    looked_at = strongest_distinct(candidates)[:limit]
    masks = _masks([*(candidate.roots for candidate in looked_at), crowd.own_set], roots)
    own = masks.pop()
    looked_at = [candidate._replace(roots=mask) for candidate, mask in zip(looked_at, masks, strict=True)]
    found.alone[crowd.target] = _least_doubt(looked_at)
    found.beside[crowd.target] = _least_doubt([one for one in looked_at if not one.roots & own])
    found.has_witness[crowd.target] = bool(looked_at)


def _masks(sets: list[int], roots: dict[int, Ints]) -> list[int]:
    """Masks of *sets* over the roots that they name between them."""
    spelled_out = [roots.get(number, np.array([number])) for number in sets]
    everyone = np.unique(np.concatenate(spelled_out))
    masks = []
    for theirs in spelled_out:
        flags = np.zeros(everyone.size, dtype=np.bool_)
        flags[np.searchsorted(everyone, theirs)] = True
        masks.append(int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little"))
    return masks


def _least_doubt(candidates: list[Candidate]) -> float:
    return prod(sorted(1.0 - candidate.strength for candidate in best_independent(candidates)))
