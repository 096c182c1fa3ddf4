"""
Several tools on the same notes in one run: each on a copy and in a home folder of its own, side by side.

Side by side means taking turns: each index, pass and query is done by one tool after the other before the
next one begins, so that whatever else the machine does meanwhile hits all of them. Files are in the system's
cache. Memory is that of the largest of a tool's processes.
"""

import hashlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from caveat.bench.mcp_client import McpClient
from caveat.bench.other_queries import Asked
from caveat.bench.other_tools import DEPTH, Place, Tool, environment, located
from caveat.bench.speed_figures import MEGABYTE, Figure, NotMeasured, spread
from caveat.bench.speed_process import Timed, timed

INDEX, AGAIN, COLD, WARM = "index", "unchanged pass", "cold query", "warm query"
INDEX_MEMORY, QUERY_MEMORY, DISK, TOUCHED = "index memory", "query memory", "disk", "files changed"
FIGURES = {
    **dict.fromkeys((INDEX, AGAIN, COLD), "s"),
    WARM: "ms",
    **dict.fromkeys((INDEX_MEMORY, QUERY_MEMORY, DISK), "MB"),
    TOUCHED: "",
}
"""What is measured of each tool, and its unit."""

WARM_UP = 3
"""Warm queries asked for nothing first; our choice."""

_VERSION = re.compile(r"\d+\.\d+[\w.+-]*")


class Measured(NamedTuple):
    """
    What was measured of one tool.

    Attributes:
        name: The tool.
        version: As it says; empty when it does not.
        reason: Why nothing was measured; empty when something was.
        is_absent: That it is not on this machine is the reason.
        figures: By the names of `FIGURES`; one without a value says why.
        ranks: For each query the rank of the first right answer, from 1; None = not among the first `DEPTH`.
            Empty when it could not be asked.
    """

    name: str
    version: str
    reason: str
    is_absent: bool
    figures: Mapping[str, Figure]
    ranks: tuple[int | None, ...]


class Setting(NamedTuple):
    """
    What is measured.

    Attributes:
        vault: The notes; they are copied.
        asked: At least one query.
        notes: How many notes a tool must say that it read in; None = whatever it says.
        runs: Times that indexing, unchanged passes and warm queries are measured, ``>= 1``.
        limit: Seconds that one process has.
        given: Tool → what starts it.
    """

    vault: Path
    asked: Sequence[Asked]
    notes: int | None
    runs: int
    limit: float
    given: Mapping[str, str]


def measure(
    wanted: Sequence[Tool], setting: Setting, tell: Callable[[str], None] = lambda _: None
) -> list[Measured]:
    """
    Every tool of *wanted*, in that order; one that is absent or fails says why and costs only itself.

    Args:
        wanted: A tool that shares an index stands behind the one that makes it.
        setting: What is measured.
        tell: Takes a line about what is done now.
    """
    with tempfile.TemporaryDirectory(prefix="caveat-bench-") as name:
        folder = Path(name).resolve()
        sessions: list[_Session] = []
        for tool in wanted:
            owner = next((one for one in sessions if one.tool.name == tool.shares), None)
            sessions.append(_Session(tool, setting, folder / str(len(sessions)), owner))
        for number in range(setting.runs):
            tell(f"indexing, {number + 1} of {setting.runs}")
            _each(sessions, lambda one: one.index())
        tell("passing over unchanged notes")
        for _ in range(setting.runs):
            _each(sessions, lambda one: one.again())
        for number, query in enumerate(setting.asked):
            tell(f"cold query {number + 1} of {len(setting.asked)}")
            _each(sessions, lambda one, query=query: one.cold(query))  # type: ignore[misc]
        tell("warm queries")
        _each(sessions, lambda one: one.warm())
        return [one.measured() for one in sessions]


