"""
Bulk: the trust of every record of a graph at once, by levels, in numpy.

The same numbers as `caveat.trust.assess`, to within rounding, at a million records. Importing this
module imports numpy; whoever can do without it imports this where it is needed.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from caveat.model.assessment import Assessment
from caveat.model.columns import Columns
from caveat.model.errors import InputError
from caveat.model.policy import DEFAULT_POLICY, Policy
from caveat.model.records import VOLATILITIES, Day
from caveat.trust.bulk_arrays import Bools, Bytes, Floats, Ints, picked
from caveat.trust.bulk_columns import ACTIVE, CONCERNS, RETRACTED, SUPERSEDED, columns
from caveat.trust.bulk_evidence import Evidence, evidence, mass_of_copies, masses
from caveat.trust.bulk_levels import Pedigree, pedigree
from caveat.trust.bulk_numbers import (
    GROUNDED,
    ON_RETRACTED,
    ON_SUPERSEDED,
    Weighed,
    calibrations,
    credibilities,
    freshnesses,
    links,
    paces,
    reliabilities,
    root_freshnesses,
    standings,
    weakest_sources,
)
from caveat.trust.bulk_witnesses import doubts

__all__ = ["Arrays", "Columns", "Plan", "assess_all", "columns", "plan", "to_assessments"]

GROUP = 4
"""Possible witnesses up to which every set of them is tried for all targets at once (our choice)."""


class Plan(NamedTuple):
    """
    Everything about a graph that no number changes.

    It holds as long as the refs, sources, authors, identities, and the edges with their kinds,
    confirmations and reasons stay what they are. What records declare, their steps, days, statuses and
    verifications may change, and so may the days of edges.

    Attributes:
        pedigree: The records by level, cycles cut.
        evidence: Who speaks of whom.
        group: Possible witnesses of the largest group in *evidence*.
    """

    pedigree: Pedigree
    evidence: Evidence
    group: int


class Arrays(NamedTuple):
    """
    The trust of n records, ``(n,)`` each, by their number in `Columns`.

    Floats are float64 and mean what they mean in `Assessment`; so do flags.

    Attributes:
        tier: intp.
        reliability: W.
        prior: P.
        support: S.
        witness: B.
        challenge: X.
        credibility: C.
        freshness: F.
        trust: T.
        multiplier: M.
        calibration: κ.
        volatility: int8, a place in `VOLATILITIES`.
        root_freshness: The smallest F among the roots.
        is_grounded: A root is grounded.
        is_undeclared: A primary that declares nothing.
        has_aged_source: A root's freshness is below the policy's bound.
        is_approved: May be relied on without asking.
        stands_on_retracted: An ancestor is retracted.
        stands_on_superseded: An ancestor is superseded.
    """

    tier: Ints
    reliability: Floats
    prior: Floats
    support: Floats
    witness: Floats
    challenge: Floats
    credibility: Floats
    freshness: Floats
    trust: Floats
    multiplier: Floats
    calibration: Floats
    volatility: Bytes
    root_freshness: Floats
    is_grounded: Bools
    is_undeclared: Bools
    has_aged_source: Bools
    is_approved: Bools
    stands_on_retracted: Bools
    stands_on_superseded: Bools


def plan(columns: Columns, *, witness_limit: int = DEFAULT_POLICY.witness_limit) -> Plan:
    """
    The plan of *columns*, to be used for as many instants and policies as wanted.

    Args:
        columns: All inputs.
        witness_limit: The smallest `Policy.witness_limit` that it will be used with, ``>= 0``.

    Raises:
        InputError: A column names a record that is not there.
    """
    size = columns.declared.size
    for name in ("sources", "speaker", "target"):
        most = getattr(columns, name).max(initial=-1)
        if most >= size:
            raise InputError(f"column {name!r} names record {most} of {size}; number records from 0 on")
    found = pedigree(columns)
    group = min(GROUP, witness_limit)
    return Plan(found, evidence(columns, found, most=group), group)


def assess_all(
    columns: Columns,
    plan: Plan,
    *,
    as_of: Day,
    policy: Policy = DEFAULT_POLICY,
    calibration: Floats | None = None,
) -> Arrays:
    """
    The trust of every record at *as_of*, by the formula ``trust/v1``.

    Args:
        columns: All inputs.
        plan: Of the same columns, or of earlier ones that differ in nothing that a plan looks at.
        as_of: The instant that is asked about.
        policy: Every constant.
        calibration: κ by number of author; None reckons it from the claims in *columns*.

    Raises:
        InputError: *plan* belongs to another number of records, or to a larger `witness_limit`.
    """
    ground = plan.pedigree
    _check(columns, plan, policy)
    columns = _without_hearsay(columns, ground)
    kappa = _kappas(columns, plan, calibration, policy)
    linked = links(columns, ground, kappa, policy=policy)
    reliability = reliabilities(ground, linked)
    bits = standings(columns, ground)
    is_active = picked(columns.status == ACTIVE, ground.order)
    weighed = _weighed(columns, plan, reliability, is_active, (bits & GROUNDED) > 0, policy)
    known = credibilities(ground, linked, weighed, policy=policy)
    pace = picked(paces(columns, ground), ground.place)
    fresh = freshnesses(columns, pace, as_of=as_of, policy=policy)
    root_fresh = picked(root_freshnesses(ground, fresh), ground.place)
    credibility, flags = picked(known.credibility, ground.place), picked(bits, ground.place)
    trust = credibility * fresh
    is_primary = ground.place < ground.primaries
    return Arrays(
        tier=picked(np.repeat(np.arange(ground.bounds.size - 1), np.diff(ground.bounds)), ground.place),
        reliability=picked(reliability, ground.place),
        prior=picked(known.prior, ground.place),
        support=picked(weighed.support, ground.place),
        witness=picked(known.witness, ground.place),
        challenge=picked(weighed.challenge, ground.place),
        credibility=credibility,
        freshness=fresh,
        trust=trust,
        multiplier=0.5 * (1.0 + trust),
        calibration=kappa,
        volatility=pace,
        root_freshness=root_fresh,
        is_grounded=(flags & GROUNDED) > 0,
        is_undeclared=is_primary & np.isnan(columns.declared),
        has_aged_source=root_fresh < policy.aged_source,
        is_approved=_approved(columns, credibility, fresh, policy),
        stands_on_retracted=(flags & ON_RETRACTED) > 0,
        stands_on_superseded=(flags & ON_SUPERSEDED) > 0,
    )


def _check(columns: Columns, plan: Plan, policy: Policy) -> None:
    planned, given = plan.pedigree.order.size, columns.declared.size
    if planned != given:
        raise InputError(f"the plan is of {planned} records and the columns are of {given}; make a new plan")
    if policy.witness_limit < plan.group:
        raise InputError(
            f"the plan tries sets of {plan.group} witnesses and the policy's witness_limit is"
            f" {policy.witness_limit}; make the plan with that limit"
        )


def _without_hearsay(columns: Columns, ground: Pedigree) -> Columns:
    """*columns*, where the text of a model that no source stands behind neither declares nor grounds."""
    hearsay = columns.model_text & (ground.place < ground.primaries)
    if not hearsay.any():
        return columns
    declared = np.where(hearsay, np.nan, columns.declared)
    return columns._replace(declared=declared, grounded=columns.grounded & ~hearsay)


def _kappas(columns: Columns, plan: Plan, calibration: Floats | None, policy: Policy) -> Floats:
    """κ by number."""
    if calibration is not None:
        return np.append(calibration, 1.0).take(columns.author, mode="wrap")  # -1 takes the last one
    alone = reliabilities(plan.pedigree, links(columns, plan.pedigree, None, policy=policy))
    return calibrations(columns, plan.pedigree, plan.evidence, alone, policy=policy)


def _weighed(
    columns: Columns, plan: Plan, reliability: Floats, is_active: Bools, is_grounded: Bools, policy: Policy
) -> Weighed:
    """S, X and the witnesses' doubts; *reliability* and the flags are by place."""
    order, spoken = plan.pedigree.order, plan.evidence
    weight = np.where(is_active, reliability, 0.0)
    support, challenge = np.zeros(order.size), np.zeros(order.size)
    support[spoken.supports.targets] = masses(spoken.supports, picked(weight, spoken.supports.speakers))
    for copies in spoken.copies:
        support[copies.target] = mass_of_copies(copies, weight, is_active)
    against = spoken.challenges
    weights = picked(weight, against.speakers)
    weights[picked(columns.kind, against.edges) == CONCERNS] *= policy.concern_weight
    settled_at = picked(columns.verified, picked(columns.target, against.edges))
    weights[picked(columns.at, against.edges) <= settled_at] = 0.0
    challenge[against.targets] = masses(against, weights)
    left = doubts(spoken.witnesses, order, reliability, is_active & is_grounded, limit=policy.witness_limit)
    is_retracted = picked(columns.status == RETRACTED, order)
    support[is_retracted] = challenge[is_retracted] = 0.0
    return Weighed(
        policy.support_cap * np.tanh(support),
        policy.challenge_cap * np.tanh(challenge),
        left._replace(has_witness=left.has_witness & ~is_retracted),
        picked(~np.isnan(columns.verified), order) & ~is_retracted,
        is_grounded,
    )


