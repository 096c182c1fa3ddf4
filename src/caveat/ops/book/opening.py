"""Opening a book: its files and the ledger become terms that are checked, named and weighed."""

import os
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

from caveat.history import fold
from caveat.history.fold import State
from caveat.history.terms import current, decisions, revisions
from caveat.judge.terms_checks import checked
from caveat.judge.terms_conflicts import Decided, conflicts
from caveat.judge.terms_lexicon import Lexicon
from caveat.judge.terms_snapshot import snapshot
from caveat.model.findings import Finding
from caveat.model.preparation import Snapshot
from caveat.model.records import Day, Record
from caveat.model.terms import Book, Conflict
from caveat.ops.book.accepted import with_accepted
from caveat.ops.book.approval import weighed
from caveat.ops.clock import today
from caveat.ops.whole import uncollected
from caveat.text.fold_book import profile
from caveat.vault.book import read_book
from caveat.vault.config import Config, load
from caveat.vault.ledger_events import events_of
from caveat.vault.ledger_files import ledger_files
from caveat.vault.scan import find_vault
from caveat.vault.terms import WrittenTerm
from caveat.vault.terms_hash import content_hash


class OpenBook:
    """
    A book as its files and the ledger state it, read once; use `open_book`.

    Attributes:
        folder: Real path of the book.
        root: Real path of the vault that it lies in, else the folder itself: where the ledger is.
        config: Rules and constants of that vault.
        history: The ledger's fold.
        book: With its terms.
        records: The records of its terms, by ref.
        chapters: Folder of its chapters, whether or not it is there.
        translations: Folder of their translations.
        summaries: File or folder of its summaries; None when it names none.
    """

    def __init__(self, folder: Path, *, as_of: Day) -> None:
        self.folder = folder
        self.root = find_vault(folder)
        self.config: Config = load(self.root)
        self.history: State = history_of(self.root)
        written = read_book(folder)
        accepted = with_accepted(written.terms, self.history, written.book)
        sound = checked((one.term for one in accepted.terms), profile(written.book.fold))
        days = {(one.term.path, one.term.line): one.verified for one in written.terms}
        renamed: list[Finding] = []
        terms = []
        for term in sound.terms:
            terms.append(self._named(WrittenTerm(term, days.get((term.path, term.line))), renamed))
        result = weighed(self.root, terms, self.history, self.config, as_of=as_of)
        findings = [*written.book.findings, *accepted.findings, *sound.findings, *renamed]
        findings.sort(key=lambda found: (found.path, found.line, found.code, found.message))
        self.book: Book = written.book._replace(terms=result.terms, findings=tuple(findings))
        self.records: dict[str, Record] = dict(result.records)
        self.chapters = folder / written.chapters
        self.translations = folder / written.translations
        self.summaries = folder / written.summaries if written.summaries else None

    def _named(self, one: WrittenTerm, findings: list[Finding]) -> WrittenTerm:
        """The term with the renderings that the ledger gives it."""
        term = one.term
        found = revisions(self.history, term.ref, written=term.revisions[0])
        if len(found) > 1:
            now = current(found)
            if now.rendering != term.rendering:
                term = term._replace(rendering=now.rendering, forms=now.forms)
            term = term._replace(revisions=found)
            waiting = sum(one.is_proposal for one in found)
            if waiting:
                said = f"“{term.headword}”: {waiting} other rendering(s) wait for a human"
                advice = "See `caveat book review`."
                findings.append(Finding("rendering-waits", "note", said, term.path, term.line, help=advice))
        return WrittenTerm(term._replace(content_hash=content_hash(term)), one.verified)

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
        return snapshot(self.book)

    def conflicts(self) -> tuple[Conflict, ...]:
        """What a human has to decide, decided ones among them."""
        said = {about: Decided(one.decision, one.by) for about, one in decisions(self.history).items()}
        there = [term for term in self.book.terms if not term.approval.is_retracted]
        return conflicts(there, profile(self.book.fold), decided=said)


def open_book(folder: str | os.PathLike[str], *, as_of: Day | None = None) -> OpenBook:
    """
    The book in *folder*.

    Args:
        folder: Holds ``book.toml``.
        as_of: The day freshness is reckoned at; None = today. Terms do not age unless a source does.

    Raises:
        InputError: It is no book.
        ConfigError: ``book.toml`` or the vault's ``caveat.toml`` cannot be used.
    """
    with uncollected():
        return OpenBook(Path(os.path.realpath(folder)), as_of=today() if as_of is None else as_of)


def history_of(root: Path) -> State:
    """The state of everything that the ledger of *root* says; what is damaged costs itself."""
    state = fold.empty()
    for file in ledger_files(root):
        fold.apply(state, events_of(file))
    return state
