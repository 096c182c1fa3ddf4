"""The server keeps its index up to date by itself, says so when it cannot, and survives what goes wrong."""

import json
import os
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp_types")

import caveat
from caveat.mcp import session as sessions
from caveat.mcp.budget import Reply
from caveat.mcp.session import Session
from caveat.mcp.tools import called
from tests.mcp.agents import SECONDS, agent, command, environment
from tests.vaults import make, opened

FILES = {"lease.md": "# Lease\nThe monthly rent is 1480 euros.\n"}


def asked(session: Session, tool: str, **arguments: Any) -> dict[str, Any]:
    reply: Reply = called(session, tool, arguments)
    return reply.structured


def hello(mode: str = "2025-06-18") -> list[dict[str, Any]]:
    client = {"protocolVersion": mode, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    return [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
    ]


def call(number: int, name: str, **arguments: Any) -> dict[str, Any]:
    return {
        "jsonrpc": "2.0",
        "id": number,
        "method": "tools/call",
        "params": {"name": name, "arguments": arguments},
    }


def spoken(vault: Path, lines: list[str], answers: int) -> tuple[list[dict[str, Any]], bytes, int]:
    """What the server says to *lines*: *answers* messages, then standard error and exit status."""
    process = subprocess.Popen(
        command(vault, "--author", "bot"),
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("".join(f"{line}\n" for line in lines).encode())
    process.stdin.flush()
    said = [process.stdout.readline() for _ in range(answers)]
    rest, errors = process.communicate(timeout=SECONDS)

    assert b"" == rest
    return [json.loads(line) for line in said], errors, process.returncode


def test_standard_output_holds_the_protocol_and_nothing_else(tmp_path: Path) -> None:
    broken: dict[str, str | bytes] = {
        **FILES,
        "bad.md": "---\nsources: ['[[gone]]'\n---\nx",
        "raw.md": b"\xff\xfe\xfa not text",
    }
    root = make(tmp_path / "v", broken)
    (root / ".caveat/ledger").mkdir(parents=True)
    (root / ".caveat/ledger/aa.jsonl").write_text("no event\n{}\n", encoding="utf-8")
    lines = [json.dumps(line) for line in (*hello(), call(2, "search", query="rent"), call(3, "status"))]
    said, errors, status = spoken(root, lines, 3)

    assert {1, 2, 3} == {message["id"] for message in said}
    assert {"2.0"} == {message["jsonrpc"] for message in said}
    assert b"Traceback" not in errors
    assert 0 == status


def test_what_is_no_call_does_not_end_the_server(tmp_path: Path) -> None:
    nan = json.dumps(call(2, "record_claim", text="x", stated=0)).replace('"stated": 0', '"stated": NaN')
    huge = json.dumps(call(3, "search", query="x", limit=1)).replace('"limit": 1', '"limit": 1' + "0" * 400)
    odd = json.dumps(call(4, "fetch", ref="\ud800\x00"))
    start = [json.dumps(line) for line in hello()]
    lines = [*start, "no json", "[]", nan, huge, odd, json.dumps(call(9, "search", query="rent"))]
    root = make(tmp_path / "v", FILES)
    process = subprocess.Popen(
        command(root),
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("".join(f"{line}\n" for line in lines).encode())
    process.stdin.flush()
    by_id: dict[Any, dict[str, Any]] = {}
    while 9 not in by_id:
        message = json.loads(process.stdout.readline())
        by_id[message.get("id")] = message
    process.communicate(timeout=SECONDS)

    assert "1480" in json.dumps(by_id[9]["result"]["structuredContent"])
    assert not (root / ".caveat/ledger").exists() or not any((root / ".caveat/ledger").iterdir())
    for number in (2, 3, 4):
        assert number not in by_id or "error" in by_id[number] or by_id[number]["result"]["isError"]


def test_a_client_of_the_older_protocol_is_served(tmp_path: Path) -> None:
    with agent(make(tmp_path / "v", FILES), mode="legacy") as found:
        assert ["note:lease.md"] == [p["ref"] for p in found.ok("search", query="rent")["passages"]]


def test_the_name_comes_from_the_surroundings_or_is_agent(tmp_path: Path) -> None:
    root = make(tmp_path / "v", FILES)
    with agent(root, CAVEAT_AUTHOR="scribe") as named, agent(root, CAVEAT_AUTHOR="") as unnamed:
        assert ["scribe", "agent"] == [found.ok("status")["author"] for found in (named, unnamed)]


@pytest.mark.parametrize("words", [("--vault", "gone"), ("--author", " "), ("--author", "a\nb")])
def test_a_server_that_cannot_be_says_so_and_ends(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = subprocess.run(
        command(make(tmp_path / "v", FILES), *words),
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=SECONDS,
        cwd=tmp_path,
    )

    assert (2, b"") == (done.returncode, done.stdout)
    assert done.stderr.startswith(b"caveat: ")
    assert b"Traceback" not in done.stderr


def test_a_vault_that_was_never_indexed_is_indexed(tmp_path: Path) -> None:
    root = make(tmp_path / "v", FILES)
    with caveat.open(root, index=tmp_path / "i.sqlite") as vault:
        assert asked(Session(vault, "bot"), "search", query="rent")["passages"]


def test_a_file_that_came_changed_or_went_is_seen(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        session = Session(vault, "bot")
        (vault.root / "new.md").write_text("# Walrus\nwalrus\n", encoding="utf-8")
        came = asked(session, "search", query="walrus")
        (vault.root / "new.md").write_text("# Walrus\nwalrus tusks\n", encoding="utf-8")
        changed = asked(session, "fetch", ref="new.md")
        (vault.root / "new.md").unlink()
        went = asked(session, "search", query="walrus")

    assert ["note:new.md"] == [passage["ref"] for passage in came["passages"]]
    assert "# Walrus\nwalrus tusks" == changed["quoted_text"]
    assert [] == went["passages"]
    assert ["", "", ""] == [found["behind"] for found in (came, changed, went)]


def test_a_claim_of_another_process_is_seen(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault, caveat.open(vault.root, index=vault.index_path) as other:
        session = Session(vault, "bot")
        asked(session, "search", query="walrus")
        other.by("Ada").claim("Walrus counts are secret.", stated=0.9)

        assert ["Ada"] == [p["author"] for p in asked(session, "search", query="walrus")["passages"]]


def test_many_changes_are_said_and_taken_in_after_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "AT_ONCE", 2)
    with opened(tmp_path, FILES) as vault:
        session = Session(vault, "bot")
        make(vault.root, {f"{n}.md": "walrus" for n in range(3)})
        first = asked(session, "search", query="walrus")

        assert ("3 new", True) == (first["behind"], session.is_due)

        session.refresh()

        assert 3 == len(asked(session, "search", query="walrus")["passages"])


def test_what_cannot_be_taken_in_is_said_once_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path, FILES) as vault:
        session = Session(vault, "bot")
        (vault.root / "b.md").write_text("walrus", encoding="utf-8")
        tried: list[float] = []

        def refuse() -> None:
            tried.append(time.monotonic())
            raise caveat.CaveatError("the disk is full")

        monkeypatch.setattr(vault, "index", refuse)
        found = [asked(session, "search", query="rent")["behind"] for _ in range(3)]

    assert 1 == len(tried)
    assert ["1 new, and cannot be brought up to date: the disk is full"] * 3 == found


def test_a_name_that_fits_nothing_is_looked_for_once_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path, FILES) as vault:
        session = Session(vault, "bot")
        runs: list[int] = []
        monkeypatch.setattr(vault, "index", lambda: runs.append(1))
        for _ in range(5):
            with pytest.raises(caveat.CaveatError):
                asked(session, "why", ref="nobody knows")

    assert [1] == runs


def test_a_broken_configuration_is_an_error_and_mending_it_is_enough(tmp_path: Path) -> None:
    root = make(tmp_path / "v", FILES)
    with agent(root) as found:
        (root / "caveat.toml").write_text("[[rule]]\nfoldr = 'x'\n", encoding="utf-8")
        broken = found.error("search", query="rent")
        (root / "caveat.toml").unlink()

        assert broken.startswith("bad-config: ")
        assert found.ok("search", query="rent")["passages"]


def test_an_index_that_is_deleted_is_made_anew(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        session = Session(vault, "bot")
        asked(session, "search", query="rent")
        for path in tmp_path.glob("index.sqlite*"):
            os.unlink(path)
        session._refreshed_at = 0.0

        assert asked(session, "search", query="rent")["passages"]


def test_what_is_near_in_meaning_is_marked_and_kept_up_to_date(tmp_path: Path) -> None:
    hashed = pytest.importorskip("caveat.models.hashed")
    root = make(tmp_path / "vault", {"flue.md": "The chimneysweep comes in spring.\n"})
    with caveat.open(root, index=tmp_path / "index.sqlite", embedder=hashed.Hashed(64)) as vault:
        vault.index()
        vault.embed()
        session = Session(vault, "bot")
        found = called(session, "search", {"query": "sweepers of chimneys"})
        make(root, {"kiln.md": "Kilnfurniture and kilnwash.\n"})
        session.refresh()
        after = asked(session, "search", query="kilns")

    assert "meaning" == found.structured["passages"][0]["support"]
    assert [] == found.structured["passages"][0]["also_in"]
    assert "AMBIGUOUS: near in meaning, and holds none of the words" in found.text
    assert "nothing holds any of these words: showing what is near in meaning" == found.structured["note"]
    assert "note:kiln.md" == after["passages"][0]["ref"]
    assert "not embedded yet" not in after["note"]
