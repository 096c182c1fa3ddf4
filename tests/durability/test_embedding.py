"""Embedding in the background: others search meanwhile, and a killed run loses nothing."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import caveat
from caveat.models.hashed import Hashed
from tests.vaults import make

SLOW = """
import sys, time
import caveat
from caveat.models.hashed import Hashed

class Slow(Hashed):
    def embed_passages(self, texts):
        time.sleep(0.2)
        return super().embed_passages(texts)

with caveat.open(sys.argv[1], index=sys.argv[2], embedder=Slow(64)) as vault:
    vault.index()
    print("searchable", flush=True)
    vault.embed(progress=lambda progress: print(progress.embedded, flush=True))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system kills in another way")
def test_others_search_while_it_goes_on_and_a_killed_run_is_gone_on_from(tmp_path: Path) -> None:
    files = {f"{n:04}.md": f"Note {n} about the rent of house {n}" for n in range(1_500)}
    root, index = make(tmp_path / "vault", files), tmp_path / "index.sqlite"
    words = [sys.executable, "-c", SLOW, os.fspath(root), os.fspath(index)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert "searchable\n" == process.stdout.readline()
        with caveat.open(root, index=index, embedder=Hashed(64)) as vault:
            first = vault.answer("house 7")
            embedded = int(process.stdout.readline())
            begin = time.perf_counter()
            second = vault.answer("house 7")
            took = time.perf_counter() - begin
        process.kill()
    with caveat.open(root, index=index, embedder=Hashed(64)) as vault:
        kept = vault.status().meaning.progress
        done = vault.embed()
        third = vault.answer("house 7")

    assert "0007.md" in [hit.path for hit in first.hits] and not first.is_by_meaning
    assert "0007.md" in [hit.path for hit in second.hits] and second.is_by_meaning
    assert "chunks are not embedded yet" in second.notices[0]
    assert took < 5  # no lock is waited for
    assert embedded <= kept.embedded < kept.chunks == 1_500
    assert kept.pending == done.added
    assert () == third.notices and third.is_by_meaning
