"""Figures that no source states and that are no drift: computed by a declared formula, or waived."""

from pathlib import Path

import pytest

from tests.ops.test_audit import found
from tests.vaults import opened

LIST = "---\nkind: web\n---\nAlpha costs $15 a seat, Beta costs $12 a seat.\n"
FACTS = """\
---
sources: '[[list]]'
step: copy
---

| id | subject | value |
|---|---|---|
| a | Alpha | $15 |
| b | Beta | $12 |
| dearer | Alpha vs Beta | = a / b, round 2 |
| gap | Alpha vs Beta | = a - b |
| taxed | Alpha taxed | = a * 1.21 |

| waive | draft | reason | who |
|---|---|---|---|
| some $900 a year | notes/* | her own estimate | Mara |
"""
TOML = '[check]\nfacts = ["facts.md"]\n'
WAIVER = (
    '\n[[check.waiver]]\nwords = "a market of $5 billion"\ndraft = "d.md"\nreason = "a joke"\nwho = "Mara"\n'
)


def note(text: str, *sources: str) -> str:
    return (
        f"---\nsources: [{', '.join(repr(f'[[{one}]]') for one in sources)}]\nstep: summary\n---\n\n{text}\n"
    )


def drifts(
    folder: Path, text: str, *, toml: str = TOML, name: str = "d.md", verified: bool = True
) -> list[str]:
    """Figures of a note made from the price list that are told as drift."""
    files = {"caveat.toml": toml, "list.md": LIST, "facts.md": FACTS, name: note(text, "list")}
    with opened(folder, files) as vault:
        if verified:
            vault.by("ada").verify(["list.md", "facts.md"])
        return sorted(
            one.finding.message.partition("”")[0].removeprefix("“")
            for one in vault.audit().findings
            if one.finding.code == "drift" and one.finding.path == name
        )


def test_result_of_a_declared_formula_is_no_drift(tmp_path: Path) -> None:
    assert [] == drifts(tmp_path, "Alpha is 1.25x as dear, by $3.")


def test_formulas_precisions_and_waivers_of_a_facts_note_need_no_source(tmp_path: Path) -> None:
    facts = "| id | subject | value | precision |\n|-|-|-|-|\n| a | Alpha | $15 | within 25 % |\n"
    wrong = "| d | Beta | $99 | about 30 % |\n\nIn all 1,234.\n"
    files = {
        "caveat.toml": '[check]\nfacts = ["facts.md", "more.md"]\n',
        "list.md": LIST,
        "facts.md": FACTS,
        "more.md": note(facts.replace("| a |", "| c |") + wrong, "list"),
    }
    with opened(tmp_path, files) as vault:
        assert ["$99", "1,234"] == [
            one.finding.message.partition("”")[0].removeprefix("“")
            for one in vault.audit().findings
            if one.finding.code == "drift"
        ]


def test_other_results_are_drift(tmp_path: Path) -> None:
    assert ["$4", "1.35x"] == drifts(tmp_path, "Alpha is 1.35x as dear, by $4.")


def test_a_formula_over_facts_that_may_not_be_relied_on_declares_nothing(tmp_path: Path) -> None:
    assert ["1.25x"] == drifts(tmp_path, "Alpha is 1.25x as dear.", verified=False)


def test_a_formula_over_numbers_that_the_sources_do_not_hold_declares_nothing(tmp_path: Path) -> None:
    files = {
        "caveat.toml": TOML,
        "list.md": LIST,
        "facts.md": FACTS,
        "other.md": "---\nkind: web\n---\nAlpha costs $15.\n",
        "d.md": note("Alpha is 1.25x as dear.", "other"),
        "e.md": note("Alpha is 1.25x as dear.", "facts"),
    }
    with opened(tmp_path, files) as vault:
        vault.by("ada").verify(["list.md", "facts.md"])
        assert [("drift", "d.md", 6)] == [one for one in found(vault.audit()) if one[0] == "drift"]


def test_waived_words_are_no_drift_where_they_stand(tmp_path: Path) -> None:
    text = "It is **a market** of $5&nbsp;billion."
    assert [] == drifts(tmp_path, text, toml=TOML + WAIVER)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("It is a big market of $5 billion.", "d.md"),
        ("It is a market of $5 billion, or $5 billion.", "d.md"),
        ("It is a market of $5 billion.", "e.md"),
    ],
)
def test_a_waiver_holds_for_its_words_and_draft_only(tmp_path: Path, text: str, name: str) -> None:
    assert ["$5 billion"] == drifts(tmp_path, text, toml=TOML + WAIVER, name=name)


@pytest.mark.parametrize(
    ("verified", "name", "expected"),
    [(True, "notes/d.md", []), (False, "notes/d.md", ["$900"]), (True, "d.md", ["$900"])],
)
def test_a_waiver_beside_the_facts_counts_when_they_are_approved(
    tmp_path: Path, verified: bool, name: str, expected: list[str]
) -> None:
    assert expected == drifts(tmp_path, "It is some $900 a year.", name=name, verified=verified)


@pytest.mark.parametrize("mark", ["<!-- allow: trust me -->", "<!-- caveat: allow trust me -->"])
def test_a_mark_in_the_note_itself_excuses_nothing(tmp_path: Path, mark: str) -> None:
    assert ["$77"] == drifts(tmp_path, f"It is $77 {mark}.")


def test_what_is_declared_anew_is_looked_at_anew(tmp_path: Path) -> None:
    files = {"caveat.toml": TOML, "list.md": LIST, "facts.md": FACTS, "d.md": note("By $3.", "list")}
    with opened(tmp_path, files) as vault:
        assert [("drift", "d.md", 6)] == [one for one in found(vault.audit()) if one[0] == "drift"]
        vault.by("ada").verify(["list.md", "facts.md"])
        assert [] == [one for one in found(vault.audit()) if one[0] == "drift"]


@pytest.mark.parametrize("toml", ['[check]\nfacts = ["none.md"]\n', '[check]\nfacts = ["list.md"]\n'])
def test_globs_that_name_no_facts_declare_nothing(tmp_path: Path, toml: str) -> None:
    assert ["1.25x"] == drifts(tmp_path, "Alpha is 1.25x as dear.", toml=toml)


@pytest.mark.parametrize(
    ("source", "derived", "is_drift"),
    [
        ("The rent is one thousand four hundred eighty.", "Rent: 1,480.", False),
        ("The rent is one thousand four hundred eighty.", "Rent: 1,840.", True),
        ("The rent is one thousand four hundred eighty dollars.", "Rent: $1,480.", False),
        ("Die Miete ist vierhundertachtzig.", "Miete: 480.", False),
        ("Аренда — тысяча четыреста восемьдесят.", "Аренда: 1480.", False),
        ("Le loyer est de quatre cent quatre-vingts.", "Loyer : 480.", False),
        ("租金为一千四百八十。", "租金：1480。", False),
        ("Rent: 1,480.", "The rent is one thousand eight hundred forty.", False),
    ],
)
def test_a_figure_that_the_source_spells_in_words_is_no_drift(
    tmp_path: Path, source: str, derived: str, is_drift: bool
) -> None:
    files = {"s.md": f"---\nkind: web\n---\n{source}\n", "d.md": note(derived, "s")}
    with opened(tmp_path, files) as vault:
        assert [("drift", "d.md", 6)] * is_drift == found(vault.audit())
