"""Claims on the command line: what is typed, what is printed, with which exit status."""

import json
import os
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

FILES = {"lease.md": "---\nkind: contract\n---\n# Lease\nThe monthly rent is 1480.\n"}


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = make(tmp_path / "vault", FILES)
    monkeypatch.chdir(root)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("CAVEAT_AUTHOR", "ada")
    return root


def run(*words: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(caveat, list(words), input=stdin)


def done(*words: str, stdin: str | bytes | None = None) -> dict[str, Any]:
    result = run(*words, "--json", stdin=stdin)

    assert 0 == result.exit_code, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def process(
    *words: str, cwd: Path, stdin: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "caveat", *words],
        cwd=cwd,
        env={**os.environ, **environment},
        input=stdin,
        capture_output=True,
        check=False,
        timeout=60,
    )


def refused(*words: str) -> str:
    """Why a command was refused: the words of the error, whichever channel they take."""
    result = run(*words)
    if isinstance(result.exception, CaveatError):
        return str(result.exception)

    assert 2 == result.exit_code
    return result.output


def test_a_claim_is_recorded_and_told(vault: Path) -> None:
    result = run("claim", "add", "Use port 8080.", "--stated", ".9")
    lines = result.output.splitlines()

    assert 0 == result.exit_code
    assert "recorded   Use port 8080." == lines[0]
    assert lines[1].startswith("           claim:01")
    assert "trust      stated 0.900 by ada → 0.900" == lines[2]
    assert f"event      {lines[1].strip()[6:]}" == lines[3]


def test_every_option_of_a_claim_arrives(vault: Path) -> None:
    one, other = (done("claim", "add", text, "--stated", ".5")["ref"] for text in ("one", "other"))
    words = ["--from", "lease.md", "--from", one, "--step", "leap", "--volatility", "fast", "--class", "log"]
    edges = ["--supports", "lease.md", "--contradicts", one, "--concerns", other]
    record = done("claim", "add", "two", "--stated", "1", "--by", "bot", "--agent", *words, *edges)["record"]
    said = [json.loads(line) for line in run("export").stdout.splitlines()]
    events = [event for event in said if event["by"] == "bot"]

    assert ["note:lease.md", one] == record["sources"]
    assert ("leap", "fast", "log", "bot") == tuple(
        record[key] for key in ("step", "volatility", "record_class", "asserted_by")
    )
    assert {"agent"} == {event["actor"] for event in events}
    assert ["supports", "contradicts", "concerns"] == [event["body"].get("kind") for event in events[1:]]


def test_a_statement_is_read_from_standard_input(vault: Path) -> None:
    text = "Zwei Zeilen,\neine Aussage: 1480 €"
    done("claim", "add", "-", "--stated", ".9", stdin=f"\ufeff{text}\n".encode())

    assert text == done("claims")["claims"][0]["text"]
    assert "not UTF-8" in str(run("claim", "add", "-", "--stated", ".9", stdin=b"\xff").exception)
    assert "text must say something" in str(run("claim", "add", "-", "--stated", ".9", stdin=b"").exception)


