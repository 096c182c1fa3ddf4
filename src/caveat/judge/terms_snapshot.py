"""The snapshot of a book: everything that its blocks depend on beside the text and the carried state."""

import json
from collections.abc import Mapping
from typing import Any

from caveat.judge import terms_block, terms_budget, terms_chunks, terms_match
from caveat.model.preparation import Snapshot
from caveat.model.terms import Book, Term
from caveat.text import fold_book
from caveat.text.common_words import LISTS

VERSION = "snapshot/v1"
"""Changes when the same book would get another id."""

DIGITS = 16
"""Hex digits of an id: 64 bits, enough for every state a book was ever in (our choice)."""


def snapshot(book: Book) -> Snapshot:
    """
    The snapshot of *book*.

    Changing one rendering, or what a term may be relied on, changes the id; another book does not, nor does
    the order of files, the day, or where the book lies.
    """
    parts = (
        ("version", VERSION),
        ("book", book.name),
        ("languages", f"{book.source} {book.target}"),
        ("fold", f"{fold_book.VERSION} {book.fold} {_tables(book.fold)}"),
        ("matcher", terms_match.VERSION),
        ("words", LISTS.get(book.fold, "none")),
        ("transliteration", book.transliteration or "none"),
        ("chunker", terms_chunks.VERSION),
        ("estimator", terms_budget.ESTIMATOR),
        ("block", terms_block.VERSION),
        ("assembly", _digest(book.assembly._asdict())),
        ("terms", terms_digest(book.terms)),
        *((f"plan {name}", value) for name, value in sorted(book.plan)),
    )
    return Snapshot(_digest(parts)[:DIGITS], parts)


def terms_digest(terms: tuple[Term, ...]) -> str:
    """SHA-256 (hex) over what *terms* state and how far each may be relied on, in whatever order."""
    return _digest([term_state(term) for term in sorted(terms, key=lambda term: term.ref)])


def term_state(term: Term) -> dict[str, Any]:
    """What of *term* can change a block: not where it is written, nor what it was called before."""
    stated = term._asdict()
    for name in ("path", "line", "revisions", "sources", "declared", "generated_by", "content_hash"):
        del stated[name]
    stated["approval"] = (term.approval.is_approved, term.approval.is_verified, term.approval.is_retracted)
    return stated


def differences(old: Mapping[str, str], new: Mapping[str, str]) -> tuple[str, ...]:
    """Names of the parts in which two snapshots differ, sorted."""
    return tuple(sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name)))


def _tables(fold: str) -> str:
    table = fold_book.profile(fold).table
    return _digest(sorted(table.items()))[:DIGITS]


def _digest(value: Any) -> str:
    from hashlib import sha256

    text = json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()
