"""
The rules of the number gate: what is told of each verdict that does not pass, and of weak facts.

`RULES` lists them all; a code that is not in it is told by nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from caveat.judge.twins import Twins
from caveat.model.facts import Fact, Reason, Verdict
from caveat.model.findings import Severity


class Told(NamedTuple):
    """
    What is said of a verdict.

    Attributes:
        code: Name of the rule.
        message: What is the matter, without the place.
        help: The next step: which file and line, and what to write there.
        severity: ``note`` changes no exit code.
    """

    code: str
    message: str
    help: str
    severity: Severity = "error"


def unknown_number(verdict: Verdict) -> Told:
    """
    *What it finds*: a number that no fact holds.

    *Why it matters*: a model's invented number has the currency, the format and the place of a true one.

    *Example*: "Alpha costs $9" where the facts say $12.

    *Do instead*: write the number of the fact, or add a fact that a human verifies.

    *Limits*: a number may be rounded to the places it is written with ($1.2M for $1,234,567), unless its fact
    is exact.
    """
    near = verdict.facts[0] if verdict.facts else None
    who = (
        f" for {verdict.named[0]}"
        if len(verdict.named) == 1 and verdict.how not in ("apart", "carried")
        else ""
    )
    why = f" ({verdict.detail})" if verdict.detail else ""
    if near is None:
        return Told(
            "unknown-number",
            f"{_quoted(verdict)} is in no fact{why}: none has this unit",
            "Take the number out, or add a fact and have it verified.",
        )
    return Told(
        "unknown-number",
        f"{_quoted(verdict)} is in no fact{who}{why}",
        f"Nearest is {_shown(near)}: correct the draft, or the fact there.",
    )


def misbound_number(verdict: Verdict) -> Told:
    """
    *What it finds*: a number that the facts hold, said of another subject, or of another attribute.

    *Why it matters*: of wrong numbers in model-written reports nearly all are true of something else.

    *Example*: "Beta costs $12" where $12 is Alpha's.

    *Do instead*: write the subject's own number, which the help names.

    *Limits*: needs the subject to be named; "it costs $12" is ambiguous instead.
    """
    owner = verdict.facts[0] if verdict.facts else None
    said = " or ".join(verdict.named) or "what is named"
    if verdict.detail:
        message = f"{_quoted(verdict)} of {said}: {verdict.detail}"
    else:
        owners = [_owner(fact) for fact in verdict.facts]
        message = f"{_quoted(verdict)} is said of {said}, but is {_listed(owners)}"
    own = _listed([f"{_named(fact)} is {_worth(fact)} ({fact.id}, {fact.place})" for fact in verdict.instead])
    where = f"{_worth(owner)} is written in {owner.place}." if owner else ""
    return Told("misbound-number", message, f"{own}; {where}" if own else where)


def ambiguous_number(verdict: Verdict) -> Told:
    """
    *What it finds*: a number that may belong to several subjects, or whose notation reads two ways.

    *Why it matters*: a gate that takes the reading that fits lets every swap pass.

    *Example*: "It costs $12"; "Alpha and Beta cost $12"; "1,200 USD" in a text of no known language.

    *Do instead*: name the subject in the sentence, or mark the number: ``<!-- fact: alpha.out -->``.

    *Limits*: a subject of an earlier sentence is never enough, because a swap would look the same.
    """
    quantity = verdict.quantity
    if verdict.reason == "READING" and quantity is not None:
        values = [str(quantity.value), *(str(other.value) for other in quantity.others)]
        what = f"reads as {' or '.join(values)}" if len(values) > 1 else "does not say which currency"
        return Told(
            "ambiguous-number",
            f"{_quoted(verdict)} {what}",
            "Write it so that it reads one way, or set language or dollar under [check] in caveat.toml.",
        )
    mark = f"<!-- fact: {verdict.facts[0].id} -->" if verdict.facts else ""
    owners = _listed([_owner(fact) for fact in verdict.facts])
    if verdict.detail:
        message = f"{_quoted(verdict)} may be {owners}: {verdict.detail}"
    elif verdict.how == "carried":
        message = f"{_quoted(verdict)} names no subject in its sentence (before: {_listed(verdict.named)})"
    elif verdict.how == "apart":
        message = f"{_quoted(verdict)} seems to be said of another owner than {_listed(verdict.named)}"
    elif verdict.named:
        message = f"{_quoted(verdict)} may be said of {_listed(verdict.named)}"
    else:
        message = f"{_quoted(verdict)} names no subject; it is {owners}"
    return Told(
        "ambiguous-number", message, f"Name the subject in the sentence, or put {mark} behind the number."
    )


def stale_fact(verdict: Verdict) -> Told:
    """
    *What it finds*: a number whose fact may not be relied on now: never verified, changed, contradicted or
    aged.

    *Why it matters*: a fact is a number that a human looked at; when its ground moved, nobody did.

    *Example*: the price list changed after the facts made from it were verified.

    *Do instead*: look at the fact again, correct it, and ``caveat verify`` its note.

    *Limits*: facts handed over by ``--facts`` from outside a vault count as verified by who does so.
    """
    fact = verdict.facts[0]
    return Told(
        "stale-fact",
        f"{_quoted(verdict)} rests on {fact.id}, which may not be relied on: {verdict.detail}",
        f"Look at {fact.place}; when it is right: caveat verify {_typed(fact.path)}",
    )


def unclassified_digits(verdict: Verdict) -> Told:
    """
    *What it finds*: digits that are neither a number with a unit nor anything else that has a name.

    *Why it matters*: what a gate skips without a name is how a wrong number gets through.

    *Example*: "12..5.3".

    *Do instead*: write it as a number, a date, a version; or waive it.

    *Limits*: named noise (dates, versions, phone numbers, …) passes and is counted, see ``--list-skipped``.
    """
    return Told(
        "unclassified-digits",
        f"{_quoted(verdict)}: digits that are no number, date, version or other known thing",
        "Write them in a way that can be read, or waive them beside the facts.",
    )


def like_facts(pair: Twins) -> Told:
    """
    *What it finds*: two facts of one unit with the same subject and attribute.

    *Why it matters*: the number of either passes where the other one is meant.

    *Example*: Alpha, output, $12 and Alpha, output, $6 (for night hours).

    *Do instead*: give them different attributes (output; output at night), or drop one.

    *Limits*: facts whose attributes differ in words nobody writes are told apart here and not in drafts.
    """
    first, second = pair.first, pair.second
    what = "are one fact twice" if pair.is_equal else "cannot be told apart"
    return Told(
        "like-facts",
        f"{first.id} and {second.id} ({second.place}) {what}",
        "Give them attributes that differ, or take one out.",
        "note",
    )


def weak_facts(chance: float, bound: float) -> Told:
    """
    *What it finds*: a draft in which an invented number would pass too easily.

    *Why it matters*: the wider the facts, the more invented numbers are among them by chance.

    *Example*: a whole price table copied into the facts for a text about one product.

    *Do instead*: check this draft against the facts that it is about; name subjects and attributes.

    *Limits*: needs ``max_chance`` under ``[check]``; numbers of a draft are rarely uniform.
    """
    return Told(
        "weak-facts",
        f"an invented number would pass with a chance of {chance:.1%}, above {bound:.1%}",
        "Use facts that are about this draft only, with subjects and attributes.",
    )


def weak_gate(share: float, least: float) -> Told:
    """
    *What it finds*: a draft in which the gate catches fewer wrong numbers than was asked for.

    *Why it matters*: a green light says no more than what the gate would have caught.

    *Example*: facts without subjects, so that every swap passes.

    *Do instead*: look at the survivors and the facts that excused them; give those subjects and attributes.

    *Limits*: needs ``--min-strength``; measured on the numbers that a fact binds.
    """
    return Told(
        "weak-gate",
        f"{share:.1%} of wrong numbers were caught here, below {least:.1%}",
        "Give the facts that excused the others subjects and attributes, or take them out.",
    )


RULES: Mapping[Reason, Callable[[Verdict], Told]] = {
    "UNKNOWN": unknown_number,
    "MISBOUND": misbound_number,
    "SUBJECT": ambiguous_number,
    "READING": ambiguous_number,
    "STALE": stale_fact,
    "UNCLASSIFIED": unclassified_digits,
}
"""What tells a verdict that does not pass, by its reason."""

DOCUMENTED: Mapping[str, Callable[..., Told]] = {
    "unknown-number": unknown_number,
    "misbound-number": misbound_number,
    "ambiguous-number": ambiguous_number,
    "stale-fact": stale_fact,
    "unclassified-digits": unclassified_digits,
    "like-facts": like_facts,
    "weak-facts": weak_facts,
    "weak-gate": weak_gate,
}
"""Every rule by its code."""


def sections(code: str) -> dict[str, str]:
    """
    What a rule says of itself: *What it finds*, *Why it matters*, *Example*, *Do instead*, *Limits*.

    Args:
        code: A key of `DOCUMENTED`.
    """
    found = {}
    for part in (DOCUMENTED[code].__doc__ or "").split("\n\n"):
        head, _, words = " ".join(part.split()).partition("*: ")
        found[head.removeprefix("*")] = words
    return found


def _quoted(verdict: Verdict) -> str:
    return f"“{verdict.words}”"


def _named(fact: Fact) -> str:
    """Subject and attribute, as a reader calls them."""
    return " ".join([*fact.subjects[:1], *fact.attributes[:1]]) or fact.id


def _owner(fact: Fact) -> str:
    return f"{_named(fact)} ({fact.id})" if fact.subjects else fact.id


def _worth(fact: Fact) -> str:
    """The value as written; of a computed fact what came out."""
    if not fact.operands:
        return fact.words
    value = format(fact.value.normalize() if fact.step < Decimal("1e-6") else fact.value, "f")
    glued = {"percent": "%", "multiplier": "x"}.get(fact.kind)
    return f"{value}{glued}" if glued else f"{value} {fact.unit}".rstrip()


def _shown(fact: Fact) -> str:
    note = f", {fact.note}" if fact.note and not fact.subjects else ""
    return f"{_worth(fact)} = {_owner(fact)}{note}, {fact.place}"


def _typed(path: str) -> str:
    """A path as one types it."""
    return path if all(c.isalnum() or c in "/._-" for c in path) else f"'{path}'"


def _listed(names: Sequence[str]) -> str:
    shown = list(dict.fromkeys(names))
    more = f" or {len(shown) - 3} more" if len(shown) > 3 else ""
    return ", ".join(shown[:3]) + more
