"""Forgetting: the text is nowhere any more, the rest is as it was, and nothing brings it back."""

import os
from pathlib import Path

import pytest

from caveat.model.errors import InputError, LedgerUnwritable, RefAmbiguous, RefNotFound
from caveat.ops.forget import forget
from caveat.ops.pen import Pen
from caveat.ops.vault import Vault
from caveat.vault.ledger import encode_event
from tests.history.ledgers import claim, ulid
from tests.vaults import opened, tree_hash

FOLDER = ".caveat/ledger"
SECRET = "the door code is hunter2"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return opened(tmp_path, {"a.md": "a note, hunter2 in it"})


@pytest.fixture
def ada(vault: Vault) -> Pen:
    return vault.by("ada")


def held_in(*folders: Path) -> list[str]:
    """Files below *folders* that hold the secret, notes aside."""
    paths = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    return sorted(p.name for p in paths if p.suffix != ".md" and b"hunter2" in p.read_bytes().lower())


def test_the_text_leaves_every_file_and_the_index(ada: Pen, vault: Vault, tmp_path: Path) -> None:
    (vault.root / "a.md").write_text("a note")
    ref = ada.claim(SECRET, stated=0.9).ref
    old = vault.root / FOLDER / "00c0ffee.jsonl"
    (vault.root / FOLDER / "other (conflicted copy).jsonl").write_bytes(old.read_bytes())
    before = held_in(tmp_path)
    told = ada.forget(ref)

    assert {"00c0ffee.jsonl", "other (conflicted copy).jsonl"} < set(before)
    assert [] == held_in(tmp_path)
    assert ({"00c0ffee.jsonl", "other (conflicted copy).jsonl"}, True) == (
        {Path(place.path).name for place in told.places},
        told.is_wiped,
    )
    assert [] == vault.search("hunter2")
    assert () == vault.claims(retracted=True, superseded=True).claims


def test_the_rest_of_the_ledger_and_the_notes_stay(ada: Pen, vault: Vault) -> None:
    others = [ada.claim(f"statement {number}", stated=0.9).ref for number in range(3)]
    ref = ada.claim(SECRET, stated=0.9, contradicts=[others[0]]).ref
    note = (vault.root / "a.md").read_bytes()
    kept = [line for line in vault.export().lines if ref.encode()[6:] not in line]
    ada.forget(ref)

    assert note == (vault.root / "a.md").read_bytes()
    assert kept == [line for line in vault.export().lines if ref.encode()[6:] not in line]
    assert set(others) == {claim.record.ref for claim in vault.claims().claims}
    assert 0.9 == vault.why(others[0]).assessment.trust


def test_a_forgotten_claim_is_no_finding_for_ever(ada: Pen, vault: Vault) -> None:
    other = ada.claim("something else", stated=0.9).ref
    ada.forget(ada.claim(SECRET, stated=0.9, contradicts=[other]).ref)

    assert [] == [finding for finding in vault.index().findings if finding.code == "unresolved-ref"]


def test_a_dry_run_shows_it_and_changes_nothing(ada: Pen, vault: Vault) -> None:
    ref = ada.claim(SECRET, stated=0.9).ref
    before = tree_hash(vault.root)
    seen = ada.forget(ref, dry_run=True)

    assert before == tree_hash(vault.root)
    assert (SECRET, ((f"{FOLDER}/00c0ffee.jsonl", (1,)),), True) == (
        seen.event.body["text"],
        seen.places,
        seen.is_dry,
    )


def test_doing_it_again_finishes_what_was_left(ada: Pen, vault: Vault, tmp_path: Path) -> None:
    (vault.root / "a.md").write_text("a note")
    ref = ada.claim(SECRET, stated=0.9).ref
    data = (vault.root / FOLDER / "00c0ffee.jsonl").read_bytes()
    first = ada.forget(ref)
    # Another device, that had not yet heard of it, comes back with its copy.
    (vault.root / FOLDER / "late.jsonl").write_bytes(data)
    vault.index()

    assert ["late.jsonl"] == held_in(vault.root)
    assert () == vault.claims().claims
    second = ada.forget(ref[6:])

    assert (1, 0) == (len(first.events), len(second.events))
    assert [] == held_in(tmp_path)


def test_any_event_can_be_forgotten_and_what_it_did_is_undone(ada: Pen, vault: Vault) -> None:
    one = ada.claim("one", stated=0.9).ref
    edge = vault.by("b").claim("two", stated=0.9, contradicts=[one]).events[1]
    asked = ada.request(one, "hunter2?").events[0]

    assert vault.why(one).assessment.trust < 0.9
    ada.forget(edge)
    told = ada.forget(asked)

    assert 0.9 == vault.why(one).assessment.trust
    assert "request" == told.event.kind
    assert b"hunter2" not in b"".join(vault.export().lines)


def test_other_events_with_the_same_text_are_named(ada: Pen, vault: Vault) -> None:
    ref = ada.claim(SECRET, stated=0.9).ref
    other = vault.by("b").claim(SECRET, stated=0.8)
    told = ada.forget(ref)

    assert other.events == told.same_text
    assert [other.ref] == [claim.record.ref for claim in vault.claims().claims]


def test_what_lies_beside_the_ledger_is_named(ada: Pen, vault: Vault) -> None:
    ref = ada.claim(SECRET, stated=0.9).ref
    stray = vault.root / FOLDER / ".00c0ffee.jsonl.abcd.new"
    stray.write_bytes((vault.root / FOLDER / "00c0ffee.jsonl").read_bytes())

    assert any(stray.name in place for place in ada.forget(ref).elsewhere)


