"""The one place that asks what day it is."""

import time

from caveat.model.records import Day

_SECONDS = 86400.0


def today() -> Day:
    """Now, as a `Day` in UTC."""
    return time.time() / _SECONDS
