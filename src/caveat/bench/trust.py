"""Expected numbers of the trust arithmetic, run against the engine and reported case by case."""

import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from caveat.model.errors import InputError
from caveat.model.records import STEPS, VOLATILITIES, Edge, Record, Tally
from caveat.trust.assess import assess
from caveat.trust.calibration import kappa, other_claims
from caveat.trust.graph import build_graph

NUMBERS = (
    "tier",
    "reliability",
    "prior",
    "support",
    "witness",
    "challenge",
    "credibility",
    "freshness",
    "trust",
    "multiplier",
)
"""Fields of an `Assessment` that a case may expect."""

_NUMBER = (int, float)
_OPTIONAL_NUMBER = (int, float, type(None))
_OPTIONAL_TEXT = (str, type(None))
_FILE = {"tolerance": _NUMBER, "cases": (list,), "calibration": (list,)}
_CASE = {
    "name": (str,),
    "as_of_day": _NUMBER,
    "calibration": (dict,),
    "records": (list,),
    "edges": (list,),
    "expect": (dict,),
}
_RECORD = {
    "id": (str,),
    "declared": _OPTIONAL_NUMBER,
    "sources": (list,),
    "step": _OPTIONAL_TEXT,
    "asserted_by": _OPTIONAL_TEXT,
    "grounded": (bool,),
    "status": (str,),
    "volatility": _OPTIONAL_TEXT,
    "verified_day": _OPTIONAL_NUMBER,
    "created_day": _OPTIONAL_NUMBER,
}
_EDGE = {
    "kind": (str,),
    "source": (str,),
    "target": (str,),
    "day": _OPTIONAL_NUMBER,
    "confirmed": (bool,),
}
_MAY_BE = {"identity": _OPTIONAL_TEXT, "because": _OPTIONAL_TEXT}
"""Keys that a record or an edge may have or leave out."""

_CALIBRATION = {"name": (str,), "other_claims": (list,), "expect": _NUMBER}
_CLAIM = {"stated": _NUMBER, "wrong": (bool,)}
_NOTES = ("about", "note")
_WORDS = {
    "step": (None, *STEPS),
    "status": ("active", "superseded", "retracted"),
    "volatility": (None, *VOLATILITIES),
    "kind": ("supports", "contradicts", "concerns", "supersedes"),
    "because": (None, "updated", "corrected"),
}


class Miss(NamedTuple):
    """
    An expectation that was not met.

    Attributes:
        name: Name of the case.
        ref: Record; empty when the whole case is meant.
        field: Number; empty when the whole record is meant.
        expected: As written in the file.
        got: What was computed; None when nothing was.
        reason: Why there is nothing to compare; empty when both numbers are there.
    """

    name: str
    ref: str
    field: str
    expected: object
    got: float | None
    reason: str = ""


class VectorReport(NamedTuple):
    """
    How a file of expected numbers fared.

    Attributes:
        path: The file.
        cases: Number of cases.
        cases_met: Number of those that met every expectation.
        calibrations: Number of calibrations.
        calibrations_met: Number of those that met theirs.
        misses: Everything that did not, in the order of the file.
    """

    path: str
    cases: int
    cases_met: int
    calibrations: int
    calibrations_met: int
    misses: tuple[Miss, ...] = ()

    @property
    def is_met(self) -> bool:
        """Whether every case and every calibration met its expectations."""
        return not self.misses


def run_vectors(path: str | Path) -> VectorReport:
    """
    Compare every expected number in a file with what the engine computes.

    Args:
        path: A JSON file of ``cases`` and ``calibration``; the file states its own ``tolerance``.

    Returns:
        A report; a case that is not in the format, whose computation fails, or that expects a field nobody
        knows, is a miss with its reason and costs only itself.

    Raises:
        InputError: The file cannot be read, is not JSON, or holds no cases.
    """
    vectors = _read(Path(path))
    tolerance = vectors["tolerance"]
    missed = [
        _judged(f"case {number}", case, _check_case, _case_misses, tolerance)
        for number, case in enumerate(vectors["cases"], 1)
    ]
    missed_calibrations = [
        _judged(f"calibration {number}", case, _check_calibration, _calibration_misses, tolerance)
        for number, case in enumerate(vectors["calibration"], 1)
    ]
    return VectorReport(
        str(path),
        len(missed),
        sum(not misses for misses in missed),
        len(missed_calibrations),
        sum(not misses for misses in missed_calibrations),
        tuple(miss for misses in missed + missed_calibrations for miss in misses),
    )


def _judged(
    where: str,
    case: Any,
    check: Callable[[str, Any], None],
    judge: Callable[[Mapping[str, Any], float], list[Miss]],
    tolerance: float,
) -> list[Miss]:
    try:
        check(where, case)
    except InputError as error:
        name = case.get("name", where) if isinstance(case, dict) else where
        return [Miss(str(name), "", "", None, None, str(error))]
    return judge(case, tolerance)


