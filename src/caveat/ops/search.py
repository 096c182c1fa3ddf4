"""Search: what fits the words, ordered by how far it can be trusted."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from caveat.model.assessment import Assessment, Explanation
from caveat.model.policy import Policy
from caveat.model.records import Record
from caveat.model.search import EVERYWHERE, Hit, Match, Query
from caveat.model.store import Store, StoredChunk
from caveat.ops.badges import badges, moved_notes
from caveat.ops.behind import behind
from caveat.ops.clock import tonight
from caveat.ops.request import Request, words_of
from caveat.ops.results import Answer
from caveat.ops.results_meaning import Meant, Senses
from caveat.ops.warm import Warm
from caveat.rank.explanation import explain_score
from caveat.rank.order import Candidate, Ranked, candidates, class_weight, heads, order, replace, without
from caveat.text.fold import fold_key
from caveat.text.snippet import snippet
from caveat.text.tokenize import analyse
from caveat.text.tokenize import query as analysed
from caveat.trust.explanation import explain
from caveat.trust.reach import Known, chain

CHUNKS_PER_CANDIDATE = 3
"""Chunks fetched for each record wanted; our choice."""

MOST_WORDS = 6
"""Words of a query up to which each is looked for alone, for what a note tells in several places;
our choice."""

SHOWABLE = 8
"""Best chunks of a record among which the one that holds most of the query is shown; our choice."""

SPARE = 10
"""Hits beyond those wanted that are looked at for saying the same as another; our choice."""

LEAST_RECORDS = 25
"""Records below which more chunks are fetched while there are more; our choice, a quarter of candidates."""

_HEADINGS = re.compile(r"\A(?:#{1,6}[ \t][^\r\n]*(?:\r\n?|\n|\Z)\s*)+")


class _Found(NamedTuple):
    """
    What the lexical search found: chunks, whether none holds all terms, titles named exactly, and what each
    word finds alone.
    """

    matches: list[Match]
    is_partial: bool
    exact: tuple[str, ...]
    words: Sequence[Sequence[Match]] = ()


class _Listed(NamedTuple):
    """What may be shown: candidates, the graph that is complete for them, their assessments."""

    candidates: list[Candidate]
    known: Known
    assessments: dict[str, Assessment] | None


def search(
    root: Path,
    store: Store,
    request: Request,
    policy: Policy,
    made_by: str,
    warm: Warm,
    senses: Senses | None = None,
) -> Answer:
    """
    Records that fit *request*, best first, each with its place, snippet, trust and badges.

    Args:
        root: Real path of the vault, for the check that the index is not behind its files.
        store: Its index.
        request: What is asked.
        policy: Constants of the arithmetic.
        made_by: What an index run would be made by now.
        warm: What this process remembers of the index.
        senses: What asks by meaning; None = by words alone.
    """
    query = analysed(request.text, warm.languages(store))
    found = _lexical(store, query, request)
    meant = _meant(store, query, found, request, warm, senses)
    listed = _listed(store, meant.candidates, request, policy, warm)
    records = listed.known.graph.records
    ranked, plain_order, also = _ordered(store, meant, listed, request, policy)
    shown = ranked[: request.k]
    plain_ranks = {r.candidate.ref: r.rank for r in plain_order}
    hits = tuple(
        hit._replace(also_in=also.get(hit.ref, ()))
        for hit in _hits(store, query, shown, listed, plain_ranks, policy)
    )
    return Answer(
        query=request.text,
        hits=hits,
        reason=_reason(store, query, found, ranked, request, meant),
        behind=behind(root, store, made_by, hits=[hit.path for hit in hits if hit.path], warm=warm),
        is_trust_on=request.is_trust_on,
        is_reordered=[r.candidate.ref for r in shown] != [r.candidate.ref for r in plain_order[: request.k]],
        leader=plain_order[0].candidate.ref if plain_order else "",
        as_of=request.as_of,
        titles=_titles(hits, plain_order, records),
        explanations=_explanations(shown, listed.known, request, policy)
        if request.is_explained and request.is_trust_on
        else {},
        is_by_meaning=meant.is_used,
        notices=meant.notices,
    )


class _Ordered(NamedTuple):
    """Hits in their order, the same by relevance alone, and the refs that a hit stands for."""

    ranked: list[Ranked]
    plain: list[Ranked]
    also: Mapping[str, tuple[str, ...]]


def _ordered(store: Store, meant: Meant, listed: _Listed, request: Request, policy: Policy) -> _Ordered:
    records = listed.known.graph.records
    ranked = order(listed.candidates, records, listed.assessments, policy)
    if listed.assessments is not None and request.min_trust > 0:
        ranked = [r for r in ranked if listed.assessments[r.candidate.ref].trust >= request.min_trust]
    # By relevance alone: the same records, nothing replaced, nothing weighed.
    plain = order(_within(meant.candidates, records, request), records, None, policy)
    if not meant.is_used:
        return _Ordered(ranked, plain, {})
    from caveat.ops.meaning import said_twice

    also = said_twice(store, ranked[: request.k + SPARE], records, listed.assessments)
    hidden = {ref for refs in also.values() for ref in refs}
    return _Ordered(without(ranked, hidden), without(plain, hidden), also)


def _meant(
    store: Store, query: Query, found: _Found, request: Request, warm: Warm, senses: Senses | None
) -> Meant:
    """Candidates by words, and by meaning where the index has vectors."""
    plain = candidates(found.matches, found.exact, limit=request.candidates, words=found.words)
    if senses is None or request.is_by_words or store.vectors().model() is None:
        return Meant(plain)
    from caveat.ops.meaning import by_meaning

    return by_meaning(
        store,
        query,
        plain,
        limit=request.candidates,
        scope=request.scope,
        senses=senses,
        embedded=warm.embedded(store),
    )


def _lexical(store: Store, query: Query, request: Request) -> _Found:
    exact = tuple(store.named(key)) if (key := fold_key(request.text)) else ()
    matches = _matches(store, query, request, is_every_term=True)
    if len({match.ref for match in matches}) >= request.k or len(query.terms) < 2:
        return _Found(matches, False, exact)
    # All terms in too few records: any of them, which scores the complete ones as before.
    some = _matches(store, query, request, is_every_term=False)
    return _Found(some, not matches, exact, _word_by_word(store, query, request))


def _word_by_word(store: Store, query: Query, request: Request) -> list[list[Match]]:
    """The best chunks for each word of a short query alone, where it has several."""
    words = query.words()
    if not 1 < len(words) <= MOST_WORDS:
        return []
    limit = request.candidates * CHUNKS_PER_CANDIDATE
    return [
        store.match(query._replace(terms=terms), limit=limit, is_every_term=True, scope=request.scope)
        for terms in words
    ]


def _matches(store: Store, query: Query, request: Request, *, is_every_term: bool) -> list[Match]:
    """Chunks of enough records: one note of thousands of chunks must not fill the list alone."""
    limit = request.candidates * CHUNKS_PER_CANDIDATE
    while True:
        found = store.match(query, limit=limit, is_every_term=is_every_term, scope=request.scope)
        if len(found) < limit or len({match.ref for match in found}) >= max(request.k, LEAST_RECORDS):
            return found
        limit *= 8


def _listed(store: Store, plain: list[Candidate], request: Request, policy: Policy, warm: Warm) -> _Listed:
    refs = [c.ref for c in plain]

    def reached() -> list[str]:
        return [*refs, *chain(refs, store)] if request.is_trust_on else refs

    known = warm.known(store, reached, policy=policy, now=max(tonight(), request.as_of))
    records = known.graph.records
    if not request.is_trust_on:
        return _Listed(_within(plain, records, request), known, None)
    old = [ref for ref in refs if records[ref].status == "superseded"]
    head_of = heads(old, records, lambda ref: known.graph.supersessions.get(ref, ()))
    kept = _within(replace(plain, head_of) if head_of else plain, records, request)
    assessments = warm.assess(known, [c.ref for c in kept], as_of=request.as_of, policy=policy)
    return _Listed(kept, known, assessments)


def _within(listed: list[Candidate], records: Mapping[str, Record], request: Request) -> list[Candidate]:
    if request.scope == EVERYWHERE:
        return listed
    kept = [c for c in listed if request.scope.holds(records[c.ref])]
    top = max((c.relevance for c in kept), default=1.0)
    return [c._replace(relevance=c.relevance / top) for c in kept]


def _titles(hits: tuple[Hit, ...], plain: list[Ranked], records: Mapping[str, Record]) -> dict[str, str]:
    named = [ref for hit in hits for ref in (*hit.replaces, *hit.challengers, *hit.also_in)]
    named += [r.candidate.ref for r in plain[:1]]
    return {ref: records[ref].title for ref in named}


def _explanations(
    shown: list[Ranked], known: Known, request: Request, policy: Policy
) -> dict[str, Explanation]:
    found = {}
    for r in shown:
        record = known.graph.records[r.candidate.ref]
        multiplier = explain(
            record.ref, known.graph, as_of=request.as_of, policy=policy, tallies=known.tallies
        )
        found[record.ref] = explain_score(r, multiplier, class_weight(record, policy))
    return found


def _hits(
    store: Store,
    query: Query,
    shown: list[Ranked],
    listed: _Listed,
    plain_ranks: Mapping[str, int],
    policy: Policy,
) -> list[Hit]:
    records = listed.known.graph.records
    chunks = store.chunks([row for r in shown for row in r.candidate.chunks[:SHOWABLE]])
    moved = moved_notes(store)
    hits = []
    for r in shown:
        record = records[r.candidate.ref]
        chunk = _telling([chunks[row] for row in r.candidate.chunks[:SHOWABLE]], query)
        told = _trust(record, listed.assessments, moved)
        hits.append(
            _hit(r, record, chunk or store.opening(record.ref), query)._replace(
                class_weight=class_weight(record, policy), plain_rank=plain_ranks.get(record.ref, 0), **told
            )
        )
    return hits


def _hit(r: Ranked, record: Record, chunk: StoredChunk | None, query: Query) -> Hit:
    return Hit(
        rank=r.rank,
        ref=record.ref,
        title=record.title,
        path=record.path,
        line=chunk.chunk.start_line if chunk else record.line,
        heading=chunk.chunk.heading if chunk else (),
        snippet=snippet(_prose(chunk.chunk.text), query, chunk.language) if chunk else "",
        score=r.score,
        relevance=r.candidate.relevance,
        raw_score=r.candidate.raw_score,
        record_class=record.record_class,
        verified=record.verified,
        replaces=r.candidate.replaces,
        is_exact=r.candidate.is_exact,
        support=fused.support if (fused := r.candidate.fused) else "words",
        cosine=fused.cosine if fused else None,
    )


def _telling(matching: list[StoredChunk], query: Query) -> StoredChunk | None:
    """The one that holds most of the query; of several the first: a note says early what it is about."""
    if len(matching) > 1:
        matching.sort(key=lambda found: found.chunk.start_line)
        return max(matching, key=lambda found: _told(found, query))
    return matching[0] if matching else None


def _told(found: StoredChunk, query: Query) -> int:
    """How many of the query's terms the prose of a chunk holds; the headings that open it stand beside it."""
    text = found.chunk.text
    opening = text[: len(text) - len(_prose(text))]
    skipped = len(analyse(opening, found.language)) if opening else 0
    tokens = f" {' '.join(found.tokens.split(' ', skipped)[skipped:])} "
    return sum(
        f" {term.alternatives[0]}" in tokens
        if term.is_prefix
        else any(f" {token} " in tokens for token in term.alternatives)
        for term in query.terms
    )


