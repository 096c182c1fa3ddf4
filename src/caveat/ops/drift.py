"""Drift: figures of derived records that stand in none of their sources."""

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from caveat.model.records import Record
from caveat.model.store import FileState, Store

if TYPE_CHECKING:
    from caveat.ops.figures import Figure, Figures

KEPT = "drift"
"""Key of what was found before, as JSON; a cache, each part of it bound to the bytes it was read from."""

VERSION = "drift/2 numbers/1"
"""Changes whenever the same bytes may give another answer."""

MOST = 3
"""Figures of one note that are told one by one before the rest is counted; our choice."""


class Drift(NamedTuple):
    """
    A figure that none of a record's sources states.

    Attributes:
        line: Line of the file, from 1; in a claim of its text.
        shown: As written.
        above: Ref of the source of a source that does state it; empty when none does.
    """

    line: int
    shown: str
    above: str = ""


class Reading(NamedTuple):
    """
    What reading a note's bytes gave.

    Attributes:
        drifts: By line, each figure once, `MOST` at most.
        more: Figures beyond those.
        lines: On which line ``tier`` and ``reliability`` stand.
    """

    drifts: tuple[Drift, ...] = ()
    more: int = 0
    lines: Mapping[str, int] = {}


def readings(
    root: Path,
    store: Store,
    records: Mapping[str, Record],
    sources: Mapping[str, Sequence[str]],
    wanted: Iterable[str],
) -> dict[str, Reading]:
    """
    What the bytes of *wanted* say, each read once for as long as it and its sources stay as they are.

    Args:
        root: Real path of the vault.
        store: Its index, open for writing: it keeps what was read.
        records: Every record by ref.
        sources: Sources that count, by ref; a primary is absent and drifts from nothing.
        wanted: Records to read.
    """
    reader = _Reader(root, store, store.files(), records, sources)
    known = json.loads(store.meta(KEPT) or "{}")
    kept = known.get("notes", {}) if known.get("version") == VERSION else {}
    found: dict[str, list[object]] = {}
    for ref in wanted:
        key = reader.key(ref)
        old = kept.get(ref)
        found[ref] = old if old is not None and old[0] == key else [key, *reader.read(ref)]
    if found != kept:
        sure = {ref: row for ref, row in found.items() if ref not in reader.unsure}
        store.put_meta({KEPT: json.dumps({"version": VERSION, "notes": sure}, ensure_ascii=False)})
    return {ref: _reading(row) for ref, row in found.items()}


def _reading(row: Sequence[object]) -> Reading:
    _, drifts, more, lines = row
    assert isinstance(drifts, list) and isinstance(more, int) and isinstance(lines, dict)
    return Reading(tuple(map(Drift._make, drifts)) if drifts else (), more, lines)


class _Reader:
    """Reads records of one vault, each once."""

    def __init__(
        self,
        root: Path,
        store: Store,
        files: Mapping[str, FileState],
        records: Mapping[str, Record],
        sources: Mapping[str, Sequence[str]],
    ) -> None:
        self._root = root
        self._store = store
        self._records = records
        self._sources = sources
        self._hashes = {path: state.file_hash[:16] for path, state in files.items()}
        self._figures: dict[str, Figures] = {}
        self._lines: dict[str, dict[str, int]] = {}
        self.unsure: set[str] = set()

    def key(self, ref: str) -> str:
        """What the reading of *ref* follows from: its bytes, and those of what it was made from."""
        return " ".join([self._hash(ref), *map(self._hash, self._above(ref))])

    def read(self, ref: str) -> list[object]:
        """Drifts as plain lists, how many more there are, and the lines of computed keys."""
        found = self._read(ref)
        lines = self._lines[ref]
        made_from = self._sources.get(ref, ())
        if not made_from:
            return [[], 0, lines]
        from caveat.ops.figures import stands_in

        own = {figure.shown: figure for figure in reversed(found.prose)}
        stated = [figure for source in made_from for figure in self._stated(source)]
        lost = [figure for figure in reversed(own.values()) if not stands_in(figure, stated)]
        lost.sort(key=lambda figure: figure.line)
        told = [[figure.line, figure.shown, self._where(ref, figure)] for figure in lost[:MOST]]
        if any(source in self.unsure for source in self._above(ref)):
            self.unsure.add(ref)
        return [told, max(0, len(lost) - MOST), lines]

    def _read(self, ref: str) -> "Figures":
        found = self._figures.get(ref)
        if found is None:
            from caveat.ops.figures import figures
            from caveat.ops.written import lines_of_keys

            text, is_note = self._text(ref), bool(self._records[ref].path)
            self._lines[ref] = lines_of_keys(text) if is_note else {}
            found = self._figures[ref] = figures(text, is_note=is_note)
        return found

    def _stated(self, ref: str) -> "tuple[Figure, ...]":
        """What a source states: in its prose and in its properties."""
        found = self._read(ref)
        return found.prose + found.properties

    def _where(self, ref: str, figure: "Figure") -> str:
        from caveat.ops.figures import stands_in

        direct = self._sources.get(ref, ())
        above = (one for one in self._above(ref) if one not in direct)
        return next((one for one in above if stands_in(figure, self._stated(one))), "")

    def _above(self, ref: str) -> list[str]:
        """Sources, then the sources of those."""
        direct = self._sources.get(ref, ())
        further = [one for source in direct for one in self._sources.get(source, ())]
        return list(dict.fromkeys([*direct, *further])) if further else list(direct)

    def _hash(self, ref: str) -> str:
        record = self._records[ref]
        return self._hashes.get(record.path, "") if record.path else record.content_hash[:16]

    def _text(self, ref: str) -> str:
        from caveat.ops.behind import digest
        from caveat.text.decode import decode
        from caveat.vault.scan import read_bytes

        path = self._records[ref].path
        # A path that is shown with an escape is not the path that opens the file.
        if path and "\\" not in path:
            try:
                data = read_bytes(os.path.join(self._root, path))
            except OSError:
                data = None
            if data is not None:
                if digest(data)[:16] != self._hashes.get(path):
                    self.unsure.add(ref)
                return decode(data).text
        text, line = "", 1
        for chunk in self._store.prose(ref):
            text += "\n" * (chunk.start_line - line) + chunk.text
            line = chunk.start_line + chunk.text.count("\n")
        return text
