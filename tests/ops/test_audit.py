"""One report of everything that someone should look at; bytes decide, and looking changes nothing."""

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

import caveat
from caveat.ops import figures, parsing, whole
from caveat.ops.results_audit import AuditReport
from caveat.ops.vault import Vault
from caveat.text.dates import day_of
from tests.vaults import make, opened, tree_hash

CHAIN = {
    "a.md": "---\nkind: contract\n---\nThe rent is EUR 1,480.\n",
    "b.md": "---\nstep: summary\nsources:\n  - '[[a]]'\n---\nRent: EUR 1,480.\n",
    "c.md": "---\nsources: '[[b]]'\nstep: summary\n---\nEUR 1,480 it is.\n",
    "d.md": "---\nsources: '[[c]]'\nstep: summary\n---\nStill EUR 1,480.\n",
}


def found(report: AuditReport, *codes: str) -> list[tuple[str, str, int]]:
    """``(code, path, line)`` of the findings that are not notes, or of those of *codes*."""
    rows = [one.finding for one in report.findings]
    wanted = [f for f in rows if (f.code in codes if codes else f.severity != "note")]
    return sorted((f.code, f.path, f.line) for f in wanted)


def edit(vault: Vault, name: str, old: str, new: str) -> None:
    path = vault.root / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def ledger(vault: Vault) -> list[dict[str, object]]:
    files = sorted((vault.root / ".caveat/ledger").glob("*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_bytes().splitlines()]


def test_a_changed_source_makes_stale_and_the_rest_stands_on_stale(tmp_path: Path) -> None:
    with opened(tmp_path, CHAIN) as vault:
        vault.by("ada").verify(["b.md", "d.md"])
        assert [] == found(vault.audit())

        edit(vault, "a.md", "EUR 1,480", "EUR 1,480, from May")
        report = vault.audit()

        assert [
            ("stale", "b.md", 4),
            ("standing-on-stale", "c.md", 2),
            ("standing-on-stale", "d.md", 2),
        ] == found(report)
        (stale,) = [one for one in report.findings if one.finding.code == "stale"]
        assert (("note:a.md",), 2) == (stale.about, stale.dependants)
        assert "“a” changed since a human looked" in stale.finding.message
        (far,) = [one for one in report.findings if one.ref == "note:d.md" and "stale" in one.finding.code]
        assert ("note:c.md", "note:b.md") == far.about
        assert "Path: d.md ← c.md ← b.md." in far.finding.help

        vault.by("ada").verify(["b.md"])
        assert [] == found(vault.audit())


def test_a_source_that_is_gone_or_new_is_stale_and_a_moved_one_is_not(tmp_path: Path) -> None:
    files = {
        **CHAIN,
        "e.md": "---\nsources: ['[[a]]', '[[x]]']\nstep: weave\n---\nboth\n",
        "x.md": "long x\n",
    }
    with opened(tmp_path, files) as vault:
        vault.by("ada").verify(["e.md"])
        (vault.root / "sub").mkdir()
        (vault.root / "a.md").rename(vault.root / "sub/a.md")
        assert [] == found(vault.audit(), "stale")

        (vault.root / "x.md").unlink()
        report = vault.audit()
        assert [("stale", "e.md", 2)] == found(report, "stale")


def test_standing_on_what_was_replaced_or_taken_back(tmp_path: Path) -> None:
    files = {**CHAIN, "a2.md": "---\nkind: contract\nsupersedes: '[[a]]'\n---\nEUR 1,840.\n", "z.md": "z\n"}
    files["y.md"] = "---\nsources: '[[z]]'\nstep: leap\n---\ny\n"
    with opened(tmp_path, files) as vault:
        vault.by("ada").retract("z.md")
        report = vault.audit()

        assert [
            ("standing-on-retracted", "y.md", 2),
            *(
                ("standing-on-superseded", f"{name}.md", line)
                for name, line in (("b", 4), ("c", 2), ("d", 2))
            ),
        ] == found(report)
        far = next(one for one in report.findings if one.finding.path == "d.md")
        assert "what holds now, “a2”" in far.finding.help
        assert "d.md ← c.md ← b.md ← a.md" in far.finding.help


@pytest.mark.parametrize(
    ("source", "derived", "expected"),
    [
        ("The rent is EUR 1,480.", "Rent: EUR 1,840.", ["EUR 1,840"]),
        ("The rent is EUR 1,480.", "Rent: 1.480,00 € and EUR 1480.", []),
        ("Sales rose 12 %.", "Sales rose 15 percent.", ["15 percent"]),
        ("Sales rose 12 %.", "Sales rose 12 percent.", []),
        ("Paid 1,234,567 dollars.", "Paid about $1.2 million.", []),
        ("Paid 1,234,567 dollars.", "Paid $1.5 million.", ["$1.5 million"]),
        ("Staff: 412 people.", "A staff of 421.", ["421"]),
        ("No number here.", "On 2026-03-04 at 10:30, v1.2.3, in 2027, 3 points.", []),
        ("| item | EUR |\n|---|---|\n| rent | 1480 |", "Rent is EUR 1480.", []),
        ("Договор: 900 рублей.", "Сумма 950 рублей.", ["950 рублей"]),
        ("每月租金1480元。", "租金是1840元。", ["1840元"]),
        ("The rent is 1480 dollars.", "The rent is 1480 euros.", ["1480 euros"]),
    ],
)
def test_drift_is_a_figure_that_no_source_states(
    tmp_path: Path, source: str, derived: str, expected: list[str]
) -> None:
    files = {
        "s.md": f"---\nkind: web\n---\n{source}\n",
        "d.md": f"---\nsources: '[[s]]'\nstep: summary\n---\n\n{derived}\n",
    }
    with opened(tmp_path, files) as vault:
        report = vault.audit()

        assert [("drift", "d.md", 6)] * len(expected) == found(report)
        assert expected == [
            one.finding.message.partition("”")[0].removeprefix("“")
            for one in report.findings
            if one.finding.code == "drift"
        ]


def test_drift_looks_at_all_sources_their_properties_and_says_where_else(tmp_path: Path) -> None:
    files = {
        "root.md": "---\nkind: web\n---\nThere were 777 visitors.\n",
        "s1.md": "---\nsources: '[[root]]'\nstep: leap\namount: 4500\n---\nMany came.\n",
        "s2.md": "It cost EUR 31.50.\n",
        "d.md": "---\nsources: ['[[s1]]', '[[s2]]']\nstep: weave\n---\n4500, EUR 31.50, 777, 888\n",
    }
    with opened(tmp_path, files) as vault:
        drifts = [one for one in vault.audit().findings if one.finding.code == "drift"]

        assert ["“777” stands", "“888” stands"] == [" ".join(d.finding.message.split()[:2]) for d in drifts]
        assert "It stands in “root”" in drifts[0].finding.help


def test_drift_of_many_notes_is_found_by_forked_readers_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        f"n{i}.md": f"---\nsources: '[[n{i - 1}]]'\nreliability: 0.5\n---\nIt is EUR {900 + i // 3} now.\n"
        for i in range(1, 30)
    }
    files |= {"n0.md": "---\nkind: contract\n---\nEUR 900 it is, 12 % off.\n", "idle.md": "EUR 7,000.\n"}
    reports = []
    for many in (1_000, 1):
        monkeypatch.setattr(parsing, "MANY", many)
        (tmp_path / str(many)).mkdir()
        with opened(tmp_path / str(many), files) as vault:
            reports.append(vault.audit().findings)

    assert reports[0] == reports[1]
    assert 9 == sum(one.finding.code == "drift" for one in reports[0])


def test_drift_reads_figures_of_derived_notes_and_their_sources_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    own = figures.figures

    def noted(text: str, *, is_note: bool) -> figures.Figures:
        read.append(text.rpartition("---\n")[2])
        return own(text, is_note=is_note)

    monkeypatch.setattr(figures, "figures", noted)
    files = {"a.md": "---\nkind: contract\n---\none", "b.md": "---\nsources: '[[a]]'\n---\ntwo", "c.md": "x"}
    with opened(tmp_path, files) as vault:
        vault.audit()

    assert ["one", "two"] == sorted(read)


def test_drift_beside_a_source_that_is_not_there_is_only_a_note(tmp_path: Path) -> None:
    files = {
        "d.md": "---\nsources: ['[[s]]', '[[scan.pdf]]']\nstep: weave\n---\nEUR 99.50\n",
        "s.md": "none\n",
    }
    with opened(tmp_path, {**files, "scan.pdf": b"%PDF"}) as vault:
        (drift,) = [one.finding for one in vault.audit().findings if one.finding.code == "drift"]

        assert "note" == drift.severity


def test_many_drifting_figures_are_told_in_few_findings(tmp_path: Path) -> None:
    figures = "\n".join(f"EUR {n},000" for n in range(100, 140))
    files = {"s.md": "none\n", "d.md": f"---\nsources: '[[s]]'\nstep: leap\n---\n{figures}\n"}
    with opened(tmp_path, files) as vault:
        drifts = [one.finding for one in vault.audit().findings if one.finding.code == "drift"]

        assert 3 == len(drifts)
        assert "like 37 more figures" in drifts[-1].message


@pytest.mark.parametrize(
    ("text", "is_told"), [("-1,234", True), ("−56", True), ("-7", False), ("-1950", True)]
)
def test_drift_of_a_negative_number_goes_by_its_size(tmp_path: Path, text: str, is_told: bool) -> None:
    files = {
        "a.md": "---\nkind: web\n---\nIt fell.\n",
        "d.md": f"---\nsources: '[[a]]'\nstep: summary\n---\nIt is {text} now.\n",
    }
    with opened(tmp_path, files) as vault:
        assert is_told == ("drift" in [one.finding.code for one in vault.audit().findings])


def test_drift_names_the_source_by_the_name_that_it_has_now(tmp_path: Path) -> None:
    derived = "---\nsources: '[[{}]]'\nstep: summary\n---\n{}\n"
    files = {
        "c.md": "---\nkind: contract\n---\nThe rent is EUR 1234.\n",
        "s.md": derived.format("c", "no figure"),
        "w.md": derived.format("s", "The rent is EUR 1234."),
    }

    def about(vault: Vault) -> list[tuple[str, ...]]:
        return [one.about for one in vault.audit().findings if one.finding.code == "drift"]

    with opened(tmp_path, files) as vault:
        before = about(vault)
        (vault.root / "sub").mkdir()
        (vault.root / "c.md").rename(vault.root / "sub" / "c.md")
        after = about(vault)

    assert ["note:c.md" in one for one in before] == [True]
    assert ["note:sub/c.md" in one for one in after] == [True]
    assert not any("note:c.md" in one for one in after)


def test_drift_is_read_anew_when_note_or_source_changes(tmp_path: Path) -> None:
    with opened(tmp_path, CHAIN) as vault:
        assert [] == found(vault.audit())
        edit(vault, "a.md", "1,480", "1,500")
        assert [("drift", "b.md", 6)] == found(vault.audit())
        edit(vault, "b.md", "1,480", "1,500")
        assert [("drift", "c.md", 5)] == found(vault.audit())


def test_written_values_are_checked_with_their_line(tmp_path: Path) -> None:
    files = {
        "p.md": "---\nkind: web\nreliability: 0.9\ntier: 4\n---\nx\n",
        "d.md": "---\nsources: '[[p]]'\nstep: copy\ntier: 1\nreliability: 0.95\n---\nxy\n",
        "e.md": "---\nsources: '[[p]]'\nstep: summary\ntier: 1\nreliability: 0.882\n---\nxyz\n",
    }
    with opened(tmp_path, files) as vault:
        assert [("written-reliability", "d.md", 5), ("written-tier", "p.md", 4)] == found(vault.audit())


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"a.md": "---\nsources: '[[b]]'\n---\nx", "b.md": "---\nsources: '[[a]]'\n---\ny"}, "source-cycle"),
        ({"a.md": "---\nsources: '[[gone]]'\n---\nx"}, "unresolved-link"),
        ({"a.md": "---\nsources: '[[x]]'\n---\nx", "b/x.md": "1", "c/x.md": "2"}, "ambiguous-link"),
        ({"a.md": "---\ngenerated_by: some-llm\n---\nx"}, "unsourced-model-text"),
        (
            {"a.md": "---\nsources: ['[[b]]', '[[c]]']\nstep: copy\n---\nx", "b.md": "1", "c.md": "2"},
            "copy-of-several",
        ),
        ({"a.md": "---\nsources: '[[b]]'\nstep: weave\n---\nx", "b.md": "1"}, "weave-of-one"),
        ({"a.md": "---\nverified: 2999-01-01\n---\nx"}, "future-date"),
        ({"a.md": "---\nkind: web\nkind: contract\n---\nx"}, "duplicate-key"),
    ],
)
def test_what_the_index_finds_is_in_the_report(
    tmp_path: Path, files: Mapping[str, str], expected: str
) -> None:
    with opened(tmp_path, files) as vault:
        assert [expected] == [code for code, _, _ in found(vault.audit())]


