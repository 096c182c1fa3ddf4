"""
Settle what a few new events changed, without looking at everything else.

It writes what `settle.settle` would write, as long as it can tell that nothing else is concerned; when it
cannot, it says so, and everything has to be settled. A state machine test holds both to the same index.
"""

from collections.abc import Collection, Iterable, Mapping

from caveat.history import views
from caveat.history.fold import State, changes
from caveat.history.schema import is_known, is_tombstone, objection
from caveat.model.events import Event
from caveat.model.store import Store
from caveat.ops import ledger
from caveat.ops.behind import moved_names
from caveat.ops.clock import tonight
from caveat.ops.linking import ledger_edge, ref_link
from caveat.ops.looks import missing_sources
from caveat.ops.settle import superseded_by_links

FEW = 200
"""Events beyond which everything is settled; our choice."""


def settle_events(store: Store, events: Collection[Event]) -> bool:
    """
    Make claims, edges, status and verifications fit *events*, which the store has taken in.

    Args:
        store: Settled before they came; written in the caller's transaction.
        events: All that are new.

    Returns:
        False when more may have changed than what they speak of: then everything has to be settled.
    """
    if len(events) > FEW or not all(_is_plain(event) for event in events):
        return False
    if any(_names_later_claim(event) for event in events if event.kind == "claim"):
        return False
    said = [change for event in events for change in changes(event)]
    # What is said of another event is said of that one's refs; a look may say that a note went elsewhere.
    moved = moved_names(store)
    if any(change.about for change in said) or any(
        event.body["ref"] in moved or "was" in event.body
        for event in events
        if event.kind in ("verify", "observed")
    ):
        return False
    told = _with_names({ref for change in said for ref in change.refs}, moved)
    made = {f"claim:{event.id}" for event in events if event.kind == "claim"}
    if not _is_closed(store, told, made, moved):
        return False
    state = ledger.folded_about(store, told)
    if state.conflicted or views.refused_retractions(state) or views.refused_withdrawals(state):
        return False
    _put_claims(store, state, made, moved)
    _put_edges(store, state, told, moved)
    store.put_ledger_refs(told, is_more=True)
    return _stand(store, state, told, moved, may_circle=any(e.kind in _ORDERING for e in events))


_ORDERING = ("supersede", "retract", "withdraw")


def _is_plain(event: Event) -> bool:
    """Whether it is one that counts, and takes no other event away."""
    is_said = is_known(event) and not is_tombstone(event) and event.kind != "forget"
    return is_said and objection(event) is None


def _names_later_claim(event: Event) -> bool:
    """Whether a claim says that it was made from itself or from a later one: a circle may come of it."""
    return any(
        str(ref).startswith("claim:") and str(ref)[6:] >= event.id for ref in event.body.get("from", ())
    )


def _with_names(refs: Iterable[str], moved: Mapping[str, str]) -> set[str]:
    """*refs* with the refs that they were moved to or from."""
    found = set(refs)
    found.update(moved[ref] for ref in list(found) if ref in moved)
    found.update(old for old, now in moved.items() if now in found)
    return found


def _is_closed(store: Store, told: set[str], made: set[str], moved: Mapping[str, str]) -> bool:
    """Whether everything spoken of is there, and nothing waited for what is new."""
    absent = {ref for ref in told - made - moved.keys() if not ref.startswith("term:")}
    absent -= store.records(absent).keys()
    return not absent and not store.records(made) and not store.ledger_refs(made) and not store.dangling(made)


def _put_claims(store: Store, state: State, made: Collection[str], moved: Mapping[str, str]) -> None:
    for claim in views.claims(state, made):
        store.put(ledger.claim_entry(claim))
    links = [link for link in store.links_from(made) if link.kind == "derives" and link.event]
    there = store.records(moved.get(link.raw, link.raw) for link in links).keys()
    store.put_targets([ref_link(link, there, moved) for link in links])


def _put_edges(store: Store, state: State, told: Collection[str], moved: Mapping[str, str]) -> None:
    edges = views.edges(state, told, content=ledger.words_now(store, state, moved))
    ends = {moved.get(ref, ref) for edge in edges for ref in (edge.source, edge.target)}
    there = store.records(ends).keys()
    links = (ledger_edge(edge, there, moved) for edge in edges)
    store.put_edges([link for link in links if link is not None], among=told)


def _stand(store: Store, state: State, told: set[str], moved: Mapping[str, str], *, may_circle: bool) -> bool:
    """Status and verification of what was spoken of, and of what is replaced because of it."""
    names = ledger.names_by_ref(store.records(told), moved)
    retracted = {ref for ref in store.refs(status="retracted") if ref not in names}
    retracted |= ledger.retracted(state, names)
    superseded, circles = superseded_by_links(store, retracted)
    had_circles = may_circle and any(f.code == "supersedes-cycle" for f in store.findings())
    if circles or had_circles:
        return False
    superseded -= retracted
    others = superseded.symmetric_difference(store.refs(status="superseded")) - names.keys()
    if others:
        names = ledger.names_by_ref([*names, *others], moved)
        state = ledger.folded_about(store, _with_names(names, moved))
    entries = store.entries(names)
    sources = {source for entry in entries.values() for source in entry.record.sources}
    hashes = {ref: record.content_hash for ref, record in store.records(sources).items()}
    found = ledger.settled(
        entries,
        state,
        names,
        retracted=retracted,
        superseded=superseded,
        hashes=hashes,
        # A copy keeps the identity of its original: no file came or went.
        identities={ref: entry.record.identity for ref, entry in entries.items()},
        missing=missing_sources(store.links_from(names)),
        now=tonight(),
    )
    if found.changed:
        store.put_standing(found.changed)
    return found.next_look is None
