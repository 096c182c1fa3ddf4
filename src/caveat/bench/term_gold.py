"""
Gold on books: where each term stands, found by reading; how much of it the exact path finds, and what else.

The gold comes with caveat, the books do not: they are read from the data folder, and another edition than
the one that was read is refused, for its places would be others.
"""

from collections.abc import Mapping, Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, NamedTuple

from caveat.bench.inputs import LIST, TEXT, Place, filled, member, read_json_lines, read_text
from caveat.bench.metrics import Confusion
from caveat.bench.sources import data_file
from caveat.judge.terms_lexicon import Lexicon
from caveat.judge.terms_match import matches
from caveat.model.errors import InputError
from caveat.model.preparation import Occurrence
from caveat.model.terms import APPROVED, Term
from caveat.text.fold_book import fold_chapter, fold_name, profile_of
from caveat.text.names_book import name_like
from caveat.vault.terms import term_of

BOOKS = ("ah-q", "blessing", "rashomon", "melos")
"""Books with a gold, by the name of its file."""

WHOLE_BOOK = 1
"""Chapter that a book is matched as: no term of the gold has a window."""

NAMES = frozenset({"person", "place", "organisation"})
"""Kinds that a detector of names is asked for."""

_NOT_A_TERM = ("at", "split")


class GoldTerm(NamedTuple):
    """
    A term with its places.

    Attributes:
        term: Approved, as a translator would have it.
        places: First code points in the file of the book where its name stands, and a rendering is due.
    """

    term: Term
    places: frozenset[int]


class GoldBook(NamedTuple):
    """
    A book and what stands in it.

    Attributes:
        name: One of `BOOKS`.
        language: Of the book.
        text: The whole file.
        span: The part that was read, code points.
        terms: In the order of the gold.
    """

    name: str
    language: str
    text: str
    span: tuple[int, int]
    terms: tuple[GoldTerm, ...]

    @property
    def places(self) -> int:
        """Number of places where a rendering is due."""
        return sum(len(one.places) for one in self.terms)


class BookFigures(NamedTuple):
    """
    How the exact path fared on a book.

    Attributes:
        name: The book.
        terms: Number of its terms.
        places: Places where a rendering is due.
        shown: Places that are shown, the doubtful marked as such, against the gold.
        certain: Places that are stated as certain, against the gold.
        missed: What the text has at each place that nothing found.
        wrong: What was shown where the gold has nothing.
    """

    name: str
    terms: int
    places: int
    shown: Confusion
    certain: Confusion
    missed: tuple[str, ...]
    wrong: tuple[str, ...]


def packaged(name: str) -> Path:
    """
    The file *name* of the gold that comes with caveat.

    Raises:
        InputError: There is none.
    """
    found = files("caveat.bench").joinpath("data", "terms", name)
    with as_file(found) as path:
        if not path.exists():
            raise InputError(f"no gold is called {name!r}")
        return path


def load_book(name: str, root: Path | None) -> GoldBook:
    """
    The book *name* from the data folder *root* (None = ``CAVEAT_DATA``), with its gold.

    Raises:
        InputError: There is no such gold or no data, or it is another edition than the one that was read.
    """
    (place, head), *rows = read_json_lines(packaged(f"{name}.jsonl"))
    path = data_file(filled(head, "file", place), root)
    text = read_text(path)
    if _digest(path) != filled(head, "sha256", place):
        raise InputError(f"{path}: is another edition than the gold was made on, so its places are others")
    language = filled(head, "lang", place)
    span = (int(head["start"]), int(head["end"]))
    terms = [_gold_term(said, where, name, language) for where, said in rows]
    return GoldBook(name, language, text, span, tuple(terms))


def gold_terms(name: str) -> tuple[Term, ...]:
    """The terms of the gold called *name*; its book is not needed."""
    (place, head), *rows = read_json_lines(packaged(f"{name}.jsonl"))
    language = filled(head, "lang", place)
    return tuple(_gold_term(said, where, name, language).term for where, said in rows)


def approved(said: Mapping[str, Any], place: Place, *, book: str, language: str) -> Term:
    """
    The term that *said* states, as a human who looked at it would have it.

    Raises:
        InputError: It is none.
    """
    written, findings = term_of(said, book=book, origin=language)
    if written is None or findings:
        raise InputError(f"{place}: is no term: {'; '.join(one.message for one in findings)}")
    return written.term._replace(approval=APPROVED)


def measure_book(book: GoldBook) -> BookFigures:
    """How the exact path finds the places of *book*."""
    wanted = {(one.term.ref, place) for one in book.terms for place in one.places}
    found = _inside(book, occurrences(book.text, [one.term for one in book.terms], book.language))
    shown = {(one.term, one.start): one for one in found if one.decision != "REJECTED"}
    certain = [(one.term, one.start) for one in found if one.decision == "CONFIRMED"]
    return BookFigures(
        book.name,
        len(book.terms),
        book.places,
        Confusion.of(shown, wanted),
        Confusion.of(certain, wanted),
        tuple(_around(book.text, place) for _, place in sorted(wanted - shown.keys())),
        tuple(
            f"{one.words} in {_around(book.text, one.start)}"
            for key, one in shown.items()
            if key not in wanted
        ),
    )


def occurrences(
    text: str, terms: Sequence[Term], language: str, *, chapter: int = WHOLE_BOOK
) -> tuple[Occurrence, ...]:
    """What the exact path finds of *terms* in *text*."""
    lexicon = Lexicon(terms, profile_of(language))
    return matches(lexicon, fold_chapter(text, lexicon.form), text, chapter=chapter).occurrences


def extraction(book: GoldBook) -> Confusion:
    """
    How names that nobody entered are noticed: the candidates of a book without terms, against its gold.

    Persons, places and organisations count; a candidate is right when it is a key of any term.
    """
    lexicon = Lexicon((), profile_of(book.language))
    start, end = book.span
    folded = fold_chapter(book.text[start:end], lexicon.form)
    candidates = {fold_name(one.text, lexicon.form) for one in name_like(folded, lexicon.form.name, ())}
    keys = {one.term.ref: {fold_name(key.text, lexicon.form) for key in one.term.keys} for one in book.terms}
    named = [one.term.ref for one in book.terms if one.term.kind in NAMES]
    noticed = sum(not keys[ref].isdisjoint(candidates) for ref in named)
    everything = {text for texts in keys.values() for text in texts}
    return Confusion(noticed, len(candidates - everything), len(named) - noticed)


def _inside(book: GoldBook, found: Sequence[Occurrence]) -> list[Occurrence]:
    start, end = book.span
    return [one for one in found if start <= one.start < end]


def _gold_term(said: Mapping[str, Any], place: Place, name: str, language: str) -> GoldTerm:
    fields = {key: value for key, value in said.items() if key not in _NOT_A_TERM}
    filled(fields, "headword", place)
    member(fields, "rendering", TEXT, place)
    places = frozenset(int(one) for one in member(said, "at", LIST, place))
    return GoldTerm(approved(fields, place, book=name, language=language), places)


def _around(text: str, place: int) -> str:
    return "".join(text[max(0, place - 6) : place + 10].split())


def _digest(path: Path) -> str:
    from hashlib import sha256

    return sha256(path.read_bytes()).hexdigest()
