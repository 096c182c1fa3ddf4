"""``caveat book init``: make a folder a book."""

import click

from caveat.cli.options import json_option, print_json


@click.command()
@click.argument("folder", metavar="BOOK", type=click.Path())
@click.option("--source", metavar="LANGUAGE", default="zh", show_default=True, help="Language of the book.")
@click.option(
    "--target", metavar="LANGUAGE", default="ru", show_default=True, help="Language of the translation."
)
@click.option("--name", metavar="NAME", default="", help="How refs call it; default: the folder's name.")
@json_option
def init(folder: str, source: str, target: str, name: str, is_json: bool) -> None:
    """
    Make the folder BOOK a book: write book.toml and an empty terms file.

    Exit status: 0 written, 2 it is a book already, or could not.
    """
    from caveat.ops.book.init import init_book

    written = init_book(folder, source=source, target=target, name=name)
    if is_json:
        print_json({"written": [str(path) for path in written]})
        return
    for path in written:
        click.echo(f"written    {path}")
    click.echo("next       put its chapters into chapters/ (001.txt), and terms into terms/terms.jsonl or by")
    click.echo(
        "           `caveat book import`; look at them (`caveat book verify`), then `caveat book prepare`"
    )
