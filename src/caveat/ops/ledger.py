"""The ledger in the index: what all of it says of the records."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from caveat.history import fold, views
from caveat.history.fold import State
from caveat.history.schema import is_known
from caveat.history.verification import Verification, is_stale, valid_verification
from caveat.model.events import Event
from caveat.model.findings import Finding
from caveat.model.notes import Chunk
from caveat.model.records import Day, Record
from caveat.model.store import ChunkTokens, Entry, Store, StoredLink
from caveat.ops.linking import ledger_edge
from caveat.text.fold import fold_key
from caveat.text.tokenize import analyse, detect_language
from caveat.trust.graph import step_finding
from caveat.vault.ledger import parse_event

AT_ONCE = 2_000
"""Records held in memory at a time; our choice: some megabytes."""


def folded(store: Store) -> State:
    """The state of everything that the ledger says."""
    state = fold.empty()
    fold.apply(state, _events(store.ledger_lines()))
    return state


def folded_about(store: Store, refs: Iterable[str]) -> State:
    """
    The state of what the ledger says of *refs*: every view of one of them is as in `folded`.

    What speaks of an event that touches them (a confirmation, a forgetting, and the forgetting of that
    one) is part of it.
    """
    state = fold.empty()
    keys, asked = set(refs), set[str]()
    read: set[str] = set()
    for _ in range(4):
        asked |= keys
        # A record may have thousands of lines: each is asked for and read once.
        lines = [line for line in store.ledger_lines(keys) if line not in read]
        if not lines:
            break
        read.update(lines)
        fold.apply(state, _events(lines))
        keys = {f"event:{event_id}" for event_id in state.events}
        keys |= {f"event:{row.about}" for rows in state.rows.values() for row in rows if row.about}
        keys -= asked
    return state


def _events(lines: Iterable[str]) -> Iterator[Event]:
    return (event for event in map(parse_event, lines) if isinstance(event, Event))


def put_claims(store: Store, state: State, *, is_full: bool) -> None:
    """
    Make the claims kept those of *state*: new and changed ones are written, others removed.

    Args:
        store: Holds the claims.
        state: The ledger's fold.
        is_full: Write all, for the analyser may have changed.
    """
    claims = {claim.record.ref: claim for claim in views.claims(state)}
    kept = store.entries(store.refs(kind="claim"))
    store.remove(sorted(kept.keys() - claims.keys()))
    for ref, claim in claims.items():
        old = kept.get(ref)
        # Status and verification are settled later; sources are told by the links.
        if is_full or old is None or _plain(old.record) != _plain(claim.record):
            store.put(claim_entry(claim))


def _plain(record: Record) -> Record:
    return record._replace(
        status="active", sources=(), verified=None, is_pinned=False, is_stale=False, has_missing_source=False
    )


def claim_entry(claim: views.Claim) -> Entry:
    """What the index keeps of a claim."""
    record, language = claim.record, detect_language(claim.text)
    tokens = ChunkTokens("", "", " ".join(analyse(claim.text, language)))
    links = tuple(
        StoredLink(0, "derives", record.ref, None, source, at=record.created, event=record.ref[6:])
        for source in record.sources
    )
    return Entry(
        record=record._replace(sources=()),
        names=tuple(filter(None, [fold_key(record.title)])),
        chunks=(Chunk(claim.text, (), 1, 1),),
        tokens=(tokens,),
        links=links,
        findings=tuple(filter(None, [step_finding(record, len(record.sources))])),
        language=language,
        own_identity=record.identity,
    )


def put_edges(store: Store, state: State, refs: Collection[str], moved: Mapping[str, str]) -> None:
    """Make the ledger's edges kept those of *state* whose two ends are there."""
    edges = views.edges(state, content=words_now(store, state, moved))
    found = (ledger_edge(edge, refs, moved) for edge in edges)
    store.put_edges([edge for edge in found if edge is not None])


