"""
Summaries of a book as files: one JSON object a line.

    {"scope": "chapter", "chapter": 3, "text": "…", "facts": [{"text": "…", "span": "chapters/03.txt:12-14"}]}

``scope`` is ``chunk`` (with ``chapter`` and ``chunk``), ``chapter``, or ``arc`` (chapters ``since`` to
``until``, that one not included). A fact cites a span: a file of the book and its lines, both ends included,
and may quote words of it. A line that cannot be used costs only itself.
"""

import json
import os
import re
from pathlib import Path
from typing import Any, NamedTuple

from caveat.model.findings import Finding
from caveat.text.decode import decode
from caveat.vault.scan import read_bytes

MAX_BYTES = 16 * 1024 * 1024
"""Largest file of summaries that is read (our choice: a thousand chapters take about 2 MB)."""
LONGEST = 20_000
"""Most characters of a summary or fact (our choice: a summary is shorter than what it sums up)."""
MOST_FACTS = 500
"""Most facts of one summary (our choice)."""
_PLACES = {"chunk": ("chapter", "chunk"), "chapter": ("chapter",), "arc": ("since", "until")}
_SPAN = re.compile(r"(?P<path>.+?):(?P<first>\d{1,7})(?:-(?P<last>\d{1,7}))?")


class Span(NamedTuple):
    """
    Lines of a file.

    Attributes:
        path: Relative to the book.
        first: First line, from 1.
        last: Last line.
    """

    path: str
    first: int
    last: int


class SummaryFact(NamedTuple):
    """
    One statement of a summary.

    Attributes:
        text: What it says.
        span: What it cites; None when it cites nothing that can be read.
        said: The span as written.
        quote: Words that it quotes from there; empty = none.
    """

    text: str
    span: Span | None
    said: str = ""
    quote: str = ""


class Summary(NamedTuple):
    """
    A summary as written.

    Attributes:
        scope: ``chunk``, ``chapter`` or ``arc``.
        since: First chapter that it is about.
        until: First that it is no longer about.
        chunk: Chunk of its chapter, from 1; 0 = all of it.
        text: In the language of the translation, or in that of the book.
        facts: In their order.
        path: Its file, relative to the book.
        line: Its line.
    """

    scope: str
    since: int
    until: int
    chunk: int
    text: str
    facts: tuple[SummaryFact, ...]
    path: str
    line: int


def read_summaries(folder: Path, path: Path) -> tuple[tuple[Summary, ...], tuple[Finding, ...]]:
    """
    The summaries in the file or folder *path*, by file and line, and what cannot be used.

    Args:
        folder: The book.
        path: A ``.jsonl`` file, or a folder of them.
    """
    found: list[Summary] = []
    findings: list[Finding] = []
    files = sorted(path.rglob("*.jsonl")) if path.is_dir() else [path]
    for file in files:
        shown = os.path.relpath(file, folder).replace(os.sep, "/")
        try:
            data = read_bytes(os.path.realpath(file), limit=MAX_BYTES)
        except OSError as error:
            reason = f"cannot be read: {error.strerror or error}"
            findings.append(Finding("unreadable-file", "error", reason, shown, help="Make it readable."))
            continue
        decoded = decode(data)
        findings += [finding._replace(path=shown) for finding in decoded.findings]
        for number, line in enumerate(decoded.text.split("\n"), 1):
            if line.strip():
                read = _summary(line, shown, number)
                if isinstance(read, Summary):
                    found.append(read)
                else:
                    advice = "Write it as docs/book.md shows."
                    findings.append(Finding("unreadable-summary", "error", read, shown, number, help=advice))
    return tuple(found), tuple(findings)


def _summary(line: str, path: str, number: int) -> Summary | str:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return "no JSON object"
    if not isinstance(said, dict):
        return "no JSON object"
    text = said.get("text")
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST:
        return f"text must say something, in at most {LONGEST:,} characters"
    place = _place(said)
    if isinstance(place, str):
        return place
    facts = said.get("facts", [])
    if not isinstance(facts, list) or len(facts) > MOST_FACTS:
        return f"facts must be a list of at most {MOST_FACTS} objects"
    read = [_fact(one) for one in facts]
    if any(one is None for one in read):
        return "a fact must be an object with a text"
    scope, since, until, chunk = place
    return Summary(scope, since, until, chunk, text, tuple(filter(None, read)), path, number)


def _place(said: dict[str, Any]) -> tuple[str, int, int, int] | str:
    scope = said.get("scope", "chapter")
    if scope not in _PLACES:
        return "scope must be chunk, chapter or arc"
    names = _PLACES[scope]
    values = [said.get(name) for name in names]
    whole = [v for v in values if isinstance(v, int) and not isinstance(v, bool) and 1 <= v < 10**7]
    if len(whole) != len(values):
        return f"{scope} needs {' and '.join(names)}, whole numbers from 1"
    if scope == "arc":
        since, until = whole
        return (scope, since, until, 0) if since < until else "until must lie behind since"
    return scope, whole[0], whole[0] + 1, whole[1] if scope == "chunk" else 0


def _fact(one: Any) -> SummaryFact | None:
    if not isinstance(one, dict):
        return None
    text, said, quote = one.get("text"), one.get("span", ""), one.get("quote", "")
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST:
        return None
    if not isinstance(said, str) or not isinstance(quote, str):
        return None
    match = _SPAN.fullmatch(said.strip())
    if match is None:
        return SummaryFact(text, None, said, quote)
    first = int(match["first"])
    return SummaryFact(text, Span(match["path"], first, int(match["last"] or first)), said, quote)
