"""Markdown: what the prose of a note holds beside prose (headings, links, fields, tags, code)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from caveat.model.notes import Link
from caveat.text.decode import line_starts, place
from caveat.text.inline import Field, fields, tags
from caveat.text.links import is_url, split_destination, split_wikilink, wikilinks

Span = tuple[int, int]
"""Code point offsets in the whole text of the file, end exclusive."""
Offsets = Sequence[int] | dict[int, int]
"""Code point offset by UTF-8 byte offset."""

_CONTAINERS = frozenset({"BlockQuote", "List", "Item", "FootnoteDefinition", "TableCell"})
_HIDDEN_HTML = re.compile(
    r"<!--.*?(?:-->|\Z)|<(pre|code|script|style)\b[^<>]*>.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE
)
_HTML_TAG = re.compile(r"<[^<>]*>")
_BARE_URL = re.compile(r"(?:https?|ftp)://[^\s<>\"'`\]\[)(}{|\x00]+")
_VISIBLE = re.compile(r"[^\r\n]")
_BLANK_LINE = re.compile(r"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)")
_SHOWN_LINK = re.compile(r"!?\[\[([^\[\]]*)\]\]")


class Heading(NamedTuple):
    """
    A heading that opens a section: not one inside a list, a quote or a comment.

    Attributes:
        level: From 1 to 6.
        text: What a reader sees, on one line.
        line: Line in the file, from 1.
        start: Where it starts, in code points of the whole text.
        end: Where it ends, its line end included.
    """

    level: int
    text: str
    line: int
    start: int
    end: int


class Document(NamedTuple):
    """
    The prose of a note, taken apart.

    Attributes:
        body_offset: Where the prose starts in the text, code points.
        body_line: Line at which it starts, from 1.
        headings: Sections, in order.
        links: Wikilinks, embeds, and Markdown links and images to files of the vault, in order; relation
            ``mentions``. None from code, mathematics or comments.
        urls: External addresses in order, each once.
        fields: Inline fields (``key:: value``), in order.
        tags: Tags without ``#``, in order, each once.
        hidden: Spans of code, mathematics and comments, in order, not overlapping.
        fences: Spans of fenced code blocks, in order.
        tables: Spans of tables, in order.
    """

    body_offset: int
    body_line: int
    headings: tuple[Heading, ...]
    links: tuple[Link, ...]
    urls: tuple[str, ...]
    fields: tuple[Field, ...]
    tags: tuple[str, ...]
    hidden: tuple[Span, ...]
    fences: tuple[Span, ...]
    tables: tuple[Span, ...]


class _Scan:
    """What one pass over the parser's events found; offsets are UTF-8 bytes of the body."""

    def __init__(self) -> None:
        self.headings: list[tuple[int, str, int, int]] = []
        self.links: list[tuple[int, int, str, str, bool]] = []
        self.hidden: list[Span] = []
        self.html: list[Span] = []
        self.html_blocks: list[Span] = []
        self.math: list[Span] = []
        self.fences: list[Span] = []
        self.tables: list[Span] = []
        self._depth = 0
        self._heading: list[str] | None = None
        self._open_links: list[tuple[int, int, str, bool]] = []
        self._label: list[str] = []
        self._code_tag = -1

    def offsets(self) -> set[int]:
        spans = (self.hidden, self.html, self.html_blocks, self.math, self.fences, self.tables)
        found = {offset for group in spans for span in group for offset in span}
        found.update(offset for link in self.links for offset in link[:2])
        found.update(offset for heading in self.headings for offset in heading[2:])
        return found

    def take(self, event: Any, start: int, end: int) -> None:
        if isinstance(event, str):
            if self._heading is not None and event in ("SoftBreak", "HardBreak"):
                self._heading.append(" ")
            return
        ((name, detail),) = event.items()
        if name == "Text":
            self._text(detail)
        elif name == "Start":
            self._start(detail, start, end)
        elif name == "End":
            self._end(detail)
        elif name in ("Code", "InlineMath", "DisplayMath"):
            self._text(detail)
            (self.math if name == "InlineMath" else self.hidden).append((start, end))
        elif name == "InlineHtml":
            self._inline_html(detail.lower(), start, end)

    def _text(self, text: str) -> None:
        if self._heading is not None:
            self._heading.append(text)
        if self._open_links:
            self._label.append(text)

    def _start(self, detail: Any, start: int, end: int) -> None:
        name, inner = next(iter(detail.items())) if isinstance(detail, dict) else (detail, {})
        if name in _CONTAINERS:
            self._depth += 1
        elif name == "Heading" and not self._depth:
            self._heading = []
            self.headings.append((int(inner["level"][1]), "", start, end))
        elif name in ("Link", "Image"):
            if not self._open_links:
                self._label = []
            self._open_links.append((start, end, inner["dest_url"], name == "Image"))
        elif name == "CodeBlock":
            self.hidden.append((start, end))
            if inner != "Indented":
                self.fences.append((start, end))
        elif name == "HtmlBlock":
            self.html_blocks.append((start, end))
        elif name == "Table":
            self.tables.append((start, end))

    def _end(self, detail: Any) -> None:
        name = next(iter(detail)) if isinstance(detail, dict) else detail
        if name in _CONTAINERS:
            self._depth -= 1
        elif name == "Heading" and self._heading is not None:
            level, _, start, end = self.headings[-1]
            self.headings[-1] = (level, _shown("".join(self._heading)), start, end)
            self._heading = None
        elif name in ("Link", "Image") and self._open_links:
            start, end, destination, is_image = self._open_links.pop()
            self.links.append((start, end, destination, "".join(self._label).strip(), is_image))

    def _inline_html(self, text: str, start: int, end: int) -> None:
        self.html.append((start, end))
        if text.startswith("<!--"):
            self.hidden.append((start, end))
        elif text.startswith("<code"):
            self._code_tag = start
        elif text.startswith("</code") and self._code_tag >= 0:
            self.hidden.append((self._code_tag, end))
            self._code_tag = -1


