"""Russian nouns and names: which endings a nominative takes, by its last letters and what it names."""

from caveat.text import forms_russian_endings as endings
from caveat.text import tables_forms_ru as tables
from caveat.text.forms_russian_endings import HUSHING, VELAR, VOWELS, Gender, Model, Traits
from caveat.text.forms_russian_stems import oblique_stems, syllables

_SURNAMES_M = ("ов", "ев", "ёв", "ин", "ын")
SURNAMES_F = ("ова", "ева", "ёва", "ина", "ына")
"""What the surname of a woman ends with that declines in a way of its own: Ивановой."""

_PLACES_N = ("ово", "ево", "ёво", "ино", "ыно")
_NOUNS_N = ("ще", "це", "ние", "тие")
_FEMININE_SIGNS = ("сть", "знь", "вь", "бь", "жь", "шь", "чь", "щь", "пь", "ядь", "адь")
_MASCULINE_SIGNS = ("тель", "арь", "ырь", "ень", "оль")


def noun_models(low: str, traits: Traits) -> list[Model]:
    """
    How *low* declines as a noun; empty when it never changes.

    Args:
        low: The nominative singular in lower case.
        traits: What it is.
    """
    last = low[-1:]
    if last == "ь":
        return _sign(low, traits)
    if last == "а":
        return _a(low, traits)
    if last == "я":
        return _ya(low, traits)
    if last in ("о", "е", "ё"):
        return _neuter(low, traits)
    if last in VOWELS or not "а" <= last <= "я":
        return []
    if traits.gender == "f":
        return []
    return _short_i(low) if last == "й" else _consonant(low, traits)


def _consonant(low: str, traits: Traits) -> list[Model]:
    is_native = traits.origin == "native"
    if is_native and traits.is_name:
        if low.endswith(("ых", "их")):
            return []
        if _is_surname(low, _SURNAMES_M, traits):
            return [Model(low, endings.SURNAME_M)]
    stems = oblique_stems(low, is_native=is_native, is_name=traits.is_name)
    models = [Model(stem, _masculine(low, traits), is_sure) for stem, is_sure in stems]
    if traits.origin == "foreign" and traits.is_surname and low.endswith(("ов", "ев", "ёв")):
        # Бюловом, but a Russian of a foreign book is Петровым.
        return [*(model.doubtful for model in models), Model(low, endings.SURNAME_M).doubtful]
    return models


def _is_surname(low: str, suffixes: tuple[str, ...], traits: Traits) -> bool:
    """Whether a native name in -ов, -ин declines as a surname: Ивановым, but Константином, паладином."""
    if not low.endswith(suffixes) or low in tables.NOUNS_LIKE_SURNAMES:
        return False
    return traits.is_surname or syllables(low) > 1


def _masculine(low: str, traits: Traits) -> str:
    last = low[-1]
    if last in VELAR:
        return endings.VELAR_M
    if last not in HUSHING and last != "ц":
        return endings.MASCULINE
    is_open = traits.origin == "native" and not traits.is_name
    if last == "ц":
        if low in tables.STRESSED_EC:
            return endings.TS_STRESSED_M
        return endings.TS_OPEN_M if is_open and low.endswith("ец") else endings.TS_M
    if low in tables.STRESSED_HUSHING:
        return endings.HUSHING_STRESSED_M
    return endings.HUSHING_OPEN_M if is_open else endings.HUSHING_M


def _short_i(low: str) -> list[Model]:
    known = tables.OBLIQUE.get(low)
    if known is not None:
        return [Model(known, endings.SHORT_I_STRESSED_M)]
    return [Model(low[:-1], endings.IY_M if low[-2:] == "ий" else endings.SHORT_I_M)]


def _sign(low: str, traits: Traits) -> list[Model]:
    gender = traits.gender or sign_gender(low)
    if traits.is_name and gender == "f" and traits.origin != "native":
        # Рахили, but Николь: only who bears the name tells.
        if traits.origin == "foreign":
            return [Model(low, endings.SAME).doubtful, Model(low[:-1], endings.SIGN_F).doubtful]
        return []
    is_sure = traits.gender is not None or is_sign_gender_sure(low)
    if gender == "m" and is_sure:
        return _sign_m(low, traits)
    if gender == "f" and is_sure:
        return [_sign_f(low)]
    # The likelier gender comes first: its forms are the usual ones.
    man, woman = [model.doubtful for model in _sign_m(low, traits)], [_sign_f(low).doubtful]
    return [*woman, *man] if gender == "f" else [*man, *woman]


def is_sign_gender_sure(low: str) -> bool:
    """
    Whether the letters of a word in -ь tell its gender: учитель and обитель end alike, and differ in it.

    A word that is listed is sure, and so is what ends with a hushing sound (ночь), in -знь, and in -ость but
    for гость.
    """
    is_listed = low in tables.FEMININE_SIGNS or low in tables.MASCULINE_SIGNS or low in tables.OBLIQUE
    return is_listed or low.endswith(("жь", "чь", "шь", "щь", "знь", "ость"))


