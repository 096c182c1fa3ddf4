"""What a book says of renderings beyond their forms: which are not known yet, forbidden here, or misspelt."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from caveat.judge.rendering_align import Aligned, Pair, pair_at
from caveat.judge.rendering_forms import Subject
from caveat.judge.rendering_places import places
from caveat.judge.rendering_rules import Flag
from caveat.judge.rendering_spellings import spellings
from caveat.judge.rendering_words import Beginnings, Word
from caveat.judge.terms_usage import forbidden_here, usage
from caveat.model.findings import Severity
from caveat.model.preparation import Occurrence
from caveat.model.terms import Book, Term
from caveat.text.fold_book import fold_name, profile

Groups = dict[tuple[str, ...], list[Occurrence]]
"""Refs of the terms that an occurrence may be of → the occurrences."""

_SYSTEMS = {"palladius": "zh", "polivanov": "ja"}


class Bilingual(NamedTuple):
    """
    A chapter and its translation.

    Attributes:
        source: The chapter.
        translation: Its translation.
        aligned: Both side by side.
        chapter: Number of the chapter.
        path: File of the translation; findings name it.
        lines: Where its lines start; empty = those of the translation itself.
    """

    source: str
    translation: str
    aligned: Aligned
    chapter: int
    path: str = ""
    lines: Sequence[int] = ()


def subject_of(term: Term, *, chapter: int, source: str = "zh") -> Subject:
    """
    *term* as a translation of *chapter* should call it.

    Renderings of its keys are aliases; a key that is a given or family name makes the word of the rendering
    that it stands for one.

    Args:
        term: With a rendering.
        chapter: Decides what is known of its gender.
        source: Language of the book, where the term names no origin.
    """
    aliases = [*term.aliases, *(key.rendering for key in term.keys if key.rendering)]
    parts = term.rendering.split()
    if term.kind == "person" and len(parts) > 1:
        kinds = {key.kind for key in term.keys}
        if "given" in kinds:
            aliases.append(parts[0] if term.origin in ("en", "de", "fr") else parts[-1])
        if "family" in kinds:
            aliases.append(parts[-1] if term.origin in ("en", "de", "fr") else parts[0])
    return Subject(
        term.ref,
        term.rendering,
        term.kind,
        term.gender_at(chapter),
        term.origin or source,
        tuple(dict.fromkeys(one for one in aliases if one and one != term.rendering)),
        tuple(form.text for form in term.forms),
    )


def spoilers(book: Book, text: Bilingual, words: Sequence[Word]) -> list[Flag]:
    """Renderings of terms that the reader of this chapter does not know yet."""
    later = [term for term in book.terms if term.window.since > text.chapter and _is_telling(term)]
    if not later:
        return []
    here = Beginnings(words)
    hidden = [term for term in later if here.may_hold(term.rendering)]
    if not hidden:
        return []
    visible = [
        term for term in book.terms if term.window.holds(text.chapter) and here.may_hold(term.rendering)
    ]
    is_russian = book.target == "ru"
    known = [
        spellings(
            subject_of(term, chapter=text.chapter, source=book.source), is_russian=is_russian, has_wrong=False
        )
        for term in (*hidden, *visible)
    ]
    flags = []
    for place in places(text.translation, words, known):
        subjects = {one.subject for one in place.readings}
        if max(subjects) < len(hidden):
            start, end = words[place.first].start, words[place.last - 1].end
            flags.append(Flag("spoiler", hidden[min(subjects)].ref, start, text.translation[start:end]))
    return flags


def _is_telling(term: Term) -> bool:
    """One common word in small letters tells nothing."""
    return not term.approval.is_retracted and (" " in term.rendering.strip() or not term.rendering.islower())


def transcriptions(book: Book, refs: Iterable[str]) -> list[Flag]:
    """
    Renderings that are no transcription by the book's system, each once.

    Args:
        book: Its terms; without a system nothing is told.
        refs: The terms that are looked at.
    """
    if book.transliteration not in _SYSTEMS:
        return []
    from caveat.text.transliteration_check import check_transliteration

    terms = {term.ref: term for term in book.terms}
    severities: dict[str, Severity] = {"wrong": "warning", "variant": "note"}
    flags = []
    for ref in dict.fromkeys(refs):
        term = terms[ref]
        language = term.origin or _SYSTEMS[book.transliteration]
        found = check_transliteration(
            term.headword, term.rendering, language=language, kind=term.kind, reading=term.reading or None
        )
        if found.result in severities and found.expected:
            severity = severities[found.result]
            flags.append(Flag("transliteration", ref, 0, term.rendering, found.expected[0], severity))
    return flags


def bans(book: Book, text: Bilingual, words: Sequence[Word], occurrences: Sequence[Occurrence]) -> list[Flag]:
    """
    Renderings that stand where the words of the source forbid them, or where nobody can tell.

    Args:
        book: Its terms.
        text: The chapter and its translation.
        words: Those of the translation.
        occurrences: Those that were rejected for the words nearby of their rendering count too.
    """
    form = profile(book.fold)
    terms = {term.ref: term for term in book.terms if term.forbidden}
    flags: list[Flag] = []
    done: set[tuple[str, int]] = set()
    for one in occurrences:
        term = terms.get(one.term)
        index = pair_at(text.aligned.pairs, one.start)
        is_meant = one.decision != "REJECTED" or one.reason == "USAGE"
        if term is None or not is_meant or (term.ref, index) in done:
            continue
        done.add((term.ref, index))
        pair = text.aligned.pairs[index]
        source = fold_name(_around(text.source, one, pair), form)
        banned = list(dict.fromkeys(forbidden_here(term, source, form)))
        names = [name for name in banned if usage(term, name, source, form) == "REJECTED"]
        flags += _standing(names, term, pair, text, words, book, code="forbidden")
        is_both = any(ban.text == term.rendering for ban in term.forbidden)
        if is_both and usage(term, term.rendering, source, form) == "AMBIGUOUS":
            names = [term.rendering]
            flags += _standing(names, term, pair, text, words, book, code="unclear-rendering")
    return flags


def _around(source: str, one: Occurrence, pair: Pair) -> str:
    """The line of the source that an occurrence stands in."""
    start = max(source.rfind("\n", 0, one.start) + 1, pair.source_start)
    end = source.find("\n", one.end)
    return source[start : end if end >= 0 else len(source)]


def _standing(
    names: Sequence[str],
    term: Term,
    pair: Pair,
    text: Bilingual,
    words: Sequence[Word],
    book: Book,
    *,
    code: str,
) -> list[Flag]:
    """Flags for the forms of *names* that stand in one part of the translation."""
    from bisect import bisect_left

    if not names:
        return []
    first = bisect_left(words, pair.start, key=lambda word: word.start)
    there = words[first : bisect_left(words, pair.end, key=lambda word: word.start)]
    base = subject_of(term, chapter=text.chapter, source=book.source)
    known = [
        spellings(
            base._replace(rendering=name, aliases=(), declared=()),
            is_russian=book.target == "ru",
            has_wrong=False,
        )
        for name in names
    ]
    reasons = {ban.text: ban.reason for ban in term.forbidden}
    flags = []
    for place in places(text.translation, there, known):
        start, end = there[place.first].start, there[place.last - 1].end
        reason = reasons.get(names[place.readings[0].subject], "")
        severity: Severity = "note" if code == "unclear-rendering" else "error"
        flags.append(Flag(code, term.ref, start, text.translation[start:end], reason, severity))
    return flags
