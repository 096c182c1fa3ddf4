"""Numbers of a whole graph: what the lazy engine reckons record by record, a level at a time."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from caveat.model.columns import Columns
from caveat.model.policy import Policy
from caveat.model.records import STEPS, VOLATILITIES, Day
from caveat.trust.bulk_arrays import Bools, Bytes, Floats, Ints, picked
from caveat.trust.bulk_columns import ACTIVE, CONTRADICTS, RETRACTED, SUPERSEDED
from caveat.trust.bulk_evidence import Evidence
from caveat.trust.bulk_levels import Level, Pedigree
from caveat.trust.bulk_witnesses import Doubts

GROUNDED, ON_RETRACTED, ON_SUPERSEDED, IS_RETRACTED, IS_SUPERSEDED = 1, 2, 4, 8, 16


class Links(NamedTuple):
    """
    How strongly each record hangs on its sources, ``(n,)`` by place.

    Attributes:
        share: What it declares; what stands in for nothing declared.
        kept: ρ of its step.
        factor: κ of its author; 0 when it is retracted.
    """

    share: Floats
    kept: Floats
    factor: Floats


class Confirmed(NamedTuple):
    """P, B and C, ``(n,)`` by place, as in `credibility.Confirmation`."""

    prior: Floats
    witness: Floats
    credibility: Floats


class Weighed(NamedTuple):
    """
    What evidence does to each record before its own prior is known, ``(n,)`` by place.

    Attributes:
        support: S.
        challenge: X.
        doubts: Of the witnesses.
        is_verified: A human is a witness.
        is_grounded: The own prior may be a witness.
    """

    support: Floats
    challenge: Floats
    doubts: Doubts
    is_verified: Bools
    is_grounded: Bools


def stated_share(columns: Columns, *, policy: Policy) -> Floats:
    """What each record declares, ``(n,)`` by number, in ``[0, 1]``; `undeclared` when it does not."""
    share: Floats = np.clip(columns.declared, 0.0, 1.0)
    share[np.isnan(share)] = policy.undeclared
    return share


def links(columns: Columns, pedigree: Pedigree, kappa: Floats | None, *, policy: Policy) -> Links:
    """
    The links of all records.

    Args:
        columns: All inputs.
        pedigree: Of the same.
        kappa: ``(n,)`` κ by number; None = 1 for all.
        policy: Uses `undeclared`, `retention` and `default_step`.
    """
    order = pedigree.order
    declared = picked(columns.declared, order)
    share: Floats = np.clip(declared, 0.0, 1.0)
    silent = np.isnan(declared)
    share[silent] = np.where(np.flatnonzero(silent) < pedigree.primaries, policy.undeclared, 1.0)
    # Not stated is -1, which takes the last one. A step without a retention must not be silently whole.
    kept = [policy.retention.get(step, np.nan) for step in (*STEPS, policy.default_step)]
    factor = (columns.status != RETRACTED).astype(np.float64)
    if kappa is not None:
        factor *= kappa
    return Links(share, np.array(kept).take(picked(columns.step, order), mode="wrap"), picked(factor, order))


def reliabilities(pedigree: Pedigree, links: Links) -> Floats:
    """W, ``(n,)`` by place: ``κ · min(declared, ρ · min W(sources))``."""
    found = links.factor * links.share
    for level in pedigree.levels:
        here = slice(level.first, level.last)
        share = links.kept[here] * _least(found, level)
        np.minimum(share, links.share[here], out=share)
        np.multiply(share, links.factor[here], out=found[here])
    return found


def _least(values: Floats, level: Level) -> Floats:
    of_sources = picked(values, level.sources)
    return of_sources if level.starts is None else np.minimum.reduceat(of_sources, level.starts)


def calibrations(
    columns: Columns, pedigree: Pedigree, evidence: Evidence, pedigrees: Floats, *, policy: Policy
) -> Floats:
    """
    κ of each record's author, ``(n,)`` by number, from how the author's claims fared.

    Args:
        columns: All inputs.
        pedigree: Of the same.
        evidence: Of the same.
        pedigrees: W of all records with every κ = 1, by place.
        policy: Uses `calibration_minimum`, `calibration_floor`, `junk_share` and `undeclared`.
    """
    author, stated = columns.author, stated_share(columns, policy=policy)
    is_counted = columns.is_claim & (author >= 0) & (columns.status != RETRACTED)
    is_wrong = np.zeros(author.size, dtype=np.bool_)
    is_wrong[_contradicted(columns, pedigree, evidence, pedigrees, stated, is_counted, policy)] = True
    corrected = pedigree.order[evidence.corrected]
    is_standing = columns.status[pedigree.order[evidence.correcting]] != RETRACTED
    is_wrong[corrected[is_standing]] = True
    is_wrong &= is_counted
    kappa = np.ones(author.size)
    if not is_wrong.any():
        return kappa
    claims = np.bincount(author[is_counted])
    wrong = np.bincount(author[is_wrong], weights=stated[is_wrong], minlength=claims.size)
    concerned = np.flatnonzero((author >= 0) & (author < claims.size))
    concerned = concerned[wrong[author[concerned]] > 0.0]
    others = claims[author[concerned]] - is_counted[concerned]
    theirs = wrong[author[concerned]] - np.where(is_wrong[concerned], stated[concerned], 0.0)
    is_known = (others >= policy.calibration_minimum) & (others > 0)
    share = 1.0 - np.maximum(theirs, 0.0) / np.maximum(others, 1)
    kappa[concerned] = np.where(is_known, np.maximum(policy.calibration_floor, share), 1.0)
    return kappa


def _contradicted(
    columns: Columns,
    pedigree: Pedigree,
    evidence: Evidence,
    pedigrees: Floats,
    stated: Floats,
    is_counted: Bools,
    policy: Policy,
) -> NDArray[np.integer]:
    """Numbers of the claims that an edge proves wrong."""
    edges = evidence.challenges.edges
    edges = edges[picked(columns.kind, edges) == CONTRADICTS]
    edges = edges[picked(is_counted, picked(columns.target, edges))]
    speaker, target = picked(columns.speaker, edges), picked(columns.target, edges)
    by = picked(columns.author, speaker)
    proves = (by < 0) | (by != picked(columns.author, target))
    proves &= picked(columns.status, speaker) == ACTIVE
    proves &= ~(picked(columns.at, edges) <= picked(columns.verified, target))
    reached = picked(pedigrees, picked(pedigree.place, speaker))
    proves &= reached >= policy.junk_share * picked(stated, target)
    claims: NDArray[np.integer] = target[proves]
    return claims


def paces(columns: Columns, pedigree: Pedigree) -> Bytes:
    """Effective volatility, ``(n,)`` by place, as in `VOLATILITIES`: declared, else the fastest source's."""
    own = picked(columns.volatility, pedigree.order)
    found = own.copy()
    np.maximum(found[: pedigree.primaries], 0, out=found[: pedigree.primaries])
    for level in pedigree.levels:
        fastest = picked(found, level.sources)
        if level.starts is not None:
            fastest = np.maximum.reduceat(fastest, level.starts)
        np.copyto(found[level.first : level.last], fastest, where=own[level.first : level.last] < 0)
    return found