def words_now(store: Store, state: State, moved: Mapping[str, str]) -> dict[str, str]:
    """Content hash now, by the ref that the ledger uses, of all that a confirmation in *state* rests on."""
    names = {ref: moved.get(ref, ref) for ref in views.words_of(state)}
    hashes: dict[str, str] = {}
    refs = sorted(set(names.values()))
    for start in range(0, len(refs), AT_ONCE):
        records = store.records(refs[start : start + AT_ONCE])
        hashes.update((ref, record.content_hash) for ref, record in records.items())
    return {ref: hashes[now] for ref, now in names.items() if now in hashes}


def moved_refs(store: Store, state: State) -> tuple[dict[str, str], list[Finding]]:
    """
    Where notes went that the ledger names and the vault no longer has at that path.

    Returns:
        Old ref → the note that an audit saw it become, else the one that has the content last seen under
        it; and for each ref that the ledger names and nobody has a finding: a note *moved*, or a warning
        *unresolved-ref*.
    """
    # A claim that was forgotten is gone on purpose: nobody can put it back.
    gone = {f"claim:{event_id}" for event_id in state.forgotten}
    named = state.keys.keys() - set(store.refs()) - gone
    # Terms live in their book's folder and are no records of this index: `book` reads them itself.
    named = {ref for ref in named if not ref.startswith("term:")}
    if not named:
        return {}, []
    last_seen: dict[str, str] = {}
    for ref in named:
        looks = [(look.day, look.id, look.hash) for look in views.verifications(state, ref)]
        looks += [(seen.day, seen.id, seen.hash) for seen in views.observations(state, ref)]
        if looks:
            last_seen[ref] = max(looks)[2]
    by_hash = _by_hash(store, set(last_seen.values()))
    fits = {ref: by_hash.get(digest, []) for ref, digest in last_seen.items()}
    moves = views.moves(state)
    moved: dict[str, str] = {}
    findings = []
    for ref in sorted(named):
        now = _where(ref, moves, named, fits)
        if now:
            moved[ref] = now
            findings.append(_moved(ref, now))
        else:
            findings.append(_unresolved(ref, fits.get(ref, [])))
    return moved, findings


def _where(
    ref: str, moves: Mapping[str, str], gone: Collection[str], fits: Mapping[str, Sequence[str]]
) -> str:
    """
    The note that *ref* is now: what an audit saw it become, else the one with its content; empty for none.

    What an audit saw stands although the note was edited since, and it is followed from name to name.
    """
    passed = [ref]
    while passed[-1] in moves and passed[-1] in gone and moves[passed[-1]] not in passed:
        passed.append(moves[passed[-1]])
    if passed[-1] not in gone:
        return passed[-1]
    found = (fits[one][0] for one in reversed(passed) if len(fits.get(one, ())) == 1)
    return next(found, "")


def _by_hash(store: Store, hashes: Collection[str]) -> dict[str, list[str]]:
    """Refs of the notes that have one of *hashes* as their content's, by that."""
    found: dict[str, list[str]] = {}
    refs = store.refs(kind="note") if hashes else []
    for start in range(0, len(refs), AT_ONCE):
        for record in store.records(refs[start : start + AT_ONCE]).values():
            if record.content_hash in hashes:
                found.setdefault(record.content_hash, []).append(record.ref)
    return found


def _moved(ref: str, now: str) -> Finding:
    message = f"the ledger speaks of {ref}, which is now {now}"
    return Finding("moved", "note", message, help="Nothing to do: what it held tells which note it is.")


def _unresolved(ref: str, fits: list[str]) -> Finding:
    which = f"fits {len(fits)} notes by its content" if fits else "is not there"
    advice = "Put it back, or retract what speaks of it; until then the edge counts nothing."
    return Finding("unresolved-ref", "warning", f"the ledger speaks of {ref}, which {which}", help=advice)


