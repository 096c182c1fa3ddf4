"""The check of a chapter: alignment, what is told of the text, and how flags are collapsed and counted."""

from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.judge.rendering_align import aligned, pair_at
from caveat.judge.rendering_book import Bilingual, subject_of
from caveat.judge.rendering_check import CheckedChapter, check_chapter
from caveat.judge.rendering_findings import FEWEST, OVERFLOW, told
from caveat.judge.rendering_numbers import lost_numbers
from caveat.judge.rendering_rules import RULES, Flag, sections
from caveat.judge.rendering_text import left_over, look_alikes, mixed_address
from caveat.judge.rendering_words import words_of
from caveat.model.terms import Book, DeclaredForm, Forbidden, Key, Nearby, Term
from caveat.text.decode import line_starts
from caveat.text.layout_book import blanked
from tests.judge.books import CHAPTER, prepared, term

XIAO = term("萧炎", rendering="Сяо Янь", kind="person", gender="m")
LIN = term("林燕", rendering="Линь Янь", kind="person", gender="f")
STONE = term("灵石", rendering="духовный камень", kind="item")
TOWN = term("未庄", rendering="Вэйчжуан", kind="place")
MASKED = term("黑帝", rendering="Чёрный Император", kind="person", gender="m", since=300)


def checked(terms: list[Term], source: str, translation: str, **book: Any) -> CheckedChapter:
    """The check of a chapter of the book ``b``."""
    whole = Book("b", terms=tuple(terms), **book)
    text = Bilingual(source, translation, aligned(source, translation), CHAPTER, "ru.txt")
    return check_chapter(whole, text, prepared(terms, source).occurrences)


def codes(done: CheckedChapter) -> list[tuple[str, str]]:
    return [(finding.code, finding.severity) for finding in done.findings]


@pytest.mark.parametrize(
    ("source", "translation", "unit", "pairs"),
    [
        ("一\n二", "раз\nдва", "line", 2),
        ("一\n\n\n二\n", "\nраз\n\nдва", "line", 2),
        ("一\n二\n\n三", "раз два\n\nтри", "paragraph", 2),
        ("一\n\n二", "раз", "chapter", 1),
        ("一", "раз", "chapter", 1),
        ("", "", "chapter", 1),
        ("一\r\n二", "раз\r\nдва", "line", 2),
    ],
)
def test_sides_are_aligned_by_lines_then_paragraphs_then_as_one(
    source: str, translation: str, unit: str, pairs: int
) -> None:
    found = aligned(source, translation)

    assert (unit, pairs) == (found.unit, len(found.pairs))


@given(st.text(alphabet="一二 \n", max_size=30), st.text(alphabet="аб \n", max_size=30))
@settings(max_examples=80)
def test_pairs_lie_in_order_and_every_place_has_one(source: str, translation: str) -> None:
    pairs = aligned(source, translation).pairs

    assert all(one.end <= two.start for one, two in pairwise(pairs))
    assert all(0 <= pair_at(pairs, place) < len(pairs) for place in range(len(source) + 1))


def test_good_chapter_is_clean() -> None:
    done = checked(
        [XIAO, LIN, STONE],
        "萧炎看着林燕。\n她给他灵石。",
        "Сяо Янь посмотрел на Линь Янь.\nОна дала ему духовный камень.",
    )

    assert ([], {"ok": 3}, 0, "line") == (codes(done), done.counts, done.n_flags, done.unit)


def test_each_fault_is_told_with_its_place() -> None:
    source = "萧炎看着林燕。\n萧炎走了。\n林燕回未庄。"
    translation = "Сяо Янь посмотрела на Линь Янь.\nСяо Ян ушёл.\nОн пришёл с Линь Янем."

    done = checked([XIAO, LIN, TOWN], source, translation)

    assert [
        ("variant", "error", 2, 1),
        ("gender", "error", 1, 1),
        ("wrong-form", "error", 3, 13),
        ("missing", "warning", 3, 1),
    ] == [(one.code, one.severity, one.line, one.column) for one in done.findings]


def test_flags_of_one_entity_are_one_finding_and_all_are_counted() -> None:
    done = checked([XIAO], "\n".join(["萧炎走了。"] * 3), "\n".join(["Сяо Ян ушёл."] * 3))

    assert [("variant", "error")] == codes(done)
    assert "“Сяо Янь” (萧炎) is spelt “Сяо Ян”, 3 times" == done.findings[0].message
    assert 3 == done.n_flags
    assert pytest.approx(done.per_thousand) == 3000 / 38


