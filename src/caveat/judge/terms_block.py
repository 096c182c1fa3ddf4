"""The block: what a model is told of a passage's terms, in words and in a fixed order."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from caveat.model.preparation import BlockEntry
from caveat.model.terms import Assembly, Term, TermGender

if TYPE_CHECKING:
    from caveat.text.forms_russian_endings import Origin

VERSION = "block/v2"
"""Changes when the same entries may read otherwise, forms included; part of every snapshot."""

_GENDERS: dict[TermGender, str] = {
    "m": "masculine",
    "f": "feminine",
    "n": "neuter",
    "hidden": "not told yet: let nothing give it away, agree with the noun",
}
_CASES = {"nom": "nom.", "gen": "gen.", "dat": "dat.", "acc": "acc.", "ins": "ins.", "prep": "prep."}
_ORIGINS: dict[str, "Origin"] = {"zh": "chinese", "ja": "japanese", "ru": "native"}
_INDECLINABLE = "not declined"
_EITHER = re.compile(r"\b[а-яё]+ь\b")
"""A common noun whose ending does not tell its gender (обитель, лагерь): no forms without one."""
_DECLINED = ("person", "place", "organisation")


def entry_lines(
    term: Term,
    used: Sequence[tuple[str, str]],
    *,
    chapter: int,
    languages: tuple[str, str],
    assembly: Assembly,
    forbidden: Sequence[str] = (),
    is_verified: bool = True,
) -> tuple[str, ...]:
    """
    The lines of one term.

    Args:
        term: With a rendering.
        used: Key and own rendering of each key that the passage has and that has one of its own.
        chapter: What is known of the gender depends on it.
        languages: Of the book and of the translation; forms are made by rule for ``ru``.
        assembly: Whether forms are shown.
        forbidden: Renderings that must not be used here.
        is_verified: False adds the gender to the entry itself, for the gender block has the sure ones only.
    """
    about: list[str] = [term.kind] if term.kind != "concept" else []
    gender = term.gender_at(chapter)
    if not is_verified and gender in _GENDERS:
        about.append(_GENDERS[gender])
    sense = f" [{term.sense}]" if term.sense else ""
    lines = [f"- {term.headword}{sense} → {term.rendering}" + (f" ({', '.join(about)})" if about else "")]
    lines += [f"  {key} → {rendering}" for key, rendering in used]
    if assembly.shows_forms and (forms := _forms(term, gender, *languages)):
        lines.append(f"  {forms}" if forms == _INDECLINABLE else f"  forms: {forms}")
    if forbidden:
        lines.append(f"  never: {', '.join(forbidden)}")
    if term.never_varies and term.example:
        lines.append(f"  as in: {_one_line(term.example)}")
    if term.note:
        lines.append(f"  note: {_one_line(term.note)}")
    return tuple(_one_line(line, keep=True) for line in lines)


def gender_line(term: Term, chapter: int) -> str:
    """What is told of a person's gender; empty when nothing is known of it."""
    said = _GENDERS.get(term.gender_at(chapter), "")
    return f"- {term.rendering}: {said}" if said else ""


def block_text(genders: Sequence[str], entries: Iterable[BlockEntry], assembly: Assembly) -> str:
    """The whole block, ended by a line feed; empty when there is nothing to tell."""
    sure = [line for entry in entries if entry.decision == "CONFIRMED" for line in entry.lines]
    unsure = [line for entry in entries if entry.decision != "CONFIRMED" for line in entry.lines]
    if not sure and not unsure:
        return ""
    lines = [assembly.heading, assembly.instruction]
    if genders:
        lines += ["Gender:", *genders]
    if sure:
        lines += ["Terms:", *sure]
    if unsure:
        lines += [assembly.unverified, *unsure]
    return "\n".join(lines) + "\n"


def frame(assembly: Assembly) -> str:
    """The lines that a block has whatever is in it, for the budget."""
    return "\n".join((assembly.heading, assembly.instruction, "Gender:", "Terms:", assembly.unverified))


def _forms(term: Term, gender: TermGender, source: str, target: str) -> str:
    declared = [_called(form.case, form.number, form.text) for form in term.forms]
    if declared:
        return ", ".join(declared)
    if target != "ru" or term.kind not in _DECLINED:
        return ""
    if gender == "unknown" and _EITHER.search(term.rendering):
        return ""
    return _made(term.rendering, gender, term.origin or source, term.kind)


def _called(case: str, number: str, text: str) -> str:
    name = " ".join(filter(None, ("pl." if number == "pl" else "", _CASES.get(case, case))))
    return f"{name} {text}".strip()


@lru_cache(maxsize=4096)
def _made(rendering: str, gender: TermGender, origin: str, kind: str) -> str:
    """The forms that the rules are sure of, each spelling once; ``not declined`` when it has one."""
    from caveat.text.forms import forms

    table = forms(
        rendering,
        gender=gender if gender in ("m", "f", "n") else None,
        origin=_ORIGINS.get(origin, "foreign"),
        kind="person" if kind == "person" else "place" if kind == "place" else "thing",
    )
    found: dict[str, str] = {}
    is_sure = True
    slots = [(form.text, slot) for form in table.forms for slot in form.slots]
    # A name that is a plural itself (Сиракузы) has no other forms.
    number = "sg" if any(slot.number == "sg" for _, slot in slots) else "pl"
    for text, slot in slots:
        if slot.number == number and slot.case != "nom":
            is_sure &= slot.is_sure
            if slot.is_sure:
                # The first spelling of a case is the usual one; a model needs no archaic endings.
                found.setdefault(slot.case, text)
    told: dict[str, str] = {}
    for case, text in found.items():
        if text != rendering and text not in told:
            told[text] = _CASES[case]
    if not told:
        return _INDECLINABLE if is_sure else ""
    return ", ".join(f"{case} {text}" for text, case in told.items())


def _one_line(text: str, *, keep: bool = False) -> str:
    plain = "".join(character if character.isprintable() else " " for character in text)
    return plain if keep else " ".join(plain.split())
