"""Intake: what the files of the ledger newly say, and what is wrong with them, into the index."""

import json
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from caveat.history import fold
from caveat.history.schema import is_tombstone, tombstone
from caveat.model.events import Event
from caveat.model.findings import Finding
from caveat.model.store import LedgerMark, Store
from caveat.ops.behind import size_of
from caveat.vault.ledger import Entry, Tail, encode_event, parse_event, tail
from caveat.vault.ledger_files import LedgerFile, ledger_files

FILES = "ledger files"
"""Key of the ledger files that were there last time, and of those that took events along, as JSON."""

MOST_LOST = 200
"""Ids of lost events that are remembered of one file, to know when they are back; our choice."""


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

    What was forgotten is not taken in again when a file brings it back: its place is kept without the text.
    Belongs into the same transaction as the settling of what it says.
    """
    files = ledger_files(root)
    marks = store.ledger_marks()
    tails = {file.name: _tail(file, marks.get(file.name)) for file in files}
    rewritten = [name for name, read in tails.items() if _is_rewritten(read, marks.get(name))]
    is_anew = bool(rewritten) or bool(marks.keys() - tails.keys()) or _forgets(store, marks, tails)
    known, was_read = set(store.ledger_lines()) if is_anew else set(), bool(marks)
    if is_anew:
        store.clear_ledger()
        marks = {}
        tails = {file.name: _tail(file, None) for file in files}
    forgotten = _forgotten(store, marks, tails)
    events: dict[str, Event] = {}
    moved: dict[str, LedgerMark] = {}
    for file in files:
        read = tails[file.name]
        encoded = {_line(entry.event, forgotten): _kept(entry.event, forgotten) for entry in read.entries}
        events.update(encoded)
        mark = _mark(file, read, forgotten)
        if mark != marks.get(file.name):
            moved[file.name] = mark
        start = marks[file.name].offset if file.name in marks else 0
        _put_findings(store, file.name, start, read, forgotten)
    known = known or store.known_lines(events)
    new = [events[line] for line in sorted(events.keys() - known)]
    lost = known - events.keys() if is_anew else set()
    if new or moved:
        fresh = sorted(events.keys() - (set() if is_anew else known))
        store.put_ledger(moved, {line: fold.index_keys(events[line]) for line in fresh})
    _put_missing(store, tails, lost, is_known=was_read)
    remarks = tuple(_rewritten(name) for name in rewritten)
    return Intake(tuple(new), bool(new) or bool(lost), is_anew, remarks)


def accept_missing(store: Store) -> None:
    """Take it that the ledger files that were told to be gone do not come back."""
    with store.batch():
        files = _files(store)
        store.put_meta({FILES: json.dumps({**files, "missing": {}}, sort_keys=True)})
        store.put_findings(FILES, [])


def _tail(file: LedgerFile, mark: LedgerMark | None) -> Tail:
    return tail(file, offset=mark.offset, prefix_hash=mark.prefix_hash) if mark else tail(file)


def _is_rewritten(read: Tail, mark: LedgerMark | None) -> bool:
    """Whether what was read before is not what the file holds now, its last line included."""
    if mark is None or not mark.pending:
        return mark is not None and read.is_rewritten
    lines = {_text(event) for entry in read.entries for event in (entry.event, tombstone(entry.event))}
    return read.is_rewritten or mark.pending not in lines


def _rewritten(name: str) -> Finding:
    message = "was changed where it had been read before; read again from its start"
    advice = "Expected after caveat forget and after some repairs; else see what edits this file."
    return Finding("ledger-rewritten", "note", message, name, help=advice)


def _mark(file: LedgerFile, read: Tail, forgotten: Collection[str]) -> LedgerMark:
    pending = _line(read.entries[-1].event, forgotten) if read.is_pending_whole else ""
    is_read = all(finding.code != "unreadable-ledger" for finding in read.findings)
    size = read.offset + read.pending if is_read else size_of(file)
    return LedgerMark(read.offset, read.prefix_hash, pending, size)


def _put_findings(store: Store, name: str, start: int, read: Tail, forgotten: Collection[str]) -> None:
    # What kinds are unknown is told of the whole ledger, see `ledger.without_effect`: not of one read.
    kept = [finding for finding in read.findings if finding.code != "unknown-event"]
    kept += [_brought_back(name, entry) for entry in read.entries if _is_back(entry.event, forgotten)]
    # The line without an end is read again next time, and what is wrong with it is told anew.
    last = read.entries[-1].line if read.is_pending_whole else 0
    store.put_findings(f"ledger:{name}:{start}", [f for f in kept if not last or f.line != last])
    store.put_findings(f"ledger:{name}:pending", [f for f in kept if last and f.line == last])


# What was forgotten


def _forgets(store: Store, marks: Mapping[str, LedgerMark], tails: Mapping[str, Tail]) -> bool:
    """Whether something is forgotten now that may have been read before."""
    if not marks:
        return False
    lines = {_text(event) for event in _forgettings(tails)}
    return bool(lines) and bool(lines - store.known_lines(lines))


def _forgotten(store: Store, marks: Mapping[str, LedgerMark], tails: Mapping[str, Tail]) -> set[str]:
    """Ids of those events among *tails* that were forgotten, there or earlier."""
    found = {str(event.body["id"]) for event in _forgettings(tails)}
    if marks:
        keys = {f"event:{entry.event.id}" for read in tails.values() for entry in read.entries}
        earlier = (parse_event(line) for line in store.ledger_lines(keys))
        found |= {str(e.body["id"]) for e in earlier if isinstance(e, Event) and _is_forgetting(e)}
    return found


def _forgettings(tails: Mapping[str, Tail]) -> Iterable[Event]:
    entries = (entry for read in tails.values() for entry in read.entries)
    return (entry.event for entry in entries if _is_forgetting(entry.event))


def _is_forgetting(event: Event) -> bool:
    """Whether it makes another one forgotten; an agent's does not."""
    return event.kind == "forget" and bool(fold.changes(event))


