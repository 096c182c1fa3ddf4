"""Flags become findings: one for each rule, entity and chapter, the gravest first, and counted."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from caveat.judge.rendering_rules import RULES, Flag, Group
from caveat.model.findings import Finding
from caveat.model.terms import Term
from caveat.text.decode import place

OVERFLOW = 5.0
"""Flags per 1,000 characters beyond which they are told to be too many; our choice."""

FEWEST = 20
"""Flags that a chapter has at least before they can be too many; our choice."""

PER = 1000
"""Characters that flags are counted by."""

_GRAVITY = {"error": 0, "warning": 1, "note": 2}


class Told(NamedTuple):
    """
    What is told of a chapter.

    Attributes:
        findings: The gravest first, then the most frequent, then by place.
        flags: Number of flags, notes left out.
        per_thousand: The same per 1,000 characters of the translation; 0 for an empty one.
    """

    findings: tuple[Finding, ...]
    flags: int
    per_thousand: float


def told(
    flags: Sequence[Flag],
    terms: Mapping[str, Term],
    occurrences: Mapping[str, int],
    *,
    path: str,
    lines: Sequence[int],
    characters: int,
) -> Told:
    """
    The findings of *flags*.

    Args:
        flags: In any order.
        terms: Those that flags are about, by ref.
        occurrences: Ref → how often the source has it.
        path: File of the translation.
        lines: Where its lines start, as `text.decode.line_starts` gives it.
        characters: Of the translation, blanks included.
    """
    count = sum(flag.severity != "note" for flag in flags)
    rate = count * PER / characters if characters else 0.0
    everything = list(flags)
    if count >= FEWEST and rate > OVERFLOW:
        said = f"{count} flags in {characters:,} characters, {rate:.1f} per 1,000"
        everything.append(Flag("flag-overflow", "", 0, said, severity="warning"))
    groups: dict[tuple[str, str, bool], list[Flag]] = {}
    for flag in sorted(everything, key=lambda flag: (flag.start, flag.code, flag.term)):
        groups.setdefault((flag.code, flag.term, flag.severity == "note"), []).append(flag)
    ranked = []
    for (code, ref, _), members in groups.items():
        said_of = RULES[code](Group(terms.get(ref), members, occurrences.get(ref, 0)))
        mildest = max(members, key=lambda flag: _GRAVITY[flag.severity]).severity
        severity = max((said_of.severity, mildest), key=_GRAVITY.__getitem__)
        line, column = place(lines, members[0].start)
        finding = Finding(said_of.code, severity, said_of.message, path, line, column, said_of.help)
        ranked.append((_GRAVITY[severity], list(RULES).index(code), -len(members), line, column, finding))
    ranked.sort(key=lambda one: one[:5])
    return Told(tuple(one[5] for one in ranked), count, rate)
