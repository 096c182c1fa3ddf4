"""
Speed as a user feels it: index, search and help as processes of their own, and warm searches in one.

Everything happens in a temporary folder with an index and a state of its own; the vault is generated.
"""

import re
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from caveat.bench.speed_figures import MEGABYTE, Figure, NotMeasured, attempted, spread
from caveat.bench.speed_index import fill
from caveat.bench.speed_process import Timed, caveat_words, imported, indexed, repeated, surroundings, timed
from caveat.bench.speed_vault import Note, keywords, questions, write_vault
from caveat.bench.speed_warm import blanks, measure_look, measure_mix, mixes
from caveat.model.errors import InputError
from caveat.ops.vault import open_vault

BAR_NOTES = 2_000
"""Size of the vault that the bars of indexing and of a cold search are stated for (DESIGN.md)."""

INDEX_BAR, UNCHANGED_BAR, CHANGED_BAR, COLD_BAR, HELP_BAR = 5.0, 0.5, 0.15, 0.25, 0.12
"""Seconds (DESIGN.md, bars)."""

COLD_QUERIES = 8
"""Different queries that cold searches take in turn; our choice."""

HEAVY = 5
"""Slowest imports that are named; our choice."""

LEAST_QUERIES = 200
"""Queries of a mix from which a 95th percentile says something; fewer are noted."""

_INDEX_FILES = "caveat/*/index.sqlite*"


class Setting(NamedTuple):
    """
    What is measured.

    Attributes:
        notes: Notes of the generated vault, ``>= 4``.
        chunks: Chunks of an index that is filled without a vault; then only warm searches are measured.
        runs: Times that a process is measured, ``>= 1``.
        queries: Queries of each mix, ``>= 1``.
        seed: Of the vault and the queries.
    """

    notes: int = BAR_NOTES
    chunks: int | None = None
    runs: int = 5
    queries: int = LEAST_QUERIES
    seed: int = 1


def measure_speed(setting: Setting) -> list[Figure]:
    """
    Every figure of *setting*, in the order measured; one that cannot be measured has no value.

    Raises:
        InputError: A number of *setting* is out of range.
    """
    least = {"notes": 4, "runs": 1, "queries": 1}
    for name, bound in least.items():
        if getattr(setting, name) < bound:
            raise InputError(f"{name} is {getattr(setting, name)}: it must be {bound} or more")
    if setting.chunks is not None and setting.chunks < 1:
        raise InputError(f"chunks is {setting.chunks}: it must be 1 or more")
    # Real path: an index is known by that of its vault, and a temporary folder may be a link.
    with tempfile.TemporaryDirectory(prefix="caveat-bench-") as name:
        folder = Path(name).resolve()
        if setting.chunks is not None:
            return _of_chunks(folder, setting, setting.chunks)
        return _Measured(folder, setting).figures()


def _of_chunks(folder: Path, setting: Setting, chunks: int) -> list[Figure]:
    vault, index = folder / "vault", folder / "index.sqlite"
    vault.mkdir()
    begin = time.perf_counter()
    known = fill(vault, index, chunks, setting.seed)
    took = time.perf_counter() - begin
    size = sum(file.stat().st_size for file in folder.glob("index.sqlite*"))
    return [
        Figure("chunks", chunks, note=f"made up and put in directly, in {took:.0f} s"),
        Figure("index size", size / MEGABYTE, "MB"),
        *_warm(vault, index, known, setting),
    ]


def _warm(vault: Path, index: Path, known: Sequence[Note], setting: Setting) -> list[Figure]:
    found = []
    texts = [make(known, setting.queries, setting.seed) for make in (keywords, questions)]
    for mix in mixes(*texts):
        found += attempted(blanks(mix), lambda mix=mix: measure_mix(vault, index, mix))  # type: ignore[misc]
    return found


