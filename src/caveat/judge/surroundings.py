"""Surroundings: what is named around a block: in its row and column, by what leads to it, in its headings."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from caveat.judge.names import Mention
from caveat.model.facts import How
from caveat.model.visible import Block, Visible

Names = frozenset[int]
"""What a mention may mean; several when a name is shared."""

MOST = 20
"""Different subjects in one place beyond which it is undecided whatever the others are; our choice."""

_DEEPEST = 20
_HEAD_ROWS = 5


class Binding(NamedTuple):
    """
    What is named for one number.

    Attributes:
        how: Where its subject is named.
        subjects: What it may belong to, each as the numbers that a mention may mean; one = decided.
        around: Every subject named in its sentence, row or column, or in what decided.
        attributes: What of the subject it may count; empty = nothing says.
    """

    how: How = "none"
    subjects: tuple[Names, ...] = ()
    around: Names = frozenset()
    attributes: tuple[Names, ...] = ()


class Located:
    """Mentions by place; *mentions* come by start."""

    def __init__(self, mentions: Sequence[Mention]) -> None:
        self._mentions = mentions
        self._starts = [mention.start for mention in mentions]

    def within(self, start: int, end: int) -> Sequence[Mention]:
        """Those that begin in ``[start, end)``."""
        first = bisect_left(self._starts, start)
        return self._mentions[first : bisect_left(self._starts, end, first)]


def distinct(mentions: Iterable[Mention]) -> tuple[Names, ...]:
    """What *mentions* mean, each once, in their order, `MOST` at most."""
    found: dict[Names, None] = {}
    for mention in mentions:
        found[mention.names] = None
        if len(found) == MOST:
            break
    return tuple(found)


def union(names: Iterable[Names]) -> Names:
    """All of *names* together."""
    return frozenset().union(*names)


class Surroundings:
    """
    What is named around the blocks of one text.

    Args:
        text: What a reader sees.
        subjects: Where it names subjects.
        attributes: Where it names attributes.
        numbers: Where its numbers begin, in order.
    """

    def __init__(self, text: Visible, subjects: Located, attributes: Located, numbers: Sequence[int]) -> None:
        self._blocks = text.blocks
        self._subjects = subjects
        self._attributes = attributes
        self._numbers = numbers
        self._known: dict[int, tuple[tuple[Names, ...], tuple[Names, ...]]] = {}
        self._by_row: dict[tuple[int, int], tuple[tuple[Names, ...], tuple[Names, ...]]] = {}
        self._rows: dict[int, dict[int, list[int]]] = {}
        self._head_rows: dict[int, list[int]] = {}
        self._columns: dict[tuple[int, int], list[int]] = {}

    def of(self, index: int) -> Binding:
        """What is named around the block *index*, its own text left out."""
        block = self._blocks[index]
        outside = self._outside(block)
        if block.table is None:
            return outside
        heads = [self._named(other) for other in self._column_heads(block, block.table)]
        subjects, told = self._row(block, block.table)
        subjects = tuple(dict.fromkeys([*subjects, *(names for head in heads for names in head[0])]))
        told = tuple(dict.fromkeys([*told, *(names for head in heads for names in head[1])]))
        if not subjects:
            return outside._replace(attributes=told or outside.attributes)
        return Binding("cell", subjects, union(subjects), told or outside.attributes)

    def _named(self, index: int) -> tuple[tuple[Names, ...], tuple[Names, ...]]:
        """Subjects and attributes that a block names."""
        found = self._known.get(index)
        if found is None:
            block = self._blocks[index]
            found = self._known[index] = (
                distinct(self._subjects.within(block.start, block.end)),
                distinct(self._attributes.within(block.start, block.end)),
            )
        return found

    def _outside(self, block: Block) -> Binding:
        """By what leads to it, then by its headings, the innermost first."""
        how: How = "none"
        subjects: tuple[Names, ...] = ()
        told: tuple[Names, ...] = ()
        above: list[tuple[int, How]] = []
        lead = block.lead
        while lead is not None and len(above) < _DEEPEST:
            above.append((lead, "lead"))
            lead = self._blocks[lead].lead
        above += [(heading, "heading") for heading in reversed(block.headings)]
        for index, place in above:
            named, counted = self._named(index)
            if not subjects and named:
                how, subjects = place, named
            told = told or counted
        return Binding(how, subjects, union(subjects), told if len(told) == 1 else ())

    def _table(self, table: int) -> dict[int, list[int]]:
        """Blocks of each row of a table."""
        if not self._rows:
            for index, block in enumerate(self._blocks):
                if block.table is not None:
                    self._rows.setdefault(block.table, {}).setdefault(block.row, []).append(index)
            for number, rows in self._rows.items():
                # Header cells in the first column only head their rows.
                self._head_rows[number] = sorted(
                    row
                    for row, cells in rows.items()
                    if row == 0 or any(self._blocks[i].is_header and self._blocks[i].column for i in cells)
                )
        return self._rows[table]

    def _row(self, block: Block, table: int) -> tuple[tuple[Names, ...], tuple[Names, ...]]:
        """What the cells of a row name that head it or hold no number."""
        key = (table, block.row)
        found = self._by_row.get(key)
        if found is None:
            named = [self._named(i) for i in self._table(table)[block.row] if self._is_head(self._blocks[i])]
            found = self._by_row[key] = (
                tuple(dict.fromkeys(names for one in named for names in one[0]))[:MOST],
                tuple(dict.fromkeys(names for one in named for names in one[1]))[:MOST],
            )
        return found

    def _is_head(self, cell: Block) -> bool:
        numbers = self._numbers
        return cell.is_header or bisect_left(numbers, cell.end) == bisect_left(numbers, cell.start)

    def _column_heads(self, block: Block, table: int) -> list[int]:
        """The cells above that head a column: of head rows that stand together, the nearest ones."""
        rows = self._table(table)
        heads = self._head_rows[table]
        at = bisect_left(heads, block.row) - 1
        found: list[int] = []
        for step in range(_HEAD_ROWS):
            row = heads[at] - step if at >= 0 else -1
            if row < 0 or (step and row not in heads[max(0, at - _HEAD_ROWS) : at]):
                break
            columns = self._columns.get((table, row))
            if columns is None:
                columns = [self._blocks[index].column for index in rows[row]]
                self._columns[(table, row)] = columns
            # A head that spans columns stands at its first, and holds up to the next one.
            last = bisect_right(columns, block.column)
            if last:
                found += rows[row][bisect_left(columns, columns[last - 1]) : last]
        return found
