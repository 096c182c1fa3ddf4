"""Masks: what in visible text is an address, a footnote mark or mathematics, whatever digits it holds."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from caveat.model.visible import Block, Mask, MaskKind
from caveat.text.patterns import regex

NOTE_DIGITS = 3
"""Most digits of a footnote mark; a longer raised number is none. Our choice."""

Span = tuple[int, int]

# ASCII only: in Chinese and Japanese the sentence goes on right behind an address.
_URL = regex(r"(?:(?:https?|ftp)://|(?<![\w.@-])www\.(?=[\w-]+\.))[!#-;=?-Z_a-z~]+", re.IGNORECASE)
_URL_TAIL = ".,;:!?*_'\"|"
_RAISED = regex(r"⁽?[⁰¹²³⁴-⁹]+⁾?")
_NOTE = regex(r"[\[(⁽]?\s*(?:[※*注]?\s?\d{1,3}|[*†‡§¶#※]{1,3})(?:\s*[,;–-]\s*\d{1,3})*\s*[\])⁾]?")
_LABEL = regex(r"\[\^[^\[\]\s^]{1,80}\]")
_CITATION = regex(r"\[[^\[\]\n@]{0,80}-?@[A-Za-z_][^\[\]\n]{0,300}\]")
_POWER = regex(r"[×·⋅*xX]\s?10\Z")
_BEFORE_A_NOTE = frozenset(".,;!?)]»”\"’'…¢")
_FRACTION = frozenset("/⁄∕")
_THIN = frozenset(" \xa0\u2009\u202f")
_PER = frozenset("%‰‱％")

_COMMAND = regex(r"\\[A-Za-z]+|\\[,;!{}|]")
_WORDS = regex(r"[^\W\d_]+")
_FUNCTIONS = frozenset("sin cos tan log ln exp max min mod lim gcd det dim arg inf sup".split())
_OPERATORS = regex(r"\\[A-Za-z]|\^|[A-Za-z})]_|_[A-Za-z{]|[=<>≤≥≈≠+×·∑∫√−]")
_BETWEEN = regex(r"\b[a-z]\s?[-/*]|[-/*]\s?[a-z]\b")
_MATHML = regex(r"[^\W\d_]|[=<>≤≥≈≠+×·∑∫√−^*/]")


def masks(text: str, marked: Iterable[Mask], dollars: Iterable[Span] | None = None) -> tuple[Mask, ...]:
    """
    The masks of a text, in order, not overlapping.

    What markup marked goes before what is recognised by its looks. A raised number is a footnote mark only
    where one can stand: not before a unit, not as half of a fraction.

    Args:
        text: The visible text.
        marked: What markup said; a footnote mark or mathematics among it is only a candidate.
        dollars: Stretches of mathematics between dollar signs, as `dollars` finds them; None when dollar
            signs and footnote labels have no meaning in the format.
    """
    found = Masks(_settled(text, mask) for mask in marked if _holds(text, mask))
    if dollars is not None:
        found.add("math", dollars)
        if "[^" in text:
            found.add("footnote", (match.span() for match in _LABEL.finditer(text)))
        if "@" in text:
            found.add("citation", (match.span() for match in _CITATION.finditer(text)))
    if "://" in text or "www." in text.lower():
        found.add("url", _urls(text))
    raised = [match.span() for match in _RAISED.finditer(text)] if not text.isascii() else []
    found.add("math", (span for span in raised if _POWER.search(text, max(0, span[0] - 5), span[0])))
    found.add("footnote", (span for span in raised if is_note(text, *span)))
    return found.all()


class Masks:
    """Masks by place; a new one takes only what is still free."""

    def __init__(self, first: Iterable[Mask]) -> None:
        self._masks: list[Mask] = []
        for mask in sorted(first, key=lambda mask: (mask.start, -mask.end)):
            if not self._masks or mask.start >= self._masks[-1].end:
                self._masks.append(mask)

    def add(self, kind: MaskKind, spans: Iterable[Span]) -> None:
        """Add masks of one kind, by place; one that runs into another ends before it."""
        added = []
        for start, end in spans:
            index = bisect_right(self._masks, start, key=lambda mask: mask.start)
            if index and self._masks[index - 1].end > start:
                continue
            last = min(end, self._masks[index].start) if index < len(self._masks) else end
            if start < last:
                added.append(Mask(kind, start, last))
        if added:
            self._masks = sorted((*self._masks, *added), key=lambda mask: mask.start)

    def all(self) -> tuple[Mask, ...]:
        """All of them, by place."""
        return tuple(self._masks)


def dollars(text: str, blocks: Sequence[Block], is_sign: Sequence[int]) -> Iterator[Span]:
    """
    Stretches of *text* between dollar signs that are mathematics, the signs included.

    A sign that opens has no letter or digit before it and no blank behind it, one that closes has no blank
    before it and no digit behind it, as in pandoc; doubled signs may have blanks inside.

    Args:
        text: The visible text.
        blocks: Its blocks; a stretch lies in one.
        is_sign: Places of the dollar signs that are not escaped, ascending.
    """
    for signs in _by_block(is_sign, blocks):
        opened: Span | None = None
        for start, end in signs:
            before, behind = text[start - 1 : start], text[end : end + 1]
            width = end - start
            if opened is not None and width == opened[1] - opened[0]:
                inside = text[opened[1] : start]
                can_close = width == 2 or not (inside[-1:].isspace() or behind.isdigit())
                if can_close and is_mathematics(inside):
                    yield opened[0], end
                    opened = None
                    continue
            if width <= 2:
                can_open = width == 2 or not (before.isalnum() or behind.isspace() or not behind)
                opened = (start, end) if can_open else None


def is_mathematics(inside: str) -> bool:
    """
    Whether what stands between two dollar signs is mathematics and no sentence between two prices.

    Args:
        inside: Without the dollar signs; ``x = 5`` and ``10^6`` are, ``5 and CA`` and ``5`` are not.
    """
    plain = _COMMAND.sub(" ", inside)
    words = _WORDS.findall(re.sub(r"\\?(?:text|mathrm|operatorname)\s*\{[^{}]*\}", " ", plain))
    if any(not word.isascii() and not _is_greek(word) for word in words):
        return False
    if any(len(word) > 2 and word not in _FUNCTIONS for word in words):
        return False
    if "\\" in inside and _OPERATORS.search(inside):
        return True
    if not any(character.isdigit() for character in inside):
        return bool(words)
    if all(len(word) == 1 and word.islower() for word in words) and _BETWEEN.search(inside):
        return True
    return bool(_OPERATORS.search(inside)) and (bool(words) or "^" in inside)


def is_note(text: str, start: int, end: int) -> bool:
    """
    Whether a raised stretch can be the mark of a footnote.

    Args:
        text: The visible text.
        start: Where the stretch starts.
        end: Where it ends.
    """
    if sum(map(str.isdigit, text[start:end])) > 2 * NOTE_DIGITS:
        return False
    before, behind = text[max(0, start - 1) : start], text[end : end + 1]
    if behind.isdigit() or behind in _FRACTION:
        return not behind
    if _takes_a_unit(text, end):
        return bool(before.strip())
    if not before or before == "\n" or not before.isspace():
        return True
    further = text[max(0, start - 8) : start].rstrip()[-1:]
    return further.isdigit() or further in _BEFORE_A_NOTE or further in _PER or _is_currency(further)


def _takes_a_unit(text: str, end: int) -> bool:
    """Whether a sign of a unit stands at *end* that does not belong to a number behind it."""
    blank = text[end : end + 1] in _THIN
    sign, behind = text[end + blank : end + blank + 1], text[end + blank + 1 : end + blank + 2]
    return bool(sign) and (sign in _PER or (_is_currency(sign) and not (blank and behind.isdigit())))


def _holds(text: str, mask: Mask) -> bool:
    inside = text[mask.start : mask.end]
    if mask.kind == "math":
        return bool(_MATHML.search(inside))
    if mask.kind != "footnote" or inside.startswith("[^"):
        return True
    return bool(_NOTE.fullmatch(inside.strip())) and is_note(text, mask.start, mask.end)


def _settled(text: str, mask: Mask) -> Mask:
    """A raised number behind ``× 10`` is a power, not a footnote mark."""
    is_power = mask.kind == "footnote" and _POWER.search(text, max(0, mask.start - 5), mask.start)
    return mask._replace(kind="math") if is_power else mask


def _urls(text: str) -> Iterator[Span]:
    for found in _URL.finditer(text):
        start, end = found.span()
        surplus = text.count(")", start, end) - text.count("(", start, end)
        while end > start and (text[end - 1] in _URL_TAIL or (text[end - 1] == ")" and surplus > 0)):
            surplus -= text[end - 1] == ")"
            end -= 1
        if end > start:
            yield start, end


def _by_block(places: Sequence[int], blocks: Sequence[Block]) -> Iterator[list[Span]]:
    """Runs of neighbouring places, block by block."""
    runs: list[Span] = []
    ends = iter(blocks)
    block = next(ends, None)
    for place in places:
        while block is not None and place >= block.end:
            if runs:
                yield runs
                runs = []
            block = next(ends, None)
        if runs and runs[-1][1] == place:
            runs[-1] = (runs[-1][0], place + 1)
        else:
            runs.append((place, place + 1))
    if runs:
        yield runs


def _is_currency(character: str) -> bool:
    return bool(character) and unicodedata.category(character[0]) == "Sc"


def _is_greek(word: str) -> bool:
    return all("\u0370" <= character <= "\u03ff" or character.isascii() for character in word)
