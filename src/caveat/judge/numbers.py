"""
The judge of numbers: each number of a draft against the facts, confirmed, ambiguous or rejected.

No arithmetic is inferred and nothing is guessed: a number passes when a fact with its unit and value belongs
to the subject that the text names for it, and in no other way.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from typing import NamedTuple

from caveat.judge.binding import bindings
from caveat.judge.book import Book, decided, numbers
from caveat.judge.names import Mention
from caveat.judge.references import with_references
from caveat.judge.surroundings import Binding, Names
from caveat.judge.tolerance import accepts, fits_bound, states, unit_of
from caveat.model.facts import GATED, Decision, Fact, Reason, Verdict
from caveat.model.quantities import Extraction, Quantity, QuantityKind
from caveat.model.visible import Mark, Visible

LONGEST_WORDS = 80
"""Code points of a number's words that a verdict repeats; our choice."""

MOST_FACTS = 8
"""Facts that a verdict names; our choice."""

_PARTS_OF_NAMES = frozenset({"model-name", "version", "name", "id"})


class Case(NamedTuple):
    """
    A number of a draft with what is named for it.

    Attributes:
        quantity: The number.
        binding: What the text names for it.
        words: What stands there.
    """

    quantity: Quantity
    binding: Binding
    words: str


class Judged(NamedTuple):
    """
    A draft, judged.

    Attributes:
        verdicts: Of its gated numbers and its unclassified digits, by place.
        cases: The gated numbers as they were judged, by place.
    """

    verdicts: tuple[Verdict, ...]
    cases: tuple[Case, ...]


def judge(
    text: Visible,
    extraction: Extraction,
    book: Book,
    *,
    kinds: Collection[QuantityKind] = GATED,
    is_value_only: bool = False,
) -> Judged:
    """
    What *book* says of the numbers of a draft; waivers are not considered here.

    Args:
        text: What a reader of the draft sees.
        extraction: Its numbers.
        book: The facts.
        kinds: Kinds of numbers that are judged.
        is_value_only: Value and unit decide alone, as in a comparison of sets.
    """
    gated = [quantity for quantity in extraction.quantities if quantity.kind in kinds]
    if is_value_only:
        bound = [Binding()] * len(gated)
    else:
        subjects, attributes = book.lexicon.mentions(text, digits=_digits(extraction, kinds))
        subjects = _beside(subjects, gated)
        bound = bindings(text, gated, with_references(text, subjects, gated), attributes)
    cases = tuple(
        Case(quantity, binding, words_of(text, quantity.start, quantity.end))
        for quantity, binding in zip(gated, bound, strict=True)
    )
    marks = _marked(text, gated)
    verdicts = [
        by_value(case, book) if is_value_only else verdict(case, book, mark=marks.get(index))
        for index, case in enumerate(cases)
    ]
    verdicts += (
        Verdict("REJECTED", "UNCLASSIFIED", one.start, one.end, words_of(text, one.start, one.end))
        for one in extraction.noise
        if one.name == "unclassified"
    )
    return Judged(tuple(sorted(verdicts, key=lambda one: (one.start, one.end))), cases)


def _beside(subjects: Sequence[Mention], gated: Sequence[Quantity]) -> list[Mention]:
    """*subjects* that are no part of a number: the 3M of $3M names no company."""
    starts = [quantity.start for quantity in gated]
    kept = []
    for mention in subjects:
        at = bisect_right(starts, mention.start) - 1
        if at < 0 or gated[at].end < mention.end:
            kept.append(mention)
    return kept


def _digits(extraction: Extraction, kinds: Collection[QuantityKind]) -> list[tuple[int, int]]:
    """
    Where digits stand that may end a name (Alpha 2.5): those of names and versions, and bare numbers.

    Where bare numbers are judged they are numbers first (Alpha 12 wins).
    """
    found = [(one.start, one.end) for one in extraction.noise if one.name in _PARTS_OF_NAMES]
    if "number" not in kinds:
        found += [(one.start, one.end) for one in extraction.quantities if one.kind == "number"]
    return sorted(found)


def words_of(text: Visible, start: int, end: int) -> str:
    """What stands in ``[start, end)``, on one line, cut when it is long."""
    words = " ".join(text.text[start : min(end, start + 2 * LONGEST_WORDS)].split())
    return words if len(words) <= LONGEST_WORDS else words[: LONGEST_WORDS - 1] + "…"