def without_effect(state: State) -> list[Finding]:
    """Events that change nothing: of unknown kinds, and by agents of what they may not take back."""
    kinds = Counter(event.kind for event in state.events.values() if not is_known(event))
    advice = "Kept, and without effect: a newer caveat wrote it, or the kind is misspelt."
    found = [
        Finding(
            "unknown-event", "note", f"events of kind {kind!r} unknown to this program: {count}", help=advice
        )
        for kind, count in sorted(kinds.items())
    ]
    return (
        found
        + [
            Finding(
                "actor-not-allowed",
                "warning",
                f"event {event.id}: agent {event.by!r} may not retract {event.body['ref']}",
                help="An agent takes back its own claims only; a human may take back anything.",
            )
            for event in views.refused_retractions(state)
        ]
        + [
            Finding(
                "actor-not-allowed",
                "warning",
                f"event {event.id}: agent {event.by!r} may not take back what somebody else said",
                help="An agent takes back what it said itself; a human may take back anything.",
            )
            for event in views.refused_withdrawals(state)
        ]
    )


def names_by_ref(refs: Iterable[str], moved: Mapping[str, str]) -> dict[str, list[str]]:
    """Every ref with the refs that the ledger may call it by: its own, and those it was moved from."""
    names = {ref: [ref] for ref in refs}
    for old, now in moved.items():
        if now in names:
            names[now].append(old)
    return names


def retracted(state: State, names: Mapping[str, list[str]]) -> set[str]:
    """The refs that somebody who may do so took back."""
    return {
        ref
        for ref, called in names.items()
        if any(views.status(state, name) == "retracted" for name in called)
    }


class Settled(NamedTuple):
    """
    What status and human looks leave of some records.

    Attributes:
        changed: Those that change.
        next_look: The first look that has not happened yet, of any of them; None when all have.
    """

    changed: list[Record]
    next_look: Day | None


def settled(
    entries: Mapping[str, Entry],
    state: State,
    names: Mapping[str, list[str]],
    *,
    retracted: Collection[str],
    superseded: Collection[str],
    hashes: Mapping[str, str],
    identities: Mapping[str, str | None],
    missing: Mapping[str, Collection[str]],
    now: Day,
) -> Settled:
    """
    Records as status and human looks leave them.

    Args:
        entries: What is kept, by ref.
        state: The ledger's fold.
        names: Refs under which the ledger may speak of each.
        retracted: Those that somebody took back, whatever else is said of them.
        superseded: Those that another one replaces.
        hashes: Content hash by ref, of everything that may be a source.
        identities: Identity by ref, of conflict copies: that of the note they are copies of.
        missing: Sources that lead nowhere, by ref, see `looks.missing_sources`.
        now: Looks of this instant and later did not happen yet.
    """
    changed, later = [], list[Day]()
    for ref, entry in entries.items():
        record = entry.record
        look, ahead = _look_at(entry, state, names[ref], now=now)
        later += ahead
        sources = {source: hashes.get(source, "") for source in record.sources}
        sources.update((name, "") for name in missing.get(ref, ()))
        new = record._replace(
            status="retracted" if ref in retracted else "superseded" if ref in superseded else "active",
            verified=look.day,
            is_pinned=look.is_pinned,
            is_stale=is_stale(look.source_hashes, sources),
            identity=identities.get(ref, entry.own_identity),
        )
        if new != record:
            changed.append(new)
    return Settled(changed, min(later, default=None))


def _look_at(entry: Entry, state: State, names: Iterable[str], *, now: Day) -> tuple[Verification, list[Day]]:
    """The human look at a record that counts, and the days of those that have not happened yet."""
    looks = [look for name in names for look in views.verifications(state, name)]
    seen = [one for name in names for one in views.observations(state, name)]
    written = entry.verified_written
    days = [look.day for look in looks] + ([] if written is None else [written])
    found = valid_verification(
        looks, seen, content_hash=entry.record.content_hash, written_day=written, now=now
    )
    return found, [day for day in days if day >= now]
