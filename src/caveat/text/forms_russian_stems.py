"""Russian stems: the vowel that drops out in the oblique cases, and the one that a bare genitive puts in."""

from caveat.text import tables_forms_ru as tables
from caveat.text.forms_russian_endings import HUSHING, VELAR, VOWELS


def syllables(low: str) -> int:
    """How many vowels *low* has."""
    return sum(letter in VOWELS for letter in low)


def oblique_stems(low: str, *, is_native: bool, is_name: bool = False) -> list[tuple[str, bool]]:
    """
    Stems of the oblique cases of a masculine that ends in a consonant, each with whether it is sure.

    Args:
        low: The nominative.
        is_native: Vowels drop out; in a name from elsewhere only that of -ец may, and not surely.
        is_name: A person's; what its vowel does is not sure.
    """
    known = tables.OBLIQUE.get(low)
    if known is not None:
        # Лев, Павел: a name from elsewhere that was translated, or one that only sounds like it.
        return [(known, True)] if is_native else [(known, True), (low, False)]
    if low in tables.STEADY or syllables(low) < 2 or low[-2:] not in ("ец", "ок", "ек", "ёк"):
        return [(low, True)]
    short = _without_vowel(low)
    if not is_native:
        return [(low, True), (short, False)] if short and low[-2:] == "ец" else [(low, True)]
    if not short:
        # Written without its dots, огонек is огонёк.
        return [(low, True), (f"{low[:-2]}ьк", False)] if low[-2:] == "ек" else [(low, True)]
    if is_name and low[-2:] in ("ец", "ок"):
        return [(short, False), (low, False)]
    is_open = low[-2:] == "ок" or (low[-2:] == "ец" and VOWELS.isdisjoint(low[-4:-2]))
    return [(short, True), (low, False)] if is_open else [(short, True)]


def _without_vowel(low: str) -> str:
    """The stem without the vowel of its last syllable; empty where that vowel stays."""
    before, vowel, last = low[:-2], low[-2], low[-1]
    at = before[-1]
    if at in VOWELS:
        return f"{before}й{last}" if vowel in "её" else ""
    if vowel == "ё":
        return before + last if at in HUSHING else f"{before}ь{last}"
    if vowel == "о":
        return before + last
    if last == "к":
        return before + last if at in HUSHING else ""
    # After two consonants a stressed -ец keeps its vowel: мудреца, but исландца.
    if low in tables.STRESSED_EC and before[-2:-1] not in VOWELS:
        return ""
    return f"{before}ь{last}" if at == "л" and before[-2:-1] in VOWELS else before + last


def zero_forms(low: str, stem: str) -> tuple[tuple[str, bool], ...]:
    """
    The genitive plural without ending, each form with whether it is sure.

    Args:
        low: The nominative singular in -а, -я, -о, -е or -ё; or a plural, whose ending is cut off alike.
        stem: Without that ending.
    """
    known = tables.ZERO_GENITIVES.get(low)
    if known is not None:
        return ((known, True),)
    last, before = stem[-1:], stem[-2:-1]
    if low[-1] == "я" or (low[-1] == "и" and last not in VELAR and last not in HUSHING and last != "ь"):
        return _soft_zero(stem, last, before)
    if last == "ь":
        return ((f"{stem[:-1]}ий", True), (f"{stem[:-1]}ей", False), (f"{stem}ев", False))
    if before in VOWELS or not before or stem.endswith("ств"):
        return ((stem, True),)
    if last == "к":
        return ((f"{_without_sign(stem)}{'ек' if before in HUSHING or before in 'ьй' else 'ок'}", True),)
    if last == "ц":
        return ((f"{_without_sign(stem)}ец", True),)
    if before in "ьй":
        return ((f"{_without_sign(stem)}е{last}", True), (stem, False))
    if last in "лнрм" and before != last:
        return ((stem, False), (f"{stem[:-1]}е{last}", False), (f"{stem[:-1]}о{last}", False))
    return ((stem, True),)


def _soft_zero(stem: str, last: str, before: str) -> tuple[tuple[str, bool], ...]:
    if last in VOWELS:
        return ((f"{stem}й", True),)
    if last == "ь":
        return ((f"{stem[:-1]}ий", False), (f"{stem[:-1]}ей", False))
    if before in VOWELS or last not in "нл":
        return ((f"{stem}ь", True),)
    if last == "л":
        return ((f"{_without_sign(stem)}ель", True),)
    return ((f"{_without_sign(stem)}ен", True), (f"{_without_sign(stem)}ень", False))


def _without_sign(stem: str) -> str:
    """*stem* without its last consonant, and without a soft sign or й before that."""
    return stem[:-2] if stem[-2:-1] in "ьй" else stem[:-1]
