"""
Queries with one right note each, for tools that are measured side by side; made from generated notes.

Eight in each of the five languages, two of each kind. They were settled before any tool was run:

- *title*: the two words of a title, without its number, as one remembers it.
- *facts*: the two rarest of a dozen words of a note's prose, as one looks for something told once.
- *forms*: two rare words of a note, each with another ending than the note has (English, German, Russian).
- *phrase*: a content word, a function word and a content word as they stand in a sentence, without blanks
  (Chinese, Japanese, where nothing is inflected and nothing separates words).
- *question*: a whole question, with four words of a note and the function words of its language.

The right note is the only one of its language that holds every content word of its query, for *forms* in any
of their forms; a note that is not the only one is passed over. Notes that link to a title hold its words too:
there the right one is the note that bears it. Nothing else is chosen or left out.
"""

import random
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from caveat.bench.speed_vault import LANGUAGES, TONGUES, Note, vocabulary
from caveat.model.errors import InputError

PER_KIND = 2
"""Queries of each kind in each language; our choice."""

INFLECTIONS = {"en": ("", "s", "ed", "ing"), "de": ("", "e", "en"), "ru": ("", "ы", "ов", "ами")}
"""Endings that are forms of one word, among those of `TONGUES`; others make another word of it."""

KINDS = ("title", "facts", "forms", "question", "phrase")
UNSPACED = ("zh", "ja")

LEAST_STEM = 5
"""Letters of a word that an ending is exchanged on; our choice, no language strips the whole word."""

_WORD = re.compile(r"\w+")


class Asked(NamedTuple):
    """
    A query and the notes that answer it.

    Attributes:
        text: As one would type it.
        expected: Vault-relative paths, any of which is right; never empty.
        language: Of `LANGUAGES`; empty when it is not known.
        kind: Of `KINDS`; empty when it is not known.
    """

    text: str
    expected: tuple[str, ...]
    language: str = ""
    kind: str = ""


def made_queries(known: Sequence[Note], seed: int) -> list[Asked]:
    """
    The queries for *known*: forty, in the order of `LANGUAGES` and `KINDS`.

    Args:
        known: Generated notes with their texts.
        seed: Of every draw.

    Raises:
        InputError: There are too few notes for two queries of a kind in some language.
    """
    found = []
    for language in LANGUAGES:
        pool = _Pool([note for note in known if note.language == language], language)
        for kind in KINDS:
            if (kind == "forms") == (language in UNSPACED) and kind in ("forms", "phrase"):
                continue
            draw = random.Random(f"other {kind} {language} {seed}")
            some = pool.queries(kind, draw)
            if len(some) < PER_KIND:
                raise InputError(
                    f"{len(pool.notes)} notes in {language!r} give no {PER_KIND} queries of kind {kind!r}:"
                    " generate more notes"
                )
            found += some
    return found


class _Pool:
    """The notes of one language, and which of them hold a word."""

    def __init__(self, notes: Sequence[Note], language: str) -> None:
        self.notes = notes
        self._language = language
        self._is_unspaced = language in UNSPACED
        self._texts = [note.text.casefold() for note in notes]
        # Any piece of unspaced text may be a word, so there words are looked for in the text itself.
        self._words = [] if self._is_unspaced else [frozenset(_WORD.findall(text)) for text in self._texts]

    def queries(self, kind: str, draw: random.Random) -> list[Asked]:
        """`PER_KIND` queries of *kind*, of different notes; fewer when there are no more."""
        found: list[Asked] = []
        for note in draw.sample(self.notes, len(self.notes)):
            if len(found) == PER_KIND:
                break
            if text := self._made(kind, note, draw):
                found.append(Asked(text, (note.path,), self._language, kind))
        return found

    def _made(self, kind: str, note: Note, draw: random.Random) -> str:
        match kind:
            case "title":
                return note.title.rpartition(" ")[0]
            case "facts":
                words = self._rarest(note.words)
                return " ".join(words) if self._count([(word,) for word in words]) == 1 else ""
            case "forms":
                return self._inflected(note, draw)
            case "phrase":
                return self._phrase(note, draw)
            case _:
                words = draw.sample(note.words, 4)
                ask = draw.choice(TONGUES[self._language].asks)
                return ask.format(*words) if self._count([(word,) for word in words]) == 1 else ""

    def _rarest(self, words: Sequence[str]) -> list[str]:
        return sorted(words, key=lambda word: (self._count([(word,)]), word))[:2]

    def _count(self, wanted: Sequence[Sequence[str]]) -> int:
        """Notes that hold, for each of *wanted*, any of its forms."""
        places: Sequence[frozenset[str] | str] = self._texts if self._is_unspaced else self._words
        return sum(all(any(form in place for form in forms) for forms in wanted) for place in places)

    def _inflected(self, note: Note, draw: random.Random) -> str:
        """Two words of *note* in forms that it does not hold; empty when it is not the only one with them."""
        held = self._words[self.notes.index(note)]
        able = [(word, forms) for word in sorted(note.words) if (forms := self._forms(word, held))]
        able.sort(key=lambda pair: self._count([pair[1]]))
        if len(able) < 2:
            return ""
        asked = [draw.choice([form for form in forms if form not in held]) for _, forms in able[:2]]
        return " ".join(asked) if self._count([forms for _, forms in able[:2]]) == 1 else ""

    def _forms(self, word: str, held: frozenset[str]) -> tuple[str, ...]:
        """All forms of *word*, when its stem is long enough and some are not among those *held*."""
        endings = INFLECTIONS[self._language]
        stem = _stem(word, self._language)
        forms = tuple(stem + ending for ending in endings)
        is_able = len(stem) >= LEAST_STEM and any(form not in held for form in forms)
        return forms if is_able else ()

    def _phrase(self, note: Note, draw: random.Random) -> str:
        """A content word, a function word and a content word that follow each other, of this note alone."""
        glue = "|".join(map(re.escape, TONGUES[self._language].glue.split()))
        first, second = draw.sample(note.words, 2)
        for start in (first, second):
            for match in re.finditer(f"{re.escape(start)}({glue})", note.text):
                rest = note.text[match.end() :]
                after = next((word for word in _longest(self._language) if rest.startswith(word)), "")
                phrase = match[0] + after
                if after and self._count([(phrase,)]) == 1:
                    return phrase
        return ""


@lru_cache(maxsize=len(UNSPACED))
def _longest(language: str) -> tuple[str, ...]:
    return tuple(sorted(vocabulary(language).every, key=lambda word: (-len(word), word)))


def _stem(word: str, language: str) -> str:
    """*word* without an ending of `INFLECTIONS`, when what is left is a word's beginning as it was made."""
    tongue = TONGUES[language]
    endings = {ending for ending in INFLECTIONS[language] if ending}
    for ending in sorted(endings, key=len, reverse=True):
        if word.endswith(ending) and _is_made(word.removesuffix(ending), tongue.syllables.split()):
            return word.removesuffix(ending)
    return word if _is_made(word, tongue.syllables.split()) else ""


def _is_made(stem: str, syllables: Sequence[str]) -> bool:
    """Whether *stem* consists of *syllables* alone: then it bears no ending."""
    if not stem:
        return True
    return any(_is_made(stem.removeprefix(part), syllables) for part in syllables if stem.startswith(part))


def by_language(asked: Sequence[Asked]) -> Iterator[tuple[str, list[int]]]:
    """Each language with the numbers of its queries; none when no query has one."""
    for language in dict.fromkeys(query.language for query in asked if query.language):
        yield language, [number for number, query in enumerate(asked) if query.language == language]
