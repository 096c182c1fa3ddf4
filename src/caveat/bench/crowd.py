"""
Which answer of a crowd is right? Claims with support and contradict edges, authors' reliability learned.

Each worker is a primary record whose reliability was learned on the half of the questions whose truth is
given away; each answer is a copy of that worker; each candidate answer of a question is a claim, which the
answers that agree support and the others contradict. The candidate with the highest credibility is taken.
"""

import csv
import io
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from caveat.bench.inputs import read_text
from caveat.bench.metrics import Mean
from caveat.model.errors import InputError
from caveat.model.records import Edge, Record
from caveat.trust.assess import assess
from caveat.trust.graph import build_graph

SMOOTHING = 2.0
"""Answers of the average worker that each worker is given beforehand (our choice, fixed before measuring)."""

CANDIDATE = 0.5
"""What a candidate answer states: nothing speaks for it yet. Equal for all, so it decides nothing."""

MAJORITY, CALIBRATED, LEARNED = "majority vote", "calibration alone", "learned reliability"


class Answer(NamedTuple):
    """What a worker answered."""

    question: str
    worker: str
    label: str


class Crowd(NamedTuple):
    """
    Answers with the truth.

    Attributes:
        answers: In the order of the file.
        truth: Right label by question, for questions that somebody answered.
    """

    answers: tuple[Answer, ...]
    truth: dict[str, str]


class Verdicts(NamedTuple):
    """
    How one way to decide fared.

    Attributes:
        right: Share of the test questions decided rightly; a tie of n labels that holds the right one
            counts 1/n.
        ties: Number of questions with several best labels, over all draws.
    """

    right: Mean
    ties: int


def load_crowd(folder: Path) -> Crowd:
    """
    The answers and the truth in *folder*: ``answer.csv`` (question, worker, answer) and ``truth.csv``.

    Raises:
        InputError: A file is missing, empty or of another form, or no answered question has a truth.
    """
    answers = [Answer(*row) for row in _rows(folder / "answer.csv", ("question", "worker", "answer"))]
    known = {row[0]: row[1] for row in _rows(folder / "truth.csv", ("question", "truth"))}
    truth = {answer.question: known[answer.question] for answer in answers if answer.question in known}
    if len(truth) < 2:
        raise InputError(f"{folder}: the truth of fewer than two answered questions is known")
    return Crowd(tuple(answers), truth)


def measure_crowd(crowd: Crowd, *, seed: int = 1, draws: int = 10) -> dict[str, Verdicts]:
    """
    How three ways to decide fare on the half that nothing was learned on.

    Args:
        crowd: Answers and truth.
        seed: Of the draws of halves.
        draws: Number of draws, ``>= 1``.

    Returns:
        By name: the majority vote, credibility with every worker equally reliable but for the calibration
        of claims found wrong, and credibility with each worker's reliability learned.
    """
    chance = random.Random(seed)
    found = {name: Verdicts(Mean(), 0) for name in (MAJORITY, CALIBRATED, LEARNED)}
    by_question: dict[str, list[Answer]] = defaultdict(list)
    for answer in crowd.answers:
        by_question[answer.question].append(answer)
    for _ in range(draws):
        questions = sorted(crowd.truth)
        chance.shuffle(questions)
        half = len(questions) // 2
        known = {question: crowd.truth[question] for question in questions[:half]}
        asked = {question: by_question[question] for question in questions[half:]}
        learned = reliabilities(crowd, known)
        calibrated = calibrations(crowd, known)
        for name, decided in (
            (MAJORITY, {q: _majority(answers) for q, answers in asked.items()}),
            (CALIBRATED, decisions(asked, calibrated)),
            (LEARNED, decisions(asked, learned)),
        ):
            found[name] = _scored(found[name], decided, crowd.truth)
    return found


