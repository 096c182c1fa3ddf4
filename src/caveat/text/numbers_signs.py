"""The sign before a number: a minus by character, by word, or by the triangle of East Asian accounts."""

from caveat.text.numbers_units import Place
from caveat.text.patterns import regex
from caveat.text.tables_number_noise import NEGATIVE
from caveat.text.tables_number_units import SIGNS

_BEFORE_MINUS = frozenset((*SIGNS, *" \u00a0\n\t([{«\"'“:=~≈<>≤≥/|,;±\x1e"))
_MINUS_WORDS = (*NEGATIVE,)
_TRIANGLES = {"ja": "▲△", "ko": "△"}
"""Signs that stand for a minus in the accounts of a language; elsewhere they say *up*."""

_LAST_WORD = regex(r"[^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿]+$")


def signed(place: Place, start: int, bound: int) -> tuple[int, bool]:
    """
    Where the sign before *start* begins, and whether it is a minus; a hyphen behind a digit never is.

    Args:
        place: Where.
        start: First character of a number or of the sign of money before it.
        bound: End of what was read before; nothing before it is looked at.
    """
    text = place.passage.text
    at = start - 1
    if at < bound:
        return start, False
    if text[at] in " \u00a0" and at - 1 >= bound and text[at - 1] in "−▲△":
        at -= 1
    sign = text[at]
    if sign == "+" and (at == 0 or not text[at - 1].isalnum()):
        return at, False
    if sign in "▲△":
        is_minus = sign in _TRIANGLES.get(place.language, "")
        return (at, True) if is_minus else (start, False)
    if sign not in "-−–":
        return _worded(text, start, bound)
    before = text[at - 1 : at] if at > bound else ""
    if before and before not in _BEFORE_MINUS and not ("\u2e80" <= before and before.isalpha()):
        return start, False
    if text[max(0, at - 2) : at] == "+/":
        return start, False
    if bound and sign != "−" and not text[bound:at].strip(" \u00a0"):
        return start, False
    return at, True


def _worded(text: str, start: int, bound: int) -> tuple[int, bool]:
    if text[start - 1] not in " \u00a0" and not text[start - 1].isalpha():
        return start, False
    window = text[max(bound, start - 12) : start].rstrip(" \u00a0")
    if not window or not window.lower().endswith(_MINUS_WORDS):
        return start, False
    word = _LAST_WORD.search(window)
    if word is None:
        return start, False
    low = word[0].lower()
    is_east = low[-1] in "负負"
    if low not in NEGATIVE and not is_east and not low.endswith(("マイナス", "마이너스")):
        return start, False
    if low == "moins" and window[: word.start()].lower().rstrip().endswith(("au", "du")):
        return start, False
    length = 1 if is_east else 4 if low.endswith(("マイナス", "마이너스")) else len(low)
    return max(bound, start - len(text[max(bound, start - 12) : start]) + word.end() - length), True
