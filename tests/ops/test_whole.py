"""Both engines answer for a whole vault, and alike."""

import gc
from pathlib import Path

import pytest

from caveat.ops import whole as journey
from caveat.ops.vault import Vault
from caveat.ops.whole import Whole, whole
from caveat.store.sqlite import SqliteStore
from tests.vaults import opened

FILES = {
    "a.md": "---\nkind: contract\ncreated: 2026-01-01\nvolatility: slow\n---\nalpha",
    "b.md": "---\nsources: ['[[a]]', '[[c]]']\nstep: weave\nverified: 2026-02-01\n---\nbeta",
    "c.md": "---\nkind: web\nasserted_by: eve\nsupports: '[[b]]'\n---\ngamma",
    "d.md": "---\nsources: '[[b]]'\ncontradicts: '[[c]]'\ngenerated_by: some-llm\n---\ndelta",
    "e.md": "---\nsources: '[[f]]'\n---\nepsilon",
    "f.md": "---\nsources: '[[e]]'\n---\nphi",
    "g.md": "---\ngenerated_by: some-llm\ndeclared: 0.9\nsources: '[[gone]]'\nverified: 2999-01-01\n---\npsi",
}


def both(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> tuple[Whole, Whole]:
    store = SqliteStore(vault.index_path)
    lazy = whole(store, as_of=20600.0, now=20600.0, policy=vault.policy)
    monkeypatch.setattr(journey, "MANY", 0)
    arrays = whole(store, as_of=20600.0, now=20600.0, policy=vault.policy)
    store.close()
    return lazy, arrays


def test_two_engines_agree_on_a_vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    with opened(tmp_path, FILES) as vault:
        lazy, arrays = both(vault, monkeypatch)

    assert lazy.assessments.keys() == arrays.assessments.keys()
    for ref, expected in lazy.assessments.items():
        found = arrays.assessments[ref]
        assert expected[1:11] == pytest.approx(found[1:11], abs=1e-12), ref
        assert (expected.is_undeclared, expected.is_approved) == (found.is_undeclared, found.is_approved)


def test_status_is_the_same_from_arrays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    with opened(tmp_path, FILES) as vault:
        lazy = vault.status(as_of=20600.0)
        monkeypatch.setattr(journey, "MANY", 0)
        arrays = vault.status(as_of=20600.0)

    assert lazy == arrays
    assert lazy.contested and lazy.declared["undeclared"] and lazy.verified == 1


@pytest.mark.parametrize("is_on", [True, False])
def test_garbage_is_searched_for_afterwards_as_before(tmp_path: Path, is_on: bool) -> None:
    with opened(tmp_path, FILES) as vault:
        store = SqliteStore(vault.index_path)
        try:
            if not is_on:
                gc.disable()
            whole(store, as_of=20600.0, now=20600.0, policy=vault.policy)

            assert is_on == gc.isenabled()
        finally:
            gc.enable()
            store.close()
