"""Statements of a summary against the text that they cite."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.judge.summary_check import Statement, check_statement, han_number
from caveat.model.terms import APPROVED, Book, Key, Term, TermGender, TermKind, Window
from caveat.text.numbers_han import han_numeral


def term(
    headword: str, rendering: str, gender: TermGender = "m", kind: TermKind = "person", since: int = 0
) -> Term:
    return Term(
        f"term:b/{headword}", headword, rendering, keys=(Key(headword),), gender=gender, kind=kind,
        window=Window(since), origin="zh", approval=APPROVED,
    )  # fmt: skip


BOOK = Book(
    "b",
    terms=(
        term("阿Q", "А-Кью"),
        term("王胡", "Ван Ху"),
        term("吴妈", "тётушка У", "f"),
        term("未庄", "Вэйчжуан", "unknown", "place"),
        term("秀才", "сюцай", kind="title"),
        term("黑衣人", "Чёрный Всадник", since=30),
    ),
)
SOURCE = "阿Q和王胡在未庄，吴妈走了。三十文钱。"


def codes(
    text: str, source: str = SOURCE, refs: tuple[str, ...] = ("阿Q", "王胡", "未庄", "吴妈")
) -> list[str]:
    statement = Statement(text, source, frozenset(f"term:b/{ref}" for ref in refs), 3)
    return [flag.code for flag in check_statement(BOOK, statement)]


@pytest.mark.parametrize(
    "text",
    [
        "А-Кью побил Ван Ху в Вэйчжуане.",
        "В Вэйчжуане не было А-Кью. Ушла тётушка У.",
        "Он проиграл 30 монет.",
        "Он проиграл тридцать монет.",
        "Никто не знал, где сюцай.",
        "Тётушка У ушла.",
        "",
    ],
)
def test_what_the_source_says_is_clean(text: str) -> None:
    assert [] == codes(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("А-Кью побил Чжао Сычэня.", "unknown-name"),
        ("В деревне Лунмэнь жил А-Кью.", "unknown-name"),
        ("Лунмэнь далеко.", "unknown-name"),
        ("А-Кью проиграл 40 монет.", "number"),
        ("А-Кью проиграл сорок монет.", "number"),
        ("А-Кью ушла из Вэйчжуана.", "gender"),
        ("Тётушка У ушёл.", "gender"),
        ("А-Кью вернулся в Вэйчжуань.", "variant"),
        ("Чёрный Всадник ждал.", "spoiler"),
    ],
)
def test_what_a_summary_invents_is_found(text: str, code: str) -> None:
    assert code in codes(text)


def test_name_of_the_book_that_the_chapters_do_not_have_is_told_once() -> None:
    assert ["name-not-in-source"] == codes("Ван Ху ушёл, и Ван Ху вернулся.", refs=("阿Q",))


def test_misspelt_name_is_not_told_as_unknown_too() -> None:
    assert ["variant"] == codes("А-Кью вернулся в Вэйчжуань.")


@pytest.mark.parametrize("source", ["三日后", "走了三天", "3 天"])
def test_small_number_may_stand_in_characters(source: str) -> None:
    assert [] == codes("Прошло 3 дня.", source)
    assert ["number"] == codes("Прошло 4 дня.", source)


@given(st.integers(1, 10**8 - 1))
@settings(max_examples=200)
def test_number_in_characters_reads_back(value: int) -> None:
    read = han_numeral(han_number(value), 0)

    assert read is not None
    assert Decimal(value) in {one.value for one in read.readings}


@given(st.text("А-КьюВанХу 30.,«»\n", max_size=60))
@settings(max_examples=60)
def test_any_text_is_judged(text: str) -> None:
    codes(text)
