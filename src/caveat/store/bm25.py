"""BM25 over token streams, as SQLite's FTS5 reckons it."""

from math import log

from caveat.model.search import Query, Term
from caveat.model.store import ChunkTokens
from caveat.store.schema import BM25_WEIGHTS

K1 = 1.2
B = 0.75
"""The constants that FTS5's ``bm25()`` fixes (SQLite documentation, "The bm25() function")."""

SPLIT = 2.0**13 + 1
"""Factor that takes the last 13 of 53 bits off a double (Veltkamp's splitting; Dekker 1971)."""

LEAST_IDF = 1e-6
"""What FTS5 uses where a word is in more than half of the rows and its weight would not be positive."""


def settled(score: float) -> float:
    """
    *score* to 40 significant bits, 12 digits: what only the last bits of the arithmetic tell apart is equal.

    A C compiler may fuse multiplications and additions and Python does not, so the last bits differ
    between machines; a rank must not depend on them.
    """
    shifted = SPLIT * score
    return shifted - (shifted - score)


class Index:
    """Token streams by row, and their scores for a query."""

    def __init__(self) -> None:
        self._rows: dict[int, tuple[dict[str, float], int]] = {}
        self._streams: dict[int, ChunkTokens] = {}
        self._length = 0

    def put(self, row: int, tokens: ChunkTokens) -> None:
        """Add row *row*, which is not there yet."""
        frequency: dict[str, float] = {}
        length = 0
        for weight, stream in zip(BM25_WEIGHTS, tokens, strict=True):
            words = stream.split(" ") if stream else []
            length += len(words)
            for word in words:
                frequency[word] = frequency.get(word, 0.0) + weight
        self._rows[row] = (frequency, length)
        self._streams[row] = tokens
        self._length += length

    def remove(self, row: int) -> None:
        """Take row *row* out."""
        self._length -= self._rows.pop(row)[1]
        del self._streams[row]

    def tokens(self, row: int) -> ChunkTokens:
        """Token streams of row *row*, as they were put."""
        return self._streams[row]

    def match(self, query: Query, *, is_every_term: bool) -> dict[int, float]:
        """Scores, larger is better, of the rows that satisfy every (or any) term of *query*."""
        phrases, held = [], []
        for t, term in enumerate(query.terms):
            for word in term.alternatives:
                phrases.append((t, word))
                held.append(self._frequencies(term, word))
            for tokens in query.phrases:
                if tokens[0] == term.alternatives[0] and not term.is_prefix:
                    phrases.append((t, " ".join(tokens)))
                    held.append(self._side_by_side(tokens))
        scores: dict[int, float] = {}
        satisfied: dict[int, set[int]] = {}
        for (t, _), rows in zip(phrases, held, strict=True):
            for row in rows:
                satisfied.setdefault(row, set()).add(t)
        average = self._length / len(self._rows) if self._rows else 0.0
        for row, terms in satisfied.items():
            if is_every_term and len(terms) < len(query.terms):
                continue
            scores[row] = settled(self._score(row, held, average))
        return scores

    def _frequencies(self, term: Term, word: str) -> dict[int, float]:
        if not term.is_prefix:
            return {row: f[word] for row, (f, _) in self._rows.items() if word in f}
        found: dict[int, float] = {}
        for row, (frequency, _) in self._rows.items():
            total = sum(value for token, value in frequency.items() if token.startswith(word))
            if total:
                found[row] = total
        return found

    def _side_by_side(self, tokens: tuple[str, ...]) -> dict[int, float]:
        wanted = f" {' '.join(tokens)} "
        found: dict[int, float] = {}
        for row, streams in self._streams.items():
            times = [_overlapping(f" {stream} ", wanted) for stream in streams]
            if any(times):
                found[row] = sum(weight * each for weight, each in zip(BM25_WEIGHTS, times, strict=True))
        return found

    def _score(self, row: int, held: list[dict[int, float]], average: float) -> float:
        length = self._rows[row][1]
        score = 0.0
        for rows in held:
            idf = log((len(self._rows) - len(rows) + 0.5) / (len(rows) + 0.5))
            frequency = rows.get(row, 0.0)
            norm = K1 * (1 - B + B * length / average)
            score += (idf if idf > 0 else LEAST_IDF) * ((frequency * (K1 + 1.0)) / (frequency + norm))
        return score


def _overlapping(text: str, wanted: str) -> int:
    """How often *wanted* stands in *text*, also where two of them share a part."""
    count, place = 0, text.find(wanted)
    while place >= 0:
        count, place = count + 1, text.find(wanted, place + 1)
    return count
