"""
What an agent or a person proposes for a book, and how far each proposal is to be believed.

A proposal binds nobody: it is in no prompt until a human accepts it. What it stands on is reckoned as for any
record, so that whoever decides sees whether it is a bare word or was made from notes that hold.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from caveat.history.terms import ProposedTerm, proposed_terms
from caveat.judge.terms_checks import checked
from caveat.model.assessment import Assessment
from caveat.model.errors import InputError
from caveat.model.records import Record
from caveat.model.terms import ALWAYS, Term
from caveat.ops.book.accepted import as_term
from caveat.ops.book.approval import source_hashes, surroundings
from caveat.ops.book.opening import OpenBook, open_book
from caveat.ops.book.record import propose_term, revise
from caveat.ops.clock import today
from caveat.ops.passages import basis, disposition
from caveat.ops.recorded import Author
from caveat.text.fold_book import fold_name, profile
from caveat.trust.assess import assess
from caveat.vault.checks import has_unseen
from caveat.vault.terms import WrittenTerm, default_id, term_of
from caveat.vault.terms_hash import content_hash


class Standing(NamedTuple):
    """
    How far a proposal is to be believed.

    Attributes:
        basis: What it stands on, as of any record.
        disposition: How it may be used, as of any record.
        trust: In ``[0, 1]``.
    """

    basis: str
    disposition: str
    trust: float


class Proposed(NamedTuple):
    """
    What became of a proposal.

    Attributes:
        ref: The term that it would be, or whose rendering it would change; empty for what is no term.
        kind: ``term`` or ``rendering``.
        event: Id of what was recorded; empty when it says nothing new.
        remark: Why nothing was recorded, in words; empty when something was.
        standing: How far it is to be believed; None when nothing waits.
    """

    ref: str
    kind: str
    event: str
    remark: str
    standing: Standing | None


def propose(
    opened: OpenBook,
    said: Mapping[str, Any],
    author: Author,
    *,
    sources: Sequence[str] = (),
    span: str = "",
    reason: str = "",
) -> Proposed:
    """
    Record that *author* proposes a term, or another rendering of one that is there; nothing said twice.

    Args:
        opened: The book.
        said: Fields as in a terms file, headword and rendering among them.
        author: Anyone; what they propose waits for a human.
        sources: Refs of notes and claims that it was taken from.
        span: Where it was seen.
        reason: Why a term should be called otherwise.

    Raises:
        InputError: It could be no term of this book, or a source is not there; the message says why.
        LedgerUnwritable: Nothing was recorded.
    """
    written, findings = term_of(said, book=opened.book.name, origin=opened.book.source)
    if written is None or findings:
        raise InputError("; ".join(finding.message for finding in findings))
    term = written.term
    if not term.rendering:
        raise InputError("rendering is missing: say what it is to be called")
    texts = [term.headword, term.rendering, term.sense, *(key.text for key in term.keys)]
    if bad := next(filter(has_unseen, texts), ""):
        raise InputError(f"{bad[:30]!a} holds a character that nobody sees: take it out")
    missing = [ref for ref, digest in _hashes(opened, term, sources).items() if not digest]
    if missing:
        raise InputError(f"there is no {missing[0]} here: name notes and claims by ref, or leave it out")
    there = _there(opened, term)
    if there is not None:
        return _renamed(opened, there, term, author, reason)
    refuse_unfit(opened, term._replace(ref=f"term:{opened.book.name}/{free_id(opened, term.headword)}"))
    turned_down = opened.decided.get(name_id(opened, term.headword))
    if turned_down is not None and turned_down.decision == "reject":
        return Proposed("", "term", "", "a human said that it is no term", None)
    known = _said_before(opened, term)
    if known is not None:
        return _known(opened, known)
    ref_id = free_id(opened, term.headword)
    event = propose_term(opened, ref_id, said, author, span=span, sources=sources)
    now = open_book(opened.folder)
    standing = standings(now, proposed_terms(now.history, now.book.name)).get(event)
    return Proposed(f"term:{opened.book.name}/{ref_id}", "term", event, "", standing)


def standings(opened: OpenBook, proposed: Sequence[ProposedTerm]) -> dict[str, Standing]:
    """How far each of *proposed* is to be believed, by event id; those that can be no term are left out."""
    rounds: list[dict[str, tuple[str, WrittenTerm]]] = []
    for one in proposed:
        written, _ = as_term(one, opened.book)
        if written is None:
            continue
        term = written.term._replace(content_hash=content_hash(written.term))
        # Two devices may have proposed the same ref: each proposal is weighed as if it were the term.
        free = next((group for group in rounds if one.ref not in group), None)
        if free is None:
            rounds.append(free := {})
        free[one.ref] = (one.id, WrittenTerm(term))
    found: dict[str, Standing] = {}
    for group in rounds:
        around = surroundings(
            opened.root, [written for _, written in group.values()], opened.history, opened.config
        )
        policy = opened.config.policy
        known = around.known(group, policy)
        own = assess(group, known.graph, as_of=today(), policy=policy, tallies=known.tallies)
        for ref, (event, _) in group.items():
            found[event] = _standing(around.records[ref], own[ref])
    return found


def refuse_unfit(opened: OpenBook, term: Term) -> None:
    """
    Nothing, when *term* could stand in the book beside its terms.

    Raises:
        InputError: It could not; the message says why.
    """
    sound = checked((*opened.book.terms, term), profile(opened.book.fold))
    if all(one.ref != term.ref for one in sound.terms):
        told = next((one for one in sound.findings if term.headword in one.message), None)
        why = f"{told.message}. {told.help}" if told else "it cannot stand beside the terms that are there"
        raise InputError(f"“{term.headword}” can be no term: {why}")


def name_id(opened: OpenBook, text: str) -> str:
    """The stable name of a candidate: the same for every spelling that folds alike, in this book only."""
    from hashlib import sha256

    folded = fold_name(text, profile(opened.book.fold))
    said = f"{opened.book.name}\0{folded}".encode("utf-8", "surrogatepass")
    return f"name:{sha256(said).hexdigest()[:16]}"


def free_id(opened: OpenBook, text: str) -> str:
    """An id that no term and no proposal has: the name itself, or with a number behind it."""
    taken = {term.id for term in opened.book.terms}
    taken |= {one.ref.partition("/")[2] for one in proposed_terms(opened.history, opened.book.name)}
    wanted = default_id(text, "", ALWAYS)
    number = 2
    while wanted in taken:
        wanted, number = default_id(f"{text}~{number}", "", ALWAYS), number + 1
    return wanted


def _hashes(opened: OpenBook, term: Term, sources: Sequence[str]) -> dict[str, str]:
    asked = term._replace(sources=tuple(sources))
    return source_hashes(opened.root, asked, opened.records, opened.history, opened.config)


def _standing(record: Record, own: Assessment) -> Standing:
    return Standing(basis(record, own), disposition(record, own), own.trust)


def _there(opened: OpenBook, term: Term) -> Term | None:
    """The term of the book that *term* is about; None when it would be a new one."""
    form = profile(opened.book.fold)
    wanted = fold_name(term.headword, form)
    return next(
        (
            one
            for one in opened.book.terms
            if one.sense == term.sense
            and one.window.overlaps(term.window)
            and fold_name(one.headword, form) == wanted
            and not one.approval.is_retracted
        ),
        None,
    )


def _renamed(opened: OpenBook, there: Term, term: Term, author: Author, reason: str) -> Proposed:
    """Another rendering of a term that is there; what else is said of it stays as it is."""
    if term.rendering == there.rendering:
        return Proposed(there.ref, "rendering", "", f"{there.headword} is called so already", None)
    decided = opened.decided
    for event in opened.history.events.values():
        body = event.body
        if event.kind != "rendering" or (body.get("ref"), body.get("rendering")) != (
            there.ref,
            term.rendering,
        ):
            continue
        if event.id in decided and decided[event.id].decision == "reject":
            return Proposed(there.ref, "rendering", "", "a human turned it down", None)
        if any(one.id == event.id and one.is_proposal for one in there.revisions):
            return Proposed(there.ref, "rendering", "", "it is proposed already, and waits", None)
    event_id = revise(opened, there, term.rendering, author, reason=reason)
    return Proposed(there.ref, "rendering", event_id, "", None)


def _said_before(opened: OpenBook, term: Term) -> ProposedTerm | None:
    """The last proposal that says the same; None when there is none."""
    form = profile(opened.book.fold)
    wanted = (fold_name(term.headword, form), term.rendering, term.sense)
    for one in proposed_terms(opened.history, opened.book.name)[::-1]:
        headword, rendering, sense = (
            str(one.said.get(key) or "") for key in ("headword", "rendering", "sense")
        )
        if (fold_name(headword, form), rendering, sense) == wanted:
            return one
    return None


def _known(opened: OpenBook, one: ProposedTerm) -> Proposed:
    if one.decision is not None and one.decision.decision == "reject":
        return Proposed(one.ref, "term", "", "a human turned it down", None)
    if one.decision is not None:
        return Proposed(one.ref, "term", "", "a human decided of it already", None)
    standing = standings(opened, [one]).get(one.id)
    return Proposed(one.ref, "term", "", "it is proposed already, and waits", standing)
