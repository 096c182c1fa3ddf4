"""What is said of a term: a claim that contradicts it withdraws the approval by itself, and taken back it is."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import caveat
from caveat.model.errors import InputError, RefAmbiguous, RefNotFound
from caveat.ops.book.importing import preview, read_glossary
from caveat.ops.book.opening import open_book
from caveat.ops.book.prepare import prepare_text
from caveat.ops.book.record import find_term, revise, verify_terms
from tests.ops.books import ADA, SOURCES, book, lines, verified

REF = "term:b/未庄"


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[caveat.Vault]:
    monkeypatch.setenv("CAVEAT_DEVICE", "0000000a")
    root = book(tmp_path / "v" / "b").parent
    (root / "caveat.toml").write_text("")
    verified(root / "b")
    with caveat.open(root, index=tmp_path / "index.sqlite") as opened:
        opened.index()
        yield opened


def is_certain(vault: caveat.Vault) -> bool:
    opened = open_book(vault.root / "b")
    found = prepare_text(opened, SOURCES[1], chapter=1).chunks[0].occurrences
    assert find_term(opened, "阿Q").approval.is_approved
    return {"CONFIRMED"} == {one.decision for one in found if one.term == REF}


@pytest.mark.parametrize("name", [REF, "未庄"])
def test_contradicted_term_falls_back_until_that_is_taken_back(vault: caveat.Vault, name: str) -> None:
    ada = vault.by("ada")
    said = ada.claim("The printed edition writes Вэй-Чжуан", stated=0.95, contradicts=[name])
    (moved,) = said.moved

    assert (REF, True) == (moved.ref, (moved.before or 0) > 0.9 > 0.7 > (moved.after or 1))
    assert not is_certain(vault)
    back = ada.withdraw(said.ref, name)
    assert [REF] == [one.ref for one in back.moved]
    assert is_certain(vault)


def test_record_that_is_there_can_contradict_a_term(vault: caveat.Vault) -> None:
    ada = vault.by("ada")
    claim = ada.claim("The printed edition writes Вэй-Чжуан", stated=0.95).ref

    assert [REF] == [one.ref for one in ada.contradict(claim, "未庄").moved]
    assert not is_certain(vault)
    assert vault.index().findings == ()
    assert not is_certain(vault)


def test_agent_brings_no_contradiction_of_a_term_back(vault: caveat.Vault) -> None:
    bot = vault.by("bot", actor="agent")
    claim = bot.claim("The printed edition writes Вэй-Чжуан", stated=0.95, contradicts=[REF]).ref
    vault.by("ada").withdraw(claim, REF)

    with pytest.raises(InputError, match="a human took back"):
        bot.contradict(claim, REF)
    assert is_certain(vault)


def test_term_that_is_not_there_is_refused(vault: caveat.Vault) -> None:
    ada = vault.by("ada")
    with pytest.raises(RefNotFound, match="no book of this vault has term:b/x"):
        ada.claim("x y", stated=0.5, contradicts=["term:b/x"])
    twice = lines([{"headword": "王胡", "sense": sense, "rendering": "Ван"} for sense in ("a", "b")])
    (vault.root / "b/terms/u.jsonl").write_text(twice, encoding="utf-8")
    with pytest.raises(RefAmbiguous):
        ada.claim("x y", stated=0.5, contradicts=["王胡"])


def test_term_that_was_taken_back_is_told_nowhere_and_stands_in_nobodys_way(vault: caveat.Vault) -> None:
    folder = vault.root / "b"
    with pytest.raises(InputError, match="only a human"):
        vault.by("bot", actor="agent").retract(REF)
    (moved,) = vault.by("ada").retract("未庄").moved
    opened = open_book(folder)
    gone = find_term(opened, "未庄")

    assert (REF, 0.0) == (moved.ref, moved.after)
    assert "Вэйчжуан" not in prepare_text(opened, SOURCES[1], chapter=1).chunks[0].block
    for act in (lambda: verify_terms(opened, [gone], ADA), lambda: revise(opened, gone, "Вэй", ADA)):
        with pytest.raises(InputError, match="was taken back"):
            act()
    again = {"id": "village", "headword": "未庄", "rendering": "Деревня"}
    (folder / "terms/v.jsonl").write_text(lines([again]), encoding="utf-8")
    opened = open_book(folder)

    assert () == opened.book.findings
    assert "term:b/village" == find_term(opened, "未庄").ref
    assert "Деревня" in prepare_text(opened, SOURCES[1], chapter=1).chunks[0].block


def test_import_brings_no_term_back_that_was_taken_back(vault: caveat.Vault) -> None:
    vault.by("ada").retract(REF)
    book_now = open_book(vault.root / "b").book
    read = read_glossary("未庄\tДеревня\n".encode(), "g.txt", book_now)
    (row,) = preview(book_now, read).outcomes

    assert ("collides", REF, "未庄 was taken back here") == (row.standing, row.ref, row.reason)
