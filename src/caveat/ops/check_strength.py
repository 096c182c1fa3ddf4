"""Strength: the gate itself judges a draft with its numbers changed, again and again."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from caveat.judge.numbers import Case
from caveat.judge.strength import CLASSES, Mutant, mutants, rounds
from caveat.model.facts import Verdict
from caveat.ops.check_draft import Gate, Lines, Read, read_draft
from caveat.ops.results_check import Caught, Strength, Survivor

MOST_SURVIVORS = 200
"""Survivors that are told; our choice, the counts are of all."""

_CYRILLIC = re.compile("[А-Яа-яЁё]")


def strength(read: Read, gate: Gate, *, progress: Callable[[int, int], None] | None = None) -> Strength:
    """
    How much the gate catches in one draft.

    Every number that a fact binds is replaced by wrong ones, and by the right one in other notations, in the
    draft's own text, and the draft is judged again. A wrong number within the leeway of its own fact is none,
    and is not counted.

    Args:
        read: The draft as it is.
        gate: What it is checked against.
        progress: Told how many readings are done, of how many.
    """
    by_place = {(one.start, one.end): one for one in read.judged.verdicts}
    cases = [case for case in read.judged.cases if by_place[_span(case)].reason == "BOUND"]
    own = [{fact.id for fact in by_place[_span(case)].facts} for case in cases]
    is_russian = bool(_CYRILLIC.search(read.text.text))
    found = [
        mutants(case, read.text.text[slice(*_span(case))], gate.book, is_russian=is_russian) for case in cases
    ]
    turns = list(rounds(cases, [one.mutants for one in found]))
    tried: Counter[str] = Counter()
    right: Counter[str] = Counter()
    survivors: list[tuple[int, Survivor]] = []
    lines = Lines(read.source)
    for done, turn in enumerate(turns, 1):
        if progress:
            progress(done, len(turns))
        for index, (mutant, reason) in _judged(read, cases, turn, gate, own).items():
            tried[mutant.kind] += reason is not None
            right[mutant.kind] += reason == ""
            if reason:
                line, _ = lines.of(read.text.origin(*_span(cases[index]))[0])
                told = Survivor(mutant.kind, cases[index].words, mutant.text, line, reason)
                survivors.append((cases[index].quantity.start, told))
    return Strength(
        tuple(Caught(kind, right[kind], tried[kind]) for kind in CLASSES if tried[kind]),
        tuple(told for _, told in sorted(survivors)[:MOST_SURVIVORS]),
        len(cases),
        sum(one.left_out for one in found),
    )


def _span(case: Case) -> tuple[int, int]:
    return case.quantity.start, case.quantity.end


def _judged(
    read: Read, cases: Sequence[Case], turn: Mapping[int, Mutant], gate: Gate, own: Sequence[set[str]]
) -> dict[int, tuple[Mutant, str | None]]:
    """
    Each mutant of one reading with what became of it.

    Returns:
        By the index of its number: ``""`` decided rightly, None not wrong after all, else what excused or
        blocked it.
    """
    pieces: list[str] = []
    spans: dict[int, tuple[int, int]] = {}
    done = length = 0
    for index, mutant in sorted(turn.items()):
        start, end = read.text.origin(*_span(cases[index]))
        pieces += [read.source[done:start], mutant.text]
        length += start - done
        spans[index] = (length, length + len(mutant.text))
        length += len(mutant.text)
        done = end
    pieces.append(read.source[done:])
    again = read_draft("".join(pieces), read.format, gate)
    verdicts = again.judged.verdicts
    origins = [again.text.origin(one.start, one.end) for one in verdicts]
    found = {}
    for index, (start, end) in spans.items():
        low = bisect_right(origins, start, key=lambda origin: origin[1])
        high = bisect_left(origins, end, low, key=lambda origin: origin[0])
        hits = verdicts[low:high]
        found[index] = (turn[index], _outcome(turn[index], hits, own[index]))
    return found


def _outcome(mutant: Mutant, hits: Sequence[Verdict], own: set[str]) -> str | None:
    blocked = [one for one in hits if one.decision != "CONFIRMED"]
    if mutant.kind == "format":
        return "" if hits and not blocked else blocked[0].reason if blocked else "not seen as a number"
    if blocked:
        return ""
    if not hits:
        return "not seen as a number"
    ids = [fact.id for one in hits for fact in one.facts]
    others = [one for one in ids if one not in own]
    # Its own fact lets it pass: it lies within that fact's leeway.
    return others[0] if others else None
