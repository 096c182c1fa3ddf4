"""The budget of a block: what an entry costs, and which entries there is no room for."""

import re
from collections.abc import Sequence
from math import ceil

from caveat.model.preparation import BlockEntry

ESTIMATOR = "tokens/v1"
"""Changes when an estimate may be another one; part of every snapshot."""

# By measuring common tokenizers on prose: a Han or kana character is about one token, a Cyrillic letter
# two fifths of one, a Latin letter a quarter. Our choice, on the dear side.
_WIDE = re.compile("[\u2e80-\U0003ffff]")
_ASCII = re.compile("[\0-\x7f]")
_WIDE_COST, _ASCII_COST, _OTHER_COST = 1.0, 0.28, 0.42


def tokens(text: str) -> int:
    """Tokens that *text* takes, rounded up: an estimate, the same everywhere."""
    wide, plain = len(_WIDE.findall(text)), len(_ASCII.findall(text))
    rest = len(text) - wide - plain
    return ceil(wide * _WIDE_COST + plain * _ASCII_COST + rest * _OTHER_COST - 1e-9)


def within(
    entries: Sequence[BlockEntry], budget: int, *, spent: int
) -> tuple[list[BlockEntry], list[BlockEntry]]:
    """
    Which of *entries* there is room for, and which not: whole entries only.

    Args:
        entries: In order of precedence.
        budget: Tokens; 0 = no limit.
        spent: Tokens that are taken already.

    Returns:
        Kept and evicted, each in order. Where an entry of one class found no room, none of a lower class
        takes what is left: room is never filled with what matters less.
    """
    if budget <= 0:
        return list(entries), []
    kept: list[BlockEntry] = []
    evicted: list[BlockEntry] = []
    lowest = 3
    for entry in entries:
        rank = precedence(entry)
        if rank > lowest or spent + entry.cost > budget:
            evicted.append(entry)
            lowest = min(lowest, rank)
        else:
            kept.append(entry)
            spent += entry.cost
    return kept, evicted


def precedence(entry: BlockEntry) -> int:
    """0 for what the text names and is CONFIRMED, 1 for what was carried over, 2 for what is AMBIGUOUS."""
    if entry.decision != "CONFIRMED":
        return 2
    return 1 if entry.is_sticky else 0
