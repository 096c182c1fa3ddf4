"""``caveat init``: look at a vault and propose its caveat.toml."""

import os
from typing import Any

import click

from caveat.cli.options import chosen_vault, json_option, print_json
from caveat.cli.render import columns, counted, one_line, wrapped


@click.command()
@click.argument("vault", required=False, type=click.Path())
@click.option("--vault", "vault_option", type=click.Path(), metavar="PATH", help="The same as VAULT.")
@click.option("--dry-run", is_flag=True, help="Show the proposal and write nothing.")
@json_option
@click.pass_context
def init(
    ctx: click.Context, vault: str | None, vault_option: str | None, dry_run: bool, is_json: bool
) -> None:
    """
    Look at VAULT, propose rules for its folders, and write them to caveat.toml.

    Shows first what the rules would change. No note is touched, and a caveat.toml that exists is never
    overwritten. VAULT is the current folder unless it is named.

    Exit status: 0 written (or shown), 2 it exists already or the vault cannot be read.
    """
    import caveat

    with caveat.open(vault or vault_option or chosen_vault(None)) as opened:
        found = opened.init(dry_run=dry_run)
    if is_json:
        print_json(_as_json(found))
    else:
        _print(found, is_dry=dry_run)
    ctx.exit(0)


def _print(found: Any, *, is_dry: bool) -> None:
    width = columns()
    click.echo(f"{counted(found.notes, 'note')} in {found.vault}")
    _print_rules(found.rules, width)
    if not found.rules:
        click.echo("No folder speaks for itself, so no rule is proposed. Notes count as undeclared (0.60).")
    if found.hints:
        click.echo("\nNot switched on, for a folder's name cannot tell (remove the # where it is true):")
        _print_rules(found.hints, width)
    if found.ignore:
        click.echo()
        names = ", ".join(one_line(folder) for folder in found.ignore)
        click.echo(wrapped(f"Templates, which .caveatignore could leave out: {names}", width))
    click.echo(
        f"\nWithout a reliability: {counted(found.undeclared_before, 'primary note')} now,"
        f" {found.undeclared_after:,} with these rules."
    )
    if is_dry:
        click.echo("Nothing was written (--dry-run). The file would be:\n\n" + found.toml)
    else:
        click.echo(
            f"Wrote {os.path.join(found.vault, 'caveat.toml')}; edit it as you like. Next: caveat index"
        )


def _print_rules(rules: Any, width: int) -> None:
    for proposed in rules:
        click.echo()
        click.echo(click.style(wrapped(one_line(proposed.words), width), bold=True))
        said = f"{counted(proposed.notes, 'note')}: {one_line(proposed.change)}"
        click.echo(wrapped(said, width, indent="  "))
        click.echo(wrapped(one_line(proposed.reason), width, indent="  "))


def _as_json(found: Any) -> dict[str, Any]:
    rules = {key: [rule._asdict() for rule in getattr(found, key)] for key in ("rules", "hints")}
    return {**found._asdict(), **rules}
