"""What is most worth a human look: asked for, wrong, much used, unseen; and what a look would do."""

from pathlib import Path

import pytest

from caveat.model.errors import InputError
from caveat.ops.vault import Vault
from caveat.text.dates import day_of
from tests.vaults import opened

DAY = day_of("2026-03-10")
FILES = {
    "root.md": "---\nkind: web\ncreated: 2026-03-01\n---\nThe root of it all.\n",
    **{f"child{n}.md": "---\nsources: '[[root]]'\nstep: leap\n---\nMade from it.\n" for n in range(3)},
    "alone.md": "---\nkind: web\ncreated: 2026-03-01\n---\nNobody uses this.\n",
}


def order(vault: Vault) -> list[str]:
    return [item.record.path or item.record.ref for item in vault.review(as_of=DAY).items]


def test_what_many_stand_on_comes_first(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        found = vault.review(as_of=DAY)

        assert ["root.md", "alone.md", "child0.md", "child1.md", "child2.md"] == [
            item.record.path for item in found.items
        ]
        assert (3, 3, ("never verified",)) == (
            found.items[0].dependants,
            found.items[0].rising,
            found.items[0].reasons,
        )
        assert found.items[0].before < found.items[0].after and found.items[0].is_approved_after


def test_the_gain_is_what_a_look_brings(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        promised = vault.review(1).items[0]
        (done,) = vault.by("ada").verify([promised.record.ref])

        assert done.after is not None
        assert promised.after == pytest.approx(done.after.trust)
        assert promised.rising == len(done.moved)
        assert promised.is_approved_after == done.is_approved


def test_what_was_asked_for_leads_until_somebody_looked(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        vault.by("helper", actor="agent").request("alone.md", "is this still so?")
        found = vault.review()

        assert "alone.md" == found.items[0].record.path
        assert (
            "helper asked on" in found.items[0].reasons[0]
            and "is this still so?" in found.items[0].reasons[0]
        )
        assert 1 == found.asked

        vault.by("ada").verify(["alone.md"])
        assert "alone.md" not in order(vault)

        vault.by("helper", actor="agent").request("alone.md")
        assert "alone.md" == vault.review().items[0].record.path


def test_stale_contested_and_changed_come_before_what_is_only_unseen(tmp_path: Path) -> None:
    files = {f"n{n}.md": f"---\nkind: web\n---\nnote {n}\n" for n in range(4)}
    files |= {"made.md": "---\nsources: '[[n0]]'\n---\nmade\n"}
    with opened(tmp_path, files) as vault:
        vault.by("ada").verify(["made.md", "n1.md"])
        vault.by("eve").claim("no", stated=0.9, contradicts=["n2.md"])
        (vault.root / "n0.md").write_text("---\nkind: web\n---\nchanged\n", encoding="utf-8")
        (vault.root / "n1.md").write_text("---\nkind: web\n---\nchanged too\n", encoding="utf-8")
        vault.index()
        found = {item.record.path: item.reasons for item in vault.review().items}

        assert {"made.md", "n1.md", "n2.md"} == set(list(found)[:3])
        assert "a source changed since a human looked" in found["made.md"]
        assert found["n2.md"][0].startswith("contested")
        assert found["n1.md"][0].startswith("it changed since a human looked")
        assert ("never verified",) == found["n3.md"]


def test_aged_and_unpinned_looks_are_told(tmp_path: Path) -> None:
    files = {"a.md": "---\nkind: web\nvolatility: fast\nverified: 2025-01-01\ncreated: 2025-01-01\n---\nx\n"}
    with opened(tmp_path, files) as vault:
        (item,) = vault.review(as_of=DAY).items

        assert item.reasons[0].startswith("aged since 2025-01-01")
        assert "not bound to its content yet" in item.reasons[1]


def test_replaced_taken_back_and_approved_records_are_left_out(tmp_path: Path) -> None:
    files = {"old.md": "old", "new.md": "---\nsupersedes: '[[old]]'\nkind: web\n---\nnew", "gone.md": "gone"}
    with opened(tmp_path, files) as vault:
        vault.by("ada").retract("gone.md")
        assert ["new.md"] == order(vault)

        vault.by("ada").verify(["new.md"])
        assert [] == order(vault)


def test_the_order_is_the_same_every_time_and_k_cuts_it(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        first = vault.review(as_of=DAY)

        assert first == vault.review(as_of=DAY)
        assert (first.items[:2], 5) == (vault.review(2, as_of=DAY).items, vault.review(2, as_of=DAY).waiting)
        with pytest.raises(InputError):
            vault.review(0)


def test_a_request_follows_the_note(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        vault.by("helper", actor="agent").request("alone.md", "is this still so?")
        (vault.root / "alone.md").rename(vault.root / "elsewhere.md")
        vault.index()
        first = vault.review().items[0]

        assert "elsewhere.md" == first.record.path
        assert "is this still so?" in first.reasons[0]


def test_a_look_that_is_void_by_now_has_answered_all_the_same(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        vault.by("helper", actor="agent").request("alone.md", "is this still so?")
        vault.by("ada").verify(["alone.md"])
        (vault.root / "alone.md").write_text(FILES["alone.md"] + "And more.\n", encoding="utf-8")
        vault.index()
        found = vault.review()
        (own,) = [item for item in found.items if item.record.path == "alone.md"]

        assert 0 == found.asked
        assert "it changed since a human looked" in own.reasons[0]


def test_a_look_under_the_old_name_is_known(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        vault.by("ada").verify(["alone.md"])
        (vault.root / "alone.md").rename(vault.root / "elsewhere.md")
        vault.index()
        vault.by("helper", actor="agent").request("elsewhere.md")
        vault.by("ada").verify(["elsewhere.md"])

        assert 0 == vault.review().asked
