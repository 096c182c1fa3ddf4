"""Index: the files of a vault into its store, only what changed, each file accounted for."""

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from caveat.model.findings import Finding
from caveat.model.notes import Relation
from caveat.model.store import Entry, FileState, Store
from caveat.ops import ledger
from caveat.ops.behind import digest, signature
from caveat.ops.clock import today
from caveat.ops.linking import NOTE, link_findings
from caveat.ops.results import IndexReport, Skipped
from caveat.ops.settle import settle
from caveat.text.dates import iso_instant
from caveat.text.tokenize import fingerprint as analyser
from caveat.vault.config import Config, fingerprint
from caveat.vault.notes import BAD_METADATA, NOTES_VERSION, note_entry
from caveat.vault.scan import REASONS, Scan, ScannedFile, read_bytes, scan

Progress = Callable[[int, int], None]
"""Called with the number of notes done and the number of all."""

SETTLED = "settled"
"""Key of the mark that says that links and standing fit the notes."""

BATCH = 64
"""Notes written in one stretch; our choice: a tenth of a second."""

TRUST_EDGES: tuple[Relation, ...] = ("derives", "supports", "contradicts", "concerns", "supersedes")


class _Pass(NamedTuple):
    """What one look at the files gave."""

    indexed: list[str]
    unchanged: int
    removed: list[str]
    unreadable: list[Finding]
    before: dict[str, Entry]
    are_names_changed: bool


def index(
    root: Path, store: Store, config: Config, *, is_full: bool = False, progress: Progress | None = None
) -> IndexReport:
    """
    Bring *store* up to date with the files of the vault at *root*; none of them is written.

    Every note is read and hashed, and parsed only when its bytes differ from what was indexed, so touching
    files costs nothing. A note that cannot be read keeps nothing in the index and is a finding.

    Args:
        root: Real path of the vault.
        store: Its index, open for writing.
        config: Rules and constants of the vault.
        is_full: Parse every note, whatever is known of it.
        progress: Told how far it is.
    """
    scanned = scan(root)
    made_by = f"{fingerprint(config)} {analyser()} {NOTES_VERSION}"
    if is_full or store.meta("made_by") != made_by:
        is_full = True
        _forget_hashes(store, made_by)
    # A run that was killed left notes whose links nobody resolved: the mark says so.
    was_settled = store.meta(SETTLED) == "yes"
    done = _read_notes(scanned, store, config, progress=progress)
    intake = ledger.take_in(root, store)
    assets = digest("\n".join(scanned.assets).encode("utf-8", "surrogatepass"))
    are_names_changed = done.are_names_changed or store.meta("assets") != assets
    is_wide = is_full or are_names_changed or intake.is_changed or not was_settled
    if is_wide or done.indexed or done.removed:
        is_told = intake.is_changed or is_full or not was_settled
        before = None if is_wide else done.before
        settle(store, scanned.assets, before=before, is_ledger_changed=is_told)
    store.put_findings("scan", [*scanned.findings, *done.unreadable])
    meta = {"assets": assets, "indexed_at": iso_instant(today()), "vault": str(root)}
    meta[SETTLED] = "yes"
    store.put_meta({key: value.encode("utf-8", "replace").decode("utf-8") for key, value in meta.items()})
    return _report(scanned, store, done, intake.events)


def _forget_hashes(store: Store, made_by: str) -> None:
    """Make every note count as changed, in a way that a run which is killed can go on from."""
    with store.batch():
        store.put_files({path: state._replace(file_hash="") for path, state in store.files().items()})
        store.put_meta({"made_by": made_by, SETTLED: "no"})


def _read_notes(scanned: Scan, store: Store, config: Config, *, progress: Progress | None) -> _Pass:
    known = store.files()
    writer = _Writer(store, known)
    unreadable: list[Finding] = []
    removed = sorted(known.keys() - {file.path for file in scanned.files})
    touched: dict[str, FileState] = {}
    for number, file in enumerate(scanned.files, start=1):
        if progress:
            progress(number, len(scanned.files))
        try:
            data = read_bytes(file.os_path)
        except OSError as error:
            unreadable.append(_unreadable(file, error))
            removed += [file.path] if file.path in known else []
            continue
        state = FileState(hashlib.sha256(data).hexdigest(), signature(file))
        old = known.get(file.path)
        if old is None or old.file_hash != state.file_hash:
            writer.add(note_entry(file.path, data, config)._replace(file=state))
        elif old.signature != state.signature:
            touched[file.path] = state
    writer.flush()
    if removed:
        store.put_meta({SETTLED: "no"})
        store.remove([NOTE + path for path in removed])
    if touched:
        store.put_files(touched)
    return _Pass(
        indexed=writer.indexed,
        unchanged=len(scanned.files) - len(writer.indexed) - len(unreadable),
        removed=removed,
        unreadable=unreadable,
        before=writer.before,
        are_names_changed=writer.are_names_changed or bool(removed),
    )


class _Writer:
    """Writes entries some at a time: the disk is asked rarely, and no lock is held while notes are parsed."""

    def __init__(self, store: Store, known: Mapping[str, FileState]) -> None:
        self._store = store
        self._known = known
        self._pending: list[Entry] = []
        self.indexed: list[str] = []
        self.before: dict[str, Entry] = {}
        self.are_names_changed = False

    def add(self, entry: Entry) -> None:
        self._pending.append(entry)
        if len(self._pending) >= BATCH:
            self.flush()

    def flush(self) -> None:
        if not self._pending:
            return
        with self._store.batch():
            if not self.indexed:
                self._store.put_meta({SETTLED: "no"})
            old = self._store.entries(e.record.ref for e in self._pending if e.record.path in self._known)
            for entry in self._pending:
                self._store.put(entry)
        for entry in self._pending:
            kept = old.get(entry.record.ref)
            self.are_names_changed |= kept is None or kept.aliases != entry.aliases
            self.indexed.append(entry.record.path)
        self.before.update(old)
        self._pending.clear()


def _unreadable(file: ScannedFile, error: OSError) -> Finding:
    return Finding(
        "unreadable",
        "error",
        f"cannot be read: {error.strerror or error}",
        file.path,
        help="Check its permissions; until then it is not searchable.",
    )


def _report(scanned: Scan, store: Store, done: _Pass, events: int) -> IndexReport:
    looked_at = {finding.path for finding in scanned.findings}
    unreadable = [Skipped(finding.path, finding.message) for finding in done.unreadable]
    skipped = [Skipped(s.path, REASONS[s.reason]) for s in scanned.skipped if s.path in looked_at]
    ignored = Counter(REASONS[s.reason] for s in scanned.skipped if s.path not in looked_at)
    if scanned.assets:
        ignored["no notes"] = len(scanned.assets)
    findings = all_findings(store)
    bad = {finding.path for finding in findings if finding.code in BAD_METADATA}
    return IndexReport(
        indexed=tuple(done.indexed),
        unchanged=done.unchanged,
        removed=tuple(sorted(done.removed)),
        skipped=tuple(sorted([*skipped, *unreadable])),
        ignored=dict(sorted(ignored.items())),
        events=events,
        findings=findings,
        with_bad_metadata=len(bad),
        counts=store.counts(),
    )


def all_findings(store: Store) -> tuple[Finding, ...]:
    """Everything that is wrong in the vault as it was indexed, by place."""
    found = [*store.findings(), *link_findings(store.links(TRUST_EDGES))]
    return tuple(sorted(found, key=lambda f: (f.path, f.line, f.column, f.code, f.message)))
