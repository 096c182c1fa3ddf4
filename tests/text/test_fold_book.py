"""Folding for books: which spellings are one name, what layout leaves the text, and the way back."""

import time
import unicodedata
from textwrap import wrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.model.errors import InputError
from caveat.text.fold_book import PROFILES, fold_chapter, fold_name, profile, profile_of
from caveat.text.layout_book import plain_text, wrapped_lines

TRICKY = "阿Ｑ王《》｜［＃］※<ruby>/rtあぁアｱﾞﾟ\u3099が\u1100\u1161\u11a8가й\u0306\u0301eé㈱…\u200b\u00ad·・ \n\r裡里乾龍ё"
texts = st.text(alphabet=TRICKY, max_size=60) | st.text(max_size=30)
profiles = st.sampled_from(PROFILES)


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("zh", "盧伊里", "卢伊裡"),
        ("zh", "阿Q", "阿Ｑ"),
        ("zh", "哈利·波特", "哈利・波特"),
        ("zh", "著名", "著名"),
        ("ja", "スズキ", "すずき"),
        ("ja", "ｽｽﾞｷ", "すずき"),
        ("ja", "澤", "沢"),
        ("ja", "カ\u3099", "が"),
        ("ja", "ヴェル", "ゔぇる"),
        ("ko", "주문", "\u110c\u116e\u1106\u116e\u11ab"),
        ("latin", "é", "e\u0301"),
        ("latin", "O’Neil", "O'Neil"),
        ("latin", "ﬁn", "fin"),
        ("ru", "и\u0306од", "йод"),
        ("ru", "Фёдор", "Федор"),
        ("zh", "阿\u200bQ", "阿Q"),
        ("zh", "葛\U000e0100小仙", "葛小仙"),
        ("ja", "髙橋", "高橋"),
        ("ja", "山﨑", "山崎"),
    ],
)
def test_spellings_of_one_name_fold_together(name: str, one: str, other: str) -> None:
    form = profile(name)

    assert fold_name(one, form) == fold_name(other, form) == fold_chapter(other, form).text


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("latin", "Red", "red"),
        ("ja", "鈴木", "すずき"),
        ("ja", "乾", "干"),
        ("ja", "後", "后"),
        ("ja", "ニ", "二"),
        ("ja", "コ", "コー"),
        ("zh", "里", "理"),
        ("ru", "и", "й"),
        ("latin", "ё", "е"),
        ("zh", "口", "ロ"),
    ],
)
def test_other_names_stay_apart(name: str, one: str, other: str) -> None:
    form = profile(name)

    assert fold_name(one, form) != fold_name(other, form)


def test_profiles_go_by_language_and_unknown_ones_are_named() -> None:
    assert ["zh", "zh", "ja", "latin", "ru"] == [
        profile_of(tag) for tag in ("zh", "zh-Hant", "ja_JP", "en", "ru-RU")
    ]
    with pytest.raises(InputError, match="zh, ja, ko, ru, latin"):
        profile("klingon")


@settings(max_examples=200)
@given(texts, profiles)
def test_every_character_leads_back_into_the_original(text: str, name: str) -> None:
    folded = fold_chapter(text, profile(name))

    assert len(folded.text) == len(folded.composed) == len(folded.starts) == len(folded.ends)
    assert all(0 <= start <= end <= len(text) for start, end in zip(folded.starts, folded.ends, strict=True))
    assert folded.starts == sorted(folded.starts)
    for one in folded.readings:
        assert 0 <= one.start < one.end <= len(folded.text)


@settings(max_examples=200)
@given(st.text(alphabet="阿Ｑアｱﾞ\u3099か가\u1100\u1161\u11a8йи\u0306e\u0301㈱裡龍", max_size=12), profiles)
def test_folding_twice_changes_nothing_and_keys_fold_as_chapters_do(text: str, name: str) -> None:
    form = profile(name)
    folded = fold_name(text, form)

    assert folded == fold_name(folded, form)
    assert folded == fold_chapter(text, form).text.strip()
    assert unicodedata.normalize("NFC", folded) == folded


@settings(max_examples=100)
@given(st.text(alphabet="阿王里裡乾坤ab", max_size=8), st.text(alphabet="阿王里裡乾坤ab", max_size=8))
def test_folding_a_part_is_a_part_of_folding_the_whole(one: str, other: str) -> None:
    form = profile("zh")

    assert fold_name(one, form) + fold_name(other, form) == fold_name(one + other, form)


