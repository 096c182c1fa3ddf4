"""
Verification: which human look at a record still counts, and whether its sources moved since.

A look is bound to the content that was looked at. ``caveat verify`` records the binding; a ``verified`` that
somebody wrote by hand is bound by the first audit that sees it, and until then it is *unpinned*.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from caveat.model.records import Day


class Look(NamedTuple):
    """
    A human looked at a record.

    Attributes:
        day: When.
        hash: Hash of the content looked at.
        sources: Ref → hash of each source at that time.
        by: Who.
        id: Event id.
    """

    day: Day
    hash: str
    sources: Mapping[str, str]
    by: str = ""
    id: str = ""


class Observation(NamedTuple):
    """
    An audit saw a record in a state that it had not seen before.

    Attributes:
        day: When.
        hash: Hash of the content seen.
        sources: Ref → hash of each source at that time.
        verified: The hand-written ``verified`` that it carried; None for none.
        id: Event id.
    """

    day: Day
    hash: str
    sources: Mapping[str, str]
    verified: Day | None = None
    id: str = ""


class Verification(NamedTuple):
    """
    The human look that counts.

    Attributes:
        day: When; None when no look counts.
        is_pinned: It is bound to a content hash. An unpinned one can neither be stale nor approve.
        source_hashes: Ref → hash of the sources as they were; None when there is no look or it is unpinned.
    """

    day: Day | None = None
    is_pinned: bool = False
    source_hashes: Mapping[str, str] | None = None


def valid_verification(
    history: Iterable[Look],
    observations: Iterable[Observation],
    *,
    content_hash: str,
    written_day: Day | None,
    now: Day = float("inf"),
) -> Verification:
    """
    The last human look that is bound to the content as it is now.

    Args:
        history: The recorded looks at the record, in any order.
        observations: What audits saw of it, in any order.
        content_hash: Hash of its content now.
        written_day: The ``verified`` written in it now; None when there is none.
        now: Looks of this instant and later did not happen yet: they neither count nor void another.

    Returns:
        Of all looks with this *content_hash* the last one. A look at other content is void, and the one
        before it counts. A hand-written day is bound to the content of the first observation that carried
        it; one that no observation carries counts as it stands, unpinned, unless a bound look is as late.
        Days that used to be written count while a later one is written: taking the line out takes back all.
    """
    valid = [(look.day, look.id, look.sources) for look in history if look.hash == content_hash]
    is_seen = False
    if written_day is not None:
        pins = _pins(observations)
        is_seen = any(_is_same(pin, written_day) for pin in pins)
        for pin, seen in pins.items():
            is_current = _is_same(pin, written_day)
            if seen.hash == content_hash and (is_current or pin < written_day):
                valid.append((written_day if is_current else pin, seen.id, seen.sources))
    last = max((look for look in valid if look[0] < now), key=lambda look: look[:2], default=None)
    if last is not None and (written_day is None or is_seen or not last[0] < written_day < now):
        return Verification(last[0], True, last[2])
    is_open = written_day is not None and written_day < now and not is_seen
    return Verification(written_day) if is_open else Verification()


def is_stale(then: Mapping[str, str] | None, now: Mapping[str, str]) -> bool:
    """
    Whether a source's content differs from what it was when a human last looked.

    Args:
        then: Ref → hash at that time; None when there was no look or it was unpinned.
        now: Ref → hash of every source that the record states now, ``""`` for one that cannot be found.

    Returns:
        True when a source has another hash, is gone, or was not among the sources then. A source that was
        moved (another ref, the same hash) is the same source; one that the record no longer states is not
        looked at. False when *then* is None: without a look nothing can be stale.
    """
    if then is None:
        return False
    # What was missing then is no content that a source of another name may have kept.
    known = set(then.values()) - {""}
    return any(then[ref] != digest if ref in then else digest not in known for ref, digest in now.items())


def _pins(observations: Iterable[Observation]) -> dict[Day, Observation]:
    """Hand-written day → the first observation that carried it."""
    pins: dict[Day, Observation] = {}
    for seen in sorted(observations, key=lambda one: (one.day, one.id)):
        if seen.verified is not None:
            pins.setdefault(seen.verified, seen)
    return pins


def _is_same(pin: Day, written: Day) -> bool:
    # An audit may have kept the date of a written instant only.
    return pin == written or (pin == pin // 1 and pin == written // 1)