def test_a_step_that_is_not_stated_is_only_a_note(tmp_path: Path) -> None:
    with opened(tmp_path, {"a.md": "---\nsources: '[[b]]'\n---\nx", "b.md": "y"}) as vault:
        report = vault.audit()

        assert report.is_clean
        assert [("step-not-stated", "a.md", 0)] == found(report, "step-not-stated")


def test_contested_records_are_named_with_their_challenger(tmp_path: Path) -> None:
    with opened(tmp_path, CHAIN) as vault:
        claim = vault.by("eve").claim("It is another sum", stated=0.9, contradicts=["b.md"]).ref
        (one,) = [one for one in vault.audit().findings if one.finding.code == "contested"]

        assert ("note:b.md", (claim,), 2) == (one.ref, one.about, one.dependants)
        assert "It is another sum" in one.finding.message


def test_one_text_that_poses_as_two_sources(tmp_path: Path) -> None:
    story = "A wire story of more than eight words that two papers printed alike.\n"
    files = {
        "w1.md": f"---\nkind: web\n---\n{story}",
        "w2.md": f"---\nkind: web\nsource: other paper\n---\n{story}",
        "both.md": "---\nsources: ['[[w1]]', '[[w2]]']\nstep: weave\n---\nTwo papers say so.\n",
    }
    with opened(tmp_path, files) as vault:
        report = vault.audit()

        assert [("same-source-twice", "both.md", 2)] == found(report)
        assert [("identical-body", "w2.md", 0)] == found(report, "identical-body")


