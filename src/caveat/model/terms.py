"""Terms: what a book calls its people, places and things, and for which of its chapters."""

from typing import Literal, NamedTuple

from caveat.model.events import Actor
from caveat.model.findings import Finding
from caveat.model.records import Day

KeyKind = Literal[
    "canonical", "full", "given", "family", "nick", "title", "honorific", "orthographic", "ruby"
]
TermKind = Literal["person", "place", "organisation", "item", "technique", "title", "honorific", "concept"]
TermGender = Literal["m", "f", "n", "hidden", "unknown"]
Boundary = Literal["", "none", "script", "segment"]
"""What must hold at both ends of a key; empty = what its script asks for."""

KEY_KINDS: tuple[KeyKind, ...] = (
    "canonical", "full", "given", "family", "nick", "title", "honorific", "orthographic", "ruby",
)  # fmt: skip
TERM_KINDS: tuple[TermKind, ...] = (
    "person", "place", "organisation", "item", "technique", "title", "honorific", "concept",
)  # fmt: skip
TERM_GENDERS: tuple[TermGender, ...] = ("m", "f", "n", "hidden", "unknown")
BOUNDARIES: tuple[Boundary, ...] = ("", "none", "script", "segment")


class Window(NamedTuple):
    """
    The chapters that something holds for: ``[since, until)``.

    Attributes:
        since: First chapter, ``>= 0``.
        until: First chapter that it no longer holds for; None = to the end.
    """

    since: int = 0
    until: int | None = None

    def holds(self, chapter: int) -> bool:
        """Whether *chapter* lies in it."""
        return self.since <= chapter and (self.until is None or chapter < self.until)

    def overlaps(self, other: "Window") -> bool:
        """Whether some chapter lies in both; an empty window overlaps nothing."""
        start = max(self.since, other.since)
        ends = [end for end in (self.until, other.until) if end is not None]
        return all(start < end for end in ends)

    def covers(self, other: "Window") -> bool:
        """Whether every chapter of *other* lies in this one."""
        ends_later = self.until is None or (other.until is not None and other.until <= self.until)
        return self.since <= other.since and ends_later


ALWAYS = Window()


class Nearby(NamedTuple):
    """
    Judgment words: which words must, or must not, stand near.

    Near is the same sentence, or `judge.terms_nearby.REACH` characters where a sentence has no end. A word of
    *forbids* that holds the key itself (动作片 for 动作) forbids only to lie inside that word.

    Attributes:
        requires: At least one of these; empty = nothing is asked.
        forbids: None of these.
    """

    requires: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()


NOTHING_NEARBY = Nearby()


class Key(NamedTuple):
    """
    A spelling by which a text names a term: a literal, never a pattern.

    Attributes:
        text: As in the book's language; never empty.
        kind: What sort of name it is; the headword's own is canonical.
        nearby: Judgment words; needed for a key of one character.
        boundary: What must hold at its ends.
        is_case_sensitive: Letter case counts.
        rendering: What this spelling is called (阿桂 → А-Гуй); empty = as the term is.
    """

    text: str
    kind: KeyKind = "canonical"
    nearby: Nearby = NOTHING_NEARBY
    boundary: Boundary = ""
    is_case_sensitive: bool = True
    rendering: str = ""


class DeclaredForm(NamedTuple):
    """
    A form of the rendering that somebody wrote down.

    Attributes:
        text: The form.
        case: ``nom gen dat acc ins prep``, as in `text.forms`; empty = not said.
        number: ``sg`` or ``pl``; empty = not said.
    """

    text: str
    case: str = ""
    number: str = ""


class Forbidden(NamedTuple):
    """
    A rendering that must not be used.

    Attributes:
        text: The rendering.
        nearby: Words of the source text under which it is forbidden; none = always.
        reason: Why, for the reader of a finding.
    """

    text: str
    nearby: Nearby = NOTHING_NEARBY
    reason: str = ""


class Revision(NamedTuple):
    """
    One rendering that somebody gave a term, on the editorial axis.

    Attributes:
        rendering: What the term is called from then on.
        forms: Declared forms.
        at: When; None for what stands in the terms file.
        by: Who; empty for the terms file.
        actor: What kind of author.
        id: Event id; empty for the terms file.
        reason: Why, in their words.
        is_proposal: It waits for a human: an agent's that nobody accepted.
    """

    rendering: str
    forms: tuple[DeclaredForm, ...] = ()
    at: Day | None = None
    by: str = ""
    actor: Actor = "human"
    id: str = ""
    reason: str = ""
    is_proposal: bool = False


class Approval(NamedTuple):
    """
    How far a term may be relied on, at one instant.

    Attributes:
        is_verified: A human looked at it as it is now.
        is_approved: Verified and not withdrawn by a contradiction, a changed source or age: only then may an
            occurrence be CONFIRMED.
        is_retracted: It was taken back, and speaks no more.
        reason: Why it is not approved, in words; empty when it is.
        trust: T of its record, in ``[0, 1]``.
    """

    is_verified: bool = False
    is_approved: bool = False
    is_retracted: bool = False
    reason: str = "no human has looked at it"
    trust: float = 0.0


APPROVED = Approval(is_verified=True, is_approved=True, reason="", trust=1.0)
UNVERIFIED = Approval()


