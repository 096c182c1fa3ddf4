"""Prepare a chapter: each chunk's block, what was decided for it, and the line of the trace."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from caveat.judge.terms_chunks import chunks
from caveat.judge.terms_prepare import Chunk, prepare
from caveat.model.errors import InputError
from caveat.model.findings import Finding
from caveat.model.preparation import NO_STATE, CarriedState, Prepared, Snapshot
from caveat.ops.book.opening import OpenBook
from caveat.text.decode import Decoded, decode, line_starts
from caveat.vault.scan import read_bytes
from caveat.vault.trace import append_renderings, append_trace

MAX_CHAPTER_BYTES = 32 * 1024 * 1024
"""Largest chapter that is read (our choice: a whole book has less)."""


FEW = 50
"""A file in which one byte in so many fits no UTF-8 is in another encoding (our choice)."""
ENCODINGS = ("gb18030", "big5", "shift_jis", "euc_jp", "euc_kr", "cp1251")
"""What books that are not in UTF-8 are usually in; tried to tell the user, never used."""


class ReadChapter(NamedTuple):
    """
    A chapter's file.

    Attributes:
        text: Its text.
        findings: What is wrong with its bytes; each names the file.
    """

    text: str
    findings: tuple[Finding, ...]


class PreparedChapter(NamedTuple):
    """
    A chapter made ready.

    Attributes:
        book: Name of the book.
        chapter: Its number.
        path: Its file.
        snapshot: What the blocks depend on.
        chunks: Those that were asked for, in order.
        of: Chunks that the chapter has.
        findings: Of the book's files and of the chapter's bytes; those of a chunk are with it.
        traced: Lines that the trace has newly.
    """

    book: str
    chapter: int
    path: str
    snapshot: Snapshot
    chunks: tuple[Prepared, ...]
    of: int
    findings: tuple[Finding, ...]
    traced: int = 0


def prepare_text(
    opened: OpenBook,
    text: str,
    *,
    chapter: int,
    path: str = "",
    only: int | None = None,
    state: CarriedState = NO_STATE,
) -> PreparedChapter:
    """
    The chunks of *text*, prepared in order, each with the state that the one before left.

    Args:
        opened: The book.
        text: A chapter.
        chapter: Its number, ``>= 1``.
        path: How findings name it.
        only: One chunk, from 1; None = all.
        state: What was committed before the first of them.

    Raises:
        InputError: The chapter has no such chunk, or its number is below 1.
    """
    if chapter < 1:
        raise InputError(f"chapter {chapter} is none: chapters count from 1")
    cuts = chunks(text, opened.book.assembly.chunk)
    if only is not None and not 1 <= only <= len(cuts):
        raise InputError(f"chapter {chapter} has no chunk {only}: its last one is {len(cuts)}")
    lines = line_starts(text)
    found: list[Prepared] = []
    for number in range(1, len(cuts) + 1) if only is None else [only]:
        start, end = cuts[number - 1]
        chunk = Chunk(text[start:end], chapter, number, _digest(text[start:end]), path, start, lines)
        given = found[-1].state if found else state
        found.append(prepare(opened.lexicon, opened.book, chunk, snapshot=opened.snapshot, state=given))
    return PreparedChapter(
        opened.book.name, chapter, path, opened.snapshot, tuple(found), len(cuts), opened.book.findings
    )


def prepare_file(
    opened: OpenBook,
    path: str | os.PathLike[str],
    *,
    chapter: int,
    only: int | None = None,
    state: CarriedState = NO_STATE,
    is_traced: bool = True,
) -> PreparedChapter:
    """
    The chapter in the file at *path*; other arguments and errors as `prepare_text`.

    Args:
        is_traced: The lines go into the book's trace.

    Raises:
        InputError: The file cannot be read, or its bytes are no text.
        LedgerUnwritable: The trace cannot be written.
    """
    read = read_chapter(path)
    shown = os.fspath(path)
    done = prepare_text(opened, read.text, chapter=chapter, path=shown, only=only, state=state)
    traced = traced_chunks(opened, done.chunks) if is_traced else 0
    return done._replace(findings=(*done.findings, *read.findings), traced=traced)


def read_chapter(path: str | os.PathLike[str]) -> ReadChapter:
    """
    The text of the chapter in the file at *path*, with what is wrong with its bytes.

    Raises:
        InputError: The file cannot be read, or its bytes are no text.
    """
    shown = os.fspath(path)
    try:
        data = read_bytes(os.path.realpath(path), limit=MAX_CHAPTER_BYTES)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"the chapter {shown} cannot be read: {reason}") from error
    decoded = decode(data)
    _check_encoding(data, decoded, shown)
    return ReadChapter(decoded.text, tuple(finding._replace(path=shown) for finding in decoded.findings))


def traced_chunks(opened: OpenBook, prepared: Sequence[Prepared]) -> int:
    """
    Append the account of *prepared* to the book's trace, with what each term was called; how many are new.

    Raises:
        LedgerUnwritable: The trace cannot be written.
    """
    renderings = {term.ref: term.rendering for term in opened.book.terms}
    told = {ref: renderings[ref] for one in prepared for ref in one.trace.injected if ref in renderings}
    append_renderings(opened.folder, opened.snapshot.id, told)
    return append_trace(opened.folder, [one.trace for one in prepared])


def _check_encoding(data: bytes, decoded: Decoded, shown: str) -> None:
    """A chapter of which hardly a word is read right would have no terms, and nobody would know."""
    if data.count(b"\0") * 20 > len(data) and decoded.encoding == "utf-8":
        raise InputError(f"{shown} is no text file: give a chapter as plain text in UTF-8")
    if decoded.encoding != "cp1252" or data.decode("utf-8", "replace").count("\ufffd") * FEW < len(data):
        return
    likely = [name for name in ENCODINGS if _decodes(data, name)]
    hint = f" (it may be {' or '.join(likely)})" if likely else ""
    raise InputError(f"{shown} is not UTF-8{hint}: convert it to UTF-8 first")


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def is_clean(findings: Sequence[Finding]) -> bool:
    """Whether none of *findings* asks for anything: notes do not."""
    return all(finding.severity == "note" for finding in findings)


def book_of(path: Path) -> Path:
    """The nearest folder from *path* upwards that holds a ``book.toml``; that of *path* when none does."""
    from caveat.vault.book import FILE_NAME

    start = path if path.is_dir() else path.parent
    for folder in (start, *start.parents):
        if (folder / FILE_NAME).exists():
            return folder
    return start


def _digest(text: str) -> str:
    from hashlib import sha256

    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
