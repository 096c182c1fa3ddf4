"""
Subjects in a draft: under which spellings a Russian text names a thing of a price list, and a fold for both.

Keys and text go through `fold_subject`; then a key stands where it is found as it is, and the longest counts.
"""

import re
from typing import NamedTuple

from caveat.text.fold import Folded, fold
from caveat.text.forms import forms
from caveat.text.forms_russian_adjectives import adjective_gender, adjective_models
from caveat.text.forms_russian_endings import Gender, Kind, Numbers, Traits

_QUOTES = '"«»„“”‟‹›「」『』'
# The sign ®, and what comes in by copying: soft hyphen, zero-width space and joiners, byte order mark.
_MARKS = rf"\s{_QUOTES}\u00ae\u00ad\u200b-\u200f\u2060\ufeff"
# A blank between two letters stays as it is, and is nearly all there is of them.
_LEFT_OUT = re.compile(rf" [{_MARKS}]+|(?! )[{_MARKS}]+")
# Compatibility composition would make letters of them.
_REGISTERED = {0x2122: 0xAE, 0x2120: 0xAE}
_ONE_TO_ONE = str.maketrans({"ё": "е", "\u2010": "-", "\u2011": "-"})
_LEGAL_FORMS = frozenset("ООО АО ПАО ЗАО ОАО НАО ИП".split())
_CYRILLIC = re.compile("[А-Яа-яЁё]")


class SubjectKey(NamedTuple):
    """
    One spelling of a subject.

    Attributes:
        text: As `fold_subject` gives it; what to look for.
        is_sure: The rules of declension give this form without a doubt.
        needs_capital: In the draft its first letter must be a capital, because in small letters the word may
            be an ordinary one (the tariff «Про», the preposition про).
    """

    text: str
    is_sure: bool
    needs_capital: bool


def fold_subject(text: str) -> Folded:
    """
    *text* as subjects are compared: folded, ё as е, no quotation marks and no ® ™ ℠, blanks collapsed to one.

    Args:
        text: A subject, or a whole draft.

    Returns:
        The folded text with its map to the original. A span that ends before a mark that was left out (the
        closing one of a quotation) may take it in.
    """
    folded = fold(text.translate(_REGISTERED) if "\u2122" in text or "\u2120" in text else text)
    plain = folded.text.translate(_ONE_TO_ONE)
    pieces: list[str] = []
    offsets: list[int] = []
    done = 0
    for run in _LEFT_OUT.finditer(plain):
        start, end = run.span()
        pieces.append(plain[done:start])
        offsets += folded.offsets[done:start]
        if not _is_glued(run[0]):
            pieces.append(" ")
            offsets.append(folded.offsets[start])
        done = end
    pieces.append(plain[done:])
    offsets += folded.offsets[done:]
    return Folded("".join(pieces), offsets)


def declined_keys(
    subject: str, *, gender: Gender | None = None, kind: Kind = "thing"
) -> tuple[SubjectKey, ...]:
    """
    All spellings under which a Russian draft may name *subject*, the longest first.

    A phrase declines by its head (подписки «Про»), and of a name of several words also the last alone (Яндекс
    Плюса); an adjective may stand on either side of its noun and may stay as it is (тарифа «Базовый»). Words
    that are not Cyrillic never change. Quotation marks do not count.

    Args:
        subject: The nominative as a price list has it.
        gender: Of its head, where the ending does not tell.
        kind: `thing` for goods, services and companies.

    Returns:
        Keys that differ, at least the subject itself; none when nothing visible is in it. By length, then by
        text.
    """
    words = subject.split()
    own = fold_subject(" ".join(words)).text.strip()
    if not own:
        return ()
    needs_capital = " " not in own and subject.strip(_QUOTES + " ")[:1].isupper()
    found = {own: True}
    if _CYRILLIC.search(own):
        without = words[1:] if words[0] in _LEGAL_FORMS else []
        for name, is_main in [*_orders(words), *(_orders(without) if without else [])]:
            for text, is_sure in _forms(name, gender, kind):
                found[text] = found.get(text, False) or (is_sure and is_main)
    keys = (SubjectKey(text, is_sure, needs_capital) for text, is_sure in found.items())
    return tuple(sorted(keys, key=lambda key: (-len(key.text), key.text)))


def _is_glued(run: str) -> bool:
    """Whether a run of marks holds no blank, so that what is around it touches."""
    return not any(map(str.isspace, run))


def _forms(name: "_Name", gender: Gender | None, kind: Kind) -> list[tuple[str, bool]]:
    first = name.words.split()[0]
    numbers: Numbers | None = "sg" if first.strip(_QUOTES)[:1].isupper() else None
    table = forms(name.words, gender=gender, kind=kind, number=numbers)
    return [
        (fold_subject(f"{name.before} {form.text} {name.after}").text.strip(), form.is_sure)
        for form in table.forms
    ]


class _Name(NamedTuple):
    """The words that decline, and those around them that stay."""

    before: str
    words: str
    after: str


def _orders(words: list[str]) -> list[tuple[_Name, bool]]:
    """The ways to say a phrase, each with whether it is the plain one."""
    orders = [(_Name("", " ".join(words), ""), True)]
    if len(words) < 2:
        return orders
    if len(words) == 2 and _is_adjective(words[1]) and not _is_adjective(words[0]):
        noun, adjective = words
        return [*orders, (_Name("", noun, adjective), True), (_Name("", f"{adjective} {noun}", ""), False)]
    if len(words) == 2 and _is_adjective(words[0]):
        adjective, noun = words
        return [*orders, (_Name("", noun, adjective), False), (_Name("", f"{noun} {adjective}", ""), False)]
    if all(word.strip(_QUOTES)[:1].isupper() for word in words):
        orders.append((_Name(" ".join(words[:-1]), words[-1], ""), False))
    return orders


def _is_adjective(word: str) -> bool:
    low = word.strip(_QUOTES).lower()
    if adjective_gender(low) is None:
        return False
    return bool(adjective_models(low, Traits(None, "native", "thing", agrees=True)))
