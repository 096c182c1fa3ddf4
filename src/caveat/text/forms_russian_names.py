"""
Which words of a Russian name decline, and how: persons by where they come from, phrases by their head.

Of a transliterated Chinese person only the last part declines, of a Japanese, Russian or western one every
part; titles before a name decline with it. Of a phrase the adjectives and the noun they stand with decline,
and what follows (a genitive, a preposition) stays.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from caveat.text import tables_forms_ru as tables
from caveat.text.forms_russian import unchanged
from caveat.text.forms_russian_adjectives import adjective_gender, adjective_models
from caveat.text.forms_russian_compounds import MOST_WORDS, either, hyphenated, joined
from caveat.text.forms_russian_endings import (
    VOWELS,
    Gender,
    Kind,
    Numbers,
    Origin,
    Paradigm,
    Traits,
)
from caveat.text.forms_russian_nouns import SURNAMES_F, sign_gender
from caveat.text.forms_russian_numerals import numeral_phrase

_CORE = re.compile(r"(\W*)(.*?)(\W*)", re.DOTALL)
# Words that the transcriptions of Palladius and Polivanov could give, and a few more. A consonant before a
# vowel always opens a syllable and a run of vowels is never parted, so that there is one way to read.
_PALLADIUS = re.compile(
    r"(?:(?:цз|[сц](?!ь))?[аеиоуыэюя]++|(?:чж|[чшж])?[аиоуэ]++|[гкх]?[аоуэ]++|[бпмфвдтнл]?[аеиоуэюя]++)?"
    r"(?:(?:(?:цз|[сц])[аеиоуыэюя]++|(?:чж|[чшж])[аиоуэ]++|[гкх][аоуэ]++|[бпмфвдтнл][аеиоуэюя]++)"
    r"|(?:н[ъь]|н(?![аеиоуыэюя])|(?<=[аиоуыэюя])й(?![аеиоуыэюя])|(?<=э)р)(?:[аеиоуэюя]++)?)*"
)
_POLIVANOV = re.compile(
    r"(?!.*(?<!ц)ы)(?:[аиуэоюяё]++)?"
    r"(?:[кстпцш]?(?:дз|дж|[кгсзтдхбпмнрвфцчшж])[аиуэоюяёы]++"
    r"|(?:нъ|[нм](?![аиуэоюяёы])|(?<=[ауоэ])й(?![аиуэоюяёы]))(?:[аиуэоюяё]++)?)*"
)


class Subject(NamedTuple):
    """
    What is to be declined.

    Attributes:
        gender: Of the person or of the phrase's head; None when it is not known.
        origin: Where the name comes from.
        kind: What it names.
        numbers: Which forms are wanted; for ``pl`` the name is a plural itself.
    """

    gender: Gender | None
    origin: Origin
    kind: Kind
    numbers: Numbers


# A title that anyone may bear (``0``) tells nothing.
_TITLE_GENDERS: dict[str, Gender] = {"m": "m", "f": "f"}


_OWNERS = frozenset({"его", "её", "ее", "их"})


class _Token(NamedTuple):
    """One word of a name between its punctuation."""

    before: str
    core: str
    after: str

    @property
    def low(self) -> str:
        return self.core.lower()

    @property
    def is_proper(self) -> bool:
        return self.core[:1].isupper()


def phrase(name: str, subject: Subject) -> Paradigm:
    """
    All forms of a name of one or more words.

    Args:
        name: The nominative; blanks between its words become single ones. After `MOST_WORDS` words nothing
            declines.
        subject: What it names.

    Returns:
        The cells of whole names, and the stems of the words that decline.
    """
    counted = numeral_phrase(name.split(), subject.numbers)
    if counted is not None:
        return counted
    tokens = [_token(word) for word in name.split()]
    stops = (at for at, token in enumerate(tokens) if at and token.core in tables.PREPOSITIONS)
    end = min(next(stops, len(tokens)), MOST_WORDS)
    is_person = subject.kind == "person" and all(token.low not in _OWNERS for token in tokens[:1])
    chosen = _person(tokens[:end], subject) if is_person else _thing(tokens[:end], subject)
    literals, words = [""], []
    for at, token in enumerate(tokens):
        blank = " " if at else ""
        traits = chosen.get(at)
        if traits is None:
            literals[-1] += blank + token.before + token.core + token.after
            continue
        literals[-1] += blank + token.before
        literals.append(token.after)
        words.append(_word(tokens, at, traits, subject))
    if not words:
        return unchanged(literals[0], subject.numbers)
    return joined(words, literals, subject.numbers)


def depends_on_gender(name: str) -> bool:
    """
    Whether a man and a woman of that name may have different forms: whether a word ends as some do.

    Args:
        name: The nominative.
    """
    words = name.lower().replace("-", " ").split()
    return any(word[-1] not in VOWELS or word.endswith(SURNAMES_F) for word in words)


def gender_of_title(name: str) -> Gender | None:
    """
    The gender that a title in *name* tells (госпожа, король); None when there is none, or anyone may bear it.

    Args:
        name: The nominative of a person's name.
    """
    titles = (tables.TITLES.get(_token(word).low, "") for word in name.split())
    return next((_TITLE_GENDERS[title] for title in titles if title in _TITLE_GENDERS), None)


def _word(tokens: Sequence[_Token], at: int, traits: Traits, subject: Subject) -> Paradigm:
    core = tokens[at].core
    word = hyphenated(core, traits)
    if traits.kind == "place" and subject.origin != "native" and _has_two_readings(tokens, at, traits):
        other: Origin = "native" if traits.origin == "foreign" else "foreign"
        word = either(word, hyphenated(core, traits._replace(origin=other)))
    if at and _is_apposed(tokens, at, subject):
        return either(unchanged(core, traits.numbers), word)
    if at and _may_be_genitive(tokens, at, subject):
        return either(word, unchanged(core, traits.numbers))
    return word


def _has_two_readings(tokens: Sequence[_Token], at: int, traits: Traits) -> bool:
    """Whether a place is as likely a word as a name from elsewhere: Озеро Слёз and Лос Анджелес, Чикаго."""
    if traits.origin == "foreign":
        return len(tokens) > 1
    # A phrase that opens with a noun was translated; Новый Токио may end with a name.
    return traits.origin == "native" and (
        len(tokens) == 1 or (at > 0 and tokens[at].low.endswith(("о", "е")))
    )


def is_transcribed(word: str, origin: Origin) -> bool:
    """
    Whether *word* could be the transcription of a Chinese or a Japanese name, and not a Russian word.

    Args:
        word: Without blanks.
        origin: The language; for others the answer is no.
    """
    if origin not in ("chinese", "japanese") or not word[:1].isupper() or word.lower() in tables.LIKE_NAMES:
        return False
    pattern = _PALLADIUS if origin == "chinese" else _POLIVANOV
    return all(pattern.fullmatch(part) for part in word.lower().split("-"))


def _token(word: str) -> _Token:
    found = _CORE.fullmatch(word)
    return _Token(*found.groups()) if found else _Token("", word, "")


def _person(tokens: Sequence[_Token], subject: Subject) -> dict[int, Traits]:
    """The words of a person's name that decline."""
    transcribed = [at for at, token in enumerate(tokens) if is_transcribed(token.core, subject.origin)]
    gender = subject.gender
    several = len(tokens) > 1
    origin: Origin = "foreign" if subject.origin == "foreign" else "native"
    chosen: dict[int, Traits] = {}
    for at, token in enumerate(tokens):
        if token.core in tables.PARTICLES:
            continue
        if _is_title(token):
            chosen[at] = Traits(
                _title_gender(token.low), "native", "person", False, several, numbers=subject.numbers
            )
        elif token.low in tables.LIKE_NAMES and token.low.endswith("ь"):
            # Тень, a man: the word keeps its own gender.
            chosen[at] = Traits(
                sign_gender(token.low), "native", "person", False, several, numbers=subject.numbers
            )
        elif at not in transcribed:
            is_surname = several and at == len(tokens) - 1
            chosen[at] = Traits(
                gender, origin, "person", True, several, is_surname=is_surname, numbers=subject.numbers
            )
        elif subject.origin == "japanese" or at == transcribed[-1]:
            chosen[at] = Traits(gender, subject.origin, "person", numbers=subject.numbers)
    return chosen