def test_unverified_term_is_told_mildly() -> None:
    doubtful = term("萧炎", rendering="Сяо Янь", kind="person", gender="m", verified=False)

    assert [("variant", "warning")] == codes(checked([doubtful], "萧炎走了。", "Сяо Ян ушёл."))
    assert [("missing", "note")] == codes(checked([doubtful], "萧炎走了。", "Тишина."))


def test_subject_that_was_just_named_may_be_left_out() -> None:
    done = checked([XIAO], "萧炎坐下，萧炎站起。", "Сяо Янь сел, потом встал.")

    assert [("missing", "note")] == codes(done)


def test_two_senses_at_one_place_are_one_occurrence() -> None:
    girl = term("下級生", id="f", sense="f", rendering="младшеклассница", kind="concept")
    boy = term("下級生", id="m", sense="m", rendering="младшеклассник", kind="concept")

    done = checked([girl, boy], "下級生が来た", "Пришёл младшеклассник.")

    assert {"ok": 1} == done.counts


def test_gender_is_hidden_before_its_chapter() -> None:
    masked = term("黑衣人", rendering="Незнакомец в маске", kind="person", gender="f", gender_since=300)

    assert [("gender", "error")] == codes(checked([masked], "黑衣人说。", "Незнакомец в маске сказала."))
    assert [] == codes(checked([masked], "黑衣人说。", "Незнакомец в маске сказал."))


def test_spoiler_is_told_though_the_source_has_it() -> None:
    assert [("spoiler", "error")] == codes(checked([MASKED], "黑帝出现。", "Явился Чёрный Император."))
    assert [] == codes(checked([MASKED], "他出现。", "Явился император."))


def test_rendering_that_a_visible_term_shares_is_no_spoiler() -> None:
    open_one = term("黑王", rendering="Чёрный Император", kind="person", gender="m")

    assert [] == codes(checked([MASKED, open_one], "黑王出现。", "Явился Чёрный Император."))


def test_transliteration_is_told_once_where_the_book_has_a_system() -> None:
    lu = term("吕树", rendering="Лу Шу", kind="person", gender="m")
    source, translation = "吕树走了。\n吕树来了。", "Лу Шу ушёл.\nЛу Шу пришёл."

    done = checked([lu], source, translation, transliteration="palladius")

    assert [("transliteration", "warning")] == codes(done)
    assert "Люй Шу" in done.findings[0].message
    assert [] == codes(checked([lu], source, translation))


@pytest.mark.parametrize(
    ("source", "translation", "lost"),
    [
        ("有5把剑", "было 5 мечей", []),
        ("有5把剑", "было пять мечей", []),
        ("有5把剑", "было 6 мечей", ["5"]),
        ("活了三百年", "прожил триста лет", []),
        ("活了三百年", "прожил 300 лет", []),
        ("活了三百年", "прожил тридцать лет", ["300"]),
        ("二十三人", "двадцать три человека", []),
        ("二十三人", "двадцать два человека", ["23"]),
        ("三万兵马", "тридцать тысяч воинов", []),
        ("千万不要", "ни в коем случае", []),
        ("10,000兵", "10 000 воинов", []),
        ("50%的人", "половина людей", []),
        ("一个人", "человек", []),
    ],
)
def test_numbers_of_the_source_are_looked_for_in_digits_and_words(
    source: str, translation: str, lost: list[str]
) -> None:
    found = lost_numbers(source, translation, aligned(source, translation).pairs)

    assert [Decimal(value) for value in lost] == [one.value for one in found]


def test_number_that_stands_instead_is_told() -> None:
    done = checked([], "有5把剑", "было 6 мечей")

    assert ["not in the translation: “5” (but “6”)"] == [one.message for one in done.findings]


def test_letters_left_over_are_told() -> None:
    assert ["筑基", "の"] == [spot.words for spot in left_over("Он достиг 筑基, の.")]
    assert [("untranslated", "error")] == codes(checked([], "他筑基", "Он достиг 筑基."))


