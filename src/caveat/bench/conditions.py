"""
Conditions: every figure that the documents state, with the command that prints it and what it should be.

A condition's command is run as a user runs it, in a process of its own, with ``--json`` added; its
document holds ``figures``, a number or null by name.
"""

import json
import math
import os
import shlex
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, NamedTuple

from caveat.model.errors import InputError

Status = Literal["OK", "OKish", "FAIL"]

OKISH = 10
"""Tolerances within which a figure is OKish; our choice: moved, but not by more than noise of a rule."""

BAR_PLACES = 3
"""Decimals that bars are stated in, so that .3866 meets a bar of .387."""

TIMEOUT = 1_800
"""Seconds after which a command is given up (our choice: the slowest takes two minutes on one core)."""

_MISSING_DATA = 2


class Expected(NamedTuple):
    """
    What a figure should be.

    Attributes:
        name: As the command prints it.
        value: What was measured when the condition was written; None = only the bars count.
        tolerance: Difference from it that is still OK, ``>= 0``.
        at_least: Bar below which it fails; None = no bar.
        at_most: Bar above which it fails.
    """

    name: str
    value: float | None
    tolerance: float
    at_least: float | None = None
    at_most: float | None = None


class Condition(NamedTuple):
    """
    A named measurement.

    Attributes:
        name: Unique.
        about: One line.
        command: Words after ``caveat``.
        data: Sources it needs.
        expected: Its figures.
    """

    name: str
    about: str
    command: tuple[str, ...]
    data: tuple[str, ...]
    expected: tuple[Expected, ...]

    @property
    def line(self) -> str:
        """The command as one types it."""
        return shlex.join(("caveat", *self.command))


class Result(NamedTuple):
    """
    How one figure fared.

    Attributes:
        expected: What it should be.
        got: What was measured; None = no figure.
        status: OK within the tolerance; OKish within ten of them; FAIL beyond, on a missed bar, and
            without a figure.
    """

    expected: Expected
    got: float | None
    status: Status


class Run(NamedTuple):
    """
    How a condition fared.

    Attributes:
        condition: What was run.
        results: Each expected figure.
        problem: Why there is no figure; empty when there are some.
        extra: Figures that the command printed and the condition does not expect.
    """

    condition: Condition
    results: tuple[Result, ...]
    problem: str = ""
    extra: Mapping[str, float | None] = {}

    @property
    def status(self) -> Status:
        """The worst status of its figures."""
        found = {result.status for result in self.results}
        return "FAIL" if self.problem or "FAIL" in found else "OKish" if "OKish" in found else "OK"


def load_conditions(path: Path | None = None) -> dict[str, Condition]:
    """
    The conditions in the file at *path*; None = those that come with caveat.

    Raises:
        InputError: The file cannot be read, or an entry has another schema.
    """
    import yaml

    if path is None:
        where, text = "conditions.yaml", files("caveat.bench").joinpath("conditions.yaml").read_text("utf-8")
    else:
        from caveat.bench.inputs import read_text

        where, text = str(path), read_text(path)
    try:
        loaded = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise InputError(f"{where}: is no YAML that can be read ({' '.join(str(error).split())})") from error
    if not isinstance(loaded, list) or not loaded:
        raise InputError(f"{where}: is not a list of conditions")
    found: dict[str, Condition] = {}
    for number, item in enumerate(loaded, start=1):
        condition = _condition(item, f"{where}: condition {number}")
        if condition.name in found:
            raise InputError(f"{where}: condition {number}: a second one is called {condition.name!r}")
        found[condition.name] = condition
    return found


def chosen(conditions: Mapping[str, Condition], names: Iterable[str]) -> list[Condition]:
    """
    The conditions called *names*, or all when there are none.

    Raises:
        InputError: One is not known.
    """
    wanted = list(dict.fromkeys(names))
    for name in wanted:
        if name not in conditions:
            raise InputError(f"no condition is called {name!r}: one of {', '.join(conditions)}")
    return [conditions[name] for name in wanted] if wanted else list(conditions.values())


