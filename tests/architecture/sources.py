"""The product's own source, as the architecture tests read it."""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "caveat"
IGNORED = {".venv", ".git", "__pycache__", "node_modules", "build", "dist"}


class Module(NamedTuple):
    """
    One module of the product.

    Attributes:
        path: Relative to the package, with ``/``: ``trust/graph.py``.
        text: Its source.
        tree: Its parsed source.
    """

    path: str
    text: str
    tree: ast.Module

    @property
    def room(self) -> str:
        """The folder that it lies in; empty for a module at the top."""
        return self.path.split("/")[0] if "/" in self.path else ""

    @property
    def name(self) -> str:
        """File name without its ending."""
        return Path(self.path).stem


@cache
def modules() -> tuple[Module, ...]:
    """Every module of the package, by path."""
    return tuple(
        parse(path.relative_to(PACKAGE).as_posix(), path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    )


def parse(path: str, text: str) -> Module:
    """A module from its text, for the tests of the checks themselves."""
    return Module(path, text, ast.parse(text))


def project_files() -> Iterator[Path]:
    """Files that belong to the project: those that Git would add; without Git, all but caches."""
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        capture_output=True,
        check=False,
    )
    if listed.returncode == 0:
        names = listed.stdout.decode("utf-8", "surrogateescape").split("\0")
        yield from (ROOT / name for name in sorted(names) if name and (ROOT / name).is_file())
        return
    for path in sorted(ROOT.rglob("*")):
        inside = path.relative_to(ROOT).parts
        is_cache = any(part in IGNORED or part.endswith("_cache") for part in inside)
        if path.is_file() and not is_cache:
            yield path
