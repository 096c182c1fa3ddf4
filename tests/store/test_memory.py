"""The twin complains where SQLite would be lenient."""

import pytest

from caveat.model.errors import InputError
from caveat.model.notes import Chunk
from caveat.model.records import Record
from caveat.model.store import Entry, StoredLink
from caveat.store.memory import MemoryStore

GOOD = Record("note:a.md", path="a.md")


@pytest.mark.parametrize(
    "entry",
    [
        Entry(Record("")),
        Entry(GOOD, chunks=(Chunk("x", (), 1, 1),)),
        Entry(GOOD, names=("Not Folded",)),
        Entry(GOOD, names=(" ",)),
        Entry(GOOD, links=(StoredLink(0, "mentions", "note:b.md", None, "x"),)),
    ],
)
def test_a_bad_entry_is_refused(entry: Entry) -> None:
    store = MemoryStore()

    with pytest.raises(InputError):
        store.put(entry)

    assert [] == store.refs()


def test_targets_of_unknown_links_are_refused() -> None:
    with pytest.raises(InputError, match="not kept"):
        MemoryStore().put_targets([StoredLink(7, "mentions", "note:a.md", None, "x")])


def test_a_closed_store_is_refused() -> None:
    store = MemoryStore()
    store.close()
    store.close()

    with pytest.raises(InputError, match="closed"):
        store.refs()
