"""Exporting a book's terms in the format of another program, with what that format cannot hold."""

import os
from collections.abc import Sequence
from pathlib import Path

from caveat.model.errors import InputError
from caveat.model.terms import ALWAYS, Book, Term
from caveat.ops.book.results_import import ExportedTerms
from caveat.vault.glossaries.registry import write
from caveat.vault.glossaries.rows import Pair
from caveat.vault.replacement import replace


def exported(
    book: Book, format: str, *, chapter: int | None = None, is_approved_only: bool = False
) -> ExportedTerms:
    """
    The terms of *book* in a format; pure.

    Args:
        book: With its terms.
        format: One of `registry.FORMATS`.
        chapter: Only what holds in it and is known in it; None = everything.
        is_approved_only: Only terms that may be relied on.

    Raises:
        InputError: There is no such format, or it is only read.
    """
    terms = [term for term in book.terms if term.approval.is_approved or not is_approved_only]
    # The language of the book goes without saying.
    terms = [term._replace(origin="") if term.origin == book.source else term for term in terms]
    if chapter is not None:
        terms = [_known(term, chapter) for term in terms if term.window.holds(chapter)]
    found = write(terms, format, Pair(book.source, book.target))
    return ExportedTerms(format, found.data, found.entries, len(terms), found.losses)


def _known(term: Term, chapter: int) -> Term:
    return term._replace(window=ALWAYS, gender=term.gender_at(chapter), gender_since=0)


def save(data: bytes, output: Path, *, is_replacing: bool, sources: Sequence[Path] = ()) -> None:
    """
    Write *data* to *output*, all of it or nothing.

    Args:
        data: The file.
        output: Where.
        is_replacing: It may be there already.
        sources: Files that are never replaced: the book's own.

    Raises:
        InputError: *output* is there already, is one of the book's files, or cannot be written.
    """
    folder = Path(os.path.realpath(output.parent))
    real = folder / output.name
    if any(real == Path(os.path.realpath(source)) for source in sources):
        raise InputError(f"{output} is a file of the book itself: choose another name")
    if real.exists() and not is_replacing:
        raise InputError(f"{output} is there already: choose another name, or say --force")
    try:
        replace(real, data)
    except OSError as error:
        raise InputError(f"{output} cannot be written: {error.strerror or error}") from error
