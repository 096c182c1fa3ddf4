"""Witnesses: the best set of supporters that are independent of each other."""

from math import prod
from typing import NamedTuple


class Candidate(NamedTuple):
    """
    Somebody who may be a witness.

    Attributes:
        strength: Weight as a witness, in ``[0, 1]``.
        ref: Record; empty for the record's own prior.
        author: Who stands behind it; None = an author of its own.
        roots: Mask of the roots that it rests on.
        identity: Records that share it are one; None = only itself.
    """

    strength: float
    ref: str
    author: str | None
    roots: int
    identity: str | None = None


def joint(strengths: list[float]) -> float:
    """``1 − Π (1 − s)`` of strengths in ``[0, 1]``, in an order of its own, so that any order agrees."""
    return 1.0 - prod([1.0 - strength for strength in sorted(strengths)])


def strongest_distinct(candidates: list[Candidate]) -> list[Candidate]:
    """
    *candidates* by strength, then ref, of each author and set of roots only the best.

    Two that share author and roots conflict with each other and with the same others, so that the
    weaker one can never improve a set.
    """
    found = []
    seen: set[tuple[str | None, int, str | None]] = set()
    for candidate in sorted(candidates, key=lambda candidate: (-candidate.strength, candidate.ref)):
        # Those without an author share none, but the same roots are enough to make them conflict.
        key = (candidate.author, candidate.roots, candidate.identity)
        if key not in seen:
            seen.add(key)
            found.append(candidate)
    return found


def best_independent(candidates: list[Candidate]) -> list[Candidate]:
    """
    The pairwise independent *candidates* whose `joint` strength is greatest.

    Exact. Independent = no shared root, no shared author, not the same content. Which of two equally
    strong sets is chosen depends on the candidates alone, not on how they were found. The work grows
    with the conflicts, at worst as 1.4 to the number of candidates, so callers bound that number.

    Args:
        candidates: The strongest first.
    """
    conflicts = [0] * len(candidates)
    for i, one in enumerate(candidates):
        for j in range(i):
            other = candidates[j]
            if (
                one.roots & other.roots
                or (one.author is not None and one.author == other.author)
                or (one.identity is not None and one.identity == other.identity)
            ):
                conflicts[i] |= 1 << j
                conflicts[j] |= 1 << i
    doubts = [1.0 - candidate.strength for candidate in candidates]
    _, chosen = _least_doubt((1 << len(candidates)) - 1, doubts, conflicts, {})
    return [candidate for i, candidate in enumerate(candidates) if chosen >> i & 1]


def _least_doubt(
    free: int, doubts: list[float], conflicts: list[int], known: dict[int, tuple[float, int]]
) -> tuple[float, int]:
    """The least product of doubts over an independent subset of *free*, and that subset."""
    if free in known:
        return known[free]
    doubt, chosen, rest, most_contested, most = 1.0, 0, 0, -1, 0
    for i, conflict in enumerate(conflicts):
        if free >> i & 1:
            count = (conflict & free).bit_count()
            if not count:
                doubt *= doubts[i]
                chosen |= 1 << i
            else:
                rest |= 1 << i
                if count > most:
                    most_contested, most = i, count
    if rest:
        bit = 1 << most_contested
        without, others = _least_doubt(rest & ~bit, doubts, conflicts, known)
        beside, friends = _least_doubt(rest & ~bit & ~conflicts[most_contested], doubts, conflicts, known)
        if beside * doubts[most_contested] <= without:
            without, others = beside * doubts[most_contested], friends | bit
        doubt *= without
        chosen |= others
    known[free] = doubt, chosen
    return known[free]
