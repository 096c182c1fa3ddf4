"""Book: facts made ready to be asked, by value, by subject, by id."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from caveat.judge.names import Catalogue, Lexicon, attributes_of, parts_of, subjects_of
from caveat.judge.surroundings import Binding, Names
from caveat.judge.tolerance import Unit, Values, unit_of
from caveat.model.facts import Fact


class Owned(NamedTuple):
    """
    Whose a fact is, in the numbers of the catalogues.

    Attributes:
        parts: Its subjects, each with what its name may mean; two for *Beta vs Alpha*; none = unbound.
        attributes: What it counts; empty = not stated.
    """

    parts: tuple[Names, ...]
    attributes: Names


class Book:
    """
    The facts of one run.

    Args:
        facts: With unique ids, in the order in which they are told.
    """

    def __init__(self, facts: Sequence[Fact]) -> None:
        self.facts = facts
        self.by_id: Mapping[str, Fact] = {fact.id: fact for fact in facts}
        self.subjects: Catalogue = subjects_of(facts)
        self.attributes: Catalogue = attributes_of(facts)
        self.lexicon = Lexicon(self.subjects, self.attributes)
        self.values = Values(facts)
        self.owned: Mapping[str, Owned] = {fact.id: self._owned(fact) for fact in facts}
        self._by_subject: dict[tuple[int, Unit], list[Fact]] = {}
        self._unbound: dict[Unit, list[Fact]] = {}
        self._pairs: dict[Unit, list[Fact]] = {}
        for fact in facts:
            parts = self.owned[fact.id].parts
            if not parts:
                self._unbound.setdefault(unit_of(fact), []).append(fact)
            elif len(parts) > 1:
                self._pairs.setdefault(unit_of(fact), []).append(fact)
            else:
                for number in parts[0]:
                    self._by_subject.setdefault((number, unit_of(fact)), []).append(fact)
        self.unbound_values = Values([fact for group in self._unbound.values() for fact in group])
        self._allowed: dict[object, tuple[Fact, ...]] = {}

    def _owned(self, fact: Fact) -> Owned:
        parts = tuple(self.subjects.of(part) for part in parts_of(fact))
        return Owned(parts, self.attributes.of(fact.attributes))

    def of_subject(self, number: int, unit: Unit) -> Sequence[Fact]:
        """Facts of one subject and unit; those of a pair are not among them."""
        return self._by_subject.get((number, unit), ())

    def pairs(self, unit: Unit, around: Names) -> list[Fact]:
        """Facts about two subjects that are both among *around*."""
        found = self._pairs.get(unit, ())
        return [fact for fact in found if all(part & around for part in self.owned[fact.id].parts)]

    def allowed(self, unit: Unit, binding: Binding) -> tuple[Fact, ...]:
        """
        The facts with a subject that may stand where *binding* was found, whatever their value.

        Only what is decided counts: with several subjects named, or none, those are the facts about two
        subjects that are both named.
        """
        is_near = binding.how not in ("carried", "none")
        around = binding.around if is_near and unit in self._pairs else None
        key = (unit, decided(binding), around, binding.attributes)
        found = self._allowed.get(key)
        if found is None:
            found = self._allowed[key] = tuple(self._fitting(unit, binding))
        return found

    def _fitting(self, unit: Unit, binding: Binding) -> Iterable[Fact]:
        number = decided(binding)
        own = self.of_subject(number, unit) if number is not None else ()
        if binding.how not in ("carried", "none"):
            own = [*own, *self.pairs(unit, binding.around)]
        told = self.told(own, binding)
        for fact in own:
            counts = self.owned[fact.id].attributes
            if not counts or not told or (len(told) == 1 and counts & told[0]):
                yield fact

    def told(self, facts: Iterable[Fact], binding: Binding) -> tuple[Names, ...]:
        """Of the attributes named for a number those that some of *facts* have."""
        known = frozenset().union(*(self.owned[fact.id].attributes for fact in facts))
        return tuple(names for names in binding.attributes if names & known)

    def names(self, binding: Binding) -> tuple[str, ...]:
        """How a reader calls the subjects of *binding*."""
        return tuple(self.subjects.titles[number] for number in numbers(binding))


def numbers(binding: Binding) -> tuple[int, ...]:
    """Every subject that may be meant, each once."""
    if len(binding.subjects) == 1:
        return tuple(sorted(binding.subjects[0]))
    return tuple(dict.fromkeys(number for names in binding.subjects for number in sorted(names)))


def decided(binding: Binding) -> int | None:
    """The one subject that is meant; None when several may be, or none is named where it counts."""
    found = numbers(binding)
    return found[0] if len(found) == 1 and binding.how not in ("apart", "carried", "none") else None
