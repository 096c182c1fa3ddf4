"""The command line: what it prints, where, with which exit status, and what it imports."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from caveat.cli.main import COMMANDS, caveat, main
from caveat.cli.render import cells, shortened, wrapped
from tests.vaults import make, tree_hash

FILES = {
    "caveat.toml": '[[rule]]\nfolder = "contracts"\nkind = "contract"\n',
    "contracts/lease.md": "# Lease\nThe monthly rent is 1480.\n",
    "summary.md": "---\nsources: ['[[lease]]', '[[gone]]']\nstep: leap\n---\n# Rent overview\nmonthly rent, monthly rent\n",
}


def run(*words: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command as a person would run it."""
    return subprocess.run(
        [sys.executable, "-m", "caveat", *words],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
        timeout=60,
    )


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = make(tmp_path_factory.mktemp("cli") / "vault", FILES)
    done = run("index", cwd=root)

    assert (1, b"") == (done.returncode, done.stderr)
    return root


def test_every_command_is_described_as_it_describes_itself() -> None:
    for name, (_, summary) in COMMANDS.items():
        command = caveat.get_command(None, name)  # type: ignore[arg-type]

        assert command is not None
        assert command.name == name
        assert summary


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_tells_the_exit_status(name: str) -> None:
    done = CliRunner().invoke(caveat, [*([name] if name else []), "--help"])

    assert 0 == done.exit_code
    assert name == "completion" or "Exit status" in done.output


def test_index_reports_and_writes_nothing_into_the_vault(vault: Path) -> None:
    before = tree_hash(vault)
    done = run("index", "--json", cwd=vault)
    report = json.loads(done.stdout)

    assert 1 == done.returncode
    assert (2, []) == (report["unchanged"], report["indexed"])
    assert [("unresolved-link", "summary.md", 2)] == [
        (f["code"], f["path"], f["line"]) for f in report["findings"]
    ]
    assert before == tree_hash(vault)


def test_search_shows_place_trust_and_reason(vault: Path) -> None:
    done = run("search", "monthly rent", cwd=vault)
    text = done.stdout.decode()

    assert 0 == done.returncode
    assert "contracts/lease.md:1" in text
    assert "trust 1.000  tier 0  verified never" in text
    assert "missing source" in text


def test_search_is_limited_to_a_folder_and_to_days(vault: Path) -> None:
    inside = run("search", "rent", "--in", "contracts", "--json", cwd=vault)
    dated = run("search", "rent", "--in", "contracts", "--since", "2026-01-01", cwd=vault)
    swapped = run("search", "rent", "--since", "2026-02-01", "--until", "2026-01-01", cwd=vault)

    assert ["contracts/lease.md"] == [hit["path"] for hit in json.loads(inside.stdout)["hits"]]
    assert (1, b"") == (dated.returncode, dated.stdout)
    assert b"in the folder 'contracts' made since 2026-01-01 (undated ones left out)" in dated.stderr
    assert 2 == swapped.returncode and b"swap the two" in swapped.stderr


def test_search_explains_scores_that_recompute(vault: Path) -> None:
    done = run("search", "rent", "--explain", "--json", cwd=vault)
    for hit in json.loads(done.stdout)["hits"]:
        terms = [term["value"] for term in hit["explanation"]["terms"]]

        assert hit["score"] == pytest.approx(terms[0] * terms[1] * terms[2])


def test_four_outcomes_are_four(vault: Path, tmp_path: Path) -> None:
    unindexed = make(tmp_path / "unindexed", {"a.md": "rent"})
    behind = make(tmp_path / "behind", {"a.md": "rent"})
    run("index", cwd=behind)
    (behind / "a.md").write_text("rent changed", encoding="utf-8")

    missing = run("search", "rent", cwd=unindexed)
    late = run("search", "rent", cwd=behind)
    nothing = run("search", "zebra", cwd=vault)
    bad = run("search", "rent", "-k", "0", cwd=vault)

    assert [2, 0, 1, 2] == [done.returncode for done in (missing, late, nothing, bad)]
    assert b"no index yet: run `caveat index`" in missing.stderr
    assert b"behind the files (1 changed)" in late.stderr
    assert b"changed since it was indexed" in late.stdout
    assert b"no note or claim holds any of these words" in nothing.stderr
    assert b"Usage:" in bad.stderr
    assert b"" == missing.stdout == nothing.stdout == bad.stdout


