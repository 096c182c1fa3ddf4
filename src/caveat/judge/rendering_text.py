"""What a translation shows by itself: letters left over, look-alikes, forms of address."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from caveat.judge.rendering_words import Word, is_mixed, unmixed

_LEFT_OVER = re.compile("[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3々〆]+")
_CYRILLIC_ONLY = re.compile("[А-Яа-яЁё'-]+")
_SPEECH = re.compile(r"^[ \t]*[—–-][ \t].*$|«[^«»\n]*»|“[^“”\n]*”", re.MULTILINE)
_THOU = re.compile(
    r"(?<![\w-])(?:ты|тебя|тебе|тобой|тобою|тво[йяеюи]|твоего|твоему|твоим|твоём|твоей|твоих|твоими)(?!\w)",
    re.I,
)
_YOU = re.compile(
    r"(?<![\w-])(?:вы|вас|вам|вами|ваш[аеиу]?|вашего|вашему|вашим|вашем|вашей|ваших|вашими)(?!\w)", re.I
)


class Spot(NamedTuple):
    """
    A stretch of the translation that somebody should look at.

    Attributes:
        start: First code point.
        end: One past the last.
        words: What stands there.
    """

    start: int
    end: int
    words: str


def left_over(text: str) -> list[Spot]:
    """Runs of Han, kana and Hangul, by place: what was not translated."""
    return [Spot(*match.span(), match[0]) for match in _LEFT_OVER.finditer(text)]


def look_alikes(words: Sequence[Word]) -> list[Spot]:
    """Words in which Latin letters stand for Cyrillic ones of the same shape, by place."""
    return [
        Spot(word.start, word.end, word.text)
        for word in words
        if len(word.text) > 1 and is_mixed(word.text) and _CYRILLIC_ONLY.fullmatch(unmixed(word.text))
    ]


def mixed_address(text: str) -> list[Spot]:
    """Speeches that say both *ты* and *вы*, by place: a slip, or several people are meant."""
    return [spot for spot in _speeches(text) if _THOU.search(spot.words) and _YOU.search(spot.words)]


def _speeches(text: str) -> Iterator[Spot]:
    for match in _SPEECH.finditer(text):
        yield Spot(*match.span(), match[0])
