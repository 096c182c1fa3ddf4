"""Why a hit stands where it stands, as a tree whose terms recompute to its score."""

from caveat.model.assessment import Explanation
from caveat.rank.fusion import FORMULA, Fused
from caveat.rank.order import Candidate, Ranked


def explain_score(ranked: Ranked, multiplier: Explanation, class_weight: float) -> Explanation:
    """
    The score of a hit: relevance × multiplier × class weight.

    Args:
        ranked: The hit.
        multiplier: Explanation of its multiplier M, as `trust.explanation.explain` gives it.
        class_weight: Factor of its class, ``> 0``.

    Returns:
        A tree; the value of its root is the score.
    """
    candidate = ranked.candidate
    return Explanation(
        "score",
        ranked.score,
        "product",
        (
            _relevance(candidate),
            multiplier,
            Explanation("class weight", class_weight),
        ),
        detail="named exactly by the query, so it stands before the others" if candidate.is_exact else "",
    )


def _relevance(candidate: Candidate) -> Explanation:
    fused = candidate.fused
    if candidate.replaces:
        detail = f"taken over from {', '.join(candidate.replaces)}, which it replaces"
    elif fused is not None and fused.raw > 0:
        return _of_both(candidate, fused)
    else:
        detail = f"BM25 {candidate.raw_score:.4g} ÷ the best of the list"
    return Explanation("relevance", candidate.relevance, detail=detail)


def _of_both(candidate: Candidate, fused: Fused) -> Explanation:
    """Relevance as a sum of what words and what meaning give, both ÷ the best sum of the list."""
    words = candidate.relevance * fused.words / fused.raw
    cosine = "no vector" if fused.cosine is None else f"cosine {fused.cosine:.3f}"
    return Explanation(
        "relevance",
        candidate.relevance,
        "sum",
        (
            Explanation("words", words, detail=f"BM25 {candidate.raw_score:.4g}"),
            Explanation("meaning", candidate.relevance - words, detail=cosine),
        ),
        detail=f"{FORMULA}, ÷ the best of the list",
    )
