"""
Ways to find the terms of a passage, side by side: the exact path, character BM25, vectors of meaning.

Queries are of three sorts: passages that name the terms (a rendering is due), passages that mean them without
the word (nothing by the letter can find those), and traps, whose term may not be stated as certain.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from caveat.bench.inputs import LIST, TEXT, filled, member, read_json_lines
from caveat.bench.metrics import Confusion, Mean, auc, ndcg, recall, reciprocal_rank
from caveat.bench.term_gold import BOOKS, approved, gold_terms, occurrences, packaged
from caveat.model.terms import Term
from caveat.text.fold import fold_text

if TYPE_CHECKING:
    from caveat.model.embedder import Embedder

DEPTH = 5
"""How many cards of a ranking are looked at, as a prompt would show them."""

LEAST_PRECISION = 0.9
"""Precision that a threshold on a score must reach before its recall is told."""

K1, B = 1.2, 0.75
"""Constants of BM25, those of `store.bm25`."""

TRAPS = "traps"
"""Name that the terms of the traps stand under, as a book's do."""

_KANA = re.compile("[\u3041-\u30ff\uff66-\uff9f]")


class TermQuery(NamedTuple):
    """
    A passage.

    Attributes:
        id: Its name.
        kind: ``literal``, ``semantic`` or ``trap``.
        text: The passage.
        relevant: Ids of the terms that it names or means.
        traps: Ids of the terms that look as if it did.
    """

    id: str
    kind: str
    text: str
    relevant: tuple[str, ...]
    traps: tuple[str, ...]


class Ranked(NamedTuple):
    """
    How a way that ranks fared; every mean is over the queries that have something to find.

    Attributes:
        recalls: By how many cards are looked at: 1, 3, 5.
        literal: Recall at 5 of passages that name their terms.
        semantic: Recall at 5 of passages that mean them.
        mrr: Of the first relevant card.
        ndcg: At 5.
        traps: Traps whose term is among the first 5, of all traps.
        auc: How often a relevant card scores above one that is not.
        recall_at_precision: Recall at the lowest threshold on the score that keeps `LEAST_PRECISION`;
            None when none does.
    """

    recalls: Mapping[int, Mean]
    literal: Mean
    semantic: Mean
    mrr: Mean
    ndcg: Mean
    traps: int
    auc: Mean
    recall_at_precision: float | None


class ExactFigures(NamedTuple):
    """
    How the exact path fared, for one measure of what it tells.

    Attributes:
        literal: Against the terms of passages that name them.
        semantic: Against those of passages that mean them.
        trap: Against the terms that a trap names beside its own.
        drawn: Traps whose term was told.
    """

    literal: Confusion
    semantic: Confusion
    trap: Confusion
    drawn: int

    @property
    def precision(self) -> float | None:
        """Over all queries."""
        return (self.literal + self.semantic + self.trap).precision

    @property
    def recall(self) -> float | None:
        """Over literal and semantic queries together, as the first table of its kind had it."""
        return (self.literal + self.semantic).recall


class TermRetrieval(NamedTuple):
    """
    Everything that was measured.

    Attributes:
        cards: Number of cards.
        queries: Number of queries of each sort.
        certain: The exact path, what it states as certain.
        shown: The same with what it marks as unverified.
        ranked: Name of a way → how it fared.
        remarks: What could not be measured, and why.
    """

    cards: int
    queries: Mapping[str, int]
    certain: ExactFigures
    shown: ExactFigures
    ranked: Mapping[str, Ranked]
    remarks: tuple[str, ...]


def load_queries() -> tuple[TermQuery, ...]:
    """The passages that come with caveat."""
    return tuple(
        TermQuery(
            filled(said, "id", place),
            filled(said, "kind", place),
            member(said, "text", TEXT, place),
            tuple(member(said, "relevant", LIST, place)),
            tuple(member(said, "traps", LIST, place)),
        )
        for place, said in read_json_lines(packaged("queries.jsonl"))
    )


def load_cards() -> dict[str, tuple[str, Term]]:
    """Id → language and term: those of all books, and those of the traps."""
    found: dict[str, tuple[str, Term]] = {}
    for book in BOOKS:
        for term in gold_terms(book):
            found[f"{book}/{term.headword}"] = (term.origin, term)
    for place, said in read_json_lines(packaged("trap_terms.jsonl")):
        fields = {key: value for key, value in said.items() if key != "lang"}
        term = approved(fields, place, book=TRAPS, language=filled(said, "lang", place))
        found[f"{TRAPS}/{term.headword}"] = (term.origin, term)
    return found


def measure_term_retrieval(embedder: "Embedder | None" = None, *, remark: str = "") -> TermRetrieval:
    """
    All ways on all queries.

    Args:
        embedder: What makes vectors; None = meaning is left out.
        remark: Why it is left out.
    """
    queries, cards = load_queries(), load_cards()
    texts = {ref: _card(term) for ref, (_, term) in cards.items()}
    ways: dict[str, Callable[[Sequence[str]], list[dict[str, float]]]] = {
        "character BM25": lambda asked: _bm25(texts, asked)
    }
    if embedder is not None:
        ways["dense"] = lambda asked: _dense(texts, asked, embedder)
    asked = [query.text for query in queries]
    return TermRetrieval(
        len(cards),
        dict(Counter(query.kind for query in queries)),
        _exact(queries, cards, is_certain=True),
        _exact(queries, cards, is_certain=False),
        {name: _ranked(queries, way(asked)) for name, way in ways.items()},
        (remark,) if embedder is None and remark else (),
    )


