"""The example vault answers its questions, and the tour shows what it promises."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

import caveat
from caveat.ops.vault import Vault
from caveat.text.dates import day_of
from tests.vaults import tree_hash

EXAMPLES = Path(__file__).parents[2] / "examples"
QUERIES = yaml.safe_load((EXAMPLES / "queries.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Vault]:
    folder = tmp_path_factory.mktemp("example")
    shutil.copytree(EXAMPLES / "second-brain", folder / "second-brain")
    before = tree_hash(folder / "second-brain")
    with caveat.open(folder / "second-brain") as made:
        made.index()
        yield made

    assert before == tree_hash(folder / "second-brain")


@pytest.mark.parametrize("asked", QUERIES, ids=lambda asked: asked["query"])
def test_the_expected_note_comes_first(vault: Vault, asked: dict[str, str]) -> None:
    first = vault.search(asked["query"], as_of=day_of("2026-11-15"))[0]

    assert asked["expect_first"] == first.path


def test_words_alone_prefer_the_fluent_wrong_note(vault: Vault) -> None:
    first = vault.search(QUERIES[0]["query"], trust=False)[0]

    assert "summaries/Studio rent overview.md" == first.path


def test_the_planted_faults_are_found(vault: Vault) -> None:
    found = {(finding.path, finding.code) for finding in vault.doctor().findings}

    assert {
        ("projects/Ash glaze series.md", "unresolved-link"),
        ("summaries/Rents in the harbour quarter.md", "unsourced-model-text"),
    } == found


def test_the_tour_shows_what_it_promises() -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "demo.py")], capture_output=True, check=False, timeout=120
    )
    text = done.stdout.decode()

    assert (0, b"") == (done.returncode, done.stderr)
    assert text.index("EUR 1,840") < text.index("EUR 1,480")
    assert "The notes are as they were, byte for byte." in text
