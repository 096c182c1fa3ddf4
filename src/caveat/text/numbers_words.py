"""
Number words of alphabetic languages: twelve, двадцатью пятью, fünfundzwanzig, quatre-vingt-dix-neuf.

A number in words is a claim only beside a unit, so what is found here is a candidate and no more.
"""

import re
from decimal import Decimal
from functools import cache, lru_cache
from typing import NamedTuple

from caveat.model.quantities import Reading
from caveat.text.numbers_billion import is_english
from caveat.text.numbers_lex import EXACT, Numeral, place, share
from caveat.text.patterns import regex
from caveat.text.tables_number_units import LONG_SCALE_LANGUAGES
from caveat.text.tables_number_words import (
    GERMAN_PARTS,
    HALF_UNITS,
    HALVES,
    IDIOMS,
    LANGUAGES,
    LINKS,
    PARTS,
    POINTS,
    RUSSIAN_COMBINING,
    RUSSIAN_ENDINGS,
    RUSSIAN_HEADS,
    VAGUE_HEADS,
)

MOST_WORDS = 16
"""Words of one number that are read (our choice); nine hundred ninety-nine million … has 13."""

LONGEST_WORD = 60
"""Letters of a number word that are looked at (our choice)."""

_NEXT = regex(r"(?:[ \u00a0\n]{1,2}|-|[ \u00a0]?\.[ \u00a0](?=млн|млрд|тыс))([^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿]+)")
_GERMAN = regex(f"(?:{GERMAN_PARTS})+(?:einhalb)?")
_GERMAN_PIECE = regex("|".join(sorted(GERMAN_PARTS.split("|"), key=len, reverse=True)))
_GERMAN_COMPOUND = regex(f"((?:{GERMAN_PARTS})+(?:einhalb)?)(prozentig|fach)(?:e[rnsm]?)?")
_RUSSIAN = regex(f"([а-я]+?)({'|'.join(RUSSIAN_HEADS)})(?:{RUSSIAN_ENDINGS})?")
_RUSSIAN_PIECE = regex("|".join(sorted(RUSSIAN_COMBINING, key=len, reverse=True)))
_HALF = {
    language: regex("[ \u00a0]" + f"(?:{'|'.join(forms)})" + r"(?!\w)") for language, forms in HALVES.items()
}
_HALF_SCALE = regex(
    r"[ \u00a0](millions?|milliards?|миллиона?|миллиарда?)([ \u00a0](?:et demie?|с половиной))(?!\w)"
)
_PART_OF_SCALE = regex(
    r"(half|quarter|halbe[nmrs]?|demie?|половин[аыуе]|половиной|четверт[ьи])(?: of)?(?: an?| one| of)?[ -]"
    r"(?=(?:hundred|thousand|[mb]illion|milliarde?|point de p|pour cent|pourcent|euro|franken"
    r"|percent|per cent|percentage|dollar|cent|prozent|процент|миллион|миллиард|доллар|рубл)\w{0,10}(?!\w))"
)
_TENTHS = regex(r"[ \u00a0]цел(?:ых|ой|ая|ую)[ \u00a0]([а-я]+)[ \u00a0](десят|сот)(?:ых|ой|ая|ую)(?!\w)")


class Compound(NamedTuple):
    """A word that is number and unit in one: двадцатипроцентный, threefold."""

    value: Decimal
    unit: str


@cache
def vocabulary() -> dict[str, dict[str, Decimal]]:
    """Word to its value in each language that has it."""
    found: dict[str, dict[str, Decimal]] = {}
    for language, table in LANGUAGES.items():
        for line in re.split(r"[\n|]+", table.strip()):
            *forms, value = line.split()
            for form in forms:
                found.setdefault(form, {})[language] = Decimal(value)
    return found


def compound(word: str) -> Compound | None:
    """What *word*, folded, says as number and unit in one; None for every other word."""
    if word in IDIOMS:
        return Compound(Decimal(IDIOMS[word]), "x")
    if word in HALF_UNITS:
        return Compound(Decimal("0.5"), HALF_UNITS[word])
    found = _GERMAN_COMPOUND.fullmatch(word)
    if found is not None:
        # Einfach is simple, and hundertprozentig without an ending is surely.
        is_plain = found[1] == "ein" or (found[1] == "hundert" and word.endswith("ig"))
        value = None if is_plain else _values(found[1]).get("de")
        return Compound(value, "%" if found[2][0] == "p" else "x") if value else None
    found = _RUSSIAN.fullmatch(word)
    if found is None:
        return None
    pieces = _RUSSIAN_PIECE.findall(found[1])
    if not pieces or "".join(pieces) != found[1]:
        return None
    values = [Decimal(RUSSIAN_COMBINING[piece]) for piece in pieces]
    return Compound(EXACT.create_decimal(sum(values)), RUSSIAN_HEADS[found[2]])


