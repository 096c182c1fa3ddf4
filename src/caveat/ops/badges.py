"""Badges: what a reader should know of a record at a glance."""

from caveat.model.assessment import Assessment
from caveat.model.records import Record
from caveat.model.store import Store
from caveat.ops.behind import moved_names


def moved_notes(store: Store) -> set[str]:
    """Refs of the notes that the ledger knows under another path, by their content."""
    return set(moved_names(store).values())


def badges(record: Record, assessment: Assessment, *, is_moved: bool = False) -> tuple[str, ...]:
    """
    Words beside a result, the weightiest first.

    Args:
        record: The record.
        assessment: Its trust.
        is_moved: The ledger knows it under another path.

    Returns:
        Of ``retracted``, ``superseded``, ``contested``, ``stale``, ``standing on retracted``,
        ``standing on superseded``, ``missing source``, ``aged source``, ``undeclared``, ``undated``,
        ``unpinned``, ``unverified``, ``moved`` and ``approved`` those that hold.
    """
    words = {
        "retracted": record.status == "retracted",
        "superseded": record.status == "superseded",
        "contested": assessment.challenge > 0,
        "stale": record.is_stale,
        "standing on retracted": bool(assessment.stands_on_retracted),
        "standing on superseded": bool(assessment.stands_on_superseded),
        "missing source": record.has_missing_source,
        "aged source": assessment.has_aged_source,
        "undeclared": assessment.is_undeclared,
        "undated": record.created is None and record.verified is None,
        "unpinned": record.verified is not None and not record.is_pinned,
        "unverified": record.verified is None,
        "moved": is_moved,
        "approved": assessment.is_approved,
    }
    return tuple(word for word, holds in words.items() if holds)
