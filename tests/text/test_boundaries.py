"""What stands at the ends of a match, and which words are ordinary."""

import pytest

from caveat.text.boundaries import cuts_word, ends, is_inside_run, script
from caveat.text.common_words import common_words, is_common
from caveat.text.confusables import GROUPS, has_lookalike, is_slip, skeleton
from caveat.text.fold_book import PROFILES, compose_name, fold_name, profile
from caveat.text.stretches import Stretches


@pytest.mark.parametrize(
    ("character", "expected"),
    [
        ("a", "alphabet"), ("é", "alphabet"), ("я", "alphabet"), ("7", "alphabet"), ("א", "alphabet"),
        ("ア", "katakana"), ("ー", "katakana"), ("・", ""), ("あ", "hiragana"), ("가", "hangul"),
        ("王", "han"), ("々", "han"), ("。", ""), (" ", ""), ("-", ""),
    ],
)  # fmt: skip
def test_script_of_a_character(character: str, expected: str) -> None:
    assert expected == script(character)


@pytest.mark.parametrize(
    ("text", "key", "expected"),
    [
        ("Kintargo", "Ki", "inside"),
        ("a Ki b", "Ki", "whole"),
        ("王Ki胡", "Ki", "whole"),
        ("アルトだ", "アルト", "whole"),
        ("アルト・ベル", "アルト", "whole"),
        ("アルトー", "アルト", "inside"),
        ("しょうが", "しょう", "hiragana"),
        ("王胡说", "王胡", "whole"),
        ("철수야", "철수", "whole"),
        ("철수들은", "철수", "whole"),
        ("철수당", "철수", "hangul"),
        ("(x)", "(x)", "whole"),
    ],
)
def test_ends_by_script(text: str, key: str, expected: str) -> None:
    start = text.index(key)

    assert expected == ends(text, start, start + len(key))


def test_run_of_any_script_is_seen_when_asked() -> None:
    assert is_inside_run("大道理", 0, 2)
    assert not is_inside_run("，大道。", 1, 3)


def test_word_that_is_cut_is_named() -> None:
    words = frozenset({"平静", "大道理"})

    assert "平静" == cuts_word("和平静", 0, 2, words)
    assert "大道理" == cuts_word("大道理", 0, 2, words)
    assert "" == cuts_word("和平，静", 0, 2, words)
    assert "" == cuts_word("平静", 0, 2, words)


@pytest.mark.parametrize("name", PROFILES)
def test_lists_of_ordinary_words_are_folded(name: str) -> None:
    words = common_words(name)

    assert words
    assert all(fold_name(word, profile(name)) == word for word in words)


@pytest.mark.parametrize(
    ("key", "name", "expected"),
    [
        ("高興", "zh", True),
        ("高明", "zh", True),
        ("宁静", "zh", True),
        ("诚信", "zh", True),
        ("宝玉", "zh", False),
        ("华老栓", "zh", False),
        ("希望", "ja", True),
        ("自然", "ja", True),
        ("問題", "ja", True),
        ("王城", "ja", False),
        ("テーブル", "ja", True),
        ("サクラ", "ja", False),
        ("さくら", "ja", True),
        ("Red", "latin", True),
        ("Ki", "latin", False),
        ("Вера", "ru", True),
        ("사랑", "ko", True),
    ],
)
def test_ordinary_words_by_profile(key: str, name: str, expected: bool) -> None:
    assert expected == is_common(fold_name(key, profile(name)), compose_name(key), name)


def test_look_alikes_share_a_shape_and_are_told_only_where_they_differ() -> None:
    assert skeleton("二コラ") == skeleton("ニコラ")
    assert has_lookalike("ニコラ") and not has_lookalike("メスの")
    assert is_slip("二コラ", "ニコラ") and not is_slip("ニコラ", "ニコラ")
    assert not is_slip("—郎", "一郎")
    assert all(len(set(group)) == len(group) > 1 for group in GROUPS)


@pytest.mark.parametrize(
    ("start", "end", "expected"), [(0, 2, False), (0, 3, True), (4, 5, True), (5, 9, True), (9, 12, False)]
)
def test_stretches_touch_what_overlaps(start: int, end: int, expected: bool) -> None:
    assert expected == Stretches([(8, 9), (2, 6), (3, 4)]).touch(start, end)
    assert not Stretches([]).touch(start, end)
