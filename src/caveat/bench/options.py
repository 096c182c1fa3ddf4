"""Options that several commands of the bench share."""

from collections.abc import Callable
from typing import Any

import click

Decorator = Callable[[Any], Any]


def count_option(flag: str, default: int, what: str, *, least: int = 1) -> Decorator:
    """*flag* N, a whole number from *least*, described by *what*."""
    kind = click.IntRange(least)
    return click.option(flag, type=kind, default=default, show_default=True, metavar="N", help=what)


seed_option = click.option(
    "--seed", type=int, default=1, show_default=True, help="Of everything that is made up."
)


def runs_option(default: int) -> Decorator:
    """``--runs N``, usually *default*."""
    return count_option("--runs", default, "Times that each is measured; the median counts.")
