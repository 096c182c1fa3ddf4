"""
Words and meaning in one list: a convex combination of normalised scores, formula ``fusion/v1``.

    relevance = (1 - w) · coverage · s / max s  +  w · max(0, c) / max c

*s* is a record's score by words (BM25), *c* its cosine to the question, each divided by the best of the list;
*coverage* is the share of the question's terms that the best record by words holds. Without it a single
shared name would weigh as much as a full answer, and in a vault of two languages a question would never find
its answer in the other one. Magnitudes are combined, never ranks: trust multiplies the result, and a rank
says nothing of how much better the first is than the second (Bruch et al. 2023, "An analysis of fusion
functions for hybrid retrieval").
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from caveat.model.search import Support

FORMULA = "fusion/v1"

MEANING_WEIGHT = 0.25
"""
Share of meaning in a relevance: best of .10 to .30 by mean nDCG@10 over one half of the questions of six
collections, and on none of them worse than words alone. `caveat bench retrieval --hybrid` prints both halves;
on the other one XQuAD in Chinese loses .12 %.
"""

LEAST_COVERAGE = 0.05
"""Share of a question that words are always taken to cover, so that their order stays; our choice."""

RRF_CONSTANT = 60
"""*k* of reciprocal rank fusion (Cormack et al. 2009)."""

FLOOR_SHARE = 0.05
"""
Share of senseless questions that find nothing good enough. Our choice: of real questions to notes in another
language 1 % then find nothing; at .25 it would be 5 %, and to some of those the right answer was found.
"""

LEAST_SAMPLES = 16
"""Senseless questions below which there is no floor; our choice."""


class Fused(NamedTuple):
    """
    A record that words or meaning found.

    Attributes:
        relevance: What it is ordered by, before trust; the best of a list has 1.
        raw: The combination itself, in ``(0, 1]``: how good the best of the list is.
        words: What words add to *raw*.
        meaning: What meaning adds to it.
        cosine: To the question; None when the record has no vector.
        support: What speaks for it.
    """

    relevance: float
    raw: float
    words: float
    meaning: float
    cosine: float | None
    support: Support


class Fusion(NamedTuple):
    """
    Both lists as one.

    Attributes:
        records: By ref; the order says nothing.
        left_out: Records that only meaning spoke for, when nothing is good enough for that.
        best_left_out: The largest cosine among those; None when there are none.
    """

    records: Mapping[str, Fused]
    left_out: int
    best_left_out: float | None


def fuse(
    words: Mapping[str, float],
    cosines: Mapping[str, float],
    *,
    coverage: float,
    floor: float | None = None,
    weight: float = MEANING_WEIGHT,
) -> Fusion:
    """
    One relevance for each record that words or meaning found.

    Args:
        words: Score by words, ``> 0``, of each record that they found.
        cosines: Cosine of each record that meaning found, **and of each of *words* that has a vector**: a
            record that words found is not to lose because meaning ranks it below the first hundred.
        coverage: Share of the question's terms that the best record by words holds, in ``[0, 1]``.
        floor: Cosine that the best record must reach for meaning alone to speak for any; None = no such
            limit. See `floor_of`.
        weight: Share of meaning, in ``[0, 1]``.

    Returns:
        Every record that is good enough; none at all is an answer.

    Raises:
        ValueError: *coverage* or *weight* is no share.
    """
    if not (0 <= coverage <= 1 and 0 <= weight <= 1):
        raise ValueError(f"coverage {coverage!r} and weight {weight!r} must lie in [0, 1]")
    share = (1 - weight) * max(coverage, LEAST_COVERAGE)
    best_words = max(words.values(), default=0.0)
    best_cosine = max(cosines.values(), default=0.0)
    is_near = best_cosine > 0 and (floor is None or best_cosine >= floor)
    raws: dict[str, tuple[float, float]] = {}
    left_out: list[float] = []
    for ref in dict.fromkeys((*words, *cosines)):
        cosine = cosines.get(ref, 0.0)
        by_words = share * (words[ref] / best_words) if ref in words else 0.0
        by_meaning = weight * (cosine / best_cosine) if cosine > 0 else 0.0
        if ref not in words and (cosine <= 0 or not is_near):
            left_out.append(cosine)
        else:
            raws[ref] = (by_words, by_meaning)
    top = max((sum(parts) for parts in raws.values()), default=0.0)
    records = {
        ref: Fused(
            relevance=(by_words + by_meaning) / top if top > 0 else 1.0,
            raw=by_words + by_meaning,
            words=by_words,
            meaning=by_meaning,
            cosine=cosines.get(ref),
            support="meaning" if ref not in words else "both" if by_meaning > 0 and is_near else "words",
        )
        for ref, (by_words, by_meaning) in raws.items()
    }
    return Fusion(records, len(left_out), max(left_out, default=None))


def covered(terms: Sequence[Iterable[str]], tokens: Iterable[str]) -> float:
    """
    The share of *terms* that are among *tokens*, in ``[0, 1]``; 0 without terms.

    Args:
        terms: Alternatives of each term of a question (`model.search.Term`); one of them is enough.
        tokens: Index tokens of a record: of its names, headings and text.
    """
    there = set(tokens)
    found = [any(token in there for token in alternatives) for alternatives in terms]
    return sum(found) / len(found) if found else 0.0


def floor_of(best_cosines: Sequence[float], strangers: Sequence[float] = ()) -> float | None:
    """
    The cosine that the nearest record must reach for meaning alone to speak for anything.

    Args:
        best_cosines: For questions made of words of the vault in no order (`senseless`), the cosine of what
            lies nearest to each.
        strangers: The same for questions made of words that have nothing to do with the vault. In a vault
            of one subject its own words in no order still say that subject, and are near to every note.

    Returns:
        The one that `FLOOR_SHARE` of *best_cosines* stay below, and no more than the largest of *strangers*;
        None with fewer than `LEAST_SAMPLES`.
    """
    if len(best_cosines) < LEAST_SAMPLES:
        return None
    own = sorted(best_cosines)[int(len(best_cosines) * FLOOR_SHARE)]
    return min(own, max(strangers)) if strangers else own


def senseless(texts: Sequence[str], *, count: int = 128, length: int = 9) -> list[str]:
    """
    Questions that nobody would ask: words of *texts* in no order, the same ones each time.

    Args:
        texts: Chunks of the vault, some hundreds are enough.
        count: Questions wanted.
        length: Words of each; our choice, those of a question of the collections.

    Returns:
        *count* questions; none when *texts* hold fewer than *length* words.
    """
    words = [word for text in texts for word in _words(text)]
    if len(words) < length:
        return []
    drawn = _drawn(count * length, len(words))
    return [" ".join(words[at] for at in drawn[n * length : (n + 1) * length]) for n in range(count)]


def _drawn(count: int, size: int) -> list[int]:
    """*count* places below *size* in no order, the same each time (Knuth's linear congruence for MMIX)."""
    state, found = 1, []
    for _ in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        found.append((state >> 33) % size)
    return found


def _words(text: str) -> list[str]:
    """Words at blanks; where a text has none, pieces of two characters, as Chinese and Japanese words are."""
    found: list[str] = []
    for word in text.split():
        is_long = len(word) > 12 and not word.isascii()
        found += [word[at : at + 2] for at in range(0, len(word), 2)] if is_long else [word]
    return found


def reciprocal_ranks(*rankings: Sequence[str], constant: float = RRF_CONSTANT) -> dict[str, float]:
    """
    Reciprocal rank fusion, which is only printed beside ours: Σ 1 ÷ (constant + rank), by ref.

    Args:
        rankings: Refs, best first, without repetition.
        constant: Above 0; the larger, the less the first ranks stand out.
    """
    found: dict[str, float] = {}
    for ranking in rankings:
        for rank, ref in enumerate(ranking, start=1):
            found[ref] = found.get(ref, 0.0) + 1 / (constant + rank)
    return found
