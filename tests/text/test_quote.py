"""The matcher: a statement is found word for word, or not at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.text.quote import is_quoted


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("The rent is 900 a month", "The rent is 900 a month."),
        ("the rent is 900 a month.", "# Lease\n\nAda: **The rent** is 900\na month."),
        ("The rent is 900 a month", "> - The `rent` is 900 a month, they say"),
        ("The rent is 900 a month", "See [[lease|The rent]] is 900 a month (since May)"),
        ("The rent is 900 a month", "Not the water. The rent is 900 a month!"),
        ("he said “pay at once”", 'Then he said "pay at once".'),
        ("аренда стоит 900 евро", "Ада: Аренда стоит 900 евро."),
        ("家賃は月九百ユーロです", "覚書。家賃は月九百ユーロです。"),
        ("ＡＢＣ costs ten euros", "abc costs ten euros"),
    ],
)
def test_a_verbatim_statement_is_found(statement: str, text: str) -> None:
    assert is_quoted(statement, text)


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("the rent is 900", "the rent is 900,000"),
        ("the rent is 900", "the rent is 900.50"),
        ("the rent is 900", "the rent is 900 thousand"),
        ("the rent is 900", "the rent is 9000"),
        ("900 a month it is", "1900 a month it is"),
        ("900 a month it is", "-900 a month it is"),
        ("the rent is 900 a month", "It is not true that the rent is 900 a month."),
        ("the rent is 900 a month", "If the rent is 900 a month, we stay."),
        ("the rent is 900 a month", "Is it so that the rent is 900 a month?"),
        ("the rent is 900 a month", "the rent is 950 a month"),
        ("аренда стоит 900 евро", "Неправда, что аренда стоит 900 евро."),
        ("家賃は月九百ユーロです", "もし家賃は月九百ユーロです。"),
        ("yes", "yes."),
        ("the rent", "the rent"),
        ("", "anything"),
    ],
)
def test_what_is_not_said_is_not_found(statement: str, text: str) -> None:
    assert not is_quoted(statement, text)


@given(statement=st.text(max_size=60), text=st.text(max_size=200))
def test_nothing_raises(statement: str, text: str) -> None:
    assert is_quoted(statement, text) in (True, False)


def test_a_long_text_is_looked_through_once() -> None:
    # Ten thousand denied places would be a sentence each; the matcher stops after a bounded number.
    assert not is_quoted("it is so", "not it is so. " * 20_000)
