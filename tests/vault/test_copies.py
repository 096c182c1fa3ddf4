"""Names that sync tools give to the second copy of a note, and names that only look like them."""

import time
import unicodedata

import pytest

from caveat.vault.copies import original_of

COPIES = """
Todo (conflicted copy 2026-07-10 070952)
Todo (Ada's conflicted copy 2026-07-10)
Todo (Conflicted copy iPhone 202607101234)
Todo (Ada's conflicting version 2026-07-10)
Todo (In Konflikt stehende Kopie von Ada 2026-07-10)
Todo (Copie en conflit de Ada 2026-07-10)
Todo (Copia en conflicto de Ada 2026-07-10)
Todo (Copia in conflitto di Ada 2026-07-10)
Todo (Cópia em conflito de Ada 2026-07-10)
Todo (Conflicterende kopie van Ada 2026-07-10)
Todo (Kopia powodująca konflikt Ada 2026-07-10)
Todo (конфликтующая копия Ada 2026-07-10)
Todo (Ada の競合コピー 2026-07-10)
Todo（Ada的冲突副本 2026-07-10）
Todo (Ada 的衝突複本 2026-07-10)
Todo (Ada의 충돌하는 사본 2026-07-10)
Todo (Case Conflict)
Todo (case conflict 1)
Todo (conflict on 2026-07-10)
Todo [Conflict]
Todo [conflicted]
Todo.sync-conflict-20260710-070952-ABCDEFG
Todo_conflict-20260710-070952
Todo_ada-pc_Jul-10-070952-2026_Conflict
Todo.Conflict
Todo.conflict1
Todo (SFConflict ada@example.org 2026-07-10-07-09-52)
Todo-DESKTOP-3KJ2L1A
Todo-LAPTOP-3KJ2L1AB-2
""".strip().split("\n")

ORDINARY = """
Todo 2
Todo (1)
Todo copy
My conflict notes
Conflict resolution
Todo (conflict)
Todo (conflict of interest)
Todo (armed conflict)
Todo_conflict
Todo-DESKTOP
Todo-desktop-3kj2l1a
(conflicted copy 2026-07-10)
""".strip().split("\n")


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("name", COPIES)
def test_a_conflict_copy_is_known_by_its_name(name: str, form: str) -> None:
    assert "d.x/Todo.md" == original_of(f"d.x/{unicodedata.normalize(form, name)}.md")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ORDINARY)
def test_an_ordinary_name_is_none(name: str) -> None:
    assert original_of(f"conflict copy/{name}.md") is None


def test_a_copy_of_a_copy_leads_back_step_by_step() -> None:
    first = "Todo.sync-conflict-20260710-070952-ABCDEFG.md"

    assert first == original_of("Todo.sync-conflict-20260710-070952-ABCDEFG (conflicted copy 1).md")
    assert "Todo.md" == original_of(first)


@pytest.mark.parametrize("part", ["a (", "conflict", "(conflict copy", "-DESKTOP-", "_x_jul-10-070952-2026"])
def test_a_hostile_name_costs_linear_time(part: str) -> None:
    started = time.process_time()
    original_of(part * 20_000 + "conflict.md")

    assert time.process_time() - started < 3
