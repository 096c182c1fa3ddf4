"""``caveat bench numbers``, ``gate`` and ``strength``: the figures of the number gate."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from caveat.cli.options import json_option, print_json

if TYPE_CHECKING:
    from caveat.bench.gate_bench import Found
    from caveat.bench.numbers_bench import Tally

FILE = click.Path(path_type=Path)
LEAST_OTHER = 0.95
"""Share of the cases of each tier that have to be read right; of the basic ones it is all."""

data_option = click.option(
    "--data",
    type=FILE,
    metavar="DIR",
    help="Folder with the public collections; default: what CAVEAT_DATA names.",
)
disagreements_option = click.option(
    "--disagreements", "is_listed", is_flag=True, help="List every case that was decided otherwise."
)


@click.command()
@click.option(
    "--vectors", type=FILE, metavar="FILE", help="Only these cases: JSON lines with text and expect."
)
@data_option
@disagreements_option
@json_option
@click.pass_context
def numbers(
    ctx: click.Context, vectors: Path | None, data: Path | None, is_listed: bool, is_json: bool
) -> None:
    """
    Are numbers read right? Vectors with the quantities that each text states, exactly.

    Without --vectors these are the cases that come with caveat, and, where there is a data folder, the
    specs of Recognizers-Text for currency and percent in English, German and French. No run of digits may
    be missed in silence. Misses among vectors are always listed.

    Exit status: 0; 1 when a basic case is missed, more than 5 % of a tier, or a run of digits; 2 when it
    could not be measured.
    """
    from caveat.bench.numbers_bench import lines, measure_vectors

    tally = measure_vectors(vectors)
    name = vectors.name if vectors else "own cases"
    figures = _vector_figures(name, tally)
    if not is_json:
        for line in lines(tally.misses):
            click.echo(line)
        total, right = sum(tally.total.values()), sum(tally.right.values())
        for tier in sorted(tally.total):
            click.echo(f"{tier:<10}{tally.right[tier]} of {tally.total[tier]}")
        click.echo(f"digit runs {tally.runs - tally.silent} of {tally.runs} accounted for")
        click.echo(f"original script: {tally.script} of {total}")
        click.echo(f"{name}: {right} of {total}")
    if vectors is None:
        figures |= _specs(data or ctx.obj, is_listed=is_listed, is_json=is_json)
    if is_json:
        print_json({"figures": figures})
    shares = {tier: tally.share(tier) or 0.0 for tier in tally.total}
    is_missed = shares.get("basic", 1.0) < 1 or min(shares.values()) < LEAST_OTHER
    ctx.exit(1 if is_missed or tally.silent else 0)


def _vector_figures(name: str, tally: "Tally") -> dict[str, float | None]:
    figures = {f"{name} {tier}": tally.share(tier) for tier in sorted(tally.total)}
    figures[f"{name} digit runs missed in silence"] = float(tally.silent)
    figures[f"{name} original script"] = tally.script / sum(tally.total.values())
    return figures


def _specs(data: Path | None, *, is_listed: bool, is_json: bool) -> dict[str, float | None]:
    """Figures of the specs of Recognizers-Text; none without a data folder."""
    import os

    from caveat.bench.numbers_bench import SPECS, lines, measure_specs
    from caveat.bench.sources import ROOT_VARIABLE, SOURCES, data_file

    if data is None and not os.environ.get(ROOT_VARIABLE):
        click.echo(f"specs not measured: no data folder. {SOURCES['numbers'].line}", err=True)
        return {}
    figures: dict[str, float | None] = {}
    for kind in ("currency", "percent"):
        paths = {
            language: data_file(f"numbers/recognizers_specs/{name}.{kind.capitalize()}.json", data)
            for language, name in SPECS.items()
        }
        tally = measure_specs(paths, kind)
        for language in SPECS:
            figures[f"{kind} {language}"] = tally.share(language)
        figures[f"{kind} original script"] = tally.script / sum(tally.total.values())
        figures[f"{kind} digit runs missed in silence"] = float(tally.silent)
        if is_json:
            continue
        if is_listed:
            for line in lines(tally.misses):
                click.echo(line)
        click.echo(f"\nRecognizers-Text, {kind}; their conventions differ, --disagreements lists where")
        for language in SPECS:
            right, total = tally.right[language], tally.total[language]
            click.echo(f"{language:<10}{right} of {total}  {right / total:.1%}")
        click.echo(f"digit runs {tally.runs - tally.silent} of {tally.runs} accounted for")
        click.echo(f"original script: {tally.script} of {sum(tally.total.values())}")
    return figures


@click.command()
@data_option
@disagreements_option
@json_option
@click.pass_context
def gate(ctx: click.Context, data: Path | None, is_listed: bool, is_json: bool) -> None:
    """
    Does the gate tell wrong numbers from right ones? Game reports whose wrong numbers people marked.

    Prints the share of wrong numbers that pass and of right ones that are blocked, under value only, subject,
    and subject with attribute, beside the script that the gate grew from; for every number, and for those
    with one subject named and the word for what they count. --disagreements lists those of the half that may
    be looked at.

    Exit status: 0, or 2 when it could not be measured.
    """
    from caveat.bench.gate_bench import CLASSES, HALVES, WAYS, measure_gate
    from caveat.bench.inlg import FILES, load_reports
    from caveat.bench.sources import data_file

    reports = load_reports([data_file(name, data or ctx.obj) for name in FILES])
    found = measure_gate(reports)
    figures: dict[str, float | None] = {}
    for numbers_of in CLASSES:
        for way in WAYS:
            for half in ("", *HALVES):
                wrong, right = found.shares(numbers_of, way, half)
                name = ", ".join(filter(None, (numbers_of, way, half)))
                figures[f"{name}: wrong passed"], figures[f"{name}: right blocked"] = wrong, right
    if is_json:
        print_json({"figures": figures})
        return
    _print_gate(found, CLASSES, WAYS)
    marked = sum(len(report.errors) for report in reports)
    click.echo(
        f"\n{len(reports)} reports, {marked} numbers marked as wrong; {found.unseen} of these are no numbers"
    )
    click.echo("to the gate (a steal, second) and count as passed under every number.")
    for slip in found.slips if is_listed else ():
        said = f"passed, should be {slip.correction or 'otherwise'}" if slip.is_passed else "blocked"
        click.echo(f"{slip.name}: {said}: …{slip.words}…\n    {slip.reason}")


def _print_gate(found: "Found", classes: Sequence[str], ways: Sequence[str]) -> None:
    from caveat.bench.gate_bench import HALVES, Key

    for numbers_of in classes:
        totals = [
            sum(counter[Key(half, numbers_of, ways[0])] for half in HALVES)
            for counter in (found.wrong, found.right)
        ]
        click.echo(f"\n{numbers_of}: {totals[0]} wrong, {totals[1]} right")
        click.echo(f"{'':<22}{'wrong passed':>14}{'right blocked':>15}   development / measured")
        for way in ways:
            all_, *halves = (found.shares(numbers_of, way, half) for half in ("", *HALVES))
            shares = f"{_share(all_[0]):>14}{_share(all_[1]):>15}"
            split = "   ".join(f"{_share(one)} {_share(other)}" for one, other in halves)
            click.echo(f"{way:<22}{shares}   {split}")


def _share(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"


@click.command("strength")
@click.option("--seed", type=int, default=1, show_default=True, help="Of every draw.")
@json_option
def gate_strength(seed: int, is_json: bool) -> None:
    """
    How strong is a green light? Invented numbers against facts files of five to a thousand prices.

    Prints the share of invented numbers that pass by the size of the facts file, then the swapped numbers
    that are caught and the right numbers in other notations that pass; each beside the script that the gate
    grew from.

    Exit status: 0.
    """
    from caveat.bench.gate_bench import WAYS
    from caveat.bench.strength_bench import measure_chance, measure_classes

    rows = measure_chance(seed=seed)
    classes = measure_classes(seed=seed)
    figures: dict[str, float | None] = {}
    for row in rows:
        figures |= {f"{row.size} facts, {way}: invented passed": share for way, share in row.shares.items()}
        figures[f"{row.size} facts: chance told"] = row.told
    for way in WAYS:
        for name, (right, tried) in (
            ("swaps caught", classes.swaps[way]),
            ("formats passed", classes.formats[way]),
        ):
            figures[f"{way}: {name}"] = right / tried if tried else None
    if is_json:
        print_json({"figures": figures})
        return
    click.echo("invented numbers that pass, by facts in the file")
    click.echo(f"{'facts':<8}" + "".join(f"{way:>22}" for way in WAYS) + f"{'told by the report':>22}")
    for row in rows:
        shares = "".join(f"{row.shares[way]:>22.1%}" for way in WAYS)
        click.echo(f"{row.size:<8}{shares}{row.told:>22.1%}")
    click.echo(f"\n{'100 facts':<22}{'swaps caught':>16}{'other notations passed':>26}")
    for way in WAYS:
        swaps, formats = classes.swaps[way], classes.formats[way]
        click.echo(f"{way:<22}{f'{swaps[0]} of {swaps[1]}':>16}{f'{formats[0]} of {formats[1]}':>26}")
