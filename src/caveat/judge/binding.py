"""
Binding: which subject and attribute a text names for each of its numbers.

In this order: the cell's own text, its row and column; the clause; the sentence; what leads to the list; the
headings, the innermost first. A subject of an earlier sentence is only carried over. Two subjects in one
clause are told apart when they and the numbers alternate, or stand as two lists of the same length; else
nothing is decided.
"""

import re
from bisect import bisect_left
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from caveat.judge.apart import Line, apart, is_close, is_reference
from caveat.judge.clauses import Span, pieces, sentences
from caveat.judge.names import Mention
from caveat.judge.surroundings import Binding, Located, Names, Surroundings, distinct, union
from caveat.model.quantities import Quantity
from caveat.model.visible import Visible
from caveat.text.patterns import regex

_PER = regex(r"\b(?:per|pro|je|par)\s+(?:the\s+)?$", re.IGNORECASE)
_LIST_GAP = regex(
    r"[\"«»“”„‘’「」『』®™]*\s*[,，、/]?\s*(?:(?:and|or|&|и|или|und|oder|et|ou)\s+|[和と])?"
    r"(?:(?:the|der|die|das|le|la|les)\s+)?[\"«»“”„‘’「」『』]*",
    re.IGNORECASE,
)
_GAP = 3
_LONGEST_LIST = 50
"""Numbers of one list that are told apart by their order; our choice."""


class _Unit(NamedTuple):
    """A stretch of a sentence with numbers: its place, what is named for them, and they themselves."""

    span: Span
    subjects: Sequence[Mention]
    attributes: Sequence[Mention]
    numbers: Sequence[Quantity]


class _Sentence(NamedTuple):
    """A sentence with numbers: its place, they, and the stretches in it that nothing ends inside of."""

    span: Span
    numbers: Sequence[Quantity]
    solid: Sequence[Span]


def bindings(
    text: Visible,
    quantities: Sequence[Quantity],
    subjects: Sequence[Mention],
    attributes: Sequence[Mention],
) -> list[Binding]:
    """
    What *text* names for each of *quantities*, in their order.

    Args:
        text: What a reader sees.
        quantities: Its numbers, by start.
        subjects: Where it names subjects, by start, without overlap.
        attributes: Where it names attributes, likewise.
    """
    return _Binder(text, quantities, Located(subjects), Located(attributes)).all()


