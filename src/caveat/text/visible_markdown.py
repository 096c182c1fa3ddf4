"""Markdown as a reader sees it: CommonMark, GFM tables, footnotes, wikilinks, and the HTML in it."""

import re
from array import array
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

from caveat.model.visible import Hidden
from caveat.text.patterns import regex
from caveat.text.visible_html import HtmlReader
from caveat.text.visible_page import Page, Stretch
from caveat.text.visible_run import Run, aligned, join, literal, whole

_NUMBER = regex(r"\d{1,9}[.)]")
_NOTE_LABEL = regex(r"\[\^[^\]]*\]")
_WORD = regex(r"\w")
_DIGIT = regex(r"\d")
# One for every byte that begins a code point, zero for those that go on.
_BEGINS = bytes(0 if 0x80 <= byte < 0xC0 else 1 for byte in range(256))


def read_markdown(source: str, page: Page) -> None:
    """
    Put Markdown on *page*.

    The number of an ordered item is kept in front of its text, and a footnote mark as it is written.
    Mathematics is left to `caveat.text.visible_masks`: a parser takes ``$5 and CA$6`` for a formula.

    Args:
        source: Any text, with or without frontmatter.
        page: Where it is put.
    """
    import pyromark

    offset = _frontmatter(source)
    if offset:
        page.hidden.append(Hidden("frontmatter", 0, offset))
    # A lone surrogate cannot be encoded for the parser; "?" keeps the offsets.
    body = source[offset:].encode("utf-8", "replace").decode("utf-8")
    option = pyromark.Options
    options = (
        option.ENABLE_TABLES | option.ENABLE_FOOTNOTES | option.ENABLE_STRIKETHROUGH | option.ENABLE_WIKILINKS
    )
    reader = _Reader(page, body, offset)
    for event, span in pyromark.events_with_range(body, options=options):
        reader.take(event, span["start"], span["end"])
    reader.pass_over(len(body))
    reader.html.elements.unfence()


def _frontmatter(source: str) -> int:
    if not source.startswith(("---", "\ufeff---")):
        return 0
    from caveat.text.frontmatter import read

    return read(source).body_offset


