"""A bar on a terminal's standard error, for what takes long; nothing anywhere else."""

import sys
import time

import click

WIDTH = 24
"""Characters of the bar itself; our choice."""
PAUSE = 0.1
"""Seconds between two drawings."""


class Bar:
    """
    How far a run is: told before each part, and once with nothing left.

    Drawn ten times a second at most, on a terminal only, and taken away at the end.
    """

    def __init__(self) -> None:
        self._is_on = sys.stderr.isatty()
        self._began = time.monotonic()
        self._drawn = self._began - PAUSE
        self._is_there = False

    def __call__(self, done: int, total: int, what: str) -> None:
        """*done* of *total* parts are done, *what* comes next; empty when nothing does."""
        if not self._is_on:
            return
        if not what:
            self.clear()
            return
        now = time.monotonic()
        if now - self._drawn >= PAUSE:
            self._drawn, self._is_there = now, True
            line = bar_line(done, total, what, now - self._began)
            click.echo(f"\r\x1b[K{line}", nl=False, err=True)

    def clear(self) -> None:
        """Take the bar away."""
        if self._is_there:
            self._is_there = False
            click.echo("\r\x1b[K", nl=False, err=True)


def bar_line(done: int, total: int, what: str, seconds: float) -> str:
    """
    The bar in characters.

    Args:
        done: Parts done, ``<= total``.
        total: Parts in all, ``> 0``.
        what: The part that comes next.
        seconds: Since the beginning; what is left is told from the second second on, when it means something.
    """
    from caveat.cli.render import one_line, shortened

    full = WIDTH * done // total
    left = ""
    if done and seconds >= 2:
        rest = round(seconds / done * (total - done))
        left = f", {rest} s left" if rest < 120 else f", {round(rest / 60)} min left"
    name = shortened(one_line(what), 30)
    return f"  [{'#' * full}{'.' * (WIDTH - full)}] {done:,} of {total:,}{left}  {name}"
