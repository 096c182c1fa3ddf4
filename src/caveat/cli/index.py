"""``caveat index``: read what changed in the vault into the index."""

import sys
import time
from typing import Any

import click

from caveat.cli.embedding import embed
from caveat.cli.options import chosen_vault, json_option, notice, print_json
from caveat.cli.render import columns, counted, finding_lines, one_line, wrapped
from caveat.model.errors import CaveatError

NAMED = 3
"""Files left out for one reason that are named before the rest is only counted; our choice."""

SHOWN = 20
"""Findings printed before the rest is only counted; our choice, a screenful."""

RATED = 1.0
"""Seconds after which the rate of reading is told; our choice."""


@click.command()
@click.argument("vault", required=False, type=click.Path())
@click.option("--vault", "vault_option", type=click.Path(), metavar="PATH", help="The same as VAULT.")
@click.option("--watch", is_flag=True, help="Go on and take in every change until stopped (extra: watch).")
@click.option(
    "--full",
    is_flag=True,
    help="Read every note anew, whatever the index knows; embed anew when the model is another.",
)
@click.option("--no-meaning", is_flag=True, help="Make it searchable by words only; embed nothing.")
@click.option("--all", "is_all", is_flag=True, help="Print every finding, not only the first ones.")
@json_option
@click.pass_context
def index(
    ctx: click.Context,
    vault: str | None,
    vault_option: str | None,
    watch: bool,
    full: bool,
    no_meaning: bool,
    is_all: bool,
    is_json: bool,
) -> None:
    """
    Read what changed in VAULT into the index.

    Every note is read and hashed; those whose bytes are as they were are left alone. No file of the vault
    is written. VAULT is the nearest parent folder with caveat.toml, else the current folder.

    When the notes are searchable by words, and the extra meaning is installed, they are embedded, so that
    they are found by meaning too. Searching goes on meanwhile; a run that was stopped is gone on from.

    Exit status: 0 clean, 1 findings, or a model that gives no vectors, 2 the vault or the index cannot
    be used.
    """
    import caveat

    with caveat.open(chosen_vault(vault or vault_option)) as opened:
        # Asked first: a missing extra is told before the work begins.
        changes = opened.watch() if watch else None
        started = time.perf_counter()
        progress = _Progress()
        try:
            report = opened.index(full=full, progress=progress)
        finally:
            progress.clear()
        seconds = time.perf_counter() - started
        if not is_json:
            _print(report, seconds, is_all=is_all)
        embedded = None if no_meaning else embed(opened, replace=full)
        if is_json:
            print_json(_as_json(report) | {"meaning": None if embedded is None else embedded.as_json()})
        elif embedded is not None:
            embedded.show()
        if changes is not None:
            _watch(changes, None if no_meaning else opened, is_json=is_json)
    ctx.exit(1 if _bad(report) or (embedded is not None and embedded.trouble) else 0)


def _bad(report: Any) -> int:
    return sum(finding.severity != "note" for finding in report.findings)


class _Progress:
    """
    One line on a terminal's standard error: how far, how fast, how long yet.

    Redrawn ten times a second at most. What follows when all notes are read is not counted; its line stays
    until `clear`.
    """

    def __init__(self) -> None:
        self._is_on = sys.stderr.isatty()
        self._began: float | None = None
        self._drawn = 0.0

    def __call__(self, done: int, total: int) -> None:
        if not self._is_on:
            return
        now = time.monotonic()
        if self._began is None:
            self._began = now  # before that, notes were only hashed
        if done < total and now - self._drawn < 0.1:
            return
        self._drawn = now
        self._draw(progress_line(done, total, now - self._began))

    def clear(self) -> None:
        """Take the line away."""
        if self._drawn:
            self._draw("")

    def _draw(self, line: str) -> None:
        click.echo(f"\r{line}\x1b[K", nl=False, err=True)


