"""Facts and verdicts: the numbers that may leave, and what a gate says of each number in a draft."""

from decimal import Decimal
from typing import Literal, NamedTuple

from caveat.model.quantities import Modifier, Quantity, QuantityKind, RangeEnd

Decision = Literal["CONFIRMED", "AMBIGUOUS", "REJECTED"]
Reason = Literal[
    "BOUND",
    "WAIVED",
    "SUBJECT",
    "READING",
    "MISBOUND",
    "UNKNOWN",
    "STALE",
    "UNCLASSIFIED",
]
"""Why a number was decided on as it was.

- CONFIRMED: BOUND, or WAIVED
- AMBIGUOUS: SUBJECT (several owners fit, or none is named), or READING (the notation reads two ways)
- REJECTED: MISBOUND (the value is another subject's), UNKNOWN (in no fact), STALE (its fact may not be
  relied on now), or UNCLASSIFIED (digits that nobody can name)
"""

How = Literal["cell", "clause", "sentence", "lead", "heading", "apart", "carried", "none"]
"""
Where the subject of a number was named, the nearest first.

``apart`` = in the sentence, but another owner seems to be meant; ``carried`` = in an earlier sentence.
"""

GATED: tuple[QuantityKind, ...] = ("money", "percent", "pp", "multiplier")
"""Kinds of numbers that are judged unless the vault says otherwise; the others are counted."""


class Leeway(NamedTuple):
    """
    How far from a fact a number may be written.

    Attributes:
        is_exact: The number must equal the fact; else it may be the fact rounded to the places it is
            written with.
        within: Distance in the fact's unit that always passes, ``>= 0``.
        about: Distance that passes beside a word like *about*, ``>= 0``.
    """

    is_exact: bool = False
    within: Decimal = Decimal(0)
    about: Decimal = Decimal(0)


class Fact(NamedTuple):
    """
    One number that may be published.

    Attributes:
        id: Its name; unique among the facts of one run.
        subjects: Whose number it is: the name first, then other names for the same; empty = bound by value
            and unit alone.
        attributes: What of the subject it counts, with other words for the same; empty = not stated.
        value: In the major unit.
        unit: As in `Quantity`.
        kind: As in `Quantity`.
        step: As in `Quantity`; a computed value has the step that it was rounded to.
        words: The value as written.
        modifier: As in `Quantity`: a fact may be a bound.
        range_end: Which end of a range it is.
        leeway: How far from it a number may be written.
        per: What the number is counted for (``1M tokens``); told, not judged.
        note: What a reader should know of it.
        path: File that it is written in.
        line: Line in that file, from 1.
        operands: Ids of the facts that it is computed from.
        objection: Why it may not be relied on now; empty = approved.
    """

    id: str
    subjects: tuple[str, ...]
    attributes: tuple[str, ...]
    value: Decimal
    unit: str
    kind: QuantityKind
    step: Decimal = Decimal(1)
    words: str = ""
    modifier: Modifier = ""
    range_end: RangeEnd = ""
    leeway: Leeway = Leeway()
    per: str = ""
    note: str = ""
    path: str = ""
    line: int = 0
    operands: tuple[str, ...] = ()
    objection: str = ""

    @property
    def place(self) -> str:
        """``path:line``, or the path alone."""
        return f"{self.path}:{self.line}" if self.line else self.path


class Derivation(NamedTuple):
    """
    A fact that is declared as arithmetic over others.

    Attributes:
        fact: All of it but its value, unit, kind and step.
        formula: What computes it, without the ``=``.
    """

    fact: Fact
    formula: str


class Waiver(NamedTuple):
    """
    Leave to publish some words although no fact holds their number.

    Attributes:
        words: The words, numbers included, as a reader of the draft sees them.
        draft: Path or glob of the drafts that it holds for; empty = all.
        reason: Why.
        who: Who says so.
        path: File that it is written in.
        line: Line in that file, from 1; 0 = not known.
        objection: Why it does not count now; empty = it does.
    """

    words: str
    draft: str = ""
    reason: str = ""
    who: str = ""
    path: str = ""
    line: int = 0
    objection: str = ""


class Verdict(NamedTuple):
    """
    A number of a draft, judged.

    Attributes:
        decision: One of three; only CONFIRMED passes.
        reason: Why.
        start: First code point in the visible text.
        end: One past the last.
        words: What stands there.
        quantity: What it was read as; None for unclassified digits.
        how: Where its subject was named.
        named: Subjects that are named for it.
        facts: The facts that the decision rests on: those that bind it, the owners of its value, the nearest.
        instead: Facts of the subject that is named, of this unit and attribute; told of a value that is
            another's.
        detail: What more there is to say, in plain words; empty when the reason says it all.
    """

    decision: Decision
    reason: Reason
    start: int
    end: int
    words: str
    quantity: Quantity | None = None
    how: How = "none"
    named: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    instead: tuple[Fact, ...] = ()
    detail: str = ""
