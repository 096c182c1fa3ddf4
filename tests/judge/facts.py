"""Facts and drafts in a few words, for the tests of the number gate."""

from decimal import Decimal

from caveat.judge.book import Book
from caveat.judge.numbers import judge
from caveat.model.facts import GATED, Fact, Leeway, Verdict
from caveat.model.quantities import QuantityKind
from caveat.model.visible import TextFormat
from caveat.text.numbers import Setting, extract
from caveat.text.visible import visible

UNITS: dict[str, tuple[QuantityKind, str]] = {
    "$": ("money", "USD"),
    "€": ("money", "EUR"),
    "%": ("percent", "%"),
    "pp": ("pp", "pp"),
    "x": ("multiplier", "x"),
    "": ("number", ""),
}


PLAIN = Leeway()


def fact(
    id: str, subject: str, attribute: str, value: str, unit: str = "$", *, leeway: Leeway = PLAIN
) -> Fact:
    """A fact: names parted by ``;``, its step that of the last written place."""
    kind, code = UNITS[unit]
    number = Decimal(value)
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int)
    return Fact(
        id,
        tuple(filter(None, subject.split(";"))),
        tuple(filter(None, attribute.split(";"))),
        number,
        code,
        kind,
        step=Decimal(1).scaleb(min(exponent, 0)),
        words=value + unit,
        leeway=leeway,
        path="facts.md",
        line=1,
    )


PRICES = (
    fact("alpha.in", "Alpha;Альфа", "input;вход", "3"),
    fact("alpha.out", "Alpha;Альфа", "output;выход", "15"),
    fact("mini.in", "Alpha mini;Альфа мини", "input;вход", "0.20"),
    fact("mini.out", "Alpha mini;Альфа мини", "output;выход", "1.20"),
    fact("beta.in", "Beta;Бета", "input;вход", "2"),
    fact("beta.out", "Beta;Бета", "output;выход", "12"),
    fact("cut", "Alpha;Альфа", "price cut;снижение", "20", "%"),
    fact("ratio", "Alpha vs Beta", "price ratio", "1.25", "x"),
)


def verdicts(
    draft: str,
    facts: tuple[Fact, ...] = PRICES,
    *,
    form: TextFormat = "markdown",
    language: str = "",
    kinds: tuple[QuantityKind, ...] = GATED,
    value_only: bool = False,
    nouns: frozenset[str] = frozenset(),
) -> list[Verdict]:
    """The verdicts on a draft."""
    text = visible(draft, form)
    extraction = extract(text, Setting(language, nouns=nouns))
    return list(judge(text, extraction, Book(facts), kinds=kinds, is_value_only=value_only).verdicts)


def reasons(draft: str, facts: tuple[Fact, ...] = PRICES, **options: object) -> list[str]:
    """The reason of each verdict, in order."""
    return [one.reason for one in verdicts(draft, facts, **options)]  # type: ignore[arg-type]
