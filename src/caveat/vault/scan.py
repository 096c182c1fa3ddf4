"""
Scanning a vault: which files are notes, which are other files, and why each remaining one is left out.

Nothing is opened but the ignore file; no symbolic link is followed. Every entry of a folder that is
walked ends in exactly one of `Scan.files`, `Scan.assets` and `Scan.skipped`, and a folder that is not
walked is in `Scan.skipped` itself, its name ending in ``/``. ``.caveatignore`` (the syntax of
gitignore) is read at the vault's root only.

Paths are shown without line breaks, control characters and undecodable bytes, each written as an escape
(``\\n``, ``\\xff``), so that a path fits in a line, a JSON text and a terminal. ``os_path`` opens the file.
"""

import errno
import os
import re
import stat
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from caveat.model.errors import ConfigError, VaultMissing
from caveat.model.findings import Finding

IGNORE_FILE = ".caveatignore"
IGNORE_BYTES = 64 * 1024
"""Largest ignore file that is read (our choice)."""
IGNORE_LINES = 1_000
"""Most lines of an ignore file (our choice): each is tried on each path."""
IGNORE_STARS = 3
"""Most ``*`` in one part of an ignore pattern (our choice): each one multiplies the time to match."""
IGNORE_SPANS = 4
"""Most ``**`` in one ignore pattern (our choice), for the same reason."""
MAX_FILE_BYTES = 32 * 1024 * 1024
"""Largest note that is read (our choice; the largest of the vaults measured has 6 MB)."""
NOTE_SUFFIXES = (".md", ".markdown")
MARKER = "caveat.toml"
"""The file that marks the root of a vault."""

Reason = Literal[
    "dot-file",
    "dot-folder",
    "node_modules",
    "ignored",
    "alias",
    "symlink-outside",
    "symlink-broken",
    "special-file",
    "too-large",
    "unreadable",
    "path-collision",
    "not-downloaded",
]

REASONS: dict[Reason, str] = {
    "dot-file": "its name starts with a dot",
    "dot-folder": "a folder whose name starts with a dot",
    "node_modules": "a folder of installed packages",
    "ignored": "left out by .caveatignore",
    "alias": "a symbolic link to something in the vault, which is read where it is",
    "symlink-outside": "a symbolic link that leaves the vault",
    "symlink-broken": "a symbolic link to nothing",
    "special-file": "a pipe, a socket or a device",
    "too-large": f"larger than {MAX_FILE_BYTES // 1024 // 1024} MiB",
    "unreadable": "the system does not let it be read",
    "path-collision": "another file's path is shown in the same way",
    "not-downloaded": "a note that iCloud has not downloaded to this device",
}
"""Why an entry is left out, in words that follow its path."""

_HELP: dict[Reason, str] = {
    "symlink-outside": "Move what it links to into the vault, or name the link in .caveatignore.",
    "symlink-broken": "Remove the link, or restore what it points to.",
    "too-large": "Split the note, or name it in .caveatignore.",
    "unreadable": "Change its permissions, or name it in .caveatignore.",
    "path-collision": "Rename one of the two files.",
    "not-downloaded": "Open the folder in Finder and choose Download Now, then index again.",
}
"""The reasons that are findings, with the next step; the others are how a vault is meant to be read."""

# What iCloud leaves of "Todo.md" when it takes the file itself away to save room.
_PLACEHOLDER = re.compile(r"\..+\.(?:md|markdown)\.icloud", re.IGNORECASE | re.DOTALL)

# Controls, line and paragraph separators, direction overrides and lone surrogates: what can break a
# line, steer a terminal or make a path read as another one.
_UNSHOWABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class ScannedFile(NamedTuple):
    """
    A note as the folder lists it; its content is not known yet.

    Attributes:
        path: Vault-relative, with ``/``, fit to be shown; unique within a scan.
        os_path: Absolute path that opens it; may hold surrogates for undecodable bytes.
        size: Bytes.
        mtime_ns: Modification time, nanoseconds.
        ctime_ns: Change time, nanoseconds.
        inode: Number of the file on its device.
    """

    path: str
    os_path: str
    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int


class Skipped(NamedTuple):
    """
    An entry that is left out.

    Attributes:
        path: As in `ScannedFile`; a folder ends in ``/``.
        reason: A key of `REASONS`.
    """

    path: str
    reason: Reason


