"""The ledger into the index: what is new in its files, and what all of it says of the records."""

from collections.abc import Container, Mapping
from pathlib import Path
from typing import NamedTuple

from caveat.history import fold, views
from caveat.history.verification import is_stale, valid_verification
from caveat.model.events import Event
from caveat.model.findings import Finding
from caveat.model.notes import Chunk
from caveat.model.records import Record, Status
from caveat.model.store import ChunkTokens, Entry, LedgerMark, Store, StoredLink
from caveat.text.tokenize import analyse, detect_language
from caveat.vault.ledger import LedgerFile, Tail, encode_event, ledger_files, parse_event, tail


class Intake(NamedTuple):
    """
    What reading the ledger gave.

    Attributes:
        events: Number of events that were not known before.
        is_changed: Something was read, or everything was read anew.
    """

    events: int
    is_changed: bool


def take_in(root: Path, store: Store) -> Intake:
    """Read what ledger files newly say; a file that was rewritten or is gone makes all be read anew."""
    files = ledger_files(root)
    marks = store.ledger_marks()
    tails = {file.name: _tail(file, marks.get(file.name)) for file in files}
    is_anew = any(t.is_rewritten for t in tails.values()) or bool(marks.keys() - tails.keys())
    if is_anew:
        store.clear_ledger()
        marks = {}
        tails = {file.name: _tail(file, None) for file in files}
    known = set(store.ledger_lines()) if any(t.entries for t in tails.values()) or is_anew else set()
    lines: set[str] = set()
    moved: dict[str, LedgerMark] = {}
    for name, read in tails.items():
        lines.update(encode_event(entry.event).decode("utf-8") for entry in read.entries)
        mark = LedgerMark(read.offset, read.prefix_hash)
        if mark != marks.get(name):
            moved[name] = mark
        if read.findings or name in moved:
            start = marks[name].offset if name in marks else 0
            store.put_findings(f"ledger:{name}:{start}", read.findings)
    new = lines - known
    if new or moved:
        store.put_ledger(moved, sorted(new))
    return Intake(len(new), bool(new) or is_anew)


def _tail(file: LedgerFile, mark: LedgerMark | None) -> Tail:
    return tail(file, offset=mark.offset, prefix_hash=mark.prefix_hash) if mark else tail(file)


def folded(store: Store) -> fold.State:
    """The state of everything that the ledger says."""
    state = fold.empty()
    events = (parse_event(line) for line in store.ledger_lines())
    fold.apply(state, [event for event in events if isinstance(event, Event)])
    return state


def put_claims(store: Store, state: fold.State) -> None:
    """Make the claims kept those of *state*: new and changed ones are written, others removed."""
    claims = {claim.record.ref: claim for claim in views.claims(state)}
    kept = store.entries(store.refs(kind="claim"))
    store.remove(sorted(kept.keys() - claims.keys()))
    for ref, claim in claims.items():
        old = kept.get(ref)
        # Status and verification are settled later; sources are told by the links.
        if old is None or _plain(old.record) != _plain(claim.record):
            store.put(_claim_entry(claim))


def _plain(record: Record) -> Record:
    return record._replace(
        status="active", sources=(), verified=None, is_pinned=False, is_stale=False, has_missing_source=False
    )


def _claim_entry(claim: views.Claim) -> Entry:
    record, language = claim.record, detect_language(claim.text)
    tokens = ChunkTokens("", "", " ".join(analyse(claim.text, language)))
    links = tuple(
        StoredLink(0, "derives", record.ref, None, source, at=record.created, event=record.ref[6:])
        for source in record.sources
    )
    return Entry(
        record=record._replace(sources=()),
        chunks=(Chunk(claim.text, (), 1, 1),),
        tokens=(tokens,),
        links=links,
        language=language,
    )


def put_edges(store: Store, state: fold.State) -> None:
    """Make the ledger's edges kept those of *state*; where they lead is resolved with all other links."""
    store.put_edges(
        [
            StoredLink(
                0,
                edge.kind,
                edge.source,
                None,
                edge.target,
                at=edge.at,
                is_confirmed=edge.is_confirmed,
                because=edge.because,
                event=edge.origin,
            )
            for edge in views.edges(state)
        ]
    )


def moved_refs(store: Store, state: fold.State) -> tuple[dict[str, str], list[Finding]]:
    """
    Where notes went that the ledger names and the vault no longer has at that path.

    Returns:
        Old ref → the one note that has the content last seen under it, and a finding for each: a note
        *moved*, a warning *unresolved-ref* when no or several notes fit.
    """
    known = set(store.refs())
    named = {ref for ref in state.keys if ref.startswith("note:")} - known
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
    which = f"fits {len(fits)} notes by its content" if fits else "is not in the vault"
    advice = "Put the note back, or retract what speaks of it; until then the edge counts nothing."
    return Finding("unresolved-ref", "warning", f"the ledger speaks of {ref}, which {which}", help=advice)


def settled(
    entries: Mapping[str, Entry],
    state: fold.State,
    *,
    superseded: Container[str],
    sources: Mapping[str, str],
    formerly: Mapping[str, str],
    identities: Mapping[str, str | None],
) -> list[Record]:
    """
    Records as status and human looks leave them, only those that change.

    Args:
        entries: What is kept, by ref.
        state: The ledger's fold.
        superseded: Refs that a live supersedes edge leads to.
        sources: Content hash by ref, of everything that may be a source.
        identities: Identity by ref, of conflict copies: that of the note they are copies of.
        formerly: Old ref → ref now, of notes that were moved: what was said of them still holds.
    """
    changed = []
    for ref, entry in entries.items():
        record = entry.record
        names = [ref, *(old for old, now in formerly.items() if now == ref)]
        look = valid_verification(
            [look for name in names for look in views.verifications(state, name)],
            [seen for name in names for seen in views.observations(state, name)],
            content_hash=record.content_hash,
            written_day=entry.verified_written,
        )
        now = {source: sources.get(source, "") for source in record.sources}
        new = record._replace(
            status=_status(state, names, ref in superseded),
            verified=look.day,
            is_pinned=look.is_pinned,
            is_stale=is_stale(look.source_hashes, now),
            identity=identities.get(ref, record.identity),
        )
        if new != record:
            changed.append(new)
    return changed


def _status(state: fold.State, names: list[str], is_superseded: bool) -> Status:
    if any(views.status(state, name) == "retracted" for name in names):
        return "retracted"
    return "superseded" if is_superseded else "active"


def is_retracted(state: fold.State, ref: str) -> bool:
    """Whether the ledger says that *ref* was taken back."""
    return views.status(state, ref) == "retracted"
