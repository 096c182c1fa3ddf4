"""Lines of a terms file: a term as one, and one into which fields are put that it does not have."""

import json
from collections.abc import Mapping
from typing import Any

from caveat.model.errors import EditRefused
from caveat.model.terms import ALWAYS, DeclaredForm, Forbidden, Key, Nearby, Term

LISTS = ("keys", "aliases", "forbidden")
"""Fields to whose list items may be added."""


def fields_of(term: Term) -> dict[str, Any]:
    """
    *term* as the fields of a terms file; those that have their default are left out.

    `terms.term_of` reads from them what *term* states. Revisions, approval and place are not stated.
    """
    own = next((key for key in term.keys if key.text == term.headword), Key(term.headword))
    said: dict[str, Any] = {
        "headword": term.headword,
        "rendering": term.rendering,
        "sense": term.sense,
        "kind": term.kind if term.kind != "concept" else "",
        "gender": term.gender if term.gender != "unknown" else "",
        "gender_since": term.gender_since,
        "keys": [_key(key) for key in term.keys if key.text != term.headword],
        "near": list(own.nearby.requires),
        "not_near": list(own.nearby.forbids),
        "boundary": own.boundary,
        "aliases": list(term.aliases),
        "forms": _forms(term.forms),
        "used_near": list(term.nearby.requires),
        "not_used_near": list(term.nearby.forbids),
        "forbidden": [_forbidden(one) for one in term.forbidden],
        "since": term.window.since,
        "until": term.window.until,
        "sticky": term.sticky,
        "note": term.note,
        "curated": term.is_curated,
        "never_varies": term.never_varies,
        "example": term.example,
        "reading": term.reading,
        "origin": term.origin,
        "from": list(term.sources),
        "declared": term.declared,
        "generated_by": term.generated_by,
    }
    kept = {name: value for name, value in said.items() if value or (name == "declared" and value == 0)}
    if term.window != ALWAYS and term.window.until == 0:
        kept["until"] = 0
    return kept if own.is_case_sensitive else {**kept, "case_sensitive": False}


def line_of(fields: Mapping[str, Any]) -> str:
    """*fields* as one line, without its end."""
    return json.dumps(fields, ensure_ascii=False)


def filled(line: str, fields: Mapping[str, Any]) -> str:
    """
    *line* with *fields* in it: new members at its end, new items at the end of its lists.

    Every other character stays. Nothing that is there is replaced.

    Args:
        line: An object of a terms file.
        fields: As in a terms file; those of `LISTS` hold the items to add.

    Raises:
        EditRefused: It is no such line, or one of the fields has a value already.
    """
    before = _object(line)
    text = line.rstrip()
    members: dict[str, Any] = {}
    for name, value in fields.items():
        if name not in before:
            members[name] = value
        elif name in LISTS:
            text = _added(text, name, before[name], value)
        else:
            raise EditRefused(f"{name} is there already")
    if members:
        said = json.dumps(members, ensure_ascii=False)[1:-1]
        body = text[:-1].rstrip()
        text = f"{body}{', ' if before else ''}{said}}}"
    after = _object(text)
    kept = all(after.get(name) == value for name, value in before.items() if name not in fields)
    if not kept or any(after.get(name) != _expected(before, fields, name) for name in fields):
        raise EditRefused("the line is written in a way that cannot be added to")
    return text + line[len(line.rstrip()) :]


def _expected(before: Mapping[str, Any], fields: Mapping[str, Any], name: str) -> Any:
    return [*_listed(before[name]), *fields[name]] if name in before else fields[name]


def _object(line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (RecursionError, ValueError) as error:
        raise EditRefused("the line is no JSON object") from error
    if not isinstance(found, dict):
        raise EditRefused("the line is no JSON object")
    return found


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _added(text: str, name: str, before: Any, items: list[Any]) -> str:
    """*text* with *items* behind those of the list called *name*, laid out as JSON does it by default."""
    from caveat.vault.glossaries.json_items import Damaged, Document

    try:
        found = [item for item in Document(text).items() if item.name == name]
    except Damaged as error:
        raise EditRefused("the line is no JSON object") from error
    if len(found) != 1:
        raise EditRefused(f"it says {name} several times")
    start = found[0].start
    end = json.JSONDecoder().raw_decode(text, start)[1]
    said = json.dumps(items, ensure_ascii=False)[1:-1]
    if not isinstance(before, list):
        return f"{text[:start]}[{text[start:end]}, {said}]{text[end:]}"
    comma = ", " if before else ""
    return f"{text[: end - 1].rstrip()}{comma}{said}{text[end - 1 :]}"


def _key(key: Key) -> str | dict[str, Any]:
    said: dict[str, Any] = {"text": key.text}
    if key.kind != "nick":
        said["kind"] = key.kind
    said.update(_near(key.nearby))
    if key.boundary:
        said["boundary"] = key.boundary
    if not key.is_case_sensitive:
        said["case_sensitive"] = False
    if key.rendering:
        said["rendering"] = key.rendering
    return key.text if len(said) == 1 else said


def _forbidden(forbidden: Forbidden) -> str | dict[str, Any]:
    said: dict[str, Any] = {"text": forbidden.text, **_near(forbidden.nearby)}
    if forbidden.reason:
        said["reason"] = forbidden.reason
    return forbidden.text if len(said) == 1 else said


def _near(nearby: Nearby) -> dict[str, Any]:
    said = {"near": list(nearby.requires), "not_near": list(nearby.forbids)}
    return {name: words for name, words in said.items() if words}


def _forms(forms: tuple[DeclaredForm, ...]) -> dict[str, str]:
    return {f"{form.number}.{form.case}" if form.number else form.case: form.text for form in forms}
