"""What a run with a memory must reach, written down before it is scored, and whether it does."""

from collections.abc import Mapping, Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, NamedTuple

from caveat.bench.inputs import read_text
from caveat.bench.term_arms import ArmFigures
from caveat.model.errors import InputError

WITHOUT = "none"
"""Name of the arm that the others are compared with: the same model without a memory."""

CONTROLS = frozenset({WITHOUT, "random", "wrong"})
"""Arms that show what the measures tell apart; they are not held to the criteria."""

_ARMS = (
    "smallest_gain",
    "most_omissions",
    "most_name_inconsistency",
    "most_flags_a_chapter",
    "least_case_agreement",
    "least_gender_agreement",
)
_BENCH = ("least_exact_precision", "least_rendering_recall", "most_false_flags", "most_missed_stems")
_GOLD = ("books", "terms", "occurrences", "traps", "renderings", "annotators", "agreement", "least_agreement")


class Acceptance(NamedTuple):
    """
    The criteria.

    Attributes:
        registered: Day on which they were written down.
        arms: For translations that are handed in.
        bench: For the memory itself.
        gold: Size of the gold, its annotators and their agreement.
    """

    registered: str
    arms: Mapping[str, float]
    bench: Mapping[str, float]
    gold: Mapping[str, float | None]


class Criterion(NamedTuple):
    """
    One criterion and what was measured.

    Attributes:
        name: What is held against it.
        value: As measured; None = it could not be.
        bound: What it must be at least, or at most.
        is_least: It is a lower bound.
    """

    name: str
    value: float | None
    bound: float
    is_least: bool

    @property
    def is_met(self) -> bool:
        """Whether it is kept; what could not be measured keeps nothing."""
        if self.value is None:
            return False
        rounded = round(self.value, 6)
        return rounded >= self.bound if self.is_least else rounded <= self.bound


def load_acceptance(path: Path | None = None) -> Acceptance:
    """
    The criteria in the file at *path*; None = those that come with caveat.

    Raises:
        InputError: It cannot be read, or a criterion is missing, unknown or no number.
    """
    import yaml

    if path is None:
        with as_file(files("caveat.bench").joinpath("acceptance-terms.yaml")) as own:
            return load_acceptance(own)
    try:
        said = yaml.safe_load(read_text(path))
    except yaml.YAMLError as error:
        raise InputError(f"{path}: is no YAML that can be read ({' '.join(str(error).split())})") from error
    if not isinstance(said, dict) or "registered" not in said:
        raise InputError(f"{path}: does not say when it was registered")
    arms, bench, gold = (_numbers(said, key, names, path) for key, names in _PARTS)
    needed = {name: value for part in (arms, bench) for name, value in part.items() if value is None}
    if needed:
        raise InputError(f"{path}: {', '.join(needed)}: a criterion needs a number")
    return Acceptance(
        str(said["registered"]),
        {name: value for name, value in arms.items() if value is not None},
        {name: value for name, value in bench.items() if value is not None},
        gold,
    )


def of_arm(arm: ArmFigures, without: ArmFigures | None, wanted: Acceptance) -> list[Criterion]:
    """
    The criteria of *arm*.

    Args:
        arm: As scored.
        without: The arm that has no memory; None = there is none, so no gain can be stated.
        wanted: The criteria.
    """
    bounds = wanted.arms
    ours, theirs = arm.correct.value, without.correct.value if without else None
    gain = None if ours is None or theirs is None else ours - theirs
    consistent = arm.consistent.value
    found = [
        Criterion("gain in correctness", gain, bounds["smallest_gain"], True),
        Criterion("omissions", arm.omitted.value, bounds["most_omissions"], False),
        Criterion(
            "name inconsistency",
            None if consistent is None else 1 - consistent,
            bounds["most_name_inconsistency"],
            False,
        ),
        Criterion("flags a chapter", arm.flags, bounds["most_flags_a_chapter"], False),
        Criterion("gender agreement", arm.gender.value, bounds["least_gender_agreement"], True),
    ]
    if arm.case.count:
        found.append(Criterion("case agreement", arm.case.value, bounds["least_case_agreement"], True))
    return found


def held(arms: Sequence[ArmFigures]) -> list[ArmFigures]:
    """Those of *arms* that the criteria are for."""
    return [arm for arm in arms if arm.name not in CONTROLS]


def _numbers(
    said: Mapping[str, Any], key: str, names: tuple[str, ...], path: Path
) -> dict[str, float | None]:
    part = said.get(key)
    if not isinstance(part, dict):
        raise InputError(f"{path}: {key!r} is missing or no table")
    if set(part) != set(names):
        odd = sorted(set(part) ^ set(names))
        raise InputError(f"{path}: {key!r} must name {', '.join(names)}; see {', '.join(map(str, odd))}")
    for name, value in part.items():
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number and value is not None:
            raise InputError(f"{path}: {key}.{name} is no number")
    return {name: None if part[name] is None else float(part[name]) for name in names}


_PARTS = (("arms", _ARMS), ("bench", _BENCH), ("gold", _GOLD))
