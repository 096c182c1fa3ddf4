"""
Candidates: names of the book's chapters that nobody entered, and terms that somebody proposed.

They wait for a human. Each comes with its first place, a rendering by the book's system of transliteration,
and the terms that it looks like; none of that is ever told to a model.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from caveat.history.terms import Decision, ProposedTerm, proposed_terms
from caveat.judge.terms_similar import Similar, Similarity
from caveat.model.findings import Finding
from caveat.model.preparation import UnknownName
from caveat.model.terms import Window
from caveat.ops.book.chapters import ChapterFile
from caveat.ops.book.opening import OpenBook
from caveat.ops.book.prepare import prepare_text, read_chapter
from caveat.ops.book.proposals import Standing, name_id, standings
from caveat.text.decode import line_starts, place
from caveat.text.fold_book import profile

QUOTED = 24
"""Characters of the text on each side of a name that are quoted (our choice: a clause)."""
NEAREST = 3
"""Terms that are named as looking like a candidate (our choice)."""
LOOKED_AT = 5
"""How many times as many are looked at, for some hold in other chapters only (our choice)."""


class Candidate(NamedTuple):
    """
    A name that may become a term.

    Attributes:
        id: Stable name for a decision: ``name:…``, or the id of the event that proposed it.
        text: As it stands in the book.
        why: ``katakana``, ``surname``, ``honorific``, ``capitals``; ``proposed`` for one from the ledger.
        times: Places in the chapters that were looked at.
        chapters: Their numbers, ascending.
        span: First place, ``path:line:column``; empty when nobody said.
        quote: What stands around it, on one line.
        rendering: What it could be called; empty when nothing can be offered.
        others: Spellings that are as good.
        how: Where the rendering comes from: a system, or who proposed it.
        near_keys: Keys of the book that differ from it by one character.
        similar: Terms that it looks like, by the second tier.
        decision: What a human decided; empty = it waits.
        by: Who decided.
        said: The proposed fields, of one from the ledger.
        sources: Refs that it was taken from, of one from the ledger.
        standing: How far it is to be believed, of one from the ledger that can be a term.
    """

    id: str
    text: str
    why: str
    times: int = 0
    chapters: tuple[int, ...] = ()
    span: str = ""
    quote: str = ""
    rendering: str = ""
    others: tuple[str, ...] = ()
    how: str = ""
    near_keys: tuple[str, ...] = ()
    similar: tuple[Similar, ...] = ()
    decision: str = ""
    by: str = ""
    said: tuple[tuple[str, Any], ...] = ()
    sources: tuple[str, ...] = ()
    standing: Standing | None = None


class Candidates(NamedTuple):
    """
    Candidates of a book, those that wait and stand most often first.

    Attributes:
        candidates: Decided ones behind the others.
        chapters: Chapters that were looked at.
        findings: What is wrong with their files.
    """

    candidates: tuple[Candidate, ...]
    chapters: int
    findings: tuple[Finding, ...]


class _Seen(NamedTuple):
    """A name with its places."""

    name: UnknownName
    chapter: int
    span: str
    quote: str
    counts: dict[int, int]


def candidates(
    opened: OpenBook, chapters: Sequence[ChapterFile], *, findings: Iterable[Finding] = ()
) -> Candidates:
    """
    The names of *chapters* that match no term, and the terms that were proposed for the book.

    Args:
        opened: The book.
        chapters: Files to look at.
        findings: What was found about the files, passed on.

    Raises:
        InputError: A chapter cannot be read.
    """
    told = list(findings)
    seen: dict[str, _Seen] = {}
    for one in chapters:
        _look(opened, one, seen, told)
    decided = opened.decided
    similarity = Similarity(opened.book.terms, profile(opened.book.fold))
    windows = {term.ref: term.window for term in opened.book.terms}
    found = [
        _named(opened, key, one, decided, _known_near(one, similarity, windows)) for key, one in seen.items()
    ]
    proposed = proposed_terms(opened.history, opened.book.name)
    weighed = standings(opened, [one for one in proposed if one.decision is None])
    found += [_proposed(one, similarity, weighed.get(one.id)) for one in proposed]
    found.sort(key=lambda one: (one.decision != "", -one.times, one.chapters[:1], one.text, one.id))
    return Candidates(tuple(found), len(chapters), tuple(told))


def _look(opened: OpenBook, one: ChapterFile, seen: dict[str, _Seen], told: list[Finding]) -> None:
    read = read_chapter(one.path)
    told += read.findings
    lines = line_starts(read.text)
    for chunk in prepare_text(opened, read.text, chapter=one.number, path=one.path).chunks:
        # Each name has its first place; all of them are counted.
        for name in chunk.unknown:
            start = name.starts[0] + chunk_start(opened, read.text, chunk.trace.chunk)
            key = name_id(opened, name.text)
            if key not in seen:
                line, column = place(lines, start)
                quote = _quote(read.text, start, len(name.text))
                seen[key] = _Seen(name, one.number, f"{one.path}:{line}:{column}", quote, {})
            counts = seen[key].counts
            counts[one.number] = counts.get(one.number, 0) + len(name.starts)


def chunk_start(opened: OpenBook, text: str, number: int) -> int:
    """Where chunk *number* of a chapter starts, code points."""
    from caveat.judge.terms_chunks import chunks

    size = opened.book.assembly.chunk
    return chunks(text, size)[number - 1][0] if size else 0


def _quote(text: str, start: int, length: int) -> str:
    before, after = text[max(0, start - QUOTED) : start], text[start : start + length + QUOTED]
    return " ".join((before.rpartition("\n")[2] + after.partition("\n")[0]).split())


def _known_near(one: _Seen, similarity: Similarity, windows: Mapping[str, Window]) -> tuple[Similar, ...]:
    """What a name looks like, of the terms that hold where it stands: others tell what is known later."""
    near = similarity.near(one.name.text, most=NEAREST * LOOKED_AT)
    return tuple(two for two in near if any(windows[two.term].holds(at) for at in one.counts))[:NEAREST]


def _named(
    opened: OpenBook, key: str, one: _Seen, decided: Mapping[str, Decision], near: tuple[Similar, ...]
) -> Candidate:
    text, said = one.name.text, decided.get(key)
    rendering, others, how = offered(opened, text)
    return Candidate(
        key,
        text,
        one.name.why,
        sum(one.counts.values()),
        tuple(sorted(one.counts)),
        one.span,
        one.quote,
        rendering,
        others,
        how,
        one.name.near_keys,
        near,
        said.decision if said else "",
        said.by if said else "",
    )


def offered(opened: OpenBook, text: str) -> tuple[str, tuple[str, ...], str]:
    """A rendering of *text* by the book's system, spellings that are as good, and the system; or nothing."""
    from caveat.text.transliteration_offer import offer

    system = opened.book.transliteration
    found = offer(text, system=system) if system else None
    return (found.text, found.others, system) if found is not None else ("", (), "")


def _proposed(one: ProposedTerm, similarity: Similarity, standing: Standing | None) -> Candidate:
    headword = str(one.said.get("headword", ""))
    rendering = str(one.said.get("rendering") or "")
    return Candidate(
        one.id,
        headword,
        "proposed",
        span=one.span,
        rendering=rendering,
        how=f"{one.actor} {one.by}",
        similar=tuple(near for near in similarity.near(headword) if near.term != one.ref),
        decision=one.decision.decision if one.decision else "",
        by=one.decision.by if one.decision else "",
        said=tuple(sorted(one.said.items())),
        sources=one.sources,
        standing=standing,
    )