class _Binder:
    """Binds the numbers of one text."""

    def __init__(
        self, text: Visible, quantities: Sequence[Quantity], subjects: Located, attributes: Located
    ) -> None:
        self.text = text
        self.quantities = quantities
        self.starts = [quantity.start for quantity in quantities]
        self.subjects = subjects
        self.attributes = attributes
        self.around = Surroundings(text, subjects, attributes, self.starts)

    def all(self) -> list[Binding]:
        """The binding of each number."""
        found: list[Binding] = []
        carried: tuple[Names, ...] = ()
        for index, block in enumerate(self.text.blocks):
            if block.kind == "heading":
                carried = ()
            first = bisect_left(self.starts, block.start, len(found))
            last = bisect_left(self.starts, block.end, first)
            # Of a number between blocks nothing is said.
            found += [Binding()] * (first - len(found))
            if first < last:
                found += self._block(index, self.quantities[first:last], carried)
            carried = distinct(self.subjects.within(block.start, block.end)) or carried
        return found + [Binding()] * (len(self.quantities) - len(found))

    def _block(self, index: int, numbers: Sequence[Quantity], carried: tuple[Names, ...]) -> list[Binding]:
        block = self.text.blocks[index]
        outside = self.around.of(index)
        named = self.subjects.within(block.start, block.end)
        solid = sorted([(n.start, n.end) for n in numbers] + [(m.start, m.end) for m in named])
        starts = [number.start for number in numbers]
        solid_starts = [start for start, _ in solid]
        earlier = () if block.kind in ("cell", "item") else carried
        found: list[Binding] = []
        for span in sentences(self.text.text, (block.start, block.end), solid):
            first, last = bisect_left(starts, span[0]), bisect_left(starts, span[1])
            if first < last:
                near = solid[bisect_left(solid_starts, span[0]) : bisect_left(solid_starts, span[1])]
                found += self._sentence(_Sentence(span, numbers[first:last], near), outside, earlier)
            earlier = distinct(self.subjects.within(*span)) or earlier
        return found

    def _sentence(self, sentence: _Sentence, outside: Binding, earlier: tuple[Names, ...]) -> list[Binding]:
        named = distinct(self.subjects.within(*sentence.span))
        told = distinct(self._counted(sentence.span))
        around = union(named) | outside.around
        if named:
            whole = Binding("sentence", named, around)
        elif outside.subjects:
            is_contested = bool(earlier) and earlier != outside.subjects and outside.how != "cell"
            both = tuple(dict.fromkeys([*outside.subjects, *earlier]))
            whole = Binding("carried", both, around) if is_contested else outside
        else:
            whole = Binding("carried" if earlier else "none", earlier, around)
        found: list[Binding] = []
        text = self.text.text
        elsewhere = self._apart(sentence) if named else frozenset()
        plain = self._unit(sentence.span, sentence.numbers)
        is_plain = (len(named) < 2 and len(told) < 2) or _paired(text, plain.subjects, plain.numbers)
        for unit in [plain] if is_plain else self._units(sentence):
            owners = _assigned(text, unit.subjects, unit.numbers)
            counted = _assigned(text, unit.attributes, unit.numbers)
            for number, owner, what in zip(unit.numbers, owners, counted, strict=True):
                here = Binding("clause", owner, around) if owner else whole
                if number.start in elsewhere and len(owner) == 1:
                    here = here._replace(how="apart")
                named_for = what or told or outside.attributes
                if len(named_for) > 1 or number.kind in ("number", "fraction"):
                    named_for = self._noun_behind(number) or named_for
                found.append(here._replace(attributes=named_for))
        return found

    def _apart(self, sentence: _Sentence) -> Collection[int]:
        """Starts of the numbers that the subjects of their sentence are not said to have."""
        span = sentence.span
        cut = pieces(self.text.text, span, _with_ranges(sentence))
        named, told = self.subjects.within(*span), self.attributes.within(*span)
        return apart(Line(self.text.text, cut, named, told, sentence.numbers))

    def _noun_behind(self, number: Quantity) -> tuple[Names, ...]:
        """The attribute right behind a number, which it counts: 12 rebounds, a 14-rebound night."""
        for mention in self.attributes.within(number.end, number.end + _GAP + 1):
            if not self.text.text[number.end : mention.start].strip(" \u00a0-‑–"):
                return (mention.names,)
        return ()

    def _units(self, sentence: _Sentence) -> list[_Unit]:
        """The stretches of a sentence that speak of one thing, or of two lists."""
        numbers = sentence.numbers
        starts = [number.start for number in numbers]
        units: list[_Unit] = []
        pending: int | None = None
        for start, end, is_hard in pieces(self.text.text, sentence.span, _with_ranges(sentence)):
            here = numbers[bisect_left(starts, start) : bisect_left(starts, end)]
            pending = None if is_hard else pending
            if not here:
                named = self.subjects.within(start, end)
                if named and units and not is_hard and pending is None:
                    units[-1] = _followed(self.text.text, units[-1], named)
                if pending is None and (named or self.attributes.within(start, end)):
                    pending = start
                continue
            unit = self._unit((start if pending is None else pending, end), here)
            pending = None
            if units and not unit.subjects and not is_hard:
                units[-1:] = _going_on(units[-1], unit)
            else:
                units.append(unit)
        return units

    def _unit(self, span: Span, numbers: Sequence[Quantity]) -> _Unit:
        return _Unit(span, self._owners(span, numbers), self._counted(span), numbers)

    def _counted(self, span: Span) -> Sequence[Mention]:
        """The attributes named in a stretch; where there are several, *per seat* only says for how much."""
        named = self.attributes.within(*span)
        if len(distinct(named)) < 2:
            return named
        text = self.text.text
        kept = [
            mention for mention in named if not _PER.search(text[max(0, mention.start - 12) : mention.start])
        ]
        return kept or named

    def _owners(self, span: Span, numbers: Sequence[Quantity]) -> Sequence[Mention]:
        """The subjects named in a stretch, without those that another one is only compared to."""
        named = self.subjects.within(*span)
        if len(distinct(named)) < 2:
            return named
        starts = [number.start for number in numbers]
        nexts = [mention.start for mention in named[1:]] + [span[1]]
        kept = []
        for mention, following in zip(named, nexts, strict=True):
            at = bisect_left(starts, mention.end)
            # What is compared to may have a number of its own: it follows at once.
            has_number = at < len(starts) and starts[at] < following
            has_number = has_number and is_close(self.text.text, mention.end, starts[at])
            if has_number or not is_reference(self.text.text, mention):
                kept.append(mention)
        return kept or named


