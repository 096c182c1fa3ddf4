"""Plain text as a reader sees it: paragraphs and list items, and nothing guessed beyond them."""

import re

from caveat.text.patterns import regex
from caveat.text.visible_page import Page
from caveat.text.visible_run import Run, join, literal, whole

INNER_DIGITS = 3
"""Most digits of a number that opens an item inside a paragraph: 2012 ends a sentence there. Our choice."""

_BLANK_LINES = regex(r"\n(?:[^\S\n]*\n)+|\Z")
_MARKER = regex(r"^([ \t]*)(?:([-*+•◦‣▪●○·])|([–—])|(\d{1,9})[.)])([ \t]+)(?=\S)", re.MULTILINE)
_INDENT = regex(r"[ \t]*")
_ENDS_A_LINE = frozenset(".!?:;,…。！？：；、，")


def read_plain(source: str, page: Page) -> None:
    """
    Put plain text on *page*; blank lines part paragraphs, and a line with a list marker opens an item.

    A bullet is left out, the number of an item is kept. A number opens an item at the start of a
    paragraph, after another item, or when it is 1: elsewhere it may be the end of a sentence that was
    broken there.

    Args:
        source: Any text; lines end with LF, CR LF or a lone CR.
        page: Where it is put.
    """
    run = _with_line_feeds(source)
    lists = _Lists(page)
    end = 0
    for border in _BLANK_LINES.finditer(run.text):
        start, place, end, is_new = end, end, border.start(), True
        for marker in _MARKER.finditer(run.text, start, end):
            if is_new and marker.start() > start:
                lists.begin_paragraph(run.text, start)
            is_new = False
            if not _opens_item(run.text, marker, start, is_inside=lists.is_open):
                continue
            if marker.start() > place:
                page.raw(run.cut(place, marker.start()))
            lists.open_item(marker)
            place = marker.end() if marker[2] else marker.start() + len(marker[1])
        if is_new:
            lists.begin_paragraph(run.text, start)
        page.raw(run.cut(place, end))
        page.close()
        end = border.end()
    lists.close()


class _Lists:
    """The lists that are open, by the indentation of their markers and of the text behind them."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._open: list[tuple[int, int, int]] = []

    @property
    def is_open(self) -> bool:
        return bool(self._open)

    def open_item(self, marker: re.Match[str]) -> None:
        indent = _width(marker[1])
        behind = indent + len(marker.group()) - len(marker[1])
        while self._open and indent < self._open[-1][0]:
            self._leave_list()
        if not self._open or indent >= self._open[-1][1]:
            depth = self._page.open_list()
        else:
            depth = self._open.pop()[2]
            self._page.leave(depth + 1)
        self._open.append((indent, behind, depth))
        self._page.open_item()

    def begin_paragraph(self, text: str, start: int) -> None:
        """Leave the lists whose items the paragraph at *start* is not indented far enough for."""
        if self._open:
            found = _INDENT.match(text, start)
            indent = _width(found.group()) if found else 0
            while self._open and indent < self._open[-1][1]:
                self._leave_list()

    def close(self) -> None:
        while self._open:
            self._leave_list()

    def _leave_list(self) -> None:
        self._page.leave(self._open.pop()[2])


def _opens_item(text: str, marker: re.Match[str], start: int, *, is_inside: bool) -> bool:
    if marker.start() == start or marker[2]:
        return True
    if marker[3]:
        before = text[max(start, marker.start() - 20) : marker.start()].rstrip()
        return is_inside or before[-1:] in _ENDS_A_LINE
    return marker[4] == "1" or (is_inside and len(marker[4]) <= INNER_DIGITS)


def _width(blanks: str) -> int:
    return len(blanks.expandtabs(4))


def _with_line_feeds(source: str) -> Run:
    if "\r" not in source:
        return literal(source, 0)
    pieces = []
    place = 0
    for found in re.finditer(r"\r\n?", source):
        if found.start() > place:
            pieces.append(literal(source[place : found.start()], place))
        pieces.append(whole("\n", *found.span()))
        place = found.end()
    if place < len(source):
        pieces.append(literal(source[place:], place))
    return join(pieces)
