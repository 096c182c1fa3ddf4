"""``caveat bench peers``: what people would use instead, measured on the same notes in one run."""

import sys
from pathlib import Path

import click

from caveat.bench.options import count_option, runs_option, seed_option
from caveat.cli.options import json_option, print_json

NAMES = ("caveat", "caveat --no-trust", "caveat hybrid", "qmd", "ripgrep", "basic-memory")
"""Tools by name, here so that ``--help`` reads no other module; a test compares them with the tools."""


def _commands(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for value in values:
        name, sign, command = value.partition("=")
        if not sign or name not in NAMES[3:]:
            raise click.BadParameter(f"{value!r}: write NAME=COMMAND, NAME one of {', '.join(NAMES[3:])}")
        found[name] = command
    return found


@click.command()
@click.option(
    "--vault", type=click.Path(path_type=Path), metavar="V", help="Your own notes; with --queries. Copied."
)
@click.option(
    "--queries",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="YAML or JSONL of `query` and `expect`, as for `bench switch`.",
)
@count_option("--notes", 2_000, "Notes that are generated when there is no --vault.", least=200)
@click.option(
    "--tool",
    "given",
    multiple=True,
    callback=_commands,
    metavar="NAME=COMMAND",
    help="What starts a tool; default: its name, looked for on PATH. May repeat.",
)
@click.option(
    "--without", type=click.Choice(NAMES[1:]), multiple=True, metavar="NAME", help="Leave it out. May repeat."
)
@click.option(
    "--limit",
    type=click.FloatRange(1),
    default=600,
    show_default=True,
    metavar="SECONDS",
    help="Time that one process of a tool has.",
)
@runs_option(3)
@seed_option
@json_option
@click.pass_context
def peers(
    ctx: click.Context,
    vault: Path | None,
    queries: Path | None,
    notes: int,
    given: dict[str, str],
    without: tuple[str, ...],
    limit: float,
    runs: int,
    seed: int,
    is_json: bool,
) -> None:
    """
    Measure caveat beside qmd, ripgrep and basic-memory on the same notes.

    Each works on a copy of its own, in a home folder of its own, by words alone; `caveat hybrid` by meaning
    too. A tool that is not here is named with how to get it. Bars hold for 2,000 generated notes, beside qmd.

    Exit status: 0 all bars met, 1 a bar missed, 2 something could not be measured: caveat, a tool that is
    here or that --tool names, or qmd, which the bars need; --without leaves one out.
    """
    if (vault is None) != (queries is None):
        raise click.UsageError("--vault and --queries go together: answers are judged by what you expect")
    from caveat.bench.other_tools_compare import Options, compare
    from caveat.bench.other_tools_report import as_json, as_text, exit_status

    is_watched = sys.stderr.isatty() and not is_json

    def tell(line: str) -> None:
        if is_watched:
            click.echo(f"  {line}", err=True)

    report = compare(Options(vault, queries, notes, given, without, limit, runs, seed), tell)
    if is_json:
        print_json(as_json(report))
    else:
        click.echo(as_text(report))
    ctx.exit(exit_status(report))
