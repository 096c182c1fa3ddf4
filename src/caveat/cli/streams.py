"""Standard input and output as bytes."""

import sys
from collections.abc import Iterable


def standard_input() -> bytes:
    """All of standard input."""
    return sys.stdin.buffer.read()


def write_bytes(parts: Iterable[bytes]) -> None:
    """Write *parts* to standard output as they are."""
    sys.stdout.flush()
    sys.stdout.buffer.writelines(parts)
    sys.stdout.buffer.flush()
