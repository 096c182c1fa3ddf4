"""Places: where a translated book names a term, and where it is called this or that."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from caveat.judge.rendering_align import aligned
from caveat.judge.rendering_book import Bilingual
from caveat.judge.rendering_check import Verdict, check_chapter
from caveat.judge.terms_chunks import chunks
from caveat.model.findings import Finding
from caveat.model.preparation import Occurrence, Prepared
from caveat.model.terms import Book, Term
from caveat.ops.book.chapters import Pair
from caveat.ops.book.fields import fields_of
from caveat.ops.book.lexemes import lexemes
from caveat.ops.book.opening import OpenBook
from caveat.ops.book.prepare import prepare_text, read_chapter
from caveat.text.decode import line_starts, place
from caveat.text.fold import fold_key
from caveat.vault.trace import last_traces

QUOTED = 30
"""Characters of the translation on each side that are quoted (our choice: a clause)."""
NAMED = ("ok", "wrong-form", "gender", "variant")
"""Outcomes by which a name stands in the translation, rightly or not."""


class RenderedPlace(NamedTuple):
    """
    A place of the translation where a term is named, or where it is missing.

    Attributes:
        chapter: Its chapter.
        source: Where the passage starts in the source, ``path:line``.
        span: Where the name stands, ``path:line:column``; of a missing one, where its passage starts.
        outcome: As a check says it.
        words: What stands there; empty when nothing does.
        quote: What stands around it.
        was_told: The trace says that a model was told of the term for this chapter.
    """

    chapter: int
    source: str
    span: str
    outcome: str
    words: str
    quote: str
    was_told: bool


class Places(NamedTuple):
    """
    Places of one term.

    Attributes:
        term: The term.
        rendering: What was asked for; empty = whatever stands there.
        places: By chapter and place.
        chapters: Chapters that were looked at.
        findings: What is wrong with files.
    """

    term: Term
    rendering: str
    places: tuple[RenderedPlace, ...]
    chapters: int
    findings: tuple[Finding, ...]


def places(
    opened: OpenBook,
    term: Term,
    pairs: Sequence[Pair],
    *,
    rendering: str = "",
    findings: Iterable[Finding] = (),
) -> Places:
    """
    Every place of *pairs* where *term* is named.

    Args:
        opened: The book.
        term: Of this book.
        pairs: Chapters with their translations.
        rendering: Only places where it is called so, in any form or misspelt by a letter or two: what the
            book said once, or an alias. Empty = every place, missing ones too.
        findings: What was found about the files, passed on.

    Raises:
        InputError: A file cannot be read.
    """
    asked = _asked_for(term, rendering)
    book = opened.book._replace(terms=(*_with(opened.book, asked), *_otherwise(term, rendering)))
    told = {
        chapter
        for (chapter, _), traces in last_traces(opened.folder).items()
        if any(term.ref in one.injected for one in traces)
    }
    found = [one for pair in pairs for one in _of_chapter(opened, book, asked, pair, pair.number in told)]
    if rendering:
        found = [one for one in found if one.outcome in NAMED]
    return Places(term, rendering, tuple(found), len(pairs), tuple(findings))


def _asked_for(term: Term, rendering: str) -> Term:
    """*term* as it would be if it were called *rendering*, by that name only."""
    if not rendering:
        return term
    keys = tuple(key._replace(rendering="") for key in term.keys)
    plain = term._replace(rendering=rendering, aliases=(), keys=keys)
    return plain if rendering == term.rendering else plain._replace(forms=())


def _with(book: Book, asked: Term) -> tuple[Term, ...]:
    """The book's terms with *asked* in place of its own; who else is called so is left out."""
    called = fold_key(asked.rendering)
    return tuple(
        asked if one.ref == asked.ref else one
        for one in book.terms
        if one.ref == asked.ref or fold_key(one.rendering) != called
    )


def _otherwise(term: Term, rendering: str) -> tuple[Term, ...]:
    """What *term* is called now, when *rendering* is something else: no misspelling of that."""
    if not rendering or fold_key(rendering) == fold_key(term.rendering):
        return ()
    aliases = tuple(alias for alias in term.aliases if fold_key(alias) != fold_key(rendering))
    return (term._replace(ref=f"{term.ref}\0now", keys=(), aliases=aliases),)


def _of_chapter(opened: OpenBook, book: Book, asked: Term, pair: Pair, was_told: bool) -> list[RenderedPlace]:
    source, translation = read_chapter(pair.source).text, read_chapter(pair.translation).text
    fields = fields_of(source, translation, (pair.source, pair.translation))
    if fields is not None:
        source, translation = fields.source, fields.translation
    cuts = chunks(source, opened.book.assembly.chunk)
    prepared = prepare_text(opened, source, chapter=pair.number).chunks
    occurrences = _occurrences(prepared, [start for start, _ in cuts], asked.ref)
    if not occurrences:
        return []
    from caveat.judge.rendering_align import Aligned

    sides = aligned(source, translation) if fields is None else Aligned("field", fields.pairs)
    lines = line_starts(translation) if fields is None else fields.lines
    text = Bilingual(source, translation, sides, pair.number, pair.translation, lines)
    checked = check_chapter(book, text, occurrences, lexemes=lexemes() if book.target == "ru" else None)
    theirs = line_starts(source)
    return [
        _place(one, text, pair, theirs, was_told)
        for one in checked.verdicts
        if asked.ref in one.terms and one.outcome != "pronoun"
    ]


def _occurrences(prepared: Iterable[Prepared], starts: Sequence[int], ref: str) -> list[Occurrence]:
    return [
        one._replace(start=one.start + start, end=one.end + start)
        for start, chunk in zip(starts, prepared, strict=True)
        for one in chunk.occurrences
        if one.term == ref and one.decision != "REJECTED"
    ]


def _place(one: Verdict, text: Bilingual, pair: Pair, lines: Sequence[int], was_told: bool) -> RenderedPlace:
    side = text.aligned.pairs[one.rendered.stretch]
    start = one.rendered.start if one.rendered.start >= 0 else side.start
    line, column = place(text.lines or line_starts(text.translation), start)
    end = max(one.rendered.end, start)
    around = text.translation[max(0, start - QUOTED) : end + QUOTED]
    return RenderedPlace(
        pair.number,
        f"{pair.source}:{place(lines, side.source_start)[0]}",
        f"{pair.translation}:{line}:{column}",
        one.outcome,
        one.rendered.words,
        " ".join(around.split()),
        was_told,
    )
