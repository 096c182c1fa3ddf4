"""Folding: one form for spellings that mean the same, and the way back to the original."""

import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.text.fold import MARK_LIMIT, compose, fold, fold_key, fold_text

# Characters whose folding changes length, order or neighbours, beside ordinary ones.
TRICKY = "aAéßŒﬁİΐΣςϒᾳᾴ\u0345\u0301\u0308\u0316ｶｷ"
TRICKY += "\uff9e\uff9f\u3099가각\u1100\u1161\u11a8ㄱㅏㄳ㈱½①™ﷺ\u0e33 \u00a0й\u0306и"
texts = st.text(max_size=20) | st.text(alphabet=TRICKY, max_size=20)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Straße", "strasse"),
        ("ＡＢＣ１２３", "abc123"),
        ("ﾌﾟﾛｼﾞｪｸﾄ", "プロジェクト"),
        ("Cafe\u0301", "café"),
        ("㈱リング", "(株)リング"),
        ("ﬁle", "file"),
        ("И\u0306од", "йод"),
        ("\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165", "한국어"),
        ("", ""),
    ],
)
def test_spellings_of_one_text_fold_together(text: str, folded: str) -> None:

    assert folded == fold(text).text == fold_text(text)


@pytest.mark.parametrize(
    ("text", "needle", "original"),
    [
        ("Die Straße hier", "strasse", "Straße"),
        ("半角ﾌﾟﾛｼﾞｪｸﾄです", "プロ", "ﾌﾟﾛ"),
        ("un cafe\u0301 noir", "é", "e\u0301"),
        ("\u1112\u1161\u11ab\u1100\u116e\u11a8", "국", "\u1100\u116e\u11a8"),
        ("die ㈱ heute", "株", "㈱"),
        ("ПРИВЕТ, мир", "привет", "ПРИВЕТ"),
    ],
)
def test_a_span_leads_back_to_whole_characters(text: str, needle: str, original: str) -> None:
    folded = fold(text)
    start = folded.text.index(needle)

    span = folded.span(start, start + len(needle))

    assert original == text[slice(*span)]


@settings(max_examples=300)
@given(texts)
def test_folding_twice_changes_nothing(text: str) -> None:
    once = fold_text(text)

    assert once == fold_text(once)


@settings(max_examples=300)
@given(texts)
def test_composed_and_decomposed_fold_equal(text: str) -> None:

    assert fold_text(unicodedata.normalize("NFD", text)) == fold_text(unicodedata.normalize("NFC", text))


@settings(max_examples=300)
@given(texts)
def test_the_map_is_monotone_and_covers_the_whole(text: str) -> None:
    folded = fold(text)

    assert fold_text(text) == folded.text
    assert len(folded.text) + 1 == len(folded.offsets)
    assert list(folded.offsets) == sorted(folded.offsets)
    assert (0, len(text)) == folded.span(0, len(folded.text))


@given(texts, st.data())
def test_a_span_folds_to_what_it_was_asked_for(text: str, data: st.DataObject) -> None:
    folded = fold(text)
    start = data.draw(st.integers(0, len(folded.text)))
    end = data.draw(st.integers(start, len(folded.text)))

    first, last = folded.span(start, end)

    assert 0 <= first <= last <= len(text)
    assert folded.text[start:end] in fold_text(text[first:last])


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (0, 4), (2, 1)])
def test_a_stretch_outside_the_text_is_refused(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="no stretch"):
        fold("abc").span(start, end)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("  Order\u00a0 Ledger ", "order ledger"),
        ("Re\u00adsum\u00e9", "RESUME\u0301"),
        ("\ufeffNotes", "notes"),
        ("❤\ufe0f", "❤"),
        ("Ｎｏｔｅ", "note"),
    ],
)
def test_names_that_look_alike_have_one_key(one: str, other: str) -> None:

    assert fold_key(one) == fold_key(other)


def test_names_with_other_letters_have_other_keys() -> None:
    keys = {fold_key(name) for name in ("resume", "résumé", "йод", "иод", "リング", "リンク")}

    assert 6 == len(keys)


def test_a_million_marks_take_linear_time() -> None:
    hostile = "a" + "\u0301\u0316" * 250_000
    began = time.perf_counter()

    folded = fold(hostile)

    assert (0, len(hostile)) == folded.span(0, len(folded.text))
    assert len(compose(hostile)) > len(hostile) - MARK_LIMIT
    # Quadratic reordering of this input takes minutes.
    assert time.perf_counter() - began < 10
