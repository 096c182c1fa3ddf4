"""Credibility: how well this very statement is confirmed, and what speaks against it."""

from collections.abc import Iterable, Mapping
from math import fsum, tanh
from typing import NamedTuple

from caveat.model.policy import Policy
from caveat.model.records import Edge, Record
from caveat.trust.calibration import is_settled
from caveat.trust.graph import Graph
from caveat.trust.roots import Roots
from caveat.trust.standing import Standing, clamp01, declared_share, retention
from caveat.trust.voices import Voice, by_weight, distinct_voices, heavier
from caveat.trust.witnesses import Candidate, best_independent, joint, strongest_distinct


class Confirmation(NamedTuple):
    """
    What is known of how well one statement is confirmed.

    Attributes:
        prior: P, in ``[0, 1]``.
        support: S, in ``[0, support_cap]``.
        witness: B, in ``[0, 1]``.
        challenge: X, in ``[0, challenge_cap]``.
        credibility: C, in ``[0, 1]``.
        supporters: The voices in S, the heaviest first.
        challengers: The voices in X, the heaviest first.
        witnesses: The supporters in B, the strongest first.
        has_human: A human verification counts in B.
        has_prior: The record's own prior counts as a witness in B.
        more_witnesses: Number of candidates beyond those that were looked at.
    """

    prior: float
    support: float
    witness: float
    challenge: float
    credibility: float
    supporters: tuple[Voice, ...] = ()
    challengers: tuple[Voice, ...] = ()
    witnesses: tuple[Voice, ...] = ()
    has_human: bool = False
    has_prior: bool = False
    more_witnesses: int = 0


RETRACTED = Confirmation(0.0, 0.0, 0.0, 0.0, 0.0)
"""A retracted record has every number 0."""


def support(mass: float, *, policy: Policy) -> float:
    """
    How far agreement raises credibility.

    Args:
        mass: Sum of the supporting voices' reliabilities, ``>= 0``.
        policy: Uses `support_cap` (0.15, from the Recall article).

    Returns:
        A value in ``[0, support_cap]``; saturates as tanh, so cheap agreement stays cheap.
    """
    return policy.support_cap * tanh(mass)


def challenge(mass: float, *, policy: Policy) -> float:
    """
    How far open contradictions lower credibility.

    Args:
        mass: Sum of the challengers' weights, ``>= 0``.
        policy: Uses `challenge_cap` (0.60, from the Recall article).

    Returns:
        A value in ``[0, challenge_cap]``; 0 for no challengers. Saturates as tanh, so one contradiction
        of mass 1 already takes 0.457.
    """
    return policy.challenge_cap * tanh(mass)


def confirmations(
    order: Iterable[str], graph: Graph, standing: Standing, roots: Roots, *, policy: Policy
) -> dict[str, Confirmation]:
    """
    P, S, B, X and C of the records of *order*: ``C = clamp01(max(P + S, B) − X)``.

    Args:
        order: Refs, every source before what was made from it, and all ancestors present.
        graph: Holds the records, the sources that count and the evidence.
        standing: W and κ of *order* and of all who speak of it.
        roots: Roots of the same.
        policy: Every constant.
    """
    known: dict[str, Confirmation] = {}
    reliability, calibration = standing.reliability, standing.calibration
    records, sources, evidence = graph.records, graph.sources, graph.evidence
    ground = _Ground(graph, reliability, roots, policy)
    for ref in order:
        record = records[ref]
        if record.status == "retracted":
            known[ref] = RETRACTED
            continue
        made_from = sources.get(ref)
        if made_from:
            if len(made_from) == 1:
                weakest = known[made_from[0]].credibility
            else:
                weakest = min([known[source].credibility for source in made_from])
            share = retention(record, policy=policy) * weakest
            if record.declared is not None:
                share = min(declared_share(record, is_primary=False, policy=policy), share)
            prior = calibration[ref] * share
        else:
            prior = reliability[ref]
        edges = evidence.get(ref)
        if edges is None and record.verified is None:
            known[ref] = Confirmation(prior, 0.0, prior, 0.0, prior)
        else:
            known[ref] = _confirmation(record, prior, edges or (), ground)
    return known


