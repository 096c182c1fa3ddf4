"""The gate: drafts against facts, with and without a vault, and what it cannot judge."""

import os
from pathlib import Path

import pytest

import caveat
from caveat.model.errors import InputError
from caveat.ops.check import Asked, DraftSource, check_files
from caveat.ops.check_draft import MAX_DRAFT_BYTES
from caveat.ops.results_check import CheckReport
from caveat.ops.vault import Vault
from tests.vaults import make, opened, tree_hash

HEAD = "| id | subject | attribute | value | per | note |\n|---|---|---|---|---|---|\n"
FACTS = HEAD + (
    "| alpha.in | Alpha | input | $3 | | |\n"
    "| alpha.out | Alpha | output | $15 | | |\n"
    "| beta.out | Beta | output | $12 | | |\n"
)


def run(tmp_path: Path, draft: str | bytes, facts: str | bytes = FACTS, **asked: object) -> CheckReport:
    make(tmp_path, {"facts.md": facts, "draft.md": draft})
    source = DraftSource(os.fspath(tmp_path / "draft.md"))
    return check_files(Asked((source,), (os.fspath(tmp_path / "facts.md"),), **asked))  # type: ignore[arg-type]


def codes(report: CheckReport) -> list[str]:
    return [finding.code for draft in report.drafts for finding in draft.findings]


def faults(report: CheckReport) -> list[str]:
    return [f.code for f in [*report.faults, *(fault for draft in report.drafts for fault in draft.faults)]]


def test_a_clean_draft_passes_and_says_what_was_looked_at(tmp_path: Path) -> None:
    report = run(tmp_path, "Alpha's output costs $15 since 2026-03-04, for 37 users.")
    draft = report.drafts[0]

    assert (0, 1, 1, {"number": 1}, {"date": 1}) == (
        report.status,
        draft.checked,
        draft.passed,
        draft.not_gated,
        draft.skipped,
    )
    assert (3, ("alpha.out",)) == (report.facts, draft.used)
    assert [("date", "2026-03-04", 1, 32), ("number", "37", 1, 48)] == [tuple(p) for p in draft.places]
    assert draft.seen == draft.checked + 2


def test_a_blocked_number_is_told_with_place_and_where_to_edit(tmp_path: Path) -> None:
    report = run(tmp_path, "# News\n\nAlpha's *output*\ncosts **$9** now.\n")
    found = report.drafts[0].findings[0]

    assert (1, "unknown-number", 4, 9) == (report.status, found.code, found.line, found.column)
    assert found.path.endswith("draft.md")
    assert "facts.md:4" in found.help


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_columns_count_from_the_line_in_every_line_end(tmp_path: Path, end: str) -> None:
    found = run(tmp_path, f"One.{end}{end}Alpha: $9{end}").drafts[0].findings[0]

    assert (3, 8) == (found.line, found.column)


def test_facts_from_outside_a_vault_count_as_verified_by_the_caller(tmp_path: Path) -> None:
    files = run(tmp_path, "Alpha's output costs $15.").files

    assert [(3, True, "")] == [(one.facts, one.is_vouched, one.objection) for one in files]


UNUSABLE = {
    "empty": ("", "bad-fact"),
    "prose only": ("It costs $5.", "bad-fact"),
    "two of one id": (FACTS + "| alpha.in | Beta | input | $2 | | |\n", "bad-fact"),
    "circle": (FACTS + "| a | A | | = b | | |\n| b | B | | = a | | |\n", "bad-fact"),
    "mixed currencies": (FACTS + "| e | E | | 5 EUR | | |\n| a | A | | = e + alpha.in | | |\n", "bad-fact"),
    "unknown id": (FACTS + "| a | A | | = nope / alpha.in | | |\n", "bad-fact"),
    "not utf-8": (HEAD.encode() + b"| a | \xc0\xeb\xfc\xf4\xe0 | | $5 | | |\n", "bad-fact"),
    "binary": (b"\x00\x01\x02", "bad-fact"),
}


@pytest.mark.parametrize(("facts", "code"), UNUSABLE.values(), ids=UNUSABLE)
def test_unusable_facts_judge_nothing(tmp_path: Path, facts: str | bytes, code: str) -> None:
    report = run(tmp_path, "Alpha costs $15.", facts)

    assert (2, code, ()) == (report.status, report.faults[0].code, report.drafts)
    assert report.faults[0].path.endswith("facts.md")
    assert report.faults[0].help


