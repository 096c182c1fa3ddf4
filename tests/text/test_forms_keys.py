"""Subjects of a price list are found in Russian drafts, declined, the longest first, and nothing else is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.text.automaton import Automaton, resolve, whole_words
from caveat.text.fold import fold_text
from caveat.text.forms_keys import declined_keys, fold_subject


def found(subjects: list[str], draft: str) -> list[tuple[str, str]]:
    """What a draft names: the subject, and the words that name it."""
    keys = [(key, subject) for subject in subjects for key in declined_keys(subject)]
    folded = fold_subject(draft)
    scanned = Automaton([key.text for key, _ in keys]).scan(folded.text)
    named = []
    for match in resolve(whole_words(folded.text, scanned)).kept:
        key, subject = keys[match.key]
        words = draft[slice(*folded.span(match.start, match.end))].rstrip("»")
        if not key.needs_capital or words[0].isupper():
            named.append((subject, words))
    return named


@pytest.mark.parametrize(
    ("subject", "draft", "words"),
    [
        ("Альфа", "Цена Альфы выросла", "Альфы"),
        ("Альфа", "тариф с «Альфой» стоит", "Альфой"),
        ("Альфа мини", "у Альфы мини дешевле", "Альфы мини"),
        ("Альфа мини", "у «Альфы\u00a0мини» дешевле", "Альфы\u00a0мини"),
        ("тариф Базовый", "по тарифу «Базовый» — 12 $", "тарифу «Базовый"),
        ("тариф Базовый", "по Базовому тарифу — 12 $", "Базовому тарифу"),
        ("тариф Базовый", "Тарифом базовым довольны", "Тарифом базовым"),
        ("Базовый тариф", "на тарифе «Базовый»", "тарифе «Базовый"),
        ("базовый тариф", "в базовых тарифах", "базовых тарифах"),
        ("Сбербанк", "вклад в Сбербанке", "Сбербанке"),
        ("ПАО Сбербанк", "вклад в Сбербанке", "Сбербанке"),
        ("подписка «Про»", "оформил подписку Про за 5 $", "подписку Про"),
        ("подписка Про", "оформил подписку «Про» за 5 $", "подписку «Про"),
        ("Яндекс Плюс", "стоимость Яндекс Плюса", "Яндекс Плюса"),
        ("Яндекс Плюс", "стоимость Яндекса Плюс", "Яндекса Плюс"),
        ("Gemini Pro", "у Gemini Pro дороже", "Gemini Pro"),
        ("МТС", "абоненты МТС платят", "МТС"),
        ("Альфа-Банк", "карта Альфа\u2011Банка", "Альфа\u2011Банка"),
        ("входные токены", "за миллион входных токенов", "входных токенов"),
        ("чёрный кофе", "чашка черного кофе", "черного кофе"),
        ("Черный чай", "пачка чёрного чая", "чёрного чая"),
        ("доставка до двери", "за доставку до двери", "доставку до двери"),
        ("Пятёрочка", "в Пятерочке дешевле", "Пятерочке"),
        ("Авито", "объявление на Авито", "Авито"),
        ("аренда сервера", "Арендой сервера занимается", "Арендой сервера"),
        ("услуга «Всё включено»", "за услугу «Все включено»", "услугу «Все включено"),
    ],
)
def test_declined_subject_is_found(subject: str, draft: str, words: str) -> None:

    assert [(subject, words)] == found([subject], draft)


@pytest.mark.parametrize(
    ("subject", "draft"),
    [
        ("Про", "рассказ про цену"),
        ("Альфа", "Альфабет и альфа стоят"),
        ("тариф Базовый", "базовый курс и другой тариф"),
        ("Сбербанк", "Сбербанковский счёт"),
        ("МТС", "БМТС и МТСК"),
        ("подписка «Про»", "подписка прочих, подписался Про"),
        ("Ток", "ток и Токио"),
    ],
)
def test_other_words_are_not_taken_for_it(subject: str, draft: str) -> None:

    assert [] == found([subject], draft)


def test_longest_subject_counts() -> None:
    subjects = ["Альфа", "Альфа мини", "Бета"]

    assert [("Альфа мини", "Альфы мини"), ("Альфа", "Альфе"), ("Бета", "Бетой")] == found(
        subjects, "Цена Альфы мини ближе к Альфе, чем к «Бетой»"
    )


def test_keys_come_longest_first_and_once() -> None:
    texts = [key.text for key in declined_keys("тариф Базовый")]

    assert texts == sorted(set(texts), key=lambda text: (-len(text), text))


def test_form_that_is_sure_is_marked() -> None:
    keys = {key.text: key for key in declined_keys("Альфа-Банк")}

    assert keys["альфа-банка"].is_sure
    assert not keys["альфы-банка"].is_sure


@pytest.mark.parametrize(
    ("subject", "needs_capital"),
    [
        ("Про", True),
        ("«Про»", True),
        ("МТС", True),
        ("Pro", True),
        ("кофе", False),
        ("iPhone", False),
        ("тариф Про", False),
    ],
)
def test_one_word_name_needs_its_capital(subject: str, needs_capital: bool) -> None:

    assert {needs_capital} == {key.needs_capital for key in declined_keys(subject)}


@pytest.mark.parametrize("subject", ["", " ", "«»", "\u00ad"])
def test_nothing_visible_has_no_keys(subject: str) -> None:

    assert () == declined_keys(subject)


def test_latin_subject_has_one_key() -> None:

    assert ["gemini 2.5 pro"] == [key.text for key in declined_keys("Gemini 2.5  Pro")]


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Тариф «Всё»", "тариф все"),
        ("а\u00a0 \n б", "а б"),
        ("аль\u00adфа", "альфа"),
        ("«А» «Б»", "а б"),
        ("А\u2011Б", "а-б"),
        ("Йод е\u0308ж", "йод еж"),
    ],
)
def test_subject_folds(text: str, folded: str) -> None:

    assert folded == fold_subject(text).text


@settings(max_examples=150)
@given(st.text(max_size=20) | st.text(alphabet='аёЁБ« »"-\u2011\u00ad\u0308\u0301 ﬁ½', max_size=20))
def test_folding_subjects_keeps_the_way_back(text: str) -> None:
    once = fold_subject(text)

    assert len(once.offsets) == len(once.text) + 1
    assert list(once.offsets) == sorted(once.offsets)
    assert once.offsets[-1] == len(text)
    assert len(once.text) <= len(fold_text(text))


@settings(max_examples=150)
@given(st.text(max_size=16) | st.text(alphabet="абвийоекЯЁ «»-ПАО", max_size=16))
def test_subject_finds_itself(subject: str) -> None:
    keys = [key.text for key in declined_keys(subject)]

    assert keys == [] or fold_subject(" ".join(subject.split())).text.strip() in keys


@settings(max_examples=100)
@given(st.text(alphabet='аёЁБ« »"-\u2011\u00adﬁ½', max_size=20))
def test_folding_subjects_twice_changes_nothing(text: str) -> None:
    once = fold_subject(text).text

    assert once == fold_subject(once).text


@pytest.mark.parametrize(
    "subject", ["Альфа " * 2_000, "«" * 20_000, "а" * 20_000, "тариф " + "Базовый" * 2_000]
)
def test_hostile_subject_has_few_keys(subject: str) -> None:

    assert len(declined_keys(subject)) < 300
