"""Check a book's summaries: facts against the lines that they cite, summaries against their chapters."""

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from caveat.judge.rendering_align import Pair
from caveat.judge.rendering_numbers import lost_numbers
from caveat.judge.summary_check import Statement, SummaryFlag, check_statement
from caveat.judge.terms_chunks import chunks
from caveat.model.errors import InputError
from caveat.model.findings import Finding
from caveat.ops.book.chapters import book_chapters
from caveat.ops.book.lexemes import lexemes
from caveat.ops.book.opening import OpenBook
from caveat.ops.book.prepare import prepare_text, read_chapter
from caveat.text.decode import line_starts
from caveat.vault.summaries import Summary, SummaryFact, read_summaries

_OWN_SCRIPT = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
SHOWN = 24
"""Characters of a wording that a message repeats (our choice)."""

_HELP = {
    "unknown-name": "Correct the name, or add the term that is missing.",
    "name-not-in-source": "Say who it is in these chapters, or leave the name out.",
    "number": "Take the number from the text.",
    "gender": "Let the verb agree with what is known of the person.",
    "wrong-form": "Correct the form.",
    "variant": "Write the name as the book has it.",
    "spoiler": "A summary of these chapters may not know that yet.",
}


class SummaryCheck(NamedTuple):
    """
    The summaries of a book, checked.

    Attributes:
        book: Name of the book.
        summaries: How many there are.
        facts: How many facts they have.
        findings: By file and line.
    """

    book: str
    summaries: int
    facts: int
    findings: tuple[Finding, ...]

    @property
    def is_clean(self) -> bool:
        """Nothing asks for anything: notes do not."""
        return all(finding.severity == "note" for finding in self.findings)


class _Scope(NamedTuple):
    """What a summary is about: its text, and the terms that stand there."""

    text: str
    refs: frozenset[str]


def check_summaries(opened: OpenBook, path: str | os.PathLike[str] | None = None) -> SummaryCheck:
    """
    The check of every summary of the book.

    Args:
        opened: The book.
        path: A file of summaries, or a folder of them; None = those that ``book.toml`` names.

    Raises:
        InputError: There are none, or a chapter cannot be read.
    """
    where = opened.summaries if path is None else Path(os.path.realpath(path))
    if where is None or not where.exists():
        place = f" at {where}" if where else ""
        raise InputError(f"there are no summaries{place}: name a file, or set summaries in book.toml")
    found, findings = read_summaries(opened.folder, where)
    files = {one.number: one.path for one in book_chapters(opened).chapters}
    told = list(findings)
    for one in found:
        scope = _scope(opened, one, files)
        if scope is None:
            said = f"chapter {one.since} is not there to check the summary against"
            told.append(_at(one, "chapter-not-there", said, "Put its text into the folder of chapters."))
            continue
        told += [_finding(one, flag, "") for flag in _checked(opened, one, one.text, scope.text, scope.refs)]
        told += _facts(opened, one, scope, files)
    told.sort(key=lambda finding: (finding.path, finding.line))
    return SummaryCheck(opened.book.name, len(found), sum(len(one.facts) for one in found), tuple(told))


def _scope(opened: OpenBook, one: Summary, files: Mapping[int, str]) -> _Scope | None:
    numbers = [number for number in files if one.since <= number < one.until]
    if not numbers or (one.scope != "arc" and one.since not in files):
        return None
    texts, refs = [], set()
    for number in numbers:
        text = read_chapter(files[number]).text
        if one.chunk:
            cuts = chunks(text, opened.book.assembly.chunk)
            if one.chunk > len(cuts):
                return None
            text = text[slice(*cuts[one.chunk - 1])]
        texts.append(text)
        refs |= _refs(opened, text, number)
    return _Scope("\n".join(texts), frozenset(refs))


def _refs(opened: OpenBook, text: str, chapter: int) -> set[str]:
    """The terms that stand in *text*."""
    prepared = prepare_text(opened, text, chapter=chapter).chunks
    return {one.term for chunk in prepared for one in chunk.occurrences if one.decision != "REJECTED"}


