"""Verdicts on occurrences: gold that was written before the check, and the properties that it must keep."""

import json
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.judge.rendering import (
    FAULTS,
    OUTCOMES,
    Stretch,
    base_form_verdicts,
    rendered,
    verdicts,
)
from caveat.judge.rendering_forms import Subject, Tag, head_gender
from caveat.judge.rendering_spellings import spellings
from caveat.judge.rendering_variants import distance

DATA = Path(__file__).parents[1] / "data"
KNOWN_LIMITS = {"true-b026"}


def gold(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def subject_of(case: dict[str, Any]) -> Subject:
    return Subject(
        "term:b/t",
        case["rendering"],
        case["kind"],
        case["gender"] or "unknown",
        case["origin"],
        tuple(case["aliases"]),
    )


FILES = (
    "rendering_terms.jsonl",
    "rendering_ru.jsonl",
    "rendering_ru_second.jsonl",
    "rendering_ru_third.jsonl",
)
CASES = [case for name in FILES for case in gold(name)]
OWN = [case for name in FILES[1:] for case in gold(name)]
SONG = Subject("s", "Сун Шухан", gender="m")
LIN = Subject("l", "Линь Янь", gender="f")
XIAO = Subject("x", "Сяо Янь", gender="m")


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["id"] not in KNOWN_LIMITS], ids=lambda case: case["id"]
)
def test_verdicts_are_those_of_the_gold(case: dict[str, Any]) -> None:
    assert tuple(case["expect"]) == verdicts(subject_of(case), case["text"], case["occurrences"])


def has_fault(outcomes: tuple[str, ...]) -> bool:
    return not FAULTS.isdisjoint(outcomes)


def test_false_flags_and_missed_stems_stay_within_their_bars_beside_the_baseline() -> None:
    good = [case for case in OWN if not has_fault(tuple(case["expect"]))]
    broken = [case for case in OWN if {"variant", "wrong-form"} & set(case["expect"])]

    def share(cases: list[dict[str, Any]], check: Any, *, is_flagged: bool) -> float:
        flagged = [has_fault(check(subject_of(case), case["text"], case["occurrences"])) for case in cases]
        return sum(one is is_flagged for one in flagged) / len(cases)

    assert share(good, verdicts, is_flagged=True) <= 0.05 < share(good, base_form_verdicts, is_flagged=True)
    assert (
        share(broken, verdicts, is_flagged=False)
        <= 0.05
        < share(broken, base_form_verdicts, is_flagged=False)
    )


@pytest.mark.parametrize(
    ("rendering", "origin", "text"),
    [
        ("Лорвин", "en", "с Лорвином"),
        ("Лорвин", "en", "о Лорвине"),
        ("клан Маззл", "en", "у клана Маззл"),
        ("отец", "zh", "отца"),
        ("день", "zh", "дня"),
        ("лев", "zh", "льва"),
        ("пёс", "zh", "пса"),
    ],
)
def test_forms_that_change_inside_the_stem_are_right(rendering: str, origin: str, text: str) -> None:
    assert verdicts(Subject("t", rendering, "concept", origin=origin), text, 1) == ("ok",)


@pytest.mark.parametrize(
    ("rendering", "kind", "text", "outcome"),
    [
        ("революционеры", "organisation", "к революционерам", "ok"),
        ("революционеры", "concept", "к революцонерам", "variant"),
        ("стражники", "person", "со стражниками", "ok"),
        ("боевые искусства", "technique", "в боевых искусствах", "ok"),
        ("горные разбойники", "organisation", "горных разбойников", "ok"),
        ("горные разбойники", "organisation", "горных разбойныков", "variant"),
        ("ножны", "item", "из ножен", "ok"),
        ("ци", "concept", "поток ци", "ok"),
        ("слуга", "person", "слугам", "ok"),
    ],
)
def test_rendering_that_is_a_plural_declines_as_one(
    rendering: str, kind: Any, text: str, outcome: str
) -> None:
    assert (outcome,) == verdicts(Subject("t", rendering, kind), text, 1)


def test_diminutive_is_no_form() -> None:
    assert verdicts(Subject("t", "пёс", "concept"), "пёсик", 1) == ("missing",)


def test_broken_stems_are_told_with_their_place() -> None:
    subjects = [Subject("l", "Лорвин", origin="en"), Subject("m", "клан Маззл", "organisation", origin="en")]
    text = "с Ловрином, у клана Мазл"

    found = rendered(text, subjects, [Stretch(0, len(text), {0: 1, 1: 1})])

    assert [("variant", 2, 10, "Ловрином"), ("variant", 14, 24, "клана Мазл")] == [
        (one.outcome, one.start, one.end, one.words) for one in found
    ]


