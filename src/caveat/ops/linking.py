"""Where links lead: every link of the vault resolved against the paths and names that there are now."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice

from caveat.model.findings import Finding
from caveat.model.records import Edge
from caveat.model.store import Store, StoredLink
from caveat.text.resolve import Resolution, Resolver

NOTE = "note:"

AT_ONCE = 5_000
"""Links held in memory at a time; our choice: some megabytes."""

MOST_KNOWN = 50_000
"""Meanings of links that are remembered; our choice: some tens of megabytes."""


def resolve_links(
    store: Store, links: Iterable[StoredLink], assets: Collection[str], moved: Mapping[str, str]
) -> None:
    """
    Store where *links* lead, for those that do not lead there yet.

    A link leads to exactly one note or nowhere; the other notes of that name are kept beside it. A claim
    names its sources by ref, and a note that was moved is found under its new one.

    Args:
        store: Holds the links.
        links: As the store gave them; looked at `AT_ONCE` by `AT_ONCE`.
        assets: Paths of the files that are no notes: a link may lead to one, a record it is not.
        moved: Old ref → ref now.
    """
    upcoming = iter(links)
    some = list(islice(upcoming, AT_ONCE))
    if not some:
        return
    paths = list(store.files())
    resolver = Resolver([*paths, *assets], store.aliases())
    notes, refs = set(paths), set(store.refs())
    # What a link means depends on its words and on the folder it stands in, so many are known already.
    known: dict[tuple[str, str], Resolution] = {}
    while some:
        found = []
        for link in some:
            if link.event:
                found.append(ref_link(link, refs, moved))
                continue
            place = (link.raw, link.path.rpartition("/")[0])
            resolution = known.get(place)
            if resolution is None:
                if len(known) >= MOST_KNOWN:
                    known.clear()
                resolution = known[place] = resolver.resolve(link.raw, link.path)
            found.append(_note_link(link, resolution, notes))
        store.put_targets([new for old, new in zip(some, found, strict=True) if old != new])
        some = list(islice(upcoming, AT_ONCE))


def every_link(store: Store) -> Iterator[StoredLink]:
    """All links of *store*, of which no more than `AT_ONCE` are loaded at a time."""
    last = 0
    while some := store.links_after(last, AT_ONCE):
        yield from some
        last = some[-1].id


def _note_link(link: StoredLink, resolution: Resolution, notes: Collection[str]) -> StoredLink:
    path, how = resolution.path, str(resolution.how)
    if path is not None and path not in notes:
        path, how = None, "asset"
    target = NOTE + path if path is not None else None
    if link.kind != "mentions" and target == link.source:
        # A note cannot stand on itself; the pedigree would be a circle of one.
        target, how = None, "self"
    return link._replace(target=target, how=how, candidates=resolution.candidates)


def ref_link(link: StoredLink, refs: Collection[str], moved: Mapping[str, str]) -> StoredLink:
    """*link* of the ledger, which names a ref, with where it leads among *refs*."""
    target = moved.get(link.raw, link.raw)
    if target not in refs:
        return link._replace(target=None, how="missing")
    return link._replace(target=target, how="moved" if target != link.raw else "path")


def ledger_edge(edge: Edge, refs: Collection[str], moved: Mapping[str, str]) -> StoredLink | None:
    """The link that an edge of the ledger is, both ends found; None when one of them is not there."""
    source = moved.get(edge.source, edge.source)
    link = StoredLink(
        0,
        edge.kind,
        source,
        None,
        edge.target,
        at=edge.at,
        is_confirmed=edge.is_confirmed,
        because=edge.because,
        event=edge.origin,
    )
    found = ref_link(link, refs, moved)
    return found if source in refs and found.target not in (None, source) else None


_WORDS = {
    "derives": "source",
    "supports": "supported note",
    "contradicts": "contradicted note",
    "concerns": "note of concern",
    "supersedes": "superseded note",
}


def link_findings(links: Collection[StoredLink]) -> list[Finding]:
    """A finding for each trust edge among *links* that leads nowhere, by place."""
    found = [
        _finding(link) for link in links if link.target is None and link.kind != "mentions" and not link.event
    ]
    return sorted(found, key=lambda f: (f.path, f.line, f.message))


def _finding(link: StoredLink) -> Finding:
    word = _WORDS[link.kind]
    shown = link.raw if len(link.raw) <= 60 else link.raw[:59] + "…"
    if link.how == "ambiguous":
        return Finding(
            "ambiguous-link",
            "warning",
            f"{word} [[{shown}]] fits {len(link.candidates)} notes, so it counts for none",
            link.path,
            link.line,
            help=f"Write the path of the one you mean: {', '.join(link.candidates[:5])}.",
        )
    if link.how == "asset":
        return Finding(
            "source-not-a-note",
            "note",
            f"{word} [[{shown}]] is a file without a pedigree, so it counts for nothing",
            link.path,
            link.line,
            help="Write a short note about the file, with its kind, and name that note instead.",
        )
    if link.how == "self":
        return Finding(
            "self-source",
            "warning",
            f"{word} [[{shown}]] is the note itself",
            link.path,
            link.line,
            help="Name the note that is meant, or remove the link.",
        )
    return Finding(
        "unresolved-link",
        "warning",
        f"{word} [[{shown}]] is not in the vault",
        link.path,
        link.line,
        help="Correct the name, add the note, or remove the link; until then it is left out.",
    )