def verdict(case: Case, book: Book, *, mark: Mark | None = None) -> Verdict:
    """
    The verdict on one number.

    Args:
        case: The number, and what is named for it.
        book: The facts.
        mark: What the draft itself says of it; settles what is ambiguous, and nothing else.
    """
    found = _verdict(case, book)
    return found if mark is None else _with_mark(found, case, book, mark)


def by_value(case: Case, book: Book) -> Verdict:
    """The verdict of a comparison of sets: value and unit are in the facts, whoever's they are."""
    if not is_decided(case.quantity):
        return _made(case, book, "AMBIGUOUS", "READING")
    fitting = book.values.stating(case.quantity)
    return _confirmed(case, book, fitting) if fitting else _unknown(case, book)


def is_decided(quantity: Quantity) -> bool:
    """Whether the notation reads one way only, and the unit is one."""
    return not quantity.others and (quantity.kind != "money" or quantity.unit.isalpha())


def _verdict(case: Case, book: Book) -> Verdict:
    quantity, binding = case.quantity, case.binding
    if not is_decided(quantity):
        return _made(case, book, "AMBIGUOUS", "READING")
    unit = unit_of(quantity)
    bound = [fact for fact in book.allowed(unit, binding) if states(fact, quantity)]
    if bound := bound or book.unbound_values.stating(quantity):
        return _confirmed(case, book, bound)
    fitting = book.values.stating(quantity)
    if not fitting:
        return _unknown(case, book)
    if binding.how in ("apart", "carried", "none") or not binding.subjects:
        return _made(case, book, "AMBIGUOUS", "SUBJECT", fitting)
    number = decided(binding)
    if number is None:
        return _of_several(case, book, fitting)
    every = book.of_subject(number, unit)
    own = [fact for fact in every if states(fact, quantity)]
    if not own:
        return _made(case, book, "REJECTED", "MISBOUND", fitting)
    told = book.told(every, binding)
    if len(told) < 2:
        return _made(case, book, "REJECTED", "MISBOUND", own, detail=_other_attribute(own, book, told))
    return _of_attributes(case, book, own, told)


def _of_several(case: Case, book: Book, fitting: Sequence[Fact]) -> Verdict:
    """Several subjects are named: the number passes when it is true of every one of them."""
    unit = unit_of(case.quantity)
    found: dict[str, Fact] = {}
    is_each = True
    for number in numbers(case.binding):
        single = case.binding._replace(how="clause", subjects=(frozenset({number}),))
        own = [fact for fact in book.allowed(unit, single) if states(fact, case.quantity)]
        is_each &= bool(own)
        found |= {fact.id: fact for fact in own}
    if is_each:
        return _confirmed(case, book, list(found.values()))
    if found:
        return _made(case, book, "AMBIGUOUS", "SUBJECT", list(found.values()))
    return _made(case, book, "REJECTED", "MISBOUND", fitting)


def _of_attributes(case: Case, book: Book, own: Sequence[Fact], told: Sequence[Names]) -> Verdict:
    """Several attributes of the subject are named: the number passes when it is true of every one."""
    hits = [any(book.owned[fact.id].attributes & names for fact in own) for names in told]
    if all(hits):
        return _confirmed(case, book, own)
    if any(hits):
        detail = "several attributes are named: " + ", ".join(_titles(book, told))
        return _made(case, book, "AMBIGUOUS", "SUBJECT", own, detail=detail)
    return _made(case, book, "REJECTED", "MISBOUND", own, detail=_other_attribute(own, book, told))


def _confirmed(case: Case, book: Book, facts: Sequence[Fact]) -> Verdict:
    approved = [fact for fact in facts if not fact.objection]
    if approved:
        return _made(case, book, "CONFIRMED", "BOUND", approved)
    return _made(case, book, "REJECTED", "STALE", facts, detail=facts[0].objection)


def _unknown(case: Case, book: Book) -> Verdict:
    quantity = case.quantity
    number, unit = decided(case.binding), unit_of(quantity)
    own = book.allowed(unit, case.binding) or (book.of_subject(number, unit) if number is not None else ())
    nearest = book.values.nearest(quantity, among=own) if own else book.values.nearest(quantity)
    detail = ""
    if opposite := book.values.stating(quantity._replace(value=-quantity.value)):
        nearest, detail = opposite[0], "only the sign differs"
    elif other := _in_another_way(quantity, book):
        nearest, detail = other
    return _made(case, book, "REJECTED", "UNKNOWN", [nearest] if nearest else [], detail=detail)


