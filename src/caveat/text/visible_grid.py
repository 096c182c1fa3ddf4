"""The grid of an HTML table: the row and column of each cell, spans counted in."""

COLUMN_LIMIT = 1_000
"""Most columns that one cell may span (HTML living standard, section 4.9.11)."""
ROW_LIMIT = 65_534
"""Most rows that one cell may span (the same section)."""
OPEN_LIMIT = 64
"""Most stretches of a row that cells from rows above may hold; our choice, for a linear time."""


class Grid:
    """
    Where the next cell of a table goes.

    Attributes:
        number: Number of the table on its page.
        lead: Index of the block that introduces it.
        in_head: Whether ``thead`` is open.
        caption_from: Index that the caption's block gets.
    """

    def __init__(self, number: int, lead: int | None) -> None:
        self.number = number
        self.lead = lead
        self.in_head = False
        self.caption_from = 0
        self._row = -1
        self._column = 0
        self._is_open = False
        # Stretches (first column, one past the last, one past the last row), by column.
        self._held: list[tuple[int, int, int]] = []
        self._next: list[tuple[int, int, int]] = []
        self._passed = 0

    def open_row(self) -> None:
        """Begin a row."""
        self._row += 1
        self._column = self._passed = 0
        self._is_open = True
        held = sorted(found for found in (*self._held, *self._next) if found[2] > self._row)
        self._held, self._next = held[:OPEN_LIMIT], []

    def close_row(self) -> None:
        """End the row."""
        self._is_open = False

    def end_group(self) -> None:
        """End a group of rows; no cell reaches out of one."""
        self._is_open = self.in_head = False
        self._held, self._next = [], []

    def place(self, columns: int, rows: int) -> tuple[int, int]:
        """
        The row and column of the next cell, from 0.

        Args:
            columns: How many columns it spans.
            rows: How many rows it spans; 0 for the rest of the group.
        """
        if not self._is_open:
            self.open_row()
        while self._passed < len(self._held) and self._held[self._passed][0] <= self._column:
            self._column = max(self._column, self._held[self._passed][1])
            self._passed += 1
        column = self._column
        self._column += min(max(columns, 1), COLUMN_LIMIT)
        last = self._row + min(rows or ROW_LIMIT, ROW_LIMIT)
        if last > self._row + 1:
            self._hold(column, last)
        return self._row, column

    def _hold(self, column: int, last: int) -> None:
        if self._next and self._next[-1][1:] == (column, last):
            self._next[-1] = (self._next[-1][0], self._column, last)
        elif len(self._next) < OPEN_LIMIT:
            self._next.append((column, self._column, last))
