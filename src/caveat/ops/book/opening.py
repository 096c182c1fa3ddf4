"""Opening a book: its files and the ledger become terms that are checked, named and weighed."""

import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from caveat.history import fold
from caveat.history.fold import State
from caveat.history.terms import Decision, current, decisions, revisions
from caveat.history.views import status
from caveat.judge.terms_checks import Checked, checked
from caveat.judge.terms_conflicts import Decided, conflicts
from caveat.judge.terms_lexicon import Lexicon
from caveat.judge.terms_snapshot import snapshot
from caveat.model.findings import Finding
from caveat.model.preparation import Snapshot
from caveat.model.records import Day, Record
from caveat.model.terms import Book, Conflict, Term
from caveat.ops.book.accepted import with_accepted
from caveat.ops.book.approval import weighed
from caveat.ops.book.kept import Kept, keep, notes_now, recalled, state_key
from caveat.ops.clock import today
from caveat.ops.whole import uncollected
from caveat.text.fold_book import Profile, profile
from caveat.vault.book import read_book
from caveat.vault.config import Config, load
from caveat.vault.ledger_events import events_of
from caveat.vault.ledger_files import ledger_files
from caveat.vault.scan import find_vault
from caveat.vault.terms import WrittenTerm
from caveat.vault.terms_hash import content_hash


class _Weighed(NamedTuple):
    """A book as it was read and weighed just now."""

    book: Book
    records: Mapping[str, Record]
    history: State
    folders: tuple[str, str, str]
    notes: Mapping[str, str]


class OpenBook:
    """
    A book as its files and the ledger state it, read once; use `open_book`.

    What nobody changed since it was opened last is not read again but taken from the user's cache.

    Attributes:
        folder: Real path of the book.
        root: Real path of the vault that it lies in, else the folder itself: where the ledger is.
        config: Rules and constants of that vault.
        book: With its terms.
        key: Of the state that it was opened in: the same key, the same book; empty when that cannot be told.
        chapters: Folder of its chapters, whether or not it is there.
        translations: Folder of their translations.
        summaries: File or folder of its summaries; None when it names none.
    """

    def __init__(self, folder: Path, *, as_of: Day) -> None:
        self.folder = folder
        self.root = find_vault(folder)
        self.config: Config = load(self.root)
        self.key = state_key(folder, self.root, as_of)
        self._as_of = as_of
        self._kept = recalled(folder, self.root, self.key)
        self.book: Book = self._weighed.book if self._kept is None else self._kept.book
        chapters, translations, summaries = (
            self._weighed.folders if self._kept is None else self._kept.folders
        )
        self.chapters = folder / chapters
        self.translations = folder / translations
        self.summaries = folder / summaries if summaries else None

    def is_current(self, as_of: Day) -> bool:
        """Whether opening the book anew would give the same."""
        if not self.key or self.key != state_key(self.folder, self.root, as_of):
            return False
        notes = self._weighed.notes if self._kept is None else self._kept.notes
        return notes == notes_now(self.root, notes)

    @cached_property
    def _weighed(self) -> _Weighed:
        """The book from its files and the ledger."""
        with uncollected():
            return _weigh(self.folder, self.root, self.config, as_of=self._as_of)

    @property
    def history(self) -> State:
        """The ledger's fold."""
        return self._weighed.history

    @property
    def records(self) -> Mapping[str, Record]:
        """The records of its terms, by ref."""
        return self._weighed.records

    @cached_property
    def decided(self) -> Mapping[str, Decision]:
        """Every decision of a human that counts, by what it is about."""
        return decisions(self.history) if self._kept is None else self._kept.decided

    @cached_property
    def lexicon(self) -> Lexicon:
        """The terms compiled for scanning, by the native library where it is installed."""
        if find_spec("ahocorasick_rs") is None:
            return Lexicon(self.book.terms, self.book.fold)
        from caveat.text.automaton_native import NativeAutomaton

        return Lexicon(self.book.terms, self.book.fold, build=NativeAutomaton)

    @cached_property
    def snapshot(self) -> Snapshot:
        """The snapshot of the book as it is now."""
        if self._kept is not None:
            return self._kept.snapshot
        found = snapshot(self.book)
        # Whoever asks for it prepares or checks, mostly again and again between two changes.
        if self.key == state_key(self.folder, self.root, self._as_of):
            now = self._weighed
            keep(self.folder, self.key, Kept(now.book, found, self.decided, now.folders, now.notes))
        return found

    def conflicts(self) -> tuple[Conflict, ...]:
        """What a human has to decide, decided ones among them."""
        said = {about: Decided(one.decision, one.by) for about, one in self.decided.items()}
        there = [term for term in self.book.terms if not term.approval.is_retracted]
        return conflicts(there, profile(self.book.fold), decided=said)


