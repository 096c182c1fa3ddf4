"""The order of a result list: chunks → one candidate a record → ranked, superseded ones replaced."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from caveat.model.assessment import Assessment
from caveat.model.policy import Policy
from caveat.model.records import Edge, Record
from caveat.model.search import Match


class Candidate(NamedTuple):
    """
    A record that may be shown, with its best chunk.

    Attributes:
        ref: The record.
        chunks: Rows of its chunks that match, the best first; none when it is here for its title or for what
            it replaces.
        raw_score: BM25 of that chunk; 0 when there is none.
        relevance: ``raw_score`` ÷ the best of the list, in ``(0, 1]``.
        is_exact: The query is its title, an alias or its file name.
        replaces: Superseded records whose rank it took.
    """

    ref: str
    chunks: tuple[int, ...]
    raw_score: float
    relevance: float
    is_exact: bool = False
    replaces: tuple[str, ...] = ()


class Ranked(NamedTuple):
    """
    A candidate in its place.

    Attributes:
        rank: From 1; equal scores share a rank.
        score: relevance × multiplier × class weight.
        candidate: What is ranked.
    """

    rank: int
    score: float
    candidate: Candidate


def candidates(matches: Iterable[Match], exact: Collection[str], *, limit: int) -> list[Candidate]:
    """
    One candidate a record, best first, with relevance normalised to the best score.

    Args:
        matches: Chunks, best first, as a store returns them.
        exact: Refs that the query names exactly; they are candidates even when no chunk matches.
        limit: Most records to keep, ``>= 1``; those named exactly are never cut.

    Returns:
        Candidates with ``relevance`` in ``(0, 1]``; one named exactly without a match gets 1.
    """
    by_ref: dict[str, list[Match]] = {}
    for match in matches:
        by_ref.setdefault(match.ref, []).append(match)
    top = max((found[0].score for found in by_ref.values()), default=0.0)
    kept = [found for number, found in enumerate(by_ref.values()) if number < limit or found[0].ref in exact]
    listed = [
        Candidate(
            ref=found[0].ref,
            chunks=tuple(match.chunk for match in found),
            raw_score=found[0].score,
            relevance=found[0].score / top,
            is_exact=found[0].ref in exact,
        )
        for found in kept
    ]
    return listed + [Candidate(ref, (), 0.0, 1.0, True) for ref in sorted(exact) if ref not in by_ref]


def heads(
    refs: Iterable[str], records: Mapping[str, Record], successors: Callable[[str], Sequence[Edge]]
) -> dict[str, str]:
    """
    The head of the chain of each superseded record among *refs*.

    Args:
        refs: Records to look at.
        records: Every record met, by ref.
        successors: Supersedes edges into a ref.

    Returns:
        Superseded ref → ref of the last record of its chain that is not retracted. A record whose chain
        has no such end (a circle, or all retracted) is absent: it keeps its own place.
    """
    found: dict[str, str] = {}
    for ref in refs:
        seen = {ref}
        head = ref
        while records[head].status == "superseded":
            following = [
                edge
                for edge in successors(head)
                if edge.source in records
                and records[edge.source].status != "retracted"
                and edge.source not in seen
            ]
            if not following:
                break
            # Two successors: the later edge speaks; an undated one is the oldest.
            head = max(following, key=lambda e: (e.at is not None, e.at or 0.0, e.source)).source
            seen.add(head)
        if head != ref and records[head].status == "active":
            found[ref] = head
    return found


def replace(found: Sequence[Candidate], head_of: Mapping[str, str]) -> list[Candidate]:
    """*found* with the head of its chain in the place of every superseded record, its relevance inherited."""
    merged: dict[str, Candidate] = {c.ref: c for c in found if c.ref not in head_of}
    for old in found:
        if (head := head_of.get(old.ref)) is None:
            continue
        new = merged.get(head) or Candidate(head, (), 0.0, 0.0)
        merged[head] = new._replace(
            relevance=max(new.relevance, old.relevance),
            is_exact=new.is_exact or old.is_exact,
            replaces=(*new.replaces, old.ref),
        )
    return list(merged.values())


def order(
    found: Iterable[Candidate],
    records: Mapping[str, Record],
    assessments: Mapping[str, Assessment] | None,
    policy: Policy,
) -> list[Ranked]:
    """
    Candidates in the order a reader sees them.

    A record that the query names exactly comes before the others. Then score decides; of equal scores the
    later verified record stands first, and they share a rank.

    Args:
        found: What may be shown.
        records: Every candidate's record.
        assessments: Every candidate's assessment; None = by relevance alone.
        policy: Uses `class_weight`.

    Returns:
        Every candidate, ranked.
    """

    def score(c: Candidate) -> float:
        if assessments is None:
            return c.relevance
        return c.relevance * assessments[c.ref].multiplier * class_weight(records[c.ref], policy)

    return [Ranked(rank, value, c) for rank, value, c in _ranks([(c, score(c)) for c in found], records)]


def class_weight(record: Record, policy: Policy) -> float:
    """Factor of a record's class, ``> 0``; 1 for a record without one."""
    return policy.class_weight[record.record_class] if record.record_class else 1.0


def _ranks(
    scored: Sequence[tuple[Candidate, float]], records: Mapping[str, Record]
) -> list[tuple[int, float, Candidate]]:
    def key(row: tuple[Candidate, float]) -> tuple[bool, float, float, str]:
        candidate, value = row
        verified = records[candidate.ref].verified
        return (
            not candidate.is_exact,
            -value,
            -verified if verified is not None else float("inf"),
            candidate.ref,
        )

    found: list[tuple[int, float, Candidate]] = []
    for number, (candidate, value) in enumerate(sorted(scored, key=key), start=1):
        is_tie = bool(found) and found[-1][1] == value and found[-1][2].is_exact == candidate.is_exact
        found.append((found[-1][0] if is_tie else number, value, candidate))
    return found