class Scan(NamedTuple):
    """
    What a vault holds, each part sorted by path.

    Attributes:
        files: Its notes.
        assets: Paths of its other files, for links to be resolved.
        skipped: What was left out, each with its reason.
        findings: What someone should look at, by path.
    """

    files: tuple[ScannedFile, ...] = ()
    assets: tuple[str, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    findings: tuple[Finding, ...] = ()


class _Walk(NamedTuple):
    """What a walk knows of the vault, and the lists that it fills."""

    root: str
    is_ignored: Callable[[str], bool] | None
    limit: int
    files: list[ScannedFile]
    assets: list[str]
    skipped: list[Skipped]
    findings: list[Finding]


def scan(root: Path, *, limit: int = MAX_FILE_BYTES) -> Scan:
    """
    Every file of the vault at *root*, in the same order on every machine.

    Args:
        root: Folder of the vault; may itself be reached through a symbolic link.
        limit: Bytes from which on a note is left out, exclusive.

    Raises:
        VaultMissing: *root* is not a folder that can be read.
        ConfigError: ``.caveatignore`` cannot be read or holds a pattern that is none. It is not passed
            over, for it may be what keeps private notes out.
    """
    base = os.path.abspath(root)
    walk = _Walk(os.path.realpath(base), _ignore_test(base), limit, [], [], [], [])
    pending = [("", "", base)]
    while pending:
        shown_folder, raw_folder, folder = pending.pop()
        try:
            with os.scandir(folder) as listing:
                entries = list(listing)
        except OSError as error:
            if not shown_folder:
                raise VaultMissing(
                    f"{display(base)} is not a folder that can be read: {error.strerror or error}. "
                    "Name the vault's folder with --vault."
                ) from error
            _skip(walk, shown_folder, "unreadable", error)
            continue
        for entry in entries:
            shown = shown_folder + display(entry.name)
            raw = raw_folder + entry.name
            if _visit(walk, entry, shown, raw):
                pending.append((shown + "/", raw + "/", entry.path))
    return _sorted(walk)


def _visit(walk: _Walk, entry: os.DirEntry[str], shown: str, raw: str) -> bool:
    """Files *entry* under what it is; whether it is a folder to walk."""
    try:
        is_link = entry.is_symlink()
        if not is_link and entry.is_dir(follow_symlinks=False):
            reason = _folder_reason(walk, entry.name, raw)
            if reason:
                _skip(walk, shown + "/", reason)
            return reason is None
        if entry.name.startswith("."):
            _skip(walk, shown, "not-downloaded" if _PLACEHOLDER.fullmatch(entry.name) else "dot-file")
        elif walk.is_ignored is not None and walk.is_ignored(raw):
            _skip(walk, shown, "ignored")
        elif is_link:
            _skip(walk, shown, _link_reason(walk.root, entry.path))
        elif not entry.is_file(follow_symlinks=False):
            _skip(walk, shown, "special-file")
        elif not entry.name.lower().endswith(NOTE_SUFFIXES):
            walk.assets.append(shown)
        else:
            _add_note(walk, entry, shown)
    except OSError as error:
        # Removed or locked between the listing and this look at it.
        _skip(walk, shown, "unreadable", error)
    return False


def _add_note(walk: _Walk, entry: os.DirEntry[str], shown: str) -> None:
    """Files a note under its path, or leaves it out for its size."""
    status = entry.stat(follow_symlinks=False)
    if status.st_size > walk.limit:
        _skip(walk, shown, "too-large")
        return
    walk.files.append(
        ScannedFile(shown, entry.path, status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
    )


def _folder_reason(walk: _Walk, name: str, raw: str) -> Reason | None:
    """Why a folder is not walked; None when it is."""
    if name.startswith("."):
        return "dot-folder"
    if name == "node_modules":
        return "node_modules"
    if walk.is_ignored is not None and walk.is_ignored(raw + "/"):
        return "ignored"
    return None


def _link_reason(root: str, os_path: str) -> Reason:
    """Why a symbolic link is not followed; nothing outside of *root* is opened."""
    target = os.path.realpath(os_path)
    if target != root and not target.startswith(os.path.join(root, "")):
        return "symlink-outside"
    return "alias" if os.path.exists(os_path) else "symlink-broken"


def _skip(walk: _Walk, shown: str, reason: Reason, error: OSError | None = None) -> None:
    """Leaves an entry out, with a finding when someone should look at it."""
    walk.skipped.append(Skipped(shown, reason))
    if reason in _HELP:
        words = (error.strerror if error is not None else None) or REASONS[reason]
        finding = Finding(reason, "warning", f"not read: {words}", shown, help=_HELP[reason])
        walk.findings.append(finding)


def _sorted(walk: _Walk) -> Scan:
    """The lists in the order of their paths; of two notes shown alike the later one is left out."""
    files: list[ScannedFile] = []
    for file in sorted(walk.files):
        if files and files[-1].path == file.path:
            _skip(walk, file.path, "path-collision")
        else:
            files.append(file)
    findings = sorted(walk.findings, key=lambda finding: (finding.path, finding.code))
    return Scan(tuple(files), tuple(sorted(walk.assets)), tuple(sorted(walk.skipped)), tuple(findings))


def display(name: str) -> str:
    """*name* fit to be shown: breaks, controls and undecodable bytes as ``\\n``, ``\\x1b``, ``\\xff``."""
    if name.isprintable():
        return name
    # Names are UTF-8 whatever the locale says: under LC_ALL=C Python hands them over byte by byte.
    return _UNSHOWABLE.sub(_escape, os.fsencode(name).decode("utf-8", "surrogateescape"))


def _escape(match: re.Match[str]) -> str:
    """The escape of one character; a surrogate that stands for a byte becomes that byte's escape."""
    code = ord(match[0])
    if 0xDC80 <= code <= 0xDCFF:  # PEP 383: the byte plus 0xDC00
        return f"\\x{code - 0xDC00:02x}"
    return {0x0A: "\\n", 0x0D: "\\r", 0x09: "\\t"}.get(code) or (
        f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}"
    )


def read_bytes(os_path: str, *, limit: int = MAX_FILE_BYTES) -> bytes:
    """
    The content of a regular file, opened without following a link at its last step and without waiting.

    Raises:
        OSError: It cannot be opened, is no regular file (a pipe is never waited for), or has more than
            *limit* bytes.
    """
    flags = os.O_RDONLY
    for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"):  # not all on every system
        flags |= getattr(os, name, 0)
    descriptor = os.open(os_path, flags)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "not a regular file", os_path)
        data = b"" if status.st_size > limit else _read_all(descriptor, status.st_size)
    finally:
        os.close(descriptor)
    if status.st_size > limit or len(data) > limit:
        raise OSError(errno.EFBIG, f"larger than {limit:,} bytes", os_path)
    return data


