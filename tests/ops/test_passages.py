"""Passages: text, trust, what they stand on, and what speaks against them beside it."""

from pathlib import Path

import pytest

from caveat.model.errors import RefAmbiguous, RefNotFound
from tests.vaults import opened

FILES = {
    "caveat.toml": '[[rule]]\nfolder = "contracts"\nkind = "contract"\n',
    "contracts/lease.md": "# Lease\nThe rent is 1480.\n",
    "derived.md": "---\nsources: ['[[lease]]']\n---\n# Overview\nThe rent is 1840.\n",
    "plain.md": "# Plain\nNobody knows.\n",
    "typed.md": "---\nverified: 2026-01-01\nreliability: 0.9\n---\n# Typed\nlooked at\n",
    "a/twin.md": "one",
    "b/twin.md": "two",
}


@pytest.mark.parametrize(
    ("ref", "basis", "disposition"),
    [
        ("note:contracts/lease.md", "grounded", "stands"),
        ("derived.md", "derived", "contested"),
        ("[[plain]]", "undeclared", "stands"),
        # A date that somebody typed is bound to no content, so it approves nothing.
        ("typed", "grounded", "stands"),
    ],
)
def test_a_passage_says_what_it_stands_on(tmp_path: Path, ref: str, basis: str, disposition: str) -> None:
    with opened(tmp_path, FILES) as vault:
        vault.by("ada").contradict("lease", "derived.md")
        (found,) = vault.passages([ref]).by_ref.values()

    assert (basis, disposition) == (found.basis, found.disposition)


def test_conflicts_come_with_their_text_the_heaviest_first(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        pen = vault.by("ada")
        claim = pen.claim("It is 1840, they say.", stated=0.4, concerns=["derived.md"]).ref
        pen.contradict("lease", "derived.md")
        (found,) = vault.passages(["derived.md"]).by_ref.values()

    assert [
        ("contradicts", "note:contracts/lease.md", "grounded", "# Lease\nThe rent is 1480."),
        ("concerns", claim, "claim", "It is 1840, they say."),
    ] == [(c.kind, c.record.ref, c.basis, c.text) for c in found.conflicts]


def test_superseded_and_retracted_claims_say_so(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        pen = vault.by("ada")
        old, new, gone = (pen.claim(text, stated=0.9).ref for text in ("old", "new", "gone"))
        pen.supersede(new, old, because="updated")
        pen.retract(gone)
        found = vault.passages([old, new, gone]).by_ref

    assert [("superseded", new), ("stands", ""), ("retracted", "")] == [
        (found[ref].disposition, found[ref].replaced_by) for ref in (old, new, gone)
    ]


def test_text_comes_only_when_asked_for(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        whole, beside = vault.passages(["plain.md"]), vault.passages(["plain.md"], whole=False)

    assert ["# Plain\nNobody knows."] == [c.text for p in whole.by_ref.values() for c in p.chunks]
    assert [()] == [passage.chunks for passage in beside.by_ref.values()]


def test_passages_beside_an_answer_know_what_was_written_meanwhile(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        for _ in range(3):
            vault.answer("rent")
        claim = vault.by("ada").claim("The rent is 3.", stated=0.9).ref

        assert claim in vault.passages([claim], whole=False).by_ref


@pytest.mark.parametrize(("ref", "error"), [("twin", RefAmbiguous), ("gone", RefNotFound)])
def test_a_name_that_fits_no_one_record_is_refused(tmp_path: Path, ref: str, error: type[Exception]) -> None:
    with opened(tmp_path, FILES) as vault, pytest.raises(error):
        vault.passages(["plain.md", ref])


def test_a_changed_file_is_said(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        (vault.root / "plain.md").write_text("# Plain\nNow I know.\n", encoding="utf-8")

        assert ("plain.md",) == vault.passages(["plain.md"]).behind.changed
