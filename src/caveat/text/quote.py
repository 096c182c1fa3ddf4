"""Quotes: whether one text holds another's statement word for word."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from caveat.text.fold import fold_text
from caveat.text.tables_doubt import (
    DOUBT_PHRASES,
    DOUBT_SIGNS,
    DOUBT_WORDS,
    LEADING_WORDS,
    OTHER_HEADS,
    PASSED_WORDS,
)

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
_STRUCK = re.compile(r"(?<![~\w])(~{1,2})(?=[^\s~])[^~]*(?<=\S)\1(?![~\w])")
# Neither are comments, which no reader sees: of HTML, and Obsidian's.
_HIDING = re.compile(r"(<!--)|(%%)|<(del|s|strike)\b[^<>]*>", re.IGNORECASE)
_INVISIBLE = re.compile(
    "[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff\U000e0000-\U000e007f]"
)
_INLINE = re.compile(r"[*`~]+|(?<!\w)_+|_+(?!\w)")
_BLOCK = re.compile(r"[ \t]*(?:(?:#{1,6}|[-+*]|\d{1,9}[.)])(?=[ \t])|>|\|)[ \t]*")
_RULE = re.compile(r"[ \t]*(?:[-=_*][ \t]*){3,}$")
_QUOTES = str.maketrans(dict.fromkeys('“”„‟«»‹›「」『』"', '"') | dict.fromkeys("‘’‚‛`", "'"))
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
# Dots that trail off end nothing: "900... maybe".
_BREAK = re.compile(r"(?:(?:(?<!\.)\.(?!\.)|[!?;！？；])(?!\d)|。)[.!?。！？]*")
_END = re.compile(r"(?:(?:(?<!\.)\.(?!\.)|[!?！？])(?!\d)|。)[.!?。！？]*")
_ENDS = ".!;:,)]\"'。！；：，、）"
_MORE_NUMBERS = re.compile(
    r" ?(?:[-–—−,(/:;~+&×*]|\b) ?"
    r"(?:(?:or|and|to|plus|minus|times|x|und|bis|oder|mal|et|à|ou|y|a|o|u|e|и|или|до|плюс) )?"
    r"[$€£¥₽]? ?\d"
)
"""What makes of the number before it a range, a list or another number."""

# What stands before a clause: a mark, or a number like "3.1", "(a)", "§ 3 (1)".
_OPENS = frozenset(".,;:!?…–—-(\"'[|→•▪◦·✓✔✅☑※★☆►▶👉💡📌、，：；（。！？")
_NUMBERING = re.compile(r"(?:[§#(\[]* ?(?:\d[\d.:/-]*[a-z]?|[a-z]|[ivxl]{2,4})\b[.)\]:]* ?){1,4}")
_LONGEST_WORD = 30
_LAST_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*$")
# An item of a list that is still to be done: "- [ ] so", or deferred, asked, dropped by another sign.
_OPEN_TASK = re.compile(r"\[[^\]x]\](?: |$)")
_DONE_TASK = re.compile(r"\[x\] +")
# What a quotation of Obsidian's or GitHub's opens with, but for kinds that say that something is not so.
_CALLOUT = re.compile(r"\[!(?!fail|missing|bug)[^\[\]\n]*\][+-]?[ \t]*")
_CELL_END = re.compile(r"(?<!\\)\|")
# Heads of columns that hold numbers or days, and doubt nothing.
_PLAIN_HEADS = frozenset(("no.", "when", "wann", "quand", "cuando", "когда", "may"))
_LONGEST_ROW = 20_000


class _Block(NamedTuple):
    """
    A paragraph, list item, heading or cell of a table on one line.

    Attributes:
        text: Its words.
        lead: The words before it that lead to it by a colon.
        row: Of a cell: all cells of its row.
        heads: Of a cell: those of the table's columns that say something of what stands below.
    """

    text: str
    lead: str
    row: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()


def is_quoted(statement: str, text: str) -> bool:
    """
    Whether *text* states *statement* word for word.

    Case, widths, kinds of blanks and quotation marks, and Markdown's marks make no difference; what is struck
    out or a comment is not there. It has to begin and end where a clause does, so that ``the rent is 900`` is
    not found in ``half the rent is 900``, ``the rent is 900,000`` or ``the rent is 900 – 950``, and nothing
    in its sentence, nor in the words before that lead to it by a colon, nor in the other cells of its row and
    the heads of its table, may deny it, make it a condition or put it in doubt; a question states nothing,
    nor does a task that is still to be done.

    Args:
        statement: What is looked for; shorter than `LEAST_WORDS` words it is not found.
        text: Where, at any length; looked through in linear time.
    """
    wanted = " ".join(block.text for block in _blocks(statement)).strip(" .!。！\"'")
    if not _is_long_enough(wanted):
        return False
    looked = 0
    for block in _blocks(text):
        if _OPEN_TASK.match(block.text):
            continue
        place = block.text.find(wanted)
        while place >= 0 and looked < MOST_PLACES:
            if _stands(block, place, place + len(wanted)):
                return True
            place, looked = block.text.find(wanted, place + 1), looked + 1
    return False


def _blocks(text: str) -> Iterator[_Block]:
    """The blocks of *text*, folded, without marks; a line that is wrapped goes on with the one before."""
    shown = _STRUCK.sub(" ", _INVISIBLE.sub("", _seen(text)))
    shown = _LINK.sub(lambda found: found[1] or found[2] or found[3] or "", shown)
    lead, parts, is_item = "", list[str](), False
    before, heads, is_row = "", tuple[str, ...](), False
    for line in [*fold_text(shown).splitlines(), ""]:
        marks, rest = _marks_of(line)
        starts = (
            bool(marks.strip(">")) or bool({"#", "!"} & {*before}) or (">" in marks and ">" not in before)
        )
        if parts and (starts or not rest):
            words = " ".join(parts)
            yield _Block(words, lead)
            cells = _cells(words) if is_row else ()
            yield from (_Block(cell, lead, cells, heads) for cell in cells)
            heads = (heads or tuple(cell for cell in cells if cell not in _PLAIN_HEADS)) if is_row else ()
            # What a colon leads to is one paragraph, or all items of a list.
            if words.endswith(":"):
                # What is led to by doubt stays in doubt, however long the words between.
                if not _is_doubt(lead):
                    lead = words[_opening(words, len(words)) :][-LONGEST_LEAD:]
                is_item = False
            elif not is_item:
                lead = ""
            parts = []
        if rest and not parts:
            was_item, is_item, is_row = is_item, bool(marks.strip(">!")), marks.endswith("|")
            lead = "" if was_item and not is_item else lead
        parts += [" ".join(rest.split())] if rest else []
        before = marks


def _cells(words: str) -> tuple[str, ...]:
    """The cells of a row of a table whose first mark is taken off; none when it is too long to be one."""
    if len(words) > _LONGEST_ROW:
        return ()
    return tuple(cell.strip() for cell in _CELL_END.split(words.removesuffix("|")))


def _seen(text: str) -> str:
    """*text* with a blank for each comment and for what HTML strikes out; a comment without end hides all."""
    parts, at = list[str](), 0
    endless = set[str]()
    for found in _HIDING.finditer(text):
        end = "-->" if found[1] else found[2] or f"</{found[3].lower()}>"
        if found.start() < at or end in endless:
            continue
        closing = re.compile(re.escape(end), re.IGNORECASE).search(text, found.end())
        if closing is None and not found[1]:
            endless.add(end)
            continue
        parts.append(text[at : found.start()])
        at = closing.end() if closing else len(text)
    return " ".join([*parts, text[at:]])


def _marks_of(line: str) -> tuple[str, str]:
    """The marks that *line* opens with, and the rest of it without any; both empty of a rule."""
    if _RULE.match(line):
        return "", ""
    marks, at = "", 0
    while (found := _BLOCK.match(line, at)) is not None:
        marks, at = marks + found[0].strip(), found.end()
    if marks and (done := _DONE_TASK.match(line, at)) is not None:
        at = done.end()
    if ">" in marks and (callout := _CALLOUT.match(line, at)) is not None:
        marks, at = marks + "!", callout.end()
    return marks, _INLINE.sub("", line[at:]).translate(_QUOTES).strip()


def _is_long_enough(text: str) -> bool:
    return len(_UNSPACED.findall(text)) >= LEAST_SIGNS or len(text.split()) >= LEAST_WORDS


def _stands(block: _Block, start: int, end: int) -> bool:
    """Whether ``block.text[start:end]`` is a statement of its own: whole words, not denied, not asked."""
    text = block.text
    before, after = text[start - 1 : start], text[end : end + 1]
    if before.isalnum():
        return False
    if text[start].isdigit() and before and before in "-+−–.,$€£¥₽%/":
        return False
    is_aside = after == " " and text[end + 1 : end + 2] in "-–—("
    # French has a blank before these.
    is_spaced = text[end : end + 2] in (" ;", " :", " !")
    if after and after not in _ENDS and not (is_aside or is_spaced):
        return False
    if (after != "。" and text[end + 1 : end + 2].isdigit()) or _MORE_NUMBERS.match(text, end):
        return False
    # Behind a number an aside may be its unit, its other end, or "not".
    return not (is_aside and text[end - 1].isdigit()) and _is_plain_sentence(block, start, end)


def _is_plain_sentence(block: _Block, start: int, end: int) -> bool:
    text = block.text
    # A semicolon ends a clause, and what follows it may still take it back: "it is 900; not so".
    closing = _END.search(text, end)
    if closing is not None and ("?" in closing[0] or "？" in closing[0]):
        return False
    behind = text[end : closing.start() if closing else end + LONGEST_LEAD]
    before = text[_opening(text, start) : start]
    if not _begins(before):
        return False
    # A block's first sentence goes on from the line that leads to it; so do all items of a list.
    if _is_doubt(before) or _is_doubt(block.lead) or _is_doubt(behind, ignored="may"):
        return False
    if any(word in OTHER_HEADS for head in block.heads for word in head.split()):
        return False
    around = (*block.heads, *(cell for cell in block.row if cell != text))
    return not any(_is_doubt(cell, ignored="may") for cell in around)


def _begins(before: str) -> bool:
    """Whether a clause begins behind *before*, the part of its sentence that comes first."""
    rest = before
    while True:
        if rest.endswith(("-", "–")):
            # Tied to the word before: "semi-", "mid–".
            return len(rest) == 1
        rest = rest.rstrip()
        if not rest or rest[-1] in _OPENS:
            return True
        if len(rest) <= _LONGEST_WORD and _NUMBERING.fullmatch(rest):
            return True
        word = _LAST_WORD.search(rest[-_LONGEST_WORD:])
        if word is None or word[0] not in PASSED_WORDS:
            return word is not None and word[0] in LEADING_WORDS
        rest = rest[: -len(word[0])]


def _is_doubt(words: str, *, ignored: str = "") -> bool:
    """Whether *words* deny or doubt; behind a statement *may* is a month as often as not."""
    found = [word for word in _WORD.findall(words) if word != ignored]
    if any(word in DOUBT_WORDS or word.endswith("n't") for word in found):
        return True
    plain = f" {' '.join(found)} "
    return any(phrase in plain for phrase in DOUBT_PHRASES) or any(sign in words for sign in DOUBT_SIGNS)


def _opening(text: str, start: int) -> int:
    """Where the sentence that holds *start* begins, looking back `LONGEST_LEAD` characters at most."""
    since = max(0, start - LONGEST_LEAD)
    ends = [found.end() for found in _BREAK.finditer(text, since, start)]
    return ends[-1] if ends else since
