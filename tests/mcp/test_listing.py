"""What came after an act, and why something moved: the tools without the protocol around them."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from caveat.mcp.session import Session
from caveat.mcp.tools import called
from tests.vaults import opened

FILES = {
    "long.md": "# Long\n" + "apple\n" * 2_000,
    "dated.md": "---\nkind: web\ncreated: 2026-01-01\nverified: 2026-11-20\n---\n# Dated\nOtters.\n",
    "old.md": "---\nkind: web\nvolatility: fast\ncreated: 2026-01-01\n---\n# Old\nStoats.\n",
}


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with opened(tmp_path, FILES) as vault:
        yield Session(vault, "bot")


def test_an_act_is_not_among_what_came_after_it(session: Session) -> None:
    for number in range(5):
        claim = {"text": f"Note {number} is long", "stated": 0.7, "sources": ["long.md"]}
        done = called(session, "record_claim", claim).structured
        found = called(session, "changes_since", {"since": done["events"][-1]}).structured

        assert [] == [event["id"] for event in found["events"]]


def test_only_what_time_did_is_laid_to_time(session: Session) -> None:
    reply = called(session, "changes_since", {"since": "2026-11-01"})
    moved = {one["ref"]: one for one in reply.structured["moved"]}

    assert (["dated.md:verified"], False) == tuple(
        moved["note:dated.md"][k] for k in ("events", "is_aged_only")
    )
    assert ([], True) == tuple(moved["note:old.md"][key] for key in ("events", "is_aged_only"))
    assert ["by time alone" in line for line in reply.text.splitlines() if "trust" in line] == [False, True]


def test_what_fails_between_two_calls_is_told(caplog: pytest.LogCaptureFixture) -> None:
    pytest.importorskip("mcp_types")
    from caveat.mcp.server import _watched

    def broken() -> None:
        raise RuntimeError("the disk is gone")

    with ThreadPoolExecutor(1) as worker:
        _watched(worker.submit(broken))

    assert ["work between two calls failed: the disk is gone"] == [one.getMessage() for one in caplog.records]
