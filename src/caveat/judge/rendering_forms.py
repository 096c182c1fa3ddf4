"""
The forms of a rendering in Russian beyond `text.forms`: of phrases, of other genders, by dictionary.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from caveat.judge import tables_agreement_ru as tables
from caveat.judge.rendering_words import name_words
from caveat.model.terms import TermGender, TermKind
from caveat.text.forms import Form, FormTable, Slot, forms
from caveat.text.forms_russian_adjectives import adjective_gender
from caveat.text.forms_russian_endings import Gender, Kind, Numbers, Origin
from caveat.text.forms_russian_names import gender_of_title, is_transcribed
from caveat.text.forms_russian_nouns import sign_gender
from caveat.text.tables_forms_ru import INDECLINABLE, PLURALS, TITLES
from caveat.text.tables_forms_ru import PREPOSITIONS as ENDS_DECLENSION

PERSONS: frozenset[str] = frozenset({"person"})
"""Kinds that a person's name declines for."""

_ORIGINS: Mapping[str, Origin] = {"zh": "chinese", "ja": "japanese", "ru": "native", "": "foreign"}
_HARD = "ый ого ому ым ом ая ой ую ою ое ые ых ыми".split()
_SOFT = "ий его ему им ем яя ей юю ею ее ие их ими".split()
_OTHER = "ий ого ому им ом ая ой ую ою ое ее его ему ем ей ие их ими".split()
_ADJECTIVE_ENDS = ("ый", "ий", "ой", "ая", "яя", "ое", "ее")
_GENDERS: tuple[Gender, ...] = ("m", "f")
_ALL_GENDERS: tuple[Gender, ...] = ("m", "f", "n")
# Драконья гора declines as Волчья гора does, which the lists of `text.forms` know.
_POSSESSIVE = re.compile("[А-Яа-яЁё]+[бвгдзклмнпрстфхчшщ](?:ья|ье)")
_KNOWN = ("волч", "Волч")
# Пожиратель Душ: what a person is called by what they do, and of what.
_DOERS = ("тель", "ник", "щик", "чик", "страж", "тельница", "ница")
_NOUNS_IN_YA = frozenset({"семья", "судья", "статья", "ладья", "скамья", "бадья", "свинья"}) | {
    forms[0] for forms in PLURALS.values()
}
# Genitives that look like adjectives: искатель приключений.
_GENITIVE_TAIL = re.compile("(?:[ае]ний|яний|[ст]ий|ций|рий|вий|дий)$")


class Tag(NamedTuple):
    """
    What a form of a common word is: case and number as `text.forms` names them, gender where it has one.
    """

    case: str
    number: str
    gender: str


class Lexemes(Protocol):
    """A dictionary of common words."""

    def __call__(self, word: str) -> Mapping[str, frozenset[Tag]]:
        """The forms of *word*, a nominative in lower case, with what each is; empty when it is not known."""
        ...


class Subject(NamedTuple):
    """
    An entity as a translation should call it.

    Attributes:
        ref: Its name in verdicts.
        rendering: Nominative.
        kind: What it is.
        gender: As far as the chapter's reader knows it.
        origin: Language that the name comes from: ``zh``, ``ja``, ``ru``; any other is foreign.
        aliases: Other renderings of the same entity.
        declared: Forms that somebody wrote down.
    """

    ref: str
    rendering: str
    kind: TermKind = "person"
    gender: TermGender = "unknown"
    origin: str = "zh"
    aliases: tuple[str, ...] = ()
    declared: tuple[str, ...] = ()


def head_gender(name: str, origin: str) -> frozenset[str]:
    """The grammatical gender of the head noun of *name*; empty when its form does not tell."""
    words = [word.lower() for word in name_words(name)]
    raw = name_words(name)
    if not words:
        return frozenset()
    said = gender_of_title(name)
    if said is not None:
        return frozenset({said})
    known = _ORIGINS.get(origin, "foreign")
    if all(is_transcribed(word, known) for word in raw):
        return _by_letters(words[-1]) if words[-1][-1:] not in "оуиюэеыё" else frozenset()
    at = 0
    while at + 1 < len(words) and adjective_gender(words[at]) is not None:
        at += 1
    noun = words[at]
    if at:
        said = adjective_gender(words[0])
        return frozenset({said}) if said is not None and noun not in tables.COMMON_GENDER else frozenset()
    if adjective_gender(noun) is not None and noun.endswith(("ый", "ая", "яя")):
        return frozenset({adjective_gender(noun) or "m"})
    return _by_letters(noun)


