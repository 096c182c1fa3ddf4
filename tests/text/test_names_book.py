"""Tokens that may be names and match nothing."""

import time

import pytest

from caveat.text.fold_book import fold_chapter, fold_name, profile
from caveat.text.names_book import LIMIT, name_like


def names(text: str, fold: str, covered: tuple[str, ...] = ()) -> list[tuple[str, str, int]]:
    folded = fold_chapter(text, profile(fold))
    words = [fold_name(word, profile(fold)) for word in covered]
    spans = sorted((folded.text.index(word), folded.text.index(word) + len(word)) for word in words)
    return [(one.text, one.why, len(one.spans)) for one in name_like(folded, fold, spans)]


@pytest.mark.parametrize(
    ("fold", "text", "expected"),
    [
        ("ja", "セリヌンティウスは笑った", [("セリヌンティウス", "katakana", 1)]),
        ("ja", "アルト・ベルとアルト・ベル", [("アルト・ベル", "katakana", 2)]),
        ("ja", "ドキドキした。ガタッ。テーブルの上", []),
        ("ja", "山田さんが来た", [("山田", "honorific", 1)]),
        ("ja", "お母さんが来た。皆様、有様", []),
        ("ja", "彼はQueiという", [("Quei", "capitals", 1)]),
        ("zh", "钱玄同说道：好", [("钱玄同", "surname", 1)]),
        ("zh", "令狐冲来了", [("令狐冲", "surname", 1)]),
        ("zh", "陳獨秀先生主張", [("陈独秀", "surname", 1)]),
        ("zh", "许多人和英国的黄酒", []),
        ("zh", "王胡在前，王胡在后，王胡在中", [("王胡", "surname", 3)]),
        ("zh", "王胡在前", []),
        ("ko", "철수 씨가 왔다", [("철수", "honorific", 1)]),
        ("latin", "Then Harry met Hermione.", [("Harry", "capitals", 1), ("Hermione", "capitals", 1)]),
        ("latin", "The door. Open it, said the King.", []),
        ("ru", "Там стоял Гаврила.", [("Гаврила", "capitals", 1)]),
    ],
)
def test_name_like_tokens(fold: str, text: str, expected: list[tuple[str, str, int]]) -> None:
    assert expected == names(text, fold)


def test_what_matched_a_key_is_no_alarm() -> None:
    assert [("ベル", "katakana", 1)] == names("アルトとベル", "ja", ("アルト",))
    assert [] == names("钱玄同说道", "zh", ("玄同",))


def test_text_of_another_language_does_not_flood() -> None:
    words = " ".join(
        f"Xa{chr(97 + i // 26 % 26)}{chr(97 + i % 26)}{i // 676}q".replace("0", "z") for i in range(500)
    )

    assert len(names(f"a {words}", "latin")) <= LIMIT


@pytest.mark.parametrize(
    "text", ["王" * 60_000, "ア" * 60_000, "Aa" * 30_000, "王胡" * 30_000, "A " * 30_000]
)
@pytest.mark.parametrize("fold", ["zh", "ja", "latin"])
def test_hostile_text_takes_linear_time(text: str, fold: str) -> None:
    folded = fold_chapter(text, profile(fold))
    start = time.perf_counter()
    name_like(folded, fold, [])

    assert time.perf_counter() - start < 3