def progress_line(done: int, total: int, seconds: float) -> str:
    """
    How far reading notes is, in words.

    Args:
        done: Notes read.
        total: Notes to read.
        seconds: Since the beginning; the rate is told from the second one on, when it means something.
    """
    if done >= total:
        return f"  {total:,} notes read; following their links …"
    line = f"  {done:,} of {total:,} notes"
    if seconds < RATED:
        return line
    rate = done / seconds
    left = round((total - done) / rate)
    shown = f"{left} s" if left < 120 else f"{round(left / 60)} min"
    return f"{line}, {rate:,.0f} a second, {shown} left"


def _print(report: Any, seconds: float, *, is_all: bool) -> None:
    width = columns()
    parts = [f"{len(report.indexed):,} indexed", f"{report.unchanged:,} unchanged"]
    parts += [f"{len(report.removed):,} removed"] if report.removed else []
    parts += [f"{len(report.skipped):,} skipped"] if report.skipped else []
    total = len(report.indexed) + report.unchanged
    click.echo(f"{counted(total, 'note')}: {', '.join(parts)}   ({seconds:.2f} s)")
    if report.with_bad_metadata:
        click.echo(f"{report.with_bad_metadata:,} of them with metadata that could not be read whole")
    if report.counts.claims or report.events:
        click.echo(f"{counted(report.counts.claims, 'claim')}; {counted(report.events, 'new ledger event')}")
    for skipped in report.skipped:
        click.echo(f"skipped {one_line(skipped.path)}: {skipped.reason}")
    for reason, paths in sorted(report.ignored.items()):
        names = ", ".join(one_line(path) for path in paths[:NAMED])
        more = f" and {len(paths) - NAMED:,} more" if len(paths) > NAMED else ""
        click.echo(wrapped(f"left out: {names}{more} ({reason})", width, hanging="  "))
    _print_findings(report, width, is_all=is_all)


def _print_findings(report: Any, width: int, *, is_all: bool) -> None:
    weighty = [f for f in report.findings if is_all or f.severity != "note"]
    shown = weighty if is_all else weighty[:SHOWN]
    if shown:
        click.echo()
    for line in finding_lines(shown, width=width):
        click.echo(line)
    notes = sum(f.severity == "note" for f in report.findings)
    parts = [counted(_bad(report), "finding")] if weighty else []
    parts += [f"{len(weighty) - len(shown):,} of them not shown (--all)"] if len(weighty) > len(shown) else []
    parts += [f"{counted(notes, 'remark')} (--all)"] if notes and not is_all else []
    if parts:
        click.echo(("\n" if shown else "") + "; ".join(parts) + ". Everything else is searchable.")


def _watch(changes: Any, embedding: Any, *, is_json: bool) -> None:
    notice("watching; stop with Ctrl-C")
    try:
        for report in changes:
            if isinstance(report, CaveatError):
                notice(str(report))
            elif is_json:
                print_json(_as_json(report))
            else:
                changed = [*report.indexed, *(f"{path} (removed)" for path in report.removed)]
                changed += [counted(report.events, "ledger event")] if report.events else []
                stamp = time.strftime("%H:%M:%S")
                names = ", ".join(one_line(path) for path in changed[:5])
                more = f" and {len(changed) - 5} more" if len(changed) > 5 else ""
                click.echo(f"{stamp} {names}{more}")
            if embedding is not None and not isinstance(report, CaveatError):
                embed(embedding)
    except KeyboardInterrupt:
        notice("stopped watching")


def _as_json(report: Any) -> dict[str, Any]:
    return {
        "indexed": list(report.indexed),
        "unchanged": report.unchanged,
        "removed": list(report.removed),
        "skipped": [skipped._asdict() for skipped in report.skipped],
        "ignored": report.ignored,
        "events": report.events,
        "with_bad_metadata": report.with_bad_metadata,
        "counts": report.counts._asdict(),
        "findings": [finding._asdict() for finding in report.findings],
    }
