"""Forgetting in a file's bytes: the text goes wherever it stands, and nothing else is touched."""

import multiprocessing
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.history.schema import tombstone
from caveat.model.errors import LedgerUnwritable
from caveat.model.events import Event
from caveat.vault.append import append, rewrite
from caveat.vault.forgetting import redacted
from caveat.vault.ledger import encode_event, read_lines
from tests.history.ledgers import claim

SECRET = claim(7, "the code is hunter2")
LINE = encode_event(SECRET)
GONE = encode_event(tombstone(SECRET))
OTHER = encode_event(claim(8, "something else"))


@pytest.mark.parametrize(
    ("data", "wanted", "lines"),
    [
        (OTHER + LINE + OTHER, OTHER + GONE + OTHER, (2,)),
        (LINE, GONE, (1,)),
        (b"\xef\xbb\xbf" + LINE, b"\xef\xbb\xbf" + GONE, (1,)),
        (LINE.replace(b"\n", b"\r\n"), GONE.replace(b"\n", b"\r\n"), (1,)),
        (LINE.rstrip(b"\n"), GONE.rstrip(b"\n"), (1,)),
        (LINE + LINE, GONE + GONE, (1, 2)),
        (LINE.replace(b"hunter2", b"hunter3"), GONE, (1,)),
        (LINE.rstrip(b"\n") + OTHER, GONE + OTHER, (1,)),
        (OTHER.rstrip(b"\n") + LINE, OTHER + GONE, (1,)),
        (LINE[:-12] + b"\n" + OTHER, GONE + OTHER, (1,)),
        (OTHER + LINE[:-12], OTHER + GONE.rstrip(b"\n"), (2,)),
        (LINE[:-12] + OTHER, OTHER + GONE, (1,)),
        (LINE.replace(b"01", b"\\u00301", 1), GONE, (1,)),
    ],
    ids="among others,alone,mark,crlf,no end,twice,differing,glued,glued behind,torn,torn last,torn glued,escaped".split(
        ","
    ),
)
def test_the_text_goes_and_the_rest_stays(data: bytes, wanted: bytes, lines: tuple[int, ...]) -> None:
    assert (wanted, lines) == tuple(redacted(data, SECRET))
    assert (wanted, ()) == tuple(redacted(wanted, SECRET))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        OTHER,
        GONE,
        b"no event that names " + SECRET.id.encode() + b"\n",
        encode_event(
            Event(1, claim(9).id, claim(9).at, "retract", "ada", "human", {"ref": f"claim:{SECRET.id}"})
        ),
    ],
)
def test_what_only_names_it_stays_byte_for_byte(data: bytes) -> None:
    assert (data, ()) == tuple(redacted(data, SECRET))


@given(
    st.lists(
        st.sampled_from([LINE, OTHER, b"damaged\n", b"\n", LINE[:-9] + b"\n", b"\xff\xfe\n"]), max_size=8
    )
)
def test_no_other_event_is_lost_and_the_text_never_stays(parts: list[bytes]) -> None:
    data = b"".join(parts)
    new = redacted(data, SECRET).data

    assert b"hunter2" not in new
    assert data.count(OTHER) == new.count(OTHER)
    kept = [entry.event for entry in read_lines(new, path="x")[0] if entry.event.id != SECRET.id]
    assert [entry.event for entry in read_lines(data, path="x")[0] if entry.event.id != SECRET.id] == kept


def test_a_long_line_is_no_burden() -> None:
    line = b'{"v":1,"id":"' + SECRET.id.encode() + b'"' + b'{"v":' * 200_000 + b"\n"

    assert GONE == redacted(line, SECRET).data


def test_rewriting_replaces_the_file_at_once_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"old")
    path.chmod(0o640)

    assert not rewrite(path, lambda data: data)
    assert rewrite(path, lambda data: data + b" and new")
    assert (b"old and new", 0o640) == (path.read_bytes(), path.stat().st_mode & 0o777)
    assert ["a.jsonl"] == os.listdir(tmp_path)


def test_a_rewrite_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(LedgerUnwritable, match="No space left on device; it is as it was"):
        rewrite(path, lambda data: b"new")

    assert (b"old", ["a.jsonl"]) == (path.read_bytes(), os.listdir(tmp_path))


def test_a_link_to_a_file_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real/a.jsonl").write_bytes(b"old")
    (tmp_path / "a.jsonl").symlink_to(tmp_path / "real/a.jsonl")

    rewrite(tmp_path / "a.jsonl", lambda data: b"new")

    assert (tmp_path / "a.jsonl").is_symlink()
    assert b"new" == (tmp_path / "real/a.jsonl").read_bytes()


def _append(root: str, first: int) -> None:
    os.environ["CAVEAT_DEVICE"] = "dev1"
    for number in range(first, first + 60):
        append(Path(root), [claim(number)])


def test_what_is_appended_while_the_file_is_replaced_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAVEAT_DEVICE", "dev1")
    append(tmp_path, [SECRET])
    path = tmp_path / ".caveat/ledger/dev1.jsonl"
    writers = [
        multiprocessing.get_context("spawn").Process(target=_append, args=(str(tmp_path), start))
        for start in (100, 200)
    ]
    for writer in writers:
        writer.start()
    rounds = 0
    while any(writer.is_alive() for writer in writers):
        rewrite(path, lambda data: data + b"\n")
        rounds += 1
    for writer in writers:
        writer.join()
    found = {entry.event.id for entry in read_lines(path.read_bytes(), path="x")[0]}

    assert rounds > 0
    assert {claim(n).id for n in (7, *range(100, 160), *range(200, 260))} == found
