"""``caveat book check``: what is printed in each format, with which exit status."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from caveat.cli.main import caveat
from caveat.model.errors import InputError
from tests.vaults import make


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = make(
        tmp_path / "book",
        {
            "book.toml": 'name = "b"\n',
            "terms/t.jsonl": '{"headword": "萧炎", "rendering": "Сяо Янь", "kind": "person", "gender": "m"}\n',
            "zh.txt": "萧炎走了。\n萧炎笑了。\n",
            "good.txt": "Сяо Янь ушёл.\nОн засмеялся.\n",
            "bad.txt": "Сяо Ян ушёл.\nСяо Янь засмеялась.\n",
        },
    )
    monkeypatch.chdir(root)
    monkeypatch.setenv("CAVEAT_DEVICE", "0000000a")
    return root


def run(*words: str) -> Result:
    return CliRunner().invoke(caveat, ["book", "check", "zh.txt", *words, "--chapter", "1"])


def test_clean_translation_is_status_0(folder: Path) -> None:
    done = run("good.txt")

    assert 0 == done.exit_code
    assert done.output.startswith("2 occurrences by lines: 1 ok, 1 pronoun. 0 flags, 0.00 per 1,000")


def test_findings_are_status_1_with_place_and_next_step(folder: Path) -> None:
    done = run("bad.txt")

    assert 1 == done.exit_code
    assert "bad.txt:1:1: warning: “Сяо Янь” (萧炎) is spelt “Сяо Ян” [variant]" in done.output
    assert (
        "bad.txt:2:1: warning: “Сяо Янь” (萧炎) is masculine, and stands beside засмеялась [gender]"
        in done.output
    )


def test_all_prints_every_verdict(folder: Path) -> None:
    done = run("good.txt", "--all")

    assert "     0  ok          萧炎  Сяо Янь" in done.output.splitlines()
    assert "    14  pronoun     萧炎  Он" in done.output.splitlines()


def test_json_holds_verdicts_flags_and_counts(folder: Path) -> None:
    said = json.loads(run("bad.txt", "--json").output)

    assert {"gender": 1, "variant": 1} == said["counts"]
    assert ["variant", "gender"] == [one["outcome"] for one in said["verdicts"]]
    assert ("line", 2, False) == (said["window"], said["flags"], said["is_clean"])


def test_sarif_names_the_rules_and_places(folder: Path) -> None:
    said = json.loads(run("bad.txt", "--format", "sarif").output)
    (log,) = said["runs"]
    rules = {rule["id"] for rule in log["tool"]["driver"]["rules"]}

    results = [result for result in log["results"] if result["ruleId"] in rules]

    assert {"variant", "gender"} == {result["ruleId"] for result in results}
    assert {"startLine": 1, "startColumn": 1} == results[0]["locations"][0]["physicalLocation"]["region"]


def test_same_run_twice_is_the_same(folder: Path) -> None:
    assert run("bad.txt", "--json").output == run("bad.txt", "--json").output


def test_file_that_is_not_there_is_an_input_error(folder: Path) -> None:
    assert isinstance(run("none.txt").exception, InputError)
