"""
Game reports that people annotated (INLG-2021 shared task on accuracy): texts, their wrong numbers, the facts.

The facts of a game are the counts of its box score, written as a facts note: who, what, how many; shots and
percentages are left out. The reports are split by their file: those with an odd number may be looked at while
the gate is worked on, the others are only measured.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from caveat.bench.inputs import OBJECT, TEXT, Place, filled, member, read_json_lines, read_text
from caveat.model.errors import InputError

FILES = ("numbers/inlg2021/games.csv", "numbers/inlg2021/gsml.csv", "numbers/inlg2021/shared_task.jsonl")
"""Reports, annotations and box scores, under the data folder."""

_PLAYER = (
    ("PTS", "points"),
    ("REB", "rebounds; boards"),
    ("AST", "assists; dimes"),
    ("STL", "steals"),
    ("BLK", "blocks; blocked shots; rejections"),
    ("MIN", "minutes"),
    ("TO", "turnovers"),
)
_TEAM = (
    ("TEAM-PTS", "points"),
    ("TEAM-REB", "rebounds; boards"),
    ("TEAM-AST", "assists; dimes"),
    ("TEAM-TOV", "turnovers"),
    ("TEAM-WINS", "wins"),
    ("TEAM-LOSSES", "losses"),
)


class Error(NamedTuple):
    """A wrong number: where it stands in the report, and what the annotators put in its place."""

    start: int
    end: int
    correction: str


class Report(NamedTuple):
    """
    A report with its facts.

    Attributes:
        name: Of its file.
        is_development: It may be looked at.
        text: The report; its tokens stand apart, as in the file.
        errors: Its wrong numbers, by place.
        facts: The box score as a facts note.
    """

    name: str
    is_development: bool
    text: str
    errors: tuple[Error, ...]
    facts: str


def load_reports(paths: Sequence[Path]) -> tuple[Report, ...]:
    """
    The reports of *paths*: games, annotations and box scores, in the order of the games.

    Raises:
        InputError: A file cannot be read or has another format, or a report has no box score.
    """
    games, annotated, scores = paths
    errors: dict[str, list[tuple[int, int, str]]] = {}
    for place, row in _rows(annotated):
        if filled(row, "TYPE", place) == "NUMBER":
            first, last = (_whole(row, key, place) for key in ("DOC_TOKEN_START", "DOC_TOKEN_END"))
            name = filled(row, "TEXT_ID", place).removesuffix(".txt")
            errors.setdefault(name, []).append((first - 1, last, str(row.get("CORRECTION") or "")))
    facts = {
        filled(item, "shared_task_text_id", place): _facts(item, place)
        for place, item in read_json_lines(scores)
    }
    found = [_report(row, place, errors, facts) for place, row in _rows(games)]
    if not any(report.errors for report in found):
        raise InputError(f"{annotated}: no wrong number is annotated in any report of {games.name}")
    return tuple(found)


def _report(
    row: dict[str, Any],
    place: Place,
    errors: dict[str, list[tuple[int, int, str]]],
    facts: dict[str, str],
) -> Report:
    name = filled(row, "TEXT_ID", place)
    if name not in facts:
        raise InputError(f"{place}: the report {name} has no box score")
    tokens = filled(row, "GENERATED_TEXT", place).split()
    starts = [0]
    for token in tokens:
        starts.append(starts[-1] + len(token) + 1)
    wrong = []
    for first, last, correction in sorted(errors.get(name, ())):
        if not 0 <= first < last <= len(tokens):
            raise InputError(f"{place}: an annotation of {name} lies outside of its {len(tokens)} tokens")
        wrong.append(Error(starts[first], starts[last] - 1, correction))
    is_odd = name[-1:].isdecimal() and int(name[-1]) % 2 == 1
    return Report(name, is_odd, " ".join(tokens), tuple(wrong), facts[name])


def _facts(item: dict[str, Any], place: Place) -> str:
    """The box score of a game as a facts note; who did not play did everything no times."""
    rows = ["| id | subject | attribute | value | precision |", "|---|---|---|---|---|"]
    score = member(item, "box_score", OBJECT, place)
    seconds = member(score, "SECOND_NAME", OBJECT, place)
    for number, name in member(score, "PLAYER_NAME", OBJECT, place).items():
        for code, words in _PLAYER:
            value = member(score, code, OBJECT, place).get(number, "N/A")
            count = 0 if value == "N/A" else int(value)
            rows.append(
                f"| p{number}.{code} | {name}; {seconds.get(number, '')} | {words} | {count} | exact |"
            )
    for side in ("home", "vis"):
        city, name = (member(item, f"{side}_{key}", TEXT, place) for key in ("city", "name"))
        line = member(item, f"{side}_line", OBJECT, place)
        for code, words in _TEAM:
            if str(line.get(code, "N/A")).isdecimal():
                owner = f"{city} {name}; {name}; {city}"
                rows.append(f"| {side}.{code} | {owner} | {words} | {line[code]} | exact |")
    return "\n".join(rows) + "\n"


def _rows(path: Path) -> Iterator[tuple[Place, dict[str, Any]]]:
    for number, row in enumerate(csv.DictReader(io.StringIO(read_text(path))), 2):
        yield Place(path, f"row {number}"), row


def _whole(row: dict[str, Any], key: str, place: Place) -> int:
    written = filled(row, key, place)
    if not written.isdecimal():
        raise InputError(f"{place}: {key!r} is {written!r}, no whole number")
    return int(written)
