"""Events: one line of the ledger, as history reads it."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

Actor = Literal["human", "agent", "program"]


class Event(NamedTuple):
    """
    One thing that somebody recorded.

    Attributes:
        v: Version of the event schema; 1 today.
        id: ULID, 26 characters of Crockford's base 32.
        at: Instant in UTC, ``YYYY-MM-DDTHH:MM:SS[.fff]Z``, as written.
        kind: What happened; a kind this program does not know is kept and ignored.
        by: Author.
        actor: What kind of author.
        body: The event's own fields.
    """

    v: int
    id: str
    at: str
    kind: str
    by: str
    actor: Actor
    body: Mapping[str, Any]
