"""Badges: what a reader should know of a record at a glance."""

from caveat.model.assessment import Assessment
from caveat.model.records import Record


def badges(record: Record, assessment: Assessment) -> tuple[str, ...]:
    """
    Words beside a result, the weightiest first.

    Returns:
        Of ``retracted``, ``superseded``, ``contested``, ``stale``, ``standing on retracted``,
        ``standing on superseded``, ``missing source``, ``aged source``, ``undeclared``, ``undated``,
        ``unpinned``, ``unverified`` and ``approved`` those that hold.
    """
    is_primary = not record.sources
    words = {
        "retracted": record.status == "retracted",
        "superseded": record.status == "superseded",
        "contested": assessment.challenge > 0,
        "stale": record.is_stale,
        "standing on retracted": bool(assessment.stands_on_retracted),
        "standing on superseded": bool(assessment.stands_on_superseded),
        "missing source": record.has_missing_source,
        "aged source": assessment.has_aged_source,
        "undeclared": is_primary and record.declared is None,
        "undated": record.created is None and record.verified is None,
        "unpinned": record.verified is not None and not record.is_pinned,
        "unverified": record.verified is None,
        "approved": assessment.is_approved,
    }
    return tuple(word for word, holds in words.items() if holds)
