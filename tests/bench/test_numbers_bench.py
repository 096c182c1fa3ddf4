"""The bench of the number gate: vectors, specs, annotated reports and strength, on small files of our own."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from caveat.bench.cli import bench
from caveat.bench.gate_bench import ATTRIBUTE, CLASSES, EVERY, NAMED, SCRIPT, SUBJECT, VALUE, measure_gate
from caveat.bench.inlg import FILES, load_reports
from caveat.bench.numbers_bench import lines, measure_specs, measure_vectors
from caveat.bench.script import values
from caveat.bench.strength_bench import measure_chance, measure_classes
from caveat.model.errors import InputError


def case(text: str, *expected: str, tier: str = "basic", **more: str) -> str:
    """A line of a file of vectors; *expected* as ``12 USD money``."""
    fields = ("value", "unit", "kind")
    expect = [dict(zip(fields, one.split(), strict=True)) for one in expected]
    item = {"id": "x", "lang": "en", "format": "text", "text": text, "tier": tier, "expect": expect}
    return json.dumps(item | more) + "\n"


def vectors(folder: Path, *cases: str) -> Path:
    path = folder / "vectors.jsonl"
    path.write_text("".join(cases), encoding="utf-8")
    return path


def test_case_is_right_when_value_unit_and_kind_are_just_the_expected_ones(tmp_path: Path) -> None:
    path = vectors(
        tmp_path,
        case("It costs $12 and 5 %.", "12 USD money", "5 % percent"),
        case("It costs $12.", "12 EUR money"),
        case("It costs $12.", "12 USD percent"),
        case("It costs $12 and $12.", "12 USD money", tier="hard"),
        case("It costs $1.20.", "1.2 USD money", tier="hard"),
    )

    tally = measure_vectors(path)

    assert {"basic": 1, "hard": 1} == dict(tally.right)
    assert {"basic": 3, "hard": 2} == dict(tally.total)
    assert (8, 0) == (tally.runs, tally.silent)
    assert 5 == tally.script, "the script compares sets of values"
    assert "x: It costs $12.\n    expected 12 EUR; found 12 USD" == "\n".join(list(lines(tally.misses))[:2])


def test_own_cases_are_all_right_and_no_digit_is_lost() -> None:
    tally = measure_vectors()

    assert tally.right == tally.total
    assert 0 == tally.silent < tally.runs


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[]\n", "is a list, not an object"),
        (case("x", "many USD money"), "'value' is 'many', no number"),
        (case("x", format="pdf"), "'format' is 'pdf': one of text, md, html"),
        (json.dumps({"text": "x", "format": "text"}) + "\n", "has no 'expect'"),
    ],
)
def test_vectors_of_another_format_are_told_with_their_line(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(InputError, match=r"vectors\.jsonl: line 2") as told:
        measure_vectors(vectors(tmp_path, case("x"), line))

    assert message in str(told.value)


def test_vectors_print_n_of_n_and_misses_close_the_gate(tmp_path: Path) -> None:
    good = CliRunner().invoke(
        bench, ["numbers", "--vectors", str(vectors(tmp_path, case("$5", "5 USD money")))]
    )
    bad = CliRunner().invoke(bench, ["numbers", "--vectors", str(vectors(tmp_path, case("$5"), case("x")))])

    assert (0, "vectors.jsonl: 1 of 1") == (good.exit_code, good.output.splitlines()[-1])
    assert (1, "vectors.jsonl: 1 of 2") == (bad.exit_code, bad.output.splitlines()[-1])


def spec(*cases: tuple[str, list[dict[str, object]]]) -> str:
    return json.dumps(
        [{"Input": text, "Results": [{"Resolution": one} for one in said]} for text, said in cases]
    )


def test_specs_are_compared_by_value_and_currency(tmp_path: Path) -> None:
    path = tmp_path / "English.Currency.json"
    path.write_text(
        spec(
            ("12 dollars", [{"value": "12", "unit": "Dollar"}]),
            ("5 cents, 12 %", [{"value": "5", "unit": "Cent"}]),
            ("3 francs", [{"value": "3", "unit": "Franc"}]),
            ("£4", [{"value": "4", "unit": "Dollar"}]),
            ("the dollar", [{"value": None, "unit": "Dollar"}]),
        ),
        encoding="utf-8",
    )

    tally = measure_specs({"en": path}, "currency")

    assert (4, 5) == (tally.right["en"], tally.total["en"])
    assert ["English.Currency.json:4"] == [miss.name for miss in tally.misses]


GAMES = "TEXT_ID,GENERATED_TEXT\nS001,{one}\nS002,{two}\n"
MARKS = "TEXT_ID,DOC_TOKEN_START,DOC_TOKEN_END,TYPE,CORRECTION\n{rows}"


def score(name: str, points: str, rebounds: str) -> dict[str, dict[str, str]]:
    player = {"0": name, "1": "Bo Reed"}
    row = {"0": points, "1": "4"}
    others = {code: {"0": "0", "1": "N/A"} for code in ("AST", "STL", "BLK", "MIN", "TO")}
    return {
        "PLAYER_NAME": player,
        "SECOND_NAME": {key: value.split()[1] for key, value in player.items()},
        "PTS": row,
        "REB": {"0": rebounds, "1": "9"},
    } | others


def reports(folder: Path, one: str, two: str, rows: str) -> list[Path]:
    paths = [folder / name.rpartition("/")[2] for name in FILES]
    paths[0].write_text(GAMES.format(one=one, two=two), encoding="utf-8")
    paths[1].write_text(MARKS.format(rows=rows), encoding="utf-8")
    lines_ = [
        json.dumps(
            {
                "shared_task_text_id": name,
                "box_score": score("Al Hart", "12", "7"),
                "home_city": "Boston",
                "home_name": "Celtics",
                "home_line": {"TEAM-PTS": "99", "TEAM-WINS": "3"},
                "vis_city": "Miami",
                "vis_name": "Heat",
                "vis_line": {"TEAM-PTS": "88", "TEAM-WINS": "N/A"},
            }
        )
        for name in ("S001", "S002")
    ]
    paths[2].write_text("\n".join(lines_) + "\n", encoding="utf-8")
    return paths


def test_ways_of_the_gate_are_told_apart(tmp_path: Path) -> None:
    # Hart made 12 points and 7 rebounds; Reed 4 points and 9 rebounds.
    text = "Al Hart had 12 points . Al Hart took 12 rebounds . Bo Reed scored 7 points . Hart got 55 points ."
    rows = "S001,10,10,NUMBER,7\nS001,16,16,NUMBER,4\nS001,21,21,NUMBER,12\nS001,2,2,NAME,x\n"
    found = measure_gate(load_reports(reports(tmp_path, text, "Bo Reed had nine rebounds .", rows)))

    assert (1.0, 0.0) == found.shares(NAMED, SCRIPT)
    assert (2 / 3, 0.0) == found.shares(NAMED, VALUE)
    assert (1 / 3, 0.0) == found.shares(NAMED, SUBJECT)
    assert (0.0, 0.0) == found.shares(NAMED, ATTRIBUTE)
    assert (None, 0.0) == found.shares(NAMED, ATTRIBUTE, "measured")
    assert () == found.slips


def test_wrong_words_that_are_no_numbers_count_as_passed(tmp_path: Path) -> None:
    paths = reports(tmp_path, "Al Hart had a steal .", "Al Hart had 12 points .", "S001,4,4,NUMBER,zero\n")
    found = measure_gate(load_reports(paths))

    assert 1 == found.unseen
    assert {(1.0, 0.0)} == {found.shares(EVERY, way) for way in (SCRIPT, VALUE, SUBJECT, ATTRIBUTE)}
    assert (None, 0.0) == found.shares(NAMED, ATTRIBUTE)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("S001,40,41,NUMBER,7\n", "lies outside of its 6 tokens"),
        ("S001,a,2,NUMBER,7\n", "'DOC_TOKEN_START' is 'a', no whole number"),
        ("S001,2,2,NAME,7\n", "no wrong number is annotated"),
    ],
)
def test_annotations_that_do_not_fit_are_told(tmp_path: Path, rows: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        load_reports(reports(tmp_path, "Al Hart had 12 points .", "Bo had 4 points .", rows))


def test_the_gate_prints_every_way_and_class(tmp_path: Path) -> None:
    folder = tmp_path / "numbers" / "inlg2021"
    folder.mkdir(parents=True)
    reports(folder, "Al Hart had 13 points .", "Bo Reed had 4 points .", "S001,4,4,NUMBER,12\n")

    told = CliRunner().invoke(bench, ["gate", "--data", str(tmp_path), "--disagreements"])
    figures = json.loads(CliRunner().invoke(bench, ["gate", "--data", str(tmp_path), "--json"]).output)

    assert 0 == told.exit_code
    assert all(f"\n{name}: 1 wrong, 1 right\n" in told.output for name in CLASSES)
    assert 0.0 == figures["figures"][f"{NAMED}, {ATTRIBUTE}: wrong passed"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$0.20, 12 долларов, 0,50 долл., 8%, 5 центов, 7 рублей", {0.2, 12, 0.5, 8, 5, 7}),
        ("€5, 5 euros, twelve dollars, $&nbsp;8", set()),
        ("$1,234.56", {1.234}),
    ],
)
def test_the_script_sees_what_the_original_saw(text: str, expected: set[float]) -> None:
    assert expected == values(text)


def test_more_facts_let_more_invented_numbers_pass_by_value_and_none_by_owner() -> None:
    few, many = measure_chance((5, 300), draws=3)

    assert few.shares[VALUE] < 0.2 < many.shares[VALUE]
    assert 0.0 == few.shares[ATTRIBUTE] == many.shares[ATTRIBUTE]
    assert measure_chance((5,), draws=3, seed=2) == measure_chance((5,), draws=3, seed=2)


def test_swaps_are_caught_where_subjects_are_named_and_notations_pass() -> None:
    found = measure_classes(20)

    assert found.swaps[ATTRIBUTE][0] == found.swaps[ATTRIBUTE][1] > 0
    assert found.formats[ATTRIBUTE][0] == found.formats[ATTRIBUTE][1] > 0
    assert 0 == found.swaps[VALUE][0] == found.swaps[SCRIPT][0]
