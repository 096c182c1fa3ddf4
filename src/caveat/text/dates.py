"""
Dates: text to a `Day` and back, without a clock and without guessing.

A `Day` is days since 1970-01-01T00:00Z. Every conversion goes through whole fractions of a second, so two
spellings of one instant give the same float and may be compared with ``==``.
"""

import re
from datetime import date, datetime
from functools import lru_cache

from caveat.model.errors import InputError
from caveat.model.records import Day

_DATE = r"([0-9]{4}-[0-9]{2}-[0-9]{2})"
_CLOCK = r"([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]{1,18}))?)?"
_ZONE = r"[ \t]*([Zz]|[+-][0-9]{2}(?::?[0-9]{2})?)?"
_INSTANT = re.compile(rf"{_DATE}(?:(?:[Tt]|[ \t]+){_CLOCK}{_ZONE})?")
_IN_NAME = re.compile(rf"(?<![0-9]){_DATE}(?![0-9])")
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_EVENT_INSTANT = re.compile(
    "[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9][.][0-9]{3}Z"
)
"""How events are dated. It has a way of its own because a ledger is read again and again."""
_LONGEST = 64
"""No date is longer; a longer text is refused before any matching."""

_EPOCH = date(1970, 1, 1).toordinal()
_START = datetime(1970, 1, 1)  # noqa: DTZ001 - both ends of the difference are in UTC
_DAY_SECONDS = 86_400
_DAY_MICROS = _DAY_SECONDS * 1_000_000


@lru_cache(maxsize=1024)  # A ledger's line is asked for its day where it is read and where it is folded.
def day_of(text: str) -> Day | None:
    """
    The instant that an ISO 8601 date or date and time names.

    Args:
        text: ``2026-03-09``, or that with a time after ``T`` or blanks (``10:00``, ``10:00:30``,
            ``10:00:30.5``) and a zone (``Z``, ``+02``, ``+0200``, ``+02:00``); blanks around it are ignored.
            A time without a zone is read as UTC.

    Returns:
        The instant, or None when *text* is anything else: a day that no calendar has (``2024-13-45``), a
        year of other than four digits, a template (``{{date}}``), a week or ordinal date, a leap second.
    """
    if len(text) > _LONGEST:
        return None
    if _EVENT_INSTANT.fullmatch(text):
        return _event_instant(text)
    match = _INSTANT.fullmatch(text.strip())
    if match is None:
        return None
    day, hour, minute, second, fraction, zone = match.groups()
    whole = _whole_days(day)
    if whole is None or hour is None:
        return None if whole is None else float(whole)
    offset = _offset_seconds(zone)
    if int(hour) > 23 or int(minute) > 59 or int(second or 0) > 59 or offset is None:
        return None
    seconds = whole * _DAY_SECONDS + int(hour) * 3600 + int(minute) * 60 + int(second or 0) - offset
    if not fraction:
        return seconds / _DAY_SECONDS
    # One division of two integers rounds once, so equal instants stay equal whatever digits spell them.
    scale: int = 10 ** len(fraction)
    return (seconds * scale + int(fraction)) / (_DAY_SECONDS * scale)


def _event_instant(text: str) -> Day | None:
    try:
        since = datetime.fromisoformat(text[:-1]) - _START
    except ValueError:
        return None
    millis = (since.days * _DAY_SECONDS + since.seconds) * 1000 + since.microseconds // 1000
    return millis / (_DAY_SECONDS * 1000)


def day_in_name(stem: str) -> Day | None:
    """
    The first ISO date in a file's name, as the start of that day.

    Args:
        stem: File name, with or without its extension. Only ``YYYY-MM-DD`` counts: eight digits in a row may
            be any number. The date that a sync tool puts into ``(… conflicted copy …)`` says when two
            devices disagreed, not when the note was made, and is passed over.

    Returns:
        The day, or None when the name holds no date that exists.
    """
    for match in _IN_NAME.finditer(_IN_BRACKETS.sub(_without_conflict, stem)):
        whole = _whole_days(match[1])
        if whole is not None:
            return float(whole)
    return None


def iso_date(day: Day) -> str:
    """
    ``YYYY-MM-DD`` of the UTC day that *day* falls into.

    Raises:
        InputError: *day* lies outside the years 1 to 9999, or is not finite.
    """
    return _date_text(day, _micros(day) // _DAY_MICROS)


def iso_instant(day: Day) -> str:
    """
    ``YYYY-MM-DDTHH:MM:SS[.fff[fff]]Z``, the form of an event's ``at``, rounded to microseconds.

    Between 1791 and 2149 `day_of` reads it back to the same float for every instant given in microseconds;
    further away a float of days holds milliseconds.

    Raises:
        InputError: *day* lies outside the years 1 to 9999, or is not finite.
    """
    whole, micros = divmod(_micros(day), _DAY_MICROS)
    seconds, micros = divmod(micros, 1_000_000)
    clock = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    if micros:
        clock += f".{micros // 1000:03}" if micros % 1000 == 0 else f".{micros:06}"
    return f"{_date_text(day, whole)}T{clock}Z"


def _without_conflict(bracketed: re.Match[str]) -> str:
    return " " if "conflicted copy" in bracketed[0].lower() else bracketed[0]


@lru_cache(maxsize=1024)
def _whole_days(iso: str) -> int | None:
    try:
        return date.fromisoformat(iso).toordinal() - _EPOCH
    except ValueError:
        return None


def _offset_seconds(zone: str | None) -> int | None:
    if zone is None or zone in "Zz":
        return 0
    hours, minutes = int(zone[1:3]), int(zone[3:].lstrip(":") or 0)
    if hours > 23 or minutes > 59:
        return None
    seconds = hours * 3600 + minutes * 60
    return -seconds if zone[0] == "-" else seconds


def _micros(day: Day) -> int:
    try:
        over, under = day.as_integer_ratio()
    except (OverflowError, ValueError) as error:
        raise InputError(f"{day!r} is no day: it must be a finite number of days since 1970-01-01") from error
    return (2 * over * _DAY_MICROS + under) // (2 * under)


def _date_text(day: Day, whole: int) -> str:
    try:
        return date.fromordinal(whole + _EPOCH).isoformat()
    except (OverflowError, ValueError) as error:
        raise InputError(f"{day!r} is no day: it must fall into the years 1 to 9999") from error
