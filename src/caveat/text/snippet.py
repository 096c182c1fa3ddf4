"""Snippets: the line of prose that shows why a chunk was found."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from caveat.model.search import Query
from caveat.text.tables_scripts import UNSPACED
from caveat.text.tokenize import located

LEAST_WIDTH = 16
"""Code points below which a snippet says nothing (our choice); smaller widths count as this one."""

_ELLIPSIS = "\u2026"
_LONGEST_LINK = 400
"""Code points up to which brackets are read as a link (our choice): a million of ``[`` take linear time."""

_LONGEST_WORD = 40
"""Code points up to which the tokens of a stretch without blanks are remembered (our choice)."""

_REMEMBERED = 1 << 15
"""Stretches remembered per language, about 10 MB (our choice); then the memory starts anew."""

_INSIDE = rf"[^\[\]\n]{{0,{_LONGEST_LINK}}}"
_TITLE = rf"[ \t]{{1,9}}[\"'][^\"'\n]{{0,{_LONGEST_LINK}}}[\"']"
_TARGET = rf"\((?:[^()\s]|\([^()\s]{{0,99}}\)){{0,{_LONGEST_LINK}}}(?:{_TITLE})?\)"
_EMBED = re.compile(rf"!\[\[{_INSIDE}\]\]|!\[{_INSIDE}\]{_TARGET}")
_WIKILINK = re.compile(rf"\[\[(?:[^\[\]|\n]{{0,{_LONGEST_LINK}}}\|)?([^\[\]|\n]{{1,{_LONGEST_LINK}}})\]\]")
_LINK = re.compile(rf"\[({_INSIDE})\]{_TARGET}")
# Where a link leads and what kind a callout is are no prose.
_DEFINITION = re.compile(
    r"^[ \t]{0,3}\[[^\]\n]{1,200}\]:[ \t]\S[^\n]*$|(?<=> )\[![\w-]{1,40}\][+-]?", re.MULTILINE
)
_LINE_NOISE = re.compile(
    r"^[ \t]{0,9}(?:#{1,6}(?=[ \t]|$)|>[ \t>]{0,20}|```[^\n]*|~~~[^\n]*|(?:[-*+]|[0-9]{1,9}[.)])[ \t]"
    r"(?:\[[ xX]\][ \t])?|[-|:=*_ \t]{3,200}$)",
    re.MULTILINE,
)
# Strong and emphasis marks stand at a border of a word: 2 * 3 and snake_case keep theirs. Each alternative
# begins with the mark itself, so that `re` skips to the next one; what stands before is looked back at.
_EMPHASIS = re.compile(
    r"\*\*{0,2}(?=\S)|\*(?<=\S\*)\*{0,2}|~~|==|``{0,2}"
    r"|_(?<!\w_)_{0,2}(?=\w)|_(?<=[^\W_]_)_{0,2}(?!\w)"
)
_PIPE = re.compile(r"[ \t]?\|[ \t]?")


def snippet(text: str, terms: Query, language: str, *, width: int = 160) -> str:
    """
    One line of *text* around the place where most of what was asked for stands together.

    Args:
        text: A chunk's prose in Markdown, of any length.
        terms: The query as `caveat.text.tokenize.query` gives it.
        language: Stemming language the chunk was indexed with.
        width: Most code points of the line, ellipses included; less than `LEAST_WIDTH` counts as that.

    Returns:
        Prose with its blanks collapsed and without link syntax, emphasis marks, heading marks, table
        pipes and images; an ellipsis stands where it was cut. The beginning when nothing matches; empty
        for a text without prose.
    """
    width = max(width, LEAST_WIDTH)
    prose = lighten(text)
    if len(prose) <= width:
        return prose
    first, last = _densest(list(_matches(prose, terms, language)), width - 2)
    slack = width - 2 - min(last - first, width - 2)
    # A third of the room goes before the match: what follows explains more than what leads up to it.
    start = min(max(0, first - slack // 3), len(prose) - width + 1)
    start = 0 if start <= 1 else _next_border(prose, start, min(first, start + width // 4))
    lead = _ELLIPSIS if start else ""
    end = start + width - len(lead)
    if end >= len(prose):
        return lead + prose[start:].strip()
    end = _last_border(prose, end - 1, max(min(last, end - 1), end - width // 4))
    return lead + prose[start:end].strip() + _ELLIPSIS


def lighten(text: str) -> str:
    """
    *text* as one line of prose: Markdown's syntax left out, its words kept.

    Args:
        text: Markdown of any length; takes linear time.
    """
    # A look for the marks that a pattern needs costs a hundredth of the pattern.
    if "]:" in text or "> [!" in text:
        text = _DEFINITION.sub(" ", text)
    if "[" in text:
        text = _EMBED.sub(" ", text)
        text = _WIKILINK.sub(r"\1", text)
        text = _LINK.sub(r"\1", text)
    text = _LINE_NOISE.sub(" ", text)
    if "|" in text:
        text = _PIPE.sub(" ", text)
    return " ".join(_EMPHASIS.sub("", text).split())


class _Wanted(NamedTuple):
    """
    What is looked for in a text.

    Attributes:
        numbers: Number of the term by token that grants it.
        pairs: Those of *numbers* that are two neighbours in a script without blanks.
        prefixes: Beginnings of tokens that grant a term, with its number.
    """

    numbers: dict[str, int]
    pairs: dict[str, int]
    prefixes: tuple[tuple[str, int], ...]

    def number(self, token: str) -> int | None:
        """The number of the term that *token* grants; None when it grants none."""
        found = self.numbers.get(token)
        if found is None and self.prefixes:
            return next((number for prefix, number in self.prefixes if token.startswith(prefix)), None)
        return found


@lru_cache(maxsize=1)
def _wanted(terms: Query) -> _Wanted:
    numbers: dict[str, int] = {}
    for number, term in enumerate(terms.terms):
        for token in term.alternatives:
            numbers.setdefault(token, number)
    pairs = {token: n for token, n in numbers.items() if not token.isascii() and _runs().fullmatch(token)}
    prefixes = tuple((t.alternatives[0], n) for n, t in enumerate(terms.terms) if t.is_prefix)
    return _Wanted(numbers, pairs, prefixes)


# Compiled when the first text beyond ASCII comes, as in `caveat.text.tokenize`.
@lru_cache(maxsize=1)
def _runs() -> re.Pattern[str]:
    return re.compile(f"[{UNSPACED}]+")


class _Words:
    """
    Tokens of stretches without blanks, remembered: words come again in text after text.

    Kept from tokens to words, so that a text is looked through by two operations on sets.
    """

    def __init__(self, language: str) -> None:
        self._language = language
        self._known: set[str] = set()
        self._holding: dict[str, list[str]] = {}

    def matching(self, stretches: set[str], wanted: _Wanted) -> set[str]:
        """Those of *stretches* that hold a token which grants a term, and all long ones."""
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
            self._holding.clear()
        holding = self._holding
        long = set()
        for new in stretches - self._known:
            if len(new) > _LONGEST_WORD:
                long.add(new)
            else:
                self._learn(new)
        tokens = list(wanted.numbers)
        if wanted.prefixes:
            starts = tuple([prefix for prefix, _ in wanted.prefixes])
            tokens += [token for token in holding if token.startswith(starts)]
        found = {word for token in tokens if token in holding for word in holding[token]}
        return (found & stretches) | long

    def _learn(self, word: str) -> None:
        self._known.add(word)
        for token in {token for _, _, token in located(word, self._language)}:
            self._holding.setdefault(token, []).append(word)


_words = lru_cache(maxsize=32)(_Words)


def _matches(prose: str, terms: Query, language: str) -> Iterator[tuple[int, int, int]]:
    """Places that match: start, end, and the number of the term."""
    wanted = _wanted(terms)
    # No token reaches over a blank.
    stretches = prose.split(" ")
    matching = _words(language).matching(set(stretches), wanted)
    if not matching:
        return
    places = []
    padded = f" {prose} "
    for stretch in matching:
        within = list(_within(stretch, wanted, language))
        place = padded.find(f" {stretch} ") if within else -1
        while place >= 0:
            places += [(place + start, place + end, number) for start, end, number in within]
            place = padded.find(f" {stretch} ", place + 1)
    # Those of one stretch stay as they came: two terms may be granted by the same place.
    yield from sorted(places, key=itemgetter(0))


def _within(stretch: str, wanted: _Wanted, language: str) -> Iterator[tuple[int, int, int]]:
    """Places that match within a stretch without blanks."""
    if len(stretch) > _LONGEST_WORD and not stretch.isascii() and not wanted.prefixes:
        others = set(_runs().split(stretch))
        if not _words(language).matching(others, wanted):
            # Pairs alone, and they can be looked for: to make all pairs would take five times as long.
            yield from sorted(_pairs(stretch, wanted.pairs))
            return
    for start, end, token in located(stretch, language):
        if (number := wanted.number(token)) is not None:
            yield start, end, number


def _pairs(stretch: str, pairs: Mapping[str, int]) -> Iterator[tuple[int, int, int]]:
    for pair, number in pairs.items():
        place = stretch.find(pair)
        while place >= 0:
            yield place, place + len(pair), number
            place = stretch.find(pair, place + 1)


def _densest(matches: list[tuple[int, int, int]], width: int) -> tuple[int, int]:
    """
    The stretch of at most *width* with most different terms, the tightest of those, the first of several.

    Not the one with most matches: a table that repeats the words says less than the sentence that uses them.
    """
    best, place = (0, 0), (0, 0)
    counts: Counter[int] = Counter()
    left = 0
    for right, (_, end, number) in enumerate(matches):
        counts[number] += 1
        while left < right and (end - matches[left][0] > width or counts[matches[left][2]] > 1):
            counts[matches[left][2]] -= 1
            if not counts[matches[left][2]]:
                del counts[matches[left][2]]
            left += 1
        value = (len(counts), matches[left][0] - end)
        if value > best:
            best, place = value, (matches[left][0], end)
    return place


def _next_border(prose: str, start: int, limit: int) -> int:
    """The first start of a word in ``[start, limit]``; else the first whole character."""
    if prose[start - 1] == " ":
        return start
    blank = prose.find(" ", start, limit)
    if blank >= 0:
        return blank + 1
    while start < limit and _continues(prose[start]):
        start += 1
    return start


def _last_border(prose: str, end: int, limit: int) -> int:
    """The last end of a word in ``[limit, end]``; else the last end of a whole character."""
    if prose[end] == " ":
        return end
    blank = prose.rfind(" ", limit, end)
    if blank >= 0:
        return blank
    while end > limit and _continues(prose[end]):
        end -= 1
    return end


def _continues(character: str) -> bool:
    """Whether a cut before the character would tear it from the one it belongs to."""
    return character in "\u200d\u3099\u309a" or unicodedata.category(character)[0] == "M"
