"""`propose_term`: an agent puts a name before a human, and nothing it says binds anybody."""

from pathlib import Path
from typing import Any

import pytest

import caveat
from caveat.mcp.session import Session
from caveat.mcp.tools import called
from caveat.model.errors import InputError
from caveat.ops.book.opening import open_book
from caveat.ops.book.prepare import prepare_text
from caveat.ops.book.record import find_term
from caveat.ops.book.review import Item, Verb, find_item, queue, settle
from tests.ops.books import ADA, book, found, verified
from tests.vaults import make, tree_hash


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.setenv("CAVEAT_DEVICE", "0000000a")
    root = make(tmp_path / "vault", {"caveat.toml": "", "names.md": "# Names\n王胡 is Ван Ху.\n"})
    verified(book(root / "b"))
    vault = caveat.open(root, index=tmp_path / "index.sqlite")
    vault.index()
    return Session(vault, "bot")


def propose(session: Session, **said: Any) -> dict[str, Any]:
    return called(session, "propose_term", {"headword": "王胡", "rendering": "Ван Ху", **said}).structured


def folder(session: Session) -> Path:
    return Path(session.vault.root) / "b"


def waiting(session: Session) -> tuple[Item, ...]:
    return queue(open_book(folder(session)), found(folder(session)))


def decide(session: Session, name: str, verb: Verb) -> None:
    settle(open_book(folder(session)), find_item(waiting(session), name), verb, ADA)


def test_proposal_waits_with_what_it_stands_on_and_is_in_no_prompt(session: Session) -> None:
    before = open_book(folder(session)).snapshot
    told = propose(session, kind="person", gender="m", span="01.txt:2", sources=["note:names.md"])
    item = find_item(waiting(session), told["event"])

    assert (True, False, "bot", "derived", "stands") == (
        told["is_recorded"], told["is_binding"], told["author"], told["basis"], told["disposition"],
    )  # fmt: skip
    assert f"derived, stands, trust {told['trust']:.2f}" in item.lines
    assert "from note:names.md" in item.lines
    opened = open_book(folder(session))
    assert before == opened.snapshot
    assert "Ван" not in prepare_text(opened, "王胡说好。", chapter=1).chunks[0].block


def test_bare_word_is_undeclared_and_one_with_a_source_is_worth_more_once_that_is_verified(
    session: Session,
) -> None:
    bare, made = propose(session), propose(session, headword="赵司晨", sources=["note:names.md"])
    session.vault.by("ada").verify(["note:names.md"])
    after = propose(session, headword="赵司晨", sources=["note:names.md"])

    assert ("undeclared", "derived") == (bare["basis"], made["basis"])
    assert (False, True) == (after["is_recorded"], made["trust"] < after["trust"] < 1)


def test_accepted_proposal_is_the_humans_word_and_says_who_made_it(session: Session) -> None:
    decide(session, propose(session)["event"], "accept")
    term = find_term(open_book(folder(session)), "王胡")

    assert ("Ван Ху", "bot", True) == (term.rendering, term.generated_by, term.approval.is_approved)


def test_said_again_is_recorded_once_and_what_was_turned_down_never_again(session: Session) -> None:
    first, again = propose(session), propose(session, note="really")
    decide(session, first["event"], "reject")
    after = propose(session)

    assert (False, "it is proposed already, and waits") == (again["is_recorded"], again["note"])
    assert (False, "a human turned it down") == (after["is_recorded"], after["note"])


def test_name_that_a_human_called_none_is_not_proposed(session: Session) -> None:
    decide(session, "王胡", "reject")

    assert "a human said that it is no term" == propose(session)["note"]


def test_other_rendering_of_a_term_waits_and_changes_nothing(session: Session) -> None:
    told = propose(session, headword="未庄", rendering="Вэй-Чжуан", reason="as printed")
    again = propose(session, headword="未庄", rendering="Вэй-Чжуан")
    same = propose(session, headword="未庄", rendering="Вэйчжуан")

    assert ("rendering", True, None) == (told["what"], told["is_recorded"], told["trust"])
    assert "it is proposed already, and waits" == again["note"]
    assert "called so already" in same["note"]
    assert "Вэйчжуан" == find_term(open_book(folder(session)), "未庄").rendering
    decide(session, told["event"], "reject")
    assert "a human turned it down" == propose(session, headword="未庄", rendering="Вэй-Чжуан")["note"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"headword": "王", "rendering": "Ван"}, "single character"),
        ({"headword": "王\n胡"}, "one line"),
        ({"rendering": "Ван\u202e"}, "nobody sees"),
        ({"headword": " "}, "empty"),
        ({"rendering": " "}, "empty"),
        ({"sources": ["note:nothing.md"]}, "no note:nothing.md here"),
        ({"sources": ["../x"]}, "outside the vault"),
        ({"kind": "god"}, "kind"),
        ({"verified": True}, "only a human verifies"),
        ({"declared": 1.0}, "unknown parameter `declared`"),
        ({"curated": True}, "unknown parameter `curated`"),
        ({"author": "ada"}, "no parameter `author`"),
    ],
)
def test_what_could_be_no_term_is_refused_and_not_recorded(
    session: Session, said: dict[str, Any], told: str
) -> None:
    before = tree_hash(session.vault.root)
    with pytest.raises(InputError, match=told):
        propose(session, **said)

    assert before == tree_hash(session.vault.root)
