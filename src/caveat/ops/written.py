"""What stands written in notes and can be wrong: computed values, and human looks that are yet to come."""

import re

from caveat.model.assessment import Assessment
from caveat.model.findings import Finding
from caveat.model.records import Day
from caveat.model.store import Entry
from caveat.text.dates import iso_date

TOLERANCE = 1e-9
"""How far a written number may be from the computed one (DESIGN, "Frontmatter")."""

KEYS = ("tier", "reliability")
"""Computed values that a note may carry, in the order in which they are written."""

_LINE = re.compile(r"""[ \t]*["']?(?P<key>tier|reliability)["']?[ \t]*:""", re.IGNORECASE)
_FEW = 400
"""Lines of a block of properties that are looked at; our choice, ten times the longest seen."""


def computed(key: str, own: Assessment) -> float:
    """What *key* comes to."""
    return float(own.tier) if key == "tier" else own.reliability


def differences(entry: Entry, own: Assessment) -> tuple[tuple[str, float, float], ...]:
    """
    Written tier and reliability that differ from what was computed: ``(key, written, computed)``.

    The reliability of a primary is set by hand: it is an input and is never wrong.
    """
    return tuple(
        (key, value, computed(key, own))
        for key, value in entry.written
        if (key == "tier" or own.tier > 0) and abs(value - computed(key, own)) > TOLERANCE
    )


def future_look(entry: Entry, tonight: Day) -> Finding | None:
    """
    The finding that a hand-written ``verified`` has not come yet; None when it has.

    Args:
        entry: The note.
        tonight: What is dated then or later did not happen yet.
    """
    day = entry.verified_written
    if day is None or day < tonight:
        return None
    message = f"verified: {iso_date(day)} lies in the future, so it does not count"
    advice = "Write the day on which a human looked."
    return Finding("future-date", "warning", message, entry.record.path, help=advice)


def lines_of_keys(text: str) -> dict[str, int]:
    """The line on which each of `KEYS` stands in the block of properties that *text* opens with, from 1."""
    found: dict[str, int] = {}
    if not text.lstrip("\ufeff").startswith("---"):
        return found
    for number, line in enumerate(text[:65_536].splitlines()[1:_FEW], start=2):
        if line.rstrip() in ("---", "..."):
            break
        if match := _LINE.match(line):
            found.setdefault(match["key"].lower(), number)
    return found
