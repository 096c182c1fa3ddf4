"""
Derive: declared arithmetic over facts, in Decimals, with units that must go together.

A formula holds ids of facts, plain numbers, ``+ − × ÷`` (or ``+ - * /``) and parentheses, and may end in
``as %`` or ``as x`` and in ``round N``: ``beta.out / alpha.out, round 1``. Ids may hold hyphens and dots, so
a minus between two ids needs blanks around it. Nothing is ever evaluated but this.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal, DecimalException
from typing import NamedTuple

from caveat.model.errors import InputError
from caveat.model.facts import Derivation, Fact
from caveat.model.quantities import QuantityKind

LONGEST = 1_000
"""Code points of a formula; our choice."""

_DEEPEST = 30
_TOLD = 5
_CONTEXT = Context(prec=34, rounding=ROUND_HALF_UP)
_TOKEN = re.compile(
    r"\s*(?:(?P<number>[0-9]+(?:\.[0-9]+)?)(?![\w.])|(?P<id>[^\W\d][\w.:-]*|[0-9][\w.:-]*)|(?P<sign>[-+*/×÷·−()]))"
)
_TAIL = re.compile(
    r"(?:,?\s*as\s+(?P<unit>%|percent|x|pp))?(?:,?\s*round\s+(?P<places>[0-9]{1,2}))?\s*$", re.I
)
_SIGNS = {"×": "*", "·": "*", "÷": "/", "−": "-"}
_UNITLESS = frozenset({"number", "multiplier", "fraction"})


class _Value(NamedTuple):
    """A value with its unit; *step* is the place of its last digit."""

    value: Decimal
    kind: QuantityKind
    unit: str


class Formula(NamedTuple):
    """
    A formula, taken apart.

    Attributes:
        tokens: Ids, numbers and signs in order, each with its kind.
        unit: What the result is told as; empty = as it comes out.
        places: Decimal places it is rounded to; None = not rounded.
    """

    tokens: tuple[tuple[str, str], ...]
    unit: str
    places: int | None

    @property
    def ids(self) -> tuple[str, ...]:
        """The facts that it needs, each once."""
        return tuple(dict.fromkeys(text for kind, text in self.tokens if kind == "id"))


def parsed(text: str) -> Formula:
    """
    The formula that *text* states.

    Raises:
        InputError: It is none; the message says where it stops being one.
    """
    if len(text) > LONGEST:
        raise InputError(f"the formula has {len(text):,} characters, at most {LONGEST:,} are read")
    tail = _TAIL.search(text)
    body = text[: tail.start()].rstrip(" ,") if tail else text
    tokens: list[tuple[str, str]] = []
    place = 0
    while body[place:].strip():
        match = _TOKEN.match(body, place)
        if match is None or match.lastgroup is None:
            raise InputError(f"{body[place:].strip()[:20]!r} is no part of a formula")
        word = match[match.lastgroup]
        tokens.append((match.lastgroup, _SIGNS.get(word, word)))
        place = match.end()
    if not tokens:
        raise InputError("the formula is empty")
    unit = (tail["unit"] or "").lower().replace("percent", "%") if tail else ""
    return Formula(tuple(tokens), unit, int(tail["places"]) if tail and tail["places"] else None)


def computed(derivation: Derivation, facts: Mapping[str, Fact]) -> Fact:
    """
    The fact that a formula makes of others.

    Args:
        derivation: What is declared.
        facts: By id; every id of the formula is among them.

    Returns:
        The fact, with the ids it rests on, and an objection when one of those has one.

    Raises:
        InputError: The formula is none, units do not go together, or it divides by zero.
    """
    formula = parsed(derivation.formula)
    reader = _Reader(formula.tokens, facts)
    found = _told_as(reader.all(), formula.unit)
    value, step = found.value, Decimal(1).scaleb(-12)
    if formula.places is not None:
        step = Decimal(1).scaleb(-formula.places)
        value = value.quantize(step, context=_CONTEXT)
    weakest = [facts[one] for one in formula.ids if facts[one].objection]
    objection = f"it is computed from {weakest[0].id}: {weakest[0].objection}" if weakest else ""
    return derivation.fact._replace(
        value=value,
        kind=found.kind,
        unit=found.unit,
        step=step,
        operands=formula.ids,
        objection=derivation.fact.objection or objection,
    )


class _Reader:
    """Reads and computes one formula, left to right."""

    def __init__(self, tokens: Sequence[tuple[str, str]], facts: Mapping[str, Fact]) -> None:
        self._tokens = tokens
        self._facts = facts
        self._at = 0
        self._depth = 0

    def all(self) -> _Value:
        found = self._sum()
        if self._at < len(self._tokens):
            raise InputError(f"{self._tokens[self._at][1]!r} is not expected there")
        return found

    def _sign(self, signs: str) -> str:
        if self._at < len(self._tokens):
            kind, text = self._tokens[self._at]
            if kind == "sign" and text in signs:
                self._at += 1
                return text
        return ""

    def _sum(self) -> _Value:
        found = self._product()
        while sign := self._sign("+-"):
            found = _added(found, self._product(), sign)
        return found

    def _product(self) -> _Value:
        found = self._one()
        while sign := self._sign("*/"):
            other = self._one()
            found = _multiplied(found, other) if sign == "*" else _divided(found, other)
        return found

    def _one(self) -> _Value:
        if sign := self._sign("-("):
            self._depth += 1
            if self._depth > _DEEPEST:
                raise InputError(f"more than {_DEEPEST} signs or parentheses in each other")
            found = self._one() if sign == "-" else self._sum()
            if sign == "(" and not self._sign(")"):
                raise InputError("a parenthesis is not closed")
            self._depth -= 1
            return found._replace(value=-found.value) if sign == "-" else found
        if self._at >= len(self._tokens):
            raise InputError("the formula ends where a fact or a number is expected")
        kind, text = self._tokens[self._at]
        self._at += 1
        if kind == "number":
            if text in self._facts:
                raise InputError(f"{text!r} is a number and the id of a fact: give that fact another id")
            return _Value(Decimal(text), "number", "")
        if kind == "id" and text in self._facts:
            fact = self._facts[text]
            return _Value(fact.value, fact.kind, fact.unit)
        raise InputError(f"{text!r} is not expected there")


def _added(left: _Value, right: _Value, sign: str) -> _Value:
    value = _CONTEXT.add(left.value, right.value if sign == "+" else -right.value)
    kinds = {left.kind, right.kind}
    if kinds == {"percent"} and sign == "-":
        return _Value(value, "pp", "pp")
    if kinds == {"percent", "pp"}:
        return _Value(value, "percent", "%")
    if left.kind in _UNITLESS and right.kind in _UNITLESS:
        return left._replace(value=value)
    if (left.kind, left.unit) == (right.kind, right.unit):
        return left._replace(value=value)
    raise InputError(f"{_named(left)} and {_named(right)} cannot be added or subtracted")


def _multiplied(left: _Value, right: _Value) -> _Value:
    value = _CONTEXT.multiply(left.value, right.value)
    if right.kind in _UNITLESS:
        return left._replace(value=value)
    if left.kind in _UNITLESS:
        return right._replace(value=value)
    if "percent" in (left.kind, right.kind):
        other = left if right.kind == "percent" else right
        return other._replace(value=_CONTEXT.divide(value, Decimal(100)))
    raise InputError(f"{_named(left)} and {_named(right)} cannot be multiplied")


def _divided(left: _Value, right: _Value) -> _Value:
    if not right.value:
        raise InputError("it divides by zero")
    value = _CONTEXT.divide(left.value, right.value)
    if (left.kind, left.unit) == (right.kind, right.unit) and left.kind not in ("number", "fraction"):
        return _Value(value, "multiplier", "x")
    if right.kind in _UNITLESS:
        return left._replace(value=value)
    if right.kind == "percent":
        return left._replace(value=_CONTEXT.multiply(value, Decimal(100)))
    raise InputError(f"{_named(left)} cannot be divided by {_named(right)}")


def _told_as(found: _Value, unit: str) -> _Value:
    if not unit or unit == found.unit:
        return found
    if unit == "%" and found.kind in _UNITLESS:
        return _Value(_CONTEXT.multiply(found.value, Decimal(100)), "percent", "%")
    if unit == "x" and found.kind in _UNITLESS:
        return _Value(found.value, "multiplier", "x")
    if unit == "x" and found.kind == "percent":
        return _Value(_CONTEXT.divide(found.value, Decimal(100)), "multiplier", "x")
    raise InputError(f"{_named(found)} cannot be told as {unit}")


def _named(value: _Value) -> str:
    return {"money": value.unit, "percent": "percent", "pp": "percentage points"}.get(
        value.kind, "a plain number"
    )


class Refused(NamedTuple):
    """A derivation that cannot be computed, and why."""

    derivation: Derivation
    reason: str


def derived(facts: Iterable[Fact], derivations: Sequence[Derivation]) -> tuple[list[Fact], list[Refused]]:
    """
    Every derivation computed, each after those that it needs.

    Args:
        facts: Written facts, with unique ids.
        derivations: Declared ones, whose ids are unique too.

    Returns:
        The computed facts in the order in which they are declared, and what could not be computed: an
        unknown id, a circle, units that do not go together.
    """
    known = {fact.id: fact for fact in facts}
    waiting = {one.fact.id: one for one in derivations}
    refused: list[Refused] = []
    needs: dict[str, tuple[str, ...]] = {}
    for one in derivations:
        try:
            needs[one.fact.id] = parsed(one.formula).ids
        except InputError as error:
            refused.append(Refused(one, str(error)))
            del waiting[one.fact.id]
    for one in list(waiting.values()):
        if missing := [name for name in needs[one.fact.id] if name not in known and name not in waiting]:
            is_refused = any(missing[0] == other.derivation.fact.id for other in refused)
            why = "cannot be computed itself" if is_refused else "is no fact"
            refused.append(Refused(one, f"{missing[0]!r} {why}"))
            del waiting[one.fact.id]
    while waiting:
        ready = [one for one in waiting.values() if all(name in known for name in needs[one.fact.id])]
        if not ready:
            refused += (Refused(one, _stuck(one, needs, waiting)) for one in waiting.values())
            break
        for one in ready:
            del waiting[one.fact.id]
            try:
                known[one.fact.id] = computed(one, known)
            except (InputError, DecimalException) as error:
                refused.append(Refused(one, str(error) or "the result is no number"))
    return [known[one.fact.id] for one in derivations if one.fact.id in known], refused


def _stuck(one: Derivation, needs: Mapping[str, tuple[str, ...]], waiting: Mapping[str, Derivation]) -> str:
    """Why a derivation never became ready: it stands in a circle, or on something that is refused."""
    path = {one.fact.id: None}
    last = one.fact.id
    while True:
        following = next((name for name in needs[last] if name in waiting), None)
        if following is None:
            return f"{needs[last][-1]!r} cannot be computed itself"
        if following in path:
            names = list(path)
            circle = [*names[names.index(following) :][:_TOLD], following]
            return "its formula goes round in a circle: " + " → ".join(circle)
        path[following] = None
        last = following
