"""``caveat book`` for a reviewer: candidates, decisions, revisions, places, plan, and runs over the whole book."""

import json
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from caveat.cli import book_review
from caveat.cli.main import caveat
from caveat.cli.progress import Bar, bar_line
from caveat.model.errors import CaveatError
from caveat.ops.book.opening import open_book
from caveat.ops.book.record import find_term
from caveat.vault.append import append
from tests.history.ledgers import event
from tests.ops.books import book, verified
from tests.vaults import make, tree_hash


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CAVEAT_AUTHOR", "ada")
    monkeypatch.setenv("CAVEAT_DEVICE", "0000000a")
    root = book(tmp_path / "book")
    monkeypatch.chdir(root)
    verified(root)
    return root


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(caveat, ["book", *words], input=typed)


def read(*words: str, status: int = 0) -> dict[str, Any]:
    result = run(*words, "--json")

    assert status == result.exit_code, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_candidates_say_where_a_name_stands_and_what_it_could_be_called(folder: Path) -> None:
    result = run("candidates")

    assert 1 == result.exit_code
    assert "王胡 2 × surname → Ван Ху (palladius)" in result.stdout
    assert "01.txt:2:1  王胡说" in result.stdout
    assert "1 candidate waiting, in 3 chapters" in result.stdout
    (one,) = read("candidates", status=1)["candidates"]
    assert ("王胡", 2, [1, 2], "") == (one["text"], one["times"], one["chapters"], one["decision"])
    assert 0 == run("candidates", "chapters/03.txt").exit_code


def test_review_decides_by_id_and_leaves_nothing_waiting(folder: Path) -> None:
    (item,) = read("review", "--list", status=1)["items"]
    result = run("review", "--accept", item["id"], "--rendering", "Бородач Ван")

    assert (0, True) == (result.exit_code, "0 waiting" in result.stdout), result.output
    assert "Бородач Ван" == find_term(open_book(folder), "王胡").rendering
    assert [] == read("candidates")["candidates"]


def test_review_merges_by_name(folder: Path) -> None:
    found = read("review", "--merge", "王胡", "阿Q")

    assert [("merge", "“王胡” is another name of 阿Q")] == [
        (one["verb"], one["told"]) for one in found["settled"]
    ]


def test_review_decides_nothing_when_one_of_several_is_wrong(folder: Path) -> None:
    before = tree_hash(folder)

    assert isinstance(run("review", "--reject", "王胡", "--accept", "nobody").exception, CaveatError)
    assert 2 == run("review", "--rendering", "x").exit_code
    assert before == tree_hash(folder)


def test_review_with_findings_turns_a_finding_down_and_check_tells_it_no_more(folder: Path) -> None:
    items = read("review", "--findings", "--reports", "r", status=1)["items"]
    (gender,) = [one for one in items if one["finding"] and one["finding"]["code"] == "gender"]
    assert "gender" in run("check", "chapters/03.txt", "translations/03.txt").stdout
    run("review", "--findings", "--reject", gender["id"])

    assert "[gender]" not in run("check", "chapters/03.txt", "translations/03.txt").stdout
    assert "[gender]" not in run("check").stdout