def could_be_compound(word: str) -> bool:
    """A cheap first look, so that `compound` is asked about few words."""
    return (
        word in IDIOMS
        or word in HALF_UNITS
        or (len(word) > 9 and word[-1] in "йеомяюх" and word[0] in "одтчпшсвк")
        or (("prozentig" in word or "fach" in word) and len(word) <= LONGEST_WORD)
    )


def starts_number(word: str) -> bool:
    """Whether a number in words may begin with *word*: a cheap first look."""
    return (
        word in vocabulary()
        or word in _PARTS
        or (word[0] in "nezdvfsahu" and len(word) > 5 and _is_german(word))
    )


_BILLION = regex("billions?$")

_PARTS = frozenset(
    "half quarter halbe halber halben halbes halbem demi demie"
    " половина половины половину половине половиной четверть четверти".split()
)


def with_half(low: str, numeral: Numeral, language: str) -> Numeral:
    """A whole number in digits with the half behind it: 3 с половиной, 3 millions et demi."""
    if language not in _HALF or numeral.form != "whole":
        return numeral
    half = _HALF[language].match(low, numeral.end)
    if half is None:
        scale = _HALF_SCALE.match(low, numeral.end)
        if scale is None or not _HALF[language].fullmatch(scale[2]):
            return numeral
        factor = _values(scale[1])[language]
        readings = tuple(
            Reading(
                EXACT.multiply(EXACT.add(value, Decimal("0.5")), factor),
                EXACT.multiply(factor, Decimal("0.1")),
            )
            for value, _ in numeral.readings
        )
        return Numeral(numeral.start, scale.end(), readings, "written")
    readings = tuple(
        Reading(EXACT.add(value, Decimal("0.5")), Decimal("0.1")) for value, _ in numeral.readings
    )
    return Numeral(numeral.start, half.end(), readings, "written")


def _is_german(word: str) -> bool:
    return len(word) <= LONGEST_WORD and _GERMAN.fullmatch(word) is not None


def number_words_at(low: str, start: int, end: int, language: str) -> Numeral | None:
    """
    The number in words that begins with the word ``low[start:end]``.

    Args:
        low: The passage in lower case.
        start: First character of a word.
        end: One past its last.
        language: Tried first; then whichever language has the word.

    Returns:
        The longest run of words that is one number; None when the word is none, or is one that counts
        nothing without a number before it (*millions of dollars*).
    """
    first = low[start:end]
    if first in _PARTS:
        return _part_of_scale(low, start)
    own = _values(first) if end - start <= LONGEST_WORD else {}
    if not own:
        return None
    for known in (language, *own) if language in own else tuple(own):
        run = _run(low, start, end, known)
        is_other = known in LONG_SCALE_LANGUAGES and "en" in own and run is not None
        if is_other and run and _BILLION.search(low, run.start, run.end) and is_english(low, run.end):
            run = _run(low, start, end, "en")
        if run is not None:
            return _of_parts(low, run) or run
    return None


def _of_parts(low: str, run: Numeral) -> Numeral | None:
    """Two thirds: a fraction, which counts without a unit."""
    found = _NEXT.match(low, run.end)
    bottom = PARTS.get(found[1]) if found else None
    top = run.readings[0].value
    if found is None or bottom is None or not 0 < top < bottom or found.end() - run.start > LONGEST_WORD:
        return None
    return Numeral(run.start, found.end(), (share(int(top), bottom),), "fraction")


def _part_of_scale(low: str, start: int) -> Numeral | None:
    """Half a million: a half that the scale behind it multiplies."""
    found = _PART_OF_SCALE.match(low, start)
    if found is None:
        return None
    value = Decimal("0.25") if found[1][0] in "qч" else Decimal("0.5")
    return Numeral(start, found.end() - 1, (Reading(value, place(value)),), "words")


def _values(word: str) -> dict[str, Decimal]:
    known = vocabulary().get(word)
    if known is not None:
        return known
    if len(word) > 5 and word[0] in "nezdvfsahu" and _GERMAN.fullmatch(word):
        value = _german(word)
        return {} if value is None else {"de": value}
    return {}


def _run(low: str, start: int, end: int, language: str) -> Numeral | None:
    values = [_values(low[start:end])[language]]
    if low[start:end] in VAGUE_HEADS and not _has_article(low, start):
        return None
    links = LINKS[language]
    total = _worth(values, language)
    assert total is not None
    at = end
    while len(values) < MOST_WORDS:
        found = _NEXT.match(low, at)
        after = found
        if found and found[1] in links:
            after = _NEXT.match(low, found.end())
        value = _values(after[1]).get(language) if after else None
        if after is None or value is None:
            break
        worth = _worth([*values, value], language)
        if worth is None:
            break
        values.append(value)
        total, at = worth, after.end()
    step = _step(values)
    at, decimals = _decimals(low, at, language)
    if decimals:
        total, step = EXACT.add(total, decimals), place(decimals)
    half = _HALF[language].match(low, at)
    if half:
        # Two and a half million: the half counts in what follows it; a million and a half in the million.
        scale = values[-1] if values[-1] >= 1000 else Decimal(1)
        total = EXACT.add(total, EXACT.multiply(scale, Decimal("0.5")))
        at, step = half.end(), EXACT.multiply(scale, Decimal("0.1"))
    return Numeral(start, at, (Reading(total, step),), "words")


