"""Appending to the ledger: whole lines, one file a device, nothing half written."""

import os
import threading
from pathlib import Path

import pytest

from caveat.model.errors import InputError, LedgerUnwritable
from caveat.vault.append import append
from caveat.vault.device import device
from caveat.vault.ledger import encode_event, tail
from caveat.vault.ledger_files import ledger_files
from tests.history.ledgers import claim


@pytest.fixture(autouse=True)
def _one_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAVEAT_DEVICE", "dev1")


def test_events_become_lines_in_order(tmp_path: Path) -> None:
    append(tmp_path, [claim(1), claim(2)])
    append(tmp_path, [claim(3)])

    path = tmp_path / ".caveat/ledger/dev1.jsonl"

    assert b"".join(encode_event(claim(n)) for n in (1, 2, 3)) == path.read_bytes()


def test_nothing_to_record_makes_no_file(tmp_path: Path) -> None:
    append(tmp_path, [])

    assert [] == list(tmp_path.iterdir())


def test_a_torn_last_line_costs_only_itself(tmp_path: Path) -> None:
    path = tmp_path / ".caveat/ledger/dev1.jsonl"
    append(tmp_path, [claim(1)])
    path.write_bytes(path.read_bytes() + b'{"v":1,"id":"01KJ')

    append(tmp_path, [claim(2)])
    read = tail(ledger_files(tmp_path)[0])

    assert [claim(1), claim(2)] == [entry.event for entry in read.entries]
    assert [("damaged-event", 2)] == [(finding.code, finding.line) for finding in read.findings]


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    append(tmp_path, [claim(1)])
    path = tmp_path / ".caveat/ledger/dev1.jsonl"
    before = path.read_bytes()
    written = os.write

    def full(descriptor: int, data: bytes) -> int:
        written(descriptor, bytes(data)[:7])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(LedgerUnwritable, match="No space left on device; nothing was recorded"):
        append(tmp_path, [claim(2)])

    assert before == path.read_bytes()


def test_a_folder_that_leads_out_of_the_vault_is_refused(tmp_path: Path) -> None:
    vault, outside = tmp_path / "vault", tmp_path / "outside"
    vault.mkdir()
    outside.mkdir()
    (vault / ".caveat").symlink_to(outside)

    with pytest.raises(LedgerUnwritable, match="leads out of the vault"):
        append(vault, [claim(1)])

    assert [] == [path for path in outside.rglob("*") if path.is_file()]


def test_an_event_that_is_no_line_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        append(tmp_path, [claim(1), claim(2)._replace(by="")])

    assert not (tmp_path / ".caveat").exists()


def test_threads_do_not_tear_each_other_s_lines(tmp_path: Path) -> None:
    def some(first: int) -> None:
        for number in range(first, first + 25):
            append(tmp_path, [claim(number)])

    threads = [threading.Thread(target=some, args=(100 * n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    read = tail(ledger_files(tmp_path)[0])

    assert 100 == len({entry.event.id for entry in read.entries})
    assert () == read.findings


class TestDevice:
    def test_the_name_is_made_once(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("CAVEAT_DEVICE")
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
        name = device()

        assert 8 == len(name)
        assert set(name) <= set("0123456789abcdef")
        assert name == device()
        assert [tmp_path / "caveat" / "device"] == [path for path in tmp_path.rglob("*") if path.is_file()]

    @pytest.mark.parametrize("name", ["../x", "a/b", ".hidden", "", "x" * 41, "é"])
    def test_a_name_that_is_no_file_name_is_refused(
        self, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("CAVEAT_DEVICE")
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
        (tmp_path / "caveat").mkdir()
        (tmp_path / "caveat" / "device").write_text(name)

        with pytest.raises(InputError, match="a device is named by"):
            device()

    def test_a_state_folder_that_cannot_be_made_is_told(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("CAVEAT_DEVICE")
        (tmp_path / "caveat").write_text("a file, not a folder")
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

        with pytest.raises(InputError, match="CAVEAT_DEVICE"):
            device()
