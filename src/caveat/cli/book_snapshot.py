"""``caveat book snapshot``: the id of everything that a block depends on."""

import click

from caveat.cli.book_options import book_option, findings_json, opened_book, show_findings
from caveat.cli.options import json_option, print_json


@click.command()
@book_option
@json_option
def snapshot(folder: str | None, is_json: bool) -> None:
    """
    Print the snapshot id of a book and what it is made of.

    It changes with every rendering, setting and file that a block depends on, and with nothing else.

    Exit status: 0 printed, 1 with findings in the book's files, 2 could not.
    """
    from caveat.ops.book.prepare import is_clean

    opened = opened_book(folder)
    found = opened.snapshot
    if is_json:
        print_json(
            {
                "book": opened.book.name,
                "id": found.id,
                "parts": dict(found.parts),
                "terms": len(opened.book.terms),
                "approved": sum(term.approval.is_approved for term in opened.book.terms),
                "findings": findings_json(opened.book.findings),
            }
        )
    else:
        click.echo(found.id)
        for name, value in found.parts:
            click.echo(f"  {name:<16} {value}")
        show_findings(opened.book.findings)
    click.get_current_context().exit(0 if is_clean(opened.book.findings) else 1)
