"""Calibration: how far an author's stated confidence has held, from how the author's claims fared."""

from collections.abc import Callable, Iterable, Mapping
from math import fsum

from caveat.model.policy import DEFAULT_POLICY, Policy
from caveat.model.records import Edge, Record, Tally
from caveat.model.store import AuthorClaims
from caveat.trust.cycles import ancestors_first
from caveat.trust.graph import Graph
from caveat.trust.standing import declared_share, standings

_SCALE = 1 << 1074
"""What makes a whole number of every finite float: the smallest one above 0 is 2 to the power of -1074."""


def kappa(claims: int, wrong: float, *, policy: Policy = DEFAULT_POLICY) -> float:
    """
    κ of an author with *claims* other claims, of which the wrong ones declared *wrong* in sum.

    Args:
        claims: Number of the author's other claims that are not retracted.
        wrong: Sum of the confidences that the wrong ones among them declared, ``>= 0``.
        policy: Uses `calibration_minimum` and `calibration_floor` (0.5, from the Recall article).

    Returns:
        A value in ``[calibration_floor, 1]``; 1 below `calibration_minimum` claims.
    """
    if claims < policy.calibration_minimum:
        return 1.0
    return max(policy.calibration_floor, 1.0 - wrong / claims)


def other_claims(record: Record, tally: Tally) -> tuple[int, float]:
    """
    What of *tally* counts for *record*: the number of other claims, and what the wrong ones declared
    in sum.

    Args:
        record: When it is itself in the tally (a claim, not retracted) it is left out of it.
        tally: Of the record's author.
    """
    if record.kind != "claim" or record.status == "retracted":
        return others_of(record, tally), fsum([stated for _, stated in tally.wrong])
    return others_of(record, tally), fsum([stated for ref, stated in tally.wrong if ref != record.ref])


def others_of(record: Record, tally: Tally) -> int:
    """Number of claims in *tally* beside *record*; negative when nothing is known of its author."""
    return tally.claims - (record.kind == "claim" and record.status != "retracted")


def kappas(tallies: Mapping[str, Tally], *, policy: Policy = DEFAULT_POLICY) -> Callable[[Record], float]:
    """
    A function from a record to κ of its author, which remembers what it reckoned per author.

    Args:
        tallies: By author; an author without a tally has κ = 1.
        policy: As in `kappa`.
    """
    # Of an author when first met: a list of hits meets few of thousands.
    wrong_of: dict[str, dict[str, float]] = {}
    totals: dict[str, int] = {}
    remembered: dict[tuple[str, int], float] = {}

    def kappa_of(record: Record) -> float:
        author = record.asserted_by
        tally = tallies.get(author) if author is not None else None
        if author is None or tally is None:
            return 1.0
        wrong = wrong_of.get(author)
        if wrong is None:
            wrong = wrong_of[author] = dict(tally.wrong)
        others = others_of(record, tally)
        if record.ref in wrong and record.kind == "claim" and record.status != "retracted":
            # Exact and then rounded once, as by fsum, but without adding up all the others anew.
            if author not in totals:
                totals[author] = sum(map(_scaled, wrong.values()))
            left = totals[author] - _scaled(wrong[record.ref])
            return kappa(others, left / _SCALE, policy=policy)
        known = remembered.get((author, others))
        if known is None:
            known = remembered[author, others] = kappa(*other_claims(record, tally), policy=policy)
        return known

    return kappa_of


def _scaled(share: float) -> int:
    """*share* × `_SCALE`, exactly."""
    over, under = share.as_integer_ratio()
    return over * (_SCALE // under)


def is_settled(edge: Edge, verified: float | None) -> bool:
    """Whether a human looked at the target after, or at the instant when, *edge* challenged it."""
    return verified is not None and edge.at is not None and edge.at <= verified


def claims_in(graph: Graph) -> dict[str, AuthorClaims]:
    """The claims of every author in a whole graph, as a store would answer."""
    counts: dict[str, int] = {}
    disputed: dict[str, list[str]] = {}
    for ref, record in graph.records.items():
        author = record.asserted_by
        if record.kind != "claim" or author is None or record.status == "retracted":
            continue
        counts[author] = counts.get(author, 0) + 1
        if any(edge.kind == "contradicts" for edge in graph.evidence.get(ref, ())) or any(
            edge.because == "corrected" for edge in graph.supersessions.get(ref, ())
        ):
            disputed.setdefault(author, []).append(ref)
    return {
        author: AuthorClaims(count, tuple(sorted(disputed.get(author, ()))))
        for author, count in counts.items()
    }


def tallies(
    authors: Iterable[str],
    graph: Graph,
    author_claims: Mapping[str, AuthorClaims],
    *,
    policy: Policy = DEFAULT_POLICY,
) -> dict[str, Tally]:
    """
    How the claims of *authors* have fared.

    A claim is wrong when it was superseded as corrected, or when an active record of another author
    contradicts it, no later human verification settled that, and the contradicting record's own
    pedigree, reckoned with every κ = 1, is at least `junk_share` of what the claim declares. Superseded
    as updated is not wrong, nor is a concern.

    Args:
        authors: Whose; an author without claims is absent from the answer.
        graph: Holds the disputed claims, the records that contradict or supersede them, and the
            ancestors of those.
        author_claims: Number of claims and refs of the disputed ones, by author.
        policy: Uses `junk_share`, and what a pedigree needs.
    """
    known = {author: author_claims[author] for author in authors if author in author_claims}
    disputed = {ref for claims in known.values() for ref in claims.disputed}
    speakers = [
        edge.source for ref in disputed for edge in graph.evidence.get(ref, ()) if edge.kind == "contradicts"
    ]
    pedigree = standings(ancestors_first(speakers, graph.sources), graph, policy=policy).reliability
    found = {}
    for author, claims in known.items():
        wrong = []
        for ref in sorted(set(claims.disputed)):
            claim = graph.records.get(ref)
            if claim is not None and _is_wrong(claim, graph, pedigree, policy):
                wrong.append((ref, declared_share(claim, is_primary=True, policy=policy)))
        found[author] = Tally(claims.claims, tuple(wrong))
    return found


def _is_wrong(claim: Record, graph: Graph, pedigree: Mapping[str, float], policy: Policy) -> bool:
    if claim.status == "retracted":
        return False
    # A correction that was itself retracted corrects nothing; one that was superseded still did.
    for edge in graph.supersessions.get(claim.ref, ()):
        if edge.because == "corrected" and graph.records[edge.source].status != "retracted":
            return True
    needed = policy.junk_share * declared_share(claim, is_primary=True, policy=policy)
    for edge in graph.evidence.get(claim.ref, ()):
        if edge.kind != "contradicts" or is_settled(edge, claim.verified):
            continue
        speaker = graph.records[edge.source]
        if (
            speaker.status == "active"
            and (speaker.asserted_by is None or speaker.asserted_by != claim.asserted_by)
            and pedigree[edge.source] >= needed
        ):
            return True
    return False
