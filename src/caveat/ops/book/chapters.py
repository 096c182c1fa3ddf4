"""The chapters of a book as files: which there are, which number each has, and what stands in them."""

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from caveat.model.errors import InputError
from caveat.model.findings import Finding
from caveat.ops.book.opening import OpenBook

SUFFIXES = (".txt", ".md", ".json", ".jsonl")
"""What a chapter's file is called at its end (our choice: plain text, and records with fields)."""
_NUMBER = re.compile(r"\d+")


class ChapterFile(NamedTuple):
    """
    A chapter's file.

    Attributes:
        number: Its number, from 1.
        path: How the user sees it: as typed, or relative to where one stands.
    """

    number: int
    path: str


class Pair(NamedTuple):
    """A chapter's file and the file of its translation."""

    number: int
    source: str
    translation: str


class ChapterFiles(NamedTuple):
    """
    Chapters by number.

    Attributes:
        chapters: Each number once.
        findings: Files that have no number, and numbers that several files have.
    """

    chapters: tuple[ChapterFile, ...]
    findings: tuple[Finding, ...] = ()


def chapter_files(paths: Iterable[str | os.PathLike[str]]) -> ChapterFiles:
    """
    The chapters that *paths* name: files, and the files in folders.

    The number is the last one in the file's name: ``012.txt``, ``vol2-ch012.txt``. Of several files with one
    number the first by name counts.

    Raises:
        InputError: One of *paths* is not there.
    """
    found: dict[int, str] = {}
    findings: list[Finding] = []
    for path in _expanded(paths):
        number = chapter_number(path)
        if number is None:
            said = "no number in the name of this file: it is no chapter"
            findings.append(Finding("no-chapter-number", "note", said, path, help="Call it 012.txt."))
        elif number in found:
            said = f"chapter {number} is {found[number]} already"
            advice = "Put both into one file, or rename one."
            findings.append(Finding("duplicate-chapter", "warning", said, path, help=advice))
        else:
            found[number] = path
    return ChapterFiles(tuple(ChapterFile(*one) for one in sorted(found.items())), tuple(findings))


def book_chapters(opened: OpenBook) -> ChapterFiles:
    """
    The chapters of the book's own folder.

    Raises:
        InputError: There is no such folder.
    """
    return _of_folder(opened.chapters, "chapters")


def given_chapters(opened: OpenBook, paths: Sequence[str]) -> ChapterFiles:
    """The chapters that *paths* name; those of the book's own folder when there are none."""
    return chapter_files(paths) if paths else book_chapters(opened)


def given_pairs(
    opened: OpenBook, source: str | None, translation: str | None
) -> tuple[tuple[Pair, ...], tuple[Finding, ...]]:
    """
    The chapters of *source* with their translations in *translation*; those of the book for what is None.

    Raises:
        InputError: A folder is not there.
    """
    ours = chapter_files([source]) if source is not None else book_chapters(opened)
    theirs = (
        chapter_files([translation])
        if translation is not None
        else _of_folder(opened.translations, "translations")
    )
    return pairs(ours.chapters, theirs.chapters), (*ours.findings, *theirs.findings)


def pairs(sources: Sequence[ChapterFile], translations: Sequence[ChapterFile]) -> tuple[Pair, ...]:
    """Chapters with a translation, by number."""
    there = {one.number: one.path for one in translations}
    return tuple(Pair(one.number, one.path, there[one.number]) for one in sources if one.number in there)


def chapter_number(path: str | os.PathLike[str]) -> int | None:
    """The last number in the name of the file, if it is 1 or more; None when there is none."""
    found = _NUMBER.findall(Path(path).stem)
    number = int(found[-1]) if found and len(found[-1]) < 10 else 0
    return number or None


def _of_folder(folder: Path, key: str) -> ChapterFiles:
    if not folder.is_dir():
        advice = f"put {key} there, a number in each name (012.txt), name others, or set {key} in book.toml"
        raise InputError(f"there is no folder {folder}: {advice}")
    return chapter_files([_shown(folder)])


def _shown(path: Path) -> str:
    shown = os.path.relpath(path)
    return os.fspath(path) if shown.startswith(os.pardir) else shown


def _expanded(paths: Iterable[str | os.PathLike[str]]) -> list[str]:
    found: list[str] = []
    for given in paths:
        path = os.fspath(given)
        if os.path.isdir(path):
            names = sorted(name for name in os.listdir(path) if not name.startswith("."))
            inside = (os.path.join(path, name) for name in names if name.lower().endswith(SUFFIXES))
            found += filter(os.path.isfile, inside)
        elif os.path.lexists(path):
            found.append(path)
        else:
            raise InputError(f"there is no file or folder {path}")
    return list(dict.fromkeys(found))
