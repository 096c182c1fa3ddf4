"""
Whether a predicate beside a name agrees with it: past tenses and short adjectives show a gender in Russian.

By endings and closed lists, without a dictionary. Only what is near and in the same clause counts, and where
the name may be an object or may belong to the noun before it, nothing is said.
"""

import re
from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from caveat.judge import tables_agreement_ru as tables
from caveat.judge.rendering_places import Place, Reading
from caveat.judge.rendering_words import Word
from caveat.text.tables_forms_ru import TITLES

Agrees = Literal["m", "f", "n", "pl"]

REACH = 8
"""Words on either side within which a predicate is looked for; our choice."""

_REFLEXIVE = re.compile("(?:лся|лась|лось|лись)$")
_PAST = re.compile("(?:[аеиоуыэюя]л|[а-я]л[аои])$")
_SHORT_M = re.compile("[а-я]{3,}(?:[^н]ен|ан|ян)$")
_SHORT_F = re.compile("[а-я]{3,}(?:[^н]ена|ана|яна)$")
_GERUND = re.compile("(?:[аеиоуыэюя]в|[вш]ши|вшись|ясь|ась|[аяь][яю]|[а-я]{2}[лдмнртшжщчв]я|[шжчщ]а)$")
_SURE_GERUND = re.compile("(?:[а-я]{2}[аеияу]в|[вш]ши|вшись)$")
_ADJECTIVE = re.compile("(?:ый|ий|ая|яя|ое|ее|ой|ого|его|ому|ему|ым|им|ом|ем|ую|юю|ые|ие|ых|их|ыми|ими|ей)$")
_ADVERB = re.compile("[а-я]{2,}(?:[^о]о|ски|цки)$")
_NOMINATIVE = {"m": ("ый", "ий"), "f": ("ая", "яя"), "n": ("ое", "ее")}
_BY_ENDING: dict[str, Agrees] = {"л": "m", "а": "f", "о": "n", "и": "pl"}


_NO_SUBJECTS = frozenset("это все то каждый".split())

GERUND_REACH = 5
"""Words of a clause in commas among which its gerund is looked for; our choice."""


class Predicate(NamedTuple):
    """
    A word that shows a gender.

    Attributes:
        at: Index of the word.
        gender: What it shows.
        is_short: It is a short adjective or participle.
    """

    at: int
    gender: Agrees
    is_short: bool = False


def past_gender(word: Word) -> Agrees | None:
    """What a verb in the past shows; None when the word is none."""
    low = word.low
    if len(low) < 2 or "-" in low:
        return None
    reflexive = _REFLEXIVE.search(low)
    if reflexive is not None and len(low) > 5:
        return _BY_ENDING[{"лся": "л", "лась": "а", "лось": "о", "лись": "и"}[reflexive[0]]]
    if low in tables.NOT_PAST:
        return None
    plain = low[:-2] if low.endswith(("ся", "сь")) else low
    if plain in tables.PAST_M:
        return "m"
    if len(low) >= 3 or low == "ел":
        found = _PAST.search(low)
        if found is not None:
            return _BY_ENDING[low[-1]]
    return None


def short_gender(word: Word) -> Agrees | None:
    """What a short adjective or participle shows; None when the word is none, or may be a noun."""
    low = word.low
    known = tables.SHORT.get(low)
    if known is not None:
        return "m" if known == "m" else "f"
    if low in tables.NOT_SHORT or low in tables.FILLERS:
        return None
    if _SHORT_F.search(low):
        return "f"
    return "m" if _SHORT_M.search(low) else None


