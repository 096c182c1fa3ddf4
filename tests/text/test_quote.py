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
        ("The rent is 900 a month", "- The rent is 900 a month\n- The deposit is 500"),
        ("The deposit is 500", "* The rent is not 900\n* The deposit is 500"),
        ("The deposit is 500", "Not so:\n- the rent is 900\n\nWell. The deposit is 500."),
        ("The rent is 900 a month", "Ada wrote:\n\n> The rent is 900\n> a month."),
        ("The rent is 900 a month", "# Nothing\nThe rent is 900 a month."),
        ("The rent is 900 a month", "It costs ~~no more than~~ this. The rent is ~~850~~ 900 a month."),
        ("The rent is 900 a month", "The rent is 900 a month - Ada"),
        ("The rent is 900", "The rent is 900. Nobody minds."),
        ("The rent is 900", "So be it... The rent is 900, says Ada."),
        ("rent is 900 a month", "Then the rent is 900 a month."),
        ("The rent is 900 a month", "Ada says the rent is 900 a month, and that the deposit is 500."),
        ("The rent is 900 a month", "§ 3 (1) The rent is 900 a month."),
        ("The rent is 900 a month", "3.1 The rent is 900 a month."),
        ("The rent is 900 a month", "(a) The rent is 900 a month."),
        ("The rent is 900 a month", "- [x] The rent is 900 a month."),
        ("The rent is 900 a month", "According to the lease, the rent is 900 a month."),
        ("The rent is 900", "The rent is <del>not</del> 900. <!-- checked -->"),
        ("die Miete ist 900 Euro", "Im Vertrag steht, dass die Miete ist 900 Euro."),
        ("租金是每月九百元", "根据合同，租金是每月九百元。"),
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
        ("the rent is 900", "The rent is 900 – 950 a month."),
        ("the rent is 900", "The rent is 900 - 950"),
        ("the rent is 900", "The rent is 900, 950 or 1000."),
        ("the rent is 900", "The rent is 900, €950 or more."),
        ("the rent is 900", "The rent is 900 (thousand)."),
        ("the rent is 900", "The rent is 900 — not."),
        ("the rent is 900", "The rent is 900 (not true)."),
        ("the rent is 900 euros", "The rent is 900 euros – 950 euros."),
        ("the rent is 900 euros", "The rent is 900 euros, which nobody believes."),
        ("the rent is 900 euros", "The rent is 900 euros, if it rains."),
        ("the rent is 900", "The rent is 900... maybe"),
        ("the rent is 900", "The rent is 900… maybe"),
        ("the rent is 900", "The rent is 900!?"),
        ("the rent is 900", "~~The rent is 900~~"),
        ("the rent is 900", "~The rent is 900~ it is 950"),
        ("the rent is 900", "<del>The rent is 900</del>"),
        ("the rent is 900", "~~All of it.\nThe rent is 900.~~"),
        ("the rent is 900", "Ada wrongly says the rent is 900."),
        ("the rent is 900", "Ada hasn't said that the rent is 900."),
        ("the rent is 900", 'It is not true that\n"the rent is 900".'),
        ("900 it costs now", "It is not true that\n900 it costs now."),
        ("the rent is 900", "It is not true that\n(the rent is 900)."),
        ("the rent is 900", "Nobody says:\nThe rent is 900."),
        ("the rent is 900", "Nobody says:\n\n> The rent is 900."),
        ("the deposit is 500", "None of this is so:\n- the rent is 900\n- the deposit is 500"),
        ("the rent is 900 a month", "> It is not true that\n> the rent is 900 a month."),
        ("die miete ist 900", "Ada sagt fälschlich, die Miete ist 900."),
        ("аренда стоит 900 евро", "Ада ошибочно пишет: аренда стоит 900 евро."),
        ("家賃は月九百ユーロです", "家賃は月九百ユーロです、嘘。"),
        ("the rent is 900", "Half the rent is 900."),
        ("the rent is 900", "Ada's share of the rent is 900."),
        ("the rent is 900", "The opposite of the rent is 900."),
        ("rent is 900 a month", "Twice the rent is 900 a month."),
        ("the rent is 900", "In case of rain the rent is 900"),
        ("the rent is 900", "In case of rain, the rent is 900"),
        ("the rent is 900", "Before 2010 the rent is 900."),
        ("the rent is 900", "<!-- The rent is 900. -->"),
        ("the rent is 900", "<!-- old\n\nThe rent is 900.\n\n-->"),
        ("the rent is 900", "<!-- The rent is 900."),
        ("the rent is 900", "%% The rent is 900. %%"),
        ("the rent is 900", "<del cite='x'>All of <b>it</b>. The rent is 900.</DEL>"),
        ("the rent is 900", "- [ ] The rent is 900"),
        ("the rent is 900", "- [-] Ask her.\n  The rent is 900."),
        ("the rent is 900", "❌ The rent is 900"),
        ("the rent is 900", "Imagine that the rent is 900."),
        ("the rent is 900", "It is a hoax that the rent is 900."),
        ("the rent is 900", "The rent is 900; not so."),
        ("the rent is 900", "The rent is 900, formerly."),
        ("the rent is 900", "The rent is 900, or so he claims."),
        ("the rent is 900", "The rent is 900: or 950"),
        ("the rent is 900", "The rent is 900; 950"),
        ("the rent is 900", "The rent is 900, plus 100"),
        ("the rent is 900", "The rent is 900.\u200b5"),
        ("the rent is 900", "It is n\u200bot so that the rent is 900."),
        ("die miete ist 900", "Gerüchten zufolge, die Miete ist 900."),
        ("le loyer est de 900", "Il est inexact que le loyer est de 900."),
        ("аренда стоит 900 евро", "Ходят слухи, что аренда стоит 900 евро."),
        ("租金是每月九百元", "据说，租金是每月九百元。"),
        ("租金是每月九百元", "一半租金是每月九百元。"),
        ("家賃は月九百ユーロです", "半分の家賃は月九百ユーロです。"),
        ("월세는 구백 유로입니다", "소문에 월세는 구백 유로입니다."),
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


@pytest.mark.parametrize(
    "text",
    ["~~a" * 50_000, "<s>" * 100_000, "- " * 100_000, "x:\n" * 100_000, "." * 300_000, "%%<s <!--" * 50_000],
)
def test_hostile_text_takes_no_time(text: str) -> None:
    assert not is_quoted("the rent is 900", text + " the rent is not 900")
