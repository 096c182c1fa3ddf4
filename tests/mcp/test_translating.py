"""`prepare_chapter`, and `check_text` with a source: an agent translates a chapter of a book."""

from pathlib import Path
from typing import Any

import pytest

import caveat
from caveat.mcp.session import Session
from caveat.mcp.tools import called
from caveat.model.errors import InputError
from caveat.ops.book.opening import open_book
from caveat.ops.book.record import find_term, propose_term, revise
from tests.ops.books import BOT, SOURCES, TRANSLATIONS, book, verified
from tests.vaults import make, tree_hash


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.setenv("CAVEAT_DEVICE", "0000000a")
    root = make(tmp_path / "vault", {"caveat.toml": "", "a.md": "# A\n"})
    verified(book(root / "books" / "b"))
    vault = caveat.open(root, index=tmp_path / "index.sqlite")
    vault.index()
    return Session(vault, "bot")


def ask(session: Session, tool: str, **said: Any) -> dict[str, Any]:
    return called(session, tool, said).structured


def folder(session: Session) -> Path:
    return session.vault.root / "books" / "b"


def test_block_has_the_terms_of_the_chapter_and_is_traced_once(session: Session) -> None:
    found = ask(session, "prepare_chapter", text=SOURCES[1], chapter=1)
    again = ask(session, "prepare_chapter", text=SOURCES[1], chapter=1)
    (one,) = found["blocks"]

    assert "- 阿Q → А-Кью (person)" in one["block"]
    assert ("b", 1, 2, 0, "none") == (
        found["book"], found["chapter"], one["confirmed"], one["ambiguous"], one["carried_from"],
    )  # fmt: skip
    assert ["unknown-name"] == [finding["code"] for finding in found["findings"]]
    assert found == again
    assert 1 == len((folder(session) / ".caveat/trace/0000000a.jsonl").read_text().splitlines())


def test_what_is_known_later_is_kept_back(session: Session) -> None:
    found = ask(session, "prepare_chapter", text="黑衣人来了。", chapter=3)

    assert ("", 1, []) == (found["blocks"][0]["block"], found["blocks"][0]["blocked"], found["findings"])
    assert not {"Незнакомец", "300"} & set(str(found).replace(",", " ").split())
    assert "Незнакомец" in str(ask(session, "prepare_chapter", text="黑衣人来了。", chapter=300))


def test_proposals_of_an_agent_are_in_no_block(session: Session) -> None:
    opened = open_book(folder(session))
    propose_term(opened, "王胡", {"headword": "王胡", "rendering": "Лишний"}, BOT)
    revise(opened, find_term(opened, "未庄"), "Деревня", BOT)
    found = ask(session, "prepare_chapter", text=SOURCES[1], chapter=1)

    assert "Вэйчжуан" in found["blocks"][0]["block"]
    assert not {"Лишний", "Деревня"} & set(found["blocks"][0]["block"].split())


def test_unverified_term_is_marked(session: Session) -> None:
    make(folder(session), {"terms/u.jsonl": '{"headword": "王胡", "rendering": "Ван Ху"}\n'})
    found = ask(session, "prepare_chapter", text=SOURCES[1], chapter=1)

    assert "Unverified" in found["blocks"][0]["block"]
    assert 1 == found["blocks"][0]["ambiguous"]


def test_translation_is_checked_against_its_source(session: Session) -> None:
    good = ask(session, "check_text", text=TRANSLATIONS[1], source=SOURCES[1], chapter=1)
    bad = ask(session, "check_text", text=TRANSLATIONS[3], source=SOURCES[3], chapter=3)

    assert ("passed", {"ok": 2}, 2) == (good["outcome"], good["verdicts"], good["bound"])
    assert "blocked" == bad["outcome"]
    assert "gender" in {finding["code"] for finding in bad["findings"]}


def test_reading_tools_write_nothing_but_the_trace(session: Session) -> None:
    before = tree_hash(session.vault.root)
    ask(session, "check_text", text=TRANSLATIONS[1], source=SOURCES[1], chapter=1)

    assert before == tree_hash(session.vault.root)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"text": "x"}, "`chapter` is missing"),
        ({"text": "x", "chapter": 0}, "must be from 1"),
        ({"text": "x", "chapter": 1, "chunk": 9}, "no chunk 9"),
        ({"text": "x", "chapter": 1, "book": "../c"}, "which book is meant: b"),
        ({"text": "x", "chapter": 1, "path": "/etc"}, "no parameter `path`"),
        ({"text": "x", "chapter": 1, "author": "ada"}, "no parameter `author`"),
    ],
)
def test_misuse_is_refused(session: Session, said: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        ask(session, "prepare_chapter", **said)


def test_translation_needs_a_chapter_and_a_vault_needs_a_book(session: Session, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="needs `chapter`"):
        ask(session, "check_text", text="x", source="y")
    other = Session(caveat.open(make(tmp_path / "other", {"a.md": "x"}), index=tmp_path / "o.sqlite"), "bot")
    with pytest.raises(InputError, match="has no book"):
        ask(other, "prepare_chapter", text="x", chapter=1)


def test_several_books_are_told_apart_by_name(session: Session) -> None:
    make(session.vault.root / "books" / "c", {"book.toml": 'name = "c"\n'})
    with pytest.raises(InputError, match="b, c"):
        ask(session, "prepare_chapter", text="x", chapter=1)

    assert "c" == ask(session, "prepare_chapter", text="x", chapter=1, book="c")["book"]
