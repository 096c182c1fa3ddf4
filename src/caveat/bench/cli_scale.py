"""``caveat bench scale``: a large vault on one machine."""

import click

from caveat.bench.cli_speed import show
from caveat.bench.options import count_option, seed_option
from caveat.cli.options import json_option


@click.command()
@count_option("--notes", 100_000, "Notes of the generated vault, about 5 KB each.", least=4)
@click.option("--no-kill", is_flag=True, help="Leave out the run that is killed and resumed.")
@seed_option
@json_option
@click.pass_context
def scale(ctx: click.Context, notes: int, no_kill: bool, seed: int, is_json: bool) -> None:
    """
    How a large vault fares: its first index, a pass over nothing new, a run that is killed and resumed.

    Bars hold for 100,000 notes, whose index takes some minutes and about 2 GB of the temporary folder.

    Exit status: 0 all bars met, 1 a bar missed, 2 something could not be measured.
    """
    from caveat.bench.speed_figures import machine
    from caveat.bench.speed_scale import Setting, measure_scale

    found = machine()
    figures = measure_scale(Setting(notes, not no_kill, seed))
    show(ctx, f"Scale, {notes:,} notes, seed {seed}", figures, found, is_json=is_json)
