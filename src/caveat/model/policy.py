"""Policy: every constant of the arithmetic, with its default, its range and where it comes from."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from caveat.model.records import RecordClass, Step, Volatility

FORMULA = "trust/v1"
"""Id of the arithmetic. It changes when the same inputs would give another number."""

RETENTION: Mapping[Step, float] = MappingProxyType(
    {"copy": 1.00, "summary": 0.98, "synthesis": 0.96, "weave": 0.95, "leap": 0.90}
)
HALF_LIFE: Mapping[Volatility, float] = MappingProxyType({"slow": 365.0, "fast": 90.0})
CLASS_WEIGHT: Mapping[RecordClass, float] = MappingProxyType(
    {"log": 0.55, "lesson": 0.80, "record": 1.00, "skill": 1.20}
)
KIND_RELIABILITY: Mapping[str, float] = MappingProxyType(
    {
        "contract": 1.0,
        "law": 1.0,
        "official document": 1.0,
        "id": 1.0,
        "bank statement": 1.0,
        "raw record": 1.0,
        "raw e-mail": 1.0,
        "transcript": 0.99,
        "first-hand": 0.95,
        "web": 0.80,
    }
)


class Policy(NamedTuple):
    """
    Every constant the product computes with, in one value.

    The retention factors, half-lives, class weights and kind reliabilities are those of the second-brain
    article; the caps and the calibration are those of the Recall article; the rest is our choice and
    is said to be so.

    Attributes:
        retention: Share of trust a step keeps, each in ``(0, 1]``.
        default_step: The step of a derived record that states none.
        half_life: Days after which freshness halves, each ``> 0``; a volatility without one never decays.
        class_weight: Factor of a record class in a result list, each ``> 0``.
        kind_reliability: Reliability of a primary of a known kind, each in ``[0, 1]``.
        undeclared: Reliability of a primary that declares none (our choice), in ``[0, 1]``.
        support_cap: Most that unconfirmed agreement adds (Recall article), in ``[0, 1]``.
        challenge_cap: Most that open contradictions take away (Recall article), in ``[0, 1]``.
        concern_weight: Weight of a concern beside a contradiction (Recall article), in ``[0, 1]``.
        human_witness: Strength of a human verification as a witness (our choice), in ``[0, 1]``.
        witness_limit: Strongest supporters among which the best witnesses are sought exactly (our choice).
        calibration_floor: Least calibration of an author (Recall article), in ``[0, 1]``.
        calibration_minimum: Claims below which an author is not calibrated (our choice).
        junk_share: Share of what a claim declares that a contradiction's own pedigree must reach before
            it counts against the author (our choice), in ``[0, 1]``.
        approval_credibility: Credibility from which a verified record is approved (our choice).
        approval_freshness: Freshness from which a verified record is approved (our choice).
        aged_source: Root freshness below which a record shows *aged source* (our choice).
    """

    retention: Mapping[Step, float] = RETENTION
    default_step: Step = "synthesis"
    half_life: Mapping[Volatility, float] = HALF_LIFE
    class_weight: Mapping[RecordClass, float] = CLASS_WEIGHT
    kind_reliability: Mapping[str, float] = KIND_RELIABILITY
    undeclared: float = 0.60
    support_cap: float = 0.15
    challenge_cap: float = 0.60
    concern_weight: float = 0.5
    human_witness: float = 0.95
    witness_limit: int = 12
    calibration_floor: float = 0.5
    calibration_minimum: int = 3
    junk_share: float = 0.5
    approval_credibility: float = 0.70
    approval_freshness: float = 0.50
    aged_source: float = 0.50


DEFAULT_POLICY = Policy()
