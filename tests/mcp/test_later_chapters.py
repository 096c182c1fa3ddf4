"""A chapter outside the window of a term never shows the term, on any path that reads or answers."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import caveat
from caveat.mcp.session import Session
from caveat.mcp.tools import called
from caveat.ops.book.candidates import candidates
from caveat.ops.book.chapters import chapter_files
from caveat.ops.book.check import check_texts
from caveat.ops.book.opening import open_book
from caveat.ops.book.prepare import prepare_text, traced_chunks
from caveat.ops.book.summaries import check_summaries
from caveat.vault.trace import read_traces, trace_line
from tests.ops.books import book, lines, verified
from tests.vaults import make

SINCE, UNTIL = 10, 20
# Its rendering stands in no text here, so wherever it appears the book has told it.
SECRET = {
    "headword": "黑衣人", "rendering": "Збруевич", "aliases": ["Збруйка"], "keys": ["王伦"], "kind": "person",
    "gender": "f", "since": SINCE, "until": UNTIL, "sticky": 3, "note": "Збруевич",
    "forbidden": ["Збрускин"],
}  # fmt: skip
TOLD = ("Збруевич", "Збруйк", "Збрускин")
PIECES = ["黑衣人", "王伦", "王胡", "王", "伦", "黑衣", "阿Q", "说：“好。”", "来了。", "\n"]
WORDS = ["Незнакомец ", "Збруевик ", "сказала ", "Ван Ху ", "А-Кью ", "пришёл. ", "\n"]


def joined(pieces: list[str]) -> str:
    return "".join(pieces).strip() or "阿Q"


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.setenv("CAVEAT_DEVICE", "0000000a")
    root = make(tmp_path / "vault", {"caveat.toml": ""})
    more = {"book.toml": 'name = "b"\nsummaries = "s.jsonl"\n', "terms/s.jsonl": lines([SECRET])}
    verified(book(root / "b", **more))
    vault = caveat.open(root, index=tmp_path / "index.sqlite")
    vault.index()
    return Session(vault, "bot")


def everywhere(session: Session, chapter: int, text: str, translation: str) -> dict[str, Any]:
    """What each path says of *text* and its *translation*."""
    folder = session.vault.root / "b"
    for old in (folder / "chapters").iterdir():
        old.unlink()
    said = {"scope": "chapter", "chapter": chapter, "text": translation, "facts": []}
    name = f"chapters/{chapter:03}.txt"
    make(folder, {name: text, "s.jsonl": json.dumps(said, ensure_ascii=False)})
    opened = open_book(folder)
    done = prepare_text(opened, text, chapter=chapter)
    traced_chunks(opened, done.chunks)
    asked = {"text": text, "chapter": chapter}
    return {
        "blocks": [chunk.block for chunk in done.chunks],
        "entries": [chunk.entries for chunk in done.chunks],
        "findings": [chunk.findings for chunk in done.chunks],
        "trace": [trace_line(one) for one in read_traces(folder)[0] if one.chapter == chapter],
        "check": check_texts(opened, text, translation, chapter=chapter).findings,
        "candidates": candidates(opened, chapter_files([folder / name]).chapters).candidates,
        "summary": check_summaries(opened).findings,
        "prepare_chapter": called(session, "prepare_chapter", asked).structured,
        "check_text": called(
            session, "check_text", {**asked, "source": text, "text": translation}
        ).structured,
    }


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from([1, SINCE - 1, UNTIL, UNTIL + 7]),
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=9).map(joined),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(joined),
)
def test_chapter_outside_the_window_never_shows_the_term(
    session: Session, chapter: int, text: str, translation: str
) -> None:
    shown = everywhere(session, chapter, text, translation)

    assert [] == [path for path, said in shown.items() if any(word in str(said) for word in TOLD)]


def test_chapter_inside_the_window_does(session: Session) -> None:
    shown = everywhere(session, SINCE, "黑衣人来了。王伦兄说。", "Незнакомец пришёл.")
    told = [path for path, said in shown.items() if "Збруевич" in str(said)]

    assert ["blocks", "entries", "check", "prepare_chapter", "check_text"] == told


@pytest.mark.parametrize("chapter", [SINCE, UNTIL - 1])
def test_gender_is_told_from_its_chapter_on_and_no_earlier(session: Session, chapter: int) -> None:
    folder = session.vault.root / "b"
    masked = {"headword": "蒙面人", "rendering": "Незнакомец", "kind": "person", "gender": "f"}
    make(folder, {"terms/m.jsonl": lines([masked | {"gender_since": UNTIL - 1}])})
    verified(folder)
    said = everywhere(session, chapter, "蒙面人来了。", "Незнакомец сказала: «Хорошо».")
    told = [path for path, one in said.items() if "feminine" in str(one)]

    assert "gender" in str(said["check"]) or chapter == UNTIL - 1
    assert ([] if chapter == SINCE else ["blocks", "prepare_chapter"]) == told
