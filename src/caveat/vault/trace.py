"""
The trace of a book as bytes, and the carried state as a file.

Every device appends to a trace of its own, ``.caveat/trace/<device>.jsonl`` in the book's folder, one chunk a
line. A line holds no date and nothing of the machine, so the same run writes the same line; one that is
there already is not written again.
"""

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from caveat.model.errors import InputError, LedgerUnwritable
from caveat.model.findings import Finding
from caveat.model.preparation import CarriedState, Sticky, Trace
from caveat.vault.device import device
from caveat.vault.replacement import replace
from caveat.vault.scan import read_bytes

FOLDER = ".caveat/trace"
"""Where the trace lies in a book."""
RENDERINGS = ".caveat/trace/renderings"
"""Where it lies what terms were called under which snapshot: a snapshot id alone does not tell."""
MAX_STATE_BYTES = 4 * 1024 * 1024
"""Largest state that is read (our choice)."""


def trace_line(trace: Trace) -> str:
    """*trace* as one line of JSON without its end, keys in a fixed order."""
    said = trace._asdict() | {"sticky": dict(trace.sticky)}
    return json.dumps({"v": 1, **said}, ensure_ascii=False, separators=(",", ":"))


def append_trace(folder: Path, traces: list[Trace]) -> int:
    """
    Put *traces* at the end of this device's trace, but for those whose line is the last of its chunk there.

    Returns:
        How many were new.

    Raises:
        LedgerUnwritable: The file cannot be written.
    """
    path = folder / FOLDER / f"{device()}.jsonl"
    last = {_chunk_of(line): line for line in _lines(path)}
    lines = []
    for line in map(trace_line, traces):
        # A rendering may be taken back: then the chunk is prepared as it was before the last time.
        if last.get(_chunk_of(line)) != line:
            last[_chunk_of(line)] = line
            lines.append(line)
    _append(path, lines)
    return len(lines)


def append_renderings(folder: Path, snapshot: str, told: Mapping[str, str]) -> None:
    """
    Keep what the terms of *told* were called under *snapshot*, each once.

    Args:
        folder: The book.
        snapshot: Snapshot id.
        told: Ref → rendering, of terms that a block showed.

    Raises:
        LedgerUnwritable: The file cannot be written.
    """
    path = folder / RENDERINGS / f"{device()}.jsonl"
    lines = (then for line in _lines(path) for name, then in _told(line) if name == snapshot)
    known = {ref for then in lines for ref in then}
    new = {ref: rendering for ref, rendering in sorted(told.items()) if ref not in known}
    if new:
        said = {"v": 1, "snapshot": snapshot, "told": new}
        _append(path, [json.dumps(said, ensure_ascii=False, separators=(",", ":"))])


def read_renderings(folder: Path) -> dict[str, dict[str, str]]:
    """What terms were called when blocks showed them: snapshot id → ref → rendering."""
    found: dict[str, dict[str, str]] = {}
    for path in sorted((folder / RENDERINGS).glob("*.jsonl")):
        for line in _lines(path):
            for snapshot, told in _told(line):
                found.setdefault(snapshot, {}).update(told)
    return found


def last_traces(folder: Path) -> dict[tuple[int, int], list[Trace]]:
    """The last trace of each chapter and chunk, of every device that has one; damaged lines are left out."""
    found: dict[tuple[int, int], list[Trace]] = {}
    for path in sorted((folder / FOLDER).glob("*.jsonl")):
        traces = (_trace(line) for line in _lines(path))
        own = {(one.chapter, one.chunk): one for one in traces if one is not None}
        for place, one in own.items():
            found.setdefault(place, []).append(one)
    return dict(sorted(found.items()))


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines() if path.exists() else []
    except OSError as error:
        raise LedgerUnwritable(f"{path} cannot be read: {error}") from error


def _append(path: Path, lines: list[str]) -> None:
    if not lines:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write("".join(f"{line}\n" for line in lines))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise LedgerUnwritable(f"{path} cannot be written: {error}") from error


_CHUNK = re.compile(r'"chapter":(\d+),"chunk":(\d+)')


def _chunk_of(line: str) -> tuple[str, str]:
    found = _CHUNK.search(line)
    return (found[1], found[2]) if found else (line, "")


def _told(line: str) -> list[tuple[str, dict[str, str]]]:
    try:
        said = json.loads(line)
        return [(str(said["snapshot"]), {str(ref): str(text) for ref, text in said["told"].items()})]
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        return []


def read_traces(folder: Path) -> tuple[list[Trace], list[Finding]]:
    """
    Every line of every trace of the book in *folder*, by chapter and chunk, equal ones once.

    Returns:
        The traces, and a finding for each line that cannot be read.
    """
    found: dict[str, Trace] = {}
    findings = []
    for path in sorted((folder / FOLDER).glob("*.jsonl")):
        shown = f"{FOLDER}/{path.name}"
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            trace = _trace(line)
            if trace is None:
                findings.append(
                    Finding("damaged-trace", "warning", "no trace can be read from this line", shown, number)
                )
            else:
                found[line] = trace
    order = sorted(found.values(), key=lambda one: (one.chapter, one.chunk, one.snapshot, trace_line(one)))
    return order, findings


def read_state(path: Path) -> CarriedState:
    """
    The carried state in the file at *path*.

    Raises:
        InputError: It cannot be read, or holds no state.
    """
    try:
        said = json.loads(read_bytes(os.path.realpath(path), limit=MAX_STATE_BYTES))
        sticky = tuple(
            Sticky(str(one["term"]), _count(one["left"]), _count(one["carried"])) for one in said["sticky"]
        )
        return CarriedState(_count(said["chapter"]), _count(said["chunk"]), str(said["snapshot"]), sticky)
    except OSError as error:
        raise InputError(f"the state {path} cannot be read: {error.strerror or error}") from error
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise InputError(f"{path} holds no carried state: give a file that --commit wrote") from error


def state_json(state: CarriedState) -> dict[str, Any]:
    """*state* as `read_state` reads it."""
    return {**state._asdict(), "sticky": [one._asdict() for one in state.sticky]}


def write_state(path: Path, state: CarriedState) -> None:
    """
    Put *state* into the file at *path* in one step.

    Raises:
        InputError: It cannot be written; what was there is as it was.
    """
    text = json.dumps(state_json(state), ensure_ascii=False, indent=2) + "\n"
    try:
        replace(path, text.encode("utf-8"))
    except OSError as error:
        raise InputError(f"the state {path} cannot be written: {error.strerror or error}") from error


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{value!r} is no count")
    return value


def _trace(line: str) -> Trace | None:
    try:
        said: Mapping[str, Any] = json.loads(line)
        values = {name: said[name] for name in Trace._fields}
        values["injected"] = tuple(map(str, values["injected"]))
        values["evicted"] = tuple(map(str, values["evicted"]))
        values["sticky"] = tuple((str(ref), _count(count)) for ref, count in values["sticky"].items())
        for name in Trace._fields:
            if name in ("chapter", "chunk") or name.startswith("n_"):
                _count(values[name])
        return Trace(**values)
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        return None
