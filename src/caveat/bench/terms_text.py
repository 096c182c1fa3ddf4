"""What ``caveat bench terms`` measured, for a terminal."""

from collections.abc import Sequence

from caveat.bench.printing import NO_FIGURE, figure, percent, table
from caveat.bench.term_acceptance import Acceptance, Criterion
from caveat.bench.term_arms import ArmFigures
from caveat.bench.term_cases import text_of
from caveat.bench.term_rendering import PostCheck
from caveat.bench.term_retrieval import ExactFigures, TermRetrieval
from caveat.bench.terms import TermsReport, of_arm_figures, together


def report_text(report: TermsReport, wanted: Acceptance) -> str:
    """All parts of *report*, the criteria of *wanted* last."""
    names = {"ours": report.check, "base form as a substring": report.baseline}
    cases = [f"{one.path.rsplit('/', 1)[-1]}: {text_of(one)}" for one in report.cases]
    every, met = sum(len(one.judged) for one in report.cases), sum(one.met for one in report.cases)
    parts = [
        "\n".join([*cases, f"all cases: {met} of {every}"]),
        _books(report),
        _retrieval(report.retrieval),
        "Post-check on the gold of renderings\n" + _post_check(names),
        "Arms, written for this bench: they show what the measures tell apart\n" + arms_text(report.arms),
        "\n".join(f"{'ok  ' if one.is_met else 'FAIL'} {one.name} ({one.detail})" for one in report.checks),
        f"Criteria, registered {wanted.registered}; {_annotated(wanted)}\n" + criteria_text(report.criteria),
    ]
    return "\n\n".join(parts)


def arms_text(arms: Sequence[ArmFigures], prices: tuple[float, float] | None = None) -> str:
    """Every arm a row."""
    head = ["arm", "names due", *(name for name, _ in of_arm_figures(arms[0]))]
    rows = [[arm.name, str(arm.due), *(figure(value) for _, value in of_arm_figures(arm))] for arm in arms]
    if any(arm.tokens for arm in arms):
        head += ["tokens read", "written"]
        rows = [
            [
                *row,
                *(f"{count:,.0f}" for count in arm.tokens or ()),
                *([NO_FIGURE] * 2 if not arm.tokens else []),
            ]
            for row, arm in zip(rows, arms, strict=True)
        ]
        if prices is not None:
            head.append("cost")
            rows = [[*row, figure(arm.cost(prices), 2)] for row, arm in zip(rows, arms, strict=True)]
    note = "tokens and cost per 1,000 chapters" if "tokens read" in head else ""
    return "\n".join(filter(None, [table(head, rows), note]))


def criteria_text(criteria: Sequence[Criterion]) -> str:
    """Every criterion a row."""
    rows = [
        [
            one.name,
            figure(one.value),
            f"{'≥' if one.is_least else '≤'} {one.bound:g}",
            "met" if one.is_met else "no figure" if one.value is None else "MISSED",
        ]
        for one in criteria
    ]
    return table(("criterion", "measured", "bound", ""), rows)


def _annotated(wanted: Acceptance) -> str:
    count, agreement = wanted.gold["annotators"] or 0, wanted.gold["agreement"]
    if agreement is None:
        return f"annotators of the gold: {count:g}, no agreement stated"
    least = wanted.gold["least_agreement"]
    return f"annotators of the gold: {count:g}, agreement {agreement:g} (at least {least:g})"


def _books(report: TermsReport) -> str:
    rows = [
        [
            book.name,
            str(book.terms),
            str(book.places),
            figure(book.shown.precision),
            figure(book.shown.recall, 4),
            figure(book.certain.recall, 4),
            figure(report.extraction[book.name].precision),
            figure(report.extraction[book.name].recall),
        ]
        for book in report.books
    ]
    shown = together([book.shown for book in report.books])
    certain = together([book.certain for book in report.books])
    named = together(list(report.extraction.values()))
    sizes = (sum(book.terms for book in report.books), sum(book.places for book in report.books))
    rows.append(
        [
            "all",
            *map(str, sizes),
            figure(shown.precision),
            figure(shown.recall, 4),
            figure(certain.recall, 4),
            figure(named.precision),
            figure(named.recall),
        ]
    )
    head = ("book", "terms", "places", "precision", "recall for rendering", "as certain")
    missed = [f"  missed in {book.name}: {words}" for book in report.books for words in book.missed]
    wrong = [f"  wrong in {book.name}: {words}" for book in report.books for words in book.wrong]
    lines = [table((*head, "names noticed: precision", "recall"), rows), *missed, *wrong]
    return "\n".join(lines)


def _retrieval(found: TermRetrieval) -> str:
    head = ("", "R@1", "R@3", "R@5", "MRR", "nDCG@5", "literal", "semantic", "traps", "precision")
    traps = found.queries["trap"]
    rows = [
        _exact_row("exact, as certain", found.certain, traps),
        _exact_row("exact, with the doubtful", found.shown, traps),
    ]
    for name, one in found.ranked.items():
        at = one.recall_at_precision
        rows.append(
            [
                name,
                *(figure(one.recalls[depth].value, 2) for depth in (1, 3, 5)),
                figure(one.mrr.value, 2),
                figure(one.ndcg.value, 2),
                figure(one.literal.value),
                figure(one.semantic.value),
                f"{one.traps}/{traps}",
                f"recall {figure(at)} at ≥ 0.9, AUC {figure(one.auc.value)}",
            ]
        )
    counts = ", ".join(f"{count} {kind}" for kind, count in found.queries.items())
    said = f"Retrieval over {found.cards} cards ({counts} queries)"
    return "\n".join([said, table(head, rows), *(f"({remark})" for remark in found.remarks)])


def _exact_row(name: str, found: ExactFigures, traps: int) -> list[str]:
    return [
        name,
        *[NO_FIGURE] * 5,
        figure(found.literal.recall),
        figure(found.semantic.recall),
        f"{found.drawn}/{traps}",
        f"{figure(found.precision)}, recall {figure(found.recall)}",
    ]


def _post_check(checks: dict[str, PostCheck]) -> str:
    head = ("", "precision", "recall", "false flags", "missed wrong stems", "flags per 1,000 characters")
    rows = [
        [
            name,
            figure(one.flags.precision),
            figure(one.flags.recall),
            f"{percent(one.false_share)} ({one.false_flags} of {one.right})",
            f"{percent(one.missed_share)} ({one.missed_stems} of {one.stems})",
            figure(one.per_thousand, 2),
        ]
        for name, one in checks.items()
    ]
    return table(head, rows)
