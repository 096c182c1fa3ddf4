"""The computed lines: shown against what stands written, or written, and then nothing else changes."""

from pathlib import Path

import pytest

from caveat.model.errors import RefNotFound
from caveat.ops.vault import Vault
from caveat.ops.written import lines_of_keys
from tests.vaults import opened, tree_hash

FILES = {
    "call.md": "---\nkind: transcript\ntier: 3\nreliability: 0.9\n---\nThe rent stays at 1,480.\n",
    "summary.md": "---\nsources: '[[call]]'\nstep: summary\nreliability: 0.99 # guess\n---\nRent 1,480.\n",
    "right.md": "---\nsources: '[[call]]'\nstep: copy\ntier: 1\nreliability: 0.9\n---\nRent 1,480 x.\n",
    "plain.md": "no properties\n",
}


def shown(vault: Vault, *refs: str, write: bool = False) -> list[tuple[str, str, float | None, str]]:
    return [(line.path, line.key, line.old, line.new) for line in vault.stamp(refs, write=write).lines]


def test_without_refs_what_is_written_and_wrong_is_shown(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        before = tree_hash(vault.root)

        assert [
            ("call.md", "tier", 3.0, "0"),
            ("summary.md", "reliability", 0.99, repr(0.9 * 0.98)),
        ] == shown(vault)
        assert before == tree_hash(vault.root)


def test_with_refs_every_computed_line_is_shown(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        assert [("plain.md", "tier", None, "0")] == shown(vault, "plain.md")
        assert [("right.md", "tier", 1.0, "1"), ("right.md", "reliability", 0.9, "0.9")] == shown(
            vault, "right"
        )
        with pytest.raises(RefNotFound):
            vault.stamp(["nowhere"])


def test_written_lines_leave_every_other_byte_and_are_right(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        vault.stamp(["summary.md"], write=True)
        vault.stamp(write=True)

        assert FILES["summary.md"].replace(
            "reliability: 0.99 # guess\n", f"reliability: {0.9 * 0.98!r} # guess\ntier: 1\n"
        ) == (vault.root / "summary.md").read_text(encoding="utf-8")
        assert FILES["call.md"].replace("tier: 3", "tier: 0") == (vault.root / "call.md").read_text(
            encoding="utf-8"
        )
        assert [FILES[name] for name in ("right.md", "plain.md")] == [
            (vault.root / name).read_text(encoding="utf-8") for name in ("right.md", "plain.md")
        ]
        assert [] == shown(vault)
        before = tree_hash(vault.root)
        vault.stamp(["summary.md", "call.md"], write=True)
        assert before == tree_hash(vault.root)


def test_stamping_makes_nothing_stale_and_voids_no_look(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        refs = ["call.md", "summary.md", "right.md"]
        vault.by("ada").verify(refs)
        numbers = [vault.why(ref).assessment for ref in refs]
        vault.stamp(refs, write=True)

        assert numbers == [vault.why(ref).assessment for ref in refs]
        assert all(vault.why(ref).record.is_pinned and not vault.why(ref).record.is_stale for ref in refs)
        assert all(number.is_approved for number in numbers)


def test_a_note_that_cannot_be_written_is_named_and_the_others_are(tmp_path: Path) -> None:
    files = {**FILES, "twice.md": "---\ntier: 5\ntier: 6\n---\nx\n"}
    with opened(tmp_path, files) as vault:
        found = vault.stamp(write=True)

        assert ["twice.md"] == [path for path, _ in found.failures]
        assert [("twice.md", False)] == [
            (line.path, line.is_written) for line in found.lines if not line.is_written
        ]
        assert files["twice.md"] == (vault.root / "twice.md").read_text(encoding="utf-8")
        assert "tier: 0" in (vault.root / "call.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("---\nkind: web\nTier : 2\n'reliability': 1\n---\ntier: 5\n", {"tier": 3, "reliability": 4}),
        ("tier: 2\n", {}),
        ("---\nx: 1\n---\ntier: 2\n", {}),
        ("\ufeff---\r\ntier: 2\r\n---\r\n", {"tier": 2}),
        ("---\nfrontier: 2\ntiers: 3\n...\n", {}),
    ],
)
def test_lines_of_computed_keys(text: str, expected: dict[str, int]) -> None:
    assert expected == lines_of_keys(text)
