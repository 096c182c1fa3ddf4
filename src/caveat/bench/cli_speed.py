"""``caveat bench speed`` and ``trust-speed``: how long everything takes, beside its bars."""

from typing import Any

import click

from caveat.bench.options import count_option, runs_option, seed_option
from caveat.cli.options import json_option, print_json


@click.command()
@count_option("--notes", 2_000, "Notes of the generated vault, about 5 KB each.", least=4)
@click.option(
    "--chunks",
    type=click.IntRange(1),
    metavar="N",
    help="Warm searches only, on an index of N chunks that is filled directly.",
)
@count_option("--queries", 200, "Warm queries of each mix.")
@click.option("--hybrid", "is_hybrid", is_flag=True, help="What meaning has a part in (extra: meaning).")
@runs_option(5)
@seed_option
@json_option
@click.pass_context
def speed(
    ctx: click.Context,
    notes: int,
    chunks: int | None,
    queries: int,
    is_hybrid: bool,
    runs: int,
    seed: int,
    is_json: bool,
) -> None:
    """
    How long index, search and help take on a generated vault, and what they need.

    Cold figures are processes of their own, the files in the system's cache. Warm searches run in one
    process, beside a floor made by hand on the same index. Bars of indexing and of cold searches hold for
    2,000 notes.

    Exit status: 0 all bars met, 1 a bar missed, 2 something could not be measured.
    """
    from caveat.bench.speed import Setting, measure_speed
    from caveat.bench.speed_figures import machine

    found = machine()
    if is_hybrid:
        from caveat.bench.speed_hybrid import measure_hybrid_speed

        figures = measure_hybrid_speed(Setting(notes, None, runs, queries, seed))
        show(ctx, f"Speed with meaning, {notes:,} notes, seed {seed}", figures, found, is_json=is_json)
        return
    figures = measure_speed(Setting(notes, chunks, runs, queries, seed))
    what = f"{chunks:,} chunks" if chunks is not None else f"{notes:,} notes"
    show(ctx, f"Speed, {what}, seed {seed}", figures, found, is_json=is_json)


@click.command("trust-speed")
@count_option("--records", 200_000, "Records of the generated graph, with three edges each.", least=100)
@click.option(
    "--authors",
    type=click.IntRange(1),
    metavar="N",
    help="Authors of its claims; default: one for twenty claims.",
)
@click.option(
    "--no-store", is_flag=True, help="Leave out what goes through an index: filling it takes a minute."
)
@runs_option(5)
@seed_option
@json_option
@click.pass_context
def trust_speed(
    ctx: click.Context,
    records: int,
    authors: int | None,
    no_store: bool,
    runs: int,
    seed: int,
    is_json: bool,
) -> None:
    """
    How long trust takes: the whole graph by arrays, and 100 hits by the lazy engine.

    The lazy engine works on at most 200,000 records. Bars of the whole graph hold for 1,000,000 records
    and 3,000,000 edges. Both engines are compared on a sample.

    Exit status: 0 all bars met, 1 a bar missed, 2 something could not be measured.
    """
    from caveat.bench.speed_figures import machine
    from caveat.bench.trust_speed import Setting, measure_trust_speed

    found = machine()
    figures = measure_trust_speed(Setting(records, authors, runs, seed, not no_store))
    show(ctx, f"Trust, {records:,} records, seed {seed}", figures, found, is_json=is_json)


@click.command("memory-speed")
@count_option("--events", 100_000, "Events replayed.", least=2)
@count_option("--notes", 2_000, "Notes of the vault that claims are written into.", least=4)
@count_option("--audited", 10_000, "Notes of the vault that is audited.", least=4)
@count_option("--claims", 100, "Claims written through MCP.")
@runs_option(5)
@seed_option
@json_option
@click.pass_context
def memory_speed(
    ctx: click.Context,
    events: int,
    notes: int,
    audited: int,
    claims: int,
    runs: int,
    seed: int,
    is_json: bool,
) -> None:
    """
    How long the memory takes: a ledger replayed, a claim written until it is found, an audit.

    Bars hold for 100,000 events and 10,000 audited notes. What goes through MCP needs the extra ``mcp``.

    Exit status: 0 all bars met, 1 a bar missed, 2 something could not be measured.
    """
    from caveat.bench.memory_speed import Setting, measure_memory_speed
    from caveat.bench.speed_figures import machine

    found = machine()
    figures = measure_memory_speed(Setting(events, notes, audited, claims, runs, seed))
    show(ctx, f"Memory, {events:,} events, seed {seed}", figures, found, is_json=is_json)


@click.command("vectors")
@count_option(
    "--vectors", 1_000_000, "Made-up vectors; 1,000,000 take about 3 GB of disk meanwhile.", least=10
)
@count_option("--queries", 20, "Questions, each compared with everything once.")
@runs_option(5)
@seed_option
@json_option
@click.pass_context
def vectors(ctx: click.Context, vectors: int, queries: int, runs: int, seed: int, is_json: bool) -> None:
    """
    How good, how fast and how large the search by vectors is, and how long the model takes to load.

    A search looks at signs first and compares some thousands of vectors by their numbers; recall says how
    many of the ten nearest it finds of those that comparing everything gives. Bars of time and memory hold
    for 1,000,000 vectors.

    Exit status: 0 all bars met, 1 a bar missed, 2 something could not be measured.
    """
    from caveat.bench.speed_figures import machine
    from caveat.bench.vectors_speed import Setting, measure_vectors

    found = machine()
    figures = measure_vectors(Setting(vectors, queries, runs, seed))
    show(ctx, f"Vectors, {vectors:,}, seed {seed}", figures, found, is_json=is_json)


def show(ctx: click.Context, title: str, figures: Any, found: Any, *, is_json: bool) -> None:
    """Print *figures*, and end with the status that they call for."""
    from caveat.bench.speed_figures import as_json, as_text, exit_status

    if is_json:
        print_json(as_json(figures, found))
    else:
        click.echo(as_text(title, figures, found))
    ctx.exit(exit_status(figures))