def run(condition: Condition, data: Path | None = None) -> Run:
    """
    Run the command of *condition* and compare its figures.

    Args:
        condition: What to run.
        data: The data folder; None = what ``CAVEAT_DATA`` names.
    """
    environment = dict(os.environ)
    if data is not None:
        environment["CAVEAT_DATA"] = str(data)
    words = [sys.executable, "-m", "caveat", *condition.command, "--json"]
    try:
        done = subprocess.run(
            words, env=environment, capture_output=True, text=True, check=False, timeout=TIMEOUT
        )
    except subprocess.TimeoutExpired:
        return _without(condition, f"gave no answer within {TIMEOUT} s")
    figures = _figures(done.stdout)
    if done.returncode >= _MISSING_DATA or figures is None:
        said = [line for line in done.stderr.strip().split("\n") if line]
        problem = said[-1].removeprefix("caveat: ") if said else "the command printed no figures"
        return _without(condition, problem)
    results = [judge(expected, figures.get(expected.name)) for expected in condition.expected]
    extra = {
        name: value for name, value in figures.items() if name not in {e.name for e in condition.expected}
    }
    return Run(condition, tuple(results), extra=extra)


def judge(expected: Expected, got: float | None) -> Result:
    """How *got* fares; bars are compared after rounding it to `BAR_PLACES`."""
    if got is None or not math.isfinite(got):
        return Result(expected, None, "FAIL")
    low, high = expected.at_least, expected.at_most
    if low is not None and round(got, BAR_PLACES) < low:
        return Result(expected, got, "FAIL")
    if high is not None and round(got, BAR_PLACES) > high:
        return Result(expected, got, "FAIL")
    difference = 0.0 if expected.value is None else abs(got - expected.value)
    if difference <= expected.tolerance:
        return Result(expected, got, "OK")
    return Result(expected, got, "OKish" if difference <= OKISH * expected.tolerance else "FAIL")


def exit_status(runs: Sequence[Run]) -> int:
    """0 no FAIL, 1 a FAIL, 2 a condition without figures."""
    if any(run.problem for run in runs):
        return 2
    return 1 if any(run.status == "FAIL" for run in runs) else 0


def _without(condition: Condition, problem: str) -> Run:
    return Run(condition, tuple(Result(e, None, "FAIL") for e in condition.expected), problem)


def _figures(printed: str) -> dict[str, float | None] | None:
    try:
        found = json.loads(printed)["figures"]
    except (ValueError, LookupError, TypeError):
        return None
    return {str(k): v for k, v in found.items()} if isinstance(found, dict) else None


def _condition(item: Any, where: str) -> Condition:
    if not isinstance(item, dict):
        raise InputError(f"{where}: is not an object")
    keys = {"name": str, "about": str, "command": str, "data": list, "tolerance": float, "figures": dict}
    for key, kind in keys.items():
        if not isinstance(item.get(key), kind):
            raise InputError(f"{where}: {key!r} is missing or no {kind.__name__}")
    for key in item:
        if key not in keys:
            raise InputError(f"{where}: has an unknown {key!r}")
    words = shlex.split(item["command"])
    if words[:1] != ["caveat"]:
        raise InputError(f"{where}: its command does not begin with `caveat`")
    expected = [_expected(name, value, item["tolerance"], where) for name, value in item["figures"].items()]
    return Condition(item["name"], item["about"], tuple(words[1:]), tuple(item["data"]), tuple(expected))


def _expected(name: str, item: Any, tolerance: float, where: str) -> Expected:
    fields = item if isinstance(item, dict) else {"value": item}
    for key, value in fields.items():
        if key not in ("value", "tolerance", "at_least", "at_most"):
            raise InputError(f"{where}: figure {name!r} has an unknown {key!r}")
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise InputError(f"{where}: figure {name!r}: {key!r} is no number")
    return Expected(
        str(name),
        fields.get("value"),
        fields.get("tolerance", tolerance),
        fields.get("at_least"),
        fields.get("at_most"),
    )
