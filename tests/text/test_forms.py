"""Forms of names against paradigms written down by hand, and what the rules may not know."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.text.forms import FormTable, Slot, forms, stem
from caveat.text.forms_russian_endings import Gender

GOLD = Path(__file__).parents[1] / "data" / "forms_ru.jsonl"
CASES = ("nom", "gen", "dat", "acc", "ins", "prep")

NAMES: list[dict[str, Any]] = [json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines()]
names = pytest.mark.parametrize(
    "name", NAMES, ids=lambda name: f"{name['name']}-{name['gender']}-{name['origin']}"
)

origins = st.sampled_from(["chinese", "japanese", "foreign", "native"])
kinds = st.sampled_from(["person", "place", "thing"])
genders = st.sampled_from(["m", "f", "n", None])
russian = st.text(alphabet="абвейкльмнойцчшщыьэюяёАЯ -«»", max_size=14)


def table_of(name: dict[str, Any]) -> FormTable:
    return forms(
        name["name"],
        gender=name["gender"],
        origin=name["origin"],
        kind=name["kind"],
        number=name["number"],
    )


def dotless(text: str) -> str:
    return text.replace("ё", "е").replace("Ё", "Е")


def cell(table: FormTable, case: str, number: str, *, sure: bool = False) -> set[str]:
    """The forms of one case, without dots, and without the bookish instrumental in -ою."""
    return {
        dotless(form.text)
        for form in table.forms
        for slot in form.slots
        if (slot.case, slot.number) == (case, number) and slot.is_sure >= sure
    }


def is_bookish(text: str) -> bool:
    return any(word.endswith(("ою", "ею")) for word in text.replace("-", " ").split())


def test_gold_holds_enough_names() -> None:

    assert len(NAMES) >= 150


@names
def test_every_form_is_made_with_its_case(name: dict[str, Any]) -> None:
    table = table_of(name)
    missing = [
        (number, case, form)
        for number in ("sg", "pl")
        if name[number]
        for case, wanted in zip(CASES, name[number], strict=True)
        for form in map(dotless, wanted)
        if form not in cell(table, case, number)
    ]

    assert missing == []


@names
def test_what_is_sure_is_right(name: dict[str, Any]) -> None:
    table = table_of(name)
    wrong = [
        (number, case, form)
        for number in ("sg", "pl")
        for case, wanted in zip(CASES, name[number] or [[]] * 6, strict=True)
        for form in cell(table, case, number, sure=True) - set(map(dotless, wanted))
        if not is_bookish(form)
    ]

    assert wrong == []


@names
def test_wrong_forms_are_not_made(name: dict[str, Any]) -> None:

    assert set() == set(name["never"]) & table_of(name).texts()


@names
def test_every_form_begins_with_the_stem(name: dict[str, Any]) -> None:
    table = table_of(name)

    assert all(form.text.startswith(stem(table)) for form in table.forms)


def test_form_tells_its_cases() -> None:
    table = forms("Янь", gender="m", origin="chinese")

    assert table.slots("Яня") == (Slot("gen", "sg", "m", True), Slot("acc", "sg", "m", True))
    assert table.slots("Янем") == (Slot("ins", "sg", "m", True),)
    assert table.slots("Яна") == ()


def test_unknown_gender_makes_the_forms_of_both_and_is_not_sure() -> None:
    table = forms("Линь Янь", origin="chinese")

    assert Slot("gen", "sg", "m", False) in table.slots("Линь Яня")
    assert Slot("gen", "sg", "f", False) in table.slots("Линь Янь")
    assert Slot("nom", "sg", None, True) in table.slots("Линь Янь")


def test_gender_that_changes_nothing_need_not_be_known() -> None:
    table = forms("Акира", origin="japanese")

    assert Slot("gen", "sg", None, True) in table.slots("Акиры")


@pytest.mark.parametrize(
    ("title", "is_declined"), [("госпожа Линь", False), ("король Линь", True), ("принцесса Янь", False)]
)
def test_title_tells_the_gender(title: str, is_declined: bool) -> None:
    table = forms(title, origin="chinese")

    assert is_declined == any(form.text.endswith("я") for form in table.forms)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Чёрный", "Черного"),
        ("Пётр", "Петр"),
        ("отец Фёдор", "отцу Федору"),
        ("Ёсано", "Есано"),
    ],
)
def test_dots_may_be_left_out(name: str, other: str) -> None:

    assert other in forms(name, gender="m").texts()


@pytest.mark.parametrize(
    ("name", "form"),
    [("Черный", "Черного"), ("орел", "орла"), ("огонек", "огонька"), ("Петр", "Петра"), ("пес", "псом")],
)
def test_name_written_without_dots_declines_alike(name: str, form: str) -> None:

    assert form in forms(name, gender="m").texts()


@pytest.mark.parametrize(
    ("name", "origin", "form"),
    [
        ("Незнакомец в маске", "chinese", "Незнакомца в маске"),
        ("Незнакомец в маске", "foreign", "Незнакомца в маске"),
        ("Великий Мудрец", "chinese", "Великого Мудреца"),
        ("Король Обезьян", "chinese", "Короля Обезьян"),
        ("Чёрный Рыцарь", "foreign", "Чёрного Рыцаря"),
        ("Белая Змея", "japanese", "Белой Змеи"),
        ("Макс и Мориц", "foreign", "Макса и Морица"),
        ("старик Хоттабыч", "native", "стариком Хоттабычем"),
        ("капитан Врунгель", "native", "капитаном Врунгелем"),
        ("лорд Волан-де-Морт", "foreign", "лорду Волан-де-Морт"),
    ],
)
def test_translated_name_declines_as_russian_whatever_it_comes_from(
    name: str, origin: Any, form: str
) -> None:

    assert form in forms(name, gender="m", origin=origin).texts()


@pytest.mark.parametrize(
    "name", ["Лу", "Сю", "Чжи", "Хэ", "Го", "Сы", "Е", "Сюэ", "Цзо", "Мураками", "Китано", "Гарсиа", "Руссо"]
)
@pytest.mark.parametrize("gender", ["m", "f"])
def test_names_in_other_vowels_never_change(name: str, gender: Any) -> None:
    for origin in ("chinese", "japanese", "foreign"):
        assert {name} == forms(name, gender=gender, origin=origin).texts()


@pytest.mark.parametrize(
    "name", ["Alpha", "Gemini Pro", "GPT-4o", "2024", "阿Q", "«»", "—", "", " ", "McЯ1", "ь", "й", "а", "Ё"]
)
def test_what_is_no_russian_word_stays_or_is_harmless(name: str) -> None:
    table = forms(name)

    assert name.strip() in table.texts()


@pytest.mark.parametrize(
    ("name", "wanted", "unwanted"),
    [
        ("МТС", {"МТС"}, {"МТСа"}),
        ("МИД", {"МИД", "МИДа"}, {"МИДА"}),
        ("ВкусВилл", {"ВкусВилла"}, {"Вкусвилла"}),
        ("город Москва", {"города Москвы", "города Москва"}, {"городы Москвы"}),
        ("корабль «Надежда»", {"корабля «Надежда»"}, {"корабля «Надежды»"}),
        ("«Альфа»", {"«Альфы»"}, {"Альфы"}),
        ("волчья стая", {"волчьей стаи"}, {"волчьи стая"}),
        ("диван-кровать", {"дивана-кровати", "диван-кровати"}, set()),
        ("тень", {"тени", "тенью"}, {"теня"}),
        ("Война и мир", {"Войны и мира", "Войной и миром"}, {"Войны и мир"}),
        ("Дом Волка и Льва", {"Дома Волка и Льва"}, {"Дома Волка и Львы"}),
        ("белый клык и", {"белого клыка и"}, set()),
        ("густой лес", {"густого леса", "густом лесу", "густые леса"}, {"густою леса"}),
    ],
)
def test_things_decline_by_their_head(name: str, wanted: set[str], unwanted: set[str]) -> None:
    texts = forms(name, kind="thing").texts()

    assert wanted <= texts
    assert set() == unwanted & texts


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Афины", {"Афин", "Афинам", "Афинах"}),
        ("Тёмные эльфы", {"Тёмных эльфов", "Тёмным эльфам"}),
        ("токены", {"токенов", "токенами"}),
        ("входные токены", {"входных токенов", "входными токенами"}),
    ],
)
def test_plural_is_seen_by_its_ending(name: str, wanted: set[str]) -> None:

    assert wanted <= forms(name, kind="place" if name[0] == "А" else "thing", origin="native").texts()


def test_accusative_of_a_phrase_does_not_mix_the_living_and_the_dead() -> None:
    accusatives = cell(forms("духовный камень", kind="thing"), "acc", "sg")

    assert {"духовный камень", "духовного камня"} == accusatives


@pytest.mark.parametrize(
    ("name", "stems"),
    [
        ("камень", ("камн",)),
        ("Сун Шухан", ("Шухан",)),
        ("духовный камень", ("духовн", "камн")),
        ("Акира Куросава", ("Акир", "Куросав")),
    ],
)
def test_stems_are_those_of_the_words_that_decline(name: str, stems: tuple[str, ...]) -> None:
    kind: Any = "thing" if name[0].islower() else "person"
    table = forms(name, gender="m", origin="japanese" if name[0] == "А" else "chinese", kind=kind)

    assert stems == table.stems


@pytest.mark.parametrize(
    ("name", "common"), [("Янь", "Ян"), ("Лев Толстой", "Л"), ("человек", ""), ("Гюго", "Гюго")]
)
def test_stem_is_what_all_forms_begin_with(name: str, common: str) -> None:
    table = forms(
        name,
        gender="m",
        number="both" if name == "человек" else "sg",
        origin="foreign" if name == "Гюго" else "native",
    )

    assert common == stem(table)


@settings(max_examples=200)
@given(st.text(max_size=12) | russian, genders, origins, kinds)
def test_any_text_has_a_table(name: str, gender: Any, origin: Any, kind: Any) -> None:
    table = forms(name, gender=gender, origin=origin, kind=kind)

    assert all(form.slots for form in table.forms)
    assert len(table.texts()) == len(table.forms)
    assert " ".join(name.split()) == table.name


@pytest.mark.parametrize(
    "name",
    [
        "Ая и " * 3_000,
        "а" * 50_000,
        "ан" * 25_000 + "ж",
        "Чж" * 25_000,
        "Аня " * 3_000,
        "а-" * 3_000,
        "мир и " * 3_000,
        "ё" * 10_000,
    ],
)
def test_hostile_name_takes_little_time(name: str) -> None:
    started = time.process_time()
    forms(name, origin="chinese")
    forms(name, origin="japanese", kind="place")

    assert time.process_time() - started < 2


@pytest.mark.parametrize(
    "name", ["обитель", "учитель", "добродетель", "ширь", "псалтырь", "фасоль", "утварь"]
)
def test_common_noun_in_soft_sign_without_a_gender_is_sure_of_nothing(name: str) -> None:
    table = forms(name, kind="thing", number="sg")
    told = {(slot.case, form.text) for form in table.forms for slot in form.slots if form.text != name}

    assert {("gen", name[:-1] + "я"), ("gen", name[:-1] + "и")} <= told
    assert not any(form.is_sure for form in table.forms if form.text != name)


@pytest.mark.parametrize(
    ("name", "gender", "genitive"),
    [
        ("обитель", "f", "обители"),
        ("учитель", "m", "учителя"),
        ("ночь", None, "ночи"),
        ("вещь", None, "вещи"),
        ("гордость", None, "гордости"),
        ("казнь", None, "казни"),
        ("гость", None, "гостя"),
        ("лагерь", None, "лагеря"),
    ],
)
def test_common_noun_in_soft_sign_is_sure_by_gender_list_or_letters(
    name: str, gender: Gender | None, genitive: str
) -> None:
    table = forms(name, gender=gender, kind="thing", number="sg")
    found = {form.text for form in table.forms for slot in form.slots if slot.case == "gen" and slot.is_sure}

    assert {genitive} == found
