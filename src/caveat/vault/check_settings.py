"""What ``caveat.toml`` says of the number gate: ``[check]`` and ``[[check.waiver]]``."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from caveat.model.facts import GATED, Waiver
from caveat.model.quantities import QuantityKind
from caveat.vault import checks
from caveat.vault.checks import Check, Refused

LANGUAGES = ("en", "ru", "de", "fr", "zh", "ja", "ko")
KINDS: tuple[QuantityKind, ...] = ("money", "percent", "pp", "multiplier", "fraction", "number")
MOST_PATTERNS = 100
"""Most globs of facts notes (our choice)."""


class CheckSettings(NamedTuple):
    """
    How drafts of this vault are checked.

    Attributes:
        facts: Globs of the notes whose tables and lists are facts.
        kinds: Kinds of numbers that are judged.
        language: Of drafts and facts that do not say theirs; empty = their words tell.
        dollar: Currency of a bare ``$``.
        yen: Currency of a bare ``¥``; empty = Japanese and Chinese texts say.
        cents: Currency that cents are of; empty = German and French ones are EUR, others of *dollar*.
        max_chance: Chance of an invented number above which it is a finding; None = never.
        waivers: Words that may be published although no fact holds their number.
    """

    facts: tuple[str, ...] = ()
    kinds: tuple[QuantityKind, ...] = GATED
    language: str = ""
    dollar: str = "USD"
    yen: str = ""
    cents: str = ""
    max_chance: float | None = None
    waivers: tuple[Waiver, ...] = ()


def _currency(value: object) -> str:
    code = checks.line_of_text(value)
    if len(code) != 3 or not code.isascii() or not code.isalpha() or not code.isupper():
        raise Refused(f"must be a currency code of three capitals (USD), not {checks.shown(value)}")
    return code


def _globs(value: object) -> tuple[str, ...]:
    given = [value] if isinstance(value, str) else value
    if not isinstance(given, list):
        raise Refused(f"must be a list of globs, not {checks.shown(value)}")
    if not given:
        raise Refused("must not be empty: name a note, or leave the key out")
    if len(given) > MOST_PATTERNS:
        raise Refused(f"has {len(given):,} globs, at most {MOST_PATTERNS} are read")
    return tuple(checks.glob(one) for one in given)


def _kinds(value: object) -> tuple[QuantityKind, ...]:
    if not isinstance(value, list):
        raise Refused(f"must be a list of {', '.join(KINDS)}, not {checks.shown(value)}")
    if not value:
        raise Refused(f"must not be empty: name some of {', '.join(KINDS)}, or leave the key out")
    known = checks.choice(KINDS)
    return tuple(dict.fromkeys(known(one) for one in value))


def _dollar(value: object) -> str:
    return "" if value == "" else _currency(value)


CHECK_KEYS: Mapping[str, Check] = {
    "facts": _globs,
    "kinds": _kinds,
    "language": checks.choice(LANGUAGES),
    "dollar": _dollar,
    "yen": _currency,
    "cents": _currency,
    "max_chance": checks.number(0, 1),
}
"""Keys of ``[check]``."""

WAIVER_KEYS: Mapping[str, Check] = {
    "draft": checks.glob,
    "words": checks.line_of_text,
    "reason": checks.line_of_text,
    "who": checks.line_of_text,
}
"""Keys of ``[[check.waiver]]``; all but ``draft`` are needed."""


def waiver(said: Mapping[str, Any]) -> Waiver:
    """The waiver that one ``[[check.waiver]]`` states."""
    return Waiver(said["words"], said.get("draft", ""), said["reason"], said["who"], "caveat.toml")