def _weigh(folder: Path, root: Path, config: Config, *, as_of: Day) -> _Weighed:
    history = history_of(root)
    written = read_book(folder)
    accepted = with_accepted(written.terms, history, written.book)
    sound = _sound([one.term for one in accepted.terms], history, profile(written.book.fold))
    days = {(one.term.path, one.term.line): one.verified for one in written.terms}
    renamed: list[Finding] = []
    terms = []
    for term in sound.terms:
        terms.append(_named(WrittenTerm(term, days.get((term.path, term.line))), history, renamed))
    result = weighed(root, terms, history, config, as_of=as_of)
    findings = [*written.book.findings, *accepted.findings, *sound.findings, *renamed]
    findings.sort(key=lambda found: (found.path, found.line, found.code, found.message))
    book = written.book._replace(terms=result.terms, findings=tuple(findings))
    folders = (written.chapters, written.translations, written.summaries)
    return _Weighed(book, result.records, history, folders, result.notes)


def _sound(terms: Sequence[Term], history: State, form: Profile) -> Checked:
    """Those of *terms* that may be used together; one that was taken back stands in nobody's way."""
    gone = {term.ref for term in terms if status(history, term.ref) == "retracted"}
    live = checked((term for term in terms if term.ref not in gone), form)
    if not gone:
        return live
    left = checked((term for term in terms if term.ref in gone), form)
    return Checked((*live.terms, *left.terms), (*live.findings, *left.findings))


def _named(one: WrittenTerm, history: State, findings: list[Finding]) -> WrittenTerm:
    """The term with the renderings that the ledger gives it."""
    term = one.term
    found = revisions(history, term.ref, written=term.revisions[0])
    if len(found) > 1:
        now = current(found)
        if now.rendering != term.rendering:
            term = term._replace(rendering=now.rendering, forms=now.forms)
        term = term._replace(revisions=found)
        waiting = sum(one.is_proposal for one in found)
        if waiting and status(history, term.ref) != "retracted":
            said = f"“{term.headword}”: {_counted(waiting)} for a human"
            advice = "See `caveat book review`."
            findings.append(Finding("rendering-waits", "note", said, term.path, term.line, help=advice))
    return WrittenTerm(term._replace(content_hash=content_hash(term)), one.verified)


def open_book(
    folder: str | os.PathLike[str], *, as_of: Day | None = None, known: OpenBook | None = None
) -> OpenBook:
    """
    The book in *folder*.

    Args:
        folder: Holds ``book.toml``.
        as_of: The day freshness is reckoned at; None = today. Terms do not age unless a source does.
        known: A book that was opened before; given back when it is this one and nothing changed since.

    Raises:
        InputError: It is no book.
        ConfigError: ``book.toml`` or the vault's ``caveat.toml`` cannot be used.
    """
    path, day = Path(os.path.realpath(folder)), today() if as_of is None else as_of
    if known is not None and known.folder == path and known.is_current(day):
        return known
    with uncollected():
        return OpenBook(path, as_of=day)


def history_of(root: Path) -> State:
    """The state of everything that the ledger of *root* says; what is damaged costs itself."""
    state = fold.empty()
    for file in ledger_files(root):
        fold.apply(state, events_of(file))
    return state


def _counted(waiting: int) -> str:
    return "1 other rendering waits" if waiting == 1 else f"{waiting:,} other renderings wait"
