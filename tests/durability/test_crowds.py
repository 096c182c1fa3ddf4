"""Several processes at once: nothing is lost, nobody is told that the database is locked, readers never wait."""

import json
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

import caveat
from tests.vaults import make

WRITERS, WRITES, READERS = 4, int(os.environ.get("CAVEAT_WRITES", "30")), 3
"""The bar is 250 writes each (`CAVEAT_WRITES=250`); the suite makes fewer."""

WRITER = """
import sys, caveat
root, index, name, count = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
with caveat.open(root, index=index) as vault:
    pen = vault.by(name, actor="agent", is_patient=False)
    for number in range(count):
        found = pen.claim(f"{name} says number {number} of them", stated=0.5, concerns=["n1.md"])
        assert found.is_indexed, found.remarks
        print(found.ref, flush=True)
"""

READER = """
import json, os, sys, time, caveat
root, index, stop = sys.argv[1:4]
longest = asked = 0
with caveat.open(root, index=index) as vault:
    while not os.path.exists(stop):
        start = time.perf_counter()
        assert vault.search("word1", k=3)
        longest = max(longest, time.perf_counter() - start)
        asked += 1
print(json.dumps([asked, longest]))
"""


def started(tmp_path: Path, code: str, name: str, *words: object) -> subprocess.Popen[str]:
    environment = {**os.environ, "CAVEAT_DEVICE": name}
    command = [sys.executable, "-c", code, tmp_path / "vault", tmp_path / "index.sqlite", *words]
    return subprocess.Popen(
        [str(part) for part in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


@pytest.mark.parametrize("is_one_device", [True, False])
def test_writers_and_readers_do_not_disturb_each_other(tmp_path: Path, is_one_device: bool) -> None:
    make(tmp_path / "vault", {f"n{n}.md": f"# Note {n}\nword{n}\n" for n in range(40)})
    with caveat.open(tmp_path / "vault", index=tmp_path / "index.sqlite") as vault:
        vault.index()
    stop = tmp_path / "stop"
    readers = [started(tmp_path, READER, "reader", stop) for _ in range(READERS)]
    writers = [
        started(tmp_path, WRITER, "one" if is_one_device else f"dev{n}", f"agent{n}", WRITES)
        for n in range(WRITERS)
    ]
    written = [process.communicate(timeout=max(240, 4 * WRITES)) for process in writers]
    stop.touch()
    read = [process.communicate(timeout=60) for process in readers]

    assert [""] * (WRITERS + READERS) == [complaint for _, complaint in (*written, *read)]
    refs = {line for words, _ in written for line in words.split()}
    with caveat.open(tmp_path / "vault", index=tmp_path / "index.sqlite") as vault:
        assert WRITERS * WRITES == len(refs) == vault.status().counts.claims
        assert not vault.status().behind.words
        assert refs <= {link.source for link in vault.why("n1.md").backlinks}
        trust = vault.why("n1.md").assessment.trust
        vault.index(full=True)
        assert trust == vault.why("n1.md").assessment.trust
    assert all(json.loads(words)[0] > 0 for words, _ in read)


def test_a_reader_does_not_wait_for_a_writer(tmp_path: Path) -> None:
    make(tmp_path / "vault", {"a.md": "# A\nword\n"})
    path = tmp_path / "index.sqlite"
    with caveat.open(tmp_path / "vault", index=path) as vault:
        vault.index()
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    holder.execute("UPDATE meta SET value = 'half done' WHERE key = 'indexed_at'")

    start = time.perf_counter()
    with caveat.open(tmp_path / "vault", index=path) as vault:
        hits = vault.search("word")
        explained = vault.why("a.md")
        when = vault.status().indexed_at
    waited = time.perf_counter() - start
    holder.rollback()
    holder.close()

    assert ["a.md"] == [hit.path for hit in hits]
    assert "a.md" == explained.record.path
    assert "half done" != when
    # The lock is held for as long as the test likes: whoever waits for it waits for its own time-out.
    assert waited < 4.0
