"""Status: what a vault holds and how it stands, from its index."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from caveat.model.policy import FORMULA, Policy
from caveat.model.records import Day
from caveat.model.store import Store
from caveat.ops.behind import behind
from caveat.ops.clock import tonight
from caveat.ops.findings import all_findings
from caveat.ops.meaning import meaning
from caveat.ops.results import Status
from caveat.ops.results_meaning import Senses
from caveat.ops.whole import Numbers, numbers_of_many, whole

BANDS = ("0.0-0.2", "0.2-0.4", "0.4-0.6", "0.6-0.8", "0.8-1.0")

UNDECLARED = "undeclared"
"""Where the reliability of a note comes from that declares none."""

LOADED = 5_000
"""Records loaded at a time where there are many; our choice."""


def status(
    root: Path, index: Path, store: Store, *, as_of: Day, policy: Policy, made_by: str, senses: Senses
) -> Status:
    """
    What the vault at *root* holds and how it stands on the day *as_of*.

    Args:
        root: Real path of the vault.
        index: Path of its index file.
        store: That index.
        as_of: The day freshness is reckoned at.
        policy: Constants of the arithmetic.
        made_by: What an index run would be made by now.
    """
    standing = _standing(store, as_of=as_of, now=max(tonight(), as_of), policy=policy)
    return Status(
        vault=str(root),
        index_path=str(index),
        index_bytes=index.stat().st_size if index.exists() else 0,
        indexed_at=store.meta("indexed_at") or "",
        counts=store.counts(),
        behind=behind(root, store, made_by),
        **standing._asdict(),
        findings=dict(sorted(Counter(f.code for f in all_findings(store) if f.severity != "note").items())),
        formula=FORMULA,
        meaning=meaning(store, senses.config, senses.embedders, is_tried=False),
    )


class _Standing(NamedTuple):
    """The part of `Status` that trust says, under the same names."""

    declared: dict[str, int]
    tiers: dict[int, int]
    bands: dict[str, int]
    verified: int
    contested: tuple[str, ...]
    superseded: int
    retracted: int


def _standing(store: Store, *, as_of: Day, now: Day, policy: Policy) -> _Standing:
    many = numbers_of_many(store, as_of=as_of, now=now, policy=policy)
    if many is not None:
        return _of_many(store, many)
    records, found = whole(store, as_of=as_of, now=now, policy=policy)
    primaries = [(records[ref], a) for ref, a in found.items() if a.tier == 0 and records[ref].kind == "note"]
    return _Standing(
        declared=_declared(UNDECLARED if a.is_undeclared else record.declared_by for record, a in primaries),
        tiers=dict(sorted(Counter(a.tier for a in found.values()).items())),
        bands=_bands(Counter(min(int(a.trust * 5), 4) for a in found.values())),
        verified=sum(record.verified is not None for record in records.values()),
        contested=tuple(sorted(ref for ref, a in found.items() if a.challenge > 0)),
        superseded=sum(record.status == "superseded" for record in records.values()),
        retracted=sum(record.status == "retracted" for record in records.values()),
    )


def _of_many(store: Store, many: Numbers) -> _Standing:
    """As `_standing`, from arrays; no record is loaded but the primaries that declare something."""
    from caveat.trust.bulk_columns import RETRACTED, SUPERSEDED

    table, arrays = many.columns, many.arrays
    notes = set(store.refs(kind="note"))
    declaring, undeclared = [], 0
    for number in (arrays.tier == 0).nonzero()[0].tolist():
        if (ref := table.refs[number]) in notes:
            if arrays.is_undeclared[number]:
                undeclared += 1
            else:
                declaring.append(ref)
    words = [UNDECLARED] * undeclared
    for start in range(0, len(declaring), LOADED):
        part = store.records(declaring[start : start + LOADED])
        words += [record.declared_by for record in part.values()]
    return _Standing(
        declared=_declared(words),
        tiers=dict(sorted(Counter(arrays.tier.tolist()).items())),
        bands=_bands(Counter((arrays.trust * 5).astype(int).clip(max=4).tolist())),
        verified=int((table.verified == table.verified).sum()),
        contested=tuple([table.refs[number] for number in (arrays.challenge > 0).nonzero()[0].tolist()]),
        superseded=int((table.status == SUPERSEDED).sum()),
        retracted=int((table.status == RETRACTED).sum()),
    )


def _declared(words: Iterable[str]) -> dict[str, int]:
    counts = Counter(words)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _bands(counts: Counter[int]) -> dict[str, int]:
    return {name: counts[band] for band, name in enumerate(BANDS)}
