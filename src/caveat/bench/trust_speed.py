"""Speed of trust: the whole graph by arrays, a list of hits by the lazy engine, and both compared."""

import gc
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from caveat.bench.speed_figures import MEGABYTE, Figure, NotMeasured, attempted, spread
from caveat.model.assessment import Assessment
from caveat.model.errors import InputError, MissingExtra
from caveat.model.policy import DEFAULT_POLICY
from caveat.model.store import Entry
from caveat.ops.whole import numbers
from caveat.store.sqlite import SqliteStore
from caveat.trust.assess import assess, reckon
from caveat.trust.calibration import claims_in, tallies
from caveat.trust.graph import build_graph
from caveat.trust.reach import Known, assess_through, known_of, reach

if TYPE_CHECKING:
    from caveat.bench.trust_graph import World
    from caveat.trust.bulk import Arrays

Result = TypeVar("Result")

BAR_RECORDS = 1_000_000
"""Records that the bars of the whole graph are stated for (DESIGN.md)."""

ARRAYS_BAR, PLANNED_BAR, INDEX_BAR = 2.0, 0.5, 6.0
"""Seconds for all of them: from arrays, with the plan at hand, from an index (DESIGN.md)."""

LAZY_RECORDS = 200_000
"""Records that the lazy engine works among (DESIGN.md)."""

MEMORY_BAR, COLD_BAR = 5.0, 15.0
"""Milliseconds of 100 hits for each `UNIT` records that they reach (DESIGN.md)."""

HITS, UNIT = 100, 500

SAMPLE = 1_000
"""Records that both engines are compared on; our choice."""

TOLERANCE = 1e-9
"""Most that the two engines may differ by: rounding (TRUST.md)."""

BATCH = 2_000
"""Records put into an index in one stretch; our choice."""

COMPARED = (
    "reliability prior support witness challenge credibility freshness trust multiplier calibration"
    " root_freshness tier is_grounded is_undeclared has_aged_source is_approved"
).split()


class Setting(NamedTuple):
    """
    What is measured.

    Attributes:
        records: Records of the graph, at least `HITS`.
        authors: Authors of its claims; None = one for twenty claims.
        runs: Times that each is measured, ``>= 1``.
        seed: Of the graph and the hits.
        has_store: Whether to fill an index and measure through it.
    """

    records: int = LAZY_RECORDS
    authors: int | None = None
    runs: int = 5
    seed: int = 1
    has_store: bool = True


def measure_trust_speed(setting: Setting) -> list[Figure]:
    """
    Every figure of *setting*; one that cannot be measured has no value.

    Raises:
        InputError: A number of *setting* is out of range.
        MissingExtra: numpy is not installed.
    """
    if setting.records < HITS or setting.runs < 1:
        raise InputError(f"at least {HITS} records and 1 run are needed")
    try:
        from caveat.bench.trust_graph import world
    except ImportError as error:
        raise MissingExtra("measuring the whole graph needs `bulk`: pip install 'caveat[bulk]'") from error
    made = world(setting.records, setting.seed, authors=setting.authors)
    found = _whole_graph(made, setting)
    if setting.has_store and setting.records > LAZY_RECORDS:
        found += _from_index(made, setting)
    size = min(setting.records, LAZY_RECORDS)
    small = made if size == setting.records else world(size, setting.seed, authors=setting.authors)
    del made
    return found + _Lazy(small, setting).figures()


def _whole_graph(made: "World", setting: Setting) -> list[Figure]:
    is_barred = setting.records >= BAR_RECORDS
    blanks = [
        Figure("whole graph, plan and assess", None, "s", bar=ARRAYS_BAR if is_barred else None),
        Figure("whole graph, plan", None, "s"),
        Figure(
            "whole graph, assess with the plan at hand", None, "s", bar=PLANNED_BAR if is_barred else None
        ),
        Figure("whole graph, peak memory", None, "MB", note="of this process, with what it was given"),
    ]
    sizes = [Figure("records", setting.records), Figure("edges", made.edges)]
    return sizes + attempted(blanks, lambda: _by_arrays(made, blanks, setting.runs))


