"""Root sets of a whole graph: told apart by cheap marks where possible, spelled out only where not."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from caveat.trust.bulk_arrays import Ints, Words, batches, distinct, is_first, picked, ranges, scrambled
from caveat.trust.bulk_levels import Pedigree

WORDS = 4
"""Words of 64 marks per root set (our choice: 256 marks settle nearly all pairs of sets of 20 roots)."""
BUDGET = 1 << 26
"""Roots spelled out at a time (our choice: half a gigabyte); beyond it the roots are taken in parts."""
NO, YES, ASK = 0, 1, 2


class RootSets(NamedTuple):
    """
    What is known of the root sets of all places without spelling them out.

    Attributes:
        pedigree: The graph.
        set_of: ``(n,)`` place at which the set of each place first came up. Equal numbers are equal
            sets; a number below ``pedigree.primaries`` is the set of that one root; two numbers may
            still be equal sets when both are not below it.
        marks: `WORDS` arrays ``(n,)``; each root sets one bit of one of them, and what was made from it
            inherits the bit.
    """

    pedigree: Pedigree
    set_of: Ints
    marks: tuple[Words, ...]


class Questions(NamedTuple):
    """
    What has to be spelled out to be answered.

    Attributes:
        one: Sets to compare, numbers of `RootSets.set_of`, not both of one root.
        other: What to compare each with.
        named: Sets to tell apart from each other, all of several roots.
        listed: Those of *named* whose roots are wanted.
    """

    one: Ints
    other: Ints
    named: Ints
    listed: Ints


class Answers(NamedTuple):
    """
    The answers to `Questions`.

    Attributes:
        common: How many roots each *one* shares with its *other*.
        size: ``(n,)`` number of roots by set, where it was spelled out.
        name: ``(n,)`` by set, one number for all *named* sets that are equal; any other is its own.
        roots: The roots of the *listed* sets by *name*; the listed ones are named ones, too.
    """

    common: Ints
    size: Ints
    name: Ints
    roots: dict[int, Ints]


def root_sets(pedigree: Pedigree, identity: NDArray[np.integer]) -> RootSets:
    """
    The root sets of all places.

    Args:
        pedigree: The graph.
        identity: ``(n,)`` by place; primaries that share one ``>= 0`` are one root.
    """
    size, primaries = pedigree.order.size, pedigree.primaries
    set_of = np.arange(size)
    copies = np.flatnonzero(identity[:primaries] >= 0)
    if copies.size:
        first = np.full(int(identity.max()) + 1, size, dtype=np.intp)
        np.minimum.at(first, identity[copies], copies)
        set_of[copies] = first[identity[copies]]
    for level in pedigree.levels:
        made_from = picked(set_of, level.sources)
        if level.starts is None:
            set_of[level.first : level.last] = made_from
            continue
        least = np.minimum.reduceat(made_from, level.starts)
        is_one = least == np.maximum.reduceat(made_from, level.starts)
        np.copyto(set_of[level.first : level.last], least, where=is_one)
    bit = bits_of(set_of[:primaries])
    marks = [np.zeros(size, dtype=np.uint64) for _ in range(WORDS)]
    for number, mark in enumerate(marks):
        np.left_shift(1, bit & 63, out=mark[:primaries], where=bit >> 6 == number)
        for level in pedigree.levels:
            seen = picked(mark, level.sources)
            inherited = seen if level.starts is None else np.bitwise_or.reduceat(seen, level.starts)
            mark[level.first : level.last] = inherited
    return RootSets(pedigree, set_of, tuple(marks))


def bits_of(roots: Ints) -> Words:
    """Which of the marks each root sets, in ``[0, 64 * WORDS)``."""
    return scrambled(roots, salt=0) % np.uint64(64 * WORDS)


def is_contained(sets: RootSets, inner: Ints, outer: Ints) -> NDArray[np.int8]:
    """Whether each of *inner* (places) rests on nothing that *outer* does not rest on: NO, YES or ASK."""
    one, other = picked(sets.set_of, inner), picked(sets.set_of, outer)
    answer: NDArray[np.int8] = (one == other).astype(np.int8)
    open_pairs = np.flatnonzero((one != other) & (other >= sets.pedigree.primaries))
    for mark in sets.marks:
        missing = picked(mark, picked(one, open_pairs)) & ~picked(mark, picked(other, open_pairs))
        open_pairs = open_pairs[missing == 0]
    answer[open_pairs] = ASK
    return answer


def has_common(sets: RootSets, left: Ints, right: Ints) -> NDArray[np.int8]:
    """Whether each of *left* (places) shares a root with its *right*: NO, YES or ASK."""
    one, other = picked(sets.set_of, left), picked(sets.set_of, right)
    answer: NDArray[np.int8] = (one == other).astype(np.int8)
    primaries = sets.pedigree.primaries
    open_pairs = np.flatnonzero((one != other) & ((one >= primaries) | (other >= primaries)))
    one, other = picked(one, open_pairs), picked(other, open_pairs)
    shared = np.zeros(open_pairs.size, dtype=np.bool_)
    for mark in sets.marks:
        shared |= (picked(mark, one) & picked(mark, other)) != 0
    answer[open_pairs[shared]] = ASK
    return answer


def folded(sets: RootSets, numbers: Ints) -> Words:
    """64 bits that are equal for sets of *numbers* that are equal, and rarely otherwise."""
    found = np.zeros(numbers.size, dtype=np.uint64)
    for mark in sets.marks:
        found = scrambled((found ^ picked(mark, numbers)).view(np.intp), salt=1)
    return found


def answers(sets: RootSets, questions: Questions) -> Answers:
    """
    Spell out the sets that *questions* ask about and what those are made of, and compare them.

    Equality is judged by size and 128 bits of two sums over the roots. Memory is bounded by `BUDGET`:
    when the sets are larger in sum, the roots are taken in parts and the answers add up.
    """
    size = sets.pedigree.order.size
    rows = _with_ancestors(sets, np.concatenate(questions))
    one, other = _larger_last(sets, questions)
    by_other = np.argsort(other, kind="stable")  # so that neighbours are looked up near each other
    common = np.zeros(one.size, dtype=np.intp)
    sizes = np.zeros(size, dtype=np.intp)
    sizes[: sets.pedigree.primaries] = 1
    sums = np.zeros((2, questions.named.size), dtype=np.uint64)
    roots: dict[int, list[Ints]] = {number: [] for number in questions.listed.tolist()}
    for part in _parts(sets, rows):
        common[by_other] += _shared(part, one[by_other], other[by_other])
        sizes[rows] += part.counts[rows]
        for salt in range(len(sums)):
            sums[salt] += _sums(part, questions.named, salt)
        for number, found in roots.items():
            start = part.starts[number]
            found.append(part.pool[start : start + part.counts[number]].copy())
    name = _names(questions.named, sizes, sums)
    listed = {int(name[number]): np.concatenate(found) for number, found in roots.items()}
    return Answers(common, sizes, name, listed)


class _Part(NamedTuple):
    """
    Some sets spelled out, as far as their roots lie in one stretch.

    Attributes:
        rows: Sets of several roots, ascending.
        starts: ``(n,)`` where the roots of each set start in *pool*.
        counts: ``(n,)`` how many it has.
        pool: Roots; those of *rows* follow each other from *primaries* on, ascending in each.
        primaries: Where they start.
    """

    rows: Ints
    starts: Ints
    counts: Ints
    pool: Ints
    primaries: int


def _with_ancestors(sets: RootSets, wanted: Ints) -> Ints:
    """The sets of several roots among *wanted* and among what those are made of, ascending."""
    pedigree = sets.pedigree
    primaries, starts = pedigree.primaries, pedigree.starts
    is_wanted = np.zeros(pedigree.order.size, dtype=np.bool_)
    fresh = distinct(wanted, below=is_wanted.size)
    fresh = fresh[fresh >= primaries]
    while fresh.size:
        is_wanted[fresh] = True
        first = starts[fresh - primaries]
        links = ranges(first, starts[fresh - primaries + 1] - first)
        made_from = picked(sets.set_of, picked(pedigree.sources, links))
        made_from = made_from[(made_from >= primaries) & ~picked(is_wanted, made_from)]
        fresh = distinct(made_from, below=is_wanted.size)
    return np.flatnonzero(is_wanted)


def _larger_last(sets: RootSets, questions: Questions) -> tuple[Ints, Ints]:
    """The pairs, turned so that the second is a set of several roots, the one with more marks if both are."""
    one, other = questions.one, questions.other
    primaries = sets.pedigree.primaries
    weight = np.zeros(one.size, dtype=np.intp)
    for mark in sets.marks:
        weight += np.bitwise_count(picked(mark, other)).astype(np.intp)
        weight -= np.bitwise_count(picked(mark, one))
    turn = (other < primaries) | ((one >= primaries) & (weight < 0))
    return np.where(turn, other, one), np.where(turn, one, other)


def _parts(sets: RootSets, rows: Ints) -> Iterator[_Part]:
    """*rows* spelled out: all roots at once if they fit the budget, else by halves, as often as needed."""
    stretches = [(0, sets.pedigree.primaries)]
    while stretches:
        first, last = stretches.pop()
        part = _spelled_out(sets, rows, first, last)
        if part is None:
            middle = (first + last) // 2
            stretches += [(middle, last), (first, middle)]
        else:
            yield part


def _spelled_out(sets: RootSets, rows: Ints, low: int, high: int) -> _Part | None:
    """The roots in ``[low, high)`` of *rows*; None when they exceed the budget and can be halved."""
    pedigree = sets.pedigree
    primaries = pedigree.primaries
    start = np.arange(pedigree.order.size)
    count = np.zeros(pedigree.order.size, dtype=np.intp)
    count[low:high] = 1
    pool = np.empty(max(1, 4 * primaries), dtype=np.intp)
    pool[:primaries] = np.arange(primaries)
    used = primaries
    for batch in batches(rows, pedigree.bounds):
        first = pedigree.starts[batch - primaries]
        fan_in = pedigree.starts[batch - primaries + 1] - first
        made_from = picked(sets.set_of, picked(pedigree.sources, ranges(first, fan_in)))
        reach = picked(count, made_from)
        if used + int(reach.sum()) > primaries + BUDGET and high - low > 1:
            return None
        keys = np.repeat(np.repeat(np.arange(batch.size), fan_in), reach) * primaries
        keys += picked(pool, ranges(picked(start, made_from), reach))
        keys.sort()
        keys = keys[is_first(keys)]
        owner = keys // primaries
        while used + keys.size > pool.size:
            pool = np.concatenate([pool, np.empty_like(pool)])
        pool[used : used + keys.size] = keys - owner * primaries
        count[batch] = np.bincount(owner, minlength=batch.size)
        start[batch] = used + np.cumsum(count[batch]) - count[batch]
        used += keys.size
    return _Part(rows, start, count, pool[:used], primaries)


def _shared(part: _Part, one: Ints, other: Ints) -> Ints:
    """How many roots each *one* shares with its *other*, a set of several roots."""
    primaries = part.primaries
    keys = np.repeat(part.rows, part.counts[part.rows]) * primaries + part.pool[primaries:]
    reach = picked(part.counts, one)
    roots = picked(part.pool, ranges(picked(part.starts, one), reach))
    sought = np.repeat(other, reach) * primaries + roots
    if not keys.size:
        return np.zeros(one.size, dtype=np.intp)
    at = np.minimum(np.searchsorted(keys, sought), keys.size - 1)
    pair = np.repeat(np.arange(one.size), reach)
    return np.bincount(pair[picked(keys, at) == sought], minlength=one.size)


def _sums(part: _Part, named: Ints, salt: int) -> Words:
    """Of each *named* set, the sum modulo 2 ** 64 of its roots, scrambled."""
    sums = np.zeros(part.pool.size - part.primaries + 1, dtype=np.uint64)
    np.cumsum(scrambled(part.pool[part.primaries :], salt=salt), out=sums[1:])
    first = part.starts[named] - part.primaries
    difference: Words = sums[first + part.counts[named]] - sums[first]
    return difference


def _names(named: Ints, sizes: Ints, sums: Words) -> Ints:
    name = np.arange(sizes.size)
    by_content = np.lexsort((named, sums[1], sums[0], sizes[named]))
    found = named[by_content]
    starts = is_first(sizes[found], sums[0][by_content], sums[1][by_content])
    name[found] = found[np.flatnonzero(starts)[np.cumsum(starts) - 1]] if found.size else found
    return name
