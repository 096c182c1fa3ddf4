"""Why a hit stands where it stands, as a tree whose terms recompute to its score."""

from caveat.model.assessment import Explanation
from caveat.rank.order import Ranked


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
    detail = f"BM25 {candidate.raw_score:.4g} ÷ the best of the list"
    if candidate.replaces:
        detail = f"taken over from {', '.join(candidate.replaces)}, which it replaces"
    return Explanation(
        "score",
        ranked.score,
        "product",
        (
            Explanation("relevance", candidate.relevance, detail=detail),
            multiplier,
            Explanation("class weight", class_weight),
        ),
        detail="named exactly by the query, so it stands before the others" if candidate.is_exact else "",
    )
