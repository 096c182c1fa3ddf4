"""The rerun plan: which chunks were told what is no longer so, by the trace."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from caveat.model.preparation import Trace
from caveat.model.terms import Term
from caveat.ops.book.opening import OpenBook
from caveat.vault.trace import last_traces, read_renderings

Why = Literal["rendering", "gone", "window", "unknown"]
"""``rendering``: it is called otherwise now. ``gone``: it was taken back, or is no more. ``window``: it no
longer holds for the chapter. ``unknown``: it was renamed, and the trace does not say what it was called."""


class Told(NamedTuple):
    """
    What a chunk was told, and is no longer so.

    Attributes:
        term: Ref of the term.
        headword: Its headword; its id when it is no more.
        why: What changed.
        then: What it was called; empty when nobody knows.
        now: What it is called; empty when it is no more.
    """

    term: str
    headword: str
    why: Why
    then: str
    now: str


class Rerun(NamedTuple):
    """
    A chunk to be prepared and translated anew.

    Attributes:
        chapter: Its chapter.
        chunk: Its number in the chapter.
        snapshot: Under which it was prepared.
        told: What it was told, by ref.
    """

    chapter: int
    chunk: int
    snapshot: str
    told: tuple[Told, ...]


class Plan(NamedTuple):
    """
    What has to be done again.

    Attributes:
        reruns: By chapter and chunk.
        chunks: Chunks that the trace has.
        snapshot: Of the book as it is now.
    """

    reruns: tuple[Rerun, ...]
    chunks: int
    snapshot: str

    @property
    def chapters(self) -> tuple[int, ...]:
        """Numbers of the chapters concerned."""
        return tuple(dict.fromkeys(one.chapter for one in self.reruns))


def plan(opened: OpenBook, terms: Sequence[Term] = ()) -> Plan:
    """
    The chunks whose last block named a term otherwise than the book does now.

    A chunk that was prepared anew is in the plan no more, on whichever device that was. A term that a chunk
    was not told, because it came later, is not looked for: prepare the chapter to see it.

    Args:
        opened: The book.
        terms: Only what concerns these; none = all.
    """
    now = {term.ref: term for term in opened.book.terms}
    wanted = {term.ref for term in terms}
    renderings = read_renderings(opened.folder)
    traces = last_traces(opened.folder)
    found = []
    for (chapter, chunk), last in traces.items():
        if any(one.snapshot == opened.snapshot.id for one in last):
            continue
        told = [(one, _changed(one, now, renderings.get(one.snapshot, {}), wanted)) for one in last]
        if all(changed for _, changed in told):
            trace, changed = told[0]
            found.append(Rerun(chapter, chunk, trace.snapshot, changed))
    return Plan(tuple(found), len(traces), opened.snapshot.id)


def _changed(trace: Trace, now: dict[str, Term], then: dict[str, str], wanted: set[str]) -> tuple[Told, ...]:
    asked = [ref for ref in trace.injected if not wanted or ref in wanted]
    told = (_told(ref, now.get(ref), then.get(ref), trace.chapter) for ref in sorted(asked))
    return tuple(one for one in told if one is not None)


def _told(ref: str, term: Term | None, then: str | None, chapter: int) -> Told | None:
    if term is None or term.approval.is_retracted:
        headword = term.headword if term is not None else ref.partition("/")[2]
        return Told(ref, headword, "gone", then or "", "")
    if not term.window.holds(chapter):
        return Told(ref, term.headword, "window", then or "", term.rendering)
    if then is None:
        renamed = sum(not one.is_proposal for one in term.revisions) > 1
        return Told(ref, term.headword, "unknown", "", term.rendering) if renamed else None
    return None if then == term.rendering else Told(ref, term.headword, "rendering", then, term.rendering)
