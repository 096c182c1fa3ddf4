"""
The ledger as bytes: its files, their lines, and the events that can be read from them.

Every device appends to a file of its own, ``.caveat/ledger/<device>.jsonl``, one event a line. A read takes
up where the last one ended, as long as the bytes before are still the same. Whatever is wrong with a line
costs that line alone and is a finding with file and line.

This module reads; it writes nothing.
"""

import hashlib
import json
import math
import re
from sys import intern
from typing import Any, BinaryIO, NamedTuple, cast

from caveat.history.fold import Change, judged
from caveat.history.schema import VERSION, is_event_id, is_known
from caveat.model.errors import InputError
from caveat.model.events import Actor, Event
from caveat.model.findings import Finding, Severity
from caveat.text.dates import day_of
from caveat.vault.ledger_files import LedgerFile

_UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.]\d{1,18})?Z", re.ASCII)
_PLAIN = re.compile(
    r'\{"v":1,"id":"([0-7][0-9A-HJKMNP-TV-Z]{25})"'
    r',"at":"((\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:[.]\d{1,18})?Z)"'
    r',"kind":"([a-z]+)","by":"([^"\\\0-\x1f]+)","actor":"(human|agent|program)","body":(?=\{)',
    re.ASCII,
)
"""The envelope as `encode_event` writes it, all that the long way asks of it but that the day exists."""
_START = '{"v":'
"""How an event starts as `encode_event` writes it: what is looked for behind a damaged stretch."""
_MOST_ATTEMPTS = 16
"""Starts that are tried on one damaged line (our choice): each may cost a scan of the whole line."""
_MOST_REPORTED = 1000
"""Findings about lines that one read lists one by one (our choice); the rest is counted."""
_DEEPEST = 64
"""Most levels of an event (our choice): schema 1 has four, and a deeper one could not be written again."""

_BLANKS = " \t\r\n"
_BLOCK = 1 << 20


def _finite(digits: str) -> float | str:
    number = float(digits)
    return digits if number in (math.inf, -math.inf) else number


# NaN and what overflows a float stay text: no number, so no body that wants one counts, and nothing is lost.
_DECODER = json.JSONDecoder(parse_constant=str, parse_float=_finite)
_HEAD = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_BODY = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True)


class Entry(NamedTuple):
    """
    An event and where it stands.

    Attributes:
        event: The event.
        line: Line of the file, from 1; events that were glued to each other share one.
        changes: What it says, as `fold.changes` has it.
    """

    event: Event
    line: int
    changes: tuple[Change, ...]


class Tail(NamedTuple):
    """
    What a file holds that was not read before.

    Attributes:
        entries: In the order of the file.
        findings: What is wrong with the lines read, in the same order, then what concerns several.
        offset: Where the next read takes up, in bytes.
        prefix_hash: SHA-256 (hex) of the bytes before *offset*.
        is_rewritten: The bytes read before have changed, so *entries* is the whole file: drop what was kept
            of it.
        pending: Bytes after *offset*: a last line without its line end.
        is_pending_whole: That line is a whole event already, the last of *entries*.
    """

    entries: tuple[Entry, ...]
    findings: tuple[Finding, ...]
    offset: int
    prefix_hash: str
    is_rewritten: bool = False
    pending: int = 0
    is_pending_whole: bool = False


def tail(file: LedgerFile, *, offset: int = 0, prefix_hash: str = "") -> Tail:
    """
    The events of *file* from *offset* on.

    Args:
        file: What to read.
        offset: `Tail.offset` of the last read; 0 reads everything.
        prefix_hash: `Tail.prefix_hash` of the last read.

    Returns:
        What is new. When the bytes before *offset* are no longer those that were read (``forget``, a sync
        tool, an editor), everything from the start. A last line without a line end is
        read again next time: when it is a whole event already, it is among the entries, else it may still be
        being written and is no finding yet. A file that cannot be read is a finding, and the place to take
        up stays where it was.
    """
    if file.is_outside:
        return _unread(file, offset, prefix_hash, "a link leads out of the vault; not read")
    try:
        with file.path.open("rb") as stream:
            hasher, lines = _prefix(stream, offset)
            is_rewritten = offset > 0 and hasher.hexdigest() != prefix_hash
            if is_rewritten:
                stream.seek(0)
                hasher, lines = _prefix(stream, 0)
            data = stream.read()
    except OSError as error:
        return _unread(file, offset, prefix_hash, f"cannot be read: {error.strerror or error}")
    end = data.rfind(b"\n") + 1
    entries, findings = read_lines(data, path=file.name, first_line=lines + 1)
    hasher.update(memoryview(data)[:end])
    start = 0 if is_rewritten else offset
    is_whole = bool(entries) and entries[-1].line == lines + 1 + data.count(b"\n")
    return Tail(entries, findings, start + end, hasher.hexdigest(), is_rewritten, len(data) - end, is_whole)


