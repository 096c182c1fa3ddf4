"""The page on which a draft is set: characters with their way back, flowing into blocks."""

from array import array
from bisect import bisect_right
from typing import NamedTuple

from caveat.model.visible import Block, BlockKind, Hidden, Mark, Mask, MaskKind
from caveat.text.patterns import regex
from caveat.text.visible_run import BLANKS, Run, seen

_COLLAPSED = regex(r"[ \t\n\r\f]{2,}|[\t\n\r\f]")


class Frame(NamedTuple):
    """
    What holds the blocks that are opened now.

    Attributes:
        kind: Of a block opened in it.
        level: As in `Block`.
        depth: Lists that are open.
        list_lead: What introduces the innermost list.
        item: The item that the block belongs to; its first block leads the later ones.
        lead: What introduces a cell.
        table: As in `Block`; None outside of tables.
        row: As in `Block`.
        column: As in `Block`.
        is_header: As in `Block`.
        sections: Headings to go back to when it is left; None to keep those found inside.
    """

    kind: BlockKind = "paragraph"
    level: int = 0
    depth: int = 0
    list_lead: int | None = None
    item: "Item | None" = None
    lead: int | None = None
    table: int | None = None
    row: int = 0
    column: int = 0
    is_header: bool = False
    sections: tuple[int, ...] | None = None


class Item:
    """A list item: what introduces it, and its first block once there is one."""

    __slots__ = ("first", "lead")

    def __init__(self, lead: int | None) -> None:
        self.lead = lead
        self.first: int | None = None

    def leads(self) -> int | None:
        """The block that introduces the next one in the item."""
        return self.lead if self.first is None else self.first


class Stretch:
    """Where something begins that covers the text put from now on; -1 until there is some."""

    __slots__ = ("start",)

    def __init__(self) -> None:
        self.start = -1


