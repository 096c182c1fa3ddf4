"""Who records: the options ``--by`` and ``--agent``, and the name that stands in when none is given."""

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from caveat.model.errors import InputError
from caveat.model.events import Actor

VARIABLE = "CAVEAT_AUTHOR"
"""Environment variable that names the author when ``--by`` does not."""

Command = TypeVar("Command", bound=Callable[..., Any])


def by_option(command: Command) -> Command:
    """``--by``: under whose name something is recorded."""
    return click.option(
        "--by", metavar="AUTHOR", help=f"Record under this name; default: {VARIABLE}, else your login name."
    )(command)


def agent_option(command: Command) -> Command:
    """``--agent``: the author is a model."""
    return click.option(
        "--agent", "is_agent", is_flag=True, help="The author is a model: it can neither verify nor confirm."
    )(command)


def chosen_author(by: str | None) -> str:
    """
    The name given, that of the environment, or the login name.

    Raises:
        InputError: There is none.
    """
    name = by if by is not None else os.environ.get(VARIABLE, "")
    if name.strip() or by is not None:
        return name.strip()
    import getpass

    try:
        return getpass.getuser()
    except (ImportError, KeyError, OSError) as error:
        raise InputError(f"nobody is logged in here: name the author with --by or {VARIABLE}") from error


def actor(is_agent: bool) -> Actor:
    """What kind of author that is."""
    return "agent" if is_agent else "human"
