"""``caveat index``: read what changed in the vault into the index."""

import sys
import time
from typing import Any

import click

from caveat.cli.options import chosen_vault, json_option, notice, print_json
from caveat.cli.render import columns, counted, finding_lines, one_line, wrapped
from caveat.model.errors import CaveatError

NAMED = 3
"""Files left out for one reason that are named before the rest is only counted; our choice."""

SHOWN = 20
"""Findings printed before the rest is only counted; our choice, a screenful."""


@click.command()
@click.argument("vault", required=False, type=click.Path())
@click.option("--vault", "vault_option", type=click.Path(), metavar="PATH", help="The same as VAULT.")
@click.option("--watch", is_flag=True, help="Go on and take in every change until stopped (extra: watch).")
@click.option("--full", is_flag=True, help="Read every note anew, whatever the index knows.")
@click.option("--all", "is_all", is_flag=True, help="Print every finding, not only the first ones.")
@json_option
@click.pass_context
def index(
    ctx: click.Context,
    vault: str | None,
    vault_option: str | None,
    watch: bool,
    full: bool,
    is_all: bool,
    is_json: bool,
) -> None:
    """
    Read what changed in VAULT into the index.

    Every note is read and hashed; those whose bytes are as they were are left alone. No file of the vault
    is written. VAULT is the nearest parent folder with caveat.toml, else the current folder.

    Exit status: 0 clean, 1 findings, 2 the vault or the index cannot be used.
    """
    import caveat

    with caveat.open(chosen_vault(vault or vault_option)) as opened:
        # Asked first: a missing extra is told before the work begins.
        changes = opened.watch() if watch else None
        started = time.perf_counter()
        report = opened.index(full=full, progress=_Progress())
        seconds = time.perf_counter() - started
        if is_json:
            print_json(_as_json(report))
        else:
            _print(report, seconds, is_all=is_all)
        if changes is not None:
            _watch(changes, is_json=is_json)
    ctx.exit(1 if _bad(report) else 0)


def _bad(report: Any) -> int:
    return sum(finding.severity != "note" for finding in report.findings)


class _Progress:
    """One line on a terminal's standard error, redrawn ten times a second at most."""

    def __init__(self) -> None:
        self._is_on = sys.stderr.isatty()
        self._drawn = 0.0

    def __call__(self, done: int, total: int) -> None:
        if not self._is_on:
            return
        now = time.monotonic()
        if done < total and now - self._drawn < 0.1:
            return
        self._drawn = now
        end = "\r" if done < total else "\r\x1b[K"
        click.echo(f"  {done:,} of {total:,} notes{end}" if done < total else end, nl=False, err=True)


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


def _watch(changes: Any, *, is_json: bool) -> None:
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
