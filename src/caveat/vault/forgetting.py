"""Taking the text of one event out of the bytes of a ledger file; everything else stays, byte for byte."""

import json
from typing import NamedTuple

from caveat.history.schema import is_tombstone, tombstone
from caveat.model.events import Event
from caveat.vault.ledger import encode_event, parse_event, read_lines

PIECE = 12
"""Bytes by which a piece of a text is known; our choice: few damaged lines share so much by chance."""

_BOM = b"\xef\xbb\xbf"


class Redacted(NamedTuple):
    """
    A ledger file without the text of one event.

    Attributes:
        data: All bytes of the file.
        lines: Numbers of the lines that were changed, from 1; empty when the file does not hold the text.
    """

    data: bytes
    lines: tuple[int, ...]


def redacted(data: bytes, event: Event) -> Redacted:
    """
    The ledger file *data* with a tombstone wherever the event of *event*'s id stands with its body.

    A damaged line that holds it, whole or torn, is replaced by the events that can be read from it: what is
    unreadable on that line may be the very text, and goes.

    Args:
        data: All bytes of the file.
        event: The event as it was; only its envelope is used.
    """
    needle = event.id.encode("ascii")
    start = _BOM if data.startswith(_BOM) else b""
    lines = data[len(start) :].split(b"\n")
    changed = []
    for number, line in enumerate(lines, start=1):
        # An id may be written with escapes; nobody does, but a secret must not hide behind it.
        if needle in line or b"\\u" in line:
            new = _redacted_line(line, event)
            if new != line:
                lines[number - 1] = new
                changed.append(number)
    return Redacted(start + b"\n".join(lines), tuple(changed))


def torn_lines(data: bytes, text: str) -> list[int]:
    """Numbers of the lines of a ledger file that are no event and hold a piece of *text*, from 1."""
    written = json.dumps(text, ensure_ascii=False)[1:-1].encode("utf-8", "surrogatepass")
    size = min(PIECE, len(written))
    pieces = {written[place : place + size] for place in range(len(written) - size + 1)}
    found = []
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip() and not isinstance(parse_event(line), Event):
            places = range(len(line) - size + 1)
            if any(line[place : place + size] in pieces for place in places):
                found.append(number)
    return found


def _redacted_line(line: bytes, event: Event) -> bytes:
    parsed = parse_event(line)
    if isinstance(parsed, Event):
        if parsed.id != event.id or is_tombstone(parsed):
            return line
        end = b"\r" if line.endswith(b"\r") else b""
        return _line(tombstone(parsed)) + end
    entries, _ = read_lines(line + b"\n", path="")
    found = [entry.event for entry in entries]
    is_torn = b'"id":"' + event.id.encode("ascii") in line.replace(b" ", b"")
    if not is_torn and all(other.id != event.id or is_tombstone(other) for other in found):
        return line
    kept = [tombstone(other) if other.id == event.id else other for other in found]
    if all(other.id != event.id for other in kept):
        kept.append(tombstone(event))
    return b"\n".join(_line(other) for other in kept)


def _line(event: Event) -> bytes:
    return encode_event(event).removesuffix(b"\n")
