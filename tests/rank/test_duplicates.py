"""Hits that say the same are one; what differs in a number, or contradicts, never is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.rank.duplicates import Text, collapsed

LONG = "the monthly rent for the studio is payable in advance by the third working day of each month".split()


def text(ref: str, words: list[str] | str, weight: float = 0.5, **fields: object) -> Text:
    tokens = words.split() if isinstance(words, str) else words
    return Text(ref, "note", tokens, weight, **fields)  # type: ignore[arg-type]


def test_the_most_trusted_copy_stands_for_the_others() -> None:
    found = collapsed([text("a", LONG), text("b", LONG, 0.9), text("c", LONG, 0.2)])

    assert {"b": ("a", "c")} == found


def test_of_equally_trusted_copies_the_first_stands() -> None:
    assert {"a": ("b",)} == collapsed([text("a", LONG), text("b", LONG)])


def test_a_copy_with_another_sentence_is_still_one() -> None:
    found = collapsed([text("a", LONG * 3), text("b", [*LONG * 3, "amen"])])

    assert {"a": ("b",)} == found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([*LONG * 5, "1480"], [*LONG * 5, "1490"]),  # a price is a statement
        (LONG, LONG[:8]),
        (["rent"], ["kiln"]),
        ([], []),
        ("the tenant pays for the water".split(), "the tenant pays for the heating".split()),
    ],
)
def test_different_statements_are_both_shown(one: list[str], other: list[str]) -> None:
    assert {"a": (), "b": ()} == collapsed([text("a", one), text("b", other)])


def test_what_contradicts_is_never_hidden() -> None:
    found = collapsed([text("a", LONG, apart=("b",)), text("b", LONG)])

    assert {"a": (), "b": ()} == found


def test_a_claim_that_repeats_a_note_is_a_voice_of_its_own() -> None:
    found = collapsed([text("a", LONG), text("b", LONG)._replace(kind="claim")])

    assert {"a": (), "b": ()} == found


def test_what_the_query_names_is_shown_beside_a_more_trusted_copy() -> None:
    found = collapsed([text("a", LONG, 0.1, is_kept=True), text("b", LONG, 0.9), text("c", LONG, 0.3)])

    assert {"a": (), "b": ("c",)} == found


@given(st.lists(st.tuples(st.sampled_from(["x y z", "x y", "q 1", "q 2", ""]), st.floats(0, 1)), max_size=8))
def test_every_hit_is_shown_or_stood_for_once(rows: list[tuple[str, float]]) -> None:
    texts = [text(str(number), words, weight) for number, (words, weight) in enumerate(rows)]
    found = collapsed(texts)

    assert sorted(t.ref for t in texts) == sorted([*found, *(ref for also in found.values() for ref in also)])
    assert [t.ref for t in texts if t.ref in found] == list(found)
