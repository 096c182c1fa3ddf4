"""
Console blocks of the documentation do what they show.

A block under ``<!-- run -->`` is run in a copy of an example (`example_of`) and its output compared; all
blocks of a page share the copy, in order, as a reader would type them. ``...`` stands for any text on one line,
a line of ``...`` alone for any number of lines. A block that cannot be run says why:
``<!-- not run: reason -->``.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT
from tests.docs.markdown import NOT_RUN, RUN, Console, Step, consoles, pages

VAULT = ROOT / "examples" / "second-brain"
VAULTS = {"check.md": ROOT / "examples" / "pricing", "book.md": ROOT / "examples" / "ah-q"}
MEANING = {"meaning.md"}
"""Pages whose reader has the extra ``meaning``; the others show what words alone find."""

SECONDS = 60
SHIM = '#!/bin/sh\nexec "{python}" -c "from caveat.cli.main import main; main()" "$@"\n'

BLOCKS = {page: consoles(page.read_text(encoding="utf-8")) for page in pages()}
RUNNABLE = [page for page, blocks in BLOCKS.items() if any(block.mark == RUN for block in blocks)]


def run(steps: list[Step], *, vault: Path, scratch: Path) -> list[str]:
    """Run *steps* one after the other in *vault*; what differs from their expected output, step by step."""
    shim = scratch / "bin" / "caveat"
    shim.parent.mkdir()
    shim.write_text(SHIM.format(python=sys.executable))
    shim.chmod(0o755)
    surroundings = {
        **os.environ,
        "PATH": f"{shim.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "src"),
        "XDG_CACHE_HOME": str(scratch / "cache"),
        "XDG_STATE_HOME": str(scratch / "state"),
        "TZ": "UTC",
        "LC_ALL": "C.UTF-8",
    }
    differences = []
    for step in steps:
        result = subprocess.run(
            ["/bin/sh", "-c", step.command],
            cwd=vault,
            env=surroundings,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=SECONDS,
            check=False,
        )
        found = [line.rstrip() for line in result.stdout.decode("utf-8").splitlines()]
        if not fits(list(step.expected), found):
            shown = "\n".join(
                [f"line {step.line}: $ {step.command}", "expected:", *step.expected, "found:", *found]
            )
            differences.append(shown)
    return differences


def fits(expected: list[str], found: list[str]) -> bool:
    """Whether *found* is what *expected* shows, blank lines at both ends aside."""
    lines = "\n".join(expected).strip("\n").split("\n")
    pattern = ""
    for line in lines:
        if line == "...":
            pattern += r"(?:[^\n]*\n)*?"
        else:
            pattern += r"[^\n]*".join(re.escape(part) for part in line.split("...")) + r"\n"
    return re.fullmatch(pattern, "\n".join(found).strip("\n") + "\n") is not None


def example_of(page: Path) -> Path:
    """What the blocks of *page* are run in: the example that it is part of, else the one it is about."""
    parts = page.relative_to(ROOT).parts
    if parts[0] == "examples" and len(parts) > 2:
        return ROOT / parts[0] / parts[1]
    return VAULTS.get(page.name, VAULT)


def is_telling(block: Console) -> bool:
    """Whether the block has commands and shows some output that is more than ``...``."""
    return any(line.strip(". ") for step in block.steps for line in step.expected)


@pytest.mark.parametrize("page", RUNNABLE, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_console_blocks_do_what_they_show(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example = example_of(page)
    vault = tmp_path / example.name
    shutil.copytree(example, vault)
    steps = [step for block in BLOCKS[page] if block.mark == RUN for step in block.steps]

    if page.name in MEANING:
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "no configuration"))
    differences = run(steps, vault=vault, scratch=tmp_path)

    assert not differences, "\n\n".join(differences)


def test_readme_has_a_block_that_is_run() -> None:
    assert ROOT / "README.md" in RUNNABLE


def test_no_console_block_is_skipped_silently() -> None:
    silent = [
        f"{page.relative_to(ROOT).as_posix()}:{block.line}"
        for page, blocks in BLOCKS.items()
        for block in blocks
        if block.mark != RUN and not NOT_RUN.fullmatch(block.mark)
    ]

    assert silent == [], f"mark with {RUN} or <!-- not run: reason -->"


def test_every_block_that_is_run_can_fail() -> None:
    empty = [
        f"{page.relative_to(ROOT).as_posix()}:{block.line}"
        for page, blocks in BLOCKS.items()
        for block in blocks
        if block.mark == RUN and not is_telling(block)
    ]

    assert empty == []


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        (["a", "b"], ["a", "b"]),
        (["a ... c"], ["a 17 c"]),
        (["a", "...", "z"], ["a", "z"]),
        (["a", "...", "z"], ["a", "1", "2", "z"]),
        (["a", ""], ["a"]),
        ([], []),
        (["1.5 (x)"], ["1.5 (x)"]),
    ],
)
def test_output_fits(expected: list[str], found: list[str]) -> None:
    assert fits(expected, found)


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        (["a"], ["a", "b"]),
        (["a", "b"], ["a"]),
        ([], ["a"]),
        (["a"], []),
        (["a ... c"], ["a", "c"]),
        (["1.5"], ["1x5"]),
        (["...", "z"], ["a"]),
    ],
)
def test_output_does_not_fit(expected: list[str], found: list[str]) -> None:
    assert not fits(expected, found)


def test_steps_share_a_folder_and_differences_name_their_line(tmp_path: Path) -> None:
    text = "<!-- run -->\n```console\n$ echo x > a; cat a\nx\n$ cat a\ny\n$ cat a\nx\n```\n"
    steps = [step for block in consoles(text) for step in block.steps]
    vault = tmp_path / "vault"
    vault.mkdir()

    assert run(steps, vault=vault, scratch=tmp_path) == ["line 5: $ cat a\nexpected:\ny\nfound:\nx"]


def test_console_blocks_are_found_with_their_mark() -> None:
    text = "<!-- run -->\n```console\n$ a\n1\n\n2\n$ b\n```\n\n~~~console\n$ c\n~~~\n```sh\n$ d\n```\n"

    assert consoles(text) == [
        Console(2, RUN, (Step(3, "a", ("1", "", "2")), Step(7, "b", ()))),
        Console(10, "", (Step(11, "c", ()),)),
    ]


def test_the_python_of_the_readme_runs(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    shutil.copytree(VAULT, tmp_path / "notes")

    assert blocks
    for block in blocks:
        done = subprocess.run(
            [sys.executable, "-c", block],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "XDG_CACHE_HOME": str(tmp_path / "cache")},
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )

        assert (0, b"") == (done.returncode, done.stderr)
        assert done.stdout
