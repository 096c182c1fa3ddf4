import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from caveat.cli.main import caveat
from caveat.model.errors import InputError


def run(*words: str, data: bytes = b"") -> Result:
    return CliRunner().invoke(caveat, ["book", *words], input=data)


@pytest.fixture(autouse=True)
def _book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("CAVEAT_AUTHOR", "ada")
    run("init", str(tmp_path / "b"), "--source", "zh", "--target", "ru")
    monkeypatch.chdir(tmp_path / "b")


def test_import_shows_and_then_writes_and_export_gives_it_back() -> None:
    data = "王胡\tВан Ху\tзадира\n修\tпрактика\n".encode()
    shown = run("import", "-", "--format", "galtransl", data=data)
    written = run("import", "-", "-f", "galtransl", "--apply", "--json", data=data)
    told = json.loads(written.stdout)
    given = run("export", "--format", "galtransl")

    assert (1, 1, 0) == (shown.exit_code, written.exit_code, given.exit_code)
    assert "1 new" in shown.stdout and "nothing was written" in shown.stderr
    assert (["term:b/王胡"], 1) == (told["added"], told["counts"]["short-key"])
    assert "王胡\tВан Ху\tзадира\n" == given.stdout
    assert "not held: that nobody verified them: 王胡" in given.stderr


def test_clean_import_has_status_zero() -> None:
    assert 0 == run("import", "-", "--dry-run", data="王胡->Ван Ху\n".encode()).exit_code


def test_export_into_a_file_tells_what_is_lost_as_json() -> None:
    run("import", "-", "--apply", data="王胡->Ван Ху #задира\n".encode())
    told = json.loads(run("export", "-f", "translatebooks", "-o", "out.json", "--json").stdout)

    assert (1, 1, "out.json") == (told["entries"], told["terms"], told["output"])
    assert ["notes", "that nobody verified them"] == sorted(loss["what"] for loss in told["losses"])
    assert "王胡" == json.loads(Path("out.json").read_text(encoding="utf-8"))[0]["source"]


def test_control_characters_of_a_file_do_not_reach_the_terminal() -> None:
    shown = run(
        "import", "-", "-f", "galtransl", data="王\x1b[31m胡\tВан\n\x9b31m\n".encode("latin-1", "ignore")
    )

    assert "\x1b" not in shown.output.replace("\x1b[1m", "").replace("\x1b[0m", "")


@pytest.mark.parametrize(
    "words",
    [
        ("import", "none.txt"),
        ("import", "-", "--format", "word"),
        ("import", "-", "--encoding", "klingon"),
        ("export", "--format", "wmt25"),
    ],
)
def test_what_cannot_be_judged_says_so(words: tuple[str, ...]) -> None:
    assert isinstance(run(*words, data=b"a\tb\n").exception, InputError)


@pytest.mark.parametrize(
    "words", [("import", "-", "--apply", "--dry-run"), ("export", "--format", "tbx", "--json"), ("export",)]
)
def test_misuse_has_status_two(words: tuple[str, ...]) -> None:
    assert 2 == run(*words, data=b"a\tb\n").exit_code
