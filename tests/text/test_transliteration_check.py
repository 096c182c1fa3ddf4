"""Renderings against the system: right, unusual, wrong, or not to be judged."""

import json
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.model.errors import MissingExtra
from caveat.text import readings_zh
from caveat.text.transliteration_check import check_transliteration, read_japanese

GOLD = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "transliteration.jsonl").read_text("utf-8").splitlines()
]
WRONG = [(case, wrong) for case in GOLD for wrong in case["wrong"]]


@pytest.mark.parametrize("case", GOLD, ids=lambda case: case["headword"])
def test_the_rendering_that_readers_know_is_ok(case: dict) -> None:
    check = check_transliteration(
        case["headword"], case["rendering"], language=case["lang"], kind=case["kind"], reading=case["reading"]
    )

    assert "ok" == check.result, check


@pytest.mark.parametrize(
    ("case", "wrong"), WRONG, ids=lambda part: part if isinstance(part, str) else part["headword"]
)
def test_a_misspelt_rendering_is_seen_and_the_right_one_is_listed(case: dict, wrong: str) -> None:
    check = check_transliteration(
        case["headword"], wrong, language=case["lang"], kind=case["kind"], reading=case["reading"]
    )

    assert check.result in ("wrong", "variant"), check
    assert case["rendering"] in check.expected


def test_last_character_that_is_a_generic_word_in_chinese_only_is_no_error() -> None:
    asked = {"language": "ja", "kind": "place", "reading": "らしょうもん"}

    assert "ok" == check_transliteration("羅生門", "Расёмон", **asked).result
    assert "Расёмон" == check_transliteration("羅生門", "Рашомон", **asked).expected[0]
    assert "unknown" == check_transliteration("羅生門", "ворота", **asked).result


@pytest.mark.parametrize(
    ("headword", "reading", "kind", "rendering", "result", "reason"),
    [
        ("吕树", None, "person", "Люй Шу", "ok", "exact"),
        ("吕树", None, "person", "Лу Шу", "wrong", "sounds"),
        ("吕树", None, "person", "Люйшу", "variant", "spacing"),
        ("吕树", None, "person", "люй шу", "variant", "case"),
        ("吕树", None, "person", "Lü Shu", "unknown", "script"),
        ("吕树", None, "person", "молодой Люй Шу", "ok", "part"),
        ("吕树", "", "person", "Дерево", "unknown", "unrelated"),
        ("毛泽东", None, "person", "Мао Цзэ-дун", "variant", "spacing"),
        ("张朝阳", None, "person", "Чжан Чаоян", "ok", "exact"),
        ("李乐", None, "person", "Ли Юэ", "ok", "other-reading"),
        ("吕长老", None, "person", "старейшина Люй", "unknown", "unrelated"),
        ("克莱恩", None, "person", "Клейн", "unknown", "unrelated"),
        ("吴妈", None, "person", "У-ма", "ok", "spelling"),
        ("阿Q", None, "person", "А-Кью", "ok", "established"),
        ("阿Ｑ", None, "person", "А-Кью", "ok", "established"),
        ("乐毅", "le yi", "person", "Лэ И", "ok", "exact"),
        ("长安", None, "place", "Чанань", "variant", "sign"),
        ("长安", None, "place", "Чан'ань", "variant", "sign"),
        ("泰山", None, "place", "гора Тайшань", "ok", "generic"),
        ("泰山", None, "place", "гора Тай", "unknown", "unrelated"),
        ("昆仑山", None, "place", "горы Куньлунь", "ok", "generic"),
        ("北京市", None, "place", "Пекин", "ok", "generic"),
        ("哈尔滨", None, "place", "Хаэрбинь", "variant", "established"),
        ("惠州", None, "place", "Хойчжоу", "variant", "old-spelling"),
        ("深圳", None, "place", "Шеньчжень", "variant", "letter-e"),
        ("斗气", None, "technique", "доуци", "ok", "exact"),
        ("斗气", None, "technique", "боевая ци", "unknown", "unrelated"),
        ("任我行", "Жэнь Восин", "person", "Жэнь Восин", "ok", "exact"),
        ("北京", "Бэйцзин", "place", "Пекин", "unknown", "unrelated"),
        ("𠮷", None, "person", "Цзи", "unknown", "no-reading"),
    ],
)
def test_chinese_names_are_judged(
    headword: str, reading: str | None, kind: str, rendering: str, result: str, reason: str
) -> None:
    check = check_transliteration(headword, rendering, language="zh", kind=kind, reading=reading)

    assert (result, reason) == check[:2], check


