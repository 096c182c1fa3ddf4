"""What stands on what: counts and paths, held against the plain definition."""

from hypothesis import given
from hypothesis import strategies as st

from caveat.ops.dependants import below, children_of, dependants_of, paths_to

GRAPHS = st.lists(st.lists(st.integers(0, 30), max_size=3), max_size=14).map(
    lambda rows: {
        f"n{i:02}": tuple(dict.fromkeys(f"n{j % i:02}" for j in row))
        for i, row in enumerate(rows)
        if i and row
    }
)


def reach(ref: str, sources: dict[str, tuple[str, ...]]) -> set[str]:
    """Everything that has *ref* among its ancestors, by definition."""
    found: set[str] = set()
    while more := {r for r, made in sources.items() if {ref, *found} & set(made)} - found:
        found |= more
    return found


@given(GRAPHS)
def test_dependants_are_counted_once_each(sources: dict[str, tuple[str, ...]]) -> None:
    refs = [f"n{i:02}" for i in range(14)]
    children = children_of(sources)
    counts = dependants_of(refs, children)

    for ref in refs:
        assert len(reach(ref, sources)) == counts.get(ref, 0)
        assert reach(ref, sources) == set(below(ref, children, most=99))


@given(GRAPHS, st.sets(st.integers(0, 13).map("n{:02}".format), max_size=4))
def test_paths_lead_to_a_marked_record_along_sources(
    sources: dict[str, tuple[str, ...]], marked: set[str]
) -> None:
    paths = paths_to(marked, children_of(sources))

    assert set().union(*(reach(ref, sources) for ref in marked)) == paths.keys()
    for ref, path in paths.items():
        assert path[-1] in marked
        assert all(one not in marked for one in path[:-1])
        assert all(near in sources[far] for far, near in zip((ref, *path), path, strict=False))
