"""The bench of the memory measures what it says, and notices when something was not found."""

from pathlib import Path
from typing import Any

import pytest

from caveat.bench import memory_speed
from caveat.bench.memory_speed import Setting, events, measure_memory_speed
from caveat.history import fold

TINY = Setting(events=50, notes=12, audited=12, claims=2, runs=1, seed=1)


def test_every_figure_is_measured() -> None:
    pytest.importorskip("mcp_types")
    figures = measure_memory_speed(TINY)

    assert 5 == len(figures)
    assert [] == [figure.name for figure in figures if figure.value is None or not figure.value > 0]


def test_a_claim_that_the_search_does_not_find_is_no_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer repeats the question, which is not the claim."""

    class Blind:
        def __init__(self, *_: object, **__: object) -> None:
            return

        def __enter__(self) -> "Blind":
            return self

        def __exit__(self, *_: object) -> None:
            return

        def call(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
            if tool == "record_claim":
                return {"structuredContent": {"ref": "claim:1"}}
            return {"structuredContent": {"query": arguments["query"], "passages": [], "note": "zyx0 zyx1"}}

    monkeypatch.setattr(memory_speed, "McpClient", Blind)
    figures = memory_speed._written(tmp_path, TINY)

    assert [None, None, None] == [figure.value for figure in figures]


def test_the_events_are_as_many_as_asked_for_and_all_have_an_effect() -> None:
    made = list(events(300, 7))
    state = fold.empty()
    fold.apply(state, made)

    assert 300 == len(state.events) == len({event.id for event in made})
    assert all(fold.changes(event) for event in made)
    assert made == list(events(300, 7))
