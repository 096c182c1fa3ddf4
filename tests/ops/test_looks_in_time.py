"""Looks that have not happened yet, and sources that were missing when somebody looked."""

from pathlib import Path

import pytest

import caveat
from caveat.model.events import Event
from caveat.ops.clock import today
from caveat.ops.vault import Vault
from caveat.text.dates import iso_date
from caveat.vault.ledger import encode_event
from tests.vaults import make, opened

PAIR = {
    "a.md": "---\nkind: web\n---\napple\n",
    "b.md": "---\nkind: web\n---\npear\n",
    "s.md": "---\nsources: ['[[a]]', '[[b]]', '[[gone]]']\n---\napple and pear\n",
}


def look(number: int, ref: str, content: str, at: str) -> bytes:
    body = {"ref": ref, "hash": content, "sources": {}}
    return encode_event(Event(1, f"01J{number:023d}", at, "verify", "ada", "human", body))


def said(vault: Vault, ref: str) -> tuple[bool, bool, bool]:
    """Whether a record was looked at, is stale, is approved."""
    found = vault.why(ref)
    return found.record.verified is not None, found.record.is_stale, found.assessment.is_approved


def is_as_made_at_once(vault: Vault, refs: tuple[str, ...]) -> bool:
    with caveat.open(vault.root, index=vault.root.parent / "fresh.sqlite") as fresh:
        fresh.index()
        return [fresh.why(ref) for ref in refs] == [vault.why(ref) for ref in refs]


def test_a_source_that_goes_demotes_although_another_one_was_missing_before(tmp_path: Path) -> None:
    with opened(tmp_path, PAIR) as vault:
        vault.by("ada").verify(["s.md"])
        before = said(vault, "s.md")
        (vault.root / "a.md").unlink()
        vault.index()

        assert (True, False, True) == before
        assert (True, True, False) == said(vault, "s.md")


def test_a_source_that_was_missing_at_the_look_makes_nothing_stale(tmp_path: Path) -> None:
    with opened(tmp_path, PAIR) as vault:
        vault.by("ada").verify(["s.md"])
        vault.by("bob").claim("Pears are no apples", stated=0.5, concerns=["s.md"])

        assert not vault.why("s.md").record.is_stale
        assert is_as_made_at_once(vault, ("s.md",))

        (vault.root / "gone.md").write_text("found again\n", encoding="utf-8")
        vault.index()
        assert vault.why("s.md").record.is_stale


@pytest.mark.parametrize(("days", "counts"), [(0, True), (1, False), (2, False)])
def test_a_look_of_tomorrow_did_not_happen(tmp_path: Path, days: int, counts: bool) -> None:
    day = iso_date(today() + days)
    with opened(tmp_path, {"a.md": f"---\nkind: web\nverified: {day}\n---\nx\n"}) as vault:
        codes = [one.finding.code for one in vault.audit().findings]

        assert counts == (vault.why("a.md").record.verified is not None)
        assert counts == ("future-date" not in codes)


@pytest.mark.parametrize(("days", "counts"), [(0, True), (1, False)])
def test_a_note_of_tomorrow_is_told(tmp_path: Path, days: int, counts: bool) -> None:
    with opened(
        tmp_path, {"a.md": f"---\nkind: web\ncreated: {iso_date(today() + days)}\n---\nx\n"}
    ) as vault:
        assert counts == ("future-date" not in [one.finding.code for one in vault.audit().findings])


def test_a_date_that_has_not_come_takes_no_look_away(tmp_path: Path) -> None:
    with opened(tmp_path, {"a.md": "---\nkind: web\n---\napple\n"}) as vault:
        vault.by("ada").verify(["a.md"])
        when = vault.why("a.md").record.verified
        (vault.root / "a.md").write_text(
            "---\nkind: web\nverified: 2962-01-05\n---\napple\n", encoding="utf-8"
        )
        vault.index()

        assert when is not None
        assert when == vault.why("a.md").record.verified
        assert vault.why("a.md").assessment.is_approved
        assert is_as_made_at_once(vault, ("a.md",))


def test_a_clock_that_runs_ahead_takes_no_look_away(tmp_path: Path) -> None:
    with opened(tmp_path, {"a.md": "---\nkind: web\n---\napple\n"}) as vault:
        content = vault.why("a.md").record.content_hash
        lines = look(1, "note:a.md", content, "2026-03-01T00:00:00Z")
        make(vault.root, {".caveat/ledger/00c0ffee.jsonl": lines})
        vault.index()
        early = vault.why("a.md").record.verified
        lines += look(2, "note:a.md", content, "2962-03-01T00:00:00Z")
        make(vault.root, {".caveat/ledger/00c0ffee.jsonl": lines})
        vault.index()

        assert early is not None
        assert early == vault.why("a.md").record.verified
        assert is_as_made_at_once(vault, ("a.md",))


def test_a_look_counts_when_its_day_has_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path, {"a.md": "---\nkind: web\nverified: 2962-01-05\n---\nx\n"}) as vault:
        before = vault.why("a.md").record.verified
        monkeypatch.setattr("time.time", lambda: 31_305_000_000.0)
        vault.index()

        assert before is None
        assert vault.why("a.md").record.verified is not None


def test_a_look_typed_later_does_not_unsay_what_was_known_then(tmp_path: Path) -> None:
    """The look of March stands in March, although the note bears a date of November now."""
    with opened(tmp_path, {"a.md": "---\nkind: web\ncreated: 2026-01-01\n---\napple\n"}) as vault:
        content = vault.why("a.md").record.content_hash
        lines = look(1, "note:a.md", content, "2026-03-01T00:00:00Z")
        typed = "---\nkind: web\ncreated: 2026-01-01\nverified: 2026-11-20\n---\napple\n"
        make(vault.root, {".caveat/ledger/00c0ffee.jsonl": lines, "a.md": typed})
        vault.index()
        found = vault.diff(20600.0, as_of=20780.0)

        shifts = [shift for shift in (*found.moved, *found.aged) if shift.ref == "note:a.md"]
        assert [] == [s for s in shifts if s.credibility_before != s.credibility_after]


def test_what_was_said_of_a_moved_note_stays_when_it_is_edited_later(tmp_path: Path) -> None:
    with opened(tmp_path, {"a.md": "---\nkind: web\n---\napple\n"}) as vault:
        vault.by("bob").claim("Apples are pears", stated=0.9, contradicts=["a.md"])
        before = vault.why("a.md").assessment.challenge
        (vault.root / "a.md").rename(vault.root / "b.md")
        observed = vault.audit().observed, vault.audit().observed
        (vault.root / "b.md").rename(vault.root / "c.md")
        vault.audit()
        (vault.root / "c.md").write_text("---\nkind: web\n---\napple and more\n", encoding="utf-8")
        report = vault.audit()

        assert (1, 0) == observed
        assert before == vault.why("c.md").assessment.challenge > 0
        assert "unresolved-ref" not in [one.finding.code for one in report.findings]
        assert is_as_made_at_once(vault, ("c.md",))
