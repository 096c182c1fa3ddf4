"""Export and import: all events of a vault as lines, and lines from elsewhere into this device's file."""

import os
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

from caveat.history import fold
from caveat.history.fold import canonical
from caveat.history.schema import is_tombstone
from caveat.model.errors import IndexUnusable, InputError
from caveat.model.events import Event
from caveat.model.findings import Finding
from caveat.model.store import Store
from caveat.ops.clock import now
from caveat.ops.ledger_union import Union, forgets, in_order, silenced, union
from caveat.ops.recording import take_in_events
from caveat.ops.results_exchange import Exported, Imported
from caveat.text.dates import day_of
from caveat.vault.append import append
from caveat.vault.config import Config
from caveat.vault.ledger import Entry, encode_event, read_lines
from caveat.vault.ledger_files import FOLDER
from caveat.vault.replacement import replace

LATE = 1.0 / 24
"""How far the clock of another device may be ahead before its events are remarked on; our choice, an hour."""

HUMAN_WORDS = ("verify", "confirm")
"""Kinds that carry the weight of a human; whoever imports a file takes its word for who wrote them."""


def export(root: Path, output: Path | None = None, *, is_replacing: bool = False) -> Exported:
    """
    Every event of the vault at *root* as one line, in the order of their making.

    What was forgotten is a tombstone, wherever its text still stands; a damaged line is left out and is a
    finding.

    Args:
        root: Real path of the vault.
        output: File to write, all of it or nothing; None = write none.
        is_replacing: It may be there already.

    Raises:
        InputError: *output* is there already, lies in the ledger, or cannot be written.
        VaultMissing: The ledger cannot be read.
    """
    found = union(root)
    events = {key: silenced(event, found.forgotten) for key, event in found.events.items()}
    lines = tuple(encode_event(event) for event in in_order(events))
    state = fold.empty()
    state.conflicted.update(found.conflicted - found.forgotten)
    findings = (*(f for f in found.findings if f.code != "unknown-event"), *fold.conflicts(state))
    if output is not None:
        _save(root, output, lines, is_replacing=is_replacing)
    return Exported(lines, findings, str(output or ""))


def _save(root: Path, output: Path, lines: tuple[bytes, ...], *, is_replacing: bool) -> None:
    folder = Path(os.path.realpath(output.parent))
    if folder == Path(os.path.realpath(root / FOLDER)):
        raise InputError(f"{output} lies in the ledger, which would read it: choose another folder")
    if output.exists() and not is_replacing:
        raise InputError(f"{output} is there already: choose another name, or say --force")
    try:
        replace(folder / output.name, lines)
    except OSError as error:
        raise InputError(f"{output} cannot be written: {error.strerror or error}") from error


class Plan(NamedTuple):
    """What an import would append, and what it reports."""

    events: tuple[Event, ...]
    report: Imported


def import_events(
    root: Path,
    data: bytes,
    *,
    name: str,
    is_dry: bool,
    writing: Callable[[], AbstractContextManager[Store]],
    config: Config,
) -> Imported:
    """
    Take the events in *data* into this device's ledger file, with the ids that they have.

    Events that are here already change nothing, so importing twice is importing once. One that is here
    with another content is refused by its line. Unknown kinds are kept. A dry run reports the same.

    Args:
        root: Real path of the vault.
        data: Lines as `export` writes them; damaged ones cost only themselves.
        name: Where they come from, for the findings.
        is_dry: Only report.
        writing: Opens the index for writing.
        config: The vault's rules.

    Raises:
        InputError: There is no event in *data*.
        LedgerUnwritable: Nothing was imported.
    """
    plan = planned(union(root), data, name=name)
    if is_dry or not plan.events:
        return plan.report._replace(is_dry=is_dry)
    append(root, plan.events)
    try:
        with writing() as store:
            take_in_events(root, store, config)
    except IndexUnusable as error:
        remark = f"imported, and not in the index yet ({error}): the next `caveat index` takes it in"
        return plan.report._replace(is_indexed=False, remarks=(*plan.report.remarks, remark))
    return plan.report


