"""Verification: which human look counts, and whether its sources moved since."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.history.verification import Look, Observation, Verification, is_stale, valid_verification

NONE = Verification()


def look(day: float, content: str, sources: Mapping[str, str] | None = None) -> Look:
    return Look(day, content, sources or {}, "ada", f"look {day}")


def seen(day: float, content: str, verified: float | None = None, **sources: str) -> Observation:
    return Observation(day, content, sources, verified, f"seen {day}")


@pytest.mark.parametrize(
    ("looks", "observed", "written", "expected"),
    [
        ([], [], None, NONE),
        ([look(5, "now")], [], None, Verification(5, True, {})),
        ([look(5, "now", {"note:s": "1"})], [], None, Verification(5, True, {"note:s": "1"})),
        # The content changed: void, and the one before it counts when it fits.
        ([look(5, "old")], [], None, NONE),
        ([look(3, "now"), look(5, "old")], [], None, Verification(3, True, {})),
        ([look(5, "now"), look(3, "now")], [], None, Verification(5, True, {})),
        # Written by hand: unpinned until an observation carries it.
        ([], [], 4.0, Verification(4, False, None)),
        ([], [seen(6, "now")], 4.0, Verification(4, False, None)),
        ([], [seen(6, "now", 3.0)], 4.0, Verification(4, False, None)),
        ([], [seen(6, "now", 4.0, s="1")], 4.0, Verification(4, True, {"s": "1"})),
        # The first observation pins it; a later one that still carries the day does not pin it anew.
        ([], [seen(9, "now", 4.0), seen(6, "old", 4.0)], 4.0, NONE),
        (
            [],
            [seen(6, "now", 4.0, s="1"), seen(9, "now", 4.0, s="2")],
            4.0,
            Verification(4, True, {"s": "1"}),
        ),
        # A void hand-written day falls back to what was written or recorded before.
        ([look(2, "now")], [seen(6, "old", 4.0)], 4.0, Verification(2, True, {})),
        ([], [seen(3, "now", 2.0), seen(6, "old", 4.0)], 4.0, Verification(2, True, {})),
        # Taking the line out takes all of them back; a corrected typo does not leave a later day behind.
        ([], [seen(6, "now", 4.0)], None, NONE),
        ([], [seen(3, "now", 9000.0), seen(6, "now", 4.0)], 4.0, Verification(4, True, {})),
        # The later of a recorded and a written look counts; a bound one at the same instant is better.
        ([look(5, "now")], [seen(6, "now", 4.0)], 4.0, Verification(5, True, {})),
        ([look(5, "now")], [seen(8, "now", 7.0)], 7.0, Verification(7, True, {})),
        ([look(5, "now")], [], 7.0, Verification(7, False, None)),
        ([look(5, "now")], [], 5.0, Verification(5, True, {})),
        ([look(5.6, "now")], [], 5.0, Verification(5.6, True, {})),
        # An audit that kept only the date of a written instant pins the instant.
        ([], [seen(6, "now", 4.0)], 4.25, Verification(4.25, True, {})),
        ([], [seen(6, "now", 4.5)], 4.25, Verification(4.25, False, None)),
    ],
)
def test_the_last_look_at_this_content_counts(
    looks: list[Look], observed: list[Observation], written: float | None, expected: Verification
) -> None:
    assert expected == valid_verification(looks, observed, content_hash="now", written_day=written)


DAYS = st.integers(0, 5).map(float)
HASHES = st.sampled_from(["now", "old"])
LOOKS = st.lists(st.builds(look, DAYS, HASHES), max_size=5, unique_by=lambda one: one.id)
SEEN = st.lists(st.builds(seen, DAYS, HASHES, st.none() | DAYS), max_size=5, unique_by=lambda one: one.id)


@given(LOOKS, SEEN, st.none() | DAYS)
def test_order_of_history_does_not_matter(
    looks: list[Look], observed: list[Observation], written: float | None
) -> None:
    expected = valid_verification(looks, observed, content_hash="now", written_day=written)

    assert expected == valid_verification(
        looks[::-1], observed[::-1], content_hash="now", written_day=written
    )


@given(LOOKS, SEEN, st.none() | DAYS, DAYS)
def test_one_more_look_at_this_content_never_takes_a_verification_back(
    looks: list[Look], observed: list[Observation], written: float | None, day: float
) -> None:
    before = valid_verification(looks, observed, content_hash="now", written_day=written)
    after = valid_verification(
        [*looks, look(day + 0.5, "now")], observed, content_hash="now", written_day=written
    )

    assert after.day is not None and (before.day is None or before.day <= after.day)


@pytest.mark.parametrize(
    ("then", "now", "expected"),
    [
        (None, {"note:a": "1"}, False),
        ({}, {}, False),
        ({"note:a": "1"}, {"note:a": "1"}, False),
        ({"note:a": "1"}, {"note:a": "2"}, True),
        ({"note:a": "1"}, {"note:a": ""}, True),
        ({"note:a": ""}, {"note:a": ""}, False),
        ({"note:a": "1"}, {"note:a": "1", "note:b": "2"}, True),
        ({"note:a": "1", "note:b": "2"}, {"note:a": "1"}, False),
        ({"note:a": "1"}, {"note:moved": "1"}, False),
        ({"note:a": "1"}, {"note:moved": "2"}, True),
        ({"note:a": "1", "note:b": "2"}, {"note:a": "2", "note:b": "1"}, True),
    ],
)
def test_stale_is_a_source_that_differs(
    then: dict[str, str] | None, now: dict[str, str], expected: bool
) -> None:
    assert expected == is_stale(then, now)
