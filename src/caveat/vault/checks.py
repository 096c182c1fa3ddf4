"""
Checks of values that a human wrote in a TOML file: each returns the value to use or refuses it in words.

A refusal ends a sentence that starts with the key: ``volatility`` *must be one of static, slow, fast*.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import Any

from caveat.vault.rules import compiled_glob

MAX_TEXT = 4_096
"""Longest text value in code points (our choice: the longest path of common systems)."""

SHOWN = 60
"""Characters of a refused text that a message repeats."""

_UNSEEN = re.compile("[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\U000e0000-\U000e007f]")

Check = Callable[[object], Any]
"""Returns the value to use, or raises `Refused`."""


class Refused(ValueError):
    """A value cannot be used; the message ends the sentence that starts with the key."""


def number(low: float, high: float, *, is_open: bool = False) -> Check:
    """Accepts a finite number in ``[low, high]``, or in ``(low, high]`` when *is_open*."""

    def check(value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise Refused(f"must be a number, not {shown(value)}")
        if not low <= value <= high or (is_open and value == low):
            over = f"above {low:g}" if is_open else f"from {low:g}"
            raise Refused(f"must lie {over} to {high:g}, not at {shown(value)}")
        return float(value)

    return check


def whole(low: int, high: int) -> Check:
    """Accepts a whole number in ``[low, high]``."""

    def check(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise Refused(f"must be a whole number from {low} to {high}, not {shown(value)}")
        return value

    return check


def choice(options: Iterable[str]) -> Check:
    """Accepts one of *options*."""
    known = tuple(options)

    def check(value: object) -> str:
        if not isinstance(value, str) or value not in known:
            raise Refused(f"must be one of {', '.join(known)}, not {shown(value)}{nearest(value, known)}")
        return value

    return check


def line_of_text(value: object) -> str:
    """Accepts a text with something in it that fits on one line."""
    if not isinstance(value, str):
        raise Refused(f"must be a text in quotes, not {shown(value)}")
    if not value.strip():
        raise Refused("must not be empty")
    if len(value) > MAX_TEXT:
        raise Refused(f"has {len(value):,} characters, at most {MAX_TEXT:,} are allowed")
    if has_control(value):
        raise Refused("must be on one line, without control characters")
    return value


def has_control(text: str) -> bool:
    """Whether *text* holds a character that could break a line or steer a terminal."""
    # Hardly a text has one, and asking for all characters at once is ten times quicker.
    return not text.isprintable() and any(
        unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} for character in text
    )


def has_unseen(text: str) -> bool:
    """
    Whether *text* holds what nobody sees and what makes two names of one: zero-width characters, and those
    that turn or hide what stands after them. Joiners stay, for scripts need them.
    """
    return not text.isprintable() and _UNSEEN.search(text) is not None


def folder(value: object) -> str:
    """Accepts a folder inside the vault; ``./`` and doubled or outer ``/`` are dropped."""
    parts = [part for part in line_of_text(value).split("/") if part not in ("", ".")]
    if ".." in parts:
        raise Refused("must stay inside the vault, so '..' is not allowed")
    if not parts:
        raise Refused("names no folder; for every note write path = '**'")
    return "/".join(parts)


def glob(value: object) -> str:
    """Accepts a path glob that can be compiled."""
    text = line_of_text(value)
    try:
        compiled_glob(text)
    except ValueError as error:
        raise Refused(str(error)) from error
    return text


def tag(value: object) -> str:
    """Accepts a tag with or without its ``#``."""
    name = line_of_text(value).strip().removeprefix("#").strip("/")
    if not name or any(character.isspace() for character in name):
        raise Refused(f"must be one tag without blanks, not {shown(value)}")
    return name


def shown(value: object) -> str:
    """*value* on one short line without control characters; a table or a list only by its name."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, int) and abs(value) > 10**18:
        return "a number of that size"  # repr() refuses integers of more than 4,300 digits
    return repr(value[:SHOWN] + "…" if isinstance(value, str) and len(value) > SHOWN else value)


def nearest(key: object, known: Iterable[str]) -> str:
    """``; did you mean 'volatility'?`` or nothing; only the first `SHOWN` characters of *key* count."""
    from difflib import get_close_matches

    near = get_close_matches(key[:SHOWN].lower(), list(known), 1) if isinstance(key, str) else []
    return f"; did you mean {near[0]!r}?" if near else ""
