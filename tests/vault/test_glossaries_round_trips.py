"""What a format can hold comes back equal; whatever it cannot is named; and no pair is ever made up."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.model.terms import (
    APPROVED,
    TERM_GENDERS,
    TERM_KINDS,
    Forbidden,
    Key,
    KeyKind,
    Nearby,
    Term,
    Window,
)
from caveat.vault.glossaries import ainiee, galtransl, linguagacha, omegat, sillytavern, tbx, translatebooks
from caveat.vault.glossaries.registry import FORMATS, read, write
from caveat.vault.glossaries.writing import Written

HOLDS = {
    "galtransl": galtransl.HOLDS,
    "linguagacha": linguagacha.HOLDS,
    "linguagacha-xlsx": linguagacha.HOLDS,
    "ainiee": ainiee.HOLDS,
    "ainiee-xlsx": ainiee.HOLDS,
    "sillytavern": sillytavern.HOLDS,
    "character-book": sillytavern.HOLDS,
    "omegat": omegat.HOLDS,
    "omegat-csv": omegat.HOLDS,
    "tbx": tbx.HOLDS,
    "tbx-v2": tbx.HOLDS,
    "translatebooks": translatebooks.HOLDS,
    "translatebooks-csv": translatebooks.HOLDS,
}
WRITABLE = [name for name, one in FORMATS.items() if one.write]
REPLACEMENTS = ("galtransl-pre", "galtransl-post")

# Every sign that means something to some format, and none that only a pattern has.
NAMES = (
    st.text("阿Q王ベル а-Кью#/\\|,;\"'<>&=_:~!xn41", min_size=1, max_size=8)
    .map(lambda text: " ".join(text.split()))
    .filter(bool)
)
WORDS = st.text('деревня ab,"<&#', max_size=20).map(lambda text: " ".join(text.split()))
KINDS: tuple[KeyKind, ...] = ("full", "nick", "orthographic", "given")
NEARBY = st.builds(
    Nearby, st.lists(NAMES, max_size=2, unique=True).map(tuple), st.lists(NAMES, max_size=1).map(tuple)
)


@st.composite
def terms(draw: st.DrawFn, headword: str) -> Term:
    """A term, its fields filled or not."""
    rendering = draw(NAMES)
    nearby = draw(st.one_of(st.just(Nearby()), NEARBY))
    own = Key(headword, nearby=nearby, is_case_sensitive=draw(st.booleans()))
    others = draw(st.lists(NAMES.filter(lambda name: name != headword), max_size=2, unique=True))
    keys = [Key(text, draw(st.sampled_from(KINDS)), own.nearby, is_case_sensitive=own[4]) for text in others]
    aliases = draw(st.lists(NAMES.filter(lambda name: name != rendering), max_size=2, unique=True))
    return Term(
        "",
        headword,
        rendering,
        sense=draw(st.sampled_from(["", "plant", "person"])),
        keys=(own, *keys),
        aliases=tuple(aliases),
        forbidden=tuple(map(Forbidden, draw(st.lists(NAMES, max_size=1)))),
        gender=draw(st.sampled_from(TERM_GENDERS)),
        kind=draw(st.sampled_from(TERM_KINDS)),
        window=draw(st.sampled_from([Window(), Window(3)])),
        sticky=draw(st.sampled_from([0, 2])),
        note=draw(WORDS),
        example=draw(WORDS),
        reading=draw(st.sampled_from(["", "ā Q"])),
        approval=APPROVED,
    )


LISTS = st.lists(NAMES, max_size=4, unique=True).flatmap(
    lambda names: st.tuples(*(terms(headword=name) for name in names))
)


def lost(written: Written) -> set[str]:
    return {name for loss in written.losses for name in loss.headwords}


def held(term: Term, form: str) -> Term:
    """*term* with what the format has a place for, and nothing else."""
    holds = HOLDS[form]
    bare = Term("", term.headword, term.rendering, approval=APPROVED)
    own, others = term.keys[0], term.keys[1:]
    own = own if "case" in holds else own._replace(is_case_sensitive=True)
    own = own if "keys_nearby" in holds else own._replace(nearby=Nearby())
    others = tuple(Key(key.text, key.kind, own.nearby, is_case_sensitive=own[4]) for key in others)
    if "key_kinds" not in holds:
        others = tuple(key._replace(kind="nick") for key in others)
    keys = (own, *others) if "keys" in holds and form[:5] != "trans" else (own,)
    kept = {name: getattr(term, name) for name in holds if name in Term._fields and name != "keys"}
    return bare._replace(**kept, keys=keys)


def pairs(term: Term) -> set[tuple[str, str]]:
    return {(text, term.rendering) for text in (term.headword, *(key.text for key in term.keys))}


@pytest.mark.parametrize("form", HOLDS)
@given(drawn=LISTS)
@settings(max_examples=20, deadline=None)
def test_what_a_format_holds_comes_back_equal(form: str, drawn: tuple[Term, ...]) -> None:
    given_terms = [held(term, form) for term in drawn]
    written = write(given_terms, form)
    found = {term.headword: term for term in read(written.data, form).terms}
    kept = [term for term in given_terms if term.headword not in lost(written)]

    assert kept == [found[term.headword]._replace(line=0, approval=APPROVED) for term in kept]


@pytest.mark.parametrize("form", WRITABLE)
@given(given_terms=LISTS)
@settings(max_examples=12, deadline=None)
def test_nothing_is_made_up_and_nothing_that_is_written_is_unreadable(
    form: str, given_terms: tuple[Term, ...]
) -> None:
    written = write(given_terms, form)
    rows = read(written.data, form)
    known = {pair for term in given_terms for pair in pairs(term)}
    if form in REPLACEMENTS:
        known |= {(text, "") for text, _ in known}

    assert [] == [finding for finding in rows.findings if finding.severity == "error"]
    assert {(term.headword, term.rendering) for term in rows.terms} <= known
    assert written.entries == len(rows.terms)


@pytest.mark.parametrize("form", ["linguagacha-xlsx", "tbx"])
@given(given_terms=LISTS)
@settings(max_examples=10, deadline=None)
def test_same_terms_are_the_same_bytes(form: str, given_terms: tuple[Term, ...]) -> None:
    assert write(given_terms, form) == write(given_terms, form)


@pytest.mark.parametrize(
    ("form", "term"),
    [
        ("galtransl", Term("", "阿Q", "А-Кью", aliases=("Акью",), note="герой")),
        ("linguagacha", Term("", "Red", "Рэд", keys=(Key("Red", is_case_sensitive=False),), note="a\u00a0b")),
        ("ainiee-xlsx", Term("", "阿Q", "А-Кью", note="герой")),
        (
            "sillytavern",
            Term("", "修炼", "практика", keys=(Key("修炼", nearby=Nearby(("道",))),), sticky=2, note="герой"),
        ),
        (
            "tbx",
            Term(
                "", "阿Q", "А-Кью", sense="герой повести", aliases=("Акью",), forbidden=(Forbidden("А-Кю"),),
                keys=(Key("阿Q"), Key("阿桂", "orthographic")), gender="m", kind="person", note="н",
                example="А-Кью сел.",
            ),
        ),
        ("translatebooks-csv", Term("", "Muggle", "магл", keys=(Key("Muggle"), Key("Muggles")), gender="m")),
        ("omegat", Term("", "阿Q", "А-Кью", note="герой")),
    ],
)  # fmt: skip
def test_full_entry_of_a_format_loses_nothing(form: str, term: Term) -> None:
    written = write([term._replace(approval=APPROVED)], form)
    [found] = read(written.data, form).terms

    assert set() == lost(written) - ({"Muggle"} if form == "translatebooks-csv" else set())
    assert term.headword == found.headword
    keys = term.keys or (Key(term.headword),)
    if form != "translatebooks-csv":
        assert term._replace(keys=keys) == found._replace(line=0)


def test_every_loss_says_of_which_terms() -> None:
    term = Term(
        "", "黑衣人", "Незнакомец", sense="x", keys=(Key("黑衣人", boundary="segment"),), gender="hidden",
        gender_since=300, window=Window(0, 300), sticky=3, is_curated=True, never_varies=True, example="e",
        reading="r", origin="ja", declared=0.5, generated_by="m", sources=("note:a.md",), aliases=("Н",),
        forbidden=(Forbidden("Ч"),), note="n",
    )  # fmt: skip
    losses = write([term], "ainiee").losses

    assert {("黑衣人",)} == {loss.headwords for loss in losses}
    assert 17 == len(losses)
