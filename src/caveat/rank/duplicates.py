"""Hits that say the same thing: one is shown, and says where else it stands."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

LIKENESS = 0.9
"""
Share of neighbouring words that two texts have in common when they count as one; our choice: a copy with
another heading or a sentence more, and in a text of fewer than forty words nothing but a copy.
"""


class Text(NamedTuple):
    """
    What a hit shows.

    Attributes:
        ref: Its record.
        kind: Kind of that record: a claim that says what a note says is a voice of its own.
        tokens: Index tokens of the chunk; empty = it is like nothing.
        weight: The one with the most is shown: its trust.
        is_kept: It is shown whatever it is like.
        apart: Refs that it is never taken together with, such as what contradicts it.
    """

    ref: str
    kind: str
    tokens: Sequence[str]
    weight: float
    is_kept: bool = False
    apart: Collection[str] = ()


def collapsed(texts: Sequence[Text]) -> dict[str, tuple[str, ...]]:
    """
    Which of *texts* are shown, and which others each stands for.

    Two texts are one when almost all of their neighbouring words are the same and every number is: a price
    that differs is another statement, however long the text around it.

    Args:
        texts: In the order of their hits.

    Returns:
        By the ref that is shown, in the order of *texts*: the refs that it stands for.
    """
    groups: list[list[Text]] = []
    marks = {text.ref: _marks(text) for text in texts}
    for text in texts:
        home = next((g for g in groups if all(_are_one(text, other, marks) for other in g)), None)
        if home is None:
            groups.append([text])
        else:
            home.append(text)
    found: dict[str, tuple[str, ...]] = {}
    for group in groups:
        # Of equal weight the first one: it fits the question best.
        best = max(group, key=lambda text: text.weight)
        shown = {best.ref, *(text.ref for text in group if text.is_kept)}
        hidden = tuple(text.ref for text in group if text.ref not in shown)
        found.update({ref: hidden if ref == best.ref else () for ref in shown})
    return {text.ref: found[text.ref] for text in texts if text.ref in found}


def _are_one(a: Text, b: Text, marks: Mapping[str, tuple[frozenset[object], frozenset[str]]]) -> bool:
    if a.kind != b.kind or a.ref in b.apart or b.ref in a.apart:
        return False
    (pairs, numbers), (others, theirs) = marks[a.ref], marks[b.ref]
    if not pairs or not others or numbers != theirs:
        return False
    if min(len(pairs), len(others)) < LIKENESS * max(len(pairs), len(others)):
        return False
    return len(pairs & others) >= LIKENESS * len(pairs | others)


def _marks(text: Text) -> tuple[frozenset[object], frozenset[str]]:
    """Neighbouring words, and words with a digit."""
    return frozenset(_pairs(text.tokens)), frozenset(token for token in text.tokens if _has_digit(token))


def _pairs(tokens: Sequence[str]) -> Iterator[object]:
    yield from pairwise(tokens) if len(tokens) > 1 else tokens


def _has_digit(token: str) -> bool:
    return any(character.isdigit() for character in token)
