"""Snippets: one line of prose around the match."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.text.snippet import lighten, snippet
from caveat.text.tokenize import query

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
