"""verify, review, audit and stamp on the command line: what is printed, where, with which exit status."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from caveat.cli.main import caveat
from caveat.cli.render import cells
from caveat.model.errors import CaveatError
from tests.vaults import make, tree_hash

FILES = {
    "lease.md": "---\nkind: contract\ncreated: 2026-01-01\n---\n# Lease\nThe rent is EUR 1,480.\n",
    "over.md": "---\nsources: '[[lease]]'\nstep: summary\ntier: 3\n---\n# Overview\nThe rent is EUR 1,840.\n",
    "note.md": "---\nsources: '[[over]]'\n---\n# Letter\nIt stays.\n",
}


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = make(tmp_path / "vault", FILES)
    monkeypatch.chdir(root)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("CAVEAT_AUTHOR", "ada")
    return root


def run(*words: str) -> Result:
    return CliRunner().invoke(caveat, list(words))


def report(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("audit", *words, "--json").stdout)
    return found


def test_audit_groups_findings_and_exits_with_one(vault: Path) -> None:
    done = run("audit")

    assert 1 == done.exit_code
    assert [line for line in done.stdout.splitlines() if not line.startswith(" ")] == [
        "drift (1)",
        "",
        "written-tier (1)",
        "",
        "3 notes and 0 claims looked at: 2 findings. Remarks (--all): 1 step-not-stated.",
    ]
    assert (
        "over.md:7: warning: “EUR 1,840” stands in none of its sources; 1 record stands on it" in done.stdout
    )
    assert "over.md:4: warning: tier: 3 is written, 1 is computed" in done.stdout


def test_audit_is_clean_with_zero_and_cannot_judge_with_two(vault: Path, tmp_path: Path) -> None:
    for name in ("over.md", "note.md"):
        (vault / name).unlink()
    clean = run("audit")
    assert (0, "1 note and 0 claims looked at: clean.\n") == (clean.exit_code, clean.stdout)

    (vault / "caveat.toml").write_text("[[rule]]\nfoldr = 'x'\n", encoding="utf-8")
    for words in (["audit"], ["audit", str(tmp_path / "none")]):
        done = subprocess.run(
            [sys.executable, "-m", "caveat", *words], cwd=vault, capture_output=True, check=False
        )
        assert (2, b"") == (done.returncode, done.stdout)


def test_audit_as_json_says_all(vault: Path) -> None:
    found = report(str(vault))

    assert {"drift": 1, "written-tier": 1, "step-not-stated": 1} == found["counts"]
    assert (False, None, 0) == (found["is_clean"], found["since"], found["observed"])
    drift = next(one for one in found["findings"] if one["code"] == "drift")
    assert ("over.md:7", "note:over.md", 1) == (drift["place"], drift["ref"], drift["dependants"])
    assert found == json.loads(run("audit", "--format", "json").stdout)


def test_audit_all_prints_remarks_and_since_says_what_it_left_out(vault: Path) -> None:
    assert "step-not-stated (1)" in run("audit", "--all").stdout

    later = run("audit", "--since", "2026-06-01")
    assert 0 == later.exit_code
    assert "Only what bears 2026-06-01 or a later date; 3 findings left out." in " ".join(
        later.stdout.split()
    )
    assert 2 == run("audit", "--since", "yesterday").exit_code


def test_no_observe_writes_nothing(vault: Path) -> None:
    (vault / "lease.md").write_text(
        FILES["lease.md"].replace("kind", "verified: 2026-02-01\nkind"), encoding="utf-8"
    )
    before = tree_hash(vault)
    assert {"unpinned": 1}.items() <= report("--no-observe")["counts"].items()
    assert before == tree_hash(vault)

    done = run("audit")
    assert "Noted in the ledger: 1 content, 1 of them bound to a look by hand." in " ".join(
        done.stdout.split()
    )
    assert "unpinned" not in report()["counts"]


def test_verify_tells_what_it_did_and_touches_no_note(vault: Path) -> None:
    before = (vault / "over.md").read_bytes()
    done = run("verify", "over.md", "lease.md")
    text = done.stdout

    assert (0, before) == (done.exit_code, (vault / "over.md").read_bytes())
    assert "verified   Overview\n           note:over.md\ntrust      0.980 → 0.999\napproved   yes\n" in text
    assert "moved      0.941 → 0.959: “Letter” note:note.md" in text
    assert "\nverified   Lease\n" in text


def test_verify_writes_the_date_when_asked(vault: Path) -> None:
    done = run("verify", "[[over]]", "--write", "--by", "Bo", "--json")
    (found,) = json.loads(done.stdout)["verified"]

    assert 0 == done.exit_code
    assert FILES["over.md"].replace("tier: 3\n", f"tier: 3\n{found['written']}\n") == (
        vault / "over.md"
    ).read_text(encoding="utf-8")
    assert found["is_approved"] and found["written"].startswith("verified: 20")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("verify", "nowhere"), "no record is called"),
        (("verify", "over.md", "--by", ""), "an author needs a name"),
        (("stamp", "nowhere"), "no record is called"),
    ],
)
def test_what_cannot_be_done_is_refused(vault: Path, words: tuple[str, ...], reason: str) -> None:
    done = run(*words)

    assert isinstance(done.exception, CaveatError)
    assert reason in str(done.exception)
    assert not list((vault / ".caveat").rglob("*.jsonl"))


def test_review_gives_reasons_gain_and_recipe(vault: Path) -> None:
    assert isinstance(run("review").exception, CaveatError)  # never indexed
    run("index")
    done = run("review", "-k", "1")

    assert 0 == done.exit_code
    assert [
        "1. Lease",
        "   lease.md",
        "   never verified",
        "   2 records stand on it; if it holds, a look takes trust 1.000 → 1.000",
        "",
        "2 more wait; -k shows more.",
        "Look at one, then:",
        "  caveat verify lease.md",
    ] == done.stdout.splitlines()
    found = json.loads(run("review", "--json").stdout)
    assert (3, 3, 0) == (len(found["items"]), found["waiting"], found["asked"])


def test_review_of_a_vault_where_all_is_seen(vault: Path) -> None:
    run("verify", *FILES)

    assert (0, "Nothing waits for a human look.\n") == (run("review").exit_code, run("review").stdout)


def test_stamp_shows_and_writes(vault: Path) -> None:
    before = tree_hash(vault)
    shown = run("stamp")

    assert (1, before) == (shown.exit_code, tree_hash(vault))
    assert "over.md: tier: 3 → 1\n" in shown.stdout
    assert 0 == run("stamp", "note.md").exit_code

    written = run("stamp", "--write")
    assert (0, "over.md: tier: 3 → 1 (written)\n") == (written.exit_code, written.stdout)
    assert FILES["over.md"].replace("tier: 3", "tier: 1") == (vault / "over.md").read_text(encoding="utf-8")
    assert (0, "3 notes looked at: every computed line that is written is right.\n") == (
        run("stamp").exit_code,
        run("stamp").stdout,
    )


@pytest.mark.parametrize("width", ["40", "60", "100"])
def test_lines_fit_the_terminal(vault: Path, monkeypatch: pytest.MonkeyPatch, width: str) -> None:
    monkeypatch.setenv("COLUMNS", width)
    for words in (("audit", "--all"), ("review",), ("verify", "over.md"), ("stamp", "over.md")):
        lines = run(*words).stdout.splitlines()

        # In a pipe a finding stays on one line, as compilers write them.
        assert [] == [line for line in lines if cells(line) > int(width) and not line.endswith("]")]


def test_an_unchanged_vault_is_audited_without_reading_a_note_again(vault: Path) -> None:
    run("audit")
    heavy = {
        "yaml",
        "pyromark",
        "Stemmer",
        "numpy",
        "caveat.text.numbers",
        "dataclasses",
    }
    code = (
        "import sys\nfrom caveat.cli.main import main\n"
        "try:\n    main(['audit'])\nexcept SystemExit:\n    pass\n"
        f"sys.stderr.write(' '.join(sorted({heavy!r} & sys.modules.keys())))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=vault, capture_output=True, check=True, timeout=60
    )

    assert b"" == done.stderr.replace(b"Stemmer", b"").strip()


def test_an_empty_vault_is_nothing_to_judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "caveat.toml").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    found = run("audit")

    assert 2 == found.exit_code
    assert "nothing to judge" in found.stderr
    assert json.loads(run("audit", "--json").stdout)["is_empty"]
    assert 0 == run("audit", "--allow-empty").exit_code

    (tmp_path / "a.md").write_text("---\nkind: contract\n---\nSomething.\n", encoding="utf-8")
    assert 0 == run("audit").exit_code
