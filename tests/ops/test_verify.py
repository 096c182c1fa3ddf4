"""A human look: bound to what was looked at, written into a note only when asked, by people only."""

import errno
import json
import os
from pathlib import Path

import pytest

import caveat
from caveat.model.errors import EditRefused, IndexUnusable, InputError, RefNotFound
from caveat.ops import recording
from caveat.ops.behind import digest
from caveat.ops.vault import Vault
from caveat.vault import rewrite
from tests.vaults import make, opened, tree_hash

FILES = {
    "call.md": "---\nkind: transcript\ncreated: 2026-01-01\n---\nThe rent stays.\n",
    "summary.md": "---\nsources: '[[call]]'\nstep: leap\nvolatility: fast\ncreated: 2026-01-01\n---\nRent stays.\n",
    "letter.md": "---\nsources: '[[summary]]'\nstep: summary\n---\nDear all, it stays.\n",
}


def events(vault: Vault, kind: str = "") -> list[dict[str, object]]:
    """Events of the ledger, oldest first."""
    lines = b"".join(
        path.read_bytes() for path in sorted((vault.root / ".caveat/ledger").glob("*.jsonl"))
    ).splitlines()
    found = [json.loads(line) for line in lines]
    return [event for event in found if not kind or event["kind"] == kind]


