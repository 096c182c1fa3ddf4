"""Search as it passes between rooms: a query of tokens, the chunks that match, the hits a reader sees."""

from typing import Literal, NamedTuple

from caveat.model.records import Day, Record, RecordClass

Support = Literal["words", "meaning", "both"]
"""What speaks for a hit; one that only meaning speaks for is AMBIGUOUS, never CONFIRMED."""


class Term(NamedTuple):
    """
    One thing a query asks for.

    Attributes:
        alternatives: Index tokens, any of which satisfies the term; never empty.
        is_prefix: The (single) alternative matches every token that starts with it.
    """

    alternatives: tuple[str, ...]
    is_prefix: bool = False


class Query(NamedTuple):
    """
    A query after analysis.

    Attributes:
        text: What the user typed.
        terms: What is asked for, in order, without repetition; empty when nothing can be asked.
        phrases: Index tokens that count for more where they stand side by side, each two or more; whoever
            lacks them is found all the same.
    """

    text: str
    terms: tuple[Term, ...]
    phrases: tuple[tuple[str, ...], ...] = ()

    def words(self) -> list[tuple[Term, ...]]:
        """The terms of each word; a short run of a script without blanks is one word of several terms."""
        phrase_of = {token: phrase for phrase in self.phrases for token in phrase}
        found: dict[object, list[Term]] = {}
        for term in self.terms:
            found.setdefault(phrase_of.get(term.alternatives[0], term), []).append(term)
        return [tuple(terms) for terms in found.values()]


class Scope(NamedTuple):
    """
    Which records a question is about.

    Attributes:
        record_class: Only records of this class; None = of any, and of none.
        folder: Only notes below this folder of the vault, ``/`` between its parts and none at its ends;
            empty = everywhere. A record without a file lies in no folder.
        since: Only records made at this day or later; None = whenever.
        until: Only records made before this day. One whose day nobody knows is in no stretch of time.
    """

    record_class: RecordClass | None = None
    folder: str = ""
    since: Day | None = None
    until: Day | None = None

    def holds(self, record: Record) -> bool:
        """Whether *record* may be a hit."""
        made = record.created
        return (
            self.record_class in (None, record.record_class)
            and (not self.folder or record.path.startswith(f"{self.folder}/"))
            and (self.since is None or (made is not None and made >= self.since))
            and (self.until is None or (made is not None and made < self.until))
        )

    def may_lead(self, record: Record) -> bool:
        """Whether *record* may lead to a hit: a superseded one does, to what replaces it."""
        return self.holds(record) or record.status == "superseded"


EVERYWHERE = Scope()
"""All records."""


class Match(NamedTuple):
    """
    A chunk that matches, as a store returns it.

    Attributes:
        ref: Record it belongs to.
        chunk: Row of the chunk in its store.
        score: BM25, larger is better, ``> 0``.
    """

    ref: str
    chunk: int
    score: float


class Hit(NamedTuple):
    """
    One line of a result list.

    Attributes:
        rank: From 1; equal scores share a rank.
        ref: Canonical ref of the record.
        title: How the record names itself.
        path: Vault-relative path; empty for a record without a file.
        line: Line of the file where the chunk starts.
        heading: Headings above the chunk, outermost first.
        snippet: The prose around the match, on one line.
        score: relevance × multiplier × class weight; with trust off, relevance.
        relevance: Lexical score ÷ the best one, in ``(0, 1]``; with meaning, see `rank.fusion`.
        raw_score: The lexical score itself (BM25); 0 when words did not find it.
        trust: C · F in ``[0, 1]``; None with trust off.
        credibility: C in ``[0, 1]``; None with trust off.
        freshness: F in ``(0, 1]``; None with trust off.
        multiplier: ½ (1 + T) in ``[.5, 1]``; None with trust off.
        class_weight: Factor of its class.
        record_class: Its class; None when it has none.
        tier: Steps from a primary; None with trust off.
        verified: When a human last confirmed it; None = never.
        badges: What a reader should know, such as ``undeclared`` or ``contested``.
        replaces: Refs of superseded records whose rank it took.
        challengers: Refs of the records that contradict it.
        plain_rank: Its rank with trust off; 0 when it would not be found without what it replaces.
        is_exact: The query names it exactly, so it stands before the others whatever its score.
        support: What speaks for it.
        cosine: Of the question and what is nearest in it; None when meaning took no part.
        also_in: Refs of records that say the same, and are not shown for that.
    """

    rank: int
    ref: str
    title: str
    path: str
    line: int
    heading: tuple[str, ...]
    snippet: str
    score: float
    relevance: float
    raw_score: float
    trust: float | None = None
    credibility: float | None = None
    freshness: float | None = None
    multiplier: float | None = None
    class_weight: float = 1.0
    record_class: RecordClass | None = None
    tier: int | None = None
    verified: Day | None = None
    badges: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    challengers: tuple[str, ...] = ()
    plain_rank: int = 0
    is_exact: bool = False
    support: Support = "words"
    cosine: float | None = None
    also_in: tuple[str, ...] = ()

    @property
    def is_ambiguous(self) -> bool:
        """Only meaning speaks for it: it may be near to the question, and says none of its words."""
        return self.support == "meaning"
