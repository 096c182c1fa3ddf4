"""The gold standard of staleness: a history of originals and translations, made here."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from caveat.bench.metrics import Confusion
from caveat.bench.staleness import measure_staleness
from caveat.model.errors import InputError
from tests.vaults import make, tree_hash

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


class History:
    """A repository of pages in two languages, one commit a day."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.day = 0
        root.mkdir()
        self.git("init", "-q", "-b", "main")

    def git(self, *words: str) -> None:
        date = f"2026-01-{1 + self.day:02}T12:00:00Z"
        names = {"NAME": "a", "EMAIL": "a@example.org", "DATE": date}
        environment = {
            f"GIT_{who}_{key}": value for who in ("AUTHOR", "COMMITTER") for key, value in names.items()
        }
        subprocess.run(
            ["git", "-c", "core.autocrlf=false", *words],
            cwd=self.root,
            check=True,
            capture_output=True,
            env={"PATH": "/usr/bin:/bin:/usr/local/bin", "HOME": str(self.root), **environment},
        )

    def commit(self, files: dict[str, str | bytes]) -> None:
        make(self.root, files)
        self.day += 1
        self.git("add", "-A")
        self.git("commit", "-q", "-m", f"day {self.day}")


@pytest.fixture
def history(tmp_path: Path) -> History:
    made = History(tmp_path / "repo")
    names = ("kept", "stale", "mended", "touched", "ends", "sub/deep", "late")
    made.commit({f"en/{name}.md": f"---\ntitle: {name}\n---\n# {name}\nThe port is 80.\n" for name in names})
    made.commit({f"de/{name}.md": f"# {name}\nDer Port ist 80.\n" for name in names})
    made.commit({f"en/{name}.md": f"# {name}\nThe port is 81.\n" for name in ("stale", "mended", "sub/deep")})
    made.commit({"de/mended.md": "# mended\nDer Port ist 81.\n", "en/alone.md": "# alone\n"})
    made.commit({"en/ends.md": "---\r\ntitle: ends\r\n---\r\n# ends\r\nThe port is 80.\r\n"})
    made.commit({"de/orphan.md": "# orphan\n", "de/late.md": "# late\nDer Port ist 80!\n"})
    made.commit({"en/late.md": "# late\nThe port is 82.\n"})
    return made


def test_every_stale_page_and_no_other_is_flagged(history: History) -> None:
    before = tree_hash(history.root)
    found = measure_staleness(history.root, "en", "de")

    assert Confusion(hits=3) == found.confusion
    assert (1.0, 1.0) == (found.confusion.precision, found.confusion.recall)
    assert (7, 0) == (found.pairs, found.left_out)
    assert (0, 0, 0) == (found.touched, found.copied, found.checked_out)
    assert before == tree_hash(history.root)


def test_a_source_that_is_put_back_is_no_longer_stale(history: History) -> None:
    history.commit({"en/stale.md": "---\ntitle: stale\n---\n# stale\nThe port is 80.\n"})

    assert Confusion(hits=2) == measure_staleness(history.root, "en", "de").confusion


def test_a_page_that_came_before_its_source_is_left_out(history: History) -> None:
    history.commit({"de/first.md": "# first\n"})
    history.commit({"en/first.md": "# first\nThe port.\n"})
    found = measure_staleness(history.root, "en", "de")

    assert (7, 1) == (found.pairs, found.left_out)


@pytest.mark.parametrize(("source", "derived"), [("en", "fr"), ("nowhere", "de")])
def test_folders_without_a_pair_are_told(history: History, source: str, derived: str) -> None:
    with pytest.raises(InputError, match="no page under"):
        measure_staleness(history.root, source, derived)


def test_a_folder_without_history_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="git cannot read its history"):
        measure_staleness(tmp_path, "en", "de")


def test_the_command_prints_it(history: History) -> None:
    words = ["bench", "staleness", "--repo", str(history.root), "--from", "en", "--to", "de"]
    done = subprocess.run(
        [sys.executable, "-m", "caveat", *words], capture_output=True, text=True, check=False, timeout=60
    )

    assert (0, "") == (done.returncode, done.stderr)
    assert "precision                           1\n" in done.stdout