# sy-01
def test_conflict_copies_are_listed_and_are_no_second_source(tmp_path: Path) -> None:
    copies = ["Todo (conflicted copy 2026-07-10 070952).md", "Todo.sync-conflict-20260710-070952-ABCDEFG.md"]
    files = {"Todo.md": "a", copies[0]: "b", copies[1]: "c", "Todo 2.md": "d", "My conflict notes.md": "e"}
    files["sum.md"] = (
        "---\nsources: ['[[Todo]]', '[[Todo.sync-conflict-20260710-070952-ABCDEFG]]']\nstep: weave\n---\ns"
    )
    with opened(tmp_path, files) as vault:
        report = vault.audit()

        assert [("conflict-copy", name, 0) for name in copies] == found(report, "conflict-copy")
        assert [("same-source-twice", "sum.md", 2)] == found(report, "same-source-twice")


@pytest.mark.parametrize(
    ("day", "is_told"), [("2026-04-20", False), ("2026-05-20", True), ("2026-07-01", False)]
)
def test_an_approval_that_lapses_soon_is_a_note(tmp_path: Path, day: str, is_told: bool) -> None:
    text = "---\nkind: contract\nvolatility: fast\ncreated: 2026-01-01\nverified: 2026-03-01\n---\nx\n"
    with opened(tmp_path, {"a.md": text}) as vault:
        vault.audit()
        report = vault.audit(as_of=day_of(day))

        assert is_told == bool(found(report, "expiring"))
        if is_told:
            assert any("2026-05-30" in one.finding.message for one in report.findings)