class Clauses:
    """
    Predicates beside names in one text.

    Args:
        words: The words of the text.
        named: Stretches that name something, by place.
    """

    def __init__(self, words: Sequence[Word], named: Sequence[Place]) -> None:
        self._words = words
        self._names = {at: place for place in named for at in range(place.first, place.last)}

    def conflict(self, place: Place, reading: Reading) -> Predicate | None:
        """
        The predicate beside *place* that disagrees with one reading of it; None when all is well or unsure.

        Args:
            place: A right form.
            reading: The entity, with the form.
        """
        spelling = reading.spelling
        if spelling is None or not spelling.genders or not spelling.is_nominative:
            return None
        genders, is_sure = spelling.genders, not spelling.is_oblique
        if self._is_governed(place):
            return None
        behind = self._behind(place, is_sure)
        before = self._before(place, is_sure)
        found = [one for one in (behind, before) if one is not None and one.gender != "pl"]
        title = "" if is_sure else self._title_before(place)
        if any(one.gender in genders or title == "0" or one.gender == title for one in found):
            # Сестра Люй Шу стояла: the sister of Люй Шу, or Люй Шу herself.
            return None
        for one in found:
            low = self._words[one.at].low
            if not is_sure and (low in tables.WITH_DATIVE or self._is_for_somebody(one.at)):
                continue
            if one.gender != "n" or (is_sure and low not in tables.IMPERSONAL):
                return one
        return None

    def _is_for_somebody(self, at: int) -> bool:
        """Whether a predicate is, or is followed by, an adjective that takes a dative: была нужна помощь."""
        words = self._words
        return any(
            words[place].low in tables.FOR_SOMEBODY
            for place in range(at, min(at + 3, len(words)))
            if words[place].clause == words[at].clause
        )

    def _is_governed(self, place: Place) -> bool:
        """Whether a preposition or a comparison stands right before the name."""
        before = self._word_before(place)
        if before is None:
            return False
        return before.low in tables.PREPOSITIONS or before.low == "чем"

    def _word_before(self, place: Place) -> Word | None:
        if place.first == 0:
            return None
        before = self._words[place.first - 1]
        return before if before.clause == self._words[place.first].clause else None

    def _behind(self, place: Place, is_sure: bool) -> Predicate | None:
        """The predicate that follows: across fillers, what prepositions govern, and a gerund in commas."""
        if not self._may_be_subject(place, is_sure):
            return None
        words = self._words
        clause = words[place.last - 1].clause
        at, stop = place.last, min(len(words), place.last + REACH)
        governed = False
        while at < stop and words[at].clause == clause:
            word = words[at]
            found = self._predicate(at)
            if found is not None and not (governed and found.is_short):
                return None if self._has_subject_behind(found, clause, is_sure) else found
            if not self._may_stand_between(at, governed, is_sure):
                return None
            follows = at + 1 < len(words) and words[at + 1].is_capital
            governed = word.low in tables.PREPOSITIONS or (governed and (self._is_modifier(word) or follows))
            at += 1
        if at < stop and words[at].clause == clause + 1 and words[at].sentence == words[place.first].sentence:
            return self._past_gerund(at, clause + 1, stop)
        return None

    def _past_gerund(self, at: int, clause: int, stop: int) -> Predicate | None:
        """The predicate behind a clause in commas that is a gerund: Чу Фэн, не оборачиваясь, вышел."""
        words = self._words
        if not self._opens_with_gerund(at, clause, stop):
            return None
        sentence = words[at].sentence
        while at < min(len(words), stop + REACH) and words[at].clause == clause:
            at += 1
        for index in range(at, min(len(words), at + 3)):
            if words[index].clause != clause + 1 or words[index].sentence != sentence:
                return None
            found = self._predicate(index)
            if found is not None:
                return None if self._has_subject_behind(found, clause + 1, True) else found
            if not self._is_filler(words[index]):
                return None
        return None

    def _opens_with_gerund(self, at: int, clause: int, stop: int) -> bool:
        """Whether a clause has a gerund first, or soon and told by its ending: ничего не ответив."""
        words = self._words
        first = at + 1 if words[at].low == "не" and at + 1 < stop else at
        for index in range(first, min(stop, first + GERUND_REACH)):
            word = words[index]
            is_link = index == first and word.low in tables.LINKS
            is_other = is_link or word.low in tables.SUBJECTS - _NO_SUBJECTS
            if word.clause != clause or word.is_capital or is_other or self._predicate(index):
                return False
            if (_GERUND if index == first else _SURE_GERUND).search(word.low):
                return True
        return False

    def _before(self, place: Place, is_sure: bool) -> Predicate | None:
        """The predicate in front: сказала Линь Янь."""
        words = self._words
        clause = words[place.first].clause
        at = place.first - 1
        title = self._title_before(place)
        if title:
            at -= 1
        steps = 0
        while at >= 0 and words[at].clause == clause and steps < 4:
            found = self._predicate(at)
            if found is not None:
                return found if self._is_inverted(found, clause, is_sure, title) else None
            if not self._is_filler(words[at]) and not (is_sure and _ADJECTIVE.search(words[at].low)):
                return None
            at -= 1
            steps += 1
        return None

    def _is_inverted(self, found: Predicate, clause: int, is_sure: bool, title: str) -> bool:
        """Whether what stands behind a predicate is its subject and not its object."""
        words = self._words
        low = words[found.at].low
        if not is_sure and not title and not self._is_intransitive(low, found):
            return False
        at = found.at - 1
        while at >= 0 and words[at].clause == clause and found.at - at <= REACH:
            word = words[at]
            opens = at == 0 or words[at - 1].clause != clause
            if word.low in tables.SUBJECTS and word.low not in ("это", "все", "то", "что", "кто"):
                return False
            if at in self._names or (word.is_capital and not opens):
                return False
            if not is_sure and not self._is_filler(word) and word.low not in tables.LINKS:
                governed = at > 0 and words[at - 1].low in tables.PREPOSITIONS
                if not governed and word.low not in tables.PREPOSITIONS:
                    return False
            at -= 1
        return True

    def _is_intransitive(self, low: str, found: Predicate) -> bool:
        if found.is_short or _REFLEXIVE.search(low):
            return True
        stem = low[:-1] if low[-1] in "аои" else low
        masculine = {stem, stem.removesuffix("шл") + "шел"} if stem.endswith("шл") else {stem}
        if low[-1] in "аои" and stem.endswith("л"):
            masculine.add(stem[:-1])  # исчезла: исчез
        return not masculine.isdisjoint(tables.INTRANSITIVE)

    def _may_be_subject(self, place: Place, is_sure: bool) -> bool:
        """Whether nothing in front of the name makes it an object or a genitive."""
        if is_sure:
            return True
        words = self._words
        at, clause = place.first - 1, words[place.first].clause
        if self._title_before(place):
            at -= 1
        while at >= 0 and words[at].clause == clause:
            word = words[at]
            if word.low in tables.LINKS:
                return True
            if self._is_filler(word):
                at -= 1
                continue
            opens = at == 0 or words[at - 1].clause != clause
            return bool(_ADJECTIVE.search(word.low)) and word.low.endswith(("ый", "ая", "яя")) and opens
        return True

    def _title_before(self, place: Place) -> str:
        """The gender of a title that opens the clause before a name; ``0`` for any, empty for none."""
        before = self._word_before(place)
        if before is None:
            return ""
        at = place.first - 1
        opens = at == 0 or self._words[at - 1].clause != before.clause or self._predicate(at - 1) is not None
        return _TITLES.get(before.low, "") if opens else ""

    def _predicate(self, at: int) -> Predicate | None:
        word = self._words[at]
        if at in self._names:
            return None
        opens = at == 0 or self._words[at - 1].sentence != word.sentence
        if word.is_capital and not opens:
            return None
        past = past_gender(word)
        if past is not None:
            return Predicate(at, past)
        short = short_gender(word)
        return Predicate(at, short, True) if short is not None else None

    def _may_stand_between(self, at: int, governed: bool, is_sure: bool) -> bool:
        word = self._words[at]
        if word.low in tables.SUBJECTS and word.low not in ("все", "это", "то"):
            return False
        if governed:
            return True
        if word.low in ("и", "или", "либо"):
            return at + 1 < len(self._words) and self._predicate(at + 1) is not None
        if at in self._names or word.is_capital:
            return False
        if self._is_filler(word) or word.low in tables.PREPOSITIONS:
            return True
        return is_sure and word.low not in tables.LINKS

    def _is_modifier(self, word: Word) -> bool:
        return bool(_ADJECTIVE.search(word.low)) or word.is_capital

    def _is_filler(self, word: Word) -> bool:
        low = word.low
        return low in tables.FILLERS or (
            _ADVERB.search(low) is not None
            and low not in tables.NOUNS_O
            and low not in tables.SUBJECTS
            and past_gender(word) is None
        )

    def _has_subject_behind(self, found: Predicate, clause: int, is_sure: bool) -> bool:
        """Whether a predicate is followed by a subject of its own: увидел Сун Шухан, said of another."""
        words = self._words
        for at in range(found.at + 1, min(len(words), found.at + 4)):
            if words[at].clause != clause:
                return False
            if words[at].low in ("он", "она", "оно"):
                return True
            title = "" if is_sure else _TITLES.get(words[at].low, "")
            if title and title in ("0", found.gender) and words[at - 1].low not in tables.PREPOSITIONS:
                return True
            place = self._names.get(at)
            if place is not None:
                return place.first == at and any(
                    one.spelling is not None
                    and one.spelling.is_nominative
                    and not one.spelling.is_oblique
                    and found.gender in one.spelling.genders
                    for one in place.readings
                )
        return False


_TITLES: dict[str, str] = {word.replace("ё", "е"): gender for word, gender in TITLES.items()}


def genders_of(readings: Collection[Reading]) -> frozenset[str]:
    """All genders that the readings of a place allow; empty when one of them tells nothing."""
    known = [one.spelling.genders for one in readings if one.spelling is not None]
    return frozenset().union(*known) if all(known) else frozenset()