def _approved(columns: Columns, credibility: Floats, freshness: Floats, policy: Policy) -> Bools:
    found: Bools = columns.pinned & ~columns.stale & ~np.isnan(columns.verified)
    found &= (credibility >= policy.approval_credibility) & (freshness >= policy.approval_freshness)
    return found


def to_assessments(
    arrays: Arrays, columns: Columns, plan: Plan, numbers: Iterable[int] | None = None
) -> dict[str, Assessment]:
    """
    Assessments as the lazy engine gives them, but for `roots`, `supporters`, `challengers` and `witnesses`.

    Those are left empty: a reader of one record's reasons asks `caveat.trust.assess` about it.

    Args:
        arrays: From `assess_all`.
        columns: What they were reckoned from; needs its `refs`.
        plan: As given to `assess_all`.
        numbers: Which records, by number; None = all.
    """
    refs: list[str | None] = [*columns.refs, None]  # no source is -1
    chosen = np.arange(len(columns.refs)) if numbers is None else np.array([*numbers], dtype=np.intp)
    weakest = [weakest_sources(plan.pedigree, share) for share in (arrays.reliability, arrays.credibility)]
    every: list[NDArray[Any]] = [*arrays, *weakest]
    fields = [array[chosen].tolist() for array in every]
    retracted = _Ancestors(arrays.stands_on_retracted, columns.status == RETRACTED, columns.refs, plan)
    superseded = _Ancestors(arrays.stands_on_superseded, columns.status == SUPERSEDED, columns.refs, plan)
    found = {}
    for number, *row in zip(chosen.tolist(), *fields, strict=True):
        ref = columns.refs[number]
        on_retracted, on_superseded, weakest_source, weakest_prior = row[-4:]
        found[ref] = Assessment._make(
            (
                ref,
                *row[:11],
                (),
                refs[weakest_source],
                refs[weakest_prior],
                VOLATILITIES[row[11]],
                *row[12:-4],
                retracted.nearest(number) if on_retracted else (),
                superseded.nearest(number) if on_superseded else (),
                *((), (), ()),
            )
        )
    return found


class _Ancestors(NamedTuple):
    """
    The ancestors that bear a mark.

    Attributes:
        is_below: By number, whether an ancestor bears it.
        is_marked: By number, whether the record itself does.
        refs: By number.
        plan: Of the same records.
    """

    is_below: Bools
    is_marked: Bools
    refs: Sequence[str]
    plan: Plan

    def nearest(self, number: int) -> tuple[str, ...]:
        """Refs of the marked ancestors that no other marked one hides, sorted."""
        ground = self.plan.pedigree
        found, seen, path = set(), {number}, [number]
        while path:
            row = ground.place[path.pop()] - ground.primaries  # only what is derived is below something
            places = ground.sources[ground.starts[row] : ground.starts[row + 1]]
            for source in ground.order[places].tolist():
                if source in seen:
                    continue
                seen.add(source)
                if self.is_marked[source]:
                    found.add(source)
                elif self.is_below[source]:
                    path.append(source)
        return tuple([self.refs[source] for source in sorted(found)])
