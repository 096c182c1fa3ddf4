"""Watch: index again whenever a file of the vault changes, until stopped."""

from collections.abc import Callable, Iterator
from pathlib import Path

from caveat.model.errors import CaveatError, MissingExtra
from caveat.ops.results import IndexReport

QUIET_MS = 300
"""How long a burst of changes is waited for, in ms; our choice, an editor saves in several steps."""


def watch(root: Path, run: Callable[[], IndexReport]) -> Iterator[IndexReport | CaveatError]:
    """
    A report for each burst of changes in the vault that changed the index, or the reason why it could not.

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
    rounds = changes(root, debounce=QUIET_MS, raise_interrupt=True, rust_timeout=1000, yield_on_timeout=True)
    return _reports(rounds, run)


def _reports(rounds: Iterator[object], run: Callable[[], IndexReport]) -> Iterator[IndexReport | CaveatError]:
    last: tuple[object, ...] = ()
    is_begun = False
    for batch in rounds:
        # The first round, empty or not, says that watching has begun: it takes in what changed just before.
        if is_begun and not batch:
            continue
        is_begun = True
        try:
            report = run()
        except CaveatError as error:
            # A half-saved caveat.toml, say: the next round may be better.
            yield error
            continue
        state = (report.findings, report.counts, report.ignored)
        if report.indexed or report.removed or report.events or (last and state != last):
            yield report
        last = state
