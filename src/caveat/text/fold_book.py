"""
Folding for books: spellings of one name become the same string, by the profile of the book's language.

Keys and chapters fold alike. Letter case stays, for it tells *Red* from *red*. Three steps, each with its way
back: layout goes (`layout_book`); every base with its marks, and every syllable of jamo, is brought to
NFKC by itself (Unicode Standard Annex #15); then single characters of one script fall together, one to one.
What scripts a name touches is asked of the text before that last step.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from caveat.model.errors import InputError
from caveat.text.fold import MARK_LIMIT
from caveat.text.layout_book import HAS_LAYOUT, Plain, plain_text

VERSION = "fold-book/v2"
"""Changes when a text may fold otherwise; the tables are fingerprinted beside it."""

PROFILES = ("zh", "ja", "ko", "ru", "latin")
"""Names of the profiles; ``latin`` serves every other language that is written with an alphabet."""

_KANA = {code: code - 0x60 for code in (*range(0x30A1, 0x30F7), 0x30FD, 0x30FE)}
_ANY = {
    **dict.fromkeys(map(ord, "\u2018\u2019\u02bc\u201b\u00b4\u0060"), ord("'")),
    **dict.fromkeys(map(ord, "\u2010\u2011"), ord("-")),
    **dict.fromkeys(map(ord, "\u30fb\u2027\u2022\u22c5"), 0xB7),
}
# Glyphs of surnames in print: 髙橋 is 高橋. Characters that part families (斉, 冨, 嶋) stay.
_GLYPHS = dict(zip(map(ord, "髙﨑濵栁德邉桒曻\U00020bb7"), map(ord, "高崎浜柳徳辺桑昇吉"), strict=True))
_BLANKS = re.compile(r"[ \t]{2,}|\t")


class Profile(NamedTuple):
    """
    How a language folds.

    Attributes:
        name: One of `PROFILES`.
        table: Code point → code point, applied last.
        is_japanese: Ruby in double angle brackets, and the marks of Aozora Bunko.
        has_blanks: Words are parted by blanks.
    """

    name: str
    table: Mapping[int, int]
    is_japanese: bool = False
    has_blanks: bool = False


class Reading(NamedTuple):
    """
    A reading beside some characters.

    Attributes:
        start: First character that it stands beside, in the folded text.
        end: One past the last.
        text: The reading, folded.
        words: The reading, as written.
    """

    start: int
    end: int
    text: str
    words: str


class FoldedBook(NamedTuple):
    """
    A folded chapter.

    Attributes:
        text: What keys are looked for in.
        composed: The same before scripts fall together, character by character.
        starts: For each character, where it starts in the original.
        ends: For each, one past where it ends.
        readings: Ruby, by place.
    """

    text: str
    composed: str
    starts: list[int]
    ends: list[int]
    readings: tuple[Reading, ...] = ()

    def span(self, start: int, end: int) -> tuple[int, int]:
        """
        The stretch of the original that ``text[start:end]``, not empty, came from; layout inside it included.
        """
        return self.starts[start], self.ends[end - 1]


@lru_cache(maxsize=len(PROFILES))
def profile(name: str) -> Profile:
    """
    The profile called *name*.

    Raises:
        InputError: There is none; the message names them all.
    """
    if name == "zh":
        return Profile(name, {**_ANY, **_pairs("SIMPLIFIED")})
    if name == "ja":
        return Profile(name, {**_ANY, **_GLYPHS, **_pairs("SHINJITAI"), **_KANA}, is_japanese=True)
    if name == "ko":
        return Profile(name, _ANY, has_blanks=True)
    if name == "ru":
        return Profile(name, {**_ANY, ord("ё"): ord("е"), ord("Ё"): ord("Е")}, has_blanks=True)
    if name == "latin":
        return Profile(name, _ANY, has_blanks=True)
    raise InputError(f"{name!r} is no fold profile: use one of {', '.join(PROFILES)}")


def profile_of(language: str) -> str:
    """The name of the profile for books in *language*, a tag such as ``zh`` or ``zh-Hant``."""
    first = language.replace("_", "-").partition("-")[0].lower()
    return first if first in PROFILES else "latin"


def fold_chapter(text: str, form: Profile) -> FoldedBook:
    """*text* folded, with the way back; takes linear time and never raises."""
    plain = plain_text(text, is_japanese=form.is_japanese, has_blanks=form.has_blanks)
    composed, starts, ends, places = _composed(plain)
    readings = tuple(
        Reading(places[one.start], places[one.end], fold_name(one.reading, form), one.reading)
        for one in plain.ruby
    )
    if form.has_blanks and _BLANKS.search(composed):
        composed, starts, ends = _single_blanks(composed, starts, ends)
    return FoldedBook(composed.translate(form.table), composed, starts, ends, readings)


def fold_name(text: str, form: Profile) -> str:
    """A key or a word folded as `fold_chapter` folds it, trimmed, its blanks single."""
    return compose_name(text).translate(form.table)


@lru_cache(maxsize=65_536)
def compose_name(text: str) -> str:
    """A key as it is before scripts fall together: composed, without invisible characters, trimmed."""
    if unicodedata.is_normalized("NFKC", text) and not HAS_LAYOUT.search(text):
        return " ".join(text.split())
    plain = plain_text(text, is_japanese=False, has_blanks=False)
    return " ".join(_composed(plain)[0].split())


def _pairs(name: str) -> dict[int, int]:
    from caveat.text import tables_han_variants

    pairs: str = getattr(tables_han_variants, name)
    return dict(zip(map(ord, pairs[::2]), map(ord, pairs[1::2]), strict=True))


def _composed(plain: Plain) -> tuple[str, list[int], list[int], list[int]]:
    """Text, starts, ends; and for each place of *plain* its place in the text."""
    text = plain.text
    if text.isascii():
        return text, plain.starts, plain.ends, [*range(len(text) + 1)]
    characters = set(text)
    joining = {character for character in characters if _joins(character)}
    forms = {c: unicodedata.normalize("NFKC", c) for c in characters if not c.isascii()}
    changed = {c: form for c, form in forms.items() if form != c}
    if not joining and all(len(form) == 1 for form in changed.values()):
        composed = text.translate({ord(c): form for c, form in changed.items()}) if changed else text
        return composed, plain.starts, plain.ends, [*range(len(text) + 1)]
    plainly = {ord(c): form for c, form in changed.items() if len(form) == 1}
    # All else is copied in stretches: a chapter has few characters that become several or join others.
    special = "".join(sorted(joining | {c for c, form in changed.items() if len(form) != 1}))
    found = re.compile(f".?[{re.escape(special)}]+" if joining else f"[{re.escape(special)}]", re.DOTALL)
    out: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    places: list[int] = []
    done = 0
    for run in found.finditer(text):
        _copy(text, plain, done, run.start(), plainly, out, starts, ends, places)
        for place, stop in _clusters(text, run.start(), run.end(), joining):
            form = _cluster(text[place:stop])
            places += [len(starts)] * (stop - place)
            out.append(form)
            starts += [plain.starts[place]] * len(form)
            ends += [plain.ends[stop - 1]] * len(form)
        done = run.end()
    _copy(text, plain, done, len(text), plainly, out, starts, ends, places)
    places.append(len(starts))
    return "".join(out), starts, ends, places


def _copy(
    text: str,
    plain: Plain,
    start: int,
    end: int,
    table: Mapping[int, str],
    out: list[str],
    starts: list[int],
    ends: list[int],
    places: list[int],
) -> None:
    if start < end:
        out.append(text[start:end].translate(table))
        places += range(len(starts), len(starts) + end - start)
        starts += plain.starts[start:end]
        ends += plain.ends[start:end]


def _clusters(text: str, start: int, end: int, joining: set[str]) -> Iterator[tuple[int, int]]:
    while start < end:
        stop = start + 1
        while stop < end and text[stop] in joining and stop - start <= MARK_LIMIT:
            stop += 1
        yield start, stop
        start = stop


@lru_cache(maxsize=4096)
def _cluster(cluster: str) -> str:
    return unicodedata.normalize("NFKC", cluster)


@lru_cache(maxsize=8192)
def _joins(character: str) -> bool:
    """Whether it belongs to the character before it: a mark at any width, or a medial or final jamo."""
    if character.isascii():
        return False
    first = unicodedata.normalize("NFKD", character)[0]
    return unicodedata.category(first)[0] == "M" or "\u1160" <= first <= "\u11ff"


def _single_blanks(text: str, starts: list[int], ends: list[int]) -> tuple[str, list[int], list[int]]:
    out: list[str] = []
    new_starts: list[int] = []
    new_ends: list[int] = []
    done = 0
    for run in _BLANKS.finditer(text):
        out += (text[done : run.start()], " ")
        new_starts += [*starts[done : run.start()], starts[run.start()]]
        new_ends += [*ends[done : run.start()], ends[run.end() - 1]]
        done = run.end()
    out.append(text[done:])
    return "".join(out), [*new_starts, *starts[done:]], [*new_ends, *ends[done:]]