def _by_letters(noun: str) -> frozenset[str]:
    last = noun[-1:]
    if noun in tables.COMMON_GENDER or noun in INDECLINABLE:
        return frozenset()
    if noun in tables.MASCULINE_A:
        return frozenset("m")
    if last in "ая":
        return frozenset("f") if not noun.endswith("мя") else frozenset("n")
    if last in "оеё":
        return frozenset("n")
    if last == "ь":
        gender = sign_gender(noun)
        return frozenset({gender}) if gender else frozenset()
    return frozenset("m") if "а" <= last <= "я" and last not in "уюиыэ" else frozenset()


def table_of(
    name: str, subject: Subject, numbers: Numbers | None = None, gender: Gender | None = None
) -> FormTable:
    """
    The forms of *name* by rule, with what `text.forms` does not know of phrases.

    Args:
        name: A rendering or alias of the subject.
        subject: The entity.
        numbers: As `text.forms.forms` takes it; None = by what it names.
        gender: Instead of the subject's own.
    """
    words = name.split()
    is_phrase = subject.kind not in PERSONS and len(words) > 1
    odd = [at for at, word in enumerate(words[:-1]) if _is_possessive(word, words[-1])] if is_phrase else []
    ends = [at for at, word in enumerate(words) if at and _GENITIVE_TAIL.search(word)] if is_phrase else []
    end = ends[0] if ends else len(words)
    table = forms(
        " ".join(
            _KNOWN[word[0].isupper()] + word[-2:] if at in odd else word
            for at, word in enumerate(words[:end])
        ),
        gender=gender or _declared(name, subject),
        origin=_ORIGINS.get(subject.origin, "foreign"),
        kind=_kind(subject.kind),
        number=numbers or _numbers(words),
    )
    if not odd and not ends:
        return table
    restored = []
    for form in table.forms:
        parts = form.text.split()
        for at in odd:
            parts[at] = words[at][:-2] + parts[at][len(_KNOWN[0]) :]
        restored.append(Form(" ".join([*parts, *words[end:]]), form.slots))
    return FormTable(name, tuple(restored), table.stems)


def _is_possessive(word: str, last: str) -> bool:
    """Whether *word* is an adjective before *last*: Драконья гора; but Ущелье Ветров, Семья Огня."""
    ends = "аяь" if word.endswith("ья") else "оеё"
    return (
        _POSSESSIVE.fullmatch(word) is not None
        and last.endswith(tuple(ends))
        and word.lower() not in _NOUNS_IN_YA
    )


def _numbers(words: Sequence[str]) -> Numbers | None:
    """A common noun has both numbers, but for one that is a plural itself (стражники, новые законы)."""
    first = words[0] if words else ""
    if not first[:1].islower():
        return None
    is_plural = first.endswith(("ы", "и")) or (len(words) > 1 and first.endswith(("ые", "ие")))
    return "pl" if is_plural else "both"


def _declared(name: str, subject: Subject) -> Gender | None:
    """The gender that *name* declines by: what is declared; for a hidden one that of the head noun."""
    found = head_gender(name, subject.origin) if subject.gender == "hidden" else {subject.gender}
    for gender in _ALL_GENDERS:
        if found == {gender}:
            return gender
    return None


def of_phrase(name: str, words: tuple[str, ...], subject: Subject) -> tuple[Form, ...]:
    """
    The forms of a phrase as a phrase: what looks transcribed may be a Russian word (Чёрная Тень), and small
    words behind a person's title may belong to it (Король обезьян).
    """
    if len(words) < 2 or (subject.origin == "ru" and subject.kind not in PERSONS):
        return ()
    low = words[0].lower()
    found: tuple[Form, ...] = ()
    if is_transcribed(words[0], _ORIGINS.get(subject.origin, "foreign")):
        return found
    if adjective_gender(low) is not None:
        found = table_of(name, subject._replace(origin="ru")).forms
    is_called = low in TITLES or low.endswith(_DOERS)
    if subject.kind in PERSONS and (words[-1].islower() or (is_called and len(words) > 1)):
        phrase = forms(name, gender=_declared(name, subject), kind="thing", number="sg", is_animate=True)
        found += phrase.forms
    return found


def counted(table: FormTable, words: tuple[str, ...]) -> list[Form]:
    """What stands behind two, three and four: the adjectives in the plural, the noun in the singular."""
    adjectives = [at for at, word in enumerate(words[:-1]) if adjective_gender(word.lower()) is not None]
    if not adjectives or adjectives[0] != 0:
        return []
    by_case: dict[tuple[str, str], list[tuple[str, ...]]] = {}
    for form in table.forms:
        for slot in form.slots:
            by_case.setdefault((slot.case, slot.number), []).append(name_words(form.text))
    found = []
    for noun in by_case.get(("gen", "sg"), ()):
        for plural in (*by_case.get(("gen", "pl"), ()), *by_case.get(("nom", "pl"), ())):
            if len(noun) == len(plural) == len(words):
                mixed = [plural[at] if at in adjectives else noun[at] for at in range(len(words))]
                found.append(Form(" ".join(mixed), (Slot("gen", "sg", None, True),)))
    return found


