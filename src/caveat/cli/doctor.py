"""``caveat doctor``: check the set-up and name everything that is wrong."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from caveat.cli.options import chosen_vault, json_option, print_json, vault_option
from caveat.cli.render import columns, counted, finding_lines, wrapped

if TYPE_CHECKING:
    from caveat.model.findings import Finding
    from caveat.ops.results import Check


@click.command()
@click.option("--all", "is_all", is_flag=True, help="Print remarks too, not only what has to be mended.")
@vault_option
@json_option
@click.pass_context
def doctor(ctx: click.Context, is_all: bool, vault: str | None, is_json: bool) -> None:
    """
    Check the set-up and name everything that is wrong in the vault.

    Nothing is changed. Exit status: 0 all well, 1 something is not, 2 the vault cannot be read.
    """
    import caveat

    with caveat.open(chosen_vault(vault)) as opened:
        found = opened.doctor()
    bad = [finding for finding in found.findings if finding.severity != "note"]
    unwell = [check for check in found.checks if not check.is_well]
    if is_json:
        print_json(
            {
                "checks": [check._asdict() for check in found.checks],
                "findings": [finding._asdict() for finding in found.findings],
            }
        )
    else:
        width = columns()
        for check in found.checks:
            mark = click.style("ok  ", fg="green") if check.is_well else click.style("bad ", fg="red")
            click.echo(mark + wrapped(f"{check.name}: {check.detail}", width - 4, hanging="    "))
            if check.help:
                click.echo(wrapped(check.help, width, indent="    "))
        shown = found.findings if is_all else bad
        if shown:
            click.echo()
        for line in finding_lines(shown, width=width):
            click.echo(line)
        click.echo("\n" + _summary(unwell, bad, found.findings, is_all=is_all))
    ctx.exit(1 if unwell or bad else 0)


def _summary(
    unwell: "Sequence[Check]", bad: "Sequence[Finding]", findings: "Sequence[Finding]", *, is_all: bool
) -> str:
    parts = [f"{counted(len(unwell), 'check')} not well"] if unwell else []
    parts += [counted(len(bad), "finding")] if bad else []
    text = ", ".join(parts) or "All is well"
    remarks = Counter(finding.code for finding in findings if finding.severity == "note")
    if remarks and not is_all:
        codes = ", ".join(f"{count:,} {code}" for code, count in sorted(remarks.items()))
        text += f"; remarks (--all): {codes}"
    return text + "."
