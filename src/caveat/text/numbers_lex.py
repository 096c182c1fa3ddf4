"""
Reading digits: what a run of digits and separators is worth, in the notation of a language.

A comma or a dot before exactly three digits is the one case that notation alone cannot settle; there the
language decides, and where it does not, both readings are handed on.
"""

import re
from decimal import Context, Decimal
from math import gcd
from typing import Literal, NamedTuple

from caveat.model.quantities import Reading
from caveat.text.patterns import regex

MOST_DIGITS = 60
"""Digits of a number up to which it is read (our choice): longer ones are keys and noise."""

MOST_EXPONENT = 30
"""Largest power of ten that an exponent may name (our choice)."""

EXACT = Context(prec=200, Emax=999_999, Emin=-999_999)
"""Arithmetic of the extractor: `MOST_DIGITS` times every scale fits without rounding."""

SHORT = Context(prec=28)
"""Arithmetic of what does not come out even: a third has 28 digits."""

Form = Literal["whole", "written", "fraction", "words", "bad"]

DECIMAL_COMMA = frozenset({"ru", "de", "fr"})
"""Languages in which a comma before three digits is decimal."""

DECIMAL_DOT = frozenset({"en", "zh", "ja", "ko"})
"""Languages in which a dot before three digits is decimal and a comma parts groups."""

GROUP_DOT = frozenset({"de"})
"""Languages in which a dot before three digits parts groups."""

DIGITS = r"[0-9]+(?:(?:[.,'٫_]|·(?!10[\^⁻⁰¹²³⁴-⁹]))[0-9]+|[ \u00a0][0-9]{3}(?![0-9]))*"
"""A number as written with digits; separators are looked at afterwards."""

_DIGITS = regex(DIGITS)
_SEPARATORS = regex(r"[^0-9]")
_TAIL = regex(
    r"(?P<e>[eE](?P<ee>[+−-]?[0-9]{1,3})(?![0-9A-Za-z]))"
    r"|[ \u00a0]?[×x·*][ \u00a0]?10(?:\^(?P<caret>[−-]?[0-9]{1,3})|(?P<raised>[⁻⁺]?[⁰¹²³⁴-⁹]{1,3}))(?![0-9])"
    r"|[ \u00a0]?(?P<vulgar>[¼-¾⅐-⅞])"
    r"|[ \u00a0](?P<top>[0-9]{1,2})/(?P<bottom>[0-9]{1,2})(?![0-9/.,])"
    r"|/(?P<under>[0-9]{1,4})(?![0-9/]|[.,'][0-9])"
    r"|(?P<dash>[.,](?:[-–—]{1,2}|=)(?![0-9A-Za-z]))"
)
_LEADING = regex(r"[.,][0-9]{1,10}(?![0-9]|[.,'][0-9])")
_RAISED_POWER = regex(r"\^([−-]?[0-9]{1,2})(?![0-9])|([⁻⁺]?[⁰¹²³⁴-⁹]{1,2})")
# Nothing of a number goes on behind these, nor behind a blank before a letter.
_ENDS = frozenset("%;:!?)]\n$€£¥₽-–—") | {""}
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_VULGAR = {
    "¼": (1, 4), "½": (1, 2), "¾": (3, 4), "⅐": (1, 7), "⅑": (1, 9), "⅒": (1, 10), "⅓": (1, 3), "⅔": (2, 3),
    "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8),
    "⅝": (5, 8), "⅞": (7, 8),
}  # fmt: skip
# Denominators of ordinary fractions: 5/7 is a pair of numbers, 5/8 one number.
_PARTS = frozenset({2, 3, 4, 5, 6, 8, 16, 32, 64})


class Numeral(NamedTuple):
    """
    A number as written, before anybody looked beside it.

    Attributes:
        start: First character, in the passage.
        end: One past the last.
        readings: The likely one first.
        form: ``whole`` is a bare run of digits, ``written`` has a separator, scale or exponent, ``words``
            counts only beside a unit, ``bad`` cannot be read.
    """

    start: int
    end: int
    readings: tuple[Reading, ...]
    form: Form


def numerals_at(text: str, start: int, language: str) -> list[Numeral]:
    """
    The numbers that the digits at *start* write; several for ``1,2,3``, ``0,20/0,80`` and the like.

    Args:
        text: Folded text, a digit at *start*.
        start: Where to read.
        language: Of the passage; ``""`` decides nothing.

    Returns:
        At least one, in order and without overlap; the last one's end is where reading goes on.
    """
    found = _DIGITS.match(text, start)
    assert found
    end = found.end()
    pieces = _split(text, start, end, language)
    last = pieces[-1]
    if last.form == "bad" or (text[last.end : last.end + 1].isalpha() and text[last.end] not in "eEx"):
        return pieces
    return [*pieces[:-1], *_with_tail(text, last)]


