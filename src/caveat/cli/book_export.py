"""``caveat book export``: the terms of a book in the format of another program."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from caveat.cli.book_options import book_option, opened_book
from caveat.cli.options import json_option, notice, print_json
from caveat.cli.streams import write_bytes

if TYPE_CHECKING:
    from caveat.ops.book.results_import import ExportedTerms

SHOWN = 5
"""Headwords that are named for each thing that is lost; ``--json`` has all of them."""


@click.command("export")
@click.option("--format", "-f", "form", metavar="NAME", required=True, help="Format to write.")
@click.option("--output", "-o", type=click.Path(path_type=Path), help="File; default: standard output.")
@click.option("--force", is_flag=True, help="Replace FILE when it is there.")
@click.option("--chapter", type=click.IntRange(min=0), help="Only what holds in this chapter.")
@click.option("--approved", is_flag=True, help="Only terms that may be relied on.")
@book_option
@json_option
def export_terms(
    form: str,
    output: Path | None,
    force: bool,
    chapter: int | None,
    approved: bool,
    folder: str | None,
    is_json: bool,
) -> None:
    """
    Write the terms of the book as another program reads them, and name what its format cannot hold.

    Formats: galtransl, galtransl-pre, galtransl-post, linguagacha, linguagacha-xlsx, ainiee, ainiee-xlsx,
    sillytavern, character-book, omegat, omegat-csv, tbx, tbx-v2, translatebooks, translatebooks-csv.

    A format without chapters tells a reader of the first one what the last reveals: --chapter leaves that
    out. A term that is right only near certain words is left out of a format without conditions.

    Exit status: 0 written, whatever it does not hold; 2 could not.
    """
    from caveat.ops.book.exporting import exported, save

    if is_json and output is None:
        raise click.UsageError("--json prints the account, so the terms need a file: add --output FILE")
    opened = opened_book(folder)
    found = exported(opened.book, form, chapter=chapter, is_approved_only=approved)
    if output is not None:
        own = [opened.folder / term.path for term in opened.book.terms if term.path]
        save(
            found.data, output, is_replacing=force, sources=[opened.folder / "book.toml", *dict.fromkeys(own)]
        )
    if is_json:
        print_json(_as_json(found, str(output)))
        return
    if output is None:
        write_bytes([found.data])
    _tell(found, f" in {output}" if output is not None else "")


def _tell(found: "ExportedTerms", where: str) -> None:
    """Say on standard error what was written and what it does not hold."""
    from caveat.cli.render import columns, counted, one_line, wrapped

    counts = f"{counted(found.entries, 'entry', 'entries')} of {counted(found.terms, 'term')}"
    notice(f"{counts}{where}")
    for loss in found.losses:
        named = ", ".join(map(one_line, loss.headwords[:SHOWN]))
        more = f", … and {len(loss.headwords) - SHOWN:,} more" if len(loss.headwords) > SHOWN else ""
        what = "left out" if loss.is_left_out else "not held"
        click.echo(wrapped(f"{what}: {loss.what}: {named}{more}", columns(), hanging="  "), err=True)


def _as_json(found: "ExportedTerms", output: str) -> dict[str, Any]:
    return {
        "format": found.format,
        "entries": found.entries,
        "terms": found.terms,
        "output": output,
        "losses": [loss._asdict() for loss in found.losses],
    }
