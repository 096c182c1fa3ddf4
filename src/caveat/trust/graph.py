"""The graph: records with the sources that count, and the evidence that speaks of them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from caveat.model.findings import Finding
from caveat.model.records import Edge, Record
from caveat.trust.cycles import cycles, sorted_by_source

NAMED_MEMBERS = 8
"""Members of a cycle that a message names before it counts the rest (our choice, for line length)."""


class Graph(NamedTuple):
    """
    Records ready to be assessed. Acyclic, and every ref in it is a record of it.

    Attributes:
        records: Records by ref.
        sources: Sources that count, by ref of the derived record; a ref without an entry is a primary.
        order: All refs, every source before what was made from it.
        evidence: Supports, contradicts and concerns edges by target, none from the record itself.
        self_evidence: Edges by target that a record, or a copy of it, makes about itself: they count
            nothing.
        supersessions: Supersedes edges by target.
        findings: What is wrong with the pedigrees, sorted by place.
    """

    records: Mapping[str, Record]
    sources: Mapping[str, tuple[str, ...]]
    order: Sequence[str]
    evidence: Mapping[str, list[Edge]]
    self_evidence: Mapping[str, list[Edge]]
    supersessions: Mapping[str, list[Edge]]
    findings: tuple[Finding, ...] = ()


def build_graph(records: Iterable[Record], edges: Iterable[Edge]) -> Graph:
    """
    The graph of *records* and *edges*, its pedigrees acyclic and complete.

    A source that is not among *records* is left out; the members of a cycle ignore the sources inside
    of it. Both are findings, and so is a step that cannot be what it says. Edges from or to a record
    that is not there say nothing.

    Args:
        records: Records with distinct refs, in any order.
        edges: Edges of any kind, in any order. ``derives`` is ignored: sources stand in the records.
    """
    by_ref = {record.ref: record for record in records}
    findings: list[Finding] = []
    sources = {}
    for record in by_ref.values():
        if record.sources:
            found = _sources_found(record, by_ref, findings)
            if found:
                sources[record.ref] = found
    order = sorted_by_source(by_ref, sources)
    if len(order) < len(by_ref):
        _cut_cycles(by_ref, sources, set(order), findings)
        order = sorted_by_source(by_ref, sources)
    for record in list(by_ref.values()):
        if record.is_model_text and record.ref not in sources:
            # Whatever a model's text says of itself, it has to say where it comes from.
            by_ref[record.ref] = record._replace(declared=None, declared_by="", is_grounded=False)
    evidence: dict[str, list[Edge]] = {}
    self_evidence: dict[str, list[Edge]] = {}
    supersessions: dict[str, list[Edge]] = {}
    for edge in edges:
        speaker, target = by_ref.get(edge.source), by_ref.get(edge.target)
        if speaker is None or target is None or edge.kind == "derives":
            continue
        if _is_same_content(speaker, target):
            by_target = self_evidence
        else:
            by_target = supersessions if edge.kind == "supersedes" else evidence
        listed = by_target.get(edge.target)
        if listed is None:
            by_target[edge.target] = [edge]
        else:
            listed.append(edge)
    findings.sort(key=lambda finding: (finding.path, finding.line, finding.code, finding.message))
    return Graph(by_ref, sources, order, evidence, self_evidence, supersessions, tuple(findings))


def _is_same_content(one: Record, other: Record) -> bool:
    return one is other or (one.identity is not None and one.identity == other.identity)


def _sources_found(record: Record, by_ref: Mapping[str, Record], findings: list[Finding]) -> tuple[str, ...]:
    stated = record.sources if len(record.sources) == 1 else tuple(dict.fromkeys(record.sources))
    if record.step in {"copy", "weave"}:
        findings += filter(None, [step_finding(record, len(stated))])
    for source in stated:
        if source not in by_ref:
            break
    else:
        return stated
    for source in stated:
        if source not in by_ref:
            findings.append(
                Finding(
                    "missing-source",
                    "warning",
                    f"source {source} of {record.ref} cannot be found",
                    record.path,
                    record.line if record.path else 0,
                    help="Correct the link, or remove it; until then the source is left out.",
                )
            )
    return tuple(source for source in stated if source in by_ref)


def step_finding(record: Record, count: int) -> Finding | None:
    """
    What is wrong with how *record* says it was made; None when nothing is.

    Args:
        record: A derived record.
        count: Number of its sources.
    """
    if record.step == "copy" and count > 1:
        code, message = "copy-of-several", f"{record.ref} is a copy of {count} sources"
        advice = "Name the one source it copies, or state synthesis or weave as the step."
    elif record.step == "weave" and count == 1 and not record.has_missing_source:
        code, message = "weave-of-one", f"{record.ref} is a weave of one source"
        advice = "Name the other sources, or state copy or summary as the step."
    else:
        return None
    return Finding(code, "warning", message, record.path, record.line if record.path else 0, help=advice)


def _cut_cycles(
    by_ref: Mapping[str, Record],
    sources: dict[str, tuple[str, ...]],
    ordered: set[str],
    findings: list[Finding],
) -> None:
    for members in cycles((ref for ref in by_ref if ref not in ordered), sources):
        inside = set(members)
        for ref in members:
            outside = tuple(source for source in sources[ref] if source not in inside)
            if outside:
                sources[ref] = outside
            else:
                del sources[ref]
        named = ", ".join(members[:NAMED_MEMBERS])
        if len(members) > NAMED_MEMBERS:
            named += f" and {len(members) - NAMED_MEMBERS} more"
        first = by_ref[members[0]]
        findings.append(
            Finding(
                "source-cycle",
                "warning",
                f"sources form a cycle: {named}",
                first.path,
                first.line if first.path else 0,
                help="Remove the source that was made later; until then none inside the cycle counts.",
            )
        )
