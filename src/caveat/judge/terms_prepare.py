"""
Prepare: what a model is told of a book's terms for one chunk, and the account of it.

A pure function of snapshot, chunk and carried state: equal ones give equal bytes. Nothing is added to fill
the budget, and an empty block is a normal answer.
"""

from collections.abc import Sequence
from typing import NamedTuple

from caveat.judge.terms_block import block_text, entry_lines, frame, gender_line
from caveat.judge.terms_budget import precedence, tokens, within
from caveat.judge.terms_findings import Where, findings_of
from caveat.judge.terms_lexicon import Lexicon
from caveat.judge.terms_match import Matches, matches
from caveat.judge.terms_usage import forbidden_here
from caveat.model.preparation import (
    NO_STATE,
    BlockEntry,
    CarriedState,
    Occurrence,
    Prepared,
    Snapshot,
    Sticky,
    Trace,
    UnknownName,
)
from caveat.model.terms import Book, Key, Term
from caveat.text.fold_book import FoldedBook, fold_chapter
from caveat.text.names_book import name_like


class Chunk(NamedTuple):
    """
    A stretch of a chapter that goes into one prompt.

    Attributes:
        text: Its text.
        chapter: Number of its chapter.
        number: Its number in the chapter, from 1.
        digest: SHA-256 (hex) of the text.
        path: File that it comes from; findings name it.
        offset: Where it starts in that file, code points.
        lines: Where the lines of the whole file start, as `text.decode.line_starts` gives it.
    """

    text: str
    chapter: int
    number: int = 1
    digest: str = ""
    path: str = ""
    offset: int = 0
    lines: Sequence[int] = (0,)


class _Carried(NamedTuple):
    entries: tuple[Sticky, ...]
    rejected: int
    blocked: int


def prepare(
    lexicon: Lexicon, book: Book, chunk: Chunk, *, snapshot: Snapshot, state: CarriedState = NO_STATE
) -> Prepared:
    """
    The block for *chunk*, every decision behind it, and what it leaves to the next one.

    Args:
        lexicon: The book's terms, compiled by its fold profile.
        book: Languages and assembly.
        chunk: What is to be translated.
        snapshot: Of the book as the lexicon has it.
        state: What the previous chunk left, committed; one that is not the previous chunk's is not used.
    """
    folded = fold_chapter(chunk.text, lexicon.form)
    found = matches(lexicon, folded, chunk.text, chapter=chunk.chapter)
    unknown = _unknown(lexicon, folded, found, chunk.chapter)
    used = state if _is_previous(state, chunk) else NO_STATE
    carried = _carry(lexicon, used, found, chunk.chapter)
    entries = _entries(lexicon, book, folded, found, carried, chunk)
    genders = _genders(lexicon, book, entries, chunk.chapter)
    kept, evicted = _fitting(book, entries, genders)
    shown = {entry.term for entry in kept}
    lines = [line for ref, line in genders if ref in shown]
    return Prepared(
        block=block_text(lines, kept, book.assembly),
        occurrences=found.occurrences,
        suppressed=found.suppressed,
        unknown=unknown,
        ruby=found.ruby,
        entries=tuple(kept),
        findings=findings_of(
            lexicon, found, unknown, evicted, _where(chunk), state=state, is_state_used=used is state
        ),
        trace=_trace(book, chunk, snapshot, used, found, carried, kept, evicted, unknown),
        state=_next_state(lexicon, chunk, snapshot, found, carried),
    )


def _where(chunk: Chunk) -> Where:
    return Where(chunk.path, chunk.offset, chunk.lines, chunk.chapter)


def _is_previous(state: CarriedState, chunk: Chunk) -> bool:
    """Whether *state* was left by the chunk before, or by some chunk of the chapter before."""
    if state.chapter == chunk.chapter:
        return state.chunk == chunk.number - 1
    return state.chunk == 0 or (state.chapter == chunk.chapter - 1 and chunk.number == 1)


def _unknown(lexicon: Lexicon, folded: FoldedBook, found: Matches, chapter: int) -> tuple[UnknownName, ...]:
    return tuple(
        UnknownName(
            one.text,
            one.why,
            tuple(folded.starts[start] for start, _ in one.spans),
            lexicon.near(folded.text[one.spans[0][0] : one.spans[0][1]], chapter),
        )
        for one in name_like(folded, lexicon.form.name, found.covered)
    )


def _carry(lexicon: Lexicon, state: CarriedState, found: Matches, chapter: int) -> _Carried:
    """The sticky terms that this chunk does not name, each with its own counter."""
    named = {one.term for one in found.occurrences if one.decision != "REJECTED"}
    entries = []
    rejected = blocked = 0
    for one in state.sticky:
        term = lexicon.terms.get(one.term)
        if term is None or one.term in named or one.left <= 0:
            continue
        if not term.window.holds(chapter) or term.approval.is_retracted:
            rejected += 1
            blocked += chapter < term.window.since
            continue
        entries.append(Sticky(one.term, one.left - 1, one.carried + 1))
    return _Carried(tuple(entries), rejected, blocked)