def test_errors_are_json_when_json_is_asked_for(tmp_path: Path) -> None:
    done = run("search", "x", "--json", cwd=make(tmp_path / "v", {"a.md": "x"}))

    assert "index-missing" == json.loads(done.stdout)["error"]["code"]


@pytest.mark.parametrize("query", ["-x", "--", '"', "*", "🦊", " "])
def test_a_query_after_a_double_dash_is_never_an_option(vault: Path, query: str) -> None:
    assert run("search", "--", query, cwd=vault).returncode in (0, 1)


@pytest.mark.parametrize(
    "ref",
    [
        "contracts/lease.md",
        "contracts/lease.md:1",
        "note:contracts/lease.md",
        "[[lease]]",
        "Lease",
        "lease",
        "contracts/lease",
    ],
)
def test_why_takes_what_search_and_people_write(vault: Path, ref: str) -> None:
    done = run("why", ref, "--json", cwd=vault)

    assert 0 == done.returncode
    assert "note:contracts/lease.md" == json.loads(done.stdout)["record"]["ref"]


def test_why_opens_with_a_plain_sentence_and_an_act(vault: Path) -> None:
    text = run("why", "summary.md", cwd=vault).stdout.decode()

    assert "a leap beyond “Lease”, one step from anything first-hand" in text
    assert "What helps most: mend the link" in text
    assert "contracts/lease.md tier 0" in text
    assert "[[gone]] (derives) leads nowhere" in text


def test_why_refuses_what_fits_nothing_or_several(vault: Path, tmp_path: Path) -> None:
    twins = make(tmp_path / "twins", {"a/x.md": "1", "b/x.md": "2"})
    run("index", cwd=twins)
    several, none = run("why", "x", cwd=twins), run("why", "sumary", cwd=vault)

    assert [2, 2] == [several.returncode, none.returncode]
    assert b"note:a/x.md\n  note:b/x.md" in several.stderr
    assert b"near it: note:summary.md" in none.stderr


def test_status_and_doctor_tell_the_state(vault: Path) -> None:
    status, doctor = run("status", "--json", cwd=vault), run("doctor", cwd=vault)
    found = json.loads(status.stdout)

    assert (2, {"unresolved-link": 1}) == (found["counts"]["notes"], found["findings"])
    assert 1 == doctor.returncode
    assert b"summary.md:2: warning: source [[gone]] is not in the vault" in doctor.stdout


def test_doctor_goes_on_when_the_config_is_wrong(tmp_path: Path) -> None:
    root = make(tmp_path / "v", {"a.md": "x"})
    run("index", cwd=root)
    (root / "caveat.toml").write_text("[[rule]]\nfoldr = 'x'\n", encoding="utf-8")
    doctor, index = run("doctor", cwd=root), run("index", cwd=root)

    assert [1, 2] == [doctor.returncode, index.returncode]
    assert b"foldr" in doctor.stdout
    assert b"folder" in index.stderr


def test_init_shows_writes_once_and_touches_no_note(tmp_path: Path) -> None:
    files = {f"daily/2026-01-{day:02}.md": "met" for day in range(1, 12)} | {"contracts/a.md": "x"}
    root = make(tmp_path / "v", files)
    dry = run("init", "--dry-run", cwd=root)

    assert (0, False) == (dry.returncode, (root / "caveat.toml").exists())

    wet = run("init", cwd=root)
    notes = {path: (root / path).read_bytes() for path in files}

    assert 0 == wet.returncode
    assert "daily" in (root / "caveat.toml").read_text(encoding="utf-8")
    assert {path: content.encode() for path, content in files.items()} == notes
    assert 0 == run("index", cwd=root).returncode

    written = (root / "caveat.toml").read_bytes()
    again = run("init", cwd=root)

    assert (2, written) == (again.returncode, (root / "caveat.toml").read_bytes())


@pytest.mark.parametrize(
    "environment",
    [{"PYTHONIOENCODING": "cp1252"}, {"PYTHONIOENCODING": "cp1251"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}, {}],
)
def test_no_console_can_crash_a_command(tmp_path: Path, environment: dict[str, str]) -> None:
    root = make(tmp_path / "v", {"Заметка 龙.md": "→ ✓ текст"})
    done = [
        run(*words, cwd=root, **environment)
        for words in (
            ("index",),
            ("search", "текст"),
            ("why", "Заметка 龙"),
            ("status",),
            ("doctor",),
            ("init", "--dry-run"),
        )
    ]

    assert [0] * 6 == [d.returncode for d in done]
    assert all(b"Traceback" not in d.stderr for d in done)


