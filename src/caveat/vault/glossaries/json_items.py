"""JSON with places: the items of an array or object one by one, each with the line that it stands on."""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from caveat.text.decode import line_starts

_DECODER = json.JSONDecoder()
_BLANK = re.compile(r"[ \t\r\n]*")


class Item(NamedTuple):
    """
    An item of an array, or a member of an object.

    Attributes:
        name: Name of the member; empty in an array.
        value: What it is.
        start: Offset of the value.
        line: Line of the value, from 1.
    """

    name: str
    value: Any
    start: int
    line: int


class Damaged(ValueError):
    """The text is no JSON from some place on; has the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class Document:
    """A JSON text, read item by item: a name that is said twice in an object comes twice."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines: Sequence[int] = line_starts(text)
        self.start = self._skip(0)

    def opening(self, at: int | None = None) -> str:
        """The first character of the value at *at*, by default of the whole; empty at the end."""
        place = self.start if at is None else at
        return self.text[place : place + 1]

    def items(self, at: int | None = None) -> Iterator[Item]:
        """
        The items of the array or object that starts at *at*, by default the whole text.

        Raises:
            Damaged: It goes on as no JSON does; the items before were given.
        """
        place = self.start if at is None else at
        is_whole = at is None
        opening = self.opening(place)
        if opening not in ("[", "{"):
            raise self._damaged(place, "it is neither an array nor an object")
        closing = "]" if opening == "[" else "}"
        place = self._skip(place + 1)
        if self.text.startswith(closing, place):
            return
        while True:
            name = ""
            if opening == "{":
                name, place = self._value(place)
                if not isinstance(name, str):
                    raise self._damaged(place, "a name is missing")
                place = self._skip(place)
                if not self.text.startswith(":", place):
                    raise self._damaged(place, "a colon is missing")
                place = self._skip(place + 1)
            value, end = self._value(place)
            yield Item(name, value, place, self._line(place))
            place = self._skip(end)
            if self.text.startswith(closing, place):
                break
            if not self.text.startswith(",", place):
                raise self._damaged(place, "a comma is missing, or it is cut off")
            place = self._skip(place + 1)
        if is_whole and self._skip(place + 1) < len(self.text):
            raise self._damaged(self._skip(place + 1), "something follows its end")

    def _value(self, place: int) -> tuple[Any, int]:
        try:
            return _DECODER.raw_decode(self.text, place)
        except json.JSONDecodeError as error:
            raise self._damaged(error.pos, error.msg) from error
        except RecursionError as error:
            raise self._damaged(place, "it is nested too deep") from error
        except ValueError as error:  # a number of thousands of digits
            raise self._damaged(place, "it holds a number that is too long") from error

    def _skip(self, place: int) -> int:
        match = _BLANK.match(self.text, place)
        return match.end() if match else place

    def _line(self, place: int) -> int:
        return bisect_right(self._lines, place)

    def _damaged(self, place: int, reason: str) -> Damaged:
        return Damaged(self._line(place), reason)


def words(value: Any) -> str:
    """A cell of JSON as words: a string as it is, a number as written; empty for everything else."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return ""


def flag(value: Any) -> bool | None:
    """What a truth value says, also one written as a word or number; None when it says nothing."""
    if isinstance(value, str):
        return {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}.get(
            value.strip().lower()
        )
    if isinstance(value, bool):
        return value
    return bool(value) if isinstance(value, int) else None
