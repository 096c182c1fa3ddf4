"""Records and edges: what is kept, and what one record says of another."""

from typing import Literal, NamedTuple

RecordKind = Literal["note", "claim", "fact", "term"]
Status = Literal["active", "superseded", "retracted"]
Step = Literal["copy", "summary", "synthesis", "weave", "leap"]
Volatility = Literal["static", "slow", "fast"]
RecordClass = Literal["log", "lesson", "record", "skill"]
EdgeKind = Literal["derives", "supports", "contradicts", "concerns", "supersedes"]
Because = Literal["updated", "corrected"]

STEPS: tuple[Step, ...] = ("copy", "summary", "synthesis", "weave", "leap")
VOLATILITIES: tuple[Volatility, ...] = ("static", "slow", "fast")
CLASSES: tuple[RecordClass, ...] = ("log", "lesson", "record", "skill")
EVIDENCE: tuple[EdgeKind, ...] = ("supports", "contradicts", "concerns")

Day = float
"""An instant: days since 1970-01-01T00:00Z, fractions allowed. A bare date is the start of that day."""


class Record(NamedTuple):
    """
    An assertion with a pedigree: the inputs that trust is computed from, and what names it to a reader.

    Nothing computed is stored here. Days are `Day` values; shares lie in ``[0, 1]``.

    Attributes:
        ref: Canonical ref, such as ``note:dir/a.md`` or ``claim:<ULID>``.
        kind: What its body is.
        title: How a reader names it; never empty for a record that came from a file.
        declared: Hand-set reliability of a primary or stated confidence of a claim; None = undeclared.
        declared_by: Where *declared* came from, in words a reader understands (``kind contract``).
        sources: Refs of the records it was made from, each resolved, in the order written.
        step: How it was made from them; None = not stated.
        asserted_by: Who stands behind it; None = an author of its own.
        generated_by: Who typed it; never scores.
        volatility: How fast it ages; None = the fastest among its sources.
        is_model_text: A model typed it, so that without sources it is undeclared whatever it declares.
        is_grounded: The bytes of a primary are stored and its kind or reliability is stated. Read on
            primaries only.
        status: Whether it still speaks.
        created: When it was made; None = unknown.
        verified: When a human last confirmed this very content; None = never.
        is_pinned: The verification is bound to a content hash.
        is_stale: A source's content differs from what it was when a human last looked.
        identity: Records that share it are one root and one voice; None = only itself.
        record_class: What weight it has in a result list; None = no class.
        path: Vault-relative path with ``/``; empty for a record without a file.
        line: Line of the file where the record starts, from 1.
        content_hash: Hash of the statement (not of the bookkeeping); empty when unknown.
        has_missing_source: At least one stated source could not be found.
    """

    ref: str
    kind: RecordKind = "note"
    title: str = ""
    declared: float | None = None
    declared_by: str = ""
    sources: tuple[str, ...] = ()
    step: Step | None = None
    asserted_by: str | None = None
    generated_by: str | None = None
    volatility: Volatility | None = None
    is_model_text: bool = False
    is_grounded: bool = False
    status: Status = "active"
    created: Day | None = None
    verified: Day | None = None
    is_pinned: bool = False
    is_stale: bool = False
    identity: str | None = None
    record_class: RecordClass | None = None
    path: str = ""
    line: int = 1
    content_hash: str = ""
    has_missing_source: bool = False


class Edge(NamedTuple):
    """
    What one record says of another: ``source`` supports, contradicts, … ``target``.

    Attributes:
        kind: The relation.
        source: Ref of the record that speaks.
        target: Ref of the record spoken of.
        at: When the edge was made; None = unknown, and then a challenge always counts.
        is_confirmed: A human or a deterministic matcher found the same statement (supports only).
        because: Why a record was superseded; None on every other kind.
        origin: Where the edge is written: an event id, or ``path:line``.
    """

    kind: EdgeKind
    source: str
    target: str
    at: Day | None = None
    is_confirmed: bool = False
    because: Because | None = None
    origin: str = ""


class Tally(NamedTuple):
    """
    How an author's claims have fared; what calibration is computed from.

    Attributes:
        claims: Number of the author's claims that are not retracted.
        wrong: Refs of those that turned out wrong, with the confidence that each had declared.
    """

    claims: int = 0
    wrong: tuple[tuple[str, float], ...] = ()
