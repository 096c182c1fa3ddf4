"""Finds what the pure core must not do: talk to files, the terminal, the clock, chance or the environment."""

import ast
from typing import NamedTuple

CALLS = frozenset({"open", "print", "input", "exec", "eval", "breakpoint", "__import__"})
MODULES = frozenset(
    {
        "asyncio", "builtins", "getpass", "glob", "http", "importlib", "io", "locale", "logging",
        "multiprocessing", "os", "platform", "random", "secrets", "shutil", "signal", "socket", "sqlite3",
        "subprocess", "tempfile", "threading", "time", "urllib.request", "uuid", "warnings",
    }
)  # fmt: skip
ALLOWED = frozenset({"os.path"})
MEMBERS = frozenset(
    {
        "pathlib.Path", "pathlib.PosixPath", "pathlib.WindowsPath",
        "sys.argv", "sys.exit", "sys.stderr", "sys.stdin", "sys.stdout",
        "numpy.random", "numpy.load", "numpy.save", "numpy.fromfile", "numpy.memmap",
    }
)  # fmt: skip
CLOCK = frozenset({"now", "today", "utcnow"})
FILES = frozenset(
    {
        "read_text", "read_bytes", "write_text", "write_bytes", "iterdir", "rglob", "expanduser", "unlink",
        "mkdir", "is_file", "is_dir", "lstat",
    }
)  # fmt: skip


class Impurity(NamedTuple):
    """
    Something that the core must not do.

    Attributes:
        line: Where, from 1.
        what: The name that is used.
    """

    line: int
    what: str


def impurities(tree: ast.Module) -> list[Impurity]:
    """Everything impure in *tree*, in source order; a name that is only imported counts as used."""
    names = _imported(tree)
    found: set[Impurity] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import() | ast.ImportFrom():
                found |= {Impurity(node.lineno, name) for name in _names(node) if _is_impure(name)}
            case ast.Name(id=name, ctx=ast.Load()) if name in CALLS and name not in names:
                found.add(Impurity(node.lineno, name))
            case ast.Attribute(attr=attribute, ctx=ast.Load()):
                whole = _dotted(node, names)
                if attribute in CLOCK | FILES or whole in MEMBERS:
                    found.add(Impurity(node.lineno, whole or attribute))
            case _:
                pass
    return sorted(found)


def _names(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Full names that an import brings in; a relative one stays inside the package and is pure."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [] if node.level else [f"{node.module}.{alias.name}" for alias in node.names]


def _is_impure(name: str) -> bool:
    """Whether the module or member *name*, or a package around it, is one that the core must not touch."""
    parts = name.split(".")
    prefixes = {".".join(parts[: end + 1]) for end in range(len(parts))}
    return not prefixes & ALLOWED and bool(prefixes & (MODULES | MEMBERS))


def _imported(tree: ast.Module) -> dict[str, str]:
    """Local name → full name, for every import in *tree*, at whatever depth."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                names[alias.asname or alias.name.split(".")[0]] = (
                    alias.name if alias.asname else alias.name.split(".")[0]
                )
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.update({alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names})
    return names


def _dotted(node: ast.expr, names: dict[str, str]) -> str:
    """``a.b.c`` with its first part as imported; empty when it does not start with a name."""
    match node:
        case ast.Name(id=name):
            return names.get(name, name)
        case ast.Attribute(value=value, attr=attribute):
            whole = _dotted(value, names)
            return f"{whole}.{attribute}" if whole else ""
        case _:
            return ""
