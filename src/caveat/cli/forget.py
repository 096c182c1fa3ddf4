"""``caveat forget``: the text of one event is taken away for good."""

import sys
from typing import TYPE_CHECKING, Any

import click

from caveat.cli.author import by_option, chosen_author
from caveat.cli.options import chosen_vault, json_option, print_json, vault_option
from caveat.cli.render import columns, one_line
from caveat.cli.rows import row

if TYPE_CHECKING:
    from caveat.ops.results_exchange import Forgotten


@click.command()
@click.argument("what", metavar="EVENT_ID|CLAIM")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--dry-run", is_flag=True, help="Show what would be forgotten; write nothing.")
@by_option
@vault_option
@json_option
@click.pass_context
def forget(
    ctx: click.Context, what: str, yes: bool, dry_run: bool, by: str | None, vault: str | None, is_json: bool
) -> None:
    """
    Take the text of one event out of the ledger and the index, for good.

    For a secret that should never have been recorded. The event stays as an empty line in every ledger file
    of the vault, so that no copy brings it back; no note is touched. To say that a claim no longer holds, use
    `caveat claim retract`: that can be read afterwards, this cannot be undone.

    Asks first on a terminal; elsewhere it needs --yes.

    Exit status: 0 forgotten, 1 some of it may still be in the index, 2 refused, stopped or could not.
    """
    import caveat

    with caveat.open(chosen_vault(vault)) as opened:
        pen = opened.by(chosen_author(by))
        seen = pen.forget(what, dry_run=True)
        if not dry_run and not yes:
            _ask(seen)
        # By its id: the start of an id may fit another one by now.
        found = seen if dry_run else pen.forget(seen.event.id)
    if is_json:
        print_json(_as_json(found))
    else:
        _print(found)
    ctx.exit(0 if found.is_wiped or found.is_dry else 1)


def _ask(seen: "Forgotten") -> None:
    if not sys.stdin.isatty():
        raise click.UsageError("nobody is there to ask: say --yes, or look first with --dry-run")
    width = columns()
    for name, text in _about(seen):
        row(name, text, width)
    click.confirm("Forget it for good?", abort=True)


def _about(found: "Forgotten") -> list[tuple[str, str]]:
    event = found.event
    text = event.body.get("text") or event.body.get("reason")
    lines = [
        ("event", f"{event.kind} {event.id}"),
        ("by", f"{one_line(event.by)} ({event.actor}), {event.at}"),
    ]
    if isinstance(text, str):
        lines.append(("text", one_line(text)))
    elif "forgotten" not in event.body:
        lines.append(("body", one_line(_short(event.body))))
    where = [f"{place.path}:{line}" for place in found.places for line in place.lines]
    lines.append(("stands in", one_line(", ".join(where)) or "no ledger file any more"))
    if found.same_text:
        lines.append(("same text", f"{', '.join(found.same_text)}: not touched, forget each"))
    return lines


def _short(body: Any) -> str:
    import json

    return json.dumps(body, ensure_ascii=False, default=str)


def _print(found: "Forgotten") -> None:
    width = columns()
    if found.is_dry:
        for name, text in _about(found):
            row(name, text, width)
    else:
        row("forgotten", f"{found.event.kind} {found.event.id}", width)
        where = [f"{place.path}:{line}" for place in found.places for line in place.lines]
        row("taken from", one_line(", ".join(where)) or "nothing: no ledger file held its text", width)
        wiped = "and the index" if found.is_wiped else "the index is in use: do this again to wipe it too"
        row("", wiped, width)
        if found.same_text:
            row("same text", f"{', '.join(found.same_text)}: not touched, forget each", width)
    for index, place in enumerate(found.elsewhere):
        row("elsewhere" if index == 0 else "", one_line(place), width)


def _as_json(found: "Forgotten") -> dict[str, Any]:
    # Once it is forgotten the answer does not repeat the text either.
    event = found.event._asdict() if found.is_dry else {**found.event._asdict(), "body": {"forgotten": True}}
    return {
        "event": {**event, "body": dict(event["body"])},
        "places": [place._asdict() for place in found.places],
        "events": list(found.events),
        "same_text": list(found.same_text),
        "elsewhere": list(found.elsewhere),
        "is_dry": found.is_dry,
        "is_wiped": found.is_wiped,
    }
