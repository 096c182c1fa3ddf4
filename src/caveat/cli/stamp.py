"""``caveat stamp``: show the computed lines of notes, or write them."""

from typing import TYPE_CHECKING

import click

from caveat.cli.options import chosen_vault, json_option, print_json, vault_option
from caveat.cli.render import columns, counted, one_line, wrapped

if TYPE_CHECKING:
    from caveat.ops.results_audit import Stamped, StampLine

SHOWN = 50
"""Lines printed before the rest is only counted; our choice, two screens."""


@click.command()
@click.argument("refs", nargs=-1, metavar="[REF]...")
@click.option("--write", "is_written", is_flag=True, help="Write the lines; no other byte of a note changes.")
@vault_option
@json_option
@click.pass_context
def stamp(
    ctx: click.Context, refs: tuple[str, ...], is_written: bool, vault: str | None, is_json: bool
) -> None:
    """
    Show the computed lines of notes, tier and (with sources) reliability, or write them.

    Without REF: the notes in which a written value is wrong. Nothing computes with these lines, and writing
    them makes nothing stale and voids no verification.

    Exit status: 0 shown or written, 1 a line is wrong (without --write), 2 refused or could not.
    """
    import caveat

    with caveat.open(chosen_vault(vault)) as opened:
        found = opened.stamp(refs, write=is_written)
    if is_json:
        print_json(
            {
                "lines": [line._asdict() for line in found.lines],
                "failures": [{"path": path, "reason": reason} for path, reason in found.failures],
                "notes": found.notes,
            }
        )
    else:
        _print(found, is_written=is_written)
    ctx.exit(2 if found.failures else 1 if found.is_wrong else 0)


def _print(found: "Stamped", *, is_written: bool) -> None:
    width = columns()
    for line in found.lines[:SHOWN]:
        click.echo(wrapped(f"{one_line(line.path)}: {_words(line)}", width, hanging="    "))
    if len(found.lines) > SHOWN:
        click.echo(f"… and {len(found.lines) - SHOWN:,} more (--json shows all)")
    for path, reason in found.failures:
        click.echo(click.style(wrapped(f"{one_line(path)}: {one_line(reason)}", width), fg="red"), err=True)
    if not found.lines:
        told = f"{counted(found.notes, 'note')} looked at: every computed line that is written is right."
        click.echo(wrapped(told, width))
    elif not is_written and any(not line.is_right for line in found.lines):
        click.echo(wrapped("Nothing was written: --write writes these lines, and no other byte.", width))


def _words(line: "StampLine") -> str:
    if line.old is None:
        return f"{line.key}: {line.new}{' (written)' if line.is_written else ' (not written)'}"
    if line.is_right:
        return f"{line.key}: {line.new}"
    return f"{line.key}: {line.old:.12g} → {line.new}{' (written)' if line.is_written else ''}"