def planned(here: Union, data: bytes, *, name: str) -> Plan:
    """
    What of *data* is new beside the events that are *here*; pure.

    Raises:
        InputError: There is no event in *data*.
    """
    # A file from elsewhere is whole: nobody is still writing its last line.
    entries, findings = read_lines(data if data.endswith(b"\n") else data + b"\n", path=name)
    if not entries:
        raise InputError(f"{name} holds no event: an export of caveat has one JSON object a line")
    forgotten = {gone for entry in entries for gone in forgets(entry.event)} | here.forgotten
    arrivals = _Arrivals(here, forgotten, name)
    for entry in entries:
        arrivals.take(entry)
    events = arrivals.new
    report = Imported(
        name,
        tuple(event.id for event in events),
        arrivals.known,
        arrivals.forgotten,
        len(arrivals.findings),
        dict(Counter(event.kind for event in events).most_common()),
        dict(Counter((event.by, event.actor) for event in events).most_common()),
        tuple(sorted([*findings, *arrivals.findings], key=lambda finding: finding.line)),
        tuple(_remarks(here, events)),
    )
    return Plan(tuple(events), report)


class _Arrivals:
    """Events of one file, sorted into new, known, forgotten and refused."""

    def __init__(self, here: Union, forgotten: set[str], name: str) -> None:
        self._met = dict(here.events)
        self._gone = forgotten
        self._name = name
        self.new: list[Event] = []
        self.findings: list[Finding] = []
        self.known = self.forgotten = 0

    def take(self, entry: Entry) -> None:
        event = silenced(entry.event, self._gone)
        met = self._met.get(event.id)
        if met is not None and self._is_taken_away(event, met):
            self.findings.append(_unasked(event, self._name, entry.line))
        elif met is None or (is_tombstone(event) and not is_tombstone(met)):
            self._met[event.id] = event
            self.new.append(event)
        elif is_tombstone(met) and not is_tombstone(entry.event):
            self.forgotten += 1
        elif is_tombstone(met) or canonical(met) == canonical(event):
            self.known += 1
        else:
            self.findings.append(_conflict(event, self._name, entry.line))

    def _is_taken_away(self, event: Event, met: Event) -> bool:
        """Whether a line without a body takes away what is here, and nobody had that forgotten."""
        return is_tombstone(event) and not is_tombstone(met) and event.id not in self._gone


def _conflict(event: Event, name: str, line: int) -> Finding:
    message = f"event {event.id} is here with another content; refused"
    advice = "One of the two was edited. Compare it with `caveat export`; nothing here was changed."
    return Finding("event-conflict", "error", message, name, line, help=advice)


def _unasked(event: Event, name: str, line: int) -> Finding:
    message = f"event {event.id} has no body, and no forgetting of it is here; refused"
    advice = "Import the export of a vault that has the forgetting, or run `caveat forget` on it here."
    return Finding("event-conflict", "error", message, name, line, help=advice)


def _remarks(here: Union, events: list[Event]) -> list[str]:
    remarks = []
    looks = sum(event.kind in HUMAN_WORDS and event.actor == "human" for event in events)
    if looks:
        remarks.append(
            f"{looks:,} of them are human looks and confirmations: they count as their authors' own word"
        )
    latest = now() + LATE
    ahead = sum((day_of(event.at) or 0.0) > latest for event in events)
    if ahead:
        remarks.append(
            f"{ahead:,} of them are dated in the future: they win over what is recorded until then"
        )
    held = {gone for event in events for gone in (*forgets(event), *_tombstones(event))}
    for gone in sorted(held):
        known = here.events.get(gone)
        if known is not None and known.kind != "forget" and not is_tombstone(known):
            remarks.append(
                f"{gone} is forgotten by it; run `caveat forget {gone}` to take its text out of here"
            )
    return remarks


def _tombstones(event: Event) -> list[str]:
    return [event.id] if is_tombstone(event) else []
