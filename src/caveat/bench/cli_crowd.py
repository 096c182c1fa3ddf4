"""``caveat bench crowd``: which answer of a crowd is right, decided by credibility and by majority."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from caveat.cli.options import json_option, print_json

if TYPE_CHECKING:
    from caveat.bench.crowd import Verdicts

FILE = click.Path(path_type=Path)


@click.command()
@click.option(
    "--answers", type=FILE, metavar="DIR", help="Folder with answer.csv and truth.csv of any crowd."
)
@click.option("--set", "names", multiple=True, metavar="NAME", help="Only this set; repeatable.")
@click.option("--data", type=FILE, metavar="DIR", help="Folder with the public collections.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the draws of halves.")
@click.option("--draws", type=click.IntRange(1), default=10, show_default=True, help="Halves drawn.")
@json_option
@click.pass_context
def crowd(
    ctx: click.Context,
    answers: Path | None,
    names: tuple[str, ...],
    data: Path | None,
    seed: int,
    draws: int,
    is_json: bool,
) -> None:
    """
    Which answer of a crowd is right? Workers' reliability is learned on half of the questions.

    Prints the share decided rightly on the other half, and the ties: by majority, by credibility with
    calibration alone, and by credibility with each worker's learned reliability.

    Exit status: 0, or 2 when it could not be measured.
    """
    from caveat.bench.crowd import LEARNED, MAJORITY, load_crowd, measure_crowd
    from caveat.bench.sources import CROWDS, data_file
    from caveat.model.errors import InputError

    if answers is not None and names:
        raise click.UsageError("--set and --answers exclude each other")
    for name in names:
        if name not in CROWDS:
            raise InputError(f"no crowd is called {name!r}: one of {', '.join(CROWDS)}")
    folders = {answers.name: answers} if answers is not None else {}
    for name in [] if answers is not None else names or CROWDS:
        folders[name] = data_file(f"{CROWDS[name]}/answer.csv", data or ctx.obj).parent
    figures: dict[str, float | None] = {}
    if not is_json:
        click.echo(f"{'':<10}{'':<22}{'right':>8}{'ties':>8}")
    for name, folder in folders.items():
        found = measure_crowd(load_crowd(folder), seed=seed, draws=draws)
        figures[f"{name} {LEARNED} over {MAJORITY}"] = _lead(found[LEARNED], found[MAJORITY])
        for way, verdicts in found.items():
            figures[f"{name} {way}"] = verdicts.right.value
            figures[f"{name} {way}, ties a draw"] = verdicts.ties / draws
            if not is_json:
                share = "-" if verdicts.right.value is None else f"{verdicts.right.value:.4f}"
                click.echo(f"{name:<10}{way:<22}{share:>8}{verdicts.ties / draws:>8.1f}")
    if is_json:
        print_json({"figures": figures})


def _lead(one: "Verdicts", other: "Verdicts") -> float | None:
    right, less = one.right.value, other.right.value
    return None if right is None or less is None else right - less
