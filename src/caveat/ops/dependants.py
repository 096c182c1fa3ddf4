"""What stands on what: how many records depend on each, and by which path trouble reaches them."""

from collections.abc import Collection, Iterable, Mapping, Sequence

COUNTED = 20_000
"""Records up to which dependants are counted exactly: one bit for each pair; our choice, 50 MB."""

Children = Mapping[str, Sequence[str]]
"""What was made from each record directly, by ref, sorted; a record without is absent."""


def children_of(sources: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """What was made from each record directly, from acyclic *sources* by ref."""
    found: dict[str, list[str]] = {}
    for ref in sorted(sources):
        for source in sources[ref]:
            found.setdefault(source, []).append(ref)
    return found


def dependants_of(order: Sequence[str], children: Children) -> dict[str, int]:
    """
    How many records stand on each, directly or not, each counted once.

    Args:
        order: All refs, every source before what was made from it.
        children: What was made from each directly.

    Returns:
        By ref; a record on which nothing stands is absent. Beyond `COUNTED` records only what was made
        from each directly is counted.
    """
    if len(order) > COUNTED:
        return {ref: len(made) for ref, made in children.items()}
    place = {ref: number for number, ref in enumerate(reversed(order))}
    below: dict[str, int] = {}
    for ref in reversed(order):
        bits = 0
        for child in children.get(ref, ()):
            bits |= 1 << place[child] | below.get(child, 0)
        if bits:
            below[ref] = bits
    return {ref: bits.bit_count() for ref, bits in below.items()}


def below(ref: str, children: Children, *, most: int) -> list[str]:
    """What stands on *ref*, directly or not, nearest first, *most* at most."""
    found: dict[str, None] = {}
    level = [ref]
    while level and len(found) < most:
        level = list(dict.fromkeys(child for one in level for child in children.get(one, ())))
        level = [one for one in level if one not in found and one != ref]
        found.update(dict.fromkeys(level))
    return list(found)[:most]


def paths_to(marked: Iterable[str], children: Children) -> dict[str, tuple[str, ...]]:
    """
    For everything that stands on a marked record, the shortest path to the nearest one.

    Args:
        marked: Refs that bear a mark; one of them may stand on another.
        children: What was made from each directly; acyclic.

    Returns:
        By ref: the sources that lead to the mark, the record's own source first, the marked record last.
        Among equally near marks the first one by ref.
    """
    marks = sorted(marked)
    is_mark = set(marks)
    source_of: dict[str, str] = {}
    queue = list(marks)
    for ref in queue:  # grows while it is read, level by level
        for child in children.get(ref, ()):
            if child not in source_of:
                source_of[child] = ref
                if child not in is_mark:
                    queue.append(child)
    return {ref: _chain(ref, source_of, is_mark) for ref in source_of}


def _chain(ref: str, source_of: Mapping[str, str], is_mark: Collection[str]) -> tuple[str, ...]:
    chain = [source_of[ref]]
    while chain[-1] not in is_mark:
        chain.append(source_of[chain[-1]])
    return tuple(chain)
