"""What was measured of several tools, as text and as a document, with the bars that caveat is held to."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from caveat.bench.other_queries import KINDS, Asked, by_language
from caveat.bench.other_tools import DEPTH, OURS, QMD
from caveat.bench.other_tools_run import (
    AGAIN,
    COLD,
    DISK,
    INDEX,
    INDEX_MEMORY,
    QUERY_MEMORY,
    TOUCHED,
    WARM,
    Measured,
    share,
)
from caveat.bench.printing import NO_FIGURE, table
from caveat.bench.speed_figures import Figure, Machine, machine_line, ratio, shown

BAR = 1.0
"""Most that caveat's indexing and cold query may take, as a share of what qmd's take (bars of the design)."""

_TIMES = (INDEX, AGAIN, COLD, WARM)
_COSTS = (INDEX_MEMORY, QUERY_MEMORY, DISK, TOUCHED)


class Report(NamedTuple):
    """
    A run.

    Attributes:
        title: What was measured.
        asked: The queries.
        found: Every tool.
        bars: Ratios to qmd; without bars when the folder is not the one that they are stated for.
        required: Tools without which the run says nothing: those that somebody named.
        machine: Where.
    """

    title: str
    asked: Sequence[Asked]
    found: Sequence[Measured]
    bars: Sequence[Figure]
    required: Sequence[str]
    machine: Machine


def bars_of(found: Sequence[Measured], *, is_barred: bool) -> list[Figure]:
    """Indexing and cold query of caveat ÷ those of qmd; none when one of them took no part in the run."""
    by_name = {one.name: one for one in found}
    if OURS not in by_name or QMD not in by_name:
        return []
    bar = BAR if is_barred else None
    made = []
    for name in (INDEX, COLD):
        ours, theirs = (by_name[who].figures[name] for who in (OURS, QMD))
        label = f"{name}, {OURS} ÷ {QMD}"
        if ours.value is None or theirs.value is None:
            made.append(Figure(label, None, "×", bar=bar, note=f"{OURS} or {QMD} was not measured"))
        else:
            made.append(ratio(label, ours.value, theirs.value, bar=bar))
    return made


def exit_status(report: Report) -> int:
    """
    0 all bars met, 1 a bar missed, 2 something could not be measured.

    What could not is: caveat itself, a tool that is here and failed, one that was asked for by name, the
    other side of a bar, or every other tool. A tool that nobody asked for by name may be absent.
    """
    failed = [
        one
        for one in report.found
        if one.reason and (not one.is_absent or one.name in report.required or one.name == OURS)
    ]
    others = [one for one in report.found if not one.name.startswith(OURS) and not one.reason]
    unjudged = any(bar.bar is not None and bar.value is None for bar in report.bars)
    if failed or unjudged or not others:
        return 2
    return 1 if any(bar.verdict == "missed" for bar in report.bars) else 0


def as_text(report: Report) -> str:
    """Three tables with a row for each tool, what was not measured and why, and the bars."""
    here = [one for one in report.found if not one.reason]
    lines = [report.title, machine_line(report.machine)]
    lines += [f"{one.name} {one.version}".rstrip() for one in here if not one.name.startswith(f"{OURS} ")]
    if here:
        lines += ["", table(("", *_TIMES), [_row(one, _TIMES) for one in here])]
        lines += ["", table(("", *_COSTS), [_row(one, _COSTS) for one in here])]
        lines += ["", *_answers(report, here)]
    lines += ["", *_notes(report), *_bar_lines(report)]
    return "\n".join(lines).rstrip()


def as_json(report: Report) -> dict[str, Any]:
    """The same as a document, every query with its rank at each tool."""
    return {
        "title": report.title,
        "queries": [asked._asdict() for asked in report.asked],
        "tools": [_tool(one, report.asked) for one in report.found],
        "bars": [{**bar._asdict(), "verdict": bar.verdict} for bar in report.bars],
        "machine": report.machine._asdict(),
        "status": exit_status(report),
    }


def _tool(one: Measured, asked: Sequence[Asked]) -> dict[str, Any]:
    groups = dict(_groups(asked))
    return {
        "name": one.name,
        "version": one.version,
        "reason": one.reason,
        "figures": {name: figure.value for name, figure in one.figures.items()},
        "rows": [figure._asdict() for figure in one.figures.values()],
        f"in the first {DEPTH}": {name: _share(one, at, DEPTH) for name, at in groups.items()},
        "at first rank": {name: _share(one, at, 1) for name, at in groups.items()},
        "ranks": list(one.ranks),
    }


def _row(one: Measured, names: Sequence[str]) -> list[str]:
    figures = [one.figures[name] for name in names]
    return [one.name, *(shown(figure.value, figure.unit) for figure in figures)]


def _answers(report: Report, here: Sequence[Measured]) -> list[str]:
    """Shares of the queries, in the first ten by language and by kind, and at first rank."""
    groups = _groups(report.asked)
    made = []
    for title, chosen, depth in (
        (f"right note in the first {DEPTH}, in % of {len(report.asked)} queries", _is_language, DEPTH),
        ("right note at first rank", _is_language, 1),
        (f"right note in the first {DEPTH}, by kind of query", _is_kind, DEPTH),
    ):
        some = [(name, at) for name, at in groups if name == "all" or chosen(name)]
        if len(some) == 1 and chosen is _is_kind:
            continue
        rows = [[one.name, *(_percent(_share(one, at, depth)) for _, at in some)] for one in here]
        made += [title, table(("", *(name for name, _ in some)), rows), ""]
    return made[:-1]


def _groups(asked: Sequence[Asked]) -> list[tuple[str, list[int]]]:
    """All queries, those of each language and those of each kind, as numbers of queries."""
    kinds = ((kind, [at for at, one in enumerate(asked) if one.kind == kind]) for kind in KINDS)
    return [("all", list(range(len(asked)))), *by_language(asked), *(pair for pair in kinds if pair[1])]


_is_kind: Callable[[str], bool] = frozenset(KINDS).__contains__


def _is_language(name: str) -> bool:
    return not _is_kind(name)


def _share(one: Measured, at: Sequence[int], within: int) -> float | None:
    return share([one.ranks[number] for number in at], within) if one.ranks else None


def _percent(value: float | None) -> str:
    return NO_FIGURE if value is None else f"{100 * value:.0f}"


def _notes(report: Report) -> list[str]:
    lines = []
    for one in report.found:
        if one.reason:
            lines.append(f"{one.name}: not measured: {one.reason}")
            continue
        # Several figures are often missing for one reason.
        reasons: dict[str, list[str]] = {}
        for figure in one.figures.values():
            if figure.note:
                reasons.setdefault(figure.note, []).append(figure.name)
        lines += [f"{one.name}: {', '.join(names)}: {note}" for note, names in reasons.items()]
    return [*lines, ""] if lines else []


def _bar_lines(report: Report) -> list[str]:
    rows = [
        [bar.name, shown(bar.value, bar.unit), "" if bar.bar is None else f"≤ {bar.bar:g}", bar.verdict]
        for bar in report.bars
    ]
    return [table(("", "measured", "bar", ""), rows)] if rows else []
