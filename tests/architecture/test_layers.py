"""Imports point down only: the contract of pyproject.toml holds, covers every room, and can fail."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.sources import PACKAGE, ROOT, Module, modules, parse

LINT = "from importlinter.cli import lint_imports_command as run; run()"

# What may be imported from outside, and where; what is not named here may be imported anywhere.
HOMES = {
    "click": ("cli/", "bench/"),
    "rich": ("cli/", "bench/"),
    "mcp": ("mcp/",),
    "numpy": (
        "trust/bulk",
        "store/columns",
        "store/vectors",
        "models/",
        "model/columns",
        "model/embedder",
        "model/vectors",
        "bench/",
    ),
    "sqlite3": ("store/", "bench/"),
    "watchfiles": ("vault/", "ops/", "cli/"),
    "pathspec": ("vault/",),
}


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the contract on the package in *folder*."""
    return subprocess.run(
        [sys.executable, "-c", LINT, "--no-cache", "--no-logo", str(ROOT / "pyproject.toml")],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def strangers(module: Module) -> list[str]:
    """Imports of *module* from outside the package that belong to another room."""
    found = []
    for node in ast.walk(module.tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names = [node.module]
        for name in names:
            homes = HOMES.get(name.split(".")[0])
            if homes and not module.path.startswith(homes):
                found.append(f"{module.path}:{getattr(node, 'lineno', 0)} imports {name}")
    return found


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with a copy of the package."""
    shutil.copytree(PACKAGE, tmp_path / "caveat", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_imports_point_down() -> None:
    result = lint(PACKAGE.parent)

    assert result.returncode == 0, result.stdout


def test_upward_import_breaks_the_contract(copy: Path) -> None:
    (copy / "caveat" / "model" / "planted.py").write_text("def f():\n    import caveat.store\n")

    result = lint(copy)

    assert result.returncode == 1
    assert "caveat.model.planted -> caveat.store" in result.stdout


def test_room_that_the_contract_does_not_name_breaks_it(copy: Path) -> None:
    (copy / "caveat" / "attic").mkdir()
    (copy / "caveat" / "attic" / "__init__.py").touch()

    result = lint(copy)

    assert result.returncode == 1
    assert "attic" in result.stdout


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.path)
def test_outside_package_is_imported_only_in_its_room(module: Module) -> None:
    assert strangers(module) == []


@pytest.mark.parametrize(
    "source", ["import click", "from click.testing import CliRunner", "def f():\n    import click.core"]
)
def test_outside_package_in_another_room_is_seen(source: str) -> None:
    assert strangers(parse("ops/search.py", source))
    assert strangers(parse("cli/main.py", source)) == []
