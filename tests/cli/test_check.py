"""``caveat check``: what it prints in each format, its exit status, the hook and the workflow that ship."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from caveat.cli.check import check
from caveat.model.errors import CaveatError
from tests.architecture.sources import ROOT
from tests.vaults import make, tree_hash

HEAD = "| id | subject | attribute | value | per | note |\n|---|---|---|---|---|---|\n"
FACTS = HEAD + "| alpha.out | Alpha | output | $15 | | |\n| beta.out | Beta | output | $12 | | |\n"
GOOD = "Alpha's output costs $15 since 2026-03-04.\n"
BAD = "Beta's output costs $15, Alpha's $9.\n"


def run(
    *words: str, cwd: Path, stdin: bytes = b"", **environment: str
) -> "subprocess.CompletedProcess[bytes]":
    """The command as a person would run it."""
    return subprocess.run(
        [sys.executable, "-m", "caveat", "check", *words],
        cwd=cwd,
        env={**os.environ, **environment},
        input=stdin,
        capture_output=True,
        check=False,
        timeout=60,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make(
        tmp_path / "work", {"facts.md": FACTS, "good.md": GOOD, "bad.md": BAD, "none.md": "Nothing.\n"}
    )


def test_a_clean_draft_is_told_with_what_was_and_was_not_checked(folder: Path) -> None:
    done = run("good.md", "--facts", "facts.md", cwd=folder)
    text = done.stdout.decode()

    assert (0, b"") == (done.returncode, done.stderr)
    assert "good.md: 2 seen; 1 checked; 1 bound; skipped: 1 date; 1 fact used" in text
    assert "an invented number would pass with a chance of 1.1%" in " ".join(text.split())
    assert "2 facts loaded; verified by the caller, as no vault holds it: facts.md" in " ".join(text.split())
    assert text.endswith("passed\n")


def test_a_blocked_draft_names_place_words_nearest_fact_and_line_to_edit(folder: Path) -> None:
    done = run("bad.md", "--facts", "facts.md", cwd=folder)
    lines = done.stdout.decode().splitlines()

    assert 1 == done.returncode
    assert (
        "bad.md:1:21: error: “$15” is said of Beta, but is Alpha output (alpha.out) [misbound-number]"
        == lines[0]
    )
    assert "bad.md:1:34: error: “$9” is in no fact for Alpha [unknown-number]" in lines
    assert "facts.md:3" in done.stdout.decode()
    assert "blocked" == lines[-1]


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["good.md", "--facts", "facts.md"], 0),
        (["bad.md", "--facts", "facts.md"], 1),
        (["bad.md", "--facts", "facts.md", "--value-only"], 1),
        (["good.md", "bad.md", "--facts", "facts.md"], 1),
        (["none.md", "--facts", "facts.md"], 2),
        (["none.md", "--facts", "facts.md", "--allow-empty"], 0),
        (["gone.md", "--facts", "facts.md"], 2),
        (["gone.md", "bad.md", "--facts", "facts.md"], 2),
        (["good.md", "--facts", "gone.md"], 2),
        (["good.md", "--facts", "none.md"], 2),
        (["good.md"], 2),
        ([], 2),
        (["good.md", "--facts", "facts.md", "--strength"], 0),
        (["good.md", "--facts", "facts.md", "--min-strength", "0.99"], 0),
        (["good.md", "--facts", "facts.md", "--language", "xx"], 2),
        (["good.md", "--facts", "facts.md", "--kind", "percent"], 2),
    ],
)
def test_exit_status_is_that_of_the_report(folder: Path, words: list[str], status: int) -> None:
    for form in ("text", "json", "sarif", "github"):
        with contextlib.chdir(folder):
            done = CliRunner().invoke(check, [*words, "--format", form])

        # The last face turns what is raised on purpose into 2.
        assert status == (2 if isinstance(done.exception, CaveatError) else done.exit_code), done.output


def test_a_weak_gate_fails_when_strength_is_asked_for(folder: Path) -> None:
    make(folder, {"loose.md": "- $15 — a\n- $12 — b\n", "it.md": "It is $15.\n"})
    done = run("it.md", "--facts", "loose.md", "--min-strength", "0.99", cwd=folder)
    text = " ".join(done.stdout.decode().split())

    assert 1 == done.returncode
    assert "“$15” as “12 USD” (swap) passed: loose.md:2" in text
    assert "[weak-gate]" in text
    assert 0 == run("it.md", "--facts", "loose.md", "--strength", cwd=folder).returncode


def test_standard_input_is_a_draft(folder: Path) -> None:
    done = run("-", "--facts", "facts.md", cwd=folder, stdin=BAD.encode())

    assert (1, True) == (done.returncode, done.stdout.startswith(b"-:1:21: error:"))


def test_value_only_says_what_it_does_not_check(folder: Path) -> None:
    make(folder, {"swap.md": "Beta's output costs $15.\n"})
    done = run("swap.md", "--facts", "facts.md", "--value-only", cwd=folder)

    assert 0 == done.returncode
    assert "value only: whose number it is was not checked" in done.stdout.decode()


def test_skipped_digits_can_be_listed(folder: Path) -> None:
    done = run("good.md", "--facts", "facts.md", "--list-skipped", cwd=folder)

    assert "good.md:1:32: date: 2026-03-04" in done.stdout.decode()


def test_json_holds_every_verdict_and_json_is_the_same_as_format_json(folder: Path) -> None:
    done = run("bad.md", "--facts", "facts.md", "--json", cwd=folder)
    report = json.loads(done.stdout)
    draft = report["drafts"][0]

    assert done.stdout == run("bad.md", "--facts", "facts.md", "--format", "json", cwd=folder).stdout
    assert [("15", "USD", "MISBOUND"), ("9", "USD", "UNKNOWN")] == [
        (one["value"], one["unit"], one["reason"]) for one in draft["verdicts"]
    ]
    assert (1, 2, 2) == (report["status"], report["facts"]["loaded"], draft["checked"])


def test_an_error_is_json_when_json_is_asked_for(folder: Path) -> None:
    assert "bad-input" == json.loads(run("good.md", "--json", cwd=folder).stdout)["error"]["code"]


def test_sarif_names_rules_and_places(folder: Path) -> None:
    log = json.loads(run("bad.md", "gone.md", "--facts", "facts.md", "--format", "sarif", cwd=folder).stdout)
    found = log["runs"][0]
    rules = {rule["id"] for rule in found["tool"]["driver"]["rules"]}
    place = found["results"][0]["locations"][0]["physicalLocation"]

    assert ("2.1.0", False) == (log["version"], found["invocations"][0]["executionSuccessful"])
    assert {result["ruleId"] for result in found["results"]} <= rules
    assert ("bad.md", {"startLine": 1, "startColumn": 21}) == (
        place["artifactLocation"]["uri"],
        place["region"],
    )
    assert "gone.md" in json.dumps(found["invocations"])


def test_github_commands_cannot_be_forged_by_a_draft(folder: Path) -> None:
    make(folder, {"x%,y.md": "Alpha costs $9 now %0A::set-env\n"})
    lines = (
        run("x%,y.md", "--facts", "facts.md", "--format", "github", cwd=folder).stdout.decode().splitlines()
    )

    assert lines[0].startswith("::error file=x%25%2Cy.md,line=1,col=13,title=unknown-number::")
    assert all(line.startswith("::error file=x%25%2Cy.md,") for line in lines if line.startswith("::"))


def test_output_is_the_same_twice_and_the_draft_is_not_written(folder: Path) -> None:
    before = tree_hash(folder)
    for form in ("text", "sarif"):
        words = ("bad.md", "good.md", "--facts", "facts.md", "--strength", "--format", form)

        assert run(*words, cwd=folder).stdout == run(*words, cwd=folder).stdout
    assert before == tree_hash(folder)


def test_control_characters_of_a_draft_do_not_reach_the_terminal(folder: Path) -> None:
    make(folder, {"c.md": "Alpha \x1b[31m costs $9\x07 \n"})

    assert b"\x1b" not in run("c.md", "--facts", "facts.md", "--list-skipped", cwd=folder).stdout


def test_a_skeleton_counts_only_when_a_human_has_filled_it_in(folder: Path) -> None:
    make(
        folder,
        {"list.html": "<table><tr><th>model<th>price</tr><tr><td>Alpha<td>$15</tr></table><p>20 % off"},
    )
    done = run("--draft-facts", "list.html", cwd=folder)
    text = done.stdout.decode()
    (folder / "new.md").write_text(text)
    refused = run("good.md", "--facts", "new.md", cwd=folder)
    filled = text.replace("| ? | ? |", "| Alpha | output |")
    (folder / "new.md").write_text(filled)

    assert 0 == done.returncode
    assert "| f1 | ? | ? | 15 USD | | price · Alpha |" in text
    assert (2, True) == (refused.returncode, b"not filled in" in refused.stdout)
    assert 0 == run("good.md", "--facts", "new.md", cwd=folder).returncode


def test_a_skeleton_of_nothing_is_refused(folder: Path) -> None:
    assert 2 == run("--draft-facts", "none.md", cwd=folder).returncode
    assert 2 == run("--draft-facts", "gone.md", cwd=folder).returncode


def pricing(tmp_path: Path) -> Path:
    """The example as a project, its facts verified; ``caveat`` stands in ``bin``."""
    root = tmp_path / "pricing"
    shutil.copytree(ROOT / "examples" / "pricing", root)
    subprocess.run(
        [sys.executable, "-m", "caveat", "verify", "facts/prices.md", "--by", "Mara"],
        cwd=root,
        check=True,
        capture_output=True,
    )
    shim = tmp_path / "bin" / "caveat"
    shim.parent.mkdir()
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m caveat "$@"\n')
    shim.chmod(0o755)
    return root


def shell(command: list[str], root: Path) -> "subprocess.CompletedProcess[bytes]":
    path = f"{root.parent / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(command, cwd=root, env=environment, capture_output=True, check=False, timeout=60)


def hook() -> dict[str, str]:
    (found,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    return found  # type: ignore[no-any-return]


@pytest.mark.parametrize(("pattern", "status"), [("clean", 0), ("swapped", 1), ("invented", 1)])
def test_the_hook_does_what_it_says_on_staged_drafts(tmp_path: Path, pattern: str, status: int) -> None:
    """pre-commit runs the entry from the project's root with the staged files that fit."""
    root = pricing(tmp_path)
    staged = sorted(path.relative_to(root).as_posix() for path in root.rglob(f"{pattern}*"))
    staged = [path for path in [*staged, "facts/prices.md"] if re.search(hook()["files"], path)]
    done = shell([*hook()["entry"].split(), *staged], root)

    assert status == done.returncode, done.stdout.decode()
    assert staged
    if status:
        assert re.search(rb"drafts/\w+\.\w+\.\w+:\d+:\d+: error: ", done.stdout)
        assert b"facts/prices.md:1" in done.stdout


