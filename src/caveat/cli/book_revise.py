"""``caveat book revise``: a term is called otherwise from now on."""

from typing import TYPE_CHECKING

import click

from caveat.cli.author import actor, agent_option, by_option, chosen_author
from caveat.cli.book_options import book_option, opened_book
from caveat.cli.options import json_option, print_json

if TYPE_CHECKING:
    from caveat.model.terms import DeclaredForm


@click.command()
@click.argument("term")
@click.argument("rendering")
@click.option("--was", metavar="RENDERING", help="What it is called until now, as far as you know.")
@click.option("--because", "reason", metavar="WORDS", default="", help="Why.")
@click.option(
    "--form", "forms", metavar="CASE=FORM", multiple=True, help="A form of it: gen=Ли, pl.gen=Ли; repeatable."
)
@by_option
@agent_option
@book_option
@json_option
def revise(
    term: str,
    rendering: str,
    was: str | None,
    reason: str,
    forms: tuple[str, ...],
    by: str | None,
    is_agent: bool,
    folder: str | None,
    is_json: bool,
) -> None:
    """
    Call TERM RENDERING from now on. What it was called stays in the ledger.

    An agent's revision waits for a human, and changes nothing until then; so does one whose --was is no
    longer what the term is called. The look at the old rendering is void: verify the new one.
    `caveat book plan` then says which chapters to prepare again.

    Exit status: 0 recorded, 2 refused or could not.
    """
    from caveat.cli.render import one_line
    from caveat.ops.book.opening import open_book
    from caveat.ops.book.record import find_term
    from caveat.ops.book.record import revise as record
    from caveat.ops.recorded import Author

    opened = opened_book(folder)
    old = find_term(opened, term)
    author = Author(chosen_author(by), actor(is_agent))
    event = record(opened, old, rendering, author, forms=_forms(forms), reason=reason, was=was)
    now = find_term(open_book(opened.folder), old.ref)
    waits = any(one.is_proposal and one.id == event for one in now.revisions)
    if is_json:
        told = {"ref": now.ref, "event": event, "waits": waits, "was": old.rendering}
        print_json({**told, "rendering": now.rendering, "proposed": rendering if waits else ""})
        return
    names = f"{one_line(old.rendering) or 'nothing'} → {one_line(rendering)}"
    if waits:
        click.echo(f"proposed   {one_line(now.headword)}: {names}")
        click.echo("next       a human decides: `caveat book review`")
        return
    click.echo(f"revised    {one_line(now.headword)}: {names}")
    click.echo("next       `caveat book verify` it, then see `caveat book plan`")


def _forms(said: tuple[str, ...]) -> list["DeclaredForm"]:
    from caveat.history.terms import forms_of

    table = {}
    for one in said:
        case, _, form = one.partition("=")
        if not form.strip() or case.rpartition(".")[2] not in ("nom", "gen", "dat", "acc", "ins", "prep"):
            raise click.UsageError(f"--form {one}: write gen=…, pl.gen=…")
        table[case] = form.strip()
    return list(forms_of(table))
