"""The gates of the switch."""

from pathlib import Path

import pytest

from caveat.bench.gates import Gates, Row
from caveat.bench.metrics import Mean
from caveat.bench.ramdocs import Conflicting, load_ramdocs
from caveat.bench.switch import OffOn, informative, misinformation_first, uninformative_loss
from tests.bench.samples import conflicting, lines, write


@pytest.fixture
def data(tmp_path: Path) -> Conflicting:
    return load_ramdocs(write(tmp_path, file=lines(*map(conflicting, range(12))))["file"])


def test_informative_trust_takes_misinformation_from_the_top(data: Conflicting) -> None:
    found = misinformation_first(data)

    assert (found.off.count, found.on.count) == (12, 12)
    assert found.on.total < found.off.total


def test_reliability_is_high_for_correct_and_low_for_misinforming(data: Conflicting) -> None:
    declared = informative(data)

    assert all(0.6 <= declared[i] <= 1 for i, kind in data.kinds.items() if kind == "correct")
    assert all(0 <= declared[i] <= 0.4 for i, kind in data.kinds.items() if kind == "misinfo")
    assert declared.keys() == {i for i, kind in data.kinds.items() if kind != "noise"}


def test_wrong_labels_change_nothing_but_the_documents_they_hit(data: Conflicting) -> None:
    right, some, all_ = (informative(data, wrong_labels=share) for share in (0.0, 0.3, 1.0))

    assert all(some[i] in (right[i], all_[i]) for i in right)
    assert right != some != all_


@pytest.mark.parametrize("is_pooled", [True, False])
def test_equal_seeds_give_equal_figures(data: Conflicting, is_pooled: bool) -> None:
    first, second = (
        misinformation_first(data, wrong_labels=0.2, seed=3, is_pooled=is_pooled) for _ in range(2)
    )

    assert first == second


def test_seed_changes_the_draw(data: Conflicting) -> None:
    assert informative(data, seed=1) != informative(data, seed=2)


def test_trust_that_is_the_same_everywhere_loses_nothing(data: Conflicting) -> None:
    found = uninformative_loss("x", [data.collection], (0.8, 0.8))

    assert found.loss == 0.0


def test_trust_that_says_nothing_is_drawn_anew_for_each_seed(data: Conflicting) -> None:
    figures = {uninformative_loss("x", [data.collection], (0.0, 1.0), seed=seed).on for seed in range(6)}

    assert len(figures) > 1


@pytest.mark.parametrize(
    ("row", "is_met"),
    [
        (Row("help", OffOn("", Mean(30, 100), Mean(10, 100)), True, True), True),
        (Row("help", OffOn("", Mean(30, 100), Mean(11, 100)), True, True), False),
        (Row("nothing to help", OffOn("", Mean(0, 100), Mean(0, 100)), True, True), True),
        (Row("hurt", OffOn("", Mean(100, 200), Mean(95, 200)), False, True), True),
        (Row("hurt", OffOn("", Mean(100, 200), Mean(94.9, 200)), False, True), False),
        (Row("no figure", OffOn("", Mean(), Mean()), True, True), False),
        (Row("no figure", OffOn("", Mean(), Mean()), False, True), False),
    ],
)
def test_gate_is_met_within_its_bound(row: Row, is_met: bool) -> None:
    assert row.is_met == is_met
    assert Gates((row,)).is_met == is_met
    assert Gates((row._replace(is_gate=False),)).is_met


def test_what_is_left_of_nothing_is_no_figure() -> None:
    gates = Gates((Row("x", OffOn("", Mean(0, 5), Mean(0, 5)), True, True),))

    assert gates.figures() == {"x off": 0.0, "x on": 0.0, "x left": None}
