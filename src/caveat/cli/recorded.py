"""What was recorded and what it did, for a person and as JSON."""

from typing import TYPE_CHECKING, Any

from caveat.cli.render import columns, number, one_line
from caveat.cli.rows import row

if TYPE_CHECKING:
    from caveat.model.assessment import Assessment
    from caveat.ops.recorded import Moved, Recorded

SHOWN = 10
"""Records that moved which are printed before the rest is only counted; our choice."""


def print_recorded(found: "Recorded") -> None:
    """Print what was recorded: the record, its number before and after, what else moved or why not, ids."""
    width = columns()
    title = found.record.title if found.record is not None else ""
    if title:
        row("recorded" if found.events else "unchanged", one_line(title), width, is_bold=True)
    row("" if title else "recorded", one_line(found.ref), width, colour="cyan")
    if found.after is not None:
        row("trust", _trust(found), width)
    for index, moved in enumerate(found.moved[:SHOWN]):
        row("moved" if index == 0 else "", _moved(moved), width)
    if len(found.moved) > SHOWN:
        row("", f"… and {len(found.moved) - SHOWN:,} more (--json shows all)", width)
    for remark in found.remarks:
        row("remark", one_line(remark), width)
    if found.events:
        row("event", ", ".join(found.events), width)


def _trust(found: "Recorded") -> str:
    before, after, record = found.before, found.after, found.record
    if after is None:
        return ""
    state = f" ({record.status})" if record is not None and record.status != "active" else ""
    if before is None:
        return f"{_stated(found, after)}{number(after.trust)}{state}"
    if number(before.trust) == number(after.trust):
        return f"{number(after.trust)}, as before{state}"
    return f"{number(before.trust)} → {number(after.trust)}{state}"


def _stated(found: "Recorded", after: "Assessment") -> str:
    """How a new claim's number follows from what its author stated."""
    record = found.record
    if record is None or record.declared is None:
        return ""
    author = one_line(record.asserted_by or "")
    told = f"stated {number(record.declared)} by {author}"
    if after.calibration < 1:
        told += f", whose claims count {number(after.calibration)}"
    if record.sources:
        told += f", reliability {number(after.reliability)} by its sources"
    return f"{told} → "


def _moved(moved: "Moved") -> str:
    before = "new" if moved.before is None else number(moved.before)
    after = "gone" if moved.after is None else number(moved.after)
    return f"{before} → {after}: “{one_line(moved.title)}” {one_line(moved.ref)}"


def as_json(found: "Recorded") -> dict[str, Any]:
    """*found* as JSON values, all of it."""
    return {
        "events": list(found.events),
        "ref": found.ref,
        "record": found.record._asdict() if found.record else None,
        "before": found.before._asdict() if found.before else None,
        "after": found.after._asdict() if found.after else None,
        "moved": [moved._asdict() for moved in found.moved],
        "remarks": list(found.remarks),
        "is_indexed": found.is_indexed,
    }
