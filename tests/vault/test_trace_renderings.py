"""What a trace keeps beside its lines: the last word on a chunk, and what terms were called then."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.model.preparation import Trace
from caveat.vault.trace import append_renderings, append_trace, last_traces, read_renderings
from tests.vaults import make


def trace(chunk: int = 1, snapshot: str = "s1") -> Trace:
    return Trace("b", 1, chunk, snapshot, "t", "none", 0, 0, 0, 0, 0, 0, 0, 0, 0, ())


@pytest.fixture(autouse=True)
def device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAVEAT_DEVICE", "0000000a")


def test_line_is_written_again_only_when_another_one_came_between(tmp_path: Path) -> None:
    one, two = trace(), trace(snapshot="s2")

    assert [1, 0, 1, 1, 0] == [append_trace(tmp_path, [given]) for given in (one, one, two, one, one)]
    assert {(1, 1): [one]} == last_traces(tmp_path)


def test_every_device_has_a_last_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    append_trace(tmp_path, [trace(), trace(2)])
    monkeypatch.setenv("CAVEAT_DEVICE", "0000000b")
    append_trace(tmp_path, [trace(snapshot="s2")])
    make(tmp_path, {".caveat/trace/0000000c.jsonl": "{damaged\n"})

    assert {(1, 1): ["s1", "s2"], (1, 2): ["s1"]} == {
        place: [one.snapshot for one in found] for place, found in last_traces(tmp_path).items()
    }


def test_renderings_are_kept_once_by_snapshot(tmp_path: Path) -> None:
    append_renderings(tmp_path, "s1", {"term:b/x": "X"})
    append_renderings(tmp_path, "s1", {"term:b/x": "X", "term:b/y": "Y"})
    append_renderings(tmp_path, "s2", {"term:b/x": "Z"})
    append_renderings(tmp_path, "s2", {})
    file = tmp_path / ".caveat/trace/renderings/0000000a.jsonl"

    assert {"s1": {"term:b/x": "X", "term:b/y": "Y"}, "s2": {"term:b/x": "Z"}} == read_renderings(tmp_path)
    assert 3 == len(file.read_text(encoding="utf-8").splitlines())


@given(st.one_of(st.text(max_size=30), st.recursive(st.integers() | st.text(), st.lists).map(json.dumps)))
@settings(max_examples=50)
def test_damaged_line_costs_itself(tmp_path_factory: pytest.TempPathFactory, line: str) -> None:
    root = tmp_path_factory.mktemp("b")
    make(root, {".caveat/trace/renderings/0000000b.jsonl": f"{line}\n".encode("utf-8", "replace")})
    append_renderings(root, "s1", {"term:b/x": "X"})

    assert {"s1": {"term:b/x": "X"}} == read_renderings(root)
