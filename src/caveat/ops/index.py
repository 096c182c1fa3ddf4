"""Index: the files of a vault into its store, only what changed, each file accounted for."""

import json
import os
import time
from pathlib import Path
from typing import NamedTuple

from caveat.model.findings import Finding
from caveat.model.store import Entry, FileState, Store
from caveat.ops.behind import MADE_BY, SETTLED, UNREADABLE, digest, signature
from caveat.ops.clock import now
from caveat.ops.fact_records import put_facts
from caveat.ops.findings import all_findings
from caveat.ops.intake import Intake, accept_missing, take_in
from caveat.ops.linking import NOTE
from caveat.ops.made_by import fingerprint_of
from caveat.ops.parsing import parsed
from caveat.ops.results import IndexReport, Progress, Skipped
from caveat.ops.settle import is_look_due, is_narrow, settle, settle_narrow
from caveat.ops.settle_events import settle_events
from caveat.ops.warm import NOTES
from caveat.text.dates import iso_instant
from caveat.vault.config import Config
from caveat.vault.notes import BAD_METADATA
from caveat.vault.scan import MARKER, REASONS, Scan, ScannedFile, read_bytes, scan

BATCH = 64
"""Notes written in one stretch; our choice: a tenth of a second."""

FEW = 2_000
"""Changed notes up to which it is worth asking whether nothing else changed; our choice."""


class _Pass(NamedTuple):
    """What one look at the files gave."""

    unchanged: int
    removed: list[str]
    touched: dict[str, FileState]
    unreadable: list[Finding]


def index(
    root: Path,
    store: Store,
    config: Config,
    *,
    is_full: bool = False,
    progress: Progress | None = None,
    may_fork: bool = True,
) -> IndexReport:
    """
    Bring *store* up to date with the files of the vault at *root*; none of them is written.

    Every note is read and hashed, and parsed only when its bytes differ from what was indexed, so touching
    files costs nothing. A note that cannot be read keeps nothing in the index and is a finding. Up to
    `BATCH` changed notes become visible in one step, with everything that follows from them.

    Args:
        root: Real path of the vault.
        store: Its index, open for writing.
        config: Rules and constants of the vault.
        is_full: Parse every note, whatever is known of it.
        progress: Told how far it is.
        may_fork: Several cores may be used.
    """
    scanned = scan(root)
    made_by = fingerprint_of(config)
    if is_full:
        accept_missing(store)
    if is_full or store.meta(MADE_BY) != made_by:
        is_full = True
        _forget_hashes(store, made_by)
    writer = _Writer(store, is_wide=is_full)
    done = _read_notes(scanned, store, config, writer, progress=progress, may_fork=may_fork)
    with store.batch():
        writer.flush()
        intake = _finish(root, store, scanned, done, writer, config, is_full=is_full)
        return _report(scanned, store, done, writer, intake)


def _forget_hashes(store: Store, made_by: str) -> None:
    """Make everything count as changed, in a way that a run which is killed can go on from."""
    with store.batch():
        store.put_files({path: state._replace(file_hash="") for path, state in store.files().items()})
        store.clear_ledger()
        store.put_meta({MADE_BY: made_by, SETTLED: "no", NOTES: str(time.monotonic_ns())})


def _read_notes(
    scanned: Scan,
    store: Store,
    config: Config,
    writer: "_Writer",
    *,
    progress: Progress | None,
    may_fork: bool,
) -> _Pass:
    known = store.files()
    removed = sorted(known.keys() - {file.path for file in scanned.files})
    touched: dict[str, FileState] = {}
    changed: list[ScannedFile] = []
    for file in scanned.files:
        old = known.get(file.path)
        digest_now = _digest_of(file) if old is not None and old.file_hash else None
        if old is None or digest_now != old.file_hash:
            changed.append(file)
        elif old.signature != signature(file):
            touched[file.path] = FileState(old.file_hash, signature(file))
    unreadable: list[Finding] = []
    entries = parsed(changed, config, may_fork=may_fork)
    for number, (file, entry) in enumerate(zip(changed, entries, strict=True), start=1):
        if progress:
            progress(number, len(changed))
        if isinstance(entry, Entry):
            writer.add(entry)
            continue
        unreadable.append(_unreadable(file, entry.reason))
        removed += [file.path] if file.path in known else []
    return _Pass(len(scanned.files) - len(changed), sorted(removed), touched, unreadable)


def _digest_of(file: ScannedFile) -> str | None:
    """Hash of a note's bytes; None when it cannot be read, which parsing will tell."""
    try:
        return digest(read_bytes(file.os_path))
    except OSError:
        return None


