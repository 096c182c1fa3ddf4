"""
Terms files: one JSON object a line, each a term, read with a finding by line for all that cannot be used.

    {"headword": "阿Q", "rendering": "А-Кью", "kind": "person", "gender": "m", "keys": ["阿桂"], "since": 1}

Every key, its type and its default is in ``docs/book.md``. A line that cannot be used costs only itself;
a key that is not known, and a value that cannot be, is a finding, and the rest of the line counts.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from caveat.history.terms import forms_of
from caveat.model.findings import Finding, Severity
from caveat.model.records import Day
from caveat.model.terms import (
    ALWAYS,
    BOUNDARIES,
    KEY_KINDS,
    NOTHING_NEARBY,
    TERM_GENDERS,
    TERM_KINDS,
    Forbidden,
    Key,
    Nearby,
    Revision,
    Term,
    Window,
)
from caveat.text.dates import day_of
from caveat.vault import checks
from caveat.vault.checks import Check, Refused

MOST_KEYS = 200
"""Most keys, aliases or forbidden renderings of one term (our choice)."""
LONGEST_KEY = 200
"""Most characters of a headword, key or rendering (our choice)."""
LONGEST_LINE = 100_000
"""Most characters of a line (our choice)."""


class WrittenTerm(NamedTuple):
    """
    A term as a file has it.

    Attributes:
        term: Not yet weighed: its approval is that of nobody having looked, and its content hash is empty,
            for what it is called now the ledger knows; see `terms_hash`.
        verified: The day written in the file; None for none. It is unpinned and approves nothing.
    """

    term: Term
    verified: Day | None = None


class TermsRead(NamedTuple):
    """
    A terms file.

    Attributes:
        terms: In the order of the lines.
        findings: By line.
    """

    terms: tuple[WrittenTerm, ...]
    findings: tuple[Finding, ...]


def read_terms(text: str, *, path: str, book: str, origin: str) -> TermsRead:
    """
    The terms of one file.

    Args:
        text: Its text; blank lines and lines that begin with ``//`` or ``#`` are left out.
        path: How findings name it.
        book: Name of the book or series, for refs.
        origin: Language of the book: where names come from unless a term says otherwise.
    """
    terms: list[WrittenTerm] = []
    findings: list[Finding] = []
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        if not stripped or stripped.startswith(("//", "#")):
            continue
        said = _object(stripped)
        if isinstance(said, str):
            findings.append(_told("unreadable-term", "error", said, path, number))
            continue
        term, problems = term_of(said, book=book, origin=origin, path=path, line=number)
        findings += problems
        if term is not None:
            terms.append(term)
    return TermsRead(tuple(terms), tuple(findings))


def term_of(
    said: Mapping[str, Any], *, book: str, origin: str, path: str = "", line: int = 0
) -> tuple[WrittenTerm | None, list[Finding]]:
    """
    A term from its fields; None when it has no headword or one of the fields that decide cannot be used.

    Args:
        said: Fields as in a terms file.
        book: Name of the book or series.
        origin: Language of the book.
        path: File; empty for the ledger.
        line: Line of that file.
    """
    findings: list[Finding] = []
    values: dict[str, Any] = {}
    is_usable = True
    for key, value in said.items():
        if key not in _FIELDS:
            advice = f"is not known{checks.nearest(key, _FIELDS)}"
            findings.append(_told("unknown-key", "warning", f"{checks.shown(key)} {advice}", path, line))
            continue
        if value is None:
            continue
        try:
            values[key] = _FIELDS[key](value)
        except Refused as error:
            decides = key in _DECIDING
            is_usable &= not decides
            severity: Severity = "error" if decides else "warning"
            findings.append(_told("invalid-term", severity, f"{key} {error}", path, line))
    if is_usable and "headword" not in values:
        findings.append(_told("invalid-term", "error", "a term needs a headword", path, line))
    if not is_usable or "headword" not in values:
        return None, findings
    return _term(values, book, origin, path, line), findings


def default_id(headword: str, sense: str, window: Window) -> str:
    """The id of a term that declares none: it stays as long as headword, sense and first chapter do."""
    sense_part = f"#{sense}" if sense else ""
    window_part = f"@{window.since}" if window.since else ""
    return _plain(f"{headword}{sense_part}{window_part}")


def _object(line: str) -> dict[str, Any] | str:
    """The object of a line, or what is wrong with it."""
    if len(line) > LONGEST_LINE:
        return f"longer than {LONGEST_LINE:,} characters"
    try:
        value = json.loads(line)
    except RecursionError:
        return "nested too deeply"
    except ValueError as error:
        return f"no JSON object: {str(error)[:60]}"
    return value if isinstance(value, dict) else f"no JSON object but {checks.shown(value)}"


def _term(values: dict[str, Any], book: str, origin: str, path: str, line: int) -> WrittenTerm:
    headword = values["headword"]
    since, until = values.get("since", 0), values.get("until")
    window = Window(since, until) if since or until is not None else ALWAYS
    sense = values.get("sense", "")
    given = values.get("keys", ())
    own = next((key for key in given if key.text == headword), None) or _own_key(headword, values)
    said = {
        **{_FIELD_OF.get(key, key): value for key, value in values.items() if key not in _ELSEWHERE},
        "ref": f"term:{book}/{values.get('id') or default_id(headword, sense, window)}",
        "keys": (own, *(key for key in given if key.text != headword)),
        "window": window,
        "origin": values.get("origin", origin),
        "revisions": (Revision(values.get("rendering", ""), values.get("forms", ())),),
        "path": path,
        "line": line,
    }
    if "used_near" in values or "not_used_near" in values:
        said["nearby"] = Nearby(values.get("used_near", ()), values.get("not_used_near", ()))
    # A few fields of many: the others keep their defaults, which is quicker than to pass them all.
    return WrittenTerm(Term(**said), values.get("verified"))


_FIELD_OF = {"curated": "is_curated", "from": "sources"}
"""Key of a terms file → field, where they are not called alike."""
_ELSEWHERE = frozenset(
    "id keys since until near not_near used_near not_used_near boundary case_sensitive verified".split()
)
"""Keys of a terms file that are no field by themselves."""


def _own_key(headword: str, values: Mapping[str, Any]) -> Key:
    nearby, boundary = _nearby(values), values.get("boundary", "")
    return Key(headword, "canonical", nearby, boundary, values.get("case_sensitive", True))


def _nearby(values: Mapping[str, Any]) -> Nearby:
    if "near" not in values and "not_near" not in values:
        return NOTHING_NEARBY
    return Nearby(values.get("near", ()), values.get("not_near", ()))


def _text(value: object) -> str:
    text = checks.line_of_text(value).strip()
    if len(text) > LONGEST_KEY:
        raise Refused(f"has {len(text):,} characters, at most {LONGEST_KEY} are allowed")
    return text


def _words(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return (_text(value),)
    if not isinstance(value, list) or len(value) > MOST_KEYS:
        raise Refused(f"must be a text or a list of at most {MOST_KEYS} texts, not {checks.shown(value)}")
    return tuple(dict.fromkeys(map(_text, value)))


def _list_of(one: Callable[[object], Any]) -> Check:
    def check(value: object) -> tuple[Any, ...]:
        items = value if isinstance(value, list) else [value]
        if len(items) > MOST_KEYS:
            raise Refused(f"has {len(items):,} items, at most {MOST_KEYS} are allowed")
        return tuple(dict.fromkeys(map(one, items)))

    return check


def _key(value: object) -> Key:
    if isinstance(value, str):
        return Key(_text(value), "nick")
    if not isinstance(value, dict):
        raise Refused(f"must hold texts or objects with a text, not {checks.shown(value)}")
    said = _object_of(value, _KEY_FIELDS, "key")
    if "text" not in said:
        raise Refused("must hold texts or objects with a text")
    return Key(
        said["text"],
        said.get("kind", "nick"),
        _nearby(said) if said.keys() & {"near", "not_near"} else NOTHING_NEARBY,
        said.get("boundary", ""),
        said.get("case_sensitive", True),
        said.get("rendering", ""),
    )


def _forbidden(value: object) -> Forbidden:
    if isinstance(value, str):
        return Forbidden(_text(value))
    if not isinstance(value, dict):
        raise Refused(f"must hold texts or objects with a text, not {checks.shown(value)}")
    said = _object_of(value, _FORBIDDEN_FIELDS, "forbidden rendering")
    if "text" not in said:
        raise Refused("must hold texts or objects with a text")
    return Forbidden(said["text"], _nearby(said), said.get("reason", ""))


def _object_of(value: dict[str, Any], fields: Mapping[str, Check], what: str) -> dict[str, Any]:
    said = {}
    for key, given in value.items():
        if key not in fields:
            raise Refused(f"has a {what} with {checks.shown(key)}{checks.nearest(key, fields)}")
        try:
            said[key] = fields[key](given)
        except Refused as error:
            raise Refused(f"has a {what} whose {key} {error}") from error
    return said


def _forms(value: object) -> tuple[Any, ...]:
    found = forms_of(value)
    if not isinstance(value, dict) or (value and not found):
        raise Refused(f"must map a case to a form, not be {checks.shown(value)}")
    if any(form.number not in ("", "sg", "pl") for form in found):
        raise Refused("must name cases as gen or pl.gen")
    return found


def _yes(value: object) -> bool:
    if not isinstance(value, bool):
        raise Refused(f"must be true or false, not {checks.shown(value)}")
    return value


def _day(value: object) -> Day:
    day = day_of(value) if isinstance(value, str) else None
    if day is None:
        raise Refused(f"must be an ISO date, not {checks.shown(value)}")
    return day


def _refs(value: object) -> tuple[str, ...]:
    from caveat.history.schema import is_ref

    refs = value if isinstance(value, list) else [value]
    for ref in refs:
        if not is_ref(ref):
            raise Refused(f"must hold refs such as note:chapters/1.md, not {checks.shown(ref)}")
    return tuple(dict.fromkeys(refs))


def _id(value: object) -> str:
    text = _text(value)
    if text != _plain(text):
        raise Refused("must have no control characters")
    return text


def _plain(text: str) -> str:
    return "".join(character for character in text if character.isprintable())


def _told(code: str, severity: Severity, message: str, path: str, line: int) -> Finding:
    advice = "Correct the line; docs/book.md has every key." if severity != "note" else ""
    return Finding(code, severity, message, path, line, help=advice)


_CHAPTER = checks.whole(0, 1_000_000)
_KEY_FIELDS: Mapping[str, Check] = {
    "text": _text,
    "kind": checks.choice(KEY_KINDS),
    "near": _words,
    "not_near": _words,
    "boundary": checks.choice(BOUNDARIES[1:]),
    "case_sensitive": _yes,
    "rendering": _text,
}
_FORBIDDEN_FIELDS: Mapping[str, Check] = {
    "text": _text,
    "near": _words,
    "not_near": _words,
    "reason": checks.line_of_text,
}
_FIELDS: Mapping[str, Check] = {
    "id": _id,
    "headword": _text,
    "rendering": _text,
    "sense": _text,
    "keys": _list_of(_key),
    "aliases": _words,
    "forms": _forms,
    "used_near": _words,
    "not_used_near": _words,
    "near": _words,
    "not_near": _words,
    "boundary": checks.choice(BOUNDARIES[1:]),
    "case_sensitive": _yes,
    "forbidden": _list_of(_forbidden),
    "gender": checks.choice(TERM_GENDERS),
    "gender_since": _CHAPTER,
    "kind": checks.choice(TERM_KINDS),
    "since": _CHAPTER,
    "until": _CHAPTER,
    "sticky": checks.whole(0, 1_000),
    "note": checks.line_of_text,
    "curated": _yes,
    "never_varies": _yes,
    "example": checks.line_of_text,
    "reading": _text,
    "origin": _text,
    "from": _refs,
    "declared": checks.number(0, 1),
    "generated_by": _text,
    "verified": _day,
}
_DECIDING = frozenset({"id", "headword", "sense", "since", "until", "near", "not_near", "gender_since"})
"""Fields without which a term could be shown where it must not be: a wrong one costs the whole line."""
