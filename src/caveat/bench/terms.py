"""``caveat bench terms``: is a book's memory exact, and does the check tell right from wrong?"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from caveat.bench.metrics import Confusion
from caveat.bench.term_acceptance import Acceptance, Criterion
from caveat.bench.term_arms import ArmFigures, load_arms, score_arm
from caveat.bench.term_cases import CaseReport, Judged, found_in, run_cases
from caveat.bench.term_checks import Check, run_checks
from caveat.bench.term_gold import (
    BOOKS,
    BookFigures,
    extraction,
    gold_terms,
    load_book,
    measure_book,
    packaged,
)
from caveat.bench.term_rendering import PostCheck, measure_post_check
from caveat.bench.term_retrieval import TermRetrieval, load_queries, measure_term_retrieval
from caveat.judge.rendering_forms import Lexemes
from caveat.model.terms import Book

if TYPE_CHECKING:
    from caveat.model.embedder import Embedder

CASE_FILES = ("traps.jsonl", "renderings.jsonl", "transliterations.jsonl", "keys.jsonl")
"""Cases that come with caveat."""

ARMS = ("none", "correct", "random", "wrong")


class TermsReport(NamedTuple):
    """
    Everything that ``caveat bench terms`` measures.

    Attributes:
        cases: Each file of cases.
        traps: What is stated as certain on traps, against what may be.
        books: Each book.
        extraction: Name of a book → how names that nobody entered are noticed.
        retrieval: All ways side by side.
        check: The post-check.
        baseline: The base form as a substring.
        arms: The four arms that come with caveat.
        checks: What must hold whatever the text.
        criteria: Those that the memory itself is held to.
    """

    cases: tuple[CaseReport, ...]
    traps: Confusion
    books: tuple[BookFigures, ...]
    extraction: dict[str, Confusion]
    retrieval: TermRetrieval
    check: PostCheck
    baseline: PostCheck
    arms: tuple[ArmFigures, ...]
    checks: tuple[Check, ...]
    criteria: tuple[Criterion, ...]

    @property
    def is_met(self) -> bool:
        """Whether every case, check and criterion is met."""
        return (
            not any(report.misses for report in self.cases)
            and all(check.is_met for check in self.checks)
            and all(criterion.is_met for criterion in self.criteria)
        )

    def figures(self) -> dict[str, float | None]:
        """Every figure by name."""
        found: dict[str, float | None] = {
            "cases": float(sum(len(report.judged) for report in self.cases)),
            "cases met": float(sum(report.met for report in self.cases)),
            "traps": float(len(self.cases[0].judged)),
            "traps precision of what is certain": self.traps.precision,
        }
        for book in self.books:
            found[f"{book.name} places"] = float(book.places)
            found[f"{book.name} precision"] = book.shown.precision
            found[f"{book.name} recall for rendering"] = book.shown.recall
            found[f"{book.name} recall, certain"] = book.certain.recall
            found[f"{book.name} names noticed, precision"] = self.extraction[book.name].precision
            found[f"{book.name} names noticed, recall"] = self.extraction[book.name].recall
        found["books precision"] = together(book.shown for book in self.books).precision
        found["books recall for rendering"] = together(book.shown for book in self.books).recall
        found |= dict(_of_retrieval(self.retrieval))
        found |= dict(_of_checks(self.check, self.baseline))
        for arm in self.arms:
            found |= {f"arm {arm.name} {name}": value for name, value in of_arm_figures(arm)}
        found["checks"] = float(len(self.checks))
        found["checks met"] = float(sum(check.is_met for check in self.checks))
        return found


def measure_terms(
    root: Path | None,
    wanted: Acceptance,
    *,
    lexemes: Lexemes | None = None,
    meaning: "Callable[[], tuple[Embedder | None, str]]" = lambda: (None, ""),
) -> TermsReport:
    """
    Everything.

    Args:
        root: The data folder with the books; None = what ``CAVEAT_DATA`` names.
        wanted: Criteria.
        lexemes: A dictionary of common words; None = rules only.
        meaning: Opens what makes vectors, asked once the books are read; without one it says why.

    Raises:
        InputError: A book is missing or another edition; nothing is measured then.
    """
    books = [load_book(name, root) for name in BOOKS]
    cases = tuple(run_cases(packaged(name), lexemes=lexemes) for name in CASE_FILES)
    check, baseline = measure_post_check(packaged("renderings.jsonl"), lexemes=lexemes)
    traps = certain_on(cases[0].judged)
    figures = tuple(measure_book(book) for book in books)
    embedder, remark = meaning()
    retrieval = measure_term_retrieval(embedder, remark=remark)
    passages = [query.text for query in load_queries() if query.kind != "semantic"]
    bounds = wanted.bench
    shown = together(book.shown for book in figures)
    exact = traps.precision if not retrieval.certain.drawn else 0.0
    criteria = (
        Criterion("exact precision on traps", exact, bounds["least_exact_precision"], True),
        Criterion("recall for rendering", shown.recall, bounds["least_rendering_recall"], True),
        Criterion("false flags", check.false_share, bounds["most_false_flags"], False),
        Criterion("missed wrong stems", check.missed_share, bounds["most_missed_stems"], False),
        *_sizes(cases, figures, wanted),
    )
    return TermsReport(
        cases,
        traps,
        figures,
        {book.name: extraction(book) for book in books},
        retrieval,
        check,
        baseline,
        measure_arms(packaged("arms"), Book("ah-q", terms=gold_terms("ah-q")), lexemes=lexemes),
        tuple(run_checks(passages)),
        criteria,
    )


def measure_arms(folder: Path, book: Book, *, lexemes: Lexemes | None = None) -> tuple[ArmFigures, ...]:
    """
    Every arm of *folder*.

    Raises:
        InputError: There is none, a line is not in the format, or nothing names a term.
    """
    return tuple(score_arm(name, told, book, lexemes=lexemes) for name, told in load_arms(folder).items())


def certain_on(judged: Sequence[Judged]) -> Confusion:
    """What the exact path states as certain on match cases, against what the cases allow or ask for."""
    found = Confusion()
    for one in judged:
        matched, headwords = found_in(one.case)
        allowed = {str(said["key"]): set(said["disposition"]) for said in one.case.fields["expect"]}
        for occurrence in matched.occurrences:
            if occurrence.decision == "CONFIRMED":
                is_right = "CONFIRMED" in allowed.get(headwords[occurrence.term], set())
                found += Confusion(hits=int(is_right), false_alarms=int(not is_right))
        told = {headwords[one.term] for one in matched.occurrences if one.decision == "CONFIRMED"}
        found += Confusion(
            misses=sum("CONFIRMED" in what and key not in told for key, what in allowed.items())
        )
    return found


def together(found: Iterator[Confusion] | Sequence[Confusion]) -> Confusion:
    """All of *found* as one."""
    return sum(found, Confusion())


def of_arm_figures(arm: ArmFigures) -> list[tuple[str, float | None]]:
    """The figures of an arm by name."""
    return [
        ("correctness", arm.correct.value),
        ("consistency", arm.consistent.value),
        ("omission", arm.omitted.value),
        ("gender agreement", arm.gender.value),
        ("case agreement", arm.case.value),
        ("flags a chapter", arm.flags),
    ]


def _sizes(cases: Sequence[CaseReport], books: Sequence[BookFigures], wanted: Acceptance) -> list[Criterion]:
    sizes = {
        "books": len(books),
        "terms": sum(book.terms for book in books),
        "occurrences": sum(book.places for book in books),
        "traps": len(cases[0].judged),
        "renderings": len(cases[1].judged),
    }
    return [
        Criterion(f"gold: {name}", float(size), float(wanted.gold[name] or 0), True)
        for name, size in sizes.items()
    ]


def _of_retrieval(found: TermRetrieval) -> Iterator[tuple[str, float | None]]:
    for name, exact in (("exact", found.certain), ("exact with doubtful", found.shown)):
        yield f"{name} precision", exact.precision
        yield f"{name} recall", exact.recall
        yield f"{name} recall, literal", exact.literal.recall
        yield f"{name} recall, semantic", exact.semantic.recall
        yield f"{name} traps", float(exact.drawn)
    for name, ranked in found.ranked.items():
        for depth, recall in ranked.recalls.items():
            yield f"{name} R@{depth}", recall.value
        yield f"{name} R@5, literal", ranked.literal.value
        yield f"{name} R@5, semantic", ranked.semantic.value
        yield f"{name} MRR", ranked.mrr.value
        yield f"{name} nDCG@5", ranked.ndcg.value
        yield f"{name} traps in the first 5", float(ranked.traps)
        yield f"{name} AUC", ranked.auc.value
        yield f"{name} recall at precision 0.9", ranked.recall_at_precision


def _of_checks(check: PostCheck, baseline: PostCheck) -> Iterator[tuple[str, float | None]]:
    for name, found in (("post-check", check), ("base form", baseline)):
        yield f"{name} precision", found.flags.precision
        yield f"{name} recall", found.flags.recall
        yield f"{name} false flags", found.false_share
        yield f"{name} missed wrong stems", found.missed_share
        yield f"{name} flags per 1,000 characters", found.per_thousand
