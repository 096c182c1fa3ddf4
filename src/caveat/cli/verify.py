"""``caveat verify``: record that a human looked at records as they are now."""

from typing import TYPE_CHECKING, Any

import click

from caveat.cli.author import by_option, chosen_author
from caveat.cli.options import chosen_vault, json_option, print_json, vault_option
from caveat.cli.render import columns, number, one_line
from caveat.cli.rows import row

if TYPE_CHECKING:
    from caveat.model.assessment import Assessment
    from caveat.ops.results_audit import Verified

SHOWN = 10
"""Records that moved which are printed before the rest is only counted; our choice."""


@click.command()
@click.argument("refs", nargs=-1, required=True, metavar="REF...")
@click.option(
    "--write", "is_written", is_flag=True, help="Write the date into the notes too: verified: today."
)
@by_option
@vault_option
@json_option
@click.pass_context
def verify(
    ctx: click.Context,
    refs: tuple[str, ...],
    is_written: bool,
    by: str | None,
    vault: str | None,
    is_json: bool,
) -> None:
    """
    Record that a human looked at records as they are now.

    The look is bound to their content and to that of their sources: when a record changes it is void, when a
    source changes the record is stale. It settles the contradictions that are older than it. No note is
    touched without --write, and with it only the line verified.

    Exit status: 0 recorded, 2 refused or could not.
    """
    import caveat

    with caveat.open(chosen_vault(vault)) as opened:
        found = opened.by(chosen_author(by)).verify(refs, write=is_written)
    if is_json:
        print_json({"verified": [as_json(one) for one in found]})
    else:
        for number_, one in enumerate(found):
            click.echo("", nl=number_ > 0)
            _print(one)
    ctx.exit(2 if any(one.failure for one in found) else 0)


def _print(found: "Verified") -> None:
    width = columns()
    row("verified", one_line(found.title or found.ref), width, is_bold=True)
    row("", one_line(found.ref), width, colour="cyan")
    after = found.after
    if after is not None:
        row("trust", _change(found.before, after), width)
        row("approved", "yes" if found.is_approved else f"not yet: {'; '.join(found.unapproved)}", width)
    for index, one in enumerate(found.settled):
        row("settled" if index == 0 else "", f"“{one_line(one.title)}” {one_line(one.ref)}", width)
    for index, moved in enumerate(found.moved[:SHOWN]):
        change = f"{number(moved.before)} → {number(moved.after)}"
        row(
            "moved" if index == 0 else "", f"{change}: “{one_line(moved.title)}” {one_line(moved.ref)}", width
        )
    if len(found.moved) > SHOWN:
        row("", f"… and {len(found.moved) - SHOWN:,} more (--json shows all)", width)
    for remark in found.remarks:
        row("remark", one_line(remark), width)
    if found.written:
        row("written", f"{found.written} into {one_line(found.path)}", width)
    if found.failure:
        row("failed", one_line(f"the look is recorded, but {found.failure}"), width, colour="red")
    row("event", found.event, width)


def _change(before: "Assessment", after: "Assessment") -> str:
    if number(before.trust) == number(after.trust):
        return f"{number(after.trust)}, as before"
    return f"{number(before.trust)} → {number(after.trust)}"


def as_json(found: "Verified") -> dict[str, Any]:
    """*found* as JSON values, all of it."""
    return {
        **found._asdict(),
        "before": found.before._asdict(),
        "after": found.after._asdict() if found.after else None,
        "settled": [one._asdict() for one in found.settled],
        "moved": [one._asdict() for one in found.moved],
        "is_approved": found.is_approved,
    }
