"""
Writing what a preview says: new lines, members put into lines, and proposals; nothing is replaced.

New terms go to the end of ``terms/imported.jsonl``, under a comment that names their file. What fills an
empty field goes into the term's own line. Another rendering is proposed, and waits for a human. Running it
again changes nothing, so an interrupted run is finished by the next.
"""

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from caveat.model.errors import EditRefused, InputError
from caveat.model.findings import Finding
from caveat.model.terms import Term
from caveat.ops.book.importing_fields import additions
from caveat.ops.book.opening import OpenBook
from caveat.ops.book.record import revise
from caveat.ops.book.results_import import Imported, Outcome
from caveat.ops.recorded import Author
from caveat.text.fold_book import profile
from caveat.vault.book import TERMS
from caveat.vault.replacement import sync_folder
from caveat.vault.rewrite import planned, rewrite
from caveat.vault.terms import default_id
from caveat.vault.terms_lines import fields_of, filled, line_of

FILE = f"{TERMS}/imported.jsonl"
"""Terms file that imported terms go to."""


def applied(opened: OpenBook, preview: Imported, author: Author, *, is_colliding: bool = False) -> Imported:
    """
    Write what *preview* says, and tell what was written.

    Args:
        opened: The book that it was made for, read a moment ago.
        preview: What becomes of each row.
        author: Who proposes renderings; whoever it is, they wait for a human.
        is_colliding: Terms whose rendering another headword has are written too.

    Raises:
        InputError: The file of imported terms cannot be written; nothing was.
        LedgerUnwritable: Renderings could not be proposed; the files were written.
    """
    wanted = ("new", "collides") if is_colliding else ("new",)
    fresh = [one for one in preview.outcomes if one.standing in wanted and one.term is not None]
    added = _add(opened, fresh, preview)
    filled_refs, unwritten = _fill(opened, preview)
    proposed = _propose(opened, preview, author)
    return preview._replace(
        is_applied=True, added=added, filled=filled_refs, proposed=proposed, unwritten=unwritten
    )


def _add(opened: OpenBook, outcomes: Sequence[Outcome], preview: Imported) -> tuple[str, ...]:
    terms = [one.term for one in outcomes if one.term is not None]
    if not terms:
        return ()
    taken = {term.ref for term in opened.book.terms}
    refs, lines = [], [_comment(preview)]
    for term in terms:
        given = default_id(term.headword, term.sense, term.window)
        name = _free(given, opened.book.name, taken)
        ref = f"term:{opened.book.name}/{name}"
        taken.add(ref)
        refs.append(ref)
        fields = fields_of(term._replace(origin=""))
        lines.append(line_of(fields if name == given else {"id": name, **fields}))
    _append(opened.folder / FILE, lines)
    return tuple(refs)


def _free(given: str, book: str, taken: set[str]) -> str:
    """*given*, or with a number behind it when a term of *book* has that id."""
    name, number = given, 1
    while f"term:{book}/{name}" in taken:
        number += 1
        name = f"{given}~{number}"
    return name


def _comment(preview: Imported) -> str:
    shown = "".join(one if one.isprintable() else " " for one in Path(preview.name).name)
    return f"// from {shown[:120]} ({preview.format})"


def _append(path: Path, lines: Sequence[str]) -> None:
    """Put *lines* at the end of the file at *path*, in one write; they are on the disk afterwards."""
    data = "".join(f"{line}\n" for line in lines).encode("utf-8")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
        with os.fdopen(descriptor, "r+b", buffering=0) as stream:
            size = stream.seek(0, os.SEEK_END)
            if size:
                stream.seek(size - 1)
                data = data if stream.read(1) == b"\n" else b"\n" + data
            try:
                written = stream.write(data)
                if written != len(data):
                    raise OSError("the disk is full")
                os.fsync(descriptor)
            except OSError:
                stream.truncate(size)
                raise
    except OSError as error:
        raise InputError(
            f"{path} cannot be written: {error.strerror or error}; nothing was written"
        ) from error
    sync_folder(path.parent)


