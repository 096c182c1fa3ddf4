"""``caveat bench terms``: a book's memory on gold, traps, renderings, and translations that are handed in."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from caveat.cli.options import json_option, print_json

if TYPE_CHECKING:
    from caveat.bench.term_acceptance import Acceptance
    from caveat.model.embedder import Embedder

FILE = click.Path(path_type=Path)


@click.command()
@click.option(
    "--vectors",
    type=FILE,
    metavar="FILE",
    help="Only the cases of FILE: match, rendering, transliteration, key.",
)
@click.option(
    "--outputs", type=FILE, metavar="DIR", help="Score the translations in DIR, one .jsonl file an arm."
)
@click.option("--book", type=FILE, metavar="FOLDER", help="Book of --outputs; default: the one DIR lies in.")
@click.option("--price", type=float, nargs=2, metavar="IN OUT", help="Of a million tokens, for --outputs.")
@click.option(
    "--acceptance", type=FILE, metavar="FILE", help="Criteria; default: those that come with caveat."
)
@click.option("--speed", "is_speed", is_flag=True, help="Only how long a chapter takes.")
@click.option("--data", type=FILE, metavar="DIR", help="Folder with the books; default: CAVEAT_DATA.")
@json_option
@click.pass_context
def terms(
    ctx: click.Context,
    vectors: Path | None,
    outputs: Path | None,
    book: Path | None,
    price: tuple[float, float] | None,
    acceptance: Path | None,
    is_speed: bool,
    data: Path | None,
    is_json: bool,
) -> None:
    """
    Is a book's memory exact, and does the check of a translation tell right from wrong?

    Prints each missed case with its reason and ``N of N``; on four books the precision and the recall needed
    for rendering; the exact path, character BM25 and vectors side by side, on passages that name their terms,
    passages that only mean them, and traps; the post-check beside a substring test; and the arms none,
    correct, random and wrong.

    An arm of --outputs is JSON Lines, a chapter each: chapter, source, translation, and where they are known
    tokens_in and tokens_out. Arms are compared with the one called none and held to the criteria; random and
    wrong are controls and are not.

    Exit status: 0 all as it must be, 1 a miss, 2 could not be measured.
    """
    chosen = [
        name
        for name, is_on in (("--vectors", vectors), ("--outputs", outputs), ("--speed", is_speed))
        if is_on
    ]
    if len(chosen) > 1:
        raise click.UsageError(f"{' and '.join(chosen)} exclude each other")
    if outputs is None and (book is not None or price is not None):
        raise click.UsageError("--book and --price go with --outputs")
    from caveat.bench.term_acceptance import load_acceptance

    wanted = load_acceptance(acceptance)
    if vectors is not None:
        ctx.exit(_cases(vectors, is_json=is_json))
    if outputs is not None:
        ctx.exit(_arms(outputs, book, price, wanted, is_json=is_json))
    if is_speed:
        ctx.exit(_speed(is_json=is_json))
    ctx.exit(_everything(data or ctx.obj, wanted, is_json=is_json))


def _cases(path: Path, *, is_json: bool) -> int:
    from caveat.bench.term_cases import run_cases, text_of
    from caveat.ops.book.lexemes import lexemes

    report = run_cases(path, lexemes=lexemes())
    if is_json:
        misses = [
            {
                "id": one.case.id,
                "check": one.case.check,
                "expected": one.expected,
                "got": one.got,
                "why": one.why,
            }
            for one in report.misses
        ]
        figures = {"cases": len(report.judged), "cases met": report.met}
        print_json({"figures": figures, "misses": misses})
    else:
        click.echo(text_of(report))
    return 1 if report.misses else 0


def _speed(*, is_json: bool) -> int:
    from caveat.bench.speed_figures import as_json, as_text, exit_status, machine
    from caveat.bench.term_speed import Setting, measure_term_speed

    found, setting = machine(), Setting()
    figures = measure_term_speed(setting)
    if is_json:
        print_json(as_json(figures, found))
    else:
        title = f"A chapter of {setting.kilobytes} KB, {setting.terms:,} terms, seed {setting.seed}"
        click.echo(as_text(title, figures, found))
    return exit_status(figures)


def _arms(
    folder: Path,
    book: Path | None,
    price: tuple[float, float] | None,
    wanted: "Acceptance",
    *,
    is_json: bool,
) -> int:
    from caveat.bench.term_acceptance import WITHOUT, held, of_arm
    from caveat.bench.terms import measure_arms, of_arm_figures
    from caveat.bench.terms_text import arms_text, criteria_text
    from caveat.ops.book.lexemes import lexemes
    from caveat.ops.book.opening import open_book
    from caveat.ops.book.prepare import book_of

    opened = open_book(book or book_of(folder))
    arms = measure_arms(folder, opened.book, lexemes=lexemes())
    without = next((arm for arm in arms if arm.name == WITHOUT), None)
    criteria = {arm.name: of_arm(arm, without, wanted) for arm in held(arms)}
    if is_json:
        figures = {f"{arm.name} {name}": value for arm in arms for name, value in of_arm_figures(arm)}
        figures |= {f"{arm.name} cost of 1,000 chapters": arm.cost(price) for arm in arms}
        rows = {
            name: [one._asdict() | {"is_met": one.is_met} for one in found]
            for name, found in criteria.items()
        }
        print_json({"figures": figures, "registered": wanted.registered, "criteria": rows})
    else:
        click.echo(arms_text(arms, price))
        for name, found in criteria.items():
            click.echo(
                f"\n{name} against the criteria registered {wanted.registered}\n{criteria_text(found)}"
            )
    return 0 if all(one.is_met for found in criteria.values() for one in found) else 1


def _everything(root: Path | None, wanted: "Acceptance", *, is_json: bool) -> int:
    from caveat.bench.terms import measure_terms
    from caveat.bench.terms_text import report_text
    from caveat.ops.book.lexemes import lexemes

    report = measure_terms(root, wanted, lexemes=lexemes(), meaning=_embedder)
    if is_json:
        criteria = [one._asdict() | {"is_met": one.is_met} for one in report.criteria]
        print_json({"figures": report.figures(), "criteria": criteria, "remarks": report.retrieval.remarks})
    else:
        click.echo(report_text(report, wanted))
    return 0 if report.is_met else 1


def _embedder() -> "tuple[Embedder | None, str]":
    """The default embedder where it is installed, else why there is none."""
    from caveat.model.errors import CaveatError
    from caveat.models.settings import Settings, open_embedder

    try:
        return open_embedder(Settings()), ""
    except CaveatError as error:
        return None, f"dense: not measured, {' '.join(str(error).split())}"
