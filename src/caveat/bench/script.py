"""
The script that the gate of numbers grew from, as a baseline: two sets of amounts, and what is in one only.

It knows ``$`` before a number, and ``%``, dollars, cents and roubles behind one; a comma is a point. Neither
unit nor owner of a number counts, and what it does not see, it lets pass.
"""

import re

_NUMBER = r"\d+(?:[.,]\d+)?"
_AMOUNT = re.compile(rf"\$\s*({_NUMBER})|({_NUMBER})\s*(?:%|долл\w*|центов?|рубл\w*)")


def amounts(text: str) -> list[tuple[int, int, float]]:
    """Start, end and value of every amount that the script sees in *text*."""
    return [
        (*match.span(), float((match[1] or match[2]).replace(",", "."))) for match in _AMOUNT.finditer(text)
    ]


def values(text: str) -> frozenset[float]:
    """The set of amounts of *text*."""
    return frozenset(value for _, _, value in amounts(text))
