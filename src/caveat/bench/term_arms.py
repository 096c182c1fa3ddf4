"""
Translations that are handed in, one file an arm: are names the same, are they right, and what did it cost.

A line of an arm is a chapter: ``{"chapter": 1, "source": "…", "translation": "…"}``, and where they are
known ``tokens_in`` and ``tokens_out``. Consistency and correctness are two numbers, for a name that is wrong
everywhere is consistent. Nothing here asks a model, and nothing is rewritten.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from caveat.bench.inputs import Place, filled, member, read_json_lines
from caveat.bench.metrics import Mean
from caveat.bench.term_names import CASES, Line, consistency, omitted
from caveat.judge.rendering_align import aligned, pair_at
from caveat.judge.rendering_book import Bilingual, subject_of
from caveat.judge.rendering_check import CheckedChapter, check_chapter
from caveat.judge.rendering_forms import Lexemes, table_of
from caveat.judge.terms_lexicon import Lexicon
from caveat.judge.terms_match import matches
from caveat.model.errors import InputError
from caveat.model.preparation import Occurrence
from caveat.model.terms import Book, Term
from caveat.text.fold_book import fold_chapter

RIGHT = frozenset({"ok", "wrong-form", "gender"})
"""Outcomes in which the right name stands there, whatever its form."""

A_MILLION = 1_000_000
CHAPTERS = 1_000
"""Chapters that costs are stated for: a long book's."""

TEN_THOUSAND = 10_000


class Delivered(NamedTuple):
    """
    A chapter as an arm translated it.

    Attributes:
        chapter: Its number.
        source: The original.
        translation: What the arm made of it.
        tokens: Read and written; None = not told.
    """

    chapter: int
    source: str
    translation: str
    tokens: tuple[int, int] | None


class ArmFigures(NamedTuple):
    """
    How one arm fared.

    Attributes:
        name: Name of its file.
        chapters: Number of chapters.
        due: Names that the source has and no pronoun stands for.
        correct: Share of those where the right name stands.
        consistent: Share of the lines with a recurring name that have the word which goes with it best.
        omitted: Share of the names that are due where nothing stands that could be one.
        gender: Share of the right names that no verb or adjective beside them contradicts.
        case: Share of the right names behind a preposition that are in a case it governs, wrong forms
            among the others.
        flags: Flags on names per chapter of 10,000 characters.
        tokens: Read and written per 1,000 chapters; None = not told for every chapter.
    """

    name: str
    chapters: int
    due: int
    correct: Mean
    consistent: Mean
    omitted: Mean
    gender: Mean
    case: Mean
    flags: float | None
    tokens: tuple[float, float] | None

    def cost(self, prices: tuple[float, float] | None) -> float | None:
        """Of 1,000 chapters, at *prices* per million tokens read and written; None when it is not known."""
        if prices is None or self.tokens is None:
            return None
        return sum(count * price for count, price in zip(self.tokens, prices, strict=True)) / A_MILLION


def load_arms(folder: Path) -> dict[str, tuple[Delivered, ...]]:
    """
    The arms in *folder*, by name of their file, ``none`` first.

    Raises:
        InputError: There is none, or a line is not in the format.
    """
    if not folder.is_dir():
        raise InputError(f"{folder}: is no folder with one .jsonl file an arm")
    paths = sorted(folder.glob("*.jsonl"), key=lambda path: (path.stem != "none", path.stem))
    if not paths:
        raise InputError(f"{folder}: holds no .jsonl file, and an arm is one")
    return {
        path.stem: tuple(_delivered(said, place) for place, said in read_json_lines(path)) for path in paths
    }


