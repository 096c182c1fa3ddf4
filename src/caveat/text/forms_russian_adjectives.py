"""Russian words that decline as adjectives: adjectives, surnames like Достоевский, nouns like портной."""

from caveat.text import tables_forms_ru as tables
from caveat.text.forms_russian_endings import (
    ADJECTIVE,
    HUSHING,
    POSSESSIVE,
    VELAR,
    VOWELS,
    Gender,
    Model,
    Softness,
    Traits,
)
from caveat.text.forms_russian_stems import syllables

_GENDERS: dict[str, Gender] = {
    "ый": "m", "ий": "m", "ой": "m", "ая": "f", "яя": "f", "ое": "n", "ее": "n", "ья": "f", "ье": "n",
}  # fmt: skip
# Stems without a vowel of their own, and stems with a stressed ending after ж, ш.
_BARE_STEMS = frozenset({"зл", "вс"})
_STRESSED_STEMS = frozenset({"больш", "чуж", "меньш"})


def adjective_gender(low: str) -> Gender | None:
    """
    The gender that the ending of an adjective in the singular shows; None when it is no such ending.

    A noun may end alike: `adjective_models` decides.
    """
    return _GENDERS.get(low[-2:])


def adjective_models(low: str, traits: Traits) -> list[Model]:
    """
    How *low* declines as an adjective; empty when it does not, unsure when it may be a noun as well.

    Args:
        low: The nominative in lower case.
        traits: What it is; a word that can agree with a noun is taken for an adjective in doubt.
    """
    ending, stem = low[-2:], low[:-2]
    gender = _GENDERS.get(ending)
    if gender is None or not stem or low in tables.NOUNS_LIKE_ADJECTIVES:
        return []
    if stem in tables.POSSESSIVES and ending in POSSESSIVE and (traits.agrees or ending == "ий"):
        return [Model(stem, POSSESSIVE[ending])]
    if ending in ("ья", "ье") or (not syllables(stem) and stem not in _BARE_STEMS):
        return []
    softness = _softness(stem, ending)
    if softness is None:
        return []
    doubt = _doubt(low, stem, ending, traits)
    return [] if doubt is None else [Model(stem, ADJECTIVE[gender, softness], not doubt)]


def _softness(stem: str, ending: str) -> Softness | None:
    last = stem[-1]
    if last in VOWELS and ending not in ("ий", "ее", "яя"):
        return None
    if ending == "яя" or (ending in ("ий", "ее") and last not in VELAR and last not in HUSHING):
        return "soft"
    if last in VELAR:
        return "stressed" if ending == "ой" else "velar"
    if last in HUSHING:
        return "stressed" if ending == "ой" or stem in _STRESSED_STEMS else "hushing"
    return "hard"


def _doubt(low: str, stem: str, ending: str, traits: Traits) -> bool | None:
    """False when it is an adjective, True when it may be a noun, None when it is none."""
    if traits.origin in ("chinese", "japanese"):
        return None
    if traits.is_surname and traits.gender == "f" and ending in ("ой", "ий", "ый"):
        return None  # Нарцисса Малфой: a woman's surname of that ending is no adjective.
    if ending == "ой":
        return _doubt_of_oy(low, traits)
    if ending == "ий":
        return _doubt_of_iy(stem, traits)
    if ending in ("ое", "ее"):
        return False if traits.origin == "native" or traits.agrees else None
    return False


def _doubt_of_oy(low: str, traits: Traits) -> bool | None:
    if traits.is_surname and traits.origin == "foreign":
        return True  # Малфоя, but a Russian of a foreign book is Толстого.
    if low in tables.ADJECTIVE_NOUNS or traits.agrees:
        return False
    if traits.origin != "native" or syllables(low) < 2:
        return None
    return not traits.is_name


def _doubt_of_iy(stem: str, traits: Traits) -> bool | None:
    last = stem[-1]
    if last in "кх" or last in HUSHING:
        return False
    if last == "г":
        return not traits.agrees
    if last != "н":
        return None
    if stem[-2] not in VOWELS:
        return False
    return None if traits.is_name else not traits.agrees