def read_lines(
    data: bytes, *, path: str, first_line: int = 1
) -> tuple[tuple[Entry, ...], tuple[Finding, ...]]:
    """
    The events in *data* and what is wrong with its lines.

    Args:
        data: Whole lines; the last one may lack its line end, and is passed over unless it is an event.
        path: File named in the findings.
        first_line: Number of the first line.

    Returns:
        Entries and findings, both in the order of the lines.
    """
    if first_line == 1:
        data = data.removeprefix(b"\xef\xbb\xbf")
    entries: list[Entry] = []
    report = _Report(path)
    lines = data.split(b"\n")
    for number, line in enumerate(lines, first_line):
        if not line or line.isspace():
            continue
        event = parse_event(line)
        if isinstance(event, Event):
            entries.append(report.read(event, number))
        elif number < first_line + len(lines) - 1:
            entries += report.recovered(number, event, line)
    return tuple(entries), report.all()


def parse_event(line: bytes | str) -> Event | str:
    """
    The event that *line* holds, or the reason why it holds none, at most about 80 characters.

    Only the envelope is judged here, not the body: ``v`` a whole number from 1, ``id`` a ULID, ``at`` an
    instant in UTC, ``kind`` and ``by`` not empty, ``actor`` human, agent or program, ``body`` an object.
    `encode_event` accepts every event that comes from here.
    """
    try:
        text = (line.decode("utf-8") if isinstance(line, bytes) else line).strip(_BLANKS)
        plain = _plain_event(text)
        if plain is not None:
            return _unfit(plain, text) or plain
        value, end = _DECODER.raw_decode(text)
    except UnicodeDecodeError:
        return "not UTF-8"
    except json.JSONDecodeError as error:
        return f"not JSON: {error.msg} at column {error.pos + 1}"
    except ValueError:
        return "a number with too many digits"
    except RecursionError:
        return "nested too deeply"
    if end < len(text):
        return f"not one JSON object: more follows at column {end + 1}"
    event = _event(value)
    return event if isinstance(event, str) else _unfit(event, text) or event


def _plain_event(text: str) -> Event | None:
    """The event of a line as `encode_event` writes it, most of them; None sends to the long way."""
    head = _PLAIN.match(text)
    if head is None:
        return None
    event_id, at, day, kind, by, actor = head.groups()
    try:
        body, end = _DECODER.raw_decode(text, head.end())
    except (ValueError, RecursionError):
        return None
    if end != len(text) - 1 or text[end] != "}" or by.isspace() or day_of(day) is None:
        return None
    # Few words for very many events: one copy of each.
    return Event(1, event_id, at, intern(kind), intern(by), cast("Actor", intern(actor)), body)


def encode_event(event: Event) -> bytes:
    """
    *event* as its line of the ledger, line end included: UTF-8, compact, equal bytes for equal events.

    The envelope stands in the order v, id, at, kind, by, actor, body; the keys of the body are sorted.

    Raises:
        InputError: The line could not be read back: a part of the envelope is wrong, the body holds NaN, an
            infinite number, half a surrogate pair or something that is not JSON.
    """
    envelope = {**event._asdict(), "body": dict(event.body)}
    try:
        body = _BODY.encode(envelope.pop("body"))
        line = f'{_HEAD.encode(envelope)[:-1]},"body":{body}}}'
        encoded = line.encode("utf-8")
    except UnicodeEncodeError as error:
        # Bytes of a command line that are no UTF-8 come as halves of surrogate pairs.
        wrong = error.object[error.start : error.start + 1]
        raise InputError(
            f"event {event.id} cannot be written to the ledger: it holds {wrong!a}, which is no character;"
            " text has to be UTF-8, see the encoding of the terminal or the file that it comes from"
        ) from error
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"event {event.id} cannot be written to the ledger: {error}") from error
    read = _event({**envelope, "body": dict(event.body)})
    reason = read if isinstance(read, str) else _unfit(read, line)
    if reason is not None:
        raise InputError(f"event {event.id} cannot be written to the ledger: {reason}")
    return encoded + b"\n"


