"""Units by their names: what a word, a sign or a code beside a number makes of it."""

from decimal import Decimal
from functools import cache, lru_cache
from typing import NamedTuple

from caveat.model.quantities import QuantityKind
from caveat.text import tables_number_units as tables
from caveat.text.numbers_fold import Passage
from caveat.text.patterns import regex
from caveat.text.tables_currency import CODES, NAMES

GAP = regex(r"[ \u00a0\n\x1e]{0,3}")
"""What may stand between a number and its unit."""

LONGEST_EAST_ASIAN = 12
"""Characters of a unit in a script without blanks."""

WORD = regex(r"[^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿]{1,40}")
"""Letters that belong together, as far as a name of a unit may go."""

_BETWEEN = regex(r"\.?[ \u00a0\n]{1,2}|\.?-|\.|'")


class Setting(NamedTuple):
    """
    What a document means where its text does not say.

    Attributes:
        language: ``en ru de fr zh ja ko``, of blocks that name none; ``""`` = look at the words.
        dollar: Code of a bare ``$`` and of *dollars*; ``""`` leaves it undecided, unit ``$``.
        yen: Code of ``¥``; ``""`` takes JPY in Japanese and CNY in Chinese, else undecided, unit ``¥``.
        cents: Code of the currency that cents are of; ``""`` takes EUR in German and French, else *dollar*.
        nouns: Words, folded to lower case, beside which a number word counts too (twelve *rebounds*): the
            attribute words of the facts.
        has_bare_words: A number word counts beside anything, and alone.
    """

    language: str = ""
    dollar: str = "USD"
    yen: str = ""
    cents: str = ""
    nouns: frozenset[str] = frozenset()
    has_bare_words: bool = False


class Unit(NamedTuple):
    """
    A unit as written.

    Attributes:
        kind: Of the quantity that it makes.
        code: As in `Quantity`.
        factor: What one of it is in the major unit.
        is_assumed: The setting decided which currency.
        is_minor: A cent, kopeck, pence …
    """

    kind: QuantityKind
    code: str
    factor: Decimal = Decimal(1)
    is_assumed: bool = False
    is_minor: bool = False


class Found(NamedTuple):
    """
    What stands beside a number.

    Attributes:
        unit: None when there is a scale only.
        scale: What the number is multiplied by.
        at: One past the last character on the right, the first on the left.
        is_glued: Nothing stands between.
        more: What *scale* is multiplied by in another reading of the scale word; 1 = it reads one way.
    """

    unit: Unit | None
    scale: Decimal
    at: int
    is_glued: bool = False
    more: Decimal = Decimal(1)


class Place(NamedTuple):
    """Where the extractor reads: a passage, its language, and the document's setting."""

    passage: Passage
    language: str
    setting: Setting


@lru_cache(maxsize=1024)
def _fixed(spec: str, is_assumed: bool) -> Unit | None:
    """The unit of a *spec* that no setting decides; None for the others."""
    multiple, _, name = spec.rpartition("*")
    code, _, share = name.partition("/")
    factor = Decimal(multiple or 1) / Decimal(share or 1)
    if code in ("%", "pp", "x"):
        return Unit("percent" if code == "%" else "pp" if code == "pp" else "multiplier", code, factor)
    if code in ("$", "¢", "¥"):
        return None
    return Unit("money", code, factor, is_assumed or code == "kr", bool(share))


def unit_of(spec: str, place: Place, *, is_assumed: bool = False) -> Unit:
    """The unit that a table's *spec* names (``RUB/100``, ``%/10``, ``$``), under the setting."""
    fixed = _fixed(spec, is_assumed)
    if fixed is not None:
        return fixed
    setting = place.setting
    if spec == "$":
        return Unit("money", setting.dollar or "$", Decimal(1), True)
    if spec == "¢":
        euro = "EUR" if place.language in ("de", "fr") else setting.dollar or "$"
        return Unit("money", setting.cents or euro, Decimal("0.01"), True, True)
    by_language = {"ja": "JPY", "zh": "CNY"}.get(place.language, "¥")
    return Unit("money", setting.yen or by_language, Decimal(1), True)


def phrase_at(place: Place, at: int) -> tuple[Unit, int] | None:
    """The longest unit in words at *at*, with its end."""
    low = place.passage.low
    first = WORD.match(low, at)
    if first is None or (first[0] not in _first_words() and not _is_russian_country(first[0])):
        return _code_at(place, at)
    words, ends = [first[0]], [first.end()]
    for _ in range(4):
        between = _BETWEEN.match(low, ends[-1])
        word = WORD.match(low, between.end()) if between else None
        if word is None:
            break
        words.append(word[0])
        ends.append(word.end())
    phrases = _phrases()
    for size in range(len(words), 0, -1):
        key = " ".join(words[:size])
        spec = phrases.get(key)
        if spec is not None and not low[ends[size - 1] : ends[size - 1] + 1].isdecimal():
            return unit_of(spec, place, is_assumed=key in tables.ASSUMED), ends[size - 1]
    return _russian_country(place, words, ends) or _code_at(place, at)


