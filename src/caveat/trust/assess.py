"""Assess: the trust of some records, reckoned on read and only as far as they reach."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from caveat.model.assessment import Assessment
from caveat.model.policy import DEFAULT_POLICY, Policy
from caveat.model.records import Day, Record, Tally
from caveat.trust.calibration import kappas
from caveat.trust.credibility import Confirmation, confirmations
from caveat.trust.cycles import ancestors_first
from caveat.trust.freshness import freshness
from caveat.trust.graph import Graph
from caveat.trust.inheritance import Inheritance, inheritance, nearest
from caveat.trust.roots import Roots, root_refs, roots_of
from caveat.trust.standing import Standing, standings

NO_TALLIES: Mapping[str, Tally] = {}


class Reckoning(NamedTuple):
    """
    Every intermediate number behind some assessments.

    Attributes:
        standing: Of the records asked about, their ancestors, who speaks of them, and the ancestors of those.
        roots: Of the same.
        inheritance: Of the records asked about and their ancestors.
        confirmations: Of the records asked about and their ancestors.
    """

    standing: Standing
    roots: Roots
    inheritance: Inheritance
    confirmations: Mapping[str, Confirmation]


def assess(
    refs: Iterable[str],
    graph: Graph,
    *,
    as_of: Day,
    policy: Policy = DEFAULT_POLICY,
    tallies: Mapping[str, Tally] = NO_TALLIES,
    calibration: Mapping[str, float] | None = None,
) -> dict[str, Assessment]:
    """
    The trust of *refs* at *as_of*, by the formula ``trust/v1``.

    Only what the refs rest on is reckoned: their ancestors, the evidence about those, and the pedigrees
    of that evidence. The order of records and edges makes no difference to any bit of the answer.

    Args:
        refs: Which records; one that is not in the graph is absent from the answer.
        graph: From `build_graph`.
        as_of: The instant that is asked about; moves the clock of freshness and nothing else.
        policy: Every constant.
        tallies: How authors' claims have fared; an author without a tally has κ = 1.
        calibration: κ by author, in place of *tallies*; an author who is not in it has κ = 1.

    Returns:
        By ref, in the order of *refs*.
    """
    asked = [ref for ref in dict.fromkeys(refs) if ref in graph.records]
    found = reckon(asked, graph, as_of=as_of, policy=policy, tallies=tallies, calibration=calibration)
    return {ref: _assessment(ref, graph, found, as_of, policy) for ref in asked}


def reckon(
    refs: Iterable[str],
    graph: Graph,
    *,
    as_of: Day,
    policy: Policy = DEFAULT_POLICY,
    tallies: Mapping[str, Tally] = NO_TALLIES,
    calibration: Mapping[str, float] | None = None,
) -> Reckoning:
    """
    All numbers that the assessments of *refs* are made of. Arguments as in `assess`, each ref in the graph.
    """
    evidence = graph.evidence
    core = ancestors_first(refs, graph.sources)
    speakers = [edge.source for ref in core if ref in evidence for edge in evidence[ref]]
    pedigrees = ancestors_first(core + speakers, graph.sources) if speakers else core
    if calibration is not None:
        given = calibration
        standing = standings(
            pedigrees, graph, policy=policy, kappa_of=lambda record: given.get(record.asserted_by or "", 1.0)
        )
    else:
        kappa_of = kappas(tallies, policy=policy) if tallies else None
        standing = standings(pedigrees, graph, policy=policy, kappa_of=kappa_of)
    roots = roots_of(pedigrees, graph)
    return Reckoning(
        standing,
        roots,
        inheritance(core, graph, as_of=as_of, policy=policy),
        confirmations(core, graph, standing, roots, policy=policy),
    )


def _assessment(ref: str, graph: Graph, found: Reckoning, as_of: Day, policy: Policy) -> Assessment:
    record = graph.records[ref]
    made_from = graph.sources.get(ref, ())
    known, inherited, standing = found.confirmations[ref], found.inheritance, found.standing
    volatility = inherited.volatility[ref]
    fresh = freshness(record, volatility, as_of=as_of, policy=policy)
    trust = known.credibility * fresh
    root_freshness = inherited.root_freshness[ref]
    # By position: keywords would double the time of an assessment, and lists of hits are long.
    return Assessment(
        ref,
        standing.tier[ref],
        standing.reliability[ref],
        known.prior,
        known.support,
        known.witness,
        known.challenge,
        known.credibility,
        fresh,
        trust,
        0.5 * (1.0 + trust),
        standing.calibration[ref],
        root_refs(ref, found.roots, graph),
        weakest_of(made_from, standing.reliability) if made_from else None,
        weakest_prior_of(made_from, found.confirmations) if made_from else None,
        volatility,
        root_freshness,
        found.roots.grounded[ref],
        not made_from and record.declared is None,
        root_freshness < policy.aged_source,
        is_approved(record, known.credibility, fresh, policy=policy),
        nearest(ref, "retracted", inherited.on_retracted, graph),
        nearest(ref, "superseded", inherited.on_superseded, graph),
        tuple([voice.ref for voice in known.supporters]),
        tuple([voice.ref for voice in known.challengers]),
        tuple([voice.ref for voice in known.witnesses]),
    )


def is_approved(record: Record, credibility: float, freshness: float, *, policy: Policy) -> bool:
    """
    Whether a record may be relied on without asking: verified, pinned, not stale, credible and fresh.

    Args:
        record: Uses `verified`, `is_pinned` and `is_stale`.
        credibility: C, in ``[0, 1]``.
        freshness: F, in ``[0, 1]``.
        policy: Uses `approval_credibility` and `approval_freshness`.
    """
    return (
        record.verified is not None
        and record.is_pinned
        and not record.is_stale
        and credibility >= policy.approval_credibility
        and freshness >= policy.approval_freshness
    )


def weakest_of(sources: Sequence[str], share: Mapping[str, float]) -> str:
    """Which of *sources* has the least share, by ref among equals."""
    if len(sources) == 1:
        return sources[0]
    return min(sources, key=lambda source: (share[source], source))


def weakest_prior_of(sources: Sequence[str], confirmations: Mapping[str, Confirmation]) -> str:
    """Which of *sources* is the least credible, by ref among equals."""
    if len(sources) == 1:
        return sources[0]
    return min(sources, key=lambda source: (confirmations[source].credibility, source))
