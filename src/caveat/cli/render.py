"""Text for a terminal: widths of characters, wrapping, numbers and findings."""

import re
import shutil
import sys
import unicodedata
from collections.abc import Iterable

import click

from caveat.model.findings import Finding
from caveat.model.records import Day

WIDEST = 100
"""Columns beyond which lines are no longer pleasant to read; our choice."""

_STYLE = re.compile(r"\x1b\[[0-9;]*m")


def columns() -> int:
    """Width to write for: the terminal's, within ``[40, WIDEST]``."""
    return max(40, min(shutil.get_terminal_size((80, 24)).columns, WIDEST))


def cells(text: str) -> int:
    """Columns that *text* takes: two for a wide character, none for a combining one."""
    plain = _STYLE.sub("", text) if "\x1b" in text else text
    return len(plain) if plain.isascii() else sum(_cell(character) for character in plain)


def _cell(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def shortened(text: str, width: int) -> str:
    """*text* in at most *width* columns, cut with an ellipsis."""
    if cells(text) <= width:
        return text
    kept, used = [], 0
    for character in text:
        used += _cell(character)
        if used > width - 1:
            break
        kept.append(character)
    return "".join(kept).rstrip() + "…"


def wrapped(text: str, width: int, *, indent: str = "", hanging: str | None = None) -> str:
    """*text* in lines of at most *width* columns; a word longer than a line is cut."""
    following = indent if hanging is None else hanging
    lines: list[str] = []
    line, lead = "", indent
    for whole in text.split():
        word = whole
        while cells(word) > (room := width - cells(lead) - (cells(line) + 1 if line else 0)):
            # A word that fits a fresh line waits for it; a longer one is cut where this line ends.
            is_cut = cells(word) > width - cells(following) and (not line or room > 0)
            head = (_head(word, room) or word[0]) if is_cut else ""
            lines.append(lead + " ".join(part for part in (line, head) if part))
            word, line, lead = word[len(head) :], "", following
        line = " ".join(part for part in (line, word) if part)
    return "\n".join([*lines, lead + line] if line else lines)


def _head(word: str, room: int) -> str:
    """The longest start of *word* that takes at most *room* columns."""
    used = 0
    for number, character in enumerate(word):
        used += _cell(character)
        if used > room:
            return word[: _border(word, number)]
    return word


def _border(word: str, cut: int) -> int:
    """The last place up to *cut* that tears no run of letters and digits of an alphabet; *cut* when none."""
    place = cut
    while place > 0 and _is_alphabetic(word[place - 1]) and _is_alphabetic(word[place]):
        place -= 1
    return place or cut


def _is_alphabetic(character: str) -> bool:
    return character.isalnum() and unicodedata.east_asian_width(character) not in "WF"


def number(value: float | None) -> str:
    """A share with three decimals; ``-`` when there is none."""
    return "-" if value is None else f"{value:.3f}"


def date(day: Day | None) -> str:
    """An ISO date; ``never`` when there is none."""
    from caveat.text.dates import iso_date

    return "never" if day is None else iso_date(day)


def one_line(text: str) -> str:
    """*text* with control characters made visible, so that a file name cannot forge a line."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}


def finding_lines(findings: Iterable[Finding], *, width: int) -> list[str]:
    """Each finding as ``place: severity: message [code]`` and its next step below."""
    lines = []
    for finding in findings:
        place = f"{one_line(finding.place)}: " if finding.place else ""
        severity = click.style(finding.severity, fg=_COLOURS[finding.severity])
        line = f"{place}{severity}: {one_line(finding.message)} [{finding.code}]"
        # A person reads whole lines; a pipe gets one line a finding, as compilers write them.
        lines.append(wrapped(line, width, hanging="  ") if sys.stdout.isatty() else line)
        if finding.help:
            lines.append(wrapped(finding.help, width, indent="    "))
    return lines


def counted(count: int, singular: str, plural: str = "") -> str:
    """``1 note``, ``2 notes``, ``1,234 notes``."""
    return f"{count:,} {singular if count == 1 else plural or singular + 's'}"
