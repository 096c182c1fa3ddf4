"""Commands as a user runs them: each in a process of its own, timed from outside."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import caveat
from caveat.bench.speed_figures import MEGABYTE, NotMeasured

TIMEOUT = 1_800.0
"""Seconds after which a command is given up; our choice."""

SWITCHES = (
    "VAULT_TIER_WEIGHTS_ENABLED",
    "CAVEAT_DEVICE",
    "PYTHONPROFILEIMPORTTIME",
    "PYTHONDONTWRITEBYTECODE",
)
"""Variables of the user's that would change what is measured."""

# A process inherits the peak of the one that starts it until it runs its own program, so a small one stands
# between this one and the measured one; it also keeps the time that this one takes to fork out of the figure.
_STARTER = """
import os, sys, time
out, err, *words = sys.argv[1:]
flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
opened = [(os.POSIX_SPAWN_OPEN, 1, out, flags, 0o600), (os.POSIX_SPAWN_OPEN, 2, err, flags, 0o600)]
begin = time.perf_counter()
child = os.posix_spawn(words[0], words, os.environ, file_actions=opened)
_, status, used = os.wait4(child, 0)
print(time.perf_counter() - begin, used.ru_maxrss, os.waitstatus_to_exitcode(status))
"""

_INDEXED = re.compile(r"([0-9,]+) indexed")
_IMPORT = re.compile(r"import time:\s+(\d+) \|\s+\d+ \|\s*(\S+)")


class Timed(NamedTuple):
    """
    A process that ended.

    Attributes:
        seconds: From its start to its end.
        peak: Most memory it held at once, in MB of 10⁶ bytes.
        output: Its standard output.
        errors: Its standard error.
    """

    seconds: float
    peak: float
    output: str
    errors: str


class Imported(NamedTuple):
    """
    A module that a command imports.

    Attributes:
        name: Its full name.
        ms: Time of its own import, without that of what it imports.
    """

    name: str
    ms: float


def surroundings(folder: Path, *, embedder: str = "none") -> dict[str, str]:
    """The environment of a measured command: its index, state and configuration lie under *folder*."""
    settings = folder / "config" / "caveat" / "config.toml"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(f'[meaning]\nembedder = "{embedder}"\n', encoding="utf-8")
    kept = {key: value for key, value in os.environ.items() if key not in SWITCHES}
    home = os.fspath(Path(caveat.__file__).parents[1])
    paths = [home, *filter(None, [kept.get("PYTHONPATH")])]
    return {
        **kept,
        "XDG_CACHE_HOME": os.fspath(folder / "cache"),
        "XDG_STATE_HOME": os.fspath(folder / "state"),
        "XDG_CONFIG_HOME": os.fspath(folder / "config"),
        "PYTHONPATH": os.pathsep.join(paths),
        "PYTHONUTF8": "1",
    }


def caveat_words(*words: str, options: Sequence[str] = ()) -> list[str]:
    """The command ``caveat`` with *words*, run by this Python with its own *options*."""
    return [sys.executable, *options, "-m", "caveat", *words]


def timed(
    words: Sequence[str],
    environment: Mapping[str, str],
    folder: Path,
    *,
    statuses: Sequence[int] = (0, 1),
    limit: float | None = None,
) -> Timed:
    """
    Run *words* once, without standard input; what it leaves running is ended.

    Args:
        words: A program by its path, and its arguments.
        environment: All of its environment.
        folder: Where its output is kept meanwhile.
        statuses: Exit statuses that mean that it did what was asked.
        limit: Seconds that it has; None = `TIMEOUT`.

    Raises:
        NotMeasured: It ended with another status, or not in time.
    """
    out, err = folder / "out", folder / "err"
    starter = [sys.executable, "-I", "-S", "-c", _STARTER, os.fspath(out), os.fspath(err), *words]
    command = " ".join(words[1:])
    seconds = TIMEOUT if limit is None else limit
    told, complaint = _run(starter, environment, folder, command, seconds)
    parts = told.split()
    if len(parts) != 3:
        raise NotMeasured(f"`{command}` could not be started: {complaint.strip() or 'no reason given'}")
    output, errors = (path.read_text("utf-8", "replace") for path in (out, err))
    if int(parts[2]) not in statuses:
        said = [line for line in errors.splitlines() if line.strip()]
        raise NotMeasured(f"`{command}` ended with status {parts[2]}: {said[-1] if said else 'silently'}")
    # Linux counts in KiB, macOS in bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    return Timed(float(parts[0]), int(parts[1]) * unit / MEGABYTE, output, errors)


def _run(
    starter: Sequence[str], environment: Mapping[str, str], folder: Path, command: str, limit: float
) -> tuple[str, str]:
    """Output and errors of *starter*; its whole group is ended with it, the measured command among it."""
    with subprocess.Popen(
        starter,
        env=environment,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        try:
            return running.communicate(timeout=limit)
        except subprocess.TimeoutExpired as error:
            raise NotMeasured(f"`{command}` gave no answer within {limit:g} s") from error
        finally:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(running.pid, signal.SIGKILL)


def repeated(words: Sequence[str], environment: Mapping[str, str], folder: Path, *, runs: int) -> list[Timed]:
    """Run *words* once for nothing, so that byte code and files are at hand, then *runs* times."""
    return [timed(words, environment, folder) for _ in range(runs + 1)][1:]


def imported(words: Sequence[str], environment: Mapping[str, str], folder: Path) -> list[Imported]:
    """
    What ``caveat`` with *words* imports beyond what Python itself does, the slowest first.

    Raises:
        NotMeasured: The command failed.
    """
    options = ("-X", "importtime")
    bare = timed([sys.executable, *options, "-c", "pass"], environment, folder)
    known = {name for _, name in _IMPORT.findall(bare.errors)}
    found = timed(caveat_words(*words, options=options), environment, folder)
    rows = [Imported(name, int(us) / 1000) for us, name in _IMPORT.findall(found.errors) if name not in known]
    if not rows:
        raise NotMeasured("Python told of no import")
    return sorted(rows, key=lambda row: (-row.ms, row.name))


def indexed(output: str) -> int:
    """
    How many notes a run of ``caveat index`` says that it read in.

    Raises:
        NotMeasured: It does not say.
    """
    found = _INDEXED.search(output)
    if found is None:
        raise NotMeasured("`caveat index` did not say how many notes it indexed")
    return int(found[1].replace(",", ""))
