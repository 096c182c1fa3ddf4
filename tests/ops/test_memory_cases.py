"""What agents' memories elsewhere got wrong, each as a session; one test for each kind."""

from pathlib import Path

import pytest

import caveat
from caveat.ops.vault import Vault
from tests.vaults import make, opened

RICH = (
    "The nightly backup of the research share starts at 02:00, runs on node seven, copies to the vault and "
    "mails the report to the team."
)


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return opened(tmp_path, {})


def trust(vault: Vault, ref: str) -> float:
    return vault.why(ref).assessment.trust


def test_me_01_what_was_recalled_and_recorded_again_is_no_new_evidence(vault: Vault) -> None:
    first = vault.by("s1", actor="agent").claim("use port 8080", stated=0.8)
    second = vault.by("s2", actor="agent").claim(
        "use port 8080", stated=0.8, sources=[first.ref], supports=[first.ref]
    )
    third = vault.by("s3", actor="agent").claim(
        "use port 8080", stated=0.8, sources=[second.ref], supports=[first.ref, second.ref]
    )

    assert [0.8] * 3 == [trust(vault, one.ref) for one in (first, second, third)]
    assert (first.ref,) == vault.why(third.ref).assessment.roots
    assert all("does not count" in remark for remark in third.remarks if "did not move" in remark)
    assert 2 == sum("did not move" in remark for remark in third.remarks)


def test_me_02_the_same_document_counts_once_and_each_move_has_its_edge(tmp_path: Path) -> None:
    report = "---\nkind: web\nsupports: '[[c]]'\n---\nA report that says quite enough words to be one.\n"
    other = "---\nkind: web\nasserted_by: eve\nsupports: '[[c]]'\n---\nAnother author looked at it, in other words.\n"
    with opened(tmp_path, {"c.md": "---\nreliability: 0.5\n---\nthe statement itself"}) as vault:
        seen = [(trust(vault, "c"), vault.why("c").assessment.supporters)]
        for name, text in (
            ("report.md", report),
            ("report.md", report),
            ("report-copy.md", report),
            ("other.md", other),
        ):
            make(vault.root, {name: text})
            vault.index()
            seen.append((trust(vault, "c"), vault.why("c").assessment.supporters))
        numbers = [number for number, _ in seen]

        assert numbers[0] < numbers[1] == numbers[2] == numbers[3] < numbers[4]
        assert [0, 1, 1, 1, 2] == [len(supporters) for _, supporters in seen]
        assert {"note:report.md", "note:report-copy.md", "note:other.md"} >= set(seen[-1][1])
        listed = {link.source for link in vault.why("c").backlinks if link.kind == "supports"}

        assert set(seen[-1][1]) <= listed


def test_me_03_reading_exporting_and_importing_move_nothing(vault: Vault, tmp_path: Path) -> None:
    claim = vault.by("a").claim("c", stated=0.9).ref
    vault.by("b").claim("k", stated=1.0, contradicts=[claim])
    read = [trust(vault, claim) for _ in range(5)]
    with caveat.open(make(tmp_path / "other", {}), index=tmp_path / "other.sqlite") as other:
        other.import_events(b"".join(vault.export().lines))
        vault.import_events(b"".join(other.export().lines))
        read += [trust(vault, claim), trust(other, claim)]

        assert {"0.4430"} == {f"{number:.4f}" for number in read}
        assert 1 == len(set(read))
        assert [0.9, 0.9] == [each.why(claim).record.declared for each in (vault, other)]


def test_me_05_a_terse_correction_leads_before_the_rich_original(vault: Vault) -> None:
    old = vault.by("ada").claim(RICH, stated=0.9)
    fix = vault.by("bob").claim("Backup moved to 04:30.", stated=0.9)
    vault.by("bob").supersede(fix.ref, old.ref, because="updated")
    hits = vault.search("when does the nightly backup of the research share start")

    assert fix.ref == hits[0].ref
    assert (old.ref,) == hits[0].replaces
    assert old.ref not in [hit.ref for hit in hits]


def test_me_07_a_contradiction_keeps_both(vault: Vault) -> None:
    tea = vault.by("ada").claim("likes tea", stated=0.9).ref
    no_tea = vault.by("bob").claim("dislikes tea", stated=0.9, contradicts=[tea]).ref
    listed = {claim.record.ref: claim for claim in vault.claims().claims}

    assert {tea, no_tea} == listed.keys() == {hit.ref for hit in vault.search("tea")}
    assert [(no_tea, "contradicts", True)] == [
        (speaker.ref, speaker.kind, speaker.counts) for speaker in listed[tea].challengers
    ]
    assert () == listed[no_tea].challengers


def test_me_09_damaged_lines_cost_only_themselves_and_are_named(vault: Vault, tmp_path: Path) -> None:
    pen = vault.by("ada")
    for number in range(5):
        pen.claim(f"statement {number}", stated=0.9)
    one, two, three, four, five = vault.export().lines
    damaged = one + two[:70] + b"\n" + three.rstrip(b"\n") + four + five
    with caveat.open(make(tmp_path / "other", {}), index=tmp_path / "other.sqlite") as other:
        report = other.import_events(damaged, name="old.jsonl")

        assert [("old.jsonl", 2, "error"), ("old.jsonl", 3, "warning")] == [
            (finding.path, finding.line, finding.severity) for finding in report.findings
        ]
        assert {f"statement {number}" for number in (0, 2, 3, 4)} == {
            claim.text for claim in other.claims().claims
        }


def test_me_12_recalling_is_no_evidence(vault: Vault) -> None:
    claim = vault.by("ada").claim("likes tea", stated=0.7).ref
    for _ in range(100):
        vault.search("tea")
    for _ in range(10):
        vault.claims()
        vault.why(claim)

    assert 0.7 == trust(vault, claim)
    assert 1 == len(vault.export().lines)
