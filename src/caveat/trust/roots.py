"""Roots: the primaries that a record rests on, as bits of one integer, so that thousands stay cheap."""

from collections.abc import Iterable
from typing import NamedTuple

from caveat.trust.cycles import ancestors_first
from caveat.trust.graph import Graph


class Roots(NamedTuple):
    """
    The roots of some records.

    Attributes:
        masks: By ref, one bit for each root; primaries with the same identity are one root, so two
            records rest on the same roots exactly when their masks are equal.
        refs: Ref of the root by bit number; the first seen of those that share an identity.
        grounded: By ref, whether any root is grounded.
        shared: The bits that stand for several primaries.
    """

    masks: dict[str, int]
    refs: list[str]
    grounded: dict[str, bool]
    shared: int


def roots_of(order: Iterable[str], graph: Graph) -> Roots:
    """
    The roots of the records of *order*.

    Args:
        order: Refs, every source before what was made from it, and all ancestors present.
        graph: Holds the records and the sources that count.
    """
    masks: dict[str, int] = {}
    refs: list[str] = []
    grounded: dict[str, bool] = {}
    by_identity: dict[str, int] = {}
    shared = 0
    records, sources = graph.records, graph.sources
    for ref in order:
        made_from = sources.get(ref)
        if made_from:
            # Shared with a single source, so that a long chain holds one integer and not thousands.
            mask = masks[made_from[0]]
            is_grounded = grounded[made_from[0]]
            for source in made_from[1:]:
                mask |= masks[source]
                is_grounded = is_grounded or grounded[source]
        else:
            record = records[ref]
            is_grounded = record.is_grounded
            twin = by_identity.get(record.identity) if record.identity is not None else None
            if twin is None:
                mask = 1 << len(refs)
                refs.append(ref)
                if record.identity is not None:
                    by_identity[record.identity] = mask
            else:
                mask = twin
                shared |= twin
        masks[ref] = mask
        grounded[ref] = is_grounded
    return Roots(masks, refs, grounded, shared)


def root_refs(ref: str, roots: Roots, graph: Graph) -> tuple[str, ...]:
    """Refs of the roots of *ref*, sorted; itself for a primary."""
    if ref not in graph.sources:
        return (ref,)
    mask = roots.masks[ref]
    if mask & roots.shared:  # a bit does not say which of the copies was reached
        reached = ancestors_first((ref,), graph.sources)
        return tuple(sorted(ancestor for ancestor in reached if ancestor not in graph.sources))
    found = []
    while mask:
        lowest = mask & -mask
        found.append(roots.refs[lowest.bit_length() - 1])
        mask ^= lowest
    found.sort()
    return tuple(found)
