"""
The strict in-memory twin: the same answers as SQLite, and a complaint where SQLite would be lenient.

It exists for tests and for vaults that must leave no trace on disk. What it refuses: a record without a
ref, chunks and token streams that do not pair up, a blank or unfolded name, a link from another record,
targets for links that it does not keep, and any use after `close`.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext

from caveat.model.columns import Columns
from caveat.model.errors import InputError
from caveat.model.findings import Finding
from caveat.model.notes import Chunk, Relation
from caveat.model.records import Edge, Record, RecordKind, Status
from caveat.model.search import EVERYWHERE, Match, Query, Scope
from caveat.model.store import (
    AuthorClaims,
    ChunkTokens,
    Counts,
    Entry,
    FileState,
    LedgerMark,
    StoredChunk,
    StoredLink,
)
from caveat.model.vectors import VectorStore
from caveat.store.bm25 import Index
from caveat.store.rows import edge_of
from caveat.text.fold import fold_key

_EVIDENCE = ("supports", "contradicts", "concerns", "supersedes")
_CORRECTION = ("supersedes", "corrected")
_LEDGER = ""


class MemoryStore:
    """A `Store` that lives as long as the object."""

    def __init__(self) -> None:
        self._meta: dict[str, str] = {}
        self._entries: dict[str, Entry] = {}
        self._links: dict[int, tuple[str, StoredLink]] = {}
        self._chunks: dict[int, StoredChunk] = {}
        self._findings: dict[str, tuple[Finding, ...]] = {}
        self._marks: dict[str, LedgerMark] = {}
        self._lines: dict[str, frozenset[str]] = {}
        self._ledger_refs: set[str] = set()
        self._index = Index()
        self._vectors: VectorStore | None = None
        self._next = 1
        self._writes = 0
        self._is_open = True

    def close(self) -> None:
        self._is_open = False

    def scrub(self) -> bool:
        self._check()
        if self._vectors is not None:
            self._vectors.prune()
        return True

    def vectors(self) -> VectorStore:
        self._check()
        if self._vectors is None:
            from caveat.store.vectors_memory import MemoryVectors

            self._vectors = MemoryVectors(lambda: self._chunks, lambda ref: self._entries[ref].record)
        return self._vectors

    def _check(self) -> None:
        if not self._is_open:
            raise InputError("the store is closed: open it again")

    def _write(self) -> None:
        self._check()
        self._writes += 1

    def _id(self) -> int:
        self._next += 1
        return self._next - 1

    def meta(self, key: str) -> str | None:
        self._check()
        return self._meta.get(key)

    def generation(self) -> tuple[int, ...]:
        self._check()
        return (self._writes,)

    def reading(self) -> AbstractContextManager[None]:
        self._check()
        return nullcontext()

    def put_meta(self, values: Mapping[str, str]) -> None:
        self._write()
        self._meta.update(values)

    # Writing records

    def batch(self) -> AbstractContextManager[None]:
        self._check()
        return nullcontext()

    def put(self, entry: Entry) -> None:
        self._write()
        _refuse_bad(entry)
        ref = entry.record.ref
        self.remove([ref])
        kept = entry._replace(
            chunks=(), tokens=(), links=(), findings=(), names=tuple(sorted(set(entry.names)))
        )
        self._entries[ref] = kept._replace(record=entry.record._replace(sources=()))
        for chunk, tokens in zip(entry.chunks, entry.tokens, strict=True):
            id_ = self._id()
            self._chunks[id_] = StoredChunk(ref, chunk, entry.language, tokens.text)
            self._index.put(id_, tokens)
        for link in entry.links:
            self._put_link(ref, link)
        self._findings[ref] = entry.findings

    def _put_link(self, owner: str, link: StoredLink) -> None:
        id_ = self._id()
        self._links[id_] = (owner, link._replace(id=id_))

    def remove(self, refs: Iterable[str]) -> None:
        self._write()
        for ref in refs:
            if self._entries.pop(ref, None) is None:
                continue
            for id_ in [id_ for id_, kept in self._chunks.items() if kept.ref == ref]:
                del self._chunks[id_]
                self._index.remove(id_)
            self._drop_links(ref)
            self._findings.pop(ref, None)

    def _drop_links(self, owner: str) -> None:
        for id_ in [id_ for id_, (kept, _) in self._links.items() if kept == owner]:
            del self._links[id_]

    def put_files(self, files: Mapping[str, FileState]) -> None:
        self._write()
        for ref, entry in self._entries.items():
            if entry.record.path in files:
                self._entries[ref] = entry._replace(file=files[entry.record.path])

    def put_standing(self, records: Iterable[Record]) -> None:
        self._write()
        for new in records:
            if (entry := self._entries.get(new.ref)) is not None:
                record = entry.record._replace(
                    status=new.status,
                    verified=new.verified,
                    is_pinned=new.is_pinned,
                    is_stale=new.is_stale,
                    identity=new.identity,
                )
                self._entries[new.ref] = entry._replace(record=record)

    def put_findings(self, owner: str, findings: Sequence[Finding]) -> None:
        self._write()
        self._findings[owner] = tuple(findings)

    # Reading records

    def files(self) -> dict[str, FileState]:
        self._check()
        return {e.record.path: e.file for e in self._entries.values() if e.file is not None}

    def refs(self, *, kind: RecordKind | None = None, status: Status | None = None) -> list[str]:
        self._check()
        records = [entry.record for entry in self._entries.values()]
        return sorted(r.ref for r in records if kind in (None, r.kind) and status in (None, r.status))

    def records(self, refs: Iterable[str]) -> dict[str, Record]:
        self._check()
        wanted = sorted(set(refs) & self._entries.keys())
        sources: dict[str, list[str]] = {ref: [] for ref in wanted}
        missing: set[str] = set()
        for link in self.links():
            if link.kind == "derives" and link.source in sources:
                if link.target is None:
                    missing.add(link.source)
                elif link.target not in sources[link.source]:
                    sources[link.source].append(link.target)
        return {
            ref: self._entries[ref].record._replace(
                sources=tuple(sources[ref]), has_missing_source=ref in missing
            )
            for ref in wanted
        }

    def entries(self, refs: Iterable[str]) -> dict[str, Entry]:
        records = self.records(refs)
        return {
            ref: self._entries[ref]._replace(record=record, names=(), file=None)
            for ref, record in records.items()
        }

    def evidence_into(self, refs: Iterable[str]) -> list[Edge]:
        wanted = set(refs)
        return [edge_of(k) for k in self.links() if k.kind in _EVIDENCE and k.target in wanted]

    def verdicts_on(self, refs: Iterable[str]) -> list[Edge]:
        found = self.evidence_into(refs)
        return [e for e in found if e.kind == "contradicts" or (e.kind, e.because) == _CORRECTION]

    def columns(self) -> Columns:
        from caveat.trust.bulk_columns import columns

        return columns(self.records(self._entries).values(), self.evidence_into(self._entries))

    def claims_by(self, authors: Iterable[str]) -> dict[str, AuthorClaims]:
        wanted = set(authors)
        disputed = {
            link.target
            for link in self.links()
            if link.kind == "contradicts" or (link.kind == "supersedes" and link.because == "corrected")
        }
        claims: dict[str, list[str]] = {}
        for ref, entry in sorted(self._entries.items()):
            record = entry.record
            if record.kind == "claim" and record.status != "retracted" and record.asserted_by in wanted:
                claims.setdefault(record.asserted_by or "", []).append(ref)
        return {a: AuthorClaims(len(c), tuple(r for r in c if r in disputed)) for a, c in claims.items()}

    def named(self, name: str) -> list[str]:
        self._check()
        return sorted(ref for ref, entry in self._entries.items() if name in entry.names)

    def aliases(self) -> dict[str, tuple[str, ...]]:
        self._check()
        return {
            e.record.path: e.aliases for e in self._entries.values() if e.aliases and e.record.kind == "note"
        }

    def languages(self) -> tuple[str, ...]:
        self._check()
        return tuple(sorted({entry.language for entry in self._entries.values()} - {""}))

    def counts(self) -> Counts:
        self._check()
        kinds = [entry.record.kind for entry in self._entries.values()]
        return Counts(kinds.count("note"), kinds.count("claim"), len(self._chunks), len(self._links))

    def findings(self) -> list[Finding]:
        self._check()
        rows = [
            ((f.path, f.line, f.column, f.code, f.message, owner, number), f)
            for owner, findings in self._findings.items()
            for number, f in enumerate(findings)
        ]
        return [finding for _, finding in sorted(rows, key=lambda row: row[0])]

    # Links

    def links(self, kinds: Iterable[Relation] | None = None) -> list[StoredLink]:
        self._check()
        found = [link for _, (_, link) in sorted(self._links.items())]
        wanted = None if kinds is None else set(kinds)
        return [link for link in found if wanted is None or link.kind in wanted]

    def links_after(self, last: int, most: int) -> list[StoredLink]:
        return [link for link in self.links() if link.id > last][:most]

    def links_to_nowhere(self, kinds: Iterable[Relation]) -> list[StoredLink]:
        return [link for link in self.links(kinds) if link.target is None]

    def links_from(self, refs: Iterable[str]) -> list[StoredLink]:
        wanted = set(refs)
        return [link for link in self.links() if link.source in wanted]

    def links_into(self, refs: Iterable[str]) -> list[StoredLink]:
        wanted = set(refs)
        return sorted((k for k in self.links() if k.target in wanted), key=lambda k: (k.source, k.id))

    def put_targets(self, links: Sequence[StoredLink]) -> None:
        self._write()
        for link in links:
            owner, kept = self._links.get(link.id, ("", None))
            if kept is None or (kept.source, kept.raw) != (link.source, link.raw):
                raise InputError("a link is not kept any more: read the links again before resolving them")
            changed = kept._replace(target=link.target, how=link.how, candidates=link.candidates)
            self._links[link.id] = (owner, changed)

    def put_edges(self, edges: Sequence[StoredLink], *, among: Iterable[str] | None = None) -> None:
        self._write()
        wanted = None if among is None else set(among)
        for id_, (owner, link) in list(self._links.items()):
            if owner == _LEDGER and (wanted is None or {link.source, link.target} & wanted):
                del self._links[id_]
        for edge in edges:
            self._put_link(_LEDGER, edge)

    def dangling(self, raws: Iterable[str]) -> bool:
        self._check()
        wanted = set(raws)
        return any(link.target is None and link.raw in wanted for _, link in self._links.values())

    # Text

    def match(
        self, query: Query, *, limit: int, is_every_term: bool, scope: Scope = EVERYWHERE
    ) -> list[Match]:
        self._check()
        scores = self._index.match(query, is_every_term=is_every_term)
        matches = [Match(self._chunks[id_].ref, id_, score) for id_, score in scores.items()]
        matches = [match for match in matches if scope.may_lead(self._entries[match.ref].record)]
        matches.sort(key=lambda m: (-m.score, m.ref, self._chunks[m.chunk].chunk.start_line, m.chunk))
        if len(matches) <= limit:
            return matches
        edge = matches[limit - 1].score
        return [match for match in matches if match.score >= edge]

    def chunks(self, ids: Iterable[int]) -> dict[int, StoredChunk]:
        self._check()
        return {id_: self._chunks[id_] for id_ in ids if id_ in self._chunks}

    def streams(self, ids: Iterable[int]) -> dict[int, ChunkTokens]:
        self._check()
        return {id_: self._index.tokens(id_) for id_ in ids if id_ in self._chunks}

    def prose(self, ref: str) -> list[Chunk]:
        self._check()
        return [kept.chunk for _, kept in sorted(self._chunks.items()) if kept.ref == ref]

    def opening(self, ref: str) -> StoredChunk | None:
        self._check()
        return next((kept for _, kept in sorted(self._chunks.items()) if kept.ref == ref), None)

    # Ledger

    def ledger_marks(self) -> dict[str, LedgerMark]:
        self._check()
        return dict(self._marks)

    def put_ledger(self, marks: Mapping[str, LedgerMark], lines: Mapping[str, Iterable[str]]) -> None:
        self._write()
        self._marks.update(marks)
        self._lines.update({line: frozenset(keys) for line, keys in lines.items()})

    def clear_ledger(self) -> None:
        self._write()
        self._marks.clear()
        self._lines.clear()
        self._findings = {o: f for o, f in self._findings.items() if not o.startswith("ledger:")}

    def put_ledger_refs(self, refs: Iterable[str], *, is_more: bool = False) -> None:
        self._write()
        self._ledger_refs = {*refs, *(self._ledger_refs if is_more else ())}

    def ledger_refs(self, among: Iterable[str]) -> set[str]:
        self._check()
        return self._ledger_refs.intersection(among)

    def ledger_lines(self, keys: Iterable[str] | None = None) -> list[str]:
        self._check()
        wanted = None if keys is None else set(keys)
        return sorted(line for line, under in self._lines.items() if wanted is None or wanted & under)

    def known_lines(self, among: Iterable[str]) -> set[str]:
        self._check()
        return self._lines.keys() & set(among)


def _refuse_bad(entry: Entry) -> None:
    if not entry.record.ref:
        raise InputError("a record without a ref cannot be kept")
    if len(entry.chunks) != len(entry.tokens):
        raise InputError(
            f"{entry.record.ref}: {len(entry.chunks)} chunks but {len(entry.tokens)} token streams"
        )
    if any(not name.strip() or name != fold_key(name) for name in entry.names):
        raise InputError(f"{entry.record.ref}: a name is blank or not folded: {entry.names!r}")
    if any(link.source != entry.record.ref for link in entry.links):
        raise InputError(f"{entry.record.ref}: a link of another record cannot be kept here")
