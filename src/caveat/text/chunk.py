"""Chunks: the prose of a note in pieces that are searched as one, each under its headings."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from caveat.model.notes import Chunk
from caveat.text.decode import line_starts
from caveat.text.markdown import Document, Span

TARGET = 1_200
"""Characters up to which paragraphs are packed together; our choice, about 200 English words."""
MAXIMUM = 2_400
"""Most characters of a chunk that holds no code fence and no table row longer than that; our choice."""
SMALL = 200
"""A beginning shorter than this (a heading, a lead-in) stays with what follows; our choice."""
WHOLE = 65_536
"""Most characters of a code fence or a table row that is kept whole; our choice."""

_BLANK_LINES = re.compile(r"(?:[ \t]*(?:\r\n?|\n))+")
_SENTENCE_END = re.compile(r"[.!?…][\"')\]]*\s+|[。！？][」』”）]*")


class _Section(NamedTuple):
    heading: tuple[str, ...]
    first: int
    last: int


def chunks(text: str, document: Document) -> tuple[Chunk, ...]:
    """
    The prose of a note in chunks: every character but blank lines is in exactly one, in order.

    A heading opens a chunk and belongs to it; a heading with nothing of its own joins its first
    subsection. Within a section whole paragraphs are packed up to `TARGET` characters. A longer paragraph
    is cut at line ends, a longer line at sentence ends, else at blanks, else anywhere. A code fence and
    a table row stay whole up to `WHOLE` characters.

    Args:
        text: The whole text of the file.
        document: What `parse` gave for it.

    Returns:
        Chunks with lines of the file; empty when there is no prose.
    """
    starts = [start + document.body_offset for start in line_starts(text[document.body_offset :])]
    bounds = [*starts, len(text)]
    fences = [_lines_of(span, starts) for span in document.fences]
    rows = [_lines_of(span, starts) for span in document.tables]
    found = []
    for section in _sections(text, document, starts):
        units = _units(text, section, bounds, fences, rows)
        for start, end in _packed(units):
            chunk = _chunk(text, start, end, section.heading, starts, document.body_line)
            if chunk is not None:
                found.append(chunk)
    return tuple(found)


def _lines_of(span: Span, starts: Sequence[int]) -> tuple[int, int]:
    """Line indices that a span touches, end exclusive."""
    return bisect_right(starts, span[0]) - 1, bisect_left(starts, span[1])


def _sections(text: str, document: Document, starts: Sequence[int]) -> Iterator[_Section]:
    path: list[tuple[int, str]] = []
    first = 0
    headings = document.headings
    for number, heading in enumerate(headings):
        line = heading.line - document.body_line
        after = headings[number - 1] if number else None
        is_bare = (
            after is not None and after.level < heading.level and not text[after.end : heading.start].strip()
        )
        if line > first and not is_bare:
            yield _Section(tuple(name for _, name in path), first, line)
            first = line
        while path and path[-1][0] >= heading.level:
            path.pop()
        path.append((heading.level, heading.text))
    yield _Section(tuple(name for _, name in path), first, len(starts))


def _units(
    text: str,
    section: _Section,
    bounds: Sequence[int],
    fences: Sequence[tuple[int, int]],
    tables: Sequence[tuple[int, int]],
) -> Iterator[Span]:
    """Stretches that packing keeps whole: fences, paragraphs with the blank lines after them, or pieces."""
    line = section.first
    while line < section.last:
        at = bisect_right(fences, (line, len(bounds)))
        inside = fences[at - 1] if at and fences[at - 1][1] > line else None
        if inside:
            end = min(inside[1], section.last)
            limit = WHOLE
        else:
            stop = min(section.last, fences[at][0] if at < len(fences) else section.last)
            end = _paragraph_end(text, bounds, line, stop)
            limit = MAXIMUM
        if bounds[end] - bounds[line] <= limit:
            yield bounds[line], bounds[end]
        else:
            yield from _pieces(text, bounds, (line, end), tables, is_fence=inside is not None)
        line = end


def _paragraph_end(text: str, bounds: Sequence[int], line: int, stop: int) -> int:
    end = line
    while end < stop and not _is_blank(text, bounds, end):
        end += 1
    while end < stop and _is_blank(text, bounds, end):
        end += 1
    return end


def _is_blank(text: str, bounds: Sequence[int], line: int) -> bool:
    start, end = bounds[line], bounds[line + 1]
    return not text[start : min(end, start + 80)].strip() and not text[start:end].strip()


def _pieces(
    text: str,
    bounds: Sequence[int],
    lines: tuple[int, int],
    tables: Sequence[tuple[int, int]],
    *,
    is_fence: bool,
) -> Iterator[Span]:
    """A stretch that is too long, cut at line ends; a line that is too long, cut inside."""
    start = bounds[lines[0]]
    for line in range(*lines):
        begin, end = bounds[line], bounds[line + 1]
        at = bisect_right(tables, (line, len(bounds)))
        is_row = is_fence or bool(at and tables[at - 1][1] > line)
        if end - start > TARGET and begin > start:
            yield start, begin
            start = begin
        if end - begin > (WHOLE if is_row else MAXIMUM):
            yield from _line_pieces(text, begin, end)
            start = end
    if start < bounds[lines[1]]:
        yield start, bounds[lines[1]]


def _line_pieces(text: str, start: int, end: int) -> Iterator[Span]:
    while end - start > MAXIMUM:
        half, stop = start + TARGET, start + MAXIMUM
        cut = max((match.end() for match in _SENTENCE_END.finditer(text, half, stop)), default=0)
        cut = cut or text.rfind(" ", half, stop) + 1 or stop
        yield start, cut
        start = cut
    yield start, end


def _packed(units: Iterator[Span]) -> Iterator[Span]:
    start = end = -1
    for first, last in units:
        size = end - start
        fits = last - start <= TARGET or (size < SMALL and last - start <= MAXIMUM)
        # A fence or a row beyond the maximum takes its lead-in along, for it is its own chunk anyway.
        if start < 0:
            start = first
        elif not (fits or (size < SMALL and last - first > MAXIMUM)):
            yield start, end
            start = first
        end = last
    if start >= 0:
        yield start, end


def _chunk(
    text: str, start: int, end: int, heading: tuple[str, ...], starts: Sequence[int], body_line: int
) -> Chunk | None:
    blank = _BLANK_LINES.match(text, start, end)
    start = blank.end() if blank else start
    prose = text[start:end].rstrip()
    if not prose:
        return None
    first = bisect_right(starts, start) - 1
    last = bisect_right(starts, start + len(prose) - 1) - 1
    return Chunk(prose, heading, first + body_line, last + body_line)