def test_one_key_each_on_a_terminal(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(folder, {"chapters/04.txt": "王胡说好。\n赵司晨说好。\n吕树说好。\n"})
    keys = iter("xsar")
    monkeypatch.setattr(book_review, "_is_terminal", lambda: True)
    monkeypatch.setattr(click, "getchar", lambda: next(keys))
    # The first one is skipped after a key that means nothing; the second one is accepted as it is offered.
    result = run("review", typed="\n")

    assert 1 == result.exit_code, result.output
    assert "[a]ccept [r]eject [m]erge [s]kip [q]uit" in result.output
    assert ["accept: 吕树 → Люй Шу", "reject: “赵司晨” is no term"] == sorted(
        line.strip() for line in result.output.splitlines() if line.startswith(("  accept:", "  reject:"))
    )
    assert result.output.endswith("1 waiting\n")


def test_a_wrong_answer_on_a_terminal_asks_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = iter("mq")
    monkeypatch.setattr(book_review, "_is_terminal", lambda: True)
    monkeypatch.setattr(click, "getchar", lambda: next(keys))
    before = tree_hash(folder)
    result = run("review", typed="nobody\n")

    assert "no term of b is called 'nobody'" in result.output
    assert before == tree_hash(folder)


def test_revise_and_plan(folder: Path) -> None:
    run("prepare", "--out", "blocks")
    assert "0 chunks of 3 to do again" in run("plan").stdout
    assert (
        "revised    未庄: Вэйчжуан → Вэй-Чжуан"
        in run("revise", "未庄", "Вэй-Чжуан", "--because", "print").stdout
    )
    result = run("plan")

    assert 1 == result.exit_code
    assert "chapter 1 chunk 1  未庄: Вэйчжуан → Вэй-Чжуан" in result.stdout
    assert [1, 3] == read("plan", status=1)["chapters"]
    assert 0 == run("plan", "阿Q").exit_code


def test_revision_by_an_agent_waits(folder: Path) -> None:
    found = read("revise", "未庄", "Вэй-Чжуан", "--agent", "--by", "bot")

    assert (True, "Вэйчжуан", "Вэй-Чжуан") == (found["waits"], found["rendering"], found["proposed"])
    assert "proposed" in run("revise", "未庄", "Вэйч", "--was", "Вэйчжуань").stdout


def test_revision_with_forms(folder: Path) -> None:
    run("revise", "阿Q", "Кью", "--form", "gen=Кью-то", "--form", "pl.gen=Кьюев")

    assert ["Кью-то", "Кьюев"] == [form.text for form in find_term(open_book(folder), "阿Q").forms]
    assert 2 == run("revise", "阿Q", "А", "--form", "gen").exit_code


def test_places(folder: Path) -> None:
    result = run("places", "未庄", "--rendered", "Вэй-Чжуан")

    assert (0, True) == (result.exit_code, "03.txt:1:13  ok          Вэй-Чжуане" in result.stdout), (
        result.output
    )
    assert 1 == run("places", "未庄", "--rendered", "Лу").exit_code
    assert [1, 3] == [one["chapter"] for one in read("places", "未庄")["places"]]


def test_whole_book_is_prepared_with_a_table(folder: Path) -> None:
    result = run("prepare", "--out", "blocks", "--state", "states", "--commit")

    assert 1 == result.exit_code
    assert "findings: unknown-name 2" in result.stdout
    assert result.stdout.splitlines()[-2].split()[:3] == ["all", "3", "6"]
    found = read("prepare", "chapters", "--state", "states", status=1)
    assert ["none", "1#1", "2#1"] == [one["carried_from"] for one in found["chapters"]]
    assert 2 == run("prepare", "--chapter", "3").exit_code


def test_chapter_has_the_number_of_its_name(folder: Path) -> None:
    make(folder, {"one.txt": "阿Q来了。"})

    assert '"chapter":3,' in run("prepare", "chapters/03.txt").stdout
    assert 2 == run("prepare", "one.txt").exit_code


def test_whole_book_is_checked_with_a_table_and_in_every_format(folder: Path) -> None:
    result = run("check", "--out", "reports")

    assert 1 == result.exit_code
    assert "[gender]" in result.stdout and "per 1000" in result.stdout
    found = read("check", "chapters", "translations", "--out", "reports", status=1)
    assert [True, True, True] == [one["was_known"] for one in found["chapters"]]
    sarif = json.loads(run("check", "--format", "sarif").stdout)
    assert len(found["findings"]) == len(sarif["runs"][0]["results"])


def test_summary_check(folder: Path) -> None:
    said = {
        "chapter": 1,
        "text": "А-Кью вернулась.",
        "facts": [{"text": "А-Кью дома.", "span": "chapters/01.txt:1"}],
    }
    make(folder, {"s.jsonl": json.dumps(said, ensure_ascii=False)})
    result = run("summary", "check", "s.jsonl")

    assert 1 == result.exit_code
    assert "s.jsonl:1: error: “А-Кью”: the verb beside it has another gender [gender]" in result.stdout
    assert "1 summary with 1 fact: 1 finding" in result.stdout
    assert ["gender"] == [one["code"] for one in read("summary", "check", "s.jsonl", status=1)["findings"]]


@pytest.fixture
def vault(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the book as a vault with an index."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    make(folder, {"caveat.toml": "", "a.md": "# A\n"})
    CliRunner().invoke(caveat, ["index"])
    return folder


@pytest.mark.parametrize("name", ["term:b/王胡", "王胡"])
def test_why_and_verify_of_a_term_answer_as_of_any_record(vault: Path, name: str) -> None:
    make(vault, {"terms/u.jsonl": '{"headword": "王胡", "rendering": "Ван Ху", "from": ["note:a.md"]}\n'})
    run, words = CliRunner(), ["--json", name]
    before = json.loads(run.invoke(caveat, ["why", *words]).stdout)
    looked = json.loads(run.invoke(caveat, ["verify", "--by", "ada", *words]).stdout)["verified"]
    after = json.loads(run.invoke(caveat, ["why", *words]).stdout)

    assert "term:b/王胡" == before["record"]["ref"] == looked[0]["ref"]
    assert ["note:a.md"] == [one["ref"] for one in before["pedigree"]]
    assert [True] == [one["is_approved"] for one in looked]
    assert before["assessment"]["trust"] < after["assessment"]["trust"] == looked[0]["after"]["trust"]
    assert find_term(open_book(vault), "王胡").approval.trust == after["assessment"]["trust"]
    assert "王胡 → Ван Ху" in run.invoke(caveat, ["why", name]).stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["why", "term:b/nobody"], "no book of this vault has term:b/nobody"),
        (["why", "nobody"], "no record is called 'nobody'"),
        (["verify", "--by", "ada", "term:c/阿Q"], "no book of this vault has term:c/阿Q"),
        (["verify", "--by", "ada", "--write", "阿Q"], "without --write"),
        (["verify", "--by", "ada", "阿Q", "nobody"], "no record is called 'nobody'"),
    ],
)
def test_what_no_book_has_is_told_and_nothing_is_recorded(vault: Path, words: list[str], told: str) -> None:
    before = tree_hash(vault)
    error = CliRunner().invoke(caveat, words).exception

    assert isinstance(error, CaveatError)
    assert told in str(error)
    assert before == tree_hash(vault)


