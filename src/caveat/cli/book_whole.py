"""What ``caveat book prepare`` and ``check`` print of many chapters: findings that count, and a table."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from caveat.cli.book_options import findings_json, show_findings
from caveat.cli.options import notice, print_json
from caveat.cli.progress import Bar

if TYPE_CHECKING:
    from caveat.model.findings import Finding
    from caveat.ops.book.opening import OpenBook
    from caveat.ops.book.prepare import PreparedChapter
    from caveat.ops.book.whole import CheckedFile

ROWS = 40
"""Rows of a table before the rest is only summed up; our choice, a screenful."""
LISTED = 100
"""Findings of a whole book that are printed; our choice, some screenfuls."""


def prepare_whole(
    opened: "OpenBook",
    paths: Sequence[str],
    *,
    state: str | None,
    is_committed: bool,
    out: str | None,
    is_traced: bool,
    is_json: bool,
) -> bool:
    """Prepare every chapter that *paths* name and print a table; whether nothing asks for anything."""
    from caveat.ops.book.chapters import given_chapters
    from caveat.ops.book.prepare import is_clean
    from caveat.ops.book.review import without_rejected
    from caveat.ops.book.whole import prepare_chapters

    files = given_chapters(opened, paths)
    bar = Bar()
    told = list(files.findings)
    rows: list[dict[str, Any]] = []
    try:
        for done in prepare_chapters(
            opened,
            files.chapters,
            states=Path(state) if state is not None else None,
            is_committed=is_committed,
            out=Path(out) if out is not None else None,
            is_traced=is_traced,
            progress=bar,
        ):
            own = without_rejected(opened, _findings(done, len(opened.book.findings)))
            told += own
            rows.append(_prepared_row(done, own))
    finally:
        bar.clear()
    told = [*without_rejected(opened, opened.book.findings), *told]
    if is_json:
        book = {"book": opened.book.name, "snapshot": opened.snapshot.id}
        print_json({**book, "chapters": rows, "findings": findings_json(told)})
    else:
        _print_prepared(rows, told, has_blocks=out is not None)
    return is_clean(told)


def _print_prepared(rows: list[dict[str, Any]], told: "list[Finding]", *, has_blocks: bool) -> None:
    errors = [one for one in told if one.severity == "error"]
    show_findings(errors[:LISTED])
    if len(errors) > LISTED:
        notice(f"{len(errors) - LISTED:,} more errors: --json lists all")
    names = ("chapter", "chunks", "confirmed", "ambiguous", "rejected", "blocked", "unknown", "flags")
    _table(names, rows)
    _by_code(told)
    if not has_blocks:
        notice("the blocks are not printed: --out FOLDER writes them")


def check_whole(
    opened: "OpenBook", source: str | None, translation: str | None, *, form: str, out: str | None
) -> bool:
    """Check every chapter that has a translation and print the report; whether nothing asks for anything."""
    from caveat.ops.book.chapters import given_pairs
    from caveat.ops.book.prepare import is_clean
    from caveat.ops.book.whole import check_pairs

    pairs, findings = given_pairs(opened, source, translation)
    bar = Bar()
    told = list(findings)
    rows: list[dict[str, Any]] = []
    try:
        for done in check_pairs(opened, pairs, out=Path(out) if out is not None else None, progress=bar):
            told += done.findings
            rows.append(_checked_row(done))
    finally:
        bar.clear()
    if form == "sarif":
        from caveat.cli.book_check_sarif import sarif

        print_json(sarif(told, is_clean=is_clean(told)))
    elif form == "json":
        book = {"book": opened.book.name, "snapshot": opened.snapshot.id, "is_clean": is_clean(told)}
        print_json({**book, "chapters": rows, "findings": findings_json(told)})
    else:
        _print_checked(rows, told)
    return is_clean(told)


def _print_checked(rows: list[dict[str, Any]], told: "list[Finding]") -> None:
    from caveat.cli.render import columns, finding_lines

    asking = [one for one in told if one.severity != "note"]
    for line in finding_lines(asking[:LISTED], width=columns()):
        click.echo(line)
    if len(asking) > LISTED:
        click.echo(f"… and {len(asking) - LISTED:,} more: --json and --format sarif list all")
    names = ("chapter", "ok", "wrong-form", "gender", "variant", "pronoun", "missing", "flags", "per 1000")
    _table(names, rows)
    _by_code(told)


def _findings(done: "PreparedChapter", of_book: int) -> "list[Finding]":
    """Those of the chapter: what is wrong with the book is told once."""
    return [*done.findings[of_book:], *(found for one in done.chunks for found in one.findings)]


def _prepared_row(done: "PreparedChapter", findings: "Sequence[Finding]") -> dict[str, Any]:
    traces = [one.trace for one in done.chunks]
    return {
        "chapter": done.chapter,
        "path": done.path,
        "chunks": len(traces),
        "confirmed": sum(one.n_confirmed for one in traces),
        "ambiguous": sum(one.n_ambiguous for one in traces),
        "rejected": sum(one.n_rejected for one in traces),
        "blocked": sum(one.n_spoiler_blocked for one in traces),
        "evicted": sum(one.n_evicted for one in traces),
        "unknown": sum(one.n_unknown for one in traces),
        "carried_from": traces[0].carried_from,
        "flags": sum(one.severity != "note" for one in findings),
    }


def _checked_row(done: "CheckedFile") -> dict[str, Any]:
    from caveat.judge.rendering import OUTCOMES

    return {
        "chapter": done.chapter,
        "source": done.source,
        "path": done.path,
        "is_traced": done.is_traced,
        "was_known": done.is_known,
        **{outcome: done.counts.get(outcome, 0) for outcome in OUTCOMES},
        "flags": done.flags,
        "characters": done.characters,
        "per 1000": round(1000 * done.flags / done.characters, 2) if done.characters else 0.0,
    }


def _table(names: Sequence[str], rows: Sequence[dict[str, Any]]) -> None:
    """The rows that have flags, `ROWS` at most, and what all of them come to."""
    flagged = [row for row in rows if row["flags"]]
    widths = [max(len(name), 7) for name in names]
    click.echo("  ".join(f"{name:>{width}}" for name, width in zip(names, widths, strict=True)))
    for row in flagged[:ROWS]:
        click.echo(_line([_shown(row[name]) for name in names], widths))
    more, clean = len(flagged[ROWS:]), len(rows) - len(flagged)
    for count, what in ((more, "more"), (clean, "clean")):
        if count:
            click.echo(_line(["…", f"{count:,} {what}"], widths))
    total: dict[str, Any] = {name: sum(row[name] for row in rows) for name in names[1:]}
    if "per 1000" in total:
        characters = sum(row["characters"] for row in rows)
        total["per 1000"] = 1000 * total["flags"] / characters if characters else 0.0
    click.echo(_line(["all", *(_shown(total[name]) for name in names[1:])], widths))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=False))


def _shown(value: Any) -> str:
    return f"{value:,.2f}" if isinstance(value, float) else f"{value:,}"


def _by_code(findings: "Iterable[Finding]") -> None:
    counts = Counter(one.code for one in findings if one.severity != "note")
    if counts:
        click.echo("findings: " + ", ".join(f"{code} {count:,}" for code, count in counts.most_common()))
