"""Files of a bench: read whole or refused in one line that names file, place and reason."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from caveat.model.errors import InputError

TEXT = (str,)
LIST = (list,)
OBJECT = (dict,)


class Place(NamedTuple):
    """
    Where something stands, for a message.

    Attributes:
        path: The file.
        spot: ``line 3``, ``record 7``; empty for the whole file.
    """

    path: Path
    spot: str = ""

    def __str__(self) -> str:
        return f"{self.path}: {self.spot}" if self.spot else str(self.path)

    def at(self, spot: str) -> "Place":
        """A place inside this one."""
        return Place(self.path, f"{self.spot}, {spot}" if self.spot else spot)


def read_text(path: Path) -> str:
    """
    The text of the UTF-8 file at *path*, without a byte order mark.

    Raises:
        InputError: It cannot be read, is empty, or is not UTF-8.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{path}: line {line}: is not UTF-8 text ({error.reason})") from error
    if not text.strip():
        raise InputError(f"{path}: is empty, so nothing can be measured")
    return text


def read_json(path: Path) -> Any:
    """
    The JSON document in the file at *path*.

    Raises:
        InputError: It cannot be read, or is not JSON, or only a part of it.
    """
    return _parsed(read_text(path), Place(path))


def read_json_lines(path: Path) -> Iterator[tuple[Place, dict[str, Any]]]:
    """
    The objects in a file of one JSON object a line, each with its place; blank lines are skipped.

    Raises:
        InputError: It cannot be read, or a line is not a JSON object.
    """
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        place = Place(path, f"line {number}")
        yield place, mapping(_parsed(line, place), place)


def mapping(value: Any, place: Place) -> dict[str, Any]:
    """
    *value*, which must be an object.

    Raises:
        InputError: It is something else.
    """
    if not isinstance(value, dict):
        raise InputError(f"{place}: is {_noun(value)}, not an object")
    return value


def member(item: Any, key: str, types: tuple[type, ...], place: Place) -> Any:
    """
    What *item*, an object, holds under *key*.

    Args:
        item: Read from a file.
        key: Must be there.
        types: What it may be; a truth value is no number unless bool is among them.
        place: Where *item* stands.

    Raises:
        InputError: *item* is no object, has no such key, or holds another type there.
    """
    fields = mapping(item, place)
    if key not in fields:
        known = ", ".join(sorted(map(str, fields))[:6]) or "nothing"
        raise InputError(f"{place}: has no {key!r} (it has {known}): another format?")
    value = fields[key]
    if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
        raise InputError(f"{place}: {key!r} is {_noun(value)}, not {_wanted(types)}")
    return value


def filled(item: Any, key: str, place: Place) -> str:
    """
    The text under *key*, which is not blank; arguments and errors as for `member`.

    Raises:
        InputError: It is missing, no text, or blank.
    """
    text = member(item, key, TEXT, place)
    if not text.strip():
        raise InputError(f"{place}: {key!r} is blank")
    return str(text)


def names(paths: Iterable[Path]) -> str:
    """*paths* as a message names them."""
    return " + ".join(map(str, paths))


def _parsed(text: str, place: Place) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        spot = f"column {error.colno}" if place.spot else f"line {error.lineno}, column {error.colno}"
        raise InputError(f"{place.at(spot)}: is not JSON, or only a part of it ({error.msg})") from error
    except (RecursionError, ValueError) as error:
        raise InputError(f"{place}: is no JSON that can be read ({error})") from error


def _noun(value: Any) -> str:
    if value is None:
        return "nothing (null)"
    if isinstance(value, bool):
        return "a truth value"
    return {str: "text", int: "a number", float: "a number", list: "a list", dict: "an object"}.get(
        type(value), type(value).__name__
    )


def _wanted(types: tuple[type, ...]) -> str:
    words = {str: "text", int: "a number", float: "a number", list: "a list", dict: "an object", bool: "true"}
    return " or ".join(dict.fromkeys(words.get(kind, kind.__name__) for kind in types))
