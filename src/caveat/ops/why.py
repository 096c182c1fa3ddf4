"""Why: how far a record is trusted, from which terms, standing on what, and what stands on it."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from caveat.model.assessment import Assessment
from caveat.model.errors import RefNotFound
from caveat.model.policy import Policy
from caveat.model.records import Day, Record
from caveat.model.store import Store, StoredLink
from caveat.ops.advice import advice, sentence
from caveat.ops.badges import badges, moved_notes
from caveat.ops.behind import behind
from caveat.ops.clock import tonight
from caveat.ops.findings import all_findings
from caveat.ops.refs import found_ref
from caveat.ops.results import Relative, Why
from caveat.ops.said_by import said_by
from caveat.ops.written import differences, future_look
from caveat.rank.order import heads
from caveat.trust.assess import assess
from caveat.trust.explanation import explain
from caveat.trust.reach import Known, chain, known_of, reach

MOST_RELATIVES = 1_000
"""Relatives that are collected in one direction; our choice, beyond it the list is no explanation."""


def why(root: Path, store: Store, text: str, *, as_of: Day, policy: Policy, made_by: str) -> Why:
    """
    Why the record that *text* means is trusted as far as it is; a term of a book when no other record fits.

    Raises:
        RefNotFound: Nothing fits.
        RefAmbiguous: Several records fit.
    """
    try:
        ref = found_ref(root, store, text)
    except RefNotFound:
        # Terms stand in no index: they are weighed with their book.
        from caveat.ops.book.why import term_called, why_term

        if (term := term_called(root, text)) is None:
            raise
        return why_term(root, store, term, as_of=as_of, made_by=made_by)
    below = _dependants(store, ref)
    later = chain([ref], store)
    # Who speaks of it is looked at too: a challenger may itself be contested.
    evidence = store.evidence_into([ref])
    wanted = [ref, *(child for child, _ in below), *later, *(edge.source for edge in evidence)]
    known = known_of(reach(wanted, store), policy=policy, now=max(tonight(), as_of))
    graph, records = known.graph, known.graph.records
    record = records[ref]
    above = _ancestors(known, ref)
    assessments = assess(
        [ref, *(r for r, _ in above), *(r for r, _ in below), *later],
        graph,
        as_of=as_of,
        policy=policy,
        tallies=known.tallies,
    )
    own = assessments[ref]
    head = heads([ref], records, lambda target: graph.supersessions.get(target, ())).get(ref, "")
    entry = store.entries([ref])[ref]
    looked = behind(root, store, made_by, hits=[record.path] if record.path else [])
    return Why(
        record=record,
        assessment=own,
        badges=badges(record, own, is_moved=ref in moved_notes(store)),
        sentence=sentence(record, own, records, head=head, said_by=said_by(store, evidence)),
        advice=advice(record, own, known, head=head, as_of=as_of, policy=policy),
        explanation=explain(ref, graph, as_of=as_of, policy=policy, tallies=known.tallies),
        pedigree=_relatives(above, records, assessments),
        dependants=_relatives(below, records, assessments),
        replaced_by=head,
        links=tuple(_own_links(store, ref)),
        # By content: edges of the ledger and links of a note stand in no order of their own.
        backlinks=tuple(
            sorted((_plain(k) for k in store.links_into([ref]) if k.source != ref), key=_content)
        ),
        findings=(
            *filter(None, [future_look(entry, tonight())]),
            *(f for f in all_findings(store) if record.path and f.path == record.path),
        ),
        written=differences(entry, own),
        is_changed=record.path in {*looked.changed, *looked.removed},
        behind=looked,
    )


def _own_links(store: Store, ref: str) -> list[StoredLink]:
    return [_plain(link) for link in store.links_from([ref]) if not link.event]


def _plain(link: StoredLink) -> StoredLink:
    """*link* without its row, which depends on when it was indexed."""
    return link._replace(id=0)


def _content(link: StoredLink) -> tuple[str, str, str, int, str, str]:
    return (link.source, link.event, link.path, link.line, link.kind, link.raw)


def _ancestors(known: Known, ref: str) -> list[tuple[str, int]]:
    """Sources, their sources, …, in reading order, each once, with its depth."""
    found: dict[str, int] = {}
    pending = [(source, 1) for source in reversed(known.graph.sources.get(ref, ()))]
    while pending and len(found) < MOST_RELATIVES:
        source, depth = pending.pop()
        if source in found or source == ref:
            continue
        found[source] = depth
        pending += [(above, depth + 1) for above in reversed(known.graph.sources.get(source, ()))]
    return list(found.items())


def _dependants(store: Store, ref: str) -> list[tuple[str, int]]:
    """What was made from *ref*, level by level, each once, with its depth."""
    found: dict[str, int] = {}
    level, depth = [ref], 1
    while level and len(found) < MOST_RELATIVES:
        links = [link for link in store.links_into(level) if link.kind == "derives"]
        level = [source for source in dict.fromkeys(link.source for link in links) if source not in found]
        level = [source for source in level if source != ref]
        found.update((source, depth) for source in level)
        depth += 1
    return list(found.items())


def _relatives(
    found: Iterable[tuple[str, int]], records: Mapping[str, Record], assessments: dict[str, Assessment]
) -> tuple[Relative, ...]:
    return tuple(
        Relative(depth, records[ref], assessments[ref], badges(records[ref], assessments[ref]))
        for ref, depth in found
        if ref in records
    )
