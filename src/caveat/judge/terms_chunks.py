"""Chunks of a chapter: where it is cut so that a model can take it, between paragraphs where that can be."""

import re

from caveat.text.layout_book import wrapped_lines

VERSION = "chunk/v1"
"""Changes when a chapter may be cut elsewhere; part of every snapshot."""

_SENTENCE = re.compile("[。！？!?][」』”’)）]*|[.]+[”’\"')]*(?=\\s)")


def chunks(text: str, size: int) -> tuple[tuple[int, int], ...]:
    """
    Where *text* is cut: (start, end) of each chunk, together the whole text.

    Args:
        text: A chapter.
        size: Code points that a chunk has at most; 0 = one chunk. A sentence that is longer is cut.

    Returns:
        At least one chunk. Cuts lie behind the last paragraph that fits, else the last sentence.
    """
    if size <= 0 or len(text) <= size:
        return ((0, len(text)),)
    seams = wrapped_lines(text)
    paragraphs = [match.end() for match in re.finditer("\n", text) if match.start() not in seams]
    cuts, start = [], 0
    place = 0
    while len(text) - start > size:
        best = 0
        while place < len(paragraphs) and paragraphs[place] <= start + size:
            best = paragraphs[place]
            place += 1
        end = best if best > start else _sentence_end(text, start, start + size)
        cuts.append((start, end))
        start = end
    return (*cuts, (start, len(text)))


def _sentence_end(text: str, start: int, limit: int) -> int:
    ends = [match.end() for match in _SENTENCE.finditer(text, start, limit)]
    return ends[-1] if ends else limit
