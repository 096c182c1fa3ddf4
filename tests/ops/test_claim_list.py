"""The list of claims: who said what, how it stands, and what touched it."""

from pathlib import Path
from typing import Any

import pytest

from caveat.model.errors import IndexMissing
from caveat.ops.vault import Vault
from tests.vaults import opened

LEASE = "---\nkind: contract\n---\n# Lease\nThe rent is 900 a month.\n"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return opened(tmp_path, {"lease.md": LEASE})


def refs(vault: Vault, **asked: Any) -> list[str]:
    return [claim.record.ref for claim in vault.claims(**asked).claims]


def acts(vault: Vault, ref: str, **asked: Any) -> list[tuple[str, str, str]]:
    found = {claim.record.ref: claim for claim in vault.claims(**asked).claims}
    return [(act.kind, act.by, act.detail) for act in found[ref].history]


def test_a_vault_without_claims_has_none(vault: Vault) -> None:
    found = vault.claims()

    assert ((), 0, 0, 0, {}) == (found.claims, found.active, found.superseded, found.retracted, found.authors)


def test_claims_are_listed_latest_first_and_by_author(vault: Vault) -> None:
    made = [
        vault.by(author).claim(text, stated=0.5).ref for author, text in (("a", "1"), ("b", "2"), ("a", "3"))
    ]

    assert made[::-1] == refs(vault)
    assert [made[2], made[0]] == refs(vault, author="a")
    assert [] == refs(vault, author="nobody")
    assert {"a": 2, "b": 1} == vault.claims(author="a").authors
    assert (2, 0) == (vault.claims(author="a").active, vault.claims(author="nobody").active)


def test_text_is_whole_where_the_title_is_cut(vault: Vault) -> None:
    text = "a long statement " * 20
    vault.by("a").claim(text, stated=0.5)
    claim = vault.claims().claims[0]

    assert (text, True) == (claim.text, claim.record.title.endswith("…"))


def test_every_status_has_its_list(vault: Vault) -> None:
    pen = vault.by("a")
    old, new, wrong = (pen.claim(text, stated=0.5).ref for text in ("old", "new", "wrong"))
    pen.supersede(new, old, because="updated")
    pen.retract(wrong)

    assert [new] == refs(vault)
    assert [old] == refs(vault, superseded=True)
    assert [wrong] == refs(vault, retracted=True)
    assert {old, wrong} == set(refs(vault, superseded=True, retracted=True))
    assert (1, 1, 1) == vault.claims()[1:4]


def test_a_superseded_claim_names_the_head_of_its_chain_and_why(vault: Vault) -> None:
    pen = vault.by("a")
    first, second, third = (pen.claim(text, stated=0.5).ref for text in ("first", "second", "third"))
    pen.supersede(second, first, because="corrected")
    pen.supersede(third, second, because="updated")
    found = {claim.record.ref: claim for claim in vault.claims(superseded=True).claims}

    assert (third, "third") == (found[first].replaced_by, found[first].replaced_by_title)
    assert [(second, "corrected", True)] == [(s.ref, s.because, s.counts) for s in found[first].superseded_by]


def test_contested_ones_only_while_something_open_speaks_against_them(vault: Vault) -> None:
    claim = vault.by("a").claim("one", stated=0.5).ref
    vault.by("a").claim("two", stated=0.5)
    against = vault.by("b").claim("not one", stated=0.5, contradicts=[claim]).ref

    assert [claim] == refs(vault, contested=True)

    vault.by("b").retract(against)
    challengers = {c.record.ref: c.challengers for c in vault.claims().claims}[claim]

    assert [] == refs(vault, contested=True)
    assert [(against, "not one", False)] == [(s.ref, s.title, s.counts) for s in challengers]


def test_calibration_comes_with_its_counts_and_leaves_the_claim_itself_out(vault: Vault) -> None:
    pen = vault.by("a")
    made = [pen.claim(f"statement {n}", stated=0.9).ref for n in range(4)]
    vault.by("b").claim("no", stated=1.0, contradicts=[made[0]])
    found = {claim.record.ref: claim.calibration for claim in vault.claims(author="a").claims}

    assert (3, (made[0],), 1) == found[made[1]][1:]
    assert (3, (), 0) == found[made[0]][1:]
    assert pytest.approx(1 - 0.9 / 3) == found[made[1]].value
    assert 1.0 == found[made[0]].value


def test_history_tells_who_did_what(vault: Vault) -> None:
    claim = vault.by("a").claim("The rent is 900 a month.", stated=0.9).ref
    vault.by("bot", actor="agent").request(claim, "is that so?")
    vault.by("b").support("lease.md", claim)
    vault.by("b").contradict("lease.md", claim)
    new = vault.by("c").claim("The rent is 950", stated=0.9).ref
    vault.by("c").supersede(new, claim, because="updated")
    vault.by("d").retract(claim)

    assert [
        ("claim", "a", ""),
        ("request", "bot", "is that so?"),
        ("supports", "b", ""),
        ("confirm", "caveat", ""),
        ("contradicts", "b", ""),
        ("supersedes", "c", "updated"),
        ("retract", "d", ""),
    ] == acts(vault, claim, retracted=True)
    assert [("claim", "c", ""), ("supersedes", "c", "updated")] == acts(vault, new)


