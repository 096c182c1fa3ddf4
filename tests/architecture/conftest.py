"""Prints, after the run, the functions that are longer than we aim for but not yet too long."""

import pytest

from tests.architecture.sources import modules
from tests.architecture.test_size import AIM, functions


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line a function of more than 40 lines, longest first."""
    long = sorted(
        (found for module in modules() for found in functions(module) if found[0] > AIM), reverse=True
    )
    if long:
        terminalreporter.section(f"functions of more than {AIM} lines")
    for lines, place in long:
        terminalreporter.line(f"{lines:4} {place}")