def leading_point(text: str, at: int) -> Numeral | None:
    """``,89`` or ``.75`` at *at*, which has no digit before the separator."""
    found = _LEADING.match(text, at)
    if found is None:
        return None
    return Numeral(at, found.end(), (_decimal("0", text[at + 1 : found.end()]),), "written")


def lone_fraction(text: str, at: int) -> Numeral:
    """The vulgar fraction at *at*."""
    return Numeral(at, at + 1, (share(*_VULGAR[text[at]]),), "fraction")


def share(top: int, bottom: int) -> Reading:
    """*top* parts of *bottom*; thirds and the like are known to a hundredth, others to their last place."""
    value = EXACT.divide(Decimal(top), Decimal(bottom))
    if 10**9 % bottom:
        return Reading(SHORT.divide(Decimal(top), Decimal(bottom)), Decimal("0.01"))
    return Reading(value, place(value) if value != value.to_integral_value() else Decimal(1))


def place(value: Decimal) -> Decimal:
    """The last written place of *value*: ``0.01`` for ``1.20``."""
    exponent = value.as_tuple().exponent
    return Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)


def _split(text: str, start: int, end: int, language: str) -> list[Numeral]:
    whole = text[start:end]
    if whole.isdecimal():
        return [_numeral(start, end, _whole(whole), "whole")]
    parts = _SEPARATORS.split(whole)
    signs = _SEPARATORS.findall(whole)
    readings = _readings(parts, signs, language)
    if readings:
        return [_numeral(start, end, readings, "written")]
    for loose in (" \u00a0'·_", ","):
        pieces = _cut(text, start, (parts, signs), loose=loose, language=language)
        if len(pieces) > 1:
            return pieces
    return [Numeral(start, end, (), "bad")]


def _cut(
    text: str, start: int, written: tuple[list[str], list[str]], *, loose: str, language: str
) -> list[Numeral]:
    """Pieces between the separators in *loose*; one that still does not read is cut at its commas."""
    parts, signs = written
    pieces: list[Numeral] = []
    at, begin = start, 0
    for number, part in enumerate(parts):
        at += len(part)
        if number < len(signs) and signs[number] not in loose:
            at += 1
            continue
        first = at - sum(map(len, parts[begin : number + 1])) - (number - begin)
        between = signs[begin:number]
        readings = _readings(parts[begin : number + 1], between, language) if between else _whole(part)
        piece = _numeral(first, at, readings, "written" if between else "whole")
        if not readings and set(between) == {","} and loose != ",":
            pieces += _cut(text, first, (parts[begin : number + 1], between), loose=",", language=language)
        else:
            pieces.append(piece)
        begin = number + 1
        at += 1
    return pieces


def _numeral(start: int, end: int, readings: tuple[Reading, ...], form: Form) -> Numeral:
    return Numeral(start, end, readings, form if readings else "bad")


def _whole(digits: str) -> tuple[Reading, ...]:
    return (Reading(Decimal(digits), Decimal(1)),) if len(digits) <= MOST_DIGITS else ()


def _decimal(whole: str, after: str) -> Reading:
    value = Decimal(f"{whole or 0}.{after}")
    return Reading(value, place(value))


def _readings(parts: list[str], signs: list[str], language: str) -> tuple[Reading, ...]:
    """Every way to read the parts; none when they are no number."""
    if sum(map(len, parts)) > MOST_DIGITS:
        return ()
    kinds = list(dict.fromkeys(signs))
    last = signs[-1]
    if len(kinds) > 2 or (len(kinds) == 2 and signs.count(last) != 1):
        return ()
    if len(kinds) == 2:
        if last in ".,٫·" and kinds[0] not in "٫·" and _is_grouped(parts[:-1], kinds[0]):
            return (_decimal("".join(parts[:-1]), parts[-1]),)
        return ()
    if len(signs) > 1 or last in " \u00a0'_":
        return _whole("".join(parts)) if last not in "٫·" and _is_grouped(parts, last) else ()
    written = _decimal(*parts)
    if last in "٫·" or len(parts[1]) != 3 or len(parts[0]) > 3 or parts[0].startswith("0"):
        return (written,)
    grouped = _whole("".join(parts))
    if last == ",":
        if language in DECIMAL_DOT:
            return grouped
        return (written,) if language in DECIMAL_COMMA else (*grouped, written)
    if language in GROUP_DOT:
        return grouped
    return (written,) if language in DECIMAL_DOT else (written, *grouped)


