"""Modules and functions stay small, and broad excepts stay in the faces."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.sources import Module, modules, parse

MODULE_LINES = 400
FUNCTION_LINES = 60
AIM = 40
BROAD_EXCEPTS = 3


def functions(module: Module) -> Iterator[tuple[int, str]]:
    """``(lines, place)`` of every function of *module*, from ``def`` to its last line."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            yield lines, f"{module.path}:{node.lineno} {node.name}"


def broad_excepts(module: Module) -> list[str]:
    """Places where *module* catches everything, by ``except`` or by ``suppress``."""
    places = []
    for node in ast.walk(module.tree):
        match node:
            case ast.ExceptHandler(type=None):
                places.append(node.lineno)
            case ast.ExceptHandler(type=ast.Tuple(elts=caught)) if any(map(_is_broad, caught)):
                places.append(node.lineno)
            case ast.ExceptHandler(type=caught) if caught and _is_broad(caught):
                places.append(node.lineno)
            case ast.Call(func=ast.Name(id="suppress") | ast.Attribute(attr="suppress"), args=caught):
                places += [node.lineno] if any(map(_is_broad, caught)) else []
            case _:
                pass
    return [f"{module.path}:{line}" for line in sorted(places)]


def _is_broad(caught: ast.expr) -> bool:
    return isinstance(caught, ast.Name) and caught.id in {"Exception", "BaseException"}


def is_table(module: Module) -> bool:
    return module.name.startswith("tables_")


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.path)
def test_module_is_at_most_400_lines(module: Module) -> None:
    lines = len(module.text.splitlines())

    assert lines <= MODULE_LINES or is_table(module), f"{module.path} has {lines} lines; it is two ideas"


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.path)
def test_function_is_at_most_60_lines(module: Module) -> None:
    long = [f"{place}: {lines} lines" for lines, place in functions(module) if lines > FUNCTION_LINES]

    assert long == []


def test_broad_excepts_are_few_and_only_in_the_command_line() -> None:
    places = [place for module in modules() for place in broad_excepts(module)]

    assert [place for place in places if not place.startswith("cli/")] == []
    assert len(places) <= BROAD_EXCEPTS, places


@pytest.mark.parametrize(
    "handler",
    ["except:", "except Exception:", "except BaseException as e:", "except (ValueError, Exception):"],
)
def test_broad_except_is_seen(handler: str) -> None:
    assert broad_excepts(parse("a.py", f"try:\n    f()\n{handler}\n    pass\n")) == ["a.py:3"]


def test_broad_suppress_is_seen() -> None:
    assert broad_excepts(parse("a.py", "with contextlib.suppress(Exception):\n    f()\n")) == ["a.py:1"]


def test_narrow_except_is_not_broad() -> None:
    source = "try:\n    f()\nexcept (OSError, ValueError):\n    pass\nwith suppress(OSError):\n    f()\n"

    assert broad_excepts(parse("a.py", source)) == []


def test_function_length_counts_every_line() -> None:
    source = "@decorator\ndef f():\n    '''\n    Text.\n    '''\n    return 1\n"

    assert list(functions(parse("a.py", source))) == [(5, "a.py:2 f")]
