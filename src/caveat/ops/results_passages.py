"""What `passages` returns: records as they are handed to a reader who acts on what they say."""

from typing import Literal, NamedTuple

from caveat.model.assessment import Assessment
from caveat.model.notes import Chunk
from caveat.model.records import EdgeKind, Record
from caveat.ops.results import Behind

Basis = Literal["verified", "grounded", "claim", "derived", "undeclared"]
"""
What a passage stands on, one word: ``verified`` a human confirmed it and nothing since withdrew that
(approved) · ``claim`` an author's word · ``derived`` made from other records · ``grounded`` a primary whose
kind or reliability is stated · ``undeclared`` a primary of which nobody said how reliable it is.
"""

Disposition = Literal["stands", "contested", "stale", "superseded", "retracted"]
"""How a passage may be used, the gravest word that holds; ``stands`` when none does."""


class Conflict(NamedTuple):
    """
    A record that speaks against a passage, and counts.

    Attributes:
        record: Who speaks.
        assessment: Its trust.
        kind: ``contradicts`` or ``concerns``; the graver when it says both.
        basis: What it stands on.
        text: Its statement; of a note its opening.
    """

    record: Record
    assessment: Assessment
    kind: EdgeKind
    basis: Basis
    text: str


class Passage(NamedTuple):
    """
    A record with its text, its trust and what speaks against it.

    Attributes:
        record: The record.
        assessment: Its trust.
        badges: What a reader should know of it.
        basis: What it stands on.
        disposition: How it may be used.
        chunks: Its prose in order; empty unless asked for.
        conflicts: What speaks against it, the heaviest first.
        replaced_by: Ref of the head of its chain; empty unless superseded.
    """

    record: Record
    assessment: Assessment
    badges: tuple[str, ...]
    basis: Basis
    disposition: Disposition
    chunks: tuple[Chunk, ...]
    conflicts: tuple[Conflict, ...]
    replaced_by: str


class Passages(NamedTuple):
    """Passages by ref, in the order asked for, and how far the index is behind the files."""

    by_ref: dict[str, Passage]
    behind: Behind
