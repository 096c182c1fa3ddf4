"""
What people and agents record of a book's terms: looks, renderings, proposals, decisions.

All of it is appended to the ledger of the vault that the book lies in; no terms file is touched. Who records
decides what it does: only a human verifies and decides, and a rendering by an agent waits.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from caveat.history import ids
from caveat.history.schema import VERSION, objection
from caveat.model.errors import InputError, RefAmbiguous, RefNotFound
from caveat.model.events import Event
from caveat.model.terms import DeclaredForm, Term
from caveat.ops.book.approval import source_hashes
from caveat.ops.book.opening import OpenBook
from caveat.ops.clock import now
from caveat.ops.recorded import Author
from caveat.text.dates import iso_instant
from caveat.text.fold_book import fold_name, profile
from caveat.vault.append import append

MILLISECONDS = 86_400_000


def find_term(opened: OpenBook, name: str) -> Term:
    """
    The term that *name* means: its ref, its id, or its headword; one that was taken back only if no other is.

    Raises:
        RefNotFound: None fits.
        RefAmbiguous: Several fit; the message lists them.
    """
    terms = opened.book.terms
    form = profile(opened.book.fold)
    exact = [term for term in terms if name in (term.ref, term.id)]
    alike = [term for term in terms if fold_name(term.headword, form) == fold_name(name, form)]
    is_ref = any(term.ref == name for term in exact)
    live = [[t for t in some if not t.approval.is_retracted] for some in (exact, alike)]
    fits = exact if is_ref else live[0] or live[1] or exact or alike
    if not fits:
        raise RefNotFound(f"no term of {opened.book.name} is called {name!r}: give a headword or an id")
    if len(fits) > 1:
        named = ", ".join(term.ref for term in fits[:10])
        raise RefAmbiguous(f"{name!r} fits {len(fits)} terms: {named}")
    return fits[0]


def unapproved(opened: OpenBook) -> list[Term]:
    """The terms that a human could look at: neither approved nor taken back, and with a rendering."""
    return [
        term
        for term in opened.book.terms
        if term.rendering and not (term.approval.is_approved or term.approval.is_retracted)
    ]


def verify_terms(opened: OpenBook, terms: Sequence[Term], author: Author) -> tuple[str, ...]:
    """
    Record that a human looked at *terms* as they are now.

    Args:
        opened: The book.
        terms: Of this book.
        author: A human.

    Returns:
        Ids of the events, in the order of the terms.

    Raises:
        InputError: The author is no human, or a term was taken back.
        LedgerUnwritable: Nothing was recorded.
    """
    if author.actor != "human":
        raise InputError("only a human can verify: an agent can propose a rendering instead")
    _refuse_gone(terms)
    bodies = []
    for term in terms:
        sources = source_hashes(opened.root, term, opened.records, opened.history, opened.config)
        bodies.append(("verify", {"ref": term.ref, "hash": term.content_hash, "sources": sources}))
    return _recorded(opened, bodies, author)


def revise(
    opened: OpenBook,
    term: Term,
    rendering: str,
    author: Author,
    *,
    forms: Sequence[DeclaredForm] = (),
    reason: str = "",
    was: str | None = None,
) -> str:
    """
    Record another rendering for *term*; an agent's waits for a human. Looks at the old one are void with it.

    Args:
        opened: The book.
        term: Of this book.
        rendering: What it is to be called.
        author: Anyone.
        forms: Declared forms of it.
        reason: Why, in their words.
        was: What the author takes it to be called until now; when it is called otherwise, the revision
            waits for a human, for somebody else renamed it. None = what it is called.

    Returns:
        Id of the event.

    Raises:
        InputError: It is what the term is called already, no rendering, or the term was taken back.
        LedgerUnwritable: Nothing was recorded.
    """
    _refuse_gone([term])
    text = " ".join(rendering.split())
    if text == term.rendering and tuple(forms) == term.forms:
        raise InputError(f"{term.headword} is called {text!r} already")
    body: dict[str, Any] = {"ref": term.ref, "rendering": text, "was": term.rendering if was is None else was}
    if forms:
        body["forms"] = {f"{form.number}.{form.case}".strip("."): form.text for form in forms}
    if reason:
        body["reason"] = reason
    return _recorded(opened, [("rendering", body)], author)[0]


def propose_term(
    opened: OpenBook,
    ref_id: str,
    said: Mapping[str, Any],
    author: Author,
    *,
    span: str = "",
    sources: Sequence[str] = (),
) -> str:
    """
    Record that somebody proposes a term that no file has; it is a candidate, and in no prompt.

    Args:
        opened: The book.
        ref_id: The id that it would have.
        said: Fields as in a terms file.
        author: Anyone.
        span: Where it was seen.
        sources: Refs that it was taken from.

    Returns:
        Id of the event.
    """
    body: dict[str, Any] = {"ref": f"term:{opened.book.name}/{ref_id}", "term": dict(said)}
    if span:
        body["span"] = span
    if sources:
        body["from"] = list(sources)
    return _recorded(opened, [("term", body)], author)[0]


def take_back(opened: OpenBook, terms: Sequence[Term], author: Author) -> tuple[str, ...]:
    """
    Record that *terms* are taken back: nothing of them is told any more. Ids of the events.

    Raises:
        InputError: The author is no human.
    """
    if author.actor != "human":
        raise InputError("only a human can take back a term")
    return _recorded(opened, [("retract", {"ref": term.ref}) for term in terms], author)


def decide(
    opened: OpenBook, about: str, decision: str, author: Author, *, into: str = "", reason: str = ""
) -> str:
    """
    Record what a human decided of a proposal (by its event id) or of a conflict (by its name).

    Returns:
        Id of the event.

    Raises:
        InputError: The author is no human, or the decision is none.
    """
    body = {"about": about, "decision": decision}
    body |= {key: value for key, value in (("into", into), ("reason", reason)) if value}
    return _recorded(opened, [("decide", body)], author)[0]


def _refuse_gone(terms: Sequence[Term]) -> None:
    """Nothing, unless one of *terms* was taken back: whatever is said of it has no effect."""
    if gone := next((term for term in terms if term.approval.is_retracted), None):
        raise InputError(f"{gone.ref} was taken back: enter {gone.headword} anew, under another id")


def _recorded(
    opened: OpenBook, said: Sequence[tuple[str, dict[str, Any]]], author: Author
) -> tuple[str, ...]:
    if not author.name.strip():
        raise InputError("an author needs a name: give one with --by")
    instant = int(now() * MILLISECONDS)
    at = iso_instant(instant / MILLISECONDS)
    event_id = ids.ulid(instant, secrets.randbits(ids.RANDOM_BITS - 1))
    events = []
    for kind, body in said:
        event = Event(VERSION, event_id, at, kind, author.name, author.actor, body)
        if (against := objection(event)) is not None:
            raise InputError(against.reason)
        events.append(event)
        event_id = ids.after(event_id)
    append(opened.root, events)
    return tuple(event.id for event in events)
