"""
Measures of rankings, decisions and probabilities, as values that add up over queries and collections.

A measure that cannot be taken (nothing was relevant, one class is missing) is None: no figure, never 0.
Figures follow trec_eval: the gain of a document is its grade in the qrels, a negative grade gains nothing,
and the discount of rank r is log2(r + 1).
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

BINS = 10
"""Equal bins of [0, 1] for calibration error, as in Guo et al. 2017 but for their 15: our sets are small."""


class Mean(NamedTuple):
    """
    A mean that can still be added to: what was summed, over how many.

    Attributes:
        total: Sum of the values.
        count: Number of values, ``>= 0``.
    """

    total: float = 0.0
    count: int = 0  # type: ignore[assignment]  # hides tuple.count, which nobody asks a mean

    @classmethod
    def of(cls, values: Iterable[float | None]) -> "Mean":
        """The mean of those *values* that are figures."""
        known = [value for value in values if value is not None]
        return cls(math.fsum(known), len(known))

    def __add__(self, other: "Mean") -> "Mean":  # type: ignore[override]
        """The mean of both sets of values together."""
        return Mean(self.total + other.total, self.count + other.count)

    @property
    def value(self) -> float | None:
        """The mean; None when there is no value."""
        return self.total / self.count if self.count else None


class Confusion(NamedTuple):
    """
    How decisions fared against the truth.

    Attributes:
        hits: Decided yes, and it is so.
        false_alarms: Decided yes, and it is not.
        misses: Decided no, and it is so.
    """

    hits: int = 0
    false_alarms: int = 0
    misses: int = 0

    @classmethod
    def of(cls, found: Iterable[object], wanted: Iterable[object]) -> "Confusion":
        """How the set *found* fares against the set *wanted*."""
        found, wanted = set(found), set(wanted)
        return cls(len(found & wanted), len(found - wanted), len(wanted - found))

    def __add__(self, other: "Confusion") -> "Confusion":  # type: ignore[override]
        """Both sets of decisions together."""
        return Confusion(*(a + b for a, b in zip(self, other, strict=True)))

    @property
    def precision(self) -> float | None:
        """Share of the yeses that are so; None without a yes."""
        said = self.hits + self.false_alarms
        return self.hits / said if said else None

    @property
    def recall(self) -> float | None:
        """Share of what is so that was decided yes; None when nothing is so."""
        there = self.hits + self.misses
        return self.hits / there if there else None

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall; None when nothing is so and nothing was decided yes."""
        every = 2 * self.hits + self.false_alarms + self.misses
        return 2 * self.hits / every if every else None


class Bin(NamedTuple):
    """Statements whose probability lies in one bin: how many, the sum of probabilities, how many are true."""

    size: int = 0
    claimed: float = 0.0
    true: int = 0


class Calibration(NamedTuple):
    """
    How far stated probabilities are from what came true, bin by bin.

    Attributes:
        bins: `BINS` of them, from the lowest probability up.
    """

    bins: tuple[Bin, ...] = (Bin(),) * BINS

    @classmethod
    def of(cls, scored: Iterable[tuple[float, bool]]) -> "Calibration":
        """
        The calibration of ``(probability, is true)`` pairs.

        Raises:
            ValueError: A probability is not in ``[0, 1]``.
        """
        bins = [Bin()] * BINS
        for probability, is_true in scored:
            if not 0 <= probability <= 1:
                raise ValueError(f"{probability!r} is no probability")
            place = min(int(probability * BINS), BINS - 1)
            old = bins[place]
            bins[place] = Bin(old.size + 1, old.claimed + probability, old.true + is_true)
        return cls(tuple(bins))

    def __add__(self, other: "Calibration") -> "Calibration":  # type: ignore[override]
        """Both sets of statements together."""
        pairs = zip(self.bins, other.bins, strict=True)
        return Calibration(
            tuple(Bin(a.size + b.size, a.claimed + b.claimed, a.true + b.true) for a, b in pairs)
        )

    @property
    def error(self) -> float | None:
        """Expected calibration error (ECE) in ``[0, 1]``; None without statements."""
        size = sum(b.size for b in self.bins)
        return math.fsum(abs(b.claimed - b.true) for b in self.bins) / size if size else None


def ndcg(ranking: Sequence[str], grades: Mapping[str, int], k: int = 10) -> float | None:
    """
    Normalised discounted cumulative gain of the first *k*.

    Args:
        ranking: Documents, best first; one that repeats counts at its first place only.
        grades: Grade by judged document; what is not judged gains nothing.
        k: How many are looked at, ``>= 1``.

    Returns:
        A value in ``[0, 1]``; None when no document has a positive grade.
    """
    gains = [max(grades.get(doc, 0), 0) for doc in _first(ranking, k)]
    ideal = sorted((grade for grade in grades.values() if grade > 0), reverse=True)[:k]
    return _gain(gains) / _gain(ideal) if ideal else None


def recall(ranking: Sequence[str], grades: Mapping[str, int], k: int = 10) -> float | None:
    """Share of the relevant documents (grade above 0) among the first *k*; None when there are none."""
    relevant = _relevant(grades)
    return len(relevant.intersection(_first(ranking, k))) / len(relevant) if relevant else None


def reciprocal_rank(ranking: Sequence[str], grades: Mapping[str, int], k: int = 10) -> float | None:
    """
    1 ÷ the rank of the first relevant document among the first *k*, 0 when there is none there.

    None when no document is relevant.
    """
    relevant = _relevant(grades)
    if not relevant:
        return None
    ranks = (rank for rank, doc in enumerate(_first(ranking, k), start=1) if doc in relevant)
    return 1 / next(ranks, math.inf)


def auc(scored: Iterable[tuple[float, bool]]) -> Mean:
    """
    Area under the ROC curve: how often a true statement scores above a false one, ties counting half.

    Args:
        scored: ``(score, is true)`` pairs; scores are finite, of any range.

    Returns:
        A mean over all pairs of one true and one false statement; no figure when either is missing.
    """
    pairs = list(scored)
    false = sorted(score for score, is_true in pairs if not is_true)
    wins = [
        (bisect_left(false, score) + bisect_right(false, score)) / 2 for score, is_true in pairs if is_true
    ]
    return Mean(math.fsum(wins), len(wins) * len(false))


def _relevant(grades: Mapping[str, int]) -> set[str]:
    return {doc for doc, grade in grades.items() if grade > 0}


def _first(ranking: Sequence[str], k: int) -> list[str]:
    if k < 1:
        raise ValueError(f"k is {k}: look at one document at least")
    return list(dict.fromkeys(ranking))[:k]


def _gain(gains: Sequence[int]) -> float:
    return math.fsum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))
