"""``caveat book import``: what a glossary of another program would bring, and its terms taken in."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from caveat.cli.author import by_option, chosen_author
from caveat.cli.book_options import book_option, findings_json, opened_book, show_findings
from caveat.cli.options import json_option, notice, print_json
from caveat.cli.render import columns, counted, one_line, wrapped
from caveat.cli.streams import standard_input
from caveat.model.errors import InputError

if TYPE_CHECKING:
    from caveat.ops.book.results_import import Imported, Outcome, Standing

SHOWN = 20
"""Rows of each standing that are printed; ``--json`` has all of them."""

_WORDS: "dict[Standing, str]" = {
    "new": "new",
    "fills": "fill an empty field",
    "same": "are here already",
    "differs": "differ from what is here",
    "collides": "collide",
    "short-key": "have a key that is too short",
    "unreadable": "cannot be read",
}
_HELD_BACK: "tuple[Standing, ...]" = ("differs", "collides", "short-key", "unreadable")


@click.command("import")
@click.argument("file")
@click.option(
    "--format", "-f", "form", metavar="NAME", default="", help="Its format; default: by its content."
)
@click.option("--encoding", metavar="NAME", default="", help="Its encoding, when it is not UTF-8.")
@click.option("--apply", "is_applied", is_flag=True, help="Write what the preview says; else only show it.")
@click.option("--dry-run", is_flag=True, help="Only show the preview, which is the default.")
@click.option(
    "--colliding", is_flag=True, help="With --apply: also take terms whose rendering another one has."
)
@by_option
@book_option
@json_option
@click.pass_context
def import_terms(
    ctx: click.Context,
    file: str,
    form: str,
    encoding: str,
    is_applied: bool,
    dry_run: bool,
    colliding: bool,
    by: str | None,
    folder: str | None,
    is_json: bool,
) -> None:
    """
    Show what the glossary in FILE would bring to the book, row by row; - reads standard input.

    Nothing is written without --apply. With it new terms go to terms/imported.jsonl, empty fields are filled,
    and a rendering that differs is proposed: see `caveat book conflicts`. Nothing that is there is replaced,
    and no imported term is told to a model as certain until a human verified it.

    Formats: galtransl, galtransl-pre, galtransl-post, galtransl-names, linguagacha, linguagacha-xlsx, ainiee,
    ainiee-xlsx, sillytavern, character-book, omegat, omegat-csv, tbx, tbx-v2, wenyi, translatebooks,
    translatebooks-csv, wmt25.

    Exit status: 0 every row is new, here already, or fills a field; 1 some are not; 2 could not.
    """
    from caveat.ops.book.importing import preview, read_glossary
    from caveat.ops.book.importing_apply import applied
    from caveat.ops.recorded import Author

    if is_applied and dry_run:
        raise click.UsageError("--apply writes and --dry-run does not: give one of them")
    opened = opened_book(folder)
    name = "standard input" if file == "-" else file
    read = read_glossary(_bytes(file), name, opened.book, format=form, encoding=_known(encoding))
    found = preview(opened.book, read, name=name)
    if is_applied:
        found = applied(opened, found, Author(chosen_author(by)), is_colliding=colliding)
    if is_json:
        print_json(_as_json(found))
    else:
        _print(found)
    counts = found.counts()
    is_clean = not found.unwritten and not any(counts[standing] for standing in _HELD_BACK)
    ctx.exit(0 if is_clean else 1)


def _known(encoding: str) -> str:
    from caveat.vault.glossaries.decoding import ENCODINGS

    name = encoding.lower()
    if name and name not in ENCODINGS:
        raise InputError(f"{encoding!r} is no encoding that is read: use one of {', '.join(ENCODINGS)}")
    return name


def _bytes(file: str) -> bytes:
    from caveat.vault.glossaries.rows import MOST_BYTES

    try:
        if file == "-":
            return standard_input()
        path = Path(file)
        if path.is_file() and path.stat().st_size > MOST_BYTES:
            raise InputError(f"{file} has more than {MOST_BYTES // 2**20} MB, which is no glossary")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{file} cannot be read: {reason}") from error


def _print(found: "Imported") -> None:
    guessed = " (guessed: --format chooses another)" if found.is_guessed else ""
    click.echo(f"{one_line(found.name)} as {found.format}{guessed}")
    counts = found.counts()
    for standing, words in _WORDS.items():
        if counts[standing]:
            click.echo(click.style(f"{counts[standing]:>7,} {words}", bold=True))
            rows = [one for one in found.outcomes if one.standing == standing]
            _rows(rows if standing != "same" else rows[:0])
    if not found.outcomes:
        click.echo("it has no rows")
    show_findings([one._replace(path=found.name) for one in found.remarks])
    if found.is_applied:
        click.echo(
            f"written: {counted(len(found.added), 'new term')}, {counted(len(found.filled), 'term')} filled, "
            f"{counted(len(found.proposed), 'rendering')} proposed"
        )
        show_findings(found.unwritten)
        if found.added or found.filled:
            notice("they are unverified until a human has looked: caveat book verify TERM")
    elif counts["new"] or counts["fills"] or counts["differs"]:
        notice("nothing was written: --apply writes it")


def _rows(rows: "list[Outcome]") -> None:
    width = columns()
    for one in rows[:SHOWN]:
        pair = " → ".join(filter(None, (one_line(one.headword), one_line(one.rendering))))
        said = [one.reason] if one.reason else []
        said += [f"{two.field}: {two.there}" for two in one.changes if two.is_fill]
        said += [f"{two.field}: {two.here} here, {two.there} there" for two in one.changes if not two.is_fill]
        text = one_line("; ".join(filter(None, (pair, *said))))
        place = f"line {one.line}" if one.line else "file"
        click.echo(wrapped(text, width, indent=f"        {place:<9} ", hanging=" " * 18))
    if len(rows) > SHOWN:
        click.echo(f"        … and {len(rows) - SHOWN:,} more (--json shows all)")


def _as_json(found: "Imported") -> dict[str, Any]:
    return {
        "file": found.name,
        "format": found.format,
        "guessed": found.is_guessed,
        "counts": found.counts(),
        "rows": [
            {
                "standing": one.standing,
                "line": one.line,
                "headword": one.headword,
                "rendering": one.rendering,
                "ref": one.ref,
                "reason": one.reason,
                "changes": [change._asdict() for change in one.changes],
            }
            for one in found.outcomes
        ],
        "remarks": findings_json(found.remarks),
        "applied": found.is_applied,
        "added": list(found.added),
        "filled": list(found.filled),
        "proposed": list(found.proposed),
        "unwritten": findings_json(found.unwritten),
    }