class _Measured:
    """The measurements on a generated vault, in the order in which they build on each other."""

    def __init__(self, folder: Path, setting: Setting) -> None:
        self._setting = setting
        self._folder = folder
        self._vault = folder / "vault"
        self._environment = surroundings(folder)
        self._cache = folder / "cache"
        self._known = write_vault(self._vault, setting.notes, setting.seed)
        self._changes = 0

    def figures(self) -> list[Figure]:
        is_barred = self._setting.notes == BAR_NOTES

        def seconds(name: str, bar: float, *, is_always: bool = False) -> Figure:
            return Figure(name, None, "s", bar=bar if is_barred or is_always else None)

        size = sum(path.stat().st_size for path in self._vault.rglob("*.md"))
        note = f"{size / MEGABYTE:.1f} MB, {size / self._setting.notes / 1000:.1f} KB a note"
        found = [Figure("notes", self._setting.notes, note=note)]
        steps: tuple[tuple[list[Figure], Callable[[list[Figure]], list[Figure]]], ...] = (
            (
                [seconds("index", INDEX_BAR), Figure("index peak memory", None, "MB")],
                self._index,
            ),
            ([Figure("index size", None, "MB")], self._size),
            ([seconds("unchanged pass", UNCHANGED_BAR)], self._unchanged),
            ([seconds("one changed note", CHANGED_BAR)], self._changed),
            ([seconds("one changed note, in process", CHANGED_BAR)], self._changed_inside),
            (
                [
                    seconds("cold search, keyword", COLD_BAR),
                    seconds("cold search, question", COLD_BAR),
                    Figure("search peak memory", None, "MB"),
                ],
                self._cold,
            ),
            ([seconds("--help", HELP_BAR, is_always=True)], self._help),
            ([Figure("--help imports", None), Figure("search imports", None)], self._imports),
        )
        for wanted, measure in steps:
            found += attempted(wanted, lambda w=wanted, m=measure: m(w))  # type: ignore[misc]
        return found + self._warm_searches()

    def _index(self, blanks_: list[Figure]) -> list[Figure]:
        words = caveat_words("index", str(self._vault))
        done = []
        for _ in range(self._setting.runs + 1):
            shutil.rmtree(self._cache, ignore_errors=True)
            one = timed(words, self._environment, self._folder)
            if (got := indexed(one.output)) != self._setting.notes:
                raise NotMeasured(f"`caveat index` indexed {got} of {self._setting.notes} notes")
            done.append(one)
        return [_seconds(blanks_[0], done[1:]), _peak(blanks_[1], done[1:])]

    def _size(self, blanks_: list[Figure]) -> list[Figure]:
        size = sum(file.stat().st_size for file in self._cache.glob(_INDEX_FILES))
        if not size:
            raise NotMeasured("there is no index file")
        return [blanks_[0]._replace(value=size / MEGABYTE)]

    def _unchanged(self, blanks_: list[Figure]) -> list[Figure]:
        words = caveat_words("index", str(self._vault))
        done = repeated(words, self._environment, self._folder, runs=self._setting.runs)
        if any(indexed(one.output) for one in done):
            raise NotMeasured("`caveat index` read notes in that nobody had changed")
        return [_seconds(blanks_[0], done)]

    def _changed(self, blanks_: list[Figure]) -> list[Figure]:
        words = caveat_words("index", str(self._vault))
        done = []
        for _ in range(self._setting.runs):
            self._change()
            one = timed(words, self._environment, self._folder)
            if (got := indexed(one.output)) != 1:
                raise NotMeasured(f"`caveat index` indexed {got} notes after one was changed")
            done.append(one)
        return [_seconds(blanks_[0], done)]

    def _changed_inside(self, blanks_: list[Figure]) -> list[Figure]:
        took = []
        with open_vault(self._vault, index=self._index_file()) as vault:
            vault.index()
            for _ in range(self._setting.runs):
                path = self._change()
                begin = time.perf_counter()
                report = vault.index()
                took.append(time.perf_counter() - begin)
                if report.indexed != (path,):
                    raise NotMeasured(f"{len(report.indexed)} notes were indexed after one was changed")
        return [_of(blanks_[0], took)]

    def _change(self) -> str:
        """Add a sentence to the next note; its path."""
        self._changes += 1
        note = self._known[self._changes * 37 % len(self._known)]
        with (self._vault / note.path).open("a", encoding="utf-8") as file:
            file.write(f"\nLooked at for the {self._changes}th time.\n")
        return note.path

    def _cold(self, blanks_: list[Figure]) -> list[Figure]:
        found, every = [], []
        for blank, make in zip(blanks_, (keywords, questions), strict=False):
            done: list[Timed] = []
            texts = make(self._known, COLD_QUERIES, self._setting.seed)
            for turn in range(self._setting.runs + 1):
                words = caveat_words("search", "--vault", str(self._vault), "--", texts[turn % len(texts)])
                done.append(timed(words, self._environment, self._folder, statuses=(0,)))
            found.append(_seconds(blank, done[1:]))
            every += done[1:]
        return [*found, _peak(blanks_[2], every)]

    def _help(self, blanks_: list[Figure]) -> list[Figure]:
        words = caveat_words("--help")
        done = repeated(words, self._environment, self._folder, runs=self._setting.runs)
        return [_seconds(blanks_[0], done)]

    def _imports(self, blanks_: list[Figure]) -> list[Figure]:
        text = keywords(self._known, 1, self._setting.seed)[0]
        commands = (["--help"], ["search", "--vault", str(self._vault), "--", text])
        found = []
        for blank, words in zip(blanks_, commands, strict=True):
            rows = imported(words, self._environment, self._folder)
            heavy = ", ".join(f"{row.name} {row.ms:.1f} ms" for row in rows[:HEAVY])
            found.append(blank._replace(value=len(rows), note=f"{heavy} (own time, as -X importtime has it)"))
        return found

    def _warm_searches(self) -> list[Figure]:
        try:
            index = self._index_file()
        except NotMeasured:
            # No index came about above: to ask for one that is not there gives every figure that reason.
            index = self._cache / "index.sqlite"
        blank = Figure("look at all files", None, "ms")
        look = attempted([blank], lambda: measure_look(self._vault, index, blank, self._setting.runs))
        return look + _warm(self._vault, index, self._known, self._setting)

    def _index_file(self) -> Path:
        files = [path for path in self._cache.glob(_INDEX_FILES) if re.search(r"\.sqlite$", path.name)]
        if len(files) != 1:
            raise NotMeasured("there is no index file")
        return files[0]


def _seconds(blank: Figure, done: Sequence[Timed]) -> Figure:
    return _of(blank, [one.seconds for one in done])


def _peak(blank: Figure, done: Sequence[Timed]) -> Figure:
    return _of(blank, [one.peak for one in done])


def _of(blank: Figure, values: Sequence[float]) -> Figure:
    return spread(blank.name, values, blank.unit, bar=blank.bar)
