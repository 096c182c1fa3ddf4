"""Passages: records with their text, their trust, and what speaks against them beside it."""

from collections.abc import Iterable
from pathlib import Path

from caveat.model.assessment import Assessment
from caveat.model.policy import Policy
from caveat.model.records import Day, Record
from caveat.model.store import Store
from caveat.ops.badges import badges, moved_notes
from caveat.ops.behind import behind
from caveat.ops.clock import tonight
from caveat.ops.refs import found_ref
from caveat.ops.results_passages import Basis, Conflict, Disposition, Passage, Passages
from caveat.ops.warm import Warm
from caveat.rank.order import heads
from caveat.trust.reach import Known, chain, known_of, reach


def passages(
    root: Path,
    store: Store,
    texts: Iterable[str],
    *,
    as_of: Day,
    policy: Policy,
    made_by: str,
    warm: Warm,
    is_whole: bool,
) -> Passages:
    """
    The records that *texts* mean.

    Args:
        root: Real path of the vault.
        store: Its index.
        texts: Each as a person names a record; what is a ref already is not looked for by other names.
        as_of: The day freshness is reckoned at.
        policy: Constants of the arithmetic.
        made_by: What an index run would be made by now.
        warm: What this process remembers of the index.
        is_whole: With their prose, and their files looked at now; else what belongs to the answer that
            *warm* gave last.

    Raises:
        RefNotFound: One of them fits no record.
        RefAmbiguous: One fits several.
    """
    wanted = list(texts)
    kept = store.records(wanted)
    refs = list(dict.fromkeys(t if t in kept else found_ref(root, store, t) for t in wanted))
    known = _known(store, refs, warm, policy=policy, latest=max(tonight(), as_of))
    own = warm.assess(known, refs, as_of=as_of, policy=policy)
    speakers = {challenger for ref in refs for challenger in own[ref].challengers}
    found = {**own, **warm.assess(known, sorted(speakers), as_of=as_of, policy=policy)}
    moved = moved_notes(store)
    by_ref = {}
    for ref in refs:
        record, one = known.graph.records[ref], found[ref]
        by_ref[ref] = Passage(
            record=record,
            assessment=one,
            badges=badges(record, one, is_moved=ref in moved),
            basis=basis(record, one),
            disposition=disposition(record, one),
            chunks=tuple(store.prose(ref)) if is_whole else (),
            conflicts=_conflicts(store, known, found, ref),
            replaced_by=_head(known, ref) if record.status == "superseded" else "",
        )
    paths = [one.record.path for one in by_ref.values() if one.record.path] if is_whole else []
    return Passages(by_ref, behind(root, store, made_by, hits=paths, warm=warm))


def basis(record: Record, assessment: Assessment) -> Basis:
    """What a record stands on; a verification counts while it approves."""
    if assessment.is_approved:
        return "verified"
    if record.kind == "claim":
        return "claim"
    if assessment.tier > 0:
        return "derived"
    return "grounded" if assessment.is_grounded else "undeclared"


def disposition(record: Record, assessment: Assessment) -> Disposition:
    """How a record may be used: the gravest word that holds of it."""
    if record.status != "active":
        return record.status
    if assessment.challenge > 0:
        return "contested"
    return "stale" if record.is_stale else "stands"


def _known(store: Store, refs: list[str], warm: Warm, *, policy: Policy, latest: Day) -> Known:
    """A graph that is complete for *refs* and what replaces them."""

    def reached() -> list[str]:
        return [*refs, *chain(refs, store)]

    known = warm.known(store, reached, policy=policy, now=latest)
    if known.graph.records.keys() >= set(refs):
        return known
    # Somebody wrote since the question that these belong to.
    return known_of(reach(reached(), store), policy=policy, now=latest)


def _head(known: Known, ref: str) -> str:
    """Ref of the head of the chain of a superseded record; empty when it has none."""
    graph = known.graph
    return heads([ref], graph.records, lambda old: graph.supersessions.get(old, ())).get(ref, "")


def _conflicts(store: Store, known: Known, found: dict[str, Assessment], ref: str) -> tuple[Conflict, ...]:
    contradicting = {e.source for e in known.graph.evidence.get(ref, ()) if e.kind == "contradicts"}
    told = []
    for speaker in found[ref].challengers:
        record, opening = known.graph.records[speaker], store.opening(speaker)
        told.append(
            Conflict(
                record,
                found[speaker],
                "contradicts" if speaker in contradicting else "concerns",
                basis(record, found[speaker]),
                opening.chunk.text if opening else record.title,
            )
        )
    return tuple(told)