def format_report(report: VectorReport) -> str:
    """The report as text: a line per miss, then how many cases and calibrations were met."""
    lines = []
    for miss in report.misses:
        place = " ".join(part for part in (miss.ref, miss.field) if part)
        line = f"{miss.name}: {place}: " if place else f"{miss.name}: "
        line += miss.reason or f"expected {miss.expected!r}, got {miss.got!r}"
        lines.append(line)
    lines.append(f"{report.cases_met} of {report.cases} cases")
    lines.append(f"{report.calibrations_met} of {report.calibrations} calibrations")
    return "\n".join(lines)


def _case_misses(case: Mapping[str, Any], tolerance: float) -> list[Miss]:
    name, expect = case["name"], case["expect"]
    if not any(expect.values()):
        return [Miss(name, "", "", None, None, "expects nothing")]
    records = [_record(item) for item in case["records"]]
    edges = [
        Edge(
            item["kind"], item["source"], item["target"], item["day"], item["confirmed"], item.get("because")
        )
        for item in case["edges"]
    ]
    try:
        graph = build_graph(records, edges)
        found = assess(expect, graph, as_of=case["as_of_day"], calibration=case["calibration"])
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        return [Miss(name, "", "", None, None, f"{type(error).__name__}: {error}")]
    misses = []
    for ref, numbers in expect.items():
        if ref not in found:
            misses.append(Miss(name, ref, "", numbers, None, "no such record in the case"))
            continue
        for field, expected in numbers.items():
            if field not in NUMBERS:
                misses.append(Miss(name, ref, field, expected, None, "no such number"))
                continue
            got = getattr(found[ref], field)
            if not _is_close(expected, got, tolerance):
                misses.append(Miss(name, ref, field, expected, got))
    return misses


def _calibration_misses(case: Mapping[str, Any], tolerance: float) -> list[Miss]:
    claims = case["other_claims"]
    wrong = tuple((str(i), claim["stated"]) for i, claim in enumerate(claims) if claim["wrong"])
    got = kappa(*other_claims(Record(""), Tally(len(claims), wrong)))
    if _is_close(case["expect"], got, tolerance):
        return []
    return [Miss(case["name"], "", "calibration", case["expect"], got)]


def _is_close(expected: object, got: float, tolerance: float) -> bool:
    if isinstance(expected, bool) or not isinstance(expected, int | float):
        return False
    return abs(expected - got) <= tolerance


def _record(item: Mapping[str, Any]) -> Record:
    return Record(
        ref=item["id"],
        declared=item["declared"],
        sources=tuple(item["sources"]),
        step=item["step"],
        asserted_by=item["asserted_by"],
        volatility=item["volatility"],
        is_grounded=item["grounded"],
        status=item["status"],
        created=item["created_day"],
        verified=item["verified_day"],
        identity=item.get("identity"),
    )


def _read(path: Path) -> dict[str, Any]:
    try:
        vectors = json.loads(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); name a file of vectors") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: is not JSON, or only a part of it ({error})") from error
    try:
        _check("the file", vectors, _FILE)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
    if not vectors["cases"] and not vectors["calibration"]:
        raise InputError(f"{path}: holds neither cases nor calibrations, so nothing can be judged")
    if not 0 <= vectors["tolerance"] < math.inf:
        raise InputError(f"{path}: tolerance must be a number from 0 on")
    return dict(vectors)


def _check_calibration(where: str, case: Any) -> None:
    _check(where, case, _CALIBRATION)
    for claim in case["other_claims"]:
        _check(f"{where} ({case['name']}), a claim", claim, _CLAIM)


def _check_case(where: str, case: Any) -> None:
    _check(where, case, _CASE)
    where = f"{where} ({case['name']})"
    seen = set()
    for record in case["records"]:
        _check(f"{where}, a record", record, _RECORD)
        if record["id"] in seen:
            raise InputError(f"{where} has two records {record['id']!r}")
        seen.add(record["id"])
        if not all(isinstance(source, str) for source in record["sources"]):
            raise InputError(f"{where}, record {record['id']!r}: a source is not an id")
    for edge in case["edges"]:
        _check(f"{where}, an edge", edge, _EDGE)
    if not all(_is_a(value, _NUMBER) for value in case["calibration"].values()):
        raise InputError(f"{where}: a calibration is not a number")
    for ref, numbers in case["expect"].items():
        if not isinstance(numbers, dict):
            raise InputError(f"{where}: expect {ref!r} is not an object of numbers")


def _check(where: str, item: Any, schema: Mapping[str, tuple[type, ...]]) -> None:
    if not isinstance(item, dict):
        raise InputError(f"{where} is not an object")
    for key, types in schema.items():
        if key not in item:
            raise InputError(f"{where} has no {key!r}")
        if not _is_a(item[key], types):
            raise InputError(f"{where}: {key!r} has the wrong type")
        if key in _WORDS and item[key] not in _WORDS[key]:
            raise InputError(f"{where}: {key!r} cannot be {item[key]!r}")
    for key in item:
        if key in _MAY_BE and _is_a(item[key], _MAY_BE[key]) and item[key] in _WORDS.get(key, (item[key],)):
            continue
        if key not in schema and key not in _NOTES:
            raise InputError(f"{where} has an unknown {key!r}")


def _is_a(value: Any, types: tuple[type, ...]) -> bool:
    return isinstance(value, types) and (bool in types or not isinstance(value, bool))
