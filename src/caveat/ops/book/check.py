"""Check a translated chapter: what was injected against what stands there, and the text by itself."""

import os
from collections.abc import Sequence
from typing import NamedTuple

from caveat.judge.rendering_align import Aligned, aligned
from caveat.judge.rendering_book import Bilingual
from caveat.judge.rendering_check import CheckedChapter, check_chapter
from caveat.judge.terms_chunks import chunks
from caveat.model.errors import InputError
from caveat.model.findings import Finding
from caveat.model.preparation import Occurrence, Prepared, Trace
from caveat.ops.book.fields import Fields, fields_of
from caveat.ops.book.lexemes import lexemes
from caveat.ops.book.opening import OpenBook
from caveat.ops.book.prepare import MAX_CHAPTER_BYTES, prepare_text
from caveat.text.decode import decode, line_starts
from caveat.vault.scan import read_bytes
from caveat.vault.trace import read_traces


class BookCheck(NamedTuple):
    """
    A translated chapter, checked.

    Attributes:
        book: Name of the book.
        chapter: Number of the chapter.
        source: File of the source.
        path: File of the translation; findings name it.
        snapshot: Snapshot id of the book as it is now.
        is_traced: What was injected was read from the trace; else it was prepared anew.
        checked: Verdicts, flags and their findings.
        findings: All of them: those of the chapter, and remarks on trace and bytes.
    """

    book: str
    chapter: int
    source: str
    path: str
    snapshot: str
    is_traced: bool
    checked: CheckedChapter
    findings: tuple[Finding, ...]

    @property
    def is_clean(self) -> bool:
        """Nothing asks for anything: notes do not."""
        return all(finding.severity == "note" for finding in self.findings)


Traces = tuple[list[Trace], list[Finding]]
"""A book's trace and what is wrong with it, as `vault.trace.read_traces` gives it."""


class _Injected(NamedTuple):
    occurrences: tuple[Occurrence, ...]
    is_traced: bool
    remarks: tuple[Finding, ...]


def check_files(
    opened: OpenBook,
    source: str | os.PathLike[str],
    translation: str | os.PathLike[str],
    *,
    chapter: int,
    traces: Traces | None = None,
) -> BookCheck:
    """
    The check of the chapter in *source* against its translation; nothing is written.

    Two JSON files with a list of records, or two files of JSON Lines, are compared field by field.

    Args:
        opened: The book.
        source: File of the chapter.
        translation: File of its translation.
        chapter: Its number, from 1.
        traces: The book's trace, for who checks many chapters; None = it is read.

    Raises:
        InputError: A file cannot be read, records do not fit together, or the chapter is none.
    """
    ours, theirs = _read(source), _read(translation)
    shown = os.fspath(translation)
    fields = fields_of(ours, theirs, (os.fspath(source), shown))
    if fields is None:
        return check_texts(
            opened, ours, theirs, chapter=chapter, path=shown, source_path=os.fspath(source), traces=traces
        )
    return check_texts(
        opened,
        fields.source,
        fields.translation,
        chapter=chapter,
        path=shown,
        source_path=os.fspath(source),
        fields=fields,
        traces=traces,
    )


def check_texts(
    opened: OpenBook,
    source: str,
    translation: str,
    *,
    chapter: int,
    path: str = "",
    source_path: str = "",
    fields: Fields | None = None,
    traces: Traces | None = None,
) -> BookCheck:
    """
    The check of *translation*; other arguments and errors as `check_files`.

    Args:
        path: How findings name the translation.
        source_path: How the source is called.
        fields: How both are made up of records; None = running text.
        traces: As for `check_files`.
    """
    if not opened.book.terms:
        raise InputError(f"the book {opened.book.name} has no terms: there is nothing to check against")
    injected = _injected(opened, source, chapter, read_traces(opened.folder) if traces is None else traces)
    sides: Aligned = aligned(source, translation) if fields is None else Aligned("field", fields.pairs)
    lines = line_starts(translation) if fields is None else fields.lines
    text = Bilingual(source, translation, sides, chapter, path, lines)
    is_russian = opened.book.target == "ru"
    checked = check_chapter(
        opened.book, text, injected.occurrences, lexemes=lexemes() if is_russian else None
    )
    return BookCheck(
        opened.book.name,
        chapter,
        source_path,
        path,
        opened.snapshot.id,
        injected.is_traced,
        checked,
        (*checked.findings, *injected.remarks, *_remarks(opened, checked)),
    )


def _read(path: str | os.PathLike[str]) -> str:
    shown = os.fspath(path)
    try:
        data = read_bytes(os.path.realpath(path), limit=MAX_CHAPTER_BYTES)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{shown} cannot be read: {reason}") from error
    decoded = decode(data)
    if any(finding.code in ("not-utf-8", "nul-byte") for finding in decoded.findings):
        raise InputError(f"{shown} is no text in UTF-8: convert it first")
    return decoded.text


def _injected(opened: OpenBook, source: str, chapter: int, given: Traces) -> _Injected:
    """What a model was told: by the trace of these very chunks, else as it would be told now."""
    prepared = prepare_text(opened, source, chapter=chapter)
    cuts = chunks(source, opened.book.assembly.chunk)
    traces, damaged = given
    recorded = {one.text: one for one in traces if one.chapter == chapter}
    found: list[Occurrence] = []
    others: list[Trace] = []
    n_traced = 0
    for (start, _), chunk in zip(cuts, prepared.chunks, strict=True):
        trace = _best(chunk, traces, recorded)
        if trace is not None:
            n_traced += 1
            if trace.snapshot != opened.snapshot.id:
                others.append(trace)
        told = set((trace or chunk.trace).injected)
        found += (
            one._replace(start=one.start + start, end=one.end + start)
            for one in chunk.occurrences
            if one.term in told or one.reason == "USAGE"
        )
    remarks = list(damaged)
    if others:
        remarks.append(
            Finding(
                "other-snapshot",
                "note",
                f"chapter {chapter} was prepared under snapshot {others[0].snapshot}",
                help="Terms, settings or plan changed since: see `caveat book snapshot`.",
            )
        )
    return _Injected(tuple(found), n_traced == len(prepared.chunks), tuple(remarks))


def _best(chunk: Prepared, traces: Sequence[Trace], recorded: dict[str, Trace]) -> Trace | None:
    """The trace of a chunk: that of today's snapshot, else the last one of the same text."""
    if chunk.trace.text not in recorded:
        return None
    same = [one for one in traces if one.text == chunk.trace.text and one.chapter == chunk.trace.chapter]
    today = [one for one in same if one.snapshot == chunk.trace.snapshot]
    return today[-1] if today else recorded.get(chunk.trace.text)


def _remarks(opened: OpenBook, checked: CheckedChapter) -> list[Finding]:
    if opened.book.target != "ru":
        said = f"forms of {opened.book.target} are not known: only declared forms and base forms count"
        return [Finding("no-forms", "note", said, help="Declare the forms of each rendering.")]
    if not checked.has_dictionary:
        said = "forms by rule only: no dictionary of common words is installed"
        return [Finding("no-dictionary", "note", said, help="pip install 'caveat[book]' adds one.")]
    return []