def outcomes(text: str, subjects: list[Subject], needs: dict[int, int], **more: Any) -> list[tuple[int, str]]:
    found = rendered(text, subjects, [Stretch(0, len(text), needs)], **more)
    return [(one.subject, one.outcome) for one in found if not one.is_surplus]


def test_one_place_stands_for_one_occurrence_of_two_that_share_a_rendering() -> None:
    other = XIAO._replace(ref="y")

    assert [(0, "ok"), (1, "missing")] == outcomes("Сяо Янь встал.", [XIAO, other], {0: 1, 1: 1})


def test_shared_rendering_goes_to_the_one_that_agrees() -> None:
    woman = XIAO._replace(ref="y", gender="f")

    assert [(0, "ok"), (1, "ok")] == outcomes("Сяо Янь встала. Сяо Янь встал.", [XIAO, woman], {0: 1, 1: 1})


def test_longer_name_is_not_the_shorter_one() -> None:
    short = Subject("n", "Янь", gender="m")

    assert [(0, "ok"), (1, "missing")] == outcomes("Сяо Янь. Тишина.", [XIAO, short], {0: 1, 1: 1})


def test_name_of_another_entity_is_nobodys_broken_one() -> None:
    other = Subject("o", "Сяо Ян", gender="m")

    assert [(0, "missing")] == outcomes("Сяо Ян. Тишина.", [XIAO], {0: 1}, others=[other])
    assert [(0, "variant")] == outcomes("Сяо Ян. Тишина.", [XIAO], {0: 1})


def test_one_pronoun_stands_in_once() -> None:
    both = [XIAO, SONG]

    assert [(0, "pronoun"), (1, "missing")] == outcomes("Он ушёл.", both, {0: 1, 1: 1})


def test_faults_beyond_the_occurrences_are_told_as_surplus() -> None:
    text = "Сяо Янь встал. Потом Сяо Янь села."

    found = rendered(text, [XIAO], [Stretch(0, len(text), {0: 1})])

    assert [("ok", False), ("gender", True)] == [(one.outcome, one.is_surplus) for one in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Сяо Янь. Сяо Янь.\nТишина.", ["ok", "ok"]),
        ("Тишина.\nСяо Янь. Сяо Янь.", ["ok", "ok"]),
        ("Тишина.\nСяо Янь.", ["missing", "ok"]),
    ],
)
def test_name_may_move_to_the_next_line_where_it_is_not_needed(text: str, expected: list[str]) -> None:
    cut = text.index("\n")
    stretches = [Stretch(0, cut, {0: 1}), Stretch(cut + 1, len(text), {0: 1})]

    assert expected == [one.outcome for one in rendered(text, [XIAO], stretches)]


def test_name_never_moves_into_another_field() -> None:
    text = "Тишина\nСяо Янь и Сяо Янь"
    stretches = [Stretch(0, 6, {0: 1}, "name"), Stretch(7, len(text), {0: 1}, "message")]

    assert ["missing", "ok"] == [one.outcome for one in rendered(text, [XIAO], stretches)]


def test_declared_form_is_right() -> None:
    odd = XIAO._replace(declared=("Яньского Сяо",))

    assert verdicts(odd, "дом Яньского Сяо", 1) == ("ok",)


def test_stress_marks_and_soft_hyphens_do_not_count() -> None:
    assert verdicts(SONG, "Су\u0301н Шу\u00adхан встал.", 1) == ("ok",)


def test_part_of_a_name_is_missing_and_says_so() -> None:
    text = "Шухан встал."

    found = rendered(text, [SONG], [Stretch(0, len(text), {0: 1})])

    assert ("missing", "only Шухан stands there: declare it as an alias if it is right") == (
        found[0].outcome,
        found[0].detail,
    )


@pytest.mark.parametrize(
    ("name", "origin", "expected"),
    [
        ("Незнакомец в маске", "zh", "m"),
        ("Чёрная Тень", "zh", "f"),
        ("Фигура в плаще", "zh", "f"),
        ("Госпожа Бай", "zh", "f"),
        ("Убийца в чёрном", "zh", ""),
        ("Юноша в сером", "zh", "m"),
        ("Мэн Хао", "zh", ""),
    ],
)
def test_head_noun_tells_the_gender(name: str, origin: str, expected: str) -> None:
    assert frozenset(expected) == head_gender(name, origin)


