"""``caveat book check``: whether a translation calls everything what the book says."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from caveat.cli.book_options import book_option, findings_json, opened_book
from caveat.cli.options import json_option, print_json

if TYPE_CHECKING:
    from caveat.judge.rendering_check import Verdict
    from caveat.ops.book.check import BookCheck

FORMATS = ("text", "json", "sarif")


@click.command()
@click.argument("source", required=False, type=click.Path())
@click.argument("translation", required=False, type=click.Path())
@click.option(
    "--chapter", type=int, metavar="N", help="Number of the chapter, from 1; default: the one in its name."
)
@click.option("--all", "is_all", is_flag=True, help="Print every verdict, and remarks too.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="How to print the report.")
@click.option("--out", metavar="FOLDER", type=click.Path(), help="Write a report of each chapter there.")
@book_option
@json_option
@click.pass_context
def check(
    ctx: click.Context,
    source: str | None,
    translation: str | None,
    chapter: int | None,
    is_all: bool,
    form: str,
    out: str | None,
    folder: str | None,
    is_json: bool,
) -> None:
    """
    Check the TRANSLATION of the chapter SOURCE against the terms that a model was told.

    Every occurrence of an injected term has one verdict: ok, wrong-form, gender, variant, pronoun or missing.
    Then the text is looked over: what is left untranslated, spoilers, transliteration, numbers, look-alikes,
    forms of address. Findings are collapsed by term. Two JSON files of records are compared field by field;
    then the line of a finding is the number of the record. Nothing is rewritten.

    Of two folders, or of nothing (the book's own chapters and translations), every chapter is checked and
    a table closes the report. With --out a chapter whose report is there and still fits is not checked
    again, so that an interrupted run goes on where it was.

    Exit status: 0 nothing to look at, 1 findings, 2 could not be checked.
    """
    form = "json" if is_json else form
    opened = opened_book(folder, source)
    if source is None or translation is None or Path(source).is_dir() or out is not None:
        if chapter is not None or is_all:
            raise click.UsageError("--chapter and --all are for one chapter")
        from caveat.cli.book_whole import check_whole

        is_clean = check_whole(opened, source, translation, form=form, out=out)
        ctx.exit(0 if is_clean else 1)
    from caveat.cli.book_prepare import number_of
    from caveat.ops.book.check import check_files
    from caveat.ops.book.review import without_rejected

    done = check_files(opened, source, translation, chapter=number_of(source, chapter))
    done = done._replace(findings=without_rejected(opened, done.findings))
    if form == "sarif":
        from caveat.cli.book_check_sarif import sarif

        print_json(sarif(done.findings, is_clean=done.is_clean))
    elif form == "json":
        print_json(_as_json(done))
    else:
        _print(done, is_all=is_all)
    ctx.exit(0 if done.is_clean else 1)


def _print(done: "BookCheck", *, is_all: bool) -> None:
    from caveat.cli.render import columns, finding_lines, wrapped

    width = columns()
    shown = [one for one in done.findings if is_all or one.severity != "note"]
    for line in finding_lines(shown, width=width):
        click.echo(line)
    if is_all:
        for verdict in done.checked.verdicts:
            click.echo(_verdict_line(verdict))
    click.echo(wrapped(_summary(done, hidden=len(done.findings) - len(shown)), width))


def _verdict_line(verdict: "Verdict") -> str:
    from caveat.cli.render import one_line

    one = verdict.rendered
    names = ", ".join(ref.partition("/")[2] for ref in verdict.terms)
    words = f"  {one_line(one.words)}" if one.words else ""
    detail = f" ({one_line(one.detail)})" if one.detail else ""
    place = f"{one.start:>6}" if one.start >= 0 else " " * 5 + "-"
    more = " (beyond the source)" if one.is_surplus else ""
    return f"{place}  {verdict.outcome:<10}  {names}{words}{detail}{more}"


def _summary(done: "BookCheck", *, hidden: int) -> str:
    from caveat.cli.render import counted

    checked = done.checked
    total = sum(checked.counts.values())
    counts = ", ".join(f"{count:,} {outcome}" for outcome, count in _in_order(checked.counts))
    by = {"chapter": "the chapter as a whole", "field": "fields"}.get(checked.unit, f"{checked.unit}s")
    parts = [
        f"{counted(total, 'occurrence')} by {by}{': ' + counts if counts else ''}.",
        f"{counted(checked.n_flags, 'flag')}, {checked.per_thousand:.2f} per 1,000 characters.",
        "Forms by rule and dictionary." if checked.has_dictionary else "Forms by rule.",
        "As traced." if done.is_traced else "Not traced: checked against what would be told now.",
    ]
    if hidden:
        parts.append(f"{counted(hidden, 'remark')} (--all).")
    return " ".join(parts)


def _in_order(counts: Any) -> list[tuple[str, int]]:
    from caveat.judge.rendering import OUTCOMES

    return [(outcome, counts[outcome]) for outcome in OUTCOMES if outcome in counts]


def _as_json(done: "BookCheck") -> dict[str, Any]:
    checked = done.checked
    return {
        "book": done.book,
        "chapter": done.chapter,
        "source": done.source,
        "path": done.path,
        "snapshot": done.snapshot,
        "is_traced": done.is_traced,
        "is_clean": done.is_clean,
        "window": checked.unit,
        "has_dictionary": checked.has_dictionary,
        "characters": checked.characters,
        "flags": checked.n_flags,
        "flags_per_1000": round(checked.per_thousand, 3),
        "counts": dict(_in_order(checked.counts)),
        "verdicts": [
            {
                "outcome": one.outcome,
                "terms": list(one.terms),
                "is_sure": one.is_sure,
                **{name: getattr(one.rendered, name) for name in ("start", "end", "words", "detail")},
                "window": one.rendered.stretch,
                "is_surplus": one.rendered.is_surplus,
            }
            for one in checked.verdicts
        ],
        "places": [one._asdict() for one in checked.flags],
        "findings": findings_json(done.findings),
    }
