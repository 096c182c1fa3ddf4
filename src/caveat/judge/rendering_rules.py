"""
The rules of the post-check: what is told of each kind of flag, collapsed by entity and chapter.

`RULES` lists them all; a code that is not in it is told by nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from caveat.judge.rules import Told
from caveat.model.findings import Severity
from caveat.model.terms import Term

MOST_WORDS = 3
"""Different wordings that a message repeats; our choice."""

LONGEST = 24
"""Characters of one wording that a message repeats; our choice."""


class Flag(NamedTuple):
    """
    One place that somebody should look at.

    Attributes:
        code: Name of the rule.
        term: Ref of the term; empty when it is about none.
        start: First code point in the translation.
        words: What stands there, or in the source for what is missing.
        detail: What more there is to say.
        severity: ``note`` where it may well be right.
    """

    code: str
    term: str
    start: int
    words: str = ""
    detail: str = ""
    severity: Severity = "error"


class Group(NamedTuple):
    """
    The flags of one code on one entity in one chapter.

    Attributes:
        term: The entity; None when it is about none.
        flags: By place; at least one.
        of: Occurrences of the entity in the chapter; 0 when it is about none.
    """

    term: Term | None
    flags: Sequence[Flag]
    of: int = 0

    @property
    def called(self) -> str:
        """The rendering with the headword."""
        return f"“{_short(self.term.rendering)}” ({_short(self.term.headword)})" if self.term else ""


def wrong_form(group: Group) -> Told:
    """
    *What it finds*: the right stem in a form of another gender or number.

    *Why it matters*: «с Линь Янем» makes a man of a woman, and no reader can tell.

    *Example*: «с Линь Янем» where Линь Янь is a woman: «с Линь Янь».

    *Do instead*: decline the name as its gender and number ask, or correct the term.

    *Limits*: cases are not compared with what the sentence asks for.
    """
    return Told(
        "wrong-form",
        f"{group.called} in a form of another gender or number: {_listed(group)}",
        "Decline it as its gender asks, or declare the form with the term.",
    )


def gender(group: Group) -> Told:
    """
    *What it finds*: a right form beside a past tense or a short adjective of another gender.

    *Why it matters*: it is the usual slip where the source has no gender, and gives away who hides.

    *Example*: «Незнакомец в маске сказала тихо.»

    *Do instead*: make the predicate agree, or correct the gender of the term.

    *Limits*: only what stands in the same clause; a name that does not decline and begins its clause may be
    the object of the verb behind it.
    """
    known = group.term.gender if group.term else ""
    said = {"m": "masculine", "f": "feminine", "n": "neuter", "hidden": "of hidden gender"}.get(
        known, "named"
    )
    details = list(dict.fromkeys(flag.detail for flag in group.flags if flag.detail))
    return Told(
        "gender",
        f"{group.called} is {said}, and stands {', '.join(details[:MOST_WORDS])}{_times(group)}",
        "Make the predicate agree, or correct the gender of the term.",
    )


def variant(group: Group) -> Told:
    """
    *What it finds*: a spelling one or two edits away from every right form, with the same first letter.

    *Why it matters*: readers meet a second person who does not exist; a lemma check accepts it.

    *Example*: «Сун Шухай» for Сун Шухан.

    *Do instead*: write the name as the term has it, or declare the spelling as an alias.

    *Limits*: another name that is as near, and is no term, is told too.
    """
    return Told(
        "variant",
        f"{group.called} is spelt {_listed(group)}",
        "Write it as the term has it, or declare the spelling as an alias.",
    )


def missing(group: Group) -> Told:
    """
    *What it finds*: an occurrence of the source that no form, pronoun or broken spelling stands for.

    *Why it matters*: it was left out, or called by a name that nobody declared.

    *Example*: 未庄 in the source, and «Деревня спала.» in the translation.

    *Do instead*: name it, or declare what it is called here as an alias.

    *Limits*: Russian leaves a subject out that was just named; then it is a note.
    """
    details = next((flag.detail for flag in group.flags if flag.detail), "")
    of = f" of {group.of}" if group.of > 1 else ""
    times = f" {len(group.flags)}{of} times" if group.of > 1 else ""
    return Told(
        "missing",
        f"{group.called} is missing{times}",
        f"Name it, or declare what it is called here as an alias{f' ({details})' if details else ''}.",
        _mildest(group, "warning"),
    )


def forbidden(group: Group) -> Told:
    """
    *What it finds*: a rendering that the term forbids, under the words of the source that it forbids it for.

    *Why it matters*: somebody decided against it.

    *Example*: Цинмин for 清明 where the source speaks of an age (世) and not of the festival (节).

    *Do instead*: use the rendering that is admitted here.

    *Limits*: where neither the words that admit it nor those that forbid it are near, it is a note.
    """
    reason = next((flag.detail for flag in group.flags if flag.detail), "")
    return Told(
        "forbidden",
        f"{group.called} is called {_listed(group)}, which is forbidden here",
        f"Use the rendering that is admitted here{f': {reason}' if reason else ''}.",
        _mildest(group, "error"),
    )


def unclear(group: Group) -> Told:
    """
    *What it finds*: a rendering that is both admitted and forbidden under words of which none is near.

    *Why it matters*: nobody can tell which of the two was meant.

    *Example*: Цинмин for 清明 without 节 or 世 nearby.

    *Do instead*: look at the passage; add the word that decides to the term.

    *Limits*: it changes no exit code.
    """
    return Told(
        "unclear-rendering",
        f"{group.called}: neither what admits {_listed(group)} nor what forbids it is near",
        "Look at the passage, and add the word that decides to the term.",
        "note",
    )


def untranslated(group: Group) -> Told:
    """
    *What it finds*: Han, kana or Hangul in the translation.

    *Why it matters*: the model gave up on a word, or copied it.

    *Example*: «Он достиг 筑基.»

    *Do instead*: translate it.

    *Limits*: a gloss that is meant is told as well.
    """
    return Told("untranslated", f"left untranslated: {_listed(group)}", "Translate it.")


def spoiler(group: Group) -> Told:
    """
    *What it finds*: the rendering of a term that holds from a later chapter only.

    *Why it matters*: the translation tells who the masked man is before the book does.

    *Example*: «Чёрный Император» in chapter 12, when the term holds from 300.

    *Do instead*: call it as the book does up to here.

    *Limits*: a rendering of one common word in small letters is not looked for.
    """
    since = group.term.window.since if group.term else 0
    return Told(
        "spoiler",
        f"{group.called} holds from chapter {since}, and stands here: {_listed(group)}",
        "Call it as the book does up to here, or widen the window of the term.",
    )


def transliteration(group: Group) -> Told:
    """
    *What it finds*: a rendering that is no transcription of its headword by the book's system.

    *Why it matters*: it is consistent in print and wrong: 吕树 is Люй Шу, not Лу Шу.

    *Example*: Чиба for 千葉, which is Тиба.

    *Do instead*: revise the rendering, or declare the reading that makes it right.

    *Limits*: translations and names of unknown reading are not judged.
    """
    expected = next((flag.detail for flag in group.flags if flag.detail), "")
    return Told(
        "transliteration",
        f"{group.called} would be {expected} by the book's system",
        "Revise the rendering, or declare the reading that makes it right.",
        _mildest(group, "warning"),
    )


def number(group: Group) -> Told:
    """
    *What it finds*: a number of the source that is neither in digits nor in words in the translation.

    *Why it matters*: three hundred years become thirty, and no reader can tell.

    *Example*: 三百年 and «тридцать лет».

    *Do instead*: write the number of the source.

    *Limits*: Han numerals without a power of ten are not read, and Russian words are read leniently.
    """
    said = [
        f"“{_short(flag.words)}”{f' (but “{_short(flag.detail)}”)' if flag.detail else ''}"
        for flag in group.flags
    ]
    more = f" and {len(said) - MOST_WORDS} more" if len(said) > MOST_WORDS else ""
    return Told(
        "number",
        f"not in the translation: {', '.join(said[:MOST_WORDS])}{more}",
        "Write the number of the source.",
        "warning",
    )


def confusable(group: Group) -> Told:
    """
    *What it finds*: a word in which Latin letters stand for Cyrillic ones of the same shape.

    *Why it matters*: no search finds it, and no form fits.

    *Example*: «Cяо» with a Latin C.

    *Do instead*: type it in Cyrillic.

    *Limits*: only words all of whose Latin letters have a twin.
    """
    return Told("confusable", f"Latin letters in {_listed(group)}", "Type it in Cyrillic.", "warning")


def register(group: Group) -> Told:
    """
    *What it finds*: one speech that says both *ты* and *вы*.

    *Why it matters*: the form of address says who the speakers are to each other.

    *Example*: «— Ты знаешь, что вас ждут?»

    *Do instead*: choose one, unless several people are addressed.

    *Limits*: it cannot tell one listener from several, so that it changes no exit code.
    """
    return Told(
        "register",
        f"{'a speech says' if len(group.flags) == 1 else f'{len(group.flags)} speeches say'} both ты and вы",
        "Choose one, unless several people are addressed.",
        "note",
    )


def flag_overflow(group: Group) -> Told:
    """
    *What it finds*: more flags in a chapter than anybody reads one by one.

    *Why it matters*: they stop being read, and then a true one is lost; the cause is mostly one.

    *Example*: the translation of another chapter, or of terms that were revised since.

    *Do instead*: see whether source and translation belong together, and whether the terms were revised.

    *Limits*: the bound is our choice (`judge.rendering_findings.OVERFLOW`).
    """
    first = group.flags[0]
    return Told(
        "flag-overflow",
        f"{first.words}: too many to be read one by one",
        "See whether source and translation belong together, and whether the terms were revised since.",
        "warning",
    )


RULES: Mapping[str, Callable[[Group], Told]] = {
    "spoiler": spoiler,
    "untranslated": untranslated,
    "variant": variant,
    "gender": gender,
    "wrong-form": wrong_form,
    "forbidden": forbidden,
    "missing": missing,
    "number": number,
    "transliteration": transliteration,
    "confusable": confusable,
    "flag-overflow": flag_overflow,
    "unclear-rendering": unclear,
    "register": register,
}
"""Every rule by its code, the gravest first."""


def sections(code: str) -> dict[str, str]:
    """
    What a rule says of itself: *What it finds*, *Why it matters*, *Example*, *Do instead*, *Limits*.

    Args:
        code: A key of `RULES`.
    """
    found = {}
    for part in (RULES[code].__doc__ or "").split("\n\n"):
        head, _, words = " ".join(part.split()).partition("*: ")
        found[head.removeprefix("*")] = words[:1].upper() + words[1:]
    return found


def _listed(group: Group) -> str:
    shown = list(dict.fromkeys(_short(flag.words) for flag in group.flags))
    more = f" and {len(shown) - MOST_WORDS} more" if len(shown) > MOST_WORDS else ""
    return ", ".join(f"“{words}”" for words in shown[:MOST_WORDS]) + more + _times(group)


def _times(group: Group) -> str:
    return f", {len(group.flags)} times" if len(group.flags) > 1 else ""


def _mildest(group: Group, otherwise: Severity) -> Severity:
    """A note when every flag is one."""
    return "note" if all(flag.severity == "note" for flag in group.flags) else otherwise


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST else plain[: LONGEST - 1] + "…"
