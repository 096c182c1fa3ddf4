"""
How one Russian word declines, by rule: the nominative, what it names, and its last letters give all forms.

Where the letters do not tell (the stress, a vowel that may drop out, animacy) each possible form is made and
marked unsure. Which endings a word takes is decided in `forms_russian_nouns` and `forms_russian_adjectives`;
here the forms are put together.
"""

from collections.abc import Mapping
from functools import lru_cache

from caveat.text import tables_forms_ru as tables
from caveat.text.forms_russian_adjectives import adjective_models
from caveat.text.forms_russian_endings import PLACES, SAME, VOWELS, Cell, Model, Numbers, Paradigm, Traits
from caveat.text.forms_russian_nouns import noun_models
from caveat.text.forms_russian_plurals import plural_models
from caveat.text.forms_russian_stems import syllables, zero_forms

_Alternatives = tuple[tuple[tuple[str, bool], ...], ...]
_Cells = list[dict[str, bool]]

_WANTED = {"sg": range(1, 6), "pl": range(6, 12), "both": range(1, 12)}


def decline(word: str, traits: Traits) -> Paradigm:
    """
    All forms of *word*, the nominative given.

    Args:
        word: One word without blanks and hyphens; its capitals are kept.
        traits: What it is.

    Returns:
        A word that does not change has itself in each cell; so has one that is not Cyrillic.
    """
    low = word.lower()
    models = word_models(low, traits)
    if models and len(word) > 1 and word.isupper():
        # МТС, США stay; МИДа is written beside МИД.
        is_word = syllables(low) and low[-1] not in VOWELS
        models = [Model(low, SAME), *(model.doubtful for model in models if is_word)]
    if not models:
        return unchanged(word, traits.numbers)
    cells: _Cells = [{} for _ in range(14)]
    if traits.numbers != "pl":
        cells[0][low] = True
    for model in models:
        _fill(cells, low, model, traits.numbers)
    if traits.origin == "native":
        _replace_irregular(cells, low, traits)
    stems = tuple(dict.fromkeys(_spelt_like(word, low, model.stem) for model in models if model.stem))
    if word == low:
        return Paradigm(tuple([tuple(cell.items()) for cell in cells]), stems or (word,))
    forms = {form: _spelt_like(word, low, form) for cell in cells for form in cell}
    return Paradigm(
        tuple([tuple([(forms[form], sure) for form, sure in cell.items()]) for cell in cells]),
        stems or (word,),
    )


def word_models(low: str, traits: Traits) -> list[Model]:
    """
    The stems and endings of *low*; empty when it never changes.

    Args:
        low: The nominative in lower case.
        traits: What it is.
    """
    if len(low) < 2 or not low.isalpha() or not "а" <= low[-1] <= "ё" or low in tables.INDECLINABLE:
        return []
    if traits.numbers == "pl":
        return plural_models(low, traits)
    models = adjective_models(low, traits)
    if models and models[0].is_sure:
        return models
    nouns = noun_models(low, traits)
    return [*(model.doubtful for model in nouns), *models] if models else nouns


def unchanged(word: str, numbers: Numbers) -> Paradigm:
    """
    The forms of a word that never changes: itself in every cell.

    Args:
        word: Any text.
        numbers: Which cells are filled.
    """
    cells: list[Cell] = [()] * 14
    for place in PLACES[numbers]:
        cells[place] = ((word, True),)
    return Paradigm(tuple(cells), (word,))


def _fill(cells: _Cells, low: str, model: Model, numbers: Numbers) -> None:
    """Add the forms of *model*; what another model is sure of stays sure."""
    stem, _, is_sure = model
    alternatives = _alternatives(model.endings)
    for place in _WANTED[numbers]:
        cell = cells[place]
        for ending, known in alternatives[place - 1]:
            sure = known and is_sure
            if ending == "@":
                nominative, genitive = (cells[0], cells[1]) if place == 3 else (cells[6], cells[7])
                _add(cell, nominative)
                _add(cells[12 + place // 6], genitive)
                continue
            if ending == "0":
                found = {form: sure and likely for form, likely in zero_forms(low, stem)}
            elif ending[:1] in ("=", "+"):
                found = {low + ending[1:]: sure}
            else:
                found = {stem + ending: sure}
            _add(cell, found)
            if place in (3, 9):
                _add(cells[12 + place // 6], found)


def _add(cell: dict[str, bool], found: Mapping[str, bool]) -> None:
    for form, is_sure in found.items():
        cell[form] = cell.get(form, False) or is_sure


@lru_cache(maxsize=256)
def _alternatives(pattern: str) -> _Alternatives:
    """The endings of eleven cells, each ending with whether it is sure."""
    return tuple(
        tuple((ending.rstrip("?").replace("-", ""), not ending.endswith("?")) for ending in cell.split("/"))
        for cell in pattern.replace("|", "").split()
    )


def _replace_irregular(cells: _Cells, low: str, traits: Traits) -> None:
    """Plurals that no rule makes, and the prepositional in -у."""
    if traits.numbers == "pl":
        return
    if low in tables.SINGULARS:
        genitive, dative, instrumental, prepositional = tables.SINGULARS[low]
        for place, form in enumerate((low, genitive, dative, low, instrumental, prepositional)):
            cells[place] = {form: True}
        cells[12] = {low: True}
    if low in tables.LOCATIVES:
        cells[5][next(iter(cells[2]))] = True
    if traits.numbers == "sg":
        return
    plural = tables.PLURALS.get(low) or _young_or_people(low, traits)
    if plural is not None:
        nominative, genitive, dative, instrumental, prepositional = plural
        for place, form in enumerate(
            (nominative, genitive, dative, nominative, instrumental, prepositional), 6
        ):
            cells[place] = {form: True}
        cells[13] = {genitive: True}
    elif low in tables.PLURAL_IN_A or low in tables.PLURAL_IN_BOTH:
        stem, vowel = (low[:-1], "я") if low[-1] in "йь" else (next(iter(cells[1]))[:-1], "а")
        kept = {} if low in tables.PLURAL_IN_A else cells[6]
        for place in (6, 9):
            cells[place] = {**kept, stem + vowel: True}


def _young_or_people(low: str, traits: Traits) -> tuple[str, ...] | None:
    """The plural of котёнок and of крестьянин."""
    if low.endswith(("ёнок", "онок")) and len(low) > 5:
        stem = low[:-4] + ("ят" if low[-4] == "ё" else "ат")
        return stem + "а", stem, stem + "ам", stem + "ами", stem + "ах"
    if low.endswith(("анин", "янин")) and not traits.is_name:
        stem = low[:-2]
        return stem + "е", stem, stem + "ам", stem + "ами", stem + "ах"
    return None


def _spelt_like(word: str, low: str, form: str) -> str:
    """*form* with the capitals of *word*."""
    if word == low or not form:
        return form
    if word[1:] == low[1:]:
        return (word[0] if form[0] == low[0] else form[0].upper()) + form[1:]
    same = 0
    while same < min(len(low), len(form)) and low[same] == form[same]:
        same += 1
    return word[:same] + form[same:]