def test_latin_letters_in_a_cyrillic_word_are_told() -> None:
    assert ["Cяо"] == [spot.words for spot in look_alikes(words_of("Cяо, Q-класс, WiFi, Сяо"))]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("— Ты знаешь, что вас ждут?", 1),
        ("«Ваш брат велел тебе прийти»", 1),
        ("— Ты пришёл.\n— Вы опоздали.", 0),
        ("Ты и вы в авторской речи.", 0),
        ("— Тыква и выход.", 0),
    ],
)
def test_speech_that_says_both_forms_of_address_is_told(text: str, count: int) -> None:
    assert count == len(mixed_address(text))


def qingming(**said: Any) -> Term:
    return term(
        "清明",
        rendering="Цинмин",
        nearby=Nearby(("节",)),
        forbidden=(Forbidden("Цинмин", Nearby(("世",)), "эпоха"),),
        **said,
    )


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("清明节到了", []),
        ("清明世到了", [("forbidden", "error")]),
        ("清明到了", [("unclear-rendering", "note")]),
    ],
)
def test_rendering_is_forbidden_by_the_words_nearby(source: str, expected: list[tuple[str, str]]) -> None:
    assert expected == codes(checked([qingming()], source, "Наступил Цинмин."))


def test_rendering_that_is_always_forbidden_is_told_in_any_form() -> None:
    lu = term("吕树", rendering="Люй Шу", kind="person", gender="m", forbidden=(Forbidden("Лу Шу"),))

    assert ("forbidden", "error") in codes(checked([lu], "吕树走了。", "Лу Шу ушёл."))


def test_keys_give_aliases_and_forms_are_declared() -> None:
    aq = term(
        "阿Q",
        rendering="А-Кью",
        kind="person",
        gender="m",
        keys=[Key("阿桂", "nick", rendering="А-Гуй")],
        forms=(DeclaredForm("Акью"),),
    )
    song = term("宋书航", rendering="Сун Шухан", kind="person", gender="m", keys=[Key("书航", "given")])

    assert (("А-Гуй",), ("Акью",)) == subject_of(aq, chapter=1)[5:]
    assert ("Шухан",) == subject_of(song, chapter=1).aliases
    assert {"ok": 2} == checked([aq], "阿桂和阿Q", "А-Гуй и Акью").counts


def test_too_many_flags_are_told() -> None:
    flags = [Flag("untranslated", "", at, "字") for at in range(FEWEST)]
    lines = line_starts("а" * 100)

    few = told(flags, {}, {}, path="a", lines=lines, characters=int(FEWEST * 1000 / OVERFLOW) + 1000)
    many = told(flags, {}, {}, path="a", lines=lines, characters=100)

    assert ["untranslated"] == [one.code for one in few.findings]
    assert ["untranslated", "flag-overflow"] == [one.code for one in many.findings]


def test_other_languages_have_declared_forms_only() -> None:
    name = term("萧炎", rendering="Xiao Yan", kind="person", gender="m", forms=(DeclaredForm("Xiao Yans"),))

    assert {"ok": 1, "missing": 1} == checked(
        [name], "萧炎。萧炎。", "Xiao Yans left. Nobody.", target="en"
    ).counts


@pytest.mark.parametrize("code", list(RULES))
def test_every_rule_says_what_it_is_for(code: str) -> None:
    assert {"What it finds", "Why it matters", "Example", "Do instead", "Limits"} <= sections(code).keys()


@given(st.text(max_size=80), st.text(max_size=80))
@settings(max_examples=40, deadline=None)
def test_check_never_raises(source: str, translation: str) -> None:
    done = checked([XIAO, STONE, MASKED, qingming()], "萧炎" + source, translation)

    assert sum(done.counts.values()) >= 1
    assert all(len(finding.message) < 200 for finding in done.findings)


def test_numbers_of_layout_notes_are_not_the_books() -> None:
    note = "※［＃「目＋匡」、第3水準1-88-81］"
    source = f"{note}から涙が出た。三十二《さんじゅうに》人が来た。"

    def told(translation: str) -> list[tuple[str, str]]:
        text = Bilingual(source, translation, aligned(source, translation), CHAPTER, "ru.txt")
        return codes(check_chapter(Book("b", source="ja", fold="ja"), text, ()))

    assert [] == told("Из глаз потекли слёзы. Пришло тридцать два человека.")
    assert [("number", "warning")] == told("Из глаз потекли слёзы.")
    kept = blanked(f"甲《こう》\n{note}乙\n", is_japanese=True)
    assert ("甲    \n" + " " * len(note) + "乙\n") == kept
    assert "甲《こう》" == blanked("甲《こう》", is_japanese=False)
