"""All events of a vault as its ledger files hold them, whatever the index knows."""

from pathlib import Path
from typing import NamedTuple

from caveat.history.fold import canonical, changes, winner
from caveat.history.schema import is_tombstone, tombstone
from caveat.model.events import Event
from caveat.model.findings import Finding
from caveat.text.dates import day_of
from caveat.vault.ledger import tail
from caveat.vault.ledger_files import ledger_files


class Union(NamedTuple):
    """
    The events of all ledger files.

    Attributes:
        events: By id; where an id came with several contents, the one that counts.
        forgotten: Ids of events that were forgotten, whether or not they are here.
        conflicted: Ids that came with several contents, a tombstone aside.
        findings: What is wrong with the files.
    """

    events: dict[str, Event]
    forgotten: set[str]
    conflicted: set[str]
    findings: tuple[Finding, ...] = ()


def union(root: Path) -> Union:
    """
    Every event of the vault at *root*, read from its files; forgotten ones with the body that still stands.

    Raises:
        VaultMissing: The ledger's folder cannot be read.
    """
    found = Union({}, set(), set())
    findings: list[Finding] = []
    for file in ledger_files(root):
        read = tail(file)
        findings += read.findings
        for entry in read.entries:
            _take(found, entry.event)
    return found._replace(findings=tuple(findings))


def _take(found: Union, event: Event) -> None:
    known = found.events.get(event.id)
    if known is None:
        found.events[event.id] = event
    elif canonical(known) != canonical(event):
        if not is_tombstone(known) and not is_tombstone(event):
            found.conflicted.add(event.id)
        found.events[event.id] = winner(known, event)
    found.forgotten.update(forgets(event))


def forgets(event: Event) -> list[str]:
    """Id of the event that *event* makes forgotten; none when it is of another kind or has no effect."""
    return [change.about for change in changes(event) if event.kind == "forget"]


def silenced(event: Event, forgotten: set[str]) -> Event:
    """*event*, its body gone when it is among *forgotten*; a forgetting itself cannot be forgotten."""
    is_gone = event.id in forgotten and event.kind != "forget" and not is_tombstone(event)
    return tombstone(event) if is_gone else event


def in_order(events: dict[str, Event]) -> list[Event]:
    """*events* by ``(at, id)``."""
    return sorted(events.values(), key=lambda event: (day_of(event.at) or 0.0, event.id))
