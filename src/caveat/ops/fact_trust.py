"""Why a facts note, or a single fact, may not be relied on now, in words that name what changed."""

from collections.abc import Iterable, Mapping, Sequence

from caveat.history import views
from caveat.model.assessment import Assessment
from caveat.model.policy import Policy
from caveat.model.records import Day, Record
from caveat.model.store import Store
from caveat.ops.clock import tonight
from caveat.ops.ledger import folded_about
from caveat.ops.looks import unapproved
from caveat.text.dates import iso_date
from caveat.trust.assess import assess
from caveat.trust.reach import known_of, reach


class Trust:
    """
    How far notes and facts of a vault may be relied on.

    Args:
        store: The vault's index.
        policy: Every constant.
        as_of: The day freshness is reckoned at.
        refs: What will be asked about; what is not there is left out.
    """

    def __init__(self, store: Store, policy: Policy, as_of: Day, refs: Sequence[str]) -> None:
        self._store = store
        self._policy = policy
        known = known_of(reach(refs, store), policy=policy)
        self._records: Mapping[str, Record] = known.graph.records
        present = [ref for ref in refs if ref in self._records]
        self._found: Mapping[str, Assessment] = assess(
            present, known.graph, as_of=as_of, policy=policy, tallies=known.tallies
        )

    def of_note(self, ref: str) -> str:
        """Why a note may not be relied on; empty when it is approved, stands, and its roots are fresh."""
        if ref not in self._records:
            return "its note is not in the index"
        record, own = self._records[ref], self._found[ref]
        reasons = [self._changed(record) or why for why in unapproved(record, own, policy=self._policy)[:1]]
        reasons += unapproved(record, own, policy=self._policy)[1:]
        if record.status == "superseded":
            reasons.append("it was replaced")
        if not reasons and own.root_freshness < self._policy.approval_freshness:
            reasons.append(f"a source has aged to a freshness of {own.root_freshness:.2f}")
        return "; ".join([*reasons, *self._against(own)] if reasons else [])

    def of_fact(self, ref: str) -> str:
        """Why a fact may not be relied on although its note may; empty when it may, or is not known."""
        if ref not in self._records:
            return ""
        record, own = self._records[ref], self._found[ref]
        if record.status != "active":
            return "it was taken back" if record.status == "retracted" else "it was replaced"
        if own.credibility >= self._policy.approval_credibility:
            return ""
        return "; ".join([f"its credibility is {own.credibility:.2f}", *self._against(own)])

    def _changed(self, record: Record) -> str:
        """What changed since a human looked at a note; empty when that is not what is wrong."""
        if record.status != "active" or not (record.verified is None or record.is_stale):
            return ""
        state = folded_about(self._store, [record.ref])
        # What is dated tonight or later has not happened, see decision 0012.
        looks = [look for look in views.verifications(state, record.ref) if look.day < tonight()]
        looks.sort(key=lambda look: (look.day, look.id))
        if record.verified is None:
            if not looks:
                return "it was never verified"
            return f"it changed since {looks[-1].by} verified it on {iso_date(looks[-1].day)}"
        seen = [(one.day, one.id, one.sources) for one in looks if one.hash == record.content_hash]
        seen += [
            (one.day, one.id, one.sources)
            for one in views.observations(state, record.ref)
            if one.hash == record.content_hash
        ]
        sources = self._store.records(record.sources)
        then = max(seen)[2] if seen else {}
        moved = [ref for ref in record.sources if ref in sources and self._differs(sources[ref], then)]
        named = _listed(moved or record.sources)
        return f"{named} changed since it was verified" if named else ""

    def _differs(self, source: Record, then: Mapping[str, str]) -> bool:
        return then.get(source.ref) != source.content_hash

    def _against(self, own: Assessment) -> list[str]:
        named = [self._records[ref].title or ref for ref in own.challengers if ref in self._records]
        return [f"contradicted by “{named[0]}”"] if named else []


def _listed(refs: Iterable[str]) -> str:
    return ", ".join(list(refs)[:3])