def _by_arrays(made: "World", blanks: Sequence[Figure], runs: int) -> list[Figure]:
    from caveat.bench.trust_graph import AS_OF
    from caveat.trust.bulk import assess_all, plan

    planning, assessing = [], []
    for _ in range(runs + 1):
        took, planned = _timed(lambda: plan(made.columns))
        planning.append(took)
        assessing.append(_timed(lambda p=planned: assess_all(made.columns, p, as_of=AS_OF))[0])  # type: ignore[misc]
    both = [one + other for one, other in zip(planning, assessing, strict=True)]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    # The first one pays for pages that the system has yet to hand out.
    return [
        *(_of(blank, times[1:]) for blank, times in zip(blanks, (both, planning, assessing), strict=False)),
        blanks[3]._replace(value=peak / MEGABYTE),
    ]


class _Lazy:
    """100 hits among many records by the lazy engine, and both engines on a sample."""

    def __init__(self, made: "World", setting: Setting) -> None:
        from caveat.bench.trust_graph import AS_OF, edges_of, records_of, ref_of

        self._world = made
        self._setting = setting
        self._day = AS_OF
        size = made.columns.declared.size
        draw = random.Random(f"hits {setting.seed}")
        self._lists = [
            [ref_of(number) for number in draw.sample(range(size), HITS)] for _ in range(setting.runs + 1)
        ]
        self._numbers = sorted(draw.sample(range(size), min(SAMPLE, size)))
        graph = build_graph(records_of(made.columns), edges_of(made.columns))
        claims = claims_in(graph)
        self._known = Known(graph, tallies(claims, graph, claims))
        # A graph that is loaded once is not to be looked through for garbage in the midst of a measurement.
        gc.collect()
        gc.freeze()

    def figures(self) -> list[Figure]:
        """Everything measured, in the order measured."""
        try:
            return self._inside() + (self._through_index() if self._setting.has_store else [])
        finally:
            gc.unfreeze()

    def _inside(self) -> list[Figure]:
        among = self._world.columns.declared.size
        blanks = [
            Figure("100 hits in memory, per 500 reached", None, "ms", bar=MEMORY_BAR),
            Figure("100 hits in memory", None, "ms"),
            Figure("100 hits in memory, reached", None),
        ]
        same = [Figure("engines differ in memory by at most", None, bar=TOLERANCE)]
        return [
            Figure("lazy engine, among", among),
            *attempted(blanks, lambda: self._in_memory(blanks)),
            *attempted(same, lambda: self._compared(same, self._by_lazy)),
        ]

    def _in_memory(self, blanks: Sequence[Figure]) -> list[Figure]:
        graph, known = self._known.graph, self._known.tallies
        took, reached = [], []
        for hits in self._lists:
            took.append(_timed(lambda h=hits: assess(h, graph, as_of=self._day, tallies=known))[0])  # type: ignore[misc]
            reached.append(len(reckon(hits, graph, as_of=self._day, tallies=known).standing.tier))
        return _per_reached(blanks, took[1:], reached[1:])

    def _by_lazy(self, refs: list[str]) -> dict[str, Assessment]:
        return assess(refs, self._known.graph, as_of=self._day, tallies=self._known.tallies)

    def _through_index(self) -> list[Figure]:
        cold = [
            Figure("100 hits through an index, cold, per 500 reached", None, "ms", bar=COLD_BAR),
            Figure("100 hits through an index, cold", None, "ms"),
            Figure("100 hits through an index, reached", None),
            Figure("100 hits through an index, cold, per 500 reckoned", None, "ms"),
            Figure("100 hits through an index, reckoned", None),
        ]
        same = [Figure("engines differ through an index by at most", None, "", bar=TOLERANCE)]
        every = [Figure("whole graph from the index", None, "s")]
        with tempfile.TemporaryDirectory(prefix="caveat-bench-") as folder:
            path = Path(folder) / "index.sqlite"
            size = [Figure("index of records", None, "MB")]
            found = attempted(size, lambda: self._filled(path, size))
            found += attempted(cold, lambda: self._cold(path, cold))
            found += attempted(same, lambda: self._compared(same, lambda refs: self._by_index(path, refs)))
            found += attempted(every, lambda: _whole_from(path, every, self._setting.runs))
        return found

    def _filled(self, path: Path, blanks: Sequence[Figure]) -> list[Figure]:
        from caveat.bench.trust_graph import entries_of

        took, _ = _timed(lambda: _fill(path, entries_of(self._world.columns)))
        note = f"put in one by one, in {took:.0f} s"
        return [blanks[0]._replace(value=path.stat().st_size / MEGABYTE, note=note)]

    def _cold(self, path: Path, blanks: Sequence[Figure]) -> list[Figure]:
        took, reached, reckoned = [], [], []
        for hits in self._lists:
            store = SqliteStore(path)
            try:
                took.append(
                    _timed(lambda h=hits, s=store: assess_through(h, s, as_of=self._day))[0]  # type: ignore[misc]
                )
                loaded = reach(hits, store)
                reached.append(len(loaded.records))
                known = known_of(loaded)
                found = reckon(hits, known.graph, as_of=self._day, tallies=known.tallies)
                reckoned.append(len(found.standing.tier))
            finally:
                store.close()
        shown = _per_reached(blanks, took[1:], reached[1:])
        share, _, size = _per_reached([blanks[3], blanks[1], blanks[4]], took[1:], reckoned[1:])
        return [
            shown[0]._replace(note="a new connection each time; the file in the system's cache"),
            *shown[1:],
            share._replace(note="without the records that only tell how authors have fared"),
            size,
        ]

    def _by_index(self, path: Path, refs: list[str]) -> dict[str, Assessment]:
        store = SqliteStore(path)
        try:
            return assess_through(refs, store, as_of=self._day)
        finally:
            store.close()

    def _compared(
        self, blanks: Sequence[Figure], lazily: Callable[[list[str]], dict[str, Assessment]]
    ) -> list[Figure]:
        """The largest difference between the engines, over every number of the sample."""
        from caveat.bench.trust_graph import ref_of
        from caveat.trust.bulk import assess_all, plan

        columns = self._world.columns
        arrays = assess_all(columns, plan(columns), as_of=self._day)
        found = lazily([ref_of(number) for number in self._numbers])
        if len(found) < len(self._numbers):
            raise NotMeasured(f"{len(self._numbers) - len(found)} records of the sample have no trust")
        worst, field = max(self._differences(found, arrays))
        note = f"{len(found):,} records × {len(COMPARED)} numbers" + (f"; most in {field}" if worst else "")
        return [blanks[0]._replace(value=worst, note=note)]

    def _differences(self, found: dict[str, Assessment], arrays: "Arrays") -> Iterable[tuple[float, str]]:
        from caveat.bench.trust_graph import ref_of

        for number in self._numbers:
            own = found[ref_of(number)]
            for field in COMPARED:
                yield abs(float(getattr(own, field)) - float(getattr(arrays, field)[number])), field


