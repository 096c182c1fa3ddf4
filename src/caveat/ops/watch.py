"""Watch: index again whenever a file of the vault changes, until stopped."""

from collections.abc import Callable, Iterator
from pathlib import Path

from caveat.model.errors import MissingExtra
from caveat.ops.results import IndexReport

QUIET_MS = 300
"""How long a burst of changes is waited for, in ms; our choice, an editor saves in several steps."""


def watch(root: Path, run: Callable[[], IndexReport]) -> Iterator[IndexReport]:
    """
    A report for each burst of changes in the vault that changed the index.

    Args:
        root: Real path of the vault.
        run: Indexes once.

    Raises:
        MissingExtra: The extra ``watch`` is not installed.
    """
    try:
        from watchfiles import watch as changes
    except ImportError as error:
        raise MissingExtra("watching needs the extra `watch`: pip install 'caveat[watch]'") from error
    for _ in changes(root, debounce=QUIET_MS, raise_interrupt=True):
        report = run()
        if report.indexed or report.removed or report.events:
            yield report
