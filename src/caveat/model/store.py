"""The Store plug point: what every index must be able to do, whatever it is made of."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from caveat.model.columns import Columns
from caveat.model.findings import Finding
from caveat.model.notes import Chunk, Relation
from caveat.model.records import Because, Day, Edge, Record, RecordKind, Status
from caveat.model.search import EVERYWHERE, Match, Query, Scope
from caveat.model.vectors import VectorStore


class AuthorClaims(NamedTuple):
    """
    What calibration needs to know of an author's claims.

    Attributes:
        claims: Number of the author's claims that are not retracted.
        disputed: Refs of those among them that an edge contradicts or supersedes as corrected.
    """

    claims: int
    disputed: tuple[str, ...]


class RecordSource(Protocol):
    """The part of a store that trust reads through."""

    def records(self, refs: Iterable[str]) -> Mapping[str, Record]:
        """Records by ref, their sources resolved; an unknown ref is absent from the answer."""
        ...

    def evidence_into(self, refs: Iterable[str]) -> list[Edge]:
        """Supports, contradicts, concerns and supersedes edges whose target is among *refs*."""
        ...

    def verdicts_on(self, refs: Iterable[str]) -> list[Edge]:
        """Those of `evidence_into` that contradict, or supersede as corrected."""
        ...

    def claims_by(self, authors: Iterable[str]) -> Mapping[str, AuthorClaims]:
        """Claims by author; an author without claims is absent from the answer."""
        ...


class FileState(NamedTuple):
    """
    What an index remembers of a file, to tell whether it changed.

    Attributes:
        file_hash: SHA-256 of its bytes, hex; the only thing that decides.
        signature: Size, modification and status-change time in ns, inode: equal means "not worth a look"
            for a reader in a hurry; unequal means nothing but "hash it".
    """

    file_hash: str
    signature: tuple[int, int, int, int]


class StoredLink(NamedTuple):
    """
    A link or edge as an index keeps it: as written, and where it leads.

    Attributes:
        id: Row in its store; 0 before it is stored.
        kind: What it means.
        source: Ref of the record that speaks.
        target: Ref that it leads to; None while it leads nowhere.
        raw: Target as written.
        fragment: Heading or ``^block``; empty when none.
        path: File it is written in; empty for the ledger.
        line: Line in that file; 0 for the ledger.
        at: When it was made; None = unknown.
        is_confirmed: See `Edge`.
        because: See `Edge`.
        event: Id of the ledger event that made it; empty for a link in a note.
        how: How it was resolved, a word of `text.resolve`; empty before.
        candidates: Paths that the name also fits, when there are several.
    """

    id: int
    kind: Relation
    source: str
    target: str | None
    raw: str
    fragment: str = ""
    path: str = ""
    line: int = 0
    at: Day | None = None
    is_confirmed: bool = False
    because: Because | None = None
    event: str = ""
    how: str = ""
    candidates: tuple[str, ...] = ()


class ChunkTokens(NamedTuple):
    """The token streams of one chunk, each blank-separated: its record's names, its headings, its text."""

    names: str
    heading: str
    text: str


class Entry(NamedTuple):
    """
    Everything an index keeps of one record, written in one transaction.

    Attributes:
        record: The record; its ``sources`` are ignored, the links say it.
        names: Folded names by which it can be called: title, aliases, file stem.
        aliases: Names beside the title, as written.
        tags: Tags without ``#``.
        chunks: Prose in order.
        tokens: Token streams, one for each chunk.
        links: What it says of other records and where it points.
        findings: What is wrong with it.
        language: Stemming language of its text.
        written: Computed values found written, by key.
        verified_written: Day of a hand-written ``verified``; None when there is none.
        own_identity: Identity of its own content; the record's may be that of the note it is a copy of.
        file: State of its file; None for a record without one.
    """

    record: Record
    names: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    chunks: tuple[Chunk, ...] = ()
    tokens: tuple[ChunkTokens, ...] = ()
    links: tuple[StoredLink, ...] = ()
    findings: tuple[Finding, ...] = ()
    language: str = ""
    written: tuple[tuple[str, float], ...] = ()
    verified_written: Day | None = None
    own_identity: str | None = None
    file: FileState | None = None


