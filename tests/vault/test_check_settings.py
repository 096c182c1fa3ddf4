"""What caveat.toml says of the number gate."""

import pytest

from caveat.model.errors import ConfigError
from caveat.vault.check_settings import CheckSettings
from caveat.vault.config import parse


def said(text: str) -> CheckSettings | None:
    return parse(text.encode()).check


def test_nothing_said_is_none() -> None:
    assert said('name = "x"') is None


def test_everything_can_be_said() -> None:
    found = said(
        '[check]\nfacts = ["facts/*.md", "prices.md"]\nkinds = ["money", "number"]\nlanguage = "ru"\n'
        'dollar = "CAD"\nyen = "JPY"\ncents = "EUR"\nmax_chance = 0.05\n'
        '[[check.waiver]]\ndraft = "drafts/*.md"\nwords = "a $5 market"\nreason = "a guess"\nwho = "Mara"\n'
    )

    assert found is not None
    assert (("facts/*.md", "prices.md"), ("money", "number"), "ru", "CAD", "JPY", "EUR", 0.05) == found[:7]
    assert [("a $5 market", "drafts/*.md", "a guess", "Mara")] == [one[:4] for one in found.waivers]


def test_one_glob_may_stand_alone_and_a_dollar_may_stay_open() -> None:
    found = said('[check]\nfacts = "facts/*.md"\ndollar = ""\n')

    assert found is not None
    assert (("facts/*.md",), "") == (found.facts, found.dollar)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("check = 5", "must be a table"),
        ("[check]\nfact = []", "did you mean 'facts'"),
        ("[check]\nfacts = []", "'facts' must not be empty"),
        ("[check]\nkinds = []", "'kinds' must not be empty"),
        ("[check]\nfacts = 5", "list of globs"),
        ('[check]\nkinds = ["cash"]', "must be one of"),
        ('[check]\nlanguage = "xx"', "must be one of"),
        ('[check]\ndollar = "usd"', "currency code"),
        ("[check]\nmax_chance = 2", "must lie"),
        ('[[check.waiver]]\nwords = "x"', "number 1 has no reason and no who"),
        ('[[check.waiver]]\nwords = "x"\nreason = "y"\nwho = ""', "must not be empty"),
        ('[check]\nwaiver = "x"', "[[check.waiver]]"),
    ],
)
def test_what_cannot_be_used_is_refused_by_name(text: str, word: str) -> None:
    with pytest.raises(ConfigError) as refused:
        parse(text.encode())

    assert word in str(refused.value)
