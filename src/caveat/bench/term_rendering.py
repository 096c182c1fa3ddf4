"""The post-check against gold: how often it flags what is right and misses what is not."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from caveat.bench.metrics import Confusion
from caveat.bench.term_cases import Case, is_flagged, load_cases, outcomes_of
from caveat.judge.rendering import FAULTS
from caveat.judge.rendering_forms import Lexemes

STEMS = frozenset({"variant", "wrong-form"})
"""Faults of the name itself: a broken stem, or a form that it does not have."""

THOUSAND = 1_000


class PostCheck(NamedTuple):
    """
    How one check fared on a gold of renderings.

    Attributes:
        flags: Renderings that were flagged, against those that are faulty.
        right: Number of renderings that are right.
        false_flags: Of those, how many were flagged.
        stems: Number with a broken stem or a form that the name does not have.
        missed_stems: Of those, how many were not flagged.
        characters: Of all translations.
        n_flags: Single flags on all of them.
    """

    flags: Confusion
    right: int
    false_flags: int
    stems: int
    missed_stems: int
    characters: int
    n_flags: int

    @property
    def false_share(self) -> float | None:
        """Share of the right renderings that are flagged."""
        return self.false_flags / self.right if self.right else None

    @property
    def missed_share(self) -> float | None:
        """Share of the broken stems that are not flagged."""
        return self.missed_stems / self.stems if self.stems else None

    @property
    def per_thousand(self) -> float | None:
        """Flags per 1,000 characters."""
        return self.n_flags * THOUSAND / self.characters if self.characters else None


def measure_post_check(path: Path, *, lexemes: Lexemes | None = None) -> tuple[PostCheck, PostCheck]:
    """
    The check and its baseline, the base form as a substring, on the rendering cases of the file at *path*.

    Args:
        path: Cases; those of other kinds do not count.
        lexemes: A dictionary of common words; None = rules only.

    Raises:
        InputError: The file cannot be read, or a case is not in the format.
    """
    cases = [case for case in load_cases(path) if case.check == "rendering"]
    return _measured(cases, lexemes, is_baseline=False), _measured(cases, None, is_baseline=True)


def _measured(cases: Sequence[Case], lexemes: Lexemes | None, *, is_baseline: bool) -> PostCheck:
    faulty: set[str] = set()
    stems: set[str] = set()
    flagged: set[str] = set()
    n_flags = 0
    for case in cases:
        expected = tuple(str(one) for one in case.fields.get("expect", ()))
        got = outcomes_of(case, lexemes=lexemes, is_baseline=is_baseline)
        n_flags += sum(one in FAULTS for one in got)
        if is_flagged(expected):
            faulty.add(case.id)
        if not STEMS.isdisjoint(expected):
            stems.add(case.id)
        if is_flagged(got):
            flagged.add(case.id)
    return PostCheck(
        Confusion.of(flagged, faulty),
        len(cases) - len(faulty),
        len(flagged - faulty),
        len(stems),
        len(stems - flagged),
        sum(len(str(case.fields.get("text", ""))) for case in cases),
        n_flags,
    )
