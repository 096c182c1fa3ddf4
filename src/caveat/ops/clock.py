"""The one place that asks what time it is."""

import time

from caveat.model.records import Day

_SECONDS = 86400.0


def now() -> Day:
    """This instant, in UTC."""
    return time.time() / _SECONDS


def tonight() -> Day:
    """The end of this day, in UTC: what is dated later did not happen yet."""
    return today() + 1.0


def today() -> Day:
    """The start of this day, in UTC: the same question gives the same answer all day."""
    return float(time.time() // _SECONDS)
