"""One agent at one vault: whose name it writes under, and when the index is brought up to date."""

import logging
import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from caveat.model.errors import CaveatError, IndexMissing, InputError, RefNotFound
from caveat.ops.agent_clients import author_name
from caveat.ops.pen import Pen
from caveat.ops.results import Behind
from caveat.ops.vault import Vault

if TYPE_CHECKING:
    from caveat.ops.book.opening import OpenBook

AT_MOST = 512
"""Chunks that are embedded before an answer is given; our choice, two seconds."""

AT_ONCE = 200
"""Files that are taken in before an answer is given; our choice, about a second. More wait until after it."""

PAUSE = 1.0
"""Seconds between two runs that are made because a name fits nothing; our choice."""

LOG = logging.getLogger("caveat.mcp")
"""Standard error, unless the surroundings say otherwise; standard output belongs to the protocol."""

_OUTSIDE = re.compile(r"/|~[^/\s]*/|~$|[A-Za-z]:/")

Answer = TypeVar("Answer")


class Session:
    """
    What the tools work with; not to be shared between threads.

    The index is refreshed at the start; whenever an answer says that it is behind, before that answer is
    given when little changed and right after it when much did; and when a name fits nothing. What still
    cannot be taken in is said with the answer.

    Args:
        vault: The vault.
        author: The name that everything is recorded under.

    Raises:
        InputError: *author* is no name.
    """

    def __init__(self, vault: Vault, author: str) -> None:
        self.vault = vault
        self.author = author_name(author)
        self.is_due = False
        self.book: OpenBook | None = None
        self._trouble = ""
        self._refused = ""
        self._refreshed_at = 0.0

    @property
    def pen(self) -> Pen:
        """What records, always as an agent."""
        return self.vault.by(self.author, actor="agent", is_patient=False)

    def refresh(self) -> None:
        """Bring the index up to date; when that fails, answers say so, and standard error does."""
        self.is_due = False
        self._refreshed_at = time.monotonic()
        try:
            self.vault.index()
            self._embed()
        except CaveatError as error:
            self._trouble = str(error)
            LOG.warning("the index cannot be refreshed: %s", error)
        else:
            self._trouble = ""

    def _embed(self) -> None:
        """Embed the little that is new where the index is embedded; making it so is a person's affair."""
        try:
            self.vault.embed(most=AT_MOST)
        except CaveatError as error:
            # Each answer says the same, and goes by words.
            LOG.warning("what is new is found by words only: %s", error)

    def ask(
        self, question: Callable[[], Answer], behind_of: Callable[[Answer], Behind]
    ) -> tuple[Answer, str]:
        """
        The answer to *question*, and how far it is behind the files; empty when it is not.

        Args:
            question: Asks the vault; asked a second time when the index had to be refreshed.
            behind_of: Where its answer says how far the index is behind.
        """
        try:
            answer = question()
        except (IndexMissing, RefNotFound):
            if time.monotonic() - self._refreshed_at < PAUSE:
                raise
            self.refresh()
            answer = question()
        behind = behind_of(answer)
        if not behind.words or behind.words == self._refused:
            return answer, self._told(behind)
        if behind.are_rules_behind or _files(behind) > AT_ONCE:
            self.is_due = True
            return answer, self._told(behind)
        self.refresh()
        answer = question()
        # What a run cannot mend is not tried again until it is something else.
        self._refused = behind_of(answer).words
        return answer, self._told(behind_of(answer))

    def current(self) -> str:
        """How far the index is behind the files, refreshed when that is quick; empty when it is not."""
        return self.ask(lambda: self.vault.passages([]), lambda found: found.behind)[1]

    def _told(self, behind: Behind) -> str:
        parts = [behind.words] if behind.words else []
        if behind.words and self._trouble:
            parts.append(f"and cannot be brought up to date: {self._trouble}")
        return ", ".join(parts)


def record_name(text: str) -> str:
    """
    *text* when it may name a record: not a place outside the vault.

    Raises:
        InputError: It is an absolute path, goes up, or is empty.
    """
    name = text.strip()
    path = name.removeprefix("note:").replace("\\", "/")
    # A title may have a colon or a tilde in it: only what leads to a folder is a place.
    if _OUTSIDE.match(path) or ".." in path.split("/"):
        raise InputError("that is a path outside the vault: name a record by its ref, title, or vault path")
    if not name:
        raise InputError("a record needs a name: give its ref, title, or vault path")
    return name


def _files(behind: Behind) -> int:
    return len(behind.changed) + len(behind.new) + len(behind.removed)