def test_the_hook_is_a_hook() -> None:
    assert {"id", "name", "entry", "language", "files"} <= hook().keys()
    assert ("caveat-check", "python") == (hook()["id"], hook()["language"])


def test_the_workflow_marks_the_lines_of_wrong_numbers(tmp_path: Path) -> None:
    root = pricing(tmp_path)
    workflow = yaml.safe_load((ROOT / "examples" / "github-actions.yml").read_text(encoding="utf-8"))
    command = workflow["jobs"]["check"]["steps"][-1]["run"]
    blocked = shell(["/bin/sh", "-c", command], root)
    for path in (root / "drafts").iterdir():
        if not path.name.startswith("clean"):
            path.unlink()
    clean = shell(["/bin/sh", "-c", command], root)

    assert (True, 0) == (blocked.returncode != 0, clean.returncode), clean.stdout
    assert b"::error file=drafts/swapped.en.md,line=3," in blocked.stdout


def test_a_vault_above_is_found_and_its_facts_are_used(tmp_path: Path) -> None:
    root = pricing(tmp_path)

    assert 0 == run("clean.en.md", cwd=root / "drafts").returncode
    assert 0 == run("drafts/clean.en.md", "--vault", os.fspath(root), cwd=root).returncode


def test_nothing_heavy_is_imported(folder: Path) -> None:
    program = (
        "import sys; sys.argv = ['caveat', 'check', 'good.md', '--facts', 'facts.md']\n"
        "from caveat.cli.main import main\n"
        "try:\n    main()\nfinally:\n"
        "    print(sorted({'numpy', 'sqlite3', 'caveat.ops.vault', 'dataclasses', 'yaml'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, check=False)

    assert b"[]" == done.stdout.splitlines()[-1]


def test_facts_of_a_vault_keep_its_rule_wherever_the_check_is_run(tmp_path: Path) -> None:
    make(tmp_path / "vault", {"caveat.toml": "", "facts.md": FACTS})
    make(tmp_path, {"good.md": GOOD})
    done = run("good.md", "--facts", "vault/facts.md", cwd=tmp_path)

    assert 1 == done.returncode
    assert b"was never verified" in done.stdout


def test_a_skeleton_decides_no_reading(folder: Path) -> None:
    make(folder, {"list.md": "Alpha kostet 1.200 ¥ oder $5."})
    text = run("--draft-facts", "list.md", cwd=folder).stdout.decode()

    assert "| f1 | ? | ? | 1.200 ¥ |" in text
    assert "| f2 | ? | ? | 5 USD |" in text


def test_a_draft_that_is_too_large_is_to_be_split(folder: Path) -> None:
    with (folder / "big.md").open("wb") as file:
        file.truncate(50 * 1024 * 1024)
    done = run("big.md", "--facts", "facts.md", cwd=folder)

    assert 2 == done.returncode
    assert b"larger than 10,485,760 bytes" in done.stdout
    assert b"Split it." in done.stdout


def test_a_bar_that_is_no_number_is_refused(folder: Path) -> None:
    done = run("good.md", "--facts", "facts.md", "--min-strength", "nan", cwd=folder)

    assert (2, True) == (done.returncode, b"no number from 0 to 1" in done.stderr)


def test_a_strength_that_was_not_measured_is_not_called_full(folder: Path) -> None:
    words = ("none.md", "--facts", "facts.md", "--allow-empty", "--strength")

    assert b"strength: not measured" in run(*words, cwd=folder).stdout
    found = json.loads(run(*words, "--json", cwd=folder).stdout)
    assert found["drafts"][0]["strength"]["caught"] is None
