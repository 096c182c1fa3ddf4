"""What the list of claims returns: plain values that a face renders and ``--json`` spells out."""

from typing import NamedTuple

from caveat.model.assessment import Assessment
from caveat.model.events import Actor
from caveat.model.records import Because, Day, EdgeKind, Record
from caveat.ops.results import Behind

MOST_WRONG = 20
"""Wrong claims that each claim of their author names (our choice): all of them would be a list of squares."""


class Calibration(NamedTuple):
    """
    How an author's other claims fared, as one claim feels it.

    Attributes:
        value: κ, in ``[calibration_floor, 1]``.
        others: Number of the author's other claims that are not retracted.
        wrong: Refs of those among them that turned out wrong, sorted, the first `MOST_WRONG`.
        wrong_total: How many of them turned out wrong.
    """

    value: float
    others: int
    wrong: tuple[str, ...] = ()
    wrong_total: int = 0


class Speaker(NamedTuple):
    """
    A record that supports, contradicts, concerns or supersedes a claim.

    Attributes:
        ref: Who speaks.
        title: How a reader names it.
        kind: What it says of the claim.
        at: When; None = unknown.
        origin: Where that is written: an event id, or ``path:line`` of a note.
        counts: It takes part in the number; `Vault.why` says why another does not.
        is_confirmed: A human or the matcher found the same statement (supports only).
        because: Why it supersedes; None on every other kind.
        said_by: Who recorded that, where it is not the speaker's own author; empty otherwise.
    """

    ref: str
    title: str
    kind: EdgeKind
    at: Day | None
    origin: str
    counts: bool
    is_confirmed: bool = False
    because: Because | None = None
    said_by: str = ""


class Act(NamedTuple):
    """
    An event that touched a claim.

    Attributes:
        event: Its id.
        at: When.
        kind: What happened: ``claim``, ``supports``, ``contradicts``, ``concerns``, ``supersedes``,
            ``confirm``, ``withdraw``, ``retract``, ``verify``, ``observed`` or ``request``.
        by: Who.
        actor: What kind of author.
        source: The record that speaks, of an edge; else the claim.
        target: The record spoken of, of an edge; else the claim.
        title: How a reader names the other record of an edge; empty when there is none, or it is gone.
        detail: Why, where the event says it: ``corrected``, the reason of a request; else empty.
    """

    event: str
    at: Day
    kind: str
    by: str
    actor: Actor
    source: str
    target: str
    title: str = ""
    detail: str = ""


class ListedClaim(NamedTuple):
    """
    A claim as a list shows it.

    Attributes:
        record: The claim; ``declared`` is what its author stated, ``created`` and ``verified`` are its dates.
        text: The statement, verbatim.
        assessment: Its trust.
        badges: What a reader should know of it.
        calibration: How its author's other claims fared.
        supporters: Who supports it, by origin.
        challengers: Who contradicts or concerns it, by origin.
        superseded_by: Who took its place, by origin; the last one counts.
        replaced_by: Ref of the head of its chain; empty unless superseded.
        replaced_by_title: How a reader names that.
        history: What touched it, oldest first; nothing of it is evidence by itself.
    """

    record: Record
    text: str
    assessment: Assessment
    badges: tuple[str, ...]
    calibration: Calibration
    supporters: tuple[Speaker, ...] = ()
    challengers: tuple[Speaker, ...] = ()
    superseded_by: tuple[Speaker, ...] = ()
    replaced_by: str = ""
    replaced_by_title: str = ""
    history: tuple[Act, ...] = ()


class ClaimList(NamedTuple):
    """
    The claims asked for.

    Attributes:
        claims: Latest first.
        active: Number of active claims of the author asked for, or of all.
        superseded: Number of superseded ones.
        retracted: Number of retracted ones.
        total: Number of claims that fit, of which *claims* may be the latest only.
        authors: Number of claims by author, of all authors, the most first.
        as_of: The day freshness was reckoned at.
        behind: How far the index is behind the files.
    """

    claims: tuple[ListedClaim, ...]
    active: int
    superseded: int
    retracted: int
    total: int
    authors: dict[str, int]
    as_of: Day
    behind: Behind
