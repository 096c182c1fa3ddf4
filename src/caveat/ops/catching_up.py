"""Catching up: what other devices recorded is taken in before a question is answered, when that is quick."""

from pathlib import Path

from caveat.model.store import Store
from caveat.ops.intake import take_in
from caveat.ops.settle_events import settle_events


class _NotQuick(Exception):
    """More has to be settled than the new events speak of."""


def catch_up(root: Path, store: Store) -> bool:
    """
    Take in what the ledger newly says, when nothing but what it speaks of has to be settled for it.

    Args:
        root: Real path of the vault.
        store: Its index, open for writing, settled, and made by what would make it now.

    Returns:
        Whether it did; otherwise the index is as it was.
    """
    try:
        with store.batch():
            intake = take_in(root, store)
            if intake.is_changed and (intake.is_anew or not settle_events(store, intake.events)):
                raise _NotQuick
    except _NotQuick:
        return False
    return True