class Page:
    """
    Visible text in the making.

    Text flows into the open block; the first visible character opens one, of the kind that the innermost
    frame says. Whatever is put must come in the order of the original; what does not is moved on to the
    place reached, so that offsets never decrease.
    """

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.starts = array("q")
        self.ends = array("q")
        self.size = 0
        self.blocks: list[Block] = []
        self.masks: list[Mask] = []
        self.marks: list[Mark] = []
        self.hidden: list[Hidden] = []
        self.language = ""
        self.opener: int | None = None
        self.last = ""
        self._start = -1
        self._language = ""
        self._begins_aside = False
        self._held: Run | None = None
        self._edge: tuple[int, int] | None = None
        self._asides: list[Run] = []
        self._prefix: tuple[Run, MaskKind | None] | None = None
        self._waiting: list[Stretch] = []
        self._frames = [Frame()]
        self._sections: tuple[int, ...] = ()
        self._levels: dict[int, int] = {}

    # Text

    def flow(self, run: Run) -> None:
        """Put text as HTML shows it: blanks in a row are one, and none at the border of a block."""
        run = seen(run, self.hidden)
        text = run.text
        if not text:
            return
        first, last = len(text) - len(text.lstrip(BLANKS)), len(text.rstrip(BLANKS))
        if last == 0:
            self.blank(run.starts[0], run.ends[-1])
            return
        if first:
            self.blank(run.starts[0], run.ends[first - 1])
        place = first
        for blank in _COLLAPSED.finditer(text, first, last):
            self._add(run.cut(place, blank.start()))
            place = blank.end()
            self.blank(run.starts[blank.start()], run.ends[place - 1])
        self._add(run if last - place == len(text) else run.cut(place, last))
        if last < len(text):
            self.blank(run.starts[last], run.ends[-1])

    def raw(self, run: Run) -> None:
        """Put text whose blanks and line ends count; those at the border of the block still do not."""
        run = seen(run, self.hidden)
        last = len(run.text.rstrip())
        if last:
            self._add(run.cut(0, last))
        if last < len(run.text) and self._start >= 0:
            if self._held is not None:
                self._append(self._held)
            self._held = run.cut(last, len(run.text))

    def blank(self, start: int, end: int) -> None:
        """A blank, if text stands on both sides of it in the block."""
        if self._start >= 0 and self._held is None and not self.last.isspace():
            self._held = Run(" ", (start,), (end,))

    def newline(self, start: int, end: int) -> None:
        """A line end inside the block, if text stands on both sides of it."""
        if self._start >= 0 and (self._held is None or self._held.text == " "):
            self._held = Run("\n", (start,), (end,))

    def edge(self, start: int, end: int) -> None:
        """Digits on both sides of this place are two numbers: a line end parts them."""
        if self._start >= 0:
            self._edge = (start, end)

    def aside(self, run: Run) -> None:
        """Put text that readers get beside the block (a tooltip): a block of its own, after the open one."""
        run = seen(run, self.hidden)
        text = run.text.strip()
        if not text:
            return
        first = len(run.text) - len(run.text.lstrip())
        self._asides.append(run.cut(first, first + len(text)))
        if self._start < 0 and self._prefix is None:
            self._put_asides()

    def prefix(self, run: Run, mask: MaskKind | None = None) -> None:
        """Text that the next block begins with, or that is one by itself when the container has none."""
        self.flush_prefix()
        self._prefix = (run, mask)

    def flush_prefix(self) -> None:
        """Put a prefix that no block followed."""
        if self._prefix is not None:
            self.close()
            self._begin(self._prefix[0].starts[0])
            self._held = None
            self.close()

    # Blocks

    def close(self) -> None:
        """End the open block, if there is one."""
        if self._start >= 0:
            self._finish()
        if self._asides and self._prefix is None:
            self._put_asides()

    def part(self) -> None:
        """End the open block; what follows is not introduced by it (a rule, the end of a table)."""
        self.close()
        self.opener = None

    def open_quote(self) -> int:
        """Enter a part of the page whose headings do not reach beyond it."""
        return self._enter(self._frames[-1]._replace(sections=self._sections))

    def open_heading(self, level: int) -> int:
        """Enter a heading, *level* from 1 to 6; in a cell it is text of the cell."""
        top = self._frames[-1]
        frame = top._replace(kind="heading", level=level, item=None, lead=None)
        return self._enter(top if top.kind == "cell" else frame._replace(sections=None))

    def open_code(self) -> int:
        """Enter a block of code."""
        top = self._frames[-1]
        return self._enter(Frame("code", depth=top.depth, list_lead=top.list_lead, item=top.item))

    def open_list(self) -> int:
        """Enter a list, introduced by the paragraph just before it or by the item around it."""
        self.flush_prefix()
        self.close()
        top = self._frames[-1]
        lead = self.opener if top.item is None else top.item.leads()
        return self._enter(top._replace(depth=top.depth + 1, list_lead=lead, sections=None))

    def open_item(self, lead: int | None = None) -> int:
        """Enter an item of the open list; *lead* is what introduces it when it is not the list's."""
        self.close()
        top = self._frames[-1]
        if top.kind == "cell":
            return self._enter(top)
        item = Item(top.list_lead if lead is None else lead)
        depth = max(1, top.depth)
        frame = Frame("item", depth, depth, top.list_lead, item, sections=self._sections)
        return self._enter(frame)

    def open_cell(self, table: int, place: tuple[int, int], *, is_header: bool, lead: int | None) -> int:
        """Enter the cell of a table at *place* (row, column)."""
        row, column = place
        frame = Frame("cell", lead=lead, table=table, row=row, column=column, is_header=is_header)
        return self._enter(frame._replace(sections=self._sections))

    def leave(self, depth: int) -> None:
        """Leave the frame that was entered as *depth*, and all inside it."""
        self.close()
        while len(self._frames) > depth:
            frame = self._frames.pop()
            if frame.sections is not None:
                self._sections = frame.sections

    def table_lead(self) -> int | None:
        """What introduces a table without a caption: the item around it, or a paragraph with a colon."""
        self.close()
        top = self._frames[-1]
        if top.item is not None:
            return top.item.leads()
        return self.opener if self.opener is not None and self.last in (":", "：") else None

    # Stretches

    def begin(self) -> Stretch:
        """The place of the next visible character, once there is one."""
        stretch = Stretch()
        self._waiting.append(stretch)
        return stretch

    def covered(self, stretch: Stretch) -> tuple[int, int]:
        """What was put since *stretch* began, in visible text; empty at the end when nothing was."""
        return (stretch.start, self.size) if stretch.start >= 0 else (self.size, self.size)

    def mask(self, kind: MaskKind, start: int, end: int) -> None:
        """Give a stretch its meaning, as far as the block goes that it starts in."""
        if self.blocks and (self._start < 0 or start < self._start):
            index = bisect_right(self.blocks, start, key=lambda block: block.start) - 1
            end = min(end, self.blocks[index].end)
        if start < end:
            self.masks.append(Mask(kind, start, end))

    # Inside

    def _add(self, run: Run) -> None:
        if self._start < 0:
            first = len(run.text) - len(run.text.lstrip())
            if first:
                run = run.cut(first, len(run.text))
            if not run.text:
                return
            self._begin(run.starts[0])
        if not run.text:
            return
        if self._edge is not None:
            if self.last.isdigit() and run.text[0].isdigit():
                start, end = self._edge
                self._held = Run("\n", (start,), (end,))
            self._edge = None
        if self._held is not None:
            held, self._held = self._held, None
            self._append(held)
        for stretch in self._waiting:
            stretch.start = self.size
        self._waiting.clear()
        self._append(run)

    def _begin(self, place: int) -> None:
        prefix, self._prefix = (None, self._prefix) if self._begins_aside else (self._prefix, None)
        if self.blocks:
            place = place if prefix is None else prefix[0].starts[0]
            place = max(self.starts[-1], min(self.ends[-1], place))
            self._append(Run("\n", (place,), (place,)))
        self._start, self._language = self.size, self.language
        if prefix is not None:
            run, kind = prefix
            self._append(run)
            if kind is not None:
                self.masks.append(Mask(kind, self._start, self.size))
            self._held = Run(" ", (run.ends[-1],), (run.ends[-1],))

    def _append(self, run: Run) -> None:
        starts, ends = run.starts, run.ends
        if self.size and starts[0] < self.starts[-1]:
            reached = self.starts[-1]
            starts = [max(start, reached) for start in starts]
            ends = [max(end, reached) for end in ends]
        self.texts.append(run.text)
        self.starts.extend(starts)
        self.ends.extend(ends)
        self.size += len(run.text)
        self.last = run.text[-1]

    def _finish(self) -> None:
        frame = self._frames[-1]
        kind, level = frame.kind, frame.level
        if self._begins_aside and kind in ("heading", "code"):
            kind, level = "paragraph", 0
        index = len(self.blocks)
        if kind == "heading":
            self._sections = tuple(found for found in self._sections if self._levels[found] < level)
        lead = frame.lead if frame.item is None else frame.item.leads()
        place = (frame.table, frame.row, frame.column, frame.is_header)
        self.blocks.append(
            Block(kind, self._start, self.size, level, self._sections, lead, *place, self._language)
        )
        if not self._begins_aside:
            self.opener = index if kind == "paragraph" else None
            if kind == "heading":
                self._levels[index] = level
                self._sections = (*self._sections, index)
            if frame.item is not None and frame.item.first is None:
                frame.item.first = index
        if kind == "code":
            self.masks.append(Mask("code", self._start, self.size))
        self._start, self._held, self._edge = -1, None, None

    def _put_asides(self) -> None:
        asides, self._asides = self._asides, []
        self._begins_aside = True
        for run in asides:
            self._begin(run.starts[0])
            self._append(run)
            self._finish()
        self._begins_aside = False

    def _enter(self, frame: Frame) -> int:
        self.close()
        self._frames.append(frame)
        return len(self._frames) - 1