@pytest.mark.parametrize(
    ("name", "gender", "text"),
    [
        ("Хань Ли", "m", "Земля под Хань Ли дрожала."),
        ("Хань Ли", "m", "Земля Хань Ли дрожала."),
        ("Хань Ли", "m", "Он увидел, как тело Хань Ли схватила старуха."),
        ("Хань Ли", "m", "Осторожно Хань Ли открыл дверь."),
        ("Хань Ли", "m", "Воля Хань Ли окрепла."),
        ("Хань Ли", "m", "Энергия, которую Хань Ли накопил, иссякла."),
        ("Хань Ли", "m", "— Она моя, — сказал Хань Ли."),
        ("Хань Ли", "m", "Хань Ли, который был ранен, упал."),
        ("Хань Ли", "m", "Хань Ли и она ушли."),
        ("Хань Ли", "m", "Маленькая лиса укусила Хань Ли."),
        ("Хань Ли", "m", "Змея, почуяв Хань Ли, уползла."),
        ("Хань Ли", "m", "Сделка с Хань Ли сорвалась."),
        ("Хань Ли", "m", "Рядом стояла сестра Хань Ли."),
        ("Хань Ли", "m", "Сказала это Хань Ли наставница."),
        ("Хань Ли", "m", "Хань Ли это понравилось."),
        ("Хань Ли", "m", "Пилюля, съеденная Хань Ли, помогла."),
        ("Хань Ли", "m", "Хань Ли, чья рука была сломана, молчал."),
        ("Хань Ли", "m", "Ещё вчера Хань Ли была нужна помощь."),
        ("Хань Ли", "m", "Всё, чего Хань Ли хотел, была тишина."),
        ("Хань Ли", "m", "Тишина окружала Хань Ли."),
        ("Хань Ли", "m", "Как только Хань Ли вошёл, дверь закрылась."),
        ("Хань Ли", "m", "Даже Хань Ли была видна звезда."),
        ("Хань Ли", "m", "«Хань Ли пришёл», — сказала она."),
        ("Хань Ли", "m", "Хань Ли — вот кого она искала."),
        ("Хань Ли", "m", "Печать на груди Хань Ли вспыхнула."),
        ("Хань Ли", "m", "Вспыхнула печать Хань Ли."),
        ("Хань Ли", "m", "Хань Ли не видна была дорога."),
        ("Линь Янь", "f", "Меч Линь Янь сломался."),
        ("Линь Янь", "f", "Он поклонился и ушёл, а Линь Янь осталась."),
        ("Линь Янь", "f", "Для Линь Янь это был удар."),
        ("Линь Янь", "f", "Мастер велел Линь Янь уйти."),
        ("Линь Янь", "f", "Велел Линь Янь уйти мастер."),
        ("Линь Янь", "f", "Сердце Линь Янь забилось."),
        ("Линь Янь", "f", "Линь Янь был виден дворец."),
        ("Линь Янь", "f", "Линь Янь помог брат."),
        ("Линь Янь", "f", "И тут Линь Янь осенило."),
        ("Линь Янь", "f", "Он любил Линь Янь."),
        ("Линь Янь", "f", "Любил он Линь Янь."),
        ("Линь Янь", "f", "Подойдя к Линь Янь, он сел."),
        ("Сун Шухан", "m", "Она спросила: «Сун Шухан дома?»"),
        ("Сун Шухан", "m", "Сестра и Сун Шухан вошли."),
        ("Сун Шухан", "m", "Там, где жила сестра, Сун Шухан оставил меч."),
        ("Сун Шухан", "m", "Его имя было Сун Шухан."),
        ("Сун Шухан", "m", "Это была не сестра, а Сун Шухан."),
        ("Сун Шухан", "m", "Она подумала, что это Сун Шухан."),
        ("Сун Шухан", "m", "Машина, в которой ехал Сун Шухан, сломалась."),
        ("Сун Шухан", "m", "Не успела она ответить, как Сун Шухан исчез."),
        ("Сун Шухан", "m", "Сун Шухан, она же ушла!"),
        ("Сун Шухан", "m", "Сун Шухан увидел: дверь открыта."),
        ("Сун Шухан", "m", "Сун Шухан, чья сестра ушла, молчал."),
        ("Сун Шухан", "m", "Пришла пора, Сун Шухан."),
        ("Сун Шухан", "m", "Всё кончено, Сун Шухан, — сказала она."),
    ],
)
def test_predicate_of_another_subject_is_no_conflict(name: str, gender: Any, text: str) -> None:
    assert verdicts(Subject("t", name, gender=gender), text, 1) == ("ok",)