def _from_index(made: "World", setting: Setting) -> list[Figure]:
    """The whole graph from an index that holds more than the lazy engine is measured among."""
    from caveat.bench.trust_graph import entries_of

    is_barred = setting.records >= BAR_RECORDS
    blanks = [Figure("whole graph from its index", None, "s", bar=INDEX_BAR if is_barred else None)]
    with tempfile.TemporaryDirectory(prefix="caveat-bench-") as folder:
        path = Path(folder) / "index.sqlite"
        _fill(path, entries_of(made.columns))
        return attempted(blanks, lambda: _whole_from(path, blanks, setting.runs))


def _whole_from(path: Path, blanks: Sequence[Figure], runs: int) -> list[Figure]:
    from caveat.bench.trust_graph import AS_OF

    took = []
    for _ in range(min(runs, 3)):
        store = SqliteStore(path)
        try:
            one, _ = _timed(lambda s=store: numbers(s, as_of=AS_OF, now=AS_OF, policy=DEFAULT_POLICY))  # type: ignore[misc]
            took.append(one)
        finally:
            store.close()
    return [_of(blanks[0], took)._replace(note="its numbers, with the names of all records")]


def _fill(path: Path, entries: Iterable[Entry]) -> None:
    store = SqliteStore(path, is_writer=True)
    made = iter(entries)
    try:
        while some := list(islice(made, BATCH)):
            with store.batch():
                for entry in some:
                    store.put(entry)
    finally:
        store.close()


def _per_reached(blanks: Sequence[Figure], took: Sequence[float], reached: Sequence[int]) -> list[Figure]:
    ms = [1000 * one for one in took]
    shares = [one / count * UNIT for one, count in zip(ms, reached, strict=True)]
    return [_of(blanks[0], shares), _of(blanks[1], ms), blanks[2]._replace(value=median(reached))]


def _timed(run: Callable[[], Result]) -> tuple[float, Result]:
    begin = time.perf_counter()
    result = run()
    return time.perf_counter() - begin, result


def _of(blank: Figure, values: Sequence[float]) -> Figure:
    return spread(blank.name, values, blank.unit, bar=blank.bar)._replace(note=blank.note)
