"""
The check of a summary against what it sums up: its names, its numbers, and the genders that it gives.

A summary goes into the prompts of every later chapter, so what it invents is believed a thousand times. Every
statement is held against the text that it cites: a name must be one of the book and of that text, a number
must stand there, and what is said of a person must agree with the gender that is known.
"""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from caveat.judge.rendering_align import Aligned, Pair
from caveat.judge.rendering_book import Bilingual, subject_of
from caveat.judge.rendering_check import check_chapter
from caveat.judge.rendering_forms import Lexemes
from caveat.judge.rendering_numbers import lost_numbers
from caveat.judge.rendering_places import Place, places
from caveat.judge.rendering_spellings import spellings
from caveat.judge.rendering_words import Beginnings, Word, are_joined, words_of
from caveat.model.findings import Severity
from caveat.model.preparation import Occurrence
from caveat.model.terms import Book, Term
from caveat.text.forms_russian_endings import Origin
from caveat.text.forms_russian_names import is_transcribed
from caveat.text.numbers_words import number_words_at, starts_number
from caveat.text.tables_stopwords import RUSSIAN

TOLD = frozenset({"gender", "wrong-form", "variant", "spoiler", "forbidden", "untranslated", "confusable"})
"""Flags of a translation's check that say something of a summary too."""
_ORIGINS: dict[str, Origin] = {"zh": "chinese", "ja": "japanese"}
_HAN_DIGITS = "零一二三四五六七八九"
_SHORTEST = 4
"""Letters of a first word that is taken for a name: shorter ones are particles as often (our choice)."""
_SMALLEST = 2
"""One is as often no number: one day, one of them."""
_INITIAL = re.compile("[A-ZА-ЯЁ]")


class Statement(NamedTuple):
    """
    Something that a summary says, with what it is held against.

    Attributes:
        text: In the language of the translation.
        source: What it cites, in the book's language.
        refs: Terms that stand in the chapters it is about.
        chapter: The last of them: what its reader knows.
    """

    text: str
    source: str
    refs: frozenset[str]
    chapter: int


class SummaryFlag(NamedTuple):
    """
    One thing that is wrong with a statement.

    Attributes:
        code: ``unknown-name``, ``name-not-in-source``, ``number``, or one of `TOLD`.
        words: What the statement says.
        detail: What more there is to say.
        severity: How bad it is.
    """

    code: str
    words: str
    detail: str = ""
    severity: Severity = "error"


def check_statement(
    book: Book, statement: Statement, *, lexemes: Lexemes | None = None
) -> tuple[SummaryFlag, ...]:
    """
    What is wrong with *statement*, by place; takes linear time and never raises for any text.

    Args:
        book: Its terms.
        statement: A summary's text, or one fact.
        lexemes: A dictionary of common words; None = rules only.
    """
    text = statement.text
    words = words_of(text)
    terms = _possible(book, words)
    found = _places(book, terms, statement, words)
    named = {ref for one in found for ref in _refs(one, terms)}
    flags = _as_translation(book, statement, sorted(named | statement.refs), lexemes)
    flags += _foreign(found, terms, statement, words)
    flags += _unknown(book, found, words, text, {flag.words for _, flag in flags})
    flags += _numbers(book, statement, words)
    return tuple(flag for _, flag in sorted(flags, key=lambda one: (one[0], one[1].code)))


_Placed = list[tuple[int, SummaryFlag]]


def _possible(book: Book, words: Sequence[Word]) -> list[Term]:
    here = Beginnings(words)
    return [
        term
        for term in book.terms
        if term.rendering
        and not term.approval.is_retracted
        and any(map(here.may_hold, (term.rendering, *term.aliases, *(k.rendering for k in term.keys))))
    ]


def _places(book: Book, terms: Sequence[Term], statement: Statement, words: Sequence[Word]) -> list[Place]:
    known = [
        spellings(
            subject_of(term, chapter=statement.chapter, source=book.source),
            is_russian=book.target == "ru",
            has_wrong=False,
        )
        for term in terms
    ]
    return places(statement.text, words, known)


def _refs(place: Place, terms: Sequence[Term]) -> tuple[str, ...]:
    return tuple(terms[one.subject].ref for one in place.readings)


def _as_translation(
    book: Book, statement: Statement, refs: Sequence[str], lexemes: Lexemes | None
) -> _Placed:
    """What a check of the statement as a translation says, each term asked for once."""
    # The places of a source that nobody reads: each term has one of its own.
    blank = " " * max(1, len(refs))
    asked = [
        Occurrence("CONFIRMED", "EXACT", ref, "", place, place + 1, "") for place, ref in enumerate(refs)
    ]
    whole = Aligned("chapter", (Pair(0, len(blank), 0, len(statement.text)),))
    checked = check_chapter(
        book, Bilingual(blank, statement.text, whole, statement.chapter), asked, lexemes=lexemes
    )
    return [
        (flag.start, SummaryFlag(flag.code, flag.words, flag.detail, flag.severity or "error"))
        for flag in checked.flags
        if flag.code in TOLD
    ]


