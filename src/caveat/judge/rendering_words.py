"""The words of a translation: each with its place, its clause, and as it is compared."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from caveat.text.tables_forms_ru import HONORIFICS, PARTS_OF_NAMES

_INVISIBLE = "\u00ad\u200b-\u200d\u2060\ufeff"
_MARKS = rf"\u0300-\u036f{_INVISIBLE}"
_PART = rf"[^\W_](?:[^\W_]|[{_MARKS}])*"
_WORD = re.compile(rf"{_PART}(?:[-‐‑'’]{_PART})*")
_HIDDEN = re.compile(rf"[\u0300\u0301{_INVISIBLE}]+")
_PLAIN = re.compile("[А-Яа-яA-Za-z0-9]+")
_ENDS = re.compile(r"[.!?…\n]")
_PARTS = re.compile(r"[.!?…\n,;:()\[\]«»“”„\"—–―・]|\s-\s")
_INNER_GAP = re.compile(r"[^\S\n]*\n?[^\S\n]*[«»“”„\"]?")
_FOLDED = str.maketrans("ёЁ‐‑’", "еЕ--'")
_TWINS = str.maketrans("ABCEHKMOPTXaceopxyk", "АВСЕНКМОРТХасеорхук")
_CYRILLIC = re.compile("[А-Яа-яЁё]")
_LATIN = re.compile("[A-Za-z]")


class Word(NamedTuple):
    """
    One word of a text.

    Attributes:
        text: Composed, without stress marks and invisible characters, ё as е.
        low: The same in lower case.
        start: First code point in the text.
        end: One past the last.
        clause: Number of its clause: punctuation parts them.
        sentence: Number of its sentence.
    """

    text: str
    low: str
    start: int
    end: int
    clause: int
    sentence: int

    @property
    def is_capital(self) -> bool:
        """It begins with a capital letter."""
        return self.text[:1].isupper()


def words_of(text: str) -> list[Word]:
    """The words of *text*, by place; takes linear time and never raises."""
    found: list[Word] = []
    clause = sentence = end = 0
    for match in _WORD.finditer(text):
        start, stop = match.span()
        gap = text[end : min(start, end + 64)] if found else ""
        if start - end > 1 or (gap and not gap.isspace()):
            if _ENDS.search(gap):
                sentence, clause = sentence + 1, clause + 1
            elif _PARTS.search(gap):
                clause += 1
        raw = match[0]
        plain = raw if _PLAIN.fullmatch(raw) else folded_word(raw)
        found.append(Word(plain, plain.lower(), start, stop, clause, sentence))
        end = stop
    return found


def folded_word(raw: str) -> str:
    """A word as it is compared: composed, without stress marks and invisible characters, ё as е."""
    composed = unicodedata.normalize("NFC", _HIDDEN.sub("", raw) if len(raw) < 1000 else raw[:1000])
    return composed.translate(_FOLDED)


def name_words(name: str) -> tuple[str, ...]:
    """The words of a name, folded as those of a text, capitals kept."""
    return tuple(folded_word(match[0]) for match in _WORD.finditer(name))


def are_joined(text: str, first: Word, second: Word) -> bool:
    """Whether nothing but a blank, one line end or a quotation mark parts two words."""
    gap = text[first.end : second.start]
    return gap == " " or (len(gap) < 8 and _INNER_GAP.fullmatch(gap) is not None)


def is_mixed(word: str) -> bool:
    """Whether Latin and Cyrillic letters stand in one part of *word*, as after a slip of the keyboard."""
    return any(_CYRILLIC.search(part) and _LATIN.search(part) for part in re.split("[-']", word))


def unmixed(word: str) -> str:
    """*word* with Latin letters replaced by the Cyrillic ones of the same shape."""
    return word.translate(_TWINS)


def is_address(suffix: str) -> bool:
    """Whether *suffix*, in lower case, is one of address (-сан, -гэгэ), in any case."""
    return suffix in _addresses()


def unaddressed(words: Sequence[Word]) -> Sequence[Word]:
    """
    *words*, those with a suffix of address without it: Танака-сан is called Танака.

    Returns:
        As many, at the same places; *words* itself where none has one.
    """
    found = list(words)
    is_changed = False
    for at, word in enumerate(words):
        if "-" in word.low and word.is_capital:
            name, _, suffix = word.low.rpartition("-")
            if name and is_address(suffix):
                found[at] = word._replace(text=word.text[: len(name)], low=name)
                is_changed = True
    return found if is_changed else words


def is_nominative_address(suffix: str) -> bool:
    """Whether a suffix of address may be a nominative: кун, not куна."""
    return _addresses()[suffix]


@lru_cache(maxsize=1)
def _addresses() -> Mapping[str, bool]:
    """Suffix of address in each of its cases, ё as е → whether it may be the nominative."""
    found: dict[str, bool] = {}
    for suffix, declines in HONORIFICS.items():
        if suffix in PARTS_OF_NAMES:
            continue
        found[folded_word(suffix)] = True
        if declines == "1":
            stem, endings = (suffix[:-1], "яюе") if suffix.endswith("й") else (suffix, "ауе")
            found |= {stem + ending: False for ending in (*endings, "ем" if endings[0] == "я" else "ом")}
    return found


class Beginnings:
    """
    Which names may stand in a text at all, by how its words begin; asked before the forms of a name are made.

    Args:
        words: Those of the text.
    """

    def __init__(self, words: Sequence[Word]) -> None:
        self._found = {word.low[:size] for word in words for size in _SIZES}
        self._pairs = {
            (one.low[:first], two.low[:second])
            for one, two in pairwise(words)
            for first in _SIZES
            for second in _SIZES
        }

    def may_hold(self, name: str) -> bool:
        """Whether a form of *name* may stand in the text; may be true of one that does not."""
        begun = [word.lower()[: _SIZES[len(word) >= _STEADY]] for word in name_words(name)[:2]]
        if len(begun) == 2:
            return (begun[0], begun[1]) in self._pairs
        return bool(begun) and begun[0] in self._found


_SIZES = (1, 3)
_STEADY = 5
"""Letters from which on the first three stay as they are in every form: лев, льва."""
