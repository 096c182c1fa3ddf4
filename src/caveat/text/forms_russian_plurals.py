"""Russian words given in the plural: Афины, Близнецы, тёмные эльфы."""

from caveat.text import tables_forms_ru as tables
from caveat.text.forms_russian_endings import HUSHING, VELAR, VOWELS, Model, Traits

_NONE = "- - - - - | "
_BY_NOMINATIVE = {forms[0]: forms for forms in tables.PLURALS.values()}


def plural_models(low: str, traits: Traits) -> list[Model]:
    """
    How a plural declines; empty when the ending is none of a plural.

    The genitive cannot be told from the nominative alone (Афины: Афин, эльфы: эльфов), so that every one that
    is possible is made, unsure unless there is only one.

    Args:
        low: The nominative plural in lower case.
        traits: What it is; a word that can agree with a noun is taken for an adjective in doubt.
    """
    if low in _BY_NOMINATIVE:
        nominative, genitive, dative, instrumental, prepositional = _BY_NOMINATIVE[low]
        return [Model("", f"{_NONE}{nominative} {genitive} {dative} @ {instrumental} {prepositional}")]
    ending, stem = low[-1:], low[:-1]
    if low[-2:] in ("ые", "ие") and len(low) > 3:
        letter = low[-2]
        return [Model(low[:-2], f"{_NONE}{letter}е {letter}х {letter}м @ {letter}ми {letter}х")]
    if not stem or ending not in "ыиая" or traits.origin in ("chinese", "japanese"):
        return []
    last = stem[-1]
    is_hard = ending in "ыа" or last in VELAR or last in HUSHING
    vowel = "а" if is_hard else "я"
    genitives = "/".join(_genitives(ending, last))
    return [Model(stem, f"{_NONE}{ending} {genitives} {vowel}м @ {vowel}ми {vowel}х")]


def _genitives(ending: str, last: str) -> list[str]:
    if last == "ц":
        return ["ев?", "ов?", "0?"]
    if last in HUSHING:
        return ["ей?", "0?"]
    if ending in "ыа" or last in VELAR:
        return ["0?", "ов?"]
    if last in VOWELS:
        return ["ев?", "й?"]
    return ["ей", "0?"] if last != "ь" else ["ев?", "0?"]
