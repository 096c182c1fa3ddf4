"""``caveat book summary``: whether summaries say what the chapters say."""

import click

from caveat.cli.book_options import book_option, findings_json, opened_book
from caveat.cli.options import json_option, print_json


@click.group()
def summary() -> None:
    """The summaries that go into later prompts."""


@summary.command()
@click.argument("path", required=False, type=click.Path(), metavar="[SUMMARIES]")
@book_option
@json_option
def check(path: str | None, folder: str | None, is_json: bool) -> None:
    """
    Check SUMMARIES, a .jsonl file or a folder of them; by default those that book.toml names.

    Every fact has to cite lines that are there. Names have to be the book's and stand in the chapters,
    numbers have to stand in the lines, and verbs have to agree with the gender that is known.

    Exit status: 0 nothing to look at, 1 findings, 2 could not.
    """
    from caveat.cli.render import columns, counted, finding_lines
    from caveat.ops.book.summaries import check_summaries

    done = check_summaries(opened_book(folder, path), path)
    if is_json:
        print_json(
            {
                "book": done.book,
                "summaries": done.summaries,
                "facts": done.facts,
                "is_clean": done.is_clean,
                "findings": findings_json(done.findings),
            }
        )
    else:
        for line in finding_lines(done.findings, width=columns()):
            click.echo(line)
        many = counted(done.summaries, "summary", "summaries")
        told = counted(len(done.findings), "finding")
        click.echo(f"{many} with {counted(done.facts, 'fact')}: {told}")
    click.get_current_context().exit(0 if done.is_clean else 1)
