"""Standard input and output: as bytes, closed ones, and the encoding of names."""

import os
import sys
from collections.abc import Iterable

from caveat.model.errors import InputError


def standard_input() -> bytes:
    """
    All of standard input.

    Raises:
        InputError: It was closed: nothing can be read, which is not the same as an empty text.
    """
    if not sys.stdin.readable():
        raise InputError("standard input is closed: give the file's name instead of -, or pipe the text in")
    return sys.stdin.buffer.read()


def write_bytes(parts: Iterable[bytes]) -> None:
    """Write *parts* to standard output as they are."""
    sys.stdout.flush()
    sys.stdout.buffer.writelines(parts)
    sys.stdout.buffer.flush()


def fill_closed() -> None:
    """
    Put the null device where a standard stream is closed (``>&-``): a command then ends as it would.

    Their numbers are taken too, or the next file that is opened, such as the index, would get them, and
    with them whatever is printed. A closed standard input is not readable, rather than empty.
    """
    closed = [name for name in ("stdin", "stdout", "stderr") if getattr(sys, name) is None]
    if not closed:
        return
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(descriptor, True)
    os.close(descriptor)
    for name in closed:
        setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115


def speak_utf8() -> None:
    """
    Start this process anew in Python's UTF-8 mode where the locale would have names in another encoding.

    Names of files are UTF-8 in a vault whatever the locale says. Under ``LC_ALL=C PYTHONUTF8=0``, or in a
    Latin-1 locale, a name that an index or an argument gives could not be opened. What is printed keeps the
    encoding that the locale asked for.
    """
    is_utf8 = sys.flags.utf8_mode or sys.getfilesystemencoding().lower().replace("-", "") == "utf8"
    if is_utf8 or os.name != "posix" or not sys.executable or not sys.orig_argv:
        return
    encoding = getattr(sys.stdout, "encoding", None)
    if encoding and "PYTHONIOENCODING" not in os.environ:
        os.environ["PYTHONIOENCODING"] = f"{encoding}:replace"
    os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])