def _facts(opened: OpenBook, one: Summary, scope: _Scope, files: Mapping[int, str]) -> list[Finding]:
    if not one.facts:
        return [_at(one, "no-facts", "the summary cites nothing", "Give its facts, each with a span.")]
    told = []
    for fact in one.facts:
        cited = _cited(opened, one, fact, files)
        if isinstance(cited, Finding):
            told.append(cited)
            continue
        if fact.quote and "".join(fact.quote.split()) not in "".join(cited.split()):
            said = f"“{_short(fact.quote)}” does not stand at {fact.said}"
            told.append(_at(one, "quote-not-there", said, "Quote the text as it is, or cite other lines."))
        flags = _checked(opened, one, fact.text, cited, scope.refs)
        told += [_finding(one, flag, f" in “{_short(fact.text)}”") for flag in flags]
    return told


def _cited(opened: OpenBook, one: Summary, fact: SummaryFact, files: Mapping[int, str]) -> str | Finding:
    """The lines that a fact cites, or what is wrong with the citation."""
    span = fact.span
    if span is None:
        said = f"“{_short(fact.text)}” cites no span"
        return _at(one, "no-span", said, "Cite the lines that say it: chapters/03.txt:12-14.")
    path = os.path.realpath(opened.folder / span.path)
    number = next((n for n, file in files.items() if os.path.realpath(file) == path), None)
    if number is None:
        said = f"{span.path} is no chapter of the book"
        return _at(one, "span-not-there", said, "Cite a file in the folder of chapters.")
    if not one.since <= number < one.until:
        said = f"{span.path} is chapter {number}, which the summary is not about"
        return _at(one, "span-outside", said, "Cite lines of the chapters that it sums up.")
    text = read_chapter(files[number]).text
    starts = [*line_starts(text), len(text)]
    if not 1 <= span.first <= span.last < len(starts):
        said = f"{fact.said}: the file has {len(starts) - 1} lines"
        return _at(one, "span-not-there", said, "Cite lines that are there.")
    return text[starts[span.first - 1] : starts[span.last]]


def _checked(
    opened: OpenBook, one: Summary, text: str, source: str, refs: frozenset[str]
) -> Iterable[SummaryFlag]:
    chapter = one.until - 1
    if len(_OWN_SCRIPT.findall(text)) * 3 > len(text):
        return _in_own_language(opened, text, source, refs, chapter)
    dictionary = lexemes() if opened.book.target == "ru" else None
    return check_statement(opened.book, Statement(text, source, refs, chapter), lexemes=dictionary)


def _in_own_language(
    opened: OpenBook, text: str, source: str, refs: frozenset[str], chapter: int
) -> list[SummaryFlag]:
    """A summary in the book's own language: its names are looked for as in a chapter."""
    flags = []
    for chunk in prepare_text(opened, text, chapter=chapter).chunks:
        flags += [SummaryFlag("unknown-name", name.text) for name in chunk.unknown]
        seen: set[str] = set()
        for found in chunk.occurrences:
            if found.term in seen:
                continue
            seen.add(found.term)
            if found.reason == "SPOILER":
                flags.append(SummaryFlag("spoiler", found.words))
            elif found.decision != "REJECTED" and found.term not in refs:
                flags.append(SummaryFlag("name-not-in-source", found.words, severity="warning"))
    pair = Pair(0, len(text), 0, len(source))
    own = opened.book.source
    lost = lost_numbers(text, source, (pair,), languages=(own, own))
    flags += [SummaryFlag("number", one.words, one.instead) for one in lost if one.words not in source]
    return flags


def _finding(one: Summary, flag: SummaryFlag, where: str) -> Finding:
    said = {
        "unknown-name": "“{}” is no name of the book",
        "name-not-in-source": "“{}” does not stand in what is summed up",
        "number": "the number “{}” does not stand in the text",
        "gender": "“{}”: the verb beside it has another gender",
        "wrong-form": "“{}” is a form of another gender or number",
        "variant": "“{}” is misspelt",
        "spoiler": "“{}” is not known yet",
    }.get(flag.code, "“{}”")
    instead = f" (there: “{_short(flag.detail)}”)" if flag.code == "number" and flag.detail else ""
    message = said.format(_short(flag.words)) + instead + where
    return _at(one, flag.code, message, _HELP.get(flag.code, ""))._replace(severity=flag.severity)


def _at(one: Summary, code: str, message: str, advice: str) -> Finding:
    return Finding(code, "error", message, one.path, one.line, help=advice)


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= SHOWN else plain[: SHOWN - 1] + "…"
