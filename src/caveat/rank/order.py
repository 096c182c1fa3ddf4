"""The order of a result list: chunks → one candidate a record → ranked, superseded ones replaced."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import inf
from typing import NamedTuple

from caveat.model.assessment import Assessment
from caveat.model.many import many
from caveat.model.policy import Policy
from caveat.model.records import Edge, Record, RecordClass
from caveat.model.search import Match
from caveat.rank.fusion import Fused


class Candidate(NamedTuple):
    """
    A record that may be shown, with its best chunk.

    Attributes:
        ref: The record.
        chunks: Rows of its chunks that match, the best first; none when it is here for its title or for what
            it replaces.
        raw_score: BM25 of that chunk with what near chunks add; 0 when there is none.
        relevance: ``raw_score`` ÷ the best of the list, in ``(0, 1]``; or what words and meaning give.
        is_exact: The query is its title, an alias or its file name.
        replaces: Superseded records whose rank it took.
        fused: What words and meaning each add; None when meaning took no part.
    """

    ref: str
    chunks: tuple[int, ...]
    raw_score: float
    relevance: float
    is_exact: bool = False
    replaces: tuple[str, ...] = ()
    fused: Fused | None = None


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


NEAR_WEIGHT = 0.5
"""
What a word counts that a record holds beside its best chunk, in ``[0, 1]``; our choice.

nDCG@10 of LoCoMo's sessions is .830 at 0, .833 at 0.3, .832 at 0.5, .828 at 0.75 and .823 at 1; the made-up
questions of ``caveat bench peers`` like the larger ones better. A record of one chunk never changes.
"""

NEAR_CHUNKS = 4
"""Chunks on either side of the best one in which a word still counts; our choice: a log of a year holds
every word somewhere."""


def candidates(
    matches: Iterable[Match],
    exact: Collection[str],
    *,
    limit: int,
    words: Sequence[Sequence[Match]] = (),
) -> list[Candidate]:
    """
    One candidate a record, best first, with relevance normalised to the best score.

    Args:
        matches: Chunks, best first, as a store returns them.
        exact: Refs that the query names exactly; they are candidates even when no chunk matches.
        limit: Most records to keep, ``>= 1``; those named exactly are never cut.
        words: The matches of each word of the query alone: where a record has words of it in chunks near its
            best one, a part of what they score counts too.

    Returns:
        Candidates with ``relevance`` in ``(0, 1]``; one named exactly without a match gets 1.
    """
    by_ref: dict[str, tuple[float, list[int]]] = {}
    for ref, chunk, score in matches:
        if ref in by_ref:
            by_ref[ref][1].append(chunk)
        else:
            by_ref[ref] = (score, [chunk])
    if words:
        by_ref = _with_near(by_ref, words)
    top = max([score for score, _ in by_ref.values()], default=0.0)
    kept = [
        (ref, tuple(chunks), score, score / top, ref in exact, (), None)
        for number, (ref, (score, chunks)) in enumerate(by_ref.items())
        if number < limit or ref in exact
    ]
    listed = many(Candidate, kept)
    return listed + [Candidate(ref, (), 0.0, 1.0, True) for ref in sorted(exact) if ref not in by_ref]


def _with_near(
    by_ref: Mapping[str, tuple[float, list[int]]], words: Sequence[Sequence[Match]]
) -> dict[str, tuple[float, list[int]]]:
    """The same with what the chunks near the best one add to its score, the best first again."""
    together: dict[str, float] = {}
    for matches in words:
        best: dict[str, float] = {}
        for ref, chunk, score in matches:
            # The rows of a record's chunks follow each other as the chunks do.
            if ref in by_ref and abs(chunk - by_ref[ref][1][0]) <= NEAR_CHUNKS:
                best[ref] = max(score, best.get(ref, 0.0))
        for ref, score in best.items():
            together[ref] = together.get(ref, 0.0) + score
    summed = {
        ref: (score + NEAR_WEIGHT * max(0.0, together.get(ref, 0.0) - score), chunks)
        for ref, (score, chunks) in by_ref.items()
    }
    return dict(sorted(summed.items(), key=lambda item: (-item[1][0], item[0])))


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

    weights = policy.class_weight
    keyed = []
    for c in found:
        record = records[c.ref]
        value = c.relevance
        if assessments is not None:
            value = value * assessments[c.ref].multiplier * _weight(record.record_class, weights)
        verified = record.verified
        last_verified = -verified if verified is not None else inf
        keyed.append((not c.is_exact, -value, last_verified, c.ref, value, c))
    keyed.sort()
    return _ranked((value, candidate) for _, _, _, _, value, candidate in keyed)


def without(ranked: Iterable[Ranked], hidden: Collection[str]) -> list[Ranked]:
    """*ranked* but for the refs that are *hidden*, whose ranks the others move up to."""
    return _ranked((r.score, r.candidate) for r in ranked if r.candidate.ref not in hidden)


def _ranked(scored: Iterable[tuple[float, Candidate]]) -> list[Ranked]:
    ranked = []
    rank, last_value, was_exact = 0, 0.0, None
    for number, (value, candidate) in enumerate(scored, start=1):
        if value != last_value or candidate.is_exact is not was_exact:
            rank, last_value, was_exact = number, value, candidate.is_exact
        ranked.append((rank, value, candidate))
    return many(Ranked, ranked)


def class_weight(record: Record, policy: Policy) -> float:
    """Factor of a record's class, ``> 0``; 1 for a record without one."""
    return _weight(record.record_class, policy.class_weight)


def _weight(record_class: RecordClass | None, weights: Mapping[RecordClass, float]) -> float:
    return weights[record_class] if record_class else 1.0
