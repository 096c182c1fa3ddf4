"""
The second tier: terms whose spellings look like a name, by BM25 over its characters.

For a reviewer, who asks whether a new name is one that the book has already. Nothing from here ever goes into
a prompt: what looks alike may be somebody else.
"""

from collections import Counter
from collections.abc import Iterable
from math import log
from typing import NamedTuple

from caveat.judge.terms_lexicon import all_keys
from caveat.model.terms import Term
from caveat.text.fold_book import Profile, fold_name

VERSION = "character-bm25/v1"
"""Its name in traces and reports."""
K1, B = 1.2, 0.75
"""The usual constants of BM25 (Robertson and Zaragoza 2009)."""


class Similar(NamedTuple):
    """
    A term that looks like a name.

    Attributes:
        term: Ref of the term.
        headword: Its headword.
        rendering: What it is called.
        score: BM25, ``> 0``; comparable for one name only.
    """

    term: str
    headword: str
    rendering: str
    score: float


class Similarity:
    """
    The characters, and pairs of them, of the keys of many terms.

    Args:
        terms: Those of a book; what was taken back is left out.
        form: The book's fold profile.
    """

    def __init__(self, terms: Iterable[Term], form: Profile) -> None:
        self._form = form
        self._terms = [term for term in terms if not term.approval.is_retracted]
        self._lengths: list[int] = []
        self._postings: dict[str, list[tuple[int, int]]] = {}
        for number, term in enumerate(self._terms):
            counts: Counter[str] = Counter()
            for key in all_keys(term):
                counts.update(_grams(fold_name(key.text, form)))
            self._lengths.append(sum(counts.values()))
            for gram, count in counts.items():
                self._postings.setdefault(gram, []).append((number, count))
        self._average = sum(self._lengths) / len(self._lengths) if self._lengths else 1.0

    def near(self, name: str, *, most: int = 3) -> tuple[Similar, ...]:
        """The *most* terms that look most like *name*, the best first; equal ones by ref."""
        scores: dict[int, float] = {}
        total = len(self._terms)
        for gram in dict.fromkeys(_grams(fold_name(name, self._form))):
            found = self._postings.get(gram, ())
            rarity = log(1.0 + (total - len(found) + 0.5) / (len(found) + 0.5))
            for number, count in found:
                norm = K1 * (1.0 - B + B * self._lengths[number] / self._average)
                scores[number] = scores.get(number, 0.0) + rarity * count * (K1 + 1.0) / (count + norm)
        best = sorted(scores.items(), key=lambda one: (-one[1], self._terms[one[0]].ref))[:most]
        return tuple(self._similar(number, score) for number, score in best)

    def _similar(self, number: int, score: float) -> Similar:
        term = self._terms[number]
        return Similar(term.ref, term.headword, term.rendering, score)


def _grams(folded: str) -> list[str]:
    return [*folded, *(folded[at : at + 2] for at in range(len(folded) - 1))]
