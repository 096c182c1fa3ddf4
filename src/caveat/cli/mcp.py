"""``caveat mcp``: serve a vault to agents, and tell their clients where it is."""

import os
import sys
from importlib import import_module
from importlib.util import find_spec

import click

from caveat.cli.lazy import LazyGroup
from caveat.cli.options import chosen_vault, notice, vault_option
from caveat.model.errors import MissingExtra

COMMANDS = {
    "install": ("caveat.cli.mcp_install:install", "Write the server into an agent's configuration."),
}


@click.group(cls=LazyGroup, lazy=COMMANDS, invoke_without_command=True)
@click.option(
    "--author",
    envvar="CAVEAT_AUTHOR",
    show_envvar=True,
    default="agent",
    show_default=True,
    metavar="NAME",
    help="The name that agents write under; no tool can change it.",
)
@vault_option
@click.pass_context
def mcp(ctx: click.Context, author: str, vault: str | None) -> None:
    """
    Serve the vault to agents over the Model Context Protocol, on standard input and output.

    An agent's client starts this; `caveat mcp install` writes it into the client's configuration. What agents
    record is kept under the author's name, as an agent's: they can neither verify nor confirm.

    Exit status: 0 when standard input ends, 2 when there is no vault or the extra is missing.
    """
    if ctx.invoked_subcommand is not None:
        return
    require_extra()
    if sys.stdin.isatty():
        notice("waiting for a client on standard input; `caveat mcp install` sets one up, Ctrl-C ends this")
    # Faces do not import each other, and this one loads the SDK.
    import_module("caveat.mcp.server").serve(os.path.abspath(chosen_vault(vault)), author)


def require_extra() -> None:
    """
    Check that the SDK is there, in a version that has what the server needs.

    Raises:
        MissingExtra: It is not.
    """
    # The wire types are a package of their own from version 2 on.
    if find_spec("mcp") is None or find_spec("mcp_types") is None:
        raise MissingExtra("the MCP server needs the extra `mcp`: pip install 'caveat[mcp]'")
