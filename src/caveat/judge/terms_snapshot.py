"""The snapshot of a book: everything that its blocks depend on beside the text and the carried state."""

import json
from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from caveat.judge import terms_block, terms_budget, terms_chunks, terms_match
from caveat.model.preparation import Snapshot
from caveat.model.terms import Book, Term
from caveat.text import fold_book
from caveat.text.common_words import LISTS

VERSION = "snapshot/v2"
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
    """
    SHA-256 (hex) over what *terms* state and how far each may be relied on, in whatever order.

    What of a term cannot change a block is left out: where it is written, what it was called before.
    """
    from hashlib import sha256

    digest = sha256(_encoded(_STATED).encode("ascii"))
    for term in sorted(terms, key=_REF):
        approval = term.approval
        state = (approval.is_approved, approval.is_verified, approval.is_retracted)
        digest.update(_encoded((_stated(term), state)).encode("ascii"))
    return digest.hexdigest()


_SILENT = frozenset("approval path line revisions sources declared generated_by content_hash".split())
_STATED = tuple(name for name in Term._fields if name not in _SILENT)
_stated = attrgetter(*_STATED)
_REF = attrgetter("ref")
_encoded = json.JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode


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
