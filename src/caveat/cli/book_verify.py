"""``caveat book verify``: a human looked at terms."""

from typing import Any

import click

from caveat.cli.author import actor, agent_option, by_option, chosen_author
from caveat.cli.book_options import book_option, opened_book
from caveat.cli.options import json_option, print_json


@click.command()
@click.argument("terms", nargs=-1, metavar="TERM...")
@click.option("--all", "is_all", is_flag=True, help="Every term that is not approved yet.")
@by_option
@agent_option
@book_option
@json_option
def verify(
    terms: tuple[str, ...], is_all: bool, by: str | None, is_agent: bool, folder: str | None, is_json: bool
) -> None:
    """
    Record that a human looked at TERM as it is now: a headword, an id or a ref.

    Only a verified term is told to a model as certain. The look is bound to what the term states and to its
    sources; another rendering, or a changed source, and it has to be looked at again.

    Exit status: 0 recorded, 2 refused or could not.
    """
    from caveat.cli.render import counted, one_line
    from caveat.ops.book.opening import open_book
    from caveat.ops.book.record import find_term, unapproved, verify_terms
    from caveat.ops.recorded import Author

    if bool(terms) == is_all:
        raise click.UsageError("name at least one TERM, or give --all")
    opened = opened_book(folder)
    asked = unapproved(opened) if is_all else [find_term(opened, name) for name in dict.fromkeys(terms)]
    events = verify_terms(opened, asked, Author(chosen_author(by), actor(is_agent)))
    after = {term.ref: term for term in open_book(opened.folder).book.terms}
    if is_json:
        told: list[dict[str, Any]] = [
            {"ref": term.ref, "event": event, "approval": after[term.ref].approval._asdict()}
            for term, event in zip(asked, events, strict=True)
        ]
        print_json({"verified": told})
        return
    for term in asked:
        approval = after[term.ref].approval
        how = "approved" if approval.is_approved else f"not approved: {approval.reason}"
        click.echo(f"verified   {one_line(term.headword)} → {one_line(term.rendering)} ({how})")
    click.echo(f"recorded   {counted(len(events), 'look')}")
