"""
Terms that no file has: proposed in the ledger, and accepted by a human or merged into another term.

What is accepted stands in the book from then on, AMBIGUOUS until somebody verified it; what is merged is
another key of the term that stays. A proposal on which nobody decided, and one that was turned down, is not
in the book.
"""

from collections.abc import Iterable
from typing import NamedTuple

from caveat.history.fold import State
from caveat.history.terms import ProposedTerm, proposed_terms
from caveat.model.findings import Finding
from caveat.model.terms import Book, Key
from caveat.vault.terms import WrittenTerm, term_of

_SPELLINGS = ("headword", "keys", "near", "not_near", "boundary", "case_sensitive")
"""Fields of a term that say what it is looked for by."""


class WithAccepted(NamedTuple):
    """
    Terms of the files and of the ledger.

    Attributes:
        terms: Those of the files first, in their order.
        findings: What cannot be used of the ledger's.
    """

    terms: tuple[WrittenTerm, ...]
    findings: tuple[Finding, ...]


def with_accepted(terms: Iterable[WrittenTerm], state: State, book: Book) -> WithAccepted:
    """
    *terms* with what the ledger adds to them.

    Args:
        terms: Of the files. One with the ref of an accepted term goes before it: that is how an accepted
            term moves into a file.
        state: The ledger's fold.
        book: Name and language.
    """
    kept = list(terms)
    found = {one.term.ref: one for one in kept}
    findings: list[Finding] = []
    merged: list[tuple[str, ProposedTerm]] = []
    for one in proposed_terms(state, book.name):
        decided = one.decision.decision if one.decision is not None else ""
        if decided == "merge" and one.decision is not None:
            merged.append((one.decision.into, one))
        if decided != "accept" or one.ref in found:
            continue
        written, problems = as_term(one, book)
        findings += problems
        if written is not None:
            found[written.term.ref] = written
            kept.append(written)
    keys = {ref: [one for into, one in merged if into == ref] for ref in dict.fromkeys(r for r, _ in merged)}
    findings += [_gone(into, one) for into, one in merged if into not in found]
    told = [_with_keys(one, keys[one.term.ref], book) if one.term.ref in keys else one for one in kept]
    return WithAccepted(tuple(told), tuple(findings))


def as_term(one: ProposedTerm, book: Book) -> tuple[WrittenTerm | None, list[Finding]]:
    """
    The term that *one* would be, and what cannot be used of it; None when it cannot be one.

    What it says of its own standing is left out: nobody verifies by proposing, and an agent's confidence in
    its proposal is no statement of the terms file.
    """
    unsaid = {"id", "verified", "from", *(("declared",) if one.actor == "agent" else ())}
    said = {key: value for key, value in one.said.items() if key not in unsaid}
    if one.actor == "agent":
        said["generated_by"] = one.by
    written, findings = term_of(said, book=book.name, origin=book.source)
    if written is None:
        return None, findings
    return WrittenTerm(written.term._replace(ref=one.ref, sources=one.sources)), findings


def _with_keys(written: WrittenTerm, merged: Iterable[ProposedTerm], book: Book) -> WrittenTerm:
    """*written* with what *merged* were looked for by, each spelling under the conditions that it had."""
    term = written.term
    known = {key.text for key in term.keys}
    keys: dict[str, Key] = {}
    for one in merged:
        for key in _keys_of(one, book):
            if key.text not in known:
                keys.setdefault(key.text, key._replace(kind="nick") if key.kind == "canonical" else key)
    return written._replace(term=term._replace(keys=(*term.keys, *keys.values())))


def _keys_of(one: ProposedTerm, book: Book) -> tuple[Key, ...]:
    said = {name: one.said[name] for name in _SPELLINGS if name in one.said}
    found, _ = term_of(said, book=book.name, origin=book.source)
    return found.term.keys if found is not None else (Key(str(one.said["headword"])),)


def _gone(into: str, one: ProposedTerm) -> Finding:
    said = f"“{one.said['headword']}” was merged into {into}, which is not there"
    return Finding("merged-into-nothing", "warning", said, help="Put the term back, or decide anew.")
