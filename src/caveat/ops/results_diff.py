"""What `diff` returns."""

from typing import NamedTuple

from caveat.model.records import Day


class DiffEvent(NamedTuple):
    """
    Something that was recorded, or a note that came, since the day asked about.

    Attributes:
        id: Id of the event; the path of a note that came, ``path:verified`` of one that bears a date.
        at: When.
        kind: Kind of the event; ``note`` for a note that came, ``dated`` for a human's look written into one.
        by: Who; empty where nobody is named.
        refs: Records whose numbers it is about.
        words: The same in plain words.
    """

    id: str
    at: Day
    kind: str
    by: str
    refs: tuple[str, ...]
    words: str


class Shift(NamedTuple):
    """
    A record whose trust is not what it was.

    Attributes:
        ref: The record.
        title: How a reader names it.
        before: Its trust then; None when it was not there.
        after: Its trust now.
        credibility_before: C then, in ``[0, 1]``; None when it was not there.
        credibility_after: C now.
        freshness_before: F then; None when it was not there.
        freshness_after: F now.
        calibration_before: κ of its author then; None when it was not there.
        calibration_after: κ of its author now.
        author: Who stands behind it; empty when nobody does.
        events: Ids of the events about it, what it was made from and who speaks of it, by instant.
        through_author: Ids of the events about other claims of its author, when those moved κ.
        is_aged_only: Only time passed.
    """

    ref: str
    title: str
    before: float | None
    after: float
    credibility_before: float | None
    credibility_after: float
    freshness_before: float | None
    freshness_after: float
    calibration_before: float | None
    calibration_after: float
    author: str
    events: tuple[str, ...]
    through_author: tuple[str, ...]
    is_aged_only: bool


class Diff(NamedTuple):
    """
    What gained and lost trust, and through what.

    Attributes:
        since: Day asked about; what happened on it and after it is told.
        as_of: Day freshness is reckoned at now.
        moved: Records whose trust moved because something was said or came, the largest move first.
        aged: Records that only time moved, the largest move first.
        new: Records that were not there, by ref.
        events: What was recorded, and which notes came, by instant; the program's own bookkeeping left out.
    """

    since: Day
    as_of: Day
    moved: tuple[Shift, ...]
    aged: tuple[Shift, ...]
    new: tuple[Shift, ...]
    events: tuple[DiffEvent, ...]