def test_a_look_is_bound_to_content_and_sources(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        notes = {ref: vault.why(ref).record.content_hash for ref in ("summary.md", "call.md")}
        (done,) = vault.by("ada").verify(["summary.md"])
        (event,) = events(vault)

        assert ("verify", "ada", "human", done.event) == tuple(
            event[key] for key in ("kind", "by", "actor", "id")
        )
        assert event["body"] == {
            "ref": "note:summary.md",
            "hash": notes["summary.md"],
            "sources": {"note:call.md": notes["call.md"]},
        }


def test_a_look_lifts_credibility_restarts_the_clock_and_approves(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        before = vault.why("letter.md").assessment.trust
        (done,) = vault.by("ada").verify(["summary.md"])

        assert done.after is not None and done.is_approved and not done.unapproved
        assert done.before.freshness < 0.5 < 1.0 == done.after.freshness
        assert done.after.credibility == pytest.approx(1 - (1 - 0.95) * (1 - 0.99 * 0.9))
        assert [("note:letter.md", before)] == [(one.ref, one.before) for one in done.moved]
        assert done.moved[0].after == vault.why("letter.md").assessment.trust


def test_several_are_recorded_together_and_twice_named_once(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        done = vault.by("ada").verify(["letter.md", "[[call]]", "note:letter.md"])

        assert ["note:letter.md", "note:call.md"] == [one.ref for one in done]
        assert [one.event for one in done] == [event["id"] for event in events(vault)]


def test_nothing_is_recorded_when_one_fits_nothing(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        with pytest.raises(RefNotFound):
            vault.by("ada").verify(["letter.md", "no such note"])

        assert [] == events(vault)


@pytest.mark.parametrize("actor", ["agent", "program"])
def test_only_a_human_can_verify(tmp_path: Path, actor: str) -> None:
    with opened(tmp_path, FILES) as vault:
        with pytest.raises(InputError, match="only a human"):
            vault.by("bot", actor=actor).verify(["letter.md"])  # type: ignore[arg-type]
        with pytest.raises(InputError, match="name at least one"):
            vault.by("ada").verify([])

        assert [] == events(vault)


def test_a_look_is_at_the_files_as_they_are_now(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        (vault.root / "call.md").write_text(FILES["call.md"].replace("stays", "rises"), encoding="utf-8")
        vault.by("ada", is_patient=False).verify(["summary.md"])
        vault.index()

        assert not vault.why("summary.md").record.is_stale


def test_a_claim_is_verified_as_a_note_is(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        claim = vault.by("bot", actor="agent").claim("Rent may rise", stated=0.6, sources=["call.md"]).ref
        (done,) = vault.by("ada").verify([claim], write=True)

        assert done.after is not None and done.after.credibility > 0.9
        assert "" == done.written
        assert [claim] == [event["body"]["ref"] for event in events(vault, "verify")]  # type: ignore[index]


def test_a_look_settles_older_challenges_and_not_newer_ones(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        eve = vault.by("eve")
        first = eve.claim("It rises", stated=0.9, contradicts=["summary.md"]).ref
        (done,) = vault.by("ada").verify(["summary.md"])

        assert [first] == [one.ref for one in done.settled]
        assert done.after is not None and 0 == done.after.challenge

        eve.claim("It rises in May", stated=0.9, contradicts=["summary.md"])
        assert vault.why("summary.md").assessment.challenge > 0


def test_an_undated_challenge_is_told_to_stay(tmp_path: Path) -> None:
    files = {**FILES, "no.md": "---\ncontradicts: '[[summary]]'\nkind: contract\n---\nIt rises.\n"}
    with opened(tmp_path, files) as vault:
        (done,) = vault.by("ada").verify(["summary.md"])

        assert done.settled == () and not done.is_approved
        assert any("still contested" in remark and "no date" in remark for remark in done.remarks)
        assert any("contested" in reason for reason in done.unapproved)


def test_what_was_replaced_or_taken_back_is_said(tmp_path: Path) -> None:
    files = {**FILES, "new.md": "---\nsupersedes: '[[call]]'\n---\nIt rises.\n"}
    with opened(tmp_path, files) as vault:
        vault.by("ada").retract("letter.md")
        old, gone = vault.by("ada").verify(["call.md", "letter.md"])

        assert any("replaced by “new”" in remark for remark in old.remarks)
        assert any("taken back" in remark for remark in gone.remarks)
        assert ("it was taken back",) == gone.unapproved


def test_a_source_that_cannot_be_found_is_noted_and_makes_nothing_stale(tmp_path: Path) -> None:
    files = {"a.md": "---\nsources: ['[[gone]]']\n---\nx\n"}
    with opened(tmp_path, files) as vault:
        (done,) = vault.by("ada").verify(["a.md"])

        assert {"note:gone": ""} == events(vault)[0]["body"]["sources"]  # type: ignore[index]
        assert any("gone cannot be found" in remark for remark in done.remarks)
        assert not vault.why("a.md").record.is_stale


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"x\n", b"---\nverified: TODAY\n---\nx\n"),
        (b"---\r\nkind: web\r\n---\r\nx  \r\n", b"---\r\nkind: web\r\nverified: TODAY\r\n---\r\nx  \r\n"),
        (
            b"---\nverified: 2020-01-01 # by me\ntags: [a,  b]\n---\nx",
            b"---\nverified: TODAY # by me\ntags: [a,  b]\n---\nx",
        ),
        ("\ufeff---\nVerified:\n---\nя".encode(), "\ufeff---\nVerified: TODAY\n---\nя".encode()),
    ],
)
def test_write_changes_one_line_and_no_other_byte(tmp_path: Path, before: bytes, after: bytes) -> None:
    with opened(tmp_path, {"a.md": before, "b.md": "other"}) as vault:
        path = vault.root / "a.md"
        path.chmod(0o640)
        (done,) = vault.by("ada").verify(["a.md"], write=True)
        today = done.written.removeprefix("verified: ")

        assert after.replace(b"TODAY", today.encode()) == path.read_bytes()
        assert (0o640, b"other") == (path.stat().st_mode & 0o777, (vault.root / "b.md").read_bytes())
        assert ["a.md", "b.md"] == sorted(p.name for p in vault.root.iterdir() if p.name != ".caveat")
        assert vault.why("a.md").record.is_pinned
        assert "" == vault.status().behind.words


def test_without_write_no_note_is_touched(tmp_path: Path) -> None:
    with opened(tmp_path, FILES) as vault:
        before = {name: (vault.root / name).read_bytes() for name in FILES}
        vault.by("ada").verify(["summary.md"])

        assert before == {name: (vault.root / name).read_bytes() for name in FILES}


@pytest.mark.parametrize("is_written", [True, False])
@pytest.mark.parametrize("line", ["", "verified: 2026-02-03\n"])
def test_a_later_edit_voids_the_look_although_the_line_stays(
    tmp_path: Path, is_written: bool, line: str
) -> None:
    with opened(tmp_path, {"a.md": f"---\nkind: web\n{line}---\nprice 10\n"}) as vault:
        vault.by("ada").verify(["a.md"], write=is_written)
        path = vault.root / "a.md"
        path.write_bytes(path.read_bytes().replace(b"price 10", b"price 99"))
        vault.audit()

        record = vault.why("a.md").record
        assert (None, False) == (record.verified, record.is_pinned)

        path.write_bytes(path.read_bytes().replace(b"price 99", b"price 10"))
        vault.audit()
        assert vault.why("a.md").record.is_pinned


def test_verifying_again_the_same_day_counts_for_the_new_content(tmp_path: Path) -> None:
    with opened(tmp_path, {"a.md": "---\nkind: web\n---\nprice 10\n"}) as vault:
        vault.by("ada").verify(["a.md"], write=True)
        path = vault.root / "a.md"
        path.write_bytes(path.read_bytes().replace(b"price 10", b"price 99"))
        (done,) = vault.by("ada").verify(["a.md"], write=True)

        assert ("", True) == (done.written, done.is_approved)


# sy-02, the half that writes.
def test_nothing_is_written_through_a_link_that_leaves_the_vault(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret", encoding="utf-8")
    with opened(tmp_path, {"in.md": "x", "out.md": "y", "gone.md": "z"}) as vault:
        for name, target in (("out.md", secret), ("gone.md", tmp_path / "nope.md")):
            plan = vault.root / name
            file_hash = digest(plan.read_bytes())
            plan.unlink()
            plan.symlink_to(target)
            with pytest.raises(EditRefused, match="leads out of the vault"):
                rewrite.planned(vault.root, name, lambda data: data + b"!", file_hash=file_hash)
        (vault.root / "loop.md").symlink_to("nowhere.md")
        with pytest.raises(EditRefused, match="link to nothing"):
            rewrite.planned(vault.root, "loop.md", lambda data: data, file_hash="")
        with pytest.raises(RefNotFound):
            vault.by("ada").verify(["out.md"], write=True)

        assert ("secret", False) == (secret.read_text(encoding="utf-8"), (tmp_path / "nope.md").exists())
        assert [] == list((vault.root / ".caveat").rglob("*.jsonl"))


def test_a_folder_that_leads_out_is_refused(tmp_path: Path) -> None:
    make(tmp_path / "outside", {"a.md": "x"})
    root = make(tmp_path / "v", {})
    (root / "sub").symlink_to(tmp_path / "outside")
    file_hash = digest(b"x")

    with pytest.raises(EditRefused, match="leads out"):
        rewrite.planned(root, "sub/a.md", lambda data: data + b"!", file_hash=file_hash)


def test_a_line_that_cannot_be_written_refuses_all_and_records_nothing(tmp_path: Path) -> None:
    twice = "---\nverified: 2026-01-01\nverified: 2026-01-02\n---\nx\n"
    with opened(tmp_path, {"a.md": "fine\n", "b.md": twice}) as vault:
        before = tree_hash(vault.root)
        with pytest.raises(EditRefused, match=r"b\.md.*twice|b\.md.*lines 2 and 3"):
            vault.by("ada").verify(["a.md", "b.md"], write=True)

        assert before == tree_hash(vault.root)


def test_a_full_disk_leaves_the_note_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path, {"a.md": "fine\n"}) as vault:
        replace = os.replace

        def full(source: str, target: str) -> None:
            if str(target).endswith("a.md"):
                raise OSError(errno.ENOSPC, "No space left on device")
            replace(source, target)

        monkeypatch.setattr(os, "replace", full)
        (done,) = vault.by("ada").verify(["a.md"], write=True)

        assert "No space left" in done.failure and not done.written
        assert b"fine\n" == (vault.root / "a.md").read_bytes()
        assert ["a.md"] == [p.name for p in vault.root.iterdir() if p.name != ".caveat"]
        assert ["verify", "observed"] == [event["kind"] for event in events(vault)]


def test_an_edit_made_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    root = make(tmp_path / "v", {"a.md": "old"})
    file_hash = digest(b"old")
    plan = rewrite.planned(root, "a.md", lambda data: data + b"!", file_hash=file_hash)
    (root / "a.md").write_bytes(b"newer")

    with pytest.raises(EditRefused, match="a moment ago"):
        rewrite.rewrite(plan)
    with pytest.raises(EditRefused, match="a moment ago"):
        rewrite.planned(root, "a.md", lambda data: data, file_hash=file_hash)
    assert [b"newer"] == [p.read_bytes() for p in root.iterdir()]


def test_a_vault_reached_through_a_link_is_written_as_any(tmp_path: Path) -> None:
    root = make(tmp_path / "v", {"a.md": "x\n"})
    (tmp_path / "link").symlink_to(root)
    with caveat.open(tmp_path / "link", index=tmp_path / "i.sqlite") as vault:
        (done,) = vault.by("ada").verify(["a.md"], write=True)

    assert done.written and b"verified:" in (root / "a.md").read_bytes()


def test_what_could_not_be_written_is_told_although_another_holds_the_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def held(*_: object) -> None:
        raise IndexUnusable("it is held")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with opened(tmp_path, {"a.md": "fine\n", "b.md": "fine\n"}) as vault:
        monkeypatch.setattr(recording, "take_in_events", held)
        (first,) = vault.by("ada").verify(["a.md"], write=True)
        monkeypatch.setattr(os, "replace", full)
        (second,) = vault.by("ada").verify(["b.md"], write=True)

        assert first.written.startswith("verified: ") and not first.failure
        assert "No space left" in second.failure and not second.written
        assert "the next `caveat index` takes it in" in second.remarks[0]
