"""Warm searches in one process, each beside the floor by hand on the same index in the same run."""

import gc
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

from caveat.bench.speed_figures import Figure, NotMeasured, percentile, ratio
from caveat.bench.speed_floor import SHOWN, Asked, Floor, asked
from caveat.ops.behind import behind
from caveat.ops.clock import today
from caveat.ops.made_by import fingerprint_of
from caveat.ops.request import CANDIDATES
from caveat.ops.results import Answer
from caveat.ops.vault import open_vault
from caveat.store.sqlite import SqliteStore
from caveat.text.tokenize import query as analysed

ROUNDS = 3
"""Times that all queries are asked, each time of a vault opened anew; the median counts; our choice."""

WARM_UP = 20
"""Queries asked for nothing first; our choice."""

P50_BAR, P95_BAR, QUESTION_P95_BAR, TRUST_BAR = 2.0, 4.0, 8.0, 1.0
"""Times the floor, and milliseconds that trust may add (DESIGN.md, bars)."""


class Sample(NamedTuple):
    """
    What one query took, each in milliseconds.

    Attributes:
        on: The whole search, trust on.
        off: The whole search, trust off.
        floor: By hand, with as many chunks as records that trust may reorder.
        short: By hand, with the ten best chunks only.
        hits: Number of hits with trust on.
    """

    on: float
    off: float
    floor: float
    short: float
    hits: float


class Mix(NamedTuple):
    """
    A mix of queries.

    Attributes:
        name: ``keyword`` or ``question``.
        queries: At least one.
        p50: Bar of the median, times the floor's; None = no bar.
        p95: Bar of the 95th percentile, times the floor's.
    """

    name: str
    queries: Sequence[str]
    p50: float | None
    p95: float


def mixes(keywords: Sequence[str], questions: Sequence[str]) -> tuple[Mix, Mix]:
    """Both mixes with their bars."""
    return (
        Mix("keyword", keywords, P50_BAR, P95_BAR),
        Mix("question", questions, None, QUESTION_P95_BAR),
    )


def blanks(mix: Mix) -> list[Figure]:
    """The figures of *mix* with their bars, without values."""
    name = f"warm {mix.name}"
    times = [f"{name} {share}{side}" for side in ("", ", floor", ", floor of 10") for share in ("p50", "p95")]
    return [
        *(Figure(each, None, "ms") for each in times),
        Figure(f"{name} p50 ÷ floor", None, "×", bar=mix.p50),
        Figure(f"{name} p95 ÷ floor", None, "×", bar=mix.p95),
        Figure(f"{name} p50 ÷ floor of 10", None, "×"),
        Figure(f"{name} p95 ÷ floor of 10", None, "×"),
        Figure(f"{name} trust's part p50", None, "ms", bar=TRUST_BAR),
        Figure(f"{name} trust's part p95", None, "ms"),
    ]


def measure_mix(vault: Path, index: Path, mix: Mix) -> list[Figure]:
    """
    The figures of *mix* on the index at *index*.

    Raises:
        NotMeasured: No query finds anything.
        CaveatError: The index cannot be read.
    """
    samples = sample(vault, index, mix.queries)
    if not any(one.hits for one in samples):
        raise NotMeasured("no query found anything, so there is nothing to time")
    sides = [
        [one.on for one in samples],
        [one.floor for one in samples],
        [one.short for one in samples],
        [one.on - one.off for one in samples],
    ]
    on, floor, short, trust = ((percentile(ms, 0.5), percentile(ms, 0.95)) for ms in sides)
    times = [*on, *floor, *short]
    ratios = [
        ratio("", ours, theirs) for side in (floor, short) for ours, theirs in zip(on, side, strict=True)
    ]
    values = [*((ms, "") for ms in times), *((r.value, r.note) for r in ratios), *((ms, "") for ms in trust)]
    found = [
        blank._replace(value=value, note=note)
        for blank, (value, note) in zip(blanks(mix), values, strict=True)
    ]
    hits = sum(one.hits for one in samples) / len(samples)
    note = f"{len(samples)} queries, each the median of {ROUNDS} sessions, {hits:.1f} hits on average"
    return [found[0]._replace(note=note), *found[1:]]


def measure_look(vault: Path, index: Path, blank: Figure, runs: int) -> list[Figure]:
    """How long a look at every file of the vault takes; a warm search has one when a second has passed."""
    store = SqliteStore(index)
    try:
        with open_vault(vault, index=index) as opened:
            made_by = fingerprint_of(opened.config)
            took = [_ms(lambda: behind(opened.root, store, made_by)) for _ in range(runs + 1)][1:]
    finally:
        store.close()
    note = "added to a warm search that comes more than a second after the last"
    return [blank._replace(value=median(took), low=min(took), high=max(took), note=note)]


def sample(vault: Path, index: Path, queries: Sequence[str]) -> list[Sample]:
    """Each of *queries* asked on every side in turn, so that no side has the quieter minute."""
    floor, store = Floor(index), SqliteStore(index)
    try:
        # The floor starts from tokens: making them is a part of the search and not of the floor.
        words = [asked(analysed(query, store.languages())) for query in queries]
        rounds = [_session(vault, index, floor, queries, words) for _ in range(ROUNDS)]
    finally:
        store.close()
        floor.close()
    return [Sample(*(median(side) for side in zip(*same, strict=True))) for same in zip(*rounds, strict=True)]


def _session(
    vault: Path, index: Path, floor: Floor, queries: Sequence[str], words: Sequence[Asked]
) -> list[Sample]:
    """One session: a vault opened anew and warmed, then every query once, as a server gets them."""
    day = today()
    with open_vault(vault, index=index) as opened:
        for query in queries[:WARM_UP]:
            opened.answer(query, SHOWN, as_of=day)
        # What the bench itself keeps is not to be collected in the midst of a search.
        gc.collect()
        gc.freeze()
        try:
            return [
                _one(
                    number,
                    partial(opened.answer, query, SHOWN, as_of=day),
                    partial(floor.found, word),
                )
                for number, (query, word) in enumerate(zip(queries, words, strict=True))
            ]
        finally:
            gc.unfreeze()


def _one(number: int, answer: Callable[..., Answer], by_hand: Callable[..., object]) -> Sample:
    """A query on every side; who comes first changes, for the first one reads what the others find read."""
    sides: tuple[Callable[[], object], ...] = (
        lambda: answer(trust=True),
        lambda: by_hand(limit=CANDIDATES),
        lambda: answer(trust=False),
        lambda: by_hand(limit=SHOWN),
    )
    took = [0.0] * len(sides)
    for turn in range(len(sides)):
        side = (number + turn) % len(sides)
        took[side] = _ms(sides[side])
    on, floor, off, short = took
    return Sample(on, off, floor, short, len(answer(trust=True).hits))


def _ms(side: Callable[[], object]) -> float:
    begin = time.perf_counter_ns()
    side()
    return (time.perf_counter_ns() - begin) / 1e6
