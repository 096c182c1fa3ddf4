"""HTML as a reader sees it, however broken: every tag is taken as it comes, nothing is refused."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from caveat.model.visible import Hidden, Mark
from caveat.text.patterns import regex
from caveat.text.tables_html import UNREAD
from caveat.text.visible_elements import Elements
from caveat.text.visible_page import Page
from caveat.text.visible_run import Run, join, whole

_TAG = regex(r"<(/?)([A-Za-z][^\s/>]*)")
_MARKUP = regex(r"<[A-Za-z/!?]")
_ATTRIBUTE = regex(
    r"""[ \t\n\r\f/]*(?:([^ \t\n\r\f/>][^ \t\n\r\f/>=]*)"""
    r"""(?:[ \t\n\r\f]*=[ \t\n\r\f]*("[^"]*"|'[^']*'|[^ \t\n\r\f>"'][^ \t\n\r\f>]*))?)?"""
)
_REFERENCE = regex(r"&(?:#[0-9]+;?|#[xX][0-9A-Fa-f]+;?|[A-Za-z][A-Za-z0-9]{0,31};?)")
_COMMENT = regex(r"<!--")
_COMMENT_END = regex(r"--!?>")
_CLOSING = regex(r"<(/?)(script|style|template|noscript|noembed|noframes|iframe)(?=[\s/>])", re.IGNORECASE)
_WORD = regex(r"\s*(?:caveat\s*:?\s*(fact|allow)\b|(fact|allow)\s*(?=:))\s*:?\s*", re.IGNORECASE)


class Attribute(NamedTuple):
    """
    An attribute of a tag.

    Attributes:
        value: With its references decoded.
        start: Where the value is written, in the original.
        end: Where that ends.
    """

    value: Run
    start: int
    end: int


class HtmlReader:
    """
    Puts HTML on a page.

    It can be fed in pieces, as long as no tag, comment or reference is cut: elements stay open from one
    to the next.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self.elements = Elements(page)
        self._text = ""
        self._starts: Sequence[int] = ()
        self._ends: Sequence[int] = ()
        self._unread = ""
        self._unread_depth = 0
        self._unread_from = 0
        self._reached = 0

    def feed(self, run: Run) -> None:
        """Read a piece of HTML."""
        self._text, self._starts, self._ends = run
        text = self._text
        # Without a ">" further on nothing is a tag; looking it up once keeps a flood of "<b" linear.
        last = text.rfind(">")
        place = 0
        while place < len(text):
            if self._unread:
                place = self._skip(place)
                continue
            found = _MARKUP.search(text, place) if place <= last else None
            if found is None or found.start() > last:
                found = _COMMENT.search(text, place)
            at = found.start() if found else len(text)
            if at > place:
                self.text(run.cut(place, at))
            place = self._markup(at, last) if found else at
        if text:
            self._reached = self._ends[-1]

    def text(self, run: Run, *, is_html: bool = True) -> None:
        """Put text between tags, with its references decoded if *is_html*."""
        if self._unread:
            self._reached = run.ends[-1]
        elif is_html:
            self.elements.text(decoded(run))
        else:
            self.elements.text(run)

    def end_piece(self) -> None:
        """End what must not swallow the text of another piece: a script that was never closed."""
        if self._unread:
            self._end_unread(self._reached)

    def _markup(self, at: int, last: int) -> int:
        """Read the markup at *at*; returns where it ends."""
        text = self._text
        if text.startswith("<!--", at):
            return self._comment(at)
        if text.startswith("<![CDATA[", at):
            # Only XHTML shows it; it is better read for nothing than shown unread.
            end = text.find("]]>", at)
            end = len(text) if end < 0 else end
            self.elements.text(self._run(at + 9, end))
            return min(end + 3, len(text))
        tag = _TAG.match(text, at)
        if tag is None:
            end = text.index(">", at) + 1
            self._page.hidden.append(Hidden("markup", self._starts[at], self._ends[end - 1]))
            return end
        return self._tag(tag, last)

    def _tag(self, tag: re.Match[str], last: int) -> int:
        text = self._text
        name, place = tag[2].lower(), tag.end()
        attributes: dict[str, Attribute] = {}
        while text[place : place + 1] != ">":
            if place > last:
                self.elements.text(self._run(tag.start(), len(text)))
                return len(text)
            found = _ATTRIBUTE.match(text, place)
            if found is None or found.end() == place:
                place += 1
                continue
            place = found.end()
            if found[1] is not None and not tag[1]:
                attributes.setdefault(found[1].lower(), self._attribute(found))
        is_empty = text[place - 1] == "/"
        span = self._starts[tag.start()], self._ends[place]
        if tag[1]:
            self.elements.end(name, span)
        elif name in UNREAD and not is_empty:
            self._unread, self._unread_depth, self._unread_from = name, 1, span[0]
        else:
            self._start(name, attributes, span, is_empty)
        return place + 1

    def _start(
        self, name: str, attributes: dict[str, Attribute], span: tuple[int, int], is_empty: bool
    ) -> None:
        values = {key: attribute.value for key, attribute in attributes.items()}
        shown = self.elements.start(name, values, span)
        if is_empty:
            self.elements.end(name, span)
        for key, attribute in attributes.items():
            if key not in shown and attribute.start < attribute.end:
                self._page.hidden.append(Hidden("attribute", attribute.start, attribute.end))

    def _attribute(self, found: re.Match[str]) -> Attribute:
        if found[2] is None:
            return Attribute(Run("", (), ()), 0, 0)
        start, end = found.span(2)
        if found[2][0] in "\"'":
            start, end = start + 1, end - 1
        if start == end:
            return Attribute(Run("", (), ()), 0, 0)
        return Attribute(decoded(self._run(start, end)), self._starts[start], self._ends[end - 1])

    def _comment(self, at: int) -> int:
        text = self._text
        inside = at + 4
        if text.startswith((">", "->"), inside):
            start = end = text.index(">", inside) + 1
        else:
            found = _COMMENT_END.search(text, inside)
            start, end = (found.start(), found.end()) if found else (len(text), len(text))
        self._page.hidden.append(Hidden("comment", self._starts[at], self._ends[end - 1]))
        mark = word(text[inside:start])
        if mark is not None:
            self._page.marks.append(mark._replace(start=self._page.size, end=self._page.size))
        return end

    def _skip(self, place: int) -> int:
        """Go on inside an element that nobody reads; returns where its end tag starts, or the end."""
        for found in _CLOSING.finditer(self._text, place):
            if found[2].lower() != self._unread:
                continue
            if found[1]:
                self._unread_depth -= 1
            elif self._unread == "template":
                self._unread_depth += 1
            if not self._unread_depth:
                end = self._text.find(">", found.end()) + 1 or len(self._text)
                self._end_unread(self._ends[end - 1])
                return end
        return len(self._text)

    def _end_unread(self, end: int) -> None:
        self._page.hidden.append(Hidden(self._unread, self._unread_from, max(end, self._unread_from)))
        self._unread = ""

    def _run(self, start: int, end: int) -> Run:
        return Run(self._text[start:end], self._starts[start:end], self._ends[start:end])


def word(comment: str) -> Mark | None:
    """The word to the gate that a comment is, if it is one; its place is still open."""
    found = _WORD.match(comment)
    if found is None:
        return None
    value = comment[found.end() :].strip()
    if (found[1] or found[2]).lower() == "allow":
        return Mark("allow", value, 0, 0)
    return Mark("fact", value, 0, 0) if value else None


def decoded(run: Run) -> Run:
    """The run with character references as the characters that they stand for."""
    text = run.text
    if "&" not in text:
        return run
    pieces: list[Run] = []
    place = 0
    for found in _REFERENCE.finditer(text):
        characters, length = _character(found.group())
        if length:
            start, end = found.start(), found.start() + length
            if start > place:
                pieces.append(run.cut(place, start))
            pieces.append(whole(characters, run.starts[start], run.ends[end - 1]))
            place = end
    if place < len(text):
        pieces.append(run.cut(place, len(text)))
    return join(pieces)


def _character(reference: str) -> tuple[str, int]:
    """What a reference stands for, and how much of it does (``&copyx`` is © and x); 0 if nothing."""
    from html import unescape
    from html.entities import html5

    if reference[1] == "#":
        # Without leading zeros and with a limit: Python refuses to read an integer of 5,000 digits.
        base = "&#x" if reference[2] in "xX" else "&#"
        digits = reference[len(base) :].rstrip(";").lstrip("0") or "0"
        characters = unescape(f"{base}{digits};") if len(digits) < 8 else ""
        return characters or "\ufffd", len(reference)
    for length in range(len(reference), 1, -1):
        if reference[1:length] in html5:
            return html5[reference[1:length]], length
    return "", 0
