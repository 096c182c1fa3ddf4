"""Folding for numbers: one character a character, with the way back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.text.numbers_fold import OPAQUE, SKIP, folded


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("１２％", "12%"),
        ("２½ ① ²", "2½ ① ²"),
        ("٣٥٪", "35%"),
        ("1\u00ad2\u200b3", "123"),
        ("1\u202f234", "1\u00a0234"),
        ("12，200", "12，200"),
        ("１２，２００．５", "12,200.5"),
        ("＄12 − ﹣3", "$12 − -3"),
        ("fu\u0308nf", "fünf"),
        ("ﾊﾟｰｾﾝﾄ", "パーセント"),
        ("\u110b\u116f\u11ab", "원"),
    ],
)
def test_spellings_fold_by_the_character(text: str, read: str) -> None:

    assert read == folded(text, 0, len(text)).text


@given(st.text(alphabet="1２½\u0301\u00ad\u200b한\u1112\u1161\u11abİЁﾊﾟa\n \u202e\x00", max_size=30))
@settings(max_examples=200)
def test_every_character_knows_where_it_came_from(text: str) -> None:
    read = folded(text, 0, len(text))

    assert len(read.text) == len(read.low) == len(read.starts) - 1
    assert list(read.starts) == sorted(read.starts)
    assert all(0 <= place <= len(text) for place in read.starts)


def test_replaced_stretches_stand_as_one_character() -> None:
    read = folded("12[1] of x=5 here", 0, 17, ((2, 5, SKIP), (9, 12, OPAQUE)))

    assert (f"12{SKIP} of {OPAQUE} here", (0, 2)) == (read.text, read.span(0, 2))


def test_many_marks_on_one_letter_are_folded_in_pieces() -> None:
    text = "1" + "\u0301" * 50_000 + "2"

    assert "2" == folded(text, 0, len(text)).text[-1]