def test_contradiction_of_a_term_is_told_by_why(vault: Path) -> None:
    at = "2099-01-01T00:00:00Z"
    claim = event(
        1, "claim", {"text": "It is called otherwise", "stated": 1.0}, by="eve", actor="human", at=at
    )
    said = {"kind": "contradicts", "source": f"claim:{claim.id}", "target": "term:b/阿Q"}
    append(vault, [claim, event(2, "edge", said, by="eve", actor="human", at=at)])
    found = json.loads(CliRunner().invoke(caveat, ["why", "--json", "阿Q"]).stdout)

    assert "contradicted by" in found["sentence"]
    assert "contested" in found["badges"]


class Terminal:
    """Standard error of a terminal."""

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None: ...


def test_bar_is_drawn_on_a_terminal_and_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    bar = Bar()
    bar(0, 2, "01.txt")
    bar(2, 2, "")

    assert "0 of 2  01.txt" in terminal.text
    assert terminal.text.endswith("\r\x1b[K")


def test_bar_is_not_drawn_elsewhere(folder: Path) -> None:
    assert "[" not in run("prepare", "--out", "blocks").stderr


@pytest.mark.parametrize(
    ("done", "seconds", "line"),
    [
        (0, 0.0, "  [........................] 0 of 8  x"),
        (4, 1.0, "  [############............] 4 of 8  x"),
        (4, 10.0, "  [############............] 4 of 8, 10 s left  x"),
        (1, 60.0, "  [###.....................] 1 of 8, 7 min left  x"),
    ],
)
def test_bar_says_how_far_and_how_long_yet(done: int, seconds: float, line: str) -> None:
    assert line == bar_line(done, 8, "x", seconds)


def test_run_over_a_book_prints_a_bounded_list(folder: Path) -> None:
    names = "赵钱孙李周吴郑王冯陈"
    make(folder, {"book.toml": 'name = "b"\n[assembly]\nbudget = 1\n', "chapters/04.txt": "阿Q在未庄。\n"})
    terms = [{"headword": f"{one}{two}道", "rendering": f"Имя{one}"} for one in names for two in names]
    make(folder, {"terms/many.jsonl": "".join(json.dumps(one) + "\n" for one in terms)})
    make(folder, {"chapters/05.txt": "，".join(str(one["headword"]) for one in terms) + "。\n"})
    run("verify", "--all")
    result = run("prepare")

    assert result.stderr.count("[evicted-confirmed]") == 100
    assert "more errors: --json lists all" in result.stderr
    assert len(read("prepare", status=1)["findings"]) > 100


def test_what_was_turned_down_is_in_no_json_of_a_chapter(folder: Path) -> None:
    def told() -> list[str]:
        chunks = json.loads(run("prepare", "chapters/01.txt", "--no-trace", "--json").stdout)["chunks"]
        return [one["code"] for one in chunks[0]["findings"] if one["code"] == "unknown-name"]

    assert ["unknown-name"] == told()
    run("review", "chapters/01.txt", "--reject", "王胡")

    assert [] == told()


def test_places_of_an_old_rendering_leave_out_what_it_is_called_now(folder: Path) -> None:
    run("revise", "未庄", "Вэй-Чжуан")

    assert [1] == [one["chapter"] for one in read("places", "未庄", "--rendered", "Вэйчжуан")["places"]]
