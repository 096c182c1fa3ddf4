"""The report of ``caveat check`` for a person."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import click

from caveat.cli.render import columns, counted, finding_lines, one_line, wrapped

if TYPE_CHECKING:
    from caveat.ops.results_check import CheckReport, DraftReport, Strength

SURVIVORS = 10
"""Survivors that are printed before the rest is only counted; our choice."""


def print_text(report: "CheckReport", *, list_skipped: bool) -> None:
    """Print *report*: what is wrong, then what was looked at and what was not."""
    width = columns()
    for line in finding_lines(report.faults, width=width):
        click.echo(line)
    for draft in report.drafts:
        _draft(draft, width, list_skipped=list_skipped)
    for line in finding_lines(report.remarks, width=width):
        click.echo(line)
    if report.files or report.facts:
        click.echo(wrapped(_facts(report), width, hanging="  "))
    if report.is_value_only:
        told = "value only: whose number it is was not checked, so that swapped numbers pass"
        click.echo(click.style(told, fg="yellow"))
    passed = sum(not draft.faults and not draft.is_blocked for draft in report.drafts)
    words, colour = {
        0: ("passed", "green"),
        1: ("blocked", "red"),
        2: ("could not be checked", "red"),
    }[report.status]
    told = words if len(report.drafts) < 2 else f"{words}: {passed} of {len(report.drafts)} drafts passed"
    click.echo(click.style(told, fg=colour, bold=True))


def _draft(draft: "DraftReport", width: int, *, list_skipped: bool) -> None:
    for line in finding_lines([*draft.faults, *draft.findings], width=width):
        click.echo(line)
    if list_skipped:
        for place in draft.places:
            click.echo(
                f"{one_line(draft.name)}:{place.line}:{place.column}: {place.name}: {one_line(place.words)}"
            )
    if draft.format:
        click.echo(wrapped(f"{one_line(draft.name)}: {_counts(draft)}", width, hanging="  "))
    if draft.strength is not None:
        _strength(draft.strength, width)


def _counts(draft: "DraftReport") -> str:
    blocked = draft.checked - draft.passed - draft.waived
    parts = [f"{draft.seen:,} seen", f"{draft.checked:,} checked", f"{draft.passed:,} bound"]
    parts += [f"{draft.waived:,} waived"] if draft.waived else []
    parts += [f"{blocked:,} blocked"] if blocked > 0 else []
    if draft.not_gated:
        parts.append(f"not judged: {_listed(draft.not_gated)}")
    if draft.skipped:
        parts.append(f"skipped: {_listed(draft.skipped)}")
    parts.append(f"{counted(len(draft.used), 'fact')} used")
    if draft.chance is not None:
        parts.append(f"an invented number would pass with a chance of {draft.chance:.1%}")
    return "; ".join(parts)


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items())


def _facts(report: "CheckReport") -> str:
    parts = [f"{counted(report.facts, 'fact')} loaded"]
    parts += [f"{report.unbound:,} with unbound subject"] if report.unbound else []
    parts += [f"{report.unapproved:,} not approved"] if report.unapproved else []
    vouched = [one_line(file.path) for file in report.files if file.is_vouched]
    if vouched:
        parts.append(f"verified by the caller, as no vault holds it: {', '.join(vouched)}")
    doubtful = [
        f"{one_line(file.path)} ({one_line(file.objection)})" for file in report.files if file.objection
    ]
    parts += [f"not to be relied on: {', '.join(doubtful)}"] if doubtful else []
    return "facts: " + "; ".join(parts)


def _strength(strength: "Strength", width: int) -> None:
    if strength.share is None:
        click.echo("strength: not measured, as no number here is bound to a fact")
        return
    told = f"strength: {strength.share:.1%} of wrong numbers caught, at {counted(strength.numbers, 'number')}"
    click.echo(told)
    for one in strength.classes:
        verb = "still pass" if one.kind == "format" else "caught"
        click.echo(f"  {one.kind:<14}{one.right:>7,} of {one.tried:,} {verb}")
    if strength.left_out:
        click.echo(f"  {strength.left_out:,} more swaps were not tried")
    _survivors(strength, width)


def _survivors(strength: "Strength", width: int) -> None:
    lines: Iterable[str] = (
        f"  line {one.line}: “{one_line(one.words)}” as “{one_line(one.mutant)}” ({one.kind}) "
        + (f"was blocked: {one.reason}" if one.kind == "format" else f"passed: {one.reason}")
        for one in strength.survivors[:SURVIVORS]
    )
    for line in lines:
        click.echo(wrapped(line, width, indent="  ", hanging="    "))
    more = len(strength.survivors) - SURVIVORS
    if more > 0:
        click.echo(f"  … and {more:,} more (--json shows them)")
