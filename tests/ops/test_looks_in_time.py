"""Looks that have not happened yet, and sources that were missing when somebody looked."""

from collections.abc import Mapping
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


NEXT_YEAR = f"{iso_date(today() + 400)}T00:00:00Z"


def append(
    vault: Vault, number: int, kind: str, body: Mapping[str, object], at: str, by: str = "eve"
) -> None:
    """A line of the ledger of a device whose clock may be ahead."""
    path = vault.root / ".caveat" / "ledger" / "deadbeef.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as stream:
        stream.write(encode_event(Event(1, f"01J{number:023d}", at, kind, by, "human", body)))
    vault.index()


def test_a_look_that_is_yet_to_come_hides_no_look_before_it(tmp_path: Path) -> None:
    with opened(tmp_path, {"a.md": "---\nkind: web\n---\napple\n"}) as vault:
        vault.by("bot", actor="agent").request("a.md", "please")
        vault.by("ada").verify(["a.md"])
        (vault.root / "a.md").write_text("---\nkind: web\n---\npear\n", encoding="utf-8")
        append(vault, 1, "verify", {"ref": "note:a.md", "hash": "other", "sources": {}}, NEXT_YEAR)
        found = vault.audit()
        (worth,) = vault.review().items

        assert {"void-verification", "future-date"} == {one.finding.code for one in found.findings}
        assert (f"it changed since a human looked on {iso_date(today())}",) == worth.reasons


def test_what_changed_is_told_by_the_look_that_counts(tmp_path: Path) -> None:
    with opened(tmp_path, PAIR) as vault:
        vault.by("ada").verify(["s.md"])
        (vault.root / "b.md").write_text("plum\n", encoding="utf-8")
        vault.index()
        now = {ref: vault.why(ref).record.content_hash for ref in ("note:a.md", "note:b.md", "note:s.md")}
        body = {"ref": "note:s.md", "hash": now["note:s.md"], "sources": now}
        append(vault, 1, "verify", body, NEXT_YEAR)
        (stale,) = (one for one in vault.audit().findings if one.finding.code == "stale")

        assert f"“b” changed since a human looked on {iso_date(today())}" == stale.finding.message
        assert ("note:b.md",) == stale.about


def test_what_a_fast_clock_dated_can_be_taken_back(tmp_path: Path) -> None:
    with opened(tmp_path, {"a.md": "apple\n"}) as vault:
        ada = vault.by("ada")
        one, other = (ada.claim(text, stated=0.8).ref for text in ("It is so.", "It is not so."))
        append(vault, 1, "edge", {"kind": "contradicts", "source": other, "target": one}, NEXT_YEAR)
        before = vault.why(one).assessment.trust
        told = [f.finding.message for f in vault.audit().findings if f.finding.code == "future-date"]
        ada.withdraw(other, one)

        assert before < 0.8
        assert [f"an event by 'eve' is dated in the future: 01J{1:023d} on {iso_date(today() + 400)}"] == told
        assert 0.8 == vault.why(one).assessment.trust
        assert is_as_made_at_once(vault, (one, other))


def test_who_says_anew_what_a_fast_clock_took_back_is_told_so(tmp_path: Path) -> None:
    with opened(tmp_path, {"a.md": "apple\n"}) as vault:
        ada = vault.by("ada")
        one, other = (ada.claim(text, stated=0.8).ref for text in ("It is so.", "It is not so."))
        edge = {"kind": "contradicts", "source": other, "target": one}
        append(vault, 1, "withdraw", {"edge": edge}, NEXT_YEAR)
        (remark,) = ada.contradict(other, one).remarks

        assert f"taken back by eve on {iso_date(today() + 400)}, which is yet to come" in remark
        assert f"`caveat forget 01J{1:023d}`" in remark


@pytest.mark.parametrize("is_by_id", [False, True])
def test_a_confirmation_goes_with_the_support_that_is_taken_back(tmp_path: Path, is_by_id: bool) -> None:
    with opened(tmp_path, {"a.md": "---\nkind: contract\n---\napple\n"}) as vault:
        ref = vault.by("bob").claim("Apples are cheap.", stated=0.5).ref
        edge = {"kind": "supports", "source": "note:a.md", "target": ref}
        append(vault, 1, "edge", edge, "2026-01-01T00:00:00Z")
        append(vault, 2, "confirm", {"edge": edge}, "2026-01-02T00:00:00Z")
        before = vault.why(ref).assessment.trust
        append(vault, 3, "withdraw", {"edge": f"01J{1:023d}" if is_by_id else edge}, "2026-01-03T00:00:00Z")
        append(vault, 4, "edge", edge, "2026-01-04T00:00:00Z", by="bot")

        assert 1.0 == before
        assert 0.5 < vault.why(ref).assessment.trust < 0.7
        assert is_as_made_at_once(vault, (ref,))
        append(vault, 5, "confirm", {"edge": edge}, "2026-01-05T00:00:00Z")
        assert 1.0 == vault.why(ref).assessment.trust
