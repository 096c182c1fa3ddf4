"""One draft through the gate: bytes become text, numbers, verdicts, and findings with their places."""

import errno
import os
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from caveat.judge.book import Book
from caveat.judge.numbers import Judged, judge, words_of
from caveat.judge.rules import RULES, Told, weak_facts
from caveat.judge.twins import chance
from caveat.judge.waivers import excused
from caveat.model.facts import Verdict, Waiver
from caveat.model.findings import Finding
from caveat.model.quantities import Extraction
from caveat.model.visible import TextFormat, Visible
from caveat.ops.results_check import DraftReport, Place
from caveat.text.decode import decode
from caveat.text.numbers import Setting, extract
from caveat.text.visible import format_of, visible
from caveat.vault.check_settings import CheckSettings
from caveat.vault.scan import display, read_bytes

MAX_DRAFT_BYTES = 10 * 1024 * 1024
"""Largest draft that is read; our choice: a long book has one to two million characters."""


class Gate(NamedTuple):
    """
    What drafts are checked against, and how.

    Attributes:
        book: The facts.
        settings: Of the vault, or the defaults.
        setting: What a text means where it does not say, the attribute words of the facts included.
        is_value_only: Subjects are not looked at.
        may_be_empty: A draft without numbers passes.
        may_excuse_itself: Waivers in the draft count.
    """

    book: Book
    settings: CheckSettings
    setting: Setting
    is_value_only: bool = False
    may_be_empty: bool = False
    may_excuse_itself: bool = False


class Read(NamedTuple):
    """A draft as it was read and judged, waivers not considered."""

    source: str
    format: TextFormat
    text: Visible
    extraction: Extraction
    judged: Judged


def read_draft(source: str, format: TextFormat, gate: Gate) -> Read:
    """The draft *source* read and judged."""
    text = visible(source, format)
    extraction = extract(text, gate.setting)
    judged = judge(text, extraction, gate.book, kinds=gate.settings.kinds, is_value_only=gate.is_value_only)
    return Read(source, format, text, extraction, judged)


def draft_text(path: str, data: bytes | None = None) -> str | Finding:
    """
    The text of a draft, or why it cannot be read: no file, too large, a binary, not UTF-8.

    Args:
        path: Its file, or how it is called when *data* is given.
        data: Its bytes; None = those of the file.
    """
    name = display(path)
    if data is None:
        try:
            data = read_bytes(os.path.realpath(path), limit=MAX_DRAFT_BYTES)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            is_large = getattr(error, "errno", None) == errno.EFBIG
            help = "Split it." if is_large else "Name a file that exists and can be read."
            return _fault(name, f"cannot be read: {reason}", help)
    if len(data) > MAX_DRAFT_BYTES:
        return _fault(name, f"has {len(data):,} bytes, at most {MAX_DRAFT_BYTES:,} are read", "Split it.")
    text = decode(data)
    for finding in text.findings:
        if finding.code == "nul-byte":
            return _fault(name, "is no text but a binary file", "Name a text, Markdown or HTML file.")
        if finding.code == "not-utf-8":
            return _fault(name, "is not in UTF-8", "Save it as UTF-8.", finding.line)
    return text.text


def _fault(name: str, message: str, help: str, line: int = 0) -> Finding:
    return Finding("unreadable-draft", "error", message, name, line, help=help)