class _Report:
    """Findings about the lines of one file, bounded however damaged it is."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.findings: list[Finding] = []
        self.unlisted = 0
        self.unknown: dict[str, tuple[int, int]] = {}

    def add(self, line: int, code: str, severity: Severity, message: str, advice: str) -> None:
        if len(self.findings) < _MOST_REPORTED:
            self.findings.append(Finding(code, severity, message, self.path, line, help=advice))
        else:
            self.unlisted += 1

    def read(self, event: Event, line: int) -> Entry:
        """The entry of *event*, once what is wrong with it is noted."""
        against, changes = judged(event)
        if changes and against is None:
            return Entry(event, line, changes)
        if not is_known(event):
            what = f"kind {event.kind[:40]!r}" if event.v <= VERSION else f"schema version {event.v}"
            first, count = self.unknown.get(what, (line, 0))
            self.unknown[what] = (first, count + 1)
        elif against is not None:
            left = "has no effect" if against.is_fatal else "counts without it"
            severity: Severity = "error" if against.code == "invalid-event" else "warning"
            advice = f"The {event.kind} event {event.id} is kept and {left}; record it anew if it was meant."
            self.add(line, against.code, severity, against.reason, advice)
        return Entry(event, line, changes)

    def recovered(self, line: int, reason: str, data: bytes) -> list[Entry]:
        """The entries that can be had from a line that is no event."""
        events, is_whole = _recover(data)
        count = f"{len(events)} event{'s' if len(events) > 1 else ''}"
        if not events:
            advice = "Only this line is lost. Restore it from a copy of the file, or delete it."
            self.add(line, "damaged-event", "error", reason, advice)
        elif is_whole:
            advice = "Nothing is lost. Two programs wrote at once, or a line end was removed."
            self.add(line, "damaged-event", "warning", f"{count} on one line, all of them read", advice)
        else:
            advice = "The rest of this line is lost. Restore it from a copy of the file, or delete it."
            self.add(line, "damaged-event", "error", f"damaged; {count} on this line could be read", advice)
        return [self.read(event, line) for event in events]

    def all(self) -> tuple[Finding, ...]:
        """The findings line by line, then those that concern several lines."""
        several = []
        if self.unlisted:
            message = f"{self.unlisted} more lines are damaged or without effect"
            several.append(Finding("damaged-event", "error", message, self.path))
        for what, (line, count) in sorted(self.unknown.items(), key=lambda item: item[1]):
            message = f"{count} event{'s' if count > 1 else ''} of {what}, unknown to this program"
            advice = "They are kept and have no effect; a newer caveat may know them."
            several.append(Finding("unknown-event", "note", message, self.path, line, help=advice))
        return (*self.findings, *several)


def _recover(data: bytes) -> tuple[list[Event], bool]:
    """The events on a damaged line, and whether they are all that stands on it."""
    # Bytes that are no UTF-8 become lone surrogates, which no event may hold.
    text = data.decode("utf-8", "surrogateescape").strip(_BLANKS)
    events: list[Event] = []
    position = failures = 0
    is_whole = True
    while 0 <= position < len(text):
        try:
            value, position = _DECODER.raw_decode(text, position)
        except (ValueError, RecursionError):
            is_whole = False
            failures += 1
            position = text.find(_START, position + 1) if failures < _MOST_ATTEMPTS else -1
            continue
        event = _event(value)
        if isinstance(event, Event) and _unfit(event, text) is None:
            events.append(event)
        else:
            is_whole = False
        while position < len(text) and text[position] in _BLANKS:
            position += 1
    return events, is_whole


def _event(value: Any) -> Event | str:
    """The event that *value*, just read from JSON, is; or why it is none."""
    if not isinstance(value, dict):
        return "not an object"
    v, event_id, at = value.get("v"), value.get("id"), value.get("at")
    kind, by, actor, body = value.get("kind"), value.get("by"), value.get("actor"), value.get("body")
    if type(v) is not int or v < 1:
        return "v must be a whole number from 1"
    if not isinstance(event_id, str) or not is_event_id(event_id):
        return "id must be a ULID of 26 capitals and digits"
    if not isinstance(at, str) or _UTC.fullmatch(at) is None or day_of(at) is None:
        return "at must be an instant in UTC, such as 2026-03-09T10:00:00Z"
    if not isinstance(kind, str) or not kind.strip():
        return "kind must not be empty"
    if not isinstance(by, str) or not by.strip():
        return "by must name an author"
    if actor not in ("human", "agent", "program"):
        return "actor must be human, agent or program"
    if not isinstance(body, dict):
        return "body must be an object"
    return Event(v, event_id, at, kind, by, actor, body)


def _unfit(event: Event, text: str) -> str | None:
    """Why *event*, read from *text*, could not be kept by a database or written again; None when it could."""
    if text.count("{") + text.count("[") > _DEEPEST and _is_deep(event.body):
        return f"more than {_DEEPEST} levels deep"
    is_suspect = not text.isascii() and not _is_unicode(text)
    if (is_suspect or "\\ud" in text or "\\uD" in text) and not _is_unicode(_HEAD.encode(event)):
        return "half a surrogate pair in a string"
    return None


def _is_unicode(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(_DEEPEST):
        outer = [
            one.values() if isinstance(one, dict) else one for one in level if isinstance(one, dict | list)
        ]
        level = [inner for one in outer for inner in one]
    return bool(level)


def _prefix(stream: BinaryIO, length: int) -> "tuple[hashlib._Hash, int]":
    """Hash of the next *length* bytes of *stream*, or of fewer when it ends, and their line ends."""
    hasher, lines = hashlib.sha256(), 0
    while length > 0 and (block := stream.read(min(length, _BLOCK))):
        hasher.update(block)
        lines += block.count(b"\n")
        length -= len(block)
    return hasher, lines


def _unread(file: LedgerFile, offset: int, prefix_hash: str, message: str) -> Tail:
    advice = "Its events are missing from every answer until it can be read."
    if offset:
        advice = "What was read of it before still counts; what was added since is missing until then."
    finding = Finding("unreadable-ledger", "error", message, file.name, help=advice)
    return Tail((), (finding,), offset, prefix_hash)
