"""
The post-check of a translation: one verdict for each occurrence of a term, by forms, never by a model.

In this order: `ok`, `wrong-form`, `gender`, `variant`, `pronoun`, `missing`. Every stretch of the translation
stands for one occurrence at most. Nothing is rewritten.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from caveat.judge import tables_agreement_ru as tables
from caveat.judge.rendering_agreement import Clauses
from caveat.judge.rendering_forms import Lexemes, Subject
from caveat.judge.rendering_places import Place, Reading, capital_checked, places
from caveat.judge.rendering_spellings import Spellings, spellings
from caveat.judge.rendering_variants import Variant, Variants
from caveat.judge.rendering_words import Beginnings, Word, name_words, words_of

Outcome = Literal["ok", "wrong-form", "gender", "variant", "pronoun", "missing"]

OUTCOMES: tuple[Outcome, ...] = ("ok", "wrong-form", "gender", "variant", "pronoun", "missing")
"""In the order in which they are tried."""

FAULTS: frozenset[Outcome] = frozenset({"wrong-form", "gender", "variant", "missing"})
"""Those that somebody has to look at."""


class Stretch(NamedTuple):
    """
    A part of the translation that answers a part of the source.

    Attributes:
        start: First code point of it in the translation.
        end: One past the last.
        needs: Index of a subject → how often the source names it there.
        field: Name of the field that it belongs to: nothing moves from one field into another.
    """

    start: int
    end: int
    needs: Mapping[int, int]
    field: str = ""


class Rendered(NamedTuple):
    """
    The verdict on one occurrence.

    Attributes:
        outcome: What became of it.
        subject: Index of its subject.
        stretch: Index of the stretch that the occurrence belongs to.
        start: First code point in the translation; -1 when nothing stands for it.
        end: One past the last.
        words: What stands there.
        detail: What more there is to say, in plain words.
        is_surplus: The translation has a faulty form beyond the occurrences of the source.
    """

    outcome: Outcome
    subject: int
    stretch: int
    start: int = -1
    end: int = -1
    words: str = ""
    detail: str = ""
    is_surplus: bool = False


def rendered(
    text: str,
    subjects: Sequence[Subject],
    stretches: Sequence[Stretch],
    *,
    others: Sequence[Subject] = (),
    lexemes: Lexemes | None = None,
    is_russian: bool = True,
    words: Sequence[Word] | None = None,
) -> list[Rendered]:
    """
    A verdict for each occurrence of *subjects*.

    Args:
        text: The translation.
        subjects: What the source names.
        stretches: Parts of the translation, by place, without overlap.
        others: Entities of the book that the source does not name here: their forms are nobody's broken ones.
        lexemes: A dictionary of common words, beside the rules.
        is_russian: The translation is Russian; else only what is written down counts.
        words: Those of the translation, where they are at hand.

    Returns:
        By stretch; in it by subject, its verdicts by place and those on nothing last, then what is surplus.
    """
    words = words_of(text) if words is None else words
    known = [spellings(one, lexemes=lexemes, is_russian=is_russian) for one in subjects]
    bystanders = _bystanders(others, words, is_russian)
    found = capital_checked(
        places(text, words, [*known, *bystanders]), words, lambda at: at < len(known) and known[at].is_name
    )
    page = _Page(text, words, subjects, known, found)
    return [one for index, stretch in enumerate(stretches) for one in page.judge(index, stretches)]


def verdicts(
    subject: Subject, text: str, occurrences: int, *, lexemes: Lexemes | None = None
) -> tuple[Outcome, ...]:
    """
    The outcomes for one subject in one passage, by place, what is missing last.

    Args:
        subject: The entity.
        text: The Russian translation.
        occurrences: How often the source names it, ``>= 0``.
        lexemes: A dictionary of common words.
    """
    stretch = Stretch(0, len(text), {0: occurrences})
    found = rendered(text, [subject], [stretch], lexemes=lexemes)
    return tuple(one.outcome for one in found if not one.is_surplus)


def base_form_verdicts(subject: Subject, text: str, occurrences: int) -> tuple[Outcome, ...]:
    """
    The baseline that other tools use: the base form, or that of an alias, is a substring or it is missing.

    Args:
        subject: The entity.
        text: The translation.
        occurrences: How often the source names it.
    """
    count = sum(text.count(name) for name in {subject.rendering, *subject.aliases} if name)
    return tuple("ok" if index < count else "missing" for index in range(occurrences))


def _bystanders(others: Sequence[Subject], words: Sequence[Word], is_russian: bool) -> list[Spellings]:
    """The right forms of those *others* that may stand here."""
    if not others:
        return []
    here = Beginnings(words)
    return [
        spellings(one, is_russian=is_russian, has_wrong=False)
        for one in others
        if any(here.may_hold(name) for name in (one.rendering, *one.aliases))
    ]


def _written(known: Spellings, form: str) -> str:
    """*form* with the capitals of the name."""
    words = tuple(form.split())
    spelling = known.right.get(words)
    capitals = spelling.capitals if spelling else (False,) * len(words)
    return " ".join(
        word.capitalize() if capital else word for word, capital in zip(words, capitals, strict=True)
    )


class _Page:
    """A translation with what stands in it, while verdicts are found."""

    def __init__(
        self,
        text: str,
        words: Sequence[Word],
        subjects: Sequence[Subject],
        known: Sequence[Spellings],
        found: Sequence[Place],
    ) -> None:
        self._text = text
        self._words = words
        self._subjects = subjects
        self._known = known
        self._places = found
        self._clauses = Clauses(words, found)
        self._taken = {at for place in found for at in range(place.first, place.last)}
        self._variants = Variants(text, words, self._taken)
        self._starts = [word.start for word in words]
        self._used_words: set[int] = set()
        self._used_places: set[int] = set()
        self._spare: dict[int, list[int]] = {}
        self._pronouns_at = [at for at, word in enumerate(words) if word.low in tables.PRONOUNS]
        self._free: dict[str, list[int]] = {}
        for at, word in enumerate(words):
            if word.is_capital and at not in self._taken:
                self._free.setdefault(word.text, []).append(at)

    def judge(self, index: int, stretches: Sequence[Stretch]) -> list[Rendered]:
        """The verdicts of one stretch."""
        stretch = stretches[index]
        span = self._span(stretch)
        shared = self._shared_out(span, stretch.needs)
        before, self._spare = self._spare, {}
        if index and stretches[index - 1].field != stretch.field:
            before = {}
        found: list[Rendered] = []
        for subject, count in stretch.needs.items():
            named = [self._named(number, subject, index) for number in shared.get(subject, ())]
            chosen = sorted(named, key=lambda one: OUTCOMES.index(one.outcome))
            told, surplus = chosen[:count], chosen[count:]
            told += self._moved(subject, index, stretches, count - len(told), before.get(subject, []))
            broken = self._broken(subject, index, span)
            n_named = len(told)
            told += broken[: max(0, count - n_named)]
            surplus += [one for one in broken[max(0, count - n_named) :] if self._is_clear(one)]
            told += self._pronouns(subject, index, span, count - len(told))
            told += self._missing(subject, index, span, count - len(told))
            found += sorted(told, key=lambda one: (one.start < 0, one.start))
            found += [one._replace(is_surplus=True) for one in surplus if one.outcome in FAULTS]
        self._keep_spare(span, stretch.needs, found)
        return found

    def _keep_spare(self, span: tuple[int, int], needs: Mapping[int, int], found: Sequence[Rendered]) -> None:
        """Remember right names beyond the need: the next stretch may have lost them to this one."""
        told = {one.start for one in found}
        for number in self._inside(span):
            place = self._places[number]
            if self._words[place.first].start in told:
                continue
            for one in place.readings:
                if one.spelling is not None:
                    self._spare.setdefault(one.subject, []).append(number)

    def _span(self, stretch: Stretch) -> tuple[int, int]:
        return bisect_left(self._starts, stretch.start), bisect_left(self._starts, stretch.end)

    def _inside(self, span: tuple[int, int]) -> range:
        first = bisect_left(self._places, span[0], key=lambda place: place.first)
        return range(first, bisect_left(self._places, span[1], key=lambda place: place.first))

    def _shared_out(self, span: tuple[int, int], needs: Mapping[int, int]) -> dict[int, list[int]]:
        """Subject → its places: what several are called goes to who agrees with it and still needs one."""
        left = dict(needs)
        found: dict[int, list[int]] = {}
        inside = [number for number in self._inside(span) if number not in self._used_places]
        several: list[int] = []
        for number in inside:
            wanted = self._wanted(number, needs)
            if len(wanted) > 1:
                several.append(number)
            elif wanted:
                found.setdefault(wanted[0], []).append(number)
                left[wanted[0]] -= 1
        for number in several:
            wanted = self._wanted(number, needs)
            place = self._places[number]
            agreeing = [one for one in wanted if self._conflict(place, one) is None] or wanted
            chosen = max(agreeing, key=lambda one: left[one])
            found.setdefault(chosen, []).append(number)
            left[chosen] -= 1
        self._used_places.update(inside)
        return {subject: sorted(numbers) for subject, numbers in found.items()}

    def _wanted(self, number: int, needs: Mapping[int, int]) -> list[int]:
        return [one.subject for one in self._places[number].readings if one.subject in needs]

    def _reading(self, place: Place, subject: int) -> Reading:
        return next(one for one in place.readings if one.subject == subject)

    def _conflict(self, place: Place, subject: int) -> str | None:
        found = self._clauses.conflict(place, self._reading(place, subject))
        return None if found is None else self._words[found.at].text

    def _named(self, number: int, subject: int, index: int) -> Rendered:
        place = self._places[number]
        if self._reading(place, subject).spelling is None:
            return self._made(
                "wrong-form", subject, index, place.first, place.last, "of another gender or number"
            )
        other = self._conflict(place, subject)
        if other is not None:
            return self._made("gender", subject, index, place.first, place.last, f"beside {other}")
        return self._made("ok", subject, index, place.first, place.last)

    def _moved(
        self, subject: int, index: int, stretches: Sequence[Stretch], count: int, before: Sequence[int]
    ) -> list[Rendered]:
        """Names that stand in the stretch before or behind, beyond what its own source needs."""
        if count <= 0:
            return []
        spare = list(before[:count])
        if len(spare) < count and index + 1 < len(stretches):
            after = stretches[index + 1]
            if after.field == stretches[index].field:
                there = [
                    number
                    for number in self._inside(self._span(after))
                    if number not in self._used_places and self._wanted(number, {subject: 1})
                ]
                room = min(count - len(spare), len(there) - after.needs.get(subject, 0))
                spare += there[: max(0, room)]
        self._used_places.update(spare)
        return [self._named(number, subject, index) for number in spare]

    def _broken(self, subject: int, index: int, span: tuple[int, int]) -> list[Rendered]:
        found = [
            one
            for one in self._variants.of(subject, self._known[subject], span)
            if self._used_words.isdisjoint(range(one.first, one.last))
        ]
        found.sort(key=lambda one: (one.edits, one.first))
        return [self._broken_one(one, subject, index) for one in found]

    def _broken_one(self, one: Variant, subject: int, index: int) -> Rendered:
        return self._made(
            "variant", subject, index, one.first, one.last, f"near {_written(self._known[subject], one.form)}"
        )

    def _is_clear(self, one: Rendered) -> bool:
        """Whether a broken spelling is told although the source needs none: only what is plainly a name."""
        words = self._known[one.subject]
        return words.is_name and " " in one.words and len(one.words) > SHORT_NAME

    def _pronouns(self, subject: int, index: int, span: tuple[int, int], count: int) -> list[Rendered]:
        genders = self._known[subject].pronouns
        found: list[Rendered] = []
        if not genders:
            return found
        first = bisect_left(self._pronouns_at, span[0])
        for at in self._pronouns_at[first : bisect_left(self._pronouns_at, span[1])]:
            if len(found) >= count:
                break
            said = tables.PRONOUNS[self._words[at].low]
            if at not in self._used_words and not genders.isdisjoint(said):
                self._used_words.add(at)
                found.append(self._made("pronoun", subject, index, at, at + 1))
        return found

    def _missing(self, subject: int, index: int, span: tuple[int, int], count: int) -> list[Rendered]:
        if count <= 0:
            return []
        detail = ""
        last = name_words(self._subjects[subject].rendering)[1:][-1:]
        if last and self._subjects[subject].kind == "person":
            part = last[0]
            free = self._free.get(part, [])
            at = bisect_left(free, span[0])
            if at < len(free) and free[at] < span[1]:
                detail = f"only {part} stands there: declare it as an alias if it is right"
        return [Rendered("missing", subject, index, detail=detail)] * count

    def _made(
        self, outcome: Outcome, subject: int, index: int, first: int, last: int, detail: str = ""
    ) -> Rendered:
        start, end = self._words[first].start, self._words[last - 1].end
        if outcome == "variant":
            self._used_words.update(range(first, last))
        return Rendered(outcome, subject, index, start, end, " ".join(self._text[start:end].split()), detail)


SHORT_NAME = 4
"""Letters up to which a broken spelling beyond the source's need is not told; our choice."""
