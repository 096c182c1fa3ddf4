"""``caveat book conflicts``: what a human has to decide of a book's terms."""

import click

from caveat.cli.book_options import book_option, opened_book
from caveat.cli.options import json_option, print_json

_SAYS = {
    "proposal": "another rendering is proposed",
    "renderings": "one headword, several renderings",
    "headwords": "several headwords, one rendering",
    "keys": "one key, several terms",
}


@click.command()
@click.option("--all", "is_all", is_flag=True, help="Decided ones too.")
@book_option
@json_option
def conflicts(is_all: bool, folder: str | None, is_json: bool) -> None:
    """
    List what a human has to decide: terms that stand against each other, and renderings that wait.

    Exit status: 0 nothing waits, 1 something does, 2 could not.
    """
    from caveat.cli.render import counted, one_line

    found = opened_book(folder).conflicts()
    shown = [one for one in found if is_all or not one.decision]
    waiting = sum(not one.decision for one in found)
    if is_json:
        print_json({"conflicts": [one._asdict() for one in shown], "waiting": waiting})
    else:
        for one in shown:
            click.echo(click.style(f"{one_line(one.subject)}: {_SAYS[one.kind]}", bold=True))
            click.echo(f"  {one.id}")
            for number, rendering in enumerate(one.renderings):
                term = one.terms[number] if number < len(one.terms) else "proposed"
                click.echo(f"  {one_line(rendering)}  {one_line(term)}")
            if one.decision:
                click.echo(f"  decided: {one.decision}, by {one_line(one.by)}")
        decided = len(found) - waiting
        click.echo(f"{counted(waiting, 'conflict')} waiting, {decided:,} decided")
    click.get_current_context().exit(1 if waiting else 0)
