"""The part of the Python API that records: one author, one vault."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from caveat.model.records import Because, RecordClass, Step, Volatility
from caveat.model.store import Store
from caveat.ops import claims
from caveat.ops.behind import MADE_BY, SETTLED
from caveat.ops.claims import NewClaim, Said
from caveat.ops.clock import today
from caveat.ops.made_by import fingerprint_of
from caveat.ops.recorded import Author, Recorded
from caveat.ops.recording import Desk
from caveat.vault.config import load

if TYPE_CHECKING:
    from caveat.ops.results_audit import Verified
    from caveat.ops.results_exchange import Forgotten

Writing = Callable[[], AbstractContextManager[Store]]
"""Opens the index for writing, for one act."""


class Pen:
    """
    Records under one name; use `caveat.Vault.by`.

    Every method appends to the ledger and returns when that is on the disk and the index has it. A record is
    named as on the command line: ref, path, ``path:line``, ``[[link]]``, title, or start of a claim's id.

    All raise `LedgerUnwritable` when nothing could be recorded, `RefNotFound` and `RefAmbiguous` for a name
    that does not fit one record, and `InputError` for what would have no effect; then nothing is recorded.

    Args:
        root: Real path of the vault.
        writing: Opens its index for writing.
        author: Who records.
        is_patient: The files are taken in before each act; False = only when a name fits nothing, as a
            server does that has to answer at once.
    """

    def __init__(self, root: Path, writing: Writing, author: Author, *, is_patient: bool = True) -> None:
        self.author = author
        self._root = root
        self._writing = writing
        self._is_patient = is_patient

    def claim(
        self,
        text: str,
        *,
        stated: float,
        sources: Sequence[str] = (),
        step: Step | None = None,
        volatility: Volatility | None = None,
        record_class: RecordClass | None = None,
        supports: Sequence[str] = (),
        contradicts: Sequence[str] = (),
        concerns: Sequence[str] = (),
    ) -> Recorded:
        """
        Record a statement, and what it says of other records.

        Args:
            text: The statement.
            stated: How sure the author is, in ``[0, 1]``.
            sources: What it was made from.
            step: How; None = a copy when its one source says it word for word, else not stated.
            volatility: How fast it ages; None = as its sources do.
            record_class: Its class; None = none.
            supports: Records that it agrees with.
            contradicts: Records that it contradicts.
            concerns: Records that it raises a concern about.
        """
        new = NewClaim(text, stated, tuple(sources), step, volatility, record_class)
        says = [
            *(Said("supports", target) for target in supports),
            *(Said("contradicts", target) for target in contradicts),
            *(Said("concerns", target) for target in concerns),
        ]
        with self._desk() as desk:
            return claims.add(desk, new, says=says)

    def support(self, source: str, target: str) -> Recorded:
        """Record that *source* agrees with *target*; confirmed when the matcher finds the same statement."""
        with self._desk() as desk:
            return claims.say(desk, "supports", source, target)

    def contradict(self, source: str, target: str) -> Recorded:
        """Record that *source* contradicts *target*."""
        with self._desk() as desk:
            return claims.say(desk, "contradicts", source, target)

    def concern(self, source: str, target: str) -> Recorded:
        """Record that *source* raises a concern about *target*; half the weight of a contradiction."""
        with self._desk() as desk:
            return claims.say(desk, "concerns", source, target)

    def supersede(self, new: str, old: str, *, because: Because) -> Recorded:
        """Record that *new* holds instead of *old*, which is out of date (updated) or wrong (corrected)."""
        with self._desk() as desk:
            return claims.supersede(desk, new, old, because)

    def retract(self, ref: str) -> Recorded:
        """Take a record back: all its numbers are 0 from now on; an agent takes back its own claims only."""
        with self._desk() as desk:
            return claims.retract(desk, ref)

    def confirm(self, source: str, target: str = "") -> Recorded:
        """
        Record that a human found the same statement in both ends of a support.

        Args:
            source: The supporter; or the id of the event that made the support.
            target: The record supported; empty with an event id.
        """
        with self._desk() as desk:
            return claims.confirm(desk, source, target)

    def withdraw(self, source: str, target: str = "") -> Recorded:
        """
        Take back what one record was made to say of another: support, contradiction, concern, succession.

        Args:
            source: The record that speaks; or the id of the event that made it speak.
            target: The record spoken of; empty with an event id.
        """
        from caveat.ops.withdrawal import withdraw

        with self._desk() as desk:
            return withdraw(desk, source, target)

    def request(self, ref: str, reason: str = "") -> Recorded:
        """Ask a human to look at a record; `Vault.review` shows who asked. It is no evidence."""
        with self._desk() as desk:
            return claims.request(desk, ref, reason)

    def verify(self, refs: Sequence[str], *, write: bool = False) -> tuple["Verified", ...]:
        """
        Record that a human looked at records as they are now: their content and their sources'.

        Args:
            refs: The records; all looks are recorded together, or none.
            write: Write ``verified: <today>`` into each note too; no other byte of the file changes.

        Raises:
            EditRefused: The line cannot be written into one of the files; nothing was recorded.
        """
        from caveat.ops.verify import verify

        with self._desk(is_fresh=True) as desk:
            return verify(desk, (refs,) if isinstance(refs, str) else refs, is_written=write)

    def forget(self, text: str, *, dry_run: bool = False) -> "Forgotten":
        """
        Take the text of an event out of every answer, every ledger file and the index, for good.

        Args:
            text: Id of an event or the start of it, or a claim.
            dry_run: Only say what would be forgotten.
        """
        from caveat.ops.forget import forget

        with self._desk() as desk:
            return forget(desk, text, is_dry=dry_run)

    @contextmanager
    def _desk(self, *, is_fresh: bool = False) -> Iterator[Desk]:
        with self._writing() as store:
            desk = Desk(self._root, store, load(self._root), self.author, as_of=today())
            is_current = store.meta(MADE_BY) == fingerprint_of(desk.config) and store.meta(SETTLED) == SETTLED
            if is_fresh or self._is_patient or not is_current:
                desk.refresh()
            yield desk