def _decimals(low: str, at: int, language: str) -> tuple[int, Decimal]:
    """*point five*, *целых пять десятых*: where it ends and what it adds, 0 for nothing of the kind."""
    tenths = _TENTHS.match(low, at) if language == "ru" else None
    if tenths:
        value = _values(tenths[1]).get("ru", Decimal(0))
        return tenths.end(), value.scaleb(-1 if tenths[2] == "десят" else -2)
    found = _NEXT.match(low, at)
    if found is None or found[1] != POINTS.get(language):
        return at, Decimal(0)
    digits, end = "", found.end()
    while len(digits) < MOST_WORDS:
        found = _NEXT.match(low, end)
        value = _values(found[1]).get(language, Decimal(10)) if found else Decimal(10)
        if found is None or value >= 10:
            break
        digits, end = f"{digits}{value}", found.end()
    return (end, Decimal(f"0.{digits}")) if digits else (at, Decimal(0))


def _has_article(low: str, start: int) -> bool:
    return bool(
        re.search(r"(?<!\w)(?:a|an|one|half a|une?|eine?|einer)[ \u00a0-]$", low[max(0, start - 8) : start])
    )


def _step(values: list[Decimal]) -> Decimal:
    last = values[-1]
    scale = Decimal(1)
    for value in reversed(values):
        if value < 1000:
            break
        scale = EXACT.multiply(scale, value)
    return scale if scale > 1 else place(last)


def _worth(values: list[Decimal], language: str) -> Decimal | None:
    """What the words add up to; None when they are not one number (five six)."""
    total, part, last = Decimal(0), Decimal(0), Decimal("1e30")
    ceiling = Decimal("1e30")
    for value in values:
        if value >= 1000:
            if value >= ceiling:
                return None
            total = EXACT.add(total, EXACT.multiply(part or Decimal(1), value))
            ceiling, part, last = value, Decimal(0), Decimal("1e30")
        elif value == 100 and language != "ru":
            if part >= (10 if language == "fr" else 100) or part != part.to_integral_value():
                return None
            part, last = EXACT.multiply(part or Decimal(1), value), Decimal(100)
        elif language == "fr" and value == 20 and part % 100 == 4:
            part, last = EXACT.add(part, Decimal(76)), Decimal(20)
        elif value >= last or not _fits(value, last, language):
            return None
        else:
            part, last = EXACT.add(part, value), value
    return EXACT.add(total, part)


def _fits(value: Decimal, last: Decimal, language: str) -> bool:
    """Whether *value* may stand behind *last* in one number: tens before units, hundreds before both."""
    if value != value.to_integral_value():
        return last > 1000
    if last >= 100:
        return value < 100 or last > 1000
    if language == "fr" and last in (20, 60):
        return value < 20
    if language == "fr" and last == 10:
        return 7 <= value < 10
    return last >= 20 and 0 < value < 10


@lru_cache(maxsize=4096)
def _german(word: str) -> Decimal | None:
    """Value of a German number written as one word: zweihundertfünfzig, fünfundzwanzig."""
    half = word.endswith("einhalb")
    pieces = _GERMAN_PIECE.findall(word.removesuffix("einhalb") if half else word)
    total, part, unit = Decimal(0), Decimal(0), Decimal(0)
    for place_, piece in enumerate(pieces):
        if piece == "und":
            continue
        if piece == "tausend":
            total, part, unit = (part + unit or Decimal(1)) * 1000, Decimal(0), Decimal(0)
        elif piece == "hundert":
            part, unit = part + (unit or Decimal(1)) * 100, Decimal(0)
        elif piece == "zehn" and unit:
            part, unit = part + unit + 10, Decimal(0)
        elif piece == "zig" and unit:
            before = pieces[place_ - 3] if place_ >= 3 and pieces[place_ - 2] == "und" else ""
            part, unit = part + unit * 10 + (_german_unit(before) if before else 0), Decimal(0)
        elif piece == "zig":
            return None
        else:
            value = _german_unit(piece)
            if unit and not (place_ >= 2 and pieces[place_ - 1] == "und"):
                return None
            if value >= 10:
                part, unit = part + value + unit, Decimal(0)
            else:
                unit = value
    total = total + part + unit
    return total + Decimal("0.5") if half else total


def _german_unit(piece: str) -> Decimal:
    piece = {"sech": "sechs", "sieb": "sieben", "eine": "ein"}.get(piece, piece)
    return vocabulary()[piece]["de"]