def _foreign(
    found: Sequence[Place], terms: Sequence[Term], statement: Statement, words: Sequence[Word]
) -> _Placed:
    """Names of the book that do not stand in what is summed up."""
    flags: _Placed = []
    seen: set[tuple[str, ...]] = set()
    for one in found:
        refs = _refs(one, terms)
        meant = _of(refs, terms)
        is_later = not any(term.window.holds(statement.chapter) for term in meant)
        if refs in seen or statement.refs.intersection(refs) or is_later or not any(map(_is_name, meant)):
            continue
        seen.add(refs)
        start, end = words[one.first].start, words[one.last - 1].end
        flags.append(
            (start, SummaryFlag("name-not-in-source", statement.text[start:end], severity="warning"))
        )
    return flags


def _of(refs: Iterable[str], terms: Sequence[Term]) -> list[Term]:
    wanted = set(refs)
    return [term for term in terms if term.ref in wanted]


def _is_name(term: Term) -> bool:
    """Common words in small letters are in every text."""
    return _INITIAL.search(term.rendering) is not None


def _unknown(book: Book, found: Sequence[Place], words: Sequence[Word], text: str, told: set[str]) -> _Placed:
    """Words with a capital that are no name of the book: runs of them are one name."""
    covered = {at for one in found for at in range(one.first, one.last)}
    flags: _Placed = []
    seen: set[str] = set()
    at = 0
    while at < len(words):
        end = at
        while end < len(words) and end not in covered and words[end].is_capital:
            if end > at and not are_joined(text, words[end - 1], words[end]):
                break
            end += 1
        if end > at and _is_name_like(book, words, at, end):
            name = text[words[at].start : words[end - 1].end]
            if name not in seen and not any(name in one or one in name for one in told if one):
                seen.add(name)
                flags.append((words[at].start, SummaryFlag("unknown-name", name)))
        at = max(end, at + 1)
    return flags


def _is_name_like(book: Book, words: Sequence[Word], first: int, end: int) -> bool:
    """Any word begins a sentence; alone there it is a name only when it sounds like one of the book's."""
    begins = first == 0 or words[first - 1].sentence != words[first].sentence
    if not begins or end - first > 1:
        return True
    one = words[first]
    if len(one.low) < _SHORTEST or one.low in RUSSIAN:
        return False
    return is_transcribed(one.text, _ORIGINS.get(book.source, "foreign"))


def _numbers(book: Book, statement: Statement, words: Sequence[Word]) -> _Placed:
    pair = Pair(0, len(statement.text), 0, len(statement.source))
    lost = lost_numbers(statement.text, statement.source, (pair,), languages=(book.target, book.source))
    flags = [
        (len(statement.text), SummaryFlag("number", one.words, one.instead))
        for one in lost
        if not _stands_in_han(one.value, statement.source)
    ]
    return flags + (_in_words(book, statement, words) if book.source in _ORIGINS else [])


def _in_words(book: Book, statement: Statement, words: Sequence[Word]) -> _Placed:
    """Numbers from two on that stand in words and without a unit: the gate's extractor leaves those out."""
    low = statement.text.lower()
    if len(low) != len(statement.text):
        return []
    digits = set(re.findall(r"\d+", statement.source))
    flags: _Placed = []
    done = 0
    for word in words:
        if word.start < done or not starts_number(low[word.start : word.end]):
            continue
        numeral = number_words_at(low, word.start, word.end, book.target)
        if numeral is None:
            continue
        done = numeral.end
        value = numeral.readings[0].value
        is_there = _stands_in_han(value, statement.source) or str(value) in digits
        if value >= _SMALLEST and value == value.to_integral_value() and not is_there:
            said = statement.text[word.start : numeral.end]
            flags.append((word.start, SummaryFlag("number", said, severity="warning")))
    return flags


def _stands_in_han(value: Decimal, source: str) -> bool:
    if value != value.to_integral_value() or not 0 < value < 10**8:
        return False
    written = han_number(int(value))
    return any(
        one in source for one in {written, written.replace("二", "两"), written.replace("二百", "两百")}
    )


def han_number(value: int) -> str:
    """*value*, ``0 < value < 10**8``, as it is written out in Chinese: 23 → 二十三, 1,005 → 一千零五."""
    high, low = divmod(value, 10_000)
    if high:
        rest = ("零" if low < 1000 else "") + han_number(low) if low else ""
        return f"{han_number(high)}万{rest}"
    text, gap = "", False
    for power, unit in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, low = divmod(low, power)
        if digit:
            text += ("零" if gap and text else "") + _HAN_DIGITS[digit] + unit
        gap = not digit and bool(text)
    return text.removeprefix("一") if text.startswith("一十") else text
