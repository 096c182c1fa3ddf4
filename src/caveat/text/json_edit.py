"""One member of a JSON file is put in; every other character stays: order, blanks, numbers as written."""

import json
import re
from typing import Any, NamedTuple

from caveat.model.errors import EditRefused

_BLANK = re.compile(r"[ \t\r\n]*")
_MARK = "\ufeff"


class _Member(NamedTuple):
    """A member of an object: its name, and where its value stands."""

    name: str
    start: int
    end: int


class _Object(NamedTuple):
    """An object in a text: its members, and the offset after its opening and of its closing brace."""

    members: list[_Member]
    opening: int
    closing: int


def put_member(text: str, outer: str, name: str, value: Any) -> str:
    """
    *text* with ``{outer: {name: value}}`` in it.

    A member that is there is replaced where it stands, one that is not becomes the last; so does *outer*. It
    is laid out as its neighbours are. Nothing changes when it is there as it shall be.

    Args:
        text: A JSON document whose outermost value is an object; an empty one counts as ``{}``.
        outer: Name of the member, at the outermost level, that is or will be an object.
        name: Name of the member inside it.
        value: Anything that JSON can say.

    Raises:
        EditRefused: *text* is no JSON, says a name twice where it matters, or is an object nowhere it has to.
    """
    mark = _MARK if text.startswith(_MARK) else ""
    body = text.removeprefix(_MARK)
    if not body.strip():
        return mark + json.dumps({outer: {name: value}}, ensure_ascii=False, indent=2) + "\n"
    before = _parsed(body)
    top = _object(body, _end(body, 0), "it")
    around = _only(top, outer)
    if around is None:
        after = _added(body, top, outer, {name: value})
    else:
        inside = _object(body, around.start, outer)
        there = _only(inside, name)
        if there is None:
            after = _added(body, inside, name, value)
        elif json.loads(body[there.start : there.end]) == value:
            after = body
        else:
            after = body[: there.start] + _laid_out(body, value, there.start) + body[there.end :]
    expected = {**before, outer: {**before.get(outer, {}), name: value}}
    if _parsed(after) != expected:
        raise EditRefused("the edit would change something else: put the entry in by hand")
    return mark + after


def _parsed(body: str) -> dict[str, Any]:
    try:
        found = json.loads(body)
    except json.JSONDecodeError as error:
        raise EditRefused(
            f"it is no JSON (line {error.lineno}, column {error.colno}: {error.msg})"
        ) from error
    except (RecursionError, ValueError) as error:
        raise EditRefused("it holds something that is nested too deep, or too long a number") from error
    if not isinstance(found, dict):
        raise EditRefused("its outermost value is no object")
    return found


def _only(found: _Object, name: str) -> _Member | None:
    fits = [member for member in found.members if member.name == name]
    if len(fits) > 1:
        raise EditRefused(f"it says {name!r} twice: leave one of them")
    return fits[0] if fits else None


def _object(body: str, start: int, what: str) -> _Object:
    """The object that begins at *start*; *body* is known to be JSON."""
    if body[start] != "{":
        raise EditRefused(f"{what} is no object")
    decoder, members = json.JSONDecoder(), list[_Member]()
    place = _end(body, start + 1)
    while body[place] != "}":
        name, after = decoder.raw_decode(body, place)
        value = _end(body, _end(body, after) + 1)
        _, end = decoder.raw_decode(body, value)
        members.append(_Member(name, value, end))
        place = _end(body, end)
        if body[place] == ",":
            place = _end(body, place + 1)
    return _Object(members, start + 1, place)


def _end(body: str, place: int) -> int:
    """Where the blanks at *place* end."""
    match = _BLANK.match(body, place)
    return match.end() if match else place


def _added(body: str, into: _Object, name: str, value: Any) -> str:
    """*body* with a new last member."""
    if not into.members:
        unit, base = _unit(body), _indent(body, into.opening - 1)
        inner = _line_end(body) + base + unit
        member = f"{inner}{_pair(body, name, value, base + unit)}{_line_end(body)}{base}"
        return body[: into.opening] + member + body[into.closing :]
    gap = body[into.opening : _end(body, into.opening)]
    last = into.members[-1].end
    if "\n" not in gap:
        pair = f"{json.dumps(name, ensure_ascii=False)}: {json.dumps(value, ensure_ascii=False)}"
        return f"{body[:last]}, {pair}{body[last:]}"
    indent = gap.rpartition("\n")[2]
    return f"{body[:last]},{_line_end(body)}{indent}{_pair(body, name, value, indent)}{body[last:]}"


def _pair(body: str, name: str, value: Any, indent: str) -> str:
    return f"{json.dumps(name, ensure_ascii=False)}: {_indented(body, value, indent)}"


def _laid_out(body: str, value: Any, place: int) -> str:
    """*value* for the line that *place* is on."""
    if "\n" not in body:
        return json.dumps(value, ensure_ascii=False)
    return _indented(body, value, _indent(body, place))


def _indented(body: str, value: Any, indent: str) -> str:
    text = json.dumps(value, ensure_ascii=False, indent=_unit(body))
    return text.replace("\n", _line_end(body) + indent)


def _indent(body: str, place: int) -> str:
    """The blanks that the line of *place* begins with."""
    start = body.rfind("\n", 0, place) + 1
    line = body[start:place]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(body: str) -> str:
    """What one level is indented by: as the first member is, else two blanks."""
    match = re.match(r"\s*\{[^\S\n]*\n([ \t]+)", body)
    return match[1] if match else "  "


def _line_end(body: str) -> str:
    return "\r\n" if "\r\n" in body else "\n"
