"""Snippets: one line of prose around the match."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.text import snippet as module
from caveat.text.snippet import lighten, snippet
from caveat.text.tokenize import located, query

FILLER = "Nothing of interest is said in this sentence, which only takes room. "


@pytest.mark.parametrize(
    ("markdown", "prose"),
    [
        ("# Lease\n\n- [ ] **pay** the _rent_", "Lease pay the rent"),
        ("see [[Flat 7|the flat]] and [[Call#Notes]]", "see the flat and Call#Notes"),
        ('a [site](https://x.org/a_(b) "title") here', "a site here"),
        ("![[scan.png]] text ![alt](a.png) more", "text more"),
        ("| who | what |\n|-----|:---:|\n| Ada | rent |", "who what Ada rent"),
        ("2 * 3, `vault_indexer.py`, a - b", "2 * 3, vault_indexer.py, a - b"),
        ("> quoted\n> ~~gone~~ ==marked==", "quoted gone marked"),
        ("", ""),
    ],
)
def test_markdown_is_lightened_to_prose(markdown: str, prose: str) -> None:

    assert prose == lighten(markdown)


def test_the_snippet_shows_where_most_terms_stand_together() -> None:
    text = "The lease began. " + FILLER * 10 + "Ada's leases end in May. " + FILLER * 10

    line = snippet(text, query("when does the lease of Ada end", ["en"]), "en", width=80)

    assert "Ada's leases end in May." in line
    assert line.startswith("…")
    assert line.endswith("…")
    assert len(line) <= 80


def test_cuts_fall_between_words() -> None:
    text = FILLER * 5 + "Here stands a zebra among others. " + FILLER * 5

    line = snippet(text, query("zebra", ["en"]), "en", width=70)

    assert set(line.strip("…").split()) <= set(text.split())


def test_an_inflected_word_is_found_in_its_other_form() -> None:
    text = "Вступление. " * 40 + "Условия договора аренды указаны ниже. " + "Заключение. " * 40

    assert "договора аренды" in snippet(text, query("договор аренда", [""]), "", width=80)


@pytest.mark.parametrize("asked", ["リンゴ", "朝", "ﾘﾝｺﾞ"])
def test_text_without_blanks_is_cut_around_the_match(asked: str) -> None:
    text = "あ" * 300 + "毎朝リンゴを食べます" + "い" * 300

    line = snippet(text, query(asked, [""]), "", width=40)

    assert "朝リンゴ" in line
    assert 40 == len(line)


def test_without_a_match_the_beginning_is_shown() -> None:
    line = snippet("Start here. " + FILLER * 9, query("zebra", ["en"]), "en", width=60)

    assert line.startswith("Start here.")
    assert line.endswith("…")


def test_a_short_text_is_shown_whole() -> None:

    assert "Rent is due." == snippet("Rent  is\ndue.", query("rent", ["en"]), "en")


@settings(max_examples=200)
@given(st.text(max_size=120), st.text(max_size=20), st.integers(0, 60))
def test_any_text_gives_one_line_of_the_width(text: str, asked: str, width: int) -> None:
    line = snippet(text, query(asked, ["en"]), "en", width=width)

    assert len(line) <= max(width, 16)
    assert line == " ".join(line.split())


@pytest.mark.parametrize(
    "piece", ["[", "[[", "![[", "**", "| ", "a ", "あ", '[a](b "', "e\u0301", "_a", " ", "(["]
)
def test_a_hostile_line_takes_linear_time(piece: str) -> None:
    began = time.perf_counter()

    snippet(piece * (200_000 // len(piece)), query("lease", ["en"]), "en")

    assert time.perf_counter() - began < 5


WORDS = (
    "lease leases e-mail X-ray don't Ada's 1,250.00 v1.2 C++ snake_case HTTPServer договора аренды ёлка 東京都"
    " 大阪 ﾘﾝｺﾞ リンゴ 朝 毎朝 ㈱ ™ naïve हिन्दी สวัสดี 한국어 😀 🇩🇪 a\u3099 ， 。 - é e\u0301"
).split(" ")


def every_match(prose: str, asked: str) -> list[tuple[int, int, int]]:
    """The places that match, from every token of the prose."""
    terms = query(asked, ["en", "de"]).terms
    found = []
    for start, end, token in located(prose, "en"):
        exact = [n for n, term in enumerate(terms) if token in term.alternatives]
        begun = [n for n, term in enumerate(terms) if term.is_prefix and token.startswith(term.alternatives)]
        found += [(start, end, number) for number in (exact or begun)[:1]]
    return found


@settings(max_examples=300)
@given(
    st.lists(st.sampled_from(WORDS) | st.text(max_size=3), max_size=20),
    st.sampled_from(["", " ", "，", "-"]),
    st.sampled_from(WORDS) | st.text(max_size=4),
    st.sampled_from([1, 9]),
)
def test_places_are_those_of_all_tokens(words: list[str], between: str, asked: str, times: int) -> None:
    prose = " ".join((between.join(words) * times).split())

    assert every_match(prose, asked) == list(module._matches(prose, query(asked, ["en", "de"]), "en"))


def test_what_is_remembered_of_words_may_be_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_REMEMBERED", 3)
    texts = [FILLER * 3 + f"The lease of {name} ends. " + FILLER * 3 for name in ("Ada", "Bob", "Cid")]

    lines = [snippet(text, query("lease", ["en"]), "en", width=60) for text in texts * 2]

    assert all(re.search("lease of (Ada|Bob|Cid)", line) for line in lines)
