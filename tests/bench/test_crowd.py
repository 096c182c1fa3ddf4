"""The crowd bench: reliability is learned on one half only, and bad files are told."""

from pathlib import Path

import pytest

from caveat.bench.crowd import (
    LEARNED,
    MAJORITY,
    Answer,
    Crowd,
    calibrations,
    decisions,
    load_crowd,
    measure_crowd,
    reliabilities,
)
from caveat.model.errors import InputError


def crowd(count: int = 40) -> Crowd:
    """One worker is always right, two answer always yes; every second truth is no."""
    answers, truth = [], {}
    for number in range(count):
        question = f"q{number:02}"
        truth[question] = "yes" if number % 2 else "no"
        answers.append(Answer(question, "expert", truth[question]))
        answers += [Answer(question, worker, "yes") for worker in ("nod1", "nod2")]
    return Crowd(tuple(answers), truth)


def test_reliability_is_what_lies_beyond_guessing() -> None:
    found = reliabilities(crowd(400), crowd(400).truth)

    assert found["expert"] > 0.98
    assert found["nod1"] < 0.05


def test_nothing_is_learned_from_truths_that_are_not_given_away() -> None:
    half = {question: label for question, label in crowd().truth.items() if question < "q20"}
    lied = {question: "no" if question >= "q20" else label for question, label in crowd().truth.items()}
    other = Crowd(crowd().answers, lied)

    assert reliabilities(crowd(), half) == reliabilities(other, half)
    assert calibrations(crowd(), half) == calibrations(other, half)


def test_one_who_knows_outweighs_two_who_nod() -> None:
    found = measure_crowd(crowd(), draws=5)

    assert 1.0 == found[LEARNED].right.value
    assert (found[MAJORITY].right.value or 1.0) < 0.7


def test_equal_voices_are_a_tie_that_is_counted() -> None:
    asked = {"q": [Answer("q", "a", "yes"), Answer("q", "b", "no")]}

    assert {"q": ("no", "yes")} == decisions(asked, {"a": 0.7, "b": 0.7})
    assert {"q": ("yes",)} == decisions(asked, {"a": 0.8, "b": 0.7})


def test_the_same_seed_gives_the_same_figures() -> None:
    assert measure_crowd(crowd(), seed=3, draws=2) == measure_crowd(crowd(), seed=3, draws=2)


def write(folder: Path, answers: str, truth: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "answer.csv").write_text(answers)
    (folder / "truth.csv").write_text(truth)
    return folder


def test_a_crowd_is_read(tmp_path: Path) -> None:
    folder = write(
        tmp_path, "question,worker,answer\n1,a,x\n2,a,y\n3,a,y\n", "question,truth\n1,x\n2,x\n9,x\n"
    )

    assert Crowd(
        (Answer("1", "a", "x"), Answer("2", "a", "y"), Answer("3", "a", "y")), {"1": "x", "2": "x"}
    ) == (load_crowd(folder))


@pytest.mark.parametrize(
    ("answers", "truth", "message"),
    [
        ("q,w,a\n1,a,x\n", "question,truth\n1,x\n", "answer.csv: line 1 is not question,worker,answer"),
        ("question,worker,answer\n1,a\n", "question,truth\n1,x\n", "answer.csv: line 2 does not hold 3"),
        ("question,worker,answer\n1,a,x\n", "question,truth\n1,x\n", "fewer than two"),
        ("question,worker,answer\n1,a,x\n", "", "truth.csv"),
    ],
)
def test_a_bad_file_is_told(tmp_path: Path, answers: str, truth: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        load_crowd(write(tmp_path, answers, truth))


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"answer\.csv"):
        load_crowd(tmp_path)


@pytest.mark.parametrize(
    ("rows", "line"),
    [("q1,w\n", 2), ("\n\nq1,w\n", 4), ("q1,w,yes\n\nq2,,no\n", 4), ('q1,w,"a\nb"\nq2,w\n', 4)],
)
def test_a_bad_row_is_named_by_the_line_that_it_stands_on(tmp_path: Path, rows: str, line: int) -> None:
    (tmp_path / "answer.csv").write_text(f"question,worker,answer\n{rows}", encoding="utf-8")
    (tmp_path / "truth.csv").write_text("question,truth\nq1,yes\nq2,no\n", encoding="utf-8")

    with pytest.raises(InputError, match=rf"line {line} does not hold"):
        load_crowd(tmp_path)
