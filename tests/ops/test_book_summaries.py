"""Summaries of a book: what each fact cites, and what is wrong with it."""

import json
from pathlib import Path
from typing import Any

import pytest

from caveat.model.errors import InputError
from caveat.ops.book.opening import open_book
from caveat.ops.book.summaries import check_summaries
from tests.ops.books import book, verified
from tests.vaults import make

FACT = {"text": "А-Кью вернулся в Вэйчжуан.", "span": "chapters/01.txt:1", "quote": "回到未庄"}
GOOD: dict[str, Any] = {
    "scope": "chapter",
    "chapter": 1,
    "text": "А-Кью вернулся в Вэйчжуан.",
    "facts": [FACT],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CAVEAT_DEVICE", "0000000a")
    root = book(tmp_path / "book", **{"book.toml": 'name = "b"\nsummaries = "summaries"\n'})
    make(root, {"summaries/a.jsonl": ""})
    monkeypatch.chdir(root)
    verified(root)
    return root


def codes(folder: Path, *said: Any) -> list[str]:
    text = "\n".join(one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in said)
    make(folder, {"summaries/a.jsonl": text})
    return [one.code for one in check_summaries(open_book(folder)).findings]


def fact(**more: Any) -> dict[str, Any]:
    return {**GOOD, "facts": [{**FACT, **more}]}


def test_summary_that_says_what_the_chapter_says_is_clean(folder: Path) -> None:
    make(folder, {"summaries/a.jsonl": json.dumps(GOOD)})
    done = check_summaries(open_book(folder))

    assert (1, 1, (), True) == (done.summaries, done.facts, done.findings, done.is_clean)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({**GOOD, "facts": []}, "no-facts"),
        (fact(span=""), "no-span"),
        (fact(span="chapters/01.txt"), "no-span"),
        (fact(span="chapters/01.txt:99"), "span-not-there"),
        (fact(span="chapters/01.txt:2-1"), "span-not-there"),
        (fact(span="../../etc/passwd:1"), "span-not-there"),
        (fact(span="chapters/02.txt:1"), "span-outside"),
        (fact(quote="回到赵庄"), "quote-not-there"),
        (fact(text="А-Кью побил Чжао Сычэня."), "unknown-name"),
        (fact(text="Тётушка У пришла."), "name-not-in-source"),
        (fact(text="А-Кью проиграл 40 монет."), "number"),
        (fact(text="А-Кью вернулась."), "gender"),
        ({**GOOD, "chapter": 77}, "chapter-not-there"),
        ({**GOOD, "text": "А-Кью ждал Незнакомец."}, "spoiler"),
        ({**GOOD, "chapter": 0}, "unreadable-summary"),
        ({**GOOD, "chapter": True}, "unreadable-summary"),
        ({**GOOD, "scope": "book"}, "unreadable-summary"),
        ({**GOOD, "facts": [1]}, "unreadable-summary"),
        ({"scope": "arc", "since": 3, "until": 3, "text": "x"}, "unreadable-summary"),
        ("{", "unreadable-summary"),
        ("[" * 100_000, "unreadable-summary"),
    ],
)
def test_what_is_wrong_with_a_summary_is_found(folder: Path, said: Any, code: str) -> None:
    assert [code] == list(dict.fromkeys(codes(folder, said)))


def test_finding_names_file_and_line(folder: Path) -> None:
    make(folder, {"summaries/a.jsonl": json.dumps(GOOD) + "\n\n{"})
    (one,) = check_summaries(open_book(folder)).findings

    assert "summaries/a.jsonl:3" == one.place


def test_arc_is_held_against_all_its_chapters(folder: Path) -> None:
    said = {
        "scope": "arc",
        "since": 1,
        "until": 3,
        "text": "А-Кью вернулся, тётушка У пришла.",
        "facts": [FACT],
    }

    assert [] == codes(folder, said)
    assert ["name-not-in-source"] == codes(folder, {**said, "until": 2})


def test_chunk_is_held_against_itself(folder: Path) -> None:
    make(folder, {"book.toml": 'name = "b"\nsummaries = "summaries"\n[assembly]\nchunk = 8\n'})
    said = {"scope": "chunk", "chapter": 1, "chunk": 1, "text": "А-Кью вернулся в Вэйчжуан.", "facts": [FACT]}

    assert [] == codes(folder, said)
    assert ["chapter-not-there"] == codes(folder, {**said, "chunk": 99})
    assert "name-not-in-source" in codes(folder, {**said, "chunk": 2})


def test_summary_in_the_language_of_the_book(folder: Path) -> None:
    own = {**GOOD, "text": "阿Q回到未庄。", "facts": [{"text": "阿Q回来了。", "span": "chapters/01.txt:1"}]}

    assert [] == codes(folder, own)
    assert "unknown-name" in codes(folder, {**own, "text": "赵司晨说：阿Q回到未庄。"})
    assert "name-not-in-source" in codes(folder, {**own, "text": "吴妈回到未庄。"})
    assert "spoiler" in codes(folder, {**own, "text": "黑衣人回到未庄。"})


def test_no_summaries_is_a_misuse(folder: Path) -> None:
    make(folder, {"book.toml": 'name = "b"\n'})

    with pytest.raises(InputError, match="no summaries"):
        check_summaries(open_book(folder))
    with pytest.raises(InputError, match="no summaries"):
        check_summaries(open_book(folder), folder / "gone.jsonl")
