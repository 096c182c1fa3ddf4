"""The ledger into the index: what is new in its files, and what all of it says of the records."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from caveat.history import fold, views
from caveat.history.fold import State
from caveat.history.schema import is_known
from caveat.history.verification import is_stale, valid_verification
from caveat.model.events import Event
from caveat.model.findings import Finding
from caveat.model.notes import Chunk
from caveat.model.records import Record, Status
from caveat.model.store import ChunkTokens, Entry, LedgerMark, Store, StoredLink
from caveat.ops.behind import size_of
from caveat.ops.linking import ledger_edge
from caveat.text.fold import fold_key
from caveat.text.tokenize import analyse, detect_language
from caveat.trust.graph import step_finding
from caveat.vault.ledger import LedgerFile, Tail, encode_event, ledger_files, parse_event, tail


class Intake(NamedTuple):
    """
    What reading the ledger gave.

    Attributes:
        events: Those that were not known before.
        is_changed: The set of events is not what it was.
        is_anew: Everything was read from the start.
        remarks: What is worth saying once; it is no property of the vault, so it is not kept.
    """

    events: tuple[Event, ...]
    is_changed: bool
    is_anew: bool
    remarks: tuple[Finding, ...]


def take_in(root: Path, store: Store) -> Intake:
    """
    Read what ledger files newly say; a file that was rewritten or is gone makes all be read anew.

    Belongs into the same transaction as the settling of what it says.
    """
    files = ledger_files(root)
    marks = store.ledger_marks()
    tails = {file.name: _tail(file, marks.get(file.name)) for file in files}
    rewritten = [name for name, read in tails.items() if _is_rewritten(read, marks.get(name))]
    is_anew = bool(rewritten) or bool(marks.keys() - tails.keys())
    known = set(store.ledger_lines()) if is_anew else set()
    if is_anew:
        store.clear_ledger()
        marks = {}
        tails = {file.name: _tail(file, None) for file in files}
    events: dict[str, Event] = {}
    files_by_name = {file.name: file for file in files}
    moved: dict[str, LedgerMark] = {}
    for name, read in tails.items():
        encoded = [encode_event(entry.event).decode("utf-8") for entry in read.entries]
        events.update(zip(encoded, (entry.event for entry in read.entries), strict=True))
        pending = encoded[-1] if read.is_pending_whole else ""
        is_read = all(finding.code != "unreadable-ledger" for finding in read.findings)
        size = read.offset + read.pending if is_read else size_of(files_by_name[name])
        mark = LedgerMark(read.offset, read.prefix_hash, pending, size)
        if mark != marks.get(name):
            moved[name] = mark
        start = marks[name].offset if name in marks else 0
        # What kinds are unknown is told of the whole ledger, see `without_effect`: not of one read.
        kept = [finding for finding in read.findings if finding.code != "unknown-event"]
        # The line without an end is read again next time, and what is wrong with it is told anew.
        last = read.entries[-1].line if read.is_pending_whole else 0
        store.put_findings(f"ledger:{name}:{start}", [f for f in kept if not last or f.line != last])
        store.put_findings(f"ledger:{name}:pending", [f for f in kept if last and f.line == last])
    known = known or store.known_lines(events)
    new = [events[line] for line in sorted(events.keys() - known)]
    is_less = is_anew and bool(known - events.keys())
    if new or moved:
        fresh = sorted(events.keys() - (set() if is_anew else known))
        store.put_ledger(moved, {line: fold.index_keys(events[line]) for line in fresh})
    remarks = tuple(_rewritten(name) for name in rewritten)
    return Intake(tuple(new), bool(new) or is_less, is_anew, remarks)


def _is_rewritten(read: Tail, mark: LedgerMark | None) -> bool:
    """Whether what was read before is not what the file holds now, its last line included."""
    if mark is None:
        return False
    if read.is_rewritten:
        return True
    lines = {encode_event(entry.event).decode("utf-8") for entry in read.entries} if mark.pending else ()
    return bool(mark.pending) and mark.pending not in lines


def _rewritten(name: str) -> Finding:
    message = "was changed where it had been read before; read again from its start"
    advice = "Expected after caveat forget and after some repairs; else see what edits this file."
    return Finding("ledger-rewritten", "note", message, name, help=advice)


def _tail(file: LedgerFile, mark: LedgerMark | None) -> Tail:
    return tail(file, offset=mark.offset, prefix_hash=mark.prefix_hash) if mark else tail(file)


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
    keys = set(refs)
    for _ in range(4):
        before = len(state.events)
        fold.apply(state, _events(store.ledger_lines(keys)))
        if len(state.events) == before:
            break
        keys = {f"event:{event_id}" for event_id in state.events}
        keys |= {f"event:{row.about}" for rows in state.rows.values() for row in rows if row.about}
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
    found = (ledger_edge(edge, refs, moved) for edge in views.edges(state))
    store.put_edges([edge for edge in found if edge is not None])


def moved_refs(store: Store, state: State) -> tuple[dict[str, str], list[Finding]]:
    """
    Where notes went that the ledger names and the vault no longer has at that path.

    Returns:
        Old ref → the one note that has the content last seen under it; and for each ref that the ledger
        names and nobody has a finding: a note *moved*, or a warning *unresolved-ref*.
    """
    # A claim that was forgotten is gone on purpose: nobody can put it back.
    gone = {f"claim:{event_id}" for event_id in state.forgotten}
    named = state.keys.keys() - set(store.refs()) - gone
    # Terms live in their book's folder and are no records of this index: `book` reads them itself.
    named = {ref for ref in named if not ref.startswith("term:")}
    if not named:
        return {}, []
    by_hash: dict[str, list[str]] = {}
    for record in store.records(store.refs(kind="note")).values():
        by_hash.setdefault(record.content_hash, []).append(record.ref)
    moved: dict[str, str] = {}
    findings = []
    for ref in sorted(named):
        looks = [(look.day, look.id, look.hash) for look in views.verifications(state, ref)]
        looks += [(seen.day, seen.id, seen.hash) for seen in views.observations(state, ref)]
        fits = by_hash.get(max(looks)[2], []) if looks else []
        if len(fits) == 1:
            moved[ref] = fits[0]
            findings.append(_moved(ref, fits[0]))
        else:
            findings.append(_unresolved(ref, fits))
    return moved, findings


def _moved(ref: str, now: str) -> Finding:
    message = f"the ledger speaks of {ref}, which is now {now}"
    return Finding("moved", "note", message, help="Nothing to do: its content tells which note it is.")


def _unresolved(ref: str, fits: list[str]) -> Finding:
    which = f"fits {len(fits)} notes by its content" if fits else "is not there"
    advice = "Put it back, or retract what speaks of it; until then the edge counts nothing."
    return Finding("unresolved-ref", "warning", f"the ledger speaks of {ref}, which {which}", help=advice)


def without_effect(state: State) -> list[Finding]:
    """Events that change nothing: remarks on kinds that are not known, and what agents may not take back."""
    kinds = Counter(event.kind for event in state.events.values() if not is_known(event))
    advice = "Kept, and without effect: a newer caveat wrote it, or the kind is misspelt."
    found = [
        Finding(
            "unknown-event", "note", f"events of kind {kind!r} unknown to this program: {count}", help=advice
        )
        for kind, count in sorted(kinds.items())
    ]
    return found + [
        Finding(
            "actor-not-allowed",
            "warning",
            f"event {event.id}: agent {event.by!r} may not retract {event.body['ref']}",
            help="An agent takes back its own claims only; a human may take back anything.",
        )
        for event in views.refused_retractions(state)
    ]


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


def settled(
    entries: Mapping[str, Entry],
    state: State,
    names: Mapping[str, list[str]],
    *,
    statuses: Mapping[str, Status],
    hashes: Mapping[str, str],
    identities: Mapping[str, str | None],
    missing: Mapping[str, Collection[str]],
) -> list[Record]:
    """
    Records as status and human looks leave them, only those that change.

    Args:
        entries: What is kept, by ref.
        state: The ledger's fold.
        names: Refs under which the ledger may speak of each.
        statuses: Status by ref; absent = active.
        hashes: Content hash by ref, of everything that may be a source.
        identities: Identity by ref, of conflict copies: that of the note they are copies of.
        missing: Sources as written that lead nowhere, by ref.
    """
    changed = []
    for ref, entry in entries.items():
        record = entry.record
        look = valid_verification(
            [look for name in names[ref] for look in views.verifications(state, name)],
            [seen for name in names[ref] for seen in views.observations(state, name)],
            content_hash=record.content_hash,
            written_day=entry.verified_written,
        )
        now = {source: hashes.get(source, "") for source in record.sources}
        now.update((raw, "") for raw in missing.get(ref, ()))
        new = record._replace(
            status=statuses.get(ref, "active"),
            verified=look.day,
            is_pinned=look.is_pinned,
            is_stale=is_stale(look.source_hashes, now),
            identity=identities.get(ref, entry.own_identity),
        )
        if new != record:
            changed.append(new)
    return changed