def test_who_asks_for_what_cannot_be_is_refused(ada: Pen, vault: Vault) -> None:
    ref = ada.claim(SECRET, stated=0.9).ref
    with pytest.raises(InputError, match="an agent cannot forget"):
        vault.by("bot", actor="agent").forget(ref)
    with pytest.raises(InputError, match="is no event of the ledger"):
        ada.forget("a.md")
    with pytest.raises(RefNotFound, match="no event has the id"):
        ada.forget("01ZZZZZZZZZZZZZZZZZZZZZZZZ")
    with pytest.raises(RefNotFound, match="no record is called"):
        ada.forget("nothing of that name")
    done = ada.forget(ref).events[0]
    with pytest.raises(InputError, match="cannot be forgotten"):
        ada.forget(done)


def test_a_start_that_fits_several_events_is_refused_with_all(vault: Vault, ada: Pen) -> None:
    vault.import_events(b"".join(encode_event(claim(number)) for number in (1, 2)))
    with pytest.raises(RefAmbiguous) as refused:
        ada.forget(ulid(1)[:25])

    assert ulid(1) in str(refused.value) and ulid(2) in str(refused.value)


def test_an_index_in_use_is_told_and_the_ledger_is_clean(
    ada: Pen, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    from caveat.store.sqlite import SqliteStore

    ref = ada.claim(SECRET, stated=0.9).ref
    monkeypatch.setattr(SqliteStore, "scrub", lambda self: False)

    assert not ada.forget(ref).is_wiped
    assert [] == held_in(vault.root)


def test_the_word_comes_before_the_rewriting(ada: Pen, vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    import caveat.ops.forget as room

    ref = ada.claim(SECRET, stated=0.9).ref

    def killed(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(room, "rewrite", killed)
    with pytest.raises(KeyboardInterrupt), ada._desk() as desk:
        forget(desk, ref)
    monkeypatch.undo()
    vault.index()

    assert () == vault.claims().claims
    ada.forget(ref[6:])

    assert [] == held_in(vault.root)


def test_what_an_audit_found_in_a_claim_leaves_the_index(vault: Vault, tmp_path: Path) -> None:
    (vault.root / "lease.md").write_text("---\nkind: contract\n---\nThe rent is EUR 900.\n")
    ref = vault.by("ada").claim("The deposit is EUR 471147 exactly", stated=0.9, sources=["lease.md"]).ref
    codes = [one.finding.code for one in vault.audit().findings if one.ref == ref]
    told = vault.by("ada").forget(ref)
    held = [path.name for path in tmp_path.rglob("*") if path.is_file() and b"471147" in path.read_bytes()]

    assert "drift" in codes
    assert told.is_wiped
    assert [] == held


def test_a_file_that_does_not_hold_it_need_not_be_writable(
    ada: Pen, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    (vault.root / "a.md").write_text("a note")
    ref = ada.claim(SECRET, stated=0.9).ref
    (vault.root / FOLDER / "0000bbbb.jsonl").write_bytes(encode_event(claim(1)))
    _make_unwritable(monkeypatch, "0000bbbb.jsonl")

    assert ada.forget(ref).is_wiped
    assert [] == held_in(vault.root)


def test_all_files_are_done_before_it_is_told_that_one_could_not_be(
    ada: Pen, vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (vault.root / "a.md").write_text("a note")
    ref = ada.claim(SECRET, stated=0.9).ref
    (vault.root / FOLDER / "0000bbbb.jsonl").write_bytes(
        (vault.root / FOLDER / "00c0ffee.jsonl").read_bytes()
    )
    with monkeypatch.context() as patch:
        _make_unwritable(patch, "0000bbbb.jsonl")
        with pytest.raises(LedgerUnwritable, match=r"0000bbbb.*all other files are done"):
            ada.forget(ref)

    assert ["0000bbbb.jsonl"] == held_in(vault.root)
    ada.forget(ref)
    assert [] == held_in(tmp_path)


def _make_unwritable(patch: pytest.MonkeyPatch, name: str) -> None:
    """Opening it for writing is refused, as of a file of somebody else; modes bind no superuser."""
    opened_ = os.open

    def guarded(path: str, flags: int, *more: int, **named: int) -> int:
        if str(path).endswith(name) and flags & (os.O_RDWR | os.O_WRONLY):
            raise PermissionError(13, "Permission denied")
        return opened_(path, flags, *more, **named)

    patch.setattr(os, "open", guarded)


def test_a_body_that_says_more_than_that_it_is_forgotten_is_forgotten_as_any(
    ada: Pen, vault: Vault, tmp_path: Path
) -> None:
    (vault.root / "a.md").write_text("a note")
    body = {"text": SECRET, "stated": 0.5, "forgotten": True}
    event = claim(7)._replace(body=body)
    (vault.root / FOLDER).mkdir(parents=True, exist_ok=True)
    (vault.root / FOLDER / "other.jsonl").write_bytes(encode_event(event))
    vault.index()
    told = ada.forget(event.id)

    assert [f"{FOLDER}/other.jsonl"] == [place.path for place in told.places]
    assert [] == held_in(tmp_path)
    assert b"hunter2" not in b"".join(vault.export().lines)