@pytest.mark.parametrize(
    ("verb", "after"), [("contradict", "0.443"), ("concern", "0.623"), ("support", "1.000")]
)
def test_a_speaker_is_named_or_stated_at_once(vault: Path, verb: str, after: str) -> None:
    for text in ("first", "second"):
        done("claim", "add", text, "--stated", ".9")
    done("claim", "add", "speaker", "--stated", "1", "--by", "bob")
    named = run("claim", verb, "speaker", "first")
    stated = run("claim", verb, "second", "--text", "another speaker", "--stated", "1", "--by", "eve")

    assert (0, 0) == (named.exit_code, stated.exit_code)
    assert f"trust      0.900 → {after}" in named.output
    assert f"moved      0.900 → {after}: “second”" in stated.output


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["contradict", "x"], "name SOURCE and TARGET, or TARGET alone with --text"),
        (["contradict", "a", "b", "c"], "name SOURCE and TARGET"),
        (["contradict", "a", "b", "--text", "t", "--stated", "1"], "with --text only TARGET"),
        (["contradict", "a", "--text", "t"], "--text needs --stated"),
        (["contradict", "a", "b", "--stated", "1"], "belong to a new --text"),
        (["contradict", "a", "b", "--from", "c"], "belong to a new --text"),
        (["contradict"], "Missing argument"),
        (["confirm", "a", "b", "c"], "or one EVENT"),
        (["add", "x"], "Missing option '--stated'"),
        (["add", "x", "--stated", "very"], "not a valid float"),
        (["add", "x", "--stated", "1", "--step", "rumour"], "'copy', 'summary'"),
        (["add", "x", "--stated", "1.5"], "from 0 to 1, not 1.5"),
        (["add", "x", "--stated", "-0.1"], "from 0 to 1, not -0.1"),
        (["add", "x", "--stated", "nan"], "from 0 to 1, not nan"),
        (["add", " ", "--stated", "1"], "text must say something"),
        (["add", "x", "--stated", "1", "--by", " "], "an author needs a name"),
        (["add", "x", "--stated", "1", "--from", "none"], "no record is called 'none'"),
        (["supersede", "lease.md", "lease.md", "--because", "updated"], "the same"),
        (["supersede", "lease.md", "lease.md"], "Missing option '--because'"),
        (["supersede", "lease.md", "lease.md", "--because", "bored"], "'updated', 'corrected'"),
        (["retract", "none"], "no record is called 'none'"),
        (["confirm", "01ZZZZZZZZZZZZZZZZZZZZZZZZ"], "no event that made a support"),
        (["confirm", "lease.md", "lease.md"], "does not support"),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_recorded(
    vault: Path, words: list[str], reason: str
) -> None:
    assert reason in refused("claim", *words)
    assert not (vault / ".caveat").exists()


def test_refusals_end_with_status_2_and_say_so_on_stderr(vault: Path) -> None:
    result = process("claim", "add", "x", "--stated", "7", "--json", cwd=vault)

    assert 2 == result.returncode
    assert "bad-input" == json.loads(result.stdout)["error"]["code"]
    assert b"caveat: stated must be a number from 0 to 1, not 7.0" in result.stderr


def test_superseding_retracting_and_confirming(vault: Path) -> None:
    done("claim", "add", "old", "--stated", ".9")
    done("claim", "add", "new", "--stated", ".8", "--by", "bob", "--from", "lease.md")
    support = done("claim", "support", "new", "old")
    confirmed = run("claim", "confirm", support["events"][0])
    superseded = done("claim", "supersede", "new", "old", "--because", "corrected")
    retracted = run("claim", "retract", "new")

    assert 0 == confirmed.exit_code
    assert "superseded" == superseded["record"]["status"]
    assert "→ 0.000 (retracted)" in retracted.output


@pytest.mark.parametrize("words", [["confirm", "new", "old"], ["retract", "new"]])
def test_an_agent_may_not_do_what_is_a_human_s(vault: Path, words: list[str]) -> None:
    done("claim", "add", "old", "--stated", ".9")
    done("claim", "add", "new", "--stated", ".8", "--supports", "old")

    assert "agent" in refused("claim", *words, "--agent", "--by", "bot") or "human" in refused(
        "claim", *words, "--agent", "--by", "bot"
    )


def test_a_number_that_does_not_move_is_explained(vault: Path) -> None:
    done("claim", "add", "They pay each month.", "--stated", ".9", "--from", "lease.md")
    result = run("claim", "support", "lease.md", "They pay")

    assert "0.900, as before" in result.output
    assert "does not count: echo" in result.output.replace("\n           ", " ")


def test_a_claim_said_twice_is_unchanged(vault: Path) -> None:
    done("claim", "add", "once", "--stated", ".9")
    result = run("claim", "add", "once", "--stated", ".9")

    assert (0, True, False) == (
        result.exit_code,
        result.output.startswith("unchanged  once"),
        "event " in result.output,
    )


