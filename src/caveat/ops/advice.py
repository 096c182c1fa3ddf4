"""Plain words: how far a record is trusted and because of what, and the act that helps most."""

from collections.abc import Mapping
from types import MappingProxyType

from caveat.model.assessment import Assessment
from caveat.model.policy import Policy
from caveat.model.records import Day, Record
from caveat.text.dates import iso_date
from caveat.trust.assess import assess
from caveat.trust.graph import Graph
from caveat.trust.reach import Known

_BANDS = ((0.9, "Trusted"), (0.7, "Trusted, with reserve"), (0.45, "Doubtful"), (0.0, "Hardly trusted"))
"""Words for trust from a bound up; our choice, and never a probability of truth."""

NOBODY: Mapping[tuple[str, str], str] = MappingProxyType({})

_STEPS = {
    None: "made (it does not say how) from",
    "copy": "a copy of",
    "summary": "a summary of",
    "synthesis": "a synthesis of",
    "weave": "a weave of",
    "leap": "a leap beyond",
}


def sentence(
    record: Record,
    own: Assessment,
    records: Mapping[str, Record],
    *,
    head: str,
    said_by: Mapping[tuple[str, str], str] = NOBODY,
) -> str:
    """
    One plain sentence that says how far *record* is trusted and what decides it.

    Args:
        record: The record.
        own: Its assessment.
        records: By ref, for the names of its sources and challengers.
        head: Ref of the record that replaced it; empty when none did.
        said_by: Who recorded that one record speaks of another, where that is not the speaker's author.
    """
    if record.status == "retracted":
        return f"Taken back by its author or a human: trust {own.trust:.2f}, kept for the record."
    parts = [_origin(record, own, records)]
    if own.challenge > 0:
        said = ((ref, said_by.get((ref, record.ref))) for ref in own.challengers[:3])
        names = ", ".join(_name(records, ref) + (f" (said by {by})" if by else "") for ref, by in said)
        parts.append(f"contradicted by {names}")
    if own.stands_on_retracted:
        parts.append(f"standing on {_name(records, own.stands_on_retracted[0])}, which was retracted")
    if record.has_missing_source:
        parts.append("with a source that cannot be found")
    parts.append(_look(record, own))
    band = next(word for bound, word in _BANDS if own.trust >= bound)
    text = f"{band} ({own.trust:.2f}): {'; '.join(parts)}."
    return f"{text} It was replaced by {_name(records, head)}." if head else text


def _origin(record: Record, own: Assessment, records: Mapping[str, Record]) -> str:
    if own.tier == 0:
        if own.is_undeclared:
            return (
                "a note that says neither what it is nor where it comes from" if record.path else "undeclared"
            )
        return f"{_article(record)}, {record.declared_by} ({record.declared:g})"
    step = _STEPS[record.step]
    weakest = _name(records, own.weakest) if own.weakest else "its source"
    count = len(record.sources)
    what = weakest if count == 1 else f"{count} sources, the weakest of them {weakest}"
    tier = "one step" if own.tier == 1 else f"{own.tier} steps"
    return f"{step} {what}, {tier} from anything first-hand"


def _article(record: Record) -> str:
    return {"claim": "a claim", "fact": "a fact", "term": "a term"}.get(record.kind, "a primary note")


def _look(record: Record, own: Assessment) -> str:
    if record.verified is None:
        seen = "never verified by a human"
    else:
        seen = f"verified by a human on {iso_date(record.verified)}"
        seen += ", but a source changed since" if record.is_stale else ""
    return f"{seen}, and aged to {own.freshness:.2f} of it" if own.freshness < 0.75 else seen


def _name(records: Mapping[str, Record], ref: str) -> str:
    record = records.get(ref)
    return f"“{record.title}”" if record and record.title else ref


def advice(record: Record, own: Assessment, known: Known, *, head: str, as_of: Day, policy: Policy) -> str:
    """
    The act that helps most, as one instruction; empty when nothing needs doing.

    Where a number is named it was computed: the same arithmetic with that one thing changed.
    """
    records = known.graph.records
    if record.status == "retracted":
        return ""
    if head:
        return f"read {_name(records, head)} instead."
    if own.challenge > 0:
        return _settle(record, own, known, as_of=as_of, policy=policy)
    if record.has_missing_source:
        return "mend the link to the source that cannot be found (see the findings below)."
    if record.is_stale:
        return f"read its sources again, for one of them changed since; then {_verify(record)}."
    root = next((ref for ref in own.roots if _is_undeclared(records[ref])), None)
    if root is not None and own.trust < policy.approval_credibility:
        where = "this note" if root == record.ref else _name(records, root)
        return (
            f"say what {where} is: give it a kind (contract, transcript, first-hand, web, …) or a"
            " reliability, or its folder a rule in caveat.toml."
        )
    return _look_again(record, own, known, as_of=as_of, policy=policy)


def _look_again(record: Record, own: Assessment, known: Known, *, as_of: Day, policy: Policy) -> str:
    seen = record._replace(verified=as_of)
    graph = known.graph._replace(records={**known.graph.records, record.ref: seen})
    after = assess([record.ref], graph, as_of=as_of, policy=policy, tallies=known.tallies)[record.ref]
    if after.trust <= own.trust + 0.01:
        return ""
    return (
        f"check it yourself, then {_verify(record)};"
        f" that takes trust from {own.trust:.2f} to {after.trust:.2f}."
    )


def _settle(record: Record, own: Assessment, known: Known, *, as_of: Day, policy: Policy) -> str:
    """What to do about the heaviest challenger: take one of the two back, or put one in the other's place."""
    records, rival = known.graph.records, own.challengers[0]
    graph = _without(known, record.ref, rival)
    without = assess([record.ref], graph, as_of=as_of, policy=policy, tallies=known.tallies)[record.ref]
    compared = f"compare it with {_name(records, rival)}: if that one is wrong"
    if record.kind != "claim":
        again = f"trust here is {without.trust:.2f} again"
        return f"{compared} and taken back, {again}; if it is right, correct this one."
    replaced = f"`caveat claim supersede {_word(rival)} {record.ref} --because corrected`"
    taken_back = f"`caveat claim retract {_word(rival)}` takes trust here to {without.trust:.2f}"
    return f"{compared}, {taken_back}; if it is right, {replaced}."


def _verify(record: Record) -> str:
    return f"`caveat verify {_word(record.path or record.ref)}`"


def _word(ref: str) -> str:
    """*ref* as it is typed into a shell."""
    import shlex

    return shlex.quote(ref)


def _is_undeclared(record: Record) -> bool:
    return record.declared is None


def _without(known: Known, ref: str, rival: str) -> Graph:
    """The graph without what *rival* says against *ref*."""
    kept = [
        edge for edge in known.graph.evidence.get(ref, ()) if edge.source != rival or edge.kind == "supports"
    ]
    return known.graph._replace(evidence={**known.graph.evidence, ref: kept})
