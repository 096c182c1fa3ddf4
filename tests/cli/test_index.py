"""What ``caveat index`` shows while it reads."""

import io
import sys
from pathlib import Path

import pytest

from caveat.cli import index as command
from caveat.cli.index import progress_line


@pytest.mark.parametrize(
    ("done", "total", "seconds", "line"),
    [
        (1, 3, 0.0, "  1 of 3 notes"),
        (900, 100_000, 0.9, "  900 of 100,000 notes"),
        (1_000, 100_000, 2.0, "  1,000 of 100,000 notes, 500 a second, 3 min left"),
        (2_000, 62_000, 4.0, "  2,000 of 62,000 notes, 500 a second, 2 min left"),
        (2_000, 61_000, 4.0, "  2,000 of 61,000 notes, 500 a second, 118 s left"),
        (3, 4, 2.0, "  3 of 4 notes, 2 a second, 1 s left"),
        (4, 4, 2.0, "  4 notes read; following their links …"),
    ],
)
def test_progress_tells_how_far_how_fast_and_how_long(
    done: int, total: int, seconds: float, line: str
) -> None:
    assert line == progress_line(done, total, seconds)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_one_line_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    progress = command._Progress()
    for done in range(1, 4):
        progress(done, 3)
    progress.clear()

    shown = stream.getvalue()

    assert "\n" not in shown
    assert shown.split("\r")[-2:] == ["  3 notes read; following their links …\x1b[K", "\x1b[K"]


def test_progress_is_not_shown_where_nobody_looks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    progress = command._Progress()
    progress(3, 3)
    progress.clear()

    assert not stream.getvalue()