@pytest.mark.parametrize(
    ("text", "plain", "readings"),
    [
        ("邪智暴虐《じゃちぼうぎゃく》の王", "邪智暴虐の王", ["じゃちぼうぎゃく"]),
        ("疲労｜困憊《こんぱい》した", "疲労困憊した", ["こんぱい"]),
        ("疲労|困憊《こんぱい》した", "疲労困憊した", ["こんぱい"]),
        ("｜Ｋａｙ《ケイ》", "Ｋａｙ", ["ケイ"]),
        ("《《強調》》する", "強調する", []),
        ("彼は《謎》と言う", "彼は《謎》と言う", []),
        ("本《book》だ", "本《book》だ", []),
        ("※［＃「口＋世」、U+546D、1-2］の", "呭の", []),
        ("［＃ここから２字下げ］字［＃ここで終わり］", "字", []),
        ("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>だ", "漢字だ", ["かんじ"]),
        ("<ruby><rb>漢字</rb><rt>かんじ</rt></ruby>", "漢字", ["かんじ"]),
        ("ただの｜棒", "ただの｜棒", []),
    ],
)
def test_ruby_and_notes_leave_the_text(text: str, plain: str, readings: list[str]) -> None:
    found = plain_text(text, is_japanese=True, has_blanks=False)

    assert plain == found.text
    assert readings == [one.reading for one in found.ruby]


def test_titles_in_chinese_are_no_ruby() -> None:
    assert "做过《博徒别传》这" == fold_chapter("做过《博徒别传》这", profile("zh")).text


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_legend_and_colophon_of_an_aozora_file_are_no_text(end: str) -> None:
    rule = "-" * 55
    text = f"題\n\n{rule}\n【テキスト中に現れる記号について】\n\n《》：ルビ\n（例）此《こ》\n{rule}\n\n本文。\n\n\n底本：「x」\n"

    found = plain_text(text.replace("\n", end), is_japanese=True, has_blanks=False)

    assert "本文。" == found.text.strip()


WRAPPED = (
    "　　我要给阿Ｑ做正传，已经不止一两年了。但一面要做，一面又往回想，这足见\n"
    "我不是一个立言的人，因为从来不朽之笔，须传不朽之人，于是人以文传，文以人\n"
    "传究竟谁靠谁传，渐渐的不甚了然起来，而终于归接到传阿Ｑ，仿佛思想里有鬼的\n"
    "\n"
    "　　然而要做这一篇速朽的文章，才下笔，便感到万分的困难了。第一是文章的名\n"
    "目。孔子曰，名不正则言不顺。这原是应该极注意的。传的名目很繁多列传，自传\n"
    "完。\n"
)


def test_name_over_a_wrapped_line_is_one_name() -> None:
    text = WRAPPED.replace("第一是文章的名\n目", "第一是文章的王\n胡")
    folded = fold_chapter(text, profile("zh"))
    start = folded.text.index("王胡")
    first, last = folded.span(start, start + 2)

    assert "王\n胡" == text[first:last]
    assert "有鬼的\n\n" in folded.text


def test_passage_of_few_full_lines_is_wrapped_but_for_lines_that_end_a_sentence() -> None:
    passage = "\n".join(WRAPPED.split("\n")[:3])
    spoken = "\n".join(["我要给阿Q做正传，已经不止一两年了。但一面要做，一面又往回想。"] * 3)

    assert "\n" not in fold_chapter(passage, profile("zh")).text
    assert {} == wrapped_lines(spoken)
    assert {} == wrapped_lines("短行\n" + "很" * 40 + "\n短行")


@pytest.mark.parametrize(
    "text", ["送\n灶", "一行诗\n二行诗\n三行诗\n四行诗\n五行诗\n六行诗\n", "a\nb\n" * 10]
)
def test_lines_that_are_not_wrapped_stay_apart(text: str) -> None:
    assert {} == wrapped_lines(text)
    assert "\n" in fold_chapter(text, profile("zh")).text


def test_wrapped_line_of_an_alphabet_is_a_blank() -> None:
    words = "It was the best of times, it was the worst of times, it was the age of wisdom, and the "
    lines = wrap(words * 5, 70)
    text = "\n".join([lines[0], f"{lines[1][:-4]}Dark", f"Tower {lines[2][6:]}", *lines[3:]])

    assert "Dark Tower" in fold_chapter(text, profile("latin")).text


@pytest.mark.parametrize(
    "text",
    [
        "《" * 100_000,
        "［＃" * 60_000,
        "<ruby>" * 30_000,
        "漢《" * 60_000,
        "\n" * 150_000,
        "a\u0301" * 60_000,
        "ｶ" + "ﾞ" * 100_000,
        "…" * 100_000,
        "|a" * 60_000 + "《あ》",
        ("あ" * 40 + "\n") * 3_000,
    ],
    ids=range(10),
)
def test_hostile_text_takes_linear_time(text: str) -> None:
    start = time.perf_counter()
    fold_chapter(text, profile("ja"))

    assert time.perf_counter() - start < 5
