"""Names that open with a numeral: Три Клинка, Восемь Триграмм, Семь Смертных Грехов."""

from collections.abc import Sequence

from caveat.text.forms_russian import decline
from caveat.text.forms_russian_compounds import MOST_WORDS, joined
from caveat.text.forms_russian_endings import Cell, Numbers, Paradigm, Traits
from caveat.text.forms_russian_plurals import plural_models

_SMALL = {
    "два": "двух двум двумя двух",
    "две": "двух двум двумя двух",
    "оба": "обоих обоим обоими обоих",
    "обе": "обеих обеим обеими обеих",
    "три": "трёх трём тремя трёх",
    "четыре": "четырёх четырём четырьмя четырёх",
}
_FIVE = ("пять", "шесть", "семь", "девять", "десять", "одиннадцать", "двенадцать", "двадцать", "тридцать")
_LARGE = {
    **{word: f"{word[:-1]}и {word[:-1]}и {word}ю {word[:-1]}и" for word in _FIVE},
    "восемь": "восьми восьми восемью/восьмью восьми",
    "сорок": "сорока сорока сорока сорока",
    "сто": "ста ста ста ста",
}


def numeral_phrase(words: Sequence[str], numbers: Numbers) -> Paradigm | None:
    """
    The forms of *words* when the first is a numeral and the next ones stand with it; None when it is not.

    The noun is written in the genitive, singular behind two to four: from it the oblique plurals are made.
    What follows the noun stays.

    Args:
        words: Of a name, in the nominative.
        numbers: Which cells are filled; a counted name has one set of forms.
    """
    low = words[0].lower() if words else ""
    said = _SMALL.get(low) or _LARGE.get(low)
    if said is None or not 2 <= len(words) <= MOST_WORDS:
        return None
    counted: list[Paradigm] = [_paradigm(words[0], [[low], *(cell.split("/") for cell in said.split())])]
    at = 1
    while at + 1 < len(words) and words[at].lower().endswith(("ых", "их", "ые", "ие")):
        counted.append(_adjective(words[at]))
        at += 1
    is_adjective = words[at].lower().endswith(("ых", "их"))
    noun = _adjective(words[at]) if is_adjective else _noun(words[at], is_small=low in _SMALL)
    if noun is None:
        return None
    counted.append(noun)
    tail = "".join(f" {word}" for word in words[at + 1 :])
    whole = joined(counted, ["", *(" " for _ in counted[1:]), tail], "sg")
    if numbers == "sg":
        return whole
    cells = whole.cells
    plural = (*cells[:6], cells[12])
    first = plural[:6] if numbers == "both" else ((),) * 6
    return Paradigm((*first, *plural[:6], plural[6] if numbers == "both" else (), plural[6]), whole.stems)


def _paradigm(word: str, cases: Sequence[Sequence[str]]) -> Paradigm:
    """The cells of the singular: forms in five cases, the accusative by the nominative or the genitive."""
    nominative, genitive, dative, instrumental, prepositional = (
        tuple((_spelt_like(word, form), len(forms) == 1) for form in forms) for forms in cases
    )
    cells: list[Cell] = [nominative, genitive, dative, nominative, instrumental, prepositional]
    living = tuple({**dict(nominative), **dict(genitive)}.items())
    return Paradigm((*cells, *((),) * 6, living, ()), (word,))


def _adjective(word: str) -> Paradigm:
    letter = word.lower()[-2]
    stem = word.lower()[:-2]
    return _paradigm(word, [[word.lower()], *([stem + letter + end] for end in ("х", "м", "ми", "х"))])


def _noun(word: str, *, is_small: bool) -> Paradigm | None:
    """The noun behind a numeral; None when no ending of a genitive is seen."""
    low = word.lower()
    if not low.isalpha() or len(low) < 3 or not "а" <= low[-1] <= "я":
        return None
    if is_small:
        found = plural_models(low, Traits(None, "native", "thing", numbers="pl"))
        if not found:
            return None
        return _from_plural(word, low)
    stems = _stems_of_genitive(low)
    rest = [[stem + end for stem in stems] for end in ("м", "ми", "х")]
    return _paradigm(word, [[low], [low], *rest])


def _from_plural(word: str, low: str) -> Paradigm:
    """Behind two to four: клинка → клинков, клинкам; луны → лун, лунам."""
    cells = decline(low, Traits(None, "native", "thing", numbers="pl")).cells
    genitive, dative, instrumental, prepositional = ([form for form, _ in cells[at]] for at in (7, 8, 10, 11))
    return _paradigm(word, [[low], genitive, dative, instrumental, prepositional])


def _stems_of_genitive(low: str) -> list[str]:
    """What the oblique plurals of a genitive plural begin with, their vowel included."""
    if low.endswith("ов"):
        return [low[:-2] + "а"]
    if low.endswith(("ев", "ёв")):
        return [low[:-2] + "я", low[:-2] + "а"]
    if low.endswith("ий"):
        return [low[:-2] + "ия", low[:-2] + "ья"]
    if low.endswith("ей"):
        return [low[:-2] + "я", low[:-2] + "а"]
    if low.endswith("ь"):
        return [low[:-1] + "я", *_without_vowel(low[:-1], "я")]
    return [low + "а", *_without_vowel(low, "а")]


def _without_vowel(stem: str, vowel: str) -> list[str]:
    """Сестёр → сёстрам, башен → башням: a vowel that only the bare genitive has."""
    if len(stem) < 3 or stem[-2] not in "оеё":
        return []
    return [stem[:-2] + stem[-1] + vowel, stem[:-2] + stem[-1] + "я"]


def _spelt_like(word: str, form: str) -> str:
    return form[:1].upper() + form[1:] if word[:1].isupper() else form
