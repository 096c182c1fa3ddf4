"""Standing: where a record came from, as its weakest link and its tier."""

from collections.abc import Callable, Iterable
from math import isnan
from typing import NamedTuple

from caveat.model.policy import Policy
from caveat.model.records import Record
from caveat.trust.graph import Graph


def clamp01(value: float) -> float:
    """*value*, kept within ``[0, 1]``."""
    return 0.0 if value < 0.0 else 1.0 if value > 1.0 else value


class Standing(NamedTuple):
    """
    What pedigrees alone say, by ref.

    Attributes:
        reliability: W, in ``[0, 1]``.
        tier: Steps from a primary.
        calibration: κ of the record's author as it scores on this record, in ``[0, 1]``.
    """

    reliability: dict[str, float]
    tier: dict[str, int]
    calibration: dict[str, float]


def declared_share(record: Record, *, is_primary: bool, policy: Policy) -> float:
    """
    What a record declares, in ``[0, 1]``.

    Args:
        record: Uses `declared`; out of range it is brought to the nearer bound, not a number is
            the same as undeclared.
        is_primary: No source of it counts, so that something has to stand in for nothing declared.
        policy: Uses `undeclared`.

    Returns:
        The share; 1, which limits nothing, for a derived record that declares none.
    """
    declared = record.declared
    if declared is None or isnan(declared):
        return policy.undeclared if is_primary else 1.0
    return clamp01(declared)


def retention(record: Record, *, policy: Policy) -> float:
    """The share ρ that the step of a derived record keeps, in ``(0, 1]``; `default_step` when not stated."""
    return policy.retention[record.step or policy.default_step]


def standings(
    order: Iterable[str],
    graph: Graph,
    *,
    policy: Policy,
    kappa_of: Callable[[Record], float] | None = None,
) -> Standing:
    """
    W and tier of the records of *order*: ``κ · min(declared, ρ(step) · min W(sources))``.

    Args:
        order: Refs, every source before what was made from it, and all ancestors present.
        graph: Holds the records and the sources that count.
        policy: Uses `undeclared`, `retention` and `default_step`.
        kappa_of: κ of a record's author, in ``[0, 1]``; None reckons with every κ = 1.

    Returns:
        By ref. A retracted record has reliability 0, and with it all that was made from it.
    """
    reliability: dict[str, float] = {}
    tier: dict[str, int] = {}
    calibration: dict[str, float] = {}
    records, sources = graph.records, graph.sources
    kept, default_step, undeclared = policy.retention, policy.default_step, policy.undeclared
    for ref in order:
        record = records[ref]
        declared, made_from = record.declared, sources.get(ref)
        if made_from:
            weakest = min([reliability[source] for source in made_from])
            tier[ref] = 1 + max([tier[source] for source in made_from])
            # As in `retention`, without the call: this is the innermost loop.
            share = kept[record.step or default_step] * weakest
            if declared is not None:
                share = min(declared_share(record, is_primary=False, policy=policy), share)
        else:
            tier[ref] = 0
            share = undeclared if declared is None else declared_share(record, is_primary=True, policy=policy)
        kappa = kappa_of(record) if kappa_of and record.asserted_by is not None else 1.0
        calibration[ref] = kappa
        reliability[ref] = 0.0 if record.status == "retracted" else kappa * share
    return Standing(reliability, tier, calibration)
