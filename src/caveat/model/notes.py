"""What a note is made of as it passes between rooms: chunks and links."""

from typing import Literal, NamedTuple

from caveat.model.records import Because, EdgeKind

Relation = EdgeKind | Literal["mentions"]
"""What a link means: a trust edge, or ``mentions`` for an ordinary link in the text."""


class Chunk(NamedTuple):
    """
    A stretch of a note's prose that is searched as one.

    Attributes:
        text: The prose, verbatim, without frontmatter; never a piece of a code fence.
        heading: Headings above it, outermost first; empty before the first heading.
        start_line: First line in the file, from 1.
        end_line: Last line in the file, inclusive.
    """

    text: str
    heading: tuple[str, ...]
    start_line: int
    end_line: int


class Link(NamedTuple):
    """
    A link as written: not yet resolved.

    Attributes:
        relation: What it means.
        target: Name or path before ``#`` and ``|``, trimmed; may be empty for a link inside its own note.
        fragment: Heading or ``^block`` after the first ``#``, without it.
        alias: Text shown instead; empty when none.
        line: Line in the file, from 1.
        column: Column of its first character, from 1, in code points.
        is_embed: It was written with a leading ``!``.
        because: For ``supersedes``: updated or corrected.
    """

    relation: Relation
    target: str
    fragment: str = ""
    alias: str = ""
    line: int = 0
    column: int = 0
    is_embed: bool = False
    because: Because | None = None
