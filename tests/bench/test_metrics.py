"""Measures of rankings, decisions and probabilities."""

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.bench.metrics import Calibration, Confusion, Mean, auc, ndcg, recall, reciprocal_rank

scored = st.lists(st.tuples(st.sampled_from([0.0, 0.2, 0.5, 0.7, 1.0]), st.booleans()), max_size=20)


@pytest.mark.parametrize(
    ("ranking", "grades", "expected"),
    [
        (["a"], {"a": 1}, 1.0),
        (["x", "a"], {"a": 1}, 1 / log2(3)),
        (["x", "y"], {"a": 1}, 0.0),
        ([], {"a": 1}, 0.0),
        # The gain is the grade itself, not 2^grade - 1.
        (["b", "a"], {"a": 3, "b": 1}, (1 + 3 / log2(3)) / (3 + 1 / log2(3))),
        # A negative grade gains nothing and takes nothing away.
        (["n", "a"], {"a": 1, "n": -1}, 1 / log2(3)),
        # A document that repeats counts once.
        (["a", "a", "b"], {"a": 1, "b": 1}, 1.0),
    ],
)
def test_ndcg_as_trec_eval_reckons_it(ranking: list[str], grades: dict[str, int], expected: float) -> None:
    assert ndcg(ranking, grades) == pytest.approx(expected)


def test_ideal_is_cut_where_the_ranking_is() -> None:
    grades = dict.fromkeys("abcdefghijkl", 1)

    assert ndcg(list("abcdefghij"), grades) == 1.0


@pytest.mark.parametrize("measure", [ndcg, recall, reciprocal_rank])
@pytest.mark.parametrize("grades", [{}, {"a": 0}, {"a": -1}])
def test_query_without_a_relevant_document_is_no_figure(measure, grades) -> None:
    assert measure(["a"], grades) is None


def test_recall_and_reciprocal_rank_look_at_the_first_k() -> None:
    ranking, grades = list("xyzab"), {"a": 1, "b": 2}

    assert [recall(ranking, grades, k=4), recall(ranking, grades, k=5)] == [0.5, 1.0]
    assert [reciprocal_rank(ranking, grades, k=3), reciprocal_rank(ranking, grades, k=4)] == [0.0, 0.25]


def test_looking_at_no_document_is_a_misuse() -> None:
    with pytest.raises(ValueError, match="one document at least"):
        ndcg(["a"], {"a": 1}, k=0)


def test_mean_leaves_out_what_is_no_figure() -> None:
    assert Mean.of([1.0, None, 0.0]) == Mean(1.0, 2)


def test_mean_of_nothing_is_no_figure() -> None:
    assert Mean.of([None]).value is None
    assert (Mean() + Mean()).value is None


@given(st.lists(st.integers(0, 8)), st.lists(st.integers(0, 8)))
def test_means_add_up_to_the_mean_of_all(first: list[int], second: list[int]) -> None:
    assert Mean.of([*first, *second]) == Mean.of(first) + Mean.of(second)


@given(st.sets(st.integers(0, 5)), st.sets(st.integers(0, 5)))
def test_precision_and_recall_are_shares_of_what_was_found_and_wanted(found: set, wanted: set) -> None:
    confusion = Confusion.of(found, wanted)

    assert confusion.precision == (len(found & wanted) / len(found) if found else None)
    assert confusion.recall == (len(found & wanted) / len(wanted) if wanted else None)
    assert (confusion.f1 is None) == (not found and not wanted)


def test_confusions_add_up() -> None:
    assert Confusion(1, 2, 3) + Confusion(1, 0, 1) == Confusion(2, 2, 4)


@given(scored)
def test_auc_is_the_share_of_pairs_in_order(pairs: list[tuple[float, bool]]) -> None:
    wins = [
        1.0 if a > b else 0.5 if a == b else 0.0
        for a, is_a in pairs
        for b, is_b in pairs
        if is_a and not is_b
    ]

    found = auc(pairs)

    assert found.count == len(wins)
    assert found.value == (pytest.approx(sum(wins) / len(wins)) if wins else None)


def test_calibration_error_is_the_distance_of_claimed_from_true() -> None:
    # Two at .9 of which one is true: .4 off. One at .1 that is false: .1 off.
    calibration = Calibration.of([(0.9, True), (0.9, False), (0.1, False)])

    assert calibration.error == pytest.approx((2 * 0.4 + 0.1) / 3)


@given(scored, scored)
def test_calibrations_add_up_to_the_calibration_of_all(first: list, second: list) -> None:
    together, summed = Calibration.of(first + second), Calibration.of(first) + Calibration.of(second)

    assert summed.error == (None if together.error is None else pytest.approx(together.error))


def test_calibration_of_nothing_is_no_figure() -> None:
    assert Calibration().error is None


def test_what_is_no_probability_cannot_be_calibrated() -> None:
    with pytest.raises(ValueError, match="no probability"):
        Calibration.of([(1.2, True)])