def _read_all(descriptor: int, size: int) -> bytes:
    """All that is left to read, about *size* bytes; a file object would cost as much as the reading."""
    data = os.read(descriptor, size + 1)
    parts = [data]
    while data := os.read(descriptor, size + 1):
        parts.append(data)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def find_vault(start: Path) -> Path:
    """The nearest folder from *start* upwards that holds a ``caveat.toml``; *start* when none does."""
    folder = os.path.abspath(start)
    while not os.path.lexists(os.path.join(folder, MARKER)):
        above = os.path.dirname(folder)
        if above == folder:
            return start
        folder = above
    return Path(folder)


def _ignore_test(base: str) -> Callable[[str], bool] | None:
    """Whether a vault-relative raw path (a folder ends in ``/``) is left out; None without a file."""
    path = os.path.join(base, IGNORE_FILE)
    try:
        data = read_bytes(os.path.realpath(path), limit=IGNORE_BYTES)
    except OSError as error:
        if isinstance(error, FileNotFoundError | NotADirectoryError) and not os.path.islink(path):
            return None
        raise ConfigError(
            f"{display(path)} cannot be read: {error.strerror or error}. Make it a readable file of at "
            f"most {IGNORE_BYTES // 1024} KiB, or remove it."
        ) from error
    # Names and patterns are compared composed: a pattern typed on one system fits names made on another.
    text = unicodedata.normalize("NFC", os.fsdecode(data.removeprefix(b"\xef\xbb\xbf")))
    matches = _ignore_spec([line.removesuffix("\r") for line in text.split("\n")], display(path))

    def is_ignored(raw: str) -> bool:
        return matches(raw if raw.isascii() else unicodedata.normalize("NFC", raw))

    return is_ignored


def _ignore_spec(lines: Sequence[str], where: str) -> Callable[[str], bool]:
    """The test that gitignore *lines* make; a line that is no pattern raises ConfigError."""
    import warnings

    from pathspec import GitIgnoreSpec

    if len(lines) > IGNORE_LINES:
        raise ConfigError(f"{where}: more than {IGNORE_LINES:,} lines. Leave folders out as a whole instead.")
    for number, line in enumerate(lines, 1):
        stars = max(part.count("*") for part in line.replace("**", "").split("/"))
        if not line.startswith("#") and (stars > IGNORE_STARS or line.count("**") > IGNORE_SPANS):
            raise ConfigError(f"{where}:{number}: too many stars in one pattern. Write several simpler ones.")
        try:
            with warnings.catch_warnings():
                # A character class of another syntax is a FutureWarning of `re`: not for the user's eyes.
                warnings.simplefilter("ignore", FutureWarning)
                GitIgnoreSpec.from_lines([line])
        except (ValueError, re.error) as error:
            raise ConfigError(f"{where}:{number}: this line is no pattern. Correct or remove it.") from error
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        return GitIgnoreSpec.from_lines(lines).match_file
