"""Processes that write until they are killed, and that tell what they were told is safe."""

import os
import random
import signal
import time
import traceback
from collections.abc import Callable, Iterator

KILLS = int(os.environ.get("CAVEAT_KILLS", "25"))
"""How often each kind of writer is killed; the suite kills seldom, a long run is asked for by name."""

Tell = Callable[[str], None]


def killed(work: Callable[[Tell], None], *, seconds: float) -> list[str]:
    """
    Run *work* in a process of its own and kill it without warning.

    Args:
        work: Calls its argument with a word for each act that it was told is done.
        seconds: How long it lives, after it has begun.

    Returns:
        The words, in order.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            os.write(writing, b"begun\n")
            work(lambda word: void(os.write(writing, word.encode() + b"\n")))
        except BaseException:  # noqa: BLE001 - the process ends here; what went wrong must be seen
            traceback.print_exc()
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        assert b"begun\n" == stream.readline()
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        words = stream.read().split(b"\n")
    # A word without its line end was cut off by the kill: it was never told.
    return [word.decode() for word in words[:-1]]


def lifetimes(*, most: float) -> Iterator[float]:
    """`KILLS` random times to live, the same in every run, in seconds."""
    chance = random.Random(4)
    for _ in range(KILLS):
        yield chance.uniform(0.0, most)


def void(_: object) -> None:
    """Nothing, of anything."""
