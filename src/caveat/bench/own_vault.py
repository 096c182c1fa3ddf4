"""The switch on one's own vault: questions with the notes one expects, trust off against on, and why."""

import json
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from caveat.bench.inputs import Place, filled, mapping, read_json_lines, read_text
from caveat.bench.metrics import Mean
from caveat.model.errors import InputError
from caveat.model.records import Day
from caveat.model.search import Hit

DEPTH = 100
"""Hits looked at: all among which trust may reorder (`ops.search.CANDIDATES`)."""


class Expectation(NamedTuple):
    """
    A question and the notes that answer it.

    Attributes:
        query: As one would type it.
        expect: Vault-relative paths, any of which is a good answer; never empty.
        place: Where it is written.
    """

    query: str
    expect: tuple[str, ...]
    place: Place


class Placed(NamedTuple):
    """
    A note in the two result lists of a question.

    Attributes:
        path: The note.
        off: Its rank by words alone; None = not found.
        on: Its rank with trust; None = not found.
        why: What trust made of it, in words.
    """

    path: str
    off: int | None
    on: int | None
    why: str


class Compared(NamedTuple):
    """
    A question asked with trust off and on.

    Attributes:
        query: The question.
        expected: The expected note that stands best with trust on, else with trust off.
        moved: Notes that stood or stand before it, or at its place, when the order changed.
    """

    query: str
    expected: Placed
    moved: tuple[Placed, ...]

    @property
    def change(self) -> int:
        """Ranks gained with trust (positive) or lost; a note that is not found stands behind all."""
        return (self.expected.off or DEPTH + 1) - (self.expected.on or DEPTH + 1)


class OwnVault(NamedTuple):
    """
    What the switch did on a vault.

    Attributes:
        notes: Number of notes searched.
        compared: Every question, in the order of the file.
        mrr: Mean reciprocal rank of the expected notes: off, on.
        first: Share of questions with an expected note at rank 1: off, on.
    """

    notes: int
    compared: tuple[Compared, ...]
    mrr: tuple[Mean, Mean]
    first: tuple[Mean, Mean]

    @property
    def is_earned(self) -> bool:
        """Whether trust did not make the expected notes stand worse on the whole."""
        return self.mrr[1].total >= self.mrr[0].total - 1e-12

    def figures(self) -> dict[str, float | None]:
        """Every figure by name."""
        off, on = self.mrr
        return {
            "MRR off": off.value,
            "MRR on": on.value,
            "first off": self.first[0].value,
            "first on": self.first[1].value,
        }


def read_expectations(path: Path) -> list[Expectation]:
    """
    The questions in a YAML file, or in a JSONL file when its name says so.

    Each entry has ``query`` and either ``expect`` (a path or a list of paths) or ``expect_first`` (one
    path); other keys are remarks of whoever wrote it.

    Raises:
        InputError: The file cannot be read, holds no question, or an entry has another schema.
    """
    found = []
    for place, item in _entries(path):
        keys = [key for key in ("expect", "expect_first") if key in mapping(item, place)]
        if len(keys) != 1:
            raise InputError(f"{place}: name the notes under one of 'expect' and 'expect_first'")
        value = item[keys[0]]
        paths = value if isinstance(value, list) else [value]
        if not paths or not all(isinstance(each, str) and each.strip() for each in paths):
            raise InputError(f"{place}: {keys[0]!r} must be the path of a note, or a list of paths")
        found.append(Expectation(filled(item, "query", place), tuple(paths), place))
    if not found:
        raise InputError(f"{path}: holds no question, so nothing can be measured")
    return found


