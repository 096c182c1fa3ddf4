"""``caveat diff``: what gained or lost trust since a day, and through which event."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from caveat.cli.options import DayType, as_of_option, chosen_vault, json_option, print_json, vault_option
from caveat.cli.render import columns, counted, date, number, one_line, wrapped
from caveat.model.records import Day

if TYPE_CHECKING:
    from caveat.ops.results_diff import Diff, DiffEvent, Shift

MOST_AGED = 10
"""Records that only aged, of those that are listed without ``--all``; our choice."""

MOST_CAUSES = 5
"""Events named under one record without ``--all``; our choice."""


@click.command()
@click.option("--since", type=DayType(), required=True, metavar="DATE", help="The day to look back to.")
@click.option("--all", "is_all", is_flag=True, help="List everything that aged, and every event.")
@as_of_option
@vault_option
@json_option
@click.pass_context
def diff(
    ctx: click.Context, since: Day, is_all: bool, as_of: Day | None, vault: str | None, is_json: bool
) -> None:
    """
    Show what gained or lost trust since a day, and through which event.

    The texts of notes are those of today: looked back are claims, contradictions, human looks, and which
    notes were there.

    Exit status: 0, or 2 when it could not be reckoned.
    """
    import caveat

    with caveat.open(chosen_vault(vault)) as opened:
        found = opened.diff(since, as_of=as_of)
    if is_json:
        print_json(_plain(found))
    else:
        _print(found, is_all=is_all)
    ctx.exit(0)


def _plain(found: "Diff") -> dict[str, object]:
    return {
        "since": date(found.since),
        "as_of": date(found.as_of),
        "moved": [shift._asdict() for shift in found.moved],
        "aged": [shift._asdict() for shift in found.aged],
        "new": [shift._asdict() for shift in found.new],
        "events": [{**event._asdict(), "at": date(event.at)} for event in found.events],
    }


def _print(found: "Diff", *, is_all: bool) -> None:
    width = columns()
    events = {event.id: event for event in found.events}
    gained = [shift for shift in found.moved if shift.after > (shift.before or 0.0)]
    lost = [shift for shift in found.moved if shift.after <= (shift.before or 0.0)]
    click.echo(f"since {date(found.since)}, reckoned at {date(found.as_of)}")
    _section("lost trust", lost, events, width, is_all=is_all)
    _section("gained trust", gained, events, width, is_all=is_all)
    _section("new", found.new, events, width, is_all=is_all)
    aged = found.aged if is_all else found.aged[:MOST_AGED]
    _section("only aged", aged, {}, width, is_all=is_all)
    if len(aged) < len(found.aged):
        click.echo(f"  … and {len(found.aged) - len(aged):,} more (--all lists them)")
    told = {id_ for shift in (*found.moved, *found.new) for id_ in (*shift.events, *shift.through_author)}
    idle = [event for event in found.events if event.id not in told]
    if idle:
        click.echo("\nrecorded, and moved nothing")
        for event in idle:
            _event(event, width)
    if not (found.moved or found.new or found.aged or idle):
        click.echo("\nnothing moved")


def _section(
    title: str,
    shifts: "Sequence[Shift]",
    events: "Mapping[str, DiffEvent]",
    width: int,
    *,
    is_all: bool,
) -> None:
    if not shifts:
        return
    click.echo(f"\n{title}")
    for shift in shifts:
        before = "    -" if shift.before is None else number(shift.before)
        line = f"{before} → {number(shift.after)}  {one_line(shift.title)}"
        click.echo(wrapped(line, width, indent="  ", hanging=" " * 17))
        click.echo(wrapped(one_line(shift.ref), width, indent=" " * 17))
        causes = shift.events if is_all else shift.events[-MOST_CAUSES:]
        for event in causes:
            if event in events:
                _event(events[event], width)
        if shift.through_author:
            before_now = f"κ {number(shift.calibration_before)} → {number(shift.calibration_after)}"
            told = counted(len(shift.through_author), "event")
            line = f"its author {one_line(shift.author)} fared otherwise: {before_now} ({told})"
            click.echo(wrapped(line, width, indent=" " * 17, hanging=" " * 29))
        if len(causes) < len(shift.events):
            more = counted(len(shift.events) - len(causes), "earlier event")
            click.echo(f"{' ' * 17}… and {more}")


def _event(event: "DiffEvent", width: int) -> None:
    indent = " " * 17
    line = f"{date(event.at)}  {one_line(event.words)}"
    click.echo(wrapped(line, width, indent=indent, hanging=" " * 29))
