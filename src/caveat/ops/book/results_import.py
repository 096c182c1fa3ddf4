"""What importing and exporting a glossary return."""

from typing import Literal, NamedTuple

from caveat.model.findings import Finding
from caveat.model.terms import Term
from caveat.vault.glossaries.writing import Loss

Standing = Literal["new", "same", "fills", "differs", "collides", "short-key", "unreadable"]
STANDINGS: tuple[Standing, ...] = (
    "new", "fills", "same", "differs", "collides", "short-key", "unreadable",
)  # fmt: skip


class Change(NamedTuple):
    """
    A field in which a row and a term of the book are not alike.

    Attributes:
        field: As in a terms file.
        here: What the book has, in words; empty = nothing.
        there: What the row says.
        is_fill: The row adds to what is here and takes nothing away.
    """

    field: str
    here: str
    there: str
    is_fill: bool


class Outcome(NamedTuple):
    """
    What becomes of one row.

    Attributes:
        standing: ``new`` and ``fills`` are written on request, ``differs`` is proposed to a human, the others
            change nothing.
        line: Line, row or number in the file, from 1; 0 = the whole file.
        headword: As the row has it; empty when it cannot be read.
        rendering: As the row has it.
        ref: The term of the book that it is about; empty when there is none.
        reason: Why, in words; empty when the standing says it all.
        changes: Fields that are not alike.
        term: What would be written; None when nothing can be.
    """

    standing: Standing
    line: int
    headword: str = ""
    rendering: str = ""
    ref: str = ""
    reason: str = ""
    changes: tuple[Change, ...] = ()
    term: Term | None = None


class Imported(NamedTuple):
    """
    A preview, and what was written of it.

    Attributes:
        name: How the file is called.
        format: Name of the format that it was read as.
        is_guessed: Other formats fit it too.
        outcomes: By line.
        remarks: What holds for the whole file: fields that are not taken.
        is_applied: Something was to be written; False = a preview.
        added: Refs of terms that are new in the book.
        filled: Refs of terms that were added to.
        proposed: Ids of the events that propose another rendering.
        unwritten: What could not be written, and why.
    """

    name: str
    format: str
    is_guessed: bool
    outcomes: tuple[Outcome, ...]
    remarks: tuple[Finding, ...] = ()
    is_applied: bool = False
    added: tuple[str, ...] = ()
    filled: tuple[str, ...] = ()
    proposed: tuple[str, ...] = ()
    unwritten: tuple[Finding, ...] = ()

    def counts(self) -> dict[Standing, int]:
        """How many rows have each standing, those with none among them."""
        found = dict.fromkeys(STANDINGS, 0)
        for outcome in self.outcomes:
            found[outcome.standing] += 1
        return found


class ExportedTerms(NamedTuple):
    """
    A glossary as another program reads it.

    Attributes:
        format: Name of the format.
        data: The file.
        entries: How many entries it has.
        terms: How many terms of the book were to be written.
        losses: What it does not hold.
        output: File that was written; empty when none was asked for.
    """

    format: str
    data: bytes
    entries: int
    terms: int
    losses: tuple[Loss, ...]
    output: str = ""
