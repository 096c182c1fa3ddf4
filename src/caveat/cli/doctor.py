"""``caveat doctor``: check the set-up and name everything that is wrong."""

import click

from caveat.cli.options import chosen_vault, json_option, print_json, vault_option
from caveat.cli.render import columns, counted, finding_lines, wrapped


@click.command()
@vault_option
@json_option
@click.pass_context
def doctor(ctx: click.Context, vault: str | None, is_json: bool) -> None:
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
        click.echo()
        for line in finding_lines(found.findings, width=width):
            click.echo(line)
        total = counted(len(bad), "finding")
        click.echo(f"{counted(len(unwell), 'check')} not well, {total}" if unwell or bad else "All is well.")
    ctx.exit(1 if unwell or bad else 0)
