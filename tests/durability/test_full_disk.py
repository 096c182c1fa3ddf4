"""A disk without room: what was there stays, and the person is told."""

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import caveat
from caveat.model.errors import CaveatError
from tests.vaults import make, tree_hash

SMALL = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
from caveat.cli.main import main
main(sys.argv[2:])
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[Path]:
    """A file system of one megabyte."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    if shutil.which("mount") is None or os.geteuid() != 0:
        pytest.skip("only root can mount a small file system")
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], capture_output=True, check=False
    )
    if done.returncode:
        pytest.skip("this system does not let a small file system be mounted")
    yield folder
    subprocess.run(["umount", folder], check=True)


def test_a_full_disk_leaves_the_old_state_and_says_so(tiny: Path, tmp_path: Path) -> None:
    make(tiny / "vault", {"a.md": "# A\nword\n"})
    with caveat.open(tiny / "vault", index=tmp_path / "index.sqlite") as vault:
        pen = vault.by("ada")
        first = pen.claim("This one had room", stated=0.5).ref
        room = shutil.disk_usage(tiny).free
        (tiny / "filler").write_bytes(b"x" * (room - 4096))
        before = tree_hash(tiny / "vault")
        with pytest.raises(CaveatError, match="No space left on device; nothing was recorded"):
            pen.claim("y" * 200_000, stated=0.5)

        assert before == tree_hash(tiny / "vault")
        (tiny / "filler").unlink()
        second = pen.claim("And this one has room again", stated=0.5).ref
        vault.index()

        assert 2 == vault.status().counts.claims
        assert first != second


def test_a_full_disk_under_the_index_keeps_the_old_index(tiny: Path, tmp_path: Path) -> None:
    make(tmp_path / "vault", {"a.md": "# A\nword\n"})
    with caveat.open(tmp_path / "vault", index=tiny / "index.sqlite") as vault:
        vault.index()
        make(tmp_path / "vault", {f"n{n}.md": f"# N{n}\n" + f"word{n} " * 4_000 for n in range(60)})
        with pytest.raises(CaveatError, match="disk is full"):
            vault.index()

    with caveat.open(tmp_path / "vault", index=tiny / "index.sqlite") as vault:
        assert ["a.md"] == [hit.path for hit in vault.search("word")][:1]


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="needs a limit on file sizes")
def test_a_file_that_may_not_grow_is_told_by_the_command_line(tmp_path: Path) -> None:
    make(tmp_path / "vault", {"a.md": "# A\nword\n"})
    with caveat.open(tmp_path / "vault") as vault:
        vault.index()
        ledger = vault.root / ".caveat/ledger"
        vault.by("ada").claim("x" * 3_000, stated=0.5)
        path = next(ledger.iterdir())
        before = path.read_bytes()
        words = ["claim", "add", "y" * 3_000, "--stated", "0.5", "--by", "ada", "--vault", str(vault.root)]
        done = subprocess.run(
            [sys.executable, "-c", SMALL, str(len(before) + 1_000), *words],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    assert 2 == done.returncode
    assert "caveat: " in done.stderr
    assert "Traceback" not in done.stderr
    assert before == path.read_bytes()
