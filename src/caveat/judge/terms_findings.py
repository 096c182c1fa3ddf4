"""Findings of a preparation: what someone must look at before a chunk is translated, each told once."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from caveat.judge.terms_lexicon import Lexicon
from caveat.judge.terms_match import Matches
from caveat.model.findings import Finding
from caveat.model.preparation import BlockEntry, CarriedState, Occurrence, UnknownName
from caveat.text.decode import place

SHOWN = 24
"""Characters of a name that a message repeats (our choice)."""


class Where(NamedTuple):
    """
    Where the chunk lies.

    Attributes:
        path: Its file.
        offset: Where it starts in that file, code points.
        lines: Where the lines of the file start.
        chapter: Its chapter.
    """

    path: str
    offset: int
    lines: Sequence[int]
    chapter: int


def findings_of(
    lexicon: Lexicon,
    found: Matches,
    unknown: Iterable[UnknownName],
    evicted: Iterable[BlockEntry],
    where: Where,
    *,
    state: CarriedState,
    is_state_used: bool,
) -> tuple[Finding, ...]:
    """
    All findings, by place, those of no place first.

    Returns:
        ``spoiler-blocked``, ``no-rendering``, ``confusable``, ``unknown-name``, ``ruby-key``,
        ``evicted-confirmed`` (an error), ``evicted`` and ``state-not-previous``.
    """
    told = [*_blocked(lexicon, found, where), *_nameless(lexicon, found, where), *_slips(found, where)]
    told += [_unknown(one, where) for one in unknown]
    told += [_ruby(one.base, one.reading, where) for one in found.ruby]
    told += [_evicted(lexicon, one, where) for one in evicted]
    if not is_state_used:
        told.append(_state(state, where))
    return tuple(sorted(told, key=lambda one: (one.line, one.column, one.code, one.message)))


def _at(where: Where, start: int) -> tuple[str, int, int]:
    if not where.path or start < 0:
        return where.path, 0, 0
    return (where.path, *place(where.lines, where.offset + start))


def _first(occurrences: Iterable[Occurrence]) -> dict[str, tuple[Occurrence, int]]:
    """Term → its first occurrence, and how many there are."""
    seen: dict[str, tuple[Occurrence, int]] = {}
    for one in occurrences:
        first, count = seen.get(one.term, (one, 0))
        seen[one.term] = first, count + 1
    return seen


def _blocked(lexicon: Lexicon, found: Matches, where: Where) -> list[Finding]:
    alive = {(one.start, one.end) for one in found.occurrences if one.decision != "REJECTED"}
    told = []
    for ref, (first, count) in _first(o for o in found.occurrences if o.reason == "SPOILER").items():
        since = lexicon.terms[ref].window.since
        times = f", {count} times" if count > 1 else ""
        is_served = (first.start, first.end) in alive
        told.append(
            Finding(
                "spoiler-blocked",
                "note" if is_served else "warning",
                f"“{_short(first.key)}” stands in chapter {where.chapter} and holds from {since}{times}",
                *_at(where, first.start),
                "Kept from the model. If it is known here already, widen the window of the term.",
            )
        )
    return told


def _nameless(lexicon: Lexicon, found: Matches, where: Where) -> list[Finding]:
    shown = (o for o in found.occurrences if o.decision != "REJECTED" and not lexicon.terms[o.term].rendering)
    return [
        Finding(
            "no-rendering",
            "warning",
            f"“{_short(first.key)}” has no rendering yet",
            *_at(where, first.start),
            "Decide on one; until then the model is told nothing of it.",
        )
        for first, _ in _first(shown).values()
    ]


def _slips(found: Matches, where: Where) -> list[Finding]:
    return [
        Finding(
            "confusable",
            "warning",
            f"“{_short(slip.words)}” looks like the key “{_short(slip.key.key.text)}” and is another word",
            *_at(where, slip.start),
            "Correct the text, or add the spelling as a key of kind orthographic.",
        )
        for slip in found.slips
    ]


def _unknown(one: UnknownName, where: Where) -> Finding:
    times = f", {len(one.starts)} times" if len(one.starts) > 1 else ""
    near = f" Near: {', '.join(one.near_keys)}." if one.near_keys else ""
    return Finding(
        "unknown-name",
        "warning",
        f"“{_short(one.text)}” may be a name ({one.why}) and is no term{times}",
        *_at(where, one.starts[0]),
        f"Add a term or a key for it, or leave it as it is when it is none.{near}",
    )


def _ruby(base: str, reading: str, where: Where) -> Finding:
    return Finding(
        "ruby-key",
        "note",
        f"“{_short(base)}” is read “{_short(reading)}” here",
        where.path,
        help="Add the reading as a key of kind ruby if the text also writes it out.",
    )


def _evicted(lexicon: Lexicon, entry: BlockEntry, where: Where) -> Finding:
    is_sure = entry.decision == "CONFIRMED" and not entry.is_sticky
    called = _short(lexicon.terms[entry.term].headword)
    return Finding(
        "evicted-confirmed" if is_sure else "evicted",
        "error" if is_sure else "note",
        f"no room in the budget for “{called}” ({entry.cost} tokens)",
        *_at(where, entry.start),
        "Raise the budget or make the chunks smaller." if is_sure else "",
    )


def _state(state: CarriedState, where: Where) -> Finding:
    return Finding(
        "state-not-previous",
        "warning",
        f"the carried state is of {state.origin}, not of what comes before; nothing is carried",
        where.path,
        help="Give the state that the previous chunk or chapter committed, or none.",
    )


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= SHOWN else plain[: SHOWN - 1] + "…"
