"""The core computes; it touches no file, terminal, clock, chance or environment."""

import ast

import pytest

from tests.architecture.purity import impurities
from tests.architecture.sources import Module, modules

CORE = ("model", "trust", "text", "judge", "rank", "history")
CORE_MODULES = [module for module in modules() if module.room in CORE]


@pytest.mark.parametrize("module", CORE_MODULES, ids=lambda module: module.path)
def test_core_is_pure(module: Module) -> None:
    found = [f"{module.path}:{line}: {what}" for line, what in impurities(module.tree)]

    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "open('a')",
        "read = open",
        "print(1)",
        "input()",
        "exec('')",
        "eval('1')",
        "breakpoint()",
        "__import__('os')",
        "import time",
        "from time import monotonic",
        "from datetime import datetime\nx = datetime.now()",
        "import datetime as d\nx = d.datetime.utcnow()",
        "from datetime import date\nx = date.today()",
        "from datetime import datetime\nclock = datetime.now",
        "import random",
        "from random import choice as pick",
        "import secrets",
        "import numpy as np\nx = np.random.default_rng()",
        "from numpy.random import default_rng",
        "import os\nx = os.environ['A']",
        "from os import environ",
        "from os import getenv",
        "import logging",
        "import logging.handlers",
        "from pathlib import Path",
        "import pathlib\nx = pathlib.Path('a')",
        "def f(path):\n    return path.read_text()",
        "def f(path):\n    path.write_bytes(b'')",
        "def f(path):\n    return list(path.iterdir())",
        "import socket",
        "import subprocess",
        "def f():\n    import sqlite3",
        "from importlib import import_module",
        "from urllib.request import urlopen",
        "import sys\nsys.stderr.write('x')",
        "from sys import stdout",
        "import warnings",
    ],
)
def test_check_catches(source: str) -> None:
    assert impurities(ast.parse(source))


@pytest.mark.parametrize(
    "source",
    [
        "from datetime import date\nx = date(2026, 1, 1)",
        "from pathlib import PurePosixPath\nx = PurePosixPath('a') / 'b'",
        "import posixpath\nfrom os.path import commonprefix",
        "import sys\nx = sys.maxsize",
        "from urllib.parse import unquote",
        "import re\nx = re.compile('a').sub('b', 'c')",
        "class A:\n    def open(self): ...\n    def print(self): return self.open()",
        "import numpy as np\nx = np.zeros(3)",
        "print: int\n'open and time and os.environ'",
        "from caveat.text.numbers import time",
    ],
)
def test_check_lets_pass(source: str) -> None:
    assert impurities(ast.parse(source)) == []
