"""``caveat audit``: report everything that someone should look at."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from caveat.cli.options import (
    DayType,
    as_of_option,
    chosen_vault,
    json_option,
    notice,
    print_json,
    vault_option,
)
from caveat.cli.render import columns, counted, date, finding_lines, wrapped
from caveat.model.records import Day

if TYPE_CHECKING:
    from caveat.ops.results_audit import AuditReport, Ranked

SHOWN = 10
"""Findings of one kind printed before the rest is only counted; our choice, so that each kind is seen."""


@click.command()
@click.argument("vault_path", required=False, type=click.Path(), metavar="[VAULT]")
@click.option(
    "--since", type=DayType(), metavar="DATE", help="Only what bears this date, or a later one or event."
)
@click.option(
    "--no-observe", is_flag=True, help="Write nothing into the ledger: bind no look, note no content."
)
@click.option("--all", "is_all", is_flag=True, help="Print every finding, and remarks too.")
@click.option(
    "--allow-empty",
    is_flag=True,
    help="A vault without notes and claims is clean; without this it is nothing to judge.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How to print the report.",
)
@as_of_option
@vault_option
@json_option
@click.pass_context
def audit(
    ctx: click.Context,
    vault_path: str | None,
    since: Day | None,
    no_observe: bool,
    is_all: bool,
    allow_empty: bool,
    form: str,
    as_of: Day | None,
    vault: str | None,
    is_json: bool,
) -> None:
    """
    Report everything that someone should look at: what is stale, stands on stale, drifted, contested, …

    The index is brought up to date first. Contents that the ledger has to know are noted there, once; no note
    is touched. Only bytes decide: touching or cloning every file is no change.

    Exit status: 0 clean (remarks aside), 1 findings, 2 could not judge.
    """
    import caveat

    with caveat.open(chosen_vault(vault_path if vault_path is not None else vault)) as opened:
        found = opened.audit(since=since, as_of=as_of, observe=not no_observe)
    if is_json or form == "json":
        print_json(_as_json(found))
    else:
        _print(found, is_all=is_all)
    if found.is_empty and not allow_empty:
        notice("nothing to judge: no note and no claim is here; is it the right folder, and is it all there?")
        ctx.exit(2)
    ctx.exit(0 if found.is_clean else 1)


def _print(found: "AuditReport", *, is_all: bool) -> None:
    width = columns()
    groups: dict[str, list[Ranked]] = {}
    for one in found.findings:
        groups.setdefault(one.finding.code, []).append(one)
    remarks = {}
    for code, members in groups.items():
        shown = members if is_all else [one for one in members if one.finding.severity != "note"]
        if len(shown) < len(members):
            remarks[code] = len(members) - len(shown)
        if shown:
            _group(code, shown, width, most=len(shown) if is_all else SHOWN)
    click.echo(wrapped(_summary(found, remarks), width))


def _group(code: str, members: "Sequence[Ranked]", width: int, *, most: int) -> None:
    click.echo(click.style(f"{code} ({len(members):,})", bold=True))
    for one in members[:most]:
        finding = one.finding
        if one.dependants:
            stand = counted(one.dependants, "record stands on it", "records stand on it")
            finding = finding._replace(message=f"{finding.message}; {stand}")
        for line in finding_lines([finding], width=width - 2):
            click.echo(os.linesep.join(f"  {part}" for part in line.split("\n")))
    if len(members) > most:
        click.echo(f"  … and {len(members) - most:,} more (--all)")
    click.echo()


def _summary(found: "AuditReport", remarks: dict[str, int]) -> str:
    bad = sum(one.finding.severity != "note" for one in found.findings)
    what = f"{counted(found.notes, 'note')} and {counted(found.claims, 'claim')} looked at"
    parts = [f"{what}: {counted(bad, 'finding') if bad else 'clean'}."]
    if remarks:
        told = ", ".join(f"{count:,} {code}" for code, count in sorted(remarks.items()))
        parts.append(f"Remarks (--all): {told}.")
    if found.since is not None:
        left = counted(found.left_out, "finding")
        parts.append(f"Only what bears {date(found.since)} or a later date; {left} left out.")
    if found.is_direct:
        parts.append("The vault is large: of what stands on a record only what was made from it is counted.")
    if found.observed:
        pins = f", {found.pinned:,} of them bound to a look by hand" if found.pinned else ""
        parts.append(f"Noted in the ledger: {counted(found.observed, 'content')}{pins}.")
    return " ".join(parts)


def _as_json(found: "AuditReport") -> dict[str, Any]:
    counts: dict[str, int] = {}
    for one in found.findings:
        counts[one.finding.code] = counts.get(one.finding.code, 0) + 1
    return {
        "vault": found.vault,
        "as_of": date(found.as_of),
        "since": None if found.since is None else date(found.since),
        "notes": found.notes,
        "claims": found.claims,
        "is_clean": found.is_clean,
        "is_empty": found.is_empty,
        "is_direct": found.is_direct,
        "counts": counts,
        "observed": found.observed,
        "pinned": found.pinned,
        "left_out": found.left_out,
        "findings": [
            {
                **one.finding._asdict(),
                "place": one.finding.place,
                "ref": one.ref,
                "about": list(one.about),
                "dependants": one.dependants,
            }
            for one in found.findings
        ],
    }