def _fill(opened: OpenBook, preview: Imported) -> tuple[tuple[str, ...], tuple[Finding, ...]]:
    """Refs of terms that were added to, and what could not be written."""
    terms = {term.ref: term for term in opened.book.terms}
    files: dict[str, list[Outcome]] = {}
    for outcome in preview.outcomes:
        if outcome.standing == "fills" and outcome.term is not None:
            files.setdefault(terms[outcome.ref].path, []).append(outcome)
    refs: list[str] = []
    findings: list[Finding] = []
    for path, outcomes in sorted(files.items()):
        filling = _Filling(opened, path, terms, outcomes, findings)
        try:
            data = (opened.folder / path).read_bytes()
            digest = hashlib.sha256(data).hexdigest()
            change = planned(opened.folder, path, filling.change, file_hash=digest)
            rewrite(change)
        except (EditRefused, OSError) as error:
            findings.append(_unwritten(str(error), path, 0))
        else:
            refs += filling.refs
    return tuple(dict.fromkeys(refs)), tuple(findings)


class _Filling:
    """Puts fields into the lines of one terms file."""

    def __init__(
        self,
        opened: OpenBook,
        path: str,
        terms: Mapping[str, Term],
        outcomes: Sequence[Outcome],
        findings: list[Finding],
    ) -> None:
        self.path = path
        self.terms = terms
        self.outcomes = outcomes
        self.findings = findings
        self.form = profile(opened.book.fold)
        self.refs: list[str] = []
        self._grown: dict[str, Term] = {}

    def change(self, old: bytes) -> bytes:
        """All bytes of the file with what the outcomes fill."""
        lines = old.decode("utf-8", "surrogateescape").split("\n")
        for outcome in self.outcomes:
            term = self._grown.get(outcome.ref, self.terms[outcome.ref])
            if outcome.term is None or not 0 < term.line <= len(lines):
                continue
            names = [one.field for one in outcome.changes if one.is_fill]
            fields = additions(term, outcome.term, names, self.form)
            try:
                lines[term.line - 1] = self._filled(lines[term.line - 1], term, fields)
            except EditRefused as error:
                self.findings.append(_unwritten(f"{term.headword}: {error}", self.path, term.line))
            else:
                self.refs.append(outcome.ref)
                self._grown[outcome.ref] = _grown(term, outcome.term)
        return "\n".join(lines).encode("utf-8", "surrogateescape")

    def _filled(self, line: str, term: Term, fields: Mapping[str, object]) -> str:
        # A mark at the start of the file is no part of its first line.
        mark = "\ufeff" if line.startswith("\ufeff") else ""
        end = "\r" if line.endswith("\r") else ""
        body = line.removeprefix(mark).removesuffix(end)
        if not _is_about(body, term):
            raise EditRefused("its line is another one now")
        return mark + filled(body, fields) + end


def _is_about(line: str, term: Term) -> bool:
    """Whether *line* is that of *term* still, however its headword is escaped."""
    try:
        said = json.loads(line)
    except (RecursionError, ValueError):
        return False
    return isinstance(said, dict) and str(said.get("headword", "")).split() == term.headword.split()


def _grown(term: Term, row: Term) -> Term:
    """*term* as far as the next row of the same file has to know it."""
    return term._replace(
        keys=(*term.keys, *row.keys),
        aliases=(*term.aliases, *row.aliases),
        forbidden=(*term.forbidden, *row.forbidden),
    )


def _unwritten(message: str, path: str, line: int) -> Finding:
    return Finding("not-written", "error", message, path, line, help="Put it in by hand.")


def _propose(opened: OpenBook, preview: Imported, author: Author) -> tuple[str, ...]:
    terms = {term.ref: term for term in opened.book.terms}
    said = {
        (event.body.get("ref"), event.body.get("rendering"))
        for event in opened.history.events.values()
        if event.kind == "rendering"
    }
    # A file's word is no human's, whoever imports it: an agent's rendering waits, and so do these.
    proposer = Author(author.name, "agent")
    events = []
    for outcome in preview.outcomes:
        is_other = outcome.standing == "differs" and outcome.term is not None
        if is_other and (outcome.ref, outcome.rendering) not in said:
            said.add((outcome.ref, outcome.rendering))
            reason = f"imported from {Path(preview.name).name}, line {outcome.line}"
            events.append(revise(opened, terms[outcome.ref], outcome.rendering, proposer, reason=reason))
    return tuple(events)