class _Reader:
    """Takes the events of the parser, whose offsets are UTF-8 bytes of the body."""

    def __init__(self, page: Page, body: str, offset: int) -> None:
        self.html = HtmlReader(page)
        self._page = page
        self._body = body
        self._offset = offset
        self._at = _code_points(body)
        # What is kept for the end of each element that is open.
        self._open: list[int] = []
        self._links: list[tuple[Stretch, Any]] = []
        self._blocks: list[Run] | None = None
        self._is_code = False
        self._is_ordered: list[bool] = []
        self._table = self._row = self._column = 0
        self._lead: int | None = None
        self._reached = 0
        self._starts = self._on_start()
        self._ends = self._on_end()

    def take(self, event: Any, first: int, last: int) -> None:
        """Take one event that covers the bytes ``[first, last)``."""
        start, end = self._at[first], self._at[last]
        if isinstance(event, str):
            self._mark(event, start, end)
            return
        ((name, detail),) = event.items()
        if name == "Text":
            self._text(detail, start, end)
        elif name == "Start":
            kind, inner = next(iter(detail.items())) if isinstance(detail, dict) else (detail, None)
            if kind in self._starts:
                self._starts[kind](inner, start, end)
        elif name == "End":
            kind = next(iter(detail)) if isinstance(detail, dict) else detail
            if kind in self._ends:
                self._ends[kind](start, end)
        elif name in ("Html", "InlineHtml"):
            self._html(self._run(detail, start, end), end)
        elif name == "Code":
            self._inline_code(detail, start, end)
        elif name == "FootnoteReference":
            self._note(start, end)

    def pass_over(self, place: int) -> None:
        """Everything up to *place* is done with; digits in what no event covered are hidden."""
        if place > self._reached:
            if _DIGIT.search(self._body, self._reached, place):
                self._hide("markup", self._reached, place)
            self._reached = place

    # Text

    def _text(self, detail: str, start: int, end: int) -> None:
        if self._reached < start:
            self.pass_over(start)
        self._reached = max(self._reached, end)
        run = self._run(detail, start, end)
        if self._is_code:
            self._page.raw(run)
        else:
            self.html.text(run, is_html=False)

    def _run(self, detail: str, start: int, end: int) -> Run:
        if end - start == len(detail) and self._body.startswith(detail, start):
            return literal(detail, start + self._offset)
        original = self._body[start:end]
        if original.startswith("&"):
            return whole(detail, start + self._offset, end + self._offset)
        return aligned(detail, original, start + self._offset)

    def _mark(self, event: str, start: int, end: int) -> None:
        self.pass_over(start)
        self._reached = max(self._reached, end)
        span = start + self._offset, end + self._offset
        if event == "SoftBreak":
            self._page.blank(*span)
        elif event == "HardBreak":
            self._page.newline(*span)
        elif event == "Rule":
            self._page.part()

    def _html(self, run: Run, end: int) -> None:
        self._reached = max(self._reached, end)
        if self._blocks is not None:
            self._blocks.append(run)
        else:
            self.html.feed(run)

    def _inline_code(self, detail: str, start: int, end: int) -> None:
        self.pass_over(start)
        self._reached = max(self._reached, end)
        stretch = self._page.begin()
        self.html.text(self._run(detail, start, end), is_html=False)
        self._page.mask("inline-code", *self._page.covered(stretch))

    def _note(self, start: int, end: int) -> None:
        self.pass_over(start)
        self._reached = max(self._reached, end)
        stretch = self._page.begin()
        self.html.text(literal(self._body[start:end], start + self._offset), is_html=False)
        self._page.mask("footnote", *self._page.covered(stretch))

    def _strike(self, _: Any, start: int, end: int, *, is_end: bool = False) -> None:
        # Only some renderers strike out what stands between single tildes; others show a range, 10~20.
        if not self._body.startswith("~~", start):
            place = end - 1 if is_end else start
            self.html.text(literal("~", place + self._offset), is_html=False)
        else:
            self._page.edge(start + self._offset, start + self._offset)

    def _start_link(self, inner: Any, start: int, end: int) -> None:
        self.pass_over(start)
        if "dest_url" in inner:
            self._links.append((self._page.begin(), inner))

    def _start_image(self, inner: Any, start: int, end: int) -> None:
        self._part_image(start)
        self._start_link(inner, start, end)

    def _end_image(self, start: int, end: int) -> None:
        self._end_link(start, end)
        self._part_image(end)

    def _part_image(self, place: int) -> None:
        """An image stands beside its neighbours: its text joins none of theirs."""
        self._page.blank(place + self._offset, place + self._offset)
        self._page.edge(place + self._offset, place + self._offset)

    def _end_link(self, start: int, end: int) -> None:
        stretch, inner = self._links.pop()
        if inner["link_type"] in ("Autolink", "Email"):
            self._page.mask("url", *self._page.covered(stretch))
            self._reached = max(self._reached, end)
        title = inner["title"]
        place = self._body.find(title, self._reached, end) if title else -1
        self._hide_link(max(start, self._reached), end if place < 0 else place)
        if place >= 0:
            self._page.aside(literal(title, place + self._offset))
            self._hide_link(place + len(title), end)
        elif title:
            self._page.aside(whole(title, start + self._offset, end + self._offset))
        self._reached = max(self._reached, end)

    def _hide_link(self, start: int, end: int) -> None:
        if _WORD.search(self._body, start, max(start, end)):
            self._hide("link", start, end)

    # Blocks

    def _start_paragraph(self, inner: Any, start: int, end: int) -> None:
        self._page.close()
        self.html.elements.fence()

    def _end_paragraph(self, start: int, end: int) -> None:
        self.html.end_piece()
        self.html.elements.unfence()
        self._page.close()

    def _start_heading(self, inner: Any, start: int, end: int) -> None:
        self._enter(self._page.open_heading(int(inner["level"][1])))

    def _start_quote(self, inner: Any, start: int, end: int) -> None:
        self._enter(self._page.open_quote())

    def _start_code(self, inner: Any, start: int, end: int) -> None:
        self.pass_over(start)
        self._is_code = True
        self._enter(self._page.open_code())

    def _end_code(self, start: int, end: int) -> None:
        self._is_code = False
        self._end_frame(start, end)

    def _start_html(self, inner: Any, start: int, end: int) -> None:
        self.pass_over(start)
        self._page.close()
        self._blocks = []

    def _end_html(self, start: int, end: int) -> None:
        runs, self._blocks = self._blocks, None
        if runs:
            self.html.feed(join(runs) if len(runs) > 1 else runs[0])
            self.html.end_piece()

    def _start_list(self, inner: Any, start: int, end: int) -> None:
        self._is_ordered.append(inner is not None)
        self._enter(self._page.open_list())

    def _end_list(self, start: int, end: int) -> None:
        self._is_ordered.pop()
        self._end_frame(start, end)

    def _start_item(self, inner: Any, start: int, end: int) -> None:
        self._enter(self._page.open_item())
        number = _NUMBER.match(self._body, start) if self._is_ordered and self._is_ordered[-1] else None
        if number is not None:
            self._begin_with(number, None)

    def _start_note(self, inner: Any, start: int, end: int) -> None:
        self._enter(self._page.open_quote())
        label = _NOTE_LABEL.match(self._body, start)
        if label is not None:
            self._begin_with(label, "footnote")

    def _begin_with(self, found: re.Match[str], mask: Any) -> None:
        self.pass_over(found.start())
        self._reached = max(self._reached, found.end())
        self._page.prefix(literal(found.group(), found.start() + self._offset), mask)

    def _end_item(self, start: int, end: int) -> None:
        self._page.flush_prefix()
        self._end_frame(start, end)

    def _start_table(self, inner: Any, start: int, end: int) -> None:
        self._table, self._row = self.html.elements.new_table(), -1
        self._lead = self._page.table_lead()

    def _start_row(self, inner: Any, start: int, end: int) -> None:
        self._row += 1
        self._column = -1

    def _start_cell(self, inner: Any, start: int, end: int) -> None:
        self._column += 1
        place = (self._row, self._column)
        self._enter(self._page.open_cell(self._table, place, is_header=not self._row, lead=self._lead))

    def _end_cell(self, start: int, end: int) -> None:
        self.html.end_piece()
        self._end_frame(start, end)

    def _end_table(self, start: int, end: int) -> None:
        self._page.part()

    def _enter(self, depth: int) -> None:
        self._open.append(depth)
        self.html.elements.fence()

    def _end_frame(self, start: int, end: int) -> None:
        self.html.end_piece()
        self.html.elements.unfence()
        self._page.leave(self._open.pop())

    def _on_start(self) -> dict[str, Callable[[Any, int, int], None]]:
        return {
            "Paragraph": self._start_paragraph,
            "Heading": self._start_heading,
            "BlockQuote": self._start_quote,
            "CodeBlock": self._start_code,
            "HtmlBlock": self._start_html,
            "List": self._start_list,
            "Item": self._start_item,
            "FootnoteDefinition": self._start_note,
            "Table": self._start_table,
            "TableHead": self._start_row,
            "TableRow": self._start_row,
            "TableCell": self._start_cell,
            "Strikethrough": self._strike,
            "Link": self._start_link,
            "Image": self._start_image,
        }

    def _on_end(self) -> dict[str, Callable[[int, int], None]]:
        return {
            "Paragraph": self._end_paragraph,
            "Heading": self._end_frame,
            "BlockQuote": self._end_frame,
            "CodeBlock": self._end_code,
            "HtmlBlock": self._end_html,
            "List": self._end_list,
            "Item": self._end_item,
            "FootnoteDefinition": self._end_item,
            "Table": self._end_table,
            "TableCell": self._end_cell,
            "Strikethrough": lambda start, end: self._strike(None, start, end, is_end=True),
            "Link": self._end_link,
            "Image": self._end_image,
        }

    def _hide(self, kind: str, start: int, end: int) -> None:
        self._page.hidden.append(Hidden(kind, start + self._offset, end + self._offset))


def _code_points(body: str) -> Sequence[int]:
    """Code point offset by UTF-8 byte offset."""
    if body.isascii():
        return range(len(body) + 1)
    return array("q", accumulate(body.encode("utf-8").translate(_BEGINS), initial=0))
