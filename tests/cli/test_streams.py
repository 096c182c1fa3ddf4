"""What a shell can do to the streams and the locale of a command."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="closes streams as a POSIX shell does")


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault whose folder and note have names beyond ASCII, with its index."""
    root = tmp_path / "Тетрадь"
    root.mkdir()
    (root / "Заметка 龙.md").write_text("---\nkind: contract\n---\nwalrus →\n", encoding="utf-8")
    assert (0, "") == run("index", str(root), "--no-meaning", cache=tmp_path)[::2]
    return root


def run(*words: str, cache: Path, shell: str = "", stdin: str = "", **env: str) -> tuple[int, str, str]:
    """Exit status, output and errors of a command; *shell* is what a shell adds, such as ``>&-``."""
    command = ["sh", "-c", f'"$@" {shell}', "sh", sys.executable, "-m", "caveat", *words]
    inherited = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "LC_"))}
    path = os.pathsep.join(filter(None, (str(Path(__file__).parents[2] / "src"),)))
    done = subprocess.run(
        command,
        input=stdin.encode(),
        capture_output=True,
        env={**inherited, "PYTHONPATH": path, "XDG_CACHE_HOME": str(cache), "NO_COLOR": "1", **env},
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


@pytest.mark.parametrize(("shell", "status"), [(">&-", 0), (">&- 2>&-", 0), ("<&- >&- 2>&-", 0)])
def test_a_closed_stream_changes_no_exit_status(vault: Path, tmp_path: Path, shell: str, status: int) -> None:
    found = run("search", "walrus", "--words", "--vault", str(vault), cache=tmp_path, shell=shell)

    assert (status, "", "") == found
    assert 1 == run("search", "nothing", "--words", "--vault", str(vault), cache=tmp_path, shell=shell)[0]


def test_a_closed_standard_input_is_no_empty_text(vault: Path, tmp_path: Path) -> None:
    status, _, errors = run("import", "-", "--vault", str(vault), cache=tmp_path, shell="<&-")

    assert (2, True) == (status, "standard input is closed" in errors)


def test_names_are_utf8_whatever_the_locale_says(vault: Path, tmp_path: Path) -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0"}
    status, shown, errors = run("search", "walrus", "--words", "--vault", str(vault), cache=tmp_path, **plain)

    assert (0, "") == (status, errors)
    assert "removed since it was indexed" not in " ".join(shown.split())

    status, _, errors = run(
        "verify", "Заметка 龙.md", "--write", "--by", "Ада", "--vault", str(vault), cache=tmp_path, **plain
    )

    assert (0, "") == (status, errors)
    assert "verified: " in (vault / "Заметка 龙.md").read_text(encoding="utf-8")