def parse(text: str, *, body_offset: int = 0, body_line: int = 1) -> Document:
    """
    The prose of a note, taken apart; linear in its length, never raises.

    Args:
        text: The whole text of the file.
        body_offset: Where the prose starts in it, code points.
        body_line: Line at which the prose starts, from 1.

    Returns:
        All offsets count from the start of *text*, all lines from the start of the file.
    """
    # A lone surrogate cannot be encoded for the parser; "?" keeps the offsets.
    body = text[body_offset:].encode("utf-8", "replace").decode("utf-8")
    scan = _events(body)
    at = _code_points(body, scan.offsets())
    starts = line_starts(body)
    hidden = _hidden(body, scan, at)
    comments = _comments(_blank(body, hidden))
    hidden = _merge([*hidden, *comments])
    seen = _blank(body, hidden)
    links, urls, spans = _links(seen, scan, at, starts)
    return Document(
        body_offset=body_offset,
        body_line=body_line,
        headings=tuple(_headings(seen, scan, at, starts, (body_offset, body_line))),
        links=tuple(link._replace(line=link.line + body_line - 1) for link in links),
        urls=tuple(dict.fromkeys(urls)),
        fields=tuple(fields(body, seen, starts, body_line)),
        tags=tuple(dict.fromkeys(tags(_blank(seen, _merge([*spans, *_html_tags(seen, scan, at)]))))),
        hidden=tuple((start + body_offset, end + body_offset) for start, end in hidden),
        fences=tuple(_moved(span, at, body_offset) for span in scan.fences),
        tables=tuple(_moved(span, at, body_offset) for span in scan.tables),
    )


def _events(body: str) -> _Scan:
    import pyromark

    option = pyromark.Options
    options = (
        option.ENABLE_TABLES | option.ENABLE_FOOTNOTES | option.ENABLE_MATH | option.ENABLE_STRIKETHROUGH
    )
    scan = _Scan()
    for event, span in pyromark.events_with_range(body, options=options):
        scan.take(event, span["start"], span["end"])
    return scan


def _code_points(body: str, offsets: Iterable[int]) -> Offsets:
    """Code point offset by UTF-8 byte offset, in one pass over the text."""
    if body.isascii():
        return range(len(body) + 1)
    data = body.encode("utf-8")
    table: dict[int, int] = {}
    before = count = 0
    for offset in sorted(offsets):
        count += len(data[before:offset].decode("utf-8", "ignore"))
        before = offset
        table[offset] = count
    return table


