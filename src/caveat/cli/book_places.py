"""``caveat book places``: where a translated book names a term, and what it calls it there."""

from typing import TYPE_CHECKING

import click

from caveat.cli.book_options import book_option, findings_json, opened_book, show_findings
from caveat.cli.options import json_option, print_json

if TYPE_CHECKING:
    from caveat.model.terms import Term
    from caveat.ops.book.places import Places


@click.command()
@click.argument("term")
@click.option("--rendered", metavar="RENDERING", default="", help="Only where it is called so, in any form.")
@click.option("--source", type=click.Path(), metavar="PATH", help="Chapters; default: the book's own.")
@click.option(
    "--translation", type=click.Path(), metavar="PATH", help="Their translations; default likewise."
)
@book_option
@json_option
def places(
    term: str, rendered: str, source: str | None, translation: str | None, folder: str | None, is_json: bool
) -> None:
    """
    List every place of the translation where TERM is named: a headword, an id or a ref.

    With --rendered only places where it is called so, whatever the book says now: what an old rendering left
    behind. Without it every place, and passages in which the name is missing.

    Exit status: 0 listed, 1 none found, 2 could not.
    """
    from caveat.ops.book.chapters import given_pairs
    from caveat.ops.book.places import places as found_in
    from caveat.ops.book.record import find_term

    opened = opened_book(folder)
    asked = find_term(opened, term)
    files, findings = given_pairs(opened, source, translation)
    found = found_in(opened, asked, files, rendering=" ".join(rendered.split()), findings=findings)
    _show(asked, found, is_json=is_json)
    click.get_current_context().exit(0 if found.places else 1)


def _show(asked: "Term", found: "Places", *, is_json: bool) -> None:
    from caveat.cli.render import counted, one_line

    if is_json:
        print_json(
            {
                "term": asked.ref,
                "headword": asked.headword,
                "rendering": asked.rendering,
                "rendered": found.rendering,
                "places": [one._asdict() for one in found.places],
                "chapters": found.chapters,
                "findings": findings_json(found.findings),
            }
        )
    else:
        for one in found.places:
            words = one.words or "-"
            click.echo(one_line(f"{one.span}  {one.outcome:<10}  {words}  … {one.quote} …"))
        called = found.rendering or asked.rendering
        many = counted(len(found.places), "place")
        click.echo(one_line(f"{asked.headword} → {called}: {many}, {counted(found.chapters, 'chapter')}"))
        show_findings(found.findings)
