"""A large vault on one machine: time and memory of its first index, and what a killed run leaves to do."""

import os
import signal
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from caveat.bench.speed_figures import MEGABYTE, Figure, NotMeasured, attempted
from caveat.bench.speed_process import Timed, caveat_words, indexed, surroundings, timed
from caveat.bench.speed_vault import write_vault
from caveat.model.errors import InputError

BAR_NOTES = 100_000
"""Size of the vault that the bars are stated for (DESIGN.md)."""

INDEX_BAR, MEMORY_BAR = 240.0, 1_000.0
"""Most seconds of the first index, and most MB that it may hold at once (DESIGN.md)."""

KILLED_AFTER = 0.5
"""Share of the time of a whole run after which another one is killed; our choice."""


class Setting(NamedTuple):
    """
    What is measured.

    Attributes:
        notes: Notes of the generated vault, ``>= 4``.
        is_killed: Whether a second run is killed on its way and resumed, which takes as long again.
        seed: Of the vault.
    """

    notes: int = BAR_NOTES
    is_killed: bool = True
    seed: int = 1


def measure_scale(setting: Setting) -> list[Figure]:
    """
    Every figure of *setting*; one that cannot be measured has no value.

    Raises:
        InputError: *setting* asks for too few notes.
    """
    if setting.notes < 4:
        raise InputError(f"notes is {setting.notes}: it must be 4 or more")
    with tempfile.TemporaryDirectory(prefix="caveat-bench-") as name:
        return _Measured(Path(name).resolve(), setting).figures()


class _Measured:
    """The measurements, in the order in which they build on each other."""

    def __init__(self, folder: Path, setting: Setting) -> None:
        self._setting = setting
        self._folder = folder
        self._vault = folder / "vault"
        self._words = caveat_words("index", str(self._vault))
        self._seconds: float | None = None
        write_vault(self._vault, setting.notes, setting.seed)

    def figures(self) -> list[Figure]:
        is_barred = self._setting.notes == BAR_NOTES
        size = sum(path.stat().st_size for path in self._vault.rglob("*.md")) / MEGABYTE
        steps: list[tuple[list[Figure], Callable[[list[Figure]], list[Figure]]]] = [
            (
                [
                    Figure("index", None, "s", bar=INDEX_BAR if is_barred else None),
                    Figure("index peak memory", None, "MB", bar=MEMORY_BAR if is_barred else None),
                    Figure("index size", None, "MB"),
                ],
                self._first,
            ),
            ([Figure("unchanged pass", None, "s"), Figure("unchanged peak memory", None, "MB")], self._again),
        ]
        if self._setting.is_killed:
            blanks = [Figure("notes kept by a killed run", None), Figure("resumed run", None, "s")]
            steps.append((blanks, self._killed))
        found = [Figure("notes", self._setting.notes, note=f"{size:.1f} MB")]
        for wanted, measure in steps:
            found += attempted(wanted, lambda w=wanted, m=measure: m(w))  # type: ignore[misc]
        return found

    def _first(self, blanks: list[Figure]) -> list[Figure]:
        done = self._run("first", indexes=self._setting.notes)
        self._seconds = done.seconds
        size = sum(path.stat().st_size for path in (self._folder / "first").rglob("index.sqlite*"))
        return _filled(blanks, done.seconds, done.peak, size / MEGABYTE)

    def _again(self, blanks: list[Figure]) -> list[Figure]:
        done = self._run("first", indexes=0)
        return _filled(blanks, done.seconds, done.peak)

    def _killed(self, blanks: list[Figure]) -> list[Figure]:
        if self._seconds is None:
            raise NotMeasured("no run was timed that another one could be killed in the midst of")
        after = self._seconds * KILLED_AFTER
        self._kill(after)
        done = self._run("second", indexes=None)
        kept = self._setting.notes - indexed(done.output)
        self._run("second", indexes=0)
        note = f"kill -9 after {after:.0f} s; the next pass found nothing left to do"
        found = _filled(blanks, kept, done.seconds)
        return [found[0]._replace(note=note), *found[1:]]

    def _run(self, place: str, *, indexes: int | None) -> Timed:
        """One run with the cache in *place*; it must read in *indexes* notes, where that is known."""
        done = timed(self._words, self._environment(place), self._folder)
        if indexes is not None and (got := indexed(done.output)) != indexes:
            raise NotMeasured(f"`caveat index` indexed {got} notes where {indexes} were to be indexed")
        return done

    def _kill(self, after: float) -> None:
        """A run that is killed, with the processes that it started, *after* so many seconds."""
        with subprocess.Popen(
            self._words,
            env=self._environment("second"),
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as process:
            try:
                process.wait(after)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return
        raise NotMeasured(f"the run to be killed ended by itself within {after:.1f} s")

    def _environment(self, place: str) -> dict[str, str]:
        folder = self._folder / place
        folder.mkdir(exist_ok=True)
        return surroundings(folder)


def _filled(blanks: list[Figure], *values: float) -> list[Figure]:
    return [blank._replace(value=value) for blank, value in zip(blanks, values, strict=True)]
