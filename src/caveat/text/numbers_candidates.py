"""Candidates: everything in a passage that may be a number, in digits, in characters, or in words."""

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache

from caveat.model.quantities import Reading
from caveat.text.numbers_amounts import Amount
from caveat.text.numbers_fold import Passage
from caveat.text.numbers_han import HAN, cascaded, han_numeral, hangul_numeral
from caveat.text.numbers_lex import Numeral, leading_point, lone_fraction, numerals_at
from caveat.text.numbers_shapes import OTHER_DIGITS, is_beside_sign
from caveat.text.numbers_units import Place, unit_of
from caveat.text.numbers_words import compound, could_be_compound, number_words_at, starts_number, with_half
from caveat.text.patterns import regex

_OTHERS = (
    r"(?P<digit>[0-9])"
    r"|(?P<vulgar>[¼-¾⅐-⅞])"
    r"|(?P<share>[百千万]分之)"
    rf"|(?P<han>[{HAN}]+)"
    r"|(?P<hangul>(?<![가-힣])[일이삼사오육칠팔구십백천만억한두세네다여아열스서마쉰예][가-힣]*)"
)
_WORD = r"[^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿\u2e80-\uffff]+"
_WORDS = regex(_WORD)
_CANDIDATE = regex(rf"{_OTHERS}|(?P<word>{_WORD})")
# Nothing that a word is made of begins another candidate, so that words may be left out of the search.
_WITHOUT_WORDS = regex(_OTHERS)
_ASCII_DIGIT = regex(r"(?P<digit>[0-9])")
_BEFORE_POINT = regex(r"[\w)\].,;!?%‰‱°»”…]$|(?<=[^\s(\[{])[\"']$")
_ANY = regex(rf"[0-9¼-¾⅐-⅞{OTHER_DIGITS}{HAN}가-힣]")


def is_without_numbers(passage: Passage) -> bool:
    """Whether *passage* holds neither digits of any kind nor a word that may count: a cheap first look."""
    return not _ANY.search(passage.text) and not any(map(_may_count, set(_WORDS.findall(passage.low))))


def numerals(place: Place) -> Iterator[Numeral | Amount]:
    """Everything that may be a number, in order; a word that holds its own unit comes as an amount."""
    text, low = place.passage.text, place.passage.low
    at = 0
    words = {word for word in set(_WORDS.findall(low)) if _may_count(word)}
    candidate = (_CANDIDATE if words else _ASCII_DIGIT if text.isascii() else _WITHOUT_WORDS).search
    while found := candidate(text, at):
        kind, done, at = found.lastgroup, at, found.end()
        if kind == "digit":
            written = _with_digits(place, found.start(), done)
            yield from written
            at = written[-1].end
        elif kind == "vulgar":
            yield lone_fraction(text, found.start())
        elif kind == "word":
            item = _in_letters(place, low, found) if low[found.start() : at] in words else None
            if item is not None:
                yield item
                at = item.end
        elif kind != "share":
            numeral = _in_characters(place, found)
            if numeral is not None:
                yield numeral
                at = max(at, numeral.end) if kind == "han" else numeral.end


def _with_digits(place: Place, start: int, bound: int) -> list[Numeral]:
    text = place.passage.text
    point = start - 1
    if point >= bound and text[point] in ".," and not _BEFORE_POINT.search(text, max(0, point - 2), point):
        numeral = leading_point(text, point)
        if numeral is not None:
            return [numeral]
    written = numerals_at(text, start, place.language)
    if len(written) > 1 and is_beside_sign(text, written[0].start, written[-1].end):
        commas = {text[piece.end] for piece in written[:-1]}
        if commas == {","}:
            return [Numeral(written[0].start, written[-1].end, (), "bad")]
    written[-1] = with_half(place.passage.low, cascaded(text, written[-1]), place.language)
    return written


@lru_cache(maxsize=65_536)
def _may_count(word: str) -> bool:
    """Whether *word* may begin a number, or be one that holds its unit; a text has few different words."""
    if len(word) > 5 and word.endswith("mal") and starts_number(word[:-3]):
        return True
    return starts_number(word) or could_be_compound(word)


def _in_letters(place: Place, low: str, found: re.Match[str]) -> Numeral | Amount | None:
    word = low[found.start() : found.end()]
    if word.endswith("mal") and len(word) > 5 and starts_number(word[:-3]):
        return number_words_at(low, found.start(), found.end() - 3, place.language)
    if starts_number(word):
        return number_words_at(low, found.start(), found.end(), place.language)
    if could_be_compound(word):
        whole = compound(word)
        if whole is not None:
            numeral = Numeral(found.start(), found.end(), (Reading(whole.value, Decimal(1)),), "words")
            unit = unit_of(whole.unit, place)
            return Amount(numeral.start, numeral.end, numeral, unit, "right")
    return None


def _in_characters(place: Place, found: re.Match[str]) -> Numeral | None:
    text = place.passage.text
    if found.lastgroup == "hangul":
        return hangul_numeral(text, found.start())
    return han_numeral(text, found.start())
