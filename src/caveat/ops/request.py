"""What a reader asks a search for, checked."""

import os
import posixpath
from math import inf, nextafter
from pathlib import Path
from typing import NamedTuple, TypedDict

from caveat.model.errors import InputError
from caveat.model.records import Day, RecordClass
from caveat.model.search import EVERYWHERE, Scope
from caveat.text.dates import iso_date

CANDIDATES = 100
"""Records among which trust may reorder (DESIGN, "Retrieval")."""

WIDE_CANDIDATES = 1_000
"""The same when a least trust is asked for, which is known only after assessing; our choice."""


_SECOND = 1 / 86_400


class Options(TypedDict, total=False):
    """What `Vault.search` may be asked beside query and number of hits; see `Vault.answer`."""

    trust: bool | None
    as_of: Day | None
    record_class: RecordClass | None
    folder: str
    since: Day | None
    until: Day | None
    min_trust: float
    explain: bool
    meaning: bool


class Request(NamedTuple):
    """
    What a reader asks for.

    Attributes:
        text: The query as typed; never an error.
        k: Most hits to return, ``>= 1``.
        is_trust_on: Whether trust takes part in the order.
        as_of: The day freshness is reckoned at.
        scope: Only records in it.
        min_trust: Least trust of a hit, in ``[0, 1]``; needs trust on.
        is_explained: Whether to explain each score.
        is_by_words: By words alone, whatever vectors there are.
    """

    text: str
    k: int = 10
    is_trust_on: bool = True
    as_of: Day = 0.0
    scope: Scope = EVERYWHERE
    min_trust: float = 0.0
    is_explained: bool = False
    is_by_words: bool = False

    @property
    def candidates(self) -> int:
        """Most records to look at."""
        return max(self.k, WIDE_CANDIDATES if self.min_trust > 0 else CANDIDATES)

    def checked(self) -> "Request":
        """
        This request.

        Raises:
            InputError: A number is out of range, or two wishes exclude each other.
        """
        if self.k < 1:
            raise InputError(f"k is {self.k}: ask for at least one hit")
        if not 0 <= self.min_trust <= 1:
            raise InputError(f"min_trust is {self.min_trust}: it lies between 0 and 1")
        if self.min_trust > 0 and not self.is_trust_on:
            raise InputError("min_trust needs trust, which is off: leave one of the two out")
        return self


def scope_of(
    root: Path, record_class: RecordClass | None, folder: str, since: Day | None, until: Day | None
) -> Scope:
    """
    The records that a reader limits a question to.

    Args:
        root: Real path of the vault, for a folder typed from within another one.
        record_class: As `Scope` has it.
        folder: As typed: a path in the vault, or from the current folder; empty or the vault itself =
            everywhere.
        since: First day.
        until: Last day; one without a time of day counts to its end.

    Raises:
        InputError: The folder lies outside the vault, or the last day before the first one.
    """
    if since is not None and until is not None and until < since:
        raise InputError(f"nothing lies since {iso_date(since)} and until {iso_date(until)}: swap the two")
    if until is not None:
        # A scope ends before its last instant, which is itself still meant.
        until = until + 1.0 if float(until).is_integer() else nextafter(until, inf)
    return Scope(record_class, _folder(root, folder), since, until)


def words_of(scope: Scope) -> str:
    """What lies in *scope*, as one says after "no": ``note or claim of class log in the folder 'a'``."""
    words = "note" if scope.folder else "note or claim"
    words += f" of class {scope.record_class}" if scope.record_class else ""
    words += f" in the folder {scope.folder!r:.80}" if scope.folder else ""
    words += f" made since {iso_date(scope.since)}" if scope.since is not None else ""
    if scope.until is not None:
        words += f"{'' if scope.since is not None else ' made'} until {iso_date(scope.until - _SECOND)}"
    return words + (" (undated ones left out)" if (scope.since, scope.until) != (None, None) else "")


def _folder(root: Path, typed: str) -> str:
    if not typed.strip():
        return ""
    inside = posixpath.normpath(typed.strip())
    if not inside.startswith(("/", "../")) and inside != ".." and _is_folder(root / inside):
        return "" if inside == "." else inside
    here = Path(os.path.realpath(typed)) if "\0" not in typed else root
    if here.is_relative_to(root) and _is_folder(here):
        return "" if here == root else here.relative_to(root).as_posix()
    if inside.startswith(("/", "../")) or inside == "..":
        raise InputError(f"the folder {typed!r:.80} is not in the vault {root}: name one below it")
    # The index may know it still: its answer says so when it does not.
    return inside


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