def _card(term: Term) -> str:
    keys = " ".join(dict.fromkeys((term.headword, *(key.text for key in term.keys))))
    return f"{keys} — {term.rendering}"


def _language(text: str) -> str:
    return "ja" if _KANA.search(text) else "zh"


def _exact(
    queries: Sequence[TermQuery], cards: Mapping[str, tuple[str, Term]], *, is_certain: bool
) -> ExactFigures:
    found = {"literal": Confusion(), "semantic": Confusion(), "trap": Confusion()}
    drawn = 0
    ids = {term.ref: ref for ref, (_, term) in cards.items()}
    for query in queries:
        language = _language(query.text)
        terms = [term for origin, term in cards.values() if origin == language]
        told = {
            ids[one.term]
            for one in occurrences(query.text, terms, language)
            if one.decision == "CONFIRMED" or (one.decision == "AMBIGUOUS" and not is_certain)
        }
        found[query.kind] += Confusion.of(told, query.relevant)
        drawn += not told.isdisjoint(query.traps)
    return ExactFigures(found["literal"], found["semantic"], found["trap"], drawn)


def _ranked(queries: Sequence[TermQuery], scores: Sequence[Mapping[str, float]]) -> Ranked:
    recalls: dict[int, list[float | None]] = {1: [], 3: [], DEPTH: []}
    by_kind: dict[str, list[float | None]] = {"literal": [], "semantic": []}
    firsts: list[float | None] = []
    gains: list[float | None] = []
    pairs: list[tuple[float, bool]] = []
    drawn = 0
    for query, scored in zip(queries, scores, strict=True):
        ranking = sorted((ref for ref in scored if scored[ref] > 0), key=lambda ref: (-scored[ref], ref))
        pairs += ((score, ref in query.relevant) for ref, score in scored.items())
        if query.kind == "trap":
            drawn += not set(query.traps).isdisjoint(ranking[:DEPTH])
            continue
        grades = dict.fromkeys(query.relevant, 1)
        for depth, values in recalls.items():
            values.append(recall(ranking, grades, depth))
        by_kind[query.kind].append(recalls[DEPTH][-1])
        firsts.append(reciprocal_rank(ranking, grades, len(scored)))
        gains.append(ndcg(ranking, grades, DEPTH))
    return Ranked(
        {depth: Mean.of(values) for depth, values in recalls.items()},
        Mean.of(by_kind["literal"]),
        Mean.of(by_kind["semantic"]),
        Mean.of(firsts),
        Mean.of(gains),
        drawn,
        auc(pairs),
        _recall_at(pairs),
    )


def _recall_at(pairs: Sequence[tuple[float, bool]]) -> float | None:
    """The greatest recall of a threshold that keeps `LEAST_PRECISION`; equal scores go together."""
    relevant = sum(is_relevant for _, is_relevant in pairs)
    by_score: dict[float, list[bool]] = {}
    for score, is_relevant in pairs:
        by_score.setdefault(score, []).append(is_relevant)
    hits = said = 0
    best: float | None = None
    for score in sorted(by_score, reverse=True):
        hits += sum(by_score[score])
        said += len(by_score[score])
        if hits and hits / said >= LEAST_PRECISION:
            best = hits / relevant
    return best


def _bm25(cards: Mapping[str, str], asked: Sequence[str]) -> list[dict[str, float]]:
    """Scores of each query's characters in each card."""
    counts = {ref: Counter(_characters(text)) for ref, text in cards.items()}
    length = {ref: sum(count.values()) for ref, count in counts.items()}
    mean = sum(length.values()) / len(length)
    held = Counter(character for count in counts.values() for character in count)
    weight = {c: math.log(1 + (len(cards) - n + 0.5) / (n + 0.5)) for c, n in held.items()}

    def score(ref: str, characters: Sequence[str]) -> float:
        count, norm = counts[ref], K1 * (1 - B + B * length[ref] / mean)
        return math.fsum(weight[c] * count[c] * (K1 + 1) / (count[c] + norm) for c in characters if count[c])

    return [
        {ref: score(ref, characters) for ref in cards}
        for characters in (sorted(set(_characters(text))) for text in asked)
    ]


def _characters(text: str) -> list[str]:
    return [character for character in fold_text(text) if character.isalnum()]


def _dense(cards: Mapping[str, str], asked: Sequence[str], embedder: "Embedder") -> list[dict[str, float]]:
    """Cosines of each query with each card."""
    refs = list(cards)
    passages = embedder.embed_passages([cards[ref] for ref in refs])
    cosines = embedder.embed_queries(list(asked)) @ passages.T
    return [{ref: round(float(value), 6) for ref, value in zip(refs, row, strict=True)} for row in cosines]
