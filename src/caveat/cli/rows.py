"""Lines with a name in front, as a short report has them."""

import click

from caveat.cli.render import wrapped

LABEL = 11
"""Columns of the name in front; our choice: the longest is ten."""


def row(name: str, text: str, width: int, *, colour: str | None = None, is_bold: bool = False) -> None:
    """Print *text* behind *name*, in lines of *width* columns; an empty name carries on the row above."""
    lines = wrapped(text, width, indent=f"{name:<{LABEL}}", hanging=" " * LABEL).split("\n")
    for line in lines:
        click.echo(line[:LABEL] + click.style(line[LABEL:], fg=colour, bold=is_bold or None))
