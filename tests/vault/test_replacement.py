"""A file is replaced at once, or stays as it was and leaves nothing beside it."""

import errno
import os
from pathlib import Path

import pytest

from caveat.vault.replacement import replace


@pytest.mark.parametrize("data", [b"new", [b"n", b"", b"ew"], iter([b"new"])])
def test_the_file_holds_the_new_bytes_and_nothing_lies_beside_it(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a").write_bytes(b"old")
    replace(tmp_path / "a", data)

    assert b"new" == (tmp_path / "a").read_bytes()
    assert ["a"] == os.listdir(tmp_path)


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o640, 0o464])
def test_the_mode_stays(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(mode)
    replace(path, b"new", like=path.stat())

    assert mode == path.stat().st_mode & 0o777


def test_a_new_file_has_the_mode_that_is_asked_for(tmp_path: Path) -> None:
    replace(tmp_path / "a", b"new", mode=0o600)
    replace(tmp_path / "b", b"new")

    before = os.umask(0)
    os.umask(before)
    assert [0o600, 0o666 & ~before] == [(tmp_path / name).stat().st_mode & 0o777 for name in "ab"]


@pytest.mark.parametrize("where", ["fsync", "replace"])
def test_what_fails_leaves_the_old_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "a").write_bytes(b"old")
    monkeypatch.setattr(os, where, full)
    with pytest.raises(OSError, match="No space left"):
        replace(tmp_path / "a", b"new")

    assert (b"old", ["a"]) == ((tmp_path / "a").read_bytes(), os.listdir(tmp_path))


def test_a_check_that_objects_leaves_the_old_file(tmp_path: Path) -> None:
    def object_() -> None:
        assert any(name != "a" for name in os.listdir(tmp_path)), "the draft is on the disk by now"
        raise ValueError("changed")

    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(ValueError, match="changed"):
        replace(tmp_path / "a", b"new", check=object_)

    assert (b"old", ["a"]) == ((tmp_path / "a").read_bytes(), os.listdir(tmp_path))


def test_a_long_name_is_no_obstacle(tmp_path: Path) -> None:
    name = "я" * 125
    replace(tmp_path / name, b"new")

    assert [name] == os.listdir(tmp_path)