def reliabilities(crowd: Crowd, known: Mapping[str, str]) -> dict[str, float]:
    """
    How far each worker is beyond guessing: 0 for one who guesses, 1 for one who is never wrong.

    Args:
        crowd: All answers.
        known: The truths that may be learned from.

    Returns:
        By worker: the share of right answers, corrected for chance over the labels there are. A worker who
        answered little is drawn towards the average one.
    """
    right, count = _tally(crowd, known)
    labels = len({answer.label for answer in crowd.answers})
    average = sum(right.values()) / max(1, sum(count.values()))
    guess = 1 / labels
    shares = {
        worker: (right[worker] + SMOOTHING * average) / (count[worker] + SMOOTHING)
        for worker in {answer.worker for answer in crowd.answers}
    }
    return {worker: max(0.0, (share - guess) / (1 - guess)) for worker, share in sorted(shares.items())}


def calibrations(crowd: Crowd, known: Mapping[str, str]) -> dict[str, float]:
    """Each worker's calibration as trust computes it, from answers stated as certain and found wrong."""
    from caveat.trust.calibration import kappa

    right, count = _tally(crowd, known)
    return {
        worker: kappa(count[worker], float(count[worker] - right[worker]))
        for worker in sorted({answer.worker for answer in crowd.answers})
    }


def decisions(
    asked: Mapping[str, Sequence[Answer]], reliability: Mapping[str, float]
) -> dict[str, tuple[str, ...]]:
    """The most credible labels of each question; several when they are equally credible."""
    records: dict[str, Record] = {
        f"note:{worker}": Record(f"note:{worker}", declared=share) for worker, share in reliability.items()
    }
    edges: list[Edge] = []
    candidates: dict[str, dict[str, str]] = {}
    for question, answers in asked.items():
        labels = sorted({answer.label for answer in answers})
        candidates[question] = {label: f"claim:{question}={label}" for label in labels}
        for ref in candidates[question].values():
            records[ref] = Record(ref, "claim", declared=CANDIDATE)
        for number, answer in enumerate(answers):
            said = f"claim:{question}/{number}"
            records[said] = Record(said, "claim", sources=(f"note:{answer.worker}",), step="copy")
            for label, ref in candidates[question].items():
                edges.append(Edge("supports" if label == answer.label else "contradicts", said, ref))
    graph = build_graph(records.values(), edges)
    refs = [ref for by_label in candidates.values() for ref in by_label.values()]
    found = assess(refs, graph, as_of=0.0)
    return {
        question: _best({label: found[ref].credibility for label, ref in by_label.items()})
        for question, by_label in candidates.items()
    }


def _tally(crowd: Crowd, known: Mapping[str, str]) -> tuple[Counter[str], Counter[str]]:
    right: Counter[str] = Counter()
    count: Counter[str] = Counter()
    for answer in crowd.answers:
        if answer.question in known:
            count[answer.worker] += 1
            right[answer.worker] += known[answer.question] == answer.label
    return right, count


def _majority(answers: Iterable[Answer]) -> tuple[str, ...]:
    return _best(Counter(answer.label for answer in answers))


def _best(scores: Mapping[str, float]) -> tuple[str, ...]:
    most = max(scores.values())
    return tuple(label for label, score in scores.items() if score == most)


def _scored(so_far: Verdicts, decided: Mapping[str, tuple[str, ...]], truth: Mapping[str, str]) -> Verdicts:
    shares = [(truth[question] in best) / len(best) for question, best in decided.items()]
    ties = sum(len(best) > 1 for best in decided.values())
    return Verdicts(so_far.right + Mean.of(shares), so_far.ties + ties)


def _rows(path: Path, header: tuple[str, ...]) -> list[list[str]]:
    reader = csv.reader(io.StringIO(read_text(path)))
    # A row may run over several lines, and blank ones lie between: the reader knows where it is.
    rows = [(reader.line_num, row) for row in reader if row]
    if not rows or tuple(rows[0][1]) != header:
        raise InputError(f"{path}: line 1 is not {','.join(header)}")
    for number, row in rows:
        if len(row) != len(header) or not all(cell.strip() for cell in row):
            raise InputError(f"{path}: line {number} does not hold {len(header)} filled cells")
    return [row for _, row in rows[1:]]
