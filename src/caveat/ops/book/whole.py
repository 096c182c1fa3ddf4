"""
Runs over many chapters: prepare and check, chapter by chapter, to be taken up again after an interruption.

Chapters that are translated at once take the state that the chapter before committed, or none; their trace
says which. What a run wrote already it does not write again: blocks are the same bytes, a trace has each line
once, and a report of a check counts as long as it is made of the same texts, terms and trace.
"""

import json
import os
import re
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from caveat import __version__
from caveat.model.errors import InputError
from caveat.model.findings import Finding
from caveat.model.preparation import NO_STATE, CarriedState, Prepared
from caveat.ops.book.chapters import ChapterFile, Pair
from caveat.ops.book.check import BookCheck, Traces, check_files
from caveat.ops.book.opening import OpenBook
from caveat.ops.book.prepare import PreparedChapter, prepare_text, read_chapter, traced_chunks
from caveat.ops.book.review import without_rejected
from caveat.vault.trace import read_state, read_traces, trace_line, write_state

TRACED_AT_ONCE = 20
"""Chapters whose lines go into the trace together (our choice: a killed run prepares so many again)."""

ABANDONED = 3600.0
"""Seconds after which a draft is nobody's (our choice: one is written in less than one)."""
_DRAFT = re.compile(r"\.\d+(?:-\d+)?\.(?:json|txt)\.[0-9a-f]+\.new")

Progress = Callable[[int, int, str], None]
"""Is told how many chapters are done, of how many, and which comes next (empty = none)."""


class CheckedFile(NamedTuple):
    """
    The check of one chapter, as a summary needs it.

    Attributes:
        chapter: Its number.
        source: File of the source.
        path: File of the translation.
        is_traced: What was injected was read from the trace.
        counts: Outcome → occurrences.
        flags: Flags that are no notes.
        characters: Of the translation.
        findings: What was turned down left out.
        is_known: The report was there already.
    """

    chapter: int
    source: str
    path: str
    is_traced: bool
    counts: Mapping[str, int]
    flags: int
    characters: int
    findings: tuple[Finding, ...]
    is_known: bool = False


def prepare_chapters(
    opened: OpenBook,
    chapters: Sequence[ChapterFile],
    *,
    states: Path | None = None,
    is_committed: bool = False,
    out: Path | None = None,
    is_traced: bool = True,
    progress: Progress | None = None,
) -> Iterator[PreparedChapter]:
    """
    Each of *chapters*, prepared, in order.

    Args:
        opened: The book.
        chapters: By number.
        states: Folder of committed states, ``<chapter>.json``; None = no chapter takes any.
        is_committed: Write the state that each chapter leaves, and let the next one take it.
        out: Folder for the blocks, ``<chapter>-<chunk>.txt``, which is made; None = they are not written.
        is_traced: The lines go into the book's trace.
        progress: Told before each chapter and at the end.

    Raises:
        InputError: A chapter cannot be read, or a block or state not written.
        LedgerUnwritable: The trace cannot be written.
    """
    _sweep(out, states)
    waiting: list[Prepared] = []
    try:
        for done, one in enumerate(chapters):
            if progress is not None:
                progress(done, len(chapters), one.path)
            read = read_chapter(one.path)
            state = _committed(states, one.number - 1)
            found = prepare_text(opened, read.text, chapter=one.number, path=one.path, state=state)
            if out is not None:
                _write_blocks(out, found)
            if is_committed and states is not None:
                _made(states)
                write_state(states / f"{one.number}.json", found.chunks[-1].state)
            waiting += found.chunks
            if is_traced and done % TRACED_AT_ONCE == TRACED_AT_ONCE - 1:
                traced_chunks(opened, waiting)
                waiting.clear()
            yield found._replace(findings=(*found.findings, *read.findings))
        if progress is not None:
            progress(len(chapters), len(chapters), "")
    finally:
        # An interrupted run leaves the account of what it did.
        if is_traced and waiting:
            traced_chunks(opened, waiting)


