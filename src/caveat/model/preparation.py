"""Preparation: what a passage has of a book's terms, what a model is told of them, and the account of it."""

from typing import Literal, NamedTuple

from caveat.model.facts import Decision
from caveat.model.findings import Finding
from caveat.model.terms import KeyKind

TermReason = Literal[
    "EXACT",
    "UNVERIFIED",
    "UNAPPROVED",
    "HOMOGRAPH",
    "SENSES",
    "SURFACE",
    "HIRAGANA",
    "HANGUL",
    "SEGMENT",
    "FREED",
    "USAGE",
    "NEARBY",
    "SPOILER",
    "EXPIRED",
    "RETRACTED",
]
"""Why an occurrence was decided on as it was.

CONFIRMED: EXACT. AMBIGUOUS: UNVERIFIED (no human looked at the term as it is), UNAPPROVED (one did, and it is
contradicted, stale or unpinned), USAGE (its rendering is meant for other words nearby; REJECTED where it is
forbidden), SENSES (several senses of one headword fit), SURFACE (several headwords read alike), HOMOGRAPH
(the key is an ordinary word), HIRAGANA (inside a run of hiragana), HANGUL (not whole before known particles),
SEGMENT (it cuts an ordinary word, and the key asks for whole ones), FREED (inside a longer key whose term is
outside its window). REJECTED: NEARBY (the words nearby are wrong), SPOILER (before its window), EXPIRED
(after it), RETRACTED."""


class Occurrence(NamedTuple):
    """
    A place in a chapter where a term's key stands, judged: the verdict of a mention of a term.

    Attributes:
        decision: Only CONFIRMED is stated as certain; REJECTED is never shown to a model.
        reason: Why.
        term: Ref of the term.
        key: The key as declared.
        start: First code point in the original text.
        end: One past the last.
        words: What stands there, layout and ruby included.
        detail: What more there is to say, in plain words; empty when the reason says it all.
        key_kind: Kind of the key.
    """

    decision: Decision
    reason: TermReason
    term: str
    key: str
    start: int
    end: int
    words: str
    detail: str = ""
    key_kind: KeyKind = "canonical"


class SuppressedOccurrence(NamedTuple):
    """
    A key that gave way to a longer one.

    Attributes:
        term: Ref of the term.
        key: The key as declared.
        start: First code point in the original text.
        end: One past the last.
        by: The key that it gave way to.
    """

    term: str
    key: str
    start: int
    end: int
    by: str


class UnknownName(NamedTuple):
    """
    A name-like token that matches no term.

    Attributes:
        text: As it stands at its first place.
        why: ``katakana``, ``surname``, ``honorific`` or ``capitals``.
        starts: Where it stands, first code points in the original text.
        near_keys: Keys that it differs from by one character, for a slip of the pen.
    """

    text: str
    why: str
    starts: tuple[int, ...]
    near_keys: tuple[str, ...] = ()


class RubyReading(NamedTuple):
    """
    A reading printed beside a term: an offer of a key of kind ``ruby``.

    Attributes:
        term: Ref of the term.
        base: The characters that it is printed beside.
        reading: The reading.
    """

    term: str
    base: str
    reading: str


class Sticky(NamedTuple):
    """
    A term that stays in the prompt for some chunks after it occurred.

    Attributes:
        term: Ref of the term.
        left: Chunks that it stays for, this one not counted, ``>= 0``.
        carried: Chunks that it was carried for since its last occurrence, ``>= 0``: its own counter.
    """

    term: str
    left: int
    carried: int = 0


class CarriedState(NamedTuple):
    """
    What one chunk leaves to the next; worth something only once its translation was committed.

    Attributes:
        chapter: Chapter that it was left by; 0 = by none.
        chunk: Chunk of that chapter, from 1; 0 = by none.
        snapshot: Snapshot id that it was made under.
        sticky: The most recent first.
    """

    chapter: int = 0
    chunk: int = 0
    snapshot: str = ""
    sticky: tuple[Sticky, ...] = ()

    @property
    def origin(self) -> str:
        """``none``, or ``<chapter>#<chunk>``: what a trace says it came from."""
        return f"{self.chapter}#{self.chunk}" if self.chunk else "none"


NO_STATE = CarriedState()


class BlockEntry(NamedTuple):
    """
    A term as the block shows it.

    Attributes:
        term: Ref of the term.
        decision: CONFIRMED, or AMBIGUOUS, which is marked as unverified.
        lines: The lines of the block, without an end.
        cost: Tokens, by the estimator.
        is_sticky: It does not occur in this chunk and was carried over.
        start: First place in the original text; -1 when carried over.
    """

    term: str
    decision: Decision
    lines: tuple[str, ...]
    cost: int
    is_sticky: bool = False
    start: int = -1


class Trace(NamedTuple):
    """
    The append-only account of one chunk.

    Attributes:
        book: Name of the book.
        chapter: Chapter.
        chunk: Chunk, from 1.
        snapshot: Snapshot id.
        text: SHA-256 (hex) of the chunk as read.
        carried_from: `CarriedState.origin` of the state that was given.
        n_exact: Occurrences of keys in the text, whatever was decided on them.
        n_sticky: Terms carried over.
        n_confirmed: Occurrences CONFIRMED.
        n_ambiguous: Occurrences AMBIGUOUS.
        n_rejected: Occurrences REJECTED.
        n_spoiler_blocked: Of those, the ones before their window; carried terms among them.
        n_suppressed: Keys that gave way to longer ones.
        n_evicted: Entries that the budget had no room for.
        n_unknown: Different name-like tokens that match nothing.
        injected: Refs in the block, in its order.
        evicted: Refs that the budget had no room for.
        sticky: Term → chunks that it was carried for, of those carried over.
        second_tier: Which second tier was asked; ``none`` on the exact path.
    """

    book: str
    chapter: int
    chunk: int
    snapshot: str
    text: str
    carried_from: str
    n_exact: int
    n_sticky: int
    n_confirmed: int
    n_ambiguous: int
    n_rejected: int
    n_spoiler_blocked: int
    n_suppressed: int
    n_evicted: int
    n_unknown: int
    injected: tuple[str, ...]
    evicted: tuple[str, ...] = ()
    sticky: tuple[tuple[str, int], ...] = ()
    second_tier: str = "none"


class Prepared(NamedTuple):
    """
    What a model is given for one chunk, and everything that was decided on the way.

    Attributes:
        block: The text for the prompt; empty when there is nothing to say, which is normal and safe.
        occurrences: By place.
        suppressed: By place.
        unknown: By first place.
        ruby: Readings that could become keys.
        entries: What the block shows, in its order.
        findings: What someone must look at; places are those of the chapter's file.
        trace: The account.
        state: What it leaves to the next chunk.
    """

    block: str
    occurrences: tuple[Occurrence, ...]
    suppressed: tuple[SuppressedOccurrence, ...]
    unknown: tuple[UnknownName, ...]
    ruby: tuple[RubyReading, ...]
    entries: tuple[BlockEntry, ...]
    findings: tuple[Finding, ...]
    trace: Trace
    state: CarriedState


class Snapshot(NamedTuple):
    """
    What a block depends on beside the chunk and the carried state.

    Attributes:
        id: First 16 hex digits of the SHA-256 over *parts*.
        parts: (name, digest or value), in a fixed order: what changed can be told from two of them.
    """

    id: str
    parts: tuple[tuple[str, str], ...]