def compare(vault: Path, expectations: Sequence[Expectation], *, as_of: Day | None = None) -> OwnVault:
    """
    Every question asked with trust off and on.

    The vault is indexed anew into a temporary file, so the figures are about its files as they are and
    nothing is left behind.

    Args:
        vault: The folder; no file in it is written.
        expectations: At least one.
        as_of: The day freshness is reckoned at; None = now.

    Raises:
        InputError: An expected note is not in the vault.
    """
    import caveat
    from caveat.ops.clock import today

    day = today() if as_of is None else as_of
    with (
        tempfile.TemporaryDirectory(prefix="caveat-bench-") as folder,
        caveat.open(vault, index=Path(folder) / "index.sqlite") as opened,
    ):
        known = set(opened.index().indexed)
        for expectation in expectations:
            for path in expectation.expect:
                if path not in known:
                    raise InputError(f"{expectation.place}: expects {path!r}, which is no note of {vault}")
        compared = []
        for expectation in expectations:
            off, on = (
                opened.search(expectation.query, DEPTH, trust=is_on, as_of=day) for is_on in (False, True)
            )
            compared.append(_compared(expectation, off, on))
    return _summed(len(known), compared)


def _summed(notes: int, compared: Sequence[Compared]) -> OwnVault:
    ranks = [(c.expected.off, c.expected.on) for c in compared]
    mrr = [Mean.of(0.0 if rank is None else 1 / rank for rank in side) for side in zip(*ranks, strict=True)]
    first = [Mean.of(float(rank == 1) for rank in side) for side in zip(*ranks, strict=True)]
    return OwnVault(notes, tuple(compared), (mrr[0], mrr[1]), (first[0], first[1]))


def _compared(expectation: Expectation, off: Sequence[Hit], on: Sequence[Hit]) -> Compared:
    before, after = ({hit.path: hit for hit in reversed(hits)} for hits in (off, on))

    heads = {ref: hit.path for hit in on for ref in hit.replaces}

    def placed(path: str) -> Placed:
        old, new = before.get(path), after.get(path)
        head = heads.get(old.ref) if old and not new else None
        why = f"replaced by {head}" if head else _why(new)
        return Placed(path, old.rank if old else None, new.rank if new else None, why)

    nowhere = DEPTH + 1
    best_off = min((before[p].rank for p in expectation.expect if p in before), default=nowhere)
    best_on = min((after[p].rank for p in expectation.expect if p in after), default=nowhere)
    shown = min(expectation.expect, key=lambda p: (_rank(after, p), _rank(before, p)))
    expected = placed(shown)._replace(
        off=None if best_off == nowhere else best_off, on=None if best_on == nowhere else best_on
    )
    rivals: list[Placed] = []
    if best_off != best_on:
        ahead = [h.path for h in off if h.rank <= best_off] + [h.path for h in on if h.rank <= best_on]
        seen = [placed(path) for path in dict.fromkeys(ahead) if path not in expectation.expect]
        rivals = [rival for rival in seen if rival.off != rival.on]
    return Compared(expectation.query, expected, tuple(rivals))


def _rank(hits: dict[str, Hit], path: str) -> int:
    return hits[path].rank if path in hits else DEPTH + 1


def _why(hit: Hit | None) -> str:
    if hit is None or hit.trust is None:
        return ""
    words = [f"trust {hit.trust:.2f}", *(badge for badge in hit.badges if badge != "unverified")]
    if hit.verified is not None:
        from caveat.text.dates import iso_date

        words.append(f"verified {iso_date(hit.verified)}")
    if hit.class_weight != 1:
        words.append(f"class {hit.record_class} × {hit.class_weight:g}")
    if hit.replaces:
        words.append(f"replaces {', '.join(hit.replaces)}")
    return ", ".join(words)


def _entries(path: Path) -> Iterator[tuple[Place, Any]]:
    if path.suffix.lower() in (".jsonl", ".ndjson"):
        yield from read_json_lines(path)
        return
    import yaml

    text = read_text(path)
    try:
        loaded = json.loads(text) if path.suffix.lower() == ".json" else yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: is neither YAML nor JSON that can be read ({_one_line(error)})") from error
    if not loaded:
        raise InputError(f"{path}: holds no question, so nothing can be measured")
    if not isinstance(loaded, list):
        raise InputError(f"{path}: is not a list of questions")
    yield from ((Place(path, f"question {number}"), item) for number, item in enumerate(loaded, start=1))


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())
