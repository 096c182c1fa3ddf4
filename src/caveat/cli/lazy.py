"""A command group that imports a command only when it is run, so that ``--help`` stays quick."""

from collections.abc import Mapping
from importlib import import_module

import click


class LazyGroup(click.Group):
    """
    A group whose commands are named by ``module:attribute`` and described without being imported.

    Args:
        lazy: Command name → (where it is defined, the first line of its help).
    """

    def __init__(
        self, *args: object, lazy: Mapping[str, tuple[str, str]] | None = None, **kwargs: object
    ) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.lazy = dict(lazy or {})

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of the table, which is the order a newcomer meets them."""
        return [*self.lazy, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command *cmd_name*, imported now; None when there is none."""
        if cmd_name not in self.lazy:
            return super().get_command(ctx, cmd_name)
        module, _, attribute = self.lazy[cmd_name][0].partition(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the command list from the table, importing nothing."""
        rows = [(name, summary) for name, (_, summary) in self.lazy.items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)
