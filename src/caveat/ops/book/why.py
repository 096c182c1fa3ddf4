"""A term as any record: why it is trusted as far as it is, and a human look at it, asked for by its ref."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from caveat.model.errors import CaveatError, RefAmbiguous
from caveat.model.findings import Finding
from caveat.model.records import Day
from caveat.model.store import Store
from caveat.model.terms import Term
from caveat.ops.advice import advice, sentence
from caveat.ops.badges import badges
from caveat.ops.behind import behind
from caveat.ops.book.approval import surroundings
from caveat.ops.book.opening import OpenBook, open_book
from caveat.ops.book.record import find_term, verify_terms
from caveat.ops.book.shelf import book_folders
from caveat.ops.recorded import Author
from caveat.ops.results import Relative, Why
from caveat.ops.results_audit import Verified
from caveat.trust.assess import assess
from caveat.trust.explanation import explain
from caveat.vault.terms import WrittenTerm


class Found(NamedTuple):
    """A term and the book that has it."""

    opened: OpenBook
    term: Term


def term_called(root: Path, name: str) -> Found | None:
    """
    The term *name* of the vault's books; of a series' term with the first such book. None when none has it.

    Args:
        root: Real path of the vault.
        name: A ref, an id, or a headword.

    Raises:
        RefAmbiguous: Several terms fit.
    """
    found: dict[str, Found] = {}
    for folder in book_folders(root):
        try:
            opened = open_book(folder)
            term = find_term(opened, name.strip())
        except RefAmbiguous:
            raise
        except CaveatError:
            continue  # it has none, or cannot be used and says so where the book is asked for
        found.setdefault(term.ref, Found(opened, term))
    if len(found) > 1:
        listed = "".join(f"\n  {ref}" for ref in found)
        raise RefAmbiguous(f"{name!r} fits terms of several books; name one of them:{listed}")
    return next(iter(found.values()), None)


def why_term(root: Path, store: Store, found: Found, *, as_of: Day, made_by: str) -> Why:
    """Why a term is trusted as far as it is; the other arguments as of `why`."""
    opened, term = found
    policy, ref = opened.config.policy, term.ref
    written = [WrittenTerm(one) for one in opened.book.terms]
    around = surroundings(opened.root, written, opened.history, opened.config)
    # Its looks are those that the book weighed, one that is written in the file among them.
    known = around._replace(records=opened.records).known(opened.records, policy)
    records = known.graph.records
    above = known.graph.sources.get(ref, ())
    below = tuple(one for one, sources in known.graph.sources.items() if ref in sources)
    asked = [ref, *above, *below]
    trusts = assess(asked, known.graph, as_of=as_of, policy=policy, tallies=known.tallies)
    record, own = records[ref], trusts[ref]

    def relatives(refs: Sequence[str]) -> tuple[Relative, ...]:
        return tuple(
            Relative(1, records[one], trusts[one], badges(records[one], trusts[one])) for one in refs
        )

    return Why(
        record=record,
        assessment=own,
        badges=badges(record, own),
        sentence=sentence(record, own, records, head=""),
        advice=advice(record, own, known, head="", as_of=as_of, policy=policy),
        explanation=explain(ref, known.graph, as_of=as_of, policy=policy, tallies=known.tallies),
        pedigree=relatives(above),
        dependants=relatives(below),
        replaced_by="",
        links=(),
        backlinks=(),
        findings=tuple(one for one in opened.book.findings if _is_about(one, term)),
        written=(),
        is_changed=False,
        behind=behind(root, store, made_by, hits=[]),
    )


def verify_term(
    root: Path, store: Store, found: Found, author: Author, *, as_of: Day, made_by: str
) -> Verified:
    """
    Record that a human looked at a term as it is now.

    Raises:
        InputError: The author is no human.
        LedgerUnwritable: Nothing was recorded.
    """
    before = why_term(root, store, found, as_of=as_of, made_by=made_by).assessment
    (event,) = verify_terms(found.opened, [found.term], author)
    opened = open_book(found.opened.folder)
    now = Found(opened, find_term(opened, found.term.ref))
    after = why_term(root, store, now, as_of=as_of, made_by=made_by)
    reason = now.term.approval.reason
    title, path = after.record.title, now.term.path
    return Verified(now.term.ref, title, path, event, before, after.assessment, (reason,) if reason else ())


def _is_about(finding: Finding, term: Term) -> bool:
    return bool(term.path) and (finding.path, finding.line) == (term.path, term.line)
