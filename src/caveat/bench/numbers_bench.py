"""
Are the numbers of a text read right? Vectors with the expected quantities, and the specs of Recognizers-Text.

A case is right when the multiset of value, unit and kind is exactly the expected one. Beside that, every run
of digits has to be a quantity, noise with a name, or *unclassified*: what is none of these was missed in
silence.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal, InvalidOperation
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from caveat.bench.inputs import LIST, TEXT, Place, member, read_json, read_json_lines
from caveat.bench.script import values
from caveat.bench.tables_currency_names import CENTS, CURRENCIES, MINOR
from caveat.model.errors import InputError
from caveat.model.quantities import Extraction
from caveat.model.visible import TextFormat, Visible
from caveat.text.numbers import Setting, extract, key
from caveat.text.numbers_passage import digit_runs
from caveat.text.visible import visible

OWN = "numbers.jsonl"
"""The vectors that come with caveat."""

SPECS = {"en": "English", "de": "German", "fr": "French"}
"""Languages of the specs that are measured, with the beginning of their files' names."""

Said = Counter[tuple[Decimal, str, str]]
"""What a text states: value, unit and kind, each as often as it stands there."""

_FORMATS: dict[str, TextFormat] = {"text": "text", "md": "markdown", "html": "html"}
_GATED = ("money", "percent", "pp", "multiplier")


class Miss(NamedTuple):
    """A case that was not read as expected, each side as one line."""

    name: str
    text: str
    expected: str
    found: str


class Tally(NamedTuple):
    """
    How a set of cases fared.

    Attributes:
        right: Cases that were read right, by tier (of a spec: by language).
        total: Cases, likewise.
        misses: The others, in the order of the file.
        script: Cases in which the script's set of amounts is the expected one.
        runs: Runs of digits in all texts.
        silent: Those that are neither a quantity nor noise.
    """

    right: Counter[str]
    total: Counter[str]
    misses: tuple[Miss, ...]
    script: int
    runs: int
    silent: int

    def share(self, tier: str) -> float | None:
        """Share of the cases of *tier* that were read right; None without any."""
        return self.right[tier] / self.total[tier] if self.total[tier] else None


class _Case(NamedTuple):
    """A text with the values, units and kinds that it states; a unit of ``?`` is any currency."""

    name: str
    tier: str
    text: str
    format: TextFormat
    language: str
    expected: Said
    kinds: tuple[str, ...] = ()


def measure_vectors(path: Path | None = None) -> Tally:
    """
    How the extractor reads the vectors at *path*; None = those that come with caveat.

    Raises:
        InputError: The file cannot be read or has another format.
    """
    if path is None:
        path = Path(str(files("caveat.bench") / OWN))
    return _measured(_vector(place, item) for place, item in read_json_lines(path))


def measure_specs(paths: dict[str, Path], kind: str) -> Tally:
    """
    How the extractor reads the specs at *paths*, by language.

    Args:
        paths: A file of each language.
        kind: ``currency`` or ``percent``.

    Raises:
        InputError: A file cannot be read or has another format.
    """
    return _measured(
        case
        for language, path in paths.items()
        for case in _specs(path, language, is_money=kind == "currency")
    )


def _measured(cases: Iterable[_Case]) -> Tally:
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    misses: list[Miss] = []
    script = runs = silent = 0
    for case in cases:
        text = visible(case.text, case.format)
        found = extract(text, Setting(case.language))
        said: Said = Counter(key(one) for one in found.quantities if not case.kinds or one.kind in case.kinds)
        is_right = _is_same(case.expected, said)
        total[case.tier] += 1
        right[case.tier] += is_right
        if not is_right:
            misses.append(Miss(case.name, case.text, _line(case.expected), _line(said)))
        wanted = {float(value) for value, _, kind in case.expected if kind in _GATED}
        script += wanted == values(case.text)
        lost = _silent(text, found)
        runs, silent = runs + lost[1], silent + lost[0]
    if not total:
        raise InputError("there is no case to measure")
    return Tally(right, total, tuple(misses), script, runs, silent)


def _silent(text: Visible, found: Extraction) -> tuple[int, int]:
    """How many runs of digits lie in nothing, and of how many."""
    covered = bytearray(len(text.text))
    spans = [(one.start, one.end) for one in found.quantities]
    for start, end in [*spans, *((one.start, one.end) for one in found.noise)]:
        covered[start:end] = b"\1" * (end - start)
    runs = digit_runs(text.text)
    return sum(0 in covered[start:end] for start, end in runs), len(runs)


def _is_same(expected: Said, said: Said) -> bool:
    if expected == said:
        return True
    # Where the expectation names no currency, any will do.
    loose = Counter((value, kind) for value, unit, kind in expected.elements() if unit == "?")
    strict = Counter(item for item in expected.elements() if item[1] != "?")
    rest = said - strict
    return not strict - said and loose == Counter((value, kind) for value, _, kind in rest.elements())


def _line(found: Said) -> str:
    return ", ".join(f"{value} {unit or kind}" for value, unit, kind in found.elements()) or "nothing"


def _vector(place: Place, item: Any) -> _Case:
    form = member(item, "format", TEXT, place)
    if form not in _FORMATS:
        raise InputError(f"{place}: 'format' is {form!r}: one of {', '.join(_FORMATS)}")
    expected: Said = Counter()
    for number, one in enumerate(member(item, "expect", LIST, place), 1):
        here = place.at(f"expectation {number}")
        value = _decimal(member(one, "value", TEXT, here))
        if value is None:
            raise InputError(f"{here}: 'value' is {one['value']!r}, no number")
        expected[value, member(one, "unit", TEXT, here), member(one, "kind", TEXT, here)] += 1
    return _Case(
        str(item.get("id") or place.spot),
        str(item.get("tier") or "basic"),
        member(item, "text", TEXT, place),
        _FORMATS[form],
        str(item.get("lang") or ""),
        expected,
    )


def _specs(path: Path, language: str, *, is_money: bool) -> Iterable[_Case]:
    for number, item in enumerate(read_json(path), 1):
        place = Place(path, f"case {number}")
        text = member(item, "Input", TEXT, place)
        expected: Said = Counter()
        for one in member(item, "Results", LIST, place):
            said = _expected(one.get("Resolution") or {}, language, is_money=is_money)
            if said is not None:
                expected[said] += 1
        kinds = ("money",) if is_money else ("percent", "pp")
        yield _Case(f"{path.name}:{number}", language, text, "text", language, expected, kinds)


def _expected(
    resolution: dict[str, Any], language: str, *, is_money: bool
) -> tuple[Decimal, str, str] | None:
    """What a spec's resolution is as value, unit and kind; None for a unit without a number."""
    written = str(resolution.get("value") or "").replace(" ", "").removesuffix("%")
    value = _decimal(written.replace(",", ".") if language != "en" else written.replace(",", ""))
    if value is None:
        return None
    if not is_money:
        return value, "%", "percent"
    name = str(resolution.get("unit") or "").lower()
    if name in MINOR:
        return value / 100, MINOR[name] or CENTS[language], "money"
    return value, resolution.get("isoCurrency") or CURRENCIES.get(name, "?"), "money"


def _decimal(written: str) -> Decimal | None:
    try:
        value = Decimal(written)
    except InvalidOperation:
        return None
    return value if value.is_finite() else None


def lines(misses: Sequence[Miss]) -> Iterable[str]:
    """Each miss as a reader sees it."""
    for miss in misses:
        text = " ".join(miss.text.split())
        yield f"{miss.name}: {text if len(text) <= 160 else text[:159] + '…'}"
        yield f"    expected {miss.expected}; found {miss.found}"
