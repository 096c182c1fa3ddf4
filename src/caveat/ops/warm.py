"""
What one process remembers between two questions to the same index.

A command asks once and ends, and loads no more than its answer needs. A server, or a person in a Python
session, asks again: from the second question on, the graph of all records is kept, and each assessment is
reckoned once. All of it is dropped as soon as anybody writes to the index.
"""

import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from caveat.model.assessment import Assessment
from caveat.model.policy import Policy
from caveat.model.records import Day
from caveat.model.store import FileState, Store
from caveat.model.vectors import Embedded
from caveat.trust.assess import assess
from caveat.trust.reach import Known, known_of, reach

WHOLE_LIMIT = 20_000
"""Records up to which the whole graph is kept; our choice: about a second to load, 100 MB."""

DAYS = 4
"""Days asked about whose assessments are kept; our choice: nearly everybody asks about today."""

LOOK_SECONDS = 1.0
"""How long a look at all files counts as a look at them now; our choice. Hits are read every time."""


NOTES = "notes"
"""Key of a word in the index that is another one whenever notes or the states of their files are."""


class Look(NamedTuple):
    """Paths that were seen to be changed, new or removed."""

    changed: frozenset[str] = frozenset()
    new: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()


class Warm:
    """Remembered parts of one index; give it the open store before each question."""

    def __init__(self) -> None:
        self._generation: tuple[int, ...] | None = None
        self._notes: str | None = None
        self._looked: tuple[float, Look] | None = None
        self._files: dict[str, FileState] | None = None
        self._forget()

    def _forget(self) -> None:
        self._questions = 0
        self._languages: tuple[str, ...] | None = None
        self._known: tuple[Policy, Day, Known] | None = None
        self._is_small: bool | None = None
        self._embedded: Embedded | None = None
        self._meta: dict[str, str | None] = {}
        self._assessed: dict[Day, dict[str, Assessment]] = {}

    def begin(self, store: Store) -> None:
        """A question to *store* begins: what is remembered of another state of it is dropped."""
        generation = store.generation()
        if generation != self._generation:
            self._forget()
            self._generation = generation
            # A write that was about the ledger alone leaves the files as they were seen.
            notes = store.meta(NOTES)
            if notes is None or notes != self._notes:
                self._looked = self._files = None
                self._notes = notes
        self._questions += 1

    def files(self, store: Store) -> dict[str, FileState]:
        """State of every indexed file."""
        if self._files is None:
            self._files = store.files()
        return self._files

    def meta(self, store: Store, key: str) -> str | None:
        """The word that the index keeps under *key*."""
        if key not in self._meta:
            self._meta[key] = store.meta(key)
        return self._meta[key]

    def languages(self, store: Store) -> tuple[str, ...]:
        """Stemming languages in use."""
        if self._languages is None:
            self._languages = store.languages()
        return self._languages

    def embedded(self, store: Store) -> Embedded:
        """How far the index is embedded."""
        if self._embedded is None:
            self._embedded = store.vectors().embedded()
        return self._embedded

    def look(self, at: Callable[[], Look]) -> Look:
        """What *at* sees of all files, or what it saw within the last `LOOK_SECONDS`."""
        if self._looked is None or time.monotonic() - self._looked[0] > LOOK_SECONDS:
            self._looked = (time.monotonic(), at())
        return self._looked[1]

    def known(self, store: Store, refs: Callable[[], Iterable[str]], *, policy: Policy, now: Day) -> Known:
        """A graph that is complete for *refs*: of them alone at first, of everything when asked again."""
        if self._known is not None and self._known[:2] == (policy, now):
            return self._known[2]
        if self._questions < 2 or not self._may_keep(store):
            return known_of(reach(refs(), store), policy=policy, now=now)
        found = known_of(reach(store.refs(), store), policy=policy, now=now)
        self._known = (policy, now, found)
        self._assessed.clear()
        return found

    def _may_keep(self, store: Store) -> bool:
        if self._is_small is None:
            self._is_small = len(store.refs()) <= WHOLE_LIMIT
        return self._is_small

    def assess(
        self, known: Known, refs: Iterable[str], *, as_of: Day, policy: Policy
    ) -> dict[str, Assessment]:
        """
        Assessments of *refs*, and maybe of others.

        Of a graph that is kept each record is reckoned once for a day: when a day is asked about for the
        second time, all that is left of it at once, for many lists of hits reckon their ancestors again.
        """
        if self._known is None or self._known[2] is not known:
            return assess(refs, known.graph, as_of=as_of, policy=policy, tallies=known.tallies)
        is_again = as_of in self._assessed
        kept = self._assessed.setdefault(as_of, {})
        if len(self._assessed) > DAYS:
            del self._assessed[next(iter(self._assessed))]
        if missing := [ref for ref in refs if ref not in kept]:
            wanted = known.graph.order if is_again else missing
            kept.update(assess(wanted, known.graph, as_of=as_of, policy=policy, tallies=known.tallies))
        return kept