@pytest.mark.parametrize("width", ["20", "40", "80", "300"])
def test_lines_fit_the_terminal(vault: Path, width: str) -> None:
    for words in (("search", "rent"), ("why", "summary.md"), ("status",)):
        text = run(*words, cwd=vault, COLUMNS=width).stdout.decode()
        room = max(40, min(int(width), 100))

        # A finding stays on one line in a pipe, and a path stays whole wherever it goes.
        assert [] == [line for line in text.splitlines() if cells(line) > room and not is_whole(line)]


def is_whole(line: str) -> bool:
    """Whether *line* is one that is never wrapped."""
    return "[unresolved" in line or line.startswith(("vault  ", "index  "))


def test_a_vault_is_found_from_a_folder_within(vault: Path) -> None:
    assert 0 == run("search", "rent", cwd=vault / "contracts").returncode
    assert 0 == run("search", "rent", "--vault", str(vault), cwd=Path("/")).returncode


def test_a_vault_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    done = run("search", "x", "--vault", str(tmp_path / "none"), cwd=tmp_path)

    assert 2 == done.returncode
    assert b"give the path of a folder" in done.stderr


def test_a_reader_that_stops_reading_is_no_error(vault: Path) -> None:
    script = f"{sys.executable} -m caveat why summary.md --json | head -c 10"
    done = subprocess.run(["sh", "-c", script], cwd=vault, capture_output=True, check=False, timeout=60)

    assert b"" == done.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(shell: str) -> None:
    done = CliRunner().invoke(caveat, ["completion", shell])

    assert 0 == done.exit_code
    assert "_CAVEAT_COMPLETE" in done.output


HEAVY = {
    "caveat.vault.notes",
    "multiprocessing",
    "pickle",
    "numpy",
    "rich",
    "yaml",
    "pyromark",
    "Stemmer",
    "pathspec",
    "watchfiles",
    "mcp",
    "asyncio",
    "dataclasses",
    "tomllib",
}


@pytest.mark.parametrize(
    ("words", "allowed"),
    [
        (("--help",), set()),
        (("search", "rent"), {"Stemmer", "tomllib"}),
        (("why", "summary.md"), {"Stemmer", "tomllib"}),
        (("status",), {"Stemmer", "tomllib"}),
        (("index",), {"Stemmer", "tomllib", "yaml", "pyromark", "caveat.vault.notes", "pickle"}),
    ],
)
def test_what_a_command_imports_is_pinned(vault: Path, words: tuple[str, ...], allowed: set[str]) -> None:
    code = (
        "import sys\nfrom caveat.cli.main import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        f"sys.stderr.write(' '.join(sorted({HEAVY!r} & sys.modules.keys())))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words], cwd=vault, capture_output=True, check=True, timeout=60
    )
    loaded = set(done.stderr.decode().splitlines()[-1].split()) if done.stderr else set()

    assert set() == loaded - allowed


def test_wrapping_keeps_words_and_width() -> None:
    assert "ab\n cd\n ef" == wrapped("ab cd ef", 3, hanging=" ")
    assert "全角\n文字" == wrapped("全角文字", 4)
    assert "全…" == shortened("全角文字", 4)


@pytest.mark.parametrize("words", [("--help",), ("status",), ("search", "rent"), ("why", "lease", "--json")])
def test_an_output_that_cannot_be_written_is_said(vault: Path, words: tuple[str, ...]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "caveat", *words],
            cwd=vault,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )

    assert 2 == done.returncode
    assert b"caveat: cannot write: No space left on device\n" == done.stderr


@pytest.mark.parametrize(
    "words",
    [["book", "export"], ["search"], ["claim", "add", "--no-such"]],
)
def test_usage_error_is_json_too_when_json_was_asked_for(
    words: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as plain:
        main(words)
    assert ("", 2) == (capfd.readouterr().out, plain.value.code)
    with pytest.raises(SystemExit) as stop:
        main([*words, "--json"])
    said = capfd.readouterr()

    assert (2, "usage") == (stop.value.code, json.loads(said.out)["error"]["code"])
    assert json.loads(said.out)["error"]["message"] in said.err