UNREADABLE = {
    "binary": (b"\x89PNG\x00\x00\x00 $15", "unreadable-draft"),
    "not utf-8": ("Альфа стоит 15 долларов".encode("cp1251"), "unreadable-draft"),
    "too large": (b"Alpha costs $15. " * (MAX_DRAFT_BYTES // 16), "unreadable-draft"),
    "nothing to check": (b"No number here.", "nothing-checked"),
    "empty": (b"", "nothing-checked"),
}


@pytest.mark.parametrize(("draft", "code"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_draft_that_cannot_be_judged_is_never_green(tmp_path: Path, draft: bytes, code: str) -> None:
    report = run(tmp_path, draft)

    assert (2, [code]) == (report.status, faults(report))


@pytest.mark.parametrize("name", ["gone.md", "folder", "a\x00b"])
def test_a_draft_that_cannot_be_opened_is_told_and_the_others_are_judged(tmp_path: Path, name: str) -> None:
    make(tmp_path, {"facts.md": FACTS, "good.md": "Alpha costs $15.", "folder/x.md": ""})
    sources = tuple(DraftSource(os.path.join(tmp_path, one)) for one in (name, "good.md"))
    report = check_files(Asked(sources, (os.fspath(tmp_path / "facts.md"),)))

    assert (2, ["unreadable-draft"], 1) == (report.status, faults(report), report.drafts[1].passed)


def test_a_fifo_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    make(tmp_path, {"facts.md": FACTS})
    report = check_files(
        Asked((DraftSource(os.fspath(tmp_path / "pipe.md")),), (os.fspath(tmp_path / "facts.md"),))
    )

    assert 2 == report.status


def test_a_linked_draft_is_read(tmp_path: Path) -> None:
    make(tmp_path, {"facts.md": FACTS, "good.md": "Alpha costs $15."})
    (tmp_path / "link.md").symlink_to("good.md")
    source = DraftSource(os.fspath(tmp_path / "link.md"))

    assert 0 == check_files(Asked((source,), (os.fspath(tmp_path / "facts.md"),))).status


def test_empty_drafts_pass_only_when_asked_for(tmp_path: Path) -> None:
    assert 0 == run(tmp_path, "No number here.", may_be_empty=True).status


def test_no_facts_at_all_is_refused() -> None:
    with pytest.raises(InputError, match="--facts"):
        check_files(Asked((DraftSource("draft.md", b"$5"),)))


def test_drafts_are_never_written_and_same_input_gives_the_same_report(tmp_path: Path) -> None:
    first = run(tmp_path, "Alpha costs $9.")
    before = tree_hash(tmp_path)

    assert first == run(tmp_path, "Alpha costs $9.")
    assert before == tree_hash(tmp_path)


def test_value_only_lets_swaps_pass_and_says_so(tmp_path: Path) -> None:
    report = run(tmp_path, "Beta's output costs $15.", is_value_only=True)

    assert (0, True) == (report.status, report.is_value_only)
    assert 1 == run(tmp_path, "Beta's output costs $15.").status


def test_unbound_facts_are_counted(tmp_path: Path) -> None:
    report = run(tmp_path, "It costs $5.", "- $5 — the fee\n")

    assert (0, 1) == (report.status, report.unbound)


def test_like_facts_are_told_and_block_nothing(tmp_path: Path) -> None:
    report = run(tmp_path, "Alpha's input costs $3.", FACTS + "| twin | Alpha | input | $4 | | |\n")

    assert (0, ["like-facts"]) == (report.status, [one.code for one in report.remarks])


def test_other_kinds_are_judged_when_asked_for(tmp_path: Path) -> None:
    assert 0 == run(tmp_path, "Alpha costs $15 for 37 users.").status
    assert ["unknown-number"] == codes(
        run(tmp_path, "Alpha costs $15 for 37 users.", kinds=("money", "number"))
    )


def test_the_format_follows_the_name_and_standard_input_is_sniffed(tmp_path: Path) -> None:
    facts = (os.fspath(make(tmp_path, {"facts.md": FACTS}) / "facts.md"),)
    page = b"<!doctype html><html><body><p>Alpha costs <b>15</b>&nbsp;$.</p></body></html>"
    report = check_files(Asked((DraftSource("-", page),), facts))

    assert (0, "html") == (report.status, report.drafts[0].format)


def test_strength_catches_swaps_and_lets_formats_pass(tmp_path: Path) -> None:
    found = run(tmp_path, "Alpha takes $15 for output and $3 for input, Beta $12.", is_measured=True)
    strength = found.drafts[0].strength

    assert strength is not None
    assert {one.kind: one.right == one.tried for one in strength.classes} == dict.fromkeys(
        [one.kind for one in strength.classes], True
    )
    assert (1.0, 3) == (strength.share, strength.numbers)
    assert {"swap", "format", "one digit"} <= {one.kind for one in strength.classes}


def test_strength_names_the_fact_that_excused_a_survivor(tmp_path: Path) -> None:
    found = run(tmp_path, "It is $15.", "- $15 — a\n- $12 — b\n", is_measured=True, least_strength=0.99)
    survivors = found.drafts[0].strength.survivors  # type: ignore[union-attr]

    assert [("swap", "12 USD", 1)] == [(one.kind, one.mutant, one.line) for one in survivors]
    assert survivors[0].reason.endswith("facts.md:2")
    assert (1, ["weak-gate"]) == (found.status, codes(found))


VAULT = {
    "caveat.toml": '[check]\nfacts = ["facts/*.md"]\n',
    "facts/prices.md": "---\nkind: official document\n---\n# Prices\n\n" + FACTS,
    "drafts/a.md": "Alpha's output costs $15.",
}


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return opened(tmp_path, VAULT)


def checked(vault: Vault, draft: str = "drafts/a.md", **asked: object) -> CheckReport:
    return vault.check(Asked((DraftSource(os.fspath(vault.root / draft)),), **asked))  # type: ignore[arg-type]


def why(report: CheckReport) -> str:
    return report.drafts[0].findings[0].message


def test_facts_of_a_vault_open_the_gate_only_when_a_human_verified_them(vault: Vault) -> None:
    before = checked(vault)
    vault.by("mara").verify(["facts/prices.md"])

    assert (1, ["stale-fact"]) == (before.status, codes(before))
    assert "it was never verified" in why(before)
    assert 0 == checked(vault).status


def test_a_changed_note_closes_the_gate_and_says_who_verified_what_it_was(vault: Vault) -> None:
    vault.by("mara").verify(["facts/prices.md"])
    path = vault.root / "facts/prices.md"
    path.write_text(path.read_text().replace("$12", "$13"))
    report = checked(vault)

    assert ["stale-fact"] == codes(report)
    assert "it changed since mara verified it" in why(report)


def test_a_changed_source_closes_the_gate_and_is_named(tmp_path: Path) -> None:
    note = "---\nsources: ['[[page]]']\nstep: copy\n---\n" + FACTS
    page = {"web/page.md": "---\nkind: official document\n---\n# Page\nprices of March\n"}
    vault = opened(tmp_path, {**VAULT, "facts/prices.md": note, **page})
    vault.by("mara").verify(["facts/prices.md"])
    before = checked(vault).status
    (vault.root / "web/page.md").write_text("---\nkind: official document\n---\n# Page\nprices of April\n")
    report = checked(vault)

    assert (0, 1) == (before, report.status)
    assert "note:web/page.md changed since it was verified" in why(report)


def test_a_contradicted_fact_falls_alone_and_rises_again(vault: Vault) -> None:
    vault.by("mara").verify(["facts/prices.md"])
    (vault.root / "drafts/b.md").write_text("Beta's output costs $12.")
    claim = vault.by("bob").claim("Alpha takes $14", stated=1.0, contradicts=["fact:alpha.out"])
    fallen, other = checked(vault), checked(vault, "drafts/b.md")
    vault.by("bob").retract(claim.ref)

    assert (1, 0, 0) == (fallen.status, other.status, checked(vault).status)
    assert "contradicted by “Alpha takes $14”" in why(fallen)


def test_a_contradicted_note_takes_all_its_facts_with_it(vault: Vault) -> None:
    vault.by("mara").verify(["facts/prices.md"])
    vault.by("bob").claim("That list is of last year", stated=1.0, contradicts=["facts/prices.md"])
    report = checked(vault)

    assert ["stale-fact"] == codes(report)
    assert "contradicted by “That list is of last year”" in why(report)


def test_an_aged_note_closes_the_gate(tmp_path: Path) -> None:
    facts = VAULT["facts/prices.md"].replace("---\n#", "volatility: fast\n---\n#")
    vault = opened(tmp_path, {**VAULT, "facts/prices.md": facts})
    vault.by("mara").verify(["facts/prices.md"])
    asked = Asked((DraftSource(os.fspath(vault.root / "drafts/a.md")),))
    from caveat.ops.clock import today

    assert (0, 1) == (vault.check(asked).status, vault.check(asked, as_of=today() + 120).status)


def test_a_named_file_of_the_vault_keeps_the_rule_of_the_vault(vault: Vault) -> None:
    inside = (os.fspath(vault.root / "facts/prices.md"),)
    (vault.root / ".caveatignore").write_text("hidden/\n")
    make(vault.root, {"hidden/prices.md": FACTS})
    hidden = (os.fspath(vault.root / "hidden/prices.md"),)

    assert ["stale-fact"] == codes(checked(vault, facts=inside))
    assert ["stale-fact"] == codes(checked(vault, facts=hidden))


def test_a_vault_whose_globs_fit_nothing_has_no_facts(tmp_path: Path) -> None:
    vault = opened(tmp_path, {**VAULT, "caveat.toml": '[check]\nfacts = ["nowhere/*.md"]\n'})

    with pytest.raises(InputError, match="no note fits nowhere"):
        checked(vault)


def test_max_chance_is_a_finding(tmp_path: Path) -> None:
    vault = opened(tmp_path, {**VAULT, "caveat.toml": VAULT["caveat.toml"] + "max_chance = 0.001\n"})
    vault.by("mara").verify(["facts/prices.md"])
    report = checked(vault)

    assert (1, ["weak-facts"]) == (report.status, codes(report))


WAIVER = '[[check.waiver]]\ndraft = "drafts/*.md"\nwords = "a $5 billion market"\nreason = "a guess"\nwho = "Mara"\n'


def test_a_waiver_in_the_configuration_holds_for_its_drafts(tmp_path: Path) -> None:
    text = "In a $5 billion market nobody sleeps."
    vault = opened(
        tmp_path, {**VAULT, "caveat.toml": VAULT["caveat.toml"] + WAIVER, "drafts/w.md": text, "w.md": text}
    )

    held, other = checked(vault, "drafts/w.md"), checked(vault, "w.md")

    assert (0, 1, 1) == (held.status, held.drafts[0].waived, other.status)


def test_a_waiver_beside_facts_counts_only_when_they_are_approved(tmp_path: Path) -> None:
    table = "\n| waive | reason | who |\n|---|---|---|\n| a $5 billion market | a guess | Mara |\n"
    vault = opened(
        tmp_path,
        {
            **VAULT,
            "facts/prices.md": VAULT["facts/prices.md"] + table,
            "drafts/a.md": "It is a $5 billion market.",
        },
    )
    before = checked(vault)
    vault.by("mara").verify(["facts/prices.md"])

    assert {"unknown-number", "ignored-waiver"} == set(codes(before))
    assert (1, 0) == (before.status, checked(vault).status)


def test_facts_are_records_that_can_be_asked_about(vault: Vault) -> None:
    found = vault.why("fact:alpha.out")

    assert ("fact", ("note:facts/prices.md",)) == (found.record.kind, found.record.sources)
    assert "$15" in found.record.title
    assert found == vault.why("alpha.out")


def test_facts_leave_the_index_with_their_row_their_note_or_the_configuration(vault: Vault) -> None:
    def refs() -> list[str]:
        vault.index()
        with vault._site.reading() as store:
            return store.refs(kind="fact")

    path = vault.root / "facts/prices.md"
    whole = refs()
    path.write_text(path.read_text().replace("| beta.out | Beta | output | $12 | | |\n", ""))
    fewer = refs()
    (vault.root / "caveat.toml").write_text('name = "x"\n')
    none = refs()

    assert ["fact:alpha.in", "fact:alpha.out", "fact:beta.out"] == whole
    assert ["fact:alpha.in", "fact:alpha.out"] == fewer
    assert [] == none


def test_a_grown_index_has_the_facts_of_one_made_at_once(vault: Vault, tmp_path: Path) -> None:
    path = vault.root / "facts/prices.md"
    path.write_text(path.read_text().replace("$12", "$13"))
    vault.index()
    fresh = caveat.open(vault.root, index=tmp_path / "fresh.sqlite")
    fresh.index()

    assert vault.why("fact:beta.out") == fresh.why("fact:beta.out")


def test_a_file_of_another_vault_is_not_vouched_for(vault: Vault, tmp_path: Path) -> None:
    path = os.fspath(vault.root / "facts/prices.md")
    draft = DraftSource("-", b"Alpha's output costs $15.")
    with opened(tmp_path / "other", {"caveat.toml": "", "n.md": "x"}) as other:
        from_other = other.check(Asked((draft,), (path,)))
    report = check_files(Asked((draft,), (path,)))

    assert (2, 2) == (report.status, from_other.status)
    assert "lies in another vault" in report.faults[0].message
    assert f"--vault {vault.root}" in report.faults[0].help
    assert not report.files[0].is_vouched


def test_a_facts_file_that_is_named_twice_is_read_once(tmp_path: Path) -> None:
    make(tmp_path, {"facts.md": FACTS})
    names = (os.fspath(tmp_path / "facts.md"), os.fspath(tmp_path / "." / "x" / ".." / "facts.md"))
    report = check_files(Asked((DraftSource("-", b"Alpha's output costs $15."),), names))

    assert (0, 1) == (report.status, len(report.files))
