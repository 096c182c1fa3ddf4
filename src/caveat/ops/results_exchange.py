"""What exporting, importing and forgetting return."""

from typing import NamedTuple

from caveat.model.events import Event
from caveat.model.findings import Finding


class Exported(NamedTuple):
    """
    Every event of a vault.

    Attributes:
        lines: One event each, as the ledger writes it, line end included; by ``(at, id)``.
        findings: What of the ledger could not be read, and ids that came with several contents.
        output: File that was written; empty when none was asked for.
    """

    lines: tuple[bytes, ...]
    findings: tuple[Finding, ...]
    output: str = ""


class Imported(NamedTuple):
    """
    What an import brings; the same for a dry run, which writes nothing.

    Attributes:
        name: Where the events came from.
        new: Ids of the events that are new here, in the order of the file.
        known: Number of events that are here already.
        forgotten: Number of events that were forgotten; their text is not taken in.
        refused: Number of events that are here with another content, each named in *findings*.
        kinds: New events by kind, the most first.
        authors: New events by author and kind of author, the most first.
        findings: What is wrong in the file, by line.
        remarks: What a person should know.
        is_dry: Nothing was written.
        is_indexed: The index has them; False when it could not take them in, and then the next run does.
    """

    name: str
    new: tuple[str, ...]
    known: int
    forgotten: int
    refused: int
    kinds: dict[str, int]
    authors: dict[tuple[str, str], int]
    findings: tuple[Finding, ...]
    remarks: tuple[str, ...] = ()
    is_dry: bool = False
    is_indexed: bool = True


class Place(NamedTuple):
    """Where an event stands: a ledger file (vault-relative) and its lines, from 1."""

    path: str
    lines: tuple[int, ...]


class Forgotten(NamedTuple):
    """
    What is forgotten, and where it still may be.

    Attributes:
        event: The event, with the body that it had; already a tombstone when nothing here holds it.
        places: Where its text stands, or stood.
        events: Id of the event that was appended; empty when it was forgotten before, and in a dry run.
        same_text: Ids of other events that hold the same text; they are untouched.
        elsewhere: What else may hold it, in plain words.
        is_dry: Nothing was written.
        is_wiped: The bytes of the index do not hold it any more; False also in a dry run.
    """

    event: Event
    places: tuple[Place, ...]
    events: tuple[str, ...] = ()
    same_text: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    is_dry: bool = False
    is_wiped: bool = False
