"""The part of ``caveat index`` that embeds: how far it is, how fast, and how long it takes yet."""

import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from caveat.cli.options import notice
from caveat.cli.render import columns, wrapped
from caveat.model.errors import ConfigError, EmbedderUnusable, InputError, MissingExtra

if TYPE_CHECKING:
    from caveat.model.vectors import Embedded
    from caveat.ops.results_meaning import Embedding
    from caveat.ops.vault import Vault


PORTION = 256
"""Chunks that are told of at a time, as `store.vectors_rows` writes them."""


class Shown(NamedTuple):
    """
    What embedding did, ready to be told.

    Attributes:
        done: What it did; None when it could not be done.
        seconds: How long that took.
        trouble: Why it could not be done; empty when it could.
    """

    done: "Embedding | None"
    seconds: float
    trouble: str = ""

    def show(self) -> None:
        """Tell it in a line, when there is something to tell."""
        width = columns()
        if self.trouble:
            notice(f"not embedded, so found by words only: {self.trouble}")
        elif self.done is not None and (self.done.added or self.done.replaced):
            instead = f" instead of {self.done.replaced}" if self.done.replaced else ""
            progress = self.done.progress
            text = (
                f"{self.done.added:,} chunks embedded, {progress.embedded:,} of {progress.chunks:,} in all,"
                f" by {self.done.model}{instead} ({self.seconds:.2f} s)"
            )
            click.echo(wrapped(text, width, hanging="  "))

    def as_json(self) -> dict[str, Any]:
        """The same for ``--json``."""
        if self.done is None:
            return {"trouble": self.trouble}
        found = self.done._asdict()
        return found | {"progress": self.done.progress._asdict(), "trouble": self.trouble}


def embed(opened: "Vault", *, replace: bool = False) -> Shown:
    """Embed what is new in the vault; a model that cannot be used is told, and fails nothing."""
    started = time.perf_counter()
    try:
        done = opened.embed(replace=replace, progress=_Progress())
    except (MissingExtra, EmbedderUnusable, ConfigError, InputError) as error:
        return Shown(None, 0.0, str(error))
    return Shown(done, time.perf_counter() - started)


class _Progress:
    """A line on a terminal's standard error: how many are embedded, how fast, and the time left."""

    def __init__(self) -> None:
        self._is_on = sys.stderr.isatty()
        self._started = time.monotonic()
        self._last: int | None = None
        self._done = 0

    def __call__(self, progress: "Embedded") -> None:
        if not self._is_on:
            return
        seconds = time.monotonic() - self._started
        # What was embedded before this run is not told apart at first: a portion is 256 chunks.
        self._done += (
            min(PORTION, progress.embedded) if self._last is None else progress.embedded - self._last
        )
        self._last = progress.embedded
        rate = self._done / seconds if seconds > 0 else 0.0
        left = f", {rate:,.0f} a second, {_span(progress.pending / rate)} left" if rate else ""
        text = f"  {progress.embedded:,} of {progress.chunks:,} chunks embedded{left}"
        click.echo(f"\r\x1b[K{text}" if progress.pending else "\r\x1b[K", nl=False, err=True)


def _span(seconds: float) -> str:
    """A stretch of time as one reads it: ``40 s``, ``12 min``, ``3.5 h``."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5_400 else f"{seconds / 3_600:.1f} h"
