import os
import socket
import unicodedata
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.model.errors import ConfigError, VaultMissing
from caveat.vault.scan import (
    IGNORE_BYTES,
    MAX_FILE_BYTES,
    REASONS,
    Scan,
    display,
    find_vault,
    read_bytes,
    scan,
)


def write(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(b"x")


def paths_of(found: Scan) -> list[str]:
    return [file.path for file in found.files]


def reasons_of(found: Scan) -> dict[str, str]:
    return {skipped.path: skipped.reason for skipped in found.skipped}


def tree_hash(root: Path) -> str:
    """Names, modes, times and bytes of everything below *root*."""
    digest = sha256()
    for folder, folders, files in os.walk(os.fsencode(root)):
        folders.sort()
        for name in sorted(folders + files):
            path = os.path.join(folder, name)
            status = os.lstat(path)
            digest.update(repr((path, status.st_mode, status.st_size, status.st_mtime_ns)).encode())
            if os.path.isfile(path) and not os.path.islink(path):
                with open(path, "rb") as file:
                    digest.update(file.read())
    return digest.hexdigest()


# --- what is a note


def test_notes_are_listed_by_path_with_their_status(tmp_path: Path) -> None:
    write(tmp_path, "b.md", "a/c.MD", "a/b.Markdown", "B.md", "租赁.md")
    found = scan(tmp_path)

    assert ["B.md", "a/b.Markdown", "a/c.MD", "b.md", "租赁.md"] == paths_of(found)
    status = os.stat(tmp_path / "b.md")
    assert (str(tmp_path / "b.md"), 1, status.st_mtime_ns, status.st_ctime_ns, status.st_ino) == found.files[
        3
    ][1:]


def test_other_files_are_assets(tmp_path: Path) -> None:
    write(tmp_path, "img/b.png", "a.md.bak", "md", "caveat.toml", "note.mdx", "n.md")

    assert ("a.md.bak", "caveat.toml", "img/b.png", "md", "note.mdx") == scan(tmp_path).assets


def test_an_empty_vault_holds_nothing(tmp_path: Path) -> None:
    assert Scan() == scan(tmp_path)


def test_names_that_differ_only_in_case_or_composition_are_all_notes(tmp_path: Path) -> None:
    names = ["Case.md", "case.md", unicodedata.normalize("NFC", "é.md"), unicodedata.normalize("NFD", "é.md")]
    write(tmp_path, *names)

    assert len(os.listdir(tmp_path)) == len(scan(tmp_path).files)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (b"bad\xff\xfe.md", r"bad\xff\xfe.md"),
        (b"new\nline.md", r"new\nline.md"),
        (b"esc\x1b[2J.md", r"esc\x1b[2J.md"),
        (b"tab\t.md", r"tab\t.md"),
        ("rtl\u202egnp.md".encode(), r"rtl\u202egnp.md"),
        ("nbsp\u00a0 \u3000.md".encode(), "nbsp\u00a0 \u3000.md"),
        ("fox 🦊 👩\u200d🚀.md".encode(), "fox 🦊 👩\u200d🚀.md"),
        (b'q"|#%\\.md', 'q"|#%\\.md'),
    ],
)
def test_any_name_is_shown_on_one_line_and_can_be_opened(tmp_path: Path, raw: bytes, shown: str) -> None:
    with open(os.path.join(os.fsencode(tmp_path), raw), "wb") as file:
        file.write(b"content")
    (only,) = scan(tmp_path).files

    assert shown == only.path
    assert b"content" == read_bytes(only.os_path)


@given(st.binary(min_size=1, max_size=20))
@settings(max_examples=100)
def test_a_shown_name_can_be_encoded_and_holds_no_control(raw: bytes) -> None:
    shown = display(raw.decode("utf-8", "surrogateescape"))

    assert shown.encode("utf-8")
    assert 1 == len(shown.splitlines())
    assert not any(unicodedata.category(character) == "Cc" for character in shown)


