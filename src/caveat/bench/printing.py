"""Figures as text: tables that read well on a terminal, and a figure that is none shows as a dash."""

import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caveat.bench.conditions import Expected, Result, Run
    from caveat.bench.gates import Gates
    from caveat.bench.own_vault import Compared, OwnVault, Placed
    from caveat.bench.retrieval import Retrieval

NO_FIGURE = "–"
HEAD = ("figure", "measured", "expected", "bar", "status")
"""Columns of a condition's figures."""


def figure(value: float | None, places: int = 3) -> str:
    """*value* rounded to *places*; a dash when it is None."""
    return NO_FIGURE if value is None else f"{value:.{places}f}"


def percent(value: float | None) -> str:
    """*value*, a share, in percent; a dash when it is None."""
    return NO_FIGURE if value is None else f"{100 * value:.1f} %"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of text: the first column to the left, the others to the right, two blanks between."""
    lines = [list(head), *map(list, rows)]
    widths = [max(_width(line[column]) for line in lines) for column in range(len(head))]
    return "\n".join(
        "  ".join(
            _padded(cell, width, is_left=not column)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table, the first column to the left, the others to the right."""
    rule = ["---", *("---:" for _ in head[1:])]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in (head, rule, *rows)
    )


def as_text(run: "Run") -> str:
    """The run of a condition, for a terminal."""
    head = f"{run.status}  {run.condition.name}\n    {run.condition.line}"
    if run.problem:
        return f"{head}\n    no figure: {run.problem}"
    lines = table(HEAD, [cells(result) for result in run.results]).split("\n")
    return "\n".join([head, *("    " + line for line in lines)])


def as_json(run: "Run") -> dict[str, Any]:
    """The run of a condition, for ``--json``."""
    return {
        "name": run.condition.name,
        "command": run.condition.line,
        "status": run.status,
        "problem": run.problem,
        "figures": [
            {"name": r.expected.name, "measured": r.got, **_wanted(r.expected), "status": r.status}
            for r in run.results
        ],
        "extra": dict(run.extra),
    }


def retrieval_text(found: "Retrieval") -> str:
    """One set, every engine a row."""
    rows = [[who, *map(figure, scores.named().values())] for who, scores in found.scores.items()]
    measures = list(next(iter(found.scores.values())).named())
    head = f"{found.name}: {found.documents:,} documents, {found.queries:,} queries"
    remarks = [f"({remark})" for remark in found.remarks]
    return "\n".join([head, *remarks, table(["", *measures], rows), ""])


def gates_text(gates: "Gates") -> str:
    """Both gates, each row with trust off and on."""
    help_ = [row for row in gates.rows if row.is_help]
    hurt = [row for row in gates.rows if not row.is_help]
    parts = []
    if help_:
        rows = [
            [
                r.name,
                percent(r.found.off.value),
                percent(r.found.on.value),
                figure(r.found.share),
                _verdict(r.is_met, r.is_gate),
            ]
            for r in help_
        ]
        parts.append("Trust that is informative: misinformation at rank 1 (at most a third may be left)")
        parts.append(table(["", "off", "on", "left", ""], rows) + "\n")
    if hurt:
        rows = [
            [
                r.name,
                figure(r.found.off.value),
                figure(r.found.on.value),
                percent(r.found.loss),
                _verdict(r.is_met, r.is_gate),
            ]
            for r in hurt
        ]
        parts.append("Trust that says nothing: nDCG@10 (at most 5 % may be lost)")
        parts.append(table(["", "off", "on", "lost", ""], rows) + "\n")
    return "\n".join(parts).rstrip("\n")


def own_vault_text(found: "OwnVault") -> str:
    """A vault with trust off and on: a line for each question, and why it moved."""
    lines = [f"{len(found.compared)} questions to {found.notes:,} notes"]
    for compared in found.compared:
        lines += _compared_lines(compared)
    rows = [
        ["expected note first", *(percent(side.value) for side in found.first)],
        ["MRR", *(figure(side.value) for side in found.mrr)],
    ]
    better = sum(c.change > 0 for c in found.compared)
    worse = sum(c.change < 0 for c in found.compared)
    same = len(found.compared) - better - worse
    lines += [
        "",
        table(["", "off", "on"], rows),
        f"{better} better, {worse} worse, {same} as before: "
        + ("trust earned its place here" if found.is_earned else "trust did not earn its place here"),
    ]
    return "\n".join(lines)


def _verdict(is_met: bool, is_gate: bool) -> str:
    return ("met" if is_met else "MISSED") if is_gate else ""


def _compared_lines(compared: "Compared") -> list[str]:
    expected = compared.expected
    sign = "=" if not compared.change else "+" if compared.change > 0 else "-"
    lines = [f"{sign} {compared.query}", "    " + _placed(expected)]
    return lines + [f"    {_placed(rival)}" for rival in compared.moved]


def _placed(placed: "Placed") -> str:
    off, on = ("not found" if rank is None else str(rank) for rank in (placed.off, placed.on))
    ranks = on if off == on else f"{off} → {on}"
    return f"{ranks}  {placed.path}" + (f"  ({placed.why})" if placed.why else "")


def cells(result: "Result") -> list[str]:
    """A figure of a condition under `HEAD`."""
    expected = result.expected
    bars = [f"≥ {figure(expected.at_least)}"] if expected.at_least is not None else []
    bars += [f"≤ {figure(expected.at_most)}"] if expected.at_most is not None else []
    return [
        expected.name,
        "no figure" if result.got is None else figure(result.got, 4),
        "" if expected.value is None else figure(expected.value, 4),
        " ".join(bars),
        result.status,
    ]


def _wanted(expected: "Expected") -> dict[str, float | None]:
    return {
        "expected": expected.value,
        "tolerance": expected.tolerance,
        "at_least": expected.at_least,
        "at_most": expected.at_most,
    }


def _width(text: str) -> int:
    return sum(1 + (unicodedata.east_asian_width(c) in "WF") for c in text)


def _padded(text: str, width: int, *, is_left: bool) -> str:
    blanks = " " * (width - _width(text))
    return text + blanks if is_left else blanks + text