@pytest.mark.parametrize(
    ("subject", "text", "expected"),
    [
        (Subject("t", "Цяо Сю", gender="m"), "Он увидел, как Цяо Сю была ранена.", "gender"),
        (Subject("t", "Мэн Хао", gender="m"), "у Мэна Хао", "wrong-form"),
        (Subject("t", "Акира Куросава", gender="m", origin="ja"), "Акира Куросавы", "wrong-form"),
        (Subject("t", "Ши Сяобай", gender="m"), "Ши Сяо Бай пришёл", "variant"),
        (Subject("t", "золотое ядро", "concept"), "золотая ядро", "wrong-form"),
        (Subject("t", "Секта Меча", "organisation"), "секты мяча", "variant"),
        (Subject("t", "Небесный Меч", "item"), "небесного меча", "ok"),
        (Subject("t", "Ху Ба", gender="m"), "у Ху Бы", "ok"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.rendering,
)
def test_near_kinds_are_told_apart(subject: Subject, text: str, expected: str) -> None:
    assert verdicts(subject, text, 1) == (expected,)


def lexemes(word: str) -> dict[str, frozenset[Tag]]:
    known = {
        "духовный": {
            "духовный": {Tag("nom", "sg", "m")},
            "духовная": {Tag("nom", "sg", "f")},
            "духовных": {Tag("gen", "pl", "")},
        },
        "камень": {"камень": {Tag("nom", "sg", "m")}, "каменьев": {Tag("gen", "pl", "m")}},
    }
    return {form: frozenset(tags) for form, tags in known.get(word, {}).items()}


def test_dictionary_adds_forms_of_common_words_that_agree() -> None:
    stone = Subject("d", "духовный камень", "item")

    assert verdicts(stone, "духовных каменьев", 1) == ("missing",)
    assert verdicts(stone, "духовных каменьев", 1, lexemes=lexemes) == ("ok",)
    assert verdicts(stone, "духовная камень", 1, lexemes=lexemes) == ("wrong-form",)


def test_dictionary_is_never_asked_for_names() -> None:
    asked: list[str] = []

    def refusing(word: str) -> dict[str, frozenset[Tag]]:
        asked.append(word)
        return {}

    for name in ("Сун Шухан", "Грушка", "Долина Мечей", "клан Маззл"):
        spellings(Subject("t", name, "place"), lexemes=refusing)

    assert set(asked) <= {"клан"}


@given(st.text(max_size=60), st.integers(0, 4))
@settings(max_examples=60, deadline=None)
def test_every_occurrence_has_one_verdict_whatever_the_text(text: str, count: int) -> None:
    assert count == len(verdicts(SONG, text, count))


@given(
    st.lists(
        st.sampled_from(["Сун Шухан", "Сун Шухая", "он", "встала", ".", "Линь Янь", "и", ","]), max_size=12
    )
)
@settings(max_examples=80, deadline=None)
def test_places_of_verdicts_never_overlap_and_lie_in_the_text(words: list[str]) -> None:
    text = " ".join(words)

    found = rendered(text, [SONG, LIN], [Stretch(0, len(text), {0: 3, 1: 2})])

    spans = sorted((one.start, one.end) for one in found if one.start >= 0)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
    assert all(one.outcome in OUTCOMES and text[one.start : one.end] for one in found if one.start >= 0)


@given(st.text(alphabet="абвг", max_size=7), st.text(alphabet="абвг", max_size=7))
@settings(max_examples=150)
def test_distance_is_that_of_the_whole_table(one: str, other: str) -> None:
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        above, row[0] = row[0], at
        for index, against in enumerate(other, 1):
            above, row[index] = (
                row[index],
                min(row[index] + 1, row[index - 1] + 1, above + (letter != against)),
            )

    assert min(row[-1], 3) == distance(one, other)


@pytest.mark.parametrize(
    "text",
    [
        "а" * 200_000,
        "Сяо " * 10_000,
        "а-" * 30_000,
        "Сун Шухая " * 3_000,
        "он " * 10_000,
        "Сун Шухан, " * 3_000,
    ],
    ids=["one word", "first words", "hyphens", "broken", "pronouns", "names"],
)
def test_hostile_text_takes_linear_time(text: str) -> None:
    def seconds(part: str) -> float:
        start = time.perf_counter()
        rendered(part, [SONG, LIN, XIAO], [Stretch(0, len(part), {0: 50, 1: 50, 2: 50})])
        return time.perf_counter() - start

    seconds(text[:1000])
    half, whole = seconds(text[: len(text) // 2]), seconds(text)

    assert whole <= 5 * half + 0.3
