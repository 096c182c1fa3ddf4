"""Quotes: whether one text holds another's statement word for word."""

import re

from caveat.text.fold import fold_text
from caveat.text.tables_doubt import DOUBT_SIGNS, DOUBT_WORDS

LEAST_WORDS = 3
"""Words of the shortest statement that is looked for; our choice: shorter ones stand everywhere."""

LEAST_SIGNS = 6
"""The same in Han, kana and Hangul characters, where words are not parted; our choice."""

MOST_PLACES = 64
"""Places at which a statement is looked at in one text; our choice."""

_LINK = re.compile(
    r"!?\[\[[^\[\]|\n]*\|([^\[\]\n]*)\]\]|!?\[\[([^\[\]\n]*)\]\]|!?\[([^\[\]\n]*)\]\([^()\s]*\)"
)
_MARKS = re.compile(r"[*`~]+|(?<!\w)_+|_+(?!\w)|^[ \t]*(?:#{1,6}|>|[-+]|\d+[.)])[ \t]+", re.MULTILINE)
_QUOTES = str.maketrans(dict.fromkeys('“”„‟«»‹›「」『』"', '"') | dict.fromkeys("‘’‚‛`", "'"))
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_BREAK = re.compile(r"[.!?;。！？；\n](?!\d)")
_ENDS = ".!;:,)]\"'。！；：，、）\n"


def is_quoted(statement: str, text: str) -> bool:
    """
    Whether *text* states *statement* word for word.

    Case, widths, kinds of blanks and quotation marks, and Markdown's marks make no difference. It has to end
    where a clause ends, so that ``the rent is 900`` is not found in ``the rent is 900,000``, and nothing
    before it in its sentence may deny it, make it a condition or put it in doubt; a question states nothing.

    Args:
        statement: What is looked for; shorter than `LEAST_WORDS` words it is not found.
        text: Where, at any length; looked through in linear time.
    """
    wanted = " ".join(_plain(statement).split()).strip(" .!。！\"'")
    if not _is_long_enough(wanted):
        return False
    plain = re.sub(r"[^\S\n]+", " ", _plain(text))
    plain = re.sub(r"(?<=[^\s.!?:;。！？；：])\n(?=[^\W\d_])", " ", plain)
    place, looked = plain.find(wanted), 0
    while place >= 0 and looked < MOST_PLACES:
        if _stands(plain, place, place + len(wanted)):
            return True
        place, looked = plain.find(wanted, place + 1), looked + 1
    return False


def _plain(text: str) -> str:
    shown = _LINK.sub(lambda found: found[1] or found[2] or found[3] or "", text)
    return fold_text(_MARKS.sub("", shown).translate(_QUOTES))


def _is_long_enough(text: str) -> bool:
    return len(_UNSPACED.findall(text)) >= LEAST_SIGNS or len(text.split()) >= LEAST_WORDS


def _stands(text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]`` is a statement of its own: whole words, not denied, not asked."""
    before, after = text[start - 1 : start], text[end : end + 1]
    is_unspaced = _UNSPACED.match(text[start]) is not None
    if before.isalnum() and not is_unspaced:
        return False
    if text[start].isdigit() and before and before in "-+−–.,$€£¥₽%/":
        return False
    if after and after not in _ENDS and not (after == " " and text[end + 1 : end + 2] in "-–—("):
        return False
    if after in ("", "\n") or not text[end + 1 : end + 2].isdigit():
        return _is_plain_sentence(text, start, end)
    return False


def _is_plain_sentence(text: str, start: int, end: int) -> bool:
    lead = text[_opening(text, start) : start]
    if any(word in DOUBT_WORDS for word in _WORD.findall(lead)):
        return False
    if any(sign in lead for sign in DOUBT_SIGNS):
        return False
    closing = _BREAK.search(text, end)
    return closing is None or closing[0] not in "?？"


def _opening(text: str, start: int) -> int:
    """Where the sentence that holds *start* begins, looking back 1,000 characters at most."""
    since = max(0, start - 1000)
    ends = [found.end() for found in _BREAK.finditer(text, since, start)]
    return ends[-1] if ends else since
