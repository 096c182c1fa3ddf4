"""Quotes: whether one text holds another's statement word for word."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from caveat.text.fold import fold_text
from caveat.text.tables_doubt import DOUBT_SIGNS, DOUBT_WORDS

LEAST_WORDS = 3
"""Words of the shortest statement that is looked for; our choice: shorter ones stand everywhere."""

LEAST_SIGNS = 6
"""The same in Han, kana and Hangul characters, where words are not parted; our choice."""

MOST_PLACES = 64
"""Places at which a statement is looked at in one text; our choice."""

LONGEST_LEAD = 1_000
"""Characters before and behind a statement that are searched for doubt; our choice."""

_LINK = re.compile(
    r"!?\[\[[^\[\]|\n]*\|([^\[\]\n]*)\]\]|!?\[\[([^\[\]\n]*)\]\]|!?\[([^\[\]\n]*)\]\([^()\s]*\)"
)
# What is struck out is said no more: ~~so~~, ~so~, and as HTML. Each is looked for up to the next mark only.
_STRUCK = re.compile(
    r"(?<![~\w])(~{1,2})(?=[^\s~])[^~]*(?<=\S)\1(?![~\w])|<(del|s|strike)>[^<]*</\2>", re.IGNORECASE
)
_INLINE = re.compile(r"[*`~]+|(?<!\w)_+|_+(?!\w)")
_BLOCK = re.compile(r"[ \t]*(?:(?:#{1,6}|[-+*]|\d{1,9}[.)])(?=[ \t])|>|\|)[ \t]*")
_RULE = re.compile(r"[ \t]*(?:[-=_*][ \t]*){3,}$")
_QUOTES = str.maketrans(dict.fromkeys('“”„‟«»‹›「」『』"', '"') | dict.fromkeys("‘’‚‛`", "'"))
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
# Dots that trail off end nothing: "900... maybe".
_BREAK = re.compile(r"(?:(?<!\.)\.(?!\.)|[!?;。！？；])(?!\d)[.!?。！？]*")
_ENDS = ".!;:,)]\"'。！；：，、）"
_MORE_NUMBERS = re.compile(r" ?(?:[-–—,(/]|or|and|to|bis|oder|ou|o|и|или|до) ?[$€£¥₽]? ?\d")
"""What makes of the number before it a range, a list or another number."""


class _Block(NamedTuple):
    """A paragraph, list item or heading on one line, and the words before it that lead to it by a colon."""

    text: str
    lead: str


def is_quoted(statement: str, text: str) -> bool:
    """
    Whether *text* states *statement* word for word.

    Case, widths, kinds of blanks and quotation marks, and Markdown's marks make no difference; what is struck
    out is not there. It has to end where a clause ends, so that ``the rent is 900`` is not found in ``the
    rent is 900,000`` or ``the rent is 900 – 950``, and nothing in its sentence, nor in the words before that
    lead to it by a colon, may deny it, make it a condition or put it in doubt; a question states nothing.

    Args:
        statement: What is looked for; shorter than `LEAST_WORDS` words it is not found.
        text: Where, at any length; looked through in linear time.
    """
    wanted = " ".join(block.text for block in _blocks(statement)).strip(" .!。！\"'")
    if not _is_long_enough(wanted):
        return False
    looked = 0
    for block in _blocks(text):
        place = block.text.find(wanted)
        while place >= 0 and looked < MOST_PLACES:
            if _stands(block, place, place + len(wanted)):
                return True
            place, looked = block.text.find(wanted, place + 1), looked + 1
    return False


def _blocks(text: str) -> Iterator[_Block]:
    """The blocks of *text*, folded, without marks; a line that is wrapped goes on with the one before."""
    shown = _LINK.sub(lambda found: found[1] or found[2] or found[3] or "", _STRUCK.sub(" ", text))
    lead, parts, is_item = "", list[str](), False
    before = ""
    for line in [*fold_text(shown).splitlines(), ""]:
        marks, rest = _marks_of(line)
        starts = bool(marks.strip(">")) or "#" in before or (">" in marks and ">" not in before)
        if parts and (starts or not rest):
            yield _Block(" ".join(parts), lead)
            # What a colon leads to is one paragraph, or all items of a list.
            if parts[-1].endswith(":"):
                lead, is_item = " ".join(parts)[-LONGEST_LEAD:], False
            elif not is_item:
                lead = ""
            parts = []
        if rest and not parts:
            was_item, is_item = is_item, bool(marks.strip(">"))
            lead = "" if was_item and not is_item else lead
        parts += [" ".join(rest.split())] if rest else []
        before = marks


def _marks_of(line: str) -> tuple[str, str]:
    """The marks that *line* opens with, and the rest of it without any; both empty of a rule."""
    if _RULE.match(line):
        return "", ""
    marks, at = "", 0
    while (found := _BLOCK.match(line, at)) is not None:
        marks, at = marks + found[0].strip(), found.end()
    return marks, _INLINE.sub("", line[at:]).translate(_QUOTES).strip()


def _is_long_enough(text: str) -> bool:
    return len(_UNSPACED.findall(text)) >= LEAST_SIGNS or len(text.split()) >= LEAST_WORDS


def _stands(block: _Block, start: int, end: int) -> bool:
    """Whether ``block.text[start:end]`` is a statement of its own: whole words, not denied, not asked."""
    text = block.text
    before, after = text[start - 1 : start], text[end : end + 1]
    is_unspaced = _UNSPACED.match(text[start]) is not None
    if before.isalnum() and not is_unspaced:
        return False
    if text[start].isdigit() and before and before in "-+−–.,$€£¥₽%/":
        return False
    is_aside = after == " " and text[end + 1 : end + 2] in "-–—("
    if after and after not in _ENDS and not is_aside:
        return False
    if text[end + 1 : end + 2].isdigit() or _MORE_NUMBERS.match(text, end):
        return False
    # Behind a number an aside may be its unit, its other end, or "not".
    return not (is_aside and text[end - 1].isdigit()) and _is_plain_sentence(block, start, end)


def _is_plain_sentence(block: _Block, start: int, end: int) -> bool:
    text = block.text
    closing = _BREAK.search(text, end)
    if closing is not None and ("?" in closing[0] or "？" in closing[0]):
        return False
    behind = text[end : closing.start() if closing else end + LONGEST_LEAD]
    before = text[_opening(text, start) : start]
    # A block's first sentence goes on from the line that leads to it; so do all items of a list.
    return not (_is_doubt(before) or _is_doubt(block.lead) or _is_doubt(behind, ignored="may"))


def _is_doubt(words: str, *, ignored: str = "") -> bool:
    """Whether *words* deny or doubt; behind a statement *may* is a month as often as not."""
    found = (word for word in _WORD.findall(words) if word != ignored)
    is_said = any(word in DOUBT_WORDS or word.endswith("n't") for word in found)
    return is_said or any(sign in words for sign in DOUBT_SIGNS)


def _opening(text: str, start: int) -> int:
    """Where the sentence that holds *start* begins, looking back `LONGEST_LEAD` characters at most."""
    since = max(0, start - LONGEST_LEAD)
    ends = [found.end() for found in _BREAK.finditer(text, since, start)]
    return ends[-1] if ends else since
