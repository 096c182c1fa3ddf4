"""Elements of HTML: what each does to the page while it is open, and which others its tags close."""

import re
from collections.abc import Mapping
from typing import Literal

from caveat.model.visible import Hidden, Mark, MaskKind
from caveat.text.patterns import regex
from caveat.text.tables_html import (
    ASIDES,
    BOXES,
    CODE,
    DESCRIPTIONS,
    ENDS,
    HEADINGS,
    LISTS,
    PARTED,
    PREFORMATTED,
    SECTIONS,
    STRUCTURE,
    TABLE_PARTS,
    UNSHOWN_INPUTS,
    VOID,
)
from caveat.text.visible_grid import Grid
from caveat.text.visible_page import Page, Stretch
from caveat.text.visible_run import Run, join, whole

Span = tuple[int, int]
Values = Mapping[str, Run]

RIGHT_TO_LEFT = "\u202e"
"""Stands where an element turns the order of characters: it is no longer the one they are stored in."""

_OVERRIDE = regex(r"unicode-bidi\s*:\s*(?:isolate-|bidi-)override", re.I)
_DISPLAY = regex(r"(?:^|;)\s*display\s*:\s*(inline|contents|block|flex|grid|table|list-item)", re.I)
_LISTING = regex(r"(?:^|[\s_-])(?:highlight|code|src|sourcecode|prettyprint|brush|language|lang|hljs)", re.I)
_MARKS: tuple[Literal["fact", "allow"], ...] = ("fact", "allow")
_NOTE_ROLE = regex(r"noteref|doc-noteref", re.I)


class _Open:
    """An element that was opened; what of it must be undone is kept beside its name."""

    __slots__ = (
        "depth", "grid", "index", "is_box", "is_closed", "language", "marks", "mask", "name", "stretch",
    )  # fmt: skip

    def __init__(self, name: str, index: int, is_box: bool) -> None:
        self.name = name
        self.index = index
        self.is_box = is_box
        self.is_closed = False
        self.depth = 0
        self.language: str | None = None
        self.grid: Grid | None = None
        self.mask: MaskKind | None = None
        self.marks: tuple[tuple[Literal["fact", "allow"], str], ...] = ()
        self.stretch: Stretch | None = None


