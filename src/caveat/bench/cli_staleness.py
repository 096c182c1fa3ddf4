"""``caveat bench staleness``: is staleness found where it is, in the history of a git repository?"""

from pathlib import Path

import click

from caveat.cli.options import json_option, print_json


@click.command()
@click.option(
    "--repo",
    type=click.Path(path_type=Path),
    required=True,
    metavar="DIR",
    help="A git repository with its history.",
)
@click.option(
    "--from", "source", required=True, metavar="FOLDER", help="Folder of the originals, such as content/en."
)
@click.option("--to", "derived", required=True, metavar="FOLDER", help="Folder of their translations.")
@json_option
@click.pass_context
def staleness(ctx: click.Context, repo: Path, source: str, derived: str, is_json: bool) -> None:
    """
    Is staleness found where it is? Translations against their originals, in a repository's history.

    A page is stale when its original reads otherwise than in the commit that changed the page last; that is
    known from git alone. Prints precision and recall of `caveat audit`, and how many flags moved when every
    file was touched, copied and written anew. The repository is only read.

    \b
    git clone https://github.com/kubernetes/website
    caveat bench staleness --repo website --from content/en/docs --to content/de/docs

    Exit status: 0 precision and recall are 1 and nothing moved, 1 not so, 2 could not be measured.
    """
    from caveat.bench.staleness import measure_staleness

    found = measure_staleness(repo, source, derived)
    if is_json:
        print_json({"figures": found.figures(), "left_out": found.left_out})
    else:
        click.echo(f"{found.pairs} pages judged, {found.left_out} left out")
        for name, value in found.figures().items():
            click.echo(f"  {name:<36}{'-' if value is None else f'{value:g}'}")
    moved = found.touched or found.copied or found.checked_out
    is_perfect = found.confusion.false_alarms == 0 and found.confusion.misses == 0
    ctx.exit(0 if is_perfect and not moved else 1)
