"""Broken spellings: stretches of one to two edits from a form of a name, with the same first letter."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from caveat.judge import tables_agreement_ru as tables
from caveat.judge.rendering_agreement import past_gender
from caveat.judge.rendering_spellings import Spellings
from caveat.judge.rendering_words import Word, are_joined, unaddressed, unmixed

MOST_EDITS = 2
"""Edits up to which a stretch is a broken spelling (Levenshtein)."""

SHORT = 3
"""Letters of a form up to which one edit only counts; our choice: of three letters two make another name."""

_FUNCTION = tables.FILLERS | tables.LINKS | tables.PREPOSITIONS | tables.SUBJECTS | tables.PRONOUNS.keys()


class Variant(NamedTuple):
    """
    A broken spelling.

    Attributes:
        first: Index of its first word.
        last: One past its last.
        edits: Letters that differ; 0 when only blanks, hyphens, case or look-alikes do.
        form: The nearest form.
    """

    first: int
    last: int
    edits: int
    form: str


class Variants:
    """
    Looks for broken spellings in one text.

    Args:
        text: The translation.
        words: Its words.
        taken: Indices of words that name something already.
    """

    def __init__(self, text: str, words: Sequence[Word], taken: Collection[int]) -> None:
        self._text = text
        self._words = words
        self._bare = unaddressed(words)
        self._taken = taken
        self._small = {word.low for word in words if not word.is_capital}
        self._by_letter: dict[str, list[int]] = {}
        for at, word in enumerate(words):
            if at not in taken:
                self._by_letter.setdefault(unmixed(word.text)[:1].lower(), []).append(at)
        self._seen: dict[tuple[int, str], tuple[int, str] | None] = {}

    def of(self, subject: int, known: Spellings, span: tuple[int, int]) -> list[Variant]:
        """
        Broken spellings of a subject, without overlap, by place.

        Args:
            subject: Its index, for remembering.
            known: Its spellings.
            span: Indices of the first word and one past the last that are looked at.
        """
        sizes = _by_size(known)
        letters = {words[0][0] for forms in sizes.values() for words in forms if words and words[0]}
        found: list[Variant] = []
        for letter in sorted(letters):
            for at in _within(self._by_letter.get(letter, ()), span):
                best = self._at(at, subject, known, sizes, span[1])
                if best is not None:
                    found.append(best)
        return _apart(found)

    def _at(
        self,
        at: int,
        subject: int,
        known: Spellings,
        sizes: Mapping[int, list[tuple[str, ...]]],
        stop: int,
    ) -> Variant | None:
        best: Variant | None = None
        for size in sorted({one + more for one in sizes for more in (-1, 0, 1)} - {0}):
            words = self._stretch(at, size, stop)
            if words is None or not self._may_be(words, known):
                continue
            near = self._near(subject, words, sizes)
            bare = self._bare[at : at + size]
            if bare[-1] is not words[-1]:
                near = min(filter(None, (near, self._near(subject, bare, sizes))), default=None)
            if near is not None and (best is None or near[0] < best.edits):
                best = Variant(at, at + size, near[0], near[1])
        return best

    def _stretch(self, at: int, size: int, stop: int) -> Sequence[Word] | None:
        if at + size > stop:
            return None
        words = self._words[at : at + size]
        for index in range(1, size):
            if at + index in self._taken or not are_joined(self._text, words[index - 1], words[index]):
                return None
        return words

    def _may_be(self, words: Sequence[Word], known: Spellings) -> bool:
        """Whether a stretch can be a try at the name: a capital for a name, no ordinary word for any."""
        first = words[0]
        if len(words) == 1:
            if first.low in _FUNCTION:
                return False
            if known.is_name:
                if not first.is_capital:
                    return False
                if first.low in self._small and self._opens_sentence(first):
                    return False
            elif past_gender(first) is not None:
                return False
        return not known.is_name or any(word.is_capital for word in words)

    def _opens_sentence(self, word: Word) -> bool:
        before = self._text[max(0, word.start - 6) : word.start].rstrip(' \u00a0«»“”„"')
        return not before or before[-1] in ".!?…:\n—–-"

    def _near(
        self, subject: int, words: Sequence[Word], sizes: Mapping[int, list[tuple[str, ...]]]
    ) -> tuple[int, str] | None:
        joined = unmixed(" ".join(word.text for word in words)).lower()
        key = (subject, joined)
        if key not in self._seen:
            self._seen[key] = _nearest(joined, len(words), sizes)
        return self._seen[key]


def distance(one: str, other: str, most: int = MOST_EDITS) -> int:
    """
    Edits between two strings (Levenshtein), exact up to *most*; anything larger is ``most + 1``.

    Args:
        one: Compared.
        other: Compared.
        most: Where counting stops, ``>= 0``.
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    start, stop, end = 0, len(one), len(other)
    shortest = min(stop, end)
    while start < shortest and one[start] == other[start]:
        start += 1
    while stop > start and end > start and one[stop - 1] == other[end - 1]:
        stop -= 1
        end -= 1
    if stop == start or end == start:
        return min(max(stop, end) - start, most + 1)
    row = list(range(end - start + 1))
    for at in range(start, stop):
        above, row[0] = row[0], at - start + 1
        letter = one[at]
        for index in range(1, end - start + 1):
            changed = above + (letter != other[start + index - 1])
            above = row[index]
            row[index] = min(above + 1, row[index - 1] + 1, changed)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)


def _nearest(joined: str, size: int, sizes: Mapping[int, list[tuple[str, ...]]]) -> tuple[int, str] | None:
    best: tuple[int, str] | None = None
    squeezed = joined.replace(" ", "").replace("-", "")
    for length, forms in sizes.items():
        for words in forms:
            form = " ".join(words)
            if form[:1] != joined[:1]:
                continue
            letters = len(form) - form.count(" ")
            most = 1 if letters <= SHORT else MOST_EDITS
            if length == size:
                edits = (
                    0 if squeezed == form.replace(" ", "").replace("-", "") else distance(joined, form, most)
                )
            else:
                plain = form.replace(" ", "").replace("-", "")
                edits = (
                    0 if squeezed == plain else distance(squeezed, plain, 1) if letters > SHORT else most + 1
                )
                most = 1
            if edits > most or (edits == MOST_EDITS and form[:2] != joined[:2] and letters < 5):
                continue
            if best is None or edits < best[0]:
                best = (edits, form)
    return best


def _by_size(known: Spellings) -> dict[int, list[tuple[str, ...]]]:
    sizes: dict[int, list[tuple[str, ...]]] = {}
    for words in known.right:
        sizes.setdefault(len(words), []).append(words)
    return sizes


def _within(places: Sequence[int], span: tuple[int, int]) -> Iterator[int]:
    from bisect import bisect_left

    for index in range(bisect_left(places, span[0]), len(places)):
        if places[index] >= span[1]:
            return
        yield places[index]


def _apart(found: Sequence[Variant]) -> list[Variant]:
    """Of overlapping ones the nearest to a form, then the longer, then the first."""
    kept: list[Variant] = []
    busy: set[int] = set()
    for one in sorted(found, key=lambda one: (one.edits, one.first - one.last, one.first)):
        if busy.isdisjoint(range(one.first, one.last)):
            kept.append(one)
            busy.update(range(one.first, one.last))
    return sorted(kept)
