"""Review: what is most worth a human look, why, and what a look would do."""

import math
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from caveat.history import views
from caveat.history.fold import State
from caveat.model.assessment import Assessment
from caveat.model.errors import InputError
from caveat.model.policy import Policy
from caveat.model.records import Day, Record
from caveat.model.store import Store
from caveat.ops import ledger
from caveat.ops.behind import behind, moved_names
from caveat.ops.clock import now, tonight
from caveat.ops.dependants import COUNTED, below, children_of, dependants_of
from caveat.ops.made_by import fingerprint_of
from caveat.ops.observe import seen
from caveat.ops.recorded import TOLD
from caveat.ops.results_audit import Review, Worth
from caveat.ops.whole import Whole, whole
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
    standing, cited = dependants_of(graph.order, children), _citations(store)
    waiting = _waiting(store, everything, standing, cited, policy=policy)
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
    words = behind(root, store, fingerprint_of(config)).words
    return Review(tuple(items), len(waiting), asked, as_of, words, is_direct=len(graph.order) > COUNTED)


def _waiting(
    store: Store,
    everything: Whole,
    standing: Mapping[str, int],
    cited: Mapping[str, int],
    *,
    policy: Policy,
) -> list[_Place]:
    """Active records with a reason to be looked at, the weightiest first."""
    state = ledger.folded(store)
    # The ledger may call a note by a name that it had.
    names = ledger.names_by_ref(everything.records, moved_names(store))
    looks = _last_looks(names, seen(state).looks, everything.records)
    waiting = []
    for ref, record in everything.records.items():
        if record.status != "active":
            continue
        requests = _asked(names[ref], state, looks.get(ref))
        need = _need(record, everything.assessments[ref], requests, looks.get(ref), policy=policy)
        if need.points:
            weight = 1 + math.log2(1 + standing.get(ref, 0)) + math.log2(1 + cited.get(ref, 0)) / 2
            waiting.append(_Place(need.points * weight, ref, need))
    return sorted(waiting, key=lambda place: (-place.points, place.ref))


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


def _last_looks(
    names: Mapping[str, Sequence[str]], looks: Mapping[str, Collection[Day]], records: Mapping[str, Record]
) -> dict[str, Day]:
    """Day of the last human look at each record, whatever content it was at; absent when there was none."""
    found, night = {}, tonight()
    for ref, called in names.items():
        days = [day for name in called for day in looks.get(name, ()) if day < night]
        days += [day for day in (records[ref].verified,) if day is not None]
        if days:
            found[ref] = max(days)
    return found


def _need(
    record: Record,
    own: Assessment,
    asked: tuple[float, tuple[str, ...]],
    last: Day | None,
    *,
    policy: Policy,
) -> _Need:
    points, reasons = asked
    if own.is_approved and not reasons:
        return _Need(0.0, ())
    rows = (
        (record.is_stale, STALE, "a source changed since a human looked"),
        (own.challenge > 0, CONTESTED, f"contested: credibility {own.credibility:.2f}"),
        *_seen(record, own, last, policy=policy),
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
    record: Record, own: Assessment, last: Day | None, *, policy: Policy
) -> tuple[tuple[bool, float, str], ...]:
    """What there is to say of the last human look."""
    if record.verified is None:
        if last is not None:
            return ((True, VOID, f"it changed since a human looked on {iso_date(last)}"),)
        return ((True, UNVERIFIED, "never verified"),)
    aged = own.freshness < policy.approval_freshness
    return (
        (aged, AGED, f"aged since {iso_date(record.verified)}: freshness {own.freshness:.2f}"),
        (not record.is_pinned, UNPINNED, "verified by hand, not bound to its content yet"),
    )


def _asked(names: Sequence[str], state: State, last: Day | None) -> tuple[float, tuple[str, ...]]:
    """Requests later than the last human look, even one that is void by now: it answered them."""
    requests = (one for name in names for one in views.requests(state, name))
    found = sorted((one for one in requests if last is None or one.day > last), key=lambda one: one.day)
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
        rising=sum(after[ref].trust - before[ref].trust >= TOLD for ref in refs[1:]),
        is_approved_after=after[place.ref].is_approved,
    )
