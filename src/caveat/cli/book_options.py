"""Options that the commands of ``caveat book`` share, and how they show what was found."""

import gc
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from caveat.model.findings import Finding

if TYPE_CHECKING:
    from caveat.ops.book.opening import OpenBook

Command = TypeVar("Command", bound=Callable[..., Any])


def book_option(command: Command) -> Command:
    """``--book``: which book is meant."""
    return click.option(
        "--book",
        "folder",
        type=click.Path(),
        metavar="BOOK",
        help="The book's folder; default: the nearest parent folder with book.toml.",
    )(command)


def opened_book(folder: str | None, near: str | None = None) -> "OpenBook":
    """The book that *folder* means, else the one that *near* lies in, else the one that one stands in."""
    from caveat.ops.book.prepare import book_of

    if folder is not None:
        return _opened(Path(folder))
    start = Path(near).absolute() if near is not None else Path.cwd()
    found = book_of(start)
    if near is not None and not (found / "book.toml").exists():
        found = book_of(Path.cwd())
    return _opened(found)


def _opened(folder: Path) -> "OpenBook":
    """The book; what it is made of is never looked through for garbage, for the process ends before."""
    from caveat.ops.book.opening import open_book

    was_on = gc.isenabled()
    gc.disable()
    try:
        return open_book(folder)
    finally:
        gc.freeze()
        if was_on:
            gc.enable()


def show_findings(findings: Sequence[Finding]) -> None:
    """Print *findings* on standard error."""
    from caveat.cli.render import columns, finding_lines

    for line in finding_lines(findings, width=columns()):
        click.echo(line, err=True)


def findings_json(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """*findings* as JSON values."""
    return [finding._asdict() for finding in findings]
