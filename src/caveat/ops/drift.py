"""Drift: figures of derived records that stand in none of their sources."""

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from caveat.model.records import Record
from caveat.model.store import Store
from caveat.ops.declared import NOTHING, Declared

if TYPE_CHECKING:
    from caveat.ops.figures import Figure, Figures

KEPT = "drift"
"""Key of what was found before, as JSON; a cache, each part of it bound to the bytes it was read from."""

VERSION = "drift/4 numbers/2"
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
    lines: Mapping[str, int] = MappingProxyType({})


def readings(
    root: Path,
    store: Store,
    records: Mapping[str, Record],
    sources: Mapping[str, Sequence[str]],
    wanted: Iterable[str],
    declared: Declared = NOTHING,
) -> dict[str, Reading]:
    """
    What the bytes of *wanted* say, each read once for as long as it and its sources stay as they are.

    Args:
        root: Real path of the vault.
        store: Its index, open for writing: it keeps what was read.
        records: Every record by ref.
        sources: Sources that count, by ref; a primary is absent and drifts from nothing.
        wanted: Records to read.
        declared: What the vault says of figures that no source states.
    """
    reader = _Reader(root, store, records, sources, declared)
    known = json.loads(store.meta(KEPT) or "{}")
    version = f"{VERSION} {declared.key}".rstrip()
    kept = known.get("notes", {}) if known.get("version") == version else {}
    keys = {ref: reader.key(ref) for ref in wanted}
    new = {ref for ref, key in keys.items() if ref not in kept or kept[ref][0] != key}
    reader.read_ahead(new)
    found = {ref: [key, *reader.read(ref)] if ref in new else kept[ref] for ref, key in keys.items()}
    if found != kept:
        sure = {ref: row for ref, row in found.items() if ref not in reader.unsure}
        store.put_meta({KEPT: json.dumps({"version": version, "notes": sure}, ensure_ascii=False)})
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
        records: Mapping[str, Record],
        sources: Mapping[str, Sequence[str]],
        declared: Declared,
    ) -> None:
        self._root = root
        self._store = store
        self._records = records
        self._sources = sources
        self._declared = declared
        self._hashes = {path: state.file_hash[:16] for path, state in store.files().items()}
        self._figures: dict[str, Figures] = {}
        self._lines: dict[str, Mapping[str, int]] = {}
        self.unsure: set[str] = set()

    def key(self, ref: str) -> str:
        """What the reading of *ref* follows from: its bytes, and names and bytes of what it was made from."""
        from caveat.ops.behind import digest

        above = self._above(ref)
        if not above:
            return self._hash(ref)
        named = "\0".join(part for one in above for part in (one, self._hash(one)))
        return f"{self._hash(ref)} {digest(named.encode('utf-8', 'surrogatepass'))[:16]}"

    def read_ahead(self, refs: Iterable[str]) -> None:
        """Take the figures of the files that *refs* will ask for, on several cores when they are many."""
        from caveat.ops.parsing import spread

        made = [ref for ref in refs if self._sources.get(ref)]
        asked = dict.fromkeys(one for ref in made for one in (ref, *self._sources[ref]))
        files = [ref for ref in asked if self._records[ref].path]
        for ref, taken in zip(files, spread(files, self._taken), strict=True):
            if taken is not None:
                self._keep(ref, taken)

    def read(self, ref: str) -> list[object]:
        """Drifts as plain lists, how many more there are, and the lines of computed keys."""
        made_from = self._sources.get(ref, ())
        if not made_from:
            # Nothing is compared with it on its own account, so its figures are left alone.
            return [[], 0, self._lines_of(ref)]
        from caveat.ops.figures import stands_in

        found = self._read(ref)
        lines = self._lines[ref]
        own = {figure.shown: figure for figure in reversed(self._claimed(ref, found.prose))}
        stated = [figure for source in made_from for figure in self._stated(source)]
        stated += self._declared.computed(stated, {self._records[one].path for one in made_from})
        lost = [figure for figure in reversed(own.values()) if not stands_in(figure, stated)]
        lost.sort(key=lambda figure: figure.line)
        told = [[figure.line, figure.shown, self._where(ref, figure)] for figure in lost[:MOST]]
        if any(source in self.unsure for source in self._above(ref)):
            self.unsure.add(ref)
        return [told, max(0, len(lost) - MOST), lines]

    def _lines_of(self, ref: str) -> Mapping[str, int]:
        if ref not in self._lines:
            self._lines[ref] = _key_lines(self._text(ref).text, self._records[ref])
        return self._lines[ref]

    def _read(self, ref: str) -> "Figures":
        if ref not in self._figures:
            self._keep(ref, self._taken_from(ref, self._text(ref)))
        return self._figures[ref]

    def _taken(self, ref: str) -> "_Taken | None":
        """What the file of *ref* states; None when it cannot be read, and the index has to say it."""
        text = self._file_text(ref)
        return None if text is None else self._taken_from(ref, text)

    def _taken_from(self, ref: str, text: "_Text") -> "_Taken":
        from caveat.ops.figures import figures

        record = self._records[ref]
        lines = _key_lines(text.text, record)
        return _Taken(figures(text.text, is_note=bool(record.path)), lines, text.is_unsure)

    def _keep(self, ref: str, taken: "_Taken") -> None:
        self._figures[ref], self._lines[ref] = taken.figures, taken.lines
        if taken.is_unsure:
            self.unsure.add(ref)

    def _claimed(self, ref: str, prose: "Sequence[Figure]") -> "Sequence[Figure]":
        """The figures that need a source: those that nobody waived."""
        declared, path = self._declared, self._records[ref].path
        if not prose or not declared.key:
            return prose
        from caveat.ops.figures import covered

        text = self._text(ref).text
        words = declared.waived(path)
        spans = covered(text, words) if words else ()
        return [
            one
            for one in prose
            if not declared.is_own(path, text, one)
            and not any(start <= one.start and one.end <= end for start, end in spans)
        ]

    def _stated(self, ref: str) -> "tuple[Figure, ...]":
        """What a source states: in its prose, in words, and in its properties."""
        return self._read(ref).stated

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

    def _text(self, ref: str) -> "_Text":
        found = self._file_text(ref)
        if found is not None:
            if found.is_unsure:
                self.unsure.add(ref)
            return found
        text, line = "", 1
        for chunk in self._store.prose(ref):
            text += "\n" * (chunk.start_line - line) + chunk.text
            line = chunk.start_line + chunk.text.count("\n")
        return _Text(text)

    def _file_text(self, ref: str) -> "_Text | None":
        from caveat.ops.behind import digest
        from caveat.text.decode import decode
        from caveat.vault.scan import read_bytes

        path = self._records[ref].path
        # A path that is shown with an escape is not the path that opens the file.
        if not path or "\\" in path:
            return None
        try:
            data = read_bytes(os.path.join(self._root, path))
        except OSError:
            return None
        return _Text(decode(data).text, digest(data)[:16] != self._hashes.get(path))


class _Text(NamedTuple):
    """A record's text, and whether it is another one than the index knows."""

    text: str
    is_unsure: bool = False


class _Taken(NamedTuple):
    """What a text states, the lines of computed keys, and whether it is another one than the index knows."""

    figures: "Figures"
    lines: Mapping[str, int]
    is_unsure: bool


def _key_lines(text: str, record: Record) -> Mapping[str, int]:
    from caveat.ops.written import lines_of_keys

    return lines_of_keys(text) if record.path else {}
