"""``caveat book``: what is typed, what is printed, with which exit status."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from caveat.cli.main import caveat
from caveat.model.errors import CaveatError
from tests.vaults import make

LINES = (
    '{"headword": "阿Q", "rendering": "А-Кью", "kind": "person", "gender": "m", "sticky": 1}\n'
    '{"headword": "未庄", "rendering": "Вэйчжуан", "kind": "place", "since": 3}\n'
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = make(
        tmp_path / "book",
        {
            "book.toml": 'name = "ah-q"\n',
            "terms/t.jsonl": LINES,
            "ch1.txt": "阿Q来了。\n",
            "ch2.txt": "没有别人。\n",
        },
    )
    monkeypatch.chdir(root)
    monkeypatch.setenv("CAVEAT_AUTHOR", "ada")
    monkeypatch.setenv("CAVEAT_DEVICE", "0000000a")
    return root


def run(*words: str) -> Result:
    return CliRunner().invoke(caveat, ["book", *words])


def read(*words: str, status: int = 0) -> dict[str, Any]:
    result = run(*words, "--json")

    assert status == result.exit_code, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_init_verify_prepare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAVEAT_AUTHOR", "ada")

    assert 0 == run("init", "b").exit_code
    make(tmp_path, {"b/terms/terms.jsonl": LINES, "b/ch.txt": "阿Q来了。\n"})
    monkeypatch.chdir(tmp_path / "b")
    assert "А-Кью (approved)" in run("verify", "阿Q").stdout
    result = run("prepare", "ch.txt", "--chapter", "1")
    assert 0 == result.exit_code, result.output
    assert "- 阿Q → А-Кью (person)" in result.stdout
    assert "CONFIRMED  阿Q (阿Q) EXACT" in result.stdout
    assert 'trace {"v":1,"book":"b","chapter":1,"chunk":1' in result.stdout
    assert isinstance(run("init", ".").exception, CaveatError)


def test_block_alone_is_what_goes_into_a_prompt(folder: Path) -> None:
    run("verify", "--all")
    result = run("prepare", "ch1.txt", "--chapter", "1", "--block", "--no-trace")

    assert result.stdout.startswith("Names and terms of this passage\n")
    assert "CONFIRMED" not in result.stdout and "trace" not in result.stdout
    assert not (folder / ".caveat/trace").exists()


def test_json_has_every_decision(folder: Path) -> None:
    found = read("prepare", "ch1.txt", "--chapter", "1")
    (chunk,) = found["chunks"]

    assert {"book", "chapter", "path", "snapshot", "chunks_of_chapter", "chunks", "findings"} == found.keys()
    assert {
        "block",
        "occurrences",
        "suppressed",
        "unknown",
        "ruby",
        "entries",
        "findings",
        "trace",
        "state",
    } == chunk.keys()
    assert [("AMBIGUOUS", "UNVERIFIED", 0, 2)] == [
        (one["decision"], one["reason"], one["start"], one["end"]) for one in chunk["occurrences"]
    ]
    assert found["snapshot"] == chunk["trace"]["snapshot"] == read("snapshot")["id"]


def test_committed_state_is_carried_to_the_next_chapter(folder: Path) -> None:
    run("verify", "--all")
    first = read("prepare", "ch1.txt", "--chapter", "1", "--state", "state.json", "--commit")
    second = read("prepare", "ch2.txt", "--chapter", "2", "--state", "state.json")
    alone = read("prepare", "ch2.txt", "--chapter", "2")

    assert "none" == first["chunks"][0]["trace"]["carried_from"]
    assert ("1#1", 1) == (
        second["chunks"][0]["trace"]["carried_from"],
        second["chunks"][0]["trace"]["n_sticky"],
    )
    assert "А-Кью" in second["chunks"][0]["block"]
    assert "" == alone["chunks"][0]["block"]
    assert 1 == json.loads((folder / "state.json").read_text())["chapter"]
    assert 2 == run("prepare", "ch1.txt", "--chapter", "1", "--commit").exit_code


def test_findings_go_to_stderr_and_decide_the_exit(folder: Path) -> None:
    make(folder, {"ch3.txt": "未庄在哪里\n"})
    result = run("prepare", "ch3.txt", "--chapter", "1")

    assert 1 == result.exit_code
    assert "ch3.txt:1:1: warning" in result.stderr and "[spoiler-blocked]" in result.stderr
    assert "nothing to tell a model" in result.stderr
    assert "Вэйчжуан" not in result.output


def test_book_is_named_or_found_from_the_chapter(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert 0 == run("prepare", "book/ch1.txt", "--chapter", "1").exit_code
    assert 0 == run("snapshot", "--book", "book").exit_code
    result = run("snapshot")
    assert isinstance(result.exception, CaveatError)
    assert "caveat book init" in str(result.exception)


def test_conflicts_wait_with_status_one(folder: Path) -> None:
    assert 0 == run("conflicts").exit_code
    make(folder, {"terms/u.jsonl": '{"headword": "阿贵", "rendering": "А-Кью"}\n'})
    found = read("conflicts", status=1)

    assert (1, "headwords") == (found["waiting"], found["conflicts"][0]["kind"])
    assert "several headwords, one rendering" in run("conflicts").stdout


def test_trace_marks_what_another_snapshot_made(folder: Path) -> None:
    run("prepare", "ch1.txt", "--chapter", "1")
    assert [True] == [one["is_current"] for one in read("trace")["traces"]]
    run("verify", "--all")

    assert [False] == [one["is_current"] for one in read("trace", "--chapter", "1")["traces"]]
    assert [] == read("trace", "--chapter", "2")["traces"]
    assert "not today's" in run("trace").stdout


def test_agent_is_refused_and_names_must_fit(folder: Path) -> None:
    assert isinstance(run("verify", "阿Q", "--agent").exception, CaveatError)
    assert isinstance(run("verify", "王胡").exception, CaveatError)
    assert 2 == run("verify").exit_code
    assert 2 == run("verify", "阿Q", "--all").exit_code


def test_snapshot_shows_its_parts(folder: Path) -> None:
    found = read("snapshot")

    assert found["id"] == run("snapshot").stdout.splitlines()[0]
    assert {"fold", "terms", "assembly", "estimator", "chunker"} <= found["parts"].keys()
    assert (2, 0) == (found["terms"], found["approved"])