def _each(sessions: "Sequence[_Session]", act: "Callable[[_Session], None]") -> None:
    for one in sessions:
        if one.reason:
            continue
        try:
            act(one)
        except (NotMeasured, OSError) as error:
            one.reason = " ".join(str(error).split()) or type(error).__name__


class _Session:
    """One tool at work; *reason* is set once it can go on no more."""

    def __init__(self, tool: Tool, setting: Setting, folder: Path, owner: "_Session | None") -> None:
        self.tool = tool
        self.reason: str = owner.reason if owner else ""
        self.is_absent: bool = bool(owner and owner.is_absent)
        self.version: str = owner.version if owner else ""
        self._setting, self._folder, self._owner = setting, folder, owner
        self._place: Place = owner._place if owner else Place(folder / "vault", folder / "home")
        self._done: dict[str, list[Timed]] = {INDEX: [], AGAIN: [], COLD: []}
        self._warm: list[float] = []
        self._warm_reason = ""
        self._ranks: list[int | None] = []
        self._before: dict[str, str] = {}
        folder.mkdir()
        try:
            self._program = located(tool, setting.given.get(tool.name))
        except NotMeasured as error:
            self.reason, self.is_absent = str(error), True
            return
        if not owner:
            _each([self], _Session._settle)

    def index(self) -> None:
        """Index from nothing, in a home folder that is new."""
        if self.tool.first is None or self._owner or (self.tool.is_slow and self._done[INDEX]):
            return
        shutil.rmtree(self._place.home)
        self._place.home.mkdir()
        done = _added([self._run(words) for words in self.tool.first(self._place)])
        if self.tool.counted is not None:
            told = self.tool.counted.search(done.output)
            if told is None:
                said = " ".join((done.output + done.errors).split())[-200:]
                raise NotMeasured(f"it did not say that it indexed; it said: {said or 'nothing'}")
            if self._setting.notes not in (None, int(told[1].replace(",", ""))):
                raise NotMeasured(f"it indexed {told[1]} of {self._setting.notes:,} notes")
        self._done[INDEX].append(done)

    def again(self) -> None:
        """Pass over notes that nobody has changed."""
        if self.tool.again is not None and not self._owner:
            self._done[AGAIN].append(self._run(self.tool.again(self._place)))

    def cold(self, asked: Asked) -> None:
        """Ask once, from the start of a process to its end; the first time once more before, for nothing."""
        if not self._ranks:
            self._ask(asked.text)
        done = self._ask(asked.text)
        paths = dict.fromkeys(self.tool.answer(self._place, [one.output for one in done]))
        ranked = list(paths)[:DEPTH]
        self._ranks.append(next((at for at, path in enumerate(ranked, 1) if path in asked.expected), None))
        self._done[COLD].append(_added(done))

    def warm(self) -> None:
        """Ask every query of a server that runs already; that it cannot be had is no failure of the tool."""
        served = self.tool.served
        if served is None:
            self._warm_reason = "has no server"
            return
        if self._owner:
            self._warm_reason = f"as {self._owner.tool.name}"
            return
        words = [*self._program, *served.words(self._place)]
        texts = [asked.text for asked in self._setting.asked]
        try:
            with McpClient(words, self._environment(), self._place.home, limit=self._setting.limit) as client:
                for text in texts[:WARM_UP]:
                    client.call(served.tool, served.arguments(text))
                for text in texts * self._setting.runs:
                    begin = time.perf_counter()
                    client.call(served.tool, served.arguments(text))
                    self._warm.append(1000 * (time.perf_counter() - begin))
        except NotMeasured as error:
            self._warm = []
            self._warm_reason = " ".join(str(error).split())

    def measured(self) -> Measured:
        """What came about; nothing at all when it failed on the way."""
        if self.reason:
            blanks = {name: Figure(name, None, unit, note=self.reason) for name, unit in FIGURES.items()}
            return Measured(self.tool.name, self.version, self.reason, self.is_absent, blanks, ())
        found = {
            **{name: self._seconds(name) for name in (INDEX, AGAIN, COLD)},
            WARM: spread(WARM, self._warm, "ms") if self._warm else self._none(WARM, self._warm_reason),
            INDEX_MEMORY: self._peak(INDEX_MEMORY, INDEX),
            QUERY_MEMORY: self._peak(QUERY_MEMORY, COLD),
            DISK: self._disk(),
            TOUCHED: self._touched(),
        }
        return Measured(self.tool.name, self.version, "", False, found, tuple(self._ranks))

    def _settle(self) -> None:
        """A copy of the notes, an empty home, and proof that the program starts."""
        self._place.home.mkdir()
        done = self._run(["--version"])
        told = _VERSION.search(done.output)
        self.version = told[0] if told else ""
        # A repository's history is no note, and links are copied as links: nothing outside is read.
        ignore = shutil.ignore_patterns(".git", "node_modules")
        shutil.copytree(self._setting.vault, self._place.vault, symlinks=True, ignore=ignore)
        self._before = _contents(self._place.vault)

    def _environment(self) -> dict[str, str]:
        return environment(self.tool, self._program, self._place)

    def _run(self, words: Sequence[str], statuses: Sequence[int] = (0,)) -> Timed:
        command = [*self._program, *words]
        return timed(command, self._environment(), self._folder, statuses=statuses, limit=self._setting.limit)

    def _ask(self, text: str) -> list[Timed]:
        done = [self._run(words, self.tool.statuses) for words in self.tool.query(self._place, text)]
        for one in done:
            if self.tool.refusal and self.tool.refusal in one.errors:
                raise NotMeasured(one.errors.strip())
        return done

    def _none(self, name: str, reason: str) -> Figure:
        return Figure(name, None, FIGURES[name], note=reason)

    def _missing(self, name: str) -> Figure:
        return self._none(name, f"as {self._owner.tool.name}" if self._owner else "has no index")

    def _seconds(self, name: str) -> Figure:
        done = self._done[name]
        return spread(name, [one.seconds for one in done], "s") if done else self._missing(name)

    def _peak(self, name: str, of: str) -> Figure:
        done = self._done[of]
        return spread(name, [one.peak for one in done], "MB") if done else self._missing(name)

    def _disk(self) -> Figure:
        if self._owner:
            return self._missing(DISK)
        files = (path for path in self._place.home.rglob("*") if path.is_file() and not path.is_symlink())
        return Figure(DISK, sum(path.stat().st_size for path in files) / MEGABYTE, "MB")

    def _touched(self) -> Figure:
        if self._owner:
            return self._missing(TOUCHED)
        after, before = _contents(self._place.vault), self._before
        changed = sum(after[path] != before[path] for path in before.keys() & after.keys())
        added, gone = len(after.keys() - before.keys()), len(before.keys() - after.keys())
        total = changed + added + gone
        note = f"{changed:,} of {len(before):,} changed, {added:,} added, {gone:,} removed" if total else ""
        return Figure(TOUCHED, total, note=note)


def _added(done: Sequence[Timed]) -> Timed:
    """Processes that ran one after the other, as if they were one."""
    output, errors = (
        "".join(texts) for texts in zip(*((one.output, one.errors) for one in done), strict=True)
    )
    return Timed(sum(one.seconds for one in done), max(one.peak for one in done), output, errors)


def _contents(folder: Path) -> dict[str, str]:
    """Every file and link under *folder* → a hash of what it holds."""
    found = {}
    for path in folder.rglob("*"):
        if path.is_symlink():
            found[path.relative_to(folder).as_posix()] = os.readlink(path)
        elif path.is_file():
            found[path.relative_to(folder).as_posix()] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def share(ranks: Sequence[int | None], within: int) -> float | None:
    """Share of *ranks* that are at most *within*; None when there are none."""
    return sum(rank is not None and rank <= within for rank in ranks) / len(ranks) if ranks else None
