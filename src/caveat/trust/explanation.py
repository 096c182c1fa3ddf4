"""Explanation: a tree of terms that recomputes to the number that it explains."""

from collections.abc import Mapping
from math import fsum, prod, tanh
from typing import assert_never

from caveat.model.assessment import Explanation
from caveat.model.errors import RefNotFound
from caveat.model.policy import DEFAULT_POLICY, Policy
from caveat.model.records import Day, Tally
from caveat.trust.assess import NO_TALLIES, reckon, weakest_of, weakest_prior_of
from caveat.trust.calibration import kappa, other_claims
from caveat.trust.freshness import age, clock_start, freshness
from caveat.trust.graph import Graph
from caveat.trust.reasons import (
    View,
    challengers_left_out,
    day_words,
    is_contested,
    supporters_left_out,
    witnesses_left_out,
)
from caveat.trust.standing import clamp01, declared_share, retention
from caveat.trust.witnesses import joint

Node = Explanation


def explain(
    ref: str,
    graph: Graph,
    *,
    as_of: Day,
    policy: Policy = DEFAULT_POLICY,
    tallies: Mapping[str, Tally] = NO_TALLIES,
    calibration: Mapping[str, float] | None = None,
) -> Explanation:
    """
    How the multiplier of *ref* at *as_of* came about: trust, credibility and freshness below it.

    A source or a supporter is a leaf with its ref: its own number has its own explanation. Whether
    a challenger is itself contested is told as far as *graph* holds the evidence about it.

    Args:
        ref: A record of *graph*.
        graph: From `build_graph`.
        as_of: As in `assess`.
        policy: As in `assess`.
        tallies: As in `assess`.
        calibration: As in `assess`.

    Raises:
        RefNotFound: *ref* is not in the graph.
    """
    view = _view(ref, graph, as_of, policy, tallies, calibration)
    author = _calibration(view, tallies, calibration)
    credibility = _credibility(view, author)
    trust = _node("trust", "product", credibility, _freshness(view))
    return _node("multiplier", "product", _given("one half", 0.5), _sum_with_one(trust))


def explain_reliability(
    ref: str,
    graph: Graph,
    *,
    as_of: Day,
    policy: Policy = DEFAULT_POLICY,
    tallies: Mapping[str, Tally] = NO_TALLIES,
    calibration: Mapping[str, float] | None = None,
) -> Explanation:
    """
    How the reliability of *ref* came about: author, what it declares, its step, its weakest source.

    Arguments and errors as in `explain`.
    """
    view = _view(ref, graph, as_of, policy, tallies, calibration)
    if view.record.status == "retracted":
        return _given("reliability", 0.0, "retracted")
    standing = view.found.standing
    made_from = graph.sources.get(ref, ())
    weakest = weakest_of(made_from, standing.reliability) if made_from else ""
    link = standing.reliability.get(weakest, 1.0)
    return _pedigree("reliability", view, _calibration(view, tallies, calibration), weakest, link)


def recompute(node: Explanation) -> float:
    """
    The value of *node*, reckoned anew from the leaves below it; the values in between are not read.
    """
    terms = [recompute(child) for child in node.children]
    operation = node.operation
    match operation:
        case "given":
            return node.value
        case "sum":
            return fsum(terms)
        case "difference":
            return terms[0] - terms[1]
        case "product":
            return prod(terms)
        case "quotient":
            return terms[0] / terms[1]
        case "minimum":
            return min(terms)
        case "maximum":
            return max(terms)
        case "tanh":
            return tanh(terms[0])
        case "joint":
            return joint(terms)
        case "half-power":
            return float(0.5 ** terms[0])
        case "clamp":
            return clamp01(terms[0])
        case _:
            assert_never(operation)


def left_out_of(node: Explanation, name: str, ref: str) -> str:
    """Why *ref* does not count in the term called *name* in the tree under *node*; empty when it does."""
    if node.name == name:
        return next((left.reason for left in node.left_out if left.ref == ref), "")
    return next((reason for child in node.children if (reason := left_out_of(child, name, ref))), "")