class StoredChunk(NamedTuple):
    """
    A chunk as an index keeps it.

    Attributes:
        ref: Record it belongs to.
        chunk: The chunk.
        language: Stemming language of that record.
        tokens: Token stream of its text, blank-separated.
    """

    ref: str
    chunk: Chunk
    language: str = ""
    tokens: str = ""


class LedgerMark(NamedTuple):
    """
    How far a ledger file has been read.

    Attributes:
        offset: Bytes consumed.
        prefix_hash: Their SHA-256, hex.
        pending: Canonical line of the whole event behind them that has no line end yet; empty when none.
        size: Bytes of the file when it was read.
    """

    offset: int
    prefix_hash: str
    pending: str = ""
    size: int = 0


class Counts(NamedTuple):
    """How much an index holds."""

    notes: int
    claims: int
    chunks: int
    links: int


class Store(RecordSource, Protocol):
    """
    An index: a cache of what the files say. Readers see whole transactions only.

    Two implementations stand behind it, `store.sqlite.SqliteStore` and the strict in-memory twin
    `store.memory.MemoryStore`; one contract suite holds for both.
    """

    def columns(self) -> Columns:
        """
        What trust is reckoned from of everything kept, `refs` and `authors` named.

        Raises:
            ImportError: numpy is not there.
        """
        ...

    def meta(self, key: str) -> str | None:
        """The value kept under *key*; None when there is none."""
        ...

    def generation(self) -> tuple[int, ...]:
        """Numbers that change whenever somebody wrote; equal ones promise that nothing did."""
        ...

    def reading(self) -> AbstractContextManager[None]:
        """A stretch of reads that all see one state, whatever is written meanwhile."""
        ...

    def put_meta(self, values: Mapping[str, str]) -> None:
        """Keep *values*, each under its key."""
        ...

    def batch(self) -> AbstractContextManager[None]:
        """
        A stretch of writes that reach the disk together; each of them is still all or nothing.

        Other writers wait until it ends, so keep it to about a second.
        """
        ...

    def put(self, entry: Entry) -> None:
        """Replace everything kept of ``entry.record.ref`` by *entry*, in one transaction."""
        ...

    def remove(self, refs: Iterable[str]) -> None:
        """Forget records and all that they wrote; an unknown ref is no error."""
        ...

    def put_files(self, files: Mapping[str, FileState]) -> None:
        """Remember new signatures of files whose bytes did not change, by path."""
        ...

    def files(self) -> dict[str, FileState]:
        """Every indexed file's state, by path."""
        ...

    def refs(self, *, kind: RecordKind | None = None, status: Status | None = None) -> list[str]:
        """Every ref, of one kind or status when asked so, sorted."""
        ...

    def named(self, name: str) -> list[str]:
        """Refs of the records that are called *name* (a folded name), sorted."""
        ...

    def aliases(self) -> dict[str, tuple[str, ...]]:
        """Aliases of every note that has some, by path."""
        ...

    def links(self, kinds: Iterable[Relation] | None = None) -> list[StoredLink]:
        """Links written in notes and in the ledger, of *kinds* (None = all), in the order of their ids."""
        ...

    def links_after(self, last: int, most: int) -> list[StoredLink]:
        """The first *most* links of those whose ids are above *last*, in their order."""
        ...

    def links_to_nowhere(self, kinds: Iterable[Relation]) -> list[StoredLink]:
        """Those of `links` that lead nowhere."""
        ...

    def links_from(self, refs: Iterable[str]) -> list[StoredLink]:
        """Links whose source is among *refs*, in the order written."""
        ...

    def links_into(self, refs: Iterable[str]) -> list[StoredLink]:
        """Links whose target is among *refs*, by source, in the order written."""
        ...

    def put_targets(self, links: Sequence[StoredLink]) -> None:
        """
        Store where *links* (known by their id, as `links` gave them) lead: target, how and candidates.

        Raises:
            InputError: A link is not kept any more.
        """
        ...

    def entries(self, refs: Iterable[str]) -> dict[str, Entry]:
        """Record and what its own text says of it, by ref: no names, chunks, tokens, links and file."""
        ...

    def put_standing(self, records: Iterable[Record]) -> None:
        """Store status, verified, is_pinned, is_stale and identity of records that are already kept."""
        ...

    def match(
        self, query: Query, *, limit: int, is_every_term: bool, scope: Scope = EVERYWHERE
    ) -> list[Match]:
        """
        Chunks that satisfy every (or any) term, best first, equal scores by ref and place.

        Args:
            query: Analysed query; without terms the answer is empty.
            limit: Number of chunks wanted, ``>= 1``; more are returned when the last ones are equal.
            is_every_term: All terms must be there, else any one.
            scope: Only chunks of records that may lead to a hit in it.
        """
        ...

    def chunks(self, ids: Iterable[int]) -> dict[int, StoredChunk]:
        """Chunks by the row that `match` named."""
        ...

    def streams(self, ids: Iterable[int]) -> dict[int, ChunkTokens]:
        """Token streams of chunks by the row that `match` named."""
        ...

    def vectors(self) -> VectorStore:
        """What finds by meaning; always the same object."""
        ...

    def prose(self, ref: str) -> list[Chunk]:
        """Every chunk of a record, in order; empty when it has none, or is not there."""
        ...

    def opening(self, ref: str) -> StoredChunk | None:
        """The first chunk of a record; None when it has none."""
        ...

    def findings(self) -> list[Finding]:
        """What is wrong with what is kept, by path, line and code."""
        ...

    def put_findings(self, owner: str, findings: Sequence[Finding]) -> None:
        """Replace the findings of *owner*: a name of a pass, such as ``scan`` or ``links``."""
        ...

    def counts(self) -> Counts:
        """How much is kept."""
        ...

    def languages(self) -> tuple[str, ...]:
        """Stemming languages in use, sorted."""
        ...

    def ledger_marks(self) -> dict[str, LedgerMark]:
        """How far each ledger file was read, by name."""
        ...

    def put_ledger(self, marks: Mapping[str, LedgerMark], lines: Mapping[str, Iterable[str]]) -> None:
        """
        Take in what ledger files newly said, in one transaction.

        Args:
            marks: How far each file is read now.
            lines: Events, each as its canonical line, with the keys that `ledger_lines` finds it by; one
                that is kept already changes nothing.
        """
        ...

    def clear_ledger(self) -> None:
        """Forget every mark, event and finding (``ledger:…``) of the ledger: it is read anew."""
        ...

    def ledger_lines(self, keys: Iterable[str] | None = None) -> list[str]:
        """Every event kept, or those under one of *keys*, each as its canonical line, sorted."""
        ...

    def known_lines(self, among: Iterable[str]) -> set[str]:
        """Those of *among* that are kept."""
        ...

    def put_ledger_refs(self, refs: Iterable[str], *, is_more: bool = False) -> None:
        """Replace the refs that the ledger speaks of, or add to them when *is_more*."""
        ...

    def ledger_refs(self, among: Iterable[str]) -> set[str]:
        """Those of *among* that the ledger speaks of."""
        ...

    def put_edges(self, edges: Sequence[StoredLink], *, among: Iterable[str] | None = None) -> None:
        """Replace every edge that the ledger made, or those from or to one of *among*, by *edges*."""
        ...

    def dangling(self, raws: Iterable[str]) -> bool:
        """Whether a link leads nowhere that is written as one of *raws*."""
        ...

    def scrub(self) -> bool:
        """
        Wipe out what was removed, so that not even the bytes of the index hold it; not within a `batch`.

        Returns:
            False when it could not be done (somebody used the index for too long, or the disk is full):
            what was removed may still lie in its files.
        """
        ...

    def close(self) -> None:
        """Release what is held; a second call does nothing."""
        ...
