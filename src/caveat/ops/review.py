"""Review: what is most worth a human look, why, and what a look would do."""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from caveat.history import views
from caveat.history.fold import State
from caveat.model.assessment import Assessment
from caveat.model.errors import InputError
from caveat.model.policy import Policy
from caveat.model.records import Day, Record
from caveat.model.store import Store
from caveat.ops.behind import behind
from caveat.ops.clock import now, tonight
from caveat.ops.dependants import below, children_of, dependants_of
from caveat.ops.ledger import folded
from caveat.ops.made_by import fingerprint_of
from caveat.ops.observe import seen
from caveat.ops.results_audit import Review, Worth
from caveat.ops.whole import whole
from caveat.text.dates import iso_date
from caveat.trust.assess import assess
from caveat.trust.graph import build_graph
from caveat.trust.reach import Known, known_of, reach
from caveat.vault.config import Config

ASKED, AGAIN, STALE, CONTESTED, VOID, AGED = 6.0, 1.0, 4.0, 3.0, 3.0, 2.0
UNVERIFIED, UNPINNED, WEAK = 1.0, 0.5, 1.0
"""
Points of a record that is asked for (and for each further one who asks), that is stale, contested, changed
or aged since a human looked, never verified, unpinned, or not credible enough to be approved.

Our choice: what somebody asks for comes before what the program finds, and what is wrong before what is
only unseen.
"""

RISING = 500
"""Records standing on one that are reckoned anew to tell how many rise; our choice, a tenth of a second."""

RISE = 5e-4
"""Least gain of trust that counts: half of what three decimals show."""


class _Need(NamedTuple):
    """Why a record needs a look, and how much."""

    points: float
    reasons: tuple[str, ...]
    is_asked: bool = False


class _Place(NamedTuple):
    """A record that waits, with the points that put it at its place."""

    points: float
    ref: str
    need: _Need


def review(root: Path, store: Store, k: int, *, as_of: Day, config: Config) -> Review:
    """
    The *k* records most worth a human look.

    A record's points are what speaks for a look times what hangs on it: ``need × (1 + log2(1 + dependants) +
    ½ log2(1 + citations))``. An approved record that nobody asks about is left out.

    Args:
        root: Real path of the vault.
        store: Its index.
        k: How many, ``>= 1``.
        as_of: The day freshness is reckoned at.
        config: Rules and constants of the vault.

    Raises:
        InputError: *k* is less than 1.
    """
    if k < 1:
        raise InputError(f"k is {k}: ask for at least one record")
    policy = config.policy
    everything = whole(store, as_of=as_of, now=max(tonight(), as_of), policy=policy)
    graph = build_graph(everything.records.values(), ())
    children = children_of(graph.sources)
    standing = dependants_of(graph.order, children)
    cited = _citations(store)
    state = folded(store)
    looks = seen(state).looks
    waiting = []
    for ref, record in everything.records.items():
        if record.status != "active":
            continue
        need = _need(record, everything.assessments[ref], state, looks, policy=policy)
        if need.points:
            weight = 1 + math.log2(1 + standing.get(ref, 0)) + math.log2(1 + cited.get(ref, 0)) / 2
            waiting.append(_Place(need.points * weight, ref, need))
    waiting.sort(key=lambda place: (-place.points, place.ref))
    lower = {place.ref: below(place.ref, children, most=RISING) for place in waiting[:k]}
    reached = reach([ref for top, under in lower.items() for ref in (top, *under)], store)
    known = known_of(reached, policy=policy, now=max(tonight(), as_of))
    items = [
        _worth(place, known, lower[place.ref], as_of=as_of, policy=policy)._replace(
            dependants=standing.get(place.ref, 0), citations=cited.get(place.ref, 0)
        )
        for place in waiting[:k]
    ]
    asked = sum(place.need.is_asked for place in waiting)
    return Review(tuple(items), len(waiting), asked, as_of, behind(root, store, fingerprint_of(config)).words)


def _citations(store: Store) -> dict[str, int]:
    """How many records speak of each, or link to it, other than by being made from it; each once."""
    pairs = {
        (link.source, link.target)
        for link in store.links()
        if link.kind != "derives" and link.target is not None and link.target != link.source
    }
    found: dict[str, int] = {}
    for _, target in pairs:
        found[target] = found.get(target, 0) + 1
    return found


def _need(
    record: Record, own: Assessment, state: State, looks: Mapping[str, Day], *, policy: Policy
) -> _Need:
    points, reasons = _asked(record, state)
    if own.is_approved and not reasons:
        return _Need(0.0, ())
    rows = (
        (record.is_stale, STALE, "a source changed since a human looked"),
        (own.challenge > 0, CONTESTED, f"contested: credibility {own.credibility:.2f}"),
        *_seen(record, own, looks, policy=policy),
        (
            own.credibility < policy.approval_credibility and not own.challenge,
            WEAK,
            f"credibility {own.credibility:.2f}",
        ),
    )
    holding = [(weight, reason) for holds, weight, reason in rows if holds]
    words = (*reasons, *(reason for _, reason in holding))
    return _Need(points + sum(weight for weight, _ in holding), words, bool(reasons))


def _seen(
    record: Record, own: Assessment, looks: Mapping[str, Day], *, policy: Policy
) -> tuple[tuple[bool, float, str], ...]:
    """What there is to say of the last human look."""
    last = looks.get(record.ref)
    if record.verified is None:
        if last is not None:
            return ((True, VOID, f"it changed since a human looked on {iso_date(last)}"),)
        return ((True, UNVERIFIED, "never verified"),)
    aged = own.freshness < policy.approval_freshness
    return (
        (aged, AGED, f"aged since {iso_date(record.verified)}: freshness {own.freshness:.2f}"),
        (not record.is_pinned, UNPINNED, "verified by hand, not bound to its content yet"),
    )


def _asked(record: Record, state: State) -> tuple[float, tuple[str, ...]]:
    """Requests later than the last human look."""
    found = [
        one
        for one in views.requests(state, record.ref)
        if record.verified is None or one.day > record.verified
    ]
    if not found:
        return 0.0, ()
    told = []
    for one in found:
        why = f": {one.reason}" if one.reason else ""
        told.append(f"{one.by} asked on {iso_date(one.day)}{why}")
    return ASKED + AGAIN * (len(found) - 1), tuple(told)


def _worth(place: _Place, known: Known, under: Sequence[str], *, as_of: Day, policy: Policy) -> Worth:
    """The record with what a look would do: the same arithmetic with that one thing changed."""
    records = known.graph.records
    refs = [place.ref, *(ref for ref in under if ref in records)]
    before = assess(refs, known.graph, as_of=as_of, policy=policy, tallies=known.tallies)
    seen = records[place.ref]._replace(verified=max(now(), as_of), is_pinned=True, is_stale=False)
    graph = known.graph._replace(records={**records, place.ref: seen})
    after = assess(refs, graph, as_of=as_of, policy=policy, tallies=known.tallies)
    return Worth(
        record=records[place.ref],
        reasons=place.need.reasons,
        points=round(place.points, 6),
        dependants=0,
        citations=0,
        before=before[place.ref].trust,
        after=after[place.ref].trust,
        rising=sum(after[ref].trust - before[ref].trust >= RISE for ref in refs[1:]),
        is_approved_after=after[place.ref].is_approved,
    )
