"""Small books for tests: terms are verified and in their window unless they say otherwise."""

from typing import Any

from caveat.judge.terms_lexicon import Lexicon
from caveat.judge.terms_match import Matches, matches
from caveat.judge.terms_prepare import Chunk, prepare
from caveat.judge.terms_snapshot import snapshot
from caveat.model.preparation import NO_STATE, CarriedState, Prepared
from caveat.model.terms import APPROVED, UNVERIFIED, Assembly, Book, Key, Nearby, Term, Window
from caveat.text.decode import line_starts
from caveat.text.fold_book import fold_chapter

CHAPTER = 12


def term(headword: str, **said: Any) -> Term:
    """A term of the book ``b``; its id is its headword."""
    name = said.pop("id", headword)
    keys = said.pop("keys", ())
    window = Window(said.pop("since", 0), said.pop("until", None))
    approval = said.pop("approval", APPROVED if said.pop("verified", True) else UNVERIFIED)
    near, not_near = said.pop("near", ()), said.pop("not_near", ())
    own = Key(
        headword,
        nearby=Nearby(tuple(near), tuple(not_near)),
        boundary=said.pop("boundary", ""),
        is_case_sensitive=said.pop("case_sensitive", True),
    )
    more = tuple(key if isinstance(key, Key) else Key(key, "nick") for key in keys)
    return Term(
        f"term:b/{name}",
        headword,
        rendering=said.pop("rendering", f"<{headword}>"),
        keys=(own, *more),
        window=window,
        is_curated=said.pop("curated", False),
        approval=approval,
        **said,
    )


def found(terms: list[Term], text: str, *, fold: str = "zh", chapter: int = CHAPTER) -> Matches:
    """What *text* has of *terms*."""
    lexicon = Lexicon(terms, fold)
    return matches(lexicon, fold_chapter(text, lexicon.form), text, chapter=chapter)


def decisions(terms: list[Term], text: str, **more: Any) -> list[tuple[str, str, str]]:
    """Words, decision and reason of each occurrence, by place."""
    return [(one.words, one.decision, one.reason) for one in found(terms, text, **more).occurrences]


def prepared(
    terms: list[Term],
    text: str,
    *,
    fold: str = "zh",
    chapter: int = CHAPTER,
    number: int = 1,
    state: CarriedState = NO_STATE,
    **assembly: Any,
) -> Prepared:
    """*text* prepared as one chunk."""
    book = Book("b", fold=fold, assembly=Assembly(**{"budget": 0, **assembly}), terms=tuple(terms))
    chunk = Chunk(text, chapter, number, "0" * 64, "ch.txt", 0, line_starts(text))
    return prepare(Lexicon(terms, fold), book, chunk, snapshot=snapshot(book), state=state)