def _view(
    ref: str,
    graph: Graph,
    as_of: Day,
    policy: Policy,
    tallies: Mapping[str, Tally],
    calibration: Mapping[str, float] | None,
) -> View:
    if ref not in graph.records:
        raise RefNotFound(f"{ref}: no such record; see the spelling, or index again")
    found = reckon([ref], graph, as_of=as_of, policy=policy, tallies=tallies, calibration=calibration)
    return View(graph.records[ref], graph, found, as_of, policy)


def _given(name: str, value: float, detail: str = "", *refs: str) -> Explanation:
    return Node(name, value, "given", (), detail, refs)


def _node(name: str, operation: str, *children: Explanation, detail: str = "") -> Explanation:
    """A node whose value is that of its children, of which only this step is reckoned."""
    flat = tuple(_given(child.name, child.value) for child in children)
    draft = Node(name, 0.0, operation, flat, detail)  # type: ignore[arg-type]  # recompute refuses others
    return draft._replace(value=recompute(draft), children=children)


def _sum_with_one(trust: Explanation) -> Explanation:
    return _node("one and trust", "sum", _given("one", 1.0), trust)


def _calibration(
    view: View, tallies: Mapping[str, Tally], calibration: Mapping[str, float] | None
) -> Explanation:
    record, policy = view.record, view.policy
    author = record.asserted_by
    if author is None:
        return _given("calibration", 1.0, "no author is named, so it is an author of its own")
    if calibration is not None:
        return _given("calibration", view.found.standing.calibration[record.ref], f"of {author}, as given")
    tally = tallies.get(author, Tally())
    claims, _ = other_claims(record, tally)
    claims = max(claims, 0)
    wrong = [
        _given("stated by a wrong claim", stated, "", ref)
        for ref, stated in tally.wrong
        if ref != record.ref or record.kind != "claim" or record.status == "retracted"
    ]
    told = f"{author}: {claims} other claims, {len(wrong)} of them wrong"
    if claims < policy.calibration_minimum:
        told += f"; fewer than {policy.calibration_minimum}, so they do not score"
        return _given("calibration", kappa(claims, 0.0, policy=policy), told)
    share = _node(
        "share stated by wrong claims",
        "quotient",
        _node("stated by wrong claims", "sum", *wrong),
        _given("other claims", float(claims)),
    )
    return _node(
        "calibration",
        "maximum",
        _given("floor", policy.calibration_floor),
        _node("one less that share", "difference", _given("one", 1.0), share),
        detail=told,
    )


def _pedigree(name: str, view: View, author: Explanation, weakest: str, link: float) -> Explanation:
    """``κ · min(declared, ρ · weakest link)``, an absent operand left out."""
    record, policy = view.record, view.policy
    made_from = view.graph.sources.get(record.ref, ())
    operands = []
    if record.declared is not None or not made_from:
        share = declared_share(record, is_primary=not made_from, policy=policy)
        if record.declared is None:
            operands.append(_given("declared", share, "undeclared, so the policy's value stands in"))
        else:
            operands.append(_given("declared", share, record.declared_by))
    if made_from:
        step = record.step or policy.default_step
        told = step if record.step else f"{step} (step not stated)"
        others = len(made_from) - 1
        which = f"{weakest}, the weakest of {others + 1} sources" if others else weakest
        if view.graph.records[weakest].status == "retracted":
            which += "; retracted"
        operands.append(
            _node(
                "passed on",
                "product",
                _given("retention", retention(record, policy=policy), told),
                _given("weakest link", link, which, weakest),
            )
        )
    return _node(name, "product", author, _node("weakest operand", "minimum", *operands))


