"""
Importing a glossary: what each of its rows would mean for a book, before anything is written.

Nothing that is stored is ever replaced. What a row does not say stays as it is; what it says otherwise is
shown, and its rendering is proposed to a human. An imported term is nobody's verified one.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from caveat.judge.terms_lexicon import all_keys, refusal
from caveat.model.errors import InputError
from caveat.model.findings import Finding
from caveat.model.terms import Book, Term
from caveat.ops.book.importing_fields import changes, joined
from caveat.ops.book.results_import import Imported, Outcome, Standing
from caveat.text.fold import fold_key
from caveat.text.fold_book import Profile, fold_name, profile
from caveat.vault.glossaries import wenyi
from caveat.vault.glossaries.decoding import text_of
from caveat.vault.glossaries.registry import FORMATS, format_named, read
from caveat.vault.glossaries.rows import MOST_BYTES, Pair, Rows
from caveat.vault.glossaries.sniffing import Guess, sniff

SHOWN = 5
"""Names that a reason gives of those that a row collides with; our choice."""

_HAN_KANA_HANGUL = re.compile("[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff]")
_CYRILLIC = ("ru", "uk", "be", "bg", "sr", "mk", "kk")
_LETTERS = re.compile("[\u0400-\u052f]")
_UNSPACED = ("zh", "ja", "ko")
_NOT_LOOKED_AT = ("note", "sticky", "example")


class ReadFile(NamedTuple):
    """A file that was read: which format it was taken for, whether others fit too, and its rows."""

    format: str
    is_guessed: bool
    rows: Rows


def read_glossary(data: bytes, name: str, book: Book, *, format: str = "", encoding: str = "") -> ReadFile:
    """
    The rows of a file.

    Args:
        data: All bytes of it.
        name: How it is called; its ending helps where the bytes leave a choice.
        book: Whose languages are asked for.
        format: One of `registry.FORMATS`; empty = by what is in it.
        encoding: When somebody knows it.

    Raises:
        InputError: No format fits, or there is none of that name; the message names them.
    """
    guess = Guess(format_named(format).name) if format else sniff(data, name, encoding)
    if not guess.name:
        raise InputError(f"{name} {_unplaced(data, encoding)}")
    if guess.name == "wenyi":
        from caveat.store.foreign import tables

        found = tables(data, (wenyi.GLOSSARY, wenyi.CONFLICTS))
        if wenyi.GLOSSARY not in found:
            raise InputError(f"{name} has no table {wenyi.GLOSSARY!r}: it is no database of wenyi")
        rows = wenyi.read_tables(found[wenyi.GLOSSARY], found.get(wenyi.CONFLICTS, ()))
    else:
        rows = read(data, guess.name, Pair(book.source, book.target), encoding)
    return ReadFile(guess.name, not guess.is_sure, rows)


def _unplaced(data: bytes, encoding: str) -> str:
    """Why the format of *data* is not known, and the next step."""
    if len(data) > MOST_BYTES:
        return f"has more than {MOST_BYTES // 2**20} MB, which is no glossary"
    if not data.strip(b"\xef\xbb\xbf \t\r\n"):
        return "is empty"
    if not data.startswith(b"PK") and (unread := text_of(data, encoding).findings):
        return f"cannot be read: {unread[0].message}. {unread[0].help}"
    return f"looks like no glossary that is known here: say --format, one of {', '.join(FORMATS)}"


def preview(book: Book, file: ReadFile, *, name: str = "") -> Imported:
    """
    What becomes of each row; pure.

    Args:
        book: With its terms.
        file: What was read.
        name: How the file is called.
    """
    refused = [finding for finding in file.rows.findings if finding.severity == "error"]
    remarks = tuple(finding for finding in file.rows.findings if finding.severity != "error")
    outcomes = [_unreadable(finding) for finding in refused]
    outcomes += _Sorting(book).outcomes(file.rows.terms)
    outcomes.sort(key=lambda one: one.line)
    return Imported(name, file.format, file.is_guessed, tuple(outcomes), remarks)


def _unreadable(finding: Finding) -> Outcome:
    reason = finding.message + (f". {finding.help}" if finding.help else "")
    return Outcome("unreadable", finding.line, reason=reason)


def _some(names: Iterable[str]) -> str:
    """The first of *names*, and a sign that there are more; a thousand rows may share one."""
    found = list(islice(names, SHOWN + 1))
    return ", ".join(found[:SHOWN]) + (", …" if len(found) > SHOWN else "")


class _Sorting:
    """Sorts the rows of one file against the terms of one book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.form: Profile = profile(book.fold)
        self.headwords: dict[str, list[Term]] = {}
        self.keys: dict[str, list[Term]] = {}
        self.renderings: dict[str, dict[str, str]] = {}
        self.fresh: dict[tuple[str, str], int] = {}
        self.found: list[Outcome] = []
        self.gone: dict[str, Term] = {}
        for term in book.terms:
            if term.approval.is_retracted:
                self.gone.setdefault(self._folded(term.headword), term)
                continue
            self.headwords.setdefault(self._folded(term.headword), []).append(term)
            for key in all_keys(term):
                self.keys.setdefault(self._folded(key.text), []).append(term)
            self._note_rendering(term)

    def _folded(self, text: str) -> str:
        return fold_name(text, self.form)

    def _note_rendering(self, term: Term) -> None:
        if term.rendering:
            named = self.renderings.setdefault(fold_key(term.rendering), {})
            named.setdefault(self._folded(term.headword), term.headword)

    def outcomes(self, rows: Sequence[Term]) -> list[Outcome]:
        """One for each row."""
        offered: dict[tuple[str, str], dict[str, int]] = {}
        for row in rows:
            if row.rendering:
                lines = offered.setdefault((self._folded(row.headword), row.sense), {})
                lines.setdefault(row.rendering, row.line)
                self._note_rendering(row)
        seen: dict[Term, int] = {}
        for row in rows:
            bare = row._replace(line=0)
            if bare in seen:
                reason = f"line {seen[bare]} says the same"
                self.found.append(self._outcome("same", row, reason=reason))
                continue
            seen[bare] = row.line
            outcome = self._sorted(row, offered.get((self._folded(row.headword), row.sense), {}))
            if outcome.standing == "new" and outcome.term is not None:
                self._note_fresh(outcome.term)
            self.found.append(outcome)
        return self.found

    def _note_fresh(self, row: Term) -> None:
        self.fresh[self._folded(row.headword), row.sense] = len(self.found)
        for key in all_keys(row):
            self.keys.setdefault(self._folded(key.text), []).append(row)

    def _joined(self, row: Term, place: int) -> Outcome:
        """A row about a headword that an earlier row brought, with the same rendering or none."""
        first = self.found[place]
        assert first.term is not None
        found = changes(first.term, row, self.form)
        self.found[place] = first._replace(term=joined(first.term, row, self.form))
        is_fill = any(change.is_fill for change in found)
        standing: Standing = "fills" if is_fill else "differs" if found else "same"
        reason = f"it is one term with line {first.line}"
        return self._outcome(standing, row, reason=reason)._replace(changes=found)

    def _outcome(self, standing: Standing, row: Term, ref: str = "", reason: str = "") -> Outcome:
        return Outcome(standing, row.line, row.headword, row.rendering, ref, reason)

    def _sorted(self, row: Term, offered: dict[str, int]) -> Outcome:
        if reason := self._unfit(row):
            return self._outcome("unreadable", row, reason=reason)
        row, dropped = self._sound(row)
        if dropped and not row.keys:
            return self._outcome("short-key", row, reason=dropped)
        outcome = self._placed(row, offered)
        if dropped:
            outcome = outcome._replace(reason="; ".join(filter(None, (outcome.reason, dropped))))
        return outcome

    def _unfit(self, row: Term) -> str:
        """Why *row* cannot be about this book's languages; empty when it can."""
        if not self._folded(row.headword):
            return "nothing is left of its headword after folding"
        if self.book.source[:2] in _UNSPACED and self.book.target[:2] not in _UNSPACED and row.rendering:
            has_source = bool(_HAN_KANA_HANGUL.search(row.headword))
            if _HAN_KANA_HANGUL.search(row.rendering):
                if not has_source:
                    return "headword and rendering are in each other's columns"
                return f"its rendering is not in {self.book.target!r}"
        is_into_cyrillic = self.book.target[:2] in _CYRILLIC and self.book.source[:2] not in _CYRILLIC
        if is_into_cyrillic and row.rendering and _LETTERS.search(row.headword):
            return (
                "" if _LETTERS.search(row.rendering) else "headword and rendering are in each other's columns"
            )
        return ""

    def _sound(self, row: Term) -> tuple[Term, str]:
        """*row* without keys that may not be looked for, and why; no keys at all when none may."""
        bad = [key for key in row.keys if refusal(key, self.form)]
        if not bad:
            return row, ""
        reason = f"{bad[0].text!r} is refused: {refusal(bad[0], self.form)}"
        if len(bad) == len(row.keys):
            return row._replace(keys=()), reason
        # A name of one character may stand where longer keys find it.
        kept = tuple(key for key in row.keys if key not in bad or key.text == row.headword)
        return row._replace(keys=kept), reason if len(kept) < len(row.keys) else ""

    def _placed(self, row: Term, offered: dict[str, int]) -> Outcome:
        folded = self._folded(row.headword)
        there = self.headwords.get(folded, [])
        term = self._meant(row, there)
        if term is not None:
            return self._compared(term, row)
        if there:
            others = _some(one.rendering or "nothing" for one in there)
            reason = f"{row.headword} is {others} here, and it does not say which it means"
            return self._outcome("collides", row, there[0].ref, reason)
        if (place := self.fresh.get((folded, row.sense))) is not None:
            return self._joined(row, place)
        named = [one for one in self.keys.get(folded, ()) if one.headword != row.headword]
        if named:
            return self._spelling(row, named)
        if not row.rendering:
            reason = "it has no rendering, and no term here has its headword"
            return self._outcome("unreadable", row, reason=reason)
        if (gone := self.gone.get(folded)) is not None:
            return self._outcome("collides", row, gone.ref, f"{gone.headword} was taken back here")
        return self._fresh(row, offered)

    def _meant(self, row: Term, there: Sequence[Term]) -> Term | None:
        """The term of the book that *row* is about; None when there is none, or it may be several."""
        exact = [one for one in there if (one.sense, one.window) == (row.sense, row.window)]
        if exact:
            return exact[0]
        if row.sense:
            alike = [one for one in there if not one.sense or one.rendering == row.rendering]
        else:
            alike = [one for one in there if one.rendering == row.rendering] or list(there)
        return alike[0] if len(alike) == 1 and len(there) == 1 else None

    def _compared(self, term: Term, row: Term) -> Outcome:
        known = (term.rendering, *term.aliases)
        if row.rendering and term.rendering and row.rendering not in known:
            is_forbidden = any(one.text == row.rendering for one in term.forbidden)
            reason = f"{row.headword} is {term.rendering} here"
            if is_forbidden:
                reason += f", and {row.rendering} is forbidden"
            if any(one.is_proposal and one.rendering == row.rendering for one in term.revisions):
                reason += f"; {row.rendering} is proposed already"
            return self._outcome("differs", row, term.ref, reason)._replace(term=row)
        found = changes(term, row, self.form)
        fills = [change for change in found if change.is_fill]
        is_void = term.approval.is_verified and any(one.field not in _NOT_LOOKED_AT for one in fills)
        reason = "a human has to look at the term again then" if is_void else ""
        standing: Standing = "fills" if fills else "differs" if found else "same"
        return self._outcome(standing, row, term.ref, reason)._replace(
            changes=tuple(found), term=row if fills else None
        )

    def _spelling(self, row: Term, named: Sequence[Term]) -> Outcome:
        """A row whose headword is a spelling of a term that is here."""
        for term in named:
            key = next(one for one in all_keys(term) if self._folded(one.text) == self._folded(row.headword))
            if row.rendering in ("", key.rendering or term.rendering, *term.aliases):
                return self._outcome("same", row, term.ref, f"it is a spelling of {term.headword} here")
        others = _some(f"{one.headword} ({one.rendering})" for one in named)
        return self._outcome("collides", row, named[0].ref, f"it is a spelling of {others} here")

    def _fresh(self, row: Term, offered: dict[str, int]) -> Outcome:
        if len(offered) > 1:
            others = _some(f"{one} (line {line})" for one, line in offered.items())
            return self._outcome("collides", row, reason=f"the file calls {row.headword} {others}")
        headwords = self.renderings.get(fold_key(row.rendering), {})
        if len(headwords) > 1:
            others = _some(one for one in headwords.values() if one != row.headword)
            reason = f"{row.rendering} is also the rendering of {others}"
            return self._outcome("collides", row, reason=reason)._replace(term=row)
        folded = {self._folded(key.text): key.text for key in all_keys(row)}
        taken = [(text, self.keys[key][0]) for key, text in folded.items() if key in self.keys]
        if taken:
            text, term = taken[0]
            return self._outcome("collides", row, term.ref, f"{text} is a spelling of {term.headword} here")
        return self._outcome("new", row)._replace(term=row)
