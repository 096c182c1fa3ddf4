"""Which terms a text names: given cases, and the rules one by one."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.judge.terms_lexicon import refusal
from caveat.model.terms import Approval, Forbidden, Key, Nearby
from caveat.text.fold_book import profile, profile_of
from tests.judge.books import decisions, found, term

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "data" / "terms_match.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
MATCH = [case for case in CASES if case["check"] == "match"]
KEYS = [case for case in CASES if case["check"] == "key"]


@pytest.mark.parametrize("case", MATCH, ids=lambda case: case["id"])
def test_given_case_of_matching(case: dict[str, Any]) -> None:
    terms = [term(id=str(number), **said) for number, said in enumerate(case["terms"])]
    headwords = {one.ref: one.headword for one in terms}
    told = found(terms, case["text"], fold=profile_of(case["lang"]))
    codes = {"confusable"} if told.slips else set()
    codes |= {"spoiler-blocked" for one in told.occurrences if one.reason == "SPOILER"}

    for expected in case["expect"]:
        decided: set[str] = {o.decision for o in told.occurrences if headwords[o.term] == expected["key"]}
        assert (decided or {"NONE"}) <= set(expected["disposition"])
    assert case["suppressed"] == [one.key for one in told.suppressed]
    assert set(case["findings"]) == codes


@pytest.mark.parametrize("case", KEYS, ids=lambda case: case["id"])
def test_given_case_of_a_key(case: dict[str, Any]) -> None:
    assert case["expect"] == f"refused: {refusal(Key(case['headword']), profile(case['lang']))}"


CONFIRMED = ("CONFIRMED", "EXACT")


@pytest.mark.parametrize(
    ("fold", "key", "text", "expected"),
    [
        ("latin", "Vue", "Vue.js is not Vue", [("Vue", *CONFIRMED), ("Vue", *CONFIRMED)]),
        ("latin", "JS", "Vue.jsx", []),
        ("latin", "Ann", "Anna met Ann’s aunt", [("Ann", *CONFIRMED)]),
        ("latin", "Étoile", "E\u0301toile rose", [("E\u0301toile", *CONFIRMED)]),
        ("latin", "Dark Tower", "the Dark\u00a0Tower", [("Dark\u00a0Tower", *CONFIRMED)]),
        ("latin", "O'Neil", "met O’Neil", [("O’Neil", *CONFIRMED)]),
        ("ru", "Королёв", "пришёл Королев", [("Королев", *CONFIRMED)]),
        ("ru", "Иван", "Ивановна", []),
        ("ja", "ベル", "アルト・ベルが", [("ベル", *CONFIRMED)]),
        ("ja", "ベル", "ベルト", []),
        ("ja", "ベル", "ベルー", []),
        ("ja", "ﾍﾞﾙ", "ベルは", [("ベル", *CONFIRMED)]),
        ("ja", "ベル", "ﾍﾞﾙは", [("ﾍﾞﾙ", *CONFIRMED)]),
        ("ja", "すみか", "スミカは", [("スミカ", *CONFIRMED)]),
        ("ja", "すみか", "スミカン", []),
        ("ja", "すみか", "「すみか」", [("すみか", *CONFIRMED)]),
        ("ja", "すみか", "すみかは", [("すみか", "AMBIGUOUS", "HIRAGANA")]),
        ("ja", "龍之介", "竜之介が", [("竜之介", *CONFIRMED)]),
        ("ja", "乾", "乾く", []),
        ("ja", "後藤", "后藤", []),
        ("zh", "後藤", "后藤", [("后藤", *CONFIRMED)]),
        ("zh", "乾坤袋", "干坤袋", [("干坤袋", *CONFIRMED)]),
        ("zh", "哈利·波特", "哈利‧波特笑", [("哈利‧波特", *CONFIRMED)]),
        ("zh", "阿Q", "阿QQ", []),
        ("ko", "철수", "철수를 보았다", [("철수", *CONFIRMED)]),
        ("ko", "철수", "철수에게서는", [("철수", "AMBIGUOUS", "HANGUL")]),
        ("ko", "철수", "철수네 집", [("철수", "AMBIGUOUS", "HANGUL")]),
        ("ko", "철수", "김철수가", [("철수", "AMBIGUOUS", "HANGUL")]),
        ("ko", "철수", "\u110e\u1165\u11af\u1109\u116e가", [("\u110e\u1165\u11af\u1109\u116e", *CONFIRMED)]),
        ("latin", "C++", "in C++17", [("C++", *CONFIRMED)]),
        ("latin", "a.b", "axb a.b", [("a.b", *CONFIRMED)]),
    ],
)
def test_spellings_and_borders(fold: str, key: str, text: str, expected: list[tuple[str, ...]]) -> None:
    assert expected == decisions([term(key, curated=True)], text, fold=fold)


def test_longer_title_goes_before_the_shorter_alias() -> None:
    told = found(
        [term("Vue"), term("Vue.js"), term("JS")], "Vue.js is not Vue; Vue.jsx neither", fold="latin"
    )
    places = [(one.words, one.start, one.end) for one in told.occurrences]

    assert ("Vue.js", 0, 6) in places and ("Vue", 14, 17) in places
    assert all(start < 19 or words == "Vue" for words, start, _ in places)
    assert ["Vue"] == [one.key for one in told.suppressed]


def test_terms_are_found_with_exact_places_where_no_blank_parts_words() -> None:
    text = "注文が届く。주문을 처리한다"
    told = found([term("注文"), term("주문")], text, fold="ja").occurrences

    assert [("注文", 0, 2), ("주문", 6, 8)] == [(one.words, one.start, one.end) for one in told]


def test_ruby_and_wrapped_lines_are_part_of_the_place_and_not_of_the_name() -> None:
    text = "その｜邪智暴虐《じゃちぼうぎゃく》の王"
    (one,) = found([term("邪智暴虐の王")], text, fold="ja").occurrences

    assert "邪智暴虐《じゃちぼうぎゃく》の王" == text[one.start : one.end] == one.words


def test_reading_beside_the_text_names_a_term_only_by_a_key_declared_for_it() -> None:
    text = "運命《さだめ》の人"

    assert [] == decisions([term("さだめ")], text, fold="ja")
    ruby = [term("定め", keys=[Key("さだめ", "ruby")])]
    assert [("運命", *CONFIRMED)] == decisions(ruby, text, fold="ja")
    assert [] == decisions([term("さだめ", since=300)], "運命の人", fold="ja")


def test_reading_of_a_term_is_offered_as_a_key_once() -> None:
    text = "鈴木《すずき》と鈴木《すずき》"

    assert ["すずき"] == [one.reading for one in found([term("鈴木")], text, fold="ja").ruby]
    assert () == found([term("鈴木", keys=[Key("スズキ", "ruby")])], text, fold="ja").ruby
    assert () == found([term("鈴木", since=300)], text, fold="ja").ruby


@pytest.mark.parametrize(
    ("chapter", "expected"),
    [(4, ("REJECTED", "SPOILER")), (5, CONFIRMED), (8, CONFIRMED), (9, ("REJECTED", "EXPIRED"))],
)
def test_window_is_half_open(chapter: int, expected: tuple[str, str]) -> None:
    terms = [term("黑衣人", since=5, until=9)]

    assert [("黑衣人", *expected)] == decisions(terms, "黑衣人", chapter=chapter)


def test_windows_that_follow_each_other_serve_one_headword() -> None:
    terms = [term("黑衣人", id="1", until=300), term("黑衣人", id="2", since=300)]

    assert [("CONFIRMED", "term:b/1"), ("REJECTED", "term:b/2")] == [
        (one.decision, one.term) for one in found(terms, "黑衣人").occurrences
    ]
    assert [("REJECTED", "EXPIRED"), CONFIRMED] == [
        (one.decision, one.reason) for one in found(terms, "黑衣人", chapter=300).occurrences
    ]


def test_term_under_one_that_is_not_known_yet_is_told_with_doubt() -> None:
    terms = [term("萧炎"), term("萧炎大帝", since=300)]

    assert [("萧炎", "AMBIGUOUS", "FREED"), ("萧炎大帝", "REJECTED", "SPOILER")] == sorted(
        decisions(terms, "萧炎大帝来了")
    )
    assert [("萧炎大帝", *CONFIRMED)] == decisions(terms, "萧炎大帝来了", chapter=300)
    assert () == found(terms, "萧炎大帝来了").suppressed


def test_words_that_must_be_near_make_one_character_a_key() -> None:
    terms = [term("修", near=["灵气", "境界"])]

    assert [("修", *CONFIRMED)] == decisions(terms, "他修了三年，境界不动")
    assert [("修", "REJECTED", "NEARBY")] == decisions(terms, "桌子修好了。境界不动")


def test_word_that_holds_the_key_asks_for_the_very_place() -> None:
    assert [("修", *CONFIRMED), ("修", "REJECTED", "NEARBY")] == decisions(
        [term("修", near=["修为"])], "修为高，桌子修好了"
    )
    assert [("动作", "REJECTED", "NEARBY"), ("动作", *CONFIRMED)] == decisions(
        [term("动作", not_near=["动作片"], curated=True)], "动作片好看，动作利落"
    )


def test_judgment_word_of_an_alphabet_is_a_whole_word() -> None:
    terms = [term("Will", near=["art"], case_sensitive=True)]

    assert [("Will", "REJECTED", "NEARBY")] == decisions(terms, "Will started", fold="latin")
    assert [("Will", *CONFIRMED)] == decisions(terms, "Will makes art", fold="latin")


@pytest.mark.parametrize("word", ["高兴", "大道", "方便", "明月", "白云", "太阳", "革命", "國家"])
def test_ordinary_word_is_certain_only_when_somebody_made_sure(word: str) -> None:
    text = f"他说{word}是好的"

    assert [(word, "AMBIGUOUS", "HOMOGRAPH")] == decisions([term(word)], text)
    assert [(word, *CONFIRMED)] == decisions([term(word, curated=True)], text)
    assert [(word, *CONFIRMED)] == decisions([term(word, near=["他说"])], text)
    assert [(word, "AMBIGUOUS", "HOMOGRAPH")] == decisions([term(word, not_near=["不好"])], text)


def test_capital_inside_a_sentence_tells_a_name_from_a_word() -> None:
    terms = [term("Hope")]

    assert [
        ("Hope", "AMBIGUOUS", "HOMOGRAPH"),
        ("Hope", *CONFIRMED),
        ("Hope", "AMBIGUOUS", "HOMOGRAPH"),
    ] == decisions(terms, "Hope came. He met Hope. “Hope!”", fold="latin")
    assert [("hope", "AMBIGUOUS", "HOMOGRAPH")] == decisions(
        [term("Hope", case_sensitive=False)], "no hope", fold="latin"
    )


def test_letter_case_counts_unless_the_key_says_otherwise() -> None:
    assert [] == decisions([term("Ki")], "KI ki", fold="latin")
    loose = [term("Ki", case_sensitive=False)]
    assert [("KI", *CONFIRMED), ("ki", *CONFIRMED)] == decisions(loose, "KI ki İ", fold="latin")


def test_senses_and_surfaces_that_collide_are_told_apart() -> None:
    senses = [term("下級生", id="f", sense="f"), term("下級生", id="m", sense="m")]
    surfaces = [term("王胡", keys=["老王"]), term("王伦", keys=["老王"])]

    assert {("AMBIGUOUS", "SENSES")} == {one[1:] for one in decisions(senses, "下級生が", fold="ja")}
    assert {("AMBIGUOUS", "SURFACE")} == {one[1:] for one in decisions(surfaces, "老王来了")}


def test_one_sense_that_fits_is_certain() -> None:
    terms = [term("道", id="a", sense="path", near=["修道"]), term("道", id="b", sense="road", near=["街道"])]

    assert [("REJECTED", "NEARBY"), CONFIRMED] == sorted(
        ((one.decision, one.reason) for one in found(terms, "他修道十年").occurrences), reverse=True
    )


@pytest.mark.parametrize(
    ("approval", "expected"),
    [
        (Approval(), ("AMBIGUOUS", "UNVERIFIED")),
        (Approval(is_verified=True, reason="contradicted"), ("AMBIGUOUS", "UNAPPROVED")),
        (Approval(is_verified=True, is_approved=True), CONFIRMED),
        (Approval(is_retracted=True), ("REJECTED", "RETRACTED")),
    ],
)
def test_trust_decides_what_may_be_certain(approval: Approval, expected: tuple[str, str]) -> None:
    assert [("未庄", *expected)] == decisions([term("未庄", approval=approval)], "回到未庄")


def test_segment_only_takes_certainty_away_and_only_where_asked() -> None:
    text = "和平静的人"

    assert [("和平", "AMBIGUOUS", "SEGMENT")] == decisions(
        [term("和平", boundary="segment", curated=True)], text
    )
    assert [("和平", *CONFIRMED)] == decisions([term("和平", curated=True)], text)
    assert [("和平", *CONFIRMED)] == decisions([term("和平", boundary="segment", curated=True)], "和平。")


def test_declared_borders_are_kept() -> None:
    assert [] == decisions([term("さくら", boundary="script")], "さくらんぼ", fold="ja")
    assert [("Ki", *CONFIRMED)] == decisions([term("Ki", boundary="none")], "Kintargo", fold="latin")


def test_rendering_under_a_condition_is_told_where_it_fits() -> None:
    terms = [
        term(
            "清明",
            rendering="Цинмин",
            curated=True,
            nearby=Nearby(("节",)),
            forbidden=(Forbidden("Цинмин", Nearby(("世",))),),
        )
    ]

    assert [("清明", *CONFIRMED)] == decisions(terms, "清明节到了")
    assert [("清明", "REJECTED", "USAGE")] == decisions(terms, "清明盛世")
    assert [("清明", "AMBIGUOUS", "USAGE")] == decisions(terms, "清明时分")


def test_rendering_that_fits_the_words_nearby_goes_before_the_other_sense() -> None:
    terms = [
        term("清明", id="feast", sense="feast", curated=True, nearby=Nearby(("节",))),
        term("清明", id="era", sense="era", curated=True, nearby=Nearby(("世",))),
    ]

    assert {("feast", "EXACT"), ("era", "USAGE")} == {
        (one.term[7:], one.reason) for one in found(terms, "清明节到了").occurrences
    }
    assert {"SENSES"} == {one.reason for one in found(terms, "清明节盛世").occurrences}
    assert {"USAGE"} == {one.reason for one in found(terms, "清明时分").occurrences}


@pytest.mark.parametrize(
    ("fold", "key", "text", "is_slip"),
    [
        ("ja", "ニコラ", "二コラは", True),
        ("ja", "ロシア", "口シアの", True),
        ("ja", "タロウ", "夕ロウが", True),
        ("ja", "ニコラ", "ニコラは", False),
        ("ja", "ハチ", "八千", False),
        ("ja", "ニコ", "二コラ", False),
        ("zh", "一郎", "——郎君", False),
        ("latin", "Anna", "Аnna", True),
        ("ru", "Вера", "Bера", True),
    ],
)
def test_look_alike_is_told_and_never_matches(fold: str, key: str, text: str, is_slip: bool) -> None:
    told = found([term(key, curated=True)], text, fold=fold)

    assert is_slip == bool(told.slips)
    assert not is_slip or () == told.occurrences


def test_shorter_term_is_found_inside_a_longer_word_that_is_no_term() -> None:
    told = found([term("国家知识产权局"), term("知识产权", curated=True)], "国家知识产权局与知识产权")

    assert ["国家知识产权局", "知识产权"] == [one.words for one in told.occurrences]
    assert ["知识产权"] == [one.key for one in told.suppressed]
    alone = found([term("知识产权", curated=True)], "国家知识产权").occurrences
    assert [("知识产权", 2)] == [(one.words, one.start) for one in alone]


texts = st.text(alphabet="阿Q王胡未庄黑衣人小D。\nァベル《》｜<ruby>", max_size=40)
windows = st.tuples(st.integers(0, 30), st.none() | st.integers(0, 30))


@settings(max_examples=150)
@given(texts, windows, st.integers(1, 30), st.sampled_from(["zh", "ja"]))
def test_place_is_where_the_words_stand(
    text: str, window: tuple[int, int | None], chapter: int, fold: str
) -> None:
    terms = [term("阿Q"), term("王胡", since=window[0], until=window[1]), term("黑衣人"), term("衣人")]
    told = found(terms, text, fold=fold, chapter=chapter)

    for one in told.occurrences:
        assert 0 <= one.start < one.end <= len(text)
        assert text[one.start : one.end] == one.words
    taken = [(one.start, one.end) for one in told.occurrences if one.decision != "REJECTED"]
    assert sorted(set(taken)) == sorted(taken)
    assert all(end <= start for (_, end), (start, _) in pairwise(taken))


@settings(max_examples=100)
@given(texts, st.integers(1, 30))
def test_order_of_the_terms_changes_nothing(text: str, chapter: int) -> None:
    terms = [term("阿Q"), term("王胡", since=9), term("黑衣人"), term("衣人"), term("王胡黑")]

    assert found(terms, text, chapter=chapter) == found(terms[::-1], text, chapter=chapter)
