"""
The forms of a name: what a Russian text may write where a name or a term stands, each with its case.

All by rule, from the nominative and what is known of it. There is no dictionary of names, so that a misspelt
name has no forms by accident. Common words whose stress or stem no rule knows are partly listed
(`tables_forms_ru`). A dictionary of common words may be asked beside this one where the table is used, but
never for names: it takes a form of one name for a form of another.
"""

from typing import Literal, NamedTuple

from caveat.text.forms_russian_compounds import merged
from caveat.text.forms_russian_endings import Cell, Gender, Kind, Numbers, Origin
from caveat.text.forms_russian_names import (
    Subject,
    depends_on_gender,
    gender_of_title,
    is_transcribed,
    phrase,
)
from caveat.text.tables_forms_ru import PLURALS_IN_A

Case = Literal["nom", "gen", "dat", "acc", "ins", "prep"]
Number = Literal["sg", "pl"]

_CASES: tuple[Case, ...] = ("nom", "gen", "dat", "acc", "ins", "prep")
_PLACES: tuple[tuple[Case, Number], ...] = (
    *((case, "sg") for case in _CASES),
    *((case, "pl") for case in _CASES),
)


class Slot(NamedTuple):
    """
    What produced a form.

    Attributes:
        case: Of six.
        number: Of two.
        gender: The gender that this form supposes; None when every gender that is possible has it.
        is_sure: False when the rules cannot tell that the form exists: the gender is unknown, the stress
            decides, a vowel may stay or drop out.
    """

    case: Case
    number: Number
    gender: Gender | None
    is_sure: bool


class Form(NamedTuple):
    """
    One spelling.

    Attributes:
        text: As written, with the name's own capitals and punctuation.
        slots: By number and case; at least one.
    """

    text: str
    slots: tuple[Slot, ...]

    @property
    def is_sure(self) -> bool:
        """One of its slots is."""
        return any(slot.is_sure for slot in self.slots)


class FormTable(NamedTuple):
    """
    All forms of a name.

    Attributes:
        name: The nominative, its blanks single.
        forms: Different spellings, that of the nominative first; those with ё are there with е as well.
        stems: What remains when endings go, of each word that declines; several of one word where a vowel
            drops out (камень, камн). A form with none of them is a form of something else.
    """

    name: str
    forms: tuple[Form, ...]
    stems: tuple[str, ...]

    def texts(self) -> frozenset[str]:
        """All spellings."""
        return frozenset(form.text for form in self.forms)

    def slots(self, text: str) -> tuple[Slot, ...]:
        """What *text* can be; empty when it is no form of the name."""
        return next((form.slots for form in self.forms if form.text == text), ())


def forms(
    name: str,
    *,
    gender: Gender | None = None,
    origin: Origin = "native",
    kind: Kind = "person",
    number: Numbers | None = None,
    is_animate: bool | None = None,
) -> FormTable:
    """
    All forms of *name* in Russian, made by rule.

    Args:
        name: The nominative; not empty. Words that are not Cyrillic stay as they are.
        gender: Of the person, or of the noun that heads a phrase. None: of a place or thing the ending
            decides; of a person a title does (госпожа Линь), else the forms of both are made, and what is
            one gender's only is unsure.
        origin: Where the name comes from. A word that cannot be a transcription declines as a Russian one
            whatever is said here (Грушка, Незнакомец в маске).
        kind: A person is animate and may leave its name undeclined; a place is inanimate.
        number: ``sg``; ``both``, the plural too; ``pl``, the name is a plural itself. None: both for a thing,
            singular for others, plural for what ends like one (Афины).
        is_animate: Whether the accusative is the genitive; None: persons are, places are not, of things both
            are made.

    Returns:
        The table. Never raises for any text.
    """
    words = " ".join(name.split())
    numbers = number or _numbers(words, kind, origin)
    animate = {"person": True, "place": False, "thing": None}[kind] if is_animate is None else is_animate
    places = range(0 if numbers != "pl" else 6, 12 if numbers != "sg" else 6)
    if gender is None and kind == "person":
        gender = gender_of_title(words)
    subject = Subject(gender, origin, kind, numbers)
    if gender is not None or kind != "person" or numbers == "pl" or not depends_on_gender(words):
        paradigm = phrase(words, subject)
        cells = _with_accusatives(paradigm.cells, animate)
        found = [(text, place, gender, is_sure) for place in places for text, is_sure in cells[place]]
        return FormTable(words, _collected(words, found), paradigm.stems)
    man, woman = phrase(words, subject._replace(gender="m")), phrase(words, subject._replace(gender="f"))
    found = _of_both(_with_accusatives(man.cells, animate), _with_accusatives(woman.cells, animate), places)
    return FormTable(words, _collected(words, found), tuple(dict.fromkeys((*man.stems, *woman.stems))))


