"""Words and meaning are added as magnitudes: neither can drag the other down, and nothing is an answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.rank.fusion import (
    LEAST_SAMPLES,
    MEANING_WEIGHT,
    covered,
    floor_of,
    fuse,
    reciprocal_ranks,
    senseless,
)

refs = st.sampled_from([f"note:{letter}.md" for letter in "abcdefgh"])
scores = st.dictionaries(refs, st.floats(1e-6, 1e6))
cosines = st.dictionaries(refs, st.floats(-1, 1))
shares = st.floats(0, 1)


def test_worked_example() -> None:
    found = fuse({"a": 8.0, "b": 4.0}, {"a": 0.3, "b": 0.6, "c": 0.45}, coverage=0.5).records

    assert {"a": 0.375 + 0.125, "b": 0.1875 + 0.25, "c": 0.1875} == {ref: f.raw for ref, f in found.items()}
    assert {"a": 1.0, "b": 0.875, "c": 0.375} == {ref: f.relevance for ref, f in found.items()}
    assert {"a": "both", "b": "both", "c": "meaning"} == {ref: f.support for ref, f in found.items()}
    assert (0.375, 0.125, 0.3) == found["a"][2:5]


@given(scores, cosines, shares, shares, st.none() | st.floats(-1, 1))
def test_relevance_is_a_share_and_the_best_has_all_of_it(
    words: dict[str, float], near: dict[str, float], coverage: float, weight: float, floor: float | None
) -> None:
    found = fuse(words, near, coverage=coverage, floor=floor, weight=weight)

    assert all(0 <= f.relevance <= 1 and 0 <= f.raw <= 1 + 1e-12 for f in found.records.values())
    assert all(f.raw == f.words + f.meaning for f in found.records.values())
    assert not found.records or max(f.relevance for f in found.records.values()) == 1
    assert words.keys() <= found.records.keys() <= words.keys() | near.keys()
    assert found.left_out == len(words.keys() | near.keys()) - len(found.records)


@given(scores, shares)
def test_without_meaning_the_order_and_the_ratios_of_words_stay(
    words: dict[str, float], coverage: float
) -> None:
    found = fuse(words, {}, coverage=coverage).records

    for ref, score in words.items():
        assert score / max(words.values()) == pytest.approx(found[ref].relevance)
        assert "words" == found[ref].support


@given(cosines)
def test_without_words_the_order_of_cosines_stays(near: dict[str, float]) -> None:
    found = fuse({}, near, coverage=0).records

    positive = {ref: cosine for ref, cosine in near.items() if cosine > 0}
    assert positive.keys() == found.keys()
    assert all(
        cosine / max(positive.values()) == pytest.approx(found[ref].relevance)
        for ref, cosine in positive.items()
    )


@given(scores, cosines, shares)
def test_order_of_what_is_given_changes_nothing(
    words: dict[str, float], near: dict[str, float], coverage: float
) -> None:
    backwards = [dict(reversed(given_.items())) for given_ in (words, near)]

    assert fuse(words, near, coverage=coverage) == fuse(*backwards, coverage=coverage)


@given(scores, cosines, shares, refs, st.floats(0, 1))
def test_a_larger_cosine_never_lowers_its_record_against_another(
    words: dict[str, float], near: dict[str, float], coverage: float, ref: str, more: float
) -> None:
    before = fuse(words, near, coverage=coverage).records
    top = max([*near.values(), more])
    after = fuse(words, near | {ref: top}, coverage=coverage).records

    if top > 0 and ref in before:
        above = {other for other, f in before.items() if f.raw < before[ref].raw}
        assert all(after[other].raw <= after[ref].raw + 1e-12 for other in above & after.keys())


def test_a_shared_name_does_not_outweigh_the_answer_in_another_language() -> None:
    words, near = {"name only": 3.0}, {"name only": 0.1, "answer": 0.6}

    assert "answer" == best(fuse(words, near, coverage=0.15).records)
    assert "name only" == best(fuse(words, near, coverage=0.9).records)


def best(records: object) -> str:
    return max(records, key=lambda ref: records[ref].raw)  # type: ignore[call-overload,index,no-any-return]


@pytest.mark.parametrize(("floor", "kept"), [(None, 2), (0.2, 2), (0.3, 2), (0.31, 0)])
def test_below_the_floor_nothing_that_only_meaning_speaks_for_is_kept(floor: float | None, kept: int) -> None:
    found = fuse({}, {"a": 0.3, "b": 0.1}, coverage=0, floor=floor)

    assert (kept, 2 - kept) == (len(found.records), found.left_out)
    assert (None if kept else 0.3) == found.best_left_out


def test_below_the_floor_words_still_speak() -> None:
    found = fuse({"a": 2.0}, {"a": 0.1, "b": 0.15}, coverage=1, floor=0.2)

    assert {"a": "words"} == {ref: f.support for ref, f in found.records.items()}
    assert (1, 0.15) == (found.left_out, found.best_left_out)


def test_nothing_is_an_answer() -> None:
    assert ({}, 0, None) == fuse({}, {}, coverage=0)
    assert ({}, 1, -0.5) == fuse({}, {"a": -0.5}, coverage=0)


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_what_is_no_share_is_refused(share: float) -> None:
    with pytest.raises(ValueError, match="must lie in"):
        fuse({}, {}, coverage=share)
    with pytest.raises(ValueError, match="must lie in"):
        fuse({}, {}, coverage=0, weight=share)


def test_trust_alone_does_not_decide_the_order() -> None:
    # The first record is twice as relevant: the least trusted multiplier is one half (TRUST.md).
    found = fuse({"a": 10.0, "b": 4.0}, {"a": 0.6, "b": 0.2}, coverage=1).records

    assert found["a"].relevance * 0.5 > found["b"].relevance * 1.0


def test_coverage_is_the_share_of_terms_that_are_there() -> None:
    terms = [("rent", "rents"), ("lease",), ("tenant",), ("кот",)]

    assert 0.75 == covered(terms, "the rents of a lease that a tenant pays".split())
    assert (0, 0, 1) == (covered([], ["a"]), covered(terms, []), covered([["a"]], ["a", "b"]))


def test_floor_is_what_one_in_twenty_senseless_questions_stays_below() -> None:
    sample = [number / 100 for number in range(100)]

    assert 0.05 == floor_of(sample) == floor_of(sample[::-1])
    assert None is floor_of(sample[: LEAST_SAMPLES - 1])


def test_floor_is_no_more_than_what_words_of_strangers_reach() -> None:
    sample = [number / 100 for number in range(50, 100)]

    assert 0.17 == floor_of(sample, [0.02, 0.17, -0.1])
    assert floor_of(sample) == floor_of(sample, [0.6, 0.1]) == floor_of(sample, [])
    assert None is floor_of(sample[: LEAST_SAMPLES - 1], [0.1])


def test_senseless_questions_are_words_of_the_vault_in_no_order() -> None:
    texts = [
        "the tenant pays the monthly rent before the fifth day",
        "a boundary layer of a flat plate grows",
    ]
    found = senseless(texts, count=20)

    assert found == senseless(texts, count=20)
    assert 20 == len(set(found))
    assert all(9 == len(question.split()) for question in found)
    assert {word for text in texts for word in text.split()} == {w for q in found for w in q.split()}
    assert found != [" ".join(sorted(question.split())) for question in found]


@pytest.mark.parametrize("texts", [[], [""], ["two words"], ["   \n "]])
def test_a_vault_of_few_words_has_no_senseless_questions(texts: list[str]) -> None:
    assert [] == senseless(texts)


def test_text_without_blanks_is_taken_in_pieces() -> None:
    found = senseless(["租户在每月五号之前支付租金并且保持房屋整洁"], count=16)

    assert 16 == len(found) and all(len(word) <= 2 for question in found for word in question.split())


@given(st.lists(st.text(max_size=40), max_size=5), st.integers(1, 9))
def test_any_texts_make_questions_or_none(texts: list[str], length: int) -> None:
    assert len(senseless(texts, count=16, length=length)) in (0, 16)


def test_reciprocal_ranks_are_added() -> None:
    assert {"a": 1 / 61 + 1 / 62, "b": 1 / 62, "c": 1 / 61} == reciprocal_ranks(["a", "b"], ["c", "a"])


def test_the_weight_is_recorded() -> None:
    assert 0.25 == MEANING_WEIGHT