def _credibility(view: View, author: Explanation) -> Explanation:
    record, found = view.record, view.found
    if record.status == "retracted":
        return _given("credibility", 0.0, "retracted: every number is 0")
    made_from = view.graph.sources.get(record.ref, ())
    weakest = weakest_prior_of(made_from, found.confirmations) if made_from else ""
    link = found.confirmations[weakest].credibility if made_from else 1.0
    prior = _pedigree("prior", view, author, weakest, link)
    confirmed = _node("prior and support", "sum", prior, _support(view))
    best = _node("before challenges", "maximum", confirmed, _witness(view))
    open_value = _node("less the challenge", "difference", best, _challenge(view))
    is_clipped = not 0.0 <= open_value.value <= 1.0
    detail = f"clipped from {open_value.value:.4g}" if is_clipped else ""
    return _node("credibility", "clamp", open_value, detail=detail)


def _support(view: View) -> Explanation:
    voices = [
        _given("supporter", voice.weight, f"reliability of {voice.ref}", voice.ref)
        for voice in view.found.confirmations[view.record.ref].supporters
    ]
    mass = _node("tanh of their sum", "tanh", _node("supporters", "sum", *voices))
    node = _node("support", "product", _given("support cap", view.policy.support_cap), mass)
    told = f"{len(voices)} voices support it" if len(voices) != 1 else "one voice supports it"
    return node._replace(
        detail=told if voices else "no voice supports it", left_out=supporters_left_out(view)
    )


def _challenge(view: View) -> Explanation:
    record, graph = view.record, view.graph
    voices = []
    for voice in view.found.confirmations[record.ref].challengers:
        weight = view.found.standing.reliability[voice.ref]
        told = f"{voice.ref} contradicts it"
        if voice.weight != weight:
            told = f"{voice.ref} concerns it, which weighs {view.policy.concern_weight:g}"
        if is_contested(voice.ref, graph):
            told += "; itself contested, which takes nothing from its weight"
        voices.append(_given("challenger", voice.weight, told, voice.ref))
    mass = _node("tanh of their sum", "tanh", _node("challengers", "sum", *voices))
    node = _node("challenge", "product", _given("challenge cap", view.policy.challenge_cap), mass)
    told = f"{len(voices)} records challenge it" if len(voices) != 1 else "one record challenges it"
    return node._replace(detail=told if voices else "no open challenge", left_out=challengers_left_out(view))


def _witness(view: View) -> Explanation:
    record, known = view.record, view.found.confirmations[view.record.ref]
    witnesses = [
        _given("independent witness", voice.weight, f"reliability of {voice.ref}", voice.ref)
        for voice in known.witnesses
    ]
    if known.has_human and record.verified is not None:
        told = f"a human verified it on {day_words(record.verified)}"
        witnesses.append(_given("human", view.policy.human_witness, told))
    if known.has_prior:
        witnesses.append(_given("own prior", known.prior, "grounded, so it counts beside the others"))
    if witnesses:
        node = _node("witness", "joint", *witnesses)
        if known.more_witnesses:
            detail = f"{known.more_witnesses} weaker candidates were not looked at"
            node = node._replace(detail=detail)
    else:
        node = _node("witness", "sum", _given("own prior", known.prior, "no witness, so it stands alone"))
    return node._replace(left_out=witnesses_left_out(view))


def _freshness(view: View) -> Explanation:
    record, policy = view.record, view.policy
    pace = view.found.inheritance.volatility[record.ref]
    told = pace if record.volatility else f"{pace} (not declared; as its fastest source)"
    if not record.volatility and not view.graph.sources.get(record.ref):
        told = f"{pace} (not declared)"
    half_life = policy.half_life.get(pace)
    if half_life is None:
        return _given("freshness", 1.0, f"{told}: it does not age")
    start = clock_start(record)
    if start is None:
        return _given("freshness", 1.0, f"{told}, but undated: its age is unknown")
    since = "verified" if start == record.verified else "created"
    days = age(record, as_of=view.as_of)
    aged = _node(
        "half-lives",
        "quotient",
        _given("age", days, f"days since it was {since} on {day_words(start)}"),
        _given("half-life", half_life, f"days; {told}"),
    )
    node = _node("freshness", "half-power", aged)
    return node._replace(value=freshness(record, pace, as_of=view.as_of, policy=policy))
