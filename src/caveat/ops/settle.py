"""
Settle: links resolved, then status and verification decided, after notes or the ledger changed.

What the index keeps of a note's own text and of the ledger is input and is never written here; what is
written here follows from all of it and from nothing else. So an index that grew step by step is the same
as one made at once.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from unicodedata import normalize

from caveat.history import fold
from caveat.history.fold import State
from caveat.model.findings import Finding
from caveat.model.records import Day, Record
from caveat.model.store import Entry, Store, StoredLink
from caveat.ops import ledger
from caveat.ops.behind import MOVED
from caveat.ops.clock import tonight
from caveat.ops.linking import NOTE, every_link, resolve_links
from caveat.ops.looks import missing_sources
from caveat.trust.cycles import cycles, sorted_by_source
from caveat.trust.graph import build_graph, step_finding
from caveat.vault.copies import original_of
from caveat.vault.notes import unsourced

NEXT_LOOK = "next look"
"""Key of the first human look that has not happened yet, a `Day`; empty when all have."""

ABSENT = "absent"
"""Key that says ``yes`` while the ledger names a ref that the vault has not, at that path."""

AT_ONCE = 2_000
"""Records held in memory at a time; our choice: some megabytes."""


def is_narrow(store: Store, before: Mapping[str, Entry]) -> bool:
    """
    Whether nothing but the changed notes themselves can have changed.

    Args:
        store: Holds the notes as they are now.
        before: What was kept of them; no note came or went, and no alias changed.
    """
    refs = set(before)
    if any(link.target in refs or link.source in refs for link in store.links(["supersedes"])):
        return False
    # Any edit may decide where a note went that the ledger knows by its content.
    if store.meta(ABSENT) != "no" or any(old.record.status != "active" for old in before.values()):
        return False
    dependants = {link.source for link in store.links_into(refs) if link.kind == "derives"}
    if store.ledger_refs(refs | dependants):
        return False
    night = tonight()
    if any((new.verified_written or 0.0) >= night for new in store.entries(refs).values()):
        return False
    return not any(ref in refs or original in refs for ref, original in _copies(store).items())


def settle_narrow(store: Store, assets: Collection[str], before: Mapping[str, Entry]) -> None:
    """Resolve the links of the changed notes, when `is_narrow` says that this is all."""
    resolve_links(store, store.links_from(before), assets, {})
    now = store.records(before)
    if any(
        (old.record.sources, old.record.step, old.record.is_model_text)
        != (now[ref].sources, now[ref].step, now[ref].is_model_text)
        for ref, old in before.items()
    ):
        _put_pedigree_findings(store)


def settle(store: Store, assets: Collection[str], *, is_ledger_changed: bool, is_full: bool) -> None:
    """
    Make every link, status and verification fit what the notes and the ledger say now.

    Args:
        store: Holds the notes as they are now.
        assets: Paths of the files that are no notes.
        is_ledger_changed: The claims have to be taken over anew.
        is_full: All of them, whether they changed or not.
    """
    state = ledger.folded(store)
    if is_ledger_changed:
        ledger.put_claims(store, state, is_full=is_full)
        store.put_findings("ledger events", [*fold.conflicts(state), *ledger.without_effect(state)])
    moved, findings = ledger.moved_refs(store, state)
    store.put_findings("moved", findings)
    is_absent = "yes" if moved or any(f.code == "unresolved-ref" for f in findings) else "no"
    store.put_meta({MOVED: json.dumps(moved, sort_keys=True), ABSENT: is_absent})
    store.put_ledger_refs([*state.keys, *moved.values()])
    refs = store.refs()
    ledger.put_edges(store, state, set(refs), moved)
    resolvable = (link for link in every_link(store) if link.path or link.kind == "derives")
    resolve_links(store, resolvable, assets, moved)
    _stand(store, state, refs, moved)
    _put_pedigree_findings(store)


def _stand(store: Store, state: State, refs: Sequence[str], moved: Mapping[str, str]) -> None:
    names = ledger.names_by_ref(refs, moved)
    retracted = ledger.retracted(state, names)
    superseded, circles = superseded_by_links(store, retracted)
    copies = _copies(store)
    originals = store.entries(set(copies.values()))
    missing = missing_sources(store.links_to_nowhere(["derives"]))
    now, later = tonight(), list[Day]()
    for some in _parts(refs):
        entries = store.entries(some)
        # Only of what the ledger speaks is known what its sources were when somebody looked.
        seen = [e for ref, e in entries.items() if not state.keys.keys().isdisjoint(names[ref])]
        sources = store.records({source for entry in seen for source in entry.record.sources})
        found = ledger.settled(
            entries,
            state,
            names,
            retracted=retracted,
            superseded=superseded,
            hashes={ref: record.content_hash for ref, record in sources.items()},
            identities={ref: originals[copies[ref]].own_identity for ref in entries if ref in copies},
            missing=missing,
            now=now,
        )
        later += [] if found.next_look is None else [found.next_look]
        if found.changed:
            store.put_standing(found.changed)
    store.put_meta({NEXT_LOOK: repr(min(later)) if later else ""})
    twins = [_copy(ref, original) for ref, original in sorted(copies.items())]
    store.put_findings("standing", [*twins, *(_circle(members) for members in circles)])


def is_look_due(store: Store) -> bool:
    """Whether a human look that had not happened yet when all was settled has happened since."""
    kept = store.meta(NEXT_LOOK)
    return bool(kept) and float(kept or 0) < tonight()


def superseded_by_links(store: Store, retracted: Collection[str]) -> tuple[set[str], list[tuple[str, ...]]]:
    """
    Refs that a live supersedes edge leads to, and the circles among them.

    In a circle each record replaces the other, so none is replaced by it.
    """
    return superseded_among(store.links(["supersedes"]), retracted)


def superseded_among(
    links: Iterable[StoredLink], retracted: Collection[str]
) -> tuple[set[str], list[tuple[str, ...]]]:
    """As `superseded_by_links`, of *links* that say supersedes."""
    successors: dict[str, tuple[str, ...]] = {}
    for link in links:
        if link.target not in (None, link.source) and link.source not in retracted:
            target = str(link.target)
            successors[target] = (*successors.get(target, ()), link.source)
    circles = cycles(successors, successors)
    circle_of = {ref: number for number, members in enumerate(circles) for ref in members}
    superseded = {
        ref
        for ref, sources in successors.items()
        if any(ref not in circle_of or circle_of.get(source) != circle_of[ref] for source in sources)
    }
    return superseded, circles


def _parts(refs: Sequence[str]) -> Iterator[Sequence[str]]:
    """*refs* in their order, `AT_ONCE` at a time."""
    return (refs[start : start + AT_ONCE] for start in range(0, len(refs), AT_ONCE))


def _put_pedigree_findings(store: Store) -> None:
    graph = build_graph(_doubtful(store).values(), ())
    # A link that leads nowhere is told with its own line, see `link_findings`.
    # What a claim says of its own step was told when it was taken in, see `ledger.put_claims`.
    found = [f for f in graph.findings if f.code != "missing-source" and (f.path or f.code == "source-cycle")]
    found += [
        unsourced(record)
        for record in graph.records.values()
        if record.is_model_text and record.ref not in graph.sources and _names_source(record)
    ]
    store.put_findings("pedigree", found)


def _doubtful(store: Store) -> dict[str, Record]:
    """
    The records of whose pedigrees something may be wrong, and what they are made from by its ref alone.

    All other records have nothing to say about pedigrees, and there may be many of them.
    """
    sources: dict[str, tuple[str, ...]] = {}
    doubtful: dict[str, Record] = {}
    refs = store.refs()
    own = {ref: ref for ref in refs}
    for some in _parts(refs):
        for ref, record in store.records(some).items():
            made_from = tuple([own[source] for source in record.sources if source in own])
            if made_from:
                sources[own[ref]] = made_from
            if record.is_model_text or step_finding(record, len(record.sources)) is not None:
                doubtful[ref] = record
    ordered = sorted_by_source(refs, sources)
    if len(ordered) < len(refs):
        doubtful |= store.records(set(refs).difference(ordered))
    stubs = {source for ref in doubtful for source in sources.get(ref, ())}
    return {**{ref: Record(ref) for ref in stubs}, **doubtful}


def _names_source(record: Record) -> bool:
    """Whether a note names sources at all; one that names none was told so when it was read."""
    return bool(record.sources) or record.has_missing_source


def _copies(store: Store) -> dict[str, str]:
    """Refs of conflict copies whose original is there, with the ref of that original."""
    paths = store.files().keys()
    found: dict[str, str] = {}
    for path in paths:
        original = original_of(path)
        while original is not None:
            if there := _as_stored(original, paths):
                found[NOTE + path] = NOTE + there
            original = original_of(original) if there else None
    return found


def _as_stored(path: str, paths: Collection[str]) -> str | None:
    """*path* as *paths* has it, its letters whole or in pieces: a sync tool may change that on the way."""
    forms = (path, *(normalize(form, path) for form in ("NFC", "NFD")))
    return next((form for form in forms if form in paths), None)


def _copy(ref: str, original: str) -> Finding:
    return Finding(
        "conflict-copy",
        "warning",
        f"a sync tool's conflict copy of {original.removeprefix(NOTE)}; no second source",
        ref.removeprefix(NOTE),
        help="Merge the two notes and delete the copy.",
    )


def _circle(members: tuple[str, ...]) -> Finding:
    return Finding(
        "supersedes-cycle",
        "warning",
        f"{', '.join(members)} supersede each other, so none of them is replaced",
        members[0].removeprefix(NOTE) if members[0].startswith(NOTE) else "",
        help="Take back the edge that is wrong.",
    )