def _prose(text: str) -> str:
    """A chunk without the heading lines that open it, unless it has no others: its hit shows them."""
    headings = _HEADINGS.match(text)
    return (text[headings.end() :] or text) if headings else text


def _trust(record: Record, assessments: Mapping[str, Assessment] | None, moved: set[str]) -> dict[str, Any]:
    """What a hit says of trust; nothing with trust off."""
    if assessments is None:
        return {}
    assessment = assessments[record.ref]
    return {
        "trust": assessment.trust,
        "credibility": assessment.credibility,
        "freshness": assessment.freshness,
        "multiplier": assessment.multiplier,
        "tier": assessment.tier,
        "badges": badges(record, assessment, is_moved=record.ref in moved),
        "challengers": assessment.challengers,
    }


def _reason(
    store: Store, query: Query, found: _Found, ranked: list[Ranked], request: Request, meant: Meant
) -> str:
    if not query.terms and not found.exact:
        return "the query has no word or number to look for"
    if not ranked and (missing := _unknown_folder(store, request.scope.folder)):
        return missing
    if not ranked and meant.candidates and request.min_trust:
        among = f"the best {request.candidates} records that match"
        return f"none of {among} has trust {request.min_trust:g} or more"
    nothing = f"no {words_of(request.scope)} holds any of these words"
    if not ranked and meant.best_left_out is not None and meant.floor is not None:
        return (
            f"{nothing}, and none is near enough in meaning:"
            f" the nearest has cosine {meant.best_left_out:.2f}, and here {meant.floor:.2f} means something"
        )
    if not ranked:
        return nothing
    is_near = any(r.candidate.fused and r.candidate.fused.support == "meaning" for r in ranked)
    if is_near and not found.matches:
        return "nothing holds any of these words: showing what is near in meaning"
    if found.is_partial:
        return "no one passage holds all of these words: showing what holds some" + (
            ", and what is near in meaning" if is_near else ""
        )
    return ""


def _unknown_folder(store: Store, folder: str) -> str:
    """That no note lies in *folder*; empty when one does, or everywhere is meant."""
    beginning = f"note:{folder}/"
    if not folder or any(ref.startswith(beginning) for ref in store.refs(kind="note")):
        return ""
    return f"the index has no note in the folder {folder!r:.80}: `caveat status` tells how much there is"
