"""
The check of a translated chapter: every injected occurrence has its verdict, and the text is looked over.

Nothing is rewritten. What was injected as certain is held to, what was marked unverified is told mildly.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from caveat.judge.rendering import FAULTS, Outcome, Rendered, Stretch, rendered
from caveat.judge.rendering_align import pair_at
from caveat.judge.rendering_book import Bilingual, Groups, bans, spoilers, subject_of, transcriptions
from caveat.judge.rendering_findings import told
from caveat.judge.rendering_forms import Lexemes, Subject
from caveat.judge.rendering_numbers import lost_numbers
from caveat.judge.rendering_rules import Flag
from caveat.judge.rendering_text import left_over, look_alikes, mixed_address
from caveat.judge.rendering_words import Word, words_of
from caveat.model.findings import Finding, Severity
from caveat.model.preparation import Occurrence
from caveat.model.terms import Book, Term
from caveat.text.decode import line_starts
from caveat.text.fold_book import profile
from caveat.text.layout_book import blanked


class Verdict(NamedTuple):
    """
    The verdict on one occurrence, or on a fault beyond them.

    Attributes:
        outcome: What became of it.
        terms: Refs of the terms that the occurrence may be of; mostly one.
        rendered: The verdict with its place.
        is_sure: The term was injected as certain.
    """

    outcome: Outcome
    terms: tuple[str, ...]
    rendered: Rendered
    is_sure: bool


class CheckedChapter(NamedTuple):
    """
    A translated chapter, checked.

    Attributes:
        unit: What was compared with what: lines, paragraphs, fields, or the chapter as one.
        verdicts: By stretch, then by term, then by place.
        counts: Outcome → occurrences.
        findings: Collapsed, the gravest first.
        flags: Every single one, by place.
        n_flags: Flags that are no notes.
        per_thousand: The same per 1,000 characters of the translation.
        characters: Of the translation.
        has_dictionary: A dictionary of common words was asked beside the rules.
    """

    unit: str
    verdicts: tuple[Verdict, ...]
    counts: Mapping[str, int]
    findings: tuple[Finding, ...]
    flags: tuple[Flag, ...]
    n_flags: int
    per_thousand: float
    characters: int
    has_dictionary: bool


def check_chapter(
    book: Book, text: Bilingual, occurrences: Sequence[Occurrence], *, lexemes: Lexemes | None = None
) -> CheckedChapter:
    """
    The check of one chapter; takes linear time in its length and never raises for any text.

    Args:
        book: Its terms and settings.
        text: The chapter and its translation.
        occurrences: What was injected, with places in the source; by place. REJECTED ones have no verdict.
        lexemes: A dictionary of common words; None = rules only.
    """
    words = words_of(text.translation)
    terms = {term.ref: term for term in book.terms}
    groups = _grouped(occurrences, terms)
    verdicts = _verdicts(book, text, words, groups, terms, lexemes)
    flags = [*_faults(verdicts, text, groups), *_of_text(book, text, words, occurrences, groups)]
    flags.sort(key=lambda flag: (flag.start, flag.code, flag.term))
    counted: Counter[str] = Counter()
    for refs, members in groups.items():
        counted[refs[0]] += len(members)
    lines = text.lines or line_starts(text.translation)
    size = len(text.translation)
    said = told(
        flags, _as_known(flags, terms, text.chapter), counted, path=text.path, lines=lines, characters=size
    )
    counts: Counter[str] = Counter(one.outcome for one in verdicts if not one.rendered.is_surplus)
    return CheckedChapter(
        text.aligned.unit,
        verdicts,
        dict(counts),
        said.findings,
        tuple(flags),
        said.flags,
        said.per_thousand,
        size,
        lexemes is not None,
    )


def _as_known(flags: Sequence[Flag], terms: Mapping[str, Term], chapter: int) -> dict[str, Term]:
    """The terms that *flags* are about, of the gender that a reader of *chapter* knows: findings tell it."""
    refs = {flag.term for flag in flags} & terms.keys()
    return {ref: terms[ref]._replace(gender=terms[ref].gender_at(chapter)) for ref in refs}


def _verdicts(
    book: Book,
    text: Bilingual,
    words: Sequence[Word],
    groups: Groups,
    terms: Mapping[str, Term],
    lexemes: Lexemes | None,
) -> tuple[Verdict, ...]:
    refs = list(groups)
    stretches, sure = _stretches(groups, text)
    found = rendered(
        text.translation,
        [_subject([terms[ref] for ref in one], text.chapter, book) for one in refs],
        stretches,
        others=_others(book, {ref for one in refs for ref in one}),
        lexemes=lexemes,
        is_russian=book.target == "ru",
        words=words,
    )
    return tuple(
        Verdict(one.outcome, refs[one.subject], one, (one.stretch, one.subject) in sure) for one in found
    )


def _grouped(occurrences: Sequence[Occurrence], terms: Mapping[str, Term]) -> Groups:
    """Occurrences by the terms that they may be of: one place of the source is one occurrence."""
    by_place: dict[tuple[int, int], list[Occurrence]] = {}
    for one in occurrences:
        known = terms.get(one.term)
        if one.decision != "REJECTED" and known is not None and known.rendering:
            by_place.setdefault((one.start, one.end), []).append(one)
    groups: Groups = {}
    for members in by_place.values():
        sure = [one for one in members if one.decision == "CONFIRMED"]
        chosen = sure or members
        refs = tuple(dict.fromkeys(one.term for one in chosen))
        groups.setdefault(refs, []).append(chosen[0])
    return groups


def _subject(terms: Sequence[Term], chapter: int, book: Book) -> Subject:
    """The subject of one term; of several that share a place, one that any of them satisfies."""
    first = subject_of(terms[0], chapter=chapter, source=book.source)
    if len(terms) == 1:
        return first
    subjects = [subject_of(term, chapter=chapter, source=book.source) for term in terms]
    aliases = [name for one in subjects for name in (one.rendering, *one.aliases) if name != first.rendering]
    genders = {one.gender for one in subjects}
    return first._replace(
        gender=first.gender if len(genders) == 1 else "unknown",
        aliases=tuple(dict.fromkeys(aliases)),
        declared=tuple(form for one in subjects for form in one.declared),
    )


def _others(book: Book, injected: set[str]) -> list[Subject]:
    """The book's other terms: their names are nobody's broken ones."""
    return [
        Subject(term.ref, term.rendering, term.kind, "unknown", term.origin or book.source, term.aliases)
        for term in book.terms
        if term.rendering and term.ref not in injected and not term.approval.is_retracted
    ]


def _stretches(groups: Groups, text: Bilingual) -> tuple[list[Stretch], set[tuple[int, int]]]:
    """The stretches with their needs, and which (stretch, subject) were injected as certain."""
    pairs = text.aligned.pairs
    needs: list[dict[int, int]] = [{} for _ in pairs]
    sure: set[tuple[int, int]] = set()
    for subject, members in enumerate(groups.values()):
        for one in members:
            index = pair_at(pairs, one.start)
            needs[index][subject] = needs[index].get(subject, 0) + 1
            if one.decision == "CONFIRMED":
                sure.add((index, subject))
    stretches = [
        Stretch(pair.start, pair.end, dict(sorted(needed.items())), pair.field)
        for pair, needed in zip(pairs, needs, strict=True)
    ]
    return stretches, sure


def _faults(verdicts: Sequence[Verdict], text: Bilingual, groups: Groups) -> list[Flag]:
    named = Counter(
        (one.rendered.stretch, one.rendered.subject)
        for one in verdicts
        if one.outcome not in ("missing", "pronoun")
    )
    lost = Counter(
        (one.rendered.stretch, one.rendered.subject) for one in verdicts if one.outcome == "missing"
    )
    keys = list(groups.values())
    flags = []
    for one in verdicts:
        if one.outcome not in FAULTS:
            continue
        where = (one.rendered.stretch, one.rendered.subject)
        is_mild = not one.is_sure or lost[where] <= named[where]
        pair = text.aligned.pairs[one.rendered.stretch]
        if one.outcome == "missing":
            key = keys[one.rendered.subject][0].words
            severity: Severity = "note" if is_mild else "warning"
            flags.append(Flag("missing", one.terms[0], pair.start, key, one.rendered.detail, severity))
            continue
        flags.append(
            Flag(
                one.outcome,
                one.terms[0],
                one.rendered.start,
                one.rendered.words,
                one.rendered.detail,
                "error" if one.is_sure else "warning",
            )
        )
    return flags


def _of_text(
    book: Book, text: Bilingual, words: Sequence[Word], occurrences: Sequence[Occurrence], groups: Groups
) -> list[Flag]:
    """What the text shows beside its verdicts."""
    flags = [Flag("untranslated", "", spot.start, spot.words) for spot in left_over(text.translation)]
    if book.target == "ru":
        flags += [Flag("confusable", "", spot.start, spot.words) for spot in look_alikes(words)]
        flags += [
            Flag("register", "", spot.start, spot.words, "", "note")
            for spot in mixed_address(text.translation)
        ]
    flags += spoilers(book, text, words)
    flags += transcriptions(book, (ref for refs in groups for ref in refs))
    flags += bans(book, text, words, occurrences)
    pairs = text.aligned.pairs
    source = blanked(text.source, is_japanese=profile(book.fold).is_japanese)
    for lost in lost_numbers(source, text.translation, pairs, languages=(book.source, book.target)):
        flags.append(Flag("number", "", lost.start, lost.words, lost.instead, "warning"))
    return flags
