"""From what a user asks of the comparison to its report: which notes, which queries, which tools."""

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from caveat.bench.other_queries import Asked, made_queries
from caveat.bench.other_tools import tools
from caveat.bench.other_tools_report import Report, bars_of
from caveat.bench.other_tools_run import Setting, measure
from caveat.bench.own_vault import read_expectations
from caveat.bench.speed import BAR_NOTES
from caveat.bench.speed_figures import machine
from caveat.bench.speed_vault import notes as generated
from caveat.bench.speed_vault import write_vault
from caveat.model.errors import InputError


class Options(NamedTuple):
    """
    What is asked for.

    Attributes:
        vault: Notes of the user's own; None = they are generated.
        queries: File of questions and expected notes; with *vault*.
        notes: How many are generated.
        given: Tool → what starts it, as in a shell.
        without: Tools that are left out.
        limit: Seconds that one process has.
        runs: Times that each is measured.
        seed: Of the generated notes and queries.
    """

    vault: Path | None
    queries: Path | None
    notes: int
    given: Mapping[str, str]
    without: Sequence[str]
    limit: float
    runs: int
    seed: int


def compare(options: Options, tell: Callable[[str], None] = lambda _: None) -> Report:
    """
    Measure every tool that is not left out.

    Raises:
        InputError: There is no such vault, an expected note is not in it, or there are too few notes.
    """
    # Asked before measuring, so that the load is not one's own.
    found_machine = machine()
    wanted = [tool for tool in tools() if tool.name not in options.without]
    with tempfile.TemporaryDirectory(prefix="caveat-bench-") as name:
        if options.vault is not None and options.queries is not None:
            vault, notes = options.vault, None
            asked = _own(vault, options.queries)
            title = f"Tools side by side, {len(asked)} queries on {vault.name or vault}"
        else:
            vault, notes = Path(name).resolve() / "vault", options.notes
            write_vault(vault, options.notes, options.seed)
            asked = made_queries(list(generated(options.notes, options.seed)), options.seed)
            title = f"Tools side by side, {notes:,} notes, {len(asked)} queries, seed {options.seed}"
        setting = Setting(vault, asked, notes, options.runs, options.limit, options.given)
        found = measure(wanted, setting, tell)
    bars = bars_of(found, is_barred=notes == BAR_NOTES)
    return Report(title, asked, found, bars, tuple(options.given), found_machine)


def _own(vault: Path, queries: Path) -> list[Asked]:
    if not vault.is_dir():
        raise InputError(f"{vault}: is no folder; name the folder of your notes")
    found = []
    for expectation in read_expectations(queries):
        for path in expectation.expect:
            if not (vault / path).is_file():
                raise InputError(f"{expectation.place}: expects {path!r}, which is no note of {vault}")
        found.append(Asked(expectation.query, expectation.expect))
    return found
