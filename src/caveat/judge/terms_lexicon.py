"""The lexicon: a book's terms made ready for scanning, once for all its chapters."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from caveat.model.terms import Key, Term
from caveat.text.automaton import Automaton, Scanner
from caveat.text.common_words import is_common
from caveat.text.confusables import has_lookalike, lookalikes, skeleton
from caveat.text.fold_book import Profile, compose_name, fold_name, profile

Build = Callable[[Sequence[str]], Scanner]

SHORTEST_NEAR = 3
"""Fewest characters of it: of two, one says nothing."""
LONGEST_NEAR = 8
"""Most characters of a key that a misspelt name is compared with (our choice: names are not longer)."""


class LexiconKey(NamedTuple):
    """
    A key of a term, folded.

    Attributes:
        term: Its term.
        key: As declared.
        folded: What is looked for.
        composed: The same before scripts fall together.
        is_common: It is an ordinary word by the profile's list.
        requires: Judgment words, folded.
        forbids: Judgment words, folded.
    """

    term: Term
    key: Key
    folded: str
    composed: str
    is_common: bool
    requires: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()


class Lexicon:
    """
    Terms compiled for one fold profile; the same terms give the same lexicon in any process.

    Args:
        terms: In the order in which equal matches are told.
        fold: Name of the profile.
        build: What makes a scanner of keys; every one finds the same.

    Raises:
        InputError: There is no such profile.
    """

    def __init__(self, terms: Iterable[Term], fold: str, *, build: Build = Automaton) -> None:
        self._build = build
        self.form: Profile = profile(fold)
        self.terms: Mapping[str, Term] = {term.ref: term for term in terms}
        keys = [found for term in self.terms.values() for found in lexicon_keys(term, self.form)]
        self.exact: Sequence[LexiconKey] = [one for one in keys if one.key.is_case_sensitive]
        self.loose: Sequence[LexiconKey] = [one for one in keys if not one.key.is_case_sensitive]
        self.scanner: Scanner = build([one.folded for one in self.exact])
        self.loose_scanner: Scanner | None = (
            build([lowered(one.folded) for one in self.loose]) if self.loose else None
        )

    @cached_property
    def by_text(self) -> Mapping[str, list[LexiconKey]]:
        """Folded key → the keys that are written so."""
        found: dict[str, list[LexiconKey]] = {}
        for one in (*self.exact, *self.loose):
            found.setdefault(one.folded, []).append(one)
        return found

    @cached_property
    def lookalikes(self) -> tuple[Sequence[LexiconKey], Scanner] | None:
        """Keys that have look-alikes, and what finds their shape; None when no key has any."""
        keys = [one for one in self.exact if len(one.composed) > 1 and has_lookalike(one.composed)]
        return (keys, self._build([skeleton(one.composed) for one in keys])) if keys else None

    @cached_property
    def slip_characters(self) -> frozenset[str]:
        """What a text must have for a key to stand in it with a look-alike: most texts have none of them."""
        keys = self.lookalikes[0] if self.lookalikes else ()
        return lookalikes("".join({character for one in keys for character in one.composed}))

    @cached_property
    def _patterns(self) -> Mapping[str, list[LexiconKey]]:
        found: dict[str, list[LexiconKey]] = {}
        for one in (*self.exact, *self.loose):
            if SHORTEST_NEAR <= len(one.folded) <= LONGEST_NEAR:
                for pattern in _with_gap(one.folded):
                    found.setdefault(pattern, []).append(one)
        return found

    def near(self, text: str, chapter: int) -> tuple[str, ...]:
        """Keys of *chapter* that differ from *text*, folded, by one character in place; sorted, 8 at most."""
        if not SHORTEST_NEAR <= len(text) <= LONGEST_NEAR:
            return ()
        near = [one for pattern in _with_gap(text) for one in self._patterns.get(pattern, ())]
        found = {one.key.text for one in near if one.term.window.holds(chapter) and one.folded != text}
        return tuple(sorted(found)[:8])


def lexicon_keys(term: Term, form: Profile) -> list[LexiconKey]:
    """The keys of *term*, its headword first; those that are refused (see `refusal`) are left out."""
    found: dict[tuple[str, bool], LexiconKey] = {}
    for key in all_keys(term):
        composed = compose_name(key.text)
        folded = composed.translate(form.table)
        if refusal_of(key, folded):
            continue
        one = LexiconKey(
            term,
            key,
            folded,
            composed,
            is_common(folded, composed, form.name),
            _folded_words(key.nearby.requires, form),
            _folded_words(key.nearby.forbids, form),
        )
        found.setdefault((folded, key.is_case_sensitive), one)
    return list(found.values())


def all_keys(term: Term) -> tuple[Key, ...]:
    """The keys of *term* with its headword, which is the first unless it is declared as one of them."""
    if any(key.text == term.headword for key in term.keys):
        return term.keys
    return (Key(term.headword), *term.keys)


def refusal(key: Key, form: Profile) -> str:
    """
    Why *key* may not be looked for, in words; empty when it may.

    One character stands everywhere; only words that must be near make it mean something.
    """
    return refusal_of(key, fold_name(key.text, form))


def refusal_of(key: Key, folded: str) -> str:
    """As `refusal`, of a key that was folded already."""
    if not folded:
        return "nothing is left of it after folding"
    if len(folded) == 1 and not any(word.strip() for word in key.nearby.requires):
        return "single character without judgment words"
    return ""


def lowered(text: str) -> str:
    """*text* in lower case, character by character, so that places stay what they are."""
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(one.lower() if len(one.lower()) == 1 else one for one in text)


def _folded_words(words: Sequence[str], form: Profile) -> tuple[str, ...]:
    return tuple(filter(None, (fold_name(word, form) for word in words)))


def _with_gap(text: str) -> list[str]:
    return [f"{text[:place]}\0{text[place + 1 :]}" for place in range(len(text))]
