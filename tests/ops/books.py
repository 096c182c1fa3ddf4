"""A small book with chapters and their translations, for tests of what is done over all of it."""

import json
from pathlib import Path
from typing import Any

from caveat.ops.book.candidates import Candidates, candidates
from caveat.ops.book.chapters import book_chapters
from caveat.ops.book.opening import OpenBook, open_book
from caveat.ops.book.record import verify_terms
from caveat.ops.recorded import Author
from tests.vaults import make

ADA, BOT = Author("ada"), Author("bot", "agent")
TERMS: list[dict[str, Any]] = [
    {"headword": "阿Q", "rendering": "А-Кью", "kind": "person", "gender": "m", "sticky": 2},
    {"headword": "未庄", "rendering": "Вэйчжуан", "kind": "place"},
    {"headword": "吴妈", "rendering": "тётушка У", "kind": "person", "gender": "f"},
    {"headword": "黑衣人", "rendering": "Незнакомец", "kind": "person", "since": 300},
]
SOURCES = {
    1: "阿Q回到未庄。\n王胡说：“三十文钱。”\n",
    2: "吴妈来了。\n王胡说：“好。”\n",
    3: "阿Q在未庄。\n吴妈走了。\n",
}
TRANSLATIONS = {
    1: "А-Кью вернулся в Вэйчжуан.\nВан Ху сказал: «Тридцать монет».\n",
    2: "Тётушка У пришла.\nВан Ху сказал: «Хорошо».\n",
    3: "А-Кью был в Вэй-Чжуане.\nТётушка У ушёл.\n",
}


def lines(terms: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in terms)


def book(root: Path, **more: str) -> Path:
    """A book at *root* whose terms nobody verified yet."""
    files = {"book.toml": 'name = "b"\n', "terms/t.jsonl": lines(TERMS), **more}
    files |= {f"chapters/{number:02}.txt": text for number, text in SOURCES.items()}
    files |= {f"translations/{number:02}.txt": text for number, text in TRANSLATIONS.items()}
    return make(root, files)


def verified(folder: Path) -> OpenBook:
    """The book in *folder*, every term of it verified."""
    opened = open_book(folder)
    verify_terms(opened, opened.book.terms, ADA)
    return open_book(folder)


def found(folder: Path) -> Candidates:
    """The candidates of the book's own chapters."""
    opened = open_book(folder)
    return candidates(opened, book_chapters(opened).chapters)
