"""What trust computes of a record, and the tree that shows how."""

from typing import Literal, NamedTuple

from caveat.model.records import Volatility

Operation = Literal[
    "given",
    "sum",
    "difference",
    "product",
    "quotient",
    "minimum",
    "maximum",
    "tanh",
    "joint",
    "half-power",
    "clamp",
]
"""How a node of an explanation follows from its children; `Explanation` defines each."""


class Assessment(NamedTuple):
    """
    The computed trust of one record at one instant: numbers, and what a reader should know about them.

    Never stored and never believed when found written down.

    Attributes:
        ref: The record.
        tier: Steps from a primary; 0 for a primary.
        reliability: W, where it came from, in ``[0, 1]``.
        prior: P, what its sources' credibility leaves of it, in ``[0, 1]``.
        support: S, what agreement adds, in ``[0, support_cap]``.
        witness: B, what independent witnesses make of it, in ``[0, 1]``; P when there is none.
        challenge: X, what open contradictions take away, in ``[0, challenge_cap]``; above 0 = contested.
        credibility: C, how well this very statement is confirmed, in ``[0, 1]``.
        freshness: F, in ``[0, 1]``; 1 for a record without a date.
        trust: T = C · F, in ``[0, 1]``.
        multiplier: M = ½ (1 + T), in ``[.5, 1]``.
        calibration: κ of its author, in ``[calibration_floor, 1]``.
        roots: Refs of the primaries reached through sources, sorted; itself for a primary.
        weakest: Ref of the source with the least reliability, by ref among equals; None for a primary.
        weakest_prior: Ref of the source with the least credibility, by ref among equals; None for a primary.
        volatility: How fast it ages, its sources considered.
        root_freshness: The smallest freshness among its roots, in ``[0, 1]``.
        is_grounded: It, or one of its roots, is a stored primary whose kind or reliability is stated.
        is_undeclared: A primary that declares nothing, so the policy's value stands in.
        has_aged_source: A root's freshness is below the policy's bound.
        is_approved: Verified, pinned, not stale, credible and fresh enough.
        stands_on_retracted: Refs of the nearest retracted records among its ancestors, sorted.
        stands_on_superseded: Refs of the nearest superseded records among its ancestors, sorted.
        supporters: Refs whose voices count in S, the strongest first.
        challengers: Refs that count in X, the heaviest first.
        witnesses: Refs of the supporters that count in B, the strongest first.
    """

    ref: str
    tier: int
    reliability: float
    prior: float
    support: float
    witness: float
    challenge: float
    credibility: float
    freshness: float
    trust: float
    multiplier: float
    calibration: float = 1.0
    roots: tuple[str, ...] = ()
    weakest: str | None = None
    weakest_prior: str | None = None
    volatility: Volatility = "static"
    root_freshness: float = 1.0
    is_grounded: bool = False
    is_undeclared: bool = False
    has_aged_source: bool = False
    is_approved: bool = False
    stands_on_retracted: tuple[str, ...] = ()
    stands_on_superseded: tuple[str, ...] = ()
    supporters: tuple[str, ...] = ()
    challengers: tuple[str, ...] = ()
    witnesses: tuple[str, ...] = ()


class Explanation(NamedTuple):
    """
    One term of the arithmetic, and the terms it was made from.

    `value` follows from the children's values by `operation`:

    - ``given``: a leaf; the value is an input or a number explained elsewhere (see `refs`)
    - ``sum``, ``product``, ``minimum``, ``maximum``: of all children; the sum and the product of none
      are 0 and 1
    - ``difference``: first − second; ``quotient``: first ÷ second
    - ``tanh``: of the one child; ``clamp``: the one child, kept within ``[0, 1]``
    - ``joint``: 1 − Π (1 − child), the chance that independent witnesses are not all wrong
    - ``half-power``: ½ to the one child

    Attributes:
        name: What the number is called, stable across releases (``support``, ``weakest link``).
        value: The number.
        operation: How it follows from the children.
        children: The terms, in the order in which the operation takes them.
        detail: In plain words, what a reader should know; empty when the name says it all.
        refs: Records that the detail speaks of.
        left_out: Remarks on what does not count here and why; they take no part in the value.
    """

    name: str
    value: float
    operation: Operation = "given"
    children: tuple["Explanation", ...] = ()
    detail: str = ""
    refs: tuple[str, ...] = ()
    left_out: tuple["LeftOut", ...] = ()


class LeftOut(NamedTuple):
    """
    Something that was looked at and does not count.

    Attributes:
        ref: The record that does not count.
        reason: Why, in plain words.
    """

    ref: str
    reason: str