def freshnesses(columns: Columns, pace: Bytes, *, as_of: Day, policy: Policy) -> Floats:
    """F, ``(n,)`` by number; *pace* is the effective volatility by number."""
    half_life = np.array([policy.half_life.get(volatility, np.inf) for volatility in VOLATILITIES])
    start = np.fmax(columns.created, columns.verified)
    ageing = np.flatnonzero((start < as_of) & picked(np.isfinite(half_life), pace))
    found = np.ones(pace.size)
    found[ageing] = 0.5 ** ((as_of - picked(start, ageing)) / picked(half_life, picked(pace, ageing)))
    return found


def root_freshnesses(pedigree: Pedigree, freshness: Floats) -> Floats:
    """The smallest F among the roots, ``(n,)`` by place; *freshness* is by number."""
    found = picked(freshness, pedigree.order)
    for level in pedigree.levels:
        found[level.first : level.last] = _least(found, level)
    return found


def standings(columns: Columns, pedigree: Pedigree) -> NDArray[np.uint8]:
    """What sources hand down, ``(n,)`` by place: bits `GROUNDED`, `ON_RETRACTED` and `ON_SUPERSEDED`."""
    status = picked(columns.status, pedigree.order)
    primaries = pedigree.primaries
    found = np.where(status == RETRACTED, IS_RETRACTED, 0).astype(np.uint8)
    found |= np.where(status == SUPERSEDED, IS_SUPERSEDED, 0).astype(np.uint8)
    found[:primaries] |= picked(columns.grounded, pedigree.order[:primaries])
    for level in pedigree.levels:
        above = picked(found, level.sources)
        if level.starts is not None:
            above = np.bitwise_or.reduceat(above, level.starts)
        handed_down = above & (GROUNDED | ON_RETRACTED | ON_SUPERSEDED)
        found[level.first : level.last] |= handed_down | (above & (IS_RETRACTED | IS_SUPERSEDED)) >> 2
    return found


def weakest_sources(pedigree: Pedigree, share: Floats) -> Ints:
    """
    Number of the source with the least *share* (by number), the first among equals; ``(n,)`` by number.

    A primary has -1.
    """
    found = np.full(pedigree.order.size, -1)
    if pedigree.sources.size:
        number, starts = picked(pedigree.order, pedigree.sources), pedigree.starts[:-1]
        shares = picked(share, number)
        least = np.repeat(np.minimum.reduceat(shares, starts), np.diff(pedigree.starts))
        first = np.minimum.reduceat(np.where(shares == least, number, found.size), starts)
        found[pedigree.order[pedigree.primaries :]] = first
    return found


def credibilities(pedigree: Pedigree, links: Links, weighed: Weighed, *, policy: Policy) -> Confirmed:
    """P, B and C: ``C = clamp01(max(P + S, B) − X)``, sources before what was made from them."""
    size = pedigree.order.size
    found = Confirmed(links.factor * links.share, np.empty(size), np.empty(size))
    _confirm(slice(0, pedigree.primaries), weighed, found, policy)
    for level in pedigree.levels:
        here = slice(level.first, level.last)
        share = links.kept[here] * _least(found.credibility, level)
        np.minimum(share, links.share[here], out=share)
        np.multiply(share, links.factor[here], out=found.prior[here])
        _confirm(here, weighed, found, policy)
    return found


def _confirm(here: slice, weighed: Weighed, found: Confirmed, policy: Policy) -> None:
    prior, doubts, is_verified = found.prior[here], weighed.doubts, weighed.is_verified[here]
    own_doubt = np.where(weighed.is_grounded[here], 1.0 - prior, 1.0)
    doubt = np.minimum(doubts.alone[here], doubts.beside[here] * own_doubt)
    doubt[is_verified] *= 1.0 - policy.human_witness
    witness = np.where(doubts.has_witness[here] | is_verified, 1.0 - doubt, prior)
    found.witness[here] = witness
    credibility = np.maximum(prior + weighed.support[here], witness) - weighed.challenge[here]
    np.clip(credibility, 0.0, 1.0, out=found.credibility[here])
