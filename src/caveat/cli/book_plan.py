"""``caveat book plan``: which chapters were told what is no longer so."""

import click

from caveat.cli.book_options import book_option, opened_book
from caveat.cli.options import json_option, print_json

_SAYS = {
    "rendering": "{headword}: {then} → {now}",
    "gone": "{headword} was taken back",
    "window": "{headword} no longer holds for this chapter",
    "unknown": "{headword} was renamed since; now {now}",
}


@click.command()
@click.argument("terms", nargs=-1, metavar="[TERM]...")
@book_option
@json_option
def plan(terms: tuple[str, ...], folder: str | None, is_json: bool) -> None:
    """
    List the chunks to prepare and translate again after a revision, by the book's trace.

    A chunk is listed when the last block made for it called a term otherwise than the book does now, or
    showed one that no longer holds. With TERM only what concerns it.

    Exit status: 0 nothing to do again, 1 something, 2 could not.
    """
    from caveat.cli.render import counted, one_line
    from caveat.ops.book.plan import plan as made
    from caveat.ops.book.record import find_term

    opened = opened_book(folder)
    found = made(opened, [find_term(opened, name) for name in terms])
    if is_json:
        reruns = [{**one._asdict(), "told": [told._asdict() for told in one.told]} for one in found.reruns]
        chapters = list(found.chapters)
        print_json(
            {"snapshot": found.snapshot, "chunks": found.chunks, "chapters": chapters, "reruns": reruns}
        )
    else:
        for one in found.reruns:
            said = "; ".join(_SAYS[told.why].format(**told._asdict()) for told in one.told)
            click.echo(one_line(f"chapter {one.chapter} chunk {one.chunk}  {said}"))
        done = counted(len(found.reruns), "chunk")
        click.echo(f"{done} of {found.chunks:,} to do again, in {counted(len(found.chapters), 'chapter')}")
    click.get_current_context().exit(1 if found.reruns else 0)
