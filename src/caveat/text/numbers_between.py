"""
What may stand between a number and its unit: the same number in words, *-odd*, 多, a closing bracket.

Without it ``12 (двенадцать) рублей`` and ``(5–7) %`` would be bare counts, which no gate looks at.
"""

from decimal import Decimal
from typing import NamedTuple

from caveat.model.quantities import Modifier
from caveat.text.numbers_han import scale_of
from caveat.text.numbers_lex import Numeral
from caveat.text.numbers_units import Place
from caveat.text.numbers_words import number_words_at, starts_number
from caveat.text.patterns import regex

_LETTER = r"[^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿]"
_FORMER = regex(rf"[ \u00a0]?[多余餘여来來][ \u00a0]?(?={_LETTER})")
_SCALES = regex(r"[十百千万萬亿億]{1,3}(?=[^\W\d_])")
_ODD = regex(r"-(?:odd|some|ish|something|plus)(?=[ \u00a0-])")
_SPELLED = regex(rf"[ \u00a0]?\([ \u00a0]?({_LETTER}{{2,40}})(?:{_LETTER}|[ \u00a0'-]){{0,120}}\)")
_OF_A = regex(r"[ \u00a0](?:of|от)[ \u00a0](?:an?|one|одного)(?=[ \u00a0])")
_CLOSED = regex(r"[ \u00a0]?\)")
_OPENED = regex(
    r"\([ \u00a0]?[-−+~≈]?[0-9][0-9.,]{0,12}"
    r"(?:[ \u00a0]?(?:[-–—~±]|\+/-|to|and|до|и|bis|und|à|et)[ \u00a0]?)$"
)
_IN_BRACKETS = regex(r"[ \u00a0]?\((?=(?:[A-Z]{3}|[$€£¥₽₩₹%‰])\))")
_NOTE = regex(
    r"(?:[*†‡§※]{1,3}|[¹²³⁰⁴-⁹]{1,2}|\[[*†‡]\])"
    r"(?=[ \u00a0]?[^\W\d_]|[ \u00a0]?[%‰]|[ \u00a0]?[$€£¥₽₩₹](?![ \u00a0]?[0-9]))"
)
_SHARE_OF = regex(r"[ \u00a0]?(?:vol|gew|mol|wt|масс|мас|об)(?:\.[ \u00a0]?-?|-)[ \u00a0]?(?=%|prozent)")
_WORD_BEFORE = regex(rf"({_LETTER}+)[ \u00a0]?$")


_NOTES = frozenset("*†‡§※[¹²³⁰⁴⁵⁶⁷⁸⁹")


class Between(NamedTuple):
    """
    What was found.

    Attributes:
        end: Where the unit may begin.
        modifier: What it says of the number.
        scale: What multiplies the number: 30多万.
    """

    end: int
    modifier: Modifier = ""
    scale: Decimal = Decimal(1)


def behind(place: Place, numeral: Numeral, end: int) -> Between | None:
    """What begins at *end*, behind *numeral* and its scale, and lets a unit follow; None for all else."""
    text, low = place.passage.text, place.passage.low
    after = text[end : end + 2].lstrip(" \u00a0")[:1]
    if after and after in "多余餘여来來":
        former = _FORMER.match(text, end)
        if former is None:
            return None
        scale = _SCALES.match(text, former.end())
        return Between(
            scale.end() if scale else former.end(), "min", scale_of("1" + scale[0]) if scale else Decimal(1)
        )
    if after == "-":
        odd = _ODD.match(low, end)
        return Between(odd.end(), "approx") if odd else None
    if after == "(":
        spelled = _SPELLED.match(low, end)
        if spelled and starts_number(spelled[1]):
            return Between(spelled.end())
        bracket = _IN_BRACKETS.match(text, end)
        return Between(bracket.end()) if bracket else None
    if after and after in _NOTES:
        note = _NOTE.match(text, end)
        return Between(note.end()) if note else None
    if after and after in "vgmwVGMWоОмМ":
        share = _SHARE_OF.match(low, end)
        if share:
            return Between(share.end())
    if after == ")":
        closed = _CLOSED.match(text, end)
        is_open = closed and _OPENED.search(low, max(0, numeral.start - 24), numeral.start)
        return Between(closed.end()) if closed and is_open else None
    if after in "oо" and numeral.form == "fraction":
        part = _OF_A.match(low, end)
        return Between(part.end()) if part else None
    return None


def spelled_out(place: Place, numeral: Numeral, at: int) -> tuple[int, bool] | None:
    """
    A number in words in brackets at *at*, ``5 (пяти)``: one past it, and whether it is *numeral* again.

    Returns:
        None where the brackets hold no number, or more than one.
    """
    found = _SPELLED.match(place.passage.low, at)
    if found is None or not starts_number(found[1]):
        return None
    words = number_words_at(place.passage.low, *found.span(1), place.language)
    if words is None or place.passage.low[words.end : found.end()].strip(" \u00a0") != ")":
        return None
    return found.end(), words.readings[0].value in [value for value, _ in numeral.readings]


def is_spelled(low: str, at: int) -> bool:
    """Whether a number in words stands straight before *at*: twelve (12)."""
    word = _WORD_BEFORE.search(low, max(0, at - 24), at)
    return word is not None and starts_number(word[1].rpartition("-")[2])
