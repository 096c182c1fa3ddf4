"""Freshness: what time leaves of a record that the world may have outrun."""

from caveat.model.policy import DEFAULT_POLICY, Policy
from caveat.model.records import Day, Record, Volatility

SPEED: dict[Volatility, int] = {"static": 0, "slow": 1, "fast": 2}
"""Order of volatilities, the fastest last."""


def clock_start(record: Record) -> Day | None:
    """When a record's clock last started: the later of verification and creation; None = undated."""
    created, verified = record.created, record.verified
    if created is None:
        return verified
    return created if verified is None or verified < created else verified


def age(record: Record, *, as_of: Day) -> float:
    """Days since the record's clock last started, ``>= 0``; 0 for a future date and for no date."""
    start = clock_start(record)
    return 0.0 if start is None or start >= as_of else as_of - start


def freshness(
    record: Record, volatility: Volatility, *, as_of: Day, policy: Policy = DEFAULT_POLICY
) -> float:
    """
    F of a record at *as_of*: ``½ ^ (age / half-life)``.

    Args:
        record: Uses `created` and `verified`.
        volatility: Its effective volatility, sources considered.
        as_of: The instant that is asked about.
        policy: Uses `half_life` (365 and 90 days, from the second-brain article).

    Returns:
        A value in ``[0, 1]``; 1 for a volatility without a half-life, an undated record, a future date.
    """
    half_life = policy.half_life.get(volatility)
    if half_life is None:
        return 1.0
    days = age(record, as_of=as_of)
    return 0.5 ** (days / half_life) if days else 1.0
