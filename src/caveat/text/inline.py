"""Inline metadata of a prose: fields (``key:: value``) and tags (``#tag``)."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from caveat.text.decode import place
from caveat.text.fold import fold_key

_MARK = re.compile(r"::(?=\s|\Z|\[)")
_BRACKET = re.compile(r"[\[\]()]")
_LINE_KEY = re.compile(
    r"(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t]|\[[^\[\]\r\n]\][ \t]))*[ \t]*"
    r"(?P<key>[*_~]{0,3}[^\W_][^:\[\](){}|<>#\"`\x00\r\n]{0,79})\Z"
)
_INLINE_KEY = re.compile(r"[*_~]{0,3}[^\W_][^:\[\](){}|<>#\"`\x00\r\n]{0,79}\Z")
_KEY_WIDTH = 160
# A tag starts after a blank, an opening bracket or a quotation mark; it ends at a blank or at any
# punctuation but "-", "_" and "/" (Obsidian's rule; general, CJK and full-width punctuation end it too).
_TAG = re.compile(
    r"(?<![^\s(\[{\"'>,;|*~\u3000-\u303f\uff01-\uff0f])#"
    r"([^\s\x00-,.:-@\[-^`{-~\u2000-\u200c\u200e-\u206f\u3000-\u303f\uff00-\uff0f\uff1a-\uff20]+)"
)


class Field(NamedTuple):
    """
    An inline field.

    Attributes:
        key: Its name, folded (`fold_key`), without emphasis.
        value: What follows, verbatim and trimmed; may be empty.
        line: Line in the file, from 1.
    """

    key: str
    value: str
    line: int


def fields(text: str, seen: str, starts: Sequence[int], first_line: int) -> Iterator[Field]:
    """
    The inline fields of a prose: ``key:: value`` on a line of its own, ``[key:: value]``, ``(key:: value)``.

    Args:
        text: The prose.
        seen: The same with NUL for what must not count (code, comments); as long as *text*.
        starts: Offsets of its lines.
        first_line: Line of its start in the file, from 1.
    """
    line_number, closing = -1, dict[int, int]()
    done = 0
    for mark in _MARK.finditer(seen):
        at = mark.start()
        if at < done:
            continue
        number, _ = place(starts, at)
        start = starts[number - 1]
        end = starts[number] if number < len(starts) else len(seen)
        if number != line_number:
            line_number, closing = number, _brackets(seen, start, end)
        found = _field_at(text, seen, at, (start, end), closing)
        if found is not None:
            key, value, done = found
            yield Field(fold_key(key.strip("*_~ \t")), value.strip(), number + first_line - 1)


def _field_at(
    text: str, seen: str, at: int, line: tuple[int, int], closing: dict[int, int]
) -> tuple[str, str, int] | None:
    begin = max(line[0], at - _KEY_WIDTH)
    before = seen[begin:at]
    opened = max(before.rfind("["), before.rfind("("))
    value = at + 2
    if opened >= 0 and begin + opened in closing and _INLINE_KEY.match(before[opened + 1 :].lstrip()):
        end = closing[begin + opened]
        return before[opened + 1 :], text[value:end], end
    if begin == line[0] and (key := _LINE_KEY.match(before)):
        return key["key"].rstrip("*_~"), text[value : line[1]].lstrip("*_~"), line[1]
    return None


def _brackets(text: str, start: int, end: int) -> dict[int, int]:
    """Where each bracket of a line is closed; one that is not closed is absent."""
    opened: list[int] = []
    closing: dict[int, int] = {}
    pairs = {"]": "[", ")": "("}
    for bracket in _BRACKET.finditer(text, start, end):
        character = bracket.group()
        if character not in pairs:
            opened.append(bracket.start())
        elif opened and text[opened[-1]] == pairs[character]:
            closing[opened.pop()] = bracket.start()
    return closing


def tags(text: str) -> Iterator[str]:
    """
    The tags of a prose, without ``#``; one of digits alone is none.

    Args:
        text: The prose with NUL for what must not count (code, comments, links, HTML tags).
    """
    for match in _TAG.finditer(text):
        tag = match[1].strip("/")
        if tag and not tag.replace("/", "").isdigit():
            yield tag