def _is_back(event: Event, forgotten: Collection[str]) -> bool:
    # Forgetting cannot be forgotten.
    return event.id in forgotten and event.kind != "forget" and not is_tombstone(event)


def _kept(event: Event, forgotten: Collection[str]) -> Event:
    return tombstone(event) if _is_back(event, forgotten) else event


def _line(event: Event, forgotten: Collection[str]) -> str:
    return _text(_kept(event, forgotten))


def _text(event: Event) -> str:
    return encode_event(event).decode("utf-8")


def _brought_back(name: str, entry: Entry) -> Finding:
    return Finding(
        "forgotten-text",
        "warning",
        f"holds the text of event {entry.event.id}, which was forgotten; no answer has it",
        name,
        entry.line,
        help=f"Run `caveat forget {entry.event.id}`: it takes the text out of every file of the ledger.",
    )


# What is gone


def _files(store: Store) -> dict[str, object]:
    """``known``: names of files that were there; ``missing``: name → ids of lost events, empty = unknown."""
    kept = store.meta(FILES)
    if not kept:
        return {"known": sorted(store.ledger_marks()), "missing": {}}
    found: dict[str, object] = json.loads(kept)
    return found


def _put_missing(store: Store, there: Collection[str], lost: Collection[str], *, is_known: bool) -> None:
    """
    Tell of files that were read before and are gone, as long as events are gone with them.

    Args:
        store: What was taken in is in it.
        there: Names of the files that are there.
        lost: Lines of events that were there last time and are nowhere now.
        is_known: Whether the index knew what was there last time.
    """
    files = _files(store)
    known, missing = files["known"], files["missing"]
    assert isinstance(known, list) and isinstance(missing, dict)
    lost_ids = [event.id for event in map(parse_event, sorted(lost)) if isinstance(event, Event)]
    gone = set(known).difference(there) if lost or not is_known else set()
    found = {**missing, **dict.fromkeys(sorted(gone), lost_ids[:MOST_LOST])}
    left = {name: ids for name, ids in found.items() if name not in there and not _are_back(store, ids)}
    kept = json.dumps({"known": sorted(there), "missing": left}, sort_keys=True)
    if kept != store.meta(FILES):
        store.put_meta({FILES: kept})
        store.put_findings(FILES, [_missing(name) for name in sorted(left)])


def _are_back(store: Store, ids: Collection[str]) -> bool:
    """Whether all of *ids* are known, from whatever file; not when nobody knows which they were."""
    lines = store.ledger_lines(f"event:{event_id}" for event_id in ids)
    there = {event.id for event in map(parse_event, lines) if isinstance(event, Event)}
    return bool(ids) and there.issuperset(ids)


def _missing(name: str) -> Finding:
    return Finding(
        "ledger-missing",
        "warning",
        "was read before and is gone, and events with it that stand in no other file",
        name,
        help="Restore it from a backup or another device; `caveat index --full` takes the loss as it is.",
    )
