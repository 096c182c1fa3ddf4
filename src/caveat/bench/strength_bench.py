"""
How strong is a green light? Invented numbers, swapped ones and other notations, against facts files of any
size.

The facts are a made-up price list: so many subjects, each with some attributes, every price with two digits
that count. The draft states twenty of them. What a model invents is drawn as the prices are.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from caveat.bench.gate_bench import ATTRIBUTE, SCRIPT, SUBJECT, VALUE, WAYS
from caveat.bench.script import values
from caveat.judge.book import Book
from caveat.judge.strength import Mutant, mutants
from caveat.model.facts import Fact
from caveat.ops.check_draft import Gate, Read, read_draft
from caveat.ops.check_strength import strength
from caveat.text.numbers import Setting
from caveat.vault.check_settings import CheckSettings
from caveat.vault.facts import facts_note

SIZES = (5, 20, 50, 100, 300, 1000)
"""Facts in a file, as many as are measured."""

DRAWS = 20
"""Times that every number of the draft is invented anew; our choice."""

SENTENCES = 20
"""Prices that the draft states, at most."""

_ATTRIBUTES = ("input", "output", "cache", "batch", "training")
_HEADS = (
    "Alba Bero Cora Dalo Elva Fino Gira Hesta Ivo Jura Kelo Luma Mira Nero Opal Pina Quila Rona Sila Tavo"
).split()
_TAILS = "din mar tex vin lor sen gal nix".split()


class Passed(NamedTuple):
    """Share of the invented numbers that pass, in ``[0, 1]``, by way."""

    size: int
    shares: dict[str, float]
    told: float


class Classes(NamedTuple):
    """
    Mutants of a draft whose numbers all name their subject.

    Attributes:
        swaps: Caught and tried, by way.
        formats: Right numbers in another notation that pass, and tried, by way.
    """

    swaps: dict[str, tuple[int, int]]
    formats: dict[str, tuple[int, int]]


class _List(NamedTuple):
    """A price list, a draft of it, and the prices that the draft states, in its order."""

    facts: tuple[Fact, ...]
    draft: str
    stated: tuple[str, ...]


def measure_chance(sizes: Sequence[int] = SIZES, *, seed: int = 1, draws: int = DRAWS) -> list[Passed]:
    """
    How many invented numbers pass, by the size of the facts file.

    Args:
        sizes: Facts in a file, each ``>= 1``.
        seed: Of every draw.
        draws: Times that each number is invented.

    Returns:
        For each size the share that passes in every way, and what the report of a check says of it.
    """
    found = []
    for size in sizes:
        chance = random.Random(f"{seed}/{size}")
        prices = _price_list(size, chance)
        passed = dict.fromkeys(WAYS, 0)
        for _ in range(draws):
            invented = [_other(price, chance) for price in prices.stated]
            for way, count in _passed(prices, _with(prices.draft, prices.stated, invented), invented).items():
                passed[way] += count
        total = draws * len(prices.stated)
        found.append(Passed(size, {way: count / total for way, count in passed.items()}, _told(prices)))
    return found


def measure_classes(size: int = 100, *, seed: int = 1) -> Classes:
    """How many swaps are caught, and how many right numbers in other notations pass, at *size* facts."""
    prices = _price_list(size, random.Random(f"{seed}/{size}"))
    swaps: dict[str, tuple[int, int]] = {}
    formats: dict[str, tuple[int, int]] = {}
    for way, gate in _gates(prices.facts).items():
        found = {one.kind: one for one in strength(read_draft(prices.draft, "text", gate), gate).classes}
        swaps[way] = (found["swap"].right, found["swap"].tried)
        formats[way] = (found["format"].right, found["format"].tried)
    known = values("\n".join(fact.words for fact in prices.facts))
    every = list(_mutants(prices))
    swaps[SCRIPT] = _counted(every, "swap", lambda text: not values(text) <= known)
    formats[SCRIPT] = _counted(every, "format", lambda text: bool(values(text)) and values(text) <= known)
    return Classes(swaps, formats)


def _counted(every: Sequence[Mutant], kind: str, is_right: Callable[[str], bool]) -> tuple[int, int]:
    own = [mutant for mutant in every if mutant.kind == kind]
    return sum(is_right(mutant.text) for mutant in own), len(own)


def _mutants(prices: _List) -> Iterator[Mutant]:
    gate = _gates(prices.facts)[ATTRIBUTE]
    read = read_draft(prices.draft, "text", gate)
    for case in read.judged.cases:
        words = read.text.text[case.quantity.start : case.quantity.end]
        yield from mutants(case, words, gate.book, is_russian=False).mutants


def _told(prices: _List) -> float:
    from caveat.judge.twins import chance

    gate = _gates(prices.facts)[ATTRIBUTE]
    return chance(read_draft(prices.draft, "text", gate).judged.cases, gate.book) or 0.0


def _passed(prices: _List, draft: str, invented: Sequence[str]) -> dict[str, int]:
    """How many of the invented numbers of *draft* pass, by way."""
    known = values("\n".join(fact.words for fact in prices.facts))
    found = {SCRIPT: sum(values(price) <= known for price in invented)}
    for way, gate in _gates(prices.facts).items():
        read: Read = read_draft(draft, "text", gate)
        found[way] = sum(verdict.decision == "CONFIRMED" for verdict in read.judged.verdicts)
    return found


def _gates(facts: Sequence[Fact]) -> dict[str, Gate]:
    whole = Book(facts)
    plain = Book([fact._replace(attributes=()) for fact in facts])
    settings, setting = CheckSettings(), Setting("en")
    return {
        VALUE: Gate(whole, settings, setting, is_value_only=True),
        SUBJECT: Gate(plain, settings, setting),
        ATTRIBUTE: Gate(whole, settings, setting),
    }


def _price_list(size: int, chance: random.Random) -> _List:
    """A list of *size* prices as a facts note, and a draft that states some of them."""
    names = [head + tail for tail in _TAILS for head in _HEADS]
    extra = [f"{one}{other.lower()}" for one in _HEADS for other in names]
    rows, sentences, stated = ["| id | subject | attribute | value |", "|---|---|---|---|"], [], []
    chosen = set(chance.sample(range(size), min(size, SENTENCES)))
    for number in range(size):
        subject = (names + extra)[number // len(_ATTRIBUTES)]
        attribute, price = _ATTRIBUTES[number % len(_ATTRIBUTES)], _price(chance)
        rows.append(f"| f{number} | {subject} | {attribute} | {price} |")
        if number in chosen:
            sentences.append(f"The {attribute} of {subject} costs {price} now.")
            stated.append(price)
    facts = facts_note("prices.md", "\n".join(rows) + "\n", Setting("en")).facts
    return _List(facts, "\n\n".join(sentences) + "\n", tuple(stated))


def _price(chance: random.Random) -> str:
    """A price with two digits that count: $0.25, $4.70, $83, $450."""
    value = Decimal(chance.randint(10, 99)).scaleb(chance.randint(-2, 1))
    return f"${value:.2f}" if value < 10 else f"${value:.0f}"


def _other(price: str, chance: random.Random) -> str:
    while (found := _price(chance)) == price:
        pass
    return found


def _with(draft: str, stated: Sequence[str], invented: Sequence[str]) -> str:
    pieces, at = [], 0
    for old, new in zip(stated, invented, strict=True):
        start = draft.index(old, at)
        pieces += [draft[at:start], new]
        at = start + len(old)
    return "".join(pieces) + draft[at:]
