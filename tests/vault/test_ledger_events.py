"""The events of a ledger file, read without a report."""

from pathlib import Path

import pytest

from caveat.vault.ledger import encode_event, tail
from caveat.vault.ledger_events import events_of
from caveat.vault.ledger_files import ledger_files
from tests.history.ledgers import claim
from tests.vaults import make

WHOLE = b"".join(encode_event(claim(number)) for number in range(3))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        WHOLE,
        b"\xef\xbb\xbf" + WHOLE,
        WHOLE + b"\n\n",
        WHOLE[:-1],
        WHOLE[:-30],
        WHOLE + b"{damaged\n" + encode_event(claim(7)),
        WHOLE.replace(b"\n", b"", 1),
        b"\xff\n" + WHOLE,
    ],
)
def test_events_are_those_that_a_full_read_finds(tmp_path: Path, data: bytes) -> None:
    make(tmp_path, {".caveat/ledger/0000000a.jsonl": data})
    (file,) = ledger_files(tmp_path)

    assert [entry.event for entry in tail(file).entries] == events_of(file)
