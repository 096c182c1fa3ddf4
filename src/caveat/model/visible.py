"""Visible text: what a reader of a draft sees, with the way back to the file."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Literal, NamedTuple

TextFormat = Literal["text", "markdown", "html"]
BlockKind = Literal["heading", "paragraph", "item", "cell", "code"]
MaskKind = Literal["code", "inline-code", "url", "footnote", "math", "citation"]


class Block(NamedTuple):
    """
    A stretch of visible text that stands by itself: no number, word or name runs over its edge.

    Attributes:
        kind: What it is; a list item and a table cell are blocks of their own, ``code`` is a code block.
        start: First code point, in the visible text.
        end: One past the last.
        level: Of a heading 1–6, of an item its depth from 1; else 0.
        headings: Indices of the heading blocks that it stands under, outermost first.
        lead: Index of the block that introduces it (the paragraph before a list, the item around an inner
            list, the caption of a table); None when there is none.
        table: Number of the table that a cell belongs to, from 0; None for every other kind.
        row: Row of a cell, from 0.
        column: Column of a cell, from 0.
        is_header: The cell is a header of its row or column.
        language: What the markup says of its language (``lang="de"``), lower case, its first part; else "".
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    headings: tuple[int, ...] = ()
    lead: int | None = None
    table: int | None = None
    row: int = 0
    column: int = 0
    is_header: bool = False
    language: str = ""


class Mask(NamedTuple):
    """A stretch of visible text that markup gives a meaning of its own: code, an address, a footnote mark."""

    kind: MaskKind
    start: int
    end: int


class Mark(NamedTuple):
    """
    A word to the gate that the draft itself holds.

    Attributes:
        kind: ``fact`` names the fact that a number states; ``allow`` asks to let one through.
        value: Id of the fact, or the words of the excuse.
        start: Where it counts from, in visible text.
        end: Where that ends; equal to *start* for a comment, which speaks of the number just before it.
    """

    kind: Literal["fact", "allow"]
    value: str
    start: int
    end: int


class Hidden(NamedTuple):
    """A stretch of the file that no reader sees (a comment, a script, an attribute), in the original."""

    kind: str
    start: int
    end: int


class Visible(NamedTuple):
    """
    The visible text of a draft.

    Attributes:
        text: What a reader sees; blocks are parted by one line feed, entities are characters, tags are gone.
        starts: For each code point of *text* where in the original it comes from, never decreasing, and the
            length of the original as one more entry.
        ends: For each code point one past its last in the original (an entity is several).
        blocks: In the order of the text; they do not overlap.
        masks: In the order of the text; they do not overlap.
        marks: In the order of the text.
        hidden: In the order of the original.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]
    blocks: tuple[Block, ...]
    masks: tuple[Mask, ...] = ()
    marks: tuple[Mark, ...] = ()
    hidden: tuple[Hidden, ...] = ()

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """
        Where ``text[start:end]`` stands in the original, ``0 <= start <= end <= len(text)``.

        Returns:
            Code points of the original, end exclusive; markup between the first and last is inside.
        """
        if start == end:
            return self.starts[start], self.starts[start]
        return self.starts[start], self.ends[end - 1]

    def block_at(self, place: int) -> int | None:
        """Index of the block that the code point *place* of the text stands in; None between blocks."""
        index = bisect_right(self.blocks, place, key=lambda block: block.start) - 1
        return index if index >= 0 and place < self.blocks[index].end else None
