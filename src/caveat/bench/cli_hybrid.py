"""``caveat bench retrieval --hybrid``: both legs and what becomes of them, printed."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import click

from caveat.cli.options import print_json

if TYPE_CHECKING:
    from caveat.bench.collection import Collection
    from caveat.bench.hybrid import Hybrid


def show_hybrid(sets: "Iterable[tuple[str, Callable[[], Sequence[Collection]]]]", *, is_json: bool) -> None:
    """
    Measure each of *sets* and print it; what was embedded once is remembered for the next run.

    Args:
        sets: Name and reader of each.
        is_json: As one document, at the end.
    """
    from caveat.bench.embedded import default_embedder
    from caveat.bench.hybrid import measure_hybrid

    found: list[Hybrid] = []
    with default_embedder() as embedder:
        for name, load in sets:
            found.append(measure_hybrid(name, load(), embedder))
            if not is_json:
                click.echo(hybrid_text(found[-1]))
        fingerprint = embedder.fingerprint
    if is_json:
        sizes = {h.name: {"documents": h.documents, "queries": h.queries} for h in found}
        figures = {name: value for h in found for name, value in h.figures().items()}
        print_json({"figures": figures, "sets": sizes, "embedder": fingerprint})


def hybrid_text(found: "Hybrid") -> str:
    """One set, every way a row, the halves of the questions beside it."""
    from caveat.bench.hybrid import HALVES
    from caveat.bench.printing import figure, percent, table

    measures = list(found.scores["words"].named())
    rows = [
        [
            way,
            *map(figure, scores.named().values()),
            *(figure(found.halves[half][way].ndcg.value) for half in HALVES),
        ]
        for way, scores in found.scores.items()
    ]
    head = f"{found.name}: {found.documents:,} documents, {found.queries:,} queries"
    remark = f"(no document for {percent(found.nothing)} of the queries by words and meaning)"
    halves = [f"{half} half" for half in HALVES]
    return "\n".join([head, remark, table(["", *measures, *halves], rows), ""])
