"""Options that several commands share, and how they open a vault."""

import json
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from caveat.model.records import Day

Command = TypeVar("Command", bound=Callable[..., Any])


def vault_option(command: Command) -> Command:
    """``--vault``: which vault is meant."""
    return click.option(
        "--vault",
        type=click.Path(),
        metavar="PATH",
        help="The vault; default: the nearest parent folder with caveat.toml, else the current folder.",
    )(command)


def json_option(command: Command) -> Command:
    """``--json``: one JSON document on standard output."""
    return click.option("--json", "is_json", is_flag=True, help="Print one JSON document.")(command)


class ShareType(click.FloatRange):
    """A number in ``[0, 1]``; what is no number (``nan``) would pass every comparison, and is refused."""

    def __init__(self) -> None:
        super().__init__(0, 1)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The share that *value* states."""
        share = super().convert(value, param, ctx)
        if share != share:
            self.fail(f"{value!r} is no number from 0 to 1.", param, ctx)
        return share


class DayType(click.ParamType[Day]):
    """An ISO date or instant, as a `Day`."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Day:
        """The day that *value* names."""
        from caveat.text.dates import day_of

        if isinstance(value, float):
            return value
        day = day_of(str(value))
        if day is None:
            self.fail(f"{value!r} is no date: write it as 2026-11-29", param, ctx)
        return day


def as_of_option(command: Command) -> Command:
    """``--as-of``: the day at which freshness is reckoned."""
    return click.option(
        "--as-of", type=DayType(), metavar="DATE", help="Reckon freshness at this day instead of today."
    )(command)


def chosen_vault(path: str | None) -> str:
    """The vault that *path*, or the folder one stands in, means."""
    if path is not None:
        return path
    from pathlib import Path

    from caveat.vault.scan import find_vault

    return os.fspath(find_vault(Path.cwd()))


def print_json(value: Mapping[str, Any]) -> None:
    """Print *value* as one indented JSON document in UTF-8, whatever the console's own encoding is."""
    text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    data = text.encode("utf-8", "backslashreplace")
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        click.echo(data.decode("utf-8"), nl=False)
        return
    sys.stdout.flush()
    buffer.write(data)
    buffer.flush()


def notice(text: str) -> None:
    """Say *text* on standard error, where notices go."""
    click.echo(f"caveat: {text}", err=True)
