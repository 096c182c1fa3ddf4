"""Dates: what counts as one, and that equal instants are equal floats."""

import math
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.model.errors import InputError
from caveat.text.dates import day_in_name, day_of, iso_date, iso_instant

MOMENTS = st.datetimes(
    min_value=datetime.fromisoformat("1800-01-01"), max_value=datetime.fromisoformat("2140-01-01")
)
"""Without a zone, as `st.datetimes` wants its bounds."""

MARCH_9 = 20521.0
"""Days from 1970-01-01 to 2026-03-09."""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1970-01-01", 0.0),
        ("1969-12-31", -1.0),
        ("2026-03-09", MARCH_9),
        ("  2026-03-09\n", MARCH_9),
        ("2024-02-29", 19782.0),
        ("2026-03-09T12:00", MARCH_9 + 0.5),
        ("2026-03-09T12:00:00Z", MARCH_9 + 0.5),
        ("2026-03-09t12:00:00z", MARCH_9 + 0.5),
        ("2026-03-09 12:00", MARCH_9 + 0.5),
        ("2026-03-09  12:00:00 +00", MARCH_9 + 0.5),
        ("2026-03-09T14:00:00+02:00", MARCH_9 + 0.5),
        ("2026-03-09T14:00:00+0200", MARCH_9 + 0.5),
        ("2026-03-08T23:30-12:30", MARCH_9 + 0.5),
        ("2026-03-09T12:00:00,000Z", MARCH_9 + 0.5),
        ("9999-12-31", 2932896.0),
    ],
)
def test_a_date_or_an_instant_is_read(text: str, expected: float) -> None:
    assert expected == day_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "{{date}}", "<% tp.date.now() %>", "today", "2026", "2026-03", "20260309", "2026-3-9",
        "2024-13-45", "2023-02-29", "2026-00-10", "0000-01-01", "12026-03-09", "2026-03-091", "-2026-03-09",
        "2026-W10-1", "2026-068", "2026-03-09T", "2026-03-09T24:00", "2026-03-09T10:60", "2026-03-09T10",
        "2026-03-09T10:00:60Z", "2026-03-09T10:00+24:00", "2026-03-09T10:00+02:99", "2026-03-09T10:00 CET",
        "2026-03-09, maybe", "٢٠٢٦-٠٣-٠٩", "2026-03-09T10:00:00." + "1" * 19, "2026-03-09" + " " * 4_000_000,
    ],
)  # fmt: skip
def test_anything_else_is_no_date(text: str) -> None:
    assert day_of(text) is None


@given(
    MOMENTS,
    st.integers(-23 * 60, 23 * 60),
)
def test_equal_instants_are_equal_floats_in_every_zone(moment: datetime, minutes: int) -> None:
    here = moment.replace(tzinfo=UTC)
    there = here.astimezone(timezone(timedelta(minutes=minutes)))

    assert day_of(here.isoformat()) == day_of(there.isoformat())
    assert day_of(here.isoformat()) == day_of(moment.isoformat(" "))


@given(MOMENTS)
def test_an_instant_survives_the_round_trip(moment: datetime) -> None:
    day = day_of(moment.isoformat())

    assert day is not None
    assert day == day_of(iso_instant(day))
    assert moment.replace(tzinfo=UTC) == datetime.fromisoformat(iso_instant(day))


@given(
    MOMENTS,
    MOMENTS,
)
def test_days_are_ordered_as_instants_are(one: datetime, other: datetime) -> None:
    first, second = day_of(one.isoformat()), day_of(other.isoformat())

    assert first is not None
    assert second is not None
    assert (one < other, one == other) == (first < second, first == second)


def test_trailing_zeros_of_a_fraction_do_not_make_another_instant() -> None:
    assert day_of("2026-03-09T10:00:00.1Z") == day_of("2026-03-09T10:00:00.100000000000Z")


@pytest.mark.parametrize(
    ("day", "date", "instant"),
    [
        (0.0, "1970-01-01", "1970-01-01T00:00:00Z"),
        (MARCH_9 + 0.5, "2026-03-09", "2026-03-09T12:00:00Z"),
        (-0.25, "1969-12-31", "1969-12-31T18:00:00Z"),
        (1.5 / 86400, "1970-01-01", "1970-01-01T00:00:01.500Z"),
        (1.000001 / 86400, "1970-01-01", "1970-01-01T00:00:01.000001Z"),
    ],
)
def test_a_day_is_written_as_iso(day: float, date: str, instant: str) -> None:
    assert (date, instant) == (iso_date(day), iso_instant(day))


@pytest.mark.parametrize("day", [math.nan, math.inf, -math.inf, 1e300, 4_000_000.0, -800_000.0])
def test_a_day_without_a_date_is_refused(day: float) -> None:
    with pytest.raises(InputError):
        iso_date(day)
    with pytest.raises(InputError):
        iso_instant(day)


@pytest.mark.parametrize(
    ("stem", "expected"),
    [
        ("2026-03-09 Meeting", MARCH_9),
        ("2026-03-09 Meeting.md", MARCH_9),
        ("Meeting 2026-03-09", MARCH_9),
        ("log_2026-03-09_a", MARCH_9),
        ("2026-03-09T1000", MARCH_9),
        ("2026-13-45 then 2026-03-09", MARCH_9),
        ("2026-03-09 to 2026-03-10", MARCH_9),
        ("Todo 2026-03-09 (conflicted copy 2026-07-10 070952)", MARCH_9),
        ("Todo (2026-03-09)", MARCH_9),
        ("Todo (Ada's conflicted copy 2026-07-10)", None),
        ("Todo.sync-conflict-20260710-070952-ABCDEFG", None),
        ("20260309 Meeting", None),
        ("202603091015", None),
        ("12026-03-09", None),
        ("2026-03-091", None),
        ("2026-13-45", None),
        ("March 9", None),
        ("", None),
    ],
)
def test_only_an_iso_date_in_a_name_counts(stem: str, expected: float | None) -> None:
    assert expected == day_in_name(stem)


@given(
    st.integers(0, 9999),
    st.integers(0, 13),
    st.integers(0, 32),
    st.lists(st.integers(0, 61), min_size=3, max_size=3),
)
def test_instant_of_an_event_is_read_as_every_other(
    year: int, month: int, day: int, clock: list[int]
) -> None:
    hour, minute, second = clock
    text = f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{minute:03}Z"

    # A digit more is the same instant, read the general way.
    assert day_of(text.replace("Z", "0Z")) == day_of(text)