class Elements:
    """The elements that are open, innermost last, and the page that they are set on."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._stack: list[_Open] = []
        self._named: dict[str, list[_Open]] = {}
        self._grids: list[tuple[int, Grid]] = []
        self._floors = [0]
        self._tables = 0
        self._preformatted = 0
        self._code: _Open | None = None
        self._ruby: list[Run] | None = None
        self._term: int | None = None

    def text(self, run: Run) -> None:
        """Put text where the tags read so far have led to."""
        if self._ruby is not None:
            self._ruby.append(run)
        elif self._preformatted:
            self._page.raw(run)
        else:
            self._page.flow(run)

    def fence(self) -> int:
        """Enter something that holds whole elements only: end tags in it close nothing outside of it."""
        self._floors.append(len(self._stack))
        return len(self._stack)

    def unfence(self) -> None:
        """Leave it; what was opened in it and never closed is closed."""
        self._pop_to(self._floors.pop())

    def new_table(self) -> int:
        """The number of one more table of the page."""
        self._tables += 1
        return self._tables - 1

    def start(self, name: str, values: Values, span: Span) -> frozenset[str]:
        """Open an element; returns the names of those attributes whose values readers get."""
        is_box = name in STRUCTURE or name in BOXES
        if "style" in values and name not in STRUCTURE:
            found = _DISPLAY.search(values["style"].text)
            is_box = is_box if found is None else found[1].lower() not in ("inline", "contents")
        if is_box:
            self._make_room(name)
        elif name in PARTED:
            self._page.edge(*span)
        if name in VOID:
            self._void(name, span)
        else:
            self._open(name, values, span, is_box=is_box)
        return self._show(name, values, span) if values else frozenset()

    def end(self, name: str, span: Span) -> None:
        """Close the innermost element of this name, if one is open that may be closed here."""
        if name == "br":
            self._page.newline(*span)
        named = self._named.get(name)
        if not named:
            if name in BOXES or name in STRUCTURE:
                self._page.close()
            return
        entry = named[-1]
        if entry.index < self._floor(name):
            return
        if entry.is_box:
            self._pop_to(entry.index)
            self._page.close()
        else:
            self._close(entry)
            while self._stack and self._stack[-1].is_closed:
                self._stack.pop()
        if name in PARTED:
            self._page.edge(*span)

    # Opening

    def _make_room(self, name: str) -> None:
        """End the block, and what cannot go on beside an element that stands by itself."""
        if self._code is not None and name not in PREFORMATTED:
            self._pop_to(self._code.index)
        self._end_ruby()
        self._page.close()
        for ended in ("p", *ENDS.get(name, ())):
            named = self._named.get(ended)
            if named and named[-1].index >= self._floor(name, ended):
                self._pop_to(named[-1].index)
        if name in HEADINGS:
            for ended in HEADINGS:
                named = self._named.get(ended)
                if named and named[-1].index == len(self._stack) - 1:
                    self._pop_to(named[-1].index)

    def _floor(self, name: str, ended: str = "") -> int:
        """Index below which a tag of this name closes nothing."""
        floor = self._floors[-1]
        inner = ended or name
        if name in TABLE_PARTS or name == "table":
            if inner != "table" and self._grids:
                floor = max(floor, self._grids[-1][0])
            return floor
        for part in ("td", "th", "caption"):
            if self._named.get(part):
                floor = max(floor, self._named[part][-1].index)
        if inner in ("li", "dt", "dd", "p"):
            for part in ("ul", "ol", "menu", "dl"):
                if self._named.get(part):
                    floor = max(floor, self._named[part][-1].index)
        return floor

    def _void(self, name: str, span: Span) -> None:
        if name == "br":
            self._page.newline(*span)
        elif name == "hr":
            self._page.part()

    def _open(self, name: str, values: Values, span: Span, *, is_box: bool) -> None:
        entry = _Open(name, len(self._stack), is_box)
        self._stack.append(entry)
        self._named.setdefault(name, []).append(entry)
        page = self._page
        language = values.get("lang") or values.get("xml:lang") if values else None
        if language is not None:
            entry.language = page.language
            page.language = language.text.strip().lower().partition("-")[0].partition("_")[0]
        if is_box:
            self._frame(entry, values)
        elif name in CODE:
            if self._preformatted and self._named.get("pre") and self._code is None:
                entry.depth, self._code = page.open_code(), entry
            else:
                entry.mask = "inline-code"
        elif name in ("sup", "math"):
            entry.mask = "footnote" if name == "sup" else "math"
        elif name in ("rt", "rp"):
            self._end_ruby()
            self._ruby = []
        elif values and _NOTE_ROLE.search(_value(values, "role") + " " + _value(values, "epub:type")):
            entry.mask = "footnote"
        if values:
            if _OVERRIDE.search(_value(values, "style")) or (name == "bdo" and _value(values, "dir")):
                self.text(whole(RIGHT_TO_LEFT, *span))
            marks = [(kind, _value(values, f"data-{kind}")) for kind in _MARKS if f"data-{kind}" in values]
            entry.marks = tuple((kind, value) for kind, value in marks if value or kind == "allow")
        if entry.mask or entry.marks:
            entry.stretch = page.begin()

    def _frame(self, entry: _Open, values: Values) -> None:
        page, name = self._page, entry.name
        if name in HEADINGS:
            entry.depth = page.open_heading(HEADINGS[name])
        elif name in LISTS or name == "dl":
            entry.depth = page.open_list()
        elif name in ("li", "dd"):
            entry.depth = page.open_item(self._term if name == "dd" else None)
        elif name in SECTIONS:
            entry.depth = page.open_quote()
        elif name in PREFORMATTED:
            self._preformatted += 1
            if name == "pre" and "class" in values and _LISTING.search(values["class"].text):
                entry.depth, self._code = page.open_code(), entry
        elif name == "table":
            entry.grid = Grid(self.new_table(), page.table_lead())
            self._grids.append((entry.index, entry.grid))
        elif name in TABLE_PARTS and self._grids:
            self._table_part(entry, self._grids[-1][1], values)

    def _table_part(self, entry: _Open, grid: Grid, values: Values) -> None:
        name = entry.name
        if name == "tr":
            grid.open_row()
        elif name in ("td", "th"):
            place = grid.place(_number(values, "colspan"), _number(values, "rowspan"))
            is_header = name == "th" or grid.in_head or "scope" in values
            is_header = is_header or _value(values, "role").endswith("header")
            entry.depth = self._page.open_cell(grid.number, place, is_header=is_header, lead=grid.lead)
        elif name == "caption":
            grid.caption_from = len(self._page.blocks)
            entry.depth = self._page.open_quote()
        else:
            grid.end_group()
            grid.in_head = name == "thead"

    # Attributes

    def _show(self, name: str, values: Values, span: Span) -> frozenset[str]:
        """Put what attributes say to readers; returns their names."""
        shown: set[str] = set()
        inline = _in_place(name, values)
        if inline and _value(values, inline):
            shown.add(inline)
            self._inline(values[inline], span)
        elif name in ("li", "ol"):
            shown |= self._number(name, values)
        if name == "meta" and "content" in values:
            names = [_value(values, key).lower() for key in ("name", "property", "itemprop")]
            if DESCRIPTIONS.intersection(names):
                shown.add("content")
                self._page.aside(values["content"])
        elif name not in ("link", "style"):
            for key in (key for key in values if key in ASIDES):
                shown.add(key)
                if values[key].text != _value(values, inline):
                    self._page.aside(values[key])
        return frozenset(shown)

    def _inline(self, value: Run, span: Span) -> None:
        """Text in place of an image or a field: it stands beside its neighbours, and joins none."""
        page = self._page
        page.blank(*span)
        page.edge(*span)
        page.flow(value)
        page.blank(*span)
        page.edge(*span)

    def _number(self, name: str, values: Values) -> set[str]:
        """The number of a list item, where the markup says it."""
        key = "value" if name == "li" else "start"
        if key not in values or not values[key].text.strip().isdecimal():
            return set()
        value = values[key]
        first = len(value.text) - len(value.text.lstrip())
        digits = value.cut(first, len(value.text.rstrip()))
        self._page.prefix(join((digits, whole(".", digits.starts[-1], digits.ends[-1]))))
        return {key}

    # Closing

    def _pop_to(self, index: int) -> None:
        while len(self._stack) > index:
            entry = self._stack.pop()
            if not entry.is_closed:
                self._close(entry)

    def _close(self, entry: _Open) -> None:
        """Undo what the element did to the page."""
        entry.is_closed = True
        page = self._page
        self._named[entry.name].pop()
        if entry.name in ("rt", "rp"):
            self._end_ruby(is_shown=entry.name == "rt")
        if entry.stretch is not None:
            self._end_stretch(entry, *page.covered(entry.stretch))
        if entry is self._code:
            self._code = None
        if entry.name in ("dt", "dl"):
            page.close()
            self._term = page.opener if entry.name == "dt" else None
        if entry.name in PREFORMATTED and entry.is_box:
            page.close()
            self._preformatted -= 1
        if entry.is_box and entry.name in LISTS | {"li"}:
            page.flush_prefix()
        if entry.depth:
            page.leave(entry.depth)
        if entry.is_box and self._grids and entry.name in TABLE_PARTS:
            self._end_table_part(entry.name, self._grids[-1][1])
        if entry.grid is not None:
            self._grids.pop()
            page.part()
        if entry.language is not None:
            if entry.is_box:
                page.close()
            page.language = entry.language

    def _end_table_part(self, name: str, grid: Grid) -> None:
        if name == "tr":
            grid.close_row()
        elif name == "caption" and grid.caption_from < len(self._page.blocks):
            grid.lead = grid.caption_from
        elif name in ("thead", "tbody", "tfoot"):
            grid.end_group()

    def _end_stretch(self, entry: _Open, start: int, end: int) -> None:
        page = self._page
        for kind, value in entry.marks:
            page.marks.append(Mark(kind, value, start, end))
        if entry.mask:
            page.mask(entry.mask, start, end)

    def _end_ruby(self, *, is_shown: bool = True) -> None:
        """Put the reading of a word beside the block: above its word it would cut a number in two."""
        if self._ruby is None:
            return
        runs, self._ruby = self._ruby, None
        if runs and is_shown:
            self._page.aside(join(runs))
        elif runs:
            self._page.hidden.append(Hidden("rp", runs[0].starts[0], runs[-1].ends[-1]))


def _in_place(name: str, values: Values) -> str:
    """The attribute whose text stands in place of the element; empty when none does."""
    if name in ("img", "area") or (name == "input" and "alt" in values):
        return "alt"
    if name == "textarea":
        return "placeholder"
    if name != "input" or _value(values, "type").lower() in UNSHOWN_INPUTS:
        return ""
    return "value" if "value" in values else "placeholder"


def _value(values: Values, key: str) -> str:
    return values[key].text.strip() if key in values else ""


def _number(values: Values, key: str) -> int:
    text = _value(values, key)
    return int(text[:6]) if text[:6].isascii() and text[:6].isdigit() else 1
