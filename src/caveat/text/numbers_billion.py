"""The one scale word that two families of languages share: a *billion* has nine noughts, or twelve."""

import re
from decimal import Decimal
from typing import NamedTuple

from caveat.text.patterns import regex
from caveat.text.tables_number_units import LONG_SCALE_LANGUAGES

SHORT, LONG = Decimal("1e9"), Decimal("1e12")

_FRENCH = regex(r"[ \u00a0\n]d(?:e[ \u00a0\n]|['’])")
# No German or French word, so that the phrase is English wherever it stands.
_ENGLISH = regex(
    r"[ \u00a0\n-](?:(?:us|u\.s\.|american|canadian|australian)[ \u00a0\n-])?"
    r"(?:dollars|euros|pounds|rou?bles|yen|yuan|rupees|francs|of|worth)(?!\w)",
    re.IGNORECASE,
)
_POINT = regex(r"[0-9]\.(?:[0-9]{1,2}|[0-9]{4,})")
_COMMA = regex(r"[0-9],(?:[0-9]{1,2}|[0-9]{4,})")


class Billion(NamedTuple):
    """
    What a *billion* is worth.

    Attributes:
        scale: The likely factor.
        more: What it is multiplied by in the other reading; 1 = it reads one way.
    """

    scale: Decimal
    more: Decimal = Decimal(1)


def is_english(text: str, at: int) -> bool:
    """Whether the words behind a *billion* that ends at *at* make an English phrase of it."""
    return _ENGLISH.match(text, at) is not None


def billion(
    text: str, start: int, at: int, language: str, *, is_told: bool, number: str, is_money: bool
) -> Billion:
    """
    What the word *billion* at ``text[start:at]`` is worth: by its neighbours, then by the language.

    Args:
        text: A passage.
        start: First character of the word.
        at: One past its last.
        language: Of the passage; ``""`` decides nothing.
        is_told: Somebody named that language; else it was guessed, and a notation of another one counts
            for more.
        number: The number before it, as written; ``""`` for none.
        is_money: A sign of a currency stands before the number, as English writes it.
    """
    if language not in LONG_SCALE_LANGUAGES:
        is_open = not language and not is_money and _COMMA.fullmatch(number) and not is_english(text, at)
        if not language and _FRENCH.match(text, at):
            return Billion(LONG)
        return Billion(SHORT, LONG / SHORT) if is_open else Billion(SHORT)
    if is_english(text, at) or (language == "de" and text[start].islower()):
        return Billion(SHORT)
    if is_told or _FRENCH.match(text, at):
        return Billion(LONG)
    is_foreign = is_money or _POINT.fullmatch(number) is not None
    return Billion(SHORT, LONG / SHORT) if is_foreign else Billion(LONG)
