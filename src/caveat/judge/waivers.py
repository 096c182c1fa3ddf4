"""Waivers: words of a draft that somebody else than its author let pass."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from caveat.model.facts import Verdict, Waiver
from caveat.model.visible import Mark, Visible
from caveat.text.automaton import Match, whole_words
from caveat.text.forms_keys import fold_subject

MOST_PLACES = 1_000
"""Places of one waiver's words in one draft that are looked at; our choice."""


class Excused(NamedTuple):
    """
    Verdicts after waivers.

    Attributes:
        verdicts: In their order; those that a waiver covers are CONFIRMED, WAIVED.
        used: The waivers that covered one.
    """

    verdicts: tuple[Verdict, ...]
    used: tuple[Waiver, ...]


def excused(
    verdicts: Sequence[Verdict], text: Visible, waivers: Iterable[Waiver], *, marks: Iterable[Mark] = ()
) -> Excused:
    """
    *verdicts* with what *waivers* let pass.

    A waiver lets a number pass where its words stand in the draft as whole words, number included; case and
    kinds of blanks do not count. A mark of the draft speaks of the number just before it in its block.

    Args:
        verdicts: By place.
        text: What a reader of the draft sees.
        waivers: Those that hold for this draft and may be relied on.
        marks: Excuses in the draft itself that count too.
    """
    open_ones = [one for one in verdicts if one.decision != "CONFIRMED"]
    if not open_ones:
        return Excused(tuple(verdicts), ())
    waivers = list(waivers)
    whole = fold_subject(text.text if waivers else "")
    covered: list[tuple[int, int, Waiver]] = []
    for waiver in waivers:
        words = fold_subject(waiver.words).text.strip()
        at, found = whole.text.find(words) if words else -1, 0
        while at >= 0 and found < MOST_PLACES:
            if any(whole_words(whole.text, [Match(0, at, at + len(words))])):
                covered.append((*whole.span(at, at + len(words)), waiver))
            at, found = whole.text.find(words, at + 1), found + 1
    covered += [_inline(mark, verdicts, text) for mark in marks if mark.kind == "allow"]
    changed: dict[int, Verdict] = {}
    used: dict[Waiver, None] = {}
    for one in open_ones:
        for start, end, waiver in covered:
            if start <= one.start and one.end <= end:
                used[waiver] = None
                changed[id(one)] = _waived(one, waiver)
                break
    return Excused(tuple(changed.get(id(one), one) for one in verdicts), tuple(used))


def _inline(mark: Mark, verdicts: Sequence[Verdict], text: Visible) -> tuple[int, int, Waiver]:
    """Where a mark in the draft counts: its stretch, or the number just before it in the same block."""
    waiver = Waiver("", reason=mark.value, who="the draft itself")
    if mark.start < mark.end:
        return mark.start, mark.end, waiver
    at = bisect_right(verdicts, mark.start, key=lambda one: one.end) - 1
    if at >= 0 and text.block_at(verdicts[at].start) == text.block_at(max(mark.start - 1, 0)):
        return verdicts[at].start, verdicts[at].end, waiver
    return mark.start, mark.start, waiver


def _waived(verdict: Verdict, waiver: Waiver) -> Verdict:
    place = f", {waiver.path}:{waiver.line}" if waiver.line else f", {waiver.path}" if waiver.path else ""
    detail = f"waived by {waiver.who}: {waiver.reason}{place}"
    return verdict._replace(decision="CONFIRMED", reason="WAIVED", facts=(), detail=detail)
