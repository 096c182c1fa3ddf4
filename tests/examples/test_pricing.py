"""The story of the pricing example: clean passes, invented and swapped numbers are blocked."""

import os
import shutil

import pytest

import caveat
from caveat.ops.check import Asked, DraftSource
from caveat.ops.results_check import CheckReport
from caveat.ops.vault import Vault
from tests.architecture.sources import ROOT

PRICING = ROOT / "examples" / "pricing"
DRAFTS = sorted(path.name for path in (PRICING / "drafts").iterdir())


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    root = tmp_path_factory.mktemp("pricing") / "pricing"
    shutil.copytree(PRICING, root)
    opened = caveat.open(root, index=root.parent / "index.sqlite")
    opened.index()
    opened.by("Mara").verify(["facts/prices.md"])
    return opened


def check(vault: Vault, name: str, **asked: object) -> CheckReport:
    source = DraftSource(os.fspath(vault.root / "drafts" / name))
    return vault.check(Asked((source,), **asked))  # type: ignore[arg-type]


def blocked(report: CheckReport) -> list[tuple[str, str]]:
    return [(one.words, one.reason) for one in report.drafts[0].verdicts if one.decision != "CONFIRMED"]


@pytest.mark.parametrize("name", [name for name in DRAFTS if name.startswith("clean")])
def test_clean_drafts_pass(vault: Vault, name: str) -> None:
    report = check(vault, name)

    assert ([], 0) == (blocked(report), report.status)
    assert report.drafts[0].checked >= 12


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("invented.en.md", [("$0.50", "UNKNOWN"), ("eight dollars", "UNKNOWN")]),
        ("invented.ru.html", [("50 центов", "UNKNOWN"), ("восемь долларов", "UNKNOWN")]),
        ("swapped.en.md", [("$12", "MISBOUND"), ("$15", "MISBOUND"), ("$3", "MISBOUND")]),
        (
            "swapped.ru.html",
            [("двенадцать долларов", "MISBOUND"), ("15 $", "MISBOUND"), ("3 доллара", "MISBOUND")],
        ),
    ],
)
def test_wrong_drafts_are_blocked_at_their_wrong_numbers(
    vault: Vault, name: str, expected: list[tuple[str, str]]
) -> None:
    report = check(vault, name)

    assert (expected, 1) == (blocked(report), report.status)


@pytest.mark.parametrize("name", ["swapped.en.md", "swapped.ru.html"])
def test_a_comparison_of_sets_lets_the_swapped_ones_pass(vault: Vault, name: str) -> None:
    assert 0 == check(vault, name, is_value_only=True).status


@pytest.mark.parametrize("name", [name for name in DRAFTS if name.startswith("clean")])
def test_every_swap_is_caught_and_every_format_passes(vault: Vault, name: str) -> None:
    strength = check(vault, name, is_measured=True).drafts[0].strength

    assert strength is not None
    assert () == strength.survivors
    assert {"swap", "format"} <= {one.kind for one in strength.classes}


def test_every_draft_of_the_folder_is_tested() -> None:
    kinds = {name.partition(".")[0] for name in DRAFTS}

    assert {"clean", "invented", "swapped"} == kinds
    assert len(DRAFTS) >= 8