def stem(table: FormTable) -> str:
    """
    What every form of *table* begins with.

    Args:
        table: As `forms` gives it.

    Returns:
        The longest common beginning, without blanks at its end; empty for irregular words (человек, люди).
    """
    texts = [form.text for form in table.forms]
    first, last = min(texts), max(texts)
    same = 0
    while same < min(len(first), len(last)) and first[same] == last[same]:
        same += 1
    return first[:same].rstrip()


_Found = list[tuple[str, int, Gender | None, bool]]


def _with_accusatives(cells: tuple[Cell, ...], is_animate: bool | None) -> tuple[Cell, ...]:
    """The twelve cells of a table: with the accusatives of a thing, of a living being, or of both."""
    if is_animate is False:
        return cells[:12]
    singular, plural = cells[12:]
    if is_animate is None:
        singular, plural = merged(cells[3], singular), merged(cells[9], plural)
    return (*cells[:3], singular, *cells[4:9], plural, *cells[10:12])


def _of_both(man: tuple[Cell, ...], woman: tuple[Cell, ...], places: range) -> _Found:
    """The forms of a man's and of a woman's name, those of one only not sure."""
    found: _Found = []
    for place in places:
        of_man, of_woman = dict(man[place]), dict(woman[place])
        for text, is_sure in of_man.items():
            if text in of_woman:
                found.append((text, place, None, is_sure and of_woman[text]))
            else:
                found.append((text, place, "m", False))
        found += [(text, place, "f", False) for text in of_woman if text not in of_man]
    return found


def _collected(name: str, found: _Found) -> tuple[Form, ...]:
    """The slots by spelling, the nominative first, ё also as е."""
    by_text: dict[str, list[Slot]] = {name: []}
    for text, place, gender, is_sure in found:
        case, number = _PLACES[place]
        slots = by_text.get(text)
        if slots is None:
            slots = by_text[text] = []
        slots.append(Slot(case, number, gender, is_sure))
    for text in [text for text in by_text if "ё" in text or "Ё" in text]:
        plain = by_text.setdefault(text.replace("ё", "е").replace("Ё", "Е"), [])
        plain += [slot for slot in by_text[text] if slot not in plain]
    return tuple([Form(text, tuple(slots)) for text, slots in by_text.items() if slots])


def _numbers(words: str, kind: Kind, origin: Origin) -> Numbers:
    """What is made when nobody said: plurals of what can be counted, and of names that look like one."""
    first, _, rest = words.lower().partition(" ")
    if rest and first.endswith(("ые", "ие")) and len(first) > 3:
        return "pl"
    if kind == "person":
        return "sg"
    if kind == "place":
        return "pl" if _is_plural_place(words, first, origin) else "sg"
    return "pl" if first.endswith(("ы", "и")) or first in PLURALS_IN_A else "both"


def _is_plural_place(words: str, first: str, origin: Origin) -> bool:
    """Whether a place whose first word is *first* is a plural: Афины, Врата Ада, Земли Теней."""
    if first in PLURALS_IN_A:
        return True
    if all(is_transcribed(word, origin) for word in words.split()):
        return False
    # A name that never changes loses nothing: its nominative is a form of either number.
    return first.endswith(("ы", "и"))
