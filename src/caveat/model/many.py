"""Many values of one kind at once."""

from collections.abc import Iterable
from functools import partial
from typing import Any, TypeVar

Made = TypeVar("Made", bound=tuple[Any, ...])


def many(kind: type[Made], rows: Iterable[tuple[Any, ...]]) -> list[Made]:
    """
    A *kind* of named tuple for each of *rows*, which hold all of its fields in their order.

    What ``kind(*row)`` gives, in a third of the time: a search makes hundreds of them. The number of
    fields is not looked at.
    """
    return list(map(partial(tuple.__new__, kind), rows))
