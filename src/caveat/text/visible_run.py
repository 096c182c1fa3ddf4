"""Runs: characters of a text with their way back to the original."""

from collections.abc import Sequence
from typing import NamedTuple

from caveat.model.visible import Hidden
from caveat.text.patterns import regex

BLANKS = " \t\n\r\f"
"""What HTML calls ASCII whitespace (living standard, section 4.6 of Infra); a no-break space is none."""

# Characters without width or ink: they would split a number that the reader sees whole. The overrides of
# direction (U+202D, U+202E) stay, because what stands behind one is not shown as it is stored.
_INVISIBLE = regex(
    "[\xad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202c\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]+"
)


class Run(NamedTuple):
    """
    Characters with their way back.

    Attributes:
        text: The characters as they are read.
        starts: For each, where in the original it comes from.
        ends: For each, one past its last in the original.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def cut(self, start: int, end: int) -> "Run":
        """The characters ``[start, end)`` of the run."""
        return Run(self.text[start:end], self.starts[start:end], self.ends[start:end])


def literal(text: str, start: int) -> Run:
    """*text* as it stands in the original at *start*."""
    end = start + len(text)
    return Run(text, range(start, end), range(start + 1, end + 1))


def whole(text: str, start: int, end: int) -> Run:
    """*text* each of whose characters comes from all of ``[start, end)``."""
    return Run(text, (start,) * len(text), (end,) * len(text))


def join(runs: Sequence[Run]) -> Run:
    """The runs as one."""
    if len(runs) == 1:
        return runs[0]
    starts: list[int] = []
    ends: list[int] = []
    for run in runs:
        starts.extend(run.starts)
        ends.extend(run.ends)
    return Run("".join(run.text for run in runs), starts, ends)


def seen(run: Run, hidden: list[Hidden]) -> Run:
    """The run without its invisible characters, which are added to *hidden*."""
    text = run.text
    if text.isascii() or not _INVISIBLE.search(text):
        return run
    kept: list[Run] = []
    place = 0
    for found in _INVISIBLE.finditer(text):
        kept.append(run.cut(place, found.start()))
        place = found.end()
        hidden.append(Hidden("invisible", run.starts[found.start()], run.ends[place - 1]))
    kept.append(run.cut(place, len(text)))
    return join(kept)


def aligned(text: str, original: str, start: int) -> Run:
    """
    *text* found again, character by character, in the stretch *original* that a parser made it from.

    Args:
        text: What the parser gave: the stretch with some characters left out or made blanks.
        original: The stretch as it is written.
        start: Where the stretch starts in the original, code points.

    Returns:
        A run of *text*; a character that is not found comes from the whole stretch.
    """
    if text == original:
        return literal(text, start)
    starts: list[int] = []
    places = iter(enumerate(original, start))
    for character in text:
        for place, written in places:
            if written == character or (character == " " and written.isspace()):
                starts.append(place)
                break
        else:
            return whole(text, start, start + len(original))
    return Run(text, starts, [place + 1 for place in starts])
