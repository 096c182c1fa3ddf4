"""Order of a pedigree: sources before what was made from them, and the cycles that have none."""

from collections.abc import Iterable, Mapping

Sources = Mapping[str, tuple[str, ...]]
"""Sources by ref; a primary is absent."""


def sorted_by_source(refs: Iterable[str], sources: Sources) -> list[str]:
    """
    *refs* with every source before what was made from it; members of cycles, and what is made from
    them, are left out.

    Args:
        refs: All refs of the graph, without repetition.
        sources: Sources by ref, each of them among *refs*.
    """
    waiting: dict[str, int] = {}
    dependants: dict[str, list[str]] = {}
    order = []
    for ref in refs:
        made_from = sources.get(ref)
        if not made_from:
            order.append(ref)
            continue
        waiting[ref] = len(made_from)
        for source in made_from:
            dependants.setdefault(source, []).append(ref)
    for ref in order:  # grows while it is read: the queue of Kahn's algorithm
        for dependant in dependants.get(ref, ()):
            waiting[dependant] -= 1
            if not waiting[dependant]:
                order.append(dependant)
    return order


def ancestors_first(refs: Iterable[str], sources: Sources) -> list[str]:
    """
    *refs* and all their ancestors, each once, every source before what was made from it.

    Args:
        refs: Where to start; repetitions are harmless.
        sources: Sources by ref, acyclic.
    """
    seen: set[str] = set()
    order: list[str] = []
    for start in refs:
        if start in seen:
            continue
        seen.add(start)
        made_from = sources.get(start)
        if not made_from:
            order.append(start)
            continue
        path = [(start, iter(made_from))]
        while path:
            ref, rest = path[-1]
            for source in rest:
                if source in seen:
                    continue
                seen.add(source)
                deeper = sources.get(source)
                if deeper:
                    path.append((source, iter(deeper)))
                    break
                order.append(source)
            else:
                path.pop()
                order.append(ref)
    return order


def cycles(refs: Iterable[str], sources: Sources) -> list[tuple[str, ...]]:
    """
    The groups of *refs* that are each other's ancestors, each sorted, in sorted order.

    A record that names itself is a group of one. Interlocked cycles are one group. (Tarjan 1972,
    "Depth-first search and linear graph algorithms", with a stack of its own instead of recursion.)

    Args:
        refs: Where to look; ancestors outside of them are not looked at.
        sources: Sources by ref.
    """
    among = set(refs)
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_refs: list[str] = []
    is_open: set[str] = set()
    found = []

    def entered(ref: str) -> tuple[str, list[str]]:
        number[ref] = lowest[ref] = len(number)
        open_refs.append(ref)
        is_open.add(ref)
        return ref, [source for source in sources.get(ref, ()) if source in among]

    for start in among:
        path = [] if start in number else [entered(start)]
        while path:
            ref, rest = path[-1]
            if rest:
                source = rest.pop()
                if source not in number:
                    path.append(entered(source))
                elif source in is_open:
                    lowest[ref] = min(lowest[ref], number[source])
                continue
            path.pop()
            if path:
                below = path[-1][0]
                lowest[below] = min(lowest[below], lowest[ref])
            if lowest[ref] == number[ref]:
                members = _popped_from(ref, open_refs)
                is_open.difference_update(members)
                if len(members) > 1 or ref in sources.get(ref, ()):
                    found.append(tuple(sorted(members)))
    return sorted(found)


def _popped_from(ref: str, stack: list[str]) -> list[str]:
    """The end of *stack* from *ref* on, taken off."""
    members = [stack.pop()]
    while members[-1] != ref:
        members.append(stack.pop())
    return members
