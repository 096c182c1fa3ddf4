"""Pages: lists that an agent reads a piece at a time, each piece within its bytes."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from caveat.mcp.budget import DEFAULT_BYTES, LEAST_BYTES, MOST_BYTES, Reply, fitted
from caveat.mcp.schemas import Schema, integer, maybe

ROOMS = (600, 200, 60, 20)
"""Characters of one quoted text in a list, the first that lets at least one item fit; our choice."""

FARTHEST = 1_000_000
"""The largest offset; our choice, beyond every list."""


class Item(NamedTuple):
    """
    One line of a list in its two forms.

    Attributes:
        list: Name of the list that it belongs to.
        structured: Its object.
        text: Its lines.
    """

    list: str
    structured: dict[str, Any]
    text: str


class Page(NamedTuple):
    """
    What of a list is shown.

    Attributes:
        items: In order.
        next_offset: Where the next page starts; None at the end.
        left_out: Number of items of this page that did not fit.
        offset: Where this page starts.
    """

    items: Sequence[Item]
    next_offset: int | None
    left_out: int
    offset: int = 0

    def of(self, name: str) -> list[dict[str, Any]]:
        """The objects of the list *name*."""
        return [item.structured for item in self.items if item.list == name]

    @property
    def text(self) -> str:
        """The lines of all items, a blank line between two of them."""
        return "\n\n".join(item.text for item in self.items)

    @property
    def note(self) -> str:
        """What did not fit, in words; empty when all did."""
        if not self.left_out:
            return ""
        if not self.items:
            return (
                f"the item at offset {self.offset} does not fit into max_bytes, cut as far as it can be: ask"
                f" again with more to see it, or go on at offset {self.next_offset}"
            )
        return f"{self.left_out} more did not fit into max_bytes: go on at offset {self.next_offset}"


def paged(
    show: Callable[[int, int], Item],
    count: int,
    *,
    offset: int,
    limit: int,
    max_bytes: int,
    around: Callable[[Page], Reply],
    has_more: bool = False,
    rooms: Sequence[int] = ROOMS,
) -> Reply:
    """
    One page of a list; the next page always starts further on, so that whoever follows it comes to the end.

    Args:
        show: Item number, and one of *rooms* → the item.
        count: Items that are there.
        offset: Number of the first item wanted.
        limit: Most items.
        max_bytes: Most bytes of the answer.
        around: The answer that holds a page.
        has_more: More than *count* can be had.
        rooms: How much of an item is shown, most first: the first that lets at least one item fit is taken.
    """
    numbers = range(min(offset, count), min(offset + limit, count))

    def page(items: Sequence[Item]) -> Page:
        after = numbers.start + max(len(items), 1 if numbers else 0)
        next_offset = after if after < count or has_more else None
        return Page(items, next_offset, len(numbers) - len(items), numbers.start)

    for room in rooms:
        items = [show(number, room) for number in numbers]
        reply, kept = fitted(lambda n, items=items: around(page(items[:n])), len(items), max_bytes)  # type: ignore[misc]
        if kept or not items:
            break
    return reply


def paging(default: int, most: int) -> dict[str, Schema]:
    """The parameters of a list that is read in pages."""
    return {
        "limit": integer("Most items to return.", least=1, most=most, default=default),
        "offset": integer(
            "Items to pass over: next_offset of the page before.", least=0, most=FARTHEST, default=0
        ),
        "max_bytes": max_bytes(),
    }


def max_bytes() -> Schema:
    """The parameter that bounds an answer."""
    return integer(
        "Most bytes of the whole answer; what is left out for it is said.",
        least=LEAST_BYTES,
        most=MOST_BYTES,
        default=DEFAULT_BYTES,
    )


def next_offset() -> Schema:
    """The field that leads to the next page."""
    return maybe(integer("Ask again with this offset for more; null at the end.", least=0))
