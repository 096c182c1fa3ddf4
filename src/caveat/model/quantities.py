"""Quantities: the numbers of a text as values, and the digits that are none, each with its name."""

from decimal import Decimal
from typing import Literal, NamedTuple

QuantityKind = Literal["money", "percent", "pp", "multiplier", "fraction", "number"]
Modifier = Literal["", "approx", "min", "max"]
RangeEnd = Literal["", "lo", "hi"]


class Reading(NamedTuple):
    """
    One way to read a number as written.

    Attributes:
        value: In the major unit: 8 cents are ``0.08``, 12 % are ``12``, 50 basis points ``0.5`` pp.
        step: The last written place in the same unit, ``> 0``: ``0.1`` million for ``$1.2M``. What was
            written stands for ``[value - step/2, value + step/2)``.
    """

    value: Decimal
    step: Decimal


class Quantity(NamedTuple):
    """
    A number that a text claims.

    Attributes:
        value: In the major unit; never a float.
        unit: ISO 4217 code of money; ``%`` for percent, ``pp`` for percentage points, ``x`` for a multiplier;
            ``""`` for a fraction or a bare number.
        kind: What it counts.
        start: First code point of number and unit, in the text that was read.
        end: One past the last.
        step: As in `Reading`.
        range_end: Which end of a range it is; both ends are quantities of their own.
        modifier: What the words beside it make of it: *about*; *at least* and *more than* are both ``min``;
            *at most*, *up to* and *under* are ``max``.
        others: Further readings that the notation allows and nothing in text or setting decides; empty =
            it reads one way only.
        unit_is_assumed: The unit is the document's setting (a bare ``$``), not what the text says.
    """

    value: Decimal
    unit: str
    kind: QuantityKind
    start: int
    end: int
    step: Decimal
    range_end: RangeEnd = ""
    modifier: Modifier = ""
    others: tuple[Reading, ...] = ()
    unit_is_assumed: bool = False


class Noise(NamedTuple):
    """
    Digits that are no quantity.

    Attributes:
        name: What they are (``date``, ``version``, ``phone``, …); ``unclassified`` when nobody can say.
        start: First code point, in the text that was read.
        end: One past the last.
    """

    name: str
    start: int
    end: int


class Extraction(NamedTuple):
    """
    Every number of a text.

    Every run of digits, and every number word beside a unit, lies in one of the two.

    Attributes:
        quantities: By start.
        noise: By start; ``unclassified`` ones among them.
    """

    quantities: tuple[Quantity, ...]
    noise: tuple[Noise, ...]
