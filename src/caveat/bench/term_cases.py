"""
Cases of a book's memory: a text and terms, a sentence and its rendering, a name, a key, and what must come.

One JSON object a line. ``check`` says which of the four kinds it is; a line that cannot be judged is a miss
with its reason and costs only itself.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from caveat.bench.inputs import LIST, TEXT, Place, filled, member, read_json_lines
from caveat.judge.rendering import FAULTS, Outcome, base_form_verdicts, verdicts
from caveat.judge.rendering_forms import Lexemes, Subject
from caveat.judge.terms_lexicon import Lexicon, refusal
from caveat.judge.terms_match import Matches, matches
from caveat.model.errors import CaveatError, InputError
from caveat.model.preparation import Occurrence
from caveat.model.terms import APPROVED, TERM_KINDS, UNVERIFIED, Key, Nearby, Term
from caveat.text.fold_book import fold_chapter, profile, profile_of
from caveat.text.transliteration_check import check_transliteration
from caveat.vault.terms import term_of

CHAPTER = 12
"""Chapter of a case that names none."""

NO_HIT = "NONE"
"""Disposition of a key that stands nowhere."""

REFUSED = "refused"
"""What a case expects of a key that may not be looked for, with or without the reason."""


class Case(NamedTuple):
    """
    A case as its file states it.

    Attributes:
        id: Its name.
        check: Which kind it is: one of `KINDS`.
        place: Where it stands.
        fields: All of them.
    """

    id: str
    check: str
    place: Place
    fields: Mapping[str, Any]


class Judged(NamedTuple):
    """
    How a case fared.

    Attributes:
        case: The case.
        expected: What must come, as text.
        got: What came.
        why: What explains the difference; empty when there is none.
    """

    case: Case
    expected: str
    got: str
    why: str = ""

    @property
    def is_met(self) -> bool:
        """Whether what came is what must come."""
        return not self.why


class CaseReport(NamedTuple):
    """
    A file of cases, judged.

    Attributes:
        path: The file.
        judged: In the order of the file.
    """

    path: str
    judged: tuple[Judged, ...]

    @property
    def misses(self) -> tuple[Judged, ...]:
        """Those that did not come as they must."""
        return tuple(one for one in self.judged if not one.is_met)

    @property
    def met(self) -> int:
        """Number of those that did."""
        return len(self.judged) - len(self.misses)


def load_cases(path: Path) -> tuple[Case, ...]:
    """
    The cases in the file at *path*.

    Raises:
        InputError: It cannot be read, holds no case, or a line has no ``check``.
    """
    found = [
        Case(str(said.get("id") or place.spot), filled(said, "check", place), place, said)
        for place, said in read_json_lines(path)
    ]
    if not found:
        raise InputError(f"{path}: holds no cases")
    return tuple(found)


def run_cases(path: Path, *, lexemes: Lexemes | None = None) -> CaseReport:
    """
    Every case of the file at *path*, judged.

    Args:
        path: JSON Lines.
        lexemes: A dictionary of common words for renderings; None = rules only.

    Raises:
        InputError: As `load_cases`.
    """
    return CaseReport(str(path), tuple(judge(case, lexemes=lexemes) for case in load_cases(path)))


def judge(case: Case, *, lexemes: Lexemes | None = None) -> Judged:
    """How *case* fares; what cannot be judged is a miss."""
    if case.check == "rendering":
        return _guarded(case, lambda one: _rendering(one, lexemes))
    if case.check not in _CHECKS:
        known = ", ".join(KINDS)
        return Judged(case, "", "", f"{case.place}: no check is called {case.check!r} (one of {known})")
    return _guarded(case, _CHECKS[case.check])


def text_of(report: CaseReport) -> str:
    """The misses of *report*, each with its reason, and ``N of N``."""
    lines = []
    for one in report.misses:
        lines += [f"MISS {one.case.id} ({one.case.check})", f"    expected {one.expected}"]
        lines += [f"    got      {one.got}", f"    {one.why}"]
    kinds: dict[str, list[int]] = {}
    for one in report.judged:
        count = kinds.setdefault(one.case.check, [0, 0])
        count[0] += one.is_met
        count[1] += 1
    parts = ", ".join(f"{kind} {met} of {every}" for kind, (met, every) in kinds.items())
    return "\n".join([*lines, f"{report.met} of {len(report.judged)} ({parts})"])


def found_in(case: Case) -> tuple[Matches, Mapping[str, str]]:
    """
    What the text of a match case has of its terms, and the headword of each ref.

    Raises:
        InputError: The case is not in the format.
    """
    fields, place = case.fields, case.place
    fold = profile_of(filled(fields, "lang", place))
    terms = [
        _term(said, place, number, str(fields["lang"]))
        for number, said in enumerate(member(fields, "terms", LIST, place))
    ]
    text = member(fields, "text", TEXT, place)
    lexicon = Lexicon(terms, fold)
    folded = fold_chapter(text, lexicon.form)
    found = matches(lexicon, folded, text, chapter=int(fields.get("chapter", CHAPTER)))
    return found, {term.ref: term.headword for term in terms}


def subject_of_case(case: Case) -> Subject:
    """
    Whom a rendering case is about.

    Raises:
        InputError: The case is not in the format.
    """
    fields, place = case.fields, case.place
    kind = filled(fields, "kind", place)
    if kind not in TERM_KINDS:
        raise InputError(f"{place}: no kind is called {kind!r}")
    return Subject(
        case.id,
        filled(fields, "rendering", place),
        kind,
        fields.get("gender") or "unknown",
        fields.get("origin") or "zh",
        tuple(fields.get("aliases") or ()),
        tuple(fields.get("forms") or ()),
    )


def outcomes_of(
    case: Case, *, lexemes: Lexemes | None = None, is_baseline: bool = False
) -> tuple[Outcome, ...]:
    """
    The verdicts on a rendering case.

    Args:
        case: It.
        lexemes: A dictionary of common words.
        is_baseline: Those of the substring test of the base form instead.

    Raises:
        InputError: The case is not in the format.
    """
    text = member(case.fields, "text", TEXT, case.place)
    count = int(case.fields.get("occurrences", 1))
    subject = subject_of_case(case)
    if is_baseline:
        return base_form_verdicts(subject, text, count)
    return verdicts(subject, text, count, lexemes=lexemes)


def is_flagged(outcomes: tuple[str, ...]) -> bool:
    """Whether somebody is asked to look at it."""
    return not FAULTS.isdisjoint(outcomes)


def _guarded(case: Case, check: Callable[[Case], Judged]) -> Judged:
    try:
        return check(case)
    except (CaveatError, KeyError, TypeError, ValueError) as error:
        return Judged(case, "", "", f"cannot be judged: {' '.join(str(error).split())}")


def _term(said: Any, place: Place, number: int, language: str) -> Term:
    if not isinstance(said, Mapping):
        raise InputError(f"{place}: term {number + 1} is no object")
    fields = {key: value for key, value in said.items() if key != "verified"}
    fields.setdefault("rendering", f"<{said.get('headword', '')}>")
    written, findings = term_of(fields | {"id": str(number)}, book="case", origin=language)
    if written is None:
        raise InputError(f"{place}: term {number + 1}: {'; '.join(one.message for one in findings)}")
    return written.term._replace(approval=APPROVED if said.get("verified", True) else UNVERIFIED)


def _match(case: Case) -> Judged:
    found, headwords = found_in(case)
    wanted = [
        (filled(one, "key", case.place), [str(what) for what in member(one, "disposition", LIST, case.place)])
        for one in member(case.fields, "expect", LIST, case.place)
    ]
    codes = {"confusable"} if found.slips else set()
    codes |= {"spoiler-blocked" for one in found.occurrences if one.reason == "SPOILER"}
    told = {key: _of_key(found.occurrences, headwords, key) for key, _ in wanted}
    why = [
        f"{key}: {_reasons(told[key]) or 'the text has no such key'}"
        for key, allowed in wanted
        if not _decided(told[key]) <= set(allowed)
    ]
    # Which keys gave way is asked, not in what order they are told.
    suppressed = sorted(one.key for one in found.suppressed)
    if suppressed != sorted(map(str, case.fields.get("suppressed", []))):
        why.append(f"suppressed {suppressed}, not {case.fields.get('suppressed', [])}")
    if codes != set(case.fields.get("findings", [])):
        why.append(f"findings {sorted(codes)}, not {case.fields.get('findings', [])}")
    expected = ", ".join(f"{key} {'/'.join(allowed)}" for key, allowed in wanted)
    got = ", ".join(f"{key} {'/'.join(sorted(_decided(told[key])))}" for key in told)
    return Judged(case, expected, got, "; ".join(why))


def _decided(occurrences: list[Occurrence]) -> set[str]:
    found: set[str] = {one.decision for one in occurrences}
    return found or {NO_HIT}


def _of_key(occurrences: tuple[Occurrence, ...], headwords: Mapping[str, str], key: str) -> list[Occurrence]:
    return [one for one in occurrences if headwords[one.term] == key]


def _reasons(occurrences: list[Occurrence]) -> str:
    return ", ".join(
        f"“{one.words}” at {one.start} is {one.decision}"
        f" ({one.reason}{': ' + one.detail if one.detail else ''})"
        for one in occurrences
    )


def _rendering(case: Case, lexemes: Lexemes | None) -> Judged:
    expected = [str(one) for one in member(case.fields, "expect", LIST, case.place)]
    got = outcomes_of(case, lexemes=lexemes)
    said = f"{case.fields['rendering']} in “{case.fields['text']}”"
    return Judged(case, " ".join(expected), " ".join(got), "" if expected == list(got) else said)


def _transliteration(case: Case) -> Judged:
    fields, place = case.fields, case.place
    check = check_transliteration(
        filled(fields, "headword", place),
        filled(fields, "rendering", place),
        language=filled(fields, "lang", place),
        kind=fields.get("kind") or "person",
        reading=fields.get("reading"),
    )
    expected = filled(fields, "expect", place)
    got = "ok" if check.result == "ok" else f"{check.result}: {' / '.join(check.expected) or 'no reading'}"
    is_right = check.result == "ok" if expected == "ok" else expected in check.expected[:1]
    is_right = is_right and (expected == "ok") == (check.result == "ok")
    return Judged(case, expected, got, "" if is_right else f"{fields['rendering']}: {check.reason}")


def _key(case: Case) -> Judged:
    fields, place = case.fields, case.place
    near = Nearby(tuple(fields.get("near") or ()), tuple(fields.get("not_near") or ()))
    said = refusal(Key(filled(fields, "headword", place), nearby=near), profile(profile_of(fields["lang"])))
    expected, got = filled(fields, "expect", place), f"{REFUSED}: {said}" if said else "ok"
    is_met = got == expected or (expected == REFUSED and bool(said))
    return Judged(case, expected, got, "" if is_met else f"key {fields['headword']}")


_CHECKS: Mapping[str, Callable[[Case], Judged]] = {
    "match": _match,
    "transliteration": _transliteration,
    "key": _key,
}
KINDS = ("match", "rendering", "transliteration", "key")
"""What a case may ask."""