def test_a_hand_written_look_is_bound_by_the_first_audit(tmp_path: Path) -> None:
    with opened(tmp_path, {"a.md": "---\nkind: web\nverified: 2026-03-01\n---\nprice 10\n"}) as vault:
        before = vault.audit(observe=False)
        assert [("unpinned", "a.md", 0)] == found(before, "unpinned")
        assert (0, False) == (before.observed, (vault.root / ".caveat").exists())

        report = vault.audit()
        (event,) = ledger(vault)
        assert (1, 1, []) == (report.observed, report.pinned, found(report, "unpinned"))
        assert ("observed", "program", "2026-03-01") == (
            event["kind"],
            event["actor"],
            event["body"]["verified"],  # type: ignore[index]
        )
        assert vault.why("a.md").record.is_pinned

        edit(vault, "a.md", "price 10", "price 99")
        assert [("void-verification", "a.md", 0)] == found(vault.audit())
        assert vault.why("a.md").record.verified is None


def test_thirty_audits_leave_every_number_and_the_ledger_unchanged(tmp_path: Path) -> None:
    files = {**CHAIN, "v.md": "---\nkind: web\nverified: 2026-03-01\n---\nv\n"}
    with opened(tmp_path, files) as vault:
        vault.by("bot", actor="agent").claim("The rent is EUR 1,480", stated=0.9, sources=["a.md"])
        vault.by("eve").claim("It is not", stated=0.8, contradicts=["b.md"])
        vault.by("ada").verify(["c.md"])
        first = vault.audit()
        refs = [one.record.ref for one in vault.review(99).items]
        state = tree_hash(vault.root), [vault.why(ref, as_of=20600.0).assessment for ref in refs]
        for _ in range(30):
            report = vault.audit()
            assert (0, first.findings) == (report.observed, report.findings)

        assert state == (tree_hash(vault.root), [vault.why(ref, as_of=20600.0).assessment for ref in refs])