def _code_at(place: Place, at: int) -> tuple[Unit, int] | None:
    """An ISO 4217 code in capitals."""
    text = place.passage.text
    code = text[at : at + 3]
    if code not in CODES or text[at + 3 : at + 4].isalnum():
        return None
    if code in tables.RISKY_CODES and is_shouting(text, at):
        return None
    return Unit("money", code), at + 3


def is_shouting(text: str, at: int) -> bool:
    """Whether the words around *at* are all in capitals, where a code and a word look the same."""
    letters = [letter for letter in text[max(0, at - 30) : at + 30] if letter.isalpha()]
    return len(letters) > 6 and all(map(str.isupper, letters))


def _is_russian_country(word: str) -> bool:
    return (word[-2:] in _RUSSIAN_ADJECTIVES and word[:-2] in tables.RUSSIAN_COUNTRIES) or (
        word[-3:] in _RUSSIAN_ADJECTIVES and word[:-3] in tables.RUSSIAN_COUNTRIES
    )


_RUSSIAN_ADJECTIVES = frozenset("ий ого ому им ом ая ой ую ое ие их ими".split())


def _russian_country(place: Place, words: list[str], ends: list[int]) -> tuple[Unit, int] | None:
    if len(words) < 2:
        return None
    for cut in (2, 3):
        table = tables.RUSSIAN_COUNTRIES.get(words[0][:-cut])
        spec = _phrases().get(words[1])
        if table and spec and spec in table and words[0][-cut:] in _RUSSIAN_ADJECTIVES:
            return Unit("money", table[spec]), ends[1]
    return None


def east_asian_unit(place: Place, at: int, *, in_words: bool = False) -> tuple[Unit, int] | None:
    """The longest unit at *at* in a script without blanks; particles may stick to it."""
    text = place.passage.text
    table = _east_asian()
    window = text[at : at + LONGEST_EAST_ASIAN]
    for size in range(len(window), 0, -1):
        spec = table.get(window[:size])
        if spec is None or window.startswith(tables.EAST_ASIAN_TAILS.get(window[:size], ("\0",))):
            continue
        if in_words and window[:size] in _DIGITS_ONLY:
            return None
        return unit_of(spec, place), at + size
    return _counted_lump(place, at)


_DIGITS_ONLY = frozenset("角 프로 プロ".split())


_TENTH_OF_LUMP = regex(r"[一二三四五六七八九](?![\u4e00-\u9fff])|[一二三四五六七八九](?=[的钱錢左])")


def _counted_lump(place: Place, at: int) -> tuple[Unit, int] | None:
    """块 and 毛 are money when no noun follows that they could count."""
    text = place.passage.text
    if text[at] not in "块塊毛":
        return None
    after = text[at + 1 : at + 2]
    is_noun = "\u4e00" <= after <= "\u9fff" and after not in "左以多的就和起"
    if after and is_noun and not _TENTH_OF_LUMP.match(text, at + 1):
        return None
    return unit_of("CNY/10" if text[at] == "毛" else "CNY", place), at + 1


@cache
def _phrases() -> dict[str, str]:
    """Words of alphabetic scripts to unit."""
    found: dict[str, str] = {}
    for code, names in NAMES.items():
        found.update((name, code) for name in names.split("|") if name and name < "\u2e80")
    for spec, names in tables.PHRASES.items():
        found.update((name, spec) for name in names.split("|") if name < "\u2e80")
    for spec, rows in tables.DECLINED.items():
        for row in rows.split("|"):
            stem, _, endings = row.partition(":")
            bare = ("",) if endings.startswith(" ") or not endings else ()
            found.update((stem + ending.replace("*", " "), spec) for ending in (*endings.split(), *bare))
    for code in tables.ABBREVIATIONS:
        if len(code) >= 3 and code.isascii():
            found.setdefault(code, tables.ABBREVIATIONS[code])
    return found


@cache
def _first_words() -> frozenset[str]:
    return frozenset(phrase.partition(" ")[0] for phrase in _phrases())


@cache
def _east_asian() -> dict[str, str]:
    """Units in scripts without blanks."""
    found: dict[str, str] = {}
    for code, names in NAMES.items():
        found.update((name, code) for name in names.split("|") if name >= "\u2e80")
    for spec, names in tables.PHRASES.items():
        found.update((name, spec) for name in names.split("|") if name >= "\u2e80")
    return found
