"""
Names: where a draft speaks of the subjects and attributes of the facts, declined, the longest name first.

Two rows of a facts table speak of one subject when the first name of the one is among the names of the other.
A name that two subjects share as a mere alias stays the name of both, so that it decides nothing by itself.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from caveat.model.facts import Fact
from caveat.model.visible import Visible
from caveat.text.automaton import Automaton, Match, resolve, whole_words
from caveat.text.forms_keys import declined_keys, fold_subject
from caveat.text.patterns import regex
from caveat.text.tables_stopwords import STOPWORDS

_PAIR = regex(r"\s+(?:vs\.?|versus|против|gegenüber|gegen|contre|по\s+сравнению\s+с)\s+", re.IGNORECASE)
_QUOTES = frozenset('"«»„“”‟‹›「」『』®™℠')
_LATIN_WORD = regex(r"[a-zà-öø-ÿßœ]{3,}$")
_PLURALS = (("y", "ies"), ("", "s"), ("", "es"), ("", "e"), ("", "n"), ("", "en"))


class Mention(NamedTuple):
    """
    A place where a draft names something.

    Attributes:
        start: First code point in the visible text.
        end: One past the last.
        names: Numbers of what it may name; several when a name is shared.
    """

    start: int
    end: int
    names: frozenset[int]


class Catalogue(NamedTuple):
    """
    What can be named: subjects, or attributes.

    Attributes:
        titles: By number, how a reader calls it.
        numbers: By folded name; several when things share it.
        spellings: What may stand in a text, folded.
        keys: For each spelling what it may name.
        capitals: Indexes of the spellings whose first letter must be a capital.
        acronyms: Indexes of those that must be all capitals, because in others they are words of no meaning
            of their own (IT and it, WHO and who).
    """

    titles: tuple[str, ...]
    numbers: Mapping[str, frozenset[int]]
    spellings: tuple[str, ...]
    keys: tuple[frozenset[int], ...]
    capitals: frozenset[int]
    acronyms: frozenset[int] = frozenset()

    def of(self, names: Iterable[str]) -> frozenset[int]:
        """What a row with *names* speaks of: that of its first name; none for no names."""
        for name in names:
            return frozenset(self.numbers.get(folded(name), frozenset()))
        return frozenset()


@lru_cache(maxsize=16_384)
def folded(name: str) -> str:
    """The form in which names are compared."""
    return fold_subject(name).text.strip()


def parts_of(fact: Fact) -> tuple[tuple[str, ...], ...]:
    """
    The subjects of *fact*, each with its names: one, two for *Beta vs Alpha*, none when it has none.
    """
    if not fact.subjects:
        return ()
    parts = _PAIR.split(fact.subjects[0])
    if len(parts) == 2 and all(part.strip() for part in parts):
        return tuple((part.strip(),) for part in parts)
    return (fact.subjects,)


def subjects_of(facts: Iterable[Fact]) -> Catalogue:
    """All subjects of *facts*."""
    return _catalogue([part for fact in facts for part in parts_of(fact)], is_subject=True)


def attributes_of(facts: Iterable[Fact]) -> Catalogue:
    """All attributes of *facts*; their words are also found in the plural."""
    return _catalogue([fact.attributes for fact in facts if fact.attributes], is_subject=False)


def _catalogue(rows: Iterable[Sequence[str]], *, is_subject: bool) -> Catalogue:
    unique = [row for row in dict.fromkeys(tuple(filter(folded, row)) for row in rows) if row]
    group = _grouped([[folded(name) for name in row] for row in unique])
    order = {root: number for number, root in enumerate(dict.fromkeys(group))}
    titles: dict[int, str] = {}
    numbers: dict[str, frozenset[int]] = {}
    spellings: dict[str, frozenset[int]] = {}
    capitals: dict[str, bool] = {}
    acronyms: dict[str, bool] = {}
    for row, root in zip(unique, group, strict=True):
        number = order[root]
        titles.setdefault(number, row[0])
        for name in row:
            one = frozenset({number})
            numbers[folded(name)] = numbers.get(folded(name), frozenset()) | one
            for text, needs_capital in _spellings(name, is_subject=is_subject):
                spellings[text] = spellings.get(text, frozenset()) | one
                capitals[text] = capitals.get(text, True) and needs_capital
                acronyms[text] = acronyms.get(text, is_subject) and _is_acronym(name)
    keys = list(spellings)
    return Catalogue(
        tuple(titles[number] for number in range(len(order))),
        numbers,
        tuple(keys),
        tuple(spellings[key] for key in keys),
        frozenset(index for index, key in enumerate(keys) if capitals[key]),
        frozenset(index for index, key in enumerate(keys) if acronyms[key]),
    )


def _is_acronym(name: str) -> bool:
    """Whether a name is written as a stop word of some language in capitals."""
    return len(name) > 1 and name.isupper() and any(folded(name) in words for words in STOPWORDS.values())


def _grouped(rows: Sequence[Sequence[str]]) -> list[int]:
    """For each row of folded names the number of the first row that speaks of the same."""
    parent = list(range(len(rows)))
    mains: dict[str, int] = {}

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    for index, names in enumerate(rows):
        first = mains.setdefault(names[0], index)
        parent[max(root(index), root(first))] = min(root(index), root(first))
    for index, names in enumerate(rows):
        for name in names[1:]:
            other = mains.get(name)
            if other is not None:
                low, high = sorted((root(index), root(other)))
                parent[high] = low
    return [root(index) for index in range(len(rows))]


def _spellings(name: str, *, is_subject: bool) -> Iterable[tuple[str, bool]]:
    """Folded spellings of a name, and whether each needs a capital in the draft."""
    for key in declined_keys(name):
        yield key.text, key.needs_capital and is_subject
        yield from ((text, key.needs_capital and is_subject) for text in _joined(key.text))
    if not is_subject:
        words = folded(name)
        if _LATIN_WORD.search(words):
            for ending, plural in _PLURALS:
                if words.endswith(ending):
                    yield words.removesuffix(ending) + plural, False
            if words.endswith("s") and len(words) > 4:
                yield words[:-1], False


def _joined(key: str) -> Iterable[str]:
    """The same name with hyphens for its blanks, or blanks for its hyphens."""
    if " " in key:
        yield key.replace(" ", "-")
    if "-" in key:
        yield key.replace("-", " ")


class Lexicon:
    """
    Subjects and attributes that are looked for in one go.

    Args:
        subjects: All subjects.
        attributes: All attributes.
    """

    def __init__(self, subjects: Catalogue, attributes: Catalogue) -> None:
        self.subjects = subjects
        self.attributes = attributes
        spellings = [*subjects.spellings, *attributes.spellings]
        self._scanner = Automaton(spellings) if spellings else None

    def mentions(
        self, text: Visible, *, digits: Sequence[tuple[int, int]] = ()
    ) -> tuple[list[Mention], list[Mention]]:
        """
        Every place where *text* names a subject, and where an attribute: by place, the longest name first.

        Args:
            text: What a reader sees.
            digits: Stretches of digits that may end a name, by start: a known name with more of them behind
                it (Alpha 2.5) is the name of something else.

        Returns:
            Subjects and attributes, each without overlap; no attribute inside a subject.
        """
        if self._scanner is None:
            return [], []
        source, border = text.text, len(self.subjects.spellings)
        whole = fold_subject(source)
        names: list[Match] = []
        words: list[Match] = []
        for match in whole_words(whole.text, self._scanner.scan(whole.text)):
            start, end = whole.span(match.start, match.end)
            while end > start + 1 and source[end - 1] in _QUOTES:
                end -= 1
            is_attribute = match.key >= border
            # A 14-rebound night is a night of rebounds.
            is_counted = is_attribute and source[start - 2 : start - 1].isdigit()
            if (_is_glued(source, start, end) and not is_counted) or not _is_inside(text, start, end):
                continue
            if is_attribute:
                words.append(Match(match.key - border, start, end))
            elif self._has_capitals(match.key, source[start:end]):
                names.append(Match(match.key, start, end))
        subjects = [
            mention
            for mention in _resolved(names, self.subjects)
            if not _names_more(source, mention.start, mention.end, digits)
        ]
        starts = [mention.start for mention in subjects]
        attributes = [
            mention
            for mention in _resolved(words, self.attributes)
            if not _is_taken(mention, subjects, starts)
        ]
        return subjects, attributes

    def _has_capitals(self, key: int, words: str) -> bool:
        if key in self.subjects.acronyms:
            return words.isupper()
        return key not in self.subjects.capitals or words[:1].isupper()


def _resolved(found: Iterable[Match], catalogue: Catalogue) -> list[Mention]:
    spans: dict[tuple[int, int], frozenset[int]] = {}
    for match in resolve(found).kept:
        here = (match.start, match.end)
        spans[here] = spans.get(here, frozenset()) | catalogue.keys[match.key]
    return [Mention(start, end, numbers) for (start, end), numbers in spans.items()]


def _is_glued(source: str, start: int, end: int) -> bool:
    """Whether a hyphen ties the name to more letters: Alpha-3 and pre-Alpha are no Alpha."""
    before = source[start - 1 : start] in ("-", "‑", "_") and source[start - 2 : start - 1].isalnum()
    after = source[end : end + 1] in ("-", "‑", "_") and source[end + 1 : end + 2].isalnum()
    return before or after


def _is_inside(text: Visible, start: int, end: int) -> bool:
    return "\n" not in text.text[start:end] or text.block_at(start) == text.block_at(end - 1)


def _names_more(source: str, start: int, end: int, longer: Sequence[tuple[int, int]]) -> bool:
    """Whether the name is only the beginning of a longer one that is not known."""
    at = bisect_right(longer, (end + 2, len(source))) - 1
    if at < 0:
        return False
    first, last = longer[at]
    if first >= end:
        return source[end:first].lstrip("®™℠") in ("", " ", "\u00a0")
    return first <= start and last > end


def _is_taken(mention: Mention, taken: Sequence[Mention], starts: Sequence[int]) -> bool:
    at = bisect_right(starts, mention.end - 1) - 1
    return at >= 0 and taken[at].end > mention.start
