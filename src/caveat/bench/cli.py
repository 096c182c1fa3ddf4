"""``caveat bench``: measure, and print what was measured."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from caveat.bench.cli_crowd import crowd
from caveat.bench.cli_numbers import gate, gate_strength, numbers
from caveat.bench.cli_peers import peers
from caveat.bench.cli_scale import scale
from caveat.bench.cli_speed import memory_speed, speed, trust_speed, vectors
from caveat.bench.cli_staleness import staleness
from caveat.bench.cli_terms import terms
from caveat.cli.options import as_of_option, json_option, print_json
from caveat.model.records import Day

if TYPE_CHECKING:
    from caveat.bench.collection import Collection

Command = TypeVar("Command", bound=Callable[..., Any])
FILE = click.Path(path_type=Path)

data_option = click.option(
    "--data",
    type=FILE,
    metavar="DIR",
    help="Folder with the public collections; default: what CAVEAT_DATA names.",
)
corpus_option = click.option(
    "--corpus",
    type=FILE,
    multiple=True,
    metavar="FILE",
    help="Measure on this file instead of a named set; repeat it for a collection in parts.",
)
qrels_option = click.option(
    "--qrels", type=FILE, metavar="FILE", help="Judgements of a --corpus that keeps them apart, as TREC does."
)
hybrid_option = click.option(
    "--hybrid", "is_hybrid", is_flag=True, help="By words and meaning together (extra: meaning)."
)
seed_option = click.option(
    "--seed", type=int, default=1, show_default=True, help="Of every draw; equal seeds print equal figures."
)


@click.group(invoke_without_command=True)
@data_option
@json_option
@click.pass_context
def bench(ctx: click.Context, data: Path | None, is_json: bool) -> None:
    """
    Measure: every figure of the documents, printed by a command.

    Alone it lists the conditions, each with its command, and where their data can be had; `run` runs them.

    Exit status: 0 all as expected, 1 a miss, 2 could not measure.
    """
    ctx.obj = data
    if ctx.invoked_subcommand is not None:
        return
    from caveat.bench.conditions import load_conditions
    from caveat.bench.sources import SOURCES

    conditions = load_conditions()
    if is_json:
        rows = [
            {"name": c.name, "about": c.about, "command": c.line, "data": c.data} for c in conditions.values()
        ]
        print_json({"conditions": rows, "data": [source._asdict() for source in SOURCES.values()]})
        return
    for condition in conditions.values():
        click.echo(f"{condition.name}: {condition.about}\n    {condition.line}")
    click.echo("\nData, none of which comes with caveat; a folder each under CAVEAT_DATA or --data:")
    for source in SOURCES.values():
        click.echo(f"    {source.line}")


@bench.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@data_option
@json_option
@click.pass_context
def run(ctx: click.Context, names: tuple[str, ...], data: Path | None, is_json: bool) -> None:
    """
    Run the conditions NAME (all without one) and compare each figure with what is expected.

    OK is within the tolerance, OKish within ten of them; FAIL is beyond, below a bar, or no figure.

    Exit status: 0 no FAIL, 1 a FAIL, 2 a condition could not be measured.
    """
    from caveat.bench.conditions import chosen, exit_status, load_conditions
    from caveat.bench.conditions import run as run_condition
    from caveat.bench.printing import as_json, as_text

    runs = []
    for condition in chosen(load_conditions(), names):
        done = run_condition(condition, data or ctx.obj)
        runs.append(done)
        if not is_json:
            click.echo(as_text(done))
    if is_json:
        print_json({"runs": [as_json(done) for done in runs]})
    ctx.exit(exit_status(runs))


@bench.command()
@click.option("--set", "names", multiple=True, metavar="NAME", help="A named set; default: all. May repeat.")
@corpus_option
@click.option("--queries", type=FILE, metavar="FILE", help="Queries of a --corpus that keeps them apart.")
@qrels_option
@click.option(
    "--level",
    type=click.Choice(["turns", "sessions"]),
    default="turns",
    show_default=True,
    help="What a document of a LoCoMo --corpus is.",
)
@click.option("--audit", type=FILE, metavar="FILE", help="Corrections to a LoCoMo --corpus.")
@hybrid_option
@data_option
@json_option
@click.pass_context
def retrieval(
    ctx: click.Context,
    names: tuple[str, ...],
    corpus: tuple[Path, ...],
    queries: Path | None,
    qrels: Path | None,
    level: Any,
    audit: Path | None,
    is_hybrid: bool,
    data: Path | None,
    is_json: bool,
) -> None:
    """
    How well words alone find what is relevant: nDCG@10, R@10 and MRR@10, trust off.

    Beside caveat stand SQLite's own tokenizers on the same documents and queries in the same run. With
    --hybrid it is words alone, meaning alone, both by their ranks (RRF), and both as a search has them.

    Exit status: 0 measured, 2 could not measure.
    """
    from caveat.bench.printing import retrieval_text
    from caveat.bench.retrieval import measure_retrieval

    chosen = _collections(
        names, corpus, data or ctx.obj, queries=queries, qrels=qrels, level=level, audit=audit
    )
    if is_hybrid:
        from caveat.bench.cli_hybrid import show_hybrid

        show_hybrid(chosen, is_json=is_json)
        return
    found = []
    for name, load in chosen:
        measured = measure_retrieval(name, load())
        found.append(measured)
        if not is_json:
            click.echo(retrieval_text(measured))
    if is_json:
        sets = {m.name: {"documents": m.documents, "queries": m.queries, "remarks": m.remarks} for m in found}
        print_json({"figures": {k: v for m in found for k, v in m.figures().items()}, "sets": sets})


@bench.command()
@click.option("--vault", type=FILE, metavar="PATH", help="Measure on this vault instead of public data.")
@click.option(
    "--queries",
    type=FILE,
    metavar="FILE",
    help="With --vault: YAML or JSONL, a list of {query, expect: [paths]}; with --corpus: its queries.",
)
@as_of_option
@click.option(
    "--set",
    "names",
    multiple=True,
    metavar="NAME",
    help="Set for the trust that says nothing; default: cranfield and xquad. May repeat.",
)
@corpus_option
@qrels_option
@click.option("--ramdocs", type=FILE, metavar="FILE", help="RAMDocs file for the trust that is informative.")
@hybrid_option
@seed_option
@data_option
@json_option
@click.pass_context
def switch(
    ctx: click.Context,
    vault: Path | None,
    queries: Path | None,
    as_of: Day | None,
    names: tuple[str, ...],
    corpus: tuple[Path, ...],
    qrels: Path | None,
    ramdocs: Path | None,
    is_hybrid: bool,
    seed: int,
    data: Path | None,
    is_json: bool,
) -> None:
    """
    Does trust ranking earn its place? Trust on against trust off.

    With --vault and --queries: on one's own notes, which of the expected ones moved, and why. Nothing is
    written into the vault.

    Else both gates on public data: trust that is informative must bring misinformation at rank 1 down to
    a third, and trust that says nothing must cost at most 5 % of nDCG@10. With --ramdocs, --set or --corpus
    only the gates that they are for.

    Exit status: 0 it does, 1 it does not, 2 could not measure.
    """
    if vault is not None or (queries is not None and not corpus):
        if vault is None or queries is None:
            raise click.UsageError("--vault and --queries go together: name both")
        ctx.exit(_own_vault(vault, queries, as_of, is_json=is_json))
    from caveat.bench.gates import measure_gates
    from caveat.bench.printing import gates_text

    root = data or ctx.obj
    chosen = []
    if names or corpus or ramdocs is None:
        from caveat.bench.gates import SETS

        chosen = _collections(names or (() if corpus else SETS), corpus, root, queries=queries, qrels=qrels)
    is_informative = ramdocs is not None or not (names or corpus)
    with ExitStack() as stack:
        embedder = None
        if is_hybrid:
            from caveat.bench.embedded import default_embedder

            embedder = stack.enter_context(default_embedder())
        gates = measure_gates(
            chosen, ramdocs, root, seed=seed, is_informative=is_informative, embedder=embedder
        )
    if is_json:
        print_json({"figures": gates.figures(), "seed": seed, "is_met": gates.is_met})
    else:
        click.echo(gates_text(gates))
    ctx.exit(0 if gates.is_met else 1)


def _own_vault(vault: Path, queries: Path, as_of: Day | None, *, is_json: bool) -> int:
    from caveat.bench.own_vault import compare, read_expectations
    from caveat.bench.printing import own_vault_text

    found = compare(vault, read_expectations(queries), as_of=as_of)
    if is_json:
        rows = [
            {
                "query": c.query,
                "change": c.change,
                "expected": c.expected._asdict(),
                "moved": [m._asdict() for m in c.moved],
            }
            for c in found.compared
        ]
        print_json({"figures": found.figures(), "notes": found.notes, "queries": rows})
    else:
        click.echo(own_vault_text(found))
    return 0 if found.is_earned else 1


@bench.command()
@click.option(
    "--claims", "path", type=FILE, metavar="FILE", help="Claims with evidence; default: climate-fever."
)
@data_option
@json_option
@click.pass_context
def claims(ctx: click.Context, path: Path | None, data: Path | None, is_json: bool) -> None:
    """
    Does credibility order claims as people judged them? AUC, and calibration error (ECE) beside it.

    Credibility is a ranking signal, not a probability: a high ECE is expected and no miss.

    Exit status: 0 measured, 2 could not measure.
    """
    from caveat.bench.claim_trust import measure_claims
    from caveat.bench.claims import load_claims
    from caveat.bench.printing import figure
    from caveat.bench.sources import CLAIMS, data_file

    found = measure_claims(load_claims(path or data_file(CLAIMS, data or ctx.obj)).claims)
    if is_json:
        print_json({"figures": found.figures(), "claims": found.claims})
        return
    click.echo(f"{found.claims} claims: " + ", ".join(f"{k} {figure(v)}" for k, v in found.figures().items()))


@bench.command()
@click.option("--run", "run_file", type=FILE, required=True, metavar="FILE", help="Rankings, as a TREC run.")
@click.option("--qrels", type=FILE, required=True, metavar="FILE", help="Judgements, as TREC qrels.")
@json_option
def score(run_file: Path, qrels: Path, is_json: bool) -> None:
    """
    nDCG@10, R@10 and MRR@10 of any search engine's rankings, reckoned as those of `retrieval` are.

    Exit status: 0 measured, 2 could not measure.
    """
    from caveat.bench.printing import figure
    from caveat.bench.retrieval import score_run
    from caveat.bench.trec import load_qrels, load_run

    found = score_run(load_run(run_file), load_qrels(qrels), str(run_file))
    if is_json:
        print_json({"figures": found.named(), "queries": found.ndcg.count})
        return
    named = ", ".join(f"{name} {figure(value)}" for name, value in found.named().items())
    click.echo(f"{found.ndcg.count} queries: {named}")


@bench.command()
@click.option(
    "--vectors",
    type=FILE,
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
        click.echo(format_report(report))
    ctx.exit(0 if report.is_met else 1)


def _collections(
    names: tuple[str, ...], corpus: tuple[Path, ...], data: Path | None, **options: Any
) -> "list[tuple[str, Callable[[], tuple[Collection, ...]]]]":
    """Named sets, or the one of *corpus*: its name, and what reads it when its turn comes."""
    from functools import partial

    from caveat.bench.named_files import load_named
    from caveat.bench.sources import SETS, load_set
    from caveat.model.errors import InputError

    if corpus:
        if names:
            raise click.UsageError("--set and --corpus exclude each other")
        return [(corpus[0].stem, partial(load_named, corpus, **options))]
    if options.get("queries") or options.get("qrels") or options.get("audit"):
        raise click.UsageError("--queries, --qrels and --audit go with --corpus")
    for name in names:
        if name not in SETS:
            raise InputError(f"no set is called {name!r}: one of {', '.join(SETS)}")
    return [(name, partial(load_set, name, data)) for name in names or SETS]


bench.add_command(crowd)
bench.add_command(gate)
bench.add_command(gate_strength)
bench.add_command(memory_speed)
bench.add_command(numbers)
bench.add_command(peers)
bench.add_command(scale)
bench.add_command(speed)
bench.add_command(staleness)
bench.add_command(terms)
bench.add_command(trust_speed)
bench.add_command(vectors)