def _kind(kind: str) -> Kind:
    return "person" if kind in PERSONS else "place" if kind == "place" else "thing"


def forms_in_any_gender(name: str, words: tuple[str, ...], subject: Subject) -> tuple[frozenset[str], ...]:
    """For each word of a name all forms it could have were its gender or number another."""
    sets: list[set[str]] = [{word.lower()} for word in words]
    every: tuple[Gender | None, ...] = (None, *_GENDERS)
    both: tuple[Numbers, ...] = ("both", "sg")
    for gender in every:
        for numbers in both:
            _spread(sets, table_of(name, subject, numbers, gender))
    known = _ORIGINS.get(subject.origin, "foreign")
    if subject.kind in PERSONS:
        for at, word in enumerate(words):
            if is_transcribed(word, known) or len(words) == 1:
                sets[at] |= _alone(word, known)
    for at, word in enumerate(words[:-1]):
        low = word.lower()
        if low in ENDS_DECLENSION:
            break
        if (
            adjective_gender(low) is not None
            and low.endswith(_ADJECTIVE_ENDS)
            and not is_transcribed(word, known)
        ):
            sets[at] |= _adjectives(low)
    return tuple(frozenset(one) for one in sets)


def _alone(word: str, known: Origin) -> set[str]:
    """The forms of one word of a person's name, a man's and a woman's, as a name and as a Russian word."""
    origins: tuple[Origin, ...] = (known, "native") if word.endswith("ь") else (known,)
    return {
        form.text.lower().replace("ё", "е")
        for gender in _GENDERS
        for origin in origins
        for form in forms(word, gender=gender, origin=origin, kind="person", number="both").forms
    }


def _spread(sets: list[set[str]], table: FormTable) -> None:
    for form in table.forms:
        words = name_words(form.text)
        if len(words) == len(sets):
            for one, word in zip(sets, words, strict=True):
                one.add(word.lower())


def _adjectives(low: str) -> set[str]:
    stem, ending = low[:-2], low[-2:]
    if stem[-1:] in "гкхжшчщ":
        return {stem + end for end in _OTHER}
    return {stem + end for end in (_SOFT if ending in ("ий", "яя", "ее") else _HARD)}


def by_dictionary(name: str, table: FormTable, lexemes: Lexemes | None) -> list[str]:
    """
    Forms of a phrase that a dictionary adds: only words in small letters are looked up, names never are.
    """
    words = name_words(name)
    if lexemes is None:
        return []
    variants = [{word.lower() for word in at} for at in zip(*_same_length(table, len(words)), strict=True)]
    moving = [at for at, found in enumerate(variants) if len(found) > 1 and words[at].islower()]
    if not moving or any(words[at][:1].isupper() for at, found in enumerate(variants) if len(found) > 1):
        return []
    known = [lexemes(words[at]) for at in moving]
    if not all(known):
        return []
    heads = {tag.gender for tags in known[-1].values() for tag in tags if tag.number == "sg"}
    found: list[str] = []
    for number in ("sg", "pl"):
        for case in ("nom", "gen", "dat", "acc", "ins", "prep"):
            choices = [_fitting(forms_of, case, number, heads) for forms_of in known]
            if all(choices) and len(moving) < 3:
                found += _choices(words, moving, choices)
    return found


def _choices(words: tuple[str, ...], moving: list[int], choices: list[list[str]]) -> list[str]:
    """Every choice of one form from each word that moves; at most two words do."""
    found = []
    for first in choices[0]:
        for second in choices[1] if len(choices) > 1 else [""]:
            chosen = list(words)
            chosen[moving[0]] = first
            if len(moving) > 1:
                chosen[moving[1]] = second
            found.append(" ".join(chosen))
    return found


def _same_length(table: FormTable, length: int) -> list[tuple[str, ...]]:
    found = [name_words(form.text) for form in table.forms]
    return [words for words in found if len(words) == length]


def _fitting(found: Mapping[str, frozenset[Tag]], case: str, number: str, genders: set[str]) -> list[str]:
    return [
        form
        for form, tags in found.items()
        if any(
            tag.case == case
            and tag.number == number
            and (number == "pl" or not tag.gender or tag.gender in genders)
            for tag in tags
        )
    ]
