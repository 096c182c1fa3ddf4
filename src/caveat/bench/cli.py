"""``caveat bench``: measure, and print what was measured."""

from pathlib import Path

import click

from caveat.cli.options import json_option, print_json


@click.group()
def bench() -> None:
    """
    Measure: every figure of the documents, printed by a command.

    Exit status: 0 all as expected, 1 a miss, 2 could not measure.
    """


@bench.command()
@click.option(
    "--vectors",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FILE",
    help="Cases with expected numbers, in the format of tests/data/trust.json.",
)
@json_option
@click.pass_context
def trust(ctx: click.Context, vectors: Path, is_json: bool) -> None:
    """
    Run the trust arithmetic on FILE and print each miss and ``N of N``.

    Exit status: 0 no miss, 1 a miss, 2 FILE cannot be judged.
    """
    from caveat.bench.trust import format_report, run_vectors

    report = run_vectors(vectors)
    if is_json:
        print_json({**report._asdict(), "misses": [miss._asdict() for miss in report.misses]})
    else:
        click.echo(format_report(report), nl=False)
    ctx.exit(0 if report.is_met else 1)
