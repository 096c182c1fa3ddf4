"""The switch on one's own vault: what moved, and why."""

import json
from pathlib import Path

import pytest

from caveat.bench.own_vault import compare, read_expectations
from caveat.bench.printing import own_vault_text
from caveat.model.errors import InputError
from caveat.text.dates import day_of
from tests.architecture.sources import ROOT
from tests.bench.samples import write
from tests.vaults import make, tree_hash

FILES = {
    "lease.md": "---\nkind: contract\n---\n# Studio lease\nThe monthly rent is 1480.\n",
    "guess.md": "---\nsources: ['[[lease]]']\nstep: leap\ncontradicts: []\n---\n# Studio rent\nmonthly, and a word more\n",
    "no.md": "---\nkind: contract\ncontradicts: '[[guess]]'\n---\n# Statement\nPaid 1480.\n",
    **{f"other{number}.md": f"# Other {number}\nclay and ash\n" for number in range(6)},
}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return make(tmp_path / "vault", FILES)


def questions(folder: Path, *items: object) -> Path:
    return write(folder, **{"queries.yaml": items})["queries.yaml"]


def test_expected_note_that_rises_is_shown_with_what_it_passed(tmp_path: Path, vault: Path) -> None:
    path = questions(tmp_path, {"query": "monthly rent of the studio", "expect": ["lease.md"]})

    found = compare(vault, read_expectations(path), as_of=20_000.0)

    (compared,) = found.compared
    assert (compared.expected.off, compared.expected.on, compared.change) == (2, 1, 1)
    assert [(m.path, m.off, m.on) for m in compared.moved] == [("guess.md", 1, 2)]
    assert "contested" in compared.moved[0].why
    assert found.figures() == {"MRR off": 0.5, "MRR on": 1.0, "first off": 0.0, "first on": 1.0}
    assert found.is_earned


def test_expected_note_that_falls_does_not_earn_the_switch(tmp_path: Path, vault: Path) -> None:
    path = questions(tmp_path, {"query": "monthly rent of the studio", "expect": ["guess.md"]})

    found = compare(vault, read_expectations(path), as_of=20_000.0)

    assert found.compared[0].change == -1
    assert not found.is_earned
    assert "trust did not earn its place here" in own_vault_text(found)


def test_any_of_several_expected_notes_is_a_good_answer(tmp_path: Path, vault: Path) -> None:
    path = questions(tmp_path, {"query": "monthly rent of the studio", "expect": ["lease.md", "guess.md"]})

    (compared,) = compare(vault, read_expectations(path), as_of=20_000.0).compared

    assert (compared.expected.off, compared.expected.on) == (1, 1)


def test_superseded_note_gives_its_place_away_and_the_text_says_so(tmp_path: Path) -> None:
    files = {
        "old.md": "# Shelf price\nA kiln shelf costs 20.\n",
        "new.md": "---\nsupersedes: '[[old]]'\n---\n# Shelf price 2026\nIt is 30 now.\n",
    }
    vault = make(tmp_path / "vault", files)
    path = questions(tmp_path, {"query": "kiln shelf price", "expect": "new.md"})

    text = own_vault_text(compare(vault, read_expectations(path)))

    assert "→ not found  old.md  (replaced by new.md)" in text


def test_note_that_is_found_neither_way_counts_as_zero(tmp_path: Path, vault: Path) -> None:
    path = questions(tmp_path, {"query": "zebra", "expect": "lease.md"})

    found = compare(vault, read_expectations(path))

    assert found.figures()["MRR on"] == 0.0
    assert "not found  lease.md" in own_vault_text(found)


def test_vault_is_left_as_it_was(tmp_path: Path, vault: Path) -> None:
    before = tree_hash(vault)

    compare(vault, read_expectations(questions(tmp_path, {"query": "rent", "expect": "lease.md"})))

    assert tree_hash(vault) == before


def test_example_vault_shows_what_its_questions_promise() -> None:
    found = compare(
        ROOT / "examples" / "second-brain",
        read_expectations(ROOT / "examples" / "queries.yaml"),
        as_of=day_of("2026-11-15"),
    )

    assert found.figures()["first on"] == 1.0
    assert found.figures()["first off"] < 1.0  # type: ignore[operator]


def test_expected_note_that_is_not_in_the_vault_is_refused(tmp_path: Path, vault: Path) -> None:
    path = questions(tmp_path, {"query": "a", "expect": "lease.md"}, {"query": "b", "expect": ["x.md"]})

    with pytest.raises(InputError, match=r"question 2: expects 'x.md', which is no note of"):
        compare(vault, read_expectations(path))


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("q.yaml", "", "is empty"),
        ("q.yaml", "# only a remark\n", "holds no question"),
        ("q.yaml", "[]\n", "holds no question"),
        ("q.yaml", "query: a\nexpect: b\n", "is not a list of questions"),
        ("q.yaml", "- query: [", "is neither YAML nor JSON that can be read"),
        ("q.yaml", "- rent\n", "question 1: is text, not an object"),
        ("q.yaml", "- query: a\n", "question 1: name the notes under one of"),
        ("q.yaml", "- {query: a, expect: b, expect_first: b}\n", "question 1: name the notes under one of"),
        ("q.yaml", "- {expect: b}\n", "question 1: has no 'query'"),
        ("q.yaml", "- {query: ' ', expect: b}\n", "question 1: 'query' is blank"),
        ("q.yaml", "- {query: a, expect: []}\n", "question 1: 'expect' must be the path"),
        ("q.yaml", "- {query: a, expect: [3]}\n", "question 1: 'expect' must be the path"),
        ("q.jsonl", '{"query": "a", "expect": "b"}\n{"query"', "line 2, column 9: is not JSON"),
    ],
)
def test_malformed_questions_are_refused_in_one_line(tmp_path: Path, name: str, text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read_expectations(write(tmp_path, **{name: text})[name])

    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_questions_are_read_from_lines_of_json(tmp_path: Path) -> None:
    item = {"query": "rent", "expect_first": "lease.md", "because": "it is the contract"}

    (found,) = read_expectations(write(tmp_path, **{"q.jsonl": json.dumps(item)})["q.jsonl"])

    assert (found.query, found.expect) == ("rent", ("lease.md",))