@pytest.mark.parametrize(
    ("headword", "reading", "kind", "rendering", "result", "reason"),
    [
        ("千葉", "ちば", "place", "Тиба", "ok", "exact"),
        ("千葉", None, "place", "Тиба", "ok", "exact"),
        ("千葉", "ちば", "place", "Чиба", "wrong", "by-ear"),
        ("千葉県", "ちばけん", "place", "префектура Тиба", "ok", "generic"),
        ("隅田川", "すみだがわ", "place", "река Сумида", "ok", "generic"),
        ("京都府", "きょうとふ", "place", "префектура Киото", "ok", "generic"),
        ("横浜", "よこはま", "place", "Йокогама", "ok", "established"),
        ("東京", "とうきょう", "place", "Токё", "variant", "established"),
        ("大阪", "おおさか", "place", "Оосака", "variant", "long-vowel"),
        ("信越", "しんえつ", "place", "Синэцу", "variant", "sign"),
        ("黒澤明", "くろさわ あきら", "person", "Акира Куросава", "ok", "exact"),
        ("黒澤明", "くろさわ あきら", "person", "Куросава Акира", "ok", "other-reading"),
        ("黒澤明", "くろさわあきら", "person", "Акира Куросава", "ok", "exact"),
        ("鳥山明", "とりやまあきら", "person", "Акира Торияма", "ok", "exact"),
        ("洋子", "ようこ", "person", "Йоко", "ok", "spelling"),
        ("恵子", "けいこ", "person", "Кейко", "variant", "letter-e"),
        ("酒井", "さかい", "person", "Сакай", "ok", "other-reading"),
        ("大輔", "だいすけ", "person", "Дайскэ", "ok", "other-reading"),
        ("源頼朝", "みなもとの よりとも", "person", "Минамото-но Ёритомо", "ok", "other-reading"),
        ("メロス", None, "person", "Мелос", "unknown", "foreign"),
        ("ナルト", None, "person", "Наруто", "ok", "exact"),
        ("月", None, "person", "Цуки", "unknown", "no-reading"),
        ("先生", "せんせい", "honorific", "учитель", "unknown", "unrelated"),
    ],
)
def test_japanese_names_are_judged(
    headword: str, reading: str | None, kind: str, rendering: str, result: str, reason: str
) -> None:
    check = check_transliteration(headword, rendering, language="ja", kind=kind, reading=reading)

    assert (result, reason) == check[:2], check


def test_the_nearest_admissible_rendering_comes_first() -> None:
    near = check_transliteration("蒋介石", "Цзян Дзеши", language="zh")
    far = check_transliteration("黒澤明", "Куросава Акиро", language="ja", reading="くろさわ あきら")

    assert "Цзян Цзеши" == near.expected[0]
    assert "Куросава Акира" == far.expected[0]


def test_another_language_is_not_judged() -> None:
    assert "unknown" == check_transliteration("서울", "Сеул", language="ko").result


@pytest.mark.parametrize("headword", ["千葉", "東京都", "山田太郎", "徳川家康", "サクラ"])
def test_well_known_japanese_headwords_are_read_without_a_reading(headword: str) -> None:
    assert read_japanese(headword)


def test_a_character_that_no_table_has_asks_for_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypinyin", None)
    readings_zh.readings_of.cache_clear()

    with pytest.raises(MissingExtra, match=r"caveat\[book\]"):
        readings_zh.readings_of("𠮷")


def test_pypinyin_reads_what_no_table_has() -> None:
    pytest.importorskip("pypinyin")
    readings_zh.readings_of.cache_clear()

    assert ("yi",) == readings_zh.readings_of("㐌")


def test_the_built_in_readings_are_among_those_of_pypinyin() -> None:
    pypinyin = pytest.importorskip("pypinyin")
    from caveat.text.tables_hanzi import HANZI

    apart = [
        character
        for character, syllable in HANZI.items()
        if [syllable] not in [[read] for read in pypinyin.pinyin(
            character, style=pypinyin.Style.NORMAL, heteronym=True, v_to_u=True
        )[0]]
    ]  # fmt: skip

    assert len(apart) <= 12, apart


@settings(max_examples=200)
@given(
    st.text(alphabet="吕树长安阿Q千葉さくらサクラーん・ab'1 \u0301𠮷々", max_size=12),
    st.text(alphabet="Люй ШуЧанъь-'ЁёЙйOo\u0304", max_size=14),
    st.sampled_from(["zh", "ja"]),
    st.sampled_from(["person", "place", "concept"]),
    st.sampled_from([None, "", "lü shu", "xian", "さくら", "ō", "Люй", "?"]),
)
def test_nothing_raises(headword: str, rendering: str, language: str, kind: str, reading: str | None) -> None:
    check = check_transliteration(headword, rendering, language=language, kind=kind, reading=reading)

    assert check.result in ("ok", "variant", "wrong", "unknown")
    assert check.expected or check.result == "unknown"


def test_hostile_names_take_no_time() -> None:
    began = time.perf_counter()
    for headword in ("吕" * 1_000_000, "吕树" * 12, "あ" * 1_000_000, "あ" * 120):
        for rendering in ("Лу " * 1_000_000, "Лу" * 40, "А" * 80):
            for language in ("zh", "ja"):
                check_transliteration(headword, rendering, language=language)

    assert time.perf_counter() - began < 5
