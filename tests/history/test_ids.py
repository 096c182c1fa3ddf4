"""Ids of events: sortable, well formed, refused when out of range."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.history.ids import RANDOM_BITS, after, instant_of, ulid
from caveat.history.schema import is_event_id

INSTANTS = st.integers(0, (1 << 48) - 1)
RANDOM = st.integers(0, (1 << RANDOM_BITS) - 1)


@given(one=st.tuples(INSTANTS, RANDOM), other=st.tuples(INSTANTS, RANDOM))
def test_ids_sort_as_their_instants_do(one: tuple[int, int], other: tuple[int, int]) -> None:
    assert is_event_id(ulid(*one))
    assert (one < other) == (ulid(*one) < ulid(*other))


@given(instant=INSTANTS, random=st.integers(0, (1 << RANDOM_BITS) - 2))
def test_the_next_id_is_the_next_number(instant: int, random: int) -> None:
    assert ulid(instant, random + 1) == after(ulid(instant, random))


def test_an_id_of_the_specification() -> None:
    # The example of the ULID specification: its time part is 1469918176385 ms.
    assert "01ARYZ6S41" == ulid(1469918176385, 0)[:10]


@pytest.mark.parametrize(("instant", "random"), [(-1, 0), (1 << 48, 0), (0, -1), (0, 1 << 80)])
def test_what_does_not_fit_is_refused(instant: int, random: int) -> None:
    with pytest.raises(ValueError, match="no ULID"):
        ulid(instant, random)


@pytest.mark.parametrize("text", ["", "01ARYZ6S41", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"])
def test_nothing_comes_after_what_is_no_id_or_the_last_one(text: str) -> None:
    with pytest.raises(ValueError, match="no ULID after it"):
        after(text)


@given(st.integers(0, 2**48 - 1), st.integers(0, 2**80 - 1))
def test_the_instant_of_an_id_is_the_one_it_was_made_of(milliseconds: int, randomness: int) -> None:
    assert milliseconds == instant_of(ulid(milliseconds, randomness))


@pytest.mark.parametrize("text", ["", "x", "0" * 25, "0" * 27, "Z" * 26, "I" * 26])
def test_what_is_no_id_has_no_instant(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no ULID|substring not found"):
        instant_of(text)
