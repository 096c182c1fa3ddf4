"""Checks of a book's terms: what cannot stand beside each other, and what cannot mean what it says."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from caveat.judge.terms_lexicon import all_keys, refusal, refusal_of
from caveat.model.findings import Finding, Severity
from caveat.model.terms import Term
from caveat.text.boundaries import script
from caveat.text.confusables import skeleton
from caveat.text.fold_book import Profile, compose_name, fold_name

if TYPE_CHECKING:
    from caveat.text.forms_russian_endings import Gender, Kind, Origin

_PATTERN = re.compile(
    r"\\[dwsbDWSB]|[.][*+?]|\(\?[:=!<P]|\[[^\]\s]{1,40}\][*+?{]|\[(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d)|"
    r"^\^.*\$$|\w[|]\w|\\[.()\[\]|]"
)
_LIKE_KANA = frozenset("二口力工夕卜八千三才")


class Checked(NamedTuple):
    """
    Terms that may be used, and what is wrong with the others.

    Attributes:
        terms: In their order; a key or a form that is refused is left out of its term.
        findings: By place.
    """

    terms: tuple[Term, ...]
    findings: tuple[Finding, ...]


def checked(terms: Iterable[Term], form: Profile) -> Checked:
    """
    Which of *terms* may be used together.

    A term is refused when its window is empty, its id is taken, its headword is one character without
    judgment words, or another term has its folded headword and sense in a chapter of its window. The first
    one stays: nothing is overwritten. Keys and forms are refused one by one.

    Args:
        terms: In the order of the files.
        form: The book's fold profile.
    """
    findings: list[Finding] = []
    kept: list[Term] = []
    refs: dict[str, Term] = {}
    senses: dict[tuple[str, str], list[Term]] = {}
    for term in terms:
        headword = fold_name(term.headword, form)
        same = senses.setdefault((headword, term.sense), [])
        fault = _fault(term, refs, same) or _headword_fault(term, headword, form)
        if fault is not None:
            findings.append(fault)
            continue
        refs[term.ref] = term
        same.append(term)
        sound, remarks = _sound(term, form)
        kept.append(sound)
        findings += remarks
    findings.sort(key=lambda one: (one.path, one.line, one.code, one.message))
    return Checked(tuple(kept), tuple(findings))


def _fault(term: Term, refs: dict[str, Term], same: Sequence[Term]) -> Finding | None:
    window = term.window
    if window.until is not None and window.until <= window.since:
        said = f"window from {window.since} until {window.until} holds for no chapter"
        return _told("empty-window", "error", said, term, "Let until be the first chapter after it.")
    for other in same:
        if other.window == window:
            said = f"“{term.headword}” is there already, at {_place(other)}"
            return _told("duplicate-term", "error", said, term, "Merge the two, or tell their senses apart.")
        if other.window.overlaps(window):
            said = f"window of “{term.headword}” overlaps that of {_place(other)}"
            return _told(
                "overlapping-windows",
                "error",
                said,
                term,
                "End one window where the other begins, or add a sense.",
            )
    if term.ref in refs:
        said = f"id {term.id} is taken at {_place(refs[term.ref])}"
        return _told("duplicate-id", "error", said, term, "Give it an id of its own.")
    return None


def _headword_fault(term: Term, headword: str, form: Profile) -> Finding | None:
    """What speaks against the headword, folded *headword*."""
    if len(headword) > 1:
        return None
    keys = all_keys(term)
    own = next((key for key in keys if key.text == term.headword), keys[0])
    if not (why := refusal_of(own, headword)):
        return None
    # A headword of one character may stand as the name of a term that longer keys find.
    if any(not refusal(key, form) for key in keys if key is not own):
        return None
    return _told(
        "single-character-key",
        "error",
        f"“{term.headword}” is refused: {why}",
        term,
        "Say near which words it is meant (near), or add longer keys.",
    )


def _sound(term: Term, form: Profile) -> tuple[Term, list[Finding]]:
    """*term* without what is refused of it, and the remarks."""
    remarks: list[Finding] = []
    keys = []
    seen: set[tuple[str, bool]] = set()
    for key in term.keys:
        folded = fold_name(key.text, form)
        if why := refusal_of(key, folded):
            advice = "Say near which words it is meant (near), or make it longer."
            remarks.append(_told("single-character-key", "error", f"key “{key.text}”: {why}", term, advice))
            continue
        if (folded, key.is_case_sensitive) in seen:
            said = f"key “{key.text}” folds to one that is there already"
            remarks.append(_told("duplicate-key", "note", said, term, "One of the two is enough."))
            continue
        seen.add((folded, key.is_case_sensitive))
        keys.append(key)
        remarks += _key_remarks(key.text, term)
    if all(key.text != term.headword for key in term.keys):
        remarks += _key_remarks(term.headword, term)
    wrong = contradicting_forms(term)
    if wrong:
        said = f"forms {', '.join(wrong)} contradict the gender {term.gender}"
        advice = "Correct the forms or the gender; these forms are left out until then."
        remarks.append(_told("forms-contradict-gender", "error", said, term, advice))
    if not wrong and len(keys) == len(term.keys):
        return term, remarks
    forms = tuple(one for one in term.forms if one.text not in wrong)
    return term._replace(keys=tuple(keys), forms=forms), remarks


def _key_remarks(text: str, term: Term) -> list[Finding]:
    remarks = []
    # A pattern has punctuation, and most keys have none.
    if not text.isalnum() and _PATTERN.search(text):
        said = f"key “{text[:40]}” looks like a regular expression and is taken literally"
        advice = "Write each spelling as a key of its own."
        remarks.append(_told("pattern-like-key", "warning", said, term, advice))
    composed = compose_name(text)
    if _is_mixed(composed):
        said = f"key “{composed[:40]}” has Han characters that look like its katakana"
        remarks.append(_told("confusable-key", "warning", said, term, "Type it again in katakana."))
    return remarks


def _is_mixed(composed: str) -> bool:
    """Whether a Han character that looks like a kana stands beside katakana."""
    if _LIKE_KANA.isdisjoint(composed):
        return False
    for one, other in pairwise(composed):
        scripts = {script(one), script(other)}
        if scripts == {"han", "katakana"}:
            han, kana = (one, other) if script(one) == "han" else (other, one)
            if han in _LIKE_KANA and kana != "ー" and skeleton(han) == han:
                return True
    return False


def contradicting_forms(term: Term) -> tuple[str, ...]:
    """
    Declared forms that the rendering has in the other gender only.

    For renderings in Cyrillic that rules can decline; a form that no rule makes is nobody's contradiction.
    """
    if term.gender not in ("m", "f") or not term.forms or not re.search("[А-Яа-яЁё]", term.rendering):
        return ()
    from caveat.text.forms import FormTable, forms

    kind: Kind = "person" if term.kind == "person" else "place" if term.kind == "place" else "thing"
    origin = _ORIGINS.get(term.origin, "foreign")
    genders: tuple[Gender, Gender] = ("m", "f") if term.gender == "m" else ("f", "m")
    own, other = (forms(term.rendering, gender=one, kind=kind, origin=origin) for one in genders)

    def has(table: FormTable, text: str, case: str) -> bool:
        return any(case in ("", slot.case) for slot in table.slots(text))

    wrong = [
        form.text
        for form in term.forms
        if has(other, form.text, form.case) and not has(own, form.text, form.case)
    ]
    return tuple(dict.fromkeys(wrong))


_ORIGINS: "dict[str, Origin]" = {"zh": "chinese", "": "chinese", "ja": "japanese", "ru": "native"}


def _place(term: Term) -> str:
    return f"{term.path}:{term.line}" if term.path else term.ref


def _told(code: str, severity: Severity, message: str, term: Term, advice: str) -> Finding:
    return Finding(code, severity, message, term.path, term.line, help=advice)
