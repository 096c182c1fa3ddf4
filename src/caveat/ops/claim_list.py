"""The list of claims: what each states, how it stands, who speaks of it, and what touched it."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, cast

from caveat.history.fold import SEPARATOR, WORDS, Change, State, key_of, latest, live_rows
from caveat.history.views import refused_retractions, refused_withdrawals
from caveat.model.assessment import Assessment
from caveat.model.policy import Policy
from caveat.model.records import Day, Edge, Record, Status
from caveat.model.store import Store
from caveat.ops.badges import badges
from caveat.ops.behind import behind, moved_names
from caveat.ops.clock import tonight
from caveat.ops.ledger import folded, folded_about
from caveat.ops.results_claims import MOST_WRONG, Act, Calibration, ClaimList, ListedClaim, Speaker
from caveat.rank.order import heads
from caveat.trust.assess import assess
from caveat.trust.calibration import others_of
from caveat.trust.reach import Known, chain, known_of, reach

FEW = 500
"""Claims up to which only what the ledger says of them is read; our choice, beyond it all of it is."""


class Wanted(NamedTuple):
    """
    Which claims are listed.

    Attributes:
        author: Only those of this author; None = of all.
        statuses: Only those that have one of these.
        is_contested: Only those that something contradicts or concerns and that no human settled since.
        limit: At most so many, the latest; None = all.
    """

    author: str | None = None
    statuses: frozenset[Status] = frozenset({"active"})
    is_contested: bool = False
    limit: int | None = None


def wanted(
    author: str | None, *, contested: bool, superseded: bool, retracted: bool, limit: int | None = None
) -> Wanted:
    """The claims that a caller means by what it switches on: active ones, unless it names others."""
    others = {"superseded": superseded, "retracted": retracted}
    statuses = frozenset(cast("Status", status) for status, is_on in others.items() if is_on)
    return Wanted(author, statuses or frozenset({"active"}), contested, limit)


def claim_list(
    root: Path, store: Store, asked: Wanted, *, as_of: Day, policy: Policy, made_by: str
) -> ClaimList:
    """
    The claims *asked* for, latest first, as the index has them.

    Args:
        root: Real path of the vault.
        store: Its index.
        asked: Which ones.
        as_of: The day freshness is reckoned at.
        policy: Constants of the arithmetic.
        made_by: What an index run would be made by now.
    """
    everyone = store.records(store.refs(kind="claim"))
    own = [r for r in everyone.values() if asked.author is None or r.asserted_by == asked.author]
    fitting = [record for record in own if record.status in asked.statuses]
    fitting.sort(key=lambda record: (record.created or 0.0, record.ref), reverse=True)
    refs = [record.ref for record in fitting]
    total = len(refs)
    if not asked.is_contested:
        # Only what is shown is reckoned; what is contested is known of no claim before it is.
        refs = refs[: asked.limit]
    later = chain(refs, store) if "superseded" in asked.statuses else []
    known = known_of(reach([*refs, *later], store), policy=policy, now=max(tonight(), as_of))
    found = assess(refs, known.graph, as_of=as_of, policy=policy, tallies=known.tallies)
    if asked.is_contested:
        refs = [ref for ref in refs if found[ref].challenge > 0]
        total = len(refs)
    shown = refs[: asked.limit]
    counts = Counter(record.status for record in own)
    state = folded_about(store, shown) if len(shown) <= FEW else folded(store)
    listing = _Listing(known, found, state, moved_names(store))
    claims = [listing.claim(ref) for ref in shown]
    return ClaimList(
        claims=tuple(_titled(claims, known.graph.records, store)),
        active=counts["active"],
        superseded=counts["superseded"],
        retracted=counts["retracted"],
        total=total,
        authors=_authors(everyone.values()),
        as_of=as_of,
        behind=behind(root, store, made_by),
    )


def _titled(
    claims: Sequence[ListedClaim], records: Mapping[str, Record], store: Store
) -> Iterator[ListedClaim]:
    """*claims*, the other ends of what touched them named."""
    ends = {end for claim in claims for act in claim.history for end in (act.source, act.target)}
    met = {**records, **store.records(ends - records.keys())}
    for claim in claims:
        own = claim.record.ref
        acts = []
        for act in claim.history:
            other = next((end for end in (act.source, act.target) if end != own), own)
            is_there = other != own and other in met
            acts.append(act._replace(title=met[other].title) if is_there else act)
        yield claim._replace(history=tuple(acts))


def _authors(records: Iterable[Record]) -> dict[str, int]:
    counts = Counter(record.asserted_by or "" for record in records)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


class _Listing:
    """What all lines of one list share."""

    def __init__(
        self, known: Known, found: Mapping[str, Assessment], state: State, moved: Mapping[str, str]
    ) -> None:
        self.known = known
        self.found = found
        self.state = state
        self.moved = moved
        # Thousands of claims may share an author, and what was wrong of them.
        self._wrong: dict[str, tuple[str, ...]] = {}
        self.refused = {event.id for event in (*refused_retractions(state), *refused_withdrawals(state))}
        graph = known.graph
        self.heads = heads(found, graph.records, lambda target: graph.supersessions.get(target, ()))

    def claim(self, ref: str) -> ListedClaim:
        record, own = self.known.graph.records[ref], self.found[ref]
        said = latest(self.state, key_of("claim", ref))
        graph = self.known.graph
        edges = [*graph.evidence.get(ref, ()), *graph.self_evidence.get(ref, ())]
        head = self.heads.get(ref, "")
        later = graph.supersessions.get(ref, ())
        in_force = [edge.source for edge in later if graph.records[edge.source].status != "retracted"]
        return ListedClaim(
            record=record,
            text=said.payload["text"] if said else record.title,
            assessment=own,
            badges=badges(record, own),
            calibration=self._calibration(record, own),
            supporters=self._speakers((e for e in edges if e.kind == "supports"), own.supporters),
            challengers=self._speakers(
                (e for e in edges if e.kind in ("contradicts", "concerns")), own.challengers
            ),
            superseded_by=self._speakers(later, in_force),
            replaced_by=head,
            replaced_by_title=graph.records[head].title if head in graph.records else "",
            history=self._history(ref),
        )

    def _calibration(self, record: Record, own: Assessment) -> Calibration:
        tally = self.known.tallies.get(record.asserted_by or "")
        if tally is None:
            return Calibration(own.calibration, 0)
        author = str(record.asserted_by)
        wrong = self._wrong.get(author)
        if wrong is None:
            wrong = self._wrong[author] = tuple(sorted({ref for ref, _ in tally.wrong}))
        place = bisect_left(wrong, record.ref)
        is_own = wrong[place : place + 1] == (record.ref,)
        named = tuple(ref for ref in wrong[: MOST_WRONG + 1] if ref != record.ref)[:MOST_WRONG]
        return Calibration(own.calibration, max(others_of(record, tally), 0), named, len(wrong) - is_own)

    def _speakers(self, edges: Iterable[Edge], counting: Sequence[str]) -> tuple[Speaker, ...]:
        records = self.known.graph.records
        found = [
            Speaker(
                e.source,
                records[e.source].title,
                e.kind,
                e.at,
                e.origin,
                e.source in counting,
                e.is_confirmed,
                e.because,
                self._said_by(e),
            )
            for e in edges
        ]
        return tuple(sorted(found, key=lambda speaker: (speaker.at or 0.0, speaker.origin, speaker.kind)))

    def _said_by(self, edge: Edge) -> str:
        event = self.state.events.get(edge.origin)
        if event is None or event.by == self.known.graph.records[edge.source].asserted_by:
            return ""
        return event.by + (" (agent)" if event.actor == "agent" else "")

    def _history(self, ref: str) -> tuple[Act, ...]:
        acts: dict[str, Act] = {}
        for key in self.state.keys.get(ref, ()):
            # The edge of the same event tells more.
            if key.startswith(("superseded" + SEPARATOR, WORDS + SEPARATOR)):
                continue
            for row in live_rows(self.state, key):
                self._add(acts, ref, key, row)
                for kind in ("confirm", "withdraw"):
                    for word in live_rows(self.state, key_of(f"{kind}-event", row.id)):
                        self._add(acts, ref, key_of(kind, *key.split(SEPARATOR)[2:]), word)
        return tuple(sorted(acts.values(), key=lambda act: (act.at, act.event)))

    def _add(self, acts: dict[str, Act], ref: str, key: str, row: Change) -> None:
        event = self.state.events.get(row.id)
        kind, *parts = key.split(SEPARATOR)
        if event is None or row.id in self.refused or (kind == "confirm" and row.id in acts):
            return
        source = target = ref
        if kind in ("edge", "confirm", "withdraw"):
            source, target = (self.moved.get(end, end) for end in parts[-2:])
        said = row.payload.get("because") or row.payload.get("reason") or row.payload.get("verified") or ""
        acts[row.id] = Act(
            row.id,
            row.at,
            parts[0] if kind == "edge" else kind,
            event.by,
            event.actor,
            source,
            target,
            "",
            said,
        )