def test_history_names_the_other_end(vault: Vault) -> None:
    claim = vault.by("a").claim("one", stated=0.9, contradicts=["lease.md"]).ref
    act = vault.claims().claims[0].history[1]

    assert (claim, "note:lease.md", "Lease") == (act.source, act.target, act.title)


def test_what_an_agent_may_not_do_is_no_history(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = vault.by("a").claim("one", stated=0.9)
    forged = (
        vault.export().lines[0].replace(b'"kind":"claim"', b'"kind":"retract"').replace(b"human", b"agent")
    )
    body = b'"body":{"ref":"' + claim.ref.encode() + b'"}}\n'
    forged = forged[: forged.index(b'"body"')] + body
    event = claim.events[0]
    vault.import_events(forged.replace(event.encode(), event[:-4].encode() + b"0000"))

    assert [claim.ref] == refs(vault)
    assert [("claim", "a", "")] == acts(vault, claim.ref)


def test_as_of_moves_only_the_clock(vault: Vault) -> None:
    vault.by("a").claim("one", stated=0.8, volatility="fast")
    now = vault.claims().claims[0]
    later = vault.claims(as_of=now.record.created + 90.0 if now.record.created else 0.0).claims[0]

    assert 0.8 == now.assessment.credibility == later.assessment.credibility
    assert pytest.approx(0.4) == later.assessment.trust


def test_without_an_index_there_is_no_list(tmp_path: Path) -> None:
    (tmp_path / "v").mkdir()
    with pytest.raises(IndexMissing):
        Vault(tmp_path / "v", index=tmp_path / "i.sqlite").claims()


def test_reading_the_ledger_in_part_or_whole_gives_the_same_list(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = (vault.by("a").claim(text, stated=0.9).ref for text in ("one", "two"))
    support = vault.by("b").support("lease.md", one).events[0]
    vault.by("a").confirm(support)
    vault.by("b").contradict(two, one)
    vault.by("a").forget(vault.by("b").concern("lease.md", two).events[0])
    in_part = vault.claims()
    monkeypatch.setattr("caveat.ops.claim_list.FEW", 0)

    assert in_part == vault.claims()
    assert 4 == len(in_part.claims[1].history)


def test_a_limit_keeps_the_latest_and_counts_all(vault: Vault) -> None:
    pen = vault.by("a")
    made = [pen.claim(f"statement {number}", stated=0.5).ref for number in range(5)]
    everything = vault.claims().claims
    found = vault.claims(limit=2)

    assert (made[:2:-1], 5, 5) == ([one.record.ref for one in found.claims], found.total, found.active)
    assert everything[:2] == found.claims
    assert (5, 5) == (len(everything), vault.claims().total)


def test_a_limit_of_contested_claims_counts_those(vault: Vault) -> None:
    pen = vault.by("a")
    made = [pen.claim(f"statement {number}", stated=0.5).ref for number in range(3)]
    for ref in made[:2]:
        vault.by("b").claim(f"not {ref}", stated=0.5, contradicts=[ref])
    found = vault.claims(contested=True, limit=1)

    assert ([made[1]], 2) == ([one.record.ref for one in found.claims], found.total)


def test_what_was_wrong_of_an_author_leaves_out_the_claim_itself(vault: Vault) -> None:
    pen = vault.by("a")
    made = [pen.claim(f"statement {number}", stated=0.5).ref for number in range(3)]
    right = vault.by("b").claim("what is right", stated=1.0).ref
    for ref in made[:2]:
        vault.by("b").supersede(right, ref, because="corrected")
    by_ref = {one.record.ref: one for one in vault.claims(superseded=True).claims}
    active = {one.record.ref: one for one in vault.claims(author="a").claims}

    assert {made[0]: (made[1],), made[1]: (made[0],)} == {
        ref: by_ref[ref].calibration.wrong for ref in made[:2]
    }
    assert tuple(sorted(made[:2])) == active[made[2]].calibration.wrong


def test_a_claim_names_some_wrong_ones_of_its_author_and_counts_all(vault: Vault) -> None:
    pen, right = vault.by("a"), vault.by("b").claim("what is right", stated=1.0).ref
    made = [pen.claim(f"statement {number}", stated=0.5).ref for number in range(24)]
    for ref in made[:23]:
        vault.by("b").supersede(right, ref, because="corrected")
    wrong = sorted(made[:23])
    by_ref = {one.record.ref: one.calibration for one in vault.claims(superseded=True).claims}
    first = by_ref[wrong[0]]

    assert (tuple(wrong[1:21]), 22, 23) == (first.wrong, first.wrong_total, first.others)