def _is_title(token: _Token) -> bool:
    return token.low in tables.TITLES or not token.is_proper


def _title_gender(low: str) -> Gender | None:
    """The gender of a title as a word, where its ending does not tell: of those in -ь."""
    return _TITLE_GENDERS.get(tables.TITLES.get(low, "")) if low.endswith("ь") else None


def _thing(tokens: Sequence[_Token], subject: Subject) -> dict[int, Traits]:
    """The words of a place's or a thing's name that decline."""
    if subject.kind == "place" and all(is_transcribed(token.core, subject.origin) for token in tokens):
        return {len(tokens) - 1: Traits(subject.gender, subject.origin, "place", numbers=subject.numbers)}
    adjectives = [len(tokens) > 1 and _is_adjective(token, subject.numbers) for token in tokens]
    chosen: dict[int, Traits] = {}
    start = 0
    while start < len(tokens):
        head = next((at for at in range(start, len(tokens)) if not adjectives[at]), len(tokens) - 1)
        chosen |= _noun_phrase(tokens, adjectives, start, head, subject)
        # Война и мир: two heads; but Дом Волка и Льва: what follows a genitive is one as well.
        has_another = head + 2 < len(tokens) and tokens[head + 1].core in ("и", "или")
        start = head + 2 if has_another else len(tokens)
    return chosen