def sign_gender(low: str) -> Gender | None:
    """The gender that a word in -ь most likely has; None when its letters do not tell."""
    if low in tables.FEMININE_SIGNS:
        return "f"
    if low in tables.OBLIQUE or low in tables.MASCULINE_SIGNS:
        return "m"
    if low.endswith(_FEMININE_SIGNS):
        return "f"
    return "m" if low.endswith(_MASCULINE_SIGNS) else None


def _sign_m(low: str, traits: Traits) -> list[Model]:
    if traits.origin != "native":
        return [Model(low[:-1], endings.SOFT_M)]
    class_ = endings.SOFT_M if traits.is_name else endings.SOFT_OPEN_M
    known = tables.OBLIQUE.get(low)
    if known is not None:
        return [Model(known, class_)]
    full = Model(low[:-1], class_)
    if traits.is_name or not low.endswith("ень") or low in tables.STEADY or syllables(low) < 2:
        return [full]
    return [Model(f"{low[:-3]}н", class_), full.doubtful]


def _sign_f(low: str) -> Model:
    known = tables.OBLIQUE.get(low)
    if known is not None:
        return Model(known, endings.SIGN_F if known.endswith("ер") else endings.SIGN_FLEETING_F)
    return Model(low[:-1], endings.SIGN_HUSHING_F if low[-2] in HUSHING else endings.SIGN_F)


def _a(low: str, traits: Traits) -> list[Model]:
    stem = low[:-1]
    if not stem or stem[-1] in VOWELS:
        # Моруа, Никарагуа.
        return []
    if _is_surname_f(low, traits):
        surname = Model(stem, endings.SURNAME_F)
        is_open = not traits.is_surname and low.endswith(("ина", "ына"))
        return [surname.doubtful, Model(stem, endings.FEMININE).doubtful] if is_open else [surname]
    is_loan = traits.origin == "foreign" and traits.is_surname and traits.gender == "f"
    if is_loan and low.endswith(("ова", "ева", "ёва")):
        return [Model(stem, endings.SURNAME_F).doubtful, Model(stem, endings.FEMININE).doubtful]
    return _with_bare_syllable(low, Model(stem, _feminine(low, traits)), traits)


def _is_surname_f(low: str, traits: Traits) -> bool:
    if not traits.is_name or traits.origin != "native" or traits.gender != "f":
        return False
    return syllables(low) > 2 and _is_surname(low, SURNAMES_F, traits)


def _feminine(low: str, traits: Traits) -> str:
    last = low[-2]
    if last in VELAR:
        return endings.VELAR_F
    is_open = traits.origin == "native" and not traits.is_name
    if last in HUSHING:
        if low in tables.STRESSED_A:
            return endings.HUSHING_STRESSED_F
        return endings.HUSHING_OPEN_F if is_open else endings.HUSHING_F
    if last == "ц":
        if low in tables.STRESSED_A:
            return endings.TS_STRESSED_F
        return endings.TS_OPEN_F if is_open and not low.endswith("ица") else endings.TS_F
    return endings.FEMININE


def _ya(low: str, traits: Traits) -> list[Model]:
    stem = low[:-1]
    if low in tables.NEUTERS_IN_MYA:
        return [Model(stem, endings.MYA)]
    if low[-2:] == "ия":
        models = [Model(stem, endings.IYA)]
        return models if syllables(low) > 2 else [*models, Model(stem, endings.SOFT_F).doubtful]
    if low in tables.STRESSED_A:
        return [Model(stem, endings.SOFT_STRESSED_F)]
    models = _with_bare_syllable(low, Model(stem, endings.SOFT_F), traits)
    if traits.origin == "native" and low[-2:] == "ья":
        models.append(Model(stem, endings.SOFT_STRESSED_F).doubtful)
    return models


def _with_bare_syllable(low: str, model: Model, traits: Traits) -> list[Model]:
    """A Chinese name of one syllable (Ли На) is often left as it is."""
    if traits.origin == "chinese" and traits.is_name and syllables(low) == 1:
        return [model, Model(low, endings.SAME).doubtful]
    return [model]


def _neuter(low: str, traits: Traits) -> list[Model]:
    stem, last = low[:-1], low[-1]
    before = low[-2:-1]
    is_russian = traits.origin == "native" or (traits.origin == "foreign" and low[-2:] in ("ие", "ье"))
    if not is_russian or (traits.is_name and not low.endswith(_NOUNS_N)):
        return []  # Шевченко, Гонгадзе; but Чудовище, who is named by a common noun.
    if traits.kind == "place" and low.endswith(_PLACES_N):
        return [Model(stem, endings.NEUTER), Model(low, endings.SAME)]
    if last == "ё":
        return [Model(stem, endings.YO)] if before == "ь" else []
    if traits.is_proper and traits.kind == "thing" and before != "и":
        # Авито, Зеркало Желаний: a brand stays, a word declines.
        common = _neuter(low, traits._replace(is_proper=False))
        return [Model(low, endings.SAME), *(model.doubtful for model in common)]
    if last == "о":
        small = low[-3:] in ("чко", "шко", "жко")
        return [Model(stem, endings.SMALL_N if small else endings.NEUTER)]
    by_letter = {"и": endings.IE, "ь": endings.YE, "ц": endings.HUSHING_N}
    hushing = endings.HUSHING_N if before in HUSHING else endings.SOFT_N
    return [Model(stem, by_letter.get(before, hushing))]