@pytest.mark.parametrize("name", ["CAVEAT_AUTHOR", "LOGNAME"])
def test_the_author_is_the_one_of_the_environment_or_the_login(
    vault: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.delenv("CAVEAT_AUTHOR")
    monkeypatch.setenv(name, "Grace Hopper")

    assert "Grace Hopper" == done("claim", "add", "x", "--stated", "1")["record"]["asserted_by"]
    assert "Ada" == done("claim", "add", "x", "--stated", "1", "--by", "Ada")["record"]["asserted_by"]


def test_claims_are_listed_with_dates_and_challengers(vault: Path) -> None:
    done("claim", "add", "Use port 8080.", "--stated", ".9")
    against = done(
        "claim", "contradict", "Use port 8080.", "--text", "It is 9090.", "--stated", "1", "--by", "bob"
    )
    listed = done("claims", "--contested")["claims"]
    text = run("claims", "--author", "ada").output

    assert [0.9, "ada", against["ref"]] == [
        listed[0]["stated"],
        listed[0]["author"],
        listed[0]["challengers"][0]["ref"],
    ]
    assert ["claim", "contradicts"] == [act["kind"] for act in listed[0]["history"]]
    assert f"contradicted by “It is 9090.” {against['ref']}" in text
    assert "stated 0.900 → trust 0.443; calibration 1.000 (0 other claims)" in text
    assert "1 claim; in all 1 active, 0 superseded, 0 retracted." == text.splitlines()[-1]


def test_a_long_list_is_cut_and_says_so(vault: Path) -> None:
    for number in range(3):
        done("claim", "add", f"statement {number}", "--stated", ".9")
    text = run("claims", "-k", "2").output

    assert 2 == text.count("stated 0.900")
    assert "2 of 3 claims (-k 3 shows all)" in text
    assert 3 == len(done("claims", "-k", "2")["claims"])


@pytest.mark.parametrize("day", ["tomorrow", "2026-13-01", "31.12.2026", ""])
def test_a_day_that_is_none_is_refused(vault: Path, day: str) -> None:
    assert "is no date" in refused("claims", "--as-of", day)


@pytest.mark.parametrize("width", ["40", "60", "100"])
def test_lines_fit_the_terminal(vault: Path, width: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", width)
    long = "a statement with many words in it " * 5 + "全角文字" * 20
    outputs = [
        run("claim", "add", long, "--stated", ".9").output,
        run("claim", "contradict", "a statement with many", "--text", f"no {long}", "--stated", "1").output,
        run("claims").output,
        run("forget", "a statement with many", "--dry-run").output,
        run("why", "a statement with many").output,
    ]

    assert all(outputs)
    assert [] == [line for text in outputs for line in text.splitlines() if cells(line) > int(width)]


def test_what_people_write_cannot_forge_lines(vault: Path) -> None:
    text = run("claim", "add", "a\nevent      01FORGED\x1b[31m", "--stated", ".9", "--by", "eve\nada").output

    assert "\x1b" not in text
    assert 1 == sum(line.startswith("event ") for line in text.splitlines())


def test_why_shows_stated_calibration_masses_and_before_and_after(vault: Path) -> None:
    ref = done("claim", "add", "the kiln is blue", "--stated", ".9")["ref"]
    rival = done("claim", "contradict", ref, "--text", "the kiln is red", "--stated", ".8", "--by", "bob")[
        "ref"
    ]
    done("claim", "contradict", ref, rival)
    text = " ".join(run("why", ref).output.split())

    assert "stated 0.900 by ada on " in text
    assert "calibration 1.000 (ada: 0 other claims" in text
    assert "credibility 0.900 before what speaks against it, 0.502 after" in text
    assert f"challengers 0.8 ({rival} contradicts it; itself contested" in text
    assert f"`caveat claim retract {rival}` takes trust here to 0.90" in text
    assert f"`caveat claim supersede {rival} {ref} --because corrected`" in text


def test_advice_takes_back_one_challenger_not_all(vault: Path) -> None:
    ref = done("claim", "add", "the kiln is blue", "--stated", ".9")["ref"]
    for text in ("red", "green"):
        done("claim", "contradict", ref, "--text", text, "--stated", "1", "--by", text)
    told = run("why", ref, "--json")

    assert "takes trust here to 0.44" in json.loads(told.stdout)["advice"]


def test_why_shows_how_a_number_was_clipped(vault: Path) -> None:
    ref = done("claim", "add", "weak", "--stated", ".1")["ref"]
    rival = done("claim", "contradict", ref, "--text", "strong", "--stated", "1", "--by", "bob")["ref"]
    text = run("why", ref).output

    assert "clipped from -0.357" in text
    assert f"{rival} contradicts it" in text


def test_advice_for_a_claim_nobody_looked_at_names_the_command(vault: Path) -> None:
    ref = done("claim", "add", "weak", "--stated", ".5")["ref"]

    assert f"`caveat verify {ref}`" in " ".join(run("why", ref).output.split())


def test_export_and_import_go_through_pipes(vault: Path, tmp_path: Path) -> None:
    done("claim", "add", "über allem", "--stated", ".9")
    other = make(tmp_path / "other", {"a.md": "x"})
    out = process("export", cwd=vault, PYTHONIOENCODING="cp1252")
    first = process("import", "-", "--json", cwd=other, stdin=out.stdout)
    again = process("import", "-", cwd=other, stdin=out.stdout)

    assert (0, 1, b"") == (out.returncode, out.stdout.count(b"\n"), out.stderr)
    assert (0, {"claim": 1}) == (first.returncode, json.loads(first.stdout)["kinds"])
    assert (0, True) == (
        again.returncode,
        again.stdout.startswith(b"events     0 new imported, 1 here already"),
    )
    assert out.stdout == process("export", cwd=other).stdout


def test_an_import_with_damage_ends_with_1_and_names_the_line(vault: Path, tmp_path: Path) -> None:
    done("claim", "add", "x", "--stated", ".9")
    path = tmp_path / "e.jsonl"
    path.write_bytes(run("export").stdout.encode() + b"{damaged\n")
    other = make(tmp_path / "other", {})
    dry = run("import", str(path), "--dry-run", "--vault", str(other))
    wet = run("import", str(path), "--vault", str(other))

    assert (1, 1) == (dry.exit_code, wet.exit_code)
    assert f"{path}:2: error: not JSON" in wet.output
    assert dry.output.replace("would be imported", "imported") == wet.output


@pytest.mark.parametrize("file", ["none.jsonl", ".", "lease.md", "\0"])
def test_what_cannot_be_imported_is_refused(vault: Path, file: str) -> None:
    before = tree_hash(vault)

    assert file in refused("import", file) or "cannot be read" in refused("import", file)
    assert before == tree_hash(vault)


def test_export_with_json_needs_a_file(vault: Path, tmp_path: Path) -> None:
    assert "add --output FILE" in refused("export", "--json")
    assert 0 == done("export", "--output", str(tmp_path / "e.jsonl"))["events"]


def test_a_damaged_ledger_makes_the_export_end_with_1(vault: Path) -> None:
    make(vault, {".caveat/ledger/d.jsonl": b"{damaged\n"})
    result = run("export")

    assert (1, "") == (result.exit_code, result.stdout)
    assert "d.jsonl:1: error" in result.stderr


def test_forgetting_needs_a_yes(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done("claim", "add", "the code is hunter2", "--stated", "1")
    before = tree_hash(vault)

    assert "say --yes" in refused("forget", "the code")
    assert before == tree_hash(vault)


@pytest.mark.parametrize(("answer", "status", "lines"), [(b"n\n", 2, 1), (b"y\n", 0, 2)])
def test_forgetting_asks_on_a_terminal(vault: Path, answer: bytes, status: int, lines: int) -> None:
    done("claim", "add", "the code is hunter2", "--stated", "1")
    pty = pytest.importorskip("pty")
    controller, terminal = pty.openpty()
    os.write(controller, answer)
    asked = subprocess.run(
        [sys.executable, "-m", "caveat", "forget", "the code is hunter2"],
        cwd=vault,
        stdin=terminal,
        capture_output=True,
        check=False,
        timeout=60,
    )
    os.close(terminal)
    os.close(controller)

    assert status == asked.returncode
    assert b"text       the code is hunter2" in asked.stdout
    assert lines == len(run("export").stdout.splitlines())


def test_what_was_forgotten_is_not_repeated(vault: Path) -> None:
    done("claim", "add", "the code is hunter2", "--stated", "1")
    result = run("forget", "the code is hunter2", "--yes", "--json")
    found = json.loads(result.stdout)

    assert (0, True, 1) == (result.exit_code, found["is_wiped"], len(found["events"]))
    assert "hunter2" not in result.output
    assert 2 == len(found["elsewhere"])


def test_what_was_said_is_taken_back_by_its_ends_or_its_event(vault: Path) -> None:
    ref = done("claim", "add", "one", "--stated", ".9")["ref"]
    for is_by_event in (False, True):
        said = done("claim", "contradict", "lease.md", ref)
        names = said["events"][:1] if is_by_event else ["lease.md", ref]
        told = run("claim", "withdraw", *names)

        assert 0 == told.exit_code
        assert "→ 0.900" in told.stdout
    assert "taken back by" in run("claims").stdout
    assert "took back" in run("diff", "--since", "2020-01-01").stdout
    assert "nobody recorded" in str(run("claim", "withdraw", "lease.md", ref).exception)
    assert 2 == run("claim", "withdraw", "a", "b", "c").exit_code
