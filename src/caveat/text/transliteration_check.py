"""
Whether a Russian rendering of a Chinese or Japanese name keeps to the system: consistent may still be wrong.

Nothing is rewritten, and what cannot be judged is called so: a rendering that translates the name, a headword
without a known reading.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from caveat.model.errors import MissingExtra
from caveat.text.kana import kana_words
from caveat.text.readings_zh import read_name, simplify
from caveat.text.tables_established_ru import (
    ESTABLISHED_JA,
    ESTABLISHED_ZH,
    GENERICS_JA,
    GENERICS_RU,
    GENERICS_ZH,
    KIN_ZH,
)
from caveat.text.tables_palladius import SYLLABLES
from caveat.text.transliterate import Transliteration, palladius_of, polivanov

Result = Literal["ok", "variant", "wrong", "unknown"]
Language = Literal["zh", "ja"]

LONGEST = 80
"""A longer rendering is a sentence, and is not judged; code points."""

_RELATED = 0.5
"""Largest share of letters that may differ for a rendering to be a try at the same name; our choice."""

_RELATED_WORD = 0.34
"""The same for what is no name: terms are translated more often than transliterated."""

_LONGEST_RUN = 24
"""Longest reading without a blank in which the end of the surname is looked for, in kana."""

_NAMED = ("person", "place", "organisation")
_OWN_SCRIPT = re.compile("[ぁ-ゖ\u3400-\u9fff]")
_MANDARIN = re.compile("(?:" + "|".join(sorted(set(SYLLABLES.values()), key=len, reverse=True)) + ")+")
_INVISIBLE = dict.fromkeys(map(ord, "\u0301\u00ad\u200b\ufeff"))
_HYPHENS = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
_CYRILLIC = re.compile(r"[А-Яа-яЁё]")
_APOSTROPHES = re.compile(r"['’ʼ`]")
_ELISIONS = re.compile(r"[\u0304:]")
# How the same sounds are spelt by ear or by way of English; longest first, on lower case without signs.
_BY_EAR = tuple(
    pair.split(">")
    for pair in (
        "тши>тти чч>тт тч>тт сш>сс шш>сс тсу>цу тс>ц джь>дз джа>дзя джу>дзю джо>дзё дж>дз "
        "жа>дзя жу>дзю жо>дзё ж>дз ша>ся шя>ся шу>сю шю>сю шо>сё шё>сё ши>си ше>сэ шэ>сэ "
        "ча>тя чя>тя чу>тю чю>тю чо>тё чё>тё чи>ти че>тэ "
        "иа>я ио>ё ью>ю ьё>ё ьо>ё ья>я йо>ё й>и ы>и л>р е>э ъ> ь> '>"
    ).split()
)
_VOICED = re.compile(r"(?<!д)з")


class Check(NamedTuple):
    """
    What is to be said of a rendering.

    Attributes:
        result: ``ok``; ``variant``: the same sounds in an unusual spelling; ``wrong``: other sounds than the
            system gives; ``unknown``: it cannot be judged.
        reason: Of ``ok``: ``exact``, ``established``, ``other-reading``, ``spelling`` (ё, йо), ``generic``
        (гора
            Тайшань), ``part``. Of ``variant``: ``spacing``, ``case``, ``sign`` (ъ), ``long-vowel``,
            ``letter-e``,
            ``old-spelling``, ``established`` (Токё for Токио). Of ``wrong``: ``sounds``, ``by-ear`` (Чиба for
            Тиба). Of ``unknown``: ``no-reading``, ``unrelated`` (a translation), ``foreign`` (katakana that
            may be no Japanese name), ``script``, ``too-long``.
        expected: Admissible renderings, the expected one first; for a wrong or unusual rendering the nearest
            first. Empty when no reading is known.
    """

    result: Result
    reason: str
    expected: tuple[str, ...] = ()


def check_transliteration(
    headword: str, rendering: str, *, language: str, kind: str = "person", reading: str | None = None
) -> Check:
    """
    Whether *rendering* is *headword* by Palladius (zh) or Polivanov (ja).

    Args:
        headword: The name in its own script.
        rendering: Its base form in Russian.
        language: ``zh`` or ``ja``; anything else is ``unknown``.
        kind: ``person``, ``place``, ``organisation``, or any other kind of term.
        reading: Pinyin, kana or Latin Japanese as declared; a reading in Cyrillic is taken as the expected
            rendering itself. None or empty = from the tables.

    Returns:
        The verdict. Nothing is raised for any input.
    """
    written = _clean(rendering)
    if not _CYRILLIC.search(written):
        return Check("unknown", "script")
    if len(written) > LONGEST:
        return Check("unknown", "too-long")
    said = reading or ""
    established: tuple[str, ...] = ()
    regular: Transliteration | None = None
    if _CYRILLIC.search(said):
        regular, said = Transliteration(_clean(said), (), "palladius"), ""
    elif language in ("zh", "ja"):
        established = _established(headword, language)
        regular = _regular(headword, language, kind, said, written)
    expected = tuple(dict.fromkeys((*established, *((regular.text, *regular.others) if regular else ()))))
    if not expected:
        return Check("unknown", "no-reading")
    found = _accepted(written, established, regular, headword, kind, said)
    result, reason = found or _refused(written, established, expected, headword, language, kind)
    if result in ("variant", "wrong"):
        nearest = sorted(established or expected, key=lambda form: _distance(form, written))
        expected = tuple(dict.fromkeys((*nearest, *expected)))
    return Check(result, reason, expected)


def _clean(text: str) -> str:
    plain = unicodedata.normalize(
        "NFC", unicodedata.normalize("NFC", text[: 4 * LONGEST]).translate(_INVISIBLE)
    )
    return " ".join(plain.translate(_HYPHENS).split()).strip('«»"“”„.,;!?')


def _established(headword: str, language: str) -> tuple[str, ...]:
    if language == "ja":
        return ESTABLISHED_JA.get(headword, ())
    name = simplify(headword[:LONGEST]).translate({0xFF31: "Q"})
    return ESTABLISHED_ZH.get(name, ())


def _regular(headword: str, language: str, kind: str, reading: str, written: str) -> Transliteration | None:
    if language == "zh":
        return _palladius(headword, kind, reading)
    said = reading or read_japanese(headword)
    if not said:
        return None
    if kind == "person" and " " in written:
        said = _cut_like(said, headword, written)
    return polivanov(said, kind=kind, headword=headword)


def _palladius(headword: str, kind: str, reading: str) -> Transliteration | None:
    try:
        name = read_name(headword, kind=kind, reading=reading)
    except MissingExtra:
        return None
    return palladius_of(name, kind=kind) if name else None


def read_japanese(headword: str) -> str:
    """
    The reading of a Japanese headword: itself when it is kana, else of places and names that are read one
    way.

    Returns:
        Hiragana, with a blank between surname and given name; empty when no reading is known.
    """
    from caveat.text.tables_polivanov import READINGS

    if len(headword) > LONGEST:
        return ""
    if kana_words(headword):
        return headword
    if headword in READINGS:
        return READINGS[headword]
    for cut in range(1, len(headword)):
        surname, given = headword[:cut].rstrip(" ・"), headword[cut:].lstrip(" ・")
        if surname in READINGS and (given in READINGS or kana_words(given)):
            return f"{READINGS[surname]} {READINGS.get(given, given)}"
    stem = headword[:-1]
    return READINGS.get(stem, "") if headword[-1:] in GENERICS_JA else ""


def _cut_like(said: str, headword: str, written: str) -> str:
    """*said* with the blank between surname and given name that it lacks, where *written* suggests it."""
    from caveat.text.tables_polivanov import READINGS

    words = kana_words(said)
    if words is None or len(words) != 1 or len(words[0]) > _LONGEST_RUN:
        return said
    word = words[0]
    for cut in range(len(headword) - 1, 0, -1):
        surname = READINGS.get(headword[:cut], "")
        if surname and word.startswith(surname) and len(word) > len(surname):
            return f"{surname} {word[len(surname) :]}"
    target = _squeeze(written)
    best, best_distance = said, len(target) + 1
    for place in range(1, len(word)):
        cut_reading = f"{word[:place]} {word[place:]}"
        spelt = polivanov(cut_reading, headword=headword)
        for form in (spelt.text, *spelt.others) if spelt else ():
            apart = _word_distance(form, written)
            if apart < best_distance:
                best, best_distance = cut_reading, apart
    return best


def _word_distance(form: str, written: str) -> int:
    ours, theirs = form.casefold().split(), written.casefold().split()
    if len(ours) != len(theirs):
        return LONGEST
    return sum(_distance(one, other) for one, other in zip(ours, theirs, strict=True))


def _accepted(
    written: str,
    established: tuple[str, ...],
    regular: Transliteration | None,
    headword: str,
    kind: str,
    reading: str,
) -> tuple[Result, str] | None:
    """``ok`` with its reason, or None."""
    if written in established:
        return "ok", "established"
    forms = established
    if regular and not established:
        if written == regular.text:
            return "ok", "exact"
        if written in regular.others:
            return "ok", "other-reading"
        forms = (regular.text, *regular.others)
    if kind == "person" and headword[-1:] in KIN_ZH and _joined(written) in map(_joined, forms):
        return "ok", "spelling"
    has_case = kind in _NAMED
    loose = {_loose(form, has_case) for form in forms}
    if _loose(written, has_case) in loose:
        return "ok", "spelling"
    if kind in ("place", "organisation"):
        words = [word for word in written.split() if word.casefold() not in GENERICS_RU]
        full = {_loose(form, has_case) for form in ((regular.text, *regular.others) if regular else ())}
        stems = loose | full | {_loose(stem, has_case) for stem in _stems(headword, kind, reading, regular)}
        is_led = len(words) < len(written.split()) or not established
        if words and is_led and _loose(" ".join(words), has_case) in stems:
            return "ok", "generic"
    if any(f" {form} " in f" {written} " for form in forms if len(form) > 2):
        return "ok", "part"
    return None


def _joined(text: str) -> str:
    """A word of address joined by a hyphen, by a blank or not at all is the same."""
    return re.sub("[- ](.)", lambda match: match[1].lower(), text)


def _stems(headword: str, kind: str, reading: str, regular: Transliteration | None) -> Iterable[str]:
    """Forms of a place without its last character, which a translation renders as a word (黄河 река Хуан)."""
    if len(headword) < 3 or headword[-1] not in GENERICS_ZH | GENERICS_JA.keys():
        return ()
    language = "ja" if regular is None or regular.standard == "polivanov" else "zh"
    established = _established(headword[:-1], language)
    if regular is None or established:
        return established
    if regular.standard == "palladius":
        stem = _palladius(headword[:-1], kind, "")
        return (stem.text,) if stem else ()
    said = read_japanese(headword[:-1]) or _without_generic(reading, headword[-1])
    spelt = polivanov(said, kind=kind, headword=headword[:-1]) if said else None
    return (spelt.text,) if spelt else ()


def _without_generic(reading: str, kanji: str) -> str:
    """*reading* without what reads the last character of the place; empty when it does not end so."""
    words = kana_words(reading) or ()
    ends = [end for end in GENERICS_JA.get(kanji, "").split() if len(words) == 1 and words[0].endswith(end)]
    return words[0].removesuffix(max(ends, key=len)) if ends else ""


def _refused(
    written: str,
    established: tuple[str, ...],
    expected: tuple[str, ...],
    headword: str,
    language: str,
    kind: str,
) -> tuple[Result, str]:
    """What a rendering is that is not ``ok``."""
    unusual = _unusual(written, established or expected)
    if unusual is not None:
        return unusual
    if established and _loose(written, False) in {_loose(form, False) for form in expected}:
        return "variant", "established"
    return _judged(written, expected, headword, language, kind)


def _unusual(written: str, expected: tuple[str, ...]) -> tuple[Result, str] | None:
    """``variant`` with its reason, or None."""
    loose = _loose(written, False)
    forms = [_loose(form, False) for form in expected]
    folds: tuple[tuple[str, Callable[[str], str]], ...] = (
        ("case", str),
        ("spacing", _squeeze),
        ("sign", _unsigned),
        ("old-spelling", _renewed),
        ("long-vowel", lambda text: _shortened(_unsigned(text))),
        ("letter-e", lambda text: _shortened(_unsigned(text)).replace("э", "е")),
    )
    for reason, fold in folds:
        if fold(loose) in set(map(fold, forms)):
            return "variant", reason
    return None


def _judged(
    written: str, expected: tuple[str, ...], headword: str, language: str, kind: str
) -> tuple[Result, str]:
    """``wrong`` for a try at the same name, ``unknown`` for anything else."""
    if language == "ja":
        heard = {_sorted_words(_by_ear(form)) for form in expected}
        if _sorted_words(_by_ear(written)) in heard:
            return "wrong", "by-ear"
        if not _OWN_SCRIPT.search(headword):
            return "unknown", "foreign"
    target = _squeeze(written)
    share, least = (_RELATED, 2) if kind in _NAMED else (_RELATED_WORD, 1)
    if language == "zh" and kind == "person" and not any(" " in form for form in expected[:1]):
        # Without a surname it may be a foreign name that only sounds Chinese (克莱恩 Клейн).
        share = _RELATED_WORD
    for form in map(_squeeze, expected):
        if _distance(target, form) <= max(least, int(share * max(len(form), len(target)))):
            return "wrong", "sounds"
    if language == "zh" and any(_shares_a_word(written, form) for form in expected):
        return "wrong", "sounds"
    return "unknown", "unrelated"


def _shares_a_word(written: str, form: str) -> bool:
    """Whether one word of two is right and the other is Mandarin too (区寄 Цюй Цзи for Оу Цзи)."""
    ours, theirs = form.casefold().split(), written.casefold().split()
    if len(ours) != len(theirs) or len(ours) < 2:
        return False
    is_mandarin = all(_MANDARIN.fullmatch(word) for word in theirs)
    return is_mandarin and any(one == other for one, other in zip(ours, theirs, strict=True))


def _loose(text: str, has_case: bool) -> str:
    """Spellings that books use side by side fall together: ё, е after a consonant, йо, straight case."""
    plain = text if has_case else text.casefold()
    joined = re.sub("[йЙ][оО]", lambda match: "Ё" if match[0][0] == "Й" else "ё", plain)
    return joined.replace("ё", "е").replace("Ё", "Е")


def _squeeze(text: str) -> str:
    return text.casefold().replace(" ", "").replace("-", "")


def _renewed(text: str) -> str:
    return _squeeze(text).replace("хой", "хуэй")


def _unsigned(text: str) -> str:
    return _APOSTROPHES.sub("", _squeeze(text)).replace("ъ", "")


def _shortened(text: str) -> str:
    plain = unicodedata.normalize("NFC", _ELISIONS.sub("", unicodedata.normalize("NFD", text)))
    return re.sub(r"оу(?=[^аоуэияюёе]|$)|оо", "о", plain).replace("уу", "у").replace("аа", "а")


def _by_ear(text: str) -> str:
    plain = _shortened(text.casefold().replace("-", " "))
    for heard, written in _BY_EAR:
        plain = plain.replace(heard, written)
    plain = _VOICED.sub("дз", plain)
    return re.sub("н(?=[бпм])", "м", plain)


def _sorted_words(text: str) -> tuple[str, ...]:
    return tuple(sorted(text.split()))


def _distance(one: str, other: str) -> int:
    """Levenshtein distance; both are short (`LONGEST`)."""
    row = list(range(len(other) + 1))
    for place, character in enumerate(one, 1):
        above, row[0] = row[0], place
        for index, letter in enumerate(other, 1):
            above, row[index] = (
                row[index],
                min(row[index] + 1, row[index - 1] + 1, above + (character != letter)),
            )
    return row[-1]
