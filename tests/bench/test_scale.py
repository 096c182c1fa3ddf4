"""The bench of a large vault measures what it says, and does not take an unfinished run for a finished one."""

import pytest

from caveat.bench import speed_scale
from caveat.bench.speed_scale import Setting, measure_scale


def test_every_figure_is_measured_and_no_bar_is_claimed_for_another_size() -> None:
    figures = {figure.name: figure for figure in measure_scale(Setting(notes=60, is_killed=False))}

    assert [name for name, figure in figures.items() if not figure.value] == []
    assert [name for name, figure in figures.items() if figure.bar is not None] == []
    assert "resumed run" not in figures


def test_a_killed_run_is_resumed() -> None:
    figures = {figure.name: figure for figure in measure_scale(Setting(notes=40))}

    # So small a run may be killed before it kept anything; how much it kept is counted, not supposed.
    kept, resumed = figures["notes kept by a killed run"], figures["resumed run"]
    assert resumed.value or "ended by itself" in resumed.note
    assert kept.value is None or 0 <= kept.value <= 40


def test_an_index_that_read_too_little_in_is_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed_scale, "indexed", lambda _: 3)
    figures = {figure.name: figure for figure in measure_scale(Setting(notes=8))}

    assert figures["index"].value is None
    assert "indexed 3 notes where 8 were to be indexed" in figures["index"].note
    assert figures["notes kept by a killed run"].value is None