def test_what_the_ledger_speaks_of_is_noted_once_for_each_content(tmp_path: Path) -> None:
    with opened(tmp_path, {"a.md": "one\n", "b.md": "two\n"}) as vault:
        vault.by("eve").claim("It is not", stated=0.8, contradicts=["a.md"])
        assert 0 == vault.audit().observed
        edit(vault, "a.md", "one", "uno")
        assert (1, 0) == (vault.audit().observed, vault.audit().observed)
        (vault.root / "a.md").rename(vault.root / "moved.md")
        vault.index()

        assert vault.why("moved.md").assessment.challenge > 0


# sy-05
def test_touching_cloning_and_checking_out_flag_nothing(tmp_path: Path) -> None:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    with opened(tmp_path, CHAIN) as vault:
        vault.by("ada").verify(list(CHAIN))
        assert [] == found(vault.audit())
        for path in vault.root.rglob("*.md"):
            os.utime(path, (1, 1))
        report = vault.audit()
        assert ([], 0) == (found(report), report.observed)
        root = vault.root

    def git(*words: str, cwd: Path) -> None:
        names = {
            "GIT_AUTHOR_NAME": "a",
            "GIT_AUTHOR_EMAIL": "a@b",
            "GIT_COMMITTER_NAME": "a",
            "GIT_COMMITTER_EMAIL": "a@b",
        }
        alone = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
        subprocess.run(
            ["git", *words], cwd=cwd, env={**os.environ, **names, **alone}, check=True, capture_output=True
        )

    git("init", "-q", cwd=root)
    git("add", "-A", cwd=root)
    git("commit", "-qm", "all", cwd=root)
    git("clone", "-q", str(root), str(tmp_path / "clone"), cwd=tmp_path)
    for name in CHAIN:
        (tmp_path / "clone" / name).unlink()
    git("checkout", "-q", "--", ".", cwd=tmp_path / "clone")
    with caveat.open(tmp_path / "clone", index=tmp_path / "clone.sqlite") as clone:
        report = clone.audit()

        assert ([], 0) == (found(report), report.observed)
        assert all(clone.why(name).assessment.is_approved for name in CHAIN)
        edit(clone, "a.md", "1,480", "1,480.00")
        assert [("stale", "b.md", 4)] == found(clone.audit(), "stale")


def test_an_index_that_is_made_anew_gives_the_same_report(tmp_path: Path) -> None:
    with opened(tmp_path, CHAIN) as vault:
        vault.by("ada").verify(["b.md"])
        edit(vault, "a.md", "1,480", "1,500")
        first = vault.audit()
    with caveat.open(tmp_path / "vault", index=tmp_path / "other.sqlite") as vault:
        assert first.findings == vault.audit(observe=False).findings


def test_both_engines_give_the_same_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    with opened(tmp_path, CHAIN) as vault:
        vault.by("eve").claim("No", stated=0.9, contradicts=["b.md"])
        vault.by("ada").retract("a.md")
        lazy = vault.audit()
        monkeypatch.setattr(whole, "MANY", 0)

        assert lazy == vault.audit()