def _in_another_way(quantity: Quantity, book: Book) -> tuple[Fact, str] | None:
    """A fact of this value that is a bound, another end of a range, or of another unit."""
    for fact in book.values.equal(unit_of(quantity), quantity.value):
        return fact, "the fact is a bound or an end of a range, and is not stated as one"
    for kind in GATED:
        for fact in book.values.stating(quantity._replace(kind=kind, unit=_sign(kind))):
            if kind not in (quantity.kind, "money"):
                return fact, "only the unit differs"
    return None


def _sign(kind: QuantityKind) -> str:
    return {"percent": "%", "pp": "pp", "multiplier": "x"}.get(kind, "")


def _other_attribute(own: Sequence[Fact], book: Book, told: Sequence[Names]) -> str:
    named = ", ".join(_titles(book, told))
    counted = ", ".join(dict.fromkeys(fact.attributes[0] for fact in own if fact.attributes))
    return f"the text says {named}, the value is that of {counted}"


def _titles(book: Book, names: Sequence[Names]) -> list[str]:
    return [book.attributes.titles[min(one)] for one in names if one]


def _made(
    case: Case,
    book: Book,
    decision: Decision,
    reason: Reason,
    facts: Sequence[Fact] = (),
    *,
    detail: str = "",
) -> Verdict:
    quantity, binding = case.quantity, case.binding
    return Verdict(
        decision,
        reason,
        quantity.start,
        quantity.end,
        case.words,
        quantity,
        binding.how,
        book.names(binding),
        tuple(facts[:MOST_FACTS]),
        book.allowed(unit_of(quantity), binding)[:MOST_FACTS] if reason == "MISBOUND" else (),
        detail,
    )


def _marked(text: Visible, quantities: Sequence[Quantity]) -> dict[int, Mark]:
    """The mark that speaks of each number, by its index; a comment speaks of the number just before it."""
    starts = [quantity.start for quantity in quantities]
    found: dict[int, Mark] = {}
    for mark in text.marks:
        if mark.kind != "fact":
            continue
        if mark.start == mark.end:
            at = bisect_right(starts, mark.start) - 1
            if at >= 0 and text.block_at(starts[at]) == text.block_at(max(mark.start - 1, 0)):
                found[at] = mark
            continue
        for at in range(bisect_left(starts, mark.start), bisect_left(starts, mark.end)):
            found[at] = mark
    return found


def _with_mark(found: Verdict, case: Case, book: Book, mark: Mark) -> Verdict:
    """A mark settles what is ambiguous; against a named subject or another value it counts for nothing."""
    fact = book.by_id.get(mark.value.strip())
    if fact is None:
        return found._replace(
            decision="REJECTED", reason="UNKNOWN", facts=(), detail=f"the mark {mark.value!r} names no fact"
        )
    if found.reason == "BOUND" and fact in found.facts:
        return found
    if found.decision == "REJECTED":
        return found
    if not _states(fact, case.quantity):
        detail = f"the mark {fact.id!r} names a fact of another value"
        return found._replace(decision="REJECTED", reason="UNKNOWN", facts=(fact,), detail=detail)
    parts = book.owned[fact.id].parts
    is_named = case.binding.how not in ("carried", "none") and bool(case.binding.subjects)
    if is_named and parts and not all(part & case.binding.around for part in parts):
        detail = f"the mark {fact.id!r} names a fact of another subject"
        return found._replace(decision="REJECTED", reason="MISBOUND", facts=(fact,), detail=detail)
    return _confirmed(case, book, [fact])


def _states(fact: Fact, quantity: Quantity) -> bool:
    """Whether one of the readings of *quantity* states *fact*."""
    is_about = quantity.modifier == "approx"
    readings = [(quantity.value, quantity.step), *quantity.others]
    is_same_kind = fact.kind == quantity.kind
    is_same_unit = fact.unit == quantity.unit or (quantity.kind == "money" and not quantity.unit.isalpha())
    return (
        is_same_kind
        and is_same_unit
        and fits_bound(fact, quantity)
        and any(accepts(fact, value, step=step, is_about=is_about) for value, step in readings)
    )
