"""
How far each term of a book may be relied on: its record, what the ledger says of it, and the arithmetic.

A term is a record like any other. It is computed on read from its line, its renderings, the looks at it and
the edges about it, so that a contradiction or a changed source withdraws approval by itself. Notes that a
term was taken from, or that speak against it, are read where they lie; they count with what they state of
themselves, and with what the ledger knows of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from caveat.history import views
from caveat.history.fold import SEPARATOR, State
from caveat.history.verification import is_stale, valid_verification
from caveat.model.policy import Policy
from caveat.model.records import Day, Edge, Record
from caveat.model.terms import Approval, Term
from caveat.ops.clock import tonight
from caveat.trust.assess import assess
from caveat.trust.calibration import claims_in, tallies
from caveat.trust.graph import build_graph
from caveat.trust.reach import Known
from caveat.vault.config import Config
from caveat.vault.scan import read_bytes
from caveat.vault.terms import WrittenTerm

NOTE = "note:"
_LOOKS = frozenset({"verify", "observed"})


class Weighed(NamedTuple):
    """
    Terms with their approval, and their records.

    Attributes:
        terms: In the order given.
        records: By ref, of the terms.
        notes: Notes that the weights depend on: ref → SHA-256 (hex) of its bytes, empty for one that is
            not there.
    """

    terms: tuple[Term, ...]
    records: Mapping[str, Record]
    notes: Mapping[str, str]


class Surroundings(NamedTuple):
    """
    Terms as records, and everything that their numbers depend on.

    Attributes:
        records: By ref, of the terms.
        edges: Of the ledger, those about them among others.
        claims: Of the ledger.
        others: Notes and claims, by ref.
        notes: Those that were asked for: ref → SHA-256 (hex) of its bytes, empty for one that is not there.
    """

    records: Mapping[str, Record]
    edges: Sequence[Edge]
    claims: Sequence[Record]
    others: Mapping[str, Record]
    notes: Mapping[str, str]

    def known(self, terms: Iterable[str], policy: Policy) -> Known:
        """A graph of the *terms*, with all that is said of them."""
        graph = build_graph([*self.others.values(), *(self.records[ref] for ref in terms)], self.edges)
        authored = claims_in(graph)
        return Known(graph, tallies(authored, graph, authored, policy=policy))


def weighed(root: Path, terms: Sequence[WrittenTerm], state: State, config: Config, *, as_of: Day) -> Weighed:
    """
    *terms* with what each may be relied on.

    Args:
        root: Real path of the vault, or of a book that lies in none: where notes are.
        terms: With the renderings that count.
        state: The ledger's fold.
        config: Rules and constants of the vault.
        as_of: The day freshness is reckoned at.
    """
    around = surroundings(root, terms, state, config)
    records = around.records
    like = _alike(records, terms, around.claims, around.edges)
    # Nobody looked at the others, so they are not approved whatever their numbers are.
    asked = [ref for ref, record in records.items() if record.verified is not None and like[ref] == ref]
    known = around.known(dict.fromkeys(like.values()), config.policy)
    found = assess(asked, known.graph, as_of=as_of, policy=config.policy, tallies=known.tallies)
    told = []
    for one in terms:
        record, own = records[one.term.ref], found.get(like[one.term.ref])
        is_approved = own is not None and own.is_approved and record.status == "active"
        credibility = 0.0 if own is None else own.credibility
        approval = Approval(
            record.verified is not None,
            is_approved,
            record.status == "retracted",
            "" if is_approved else _reason(record, config.policy, credibility, own is not None),
            0.0 if own is None else own.trust,
        )
        told.append(one.term._replace(approval=approval))
    return Weighed(tuple(told), records, around.notes)


def surroundings(root: Path, terms: Sequence[WrittenTerm], state: State, config: Config) -> Surroundings:
    """What the numbers of *terms* depend on; arguments as in `weighed`."""
    edges = views.edges(state)
    claims = {claim.record.ref: claim.record for claim in views.claims(state)}
    named = _named(terms, edges, claims.values()) | views.words_of(state)
    bytes_of = {ref: note_bytes(root, ref) for ref in sorted(named)}
    notes = _notes(bytes_of, config)
    others = {**{ref: _looked_at(ref, note, state) for ref, note in notes.items()}, **claims}
    hashes = {ref: record.content_hash for ref, record in others.items()}
    hashes.update((one.term.ref, one.term.content_hash) for one in terms)
    records = {one.term.ref: _record(one, state, hashes) for one in terms}
    edges = views.edges(state, content=hashes)
    return Surroundings(records, edges, tuple(claims.values()), others, digests(bytes_of))


def _alike(
    records: Mapping[str, Record],
    terms: Iterable[WrittenTerm],
    claims: Iterable[Record],
    edges: Iterable[Edge],
) -> dict[str, str]:
    """
    Ref → the term whose numbers are the same, mostly itself.

    Terms that stand alone, of which nobody says anything and nothing was made, differ in nothing that the
    arithmetic asks: of ten thousand that were verified together one is computed.
    """
    spoken = {ref for edge in edges for ref in (edge.source, edge.target)}
    spoken |= {ref for claim in claims for ref in claim.sources}
    spoken |= {ref for one in terms for ref in one.term.sources}
    first: dict[object, str] = {}
    return {
        ref: ref if record.sources or ref in spoken else first.setdefault(_asked_of(record), ref)
        for ref, record in records.items()
    }


_asked_of = attrgetter(
    *(name for name in Record._fields if name not in ("ref", "title", "path", "line", "content_hash"))
)


def source_hashes(
    root: Path, term: Term, records: Mapping[str, Record], state: State, config: Config
) -> dict[str, str]:
    """Content hashes of the sources of *term* by ref, ``""`` for one that cannot be found."""
    claims = {claim.record.ref: claim.record for claim in views.claims(state, term.sources)}
    notes = _notes({ref: note_bytes(root, ref) for ref in term.sources}, config)
    found = {**notes, **claims, **records}
    return {ref: found[ref].content_hash if ref in found else "" for ref in term.sources}


def _named(terms: Iterable[WrittenTerm], edges: Iterable[Edge], claims: Iterable[Record]) -> set[str]:
    named = {ref for one in terms for ref in one.term.sources}
    named |= {ref for edge in edges for ref in (edge.source, edge.target)}
    named |= {ref for claim in claims for ref in claim.sources}
    return {ref for ref in named if ref.startswith(NOTE)}


def _notes(bytes_of: Mapping[str, bytes | None], config: Config) -> dict[str, Record]:
    """The records of the notes that could be read, their own sources left aside."""
    from caveat.vault.notes import note_entry

    found = {}
    for ref, data in bytes_of.items():
        if data is not None:
            record = note_entry(ref.removeprefix(NOTE), data, config).record
            found[ref] = record._replace(ref=ref, sources=())
    return found


def digests(bytes_of: Mapping[str, bytes | None]) -> dict[str, str]:
    """SHA-256 (hex) of each, empty for what is not there."""
    from hashlib import sha256

    return {ref: "" if data is None else sha256(data).hexdigest() for ref, data in bytes_of.items()}


def note_bytes(root: Path, ref: str) -> bytes | None:
    """What the note *ref* of the vault at *root* holds; None when it is none, or cannot be read."""
    path = ref.removeprefix(NOTE)
    if not ref.startswith(NOTE) or ".." in path.split("/") or path.startswith("/"):
        return None
    try:
        return read_bytes(str(root / path))
    except OSError:
        return None


def _looked_at(ref: str, note: Record, state: State) -> Record:
    """*note* with what the ledger knows of it: who looked at it as it is now, and whether it still stands."""
    if ref not in state.keys:
        return note
    look = valid_verification(
        views.verifications(state, ref),
        views.observations(state, ref),
        content_hash=note.content_hash,
        written_day=note.verified,
        now=tonight(),
    )
    status = views.status(state, ref) if note.status == "active" else note.status
    return note._replace(verified=look.day, is_pinned=look.is_pinned, status=status)


def _record(one: WrittenTerm, state: State, hashes: Mapping[str, str]) -> Record:
    term = one.term
    # Of most terms the ledger says nothing, or that a human looked; no more is asked of it than it says.
    said = {key.partition(SEPARATOR)[0] for key in state.keys.get(term.ref, ())}
    look = valid_verification(
        views.verifications(state, term.ref) if "verify" in said else (),
        views.observations(state, term.ref) if "observed" in said else (),
        content_hash=term.content_hash,
        written_day=one.verified,
        now=tonight(),
    )
    plain = Record(
        term.ref,
        kind="term",
        title=f"{term.headword} → {term.rendering}",
        verified=look.day,
        is_pinned=look.is_pinned,
        path=term.path,
        line=term.line,
        content_hash=term.content_hash,
    )
    if not said - _LOOKS and not term.sources and term.declared is None and not term.generated_by:
        return plain
    now = {source: hashes.get(source, "") for source in term.sources}
    return plain._replace(
        declared=term.declared,
        declared_by="stated in the terms file" if term.declared is not None else "",
        sources=tuple(source for source in term.sources if source in hashes),
        generated_by=term.generated_by or None,
        is_model_text=bool(term.generated_by),
        status=views.status(state, term.ref),
        is_stale=is_stale(look.source_hashes, now),
        has_missing_source=any(source not in hashes for source in term.sources),
    )


def _reason(record: Record, policy: Policy, credibility: float, is_known: bool) -> str:
    """Why a term is not approved, in words."""
    if record.status == "retracted":
        return "it was taken back"
    if record.status == "superseded":
        return "another term took its place"
    if record.verified is None:
        return "no human has looked at it as it is now"
    if not record.is_pinned:
        return "its date in the file is not bound to its content: run `caveat book verify`"
    if record.is_stale:
        return "a source changed since a human looked"
    if is_known and credibility < policy.approval_credibility:
        return f"credibility {credibility:.2f} is below {policy.approval_credibility:.2f}: it is contradicted"
    return "it has aged"