def test_since_keeps_what_bears_a_later_date(tmp_path: Path) -> None:
    files = {
        "old.md": "---\ncreated: 2026-01-01\nsources: '[[gone]]'\n---\nx\n",
        "new.md": "---\ncreated: 2026-06-01\nsources: '[[gone]]'\n---\ny\n",
        "told.md": "---\ncreated: 2026-01-01\nsources: '[[gone]]'\n---\nz\n",
    }
    with opened(tmp_path, files) as vault:
        vault.by("ada").request("told.md")
        report = vault.audit(since=day_of("2026-03-01"))

        assert [("unresolved-link", "new.md", 3), ("unresolved-link", "told.md", 3)] == found(report)
        assert report.left_out > 0


def test_what_was_replaced_or_taken_back_has_nothing_to_mend(tmp_path: Path) -> None:
    files = {**CHAIN, "new.md": "---\nsupersedes: '[[b]]'\nkind: web\n---\nEUR 9,999\n"}
    with opened(tmp_path, files) as vault:
        vault.by("ada").verify(["b.md"])
        edit(vault, "a.md", "1,480", "1,500")

        assert [] == [one for one in found(vault.audit()) if one[1] == "b.md"]


def test_the_weightiest_of_a_kind_comes_first(tmp_path: Path) -> None:
    files = {
        "light.md": "---\nsources: '[[gone]]'\n---\nx\n",
        "root.md": "---\nsources: '[[gone]]'\n---\ny\n",
    }
    files |= {f"z{n}.md": "---\nsources: '[[root]]'\nstep: copy\n---\nz\n" for n in range(3)}
    with opened(tmp_path, files) as vault:
        links = [one for one in vault.audit().findings if one.finding.code == "unresolved-link"]

        assert [("root.md", 3), ("light.md", 0)] == [(one.finding.path, one.dependants) for one in links]


def test_hostile_names_and_texts_are_judged_like_others(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "line\nbreak.md": "---\nsources: '[[b]]'\nstep: copy\n---\nEUR 55.50\n",
        "b.md": "1,000 " * 20_000,
        "c.md": b"---\nsources: '[[b]]'\nstep: leap\n---\n\xff\xfe 100% " + b"<!--" * 5_000,
    }
    make(tmp_path / "vault", files)
    with caveat.open(tmp_path / "vault", index=tmp_path / "i.sqlite") as vault:
        report = vault.audit()

        assert ("drift", "line\\nbreak.md", 5) in found(report)
        assert 0 == vault.audit().observed


def test_a_look_that_is_forgotten_is_told_no_more(tmp_path: Path) -> None:
    with opened(tmp_path, {"a.md": "---\nkind: web\n---\nprice 10\n"}) as vault:
        (done,) = vault.by("ada").verify(["a.md"])
        assert [] == found(vault.audit())
        edit(vault, "a.md", "price 10", "price 99")
        assert [("void-verification", "a.md", 0)] == found(vault.audit()) == found(vault.audit())

        vault.by("ada").forget(done.event)
        assert [] == found(vault.audit())


def test_a_claim_that_drifts_from_its_note_is_named_by_its_ref(tmp_path: Path) -> None:
    with opened(tmp_path, CHAIN) as vault:
        ref = vault.by("bot", actor="agent").claim("Rent: EUR 1,840", stated=0.9, sources=["a.md"]).ref
        (drift,) = [one for one in vault.audit().findings if one.finding.code == "drift"]

        assert (ref, "") == (drift.ref, drift.finding.path)
        assert drift.finding.message.startswith(f"{ref} “EUR 1,840” stands in none")


@pytest.mark.parametrize("act", ["retract", "supersede"])
def test_a_written_value_of_what_was_taken_back_is_left_as_it_stands(tmp_path: Path, act: str) -> None:
    files = {"a.md": "---\nkind: web\n---\nx\n", "b.md": "---\nkind: web\ntier: 3\n---\ny\n"}
    with opened(tmp_path, files) as vault:
        before = [one.finding.code for one in vault.audit().findings]
        pen = vault.by("ada")
        pen.retract("b.md") if act == "retract" else pen.supersede("a.md", "b.md", because="updated")

        assert "written-tier" in before
        assert "written-tier" not in [one.finding.code for one in vault.audit().findings]
        assert () == vault.stamp().lines
        assert ["0"] == [line.new for line in vault.stamp(["b.md"]).lines]