def test_two_notes_that_are_shown_alike_are_told(tmp_path: Path) -> None:
    for raw in (b"a\xff.md", rb"a\xff.md"):
        with open(os.path.join(os.fsencode(tmp_path), raw), "wb"):
            pass
    found = scan(tmp_path)

    assert [r"a\xff.md"] == paths_of(found)
    assert {r"a\xff.md": "path-collision"} == reasons_of(found)
    assert ["path-collision"] == [finding.code for finding in found.findings]


# --- what is left out


def test_what_is_left_out_is_named_with_its_reason(tmp_path: Path) -> None:
    write(
        tmp_path, ".hidden.md", ".obsidian/app.json", ".trash/old.md", "a/.caveat/x.md", "b/node_modules/r.md"
    )
    write(tmp_path, "kept.md")
    os.mkfifo(tmp_path / "pipe.md")
    found = scan(tmp_path)

    assert ["kept.md"] == paths_of(found)
    assert {
        ".hidden.md": "dot-file",
        ".obsidian/": "dot-folder",
        ".trash/": "dot-folder",
        "a/.caveat/": "dot-folder",
        "b/node_modules/": "node_modules",
        "pipe.md": "special-file",
    } == reasons_of(found)
    assert () == found.findings


def test_a_socket_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # a socket's path has a short limit
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s.md")

        assert {"s.md": "special-file"} == reasons_of(scan(tmp_path))


def test_symbolic_links_are_never_followed(tmp_path: Path) -> None:
    vault = tmp_path / "v"
    write(tmp_path, "outside.md", "v2/sibling.md")
    write(vault, "a/real.md", ".trash/old.md")
    for name, target in {
        "loop": ".",
        "a/up": "..",
        "alias.md": "a/real.md",
        "twice.md": "alias.md",
        "binned.md": ".trash/old.md",
        "self.md": "self.md",
        "broken.md": "missing.md",
        "escape.md": "../outside.md",
        "escape-broken.md": "../nothing.md",
        "escape": "..",
        "prefix": "../v2",
        "absolute.md": str(tmp_path / "outside.md"),
        "chain.md": "escape.md",
        ".#lock.md": "user@host.1",
    }.items():
        (vault / name).symlink_to(target)
    found = scan(vault)

    assert ["a/real.md"] == paths_of(found)
    assert {
        "loop": "alias",
        "a/up": "alias",
        "alias.md": "alias",
        "twice.md": "alias",
        "binned.md": "alias",
        "self.md": "symlink-broken",
        "broken.md": "symlink-broken",
        "escape.md": "symlink-outside",
        "escape-broken.md": "symlink-outside",
        "escape": "symlink-outside",
        "prefix": "symlink-outside",
        "absolute.md": "symlink-outside",
        "chain.md": "symlink-outside",
        ".#lock.md": "dot-file",
        ".trash/": "dot-folder",
    } == reasons_of(found)
    told = {path for path, reason in reasons_of(found).items() if reason.startswith("symlink")}
    assert sorted(told) == [finding.path for finding in found.findings]


def test_a_vault_may_itself_be_reached_through_a_link(tmp_path: Path) -> None:
    write(tmp_path, "real/a.md")
    (tmp_path / "real" / "alias.md").symlink_to("a.md")
    (tmp_path / "v").symlink_to("real")
    found = scan(tmp_path / "v")

    assert ["a.md"] == paths_of(found)
    assert {"alias.md": "alias"} == reasons_of(found)


def test_a_large_note_is_read_and_a_huge_one_is_told(tmp_path: Path) -> None:
    for name, size in (("six.md", 6_800_000), ("most.md", MAX_FILE_BYTES), ("huge.md", MAX_FILE_BYTES + 1)):
        with (tmp_path / name).open("wb") as file:
            file.truncate(size)
    found = scan(tmp_path)

    assert ["most.md", "six.md"] == paths_of(found)
    assert [("too-large", "huge.md")] == [(finding.code, finding.path) for finding in found.findings]


