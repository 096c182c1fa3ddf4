"""
A writer that is killed at a random moment loses nothing that it was told is safe, and leaves nothing broken.

`CAVEAT_KILLS=500 pytest tests/durability` kills each kind of writer 500 times.
"""

import itertools
import os
import sys
from pathlib import Path

import pytest

import caveat
from caveat.history.ids import ulid
from caveat.model.events import Event
from caveat.ops.vault import Vault
from caveat.text.edit import set_key
from caveat.vault.append import append
from caveat.vault.ledger import tail
from caveat.vault.ledger_files import ledger_files
from caveat.vault.rewrite import planned, rewrite
from tests.durability.writers import Tell, killed, lifetimes
from tests.vaults import make

pytestmark = pytest.mark.skipif(not hasattr(os, "fork") or sys.platform == "darwin", reason="needs fork")


def events_in(root: Path) -> tuple[set[str], list[str]]:
    """Ids of the events that can be read, and the codes of what is wrong."""
    read = [tail(file) for file in ledger_files(root)]
    return (
        {entry.event.id for one in read for entry in one.entries},
        [finding.code for one in read for finding in one.findings],
    )


def claim(number: int, text: str = "use port 8080") -> Event:
    body = {"text": f"{text} {number}", "stated": 0.5, "from": []}
    return Event(
        1, ulid(1_770_000_000_000 + number, 0), "2026-03-01T00:00:00Z", "claim", "ada", "human", body
    )


def test_no_acknowledged_event_is_lost(tmp_path: Path) -> None:
    safe: set[str] = set()
    numbers = itertools.count()

    for seconds in lifetimes(most=0.02):
        first = next(numbers) * 10_000

        def work(tell: Tell, first: int = first) -> None:
            for number in itertools.count(first):
                said = claim(number, "x" * (number % 7 * 900))
                append(tmp_path, [said])
                tell(said.id)

        safe.update(killed(work, seconds=seconds))
        there, wrong = events_in(tmp_path)

        assert safe <= there
        # Each torn line was ended by the next append: it costs only itself and is named.
        assert set(wrong) <= {"damaged-event"}
    last = claim(99_999_999)
    append(tmp_path, [last])

    assert safe | {last.id} <= events_in(tmp_path)[0]
    assert safe, "no writer lived long enough to be told anything"


def test_no_note_is_left_half_written(tmp_path: Path) -> None:
    text = "---\n# kept\ntitle: 'A'\r\nverified: 2026-01-01\n---\n" + "Prose that stays. " * 2_000
    make(tmp_path, {"note.md": text})
    path = tmp_path / "note.md"
    days = [f"2026-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 29)]
    whole = {set_key(text.encode(), "verified", day) for day in days} | {text.encode()}
    told = 0

    for seconds in lifetimes(most=0.02):

        def work(tell: Tell) -> None:
            for day in itertools.cycle(days):
                write_day(tmp_path, day)
                tell(day)

        done = killed(work, seconds=seconds)
        told += len(done)

        assert path.read_bytes() in whole
    leftover = [name for name in os.listdir(tmp_path) if name != "note.md" and not name.startswith(".")]

    assert [] == leftover
    assert told, "no writer lived long enough to be told anything"


def write_day(root: Path, day: str) -> None:
    import hashlib

    digest = hashlib.sha256((root / "note.md").read_bytes()).hexdigest()
    rewrite(planned(root, "note.md", lambda data: set_key(data, "verified", day), file_hash=digest))


def test_no_index_needs_a_human(tmp_path: Path) -> None:
    notes = {f"n{n}.md": f"---\nsources: ['[[n{n // 2}]]']\n---\n# Note {n}\nword{n}\n" for n in range(1, 60)}
    make(tmp_path / "vault", {"n0.md": "---\nkind: web\n---\n# Root\nword0\n", **notes})
    rounds = itertools.count()

    for seconds in lifetimes(most=0.2):
        turn = next(rounds)
        changed = tmp_path / "vault" / f"n{turn % 60}.md"
        changed.write_text(changed.read_text() + f"turn{turn}\n")
        append(tmp_path / "vault", [claim(turn)])
        killed(lambda tell: index_once(tmp_path), seconds=seconds)

    with opened(tmp_path) as vault:
        vault.index()
        grown = [(hit.ref, hit.trust) for hit in vault.search("port note word1", k=50)]
        vault.index(full=True)

        assert grown == [(hit.ref, hit.trust) for hit in vault.search("port note word1", k=50)]
        assert 60 == vault.status().counts.notes


def opened(tmp_path: Path) -> Vault:
    return caveat.open(tmp_path / "vault", index=tmp_path / "index.sqlite")


def index_once(tmp_path: Path) -> None:
    with opened(tmp_path) as vault:
        vault.index()


def test_what_is_recorded_while_writers_die_is_all_in_the_index(tmp_path: Path) -> None:
    make(tmp_path / "vault", {"n.md": "# N\nsomething\n"})
    safe: set[str] = set()

    for seconds in lifetimes(most=0.4):

        def work(tell: Tell) -> None:
            with opened(tmp_path) as vault:
                pen = vault.by("ada", is_patient=False)
                for number in itertools.count():
                    text = f"claim number {os.getpid()} {number}"
                    tell(pen.claim(text, stated=0.5, concerns=["n.md"]).ref)

        safe.update(killed(work, seconds=seconds))

    with opened(tmp_path) as vault:
        vault.index()
        known = {link.source for link in vault.why("n.md").backlinks}

    assert safe <= known
    assert safe, "no writer lived long enough to be told anything"
