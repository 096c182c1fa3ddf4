"""What the words beside a quantity make of it: about, at least, at most."""

from functools import cache

from caveat.model.quantities import Modifier
from caveat.text import tables_number_noise as tables
from caveat.text.numbers_amounts import Amount
from caveat.text.numbers_units import Place
from caveat.text.patterns import regex

_LAST_WORDS = regex(r"[^\s,;:()]+")
_CHANGED = regex(rf"(?<!\w)(?:{tables.CHANGES})")
_BOUNDS_OF_CHANGE = frozenset("до bis à from от ab".split())
_SKIPPED = frozenset("the a an to of by rund je".split())
_STARTS_CHANGE = regex(r"[ \u00a0](?:to|до|по|à|bis)(?: |$)")
_EAST_BEFORE = tuple(sorted(tables.EAST_ASIAN_BEFORE, key=len, reverse=True))
_EAST_AFTER = tuple(sorted(tables.EAST_ASIAN_AFTER, key=len, reverse=True))


@cache
def _before() -> dict[str, Modifier]:
    found: dict[str, Modifier] = {}
    groups: tuple[tuple[Modifier, frozenset[str]], ...] = (
        ("approx", tables.APPROX),
        ("min", tables.MINIMUM),
        ("max", tables.MAXIMUM),
    )
    for modifier, phrases in groups:
        found.update((phrase.strip(), modifier) for phrase in phrases if phrase.strip())
    return found


@cache
def _last_words() -> frozenset[str]:
    return frozenset(phrase.rpartition(" ")[2] for phrase in _before())


def modifier_of(place: Place, amount: Amount, bound: int, limit: int) -> Modifier:
    """
    What stands around *amount* says: ``approx``, ``min``, ``max`` or nothing.

    Args:
        place: Where.
        amount: The number and its unit.
        bound: End of the number before; nothing before it is looked at.
        limit: Begin of the number behind; nothing from there on is looked at.
    """
    low = place.passage.low
    window = low[max(bound, amount.start - 40) : amount.start].rstrip(" \u00a0\n")
    after = low[amount.end : min(limit, amount.end + 24)]
    if not window and not after:
        return ""
    if amount.range_end != "hi" and window:
        found = (
            ""
            if _STARTS_CHANGE.match(after)
            else _word_before(window, is_behind_number=bound > 0) or _east_asian_before(window)
        )
        if found:
            return found
    is_multiplier = amount.unit is not None and amount.unit.kind == "multiplier"
    return ("" if is_multiplier else _behind(after)) or amount.modifier


def _word_before(window: str, *, is_behind_number: bool) -> Modifier:
    if window[-1] in "~≈≃≅":
        return "approx"
    if window[-1] in "≥>":
        return "min"
    if window[-1] in "≤<":
        return "max"
    if window.endswith((">=", "<=")):
        return "min" if window[-2] == ">" else "max"
    words = _LAST_WORDS.findall(window.rstrip("."))[-5:]
    if is_behind_number and len(words) == 1 and window.lstrip() == words[0] and words[0] in _BOUNDS_OF_CHANGE:
        return ""
    if window[-1] in ",;:()" or not words:
        return ""
    if words[-1] in ("the", "a", "an") and len(words) > 1:
        words.pop()
    if words[-1] not in _last_words():
        return ""
    known = _before()
    for size in (4, 3, 2, 1):
        modifier = known.get(" ".join(words[-size:])) if size <= len(words) else None
        if modifier:
            is_result = words[-1] in _BOUNDS_OF_CHANGE and len(words) > size
            return "" if is_result and any(map(_CHANGED.match, words[:-size])) else modifier
    return ""


def _east_asian_before(window: str) -> Modifier:
    if window[-1] < "\u2e80":
        return ""
    for word in _EAST_BEFORE:
        if window.endswith(word):
            return tables.EAST_ASIAN_BEFORE[word]  # type: ignore[return-value]
    return ""


def _behind(after: str) -> Modifier:
    if not after:
        return ""
    if after[0] == "+" and not (after[1:2].isalnum() or after[1:2] == "/"):
        return "min"
    bare = after.lstrip(" \u00a0\n(-")
    if not bare.strip() or bare[0] in ".,;:":
        return ""
    if bare[0] >= "\u2e80":
        for word in _EAST_AFTER:
            if bare.startswith(word):
                return tables.EAST_ASIAN_AFTER[word]  # type: ignore[return-value]
        return ""
    words = bare.split(None, 2)[:2]
    both, first = " ".join(words).rstrip(".,;:)"), words[0].rstrip(".,;:)")
    return tables.AFTER.get(both) or tables.AFTER.get(first, "")  # type: ignore[return-value]
