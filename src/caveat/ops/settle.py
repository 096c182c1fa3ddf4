"""Settle: links resolved, then status and verification decided, after notes or the ledger changed."""

from collections.abc import Collection, Mapping

from caveat.history.fold import State
from caveat.model.findings import Finding
from caveat.model.store import Entry, Store
from caveat.ops import ledger
from caveat.ops.linking import NOTE, resolve_links
from caveat.trust.graph import build_graph
from caveat.vault.copies import original_of


def settle(
    store: Store,
    assets: Collection[str],
    *,
    before: Mapping[str, Entry] | None,
    is_ledger_changed: bool,
) -> None:
    """
    Make links, status and verifications fit what the notes and the ledger say now.

    Args:
        store: Holds the notes as they are now.
        assets: Paths of the files that are no notes.
        before: What was kept of the notes that changed, when no name came or went; None = look at all.
        is_ledger_changed: The ledger's claims and edges have to be taken over anew.
    """
    state = ledger.folded(store)
    if is_ledger_changed:
        ledger.put_claims(store, state)
        ledger.put_edges(store, state)
    moved, findings = ledger.moved_refs(store, state)
    store.put_findings("moved", findings)
    resolve_links(store, assets, changed=before, moved=moved)
    superseded = _superseded(store, state)
    copies = _copies(store)
    concerned = (
        store.refs()
        if before is None
        else {*before, *superseded, *store.refs(status="superseded"), *state.keys, *copies}
    )
    _stand(store, state, concerned, superseded, moved, copies)
    store.put_findings("copies", [_copy(ref, original) for ref, original in sorted(copies.items())])
    if before is None or _is_pedigree_changed(store, before):
        graph = build_graph(store.records(store.refs()).values(), ())
        # A link that leads nowhere is told with its own line, see `link_findings`.
        store.put_findings("pedigree", [f for f in graph.findings if f.code != "missing-source"])


def _is_pedigree_changed(store: Store, before: Mapping[str, Entry]) -> bool:
    now = store.records(before)
    return any(
        (old.record.sources, old.record.step) != (now[ref].sources, now[ref].step)
        for ref, old in before.items()
    )


def _superseded(store: Store, state: State) -> set[str]:
    """Refs that a supersedes edge of a record that is not retracted leads to."""
    edges = [link for link in store.links(["supersedes"]) if link.target not in (None, link.source)]
    retracted = {ref for ref in state.keys if ledger.is_retracted(state, ref)}
    return {link.target for link in edges if link.target and link.source not in retracted}


def _stand(
    store: Store,
    state: State,
    concerned: Collection[str],
    superseded: Collection[str],
    moved: dict[str, str],
    copies: dict[str, str],
) -> None:
    entries: dict[str, Entry] = store.entries(concerned)
    sources = {source for entry in entries.values() for source in entry.record.sources}
    hashes = {ref: record.content_hash for ref, record in store.records(sources).items()}
    originals = store.records(copies.values())
    identities = {ref: originals[original].identity for ref, original in copies.items()}
    changed = ledger.settled(
        entries, state, superseded=superseded, sources=hashes, formerly=moved, identities=identities
    )
    if changed:
        store.put_standing(changed)


def _copies(store: Store) -> dict[str, str]:
    """Refs of conflict copies whose original is there, with the ref of that original."""
    paths = store.files().keys()
    originals = {path: original for path in paths if (original := original_of(path)) in paths}
    return {NOTE + path: f"{NOTE}{original}" for path, original in originals.items()}


def _copy(ref: str, original: str) -> Finding:
    return Finding(
        "conflict-copy",
        "warning",
        f"a sync tool's conflict copy of {original.removeprefix(NOTE)}; no second source",
        ref.removeprefix(NOTE),
        help="Merge the two notes and delete the copy.",
    )