def score_arm(
    name: str, delivered: Sequence[Delivered], book: Book, *, lexemes: Lexemes | None = None
) -> ArmFigures:
    """
    How an arm fared.

    Args:
        name: Its name.
        delivered: Its chapters.
        book: Terms as they should be called; only what may be told for a chapter counts.
        lexemes: A dictionary of common words; None = rules only.

    Raises:
        InputError: No chapter names any term: there is nothing to score.
    """
    lexicon = Lexicon(book.terms, book.fold)
    terms = {term.ref: term for term in book.terms}
    lines: list[Line] = []
    outcomes: Counter[str] = Counter()
    cases: list[float] = []
    flags = characters = 0
    for one in delivered:
        folded = fold_chapter(one.source, lexicon.form)
        found = matches(lexicon, folded, one.source, chapter=one.chapter).occurrences
        sides = aligned(one.source, one.translation)
        checked = check_chapter(
            book, Bilingual(one.source, one.translation, sides, one.chapter), found, lexemes=lexemes
        )
        outcomes += Counter(
            verdict.outcome for verdict in checked.verdicts if not verdict.rendered.is_surplus
        )
        lines += _lines(one, found, checked, terms)
        cases += _cases(one, checked, terms, book)
        flags += sum(flag.term != "" and flag.severity != "note" for flag in checked.flags)
        characters += len(one.translation)
    due = sum(outcomes.values()) - outcomes["pronoun"]
    if not due:
        raise InputError(f"{name}: its chapters name none of the terms of {book.name}")
    right = sum(outcomes[outcome] for outcome in RIGHT)
    lost = omitted(lines, outcomes["missing"])
    return ArmFigures(
        name,
        len(delivered),
        due,
        Mean(right, due),
        consistency(lines),
        Mean(lost, due),
        Mean(right - outcomes["gender"], right),
        Mean(sum(cases), len(cases)),
        flags * TEN_THOUSAND / characters if characters else None,
        _tokens(delivered),
    )


def _delivered(said: Mapping[str, object], place: Place) -> Delivered:
    chapter = member(said, "chapter", (int,), place)
    tokens = None
    if "tokens_in" in said or "tokens_out" in said:
        counts = [int(member(said, key, (int,), place)) for key in ("tokens_in", "tokens_out")]
        tokens = (counts[0], counts[1])
    return Delivered(chapter, filled(said, "source", place), filled(said, "translation", place), tokens)


def _tokens(delivered: Sequence[Delivered]) -> tuple[float, float] | None:
    told = [one.tokens for one in delivered if one.tokens is not None]
    if not told or len(told) < len(delivered):
        return None
    read, written = (sum(counts) * CHAPTERS / len(told) for counts in zip(*told, strict=True))
    return read, written


def _lines(
    one: Delivered, found: Iterable[Occurrence], checked: CheckedChapter, terms: Mapping[str, Term]
) -> list[Line]:
    """Each part of the translation with what its source names, and what became of it."""
    pairs = aligned(one.source, one.translation).pairs
    named: list[set[str]] = [set() for _ in pairs]
    for occurrence in found:
        if occurrence.decision != "REJECTED" and terms[occurrence.term].rendering:
            named[pair_at(pairs, occurrence.start)].add(occurrence.term)
    missing: list[Counter[str]] = [Counter() for _ in pairs]
    stands: list[set[str]] = [set() for _ in pairs]
    taken: list[list[tuple[int, int]]] = [[] for _ in pairs]
    for verdict in checked.verdicts:
        if verdict.rendered.is_surplus:
            continue
        at = verdict.rendered.stretch
        if verdict.outcome == "missing":
            missing[at][verdict.terms[0]] += 1
        elif verdict.outcome != "pronoun":
            stands[at].add(verdict.terms[0])
            taken[at].append(
                (verdict.rendered.start - pairs[at].start, verdict.rendered.end - pairs[at].start)
            )
    return [
        Line(one.translation[pair.start : pair.end], named[at], stands[at], missing[at], tuple(taken[at]))
        for at, pair in enumerate(pairs)
    ]


def _cases(one: Delivered, checked: CheckedChapter, terms: Mapping[str, Term], book: Book) -> list[float]:
    """1 for each right name in a case that the preposition before it governs, 0 for the others."""
    found = []
    for verdict in checked.verdicts:
        rendered = verdict.rendered
        if verdict.outcome not in RIGHT or rendered.is_surplus:
            continue
        before = one.translation[max(0, rendered.start - 12) : rendered.start].split()
        governed = CASES.get(before[-1].lower().strip("«„(")) if before else None
        if governed is None:
            continue
        if verdict.outcome == "wrong-form":
            found.append(0.0)
            continue
        subject = subject_of(terms[verdict.terms[0]], chapter=one.chapter, source=book.source)
        slots = table_of(subject.rendering, subject).slots(" ".join(rendered.words.split()))
        if slots:
            found.append(float(any(slot.case in governed for slot in slots)))
    return found