def _headings(
    seen: str, scan: _Scan, at: Offsets, starts: Sequence[int], body: tuple[int, int]
) -> Iterator[Heading]:
    offset, line = body
    for level, shown, start, end in scan.headings:
        if seen[at[start] : at[start] + 1] != "\x00":
            number, _ = place(starts, at[start])
            yield Heading(level, shown, number + line - 1, at[start] + offset, at[end] + offset)


def _hidden(body: str, scan: _Scan, at: Offsets) -> list[Span]:
    found = [(at[start], at[end]) for start, end in scan.hidden]
    # Between two prices stands no mathematics: "$5 and CA$6".
    found += [(at[start], at[end]) for start, end in scan.math if not body[at[end] : at[end] + 1].isdigit()]
    for start, end in scan.html_blocks:
        found += [match.span() for match in _HIDDEN_HTML.finditer(body, at[start], at[end])]
    return _merge(found)


def _comments(text: str) -> list[Span]:
    """``%% … %%``: within a paragraph, or over blank lines when it opens its line. Unclosed is none."""
    found = []
    start = text.find("%%")
    while start >= 0:
        end = text.find("%%", start + 2)
        if end < 0:
            break
        margin = start
        while margin and text[margin - 1] in " \t":
            margin -= 1
        if not margin or text[margin - 1] in "\r\n" or not _BLANK_LINE.search(text, start, end):
            found.append((start, end + 2))
            start = text.find("%%", end + 2)
        else:
            start = end
    return found


def _links(
    text: str, scan: _Scan, at: Offsets, starts: Sequence[int]
) -> tuple[list[Link], list[str], list[Span]]:
    """Links and addresses in the order of the text, and the spans that they cover."""
    found: list[tuple[int, Link | str]] = []
    wiki = list(wikilinks(text))
    spans = [(link.start, link.end) for link in wiki]
    inside = _blank(text, spans)
    for link in wiki:
        line, column = place(starts, link.start)
        if is_url(link.target):
            found.append((link.start, link.target + ("#" + link.fragment if link.fragment else "")))
        else:
            made = Link("mentions", link.target, link.fragment, link.alias, line, column, link.is_embed)
            found.append((link.start, made))
    for first, last, destination, label, is_image in scan.links:
        start, end = at[first], at[last]
        # Foam defines [name]: path for its [[name]]; the wikilink is the link then.
        if not destination or inside[start : start + 1] == "\x00":
            continue
        spans.append((start, end))
        if is_url(destination) or "@" in destination.partition("/")[0]:
            found.append((start, destination))
        else:
            line, column = place(starts, start)
            target, fragment = split_destination(destination)
            found.append((start, Link("mentions", target, fragment, label, line, column, is_image)))
    spans = _merge(spans)
    for url in _BARE_URL.finditer(_blank(text, spans)):
        found.append((url.start(), url.group().rstrip(".,;:!?*_")))
        spans.append(url.span())
    found.sort(key=lambda pair: pair[0])
    links = [link for _, link in found if isinstance(link, Link)]
    return links, [url for _, url in found if isinstance(url, str)], spans


def _merge(spans: Iterable[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif start < end:
            merged.append((start, end))
    return merged


def _blank(text: str, spans: Sequence[Span]) -> str:
    """*text* with NUL for every character of *spans* (sorted) except line ends: offsets stay."""
    if not spans:
        return text
    pieces: list[str] = []
    position = 0
    for start, end in spans:
        pieces += (text[position:start], _VISIBLE.sub("\x00", text[start:end]))
        position = end
    return "".join((*pieces, text[position:]))


def _html_tags(text: str, scan: _Scan, at: Offsets) -> list[Span]:
    found = [(at[start], at[end]) for start, end in scan.html]
    for start, end in scan.html_blocks:
        found += [tag.span() for tag in _HTML_TAG.finditer(text, at[start], at[end])]
    return found


def _moved(span: Span, at: Offsets, by: int) -> Span:
    return at[span[0]] + by, at[span[1]] + by


def _shown(text: str) -> str:
    """A heading as it is read: a wikilink shows its alias, or its target."""
    shown = _SHOWN_LINK.sub(lambda link: split_wikilink(link[1])[2] or split_wikilink(link[1])[0], text)
    return " ".join(shown.split())
