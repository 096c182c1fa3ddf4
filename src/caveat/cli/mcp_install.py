"""``caveat mcp install``: write the server into an agent's configuration."""

import sys
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

import click

from caveat.cli.mcp import require_extra
from caveat.cli.options import chosen_vault, json_option, notice, print_json, vault_option
from caveat.cli.render import one_line
from caveat.model.errors import InputError
from caveat.ops.agent_clients import CLIENTS, Client

if TYPE_CHECKING:
    from caveat.ops.agent_clients import Installation


@click.command()
@click.argument("client", type=click.Choice(CLIENTS))
@click.option(
    "--author", default="agent", show_default=True, metavar="NAME", help="The name that agents write under."
)
@click.option(
    "--name",
    default="caveat",
    show_default=True,
    metavar="NAME",
    help="Name of the entry; vaults that are served side by side need one each.",
)
@click.option(
    "--project",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    metavar="DIR",
    help="Write into this project: .mcp.json (Claude Code; default: the vault) or .cursor/mcp.json (Cursor).",
)
@click.option("--dry-run", is_flag=True, help="Only show what would be written.")
@click.option("--yes", is_flag=True, help="Write without asking.")
@vault_option
@json_option
@click.pass_context
def install(
    ctx: click.Context,
    client: Client,
    author: str,
    name: str,
    project: Path | None,
    dry_run: bool,
    yes: bool,
    vault: str | None,
    is_json: bool,
) -> None:
    """
    Write the server into the configuration of CLIENT.

    The change is shown first. One entry is put in or replaced, every other character of the file stays.

    Exit status: 0 written or there already, 2 not written.
    """
    from caveat.ops import agent_clients
    from caveat.ops.paths import vault_root

    require_extra()
    root = vault_root(chosen_vault(vault))
    found = agent_clients.planned(
        client, root, author=author, name=name, project=project.absolute() if project else None
    )
    if not is_json:
        _show(found)
    is_wanted = not found.is_there and not dry_run
    if is_wanted and not (yes or _is_agreed()):
        notice("nothing was written")
        ctx.exit(2)
    if is_wanted:
        agent_clients.install(found)
    if is_json:
        shown = {"client": client, "path": str(found.path), "name": found.name, "entry": found.entry}
        print_json({**shown, "is_there": found.is_there, "is_written": is_wanted})
    elif is_wanted:
        click.echo(f"Written. {_NEXT[client]}")
    ctx.exit(0)


def _is_agreed() -> bool:
    """
    Whether the person at the terminal says yes.

    Raises:
        InputError: There is none.
    """
    if not sys.stdin.isatty():
        raise InputError("nobody can be asked here: add --yes to write it, or --dry-run to see it")
    return click.confirm("Write this?", default=False, err=True)


def _show(found: "Installation") -> None:
    click.echo(one_line(str(found.path)))
    if found.is_there:
        click.echo("The entry is there already; nothing to write.")
        return
    # Without lines around the change: they may hold keys of other servers.
    old = (found.before or "").splitlines()
    changes = unified_diff(old, found.after.splitlines(), lineterm="", n=0)
    for change in list(changes)[2:]:
        colour = {"+": "green", "-": "red"}.get(change[0])
        click.echo(click.style(one_line(change), fg=colour) if colour else one_line(change))


_NEXT = {
    "claude-code": "Start `claude` in that folder and allow the server when it asks; /mcp shows it.",
    "claude-desktop": "Quit Claude Desktop wholly and start it again.",
    "cursor": "Cursor shows it in its settings, under MCP.",
}
