"""``caveat export`` and ``caveat import``: the ledger as JSON Lines, out and in."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from caveat.cli.options import chosen_vault, json_option, notice, print_json, vault_option
from caveat.cli.render import columns, counted, finding_lines, one_line
from caveat.cli.rows import row
from caveat.cli.streams import standard_input, write_bytes
from caveat.model.errors import InputError

if TYPE_CHECKING:
    from caveat.ops.results_exchange import Imported

SHOWN = 50
"""Findings printed before the rest is only counted; our choice, two screens."""


@click.command()
@click.option(
    "-o", "--output", metavar="FILE", help="Write this file, all of it or nothing; default: stdout."
)
@click.option("--force", is_flag=True, help="Replace FILE when it is there already.")
@vault_option
@json_option
@click.pass_context
def export(ctx: click.Context, output: str | None, force: bool, vault: str | None, is_json: bool) -> None:
    """
    Write every event of the ledger, of all devices, as JSON Lines.

    The order is that of their making, so that the same events give the same bytes. What was forgotten is
    left without its text. With --json the report is printed, and the events only go into FILE.

    Exit status: 0 all of them, 1 something of the ledger could not be read, 2 could not.
    """
    import caveat

    if is_json and output is None:
        raise click.UsageError("--json prints the report, so the events need a file: add --output FILE")
    with caveat.open(chosen_vault(vault)) as opened:
        found = opened.export(output, replace=force)
    if is_json:
        print_json(
            {
                "events": len(found.lines),
                "output": found.output,
                "findings": [finding._asdict() for finding in found.findings],
            }
        )
    elif output is None:
        write_bytes(found.lines)
    else:
        notice(f"{counted(len(found.lines), 'event')} in {output}")
    if not is_json:
        for line in finding_lines(found.findings[:SHOWN], width=columns()):
            click.echo(line, err=True)
    ctx.exit(1 if found.findings else 0)


@click.command("import")
@click.argument("file")
@click.option("--dry-run", is_flag=True, help="Say what would be imported; write nothing.")
@vault_option
@json_option
@click.pass_context
def import_events(ctx: click.Context, file: str, dry_run: bool, vault: str | None, is_json: bool) -> None:
    """
    Take the events of an exported FILE into the ledger; - reads standard input.

    They keep their ids, so importing twice is importing once. An event that is here with another content is
    refused. A file says who wrote what, and is believed: import only what you would believe.

    Exit status: 0 all taken in, 1 damaged lines or refused events, 2 could not.
    """
    import caveat

    name = "standard input" if file == "-" else file
    try:
        data = standard_input() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{file} cannot be read: {reason}") from error
    with caveat.open(chosen_vault(vault)) as opened:
        found = opened.import_events(data, name=name, dry_run=dry_run)
    bad = [finding for finding in found.findings if finding.severity != "note"]
    if is_json:
        print_json(_as_json(found))
    else:
        _print(found)
    ctx.exit(1 if bad else 0)


def _print(found: "Imported") -> None:
    width = columns()
    would = "would be imported" if found.is_dry else "imported"
    row("events", f"{len(found.new):,} new {would}, {found.known:,} here already", width)
    if found.forgotten:
        row("", f"{found.forgotten:,} forgotten, left out", width)
    if found.refused:
        row("", f"{found.refused:,} refused: here with another content", width)
    if found.new:
        row("kinds", ", ".join(f"{count:,} {one_line(kind)}" for kind, count in found.kinds.items()), width)
        names = [f"{one_line(by)} ({actor}) {count:,}" for (by, actor), count in found.authors.items()]
        more = f", … and {len(names) - SHOWN:,} more" if len(names) > SHOWN else ""
        row("authors", ", ".join(names[:SHOWN]) + more, width)
    for remark in found.remarks:
        row("remark", one_line(remark), width)
    if found.findings:
        click.echo()
        click.echo("\n".join(finding_lines(found.findings[:SHOWN], width=width)))
        if len(found.findings) > SHOWN:
            click.echo(f"… and {len(found.findings) - SHOWN:,} more (--json shows all)")


def _as_json(found: "Imported") -> dict[str, Any]:
    return {
        **found._asdict(),
        "new": list(found.new),
        "authors": [
            {"by": by, "actor": actor, "events": count} for (by, actor), count in found.authors.items()
        ],
        "findings": [finding._asdict() for finding in found.findings],
        "remarks": list(found.remarks),
    }
