"""
The trace of a book as bytes, and the carried state as a file.

Every device appends to a trace of its own, ``.caveat/trace/<device>.jsonl`` in the book's folder, one chunk a
line. A line holds no date and nothing of the machine, so the same run writes the same line; one that is
there already is not written again.
"""

import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from caveat.model.errors import InputError, LedgerUnwritable
from caveat.model.findings import Finding
from caveat.model.preparation import CarriedState, Sticky, Trace
from caveat.vault.device import device
from caveat.vault.scan import read_bytes

FOLDER = ".caveat/trace"
"""Where the trace lies in a book."""
MAX_STATE_BYTES = 4 * 1024 * 1024
"""Largest state that is read (our choice)."""


def trace_line(trace: Trace) -> str:
    """*trace* as one line of JSON without its end, keys in a fixed order."""
    said = trace._asdict() | {"sticky": dict(trace.sticky)}
    return json.dumps({"v": 1, **said}, ensure_ascii=False, separators=(",", ":"))


def append_trace(folder: Path, traces: list[Trace]) -> int:
    """
    Put *traces* at the end of this device's trace, but for those whose line is there already.

    Returns:
        How many were new.

    Raises:
        LedgerUnwritable: The file cannot be written.
    """
    path = folder / FOLDER / f"{device()}.jsonl"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        known = set(path.read_text(encoding="utf-8").splitlines()) if path.exists() else set()
        lines = [line for line in dict.fromkeys(map(trace_line, traces)) if line not in known]
        if lines:
            with path.open("a", encoding="utf-8") as file:
                file.write("".join(f"{line}\n" for line in lines))
                file.flush()
                os.fsync(file.fileno())
    except (OSError, UnicodeDecodeError) as error:
        raise LedgerUnwritable(f"{path} cannot be written: {error}") from error
    return len(lines)


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
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    try:
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, path)
    except OSError as error:
        raise InputError(f"the state {path} cannot be written: {error.strerror or error}") from error
    finally:
        draft.unlink(missing_ok=True)


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
