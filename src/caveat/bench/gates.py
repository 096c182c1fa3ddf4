"""Both gates of the switch on public data, row by row, and whether each is met."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from caveat.bench.collection import Collection
from caveat.bench.sources import RAMDOCS, data_file
from caveat.bench.switch import (
    FULL_RANGE,
    PEDIGREES,
    WRONG_LABELS,
    OffOn,
    misinformation_first,
    uninformative_loss,
)
from caveat.model.embedder import Embedder

SETS = ("cranfield", "xquad-en", "xquad-ru", "xquad-zh")
MOST_LEFT = 1 / 3
"""Share of the switched-off misinformation that may be left when trust is informative (TRUST.md)."""
MOST_LOST = 0.05
"""Share of nDCG@10 that trust that says nothing may cost (TRUST.md)."""
_ROUNDING = 1e-12


class Row(NamedTuple):
    """
    One row of a gate.

    Attributes:
        name: What was measured, on what.
        found: Its figure, off and on.
        is_help: Trust should lower the figure (misinformation); else it should keep it (nDCG@10).
        is_gate: The row decides; else it is printed beside the one that does.
    """

    name: str
    found: OffOn
    is_help: bool
    is_gate: bool

    @property
    def is_met(self) -> bool:
        """Whether the row is within its bound; without a figure it is not, unless nothing was wrong."""
        if self.is_help:
            off, on = self.found.off.value, self.found.on.value
            return off is not None and on is not None and on <= MOST_LEFT * off + _ROUNDING
        return self.found.loss is not None and self.found.loss <= MOST_LOST + _ROUNDING


class Gates(NamedTuple):
    """Every row, in the order of measuring."""

    rows: tuple[Row, ...]

    @property
    def is_met(self) -> bool:
        """Whether every row that decides is within its bound."""
        return all(row.is_met for row in self.rows if row.is_gate)

    def figures(self) -> dict[str, float | None]:
        """Every figure by name: off, on, and what is left or lost."""
        found: dict[str, float | None] = {}
        for row in self.rows:
            found[f"{row.name} off"] = row.found.off.value
            found[f"{row.name} on"] = row.found.on.value
            found[f"{row.name} {'left' if row.is_help else 'lost'}"] = (
                row.found.share if row.is_help else row.found.loss
            )
        return found


def measure_gates(
    sets: Sequence[tuple[str, Callable[[], Sequence[Collection]]]],
    ramdocs: Path | None,
    root: Path | None,
    *,
    seed: int,
    is_informative: bool,
    embedder: Embedder | None = None,
) -> Gates:
    """
    The gates' rows.

    Args:
        sets: Name and reader of each set for the trust that says nothing.
        ramdocs: RAMDocs; None = the file of the data folder.
        root: The data folder.
        seed: Of all draws.
        is_informative: Whether to measure the trust that is informative.
        embedder: Searches go by meaning too; None = by words alone.

    Raises:
        InputError: Data is missing or malformed; nothing is measured then.
    """
    # Everything is read before anything is measured: a gate without its data gives no figure at all.
    loaded = [(name, load()) for name, load in sets]
    rows: list[Row] = []
    if is_informative:
        from caveat.bench.ramdocs import load_ramdocs

        data = load_ramdocs(ramdocs or data_file(RAMDOCS, root))
        wrong = f"{WRONG_LABELS:.0%} of labels wrong"
        for name, share, is_pooled in (
            ("ramdocs", 0.0, True),
            (f"ramdocs, {wrong}", WRONG_LABELS, True),
            ("ramdocs, each question alone", 0.0, False),
        ):
            found = misinformation_first(
                data, wrong_labels=share, seed=seed, is_pooled=is_pooled, embedder=embedder
            )
            rows.append(Row(name, found, is_help=True, is_gate=is_pooled and not share))
    for name, collections in loaded:
        for within, is_gate in ((PEDIGREES, True), (FULL_RANGE, False)):
            found = uninformative_loss(name, collections, within, seed=seed, embedder=embedder)
            label = "U({:g}, {:g})".format(*within)
            rows.append(Row(f"{name}, {label}", found, is_help=False, is_gate=is_gate))
    return Gates(tuple(rows))
