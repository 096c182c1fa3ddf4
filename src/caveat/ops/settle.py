"""
Settle: links resolved, then status and verification decided, after notes or the ledger changed.

What the index keeps of a note's own text and of the ledger is input and is never written here; what is
written here follows from all of it and from nothing else. So an index that grew step by step is the same
as one made at once.
"""

import json
from collections.abc import Collection, Iterable, Mapping

from caveat.history import fold
from caveat.history.fold import State
from caveat.model.findings import Finding
from caveat.model.records import Record, Status
from caveat.model.store import Entry, Store, StoredLink
from caveat.ops import ledger
from caveat.ops.behind import MOVED
from caveat.ops.linking import NOTE, resolve_links
from caveat.trust.cycles import cycles
from caveat.trust.graph import build_graph
from caveat.vault.copies import original_of
from caveat.vault.notes import unsourced

ABSENT = "absent"
"""Key that says ``yes`` while the ledger names a ref that the vault has not, at that path."""


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
    resolve_links(
        store, [link for link in store.links() if link.path or link.kind == "derives"], assets, moved
    )
    _stand(store, state, refs, moved)
    _put_pedigree_findings(store)


def _stand(store: Store, state: State, refs: Collection[str], moved: Mapping[str, str]) -> None:
    names = ledger.names_by_ref(refs, moved)
    retracted = ledger.retracted(state, names)
    superseded, circles = superseded_by_links(store, retracted)
    statuses: dict[str, Status] = {
        **dict.fromkeys(superseded, "superseded"),
        **dict.fromkeys(retracted, "retracted"),
    }
    entries = store.entries(refs)
    copies = _copies(store)
    missing: dict[str, list[str]] = {}
    for link in store.links(["derives"]):
        if link.target is None:
            missing.setdefault(link.source, []).append(link.raw)
    changed = ledger.settled(
        entries,
        state,
        names,
        statuses=statuses,
        hashes={ref: entry.record.content_hash for ref, entry in entries.items()},
        identities={ref: entries[original].own_identity for ref, original in copies.items()},
        missing=missing,
    )
    if changed:
        store.put_standing(changed)
    found = [_copy(ref, original) for ref, original in sorted(copies.items())]
    store.put_findings("standing", [*found, *(_circle(members) for members in circles)])


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


def _put_pedigree_findings(store: Store) -> None:
    graph = build_graph(store.records(store.refs()).values(), ())
    # A link that leads nowhere is told with its own line, see `link_findings`.
    # What a claim says of its own step was told when it was taken in, see `ledger.put_claims`.
    found = [f for f in graph.findings if f.code != "missing-source" and (f.path or f.code == "source-cycle")]
    found += [
        unsourced(record)
        for record in graph.records.values()
        if record.is_model_text and record.ref not in graph.sources and _names_source(record)
    ]
    store.put_findings("pedigree", found)


def _names_source(record: Record) -> bool:
    """Whether a note names sources at all; one that names none was told so when it was read."""
    return bool(record.sources) or record.has_missing_source


def _copies(store: Store) -> dict[str, str]:
    """Refs of conflict copies whose original is there, with the ref of that original."""
    paths = store.files().keys()
    found: dict[str, str] = {}
    for path in paths:
        original = original_of(path)
        while original is not None and original in paths:
            found[NOTE + path] = NOTE + original
            original = original_of(original)
    return found


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