def _entries(
    lexicon: Lexicon, book: Book, folded: FoldedBook, found: Matches, carried: _Carried, chunk: Chunk
) -> list[BlockEntry]:
    """All entries, in order of precedence."""
    places: dict[str, list[Occurrence]] = {}
    for one in found.occurrences:
        if one.decision != "REJECTED":
            places.setdefault(one.term, []).append(one)
    entries = []
    for ref, occurrences in places.items():
        term = lexicon.terms[ref]
        if term.rendering:
            entries.append(_entry(term, occurrences, lexicon, book, folded, chunk))
    for recency, sticky in enumerate(carried.entries):
        term = lexicon.terms[sticky.term]
        if term.rendering:
            entries.append(_entry(term, (), lexicon, book, folded, chunk)._replace(start=-1 - recency))
    entries.sort(key=_order)
    return [entry._replace(start=-1) if entry.is_sticky else entry for entry in entries]


def _order(entry: BlockEntry) -> tuple[int, int, str]:
    return precedence(entry), -entry.start if entry.is_sticky else entry.start, entry.term


def _entry(
    term: Term,
    occurrences: Sequence[Occurrence],
    lexicon: Lexicon,
    book: Book,
    folded: FoldedBook,
    chunk: Chunk,
) -> BlockEntry:
    is_sure = any(one.decision == "CONFIRMED" for one in occurrences)
    if not occurrences:
        is_sure = term.approval.is_approved
    keys = {one.key for one in occurrences}
    own = tuple((key.text, key.rendering) for key in _with_rendering(term) if key.text in keys)
    lines = entry_lines(
        term,
        own,
        chapter=chunk.chapter,
        languages=(book.source, book.target),
        assembly=book.assembly,
        forbidden=[text for text in _never(term, folded, lexicon) if text != term.rendering],
        is_verified=is_sure,
    )
    return BlockEntry(
        term.ref,
        "CONFIRMED" if is_sure else "AMBIGUOUS",
        lines,
        tokens("\n".join(lines)) + 1,
        not occurrences,
        occurrences[0].start if occurrences else -1,
    )


def _never(term: Term, folded: FoldedBook, lexicon: Lexicon) -> tuple[str, ...]:
    return forbidden_here(term, folded.text, lexicon.form) if term.forbidden else ()


def _with_rendering(term: Term) -> list[Key]:
    return [key for key in term.keys if key.rendering and key.rendering != term.rendering]


def _genders(
    lexicon: Lexicon, book: Book, entries: Sequence[BlockEntry], chapter: int
) -> list[tuple[str, str]]:
    """(ref, line) of the persons whose entry is CONFIRMED, in the order of the entries."""
    if not book.assembly.shows_gender:
        return []
    sure = [lexicon.terms[entry.term] for entry in entries if entry.decision == "CONFIRMED"]
    lines = ((term.ref, gender_line(term, chapter)) for term in sure if term.kind == "person")
    return [(ref, line) for ref, line in lines if line]


def _fitting(
    book: Book, entries: Sequence[BlockEntry], genders: Sequence[tuple[str, str]]
) -> tuple[list[BlockEntry], list[BlockEntry]]:
    """What there is room for; a gender goes with its entry, which pays for it."""
    cost = {ref: tokens(line) + 1 for ref, line in genders}
    priced = [entry._replace(cost=entry.cost + cost.get(entry.term, 0)) for entry in entries]
    return within(priced, book.assembly.budget, spent=tokens(frame(book.assembly)))


def _next_state(
    lexicon: Lexicon, chunk: Chunk, snapshot: Snapshot, found: Matches, carried: _Carried
) -> CarriedState:
    last: dict[str, int] = {}
    for one in found.occurrences:
        # What is doubtful here is not carried to where nothing bears it out.
        if one.decision == "CONFIRMED" and lexicon.terms[one.term].sticky > 0:
            last[one.term] = one.start
    recent = sorted(last, key=lambda ref: (-last[ref], ref))
    sticky = [Sticky(ref, lexicon.terms[ref].sticky) for ref in recent]
    sticky += [one for one in carried.entries if one.left > 0 and one.term not in last]
    return CarriedState(chunk.chapter, chunk.number, snapshot.id, tuple(sticky))


def _trace(
    book: Book,
    chunk: Chunk,
    snapshot: Snapshot,
    state: CarriedState,
    found: Matches,
    carried: _Carried,
    kept: Sequence[BlockEntry],
    evicted: Sequence[BlockEntry],
    unknown: Sequence[UnknownName],
) -> Trace:
    decisions = [one.decision for one in found.occurrences]
    blocked = sum(one.reason == "SPOILER" for one in found.occurrences)
    return Trace(
        book=book.name,
        chapter=chunk.chapter,
        chunk=chunk.number,
        snapshot=snapshot.id,
        text=chunk.digest,
        carried_from=state.origin,
        n_exact=len(decisions),
        n_sticky=len(carried.entries),
        n_confirmed=decisions.count("CONFIRMED"),
        n_ambiguous=decisions.count("AMBIGUOUS"),
        n_rejected=decisions.count("REJECTED") + carried.rejected,
        n_spoiler_blocked=blocked + carried.blocked,
        n_suppressed=len(found.suppressed),
        n_evicted=len(evicted),
        n_unknown=len(unknown),
        injected=tuple(entry.term for entry in kept),
        evicted=tuple(entry.term for entry in evicted),
        sticky=tuple((one.term, one.carried) for one in carried.entries),
    )
