"""Markdown files of the project, as the documentation tests read them: links, headings, console blocks."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.architecture.sources import ROOT, project_files

# Data of tests, and notes that stand for a user's: no documentation.
NOT_DOCUMENTATION = (
    "tests/",
    "examples/second-brain/",
    "examples/pricing/facts/",
    "examples/pricing/drafts/",
)

FENCE = re.compile(r"^ {0,3}(```+|~~~+)\s*([\w-]*)")
LINK = re.compile(r"!?\[[^\]\[]*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
CODE_SPAN = re.compile(r"(`+).+?\1")
SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
RUN = "<!-- run -->"
NOT_RUN = re.compile(r"<!-- not run: \S.* -->")


class Line(NamedTuple):
    """A line of a page: its number from 1, its text, and whether it lies outside code fences."""

    number: int
    text: str
    is_prose: bool


class Step(NamedTuple):
    """A command of a console block: the line of its ``$``, the command, and what should be printed."""

    line: int
    command: str
    expected: tuple[str, ...]


class Console(NamedTuple):
    """
    A console block.

    Attributes:
        line: Line of its opening fence.
        mark: The line above the fence, stripped.
        steps: Its commands in order; lines before the first command belong to none.
    """

    line: int
    mark: str
    steps: tuple[Step, ...]


def pages() -> list[Path]:
    """Every Markdown file of the project that documents it."""
    return [
        path
        for path in project_files()
        if path.suffix == ".md" and not path.relative_to(ROOT).as_posix().startswith(NOT_DOCUMENTATION)
    ]


def lines(text: str) -> Iterator[Line]:
    """Lines of *text*, fences known; a fence that is never closed reaches to the end."""
    closing = ""
    for number, line in enumerate(text.splitlines(), start=1):
        fence = FENCE.match(line)
        if not closing and fence:
            closing = fence[1]
            yield Line(number, line, False)
        elif closing:
            yield Line(number, line, False)
            if fence and fence[1].startswith(closing) and not fence[2]:
                closing = ""
        else:
            yield Line(number, line, True)


def links(text: str) -> Iterator[tuple[int, str]]:
    """``(line, target)`` of every inline link and image outside code."""
    for line in lines(text):
        if line.is_prose:
            for match in LINK.finditer(CODE_SPAN.sub("", line.text)):
                yield line.number, match[1]


def anchors(text: str) -> set[str]:
    """Fragments that the headings of *text* can be linked by; a repeated heading is numbered."""
    found: set[str] = set()
    for line in lines(text):
        if line.is_prose and re.match(r"#{1,6} ", line.text):
            words = re.sub(r"[^\w\- ]", "", line.text.lstrip("#").strip().lower()).replace(" ", "-")
            number, anchor = 0, words
            while anchor in found:
                number += 1
                anchor = f"{words}-{number}"
            found.add(anchor)
    return found


def broken_links(page: Path) -> list[str]:
    """Relative links of *page* that lead to no file, or to no heading of it."""
    text = page.read_text(encoding="utf-8")
    broken = []
    for number, target in links(text):
        if SCHEME.match(target):
            continue
        name, _, fragment = target.partition("#")
        goal = (page.parent / name) if name else page
        if not goal.exists():
            broken.append(f"{page.name}:{number}: {target}: no such file")
        elif fragment and goal.suffix == ".md" and fragment not in anchors(goal.read_text(encoding="utf-8")):
            broken.append(f"{page.name}:{number}: {target}: no such heading")
    return broken


def consoles(text: str) -> list[Console]:
    """Every ``console`` block of *text*."""
    found: list[Console] = []
    body: list[Line] = []
    above, start, mark, closing = "", 0, "", ""
    for line in lines(text):
        fence = FENCE.match(line.text)
        if start and fence and fence[1].startswith(closing) and not fence[2]:
            found.append(Console(start, mark, tuple(_steps(body))))
            start, body = 0, []
        elif start:
            body.append(line)
        elif not line.is_prose and fence and fence[2] == "console":
            start, mark, closing = line.number, above, fence[1]
        above = line.text.strip()
    return found


def _steps(body: list[Line]) -> Iterator[Step]:
    step: Step | None = None
    for line in body:
        if line.text.startswith("$ "):
            if step:
                yield step
            step = Step(line.number, line.text[2:].strip(), ())
        elif step:
            step = step._replace(expected=(*step.expected, line.text.rstrip()))
    if step:
        yield step
