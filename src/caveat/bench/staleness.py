"""
Is staleness found where it is? Pages that were made from others, in the history of a git repository.

The gold standard needs no annotator: when a translation was changed last, a person had its source before
them; it is stale exactly when the source reads otherwise today than in that commit. Each last change becomes
a human look, bound to the content of that commit, and `audit` has to flag those pages and no other. Then the
files are touched, copied and checked out anew, which must not flag one more.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from caveat.bench.metrics import Confusion
from caveat.history import ids
from caveat.model.errors import EditRefused, InputError
from caveat.model.events import Event
from caveat.ops.vault import Vault, open_vault
from caveat.text.dates import iso_instant
from caveat.text.edit import set_key
from caveat.vault.append import append
from caveat.vault.config import Config
from caveat.vault.notes import note_entry

SUFFIX = ".md"
"""Pages that are looked at."""

STALE = "stale"
"""Code of the finding that is held against the gold standard."""


class Pair(NamedTuple):
    """
    A page that was made from another.

    Attributes:
        derived: Its path.
        source: Path of the one it was made from.
        commit: The commit that changed it last.
        seconds: When, in seconds since 1970.
    """

    derived: str
    source: str
    commit: str
    seconds: int


class Staleness(NamedTuple):
    """
    How the findings fared.

    Attributes:
        pairs: Pages that were judged.
        left_out: Pages whose source was not there in the commit that changed them last, or which
            cannot carry a property.
        confusion: Flags against the gold standard.
        touched: Flags that came or went when every file was touched.
        copied: The same when the tree was copied to another place.
        checked_out: The same when every file was deleted and written again.
    """

    pairs: int
    left_out: int
    confusion: Confusion
    touched: int
    copied: int
    checked_out: int

    def figures(self) -> dict[str, float | None]:
        """Every figure by name."""
        return {
            "pages": float(self.pairs),
            "stale pages": float(self.confusion.hits + self.confusion.misses),
            "precision": self.confusion.precision,
            "recall": self.confusion.recall,
            "flags that moved when touched": float(self.touched),
            "flags that moved when copied": float(self.copied),
            "flags that moved when checked out": float(self.checked_out),
        }


def measure_staleness(repository: Path, source: str, derived: str) -> Staleness:
    """
    Findings of `audit` on the pages under *derived*, made from those under *source* of the same name.

    Args:
        repository: A git repository with its history; it is read and never written.
        source: Folder of the originals, such as ``content/en``.
        derived: Folder of what was made from them, such as ``content/de``.

    Raises:
        InputError: It is no repository, or the folders hold no pair.
    """
    pairs = _pairs(repository, source.strip("/"), derived.strip("/"))
    with TemporaryDirectory(prefix="caveat-bench-") as name:
        folder = Path(name)
        vault = folder / "vault"
        gold, left_out = _written(repository, pairs, vault)
        with open_vault(vault, index=folder / "index.sqlite") as opened:
            flagged = _flags(opened)
            _each(vault, lambda path: os.utime(path, (0, 0)))
            touched = flagged ^ _flags(opened)
            _each(vault, _rewritten)
            checked_out = flagged ^ _flags(opened)
        shutil.copytree(vault, folder / "copy")
        with open_vault(folder / "copy", index=folder / "copy.sqlite") as opened:
            copied = flagged ^ _flags(opened)
    judged = set(gold)
    stale = {path for path, is_stale in gold.items() if is_stale}
    confusion = Confusion.of(flagged & judged, stale)
    return Staleness(len(gold), left_out, confusion, len(touched), len(copied), len(checked_out))


def _pairs(repository: Path, source: str, derived: str) -> list[Pair]:
    there = set(_git(repository, "ls-tree", "-r", "-z", "--name-only", "HEAD").split("\0"))
    last = _last_changes(repository, derived)
    found = []
    for path in sorted(there):
        original = f"{source}/{path.removeprefix(derived + '/')}"
        if path.startswith(derived + "/") and path.endswith(SUFFIX) and original in there and path in last:
            found.append(Pair(path, original, *last[path]))
    if not found:
        raise InputError(
            f"{repository}: no page under {derived} has one of its name under {source}; give the folders "
            "of a translation and its original, such as --from content/en --to content/de"
        )
    return found


def _last_changes(repository: Path, folder: str) -> dict[str, tuple[str, int]]:
    """The last commit that changed each file under *folder*, and when."""
    log = _git(
        repository, "log", "--no-renames", "--name-only", "-z", "--format=%x01%H %ct", "HEAD", "--", folder
    )
    found: dict[str, tuple[str, int]] = {}
    for entry in log.split("\x01")[1:]:
        head, _, names = entry.partition("\0")
        commit, seconds = head.split()
        for name in names.strip("\n\0").split("\0"):
            found.setdefault(name.strip("\n"), (commit, int(seconds)))
    return found


def _written(repository: Path, pairs: Iterable[Pair], vault: Path) -> tuple[dict[str, bool], int]:
    """The pages as a vault with its ledger; which of them are stale; and how many were left out."""
    gold: dict[str, bool] = {}
    events: list[Event] = []
    left_out = 0
    for number, pair in enumerate(pairs):
        then = _blob(repository, pair.commit, pair.source)
        now = _blob(repository, "HEAD", pair.source)
        page = _blob(repository, "HEAD", pair.derived)
        try:
            carrying = set_key(page or b"", "sources", [f'"[[{pair.source}]]"'])
        except EditRefused:
            carrying = b""
        if then is None or now is None or not carrying:
            left_out += 1
            continue
        gold[pair.derived] = _plain(then) != _plain(now)
        _put(vault / pair.source, now)
        _put(vault / pair.derived, carrying)
        events.append(_look(number, pair, _hash(pair.derived, carrying), _hash(pair.source, then)))
    if not gold:
        raise InputError(f"{repository}: no page had its source beside it when it was changed last")
    append(vault.resolve(), events)
    return gold, left_out


def _look(number: int, pair: Pair, own: str, source: str) -> Event:
    body = {"ref": f"note:{pair.derived}", "hash": own, "sources": {f"note:{pair.source}": source}}
    at = iso_instant(pair.seconds / 86_400)
    return Event(1, ids.ulid(pair.seconds * 1_000, number), at, "verify", "translator", "human", body)


def _hash(path: str, data: bytes) -> str:
    return note_entry(path, data, Config()).record.content_hash


def _plain(data: bytes) -> bytes:
    # The gold standard knows nothing of how caveat hashes, but that line ends say nothing.
    return data.replace(b"\r\n", b"\n").rstrip()


def _flags(vault: Vault) -> set[str]:
    report = vault.audit(observe=False)
    return {ranked.finding.path for ranked in report.findings if ranked.finding.code == STALE}


def _each(vault: Path, act: Callable[[Path], object]) -> None:
    for path in sorted(vault.rglob(f"*{SUFFIX}")):
        act(path)


def _rewritten(path: Path) -> None:
    data = path.read_bytes()
    path.unlink()
    path.write_bytes(data)


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _blob(repository: Path, commit: str, path: str) -> bytes | None:
    """The file at *path* in *commit*; None when it is not there."""
    done = subprocess.run(
        _words(repository, "cat-file", "blob", f"{commit}:{path}"),
        capture_output=True,
        check=False,
        env=_surroundings(),
    )
    return done.stdout if done.returncode == 0 else None


def _git(repository: Path, *words: str) -> str:
    try:
        done = subprocess.run(
            _words(repository, *words), capture_output=True, check=False, env=_surroundings()
        )
    except FileNotFoundError as error:
        raise InputError("git is not installed, and the history is read through it") from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise InputError(
            f"{repository}: git cannot read its history: {said[-1] if said else 'no reason given'}"
        )
    return done.stdout.decode("utf-8", "surrogateescape")


def _words(repository: Path, *words: str) -> list[str]:
    return ["git", "-C", os.fspath(repository), "-c", "core.quotepath=off", *words]


def _surroundings() -> Mapping[str, str]:
    return {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
