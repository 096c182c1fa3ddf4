"""What journeys that record something return."""

from typing import NamedTuple

from caveat.model.assessment import Assessment
from caveat.model.events import Actor
from caveat.model.records import Record

TOLD = 5e-4
"""Least change of trust that is told: half of what three decimals show."""


class Author(NamedTuple):
    """
    Who records something.

    Attributes:
        name: Name under which it is kept; never empty.
        actor: What kind of author; only a human can verify and confirm.
    """

    name: str
    actor: Actor = "human"


class Moved(NamedTuple):
    """
    A record whose trust is not what it was.

    Attributes:
        ref: The record.
        title: How a reader names it.
        before: Its trust until now, in ``[0, 1]``; None when it was not there.
        after: Its trust from now on; None when it is not there any more.
    """

    ref: str
    title: str
    before: float | None
    after: float | None


class Recorded(NamedTuple):
    """
    What was recorded, and what it did.

    Attributes:
        events: Ids of the events appended, in order; empty when everything was recorded before.
        ref: The record that was made or spoken of.
        record: The same as it stands now; None when it is not there any more.
        before: Its trust until now; None when it was not there.
        after: Its trust from now on; None when it is not there any more.
        moved: What else gained or lost trust by it: what stands on it, nearest first.
        remarks: What a person should know: why a number did not move, what the matcher found.
        is_indexed: The index has it; False when another process held the index for too long, and then
            the next index run takes it in.
    """

    events: tuple[str, ...]
    ref: str
    record: Record | None
    before: Assessment | None
    after: Assessment | None
    moved: tuple[Moved, ...] = ()
    remarks: tuple[str, ...] = ()
    is_indexed: bool = True