class _Writer:
    """
    Writes entries some at a time: the disk is asked rarely, and no lock is held while notes are parsed.

    The first ones to reach the index mark it as not settled, by a word of this run's own; where another
    run's word stands already, the mark says that nobody knows all that has changed.
    """

    def __init__(self, store: Store, *, is_wide: bool) -> None:
        self._store = store
        self._pending: list[Entry] = []
        self.mark = f"{os.getpid()} {time.monotonic_ns()}"
        self.indexed: list[str] = []
        self.before: dict[str, Entry] = {}
        self.is_wide = is_wide

    def add(self, entry: Entry) -> None:
        if len(self._pending) >= BATCH:
            self.flush()
        self._pending.append(entry)

    def flush(self) -> None:
        if not self._pending:
            return
        with self._store.batch():
            self.unsettle()
            old = self._store.entries(entry.record.ref for entry in self._pending)
            # What they superseded until now has to be looked at, and only this moment knows.
            self.is_wide |= any(link.kind == "supersedes" for link in self._store.links_from(old))
            for entry in self._pending:
                self._store.put(entry)
        for entry in self._pending:
            kept = old.get(entry.record.ref)
            self.is_wide |= kept is None or kept.aliases != entry.aliases
            self.indexed.append(entry.record.path)
        self.is_wide |= len(self.before) + len(old) > FEW
        if self.is_wide:
            self.before.clear()
        else:
            self.before.update(old)
        self._pending.clear()

    def unsettle(self) -> None:
        self._store.put_meta({NOTES: f"{self.mark} {time.monotonic_ns()}"})
        found = self._store.meta(SETTLED)
        mark = self.mark if found in (SETTLED, self.mark) else "no"
        if found != mark:
            self._store.put_meta({SETTLED: mark})


def _finish(
    root: Path, store: Store, scanned: Scan, done: _Pass, writer: _Writer, config: Config, *, is_full: bool
) -> Intake:
    """Take out what is gone, take in the ledger, settle what follows; what the ledger gave."""
    if done.removed:
        writer.unsettle()
        store.remove([NOTE + path for path in done.removed])
    if done.touched:
        store.put_files(done.touched)
        store.put_meta({NOTES: f"{writer.mark} {time.monotonic_ns()}"})
    is_new_facts = put_facts(store, scanned.files, config)
    intake = take_in(root, store)
    assets = digest("\n".join(scanned.assets).encode("utf-8", "surrogatepass"))
    is_wide = writer.is_wide or is_new_facts or bool(done.removed) or store.meta("assets") != assets
    is_all_known = store.meta(SETTLED) in (SETTLED, writer.mark)
    is_due = is_look_due(store)
    is_still = not (is_wide or writer.indexed or is_full or is_due) and is_all_known
    if intake.is_changed and is_still and not intake.is_anew and settle_events(store, intake.events):
        pass
    elif is_wide or intake.is_changed or is_full or not is_all_known or is_due:
        is_ledger_changed = intake.is_changed or is_full or not is_all_known
        settle(store, scanned.assets, is_ledger_changed=is_ledger_changed, is_full=is_full)
    elif writer.indexed:
        if is_narrow(store, writer.before):
            settle_narrow(store, scanned.assets, writer.before)
        else:
            settle(store, scanned.assets, is_ledger_changed=False, is_full=False)
    store.put_findings("scan", [*scanned.findings, *done.unreadable])
    unreadable = json.dumps([finding.path for finding in done.unreadable])
    store.put_meta(
        {
            SETTLED: SETTLED,
            "assets": assets,
            "indexed_at": iso_instant(int(now() * 86400) / 86400),
            UNREADABLE: unreadable,
        }
    )
    return intake


def _unreadable(file: ScannedFile, reason: str) -> Finding:
    return Finding(
        "unreadable",
        "error",
        f"cannot be read: {reason}",
        file.path,
        help="Check its permissions; until then it is not searchable.",
    )


def _report(scanned: Scan, store: Store, done: _Pass, writer: _Writer, intake: Intake) -> IndexReport:
    looked_at = {finding.path for finding in scanned.findings}
    unreadable = [Skipped(finding.path, finding.message) for finding in done.unreadable]
    skipped = [Skipped(s.path, REASONS[s.reason]) for s in scanned.skipped if s.path in looked_at]
    ignored: dict[str, tuple[str, ...]] = {}
    for left in scanned.skipped:
        if left.path not in looked_at:
            reason = REASONS[left.reason]
            ignored[reason] = (*ignored.get(reason, ()), left.path)
    if others := tuple(path for path in scanned.assets if path != MARKER):
        ignored["not a note"] = others
    findings = all_findings(store)
    bad = {finding.path for finding in findings if finding.code in BAD_METADATA}
    return IndexReport(
        indexed=tuple(writer.indexed),
        unchanged=done.unchanged,
        removed=tuple(sorted(done.removed)),
        skipped=tuple(sorted([*skipped, *unreadable])),
        ignored=ignored,
        events=len(intake.events),
        findings=(*intake.remarks, *findings),
        with_bad_metadata=len(bad),
        counts=store.counts(),
    )
