"""``caveat review``: list what is most worth a human look."""

import shlex
from typing import TYPE_CHECKING, Any

import click

from caveat.cli.options import as_of_option, chosen_vault, json_option, notice, print_json, vault_option
from caveat.cli.render import columns, counted, number, one_line, wrapped
from caveat.model.records import Day

if TYPE_CHECKING:
    from caveat.ops.results_audit import Review, Worth


@click.command()
@click.option("-k", "k", type=click.IntRange(min=1), default=20, show_default=True, help="How many records.")
@as_of_option
@vault_option
@json_option
@click.pass_context
def review(ctx: click.Context, k: int, as_of: Day | None, vault: str | None, is_json: bool) -> None:
    """
    List what is most worth a human look: asked for, stale, contested, much used and little verified.

    Each record comes with the reasons, and with what a look now would do to its trust and to what stands on
    it.

    Exit status: 0 listed (or nothing waits), 2 could not.
    """
    import caveat

    with caveat.open(chosen_vault(vault)) as opened:
        found = opened.review(k, as_of=as_of)
    if is_json:
        print_json(
            {
                "items": [_as_json(item) for item in found.items],
                "waiting": found.waiting,
                "asked": found.asked,
                "as_of": found.as_of,
                "is_direct": found.is_direct,
                "behind": found.behind,
            }
        )
    else:
        _print(found)
    if found.behind:
        notice(f"the index is behind the files ({found.behind}): run `caveat index`")
    ctx.exit(0)


def _print(found: "Review") -> None:
    width = columns()
    if not found.items:
        click.echo("Nothing waits for a human look.")
        return
    for place, item in enumerate(found.items, start=1):
        record = item.record
        head = f"{place}. {one_line(record.title or record.ref)}"
        click.echo(click.style(wrapped(head, width, hanging="   "), bold=True))
        click.echo(wrapped(one_line(record.path or record.ref), width, indent="   "))
        click.echo(wrapped(one_line("; ".join(item.reasons)), width, indent="   "))
        click.echo(wrapped(_gain(item), width, indent="   "))
    click.echo()
    if found.is_direct:
        told = "The vault is large: of what stands on a record only what was made from it is counted."
        click.echo(wrapped(told, width))
    others = found.waiting - len(found.items)
    if others:
        click.echo(f"{others:,} more wait; -k shows more.")
    first = found.items[0].record
    click.echo("Look at one, then:")
    # One line whatever the width, so that it can be copied.
    click.echo(f"  caveat verify {shlex.quote(one_line(first.path or first.ref))}")


def _gain(item: "Worth") -> str:
    parts = []
    if item.dependants:
        stand = counted(item.dependants, "record stands", "records stand")
        parts.append(f"{stand} on it")
    if item.citations:
        parts.append(counted(item.citations, "record speaks of it", "records speak of it"))
    gain = f"if it holds, a look takes trust {number(item.before)} → {number(item.after)}"
    if item.rising:
        gain += f" and lifts {counted(item.rising, 'record')} on it"
    return "; ".join([*parts, gain])


def _as_json(item: "Worth") -> dict[str, Any]:
    return {**item._asdict(), "record": item.record._asdict(), "reasons": list(item.reasons)}
