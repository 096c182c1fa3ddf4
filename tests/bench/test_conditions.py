"""Named conditions: what they are, and how a figure fares."""

import subprocess
import sys
from pathlib import Path

import click
import pytest

from caveat.bench.conditions import Condition, Expected, Run, exit_status, judge, load_conditions, run
from caveat.bench.printing import as_json, as_text
from caveat.bench.report import main, page
from caveat.bench.sources import SETS, SOURCES
from caveat.model.errors import InputError
from tests.bench.samples import data_folder, write

GOOD = """\
- name: shelf
  about: How hot it gets.
  command: caveat bench claims
  data: [climate-fever]
  tolerance: 0.001
  figures: {AUC: 1, ECE: {value: 0.2, at_most: 0.3, tolerance: 0.01}}
"""


def condition(*words: str, **figures: float) -> Condition:
    expected = tuple(Expected(name, value, 0.001) for name, value in figures.items())
    return Condition("x", "About x.", words, ("climate-fever",), expected)


@pytest.mark.parametrize(
    ("expected", "got", "status"),
    [
        (Expected("a", 0.5, 0.001), 0.5, "OK"),
        (Expected("a", 0.5, 0.001), 0.5009, "OK"),
        (Expected("a", 0.5, 0.001), 0.509, "OKish"),
        (Expected("a", 0.5, 0.001), 0.52, "FAIL"),
        (Expected("a", 0.5, 0.001), None, "FAIL"),
        (Expected("a", 0.5, 0.001), float("nan"), "FAIL"),
        # A bar is stated in three decimals, and so it is compared.
        (Expected("a", None, 0.0, at_least=0.387), 0.3866, "OK"),
        (Expected("a", None, 0.0, at_least=0.387), 0.3864, "FAIL"),
        (Expected("a", None, 0.0, at_least=0.97), 0.969, "FAIL"),
        (Expected("a", None, 0.0, at_most=0.05), 0.0504, "OK"),
        (Expected("a", None, 0.0, at_most=0.05), 0.0506, "FAIL"),
        (Expected("a", 0.5, 0.1, at_least=0.6), 0.55, "FAIL"),
    ],
)
def test_figure_is_ok_okish_or_fail(expected: Expected, got: float | None, status: str) -> None:
    assert judge(expected, got).status == status


def test_figure_that_is_missing_is_none_and_never_zero() -> None:
    assert judge(Expected("a", 0.0, 0.001), None).got is None


def test_shipped_conditions_name_known_data_and_real_commands() -> None:
    from caveat.bench.cli import bench

    for found in load_conditions().values():
        assert set(found.data) <= SOURCES.keys()
        assert found.expected
        words = list(found.command)
        assert words.pop(0) == "bench"
        with click.Context(bench) as context:
            command = bench.get_command(context, words[0])
            assert command is not None
            parsed = command.make_context(words[0], words[1:])
        assert set(parsed.params.get("names") or ()) <= SETS.keys()


def test_every_named_set_has_a_condition() -> None:
    measured = {word for c in load_conditions().values() if "retrieval" in c.command for word in c.command}

    assert SETS.keys() <= measured


def test_condition_is_read_with_tolerance_and_bars(tmp_path: Path) -> None:
    (found,) = load_conditions(write(tmp_path, file=GOOD)["file"]).values()

    assert found.line == "caveat bench claims"
    assert found.expected == (Expected("AUC", 1, 0.001), Expected("ECE", 0.2, 0.01, at_most=0.3))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ("{}", "is not a list of conditions"),
        ("- [", "is no YAML that can be read"),
        ("- x\n", "condition 1: is not an object"),
        (GOOD.replace("  data: [climate-fever]\n", ""), "condition 1: 'data' is missing"),
        (GOOD + "  extra: 1\n", "condition 1: has an unknown 'extra'"),
        (GOOD.replace("caveat bench", "rm -r"), "does not begin with `caveat`"),
        (GOOD.replace("AUC: 1", "AUC: high"), "figure 'AUC': 'value' is no number"),
        (GOOD.replace("at_most", "below"), "figure 'ECE' has an unknown 'below'"),
        (GOOD + GOOD, "condition 2: a second one is called 'shelf'"),
    ],
)
def test_malformed_conditions_are_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        load_conditions(write(tmp_path, file=text)["file"])

    assert said in str(caught.value)


def test_condition_is_run_as_its_command(tmp_path: Path) -> None:
    found = run(condition("bench", "claims", AUC=1.0), data_folder(tmp_path))

    assert (found.status, found.results[0].got, found.problem) == ("OK", 1.0, "")
    assert "ECE" in found.extra
    assert exit_status([found]) == 0


def test_condition_without_its_data_has_no_figure_and_says_why(tmp_path: Path) -> None:
    found = run(condition("bench", "claims", AUC=1.0), tmp_path)

    assert (found.status, found.results[0].got) == ("FAIL", None)
    assert "there is no such file" in found.problem
    assert "no figure: " in as_text(found)
    assert as_json(found)["figures"][0]["measured"] is None
    assert exit_status([found]) == 2


def test_figure_that_the_command_does_not_print_fails(tmp_path: Path) -> None:
    found = run(condition("bench", "claims", F7=1.0), data_folder(tmp_path))

    assert (found.results[0].got, found.status, exit_status([found])) == (None, "FAIL", 1)


def test_page_shows_machine_commands_and_figures(tmp_path: Path) -> None:
    found = run(condition("bench", "claims", AUC=1.0), data_folder(tmp_path))

    text = page([found])

    for part in (
        "\n- date: 2",
        "\n- machine: ",
        "SQLite",
        "caveat bench claims",
        "| AUC | 1.0000 |",
        "licence",
    ):
        assert part in text
    # Only pages that need nothing but the source are compared by `make test`.
    assert not text.startswith("<!-- Generated by")


def test_page_is_not_written_from_conditions_that_could_not_be_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("caveat.bench.conditions.run", lambda c: Run(c, (), "no data"))

    assert main(["--write"]) == 2
    assert list((tmp_path / "docs").iterdir()) == []


def test_page_is_written_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        "caveat.bench.conditions.run", lambda c: Run(c, tuple(judge(e, e.value) for e in c.expected))
    )

    main(["--write", next(iter(load_conditions()))])

    assert (tmp_path / "docs" / "benchmarks.md").read_text().count("\n## ") == 2


def test_unknown_condition_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nonsense"]) == 2
    assert "no condition is called 'nonsense'" in capsys.readouterr().err


def test_bench_imports_nothing_heavy_until_a_command_runs() -> None:
    code = "import sys, caveat.bench.cli; print([m for m in ('yaml', 'sqlite3', 'numpy', 'Stemmer') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