class _Ground(NamedTuple):
    """What is known of those who speak."""

    graph: Graph
    reliability: Mapping[str, float]
    roots: Roots
    policy: Policy


def _confirmation(record: Record, prior: float, edges: Iterable[Edge], ground: _Ground) -> Confirmation:
    supporting, challenging = _heard(record, edges, ground)
    policy = ground.policy
    supporters: list[Voice] = []
    challengers: list[Voice] = []
    s = x = 0.0
    if supporting:
        supporters = _supporters(record, supporting, ground)
        s = support(fsum([voice.weight for voice in supporters]), policy=policy)
    if challenging:
        challengers = by_weight([voice for voice in challenging.values() if voice.weight > 0.0])
        x = challenge(fsum([voice.weight for voice in challengers]), policy=policy)
    chosen, has_prior, more = _witnesses(record, prior, supporting, ground)
    has_human = record.verified is not None
    strengths = [voice.weight for voice in chosen]
    if has_human:
        strengths.append(policy.human_witness)
    if has_prior:
        strengths.append(prior)
    b = joint(strengths) if strengths else prior
    c = clamp01(max(prior + s, b) - x)
    voices = tuple(supporters), tuple(challengers), tuple(chosen)
    return Confirmation(prior, s, b, x, c, *voices, has_human, has_prior, more)


def _heard(
    record: Record, edges: Iterable[Edge], ground: _Ground
) -> tuple[dict[str, bool], dict[str, Voice]]:
    """Active supporters with whether they are confirmed, and open challengers, copies being one."""
    records, reliability, concern = ground.graph.records, ground.reliability, ground.policy.concern_weight
    supporting: dict[str, bool] = {}
    challenging: dict[str, Voice] = {}
    for edge in edges:
        source = edge.source
        speaker = records[source]
        if speaker.status != "active":
            continue
        if edge.kind == "supports":
            if edge.is_confirmed or source not in supporting:
                supporting[source] = edge.is_confirmed
        elif not is_settled(edge, record.verified):
            weight = reliability[source] * (concern if edge.kind == "concerns" else 1.0)
            key = source if speaker.identity is None else f"identity {speaker.identity}"
            challenging[key] = heavier(Voice(weight, source), challenging.get(key))
    return supporting, challenging


def _supporters(record: Record, supporting: Iterable[str], ground: _Ground) -> list[Voice]:
    masks, records, reliability = ground.roots.masks, ground.graph.records, ground.reliability
    own = masks[record.ref]
    said = []
    for ref in supporting:
        mask = masks[ref]
        if mask & ~own:  # otherwise an echo: it rests on nothing that the record does not rest on
            said.append((Voice(reliability[ref], ref), mask, records[ref].identity))
    return distinct_voices(said)


def _witnesses(
    record: Record, prior: float, supporting: Mapping[str, bool], ground: _Ground
) -> tuple[list[Voice], bool, int]:
    """The supporters that count in B, whether the own prior does, and how many were not looked at."""
    roots, limit = ground.roots, ground.policy.witness_limit
    is_grounded = roots.grounded[record.ref]
    candidates = []
    for ref, is_confirmed in supporting.items():
        if is_confirmed and roots.grounded[ref]:
            speaker = ground.graph.records[ref]
            author = speaker.asserted_by
            if author is None or author != record.asserted_by:
                strength = ground.reliability[ref]
                candidates.append(Candidate(strength, ref, author, roots.masks[ref], speaker.identity))
    if not candidates:
        return [], is_grounded and record.verified is not None, 0
    distinct = strongest_distinct(candidates)
    looked_at = distinct[:limit]
    if is_grounded:
        looked_at.append(Candidate(prior, "", record.asserted_by, roots.masks[record.ref]))
    chosen = best_independent(looked_at)
    voices = [Voice(candidate.strength, candidate.ref) for candidate in chosen if candidate.ref]
    return voices, len(voices) < len(chosen), max(0, len(distinct) - limit)