class Term(NamedTuple):
    """
    A headword with its rendering, for one sense and one window; unique by folded headword, sense, window.

    Attributes:
        ref: ``term:<book>/<id>``.
        headword: In the book's language.
        rendering: What it is called now, in the target language, nominative; empty = not decided.
        sense: Tells apart what one headword means; empty = it means one thing.
        keys: Spellings that name it, the headword's own first.
        aliases: Further renderings that a translation may use for the same thing.
        forms: Declared forms of the rendering.
        nearby: Words of the source text under which the rendering is meant; none = always.
        forbidden: Renderings that must not be used.
        gender: ``hidden`` = the book does not tell yet; see `gender_at`.
        gender_since: Chapter from which the gender is known.
        kind: What it names.
        window: Chapters that it holds for.
        sticky: Chunks that it stays in the prompt after its last occurrence, ``>= 0``.
        note: For the translator.
        is_curated: Somebody made sure that its keys are no ordinary words where they stand.
        never_varies: Its rendering is one that must not vary; an earlier sentence is shown with it.
        example: A short sentence of the translation that has it.
        reading: Declared reading of the headword; empty = by tables.
        origin: Language that the name comes from (``zh``, ``ja``, …); empty = the book's.
        revisions: Every rendering it had or was offered, oldest first, that of the terms file first.
        sources: Refs that it was taken from.
        declared: Stated confidence, in ``[0, 1]``; None = undeclared.
        generated_by: Model that proposed it; empty = a person wrote it.
        approval: How far it may be relied on.
        content_hash: Hash of what is stated, bookkeeping left out.
        path: File that it is written in, relative to the book; empty for the ledger.
        line: Line in that file, from 1.
    """

    ref: str
    headword: str
    rendering: str = ""
    sense: str = ""
    keys: tuple[Key, ...] = ()
    aliases: tuple[str, ...] = ()
    forms: tuple[DeclaredForm, ...] = ()
    nearby: Nearby = NOTHING_NEARBY
    forbidden: tuple[Forbidden, ...] = ()
    gender: TermGender = "unknown"
    gender_since: int = 0
    kind: TermKind = "concept"
    window: Window = ALWAYS
    sticky: int = 0
    note: str = ""
    is_curated: bool = False
    never_varies: bool = False
    example: str = ""
    reading: str = ""
    origin: str = ""
    revisions: tuple[Revision, ...] = ()
    sources: tuple[str, ...] = ()
    declared: float | None = None
    generated_by: str = ""
    approval: Approval = UNVERIFIED
    content_hash: str = ""
    path: str = ""
    line: int = 0

    @property
    def id(self) -> str:
        """Its name within the book: the ref without ``term:<book>/``."""
        return self.ref.partition("/")[2]

    def gender_at(self, chapter: int) -> TermGender:
        """The gender as far as a reader of *chapter* knows it: ``hidden`` before `gender_since`."""
        return self.gender if chapter >= self.gender_since or self.gender == "unknown" else "hidden"


class Assembly(NamedTuple):
    """
    How a block is put together; part of the snapshot.

    Attributes:
        budget: Tokens that the block may take, by the estimator; 0 = no limit.
        chunk: Code points of a chunk, at most; 0 = a chapter is one chunk.
        shows_forms: Forms of names are listed.
        shows_gender: A block of genders comes first.
        heading: First line.
        instruction: How the terms are to be used.
        unverified: Line above what is not verified.
    """

    budget: int = 1200
    chunk: int = 0
    shows_forms: bool = True
    shows_gender: bool = True
    heading: str = "Names and terms of this passage"
    instruction: str = "Use these renderings. Inflect freely, never change the stem."
    unverified: str = "Unverified: use only where the passage bears it out."


class Book(NamedTuple):
    """
    A book as its folder states it.

    Attributes:
        name: Short name, as in refs: ``term:<name>/<id>``.
        source: Language of the book: ``zh``, ``ja``, ``ko``, ``en``, ``ru``, …
        target: Language of the translation.
        fold: Fold profile; by default the source language's.
        transliteration: ``palladius``, ``polivanov`` or empty.
        assembly: How a block is put together.
        terms: Terms in the order of the files; those of a shared file have the series' name in their ref.
        plan: Everything else that a translation depends on, as (name, value or digest): brief, series bible,
            prompt, models, summaries. Sorted by name.
        findings: What is wrong in the folder, by place; terms that are refused are not among `terms`.
    """

    name: str
    source: str = "zh"
    target: str = "ru"
    fold: str = "zh"
    transliteration: str = ""
    assembly: Assembly = Assembly()
    terms: tuple[Term, ...] = ()
    plan: tuple[tuple[str, str], ...] = ()
    findings: tuple[Finding, ...] = ()


ConflictKind = Literal["renderings", "headwords", "keys", "proposal"]
"""``renderings``: one headword, several renderings. ``headwords``: several headwords, one rendering.
``keys``: one key, several terms. ``proposal``: somebody offered another rendering, and nobody decided."""


class Conflict(NamedTuple):
    """
    Something about the terms that a human has to decide.

    Attributes:
        kind: What sort.
        id: Stable name: the same conflict has it in every run.
        subject: The headword, rendering or key that it is about.
        terms: Refs concerned, sorted.
        renderings: The renderings that stand against each other, in the order of *terms* or of proposal.
        decision: What a human decided (``accept``, ``reject``, ``keep``, ``merge``); empty = it waits.
        by: Who decided; empty = nobody.
    """

    kind: ConflictKind
    id: str
    subject: str
    terms: tuple[str, ...]
    renderings: tuple[str, ...]
    decision: str = ""
    by: str = ""