def draft_report(name: str, read: Read, gate: Gate, waivers: Sequence[Waiver]) -> DraftReport:
    """
    What is told of a draft.

    Args:
        name: How it is called.
        read: As it was read.
        gate: What it is checked against.
        waivers: Those that hold for this draft.
    """
    live = [waiver for waiver in waivers if not waiver.objection]
    marks = read.text.marks if gate.may_excuse_itself else ()
    verdicts, _ = excused(read.judged.verdicts, read.text, live, marks=marks)
    lines = Lines(read.source)
    places = [lines.of(read.text.origin(one.start, one.end)[0]) for one in verdicts]
    findings = [
        _finding(RULES[one.reason](one), name, place)
        for one, place in zip(verdicts, places, strict=True)
        if one.decision != "CONFIRMED"
    ]
    findings += _remarks(name, read, gate, waivers, lines)
    share = chance(read.judged.cases, gate.book, is_value_only=gate.is_value_only)
    bound = gate.settings.max_chance
    if share is not None and bound is not None and share > bound:
        findings.append(_finding(weak_facts(share, bound), name, (0, 0)))
    checked = len(read.judged.cases)
    faults: tuple[Finding, ...] = ()
    if not checked and not gate.may_be_empty and not any(f.severity != "note" for f in findings):
        help = "Look whether it is the right file; --allow-empty lets drafts without numbers pass."
        faults = (Finding("nothing-checked", "error", "holds no number that is judged", name, help=help),)
    return _counted(name, read, gate, verdicts, lines)._replace(
        findings=tuple(sorted(findings, key=lambda one: (one.line, one.column, one.code))),
        faults=faults,
        lines=tuple(places),
        chance=share,
    )


def _counted(name: str, read: Read, gate: Gate, verdicts: Sequence[Verdict], lines: "Lines") -> DraftReport:
    kinds = gate.settings.kinds
    others = [one for one in read.extraction.quantities if one.kind not in kinds]
    noise = [one for one in read.extraction.noise if one.name != "unclassified"]
    left: list[tuple[str, int, int]] = [(one.kind, one.start, one.end) for one in others]
    left += [(one.name, one.start, one.end) for one in noise]
    return DraftReport(
        name,
        read.format,
        verdicts=tuple(verdicts),
        seen=len(read.extraction.quantities) + len(read.extraction.noise),
        checked=len(read.judged.cases),
        passed=sum(one.reason == "BOUND" for one in verdicts),
        waived=sum(one.reason == "WAIVED" for one in verdicts),
        not_gated=dict(sorted(Counter(one.kind for one in others).items())),
        skipped=dict(sorted(Counter(one.name for one in noise).items())),
        places=tuple(
            Place(what, words_of(read.text, start, end), *lines.of(read.text.origin(start, end)[0]))
            for what, start, end in sorted(left, key=lambda one: one[1:])
        ),
        used=tuple(sorted({fact.id for one in verdicts if one.reason == "BOUND" for fact in one.facts})),
    )


def _finding(told: Told, name: str, place: tuple[int, int]) -> Finding:
    return Finding(told.code, told.severity, told.message, name, *place, help=told.help)


def _remarks(name: str, read: Read, gate: Gate, waivers: Sequence[Waiver], lines: "Lines") -> list[Finding]:
    """What is worth knowing and blocks nothing: excuses that do not count."""
    found = []
    for waiver in waivers:
        if waiver.objection:
            message = f"the waiver of “{waiver.words}” does not count: {waiver.objection}"
            help = f"Verify {waiver.path}."
            found.append(Finding("ignored-waiver", "note", message, waiver.path, waiver.line, help=help))
    for mark in read.text.marks:
        if mark.kind == "allow" and not gate.may_excuse_itself:
            line, column = lines.of(read.text.origin(mark.start, mark.start)[0])
            message = "a waiver in the draft itself does not count"
            help = "Put it beside the facts or into caveat.toml, or run with --allow-inline-waivers."
            found.append(Finding("ignored-waiver", "note", message, name, line, column, help))
    return found


class Lines:
    """Lines and columns of a text, both from 1."""

    def __init__(self, source: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer(r"\r\n?|\n", source))]

    def of(self, place: int) -> tuple[int, int]:
        """Line and column of a code point."""
        line = bisect_right(self._starts, place)
        return line, place - self._starts[line - 1] + 1


def draft_format(name: str, source: str) -> TextFormat:
    """How a draft is written: by its name, else by its text, where a comment means Markdown."""
    found = format_of(name, source)
    return "markdown" if found == "text" and "." not in name and "<!--" in source else found
