"""Dealing texts out to processes loses none of them, whatever becomes of a process."""

import subprocess
import sys

import numpy as np
import pytest
from numpy.typing import NDArray

from caveat.models import processes
from caveat.models.processes import spread
from caveat.models.threads import one_thread

SCRIPT = """
import os, sys
from caveat.models.threads import import_numpy
import_numpy()
import numpy as np
from caveat.models.processes import spread
parent = os.getpid()
def embed(texts):
    if os.getpid() != parent and {fault!r} == "dies":
        os._exit(3)
    if os.getpid() != parent and {fault!r} == "raises":
        sys.stderr.close()
        raise ValueError
    return np.array([[len(t), ord(t[0])] for t in texts], np.float32)
texts = [chr(65 + n % 26) * (1 + n * 7 % 50) for n in range(500)]
found = spread(embed, texts, dimensions=2, processes=3)
assert np.array_equal(found, embed(texts)), found
try:
    os.waitpid(-1, 0)
except ChildProcessError:
    print("no child is left")
"""


@pytest.mark.parametrize("fault", ["", "dies", "raises"])
def test_every_text_has_its_vector(fault: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(fault=fault)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert (0, "no child is left\n") == (done.returncode, done.stdout), done.stderr


def lengths(texts: object) -> NDArray[np.float32]:
    return np.array([[len(text)] for text in texts], np.float32)  # type: ignore[attr-defined]


def test_a_process_with_several_threads_is_not_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_threads", lambda: 2)
    monkeypatch.setattr("os.fork", lambda: pytest.fail("forked"))

    assert [[1], [2]] == spread(lengths, ["a", "bb"], dimensions=1, processes=4).tolist()


def test_one_thread_gives_back_what_was_set() -> None:
    from caveat.models.threads import _openblas

    found = _openblas()
    before = found[0]() if found else 1
    with one_thread():
        assert found is None or found[0]() == 1

    assert before == (found[0]() if found else 1)


def test_loading_numpy_leaves_the_environment_as_it_was() -> None:
    code = """
import os, sys
before = dict(os.environ)
from caveat.models.threads import import_numpy
assert "numpy" not in sys.modules
import_numpy()
assert "numpy" in sys.modules and before == dict(os.environ)
import_numpy()
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