def _going_on(last: _Unit, unit: _Unit) -> list[_Unit]:
    """A stretch without a subject goes on with the one before: with its lists, or with its only subject."""
    is_list = len(last.numbers) < len(distinct(last.subjects)) or (
        len(last.numbers) < len(distinct(last.attributes)) and not unit.attributes
    )
    if is_list:
        span = (last.span[0], unit.span[1])
        told = [*last.attributes, *unit.attributes]
        return [_Unit(span, last.subjects, told, [*last.numbers, *unit.numbers])]
    return [last, unit._replace(subjects=last.subjects)]


def _followed(text: str, unit: _Unit, named: Sequence[Mention]) -> _Unit:
    """
    A stretch after which other subjects are named at once.

    They count for it too when it took its own from the stretch before (and at $8, Beta …), and when they go
    on with a list at its end ($5 for Alpha and Beta).
    """
    if not unit.subjects:
        return unit
    is_inherited = all(not unit.span[0] <= mention.start < unit.span[1] for mention in unit.subjects)
    is_list = _LIST_GAP.fullmatch(text, unit.subjects[-1].end, named[0].start) is not None
    return unit._replace(subjects=(*unit.subjects, *named)) if is_inherited or is_list else unit


def _with_ranges(sentence: _Sentence) -> list[Span]:
    """The solid stretches of a sentence, both ends of a range as one."""
    spans = dict(sentence.solid)
    for low, high in zip(sentence.numbers, sentence.numbers[1:], strict=False):
        if low.range_end == "lo" and high.range_end == "hi":
            spans[low.start] = high.end
    return sorted(spans.items())


def _assigned(text: str, mentions: Sequence[Mention], numbers: Sequence[Quantity]) -> list[tuple[Names, ...]]:
    """For each number those of *mentions* that may be meant for it: one when that is decided."""
    every = distinct(mentions)
    if len(every) < 2:
        return [every] * len(numbers)
    groups = _groups(numbers)
    located = Located(mentions)
    edges = [min(mentions[0].start, groups[0][0].start), *(group[-1].end for group in groups)]
    before = [distinct(located.within(edges[i], group[0].start)) for i, group in enumerate(groups)]
    last = distinct(located.within(groups[-1][-1].end, max(mentions[-1].end, edges[-1])))
    chosen: list[tuple[Names, ...]]
    if _paired(text, mentions, numbers):
        chosen = [(mention.names,) for mention in mentions]
    elif all(len(names) == 1 for names in before) and not last:
        chosen = before
    elif not before[0] and all(len(names) == 1 for names in [*before[1:], last]):
        chosen = [*before[1:], last]
    else:
        chosen = [every] * len(groups)
    return [names for names, group in zip(chosen, groups, strict=True) for _ in group]


def _paired(text: str, mentions: Sequence[Mention], numbers: Sequence[Quantity]) -> bool:
    """Whether names and numbers are two lists of the same length, one behind the other."""
    if not 1 < len(mentions) <= _LONGEST_LIST:
        return False
    groups = _groups(numbers)
    if len(groups) != len(mentions):
        return False
    first, last = groups[0][0], groups[-1][-1]
    if mentions[-1].end > first.start and mentions[0].start < last.end:
        return False
    gaps = [(one.end, other.start) for one, other in pairwise(mentions)]
    gaps += [(one[-1].end, other[0].start) for one, other in pairwise(groups)]
    return all(_LIST_GAP.fullmatch(text, start, end) for start, end in gaps)


def _groups(numbers: Sequence[Quantity]) -> list[list[Quantity]]:
    """The numbers, both ends of a range together."""
    groups: list[list[Quantity]] = []
    for number in numbers:
        last = groups[-1][-1] if groups else None
        if last is not None and last.range_end == "lo" and number.range_end == "hi":
            groups[-1].append(number)
        else:
            groups.append([number])
    return groups
