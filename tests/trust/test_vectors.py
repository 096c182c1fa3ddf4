"""The expected numbers of the arithmetic, and the reader of such files."""

import json
from pathlib import Path

import pytest

from caveat.bench.trust import Miss, format_report, run_vectors
from caveat.model.errors import InputError

VECTORS = Path(__file__).parents[1] / "data" / "trust.json"


def small() -> dict:
    record = {
        "id": "a",
        "declared": 0.5,
        "sources": [],
        "step": None,
        "asserted_by": None,
        "grounded": False,
        "status": "active",
        "volatility": "static",
        "verified_day": None,
        "created_day": 0.0,
    }
    case = {
        "name": "one",
        "note": "",
        "as_of_day": 0.0,
        "calibration": {},
        "records": [record],
        "edges": [],
        "expect": {"a": {"reliability": 0.5, "tier": 0}},
    }
    claims = [{"stated": 0.9, "wrong": False}]
    calibration = {"name": "few", "other_claims": claims, "expect": 1.0}
    return {"about": "", "tolerance": 1e-9, "cases": [case], "calibration": [calibration]}


def written(tmp_path: Path, vectors: object) -> Path:
    path = tmp_path / "vectors.json"
    path.write_text(vectors if isinstance(vectors, str) else json.dumps(vectors))
    return path


def test_every_expected_number_is_met() -> None:
    report = run_vectors(VECTORS)

    assert report.misses == ()
    assert format_report(report) == "95 of 95 cases\n7 of 7 calibrations"


def test_small_file_is_met(tmp_path: Path) -> None:
    assert run_vectors(written(tmp_path, small())).is_met


def test_wrong_number_is_a_miss_with_both_numbers(tmp_path: Path) -> None:
    vectors = small()
    vectors["cases"][0]["expect"]["a"]["reliability"] = 0.5 + 2e-9

    report = run_vectors(written(tmp_path, vectors))

    assert report.misses == (Miss("one", "a", "reliability", 0.5 + 2e-9, 0.5),)
    assert format_report(report).splitlines() == [
        "one: a reliability: expected 0.500000002, got 0.5",
        "0 of 1 cases",
        "1 of 1 calibrations",
    ]


@pytest.mark.parametrize("expected", [float("nan"), None, "0.5", True, [0.5]])
def test_expectation_that_is_no_number_is_a_miss(tmp_path: Path, expected: object) -> None:
    vectors = small()
    vectors["cases"][0]["expect"]["a"]["reliability"] = expected

    assert len(run_vectors(written(tmp_path, vectors)).misses) == 1


@pytest.mark.parametrize(
    ("expect", "reason"),
    [
        ({"a": {"belief": 0.5}}, "no such number"),
        ({"a": {"ref": "a"}}, "no such number"),
        ({"b": {"trust": 0.5}}, "no such record in the case"),
        ({}, "expects nothing"),
        ({"a": {}}, "expects nothing"),
    ],
)
def test_expectation_of_what_nobody_knows_is_a_miss(tmp_path: Path, expect: dict, reason: str) -> None:
    vectors = small()
    vectors["cases"][0]["expect"] = expect

    report = run_vectors(written(tmp_path, vectors))

    assert [miss.reason for miss in report.misses] == [reason]
    assert report.cases_met == 0


def test_case_that_raises_is_a_miss_with_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object, **_options: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr("caveat.bench.trust.assess", broken)

    report = run_vectors(written(tmp_path, small()))

    assert [miss.reason for miss in report.misses] == ["ZeroDivisionError: by nothing"]


def test_calibration_that_differs_is_a_miss(tmp_path: Path) -> None:
    vectors = small()
    vectors["calibration"][0]["expect"] = 0.5

    report = run_vectors(written(tmp_path, vectors))

    assert report.misses == (Miss("few", "", "calibration", 0.5, 1.0),)
    assert report.calibrations_met == 0 and report.cases_met == 1


@pytest.mark.parametrize("key", ["tolerance", "cases", "calibration"])
def test_file_without_a_key_is_refused(tmp_path: Path, key: str) -> None:
    vectors = small()
    del vectors[key]

    with pytest.raises(InputError, match=rf"vectors\.json: the file has no '{key}'"):
        run_vectors(written(tmp_path, vectors))


@pytest.mark.parametrize("key", ["declared", "sources", "grounded", "verified_day", "created_day"])
def test_record_without_a_key_costs_only_its_case(tmp_path: Path, key: str) -> None:
    vectors = small()
    vectors["cases"].append(json.loads(json.dumps(vectors["cases"][0])))
    del vectors["cases"][0]["records"][0][key]

    report = run_vectors(written(tmp_path, vectors))

    assert (1, 2) == (report.cases_met, report.cases)
    assert [f"case 1 (one), a record has no '{key}'"] == [miss.reason for miss in report.misses]


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("step", "rumour", "'step' cannot be 'rumour'"),
        ("status", "gone", "'status' cannot be 'gone'"),
        ("declared", "high", "'declared' has the wrong type"),
        ("declared", True, "'declared' has the wrong type"),
        ("grounded", 1, "'grounded' has the wrong type"),
        ("belief", 1.0, "an unknown 'belief'"),
        ("sources", [1], "a source is not an id"),
    ],
)
def test_record_of_another_schema_is_a_miss(tmp_path: Path, key: str, value: object, reason: str) -> None:
    vectors = small()
    vectors["cases"][0]["records"][0][key] = value

    report = run_vectors(written(tmp_path, vectors))

    assert 0 == report.cases_met
    assert reason in report.misses[0].reason


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (json.dumps(small())[:200], "is not JSON, or only a part of it"),
        ("# vectors", "is not JSON"),
        ("", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[]", "the file is not an object"),
        ('{"tolerance": 0, "cases": [], "calibration": []}', "nothing can be judged"),
        ('{"tolerance": NaN, "cases": [{}], "calibration": []}', "tolerance must be"),
    ],
)
def test_file_that_is_no_vectors_is_refused(tmp_path: Path, content: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        run_vectors(written(tmp_path, content))


def test_same_record_twice_is_a_miss(tmp_path: Path) -> None:
    vectors = small()
    vectors["cases"][0]["records"] *= 2

    assert "two records 'a'" in run_vectors(written(tmp_path, vectors)).misses[0].reason


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        run_vectors(tmp_path / "none.json")


def test_a_case_that_is_none_is_a_miss(tmp_path: Path) -> None:
    vectors = small()
    vectors["cases"].append(1)
    vectors["calibration"].append({"name": "half"})

    report = run_vectors(written(tmp_path, vectors))

    assert ["case 2", "half"] == [miss.name for miss in report.misses]
    assert (1, 1) == (report.cases_met, report.calibrations_met)


def test_supersessions_and_identities_are_read(tmp_path: Path) -> None:
    vectors = small()
    case = vectors["cases"][0]
    case["records"][0]["identity"] = None
    case["edges"].append(
        {
            "kind": "supersedes",
            "source": "gone",
            "target": "a",
            "day": None,
            "confirmed": False,
            "because": "updated",
        }
    )

    assert () == run_vectors(written(tmp_path, vectors)).misses
