"""Forgetting: the text of one event is taken out of every ledger file and out of the index, for good."""

import os
from collections.abc import Iterable
from pathlib import Path

from caveat.history.schema import is_event_id, is_tombstone
from caveat.model.errors import IndexUnusable, InputError, LedgerUnwritable, RefAmbiguous, RefNotFound
from caveat.model.events import Event
from caveat.ops.drift import KEPT as DRIFT
from caveat.ops.ledger_union import Union, union
from caveat.ops.recording import Desk, Draft, take_in_events
from caveat.ops.refs import LEAST_PREFIX, SHOWN
from caveat.ops.results_exchange import Forgotten, Place
from caveat.vault.append import append, rewrite
from caveat.vault.forgetting import redacted, torn_lines
from caveat.vault.ledger_files import FOLDER, ledger_files


def forget(desk: Desk, text: str, *, is_dry: bool = False) -> Forgotten:
    """
    Take an event out of every answer, and its body out of every ledger file of the vault and the index.

    What another device forgot, or a process that was killed half-way, is finished by doing it again. No note
    is touched.

    Args:
        desk: Where it is recorded; its author is no agent.
        text: Id of an event or the first 6 or more characters of it, or a claim as a person names it.
        is_dry: Only say what would be forgotten.

    Raises:
        InputError: An agent asks, the record is a note, or the event is a forgetting itself.
        RefNotFound: Nothing fits.
        RefAmbiguous: Several events fit; the message lists them.
        LedgerUnwritable: Files could not be written; all others are done, and doing it again goes on there.
    """
    if desk.author.actor == "agent":
        raise InputError("an agent cannot forget: ask a human, or retract the claim instead")
    here = union(desk.root)
    event = here.events[_event_id(desk, here, text)]
    if event.kind == "forget":
        raise InputError(f"{event.id} is a forgetting, which cannot be forgotten")
    places = tuple(_places(desk.root, event))
    found = Forgotten(event, places, (), _same_text(here, event), (), is_dry)
    if is_dry:
        return found._replace(elsewhere=_elsewhere(desk.root, event))
    written: tuple[str, ...] = ()
    if event.id not in here.forgotten:
        made = desk.made([Draft("forget", {"id": event.id})])
        # First the word that it is forgotten: from then on no answer holds it, whatever happens next.
        append(desk.root, made)
        written = (made[0].id,)
    failures = _redact(desk.root, event)
    is_wiped = _wiped(desk)
    if failures:
        rest = "all other files are done: mend that and do it again"
        raise LedgerUnwritable("; ".join([*failures, rest]))
    return found._replace(events=written, is_wiped=is_wiped, elsewhere=_elsewhere(desk.root, event))


def _redact(root: Path, event: Event) -> list[str]:
    """Take the text out of every file that holds it; why it could not be taken out of some."""
    failures = []
    for file in ledger_files(root):
        if file.is_outside:
            continue
        try:
            # A file that does not hold it need not be writable.
            if redacted(file.path.read_bytes(), event).lines:
                rewrite(file.path, lambda data: redacted(data, event).data)
        except LedgerUnwritable as error:
            failures.append(str(error))
        except OSError as error:
            failures.append(f"{file.path} cannot be read: {error.strerror or error}")
    return failures


def _wiped(desk: Desk) -> bool:
    try:
        take_in_events(desk.root, desk.store, desk.config)
        # What an audit found in a claim is kept in the claim's own words.
        desk.store.put_meta({DRIFT: ""})
    except IndexUnusable:
        return False
    return desk.store.scrub()


def _event_id(desk: Desk, here: Union, text: str) -> str:
    wanted = text.strip().removeprefix("claim:").upper()
    if is_event_id(wanted) and wanted in here.events:
        return wanted
    fits = []
    if len(wanted) >= LEAST_PREFIX and wanted.isascii():
        fits = sorted(event_id for event_id in here.events if event_id.startswith(wanted))
    if len(fits) > 1:
        listed = "".join(f"\n  {here.events[fit].kind} {fit}" for fit in fits[:SHOWN])
        more = f"\n  … and {len(fits) - SHOWN} more" if len(fits) > SHOWN else ""
        raise RefAmbiguous(f"{text!r} fits {len(fits)} events; name one of them:{listed}{more}")
    if fits:
        return fits[0]
    if is_event_id(wanted):
        raise RefNotFound(f"no event has the id {wanted}")
    ref = desk.found(text)
    event_id = ref.removeprefix("claim:")
    if event_id not in here.events:
        raise InputError(
            f"{ref} is no event of the ledger: what stands in a file only you can take out of it"
        )
    return event_id


def _places(root: Path, event: Event) -> Iterable[Place]:
    for file in ledger_files(root):
        if file.is_outside:
            continue
        try:
            lines = redacted(file.path.read_bytes(), event).lines
        except OSError:
            # It is among the findings of every index run; forgetting says so when it writes.
            continue
        if lines:
            yield Place(file.name, lines)


def _pieces(root: Path, event: Event) -> Iterable[str]:
    """Damaged lines that hold a piece of its text; nobody can tell what else they hold."""
    text = event.body.get("text")
    if not isinstance(text, str):
        return
    for file in ledger_files(root):
        try:
            data = b"" if file.is_outside else file.path.read_bytes()
        except OSError:
            continue
        for number in torn_lines(data, text):
            yield f"{file.name}:{number}, a damaged line with a piece of it: look into it, and delete it"


def _same_text(here: Union, event: Event) -> tuple[str, ...]:
    text = event.body.get("text")
    if not isinstance(text, str) or is_tombstone(event):
        return ()
    return tuple(
        sorted(
            other.id
            for other in here.events.values()
            if other.id != event.id and other.id not in here.forgotten and other.body.get("text") == text
        )
    )


def _elsewhere(root: Path, event: Event) -> tuple[str, ...]:
    """Where the text may lie out of reach, and where pieces of it may."""
    needle = event.id.encode("ascii")
    read = {file.path.name: file for file in ledger_files(root)}
    found = []
    for name in sorted(os.listdir(root / FOLDER)):
        path = root / FOLDER / name
        if not path.is_file() or (name in read and not read[name].is_outside):
            continue
        try:
            is_there = needle in path.read_bytes()
        except OSError:
            is_there = True
        if is_there:
            found.append(f"{FOLDER}/{name}, which is no file of this ledger: look into it, and delete it")
    return (
        *found,
        *_pieces(root, event),
        "other devices and sync services, until they have taken in the changed files",
        "backups, version histories, exports, and blocks of the disk that are not overwritten yet",
    )
