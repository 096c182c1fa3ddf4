"""Figures of speed: what was measured beside its bar, and on which machine."""

import math
import os
import platform
import sqlite3
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from typing import Any, Literal, NamedTuple

from caveat.bench.printing import NO_FIGURE, table
from caveat.model.errors import CaveatError

Verdict = Literal["met", "missed", "no bar", "no figure"]

PLACES = {"s": 3, "ms": 2, "MB": 1, "×": 2, "": 0}
"""Decimals shown, by unit."""

MEGABYTE = 1_000_000


class NotMeasured(CaveatError, RuntimeError):
    """A measurement did not come about, so there is no figure; the message says why."""

    code = "not-measured"


class Figure(NamedTuple):
    """
    One figure and what it is held against.

    Attributes:
        name: Unique within a command.
        value: In *unit*; None = it could not be measured.
        unit: ``s``, ``ms``, ``MB``, ``×`` (a ratio), or empty for a plain number.
        low: Least of several measurements; None when there was one.
        high: Greatest of them.
        bar: The most that *value* may be; None = no bar.
        note: What a reader should know of it; empty when nothing.
    """

    name: str
    value: float | None
    unit: str = ""
    low: float | None = None
    high: float | None = None
    bar: float | None = None
    note: str = ""

    @property
    def verdict(self) -> Verdict:
        """Whether it keeps its bar; a figure that is none keeps no bar."""
        if self.value is None:
            return "no figure"
        if self.bar is None:
            return "no bar"
        return "met" if self.value <= self.bar else "missed"


class Machine(NamedTuple):
    """
    Where figures were measured.

    Attributes:
        cores: Logical processors.
        load: Load average over one minute; None where the system does not tell.
        python: Version.
        sqlite: Version of the library.
        numpy: Version; None when it is not installed.
        system: Operating system and processor family.
    """

    cores: int
    load: float | None
    python: str
    sqlite: str
    numpy: str | None
    system: str


def machine() -> Machine:
    """This machine as it is now: ask before measuring, so that the load is not one's own."""
    try:
        numpy = version("numpy")
    except PackageNotFoundError:
        numpy = None
    load = round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None
    return Machine(
        os.cpu_count() or 1,
        load,
        ".".join(map(str, sys.version_info[:3])),
        sqlite3.sqlite_version,
        numpy,
        f"{platform.system()} {platform.machine()}",
    )


def spread(name: str, values: Sequence[float], unit: str, *, bar: float | None = None) -> Figure:
    """The median of *values* with the least and the greatest; no figure when there are none."""
    if not values:
        return Figure(name, None, unit, bar=bar, note="nothing was measured")
    return Figure(name, median(values), unit, min(values), max(values), bar)


def percentile(values: Iterable[float], share: float) -> float:
    """
    The smallest of *values* that at least *share* of them do not exceed (nearest rank).

    Raises:
        NotMeasured: There are no values.
    """
    ranked = sorted(values)
    if not ranked:
        raise NotMeasured("nothing was measured, so there is no percentile")
    return ranked[max(math.ceil(share * len(ranked)), 1) - 1]


def ratio(name: str, ours: float, floor: float, *, bar: float | None = None) -> Figure:
    """*ours* ÷ *floor*; no figure when the floor took no time that the clock shows."""
    if floor <= 0:
        return Figure(name, None, "×", bar=bar, note="the floor took no measurable time")
    return Figure(name, ours / floor, "×", bar=bar)


def attempted(blanks: Sequence[Figure], measure: Callable[[], list[Figure]]) -> list[Figure]:
    """
    What *measure* gives; when it fails, *blanks* without values and with the reason.

    Args:
        blanks: The figures that it would give, with their bars.
        measure: Raises `CaveatError`, `OSError`, `sqlite3.Error` or `MemoryError` when it cannot.
    """
    try:
        return measure()
    except (CaveatError, OSError, sqlite3.Error, MemoryError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        return [blank._replace(value=None, note=reason) for blank in blanks]


def exit_status(figures: Iterable[Figure]) -> int:
    """0 every bar met, 1 a bar missed, 2 a figure could not be measured."""
    verdicts = {figure.verdict for figure in figures}
    return 2 if "no figure" in verdicts or not verdicts else 1 if "missed" in verdicts else 0


def as_text(title: str, figures: Sequence[Figure], found: Machine) -> str:
    """A title, a line about the machine, a row for each figure, and the notes below."""
    rows = [
        [f.name, shown(f.value, f.unit), _range(f), "" if f.bar is None else f"≤ {f.bar:g}", f.verdict]
        for f in figures
    ]
    notes = [f"  {f.name}: {f.note}" for f in figures if f.note]
    body = table(("figure", "measured", "min..max", "bar", ""), rows)
    return "\n".join([title, machine_line(found), "", body, *([""] if notes else []), *notes])


def as_json(figures: Sequence[Figure], found: Machine) -> dict[str, Any]:
    """The same as a document; ``figures`` holds a number or null by name."""
    rows = [{**figure._asdict(), "verdict": figure.verdict} for figure in figures]
    return {
        "figures": {figure.name: figure.value for figure in figures},
        "rows": rows,
        "machine": found._asdict(),
    }


def machine_line(found: Machine) -> str:
    """*found* on one line."""
    load = NO_FIGURE if found.load is None else f"{found.load:.2f}"
    numpy = found.numpy or NO_FIGURE
    return (
        f"{found.system}, {found.cores} cores, load {load} at the start;"
        f" python {found.python}, sqlite {found.sqlite}, numpy {numpy}"
    )


def shown(value: float | None, unit: str) -> str:
    """*value* in *unit*, rounded as `PLACES` has it; a dash when it is None."""
    if value is None:
        return NO_FIGURE
    if not unit and 0 < abs(value) < 1:
        return f"{value:.1e}"
    return f"{value:,.{PLACES[unit]}f} {unit}".rstrip()


def _range(figure: Figure) -> str:
    if figure.low is None or figure.high is None:
        return ""
    places = PLACES[figure.unit]
    return f"{figure.low:,.{places}f}..{figure.high:,.{places}f}"