def _noun_phrase(
    tokens: Sequence[_Token], adjectives: Sequence[bool], start: int, head: int, subject: Subject
) -> dict[int, Traits]:
    """The noun at *head*, the adjectives on both sides, and a name that stands in apposition."""
    gender = subject.gender
    for token in tokens[start:head]:
        gender = gender or adjective_gender(token.low)
    may_name = tokens[head].low in tables.APPOSED
    chosen: dict[int, Traits] = {}
    is_behind = False
    # Ворота Дракона: of a phrase that has a Russian word the noun it opens with is one too.
    is_translated = subject.origin in ("chinese", "japanese") and len(tokens) > 1
    for at in range(start, len(tokens)):
        token, is_adjective = tokens[at], adjectives[at]
        is_quoted = at > 0 and token.before and tokens[0].before != token.before
        is_behind = is_behind or (at > head and not is_adjective)
        if is_quoted or (is_behind and not may_name):
            break  # A name in quotation marks stays: подписки «Про».
        is_name = subject.kind == "place" and token.is_proper and not is_adjective
        is_foreign = is_name and not (at == 0 and is_translated)
        is_foreign = is_foreign and (
            subject.origin == "foreign" or is_transcribed(token.core, subject.origin)
        )
        chosen[at] = Traits(
            None if is_behind else gender,
            subject.origin if is_foreign else "native",
            "place" if is_name else "thing",
            token.is_proper,
            is_adjective,
            numbers=subject.numbers,
        )
    return chosen


def _is_adjective(token: _Token, numbers: Numbers) -> bool:
    if token.low in _OWNERS:
        return True
    if numbers == "pl":
        return token.low[-2:] in ("ые", "ие") and len(token.low) > 3
    if adjective_gender(token.low) is None:
        return False
    return bool(adjective_models(token.low, Traits(None, "native", "thing", token.is_proper, agrees=True)))


def _is_apposed(tokens: Sequence[_Token], at: int, subject: Subject) -> bool:
    """Whether a word is the name of the thing before it, which may decline or not: в городе Москве."""
    if subject.kind == "person" or _is_adjective(tokens[at], subject.numbers):
        return False
    return any(token.low in tables.APPOSED for token in tokens[:at])


def _may_be_genitive(tokens: Sequence[_Token], at: int, subject: Subject) -> bool:
    """Whether a word after a title may belong to it: Король Обезьян."""
    before = tokens[at - 1]
    if subject.kind != "person" or subject.origin == "native" or not tokens[at].is_proper:
        return False
    if _is_title(before) and tokens[at].low.endswith(("а", "я")):
        return True  # Владыка Ада.
    if subject.origin != "foreign" and any(is_transcribed(one.core, subject.origin) for one in tokens):
        return _is_title(before) and not is_transcribed(tokens[at].core, subject.origin)
    # Пожиратель Душ: what is no transcription was translated.
    return _is_title(before) or (subject.origin != "foreign" and adjective_gender(before.low) is None)
