"""Looks: what a human look, or an audit's, binds itself to; and what keeps a record from approval."""

from collections.abc import Iterable, Mapping

from caveat.history.schema import is_ref
from caveat.model.assessment import Assessment
from caveat.model.policy import Policy
from caveat.model.records import Day, Record
from caveat.model.store import Store, StoredLink
from caveat.ops.linking import NOTE
from caveat.text.dates import iso_date, iso_instant


def hashes_of_sources(records: Mapping[str, Record], store: Store) -> dict[str, dict[str, str]]:
    """
    Content hashes of the sources of each of *records*, by ref; ``""`` for a source that cannot be found.

    Args:
        records: By ref.
        store: The index that holds them.
    """
    sources = store.records({source for record in records.values() for source in record.sources})
    lost = [record.ref for record in records.values() if record.has_missing_source]
    missing = missing_sources(store.links_from(lost)) if lost else {}
    return {
        ref: {
            **dict.fromkeys(missing.get(ref, ()), ""),
            **{s: sources[s].content_hash if s in sources else "" for s in record.sources},
        }
        for ref, record in records.items()
    }


def missing_sources(links: Iterable[StoredLink]) -> dict[str, list[str]]:
    """Sources that lead nowhere, in the form of refs, by the ref that names them."""
    found: dict[str, list[str]] = {}
    for link in links:
        if link.kind == "derives" and link.target is None and (name := missing_name(link)):
            found.setdefault(link.source, []).append(name)
    return found


def missing_name(link: StoredLink) -> str:
    """A link that leads nowhere in the form of a ref, as a look keeps it; empty when it names nothing."""
    if is_ref(link.raw):
        return link.raw
    name = NOTE + link.raw.translate({0: " ", 31: " "})
    return name if is_ref(name) else ""


def look_body(
    record: Record, sources: Mapping[str, str], *, written: Day | None = None, was: str = ""
) -> dict[str, object]:
    """
    Body of a ``verify`` or ``observed`` event.

    Args:
        record: What was looked at.
        sources: Hashes of its sources by ref.
        written: The hand-written day that an observation pins; None = none.
        was: The ref that the ledger called it by before it was moved; empty = none.
    """
    body: dict[str, object] = {"ref": record.ref, "hash": record.content_hash, "sources": dict(sources)}
    if written is not None:
        body["verified"] = iso_date(written) if written == written // 1 else iso_instant(written)
    if was:
        body["was"] = was
    return body


def unapproved(record: Record, own: Assessment, *, policy: Policy) -> tuple[str, ...]:
    """Why a record is not approved, in words; empty when it is."""
    if own.is_approved:
        return ()
    if record.status == "retracted":
        return ("it was taken back",)
    reasons = []
    if record.verified is None:
        reasons.append("no human has looked at it as it is now")
    elif not record.is_pinned:
        reasons.append("its date is not bound to its content yet")
    elif record.is_stale:
        reasons.append("a source changed since a human looked")
    if own.credibility < policy.approval_credibility:
        why = " (contested)" if own.challenge > 0 else ""
        reasons.append(f"credibility {own.credibility:.2f} is below {policy.approval_credibility:.2f}{why}")
    if own.freshness < policy.approval_freshness:
        reasons.append(f"freshness {own.freshness:.2f} is below {policy.approval_freshness:.2f}")
    return tuple(reasons)
