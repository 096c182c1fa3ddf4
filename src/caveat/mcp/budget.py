"""The byte budget: an answer holds what fits, and says what was left out and how to go on."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from caveat.model.errors import InputError

DEFAULT_BYTES = 16_000
"""Bytes of an answer unless the agent asks otherwise; our choice: some 4,000 tokens, told twice."""

LEAST_BYTES = 2_000
"""Fewest bytes that may be asked for; our choice: room for one short passage with its conflicts."""

MOST_BYTES = 400_000
"""Most bytes that may be asked for; our choice, far beyond what a context wants at once."""

ENVELOPE = 400
"""Bytes that the protocol adds around an answer at most; measured 110, more with long request ids."""


class Reply(NamedTuple):
    """
    An answer in its two forms.

    Attributes:
        structured: What ``structuredContent`` holds.
        text: The same for a reader.
    """

    structured: dict[str, Any]
    text: str


def size(reply: Reply) -> int:
    """Bytes of *reply* as it travels, both forms and what the protocol adds."""
    return ENVELOPE + _bytes(reply.structured) + _bytes(reply.text)


def fitted(render: Callable[[int], Reply], most: int, max_bytes: int) -> tuple[Reply, int]:
    """
    The largest answer that fits.

    Args:
        render: The answer with as much of it as its argument says, larger for more.
        most: All of it.
        max_bytes: Most bytes.

    Returns:
        The answer and how much of it there is.

    Raises:
        InputError: Not even ``render(0)`` fits; the message says what would.
    """
    whole = render(most)
    if size(whole) <= max_bytes:
        return whole, most
    least = render(0)
    if (needed := size(least)) > max_bytes:
        raise InputError(
            f"the shortest answer takes {needed} bytes: ask again with max_bytes {needed} or more"
        )
    low, high, best = 0, most, least
    while high - low > 1:
        middle = (low + high) // 2
        reply = render(middle)
        if size(reply) <= max_bytes:
            low, best = middle, reply
        else:
            high = middle
    return best, low


def _bytes(value: object) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8"))
