"""Status: what a vault holds and how it stands, from its index."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from caveat.model.assessment import Assessment
from caveat.model.policy import FORMULA, Policy
from caveat.model.records import Day, Record
from caveat.model.store import Store
from caveat.ops.behind import behind
from caveat.ops.clock import tonight
from caveat.ops.findings import all_findings
from caveat.ops.results import Status
from caveat.ops.whole import whole

BANDS = ("0.0-0.2", "0.2-0.4", "0.4-0.6", "0.6-0.8", "0.8-1.0")


def status(root: Path, index: Path, store: Store, *, as_of: Day, policy: Policy, made_by: str) -> Status:
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
    records, found = whole(store, as_of=as_of, now=max(tonight(), as_of), policy=policy)
    return Status(
        vault=str(root),
        index_path=str(index),
        index_bytes=index.stat().st_size if index.exists() else 0,
        indexed_at=store.meta("indexed_at") or "",
        counts=store.counts(),
        behind=behind(root, store, made_by),
        declared=_declared(records, found),
        tiers=dict(sorted(Counter(a.tier for a in found.values()).items())),
        bands=_bands(found),
        verified=sum(record.verified is not None for record in records.values()),
        contested=tuple(sorted(ref for ref, a in found.items() if a.challenge > 0)),
        superseded=sum(record.status == "superseded" for record in records.values()),
        retracted=sum(record.status == "retracted" for record in records.values()),
        findings=dict(sorted(Counter(f.code for f in all_findings(store) if f.severity != "note").items())),
        formula=FORMULA,
    )


def _declared(records: Mapping[str, Record], found: Mapping[str, Assessment]) -> dict[str, int]:
    primaries = [(records[ref], a) for ref, a in found.items() if a.tier == 0 and records[ref].kind == "note"]
    words = Counter("undeclared" if a.is_undeclared else record.declared_by for record, a in primaries)
    return dict(sorted(words.items(), key=lambda item: (-item[1], item[0])))


def _bands(found: Mapping[str, Assessment]) -> dict[str, int]:
    bands = dict.fromkeys(BANDS, 0)
    for assessment in found.values():
        bands[BANDS[min(int(assessment.trust * 5), 4)]] += 1
    return bands
