"""A billion: nine noughts or twelve, as its neighbours and its language say; and what a guess may not decide."""

import pytest

from caveat.text.numbers import Setting, extract, extract_text, language_of
from caveat.text.visible import visible

MIXED = "USD 890,000,000; $890M; 0.89 billion dollars; 890 млн долларов; $890; $890 thousand"


def values(text: str, language: str = "") -> list[str]:
    """Every value, the other readings behind a stroke."""
    return [
        "/".join(str(value) for value, _ in ((one.value, one.step), *one.others))
        for one in extract_text(text, Setting(language)).quantities
    ]


def test_scale_words_of_a_mixed_line_keep_their_worth() -> None:
    assert ["890000000"] * 4 + ["890", "890000"] == values(MIXED)


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Il vaut 3 billions de dollars.", "fr", "3000000000000"),
        ("Il vaut 3 billions d'euros.", "", "3000000000000"),
        ("Il vaut six billions d'euros.", "fr", "6000000000000"),
        ("Sie kostet 1 Billion Euro.", "de", "1000000000000"),
        ("Sie kostet 2 Billionen Euro.", "de", "2000000000000"),
        ("It made 3 billion.", "en", "3000000000"),
        ("It made six billion dollars.", "en", "6000000000"),
        # English words in a text of another language.
        ("Elle gagne 0.89 billion dollars.", "fr", "890000000"),
        ("Elle gagne six billion dollars.", "fr", "6000000000"),
        ("Laut Bericht: 3 billion of revenue.", "de", "3000000000"),
        # A language that was only guessed does not outweigh a foreign notation.
        ("Les ventes de la société sont de $5 billion pour nous.", "", "5000000000/5000000000000"),
        ("Les ventes de la société sont de 5,5 billion pour nous.", "", "5500000000000"),
        ("3,2 billion", "", "3200000000/3200000000000"),
        ("$3.2 billion", "", "3200000000"),
        ("3.2 billion", "", "3200000000"),
    ],
)
def test_billion_is_worth_what_its_neighbours_say(text: str, language: str, expected: str) -> None:
    assert [expected] == values(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("plan m, 12 m, 890M, $5 d", ""),
        ("| m | price |", ""),
        ("Le prix de l'entrée est de 12 euros.", "fr"),
        ("The price of a seat is 12 dollars.", "en"),
    ],
)
def test_single_letters_are_no_words_of_a_language(text: str, language: str) -> None:
    assert language == language_of(text)


@pytest.mark.parametrize(
    ("head", "value"),
    [
        ("m", "15"),
        ("k", "15"),
        ("B", "15"),
        ("(m)", "15000000"),
        ("$m", "15000000"),
        ("in millions", "15000000"),
        ("Millions", "15000000"),
    ],
)
def test_a_letter_alone_in_a_head_scales_nothing(head: str, value: str) -> None:
    text = visible(f"| {head} | price |\n|---|---|\n| Alpha | $15 |\n", "markdown")

    assert [value] == [str(one.value) for one in extract(text, Setting("en")).quantities]