def test_a_folder_that_cannot_be_listed_is_told_and_costs_only_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "a/a.md", "b/b.md")
    listing = os.scandir

    def refuse(path: str) -> object:
        if path.endswith("a"):
            raise PermissionError(13, "Permission denied")
        return listing(path)

    monkeypatch.setattr(os, "scandir", refuse)
    found = scan(tmp_path)

    assert ["b/b.md"] == paths_of(found)
    assert [("unreadable", "a/", "not read: Permission denied")] == [
        (finding.code, finding.path, finding.message) for finding in found.findings
    ]


@pytest.mark.skipif(os.geteuid() == 0, reason="root lists folders whatever their permissions say")
def test_a_folder_without_permission_is_told(tmp_path: Path) -> None:
    write(tmp_path, "a/a.md")
    (tmp_path / "a").chmod(0)
    try:
        assert {"a/": "unreadable"} == reasons_of(scan(tmp_path))
    finally:
        (tmp_path / "a").chmod(0o700)


def test_a_folder_too_deep_to_list_is_told(tmp_path: Path) -> None:
    descriptor = os.open(tmp_path, os.O_RDONLY)
    for _ in range(25):  # 25 × 201 bytes exceed what a path may hold
        os.mkdir("d" * 200, dir_fd=descriptor)
        below = os.open("d" * 200, os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = below
    os.close(descriptor)

    assert ["unreadable"] == [finding.code for finding in scan(tmp_path).findings]


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_reads_as_words(reason: str) -> None:
    assert " " in REASONS[reason]  # type: ignore[index]


def test_every_entry_is_accounted_for_and_nothing_is_touched(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "b/c.png", "b/.d.md", "e.fifo.md/f.md", "g/h/i.markdown", ".git/x", "empty.md")
    (tmp_path / "empty").mkdir()
    (tmp_path / "g" / "loop").symlink_to("..")
    with open(os.fsencode(tmp_path) + b"/bad\xff.md", "wb"):
        pass
    before = tree_hash(tmp_path)
    found = scan(tmp_path)

    assert before == tree_hash(tmp_path)
    told = {*paths_of(found), *found.assets, *reasons_of(found)}
    walked = {
        display(os.path.relpath(os.path.join(folder, name), tmp_path))
        for folder, _, names in os.walk(tmp_path)
        for name in names
        if "/.git" not in folder
    }
    assert walked | {".git/", "g/loop"} == told
    assert len(told) == len(found.files) + len(found.assets) + len(found.skipped)
    assert found == scan(tmp_path)


# --- .caveatignore


def test_the_ignore_file_leaves_out_files_and_folders(tmp_path: Path) -> None:
    write(
        tmp_path,
        "Templates/a.md",
        "x/Templates/b.md",
        "x/old.tmp.md",
        "x/keep.tmp.md",
        "y/é.md",
        "y/u\u0308.md",
        "z.md",
    )
    lines = [
        "# comment ****",
        "",
        "/Templates/",
        "*.tmp.md",
        "!keep.tmp.md",
        "y/e\u0301.md",
        "/y/ü.md",
        "lin[k]",
    ]
    (tmp_path / ".caveatignore").write_text("\ufeff" + "\r\n".join(lines), "utf-8")
    (tmp_path / "link").symlink_to("/")
    found = scan(tmp_path)

    assert ["x/Templates/b.md", "x/keep.tmp.md", "z.md"] == paths_of(found)
    assert {
        ".caveatignore": "dot-file",
        "Templates/": "ignored",
        "x/old.tmp.md": "ignored",
        "y/é.md": "ignored",
        "y/u\u0308.md": "ignored",
        "link": "ignored",
    } == reasons_of(found)
    assert () == found.findings


def test_an_ignore_pattern_of_undecodable_bytes_fits_such_a_name(tmp_path: Path) -> None:
    with open(os.fsencode(tmp_path) + b"/bad\xff.md", "wb"):
        pass
    (tmp_path / ".caveatignore").write_bytes(b"bad\xff.md\n")

    assert {".caveatignore": "dot-file", r"bad\xff.md": "ignored"} == reasons_of(scan(tmp_path))


def test_an_ignore_file_in_a_subfolder_is_not_read(tmp_path: Path) -> None:
    write(tmp_path, "a/b.md")
    (tmp_path / "a" / ".caveatignore").write_text("*")

    assert ["a/b.md"] == paths_of(scan(tmp_path))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"a\n!\n", r"\.caveatignore:2: this line is no pattern"),
        (b"a\n\n*a*a*a*a*\n", r"\.caveatignore:3: too many stars"),
        (b"**/a/" * 5, r"\.caveatignore:1: too many stars"),
        (b"a\n" * 1_001, r"more than 1,000 lines"),
        (b"#" * (IGNORE_BYTES + 1), r"cannot be read: larger than 65,536 bytes"),
    ],
)
def test_an_ignore_file_that_cannot_be_used_is_never_passed_over(
    tmp_path: Path, content: bytes, told: str
) -> None:
    (tmp_path / ".caveatignore").write_bytes(content)
    with pytest.raises(ConfigError, match=told):
        scan(tmp_path)


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo, lambda path: os.symlink("nowhere", path)])
def test_what_stands_in_place_of_the_ignore_file_is_refused(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    make(tmp_path / ".caveatignore")
    with pytest.raises(ConfigError, match=r"\.caveatignore cannot be read"):
        scan(tmp_path)


@given(st.binary(max_size=40))
@settings(max_examples=60, deadline=None)
def test_no_ignore_file_raises_anything_but_a_config_error(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    root = tmp_path_factory.mktemp("v")
    write(root, "a.md", "b/c.md")
    (root / ".caveatignore").write_bytes(content)
    try:
        found = scan(root)
    except ConfigError:
        return
    left_out = sum(reason == "ignored" for reason in reasons_of(found).values())
    assert (left_out > 0) is (len(found.files) < 2)


# --- reading and finding


def test_a_vault_that_is_no_folder_is_missing(tmp_path: Path) -> None:
    write(tmp_path, "file")
    for path in (tmp_path / "none", tmp_path / "file"):
        with pytest.raises(VaultMissing, match=r"is not a folder that can be read: .*--vault"):
            scan(path)


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    write(tmp_path, "a.md")
    (tmp_path / "link.md").symlink_to("a.md")
    os.mkfifo(tmp_path / "pipe.md")
    for name in ("link.md", "pipe.md", ".", "none.md"):
        with pytest.raises(OSError):
            read_bytes(str(tmp_path / name))

    assert b"x" == read_bytes(str(tmp_path / "a.md"))
    assert b"x" == read_bytes(str(tmp_path / "a.md"), limit=1)
    with pytest.raises(OSError, match="larger than 0 bytes"):
        read_bytes(str(tmp_path / "a.md"), limit=0)


@pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="no list of open files on this system")
def test_reading_leaves_no_file_open(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        with pytest.raises(OSError):
            read_bytes(str(tmp_path / "pipe.md"))

    assert before == len(os.listdir("/proc/self/fd"))


def test_the_vault_is_the_nearest_folder_with_a_configuration(tmp_path: Path) -> None:
    write(tmp_path, "caveat.toml", "a/b/caveat.toml", "a/b/c/d/n.md", "a/x/n.md")

    assert tmp_path / "a" / "b" == find_vault(tmp_path / "a" / "b" / "c" / "d")
    assert tmp_path / "a" / "b" == find_vault(tmp_path / "a" / "b")
    assert tmp_path == find_vault(tmp_path / "a" / "x")
    assert tmp_path == find_vault(tmp_path / "a" / "x" / "n.md")


def test_without_a_configuration_the_start_is_the_vault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os.path, "lexists", lambda path: False)

    assert tmp_path / "a" == find_vault(tmp_path / "a")
    assert Path(".") == find_vault(Path("."))


def test_a_note_that_icloud_took_away_is_told(tmp_path: Path) -> None:
    for name in (".Todo.md.icloud", ".photo.png.icloud", ".icloud"):
        (tmp_path / name).write_bytes(b"bplist00")
    found = scan(tmp_path)

    assert {".Todo.md.icloud": "not-downloaded", ".photo.png.icloud": "dot-file", ".icloud": "dot-file"} == (
        reasons_of(found)
    )
    assert [(".Todo.md.icloud", "not-downloaded")] == [(f.path, f.code) for f in found.findings]