def _is_grouped(parts: list[str], sign: str) -> bool:
    """Whether the parts are groups: of three, Indian (two, at last three), or, with commas, of four."""
    first, *others = parts
    if not 1 <= len(first) <= 4 or (first.startswith("0") and others):
        return False
    if all(len(part) == 3 for part in others):
        return len(first) <= 3
    if sign != ",":
        return False
    if len(others[-1]) == 3 and len(first) <= 2 and all(len(part) == 2 for part in others[:-1]):
        return True
    return len(others) > 1 and all(len(part) == 4 for part in others)


def _with_tail(text: str, numeral: Numeral) -> list[Numeral]:
    after = text[numeral.end : numeral.end + 1]
    if after in _ENDS or (after == " " and text[numeral.end + 1 : numeral.end + 2].isalpha()):
        return [numeral]
    found = _TAIL.match(text, numeral.end)
    if found is None:
        return [_power(text, numeral)]
    kind = found.lastgroup
    if kind in ("e", "ee"):
        return [_scaled(numeral, found["ee"], found.end())]
    if kind in ("caret", "raised"):
        return [_scaled(numeral, found["caret"] or found["raised"].translate(_RAISED), found.end())]
    if kind == "vulgar":
        return [_mixed(numeral, *_VULGAR[found["vulgar"]], found.end())]
    if kind == "bottom":
        top, bottom = int(found["top"]), int(found["bottom"])
        is_mixed = numeral.form == "whole" and _is_part(top, bottom)
        return [_mixed(numeral, top, bottom, found.end())] if is_mixed else [numeral]
    if kind == "under":
        return _slashed(text, numeral, found)
    return [numeral._replace(end=found.end(), form="written")]


def _power(text: str, numeral: Numeral) -> Numeral:
    """``10⁶`` and ``10^6``; a raised figure behind any other number is a footnote mark or a unit's."""
    if text[numeral.start : numeral.end] not in ("10", "2"):
        return numeral
    found = _RAISED_POWER.match(text, numeral.end)
    if found is None:
        return numeral
    exponent = int((found[1] or found[2].translate(_RAISED)).replace("−", "-"))
    if not -MOST_EXPONENT <= exponent <= MOST_EXPONENT:
        return numeral
    value = EXACT.power(numeral.readings[0].value, exponent)
    return Numeral(numeral.start, found.end(), (Reading(value, value),), "written")


def _scaled(numeral: Numeral, exponent: str, end: int) -> Numeral:
    power = int(exponent.replace("−", "-"))
    if abs(power) > MOST_EXPONENT:
        return Numeral(numeral.start, end, (), "bad")
    factor = Decimal(1).scaleb(power)
    return Numeral(numeral.start, end, times(numeral.readings, factor), "written")


def times(readings: tuple[Reading, ...], factor: Decimal) -> tuple[Reading, ...]:
    """Every reading times *factor*, exactly; plain notation, without an exponent."""
    if factor == 1:
        return readings
    return tuple(
        Reading(_plain(EXACT.multiply(value, factor)), _plain(EXACT.multiply(step, abs(factor))))
        for value, step in readings
    )


def _plain(value: Decimal) -> Decimal:
    exponent = value.as_tuple().exponent
    return value.quantize(Decimal(1), context=EXACT) if isinstance(exponent, int) and exponent > 0 else value


def _mixed(numeral: Numeral, top: int, bottom: int, end: int) -> Numeral:
    part = share(top, bottom)
    return Numeral(
        numeral.start,
        end,
        tuple(Reading(EXACT.add(value, part.value), part.step) for value, _ in numeral.readings),
        "written",
    )


def _is_part(top: int, bottom: int) -> bool:
    return bottom in _PARTS and 0 < top < bottom and gcd(top, bottom) == 1


def _slashed(text: str, numeral: Numeral, found: re.Match[str]) -> list[Numeral]:
    top, under = text[numeral.start : numeral.end], found["under"]
    if numeral.form == "whole" and len(top) <= 2 and len(under) <= 2 and _is_part(int(top), int(under)):
        return [Numeral(numeral.start, found.end(), (share(int(top), int(under)),), "fraction")]
    return [numeral]
