"""A vault that stays open answers as one that was just opened."""

from pathlib import Path

import caveat
from caveat.ops.warm import DAYS
from tests.vaults import opened

FILES = {
    "old.md": "---\nkind: web\ncreated: 2026-01-01\nvolatility: fast\n---\napple pear\n",
    "new.md": "---\nsources: '[[old]]'\nstep: summary\n---\napple\n",
    "third.md": "---\nkind: contract\ncontradicts: '[[old]]'\n---\npear\n",
}


def trust(hits: list[caveat.Hit]) -> dict[str, float | None]:
    return {hit.path: hit.trust for hit in hits}


def test_repeated_questions_get_the_same_answer(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        questions = [("apple", 20500.0), ("pear", 20500.0), ("apple", 20600.0), ("apple", 20500.0)]
        warm = [vault.answer(query, as_of=day, explain=True) for query, day in questions * 3]
        cold = []
        for query, day in questions:
            with caveat.open(vault.root, index=vault.index_path) as fresh:
                cold.append(fresh.answer(query, as_of=day, explain=True))

    assert cold * 3 == warm


def test_what_another_process_indexed_is_seen_at_once(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        before = [vault.search("apple", as_of=20500.0) for _ in range(3)][-1]
        (vault.root / "old.md").write_text("---\nkind: law\n---\napple pear\n", encoding="utf-8")
        with caveat.open(vault.root, index=vault.index_path) as other:
            other.index()
        after = vault.search("apple", as_of=20500.0)

    assert trust(before)["old.md"] != trust(after)["old.md"]
    assert trust(before)["new.md"] != trust(after)["new.md"]


def test_a_changed_policy_is_seen_at_once(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        before = [vault.search("pear", as_of=20600.0) for _ in range(3)][-1]
        (vault.root / "caveat.toml").write_text("[half_life]\nfast = 1000\n", encoding="utf-8")
        after = vault.search("pear", as_of=20600.0)

    assert trust(before)["old.md"] != trust(after)["old.md"]


def test_a_hit_that_changed_is_seen_however_short_ago_all_files_were_looked_at(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        vault.search("apple")
        (vault.root / "old.md").write_text("apple changed", encoding="utf-8")
        (vault.root / "new.md").unlink()
        behind = vault.answer("apple").behind

    assert (("old.md",), ("new.md",)) == (behind.changed, behind.removed)


def test_many_days_asked_about_in_turn_get_the_same_answers(tmp_path: Path) -> None:
    days = [20500.0 + 90 * n for n in range(2 * DAYS)]
    with opened(tmp_path, FILES) as vault:
        warm = [vault.answer("apple pear", as_of=day) for day in days * 3]
        cold = []
        for day in days:
            with caveat.open(vault.root, index=vault.index_path) as fresh:
                cold.append(fresh.answer("apple pear", as_of=day))

    assert cold * 3 == warm
