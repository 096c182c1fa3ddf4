"""Why a number is what it was although something was said: told to whoever said it."""

from caveat.history.fold import key_of, live_rows
from caveat.history.views import stated_rows
from caveat.model.records import EdgeKind, Record
from caveat.ops.behind import moved_names
from caveat.ops.clock import now
from caveat.ops.ledger import folded_about, names_by_ref
from caveat.ops.recorded import TOLD, Recorded
from caveat.ops.recording import Desk
from caveat.text.dates import iso_date
from caveat.trust.explanation import explain, left_out_of


def unmoved(
    desk: Desk, recorded: Recorded, kind: EdgeKind, source: str, target: str, *, is_again: bool = False
) -> list[str]:
    """Why the number of *target* is what it was; nothing when it moved."""
    if not recorded.is_indexed:
        return []
    if target == recorded.ref:
        old, new = recorded.before, recorded.after
        if old is None or new is None or abs(old.credibility - new.credibility) >= TOLD:
            return []
    elif any(moved.ref == target for moved in recorded.moved):
        return []
    return [f"{target} did not move: {_reason(desk, kind, source, target, is_again=is_again)}"]


def _taken_back_later(desk: Desk, kind: EdgeKind, source: str, target: str) -> str:
    """That a withdrawal bears a later date than what was just said, which then does not count; or nothing."""
    names = names_by_ref([source, target], moved_names(desk.store))
    state = folded_about(desk.store, [name for called in names.values() for name in called])
    taken = [
        row
        for one in names[source]
        for other in names[target]
        for row in live_rows(state, key_of("withdraw", kind, one, other))
        if row.at > now() and not stated_rows(state, kind, one, other)
    ]
    if not taken:
        return ""
    day = iso_date(taken[-1].at)
    return (
        f"it was taken back by {taken[-1].by} on {day}, which is yet to come: `caveat forget {taken[-1].id}`"
    )


def _reason(desk: Desk, kind: EdgeKind, source: str, target: str, *, is_again: bool) -> str:
    known = desk.known([target])
    record: Record | None = known.graph.records.get(target)
    if record is None:
        return "it is not there"
    if record.status == "retracted":
        return "it is retracted, so every number of it is 0"
    if late := _taken_back_later(desk, kind, source, target):
        return late
    tree = explain(target, known.graph, as_of=desk.as_of, policy=desk.config.policy, tallies=known.tallies)
    reason = left_out_of(tree, "support" if kind == "supports" else "challenge", source)
    if reason:
        return f"{source} does not count: {reason}"
    own = desk.trusts([target]).assessments[target]
    if own.credibility in (0.0, 1.0):
        return f"its credibility is clipped at {own.credibility:.0f}"
    if kind == "supports" and own.witness >= own.prior + own.support:
        return "its witnesses carry more than agreement adds"
    if is_again:
        return "this was said before, and is dated anew"
    return "what it adds is less than three decimals show"
