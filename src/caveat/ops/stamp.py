"""Stamp: the computed lines of notes, shown or written; one key at a time, every other byte stays."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from caveat.model.assessment import Assessment
from caveat.model.errors import EditRefused
from caveat.model.records import Day
from caveat.model.store import Entry, Store
from caveat.ops.clock import tonight
from caveat.ops.index import index
from caveat.ops.refs import found_ref
from caveat.ops.results_audit import Stamped, StampLine
from caveat.ops.whole import whole
from caveat.ops.written import KEYS, computed, differences
from caveat.text.edit import set_key
from caveat.trust.assess import assess
from caveat.trust.reach import known_of, reach
from caveat.vault.config import Config
from caveat.vault.rewrite import planned, rewrite


def stamp(
    root: Path, store: Store, refs: Sequence[str], config: Config, *, as_of: Day, is_written: bool
) -> Stamped:
    """
    The computed tier, and of a derived note the reliability, beside what stands written.

    Neither depends on the day, and both are left out of a note's content: writing them makes nothing stale
    and voids no verification.

    Args:
        root: Real path of the vault.
        store: Its index, open for writing; it is brought up to date first.
        refs: As a person names records; empty = every note in which a written value is wrong.
        config: Rules and constants of the vault.
        as_of: The day the numbers are reckoned at.
        is_written: Write the lines that differ.

    Raises:
        RefNotFound: One of *refs* fits no record.
        RefAmbiguous: One fits several.
    """
    index(root, store, config)
    policy, now = config.policy, max(tonight(), as_of)
    if refs:
        chosen = list(dict.fromkeys(found_ref(root, store, ref) for ref in refs))
        known = known_of(reach(chosen, store), policy=policy, now=now)
        found = assess(chosen, known.graph, as_of=as_of, policy=policy, tallies=known.tallies)
    else:
        chosen = store.refs(kind="note")
        found = dict(whole(store, as_of=as_of, now=now, policy=policy).assessments)
    entries = store.entries(chosen)
    lines = [
        line
        for ref, entry in sorted(entries.items())
        # What was taken back or replaced is left as it stands, unless somebody names it.
        if entry.record.path and (refs or entry.record.status == "active")
        for line in _lines(entry, found[ref], is_whole=bool(refs))
    ]
    failures: tuple[tuple[str, str], ...] = ()
    if is_written:
        lines, failures = _written(root, store, lines)
        index(root, store, config)
    return Stamped(tuple(lines), failures, len(entries))


def _lines(entry: Entry, own: Assessment, *, is_whole: bool) -> list[StampLine]:
    written = dict(entry.written)
    wrong = {key for key, _, _ in differences(entry, own)}
    # The reliability of a primary is set by hand: it is never computed, so never written.
    keys = [key for key in KEYS if key in wrong or (is_whole and (key == "tier" or own.tier > 0))]
    record = entry.record
    return [StampLine(record.ref, record.path, key, written.get(key), _text(key, own)) for key in keys]


def _text(key: str, own: Assessment) -> str:
    value = computed(key, own)
    return str(int(value)) if key == "tier" else repr(value)


def _written(
    root: Path, store: Store, lines: Sequence[StampLine]
) -> tuple[list[StampLine], tuple[tuple[str, str], ...]]:
    by_path: dict[str, list[StampLine]] = {}
    for line in lines:
        by_path.setdefault(line.path, []).append(line)
    files = store.files()
    found, failures = [], []
    for path, wanted in by_path.items():
        differing = {line.key: line.new for line in wanted if not line.is_right}
        try:
            if differing:
                rewrite(planned(root, path, partial(_set, values=differing), file_hash=files[path].file_hash))
            found += [line._replace(is_written=True) for line in wanted]
        except EditRefused as error:
            failures.append((path, str(error)))
            found += wanted
    return found, tuple(failures)


def _set(data: bytes, values: Mapping[str, str]) -> bytes:
    for key, value in values.items():
        data = set_key(data, key, value)
    return data