def check_pairs(
    opened: OpenBook, pairs: Sequence[Pair], *, out: Path | None = None, progress: Progress | None = None
) -> Iterator[CheckedFile]:
    """
    Each of *pairs*, checked, in order.

    Args:
        opened: The book.
        pairs: Chapters with their translations.
        out: Folder for the reports, ``<chapter>.json``, which is made; one that is there and made of the
            same is taken. None = nothing is written.
        progress: Told before each chapter and at the end.

    Raises:
        InputError: A file cannot be read, or a report not written.
    """
    _sweep(out)
    traces = read_traces(opened.folder)
    for done, pair in enumerate(pairs):
        if progress is not None:
            progress(done, len(pairs), pair.translation)
        found = _report(out, pair, made_of := _made_of(opened, pair, traces)) if out is not None else None
        if found is None:
            checked = check_files(
                opened, pair.source, pair.translation, chapter=pair.number, traces=(traces[0], [])
            )
            found = _checked(checked)
            if out is not None:
                _made(out)
                _write(out / f"{pair.number:04d}.json", json.dumps(_as_json(found, made_of), indent=1))
        yield found._replace(findings=without_rejected(opened, found.findings))
    if progress is not None:
        progress(len(pairs), len(pairs), "")


def _sweep(*folders: Path | None) -> None:
    """Remove the drafts of runs that were killed, where no run can be writing them any more."""
    for folder in folders:
        if folder is None or not folder.is_dir():
            continue
        for draft in folder.glob(".*.new"):
            with suppress(OSError):
                if _DRAFT.fullmatch(draft.name) and draft.stat().st_mtime < time.time() - ABANDONED:
                    draft.unlink()


def _checked(done: BookCheck) -> CheckedFile:
    one = done.checked
    return CheckedFile(
        done.chapter,
        done.source,
        done.path,
        done.is_traced,
        dict(one.counts),
        one.n_flags,
        one.characters,
        done.findings,
    )


def _committed(states: Path | None, chapter: int) -> CarriedState:
    """The state that *chapter* committed; none when it did not."""
    path = states / f"{chapter}.json" if states is not None else None
    return read_state(path) if path is not None and path.exists() else NO_STATE


def _write_blocks(out: Path, found: PreparedChapter) -> None:
    _made(out)
    for one in found.chunks:
        _write(out / f"{found.chapter:04d}-{one.trace.chunk}.txt", one.block)


def _made(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"the folder {folder} cannot be made: {error.strerror or error}") from error


def _write(path: Path, text: str) -> None:
    """Put *text* into the file at *path* in one step; a file that has it already stays untouched."""
    data = text.encode("utf-8", "surrogatepass")
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    try:
        if path.exists() and path.read_bytes() == data:
            return
        draft.write_bytes(data)
        os.replace(draft, path)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror or error}") from error
    finally:
        draft.unlink(missing_ok=True)


def _made_of(opened: OpenBook, pair: Pair, traces: Traces) -> str:
    """A digest of everything that a report depends on."""
    from hashlib import sha256
    from importlib.util import find_spec

    digest = sha256()
    own = sorted(trace_line(one) for one in traces[0] if one.chapter == pair.number)
    has_dictionary = str(find_spec("pymorphy3") is not None)
    parts = (__version__, opened.snapshot.id, has_dictionary, *pair[1:], *own)
    for part in parts:
        digest.update(f"{part}\0".encode("utf-8", "surrogatepass"))
    for path in (pair.source, pair.translation):
        digest.update(f"{read_chapter(path).text}\0".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _as_json(one: CheckedFile, made_of: str) -> dict[str, Any]:
    said = one._asdict() | {"findings": [finding._asdict() for finding in one.findings]}
    del said["is_known"]
    return {"v": 1, "made_of": made_of, **said}


def _report(out: Path, pair: Pair, made_of: str) -> CheckedFile | None:
    """The report that a run before wrote, when it is made of the same; None otherwise."""
    try:
        said = json.loads((out / f"{pair.number:04d}.json").read_bytes())
        if said["made_of"] != made_of:
            return None
        findings = tuple(Finding(**one) for one in said["findings"])
        values = {name: said[name] for name in CheckedFile._fields if name not in ("findings", "is_known")}
        return CheckedFile(**values, findings=findings, is_known=True)
    except (OSError, KeyError, TypeError, ValueError, RecursionError):
        return None
